/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-watch-look.h"

#include <glib/gstdio.h>

typedef struct {
  PaddockFilePool     *pool;
  char                *path;      /* (owned) */
  PaddockFileRecord   *record;    /* (owned) */
  PaddockWatchFinding *finding;   /* (owned) (nullable) */
  GError              *error;     /* (owned) (nullable) */
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_autofree char *made = g_dir_make_tmp ("paddock-look-XXXXXX", NULL);
  g_autoptr (PaddockPlaces) places = paddock_places_new ("/nonexistent/home", "nobody", NULL);
  g_autoptr (PaddockInspection) inspection = paddock_path_inspect (made, places);

  self->pool = paddock_file_pool_new ();
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
  g_clear_pointer (&self->finding, paddock_watch_finding_free);
  g_clear_error (&self->error);
}

static void
on_look_done (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Fixture *self = user_data;

  g_clear_pointer (&self->finding, paddock_watch_finding_free);
  self->finding = paddock_watch_look_finish (PADDOCK_FILE_POOL (source), result, &self->error);
}

static void
look (Fixture      *self,
      const char   *path,
      GCancellable *cancellable)
{
  g_clear_pointer (&self->finding, paddock_watch_finding_free);
  paddock_watch_look_async (self->pool, path, self->record, g_get_real_time (), cancellable,
                            on_look_done, self);
  g_assert_null (self->finding);
  while (!self->finding && !self->error)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_there (Fixture       *self,
            gconstpointer  data)
{
  gint64 began = g_get_monotonic_time ();
  gint64 time = g_get_real_time ();

  look (self, self->path, NULL);
  g_assert_no_error (self->error);
  g_assert_cmpint (self->finding->availability, ==, PADDOCK_AVAILABILITY_AVAILABLE);
  g_assert_true (paddock_file_record_equal (self->finding->current, self->record));
  g_assert_cmpuint (self->finding->cover->spots->len, >, 0);
  g_assert_cmpint (self->finding->began, >=, began);
  g_assert_cmpint (self->finding->began, <=, g_get_monotonic_time ());
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
