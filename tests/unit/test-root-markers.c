/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-root-markers.h"

#include "service-fixtures.h"

/* What makes each root a project, found with a real state. */

typedef struct {
  Scene              *scene;        /* (owned) */
  PaddockRootMarkers *markers;      /* (owned) */
  guint               n_changed;
} Fixture;

static void
on_changed (Fixture    *fixture,
            const char *root_id)
{
  fixture->n_changed++;
}

static void
begin (Fixture *fixture)
{
  fixture->markers = paddock_root_markers_new (fixture->scene->state);
  g_signal_connect_swapped (fixture->markers, "changed", G_CALLBACK (on_changed), fixture);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->scene = scene_new (PADDOCK_CONSENT_ASK);
  tree_mkdir (fixture->scene->tree, "home/a/.git");
  tree_mkdir (fixture->scene->tree, "home/b");
  tree_write (fixture->scene->tree, "home/b/go.mod");
  tree_mkdir (fixture->scene->tree, "home/c");
  tree_write (fixture->scene->tree, "home/d");
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->markers);
  scene_free (fixture->scene);
}

static PaddockProject
project_of (Fixture    *fixture,
            const char *root_id)
{
  return paddock_project_markers_get_project (
    paddock_snapshot_get_markers (fixture->scene->snapshot, root_id));
}

/* Roots that are already there, and roots that come. */
static void
test_found (Fixture       *fixture,
            gconstpointer  data)
{
  scene_share (fixture->scene, "a", "home/a");
  scene_share (fixture->scene, "b", "home/b");
  begin (fixture);
  WAIT_FOR (project_of (fixture, "a") == PADDOCK_PROJECT_GIT &&
            project_of (fixture, "b") == PADDOCK_PROJECT_GO);
  g_assert_cmpuint (fixture->n_changed, ==, 2);

  tree_write (fixture->scene->tree, "home/c/Cargo.toml");
  scene_share (fixture->scene, "c", "home/c");
  scene_share (fixture->scene, "d", "home/d");
  WAIT_FOR (project_of (fixture, "c") == PADDOCK_PROJECT_RUST);
  g_assert_cmpuint (fixture->n_changed, ==, 3);
  g_assert_cmpint (project_of (fixture, "d"), ==, PADDOCK_PROJECT_NONE);
}

/* A root that is gone keeps its markers; one that comes back is looked at again. */
static void
test_back_again (Fixture       *fixture,
                 gconstpointer  data)
{
  Scene *scene = fixture->scene;

  scene_share (scene, "a", "home/a");
  begin (fixture);
  WAIT_FOR (project_of (fixture, "a") == PADDOCK_PROJECT_GIT);

  tree_rename (scene->tree, "home/a", "home/away");
  scene_wait_availability (scene, "a", PADDOCK_AVAILABILITY_MISSING);
  g_assert_cmpint (project_of (fixture, "a"), ==, PADDOCK_PROJECT_GIT);

  tree_write (scene->tree, "home/away/pom.xml");
  tree_rename (scene->tree, "home/away", "home/a");
  WAIT_FOR (project_of (fixture, "a") == PADDOCK_PROJECT_JAVA);
}

/* Somebody asks all the time, but the roots are not looked at each time. */
static void
test_seldom (Fixture       *fixture,
             gconstpointer  data)
{
  scene_share (fixture->scene, "c", "home/c");
  scene_share (fixture->scene, "b", "home/b");
  begin (fixture);
  WAIT_FOR (project_of (fixture, "b") == PADDOCK_PROJECT_GO);

  tree_write (fixture->scene->tree, "home/c/Cargo.toml");
  paddock_root_markers_refresh (fixture->markers);
  scene_share (fixture->scene, "a", "home/a");
  WAIT_FOR (project_of (fixture, "a") == PADDOCK_PROJECT_GIT);
  g_assert_cmpint (project_of (fixture, "c"), ==, PADDOCK_PROJECT_NONE);
}

/* A root that is removed while it waits is skipped, and the others go on. */
static void
test_removed (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  scene_share (fixture->scene, "a", "home/a");
  scene_share (fixture->scene, "c", "home/c");
  scene_share (fixture->scene, "b", "home/b");
  begin (fixture);
  paddock_changes_drop_root (changes, "c");
  scene_commit (fixture->scene, changes);
  WAIT_FOR (project_of (fixture, "b") == PADDOCK_PROJECT_GO);
  g_assert_cmpint (project_of (fixture, "c"), ==, PADDOCK_PROJECT_NONE);
}

/* The service may end during a look. */
static void
test_ends (Fixture       *fixture,
           gconstpointer  data)
{
  scene_share (fixture->scene, "a", "home/a");
  scene_share (fixture->scene, "b", "home/b");
  begin (fixture);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/root-markers/found", Fixture, NULL, set_up, test_found, tear_down);
  g_test_add ("/root-markers/back-again", Fixture, NULL, set_up, test_back_again, tear_down);
  g_test_add ("/root-markers/seldom", Fixture, NULL, set_up, test_seldom, tear_down);
  g_test_add ("/root-markers/removed", Fixture, NULL, set_up, test_removed, tear_down);
  g_test_add ("/root-markers/ends", Fixture, NULL, set_up, test_ends, tear_down);
  return g_test_run ();
}
