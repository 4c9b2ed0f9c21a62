/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-watch"

#include "paddock-watch-look.h"

/* One look at a root: first have its changes reported, then see whether it is there. All of it runs
 * on a thread of the file pool, because the path may lie on a file system that hangs. The caller
 * and the thread each hold a reference; only the beginning and the end are seen from outside. */
struct _PaddockWatchLook {
  char                 *path;         /* (owned) */
  PaddockFileRecord    *record;       /* (owned) */
  gint64                last_seen;
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
  /* If the mounts are unknown, none has events. */
  if (mounts == NULL)
    mounts = paddock_mount_table_parse ("");

  /* In this order: events report what changes after the check, and the check sees what changed
   * before. */
  finding->cover = paddock_watch_cover_new_for_path (look->path, mounts, look->monitors);
  finding->time = g_get_real_time ();
  finding->availability =
    paddock_path_check (look->path, look->record, look->last_seen, &finding->current);
  g_atomic_int_set (&look->has_ended, TRUE);
  return finding;
}

/**
 * paddock_watch_look_new:
 * @path: canonical
 * @record: what Paddock remembers of it
 * @last_seen: when it was last available, in µs since the epoch
 * @monitors: reports changes from now on
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
 * Returns: (nullable) (transfer full): the finding; %NULL with @error set if it was cancelled, or
 *   if too many looks wait for that mount
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
 * Returns: whether a thread has begun; before that it waits for others on its mount
 */
gboolean
paddock_watch_look_has_begun (PaddockWatchLook *look)
{
  return g_atomic_int_get (&look->has_begun);
}

/**
 * paddock_watch_look_has_ended:
 *
 * Returns: whether the thread is done; the finding arrives some time later
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
