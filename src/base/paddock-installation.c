/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-installation.h"

#include "paddock-documents.h"
#include "paddock-names.h"

#include <pwd.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Knows the two installations that one user can have side by side: the system's and Flatpak's. Says
 * where each of them keeps its data, and which of these directories no server may get. Nothing here
 * reads that data. From inside Flatpak the system's data is visible only if the user permitted
 * it. */

/**
 * paddock_installation_dup_data_directory:
 * @is_sandboxed: %TRUE for Flatpak's installation, %FALSE for the system's
 * @home: the user's home directory on the system
 * @host_data_home: (nullable): the system's XDG_DATA_HOME, if it is known and not the usual one
 *
 * Flatpak gives an application ~/.var/app/ID/data as its XDG_DATA_HOME, whatever value the user has
 * set (flatpak-run(1)).
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
 * Returns: (transfer full): the data directory of the other installation
 */
char *
paddock_installation_dup_other (void)
{
  return paddock_installation_dup_data_directory (!paddock_documents_is_sandboxed (),
                                                  g_get_home_dir (),
                                                  g_getenv ("HOST_XDG_DATA_HOME"));
}

/**
 * paddock_installation_dup_own:
 *
 * Returns: (transfer full): the data directory of this installation, an absolute path
 */
char *
paddock_installation_dup_own (void)
{
  const char *override = g_getenv (PADDOCK_ENV_DATA_DIR);

  if (override != NULL && *override != '\0')
    return g_canonicalize_filename (override, NULL);
  return g_build_filename (g_get_user_data_dir (), "paddock", NULL);
}

/* Returns @path with all links resolved. A path that does not exist yet is returned as it is:
 * nothing can be below it. */
static char *
resolve (const char *path)
{
  char *resolved = realpath (path, NULL);
  char *copy = g_strdup (resolved != NULL ? resolved : path);

  free (resolved);
  return copy;
}

/**
 * paddock_installation_dup_registered_home:
 *
 * Looks up the home directory in the system's database of users, because the program that started
 * this process may have set `HOME` to another one. Blocks if the database is on the network.
 *
 * Returns: (transfer full) (nullable): the path of the home directory, links resolved; %NULL if
 *   none is known
 */
char *
paddock_installation_dup_registered_home (void)
{
  char buffer[16 * 1024];
  struct passwd entry;
  struct passwd *found = NULL;

  if (getpwuid_r (getuid (), &entry, buffer, sizeof buffer, &found) != 0 || found == NULL ||
      found->pw_dir == NULL || found->pw_dir[0] != '/')
    return NULL;
  return resolve (found->pw_dir);
}

/**
 * paddock_installation_find_places:
 * @data_dir: the data directory in use
 * @socket_path: the path of the service's socket
 *
 * Finds the directories that the rules about paths need. Blocks if the user's directories are on a
 * file system that hangs. If one of Paddock's own directories is made later, Paddock recognizes it
 * only by its path, not by device and inode.
 *
 * Returns: (transfer full): the home directory and Paddock's own directories, all links resolved;
 *   in a sandbox also where the portal shows documents
 */
PaddockPlaces *
paddock_installation_find_places (const char *data_dir,
                                  const char *socket_path)
{
  g_autofree char *home = resolve (g_get_home_dir ());
  g_autofree char *data = resolve (data_dir);
  g_autofree char *other_path = paddock_installation_dup_other ();
  g_autofree char *other = resolve (other_path);
  g_autofree char *config_path = g_build_filename (g_get_user_config_dir (), "paddock", NULL);
  g_autofree char *config = resolve (config_path);
  g_autofree char *socket_dir_path = g_path_get_dirname (socket_path);
  g_autofree char *socket_dir = resolve (socket_dir_path);
  const char *own[] = { data, other, config, socket_dir, NULL };
  PaddockPlaces *places = paddock_places_new (home, g_get_user_name (), own);

  for (gsize i = 0; own[i] != NULL; i++) {
    struct stat info;

    if (stat (own[i], &info) == 0)
      paddock_places_add_own_object (places, info.st_dev, info.st_ino);
  }
  if (paddock_documents_is_sandboxed ()) {
    g_autofree char *mount_path = paddock_documents_dup_mount ();
    g_autofree char *mount = resolve (mount_path);

    paddock_places_set_documents (places, mount);
  }
  return places;
}
