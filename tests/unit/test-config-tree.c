/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-config-tree.h"

#include "paddock-jsonc.h"

#include <string.h>

/* The tree without a scanner: this test adds the values itself. Its syntax has no quotes, and the
 * key "?" means no text. */

static char *
decode (const char *literal,
        gsize       length)
{
  return *literal == '?' ? NULL : g_strndup (literal, length);
}

static PaddockConfigTree *
make_tree (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return paddock_config_tree_new (bytes, decode);
}

static guint
add (PaddockConfigTree *tree,
     PaddockConfigKind  kind,
     guint              parent,
     guint              key,
     guint              begin,
     guint              end)
{
  PaddockConfigNode node = { .kind = kind, .parent = parent, .key_begin = key,
                             .key_end = key == begin ? key : key + 1, .begin = begin, .end = end };
  guint index;

  g_assert_true (paddock_config_tree_add (tree, &node, &index));
  return index;
}

/* {a=1 b=[2 3] ?=4 a=5} */
static PaddockConfigTree *
make_example (const char *text)
{
  PaddockConfigTree *tree = make_tree (text);
  guint root = add (tree, PADDOCK_CONFIG_OBJECT, 0, 0, 0, 21), array;

  add (tree, PADDOCK_CONFIG_SCALAR, root, 1, 3, 4);
  array = add (tree, PADDOCK_CONFIG_ARRAY, root, 5, 7, 8);
  add (tree, PADDOCK_CONFIG_STRING, array, 8, 8, 9);
  add (tree, PADDOCK_CONFIG_STRING, array, 10, 10, 11);
  paddock_config_tree_close (tree, array, 12);
  add (tree, PADDOCK_CONFIG_SCALAR, root, 13, 15, 16);
  add (tree, PADDOCK_CONFIG_SCALAR, root, 17, 19, 20);
  return tree;
}

#define EXAMPLE "{a=1 b=[2 3] ?=4 a=5}"

/* At the end of the file, and behind it. */
static void
test_text (void)
{
  g_autoptr (PaddockConfigTree) tree = make_tree ("ab");
  g_autoptr (PaddockConfigTree) empty = make_tree ("");

  g_assert_cmpint (paddock_config_tree_get_char (tree, 0), ==, 'a');
  g_assert_cmpint (paddock_config_tree_get_char (tree, 1), ==, 'b');
  g_assert_cmpint (paddock_config_tree_get_char (tree, 2), ==, '\0');
  g_assert_cmpint (paddock_config_tree_get_char (tree, 3), ==, '\0');
  g_assert_cmpint (paddock_config_tree_get_char (empty, 0), ==, '\0');
  g_assert_true (paddock_config_tree_has_text (tree, 0, "a"));
  g_assert_true (paddock_config_tree_has_text (tree, 0, "ab"));
  g_assert_true (paddock_config_tree_has_text (tree, 1, "b"));
  g_assert_false (paddock_config_tree_has_text (tree, 0, "b"));
  g_assert_false (paddock_config_tree_has_text (tree, 0, "abc"));
  g_assert_false (paddock_config_tree_has_text (tree, 1, "bc"));
  g_assert_false (paddock_config_tree_has_text (tree, 2, "b"));
  g_assert_false (paddock_config_tree_has_text (tree, 3, "b"));
  g_assert_false (paddock_config_tree_has_text (empty, 0, "a"));
}

static void
test_find (void)
{
  g_autoptr (PaddockConfigTree) tree = make_example (EXAMPLE);
  g_autofree char *key = NULL, *text = NULL;
  const char *whole;
  guint count, array;
  gsize size;

  g_assert_cmpuint (paddock_config_tree_find (tree, 0, "a", &count), ==, 6);
  g_assert_cmpuint (count, ==, 2);
  array = paddock_config_tree_find (tree, 0, "b", &count);
  g_assert_cmpuint (count, ==, 1);
  g_assert_cmpuint (paddock_config_tree_find (tree, 0, "c", &count), ==, 0);
  g_assert_cmpuint (count, ==, 0);
  g_assert_cmpuint (paddock_config_tree_find (tree, array, "a", NULL), ==, 0);
  g_assert_cmpuint (paddock_config_tree_find (tree, 1, "a", NULL), ==, 0);
  key = paddock_config_tree_dup_key (tree, array);
  g_assert_cmpstr (key, ==, "b");
  g_assert_null (paddock_config_tree_dup_key (tree, 0));
  g_assert_null (paddock_config_tree_dup_key (tree, 5));
  text = paddock_config_tree_dup_string (tree, paddock_config_tree_get (tree, array)->first);
  g_assert_cmpstr (text, ==, "2");
  g_assert_null (paddock_config_tree_dup_string (tree, 1));
  g_assert_cmpuint (paddock_config_tree_get (tree, array)->end, ==, 12);
  whole = paddock_config_tree_get_text (tree, &size);
  g_assert_cmpmem (whole, size, EXAMPLE, strlen (EXAMPLE));
}

static void
test_equals (void)
{
  static const char * const others[] = {
    "{a=2 b=[2 3] ?=4 a=5}", "{a=1 b=[2 4] ?=4 a=5}", "{a=1 c=[2 3] ?=4 a=5}",
    "{a=1 b=[2 3] ?=4 a=6}", "{c=1 b=[2 3] ?=4 a=5}",
  };
  g_autoptr (PaddockConfigTree) tree = make_example (EXAMPLE);
  g_autoptr (PaddockConfigTree) spaced = make_example ("<a:1,b:(2,3),?:4,a:5>");
  g_autoptr (PaddockConfigTree) shorter = make_tree (EXAMPLE);

  g_assert_true (paddock_config_tree_equals (tree, 0, spaced, 0, 0));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    g_autoptr (PaddockConfigTree) other = make_example (others[i]);

    g_assert_false (paddock_config_tree_equals (tree, 0, other, 0, 0));
  }
  {
    g_autoptr (PaddockConfigTree) other = make_example ("{a=1 b=[2 4] ?=4 a=5}");
    guint array = paddock_config_tree_find (tree, 0, "b", NULL);

    g_assert_true (paddock_config_tree_equals (tree, 0, other, 0, array));
    g_assert_true (paddock_config_tree_equals (tree, 0, other, 0, array + 2));
    g_assert_false (paddock_config_tree_equals (tree, 0, other, 0, array + 1));
  }
  add (shorter, PADDOCK_CONFIG_OBJECT, 0, 0, 0, 21);
  add (shorter, PADDOCK_CONFIG_SCALAR, 0, 1, 3, 4);
  g_assert_false (paddock_config_tree_equals (tree, 0, shorter, 0, 0));
  g_assert_false (paddock_config_tree_equals (shorter, 0, tree, 0, 0));
  g_assert_true (paddock_config_tree_equals (shorter, 1, tree, 1, 0));
  g_assert_false (paddock_config_tree_equals (tree, 1, tree, 2, 0));
}

/* Keys and strings mean the same in any spelling; other scalars and the order matter. */
static void
test_means_same (void)
{
  static const struct {
    const char *one;
    const char *other;
    gboolean    is_same;
  } rows[] = {
    { "{\"a\":\"/x\"}", "{ \"\\u0061\" : \"\\/x\" }", TRUE },
    { "{\"a\":[\"\\u002fx\",1]}", "{\"a\":[\"/x\",1]}", TRUE },
    { "[\"/x\"]", "[\"/y\"]", FALSE },
    { "[\"1\"]", "[1]", FALSE },
    { "[1]", "[1.0]", FALSE },
    { "[\"a\",\"b\"]", "[\"b\",\"a\"]", FALSE },
    { "[\"a\\u0000\"]", "[\"\\u0061\\u0000\"]", FALSE },
    { "{\"a\":1}", "{\"b\":1}", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GBytes) first = g_bytes_new_static (rows[i].one, strlen (rows[i].one));
    g_autoptr (GBytes) second = g_bytes_new_static (rows[i].other, strlen (rows[i].other));
    g_autoptr (PaddockConfigTree) one = paddock_jsonc_scan (first, PADDOCK_JSONC_STRICT, NULL);
    g_autoptr (PaddockConfigTree) other = paddock_jsonc_scan (second, PADDOCK_JSONC_STRICT, NULL);

    g_assert_cmpint (paddock_config_tree_means_same (one, other), ==, rows[i].is_same);
    g_assert_cmpint (paddock_config_tree_means_same (other, one), ==, rows[i].is_same);
  }
}

static void
test_limit (void)
{
  g_autoptr (PaddockConfigTree) tree = make_tree ("[]");
  PaddockConfigNode node = { .kind = PADDOCK_CONFIG_ARRAY, .end = 2 };
  guint index;

  for (guint i = 0; i < PADDOCK_CONFIG_TREE_MAX_NODES; i++)
    g_assert_true (paddock_config_tree_add (tree, &node, &index));
  g_assert_false (paddock_config_tree_add (tree, &node, &index));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/config-tree/text", test_text);
  g_test_add_func ("/config-tree/find", test_find);
  g_test_add_func ("/config-tree/equals", test_equals);
  g_test_add_func ("/config-tree/means-same", test_means_same);
  g_test_add_func ("/config-tree/limit", test_limit);
  return g_test_run ();
}
