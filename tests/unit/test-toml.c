/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-toml.h"

#include "paddock-error.h"

#include <string.h>

static PaddockConfigTree *
scan (const char  *text,
      GError     **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return paddock_toml_scan (bytes, error);
}

/* Writes the values of a tree as JSON would have them, but for quotes. */
static void
append_value (GString                 *out,
              const PaddockConfigTree *tree,
              guint                    index)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, index);
  g_autofree char *key = paddock_config_tree_dup_key (tree, index);
  g_autofree char *value = paddock_config_tree_dup_string (tree, index);
  gboolean is_object = node->kind == PADDOCK_CONFIG_OBJECT;

  if (key != NULL)
    g_string_append_printf (out, "%s:", key);
  if (!is_object && node->kind != PADDOCK_CONFIG_ARRAY) {
    if (value != NULL)
      g_string_append (out, value);
    else
      g_string_append_len (out, paddock_config_tree_get_text (tree, NULL) + node->begin,
                           node->end - node->begin);
    return;
  }
  g_string_append_c (out, is_object ? '{' : '[');
  for (guint i = node->first; i != 0; i = paddock_config_tree_get (tree, i)->next) {
    append_value (out, tree, i);
    if (i != node->last)
      g_string_append_c (out, ',');
  }
  g_string_append_c (out, is_object ? '}' : ']');
}

static const struct { const char *text, *expected;
} good[] = {
  { "", "{}" },
  { "# c", "{}" },
  { "\357\273\277a = 1", "{a:1}" },
  { "a = 1\r\nb = 2 # c\r\n", "{a:1,b:2}" },
  { "a=1\n\n  b\t=\ttrue", "{a:1,b:true}" },
  { "a-_1 = -0.5e+7\nb = +inf\nc = 0x1f\nd = 1_000", "{a-_1:-0.5e+7,b:+inf,c:0x1f,d:1_000}" },
  { "a = 1979-05-27 07:32:00Z\nb = 07:32:00.5", "{a:1979-05-27 07:32:00Z,b:07:32:00.5}" },
  { "\"a.b\" = \"x # y\"\n'c d' = 'x\\y'", "{a.b:x # y,c d:x\\y}" },
  { "'' = \"\"", "{:}" },
  { "a = \"\\u0041\\U0001F4C1\\t\\\"\\\\\"", "{a:A\U0001F4C1\t\"\\}" },
  { "a = \"\"\"\nx\\\n   y\"\"\"\"\nb = '''\nx'y''''", "{a:xy\",b:x'y'}" },
  { "a = [1, 'x', [ ], {} , # c\n]\n", "{a:[1,x,[],{}]}" },
  { "a = [\n# ]\n1\n# c\n,\n2]", "{a:[1,2]}" },
  { "a = { b = 1, c.d = 2 }", "{a:{b:1,c:{d:2}}}" },
  { "a.b.c = 1\na . 'b'. d = 2", "{a:{b:{c:1,d:2}}}" },
  { "[a]\nb = 1\n[ c . d ] # e\n", "{a:{b:1},c:{d:{}}}" },
  { "[a.b]\nx=1\n[a]\ny=2", "{a:{b:{x:1},y:2}}" },
  { "[[a]]\nb=1\n[[a]]\n[a.c]\nd=2", "{a:[{b:1},{c:{d:2}}]}" },
  { "[a]\nb.c=1\n[a.b.d]", "{a:{b:{c:1,d:{}}}}" },
  { "true = 1\n1 = 2", "{true:1,1:2}" },
};

static void
test_good (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (good); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PaddockConfigTree) tree = scan (good[i].text, &error);
    g_autoptr (GString) out = g_string_new (NULL);

    g_test_message ("row %u", i);
    g_assert_no_error (error);
    append_value (out, tree, PADDOCK_CONFIG_TREE_ROOT);
    g_assert_cmpstr (out->str, ==, good[i].expected);
  }
}

#define MISTAKE(line) "The file has a mistake in line " line "."
#define TOO_SHORT(line) "The file ends too early, in line " line "."
#define TWICE(line) "Line " line " uses a name a second time."

static const struct { const char *text, *sentence;
} bad[] = {
  { "a", TOO_SHORT ("1") },
  { "a =", TOO_SHORT ("1") },
  { "a = \"", TOO_SHORT ("1") },
  { "a = \"\\", TOO_SHORT ("1") },
  { "a = \"\\u12", TOO_SHORT ("1") },
  { "a = \"\"\"\n\"\"", TOO_SHORT ("2") },
  { "a = [1,\n", TOO_SHORT ("2") },
  { "a = {", TOO_SHORT ("1") },
  { "[a", TOO_SHORT ("1") },
  { "[[a]", TOO_SHORT ("1") },
  { "a. = 1", MISTAKE ("1") },
  { ".a = 1", MISTAKE ("1") },
  { "= 1", MISTAKE ("1") },
  { "a = 1 b = 2", MISTAKE ("1") },
  { "a = \n1", MISTAKE ("1") },
  { "a = x\n", MISTAKE ("1") },
  { "a = True\n", MISTAKE ("1") },
  { "a = \"x\ny\"", MISTAKE ("1") },
  { "a = \"\\x\"", MISTAKE ("1") },
  { "a = 'x\001'", MISTAKE ("1") },
  { "# \001", MISTAKE ("1") },
  { "a = 1\rb = 2", MISTAKE ("1") },
  { "a = [1 2]", MISTAKE ("1") },
  { "a = [,]", MISTAKE ("1") },
  { "a = {b = 1,}", MISTAKE ("1") },
  { "a = {\nb = 1}", MISTAKE ("1") },
  { "{}", MISTAKE ("1") },
  { "[]", MISTAKE ("1") },
  { "[a] b = 1", MISTAKE ("1") },
  { "\"\"\"a\"\"\" = 1", MISTAKE ("1") },
  { "a = 1\na = 2", TWICE ("2") },
  { "a = 1\n'a' = 2", TWICE ("2") },
  { "a = 1\n\"\\u0061\" = 2", TWICE ("2") },
  { "a = 1\na.b = 2", TWICE ("2") },
  { "a = {}\na.b = 2", TWICE ("2") },
  { "a = { b = 1, b = 2 }", TWICE ("1") },
  { "[a]\n[a]", TWICE ("2") },
  { "a = 1\n[a]", TWICE ("2") },
  { "a.b = 1\n[a]", TWICE ("2") },
  { "a = {}\n[a.b]", TWICE ("2") },
  { "a = []\n[[a]]", TWICE ("2") },
  { "[a]\n[[a]]", TWICE ("2") },
  { "[[a]]\n[a]", TWICE ("2") },
  { "[a.b]\n[a]\nb.c = 1", TWICE ("3") },
};

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;

    g_test_message ("row %u", i);
    g_assert_null (scan (bad[i].text, &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT);
    g_assert_cmpstr (error->message, ==, bad[i].sentence);
  }
}

/* No beginning of a file is read beyond its end. */
static void
test_truncated (void)
{
  static const char text[] =
    "[a.\"b\\u0041\"] # c\r\nd = [1.5e-3, '''x\n''', {e = 1979-05-27 07:32:00},]\n[[f]]\n"
    "g = \"\"\"\\\n \"\"\"\n";

  for (gsize i = 0; i <= strlen (text); i++) {
    g_autofree char *copy = g_memdup2 (text, i);
    g_autoptr (GBytes) bytes = g_bytes_new_static (copy, i);
    g_autoptr (PaddockConfigTree) tree = paddock_toml_scan (bytes, NULL);

    g_assert_true (tree != NULL || i < strlen (text));
  }
}

static void
test_depth (void)
{
  for (guint depth = PADDOCK_CONFIG_TREE_MAX_DEPTH; depth < 200000; depth *= 30)
    for (guint more = 0; more < 2; more++) {
      g_autoptr (GString) text = g_string_new ("a = ");
      g_autoptr (PaddockConfigTree) tree = NULL;

      for (guint i = 0; i < depth + more; i++)
        g_string_append_c (text, '[');
      for (guint i = 0; i < depth + more; i++)
        g_string_append_c (text, ']');
      tree = scan (text->str, NULL);
      g_assert_cmpint (tree != NULL, ==, depth + more == PADDOCK_CONFIG_TREE_MAX_DEPTH);
    }
}

static void
test_not_text (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *large = g_malloc0 (PADDOCK_CONFIG_TREE_MAX_BYTES + 1);
  g_autoptr (GBytes) bytes = g_bytes_new_static (large, PADDOCK_CONFIG_TREE_MAX_BYTES + 1);

  g_assert_null (scan ("a = '\377'", &error));
  g_assert_cmpstr (error->message, ==, "The file isn’t valid text (UTF-8).");
  g_clear_error (&error);
  g_assert_null (paddock_toml_scan (bytes, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/toml/good", test_good);
  g_test_add_func ("/toml/bad", test_bad);
  g_test_add_func ("/toml/truncated", test_truncated);
  g_test_add_func ("/toml/depth", test_depth);
  g_test_add_func ("/toml/not-text", test_not_text);
  return g_test_run ();
}
