/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-diff.h"

#include <string.h>

/* Differences as `patch` reads them. test-apps.py gives some to `patch`. */

#define NAMES "--- a/f\n+++ b/f\n"
#define NO_FEED "\\ No newline at end of file\n"

static char *
make (const char *path,
      const char *before,
      const char *after)
{
  g_autoptr (GBytes) one = g_bytes_new (before, strlen (before));
  g_autoptr (GBytes) other = g_bytes_new (after, strlen (after));

  return paddock_app_diff_make (path, one, other, one, other);
}

static void
test_table (void)
{
  static const struct { const char *before, *after, *diff;
  } rows[] = {
    { "a\n", "a\n", "" },
    { "a\n", "b\n", NAMES "@@ -1,1 +1,1 @@\n-a\n+b\n" },
    { "", "b\n", NAMES "@@ -0,0 +1,1 @@\n+b\n" },
    { "a\n", "", NAMES "@@ -1,1 +0,0 @@\n-a\n" },
    { "a", "b\n", NAMES "@@ -1,1 +1,1 @@\n-a\n" NO_FEED "+b\n" },
    { "a\nb", "a\nc", NAMES "@@ -1,2 +1,2 @@\n a\n-b\n" NO_FEED "+c\n" NO_FEED },
    { "1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nx\n6\n7\n8\n",
      NAMES "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n" },
    /* Two hunks: more than six equal lines are between them. */
    { "x\n1\n2\n3\n4\n5\n6\n7\ny\n", "1\n2\n3\n4\n5\n6\n7\n",
      NAMES "@@ -1,4 +1,3 @@\n-x\n 1\n 2\n 3\n@@ -6,4 +5,3 @@\n 5\n 6\n 7\n-y\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *diff = make ("/f", rows[i].before, rows[i].after);

    g_assert_cmpstr (diff, ==, rows[i].diff);
  }
}

static void
test_names (void)
{
  g_autofree char *spaced = make ("/a b", "1\n", "2\n");
  g_autofree char *quoted = make ("/a\n\"b", "1\n", "2\n");

  g_assert_true (g_str_has_prefix (spaced, "--- a/a b\t\n+++ b/a b\t\n"));
  g_assert_true (g_str_has_prefix (quoted, "--- \"a/a\\n\\\"b\"\n"));
}

/* Beyond the most differences, all lines in between are replaced. */
static void
test_many (void)
{
  g_autoptr (GString) before = g_string_new ("same\n"), after = g_string_new ("same\n");
  g_autofree char *diff = NULL;

  for (guint i = 0; i < 800; i++) {
    g_string_append_printf (before, "old %u\n", i);
    g_string_append_printf (after, "new %u\n", i);
  }
  diff = make ("/f", before->str, after->str);
  g_assert_true (g_str_has_prefix (diff, NAMES "@@ -1,801 +1,801 @@\n same\n-old 0\n"));
  g_assert_true (g_str_has_suffix (diff, "+new 799\n"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-diff/table", test_table);
  g_test_add_func ("/app-diff/names", test_names);
  g_test_add_func ("/app-diff/many", test_many);
  return g_test_run ();
}
