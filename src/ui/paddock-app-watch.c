/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-app-watch.h"

#include "paddock-file-pool.h"

/* Watches the directories of apps' files, because most apps replace their file when they save it.
 * The Apps page owns the watch. Watching begins on a thread, because a file system may hang. */

/* How long the files must stay as they are before the watch tells, in milliseconds. An app may
 * write its file in several steps. */
#define QUIET_TIME 500

struct _PaddockAppWatch
{
  GSourceFunc changed;
  gpointer user_data;
  GCancellable *cancellable;  /* (owned) for the threads that begin to watch */
  GHashTable *paths;          /* (owned) the files */
  GHashTable *monitors;       /* (owned) GFileMonitor by the directory's path; the value is NULL
                               * while watching begins, or if it failed */
  guint source;               /* callback that tells; 0: nothing changed */
};

/* Watching that begins. */
typedef struct
{
  PaddockAppWatch *watch;
  char *directory;            /* (owned) */
} Beginning;

static void
free_monitor (gpointer data)
{
  GFileMonitor *monitor = data;

  if (monitor == NULL)
    return;
  g_file_monitor_cancel (monitor);
  g_object_unref (monitor);
}

static gboolean
tell (gpointer user_data)
{
  PaddockAppWatch *self = user_data;

  self->source = 0;
  self->changed (self->user_data);
  return G_SOURCE_REMOVE;
}

static void
on_changed (PaddockAppWatch   *self,
            GFile             *file,
            GFile             *other,
            GFileMonitorEvent  event)
{
  const char *path = g_file_peek_path (file);

  if (path == NULL || !g_hash_table_contains (self->paths, path))
    return;
  g_clear_handle_id (&self->source, g_source_remove);
  self->source = g_timeout_add (QUIET_TIME, tell, self);
}

/* Its events come to the main loop, because no thread of the pool has a loop of its own. */
static gpointer
begin (gpointer      data,
       GCancellable *cancellable)
{
  g_autoptr (GFile) directory = g_file_new_for_path (data);

  return g_file_monitor_directory (directory, G_FILE_MONITOR_NONE, NULL, NULL);
}

static void
on_begun (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autofree Beginning *beginning = user_data;
  g_autofree char *directory = beginning->directory;
  g_autoptr (GError) error = NULL;
  GFileMonitor *monitor = paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result, &error);
  PaddockAppWatch *self;

  if (monitor == NULL)
    return;
  self = beginning->watch;
  if (!g_hash_table_contains (self->monitors, directory)) {
    free_monitor (monitor);
    return;
  }
  g_signal_connect_swapped (monitor, "changed", G_CALLBACK (on_changed), self);
  g_hash_table_replace (self->monitors, g_steal_pointer (&directory), monitor);
}

/**
 * paddock_app_watch_new:
 * @changed: called after a file changed; its result is ignored
 *
 * Returns: (transfer full): a watch of no file
 */
PaddockAppWatch *
paddock_app_watch_new (GSourceFunc changed,
                       gpointer    user_data)
{
  PaddockAppWatch *self = g_new0 (PaddockAppWatch, 1);

  self->changed = changed;
  self->user_data = user_data;
  self->cancellable = g_cancellable_new ();
  self->paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->monitors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_monitor);
  return self;
}

void
paddock_app_watch_free (PaddockAppWatch *self)
{
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_clear_handle_id (&self->source, g_source_remove);
  g_hash_table_unref (self->monitors);
  g_hash_table_unref (self->paths);
  g_free (self);
}

static void
watch_directory (PaddockAppWatch *self,
                 const char      *directory)
{
  g_autoptr (PaddockFilePool) pool = paddock_file_pool_new ();
  Beginning *beginning = g_new0 (Beginning, 1);

  beginning->watch = self;
  beginning->directory = g_strdup (directory);
  paddock_file_pool_run_async (pool, directory, begin, g_strdup (directory), g_free,
                               free_monitor, self->cancellable, on_begun, beginning);
}

/**
 * paddock_app_watch_set_files:
 * @paths: absolute paths; none: stops watching
 *
 * Watches these files, and no others any more.
 */
void
paddock_app_watch_set_files (PaddockAppWatch    *self,
                             const char * const *paths)
{
  g_autoptr (GHashTable) wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer directory;

  g_hash_table_remove_all (self->paths);
  for (guint i = 0; paths[i] != NULL; i++) {
    g_hash_table_add (self->paths, g_strdup (paths[i]));
    g_hash_table_add (wanted, g_path_get_dirname (paths[i]));
  }
  g_hash_table_iter_init (&iter, self->monitors);
  while (g_hash_table_iter_next (&iter, &directory, NULL))
    if (!g_hash_table_contains (wanted, directory))
      g_hash_table_iter_remove (&iter);
  g_hash_table_iter_init (&iter, wanted);
  while (g_hash_table_iter_next (&iter, &directory, NULL))
    if (!g_hash_table_contains (self->monitors, directory)) {
      g_hash_table_insert (self->monitors, g_strdup (directory), NULL);
      watch_directory (self, directory);
    }
}
