/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-own-command.h"

#include "paddock-activation.h"
#include "paddock-names.h"

#include <string.h>

/* How a host has to start this installation's `paddock`. A host runs outside of every sandbox, and
 * the command stays in its configuration for a long time: it must be right after an update too. */

/* In a sandbox the information about it says where its files are outside. They are in a directory
 * of this version, and there is a link beside it to whichever is the current one. */
static char *
dup_from_sandbox (GKeyFile *info)
{
  static const char mine[] = "/app/" PADDOCK_APP_ID "/";
  g_autofree char *files = g_key_file_get_string (info, "Instance", "app-path", NULL);
  char *end;

  if (files == NULL || !g_path_is_absolute (files) || !g_utf8_validate (files, -1, NULL))
    return NULL;
  end = g_strrstr (files, mine);
  if (end == NULL)
    return g_build_filename (files, "bin", "paddock-host", NULL);
  end[strlen (mine)] = '\0';
  return g_build_filename (files, "current", "active", "files", "bin", "paddock-host", NULL);
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
 * @sandbox_info: %PADDOCK_OWN_COMMAND_SANDBOX, which is there in a sandbox only
 * @own_directory: (nullable): where the running program lies
 * @bin_directory: where Paddock is installed
 *
 * Returns: (transfer full) (nullable): "paddock" where that is found by PATH, else an absolute
 *   path; %NULL where there is none that could be written into a configuration
 */
char *
paddock_own_command_dup (const char *sandbox_info,
                         const char *own_directory,
                         const char *bin_directory)
{
  g_autoptr (GKeyFile) info = g_key_file_new ();
  g_autofree char *program = NULL;
  g_autofree char *on_path = NULL;

  if (g_key_file_load_from_file (info, sandbox_info, G_KEY_FILE_NONE, NULL))
    return dup_from_sandbox (info);

  program = paddock_activation_find_program (own_directory, bin_directory);
  if (program == NULL || !g_utf8_validate (program, -1, NULL))
    return NULL;
  on_path = g_find_program_in_path ("paddock");
  if (on_path != NULL && is_same_file (on_path, program))
    return g_strdup ("paddock");
  return g_canonicalize_filename (program, NULL);
}
