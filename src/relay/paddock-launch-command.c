/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-launch-command.h"

#include <errno.h>

#include "paddock-arguments.h"
#include "paddock-error.h"
#include "paddock-launch-claim.h"

/* Puts folders into a server's command: into its arguments, environment and working directory.
 *
 * The launch config owns the command, and fills it for each server that is started. The command
 * remembers which folders the last server got. The only I/O here is to look for the program.
 */

struct _PaddockLaunchCommand
{
  GStrv               argv;          /* (owned) the command line as the user wrote it */
  char               *program;       /* (owned) (nullable) the path of the program; NULL: the server
                                      * does not start in a folder, or there is no such program */
  gboolean            is_literal;
  gboolean            enters_folder;

  GStrv               paths;         /* (owned) the folders that the last server got */
  GStrv               filled_argv;   /* (owned) (nullable) the arguments that the last server got;
                                      * NULL: no server was started */
  GStrv               environment;   /* (owned) (nullable) the environment that the last server got;
                                      * NULL: no server was started */
  PaddockChildOptions options;       /* what paddock_launch_command_fill() returned last */
};

/**
 * paddock_launch_command_new:
 * @options: copied
 *
 * Returns: (transfer full): a command that was never filled
 */
PaddockLaunchCommand *
paddock_launch_command_new (const PaddockLaunchCommandOptions *options)
{
  PaddockLaunchCommand *self = g_new0 (PaddockLaunchCommand, 1);

  self->argv = g_strdupv ((char **) options->argv);
  self->is_literal = options->is_literal;
  self->enters_folder = options->enters_folder;
  /* Look for the program now, before the server changes its working directory. The folder in which
   * the server starts may hold another program of that name. */
  self->program = options->enters_folder
      ? paddock_launch_claim_find_program (options->argv[0]) : NULL;
  self->paths = g_new0 (char *, 1);
  return self;
}

void
paddock_launch_command_free (PaddockLaunchCommand *self)
{
  g_strfreev (self->argv);
  g_free (self->program);
  g_strfreev (self->paths);
  g_strfreev (self->filled_argv);
  g_strfreev (self->environment);
  g_free (self);
}

/**
 * paddock_launch_command_fill:
 * @list: the roots that the server may see
 *
 * Puts the folders of @list into the command.
 *
 * Returns: (transfer none) (nullable): what to start, valid until the next call. %NULL with
 *   %PADDOCK_ERROR_LIMIT if the folders are too long for a command. %NULL with
 *   %PADDOCK_ERROR_NOT_FOUND if the server starts in a folder, and its program was not found
 */
const PaddockChildOptions *
paddock_launch_command_fill (PaddockLaunchCommand   *self,
                             const PaddockRootList  *list,
                             GError                **error)
{
  g_auto (GStrv) paths = paddock_root_list_dup_paths (list);
  g_auto (GStrv) inherited = g_get_environ ();
  g_autofree char *roots = paddock_root_list_write (list, FALSE);
  g_auto (GStrv) argv = NULL;
  g_auto (GStrv) environment = NULL;

  if (self->enters_folder && self->program == NULL) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND, g_strerror (ENOENT));
    return NULL;
  }
  argv = self->is_literal ? g_strdupv (self->argv)
                          : paddock_arguments_expand ((const char * const *) self->argv,
                                                      (const char * const *) paths, error);
  if (argv == NULL)
    return NULL;
  environment = paddock_arguments_add_roots ((const char * const *) inherited, roots, error);
  if (environment == NULL)
    return NULL;

  g_strfreev (self->filled_argv);
  g_strfreev (self->environment);
  g_strfreev (self->paths);
  self->filled_argv = g_steal_pointer (&argv);
  self->environment = g_steal_pointer (&environment);
  self->paths = g_steal_pointer (&paths);
  self->options = (PaddockChildOptions) {
    .argv = (const char * const *) self->filled_argv,
    .program = self->program,
    .environment = (const char * const *) self->environment,
    .folders = self->enters_folder ? (const char * const *) self->paths : NULL,
  };
  return &self->options;
}

/**
 * paddock_launch_command_get_paths:
 *
 * Returns: (transfer none): the paths of the folders that the last server got, maybe none
 */
const char * const *
paddock_launch_command_get_paths (const PaddockLaunchCommand *self)
{
  return (const char * const *) self->paths;
}

gboolean
paddock_launch_command_is_filled (const PaddockLaunchCommand *self)
{
  return self->filled_argv != NULL;
}
