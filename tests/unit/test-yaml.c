/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-yaml.h"

#include "paddock-error.h"

#include <string.h>

static PaddockConfigTree *
scan (const char  *text,
      GError     **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return paddock_yaml_scan (bytes, error);
}

/* Writes the values of a tree. Strings have quotes, and special values have an exclamation mark. */
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
  if (node->is_special)
    g_string_append_c (out, '!');
  if (!is_object && node->kind != PADDOCK_CONFIG_ARRAY) {
    if (value != NULL)
      g_string_append_printf (out, "'%s'", value);
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

static void
test_good (void)
{
  static const struct { const char *text, *expected;
  } rows[] = {
    { "a", "'a'" },
    { "a: b", "{a:'b'}" },
    { "\357\273\277a: b # c\n", "{a:'b'}" },
    { "%YAML 1.1\n---\na: b\n...\n", "{a:'b'}" },
    { "a:\r\n  b: c\r\n  d:\r\n  - e\r\n  - f: g\r\n    h: i\r\n",
      "{a:{b:'c',d:['e',{f:'g',h:'i'}]}}" },
    { "메: é\nx: \U0001F4C1 # é\ny: [é, b]", "{메:'é',x:'\U0001F4C1',y:['é','b']}" },
    { "{a: b, \"c\": [d, 'e''f' , ], g: {}}", "{a:'b',c:['d','e'f'],g:{}}" },
    { "a:\nb: ''\nc:\n", "{a:,b:'',c:}" },
    { "a: 'x\n\n  y'\nb: \"x\\\n  y\\n\\x41\\u00e9\\U0001F4C1\\ \\\"\"\n",
      "{a:'x\ny',b:'xy\nAé\U0001F4C1 \"'}" },
    { "a: x\n  y\n\n  z # c", "{a:'x y\nz'}" },
    { "a: |\n  x\n  y\nb: >-\n  z\n# c\nd: e", "{a:|\n  x\n  y,b:>-\n  z,d:'e'}" },
    { "- 1\n- -0x1F\n- 1e3\n- .5\n- +1.\n- 0o17\n- 0b1\n- -1.5E-3\n- 017\n- +.INF",
      "[1,-0x1F,1e3,.5,+1.,0o17,0b1,-1.5E-3,017,+.INF]" },
    { "[True, ~, null, NULL, .nan, -.inf]", "[True,~,null,NULL,.nan,-.inf]" },
    { "[yes, No, on, y, '1', \"~\", 12:30:45, 2024-01-01, 1_000]",
      "['yes','No','on','y','1','~','12:30:45','2024-01-01','1_000']" },
    { "[-y, -e, --8, 1.2.3, 127.0.0.1, v1, 1x, a=b, =, ., -., 1-2, 0xg, .e1]",
      "['-y','-e','--8','1.2.3','127.0.0.1','v1','1x','a=b','=','.','-.','1-2','0xg','.e1']" },
    { "\"a\\0\": b\n", NULL },
    { "a: \"\\0\"", "{a:\"\\0\"}" },
    { "a: &x b\nc: *x\nd: !t e\nf: !!str g\nh: &y {i: j}",
      "{a:!&x b,c:!*x,d:!!t e,f:!!!str g,h:!{i:'j'}}" },
    { "a: &x\n  b: c\nd:\n  <<: *x\n  e: f", "{a:!{b:'c'},d:{<<:!*x,e:'f'}}" },
    { "\"<<\": a", "{<<:'a'}" },
    { "? a\n: b", "{a:'b'}" },
    { "&a b: c", "{&a b:!'c'}" },
    { "http://a: b#c\nd: e:f", "{http://a:'b#c',d:'e:f'}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PaddockConfigTree) tree = scan (rows[i].text, &error);
    g_autoptr (GString) out = g_string_new (NULL);

    g_test_message ("row %u", i);
    if (rows[i].expected == NULL) {
      g_assert_null (tree);
      continue;
    }
    g_assert_no_error (error);
    append_value (out, tree, PADDOCK_CONFIG_TREE_ROOT);
    g_assert_cmpstr (out->str, ==, rows[i].expected);
  }
}

static void
test_refused (void)
{
  static const struct { const char *text, *sentence;
  } rows[] = {
    { "", "The file is empty." },
    { "# c\n", "The file is empty." },
    { "a: b\n---\nc: d\n", "Line 2 uses a part of YAML that Paddock doesn’t read." },
    { "a: b\n? [c]\n: d\n", "Line 2 uses a part of YAML that Paddock doesn’t read." },
    { "a: &x b\n*x : c", "Line 2 uses a part of YAML that Paddock doesn’t read." },
    { "\357\273\277\357\273\277a: b", "Line 1 uses a part of YAML that Paddock doesn’t read." },
    { "a:\n\357\273\277- b", "Line 2 uses a part of YAML that Paddock doesn’t read." },
    { "a: b\n c: d", "The file has a mistake in line 2." },
    { "a: [b\n", "The file has a mistake in line 2." },
    { "a: \"b", "The file has a mistake in line 1." },
    { "a:\n\tb: c", "The file has a mistake in line 2." },
    { "a: \"\\q\"", "The file has a mistake in line 1." },
    { "a: b\rc: d", "Line 1 contains a character that some apps read as the end of the line." },
    { "a: 1\nb: c\302\205",
      "Line 2 contains a character that some apps read as the end of the line." },
    { "# \342\200\250", "Line 1 contains a character that some apps read as the end of the line." },
    { "a: \377", "The file isn’t valid text (UTF-8)." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *escaped = g_strescape (rows[i].text, NULL);

    g_test_message ("%s", escaped);
    g_assert_null (scan (rows[i].text, &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT);
    g_assert_cmpstr (error->message, ==, rows[i].sentence);
  }
}

/* The places of values are in bytes, and comments behind a value are no part of it. */
static void
test_places (void)
{
  static const char text[] = "é: # 메\n  메: [é, x] # c\n  b:\n  - 'é'\n  - y\n  # d\nz: 1\n";
  g_autoptr (PaddockConfigTree) tree = scan (text, NULL);
  static const char * const expected[] = {
    "메: [é, x] # c\n  b:\n  - 'é'\n  - y", "[é, x]", "é", "x", "- 'é'\n  - y", "'é'", "y", "1",
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    const PaddockConfigNode *node = paddock_config_tree_get (tree, i + 1);
    g_autofree char *value = g_strndup (text + node->begin, node->end - node->begin);

    g_assert_cmpstr (value, ==, expected[i]);
  }
}

static char *
repeat (const char *text,
        guint       count)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < count; i++)
    g_string_append (all, text);
  return g_string_free (all, FALSE);
}

/* Files that are made to take long, to nest deeply or to need much memory. */
static void
test_limits (void)
{
  static const struct {
    const char *text;
    guint       count;
    const char *sentence;           /* (nullable) NULL: any */
  } rows[] = {
    { "[", 1000000, "The file is nested too deeply in line 1." },
    { "- ", 1000000, "The file is nested too deeply in line 1." },
    { "{a: ", 1000000, "The file is nested too deeply in line 1." },
    { "? ", 1000000 },
    { "- a\n", 600000, "Up to line 524288, the file has more values than Paddock reads." },
    { "a", 17 * 1024 * 1024, "The file is too large." },
    { "&", 1000000 },
    { "!", 1000000 },
    { "\"", 1000001 },
    { "{", 5000000 },
    { "#", 5000000 },
    { "\n", 5000000 },
    { "%", 1000000 },
    { "---\n", 1000000 },
    { "|", 1000000 },
    { ":", 1000000 },
    { "*a ", 1000000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *text = repeat (rows[i].text, rows[i].count);
    g_autoptr (GError) error = NULL;
    g_autoptr (PaddockConfigTree) tree = NULL;
    gint64 begin = g_get_monotonic_time ();

    g_test_message ("row %u", i);
    tree = scan (text, &error);
    if (rows[i].sentence != NULL)
      g_assert_cmpstr (error->message, ==, rows[i].sentence);
    g_assert_true (tree != NULL || error != NULL);
    g_assert_cmpint (g_get_monotonic_time () - begin, <, 20 * G_USEC_PER_SEC);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/yaml/good", test_good);
  g_test_add_func ("/yaml/refused", test_refused);
  g_test_add_func ("/yaml/places", test_places);
  g_test_add_func ("/yaml/limits", test_limits);
  return g_test_run ();
}
