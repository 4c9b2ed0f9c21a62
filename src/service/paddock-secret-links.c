/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-secret-links.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether a file that has several names is one of the user's known secrets under another one, or
 * one of Paddock's own files.
 *
 * A hard link inside a root is inside: nothing tells it from a file. But whoever can write into a
 * shared folder could link a key to a harmless name there and have it read. So what has more than
 * one link is compared, by device and inode, with what is at the places where secrets have just
 * one place below the home (data/sensitive-files.txt). Nothing is opened but folders, no link is
 * followed to a file, and no more than a number of files in and below each folder is looked at. It
 * touches the home, and so runs on a thread of the file pool, which may hang with it. */

static gboolean
is_file (const struct stat *status,
         guint64            device,
         guint64            inode)
{
  return S_ISREG (status->st_mode) && status->st_dev == device && status->st_ino == inode;
}

/* Compares what lies directly in @path, and adds the folders there to @folders. The number that a
 * folder has for an entry is not believed: FUSE and overlays give others than stat() does. */
static gboolean
is_among_entries (const char *path,
                  guint64     device,
                  guint64     inode,
                  GQueue     *folders,
                  guint      *n_left)
{
  int descriptor = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
  DIR *folder = descriptor >= 0 ? fdopendir (descriptor) : NULL;
  gboolean is_there = FALSE;
  struct dirent *entry;
  struct stat status;

  if (folder == NULL) {
    if (descriptor >= 0)
      close (descriptor);
    return FALSE;
  }
  /* Names of one file lie on one device. */
  if (fstat (descriptor, &status) < 0 || status.st_dev != device)
    *n_left = 0;
  while (!is_there && *n_left > 0 && (entry = readdir (folder)) != NULL) {
    if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, ".."))
      continue;
    (*n_left)--;
    if (fstatat (descriptor, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) < 0)
      continue;
    is_there = is_file (&status, device, inode);
    if (S_ISDIR (status.st_mode) && status.st_dev == device)
      g_queue_push_tail (folders, g_build_filename (path, entry->d_name, NULL));
  }
  closedir (folder);
  return is_there;
}

/* Breadth first: what matters lies near the top, caches lie deep. */
static gboolean
is_in_folder (const char *path,
              guint64     device,
              guint64     inode)
{
  GQueue folders = G_QUEUE_INIT;
  guint n_left = PADDOCK_SECRET_LINKS_FOLDER_MAX;
  gboolean is_there = FALSE;

  g_queue_push_tail (&folders, g_strdup (path));
  while (!is_there && n_left > 0 && !g_queue_is_empty (&folders)) {
    g_autofree char *next = g_queue_pop_head (&folders);

    is_there = is_among_entries (next, device, inode, &folders, &n_left);
  }
  g_queue_clear_full (&folders, g_free);
  return is_there;
}

/**
 * paddock_secret_links_match:
 * @home: (nullable): the canonical path of the user's home; %NULL: nothing matches
 * @device: of a file with more than one link
 * @inode: of that file
 * @out_kind: (out): what the secret is, where it is one
 *
 * Blocks.
 *
 * Returns: whether the file is a known secret, or lies in a folder of secrets, where a file that
 *   is an exception by its name (a public key) counts as one too
 */
gboolean
paddock_secret_links_match (const char           *home,
                            guint64               device,
                            guint64               inode,
                            PaddockSensitiveKind *out_kind)
{
  gsize n_patterns;
  const PaddockSensitivePattern *patterns = paddock_sensitive_get_patterns (&n_patterns);

  for (gsize i = 0; home != NULL && i < n_patterns; i++) {
    gboolean is_folder;
    g_autofree char *place = paddock_sensitive_pattern_place (patterns[i].pattern, home,
                                                              &is_folder);
    struct stat status;

    if (place == NULL)
      continue;
    if (is_folder ? is_in_folder (place, device, inode)
                  : lstat (place, &status) == 0 && is_file (&status, device, inode)) {
      *out_kind = patterns[i].kind;
      return TRUE;
    }
  }
  return FALSE;
}

/**
 * paddock_secret_links_is_own:
 * @places: with Paddock's own directories
 * @device: of a file with more than one link
 * @inode: of that file
 *
 * Blocks, but no longer than the file's own device: another one is not asked.
 *
 * Returns: whether the file is one of Paddock's own, its database above all
 */
gboolean
paddock_secret_links_is_own (const PaddockPlaces *places,
                             guint64              device,
                             guint64              inode)
{
  if (!paddock_places_has_own_on (places, device))
    return FALSE;

  for (gsize i = 0; places->own[i] != NULL; i++)
    if (is_in_folder (places->own[i], device, inode))
      return TRUE;
  return FALSE;
}
