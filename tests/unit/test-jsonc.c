/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-jsonc.h"

#include "paddock-error.h"

#include <string.h>

#define BOM "\357\273\277"

static PaddockConfigTree *
scan (const char           *text,
      gssize                length,
      PaddockJsoncDialect   dialect,
      GError              **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, length < 0 ? strlen (text) : (gsize) length);

  return paddock_jsonc_scan (bytes, dialect, error);
}

/* Writes the values of a tree without spaces and comments. */
static void
append_value (GString                 *out,
              const PaddockConfigTree *tree,
              guint                    index)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, index);
  const char *text = paddock_config_tree_get_text (tree, NULL);
  gboolean is_object = node->kind == PADDOCK_CONFIG_OBJECT;

  if (node->key_begin != node->key_end) {
    g_string_append_len (out, text + node->key_begin, node->key_end - node->key_begin);
    g_string_append_c (out, ':');
  }
  if (!is_object && node->kind != PADDOCK_CONFIG_ARRAY) {
    g_string_append_len (out, text + node->begin, node->end - node->begin);
    return;
  }
  g_assert_cmpint (text[node->begin], ==, is_object ? '{' : '[');
  g_assert_cmpint (text[node->end - 1], ==, is_object ? '}' : ']');
  g_string_append_c (out, is_object ? '{' : '[');
  for (guint i = node->first; i != 0; i = paddock_config_tree_get (tree, i)->next) {
    append_value (out, tree, i);
    if (i != node->last)
      g_string_append_c (out, ',');
  }
  g_string_append_c (out, is_object ? '}' : ']');
}

/* Texts that all three dialects read, or the dialects from one on. */
typedef struct {
  const char          *text;
  PaddockJsoncDialect  dialect;
  const char          *expected;
} Good;

static const Good good[] = {
  { "{}", PADDOCK_JSONC_STRICT, "{}" },
  { "[]", PADDOCK_JSONC_STRICT, "[]" },
  { "1", PADDOCK_JSONC_STRICT, "1" },
  { "\"\"", PADDOCK_JSONC_STRICT, "\"\"" },
  { " \r\n\t{ \"a\" : [ 1 , -0.5e+7 , true , null ] } \r\n", PADDOCK_JSONC_STRICT,
    "{\"a\":[1,-0.5e+7,true,null]}" },
  { BOM "{\"a\":0}", PADDOCK_JSONC_STRICT, "{\"a\":0}" },
  { "{\"\":{\"\":[[],{}]}}", PADDOCK_JSONC_STRICT, "{\"\":{\"\":[[],{}]}}" },
  { "[\"// no /* comment */\", \"\\\"//\"]", PADDOCK_JSONC_STRICT,
    "[\"// no /* comment */\",\"\\\"//\"]" },
  { "[\"\\\\\",\"\\u0041\\/\\b\\f\\n\\r\\t\"]", PADDOCK_JSONC_STRICT,
    "[\"\\\\\",\"\\u0041\\/\\b\\f\\n\\r\\t\"]" },
  { "[\"\\ud800\"]", PADDOCK_JSONC_STRICT, "[\"\\ud800\"]" },
  { "[\"\u2028 메모\"]", PADDOCK_JSONC_STRICT, "[\"\u2028 메모\"]" },
  { "{\"a\":1,\"a\":2}", PADDOCK_JSONC_STRICT, "{\"a\":1,\"a\":2}" },

  { "// x\n{}//", PADDOCK_JSONC_COMMENTS, "{}" },
  { "// x\r\n{}// \r", PADDOCK_JSONC_COMMENTS, "{}" },
  { "/**/{/*/*/\"a\"/***/:/* { \" */1/* \u2028\r */}/* // */", PADDOCK_JSONC_COMMENTS,
    "{\"a\":1}" },
  { "[//]\n1//,2\n,//,\n3]", PADDOCK_JSONC_COMMENTS, "[1,3]" },

  { "{\"a\":1,}", PADDOCK_JSONC_COMMENTS_AND_COMMAS, "{\"a\":1}" },
  { "[1, ]", PADDOCK_JSONC_COMMENTS_AND_COMMAS, "[1]" },
  { "[{},/* x */]", PADDOCK_JSONC_COMMENTS_AND_COMMAS, "[{}]" },
  { "[[1,],// x\n]", PADDOCK_JSONC_COMMENTS_AND_COMMAS, "[[1]]" },
};

static void
test_good (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    for (guint j = 0; j <= PADDOCK_JSONC_COMMENTS_AND_COMMAS; j++) {
      g_autoptr (GError) error = NULL;
      g_autoptr (PaddockConfigTree) tree = scan (good[i].text, -1, (PaddockJsoncDialect) j, &error);
      g_autoptr (GString) out = g_string_new (NULL);

      g_test_message ("row %u, dialect %u", i, j);
      if (j < good[i].dialect) {
        g_assert_null (tree);
        g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT);
        continue;
      }
      g_assert_no_error (error);
      append_value (out, tree, PADDOCK_CONFIG_TREE_ROOT);
      g_assert_cmpstr (out->str, ==, good[i].expected);
    }
}

/* Texts that no dialect reads, and the sentence for the loosest one. */
typedef struct {
  const char *text;
  const char *sentence;
} Bad;

#define MISTAKE(line) "The file has a mistake in line " line "."
#define TOO_SHORT(line) "The file ends too early, in line " line "."
#define LINE_BREAK \
  "The comment in line 1 contains a character that some apps read as the end of the line."

static const Bad bad[] = {
  { "", "The file is empty." },
  { BOM, "The file is empty." },
  { " \n ", "The file is empty." },
  { "// x", "The file is empty." },
  { "{", TOO_SHORT ("1") },
  { "{\n\"a", TOO_SHORT ("2") },
  { "{\"a\\", TOO_SHORT ("1") },
  { "{\"a\\u12", TOO_SHORT ("1") },
  { "{\"a\"", TOO_SHORT ("1") },
  { "{\"a\":", TOO_SHORT ("1") },
  { "{\"a\":1", TOO_SHORT ("1") },
  { "{\"a\":1,", TOO_SHORT ("1") },
  { "[[]", TOO_SHORT ("1") },
  { "[1,\n", TOO_SHORT ("2") },
  { "-", TOO_SHORT ("1") },
  { "1e", TOO_SHORT ("1") },
  { "{}}", MISTAKE ("1") },
  { "{}\n{}", MISTAKE ("2") },
  { "[}", MISTAKE ("1") },
  { "{]", MISTAKE ("1") },
  { "[1}", MISTAKE ("1") },
  { "[1 2]", MISTAKE ("1") },
  { "[1x]", MISTAKE ("1") },
  { "[,]", MISTAKE ("1") },
  { "{,}", MISTAKE ("1") },
  { "[1,,]", MISTAKE ("1") },
  { "{\"a\":1,,}", MISTAKE ("1") },
  { "{\"a\" 1}", MISTAKE ("1") },
  { "{\"a\":}", MISTAKE ("1") },
  { "{\"a\"}", MISTAKE ("1") },
  { "{a:1}", MISTAKE ("1") },
  { "{'a':1}", MISTAKE ("1") },
  { "{1:1}", MISTAKE ("1") },
  { "{\"a\":1:2}", MISTAKE ("1") },
  { "[01]", MISTAKE ("1") },
  { "[+1]", MISTAKE ("1") },
  { "[.5]", MISTAKE ("1") },
  { "[1.]", MISTAKE ("1") },
  { "[0x1]", MISTAKE ("1") },
  { "[NaN]", MISTAKE ("1") },
  { "[True]", MISTAKE ("1") },
  { "[truest]", MISTAKE ("1") },
  { "[\"\\x41\"]", MISTAKE ("1") },
  { "[\"\\u12g4\"]", MISTAKE ("1") },
  { "[\"\\'\"]", MISTAKE ("1") },
  { "# x\n{}", MISTAKE ("1") },
  { "{} /", MISTAKE ("1") },
  { "{ / }", MISTAKE ("1") },
  { BOM BOM "{}", MISTAKE ("1") },
  { "\f{}", MISTAKE ("1") },
  { "\302\240{}", MISTAKE ("1") },
  { "[\"a\nb\"]", "A text in line 1 has no closing quotation mark." },
  { "[\"a\tb\"]", "A text in line 1 has no closing quotation mark." },
  { "{}\n/* x *", "The comment in line 2 has no end." },
  { "{}/*/", "The comment in line 1 has no end." },
  { "// a\rb\n{}", LINE_BREAK },
  { "// \u2028\n{}", LINE_BREAK },
  { "{} // \u2029", LINE_BREAK },
};

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    for (guint j = 0; j <= PADDOCK_JSONC_COMMENTS_AND_COMMAS; j++) {
      g_autoptr (GError) error = NULL;

      g_test_message ("row %u, dialect %u", i, j);
      g_assert_null (scan (bad[i].text, -1, (PaddockJsoncDialect) j, &error));
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT);
      if (j == PADDOCK_JSONC_COMMENTS_AND_COMMAS)
        g_assert_cmpstr (error->message, ==, bad[i].sentence);
    }
}

static void
test_dialects (void)
{
  static const struct {
    const char          *text;
    PaddockJsoncDialect  dialect;
    const char          *sentence;
  } rows[] = {
    { "{\n// x\n}", PADDOCK_JSONC_STRICT,
      "Line 2 has a comment. The app doesn’t allow comments in this file." },
    { "{}/**/", PADDOCK_JSONC_STRICT,
      "Line 1 has a comment. The app doesn’t allow comments in this file." },
    { "[1,\n]", PADDOCK_JSONC_STRICT,
      "Line 1 has a comma after the last value. The app doesn’t allow it." },
    { "{\"a\":[]\n,}", PADDOCK_JSONC_COMMENTS,
      "Line 2 has a comma after the last value. The app doesn’t allow it." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (scan (rows[i].text, -1, rows[i].dialect, &error));
    g_assert_cmpstr (error->message, ==, rows[i].sentence);
  }
}

/* Every beginning of a text is refused, and never read beyond its end. */
static void
test_truncated (void)
{
  static const char text[] = "{ // c\n \"a\\u0041\": [1e-3, \"x\\n\", {\"b\": null,},], /* d */ }";

  for (gsize i = 0; i < strlen (text); i++) {
    g_autofree char *copy = g_memdup2 (text, i);
    g_autoptr (GBytes) bytes = g_bytes_new_static (copy, i);

    g_assert_null (paddock_jsonc_scan (bytes, PADDOCK_JSONC_COMMENTS_AND_COMMAS, NULL));
  }
}

static void
test_not_text (void)
{
  static const struct {
    const char *text;
    gssize      length;
  } rows[] = {
    { "{\"a\":\"\377\"}", -1 }, { "{}\0", 3 }, { "{\"\0\":1}", 7 }, { "\376\377\0{", 4 },
    { "[\"\355\240\200\"]", -1 }, { "{}//\300\200", -1 }, { "{}//\342\200", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (scan (rows[i].text, rows[i].length, PADDOCK_JSONC_COMMENTS, &error));
    g_assert_cmpstr (error->message, ==, "The file isn’t valid text (UTF-8).");
  }
}

static void
test_depth (void)
{
  for (guint depth = PADDOCK_CONFIG_TREE_MAX_DEPTH; depth < 200000; depth *= 30)
    for (guint more = 0; more < 2; more++) {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (PaddockConfigTree) tree = NULL;
      g_autoptr (GError) error = NULL;

      for (guint i = 0; i < depth + more; i++)
        g_string_append (text, i % 2 == 0 ? "[" : "{\"\":");
      g_string_append (text, "1");
      for (guint i = depth + more; i > 0; i--)
        g_string_append_c (text, i % 2 == 1 ? ']' : '}');
      tree = scan (text->str, -1, PADDOCK_JSONC_STRICT, &error);
      if (depth + more == PADDOCK_CONFIG_TREE_MAX_DEPTH)
        g_assert_no_error (error);
      else
        g_assert_cmpstr (error->message, ==, "The file is nested too deeply in line 1.");
    }
}

static void
test_size (void)
{
  g_autofree char *text = g_malloc (PADDOCK_CONFIG_TREE_MAX_BYTES + 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockConfigTree) tree = NULL;
  g_autoptr (GString) many = g_string_new ("[");

  /* A file of the largest size, with one long text. */
  memset (text, 'x', PADDOCK_CONFIG_TREE_MAX_BYTES + 1);
  memcpy (text, "[\"", 2);
  memcpy (text + PADDOCK_CONFIG_TREE_MAX_BYTES - 2, "\"] ", 3);
  tree = scan (text, PADDOCK_CONFIG_TREE_MAX_BYTES, PADDOCK_JSONC_STRICT, &error);
  g_assert_no_error (error);
  g_assert_null (scan (text, PADDOCK_CONFIG_TREE_MAX_BYTES + 1, PADDOCK_JSONC_STRICT, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
  g_clear_error (&error);

  for (guint i = 0; i < PADDOCK_CONFIG_TREE_MAX_NODES; i++)
    g_string_append (many, "1,");
  many->str[many->len - 1] = ']';
  g_assert_null (scan (many->str, -1, PADDOCK_JSONC_STRICT, &error));
  g_assert_cmpstr (error->message, ==,
                   "Up to line 1, the file has more values than Paddock reads.");
}

static void
test_decode (void)
{
  static const struct {
    const char *literal;
    const char *expected;           /* NULL: not a text */
  } rows[] = {
    { "\"\"", "" },
    { "\"a b\"", "a b" },
    { "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t" },
    { "\"\\u0041\\u00e9\\uc6A9\"", "Aé용" },
    { "\"\\ud83d\\uDCC1\"", "\U0001F4C1" },
    { "\"메모\"", "메모" },
    { "\"\\u0000\"", NULL },
    { "\"\\ud800\"", NULL },
    { "\"\\ud800\\u0041\"", NULL },
    { "\"\\ud800x\"", NULL },
    { "\"\\ud800\\n12345\"", NULL },
    { "\"\\udc00\"", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *array = g_strdup_printf ("[%s]", rows[i].literal);
    g_autoptr (PaddockConfigTree) tree = scan (array, -1, PADDOCK_JSONC_STRICT, NULL);
    g_autofree char *text = NULL;

    g_test_message ("row %u", i);
    g_assert_nonnull (tree);
    text = paddock_config_tree_dup_string (tree, 1);
    g_assert_cmpstr (text, ==, rows[i].expected);
  }
}

static void
test_quote (void)
{
  static const struct { const char *value, *quoted;
  } rows[] = {
    { "", "\"\"" },
    { "a b/c", "\"a b/c\"" },
    { "\"\\", "\"\\\"\\\\\"" },
    { "\n\001\177\u00a0\u200b\u202e", "\"\\u000a\\u0001\\u007f\\u00a0\\u200b\\u202e\"" },
    { "메모 \U0001F4C1", "\"메모 \U0001F4C1\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *quoted = paddock_jsonc_quote (rows[i].value);
    g_autoptr (PaddockConfigTree) tree = scan (quoted, -1, PADDOCK_JSONC_STRICT, NULL);
    g_autofree char *again = paddock_config_tree_dup_string (tree, 0);

    g_assert_cmpstr (quoted, ==, rows[i].quoted);
    g_assert_cmpstr (again, ==, rows[i].value);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/jsonc/good", test_good);
  g_test_add_func ("/jsonc/bad", test_bad);
  g_test_add_func ("/jsonc/dialects", test_dialects);
  g_test_add_func ("/jsonc/truncated", test_truncated);
  g_test_add_func ("/jsonc/not-text", test_not_text);
  g_test_add_func ("/jsonc/depth", test_depth);
  g_test_add_func ("/jsonc/size", test_size);
  g_test_add_func ("/jsonc/decode", test_decode);
  g_test_add_func ("/jsonc/quote", test_quote);
  return g_test_run ();
}
