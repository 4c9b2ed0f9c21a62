/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-secret-links.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether a file that has several names is one of the user's known secrets under another one.
 *
 * A hard link inside a root is inside: nothing tells it from a file. But whoever can write into a
 * shared folder could link a key to a harmless name there and have it read. So what has more than
 * one link is compared, by device and inode, with what is at the places where secrets have just
 * one place below the home (data/sensitive-files.txt). Nothing is opened but folders, no link is
 * followed to a file, and no more than a number of files of each folder is looked at. It touches
 * the home, and so runs on a thread of the file pool, which may hang with it. */

static gboolean
is_file (const struct stat *status,
         guint64            device,
         guint64            inode)
{
  return S_ISREG (status->st_mode) && status->st_dev == device && status->st_ino == inode;
}

static gboolean
is_in_folder (const char *path,
              guint64     device,
              guint64     inode)
{
  int descriptor = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
  DIR *folder = descriptor >= 0 ? fdopendir (descriptor) : NULL;
  gboolean is_there = FALSE;
  struct dirent *entry;

  if (folder == NULL) {
    if (descriptor >= 0)
      close (descriptor);
    return FALSE;
  }
  for (guint n = 0; !is_there && n < PADDOCK_SECRET_LINKS_FOLDER_MAX; n++) {
    struct stat status;

    entry = readdir (folder);
    if (entry == NULL)
      break;
    is_there = entry->d_ino == inode &&
               fstatat (dirfd (folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
               is_file (&status, device, inode);
  }
  closedir (folder);
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
