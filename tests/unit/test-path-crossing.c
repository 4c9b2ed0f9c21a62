/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-path-crossing.h"

#include "../support/test-tree.h"

/* What can be tested without mounting anything; test-path-open-boundary.c tests mounts below a
 * root. */

#define NO_MOUNT G_MAXINT

static int
mount_of (const char *path)
{
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;

  g_assert_true (paddock_path_object_open (&object, path, FALSE));
  return paddock_path_object_get_mount (&object);
}

static void
test_judge (void)
{
  g_autoptr (Tree) tree = tree_new ();
  const struct {
    const char         *of;       /* a path on the mount */
    const char         *path;     /* a path that is said to lie on it */
    PaddockReadVerdict  expected;
  } cases[] = {
    { tree->base, tree->base, PADDOCK_READ_ALLOWED },
    { NULL, tree->base, PADDOCK_READ_BUSY },
    { "/proc", tree->base, PADDOCK_READ_BUSY },
    { "/proc", "/process", PADDOCK_READ_BUSY },
    { "/proc", "/proc", PADDOCK_READ_OUTSIDE },
    { "/proc", "/proc/self/environ", PADDOCK_READ_OUTSIDE },
    { "/proc", "/proc/missing", PADDOCK_READ_OUTSIDE },
    { "/sys", "/sys/kernel", PADDOCK_READ_OUTSIDE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (PaddockPathCrossing) crossing = { .places = tree->places };
    int mount = cases[i].of != NULL ? mount_of (cases[i].of) : NO_MOUNT;

    g_test_message ("%s on %s", cases[i].path, cases[i].of);
    g_assert_cmpint (paddock_path_crossing_judge (&crossing, mount, cases[i].path), ==,
                     cases[i].expected);
    g_assert_null (crossing.met);
  }
}

static void
test_enter (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (GArray) entered = g_array_new (FALSE, FALSE, sizeof (int));
  g_auto (PaddockPathCrossing) crossing = { .places = tree->places };
  int mount = mount_of (tree->base);
  int another = mount + 1;

  g_assert_cmpint (paddock_path_crossing_enter (&crossing, mount, tree->base), ==,
                   PADDOCK_READ_ALLOWED);
  crossing.entered = entered;
  g_array_append_val (entered, another);
  g_assert_cmpint (paddock_path_crossing_enter (&crossing, mount, tree->base), ==,
                   PADDOCK_READ_OTHER_FILE_SYSTEM);
  g_assert_cmpint (crossing.met_mount, ==, mount);
  g_assert_true (g_str_has_prefix (tree->base, crossing.met));
  g_array_append_val (entered, mount);
  g_assert_cmpint (paddock_path_crossing_enter (&crossing, mount, tree->base), ==,
                   PADDOCK_READ_ALLOWED);
  /* Another thread does not get what is refused either. */
  g_array_set_size (entered, 0);
  g_clear_pointer (&crossing.met, g_free);
  g_assert_cmpint (paddock_path_crossing_enter (&crossing, mount_of ("/proc"), "/proc/self"), ==,
                   PADDOCK_READ_OUTSIDE);
  g_assert_null (crossing.met);
}

/* The table is read each time: this often, and not once more. Another thread's reads count too. */
static void
test_limit (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (GArray) nothing = g_array_new (FALSE, FALSE, sizeof (int));
  g_auto (PaddockPathCrossing) crossing = { .places = tree->places };
  int mount = mount_of (tree->base);

  for (guint i = 0; i < PADDOCK_PATH_CROSSINGS; i++)
    g_assert_cmpint (paddock_path_crossing_enter (&crossing, mount, tree->base), ==,
                     PADDOCK_READ_ALLOWED);
  g_assert_cmpint (paddock_path_crossing_enter (&crossing, mount, tree->base), ==,
                   PADDOCK_READ_LINK_REFUSED);
  g_assert_cmpint (paddock_path_crossing_judge (&crossing, mount, tree->base), ==,
                   PADDOCK_READ_ALLOWED);
  crossing.entered = nothing;
  g_assert_cmpint (paddock_path_crossing_enter (&crossing, mount, tree->base), ==,
                   PADDOCK_READ_LINK_REFUSED);
  g_assert_null (crossing.met);
}

static void
test_refuses_without_table (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_auto (PaddockPathCrossing) crossing = { .places = tree->places };

  g_assert_true (paddock_path_crossing_refuses (&crossing, mount_of (tree->base), tree->base));
}

/* Wrong mounts on the way: there are none. */
static void
test_look_up (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *path = tree_path (tree, "home/projects");
  g_auto (PaddockPathObject) root = PADDOCK_PATH_OBJECT_INIT;
  g_auto (PaddockPathCrossing) crossing = { .places = tree->places };
  const struct {
    const char    *names;
    PaddockPathTop top;
    gboolean       is_found;
  } cases[] = {
    { "deep/er", { 0, 4, -1 }, TRUE },
    { "deep/er", { 5, 7, -1 }, TRUE },
    { "file", { 0, 4, -1 }, TRUE },
    { "deep/er", { 0, 4, NO_MOUNT }, FALSE },
    { "deep/missing", { 5, 12, -1 }, FALSE },
    { "missing/er", { 0, 7, -1 }, FALSE },
  };
  guint before = count_open_files ();

  g_assert_true (paddock_path_object_open (&root, path, FALSE));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (PaddockPathObject) found = PADDOCK_PATH_OBJECT_INIT;
    PaddockPathTop top = cases[i].top;
    gboolean is_found;

    if (top.mount < 0)
      top.mount = paddock_path_object_get_mount (&root);
    g_clear_pointer (&crossing.tops, g_array_unref);
    crossing.tops = g_array_new (FALSE, FALSE, sizeof top);
    g_array_append_val (crossing.tops, top);
    is_found = paddock_path_crossing_look_up (&crossing, &root, cases[i].names, &found);
    if (!is_found && errno == ENOSYS) {
      g_test_skip ("no openat2() here");
      return;
    }
    g_test_message ("%s", cases[i].names);
    g_assert_cmpint (is_found, ==, cases[i].is_found);
  }
  paddock_path_object_clear (&root);
  g_assert_cmpuint (count_open_files (), ==, before);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/path-crossing/judge", test_judge);
  g_test_add_func ("/path-crossing/enter", test_enter);
  g_test_add_func ("/path-crossing/limit", test_limit);
  g_test_add_func ("/path-crossing/refuses-without-table", test_refuses_without_table);
  g_test_add_func ("/path-crossing/look-up", test_look_up);
  return g_test_run ();
}
