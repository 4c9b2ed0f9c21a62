/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-path-survey.h"

#include "../support/test-tree.h"
#include "service-agent-fixture.h"

typedef struct {
  Tree            *tree;            /* (owned) */
  PaddockFilePool *pool;            /* (owned) */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->tree = tree_new ();
  fixture->pool = paddock_file_pool_new ();
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_object (&fixture->pool);
  tree_free (fixture->tree);
}

static GPtrArray *
survey_paths (Fixture             *fixture,
              const char * const  *paths,
              GCancellable        *cancellable,
              GError             **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  paddock_path_survey_paths_async (fixture->pool, fixture->tree->places, paths, cancellable,
                                   on_result,
                                   &result);
  WAIT_FOR (result != NULL);
  return paddock_path_survey_paths_finish (result, error);
}

/* Each answer has the place of its path, whichever thread was first. */
static void
test_order (Fixture       *fixture,
            gconstpointer  data)
{
  const char *kinds[] = { "home/projects", "missing", "home/projects/file", "own", "home" };
  const PaddockPlaceVerdict verdicts[] = {
    PADDOCK_PLACE_ACCEPTED, PADDOCK_PLACE_MISSING, PADDOCK_PLACE_ACCEPTED, PADDOCK_PLACE_OWN,
    PADDOCK_PLACE_WARNED,
  };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GPtrArray) inspections = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) paths = NULL;

  for (guint i = 0; i < 200; i++) {
    g_autofree char *path = tree_path (fixture->tree, kinds[i * 7 % G_N_ELEMENTS (kinds)]);

    g_strv_builder_add (builder, path);
  }
  paths = g_strv_builder_end (builder);
  inspections = survey_paths (fixture, (const char * const *) paths, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (inspections->len, ==, 200);
  for (guint i = 0; i < inspections->len; i++) {
    const PaddockInspection *inspection = g_ptr_array_index (inspections, i);

    g_assert_cmpint (inspection->verdict, ==, verdicts[i * 7 % G_N_ELEMENTS (kinds)]);
    if (inspection->record != NULL)
      g_assert_cmpstr (inspection->path, ==, paths[i]);
  }
}

static void
test_nothing (Fixture       *fixture,
              gconstpointer  data)
{
  const char *paths[] = { NULL };
  g_autoptr (GPtrArray) inspections = survey_paths (fixture, paths, NULL, NULL);
  g_autoptr (GPtrArray) roots = g_ptr_array_new ();
  g_autoptr (GPtrArray) available = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  g_assert_cmpuint (inspections->len, ==, 0);
  paddock_path_survey_roots_async (fixture->pool, fixture->tree->places, roots, NULL,
                                   on_result, &result);
  g_assert_null (result);
  WAIT_FOR (result != NULL);
  available = paddock_path_survey_roots_finish (result, NULL);
  g_assert_cmpuint (available->len, ==, 0);
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *path = tree_path (fixture->tree, "home/projects");
  const char *paths[] = { path, path, NULL };

  for (int before = 0; before < 2; before++) {
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (GAsyncResult) result = NULL;
    g_autoptr (GError) error = NULL;

    if (before)
      g_cancellable_cancel (cancellable);
    paddock_path_survey_paths_async (fixture->pool, fixture->tree->places, paths, cancellable,
                                     on_result, &result);
    g_cancellable_cancel (cancellable);
    WAIT_FOR (result != NULL);
    g_assert_null (paddock_path_survey_paths_finish (result, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  }
}

static PaddockRoot *
make_root (Fixture    *fixture,
           const char *id,
           const char *relative,
           gint64      expires)
{
  g_autofree char *path = tree_path (fixture->tree, relative);
  PaddockFileRecord *record = record_of (fixture->tree, relative);
  PaddockRoot *root = paddock_root_new (&(PaddockRoot) {
    .id = id, .path = path, .record = record, .expires = expires, .last_seen = g_get_real_time (),
  });

  paddock_file_record_free (record);
  return root;
}

static void
test_roots (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GPtrArray) roots =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref);
  g_autoptr (GPtrArray) available = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  const char *there[] = { "there", "file", "later" };
  PaddockRoot unknown;

  tree_mkdir (fixture->tree, "home/gone");
  tree_mkdir (fixture->tree, "home/other");
  g_ptr_array_add (roots, make_root (fixture, "there", "home/projects", 0));
  g_ptr_array_add (roots, make_root (fixture, "gone", "home/gone", 0));
  g_ptr_array_add (roots, make_root (fixture, "file", "home/projects/file", 0));
  g_ptr_array_add (roots, make_root (fixture, "other", "home/other", 0));
  g_ptr_array_add (roots, make_root (fixture, "over", "home/projects", 1));
  g_ptr_array_add (roots, make_root (fixture, "later", "home/projects/deep", G_MAXINT64));
  unknown = *(PaddockRoot *) g_ptr_array_index (roots, 0);
  unknown.id = "unknown";
  unknown.record = NULL;
  g_ptr_array_add (roots, paddock_root_new (&unknown));
  tree_remove (fixture->tree, "home/gone");
  tree_remove (fixture->tree, "home/other");
  tree_write (fixture->tree, "home/other");

  paddock_path_survey_roots_async (fixture->pool, fixture->tree->places, roots, NULL,
                                   on_result, &result);
  WAIT_FOR (result != NULL);
  available = paddock_path_survey_roots_finish (result, NULL);
  g_assert_cmpuint (available->len, ==, G_N_ELEMENTS (there));
  for (guint i = 0; i < available->len; i++)
    g_assert_cmpstr (g_ptr_array_index (available, i), ==, there[i]);
}

static gpointer
hang (gpointer      data,
      GCancellable *cancellable)
{
  g_mutex_lock (data);
  g_mutex_unlock (data);
  return NULL;
}

static void
on_hung_ready (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  guint *n_ready = user_data;

  g_assert_null (paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result, NULL));
  (*n_ready)++;
}

/* A root on another mount than the tree. */
static PaddockRoot *
make_root_elsewhere (void)
{
  struct stat info;

  g_assert_cmpint (stat ("/sys", &info), ==, 0);
  return paddock_root_new (&(PaddockRoot) {
    .id = "elsewhere", .path = "/sys", .record = &(PaddockFileRecord) {
      .kind = PADDOCK_FILE_KIND_DIRECTORY, .device = info.st_dev, .inode = info.st_ino,
      .mount_point = (char *) "/sys",
    },
  });
}

/* All threads of the tree's mount hang, and those for unresolved paths. Their paths have no result
 * after the time limit; those on other mounts do. */
static void
test_hanging (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = tree_path (fixture->tree, "home/projects");
  const char *paths[] = { path, NULL };
  const char *lanes[] = { NULL, path };
  g_autoptr (GPtrArray) roots =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref);
  g_autoptr (GPtrArray) inspections = NULL;
  g_autoptr (GPtrArray) available = NULL;
  g_autoptr (GAsyncResult) of_paths = NULL;
  g_autoptr (GAsyncResult) of_roots = NULL;
  gint64 began = g_get_monotonic_time ();
  guint n_ready = 0;
  GMutex mutex;

  g_mutex_init (&mutex);
  g_mutex_lock (&mutex);
  for (guint i = 0; i < 2 * PADDOCK_FILE_POOL_THREADS_PER_MOUNT; i++)
    paddock_file_pool_run_async (fixture->pool, lanes[i % 2], hang, &mutex, NULL, NULL, NULL,
                                 on_hung_ready, &n_ready);

  g_ptr_array_add (roots, make_root (fixture, "hung", "home/projects", 0));
  g_ptr_array_add (roots, make_root_elsewhere ());
  paddock_path_survey_paths_async (fixture->pool, fixture->tree->places, paths, NULL, on_result,
                                   &of_paths);
  paddock_path_survey_roots_async (fixture->pool, fixture->tree->places, roots, NULL,
                                   on_result, &of_roots);
  WAIT_FOR (of_paths != NULL && of_roots != NULL);
  g_assert_cmpint (g_get_monotonic_time () - began, >=,
                   (PADDOCK_SURVEY_TIMEOUT_SECONDS - 1) * G_TIME_SPAN_SECOND);

  inspections = paddock_path_survey_paths_finish (of_paths, NULL);
  g_assert_cmpuint (inspections->len, ==, 1);
  g_assert_null (g_ptr_array_index (inspections, 0));
  available = paddock_path_survey_roots_finish (of_roots, NULL);
  g_assert_cmpuint (available->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (available, 0), ==, "elsewhere");

  g_mutex_unlock (&mutex);
  WAIT_FOR (n_ready == 2 * PADDOCK_FILE_POOL_THREADS_PER_MOUNT);
  g_mutex_clear (&mutex);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/path-survey/order", Fixture, NULL, set_up, test_order, tear_down);
  g_test_add ("/path-survey/nothing", Fixture, NULL, set_up, test_nothing, tear_down);
  g_test_add ("/path-survey/cancelled", Fixture, NULL, set_up, test_cancelled, tear_down);
  g_test_add ("/path-survey/roots", Fixture, NULL, set_up, test_roots, tear_down);
  g_test_add ("/path-survey/hanging", Fixture, NULL, set_up, test_hanging, tear_down);
  return g_test_run ();
}
