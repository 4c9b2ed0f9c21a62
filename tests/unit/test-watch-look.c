/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-watch-look.h"

#include <glib/gstdio.h>

typedef struct {
  PaddockFilePool     *pool;
  PaddockWatchMonitors *monitors;
  char                *path;      /* (owned) */
  PaddockFileRecord   *record;    /* (owned) */
  PaddockWatchFinding *finding;   /* (owned) (nullable) */
  GError              *error;     /* (owned) (nullable) */
} Fixture;

static void
ignore_event (const char *path,
              gpointer    user_data)
{
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_autofree char *made = g_dir_make_tmp ("paddock-look-XXXXXX", NULL);
  g_autoptr (PaddockPlaces) places = paddock_places_new ("/nonexistent/home", "nobody", NULL);
  g_autoptr (PaddockInspection) inspection = paddock_inspection_run (made, places);

  self->pool = paddock_file_pool_new ();
  self->monitors = paddock_watch_monitors_new (ignore_event, NULL);
  g_assert_true (paddock_watch_monitors_start (self->monitors));
  self->path = g_strdup (inspection->path);
  self->record = g_steal_pointer (&inspection->record);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_object_unref (self->pool);
  g_rmdir (self->path);
  g_free (self->path);
  paddock_file_record_free (self->record);
  g_clear_pointer (&self->finding, paddock_watch_look_finding_free);
  g_clear_error (&self->error);
  g_assert_cmpuint (paddock_watch_monitors_get_size (self->monitors), ==, 0);
  paddock_watch_monitors_close (self->monitors);
  paddock_watch_monitors_unref (self->monitors);
}

static void
on_look_done (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Fixture *self = user_data;

  g_clear_pointer (&self->finding, paddock_watch_look_finding_free);
  self->finding = paddock_watch_look_finish (PADDOCK_FILE_POOL (source), result, &self->error);
}

static void
look (Fixture      *self,
      const char   *path,
      GCancellable *cancellable)
{
  g_autoptr (PaddockWatchLook) taken = NULL;

  g_clear_pointer (&self->finding, paddock_watch_look_finding_free);
  taken = paddock_watch_look_new (path, self->record, g_get_real_time (), self->monitors);
  g_assert_false (paddock_watch_look_has_begun (taken));
  g_assert_false (paddock_watch_look_has_ended (taken));
  paddock_watch_look_async (taken, self->pool, cancellable, on_look_done, self);
  g_assert_null (self->finding);
  while (!self->finding && !self->error)
    g_main_context_iteration (NULL, TRUE);

  g_assert_cmpint (paddock_watch_look_has_begun (taken), ==, self->finding != NULL);
  g_assert_cmpint (paddock_watch_look_has_ended (taken), ==, self->finding != NULL);
}

static void
test_there (Fixture       *self,
            gconstpointer  data)
{
  gint64 time = g_get_real_time ();

  look (self, self->path, NULL);
  g_assert_no_error (self->error);
  g_assert_cmpint (self->finding->availability, ==, PADDOCK_AVAILABILITY_AVAILABLE);
  g_assert_true (paddock_file_record_equal (self->finding->current, self->record));
  g_assert_cmpuint (self->finding->cover->watches->len, >, 0);
  g_assert_true (self->finding->cover->is_complete);
  g_assert_cmpint (self->finding->time, >=, time);
}

static void
test_missing (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *missing = g_build_filename (self->path, "none", "none", NULL);

  look (self, missing, NULL);
  g_assert_cmpint (self->finding->availability, ==, PADDOCK_AVAILABILITY_MISSING);
  g_assert_null (self->finding->current);
  g_assert_nonnull (self->finding->cover);
}

static void
test_other_kind (Fixture       *self,
                 gconstpointer  data)
{
  g_assert_cmpint (g_rmdir (self->path), ==, 0);
  g_assert_true (g_file_set_contents (self->path, "", 0, NULL));
  look (self, self->path, NULL);
  g_assert_cmpint (self->finding->availability, ==, PADDOCK_AVAILABILITY_REPLACED);
  g_assert_null (self->finding->current);
  g_assert_cmpint (g_remove (self->path), ==, 0);
}

static void
test_cancelled (Fixture       *self,
                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  look (self, self->path, cancellable);
  g_assert_null (self->finding);
  g_assert_error (self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/watch-look/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("there", test_there);
  ADD ("missing", test_missing);
  ADD ("other-kind", test_other_kind);
  ADD ("cancelled", test_cancelled);
  return g_test_run ();
}
