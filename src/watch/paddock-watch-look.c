/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-watch"

#include "paddock-watch-look.h"

/* One look at a root: is it there, and where must monitors be so that a change is noticed. All of
 * it happens on a thread of the file pool, for the path may lie on a file system that hangs. */

/* What goes to the thread; nobody else touches it there. */
typedef struct {
  char              *path;          /* (owned) */
  PaddockFileRecord *record;        /* (owned) */
  gint64             last_seen;
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  g_free (look->path);
  paddock_file_record_free (look->record);
  g_free (look);
}

static gpointer
take_look (gpointer      data,
           GCancellable *cancellable)
{
  const Look *look = data;
  g_autoptr (PaddockMountTable) mounts = paddock_mount_table_read (NULL);
  PaddockWatchFinding *finding = g_new0 (PaddockWatchFinding, 1);

  /* Where nothing is known of mounts none of them has events. */
  if (mounts == NULL)
    mounts = paddock_mount_table_parse ("");

  /* Before the check: what changes while it runs has to count as later. */
  finding->began = g_get_monotonic_time ();
  finding->time = g_get_real_time ();
  finding->availability =
    paddock_path_check (look->path, look->record, look->last_seen, &finding->current);
  finding->cover = paddock_watch_cover_find (look->path, mounts);
  return finding;
}

/**
 * paddock_watch_look_async:
 * @path: canonical
 * @record: what is remembered of it
 * @last_seen: when it was last found available, in µs since the epoch
 */
void
paddock_watch_look_async (PaddockFilePool         *pool,
                          const char              *path,
                          const PaddockFileRecord *record,
                          gint64                   last_seen,
                          GCancellable            *cancellable,
                          GAsyncReadyCallback      callback,
                          gpointer                 user_data)
{
  Look *look = g_new0 (Look, 1);

  look->path = g_strdup (path);
  look->record = paddock_file_record_copy (record);
  look->last_seen = last_seen;
  paddock_file_pool_run_async (pool, path, take_look, look, look_free,
                               (GDestroyNotify) paddock_watch_finding_free, cancellable,
                               callback, user_data);
}

/**
 * paddock_watch_look_finish:
 *
 * Returns: (nullable) (transfer full): %NULL with @error set if it was cancelled, or if too many
 *   looks wait for that mount
 */
PaddockWatchFinding *
paddock_watch_look_finish (PaddockFilePool  *pool,
                           GAsyncResult     *result,
                           GError          **error)
{
  return paddock_file_pool_run_finish (pool, result, error);
}

void
paddock_watch_finding_free (PaddockWatchFinding *finding)
{
  g_clear_pointer (&finding->current, paddock_file_record_free);
  g_clear_pointer (&finding->cover, paddock_watch_cover_free);
  g_free (finding);
}
