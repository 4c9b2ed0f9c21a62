/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "app-fixture.h"
#include "paddock-app-lock.h"

#include "paddock-error.h"

/* Paddock's own lock, and that of Cline. */

#define FILE_NAME "cline/mcp.json"

typedef struct {
  PaddockAppFile *file;             /* (owned) */
  char           *own;              /* (owned) */
} Scene;

static void
scene_init (Scene      *scene,
            AppFixture *fixture)
{
  g_autofree char *path = app_fixture_write (fixture, FILE_NAME, "{}");

  scene->file = app_fixture_read (fixture, "cline", FILE_NAME);
  scene->own = app_fixture_path (fixture, "lock");
}

static void
scene_clear (Scene *scene)
{
  paddock_app_file_unref (scene->file);
  g_free (scene->own);
}

static void
test_own (AppFixture    *fixture,
          gconstpointer  data)
{
  g_auto (PaddockAppLock) one = { -1, NULL, NULL, NULL };
  g_auto (PaddockAppLock) other = { -1, NULL, NULL, NULL };
  g_autoptr (GError) error = NULL;
  Scene scene;

  scene_init (&scene, fixture);
  g_assert_true (paddock_app_lock_take (&one, scene.own, NULL, NULL));
  g_assert_false (paddock_app_lock_take (&other, scene.own, scene.file, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_BUSY);
  paddock_app_lock_release (&one);
  paddock_app_lock_release (&other);
  g_assert_true (paddock_app_lock_take (&other, scene.own, NULL, NULL));
  /* Without a data directory there is no lock. */
  g_assert_true (paddock_app_lock_take (&one, "/nonexistent/lock", NULL, NULL));
  g_assert_cmpint (one.fd, <, 0);
  scene_clear (&scene);
}

/* The lock is a directory with one file in it, and is gone afterwards. */
static void
test_directory (AppFixture    *fixture,
                gconstpointer  data)
{
  g_auto (PaddockAppLock) lock = { -1, NULL, NULL, NULL };
  Scene scene;

  scene_init (&scene, fixture);
  g_assert_true (paddock_app_lock_take (&lock, scene.own, scene.file, NULL));
  g_assert_cmpuint (app_fixture_count (fixture, FILE_NAME ".lock"), ==, 1);
  g_assert_cmpuint (app_fixture_count (fixture, "cline"), ==, 2);
  paddock_app_lock_release (&lock);
  g_assert_cmpuint (app_fixture_count (fixture, "cline"), ==, 1);
  scene_clear (&scene);
}

/* A lock of another program stays, also an empty one. Other apps have no such lock. */
static void
test_foreign (AppFixture    *fixture,
              gconstpointer  data)
{
  g_autofree char *directory = app_fixture_path (fixture, FILE_NAME ".lock");
  g_autofree char *marker = NULL;
  g_autoptr (PaddockAppFile) cursor = NULL;
  Scene scene;

  scene_init (&scene, fixture);
  g_assert_cmpint (g_mkdir (directory, 0700), ==, 0);
  for (guint i = 0; i < 2; i++) {
    g_auto (PaddockAppLock) lock = { -1, NULL, NULL, NULL };
    g_autoptr (GError) error = NULL;

    g_assert_false (paddock_app_lock_take (&lock, scene.own, scene.file, &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_BUSY);
    g_assert_nonnull (strstr (error->message, directory));
    paddock_app_lock_release (&lock);
    g_assert_cmpuint (app_fixture_count (fixture, FILE_NAME ".lock"), ==, i);
    g_assert_cmpuint (app_fixture_count (fixture, "cline"), ==, 2);
    g_free (marker);
    marker = app_fixture_write (fixture, FILE_NAME ".lock/owner.1.2.three", "");
  }
  cursor = app_fixture_read (fixture, "cursor", FILE_NAME);
  {
    g_auto (PaddockAppLock) lock = { -1, NULL, NULL, NULL };

    g_assert_true (paddock_app_lock_take (&lock, scene.own, cursor, NULL));
  }
  scene_clear (&scene);
}

/* What a killed Paddock left is removed. */
static void
test_stale (AppFixture    *fixture,
            gconstpointer  data)
{
  g_auto (PaddockAppLock) lock = { -1, NULL, NULL, NULL };
  g_autofree char *one =
    app_fixture_write (fixture, FILE_NAME ".lock/owner.1.2.paddock-00000000", "");
  g_autofree char *other =
    app_fixture_write (fixture, FILE_NAME ".lock.tmp.1.2.paddock-00000000/"
                       "owner.1.2.paddock-00000000", "");
  Scene scene;

  scene_init (&scene, fixture);
  g_assert_true (paddock_app_lock_take (&lock, scene.own, scene.file, NULL));
  paddock_app_lock_release (&lock);
  g_assert_cmpuint (app_fixture_count (fixture, "cline"), ==, 1);
  scene_clear (&scene);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  APP_TEST ("/app-lock/own", test_own);
  APP_TEST ("/app-lock/directory", test_directory);
  APP_TEST ("/app-lock/foreign", test_foreign);
  APP_TEST ("/app-lock/stale", test_stale);
  return g_test_run ();
}
