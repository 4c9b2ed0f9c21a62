/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-lines.h"

#include "paddock-yaml.h"

#include <string.h>

typedef void (* Change) (PaddockAppEdit *edit);

/* Changes the list of the first member, and returns the file. */
static char *
change (const char *text,
        Change      function)
{
  g_autoptr (GBytes) before = g_bytes_new (text, strlen (text));
  g_autoptr (PaddockConfigTree) tree = paddock_yaml_scan (before, NULL);
  g_autoptr (PaddockSplices) splices = paddock_splice_list_new ();
  PaddockAppEdit edit = { tree, splices, PADDOCK_APP_SYNTAX_YAML };
  g_autoptr (PaddockConfigTree) new_tree = NULL;
  g_autoptr (GBytes) after = NULL;

  g_assert_true (paddock_app_lines_is_list (&edit, 1));
  function (&edit);
  after = paddock_splice_apply (splices, before);
  new_tree = paddock_yaml_scan (after, NULL);
  g_assert_nonnull (new_tree);
  return g_strndup (g_bytes_get_data (after, NULL), g_bytes_get_size (after));
}

static void
insert (PaddockAppEdit *edit)
{
  static const char * const literals[] = { "\"x\"", "y", NULL };

  paddock_app_lines_insert_front (edit, 1, literals);
}

static void
remove_two (PaddockAppEdit *edit)
{
  paddock_app_lines_remove_front (edit, 1, 2);
}

static void
collapse (PaddockAppEdit *edit)
{
  paddock_app_lines_collapse (edit, 1, "z");
}

static void
test_front (void)
{
  static const struct { const char *before, *after;
  } rows[] = {
    { "k:\n- a\n", "k:\n- \"x\"\n- y\n- a\n" },
    { "k:\n  - a", "k:\n  - \"x\"\n  - y\n  - a" },
    { "k: # c\n  # d\n  - a # e\n", "k: # c\n  # d\n  - \"x\"\n  - y\n  - a # e\n" },
    { "k:\r\n  -   a\r\n", "k:\r\n  - \"x\"\r\n  - y\r\n  -   a\r\n" },
    { "k:\n  -\n    a\n  - b\nl: é\n", "k:\n  - \"x\"\n  - y\n  -\n    a\n  - b\nl: é\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *after = change (rows[i].before, insert);
    g_autofree char *again = change (rows[i].after, remove_two);

    g_assert_cmpstr (after, ==, rows[i].after);
    g_assert_cmpstr (again, ==, rows[i].before);
  }
}

static void
test_remove (void)
{
  static const struct { const char *before, *after;
  } rows[] = {
    { "k:\n- a\n- b\n", "k: []\n" },
    { "k:\n  - a # c\n  - b\n# d\n", "k: []\n    # c\n   \n# d\n" },
    { "k:\n  - a # - c\n  - b\n  - d\n", "k:\n    # - c\n   \n  - d\n" },
    { "k:\n  - a\n  - 'b - c'\n\n  - d\n", "k:\n  - d\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *after = change (rows[i].before, remove_two);

    g_assert_cmpstr (after, ==, rows[i].after);
  }
}

static void
test_collapse (void)
{
  g_autofree char *plain = change ("k :\n  - a\n  - b\nl: 1", collapse);
  g_autofree char *commented = change ("k: # c\n  - a\n", collapse);

  g_assert_cmpstr (plain, ==, "k : z\nl: 1");
  g_assert_cmpstr (commented, ==, "k: z # c\n   \n");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-lines/front", test_front);
  g_test_add_func ("/app-lines/remove", test_remove);
  g_test_add_func ("/app-lines/collapse", test_collapse);
  return g_test_run ();
}
