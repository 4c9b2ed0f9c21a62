/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-watch"

#include "paddock-watch-cover.h"

#include "paddock-path-object.h"

#include <errno.h>
#include <string.h>

/* The watches that a path needs, so that the kernel reports every change of the path. A thread of
 * the file pool makes the watches, because making them may block. Then the root's entry in the
 * watcher owns them, on the main thread, until the next look at the root makes new ones. No
 * descriptor stays open.
 *
 * A watch on a directory reports what happens to the directory's children, and its own deletion,
 * renaming and change of permissions. So each directory from "/" to the path is watched. A
 * directory that Paddock may not read can't be watched. Then the watch above reports a change of
 * its permissions, and the watch below reports its own renaming or deletion. That is not enough if
 * two such directories follow each other, or if the next component of the path is missing.
 *
 * The walk goes from the top downwards. It watches each directory before it looks up the next
 * component in it, so any later change is reported. It never follows a link.
 *
 * Only directories on file systems with events are watched, because other file systems may hang.
 * The mount table is asked twice about each component: by its path, before the component is
 * touched; then by the mount of its descriptor, because somebody may have mounted something in
 * between. */

/* The walk along a path, one component at a time. */
typedef struct {
  PaddockWatchCover       *cover;
  const PaddockMountTable *mounts;
  gboolean                 is_watched;  /* the kernel watches the directory that the walk has
                                         * reached */
  PaddockPathObject        at;          /* the directory that the walk has reached */
} Walk;

static void
hold_clear (gpointer data)
{
  g_free (((PaddockWatchHold *) data)->path);
}

static gboolean
has_events (const PaddockMount *mount)
{
  return mount != NULL && mount->has_events;
}

/* Watches the directory that the walk has reached; sets errno if that fails. */
static gboolean
add_watch (Walk       *walk,
           const char *path)
{
  PaddockWatchCover *cover = walk->cover;
  PaddockWatchHold hold = { .path = NULL };
  gboolean is_missed;

  hold.watch = paddock_watch_monitors_add (cover->monitors, walk->at.fd, path, &is_missed);
  cover->is_missing_events |= is_missed;
  if (hold.watch < 0)
    return FALSE;

  hold.path = g_strdup (path);
  g_array_append_val (cover->watches, hold);
  return TRUE;
}

/* Decides whether the cover can still be complete without a watch on the directory that the walk
 * has reached. @error: the errno of the failed watch. */
static void
go_unwatched (Walk       *walk,
              const char *path,
              int         error)
{
  const PaddockMount *mount = paddock_mount_table_lookup (walk->mounts, path);
  /* The watch of the directory above reports nothing about the top of a mount. */
  gboolean is_top = mount != NULL && strlen (path) > 1 && g_str_equal (path, mount->point);

  if (error != EACCES || !walk->is_watched || is_top)
    walk->cover->is_complete = FALSE;
}

/* Steps to @path, whose last component is @name, and watches it. Returns whether the walk can go on
 * below @path. */
static gboolean
visit (Walk       *walk,
       const char *path,
       const char *name)
{
  g_auto (PaddockPathObject) next = PADDOCK_PATH_OBJECT_INIT;
  gboolean is_watched;

  if (!has_events (paddock_mount_table_lookup (walk->mounts, path))) {
    walk->cover->is_complete = FALSE;
    return FALSE;
  }

  if (!paddock_path_object_step (&next, walk->at.fd >= 0 ? &walk->at : NULL, name)) {
    /* EACCES: nothing below can be seen until the permissions change, and the kernel reports that
     * change. */
    if (errno != EACCES && (errno != ENOENT || !walk->is_watched))
      walk->cover->is_complete = FALSE;
    return FALSE;
  }

  if (!has_events (paddock_mount_table_find (walk->mounts,
                                             (guint64) paddock_path_object_get_mount (&next))) ||
      !paddock_path_object_load (&next)) {
    walk->cover->is_complete = FALSE;
    return FALSE;
  }

  if (!S_ISDIR (next.info.st_mode)) {
    walk->cover->is_complete &= walk->is_watched;
    return FALSE;
  }

  paddock_path_object_clear (&walk->at);
  walk->at.fd = g_steal_fd (&next.fd);
  is_watched = add_watch (walk, path);
  if (!is_watched)
    go_unwatched (walk, path, errno);
  walk->is_watched = is_watched;
  return TRUE;
}

/**
 * paddock_watch_cover_new_for_path:
 * @path: canonical; it need not exist
 * @mounts: what is mounted now
 * @monitors: adds the watches
 *
 * Watches the directories from "/" to @path that exist, are readable, and are on a file system with
 * events. Stops at a link. Blocks on a slow disk: call it on a thread of a #PaddockFilePool.
 *
 * Returns: (transfer full): the watches
 */
PaddockWatchCover *
paddock_watch_cover_new_for_path (const char              *path,
                                  const PaddockMountTable *mounts,
                                  PaddockWatchMonitors    *monitors)
{
  PaddockWatchCover *cover = g_new0 (PaddockWatchCover, 1);
  Walk walk = {
    .cover = cover, .mounts = mounts, .is_watched = TRUE, .at = PADDOCK_PATH_OBJECT_INIT,
  };
  const char *end = path;

  cover->monitors = paddock_watch_monitors_ref (monitors);
  cover->watches = g_array_new (FALSE, FALSE, sizeof (PaddockWatchHold));
  g_array_set_clear_func (cover->watches, hold_clear);
  cover->is_complete = path[0] == '/';

  if (cover->is_complete && visit (&walk, "/", NULL)) {
    while (*(end += strspn (end, "/")) != '\0') {
      gsize length = strcspn (end, "/");
      g_autofree char *name = g_strndup (end, length);
      g_autofree char *prefix = NULL;

      end += length;
      prefix = g_strndup (path, (gsize) (end - path));
      if (!visit (&walk, prefix, name))
        break;
    }
  }

  paddock_path_object_clear (&walk.at);
  return cover;
}

/**
 * paddock_watch_cover_free:
 * @cover: (transfer full): the watches of a path
 *
 * Ends the watches. May be called on any thread.
 */
void
paddock_watch_cover_free (PaddockWatchCover *cover)
{
  for (guint i = 0; i < cover->watches->len; i++) {
    const PaddockWatchHold *hold = &g_array_index (cover->watches, PaddockWatchHold, i);

    paddock_watch_monitors_release (cover->monitors, hold->watch, hold->path);
  }
  g_array_unref (cover->watches);
  paddock_watch_monitors_unref (cover->monitors);
  g_free (cover);
}
