/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-watch"

#include "paddock-watch-monitors.h"

#include "paddock-path.h"

/* One GFileMonitor for each directory that a root needs, however many roots do. The watcher owns
 * the table and says who needs what; it lives on the main thread.
 *
 * GLib's monitors of directories know three traps. One of a path that is missing polls it every 4
 * seconds: so they are made only for spots that were just seen, and let go of once they are gone.
 * One whose directory was moved away keeps quiet about the directory that takes its place: so what
 * was monitored is compared by its inode, and distrusted after an event that may have replaced it.
 * And one that is made on a file system that hangs holds a lock that all others need: the cover's
 * walk keeps these away. */

typedef struct {
  GFileMonitor *monitor;          /* (owned) */
  guint64       device;
  guint64       inode;
  int           mount;
  guint         n_holders;
  gint64        made;             /* monotonic µs */
  gboolean      is_distrusted;
} Watch;

struct _PaddockWatchMonitors {
  GHashTable            *watches; /* path -> Watch */
  PaddockWatchEventFunc  func;
  gpointer               user_data;
};

static void
on_changed (GFileMonitor         *monitor,
            GFile                *file,
            GFile                *other_file,
            GFileMonitorEvent     event,
            PaddockWatchMonitors *self)
{
  const char *path = file ? g_file_peek_path (file) : NULL;
  const char *other_path = other_file ? g_file_peek_path (other_file) : NULL;

  switch (event) {
    case G_FILE_MONITOR_EVENT_CHANGED:
    case G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT:
      break;                      /* what is in a file does not matter here */
    case G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED:
      if (path)
        self->func (path, FALSE, self->user_data);
      break;
    case G_FILE_MONITOR_EVENT_DELETED:
    case G_FILE_MONITOR_EVENT_CREATED:
    case G_FILE_MONITOR_EVENT_PRE_UNMOUNT:
    case G_FILE_MONITOR_EVENT_UNMOUNTED:
    case G_FILE_MONITOR_EVENT_MOVED:
    case G_FILE_MONITOR_EVENT_RENAMED:
    case G_FILE_MONITOR_EVENT_MOVED_IN:
    case G_FILE_MONITOR_EVENT_MOVED_OUT:
    default:
      if (path)
        self->func (path, TRUE, self->user_data);
      if (other_path)
        self->func (other_path, TRUE, self->user_data);
      break;
  }
}

static void
stop_monitor (Watch                *watch,
              PaddockWatchMonitors *self)
{
  if (!watch->monitor)
    return;
  g_signal_handlers_disconnect_by_data (watch->monitor, self);
  g_file_monitor_cancel (watch->monitor);
  g_clear_object (&watch->monitor);
}

static void
watch_free (gpointer data)
{
  Watch *watch = data;

  g_clear_object (&watch->monitor);
  g_free (watch);
}

/* Monitors the directory that is at the spot's path now. */
static gboolean
start_monitor (PaddockWatchMonitors   *self,
               Watch                  *watch,
               const PaddockWatchSpot *spot)
{
  g_autoptr (GFile) file = g_file_new_for_path (spot->path);
  g_autoptr (GError) error = NULL;

  stop_monitor (watch, self);
  watch->monitor = g_file_monitor_directory (file, G_FILE_MONITOR_WATCH_MOVES, NULL, &error);
  if (!watch->monitor) {
    g_info ("No monitor of a directory: %s", error->message);
    return FALSE;
  }

  g_signal_connect (watch->monitor, "changed", G_CALLBACK (on_changed), self);
  watch->device = spot->device;
  watch->inode = spot->inode;
  watch->mount = spot->mount;
  watch->made = g_get_monotonic_time ();
  watch->is_distrusted = FALSE;
  return TRUE;
}

static gboolean
is_of_spot (const Watch            *watch,
            const PaddockWatchSpot *spot)
{
  return watch->monitor && !watch->is_distrusted && watch->device == spot->device
         && watch->inode == spot->inode && watch->mount == spot->mount;
}

/**
 * paddock_watch_monitors_new:
 * @func: called from the main context of this thread for each event that says something of a path;
 *   it must not free the table
 */
PaddockWatchMonitors *
paddock_watch_monitors_new (PaddockWatchEventFunc func,
                            gpointer              user_data)
{
  PaddockWatchMonitors *self = g_new0 (PaddockWatchMonitors, 1);

  self->watches = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, watch_free);
  self->func = func;
  self->user_data = user_data;
  return self;
}

void
paddock_watch_monitors_free (PaddockWatchMonitors *self)
{
  GHashTableIter iter;
  gpointer watch;

  g_hash_table_iter_init (&iter, self->watches);
  while (g_hash_table_iter_next (&iter, NULL, &watch))
    stop_monitor (watch, self);
  g_hash_table_unref (self->watches);
  g_free (self);
}

/**
 * paddock_watch_monitors_hold:
 * @spot: a directory that was just seen
 * @since: monotonic µs before the caller looked
 * @out_is_newer: whether the monitor was made after that: then the caller must look again, since
 *   what happened in between went unseen
 *
 * Makes sure that @spot is monitored until paddock_watch_monitors_release() of its path.
 *
 * Returns: %FALSE, and nothing is held, if there can be no monitor
 */
gboolean
paddock_watch_monitors_hold (PaddockWatchMonitors   *self,
                             const PaddockWatchSpot *spot,
                             gint64                  since,
                             gboolean               *out_is_newer)
{
  Watch *watch = g_hash_table_lookup (self->watches, spot->path);

  *out_is_newer = FALSE;
  if (!watch) {
    watch = g_new0 (Watch, 1);
    g_hash_table_insert (self->watches, g_strdup (spot->path), watch);
  }

  if (!is_of_spot (watch, spot) && !start_monitor (self, watch, spot)) {
    if (watch->n_holders == 0)
      g_hash_table_remove (self->watches, spot->path);
    return FALSE;
  }

  watch->n_holders++;
  *out_is_newer = watch->made >= since;
  return TRUE;
}

void
paddock_watch_monitors_release (PaddockWatchMonitors *self,
                                const char           *path)
{
  Watch *watch = g_hash_table_lookup (self->watches, path);

  g_return_if_fail (watch != NULL && watch->n_holders > 0);

  if (--watch->n_holders > 0)
    return;
  stop_monitor (watch, self);
  g_hash_table_remove (self->watches, path);
}

/**
 * paddock_watch_monitors_distrust:
 *
 * Something structural happened to @path: the monitors there and below may be of what is no longer
 * there, and are made anew the next time they are held.
 */
void
paddock_watch_monitors_distrust (PaddockWatchMonitors *self,
                                 const char           *path)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, self->watches);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    if (paddock_path_is_within (key, path))
      ((Watch *) value)->is_distrusted = TRUE;
  }
}

/**
 * paddock_watch_monitors_get_size:
 *
 * Returns: how many directories are monitored
 */
guint
paddock_watch_monitors_get_size (PaddockWatchMonitors *self)
{
  return g_hash_table_size (self->watches);
}
