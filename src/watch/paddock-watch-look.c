/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-watch"

#include "paddock-watch-look.h"

/* One look at a root: first it has the kernel report changes of the root, then it checks whether
 * the root is available. A look runs on a thread of the file pool, because the path may lie on a
 * file system that hangs. The caller and the thread each hold a reference. Before the result
 * arrives, the caller can only see whether the look has begun, and whether it has ended. */
struct _PaddockWatchLook {
  char                 *path;         /* (owned) */
  PaddockFileRecord    *record;       /* (owned) what Paddock remembers of the root */
  gint64                last_seen;    /* µs since the epoch: when the root was last available */
  PaddockWatchMonitors *monitors;     /* (owned) */
  int                   has_begun;    /* atomic */
  int                   has_ended;    /* atomic */
};

static void
look_clear (gpointer data)
{
  PaddockWatchLook *look = data;

  g_free (look->path);
  paddock_file_record_free (look->record);
  paddock_watch_monitors_unref (look->monitors);
}

static gpointer
run_look (gpointer      data,
          GCancellable *cancellable)
{
  PaddockWatchLook *look = data;
  g_autoptr (PaddockMountTable) mounts = NULL;
  PaddockWatchFinding *finding = g_new0 (PaddockWatchFinding, 1);

  g_atomic_int_set (&look->has_begun, TRUE);
  mounts = paddock_mount_table_read (NULL);
  /* If the mount table can't be read, use an empty one: then no mount has events. */
  if (mounts == NULL)
    mounts = paddock_mount_table_parse ("");

  /* Watch first, check second. So the check sees every earlier change, and events report every
   * later change. */
  finding->cover = paddock_watch_cover_new_for_path (look->path, mounts, look->monitors);
  finding->time = g_get_real_time ();
  finding->availability =
    paddock_path_check (look->path, look->record, look->last_seen, &finding->current);
  g_atomic_int_set (&look->has_ended, TRUE);
  return finding;
}

/**
 * paddock_watch_look_new:
 * @path: the root's canonical path
 * @record: what Paddock remembers of the root
 * @last_seen: when the root was last available, in µs since the epoch
 * @monitors: adds the watches
 *
 * Prepares a look. paddock_watch_look_async() runs it.
 */
PaddockWatchLook *
paddock_watch_look_new (const char              *path,
                        const PaddockFileRecord *record,
                        gint64                   last_seen,
                        PaddockWatchMonitors    *monitors)
{
  PaddockWatchLook *look = g_atomic_rc_box_new0 (PaddockWatchLook);

  look->path = g_strdup (path);
  look->record = paddock_file_record_copy (record);
  look->last_seen = last_seen;
  look->monitors = paddock_watch_monitors_ref (monitors);
  return look;
}

void
paddock_watch_look_unref (PaddockWatchLook *look)
{
  g_atomic_rc_box_release_full (look, look_clear);
}

/**
 * paddock_watch_look_async:
 *
 * Looks at the root. Call it once for each @look.
 */
void
paddock_watch_look_async (PaddockWatchLook    *look,
                          PaddockFilePool     *pool,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  paddock_file_pool_run_async (pool, look->path, run_look, g_atomic_rc_box_acquire (look),
                               (GDestroyNotify) paddock_watch_look_unref,
                               (GDestroyNotify) paddock_watch_look_finding_free, cancellable,
                               callback, user_data);
}

/**
 * paddock_watch_look_finish:
 *
 * Returns: (nullable) (transfer full): the finding; %NULL with @error set if the look was
 *   cancelled, or if too many looks wait for the root's mount
 */
PaddockWatchFinding *
paddock_watch_look_finish (PaddockFilePool  *pool,
                           GAsyncResult     *result,
                           GError          **error)
{
  return paddock_file_pool_run_finish (pool, result, error);
}

/**
 * paddock_watch_look_has_begun:
 *
 * Returns: whether a thread has begun the look. Until then it waits for other looks at the same
 *   mount
 */
gboolean
paddock_watch_look_has_begun (PaddockWatchLook *look)
{
  return g_atomic_int_get (&look->has_begun);
}

/**
 * paddock_watch_look_has_ended:
 *
 * Returns: whether the thread is done. The caller may get the finding some time later
 */
gboolean
paddock_watch_look_has_ended (PaddockWatchLook *look)
{
  return g_atomic_int_get (&look->has_ended);
}

void
paddock_watch_look_finding_free (PaddockWatchFinding *finding)
{
  g_clear_pointer (&finding->current, paddock_file_record_free);
  g_clear_pointer (&finding->cover, paddock_watch_cover_free);
  g_free (finding);
}
