/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-launch-command.h"

#include <errno.h>

#include "paddock-arguments.h"
#include "paddock-error.h"
#include "paddock-launch-claim.h"

/* A command with room for folders: in its arguments, its environment and its working directory.
 *
 * The launch config owns one. It is filled for each server that is started, and remembers what the
 * last one got. No I/O but that of finding the program.
 */

struct _PaddockLaunchCommand
{
  GStrv               argv;          /* (owned) as it was written */
  char               *program;       /* (owned) (nullable) its path, if it starts elsewhere */
  gboolean            is_literal;
  gboolean            enters_folder;

  GStrv               paths;         /* (owned) what the last server got */
  GStrv               filled_argv;   /* (owned) (nullable) NULL: there was no server */
  GStrv               environment;   /* (owned) (nullable) */
  PaddockChildOptions options;
};

/**
 * paddock_launch_command_new:
 * @options: copied
 *
 * Returns: (transfer full): a command that was not filled
 */
PaddockLaunchCommand *
paddock_launch_command_new (const PaddockLaunchCommandOptions *options)
{
  PaddockLaunchCommand *self = g_new0 (PaddockLaunchCommand, 1);

  self->argv = g_strdupv ((char **) options->argv);
  self->is_literal = options->is_literal;
  self->enters_folder = options->enters_folder;
  /* A folder of the user's may hold another program of that name. */
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
 * @list: what the server may see
 *
 * Returns: (transfer none) (nullable): what to start, valid until the next call; %NULL with
 *   %PADDOCK_ERROR_LIMIT, or with %PADDOCK_ERROR_NOT_FOUND if the server starts in a folder, which
 *   is no place to look for its program
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
 * Returns: (transfer none): the folders that the last server got, maybe none
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
