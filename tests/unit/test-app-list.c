/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-list.h"

#include "paddock-jsonc.h"
#include "paddock-yaml.h"

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

static char *
remove_front (const char *text,
              guint       n_values)
{
  g_autoptr (PaddockConfigTree) tree = scan (text);
  g_autoptr (PaddockSplices) splices = paddock_splice_list_new ();
  PaddockAppEdit edit = { tree, splices, PADDOCK_APP_SYNTAX_JSON };

  paddock_app_list_remove_front (&edit, 0, n_values);
  return apply (&edit);
}

/* Putting two values in front, and removing them again. */
static void
test_front (void)
{
  static const char * const values[] = { "\"x\"", "1", NULL };
  static const struct { const char *before, *after;
  } rows[] = {
    { "[]", "[\"x\", 1]" },
    { "[ ]", "[\"x\", 1 ]" },
    { "[\n]", "[\"x\", 1\n]" },
    { "[/* c */]", "[\"x\", 1/* c */]" },
    { "[// c\n]", "[\"x\", 1// c\n]" },
    { "[\"a\"]", "[\"x\", 1, \"a\"]" },
    { "[\"a\",]", "[\"x\", 1, \"a\",]" },
    { "[ \"a\" ]", "[ \"x\", 1, \"a\" ]" },
    { "[  \"a\"]", "[ \"x\", 1,  \"a\"]" },
    { "[\t\"a\"]", "[\"x\", 1,\t\"a\"]" },
    { "[\n  \"a\"\n]", "[\"x\", 1,\n  \"a\"\n]" },
    { "[\r\n\"a\"]", "[\"x\", 1,\r\n\"a\"]" },
    { "[/* c */\"a\"]", "[\"x\", 1, /* c */\"a\"]" },
    { "[ // c\n\"a\"]", "[ \"x\", 1, // c\n\"a\"]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockConfigTree) tree = scan (rows[i].before);
    g_autoptr (PaddockSplices) splices = paddock_splice_list_new ();
    PaddockAppEdit edit = { tree, splices, PADDOCK_APP_SYNTAX_JSON };
    g_autofree char *after = NULL, *again = NULL;

    paddock_app_list_insert_front (&edit, 0, values);
    after = apply (&edit);
    g_assert_cmpstr (after, ==, rows[i].after);
    again = remove_front (after, 2);
    g_assert_cmpstr (again, ==, rows[i].before);
  }
}

/* A dash may be the last byte of the file. */
static void
test_front_at_end (void)
{
  static const char * const values[] = { "x", NULL };
  g_autoptr (GBytes) before = g_bytes_new ("k:\n-", 4);
  g_autoptr (PaddockConfigTree) tree = paddock_yaml_scan (before, NULL);
  g_autoptr (PaddockSplices) splices = paddock_splice_list_new ();
  PaddockAppEdit edit = { tree, splices, PADDOCK_APP_SYNTAX_YAML };
  g_autoptr (GBytes) after = NULL;

  paddock_app_list_insert_front (&edit, 1, values);
  after = paddock_splice_apply (splices, before);
  g_assert_cmpmem (g_bytes_get_data (after, NULL), g_bytes_get_size (after), "k:\n- x\n-", 8);
}

/* Arrays that somebody else wrote in between. */
static void
test_rewritten (void)
{
  static const struct { const char *before, *after;
  } rows[] = {
    { "[1,2]", "[]" },
    { "[1,2,3]", "[3]" },
    { "[\n  1,\n  2,\n  3\n]", "[\n  3\n]" },
    { "[\n  1,\n  2\n]", "[]" },
    { "[\n  1,\n  2,\n]", "[]" },
    { "[1, 2,]", "[]" },
    { "[1, 2 , 3]", "[3]" },
    { "[1, // c\n2, 3]", "[ // c\n 3]" },
    { "[1, 2/* , */, 3]", "[ /* , */ 3]" },
    { "[1, 2/*/ , */, 3]", "[ /*/ , */ 3]" },
    { "[1, 2/*/ , **/, 3]", "[ /*/ , **/ 3]" },
    { "[1, \"//\", 3]", "[3]" },
    { "[1, \"\\\"//\", /* c */ 3]", "[/* c */ 3]" },
    { "[1, 2, // c\n3]", "[// c\n3]" },
    { "[/* a */ 1, 2 /* b */]", "[/* a */   /* b */]" },
    { "[\n1,\n2, // c\n3]", "[\n // c\n3]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *after = remove_front (rows[i].before, 2);

    g_test_message ("%s", rows[i].before);
    g_assert_cmpstr (after, ==, rows[i].after);
  }
}

static void
test_remove_member (void)
{
  static const struct { const char *before, *after;
  } rows[] = {
    { "{\"x\":1,\"a\":2}", "{\"a\":2}" },
    { "{ \"x\": 1, \"a\": 2 }", "{ \"a\": 2 }" },
    { "{\n  \"x\": 1,\n  \"a\": 2\n}", "{\n  \"a\": 2\n}" },
    { "{\"a\":2,\"x\":1}", "{\"a\":2}" },
    { "{\"a\":2,\"x\":1,}", "{\"a\":2,}" },
    { "{\"a\":2, // c\n\"x\":1}", "{\"a\":2 // c\n}" },
    { "{\"x\":1, // c\n\"a\":2}", "{ // c\n\"a\":2}" },
    { "{\"x\" /* c */ :\"//\", \"a\":2}", "{ /* c */  \"a\":2}" },
    { "{\"a\":2,\"x\":1,\"b\":3}", "{\"a\":2,\"b\":3}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockConfigTree) tree = scan (rows[i].before);
    g_autoptr (PaddockSplices) splices = paddock_splice_list_new ();
    PaddockAppEdit edit = { tree, splices, PADDOCK_APP_SYNTAX_JSON };
    g_autofree char *after = NULL;

    paddock_app_list_remove_member (&edit, 0, paddock_config_tree_find (tree, 0, "x", NULL));
    after = apply (&edit);
    g_test_message ("%s", rows[i].before);
    g_assert_cmpstr (after, ==, rows[i].after);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-list/front", test_front);
  g_test_add_func ("/app-list/front-at-end", test_front_at_end);
  g_test_add_func ("/app-list/rewritten", test_rewritten);
  g_test_add_func ("/app-list/remove-member", test_remove_member);
  return g_test_run ();
}
