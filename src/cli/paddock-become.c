/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-become.h"

#include "config.h"

#include <errno.h>
#include <gio/gio.h>
#include <unistd.h>

/* Executes another program of Paddock in place of `paddock`: the service, or `paddock-remote`,
 * which connects to a server at an address. The process keeps its id, command line and standard
 * streams.
 */

static char *
if_program (char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && g_file_test (path, G_FILE_TEST_IS_EXECUTABLE))
    return path;
  g_free (path);
  return NULL;
}

/**
 * paddock_become_find:
 * @name: the name of the program to find
 * @folder: the folder of that program in the source tree, and so in a build tree
 * @own_directory: (nullable): the directory of the running program
 * @libexec_way: the relative path from bindir to libexecdir
 * @installed_directory: the libexecdir of this build
 *
 * Looks for a program: first beside the running program, then in the build tree, then along
 * @libexec_way, and last in @installed_directory. So an installation that was moved to another
 * prefix does not start the service of the original installation.
 *
 * Returns: (transfer full) (nullable): the path of the program; %NULL if it was not found
 */
char *
paddock_become_find (const char *name,
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
 * paddock_become_program:
 * @name: the name of the program to execute
 * @folder: the folder of that program in the source tree
 * @argv: the command and its arguments
 *
 * Executes a program in place of this one. Returns only if that failed.
 *
 * Returns: (transfer full) (nullable): the system's error message; %NULL if the program was not
 *   found
 */
char *
paddock_become_program (PaddockCli         *cli,
                        const char         *name,
                        const char         *folder,
                        const char * const *argv)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *directory = self != NULL ? g_path_get_dirname (self) : NULL;
  g_autofree char *program = paddock_become_find (name, folder, directory,
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
