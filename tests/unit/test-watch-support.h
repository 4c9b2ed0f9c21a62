/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

/* A watcher over a directory of the test's own, and ways to change that directory. */

#include "paddock-watcher.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <glib/gstdio.h>

#define DEADLINE (30 * G_USEC_PER_SEC)

typedef struct {
  PaddockFilePool *pool;
  PaddockWatcher  *watcher;
  char            *top;             /* (owned) canonical */
  GHashTable      *verdicts;        /* key -> PaddockAvailability */
  GHashTable      *counts;          /* key -> number of signals */
  GHashTable      *records;         /* key -> PaddockFileRecord */
  char            *remove_at_signal; /* (owned) (nullable) */
} Fixture;

static inline void
on_availability_changed (PaddockWatcher          *watcher,
                         const char              *key,
                         int                      availability,
                         const PaddockFileRecord *current,
                         Fixture                 *self)
{
  gsize count = GPOINTER_TO_SIZE (g_hash_table_lookup (self->counts, key));

  g_assert_cmpint (availability, !=, PADDOCK_AVAILABILITY_UNKNOWN);
  g_assert_true ((current != NULL) == (availability == PADDOCK_AVAILABILITY_AVAILABLE));
  g_hash_table_insert (self->counts, g_strdup (key), GSIZE_TO_POINTER (count + 1));
  g_hash_table_insert (self->verdicts, g_strdup (key), GINT_TO_POINTER (availability));
  if (current)
    g_hash_table_insert (self->records, g_strdup (key), paddock_file_record_copy (current));
  if (g_strcmp0 (self->remove_at_signal, key) == 0)
    paddock_watcher_remove (watcher, key);
}

static inline void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_autofree char *made = g_dir_make_tmp ("paddock-watch-XXXXXX", NULL);

  g_assert_nonnull (made);
  self->top = realpath (made, NULL);
  self->pool = paddock_file_pool_new ();
  self->watcher = paddock_watcher_new (self->pool);
  self->verdicts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->records = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) paddock_file_record_free);
  g_signal_connect (self->watcher, "availability-changed", G_CALLBACK (on_availability_changed),
                    self);
}

static inline void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK)) {
    g_chmod (path, 0700);
    dir = g_dir_open (path, 0, NULL);
    while (dir && (name = g_dir_read_name (dir))) {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  }
  g_remove (path);
}

static inline void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_assert_finalize_object (self->watcher);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_object_unref (self->pool);
  remove_tree (self->top);
  free (self->top);
  g_hash_table_unref (self->verdicts);
  g_hash_table_unref (self->counts);
  g_hash_table_unref (self->records);
  g_free (self->remove_at_signal);
}

static inline char *
path_of (Fixture    *self,
         const char *name)
{
  return g_build_filename (self->top, name, NULL);
}

static inline void
make_dir (Fixture    *self,
          const char *name)
{
  g_autofree char *path = path_of (self, name);

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
}

static inline void
make_file (Fixture    *self,
           const char *name,
           const char *text)
{
  g_autofree char *path = path_of (self, name);
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, text, strlen (text)), ==, (int) strlen (text));
  close (fd);
}

static inline void
move (Fixture    *self,
      const char *from,
      const char *to)
{
  g_autofree char *from_path = path_of (self, from);
  g_autofree char *to_path = path_of (self, to);

  g_assert_cmpint (g_rename (from_path, to_path), ==, 0);
}

static inline void
delete (Fixture    *self,
        const char *name)
{
  g_autofree char *path = path_of (self, name);

  g_assert_cmpint (g_remove (path), ==, 0);
}

static inline void
set_mode (Fixture    *self,
          const char *name,
          int         mode)
{
  g_autofree char *path = path_of (self, name);

  g_assert_cmpint (g_chmod (path, mode), ==, 0);
}

/* Like the service, for a picked path. */
static inline PaddockFileRecord *
record_of (const char *path)
{
  g_autoptr (PaddockPlaces) places = paddock_places_new ("/nonexistent/home", "nobody", NULL);
  g_autoptr (PaddockInspection) inspection = paddock_inspection_run (path, places);

  g_assert_nonnull (inspection->record);
  return g_steal_pointer (&inspection->record);
}

static inline PaddockAvailability
verdict_of (Fixture    *self,
            const char *key)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (self->verdicts, key));
}

static inline gboolean
on_tick (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* One pass through the main loop; it may wait, but not forever. */
static inline void
iterate (gint64 deadline)
{
  guint tick = g_timeout_add (5, on_tick, NULL);

  g_main_context_iteration (NULL, TRUE);
  g_source_remove (tick);
  if (g_get_monotonic_time () > deadline)
    g_error ("Nothing happened in time");
}

static inline void
wait_for (Fixture             *self,
          const char          *key,
          PaddockAvailability  availability)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;

  while (verdict_of (self, key) != availability)
    iterate (deadline);
}

static inline void
wait_until_idle (Fixture *self)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;

  while (!paddock_watcher_is_idle (self->watcher))
    iterate (deadline);
}

/* Its key is its path below the top. */
static inline void
watch (Fixture    *self,
       const char *name)
{
  g_autofree char *path = path_of (self, name);
  g_autoptr (PaddockFileRecord) record = record_of (path);

  paddock_watcher_add (self->watcher, name, path, record, g_get_real_time ());
}

static inline void
watch_and_settle (Fixture    *self,
                  const char *name)
{
  watch (self, name);
  g_assert_cmpint (verdict_of (self, name), ==, PADDOCK_AVAILABILITY_UNKNOWN);
  wait_for (self, name, PADDOCK_AVAILABILITY_AVAILABLE);
  wait_until_idle (self);
  g_assert_true (paddock_watcher_has_events (self->watcher, name));
}

static inline gsize
count_of (Fixture    *self,
          const char *key)
{
  return GPOINTER_TO_SIZE (g_hash_table_lookup (self->counts, key));
}

/* Makes permissions hold for root too. Call it before the first thread starts: the kernel keeps
 * these per thread. */
static inline gboolean
drop_override (void)
{
  struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
  struct __user_cap_data_struct data[2] = { 0 };
  guint32 mask = (1u << CAP_DAC_OVERRIDE) | (1u << CAP_DAC_READ_SEARCH);

  if (syscall (SYS_capget, &header, data) != 0)
    return FALSE;
  data[0].effective &= ~mask;
  data[0].permitted &= ~mask;
  data[0].inheritable &= ~mask;
  return syscall (SYS_capset, &header, data) == 0;
}
