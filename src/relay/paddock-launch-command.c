/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-launch-command.h"

#include <errno.h>

#include "paddock-arguments.h"
#include "paddock-error.h"
#include "paddock-launch-claim.h"

/* Puts folders into a server's command: into its arguments, environment and working directory, and
 * if it is confined, into its box.
 *
 * The launch config owns the command, and fills it for each server that is started. The command
 * remembers which folders the last server got. Without a box, the only I/O here is to look for the
 * program.
 */

struct _PaddockLaunchCommand
{
  GStrv               argv;          /* (owned) the command line as the user wrote it */
  char               *program;       /* (owned) (nullable) the path of the program; NULL: the server
                                      * does not start in a folder, or there is no such program */
  gboolean            is_literal;
  gboolean            enters_folder;

  PaddockConfinement *confinement;   /* (owned) (nullable) NULL: the server is not confined */
  PaddockBox         *box;           /* (owned) (nullable) the last server's box; NULL: none */

  GStrv               given;         /* (owned) what the last server was started with, as
                                      * paddock_launch_command_dup_given() describes it */
  GStrv               held;          /* (owned) the folders that the last server got */
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
  self->confinement = options->confinement != NULL
      ? paddock_confinement_new (options->confinement) : NULL;
  self->given = g_new0 (char *, 1);
  self->held = g_new0 (char *, 1);
  return self;
}

void
paddock_launch_command_free (PaddockLaunchCommand *self)
{
  g_strfreev (self->argv);
  g_free (self->program);
  g_clear_pointer (&self->confinement, paddock_confinement_free);
  g_clear_pointer (&self->box, paddock_box_unref);
  g_strfreev (self->given);
  g_strfreev (self->held);
  g_strfreev (self->filled_argv);
  g_strfreev (self->environment);
  g_free (self);
}

/**
 * paddock_launch_command_fill:
 * @list: the roots that the server may see
 *
 * Puts the folders of @list into the command. If the server is confined, makes its box, which may
 * block for some seconds.
 *
 * Returns: (transfer none) (nullable): what to start, valid until the next call. %NULL with
 *   %PADDOCK_ERROR_LIMIT if the folders are too long for a command. %NULL with
 *   %PADDOCK_ERROR_NOT_FOUND if the server starts in a folder, and its program was not found. %NULL
 *   with the errors of paddock_box_new()
 */
const PaddockChildOptions *
paddock_launch_command_fill (PaddockLaunchCommand   *self,
                             const PaddockRootList  *list,
                             GError                **error)
{
  g_auto (GStrv) inherited = g_get_environ ();
  g_autoptr (GPtrArray) folders = NULL;
  g_autoptr (PaddockRootList) held_list = NULL;
  g_autofree char *roots = NULL;
  g_autoptr (PaddockBox) box = NULL;
  g_auto (GStrv) paths = NULL;
  g_auto (GStrv) argv = NULL;
  g_auto (GStrv) environment = NULL;

  if (self->enters_folder && self->program == NULL) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND, g_strerror (ENOENT));
    return NULL;
  }
  if (self->confinement != NULL) {
    folders = paddock_confinement_open_folders (self->confinement, list, error);
    if (folders == NULL)
      return NULL;
  }
  paths = folders != NULL ? paddock_confinement_dup_held (folders, list)
                          : paddock_root_list_dup_paths (list);
  held_list = paddock_root_list_with_paths (list, (const char * const *) paths);
  roots = paddock_root_list_write (held_list, FALSE);
  argv = self->is_literal ? g_strdupv (self->argv)
                          : paddock_arguments_expand ((const char * const *) self->argv,
                                                      (const char * const *) paths, error);
  if (argv == NULL)
    return NULL;
  environment = paddock_arguments_add_roots ((const char * const *) inherited, roots, error);
  if (environment == NULL)
    return NULL;
  if (self->confinement != NULL) {
    box = paddock_confinement_make_box (self->confinement, folders, list,
                                        (const char * const *) argv,
                                        (const char * const *) environment,
                                        self->enters_folder ? paths[0] : NULL, error);
    if (box == NULL) {
      /* At the first start, the command names the program. */
      if (self->filled_argv != NULL && error != NULL &&
          g_error_matches (*error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND))
        g_prefix_error (error, "%s: ", self->argv[0]);
      return NULL;
    }
  }

  g_clear_pointer (&self->box, paddock_box_unref);
  self->box = g_steal_pointer (&box);
  g_strfreev (self->given);
  self->given = paddock_launch_command_dup_given (self, list);
  g_strfreev (self->filled_argv);
  g_strfreev (self->environment);
  g_strfreev (self->held);
  self->filled_argv = g_steal_pointer (&argv);
  self->environment = g_steal_pointer (&environment);
  self->held = g_steal_pointer (&paths);
  self->options = (PaddockChildOptions) {
    .argv = (const char * const *) self->filled_argv,
    .program = self->program,
    .environment = (const char * const *) self->environment,
    .folders = self->enters_folder ? (const char * const *) self->held : NULL,
    .box = self->box,
  };
  return &self->options;
}

/**
 * paddock_launch_command_dup_given:
 *
 * Describes what a server is started with if it may see @list. If a text is missing in another
 * description, the server may do less there.
 *
 * Returns: (transfer full): for a confined server its grants (paddock_root_list_dup_grants());
 *   otherwise the paths of the folders
 */
GStrv
paddock_launch_command_dup_given (const PaddockLaunchCommand *self,
                                  const PaddockRootList      *list)
{
  return self->confinement != NULL ? paddock_root_list_dup_grants (list)
                                   : paddock_root_list_dup_paths (list);
}

/**
 * paddock_launch_command_get_given:
 *
 * Returns: (transfer none): what the last server was started with, maybe nothing
 */
const char * const *
paddock_launch_command_get_given (const PaddockLaunchCommand *self)
{
  return (const char * const *) self->given;
}

/**
 * paddock_launch_command_get_held:
 *
 * Returns: (transfer none): the paths of the folders that the last server got, maybe none
 */
const char * const *
paddock_launch_command_get_held (const PaddockLaunchCommand *self)
{
  return (const char * const *) self->held;
}

/* Returns: (transfer none) (nullable): how the server is confined; NULL if it is not */
PaddockConfinement *
paddock_launch_command_get_confinement (PaddockLaunchCommand *self)
{
  return self->confinement;
}

/* Returns: (transfer none) (nullable): the box of the last server; NULL: it has none */
PaddockBox *
paddock_launch_command_get_box (PaddockLaunchCommand *self)
{
  return self->box;
}

gboolean
paddock_launch_command_is_filled (const PaddockLaunchCommand *self)
{
  return self->filled_argv != NULL;
}
