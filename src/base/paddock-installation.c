/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-installation.h"

#include "paddock-documents.h"
#include "paddock-names.h"

/* The two installations that one user can have side by side, that of the system and that of
 * Flatpak, and where each keeps its data. Nothing here looks into them; from inside Flatpak the
 * system's is visible only where the user permitted it. */

/**
 * paddock_installation_dup_data_directory:
 * @is_sandboxed: whether that of Flatpak is meant
 * @home: the user's home directory, of the system
 * @host_data_home: (nullable): the system's XDG_DATA_HOME, where it is known and not the usual one
 *
 * Flatpak gives an application ~/.var/app/ID/data as its XDG_DATA_HOME, whatever the user's is
 * (flatpak-run(1)).
 *
 * Returns: (transfer full): the directory of that installation's database; it need not exist
 */
char *
paddock_installation_dup_data_directory (gboolean    is_sandboxed,
                                         const char *home,
                                         const char *host_data_home)
{
  if (is_sandboxed)
    return g_build_filename (home, ".var", "app", PADDOCK_APP_ID, "data", "paddock", NULL);
  if (host_data_home != NULL && g_path_is_absolute (host_data_home))
    return g_build_filename (host_data_home, "paddock", NULL);
  return g_build_filename (home, ".local", "share", "paddock", NULL);
}

/**
 * paddock_installation_dup_other:
 *
 * Returns: (transfer full): the data directory of the installation that this one is not
 */
char *
paddock_installation_dup_other (void)
{
  return paddock_installation_dup_data_directory (!paddock_documents_is_sandboxed (),
                                                  g_get_home_dir (),
                                                  g_getenv ("HOST_XDG_DATA_HOME"));
}
