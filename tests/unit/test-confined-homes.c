/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-confined-homes.h"

#include "service-fixtures.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* The homes of confined servers, as servers may leave them, with a real state. */

typedef struct {
  Scene                *scene;      /* (owned) */
  PaddockConfinedHomes *homes;      /* (owned) (nullable) */
} Fixture;

static gboolean
is_there (Fixture    *fixture,
          const char *relative)
{
  g_autofree char *path = tree_path (fixture->scene->tree, relative);

  return g_file_test (path, G_FILE_TEST_EXISTS) || g_file_test (path, G_FILE_TEST_IS_SYMLINK);
}

/* A home with all that makes it hard to delete: links out of it, and directories without
 * permissions. */
static void
make_home (Fixture    *fixture,
           const char *server_id)
{
  g_autofree char *home = g_strdup_printf ("own/data/confined/%s", server_id);
  g_autofree char *inner = g_strconcat (home, "/a/b", NULL);
  g_autofree char *file = g_strconcat (inner, "/file", NULL);
  g_autofree char *link = g_strconcat (home, "/a/link", NULL);
  g_autofree char *closed = tree_path (fixture->scene->tree, inner);
  g_autofree char *link_path = tree_path (fixture->scene->tree, link);
  g_autofree char *outside = tree_path (fixture->scene->tree, "home/outside");

  tree_mkdir (fixture->scene->tree, inner);
  tree_write (fixture->scene->tree, file);
  g_assert_no_errno (symlink (outside, link_path));
  g_assert_no_errno (chmod (closed, 0));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->scene = scene_new (PADDOCK_CONSENT_ASK);
  tree_mkdir (fixture->scene->tree, "home/outside");
  tree_write (fixture->scene->tree, "home/outside/file");
  scene_meet (fixture->scene, "known", PADDOCK_STANDING_ALLOWED);
  make_home (fixture, "known");
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_true (is_there (fixture, "home/outside/file"));
  g_assert_finalize_object (fixture->homes);
  scene_free (fixture->scene);
}

static void
begin (Fixture *fixture)
{
  fixture->homes = paddock_confined_homes_new (fixture->scene->state, fixture->scene->data_dir);
}

/* At the start, a home whose server is gone is deleted. */
static void
test_start (Fixture       *fixture,
            gconstpointer  data)
{
  make_home (fixture, "gone");
  begin (fixture);
  WAIT_FOR (!is_there (fixture, "own/data/confined/gone"));
  g_assert_true (is_there (fixture, "own/data/confined/known/a/link"));
}

/* A server that is forgotten loses its home, one that only changes keeps it. */
static void
test_forgotten (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  begin (fixture);
  scene_meet (fixture->scene, "known", PADDOCK_STANDING_BLOCKED);
  g_assert_true (is_there (fixture, "own/data/confined/known/a/link"));
  paddock_changes_drop_server (changes, "known");
  scene_commit (fixture->scene, changes);
  WAIT_FOR (!is_there (fixture, "own/data/confined/known"));
}

/* Without any home there is nothing to do. */
static void
test_none (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  scene_meet (fixture->scene, "other", PADDOCK_STANDING_ALLOWED);
  begin (fixture);
  paddock_changes_drop_server (changes, "other");
  scene_commit (fixture->scene, changes);
  g_assert_true (is_there (fixture, "own/data/confined/known"));
}

static void
on_measured (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  GVariant **sizes = user_data;

  *sizes = paddock_confined_homes_measure_finish (PADDOCK_CONFINED_HOMES (source), result, &error);
  g_assert_no_error (error);
}

/* Returns how much room the only home takes. @out_is_part: whether there is more. */
static guint64
measure (Fixture  *fixture,
         gboolean *out_is_part)
{
  GVariant *first = NULL;
  GVariant *second = NULL;
  const char *id;
  guint64 bytes;

  paddock_confined_homes_measure_async (fixture->homes, on_measured, &first);
  paddock_confined_homes_measure_async (fixture->homes, on_measured, &second);
  WAIT_FOR (first != NULL && second != NULL);
  g_assert_true (first == second);
  g_assert_cmpint (g_variant_n_children (first), ==, 1);
  g_variant_get_child (first, 0, "(&stb)", &id, &bytes, out_is_part);
  g_assert_cmpstr (id, ==, "known");
  g_variant_unref (first);
  g_variant_unref (second);
  return bytes;
}

/* Each file counts once, whatever its names, and nothing outside does. A directory that can't be
 * read makes the size a part. */
static void
test_size (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *closed = tree_path (fixture->scene->tree, "own/data/confined/known/a/b");
  g_autofree char *large = tree_path (fixture->scene->tree, "own/data/confined/known/large");
  g_autofree char *other = tree_path (fixture->scene->tree, "own/data/confined/known/other");
  g_autofree char *link = tree_path (fixture->scene->tree, "own/data/confined/known/outside");
  g_autofree char *outside = tree_path (fixture->scene->tree, "home/outside/large");
  g_autofree char *text = g_strnfill (1000000, 'x');
  g_autoptr (GError) error = NULL;
  gboolean is_part;
  guint64 before;
  guint64 after;

  begin (fixture);
  measure (fixture, &is_part);
  g_assert_cmpint (is_part, ==, geteuid () != 0);

  g_assert_no_errno (chmod (closed, 0700));
  before = measure (fixture, &is_part);
  g_assert_false (is_part);
  g_assert_true (g_file_set_contents (large, text, -1, &error));
  g_assert_true (g_file_set_contents (outside, text, -1, &error));
  g_assert_no_errno (symlink (outside, link));
  g_assert_no_errno (linkat (AT_FDCWD, large, AT_FDCWD, other, 0));
  after = measure (fixture, &is_part);
  g_assert_false (is_part);
  g_assert_cmpuint (after, >=, before + 1000000);
  g_assert_cmpuint (after, <, before + 1100000);
}

/* What is too deep is not counted, and the answer says so. */
static void
test_deep (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GString) path = g_string_new ("own/data/confined/known");
  gboolean is_part;

  for (guint i = 0; i < 300; i++)
    g_string_append (path, "/d");
  tree_mkdir (fixture->scene->tree, path->str);
  begin (fixture);
  measure (fixture, &is_part);
  g_assert_true (is_part);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) \
  g_test_add ("/confined-homes/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("start", test_start);
  ADD ("forgotten", test_forgotten);
  ADD ("none", test_none);
  ADD ("size", test_size);
  ADD ("deep", test_deep);
#undef ADD
  return g_test_run ();
}
