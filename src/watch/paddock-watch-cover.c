/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-watch"

#include "paddock-watch-cover.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where monitors must be for a path. Computed on a thread of the file pool, for it looks at the
 * path; a value from then on.
 *
 * What a monitor on a directory tells: what becomes of its children, and its own deletion, renaming
 * and change of permission. So each directory on the way is monitored. One that we may not read is
 * made up for by its neighbours: the one above tells its permissions, the one below its own
 * renaming. Two of these in a row leave a gap, and so does one where the next component is missing.
 *
 * A monitor on a file system that hangs stops every monitor of the process, even when a worker
 * thread makes it. So the walk asks the mount table before it touches a component, ends where
 * events do not reach, and never follows a link to somewhere else. */

static void
spot_free (gpointer data)
{
  PaddockWatchSpot *spot = data;

  g_free (spot->path);
  g_free (spot);
}

static void
add_spot (PaddockWatchCover  *cover,
          const char         *path,
          const struct stat  *info,
          const PaddockMount *mount)
{
  PaddockWatchSpot *spot = g_new0 (PaddockWatchSpot, 1);

  spot->path = g_strdup (path);
  spot->device = info->st_dev;
  spot->inode = info->st_ino;
  spot->mount = mount->id;
  g_ptr_array_add (cover->spots, spot);
}

/* The walk, a component at a time. */
typedef struct {
  PaddockWatchCover *cover;
  gboolean           is_monitored;  /* the directory that it has reached */
} Walk;

/* Whether the walk may go on below @path. */
static gboolean
visit (Walk                    *walk,
       const char              *path,
       const PaddockMountTable *mounts)
{
  const PaddockMount *mount = paddock_mount_table_lookup (mounts, path);
  gboolean is_readable;
  struct stat info;

  if (!mount || !mount->has_events) {
    walk->cover->is_complete = FALSE;
    return FALSE;
  }

  if (lstat (path, &info) != 0) {
    /* Without permission to look, nothing of it can change for us before the permission does. */
    if (errno != EACCES && (errno != ENOENT || !walk->is_monitored))
      walk->cover->is_complete = FALSE;
    return FALSE;
  }

  if (!S_ISDIR (info.st_mode)) {
    walk->cover->is_complete &= walk->is_monitored;
    return FALSE;
  }

  is_readable = faccessat (AT_FDCWD, path, R_OK, AT_EACCESS) == 0;
  if (is_readable)
    add_spot (walk->cover, path, &info, mount);
  else if (!walk->is_monitored || (strlen (path) > 1 && g_str_equal (path, mount->point)))
    walk->cover->is_complete = FALSE; /* the directory above sees nothing of a mount's top */
  walk->is_monitored = is_readable;
  return TRUE;
}

/**
 * paddock_watch_cover_find:
 * @path: canonical; it need not exist
 * @mounts: the mounts of now
 *
 * Blocks on a file system that hangs: call it on a thread of a #PaddockFilePool.
 *
 * Returns: (transfer full): only existing and readable directories, on file systems with events,
 *   and reached without a link
 */
PaddockWatchCover *
paddock_watch_cover_find (const char              *path,
                          const PaddockMountTable *mounts)
{
  PaddockWatchCover *cover = g_new0 (PaddockWatchCover, 1);
  Walk walk = { .cover = cover, .is_monitored = TRUE };
  const char *end = path;

  cover->spots = g_ptr_array_new_with_free_func (spot_free);
  cover->is_complete = path[0] == '/';
  if (!cover->is_complete || !visit (&walk, "/", mounts))
    return cover;

  while (*(end += strspn (end, "/")) != '\0') {
    g_autofree char *prefix = NULL;

    end += strcspn (end, "/");
    prefix = g_strndup (path, (gsize) (end - path));
    if (!visit (&walk, prefix, mounts))
      break;
  }
  return cover;
}

void
paddock_watch_cover_free (PaddockWatchCover *cover)
{
  g_ptr_array_unref (cover->spots);
  g_free (cover);
}
