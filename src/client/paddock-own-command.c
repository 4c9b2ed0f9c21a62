/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-own-command.h"

#include "paddock-activation.h"
#include "paddock-host-bundle.h"
#include "paddock-names.h"

#include <string.h>

/* Finds the command that starts this installation's `paddock`. Hosts run outside every sandbox. The
 * command stays in a host's configuration for a long time, so it must still work after an update of
 * Paddock. */

/* Returns the command of a Flatpak. @files: (nullable): the path of the app's files on the host.
 * That directory belongs to one version of the app. The symbolic link "current" in a parent
 * directory leads to the current version. */
static char *
dup_of_files (const char *files)
{
  static const char mine[] = "/app/" PADDOCK_APP_ID "/";
  g_autofree char *app = NULL;
  const char *end;

  if (files == NULL || !g_path_is_absolute (files) || !g_utf8_validate (files, -1, NULL))
    return NULL;
  end = g_strrstr (files, mine);
  if (end == NULL)
    return g_build_filename (files, "bin", "paddock-host", NULL);
  app = g_strndup (files, (gsize) (end - files) + strlen (mine));
  return g_build_filename (app, "current", "active", "files", "bin", "paddock-host", NULL);
}

/* Returns the command for a Flatpak, whose file @info says where its files are on the host. */
static char *
dup_from_sandbox (GKeyFile *info)
{
  g_autofree char *files = g_key_file_get_string (info, "Instance", "app-path", NULL);

  return dup_of_files (files);
}

/* Returns the command for `paddock` on the host, started from the files of a Flatpak. They have the
 * directory of the launcher in their libexecdir. */
static char *
dup_from_bundle (const char *bundle)
{
  g_autofree char *libexec = g_path_get_dirname (bundle);
  g_autofree char *files = g_path_get_dirname (libexec);

  return dup_of_files (files);
}

static gboolean
is_same_file (const char *one,
              const char *other)
{
  g_autofree char *first = g_canonicalize_filename (one, NULL);
  g_autofree char *second = g_canonicalize_filename (other, NULL);

  return g_str_equal (first, second);
}

/**
 * paddock_own_command_dup:
 * @sandbox_info: usually %PADDOCK_OWN_COMMAND_SANDBOX, a file that exists only in a sandbox
 * @own_directory: (nullable): the directory of the running program
 * @bin_directory: the bindir of this build
 *
 * Returns: (transfer full) (nullable): "paddock" if this installation's `paddock` is in
 *   @bin_directory and PATH leads to it, else an absolute path; %NULL if there is no path that a
 *   configuration can hold
 */
char *
paddock_own_command_dup (const char *sandbox_info,
                         const char *own_directory,
                         const char *bin_directory)
{
  g_autoptr (GKeyFile) info = g_key_file_new ();
  g_autofree char *program = NULL;
  g_autofree char *on_path = NULL;
  g_autofree char *installed = NULL;

  if (g_key_file_load_from_file (info, sandbox_info, G_KEY_FILE_NONE, NULL))
    return dup_from_sandbox (info);

  program = paddock_activation_find_program (own_directory, bin_directory);
  if (program == NULL || !g_utf8_validate (program, -1, NULL))
    return NULL;
  on_path = g_find_program_in_path ("paddock");
  installed = g_build_filename (bin_directory, "paddock", NULL);
  /* Apps lack the PATH of a terminal that leads to a build tree. */
  if (on_path != NULL && is_same_file (on_path, program) && is_same_file (program, installed))
    return g_strdup ("paddock");
  return g_canonicalize_filename (program, NULL);
}

/**
 * paddock_own_command_find:
 * @bin_directory: the bindir of this build
 *
 * Returns: (transfer full) (nullable): as paddock_own_command_dup(), for the running program
 */
char *
paddock_own_command_find (const char *bin_directory)
{
  const char *bundle = paddock_host_bundle_get_directory ();
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *directory = self != NULL ? g_path_get_dirname (self) : NULL;

  if (bundle != NULL)
    return dup_from_bundle (bundle);
  return paddock_own_command_dup (PADDOCK_OWN_COMMAND_SANDBOX, directory, bin_directory);
}
