/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-host-bundle.h"
#include "paddock-names.h"

#include "config.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <unistd.h>

/* `paddock serve`: executes the program `paddock-service` (src/daemon). Process id and command line
 * stay the same, because the user and system tools recognize the service by them. */

static char *
if_program (char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && g_file_test (path, G_FILE_TEST_IS_EXECUTABLE))
    return path;
  g_free (path);
  return NULL;
}

/**
 * paddock_cmd_serve_find_program:
 * @name: of the program to execute
 * @folder: the source folder of that program
 * @own_directory: (nullable): the directory of the running program
 * @libexec_way: the relative path from bindir to libexecdir
 * @installed_directory: the libexecdir of this build
 *
 * Looks beside the running program, in its build tree, then along @libexec_way, and last in
 * @installed_directory. So an installation that was moved to another prefix does not start the
 * service of the original one.
 *
 * Returns: (transfer full) (nullable): its path; %NULL if there is none
 */
char *
paddock_cmd_serve_find_program (const char *name,
                                const char *folder,
                                const char *own_directory,
                                const char *libexec_way,
                                const char *installed_directory)
{
  g_autofree char *build_way = g_build_filename ("..", folder, NULL);
  const char * const ways[] = { ".", build_way, libexec_way };
  char *found = NULL;

  for (guint i = 0; own_directory != NULL && found == NULL && i < G_N_ELEMENTS (ways); i++)
    found = if_program (g_build_filename (own_directory, ways[i], name, NULL));
  if (found == NULL)
    found = if_program (g_build_filename (installed_directory, name, NULL));
  return found;
}

/**
 * paddock_cmd_serve_become:
 * @name: of the program to execute
 * @folder: the source folder of that program
 * @argv: the command and its arguments
 *
 * Returns: (transfer full): only on failure: the system's error message; %NULL if there is no such
 *   program
 */
char *
paddock_cmd_serve_become (PaddockCli         *cli,
                          const char         *name,
                          const char         *folder,
                          const char * const *argv)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *directory = self != NULL ? g_path_get_dirname (self) : NULL;
  g_autofree char *program = paddock_cmd_serve_find_program (name, folder, directory,
                                                             BIN_TO_LIBEXEC, LIBEXECDIR);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) words = NULL;

  if (program == NULL)
    return NULL;
  g_strv_builder_add (builder, "paddock");
  g_strv_builder_addv (builder, (const char **) argv);
  words = g_strv_builder_end (builder);
  fflush (cli->out);
  execv (program, words);
  return g_strdup (g_strerror (errno));
}

/**
 * paddock_cmd_serve:
 *
 * Returns: only if the service can't be executed
 */
PaddockExit
paddock_cmd_serve (PaddockCli        *cli,
                   const PaddockVerb *verb,
                   GStrv             *argv)
{
  g_autofree char *problem = NULL;

  if (paddock_host_bundle_get_directory () != NULL) {
    /* Translators: %s is a command to be typed */
    paddock_cli_complain (cli, _("The service runs inside the sandbox and starts by itself. To "
                                 "start it now, type “%s”."),
                          "flatpak run --command=paddock " PADDOCK_APP_ID " serve");
    return PADDOCK_EXIT_REFUSED;
  }
  problem = paddock_cmd_serve_become (cli, "paddock-service", "daemon",
                                      (const char * const *) *argv);
  if (problem == NULL)
    paddock_cli_complain (cli, "%s", _("The program “paddock-service” is missing. Install "
                                       "Paddock again."));
  else
    /* Translators: %s is the reason, as the system words it */
    paddock_cli_complain (cli, _("Can’t start Paddock’s service: %s"), problem);
  return PADDOCK_EXIT_REFUSED;
}
