/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-watch-ways.h"

static guint
count (PaddockWatchWays *ways,
       const char       *path)
{
  const GPtrArray *items = paddock_watch_ways_lookup (ways, path);

  return items != NULL ? items->len : 0;
}

static void
test_lookup (void)
{
  static const struct {
    const char *path;
    guint       count;
  } cases[] = {
    { "/", 3 }, { "/a", 2 }, { "/a/b", 2 }, { "/a/b/c", 1 }, { "/other", 1 },
    { "/a/b/c/d", 0 }, { "/a/bc", 0 }, { "/a/", 0 }, { "a", 0 }, { "", 0 }, { "/A", 0 },
  };
  g_autoptr (PaddockWatchWays) ways = paddock_watch_ways_new ();
  int items[3];

  paddock_watch_ways_add (ways, "/a/b/c", &items[0]);
  paddock_watch_ways_add (ways, "/a/b", &items[1]);
  paddock_watch_ways_add (ways, "/other", &items[2]);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpuint (count (ways, cases[i].path), ==, cases[i].count);
  g_assert_true (paddock_watch_ways_lookup (ways, "/a/b/c")->pdata[0] == &items[0]);

  paddock_watch_ways_remove (ways, "/a/b/c", &items[0]);
  g_assert_cmpuint (count (ways, "/a/b/c"), ==, 0);
  g_assert_cmpuint (count (ways, "/a/b"), ==, 1);
  g_assert_cmpuint (count (ways, "/"), ==, 2);
  paddock_watch_ways_remove (ways, "/a/b", &items[1]);
  paddock_watch_ways_remove (ways, "/other", &items[2]);
  g_assert_cmpuint (count (ways, "/"), ==, 0);
}

static void
test_edges (void)
{
  g_autoptr (PaddockWatchWays) ways = paddock_watch_ways_new ();
  int item, same;

  /* "/" is on one way. To remove an unknown item is harmless. */
  paddock_watch_ways_add (ways, "/", &item);
  g_assert_cmpuint (count (ways, "/"), ==, 1);
  paddock_watch_ways_remove (ways, "/x", &same);
  g_assert_cmpuint (count (ways, "/"), ==, 1);

  /* Two items for one path, and bytes that are not UTF-8. */
  paddock_watch_ways_add (ways, "/\xff/\xfe", &item);
  paddock_watch_ways_add (ways, "/\xff/\xfe", &same);
  g_assert_cmpuint (count (ways, "/\xff"), ==, 2);
  paddock_watch_ways_remove (ways, "/\xff/\xfe", &item);
  g_assert_true (paddock_watch_ways_lookup (ways, "/\xff/\xfe")->pdata[0] == &same);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/watch-ways/lookup", test_lookup);
  g_test_add_func ("/watch-ways/edges", test_edges);
  return g_test_run ();
}
