/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-edit.h"

#include "paddock-app-list.h"
#include "paddock-jsonc.h"

#include <string.h>

static PaddockConfigTree *
scan (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  PaddockConfigTree *tree = paddock_jsonc_scan (bytes, PADDOCK_JSONC_COMMENTS_AND_COMMAS, NULL);

  g_assert_nonnull (tree);
  return tree;
}

/* Applies the changes, and checks that the result is a file, too. */
static char *
apply (PaddockAppEdit *edit)
{
  g_autoptr (GBytes) bytes = paddock_splice_apply (edit->splices,
                                                   paddock_config_tree_get_bytes (edit->tree));
  g_autoptr (PaddockConfigTree) tree = paddock_jsonc_scan (bytes, PADDOCK_JSONC_COMMENTS_AND_COMMAS,
                                                           NULL);

  g_assert_nonnull (tree);
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
test_values (void)
{
  g_autoptr (PaddockConfigTree) tree = scan ("{\"k\": [1, /* c */ \"2\", 3]}");
  g_autoptr (PaddockSplices) splices = paddock_splice_list_new ();
  PaddockAppEdit edit = { tree, splices, PADDOCK_APP_SYNTAX_JSON };
  guint array = paddock_app_edit_get_child (&edit, 0, 0);
  guint second = paddock_app_edit_get_child (&edit, array, 1);
  g_autofree char *literal = paddock_app_edit_dup_literal (&edit, second);
  g_autofree char *after = NULL;

  g_assert_cmpstr (literal, ==, "\"2\"");
  g_assert_cmpuint (paddock_app_edit_get_child (&edit, array, 3), ==, 0);
  g_assert_cmpuint (paddock_app_edit_get_child (&edit, second, 0), ==, 0);
  paddock_app_edit_rename (&edit, array, "\"l\"");
  paddock_app_list_remove_value (&edit, paddock_app_edit_get_child (&edit, array, 0), second);
  paddock_app_edit_replace (&edit, paddock_app_edit_get_child (&edit, array, 2), "[]");
  after = apply (&edit);
  g_assert_cmpstr (after, ==, "{\"l\": [1 /* c */ , []]}");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-edit/values", test_values);
  return g_test_run ();
}
