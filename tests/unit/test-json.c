/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <string.h>

#include "paddock-error.h"
#include "paddock-json.h"

/* Texts as in the public JSON test suites. @length 0: up to the NUL. */
typedef struct {
  const char *text;
  gsize       length;
} Case;

#define BYTES(literal) { literal, sizeof (literal) - 1 }

static const Case valid[] = {
  { "{}" }, { "[]" }, { "null" }, { "true" }, { "false" }, { "0" }, { "\"\"" }, { "\"a\"" },
  { " {} " }, { "\t[\r\n]\t" }, { "[ ]" }, { "{ }" }, { "[[]]" }, { "[[],[]]" }, { "[{},[]]" },
  { "{\"\":0}" }, { "{\"a\":1}" }, { "{\"a\":1,\"b\":2}" }, { "{\"a\":1,\"a\":2}" },
  { "{ \"a\" : 1 , \"b\" : [ 2 , 3 ] }" }, { "{\"a\":{\"b\":{\"c\":[]}}}" },
  { "{\"a\":[],\"b\":{},\"c\":null,\"d\":true,\"e\":false}" },
  { "-0" }, { "-1" }, { "1" }, { "10" }, { "123456789" }, { "12345678901234567890" },
  { "-12345678901234567890123456789012345678901234567890" },
  { "0.1" }, { "-0.1" }, { "1.0" }, { "0.000000000000000000000000000001" }, { "1e1" }, { "1E1" },
  { "1e+1" }, { "1e-1" }, { "0e0" }, { "0e+1" }, { "-0e-0" }, { "1.5e300" }, { "1e400" },
  { "123.456e78" }, { "20e1" }, { "[1,2,3]" }, { "[-0,0.0]" }, { "[1\n]" }, { "[\"a\",\"b\"]" },
  { "\"\\\"\"" }, { "\"\\\\\"" }, { "\"\\/\"" }, { "\"\\b\\f\\n\\r\\t\"" }, { "\"\\u0061\"" },
  { "\"\\u0000\"" }, { "\"\\u001f\"" }, { "\"\\uabCD\"" }, { "\"\\uD834\\uDD1E\"" },
  { "\"\\ud800\"" }, { "\"\\udc00\"" }, { "\"\\udc00\\ud800\"" }, { "\"\\ud800\\u0041\"" },
  { "\"\\ud800\\ud800\\n\"" }, { "\"\\uDBFF\\uDFFE\"" }, { "\"\\uFFFF\"" },
  { "\"\x7f\"" }, { "\"\xc2\x80\"" }, { "\"\xdf\xbf\"" }, { "\"\xe0\xa0\x80\"" },
  { "\"\xed\x9f\xbf\"" }, { "\"\xee\x80\x80\"" }, { "\"\xef\xbf\xbf\"" }, { "\"\xef\xbb\xbf\"" },
  { "\"\xf0\x90\x80\x80\"" }, { "\"\xf4\x8f\xbf\xbf\"" }, { "\"\xe2\x80\xa8\"" },
  { "\"a/*b*/c//\"" }, { "\"[\"" }, { "\"}\"" }, { "{\"]\":\"[\"}" },
  { "{\"\\u0000\":1}" }, { "{\"\\ud800\":1}" },
};

static const Case invalid[] = {
  /* Nothing, or too much */
  { "" }, { " " }, { "\n" }, { "\t\r\n " }, { "{}{}" }, { "{} {}" }, { "[] []" }, { "1 2" },
  { "null null" }, { "\"a\"\"b\"" }, { "{},"  }, { "[]," }, { "1," }, { ",1" }, { "[]]" },
  { "{}}" }, { "{}]" }, { "[]#" }, { "1;" }, { "truefalse" }, { "{}\x01" }, { "]" }, { "}" },
  { "," }, { ":" }, { "\\" }, { "*" },
  /* Arrays */
  { "[" }, { "[1" }, { "[1," }, { "[1,]" }, { "[,1]" }, { "[,]" }, { "[1,,2]" }, { "[1 2]" },
  { "[1:2]" }, { "[1}" }, { "[\"a\"" }, { "[\"a" }, { "[[" }, { "[[]" }, { "[]]]" }, { "[1;2]" },
  { "[\"\",]" }, { "[null" }, { "[a]" }, { "['a']" }, { "[\x0b]" }, { "[\x0c]" }, { "[\\n]" },
  { "[\xc2\xa0]" }, { "[\"a\"b]" }, { "[1 true]" }, { "[- 1]" },
  /* Objects */
  { "{" }, { "{\"a\"" }, { "{\"a\":" }, { "{\"a\":1" }, { "{\"a\":1," }, { "{\"a\":1,}" },
  { "{,}" }, { "{\"a\"}" }, { "{\"a\",1}" }, { "{a:1}" }, { "{'a':1}" }, { "{1:1}" },
  { "{null:1}" }, { "{\"a\" 1}" }, { "{\"a\"::1}" }, { "{:1}" }, { "{\"a\":1]" },
  { "{\"a\":1 \"b\":2}" }, { "{\"a\":1,,\"b\":2}" }, { "{\"a\":}" }, { "{[]:1}" }, { "{{}:1}" },
  { "{\"a\":1}}" }, { "{\"a\":\"b\"}/**/" }, { "{\"a\":/**/1}" }, { "{\"a\":1}//" }, { "{}#" },
  { "{\"a\":[1}" }, { "{\"a\":[1}]" }, { "[{\"a\":1]}" }, { "{\"a" }, { "{\"a\\\":1}" },
  { "{true:1}" }, { "{\"a\":true \"b\"}" },
  /* Words */
  { "tru" }, { "nul" }, { "fals" }, { "True" }, { "NULL" }, { "nulll" }, { "truee" },
  { "undefined" },
  { "NaN" }, { "-NaN" }, { "nan" }, { "Infinity" }, { "-Infinity" }, { "inf" }, { "None" },
  { "[True]" }, { "\xef\xbb\xbfnull" }, { "\xef\xbb\xbf{}" }, { "\xfe\xff" }, { "t\xc3\xa9" },
  /* Numbers */
  { "-" }, { "+1" }, { "--1" }, { "-+1" }, { "01" }, { "-01" }, { "00" }, { "-00" }, { "1." },
  { ".1" }, { "-.1" }, { "." }, { "1.e1" }, { "1e" }, { "1E" }, { "1e+" }, { "1e-" }, { "1e1.5" },
  { "1.2.3" }, { "1..2" }, { "0x10" }, { "0X1" }, { "0b1" }, { "1_000" }, { "1,000" }, { "1a" },
  { "1f" }, { "1L" }, { "0e" }, { "0.e1" }, { "0.3e" }, { "0.3e+" }, { "1e1e1" }, { "1 000" },
  { "-a" }, { "\xef\xbc\x91" }, { "1+2" }, { "0.1.2" }, { "2.e+3" }, { "-1x" }, { "1e++1" },
  { "9.e" },
  /* Strings */
  { "\"" }, { "\"a" }, { "a\"" }, { "'a'" }, { "\"\\\"" }, { "\"\\a\"" }, { "\"\\x61\"" },
  { "\"\\0\"" }, { "\"\\'\"" }, { "\"\\u\"" }, { "\"\\u1\"" }, { "\"\\u12\"" }, { "\"\\u123\"" },
  { "\"\\u123g\"" }, { "\"\\U0061\"" }, { "\"\\u 061\"" }, { "\"\\ud800\\u\"" },
  { "\"\\ud800\\u1\"" }, { "\"\\\xc3\xa9\"" }, { "\"\n\"" }, { "\"\t\"" }, { "\"\r\"" },
  { "\"\x01\"" }, { "\"\x1f\"" }, { "\"\\\n\"" }, { "\"\\u+123\"" }, { "\"\\u-001\"" }, { "\"\\" },
  { "\"\\u00" }, { "\"a\\" }, { "`a`" }, { "\"\\v\"" }, { "\"\\e\"" },
  BYTES ("\"a\0b\""), BYTES ("\0"), BYTES ("{}\0"), BYTES ("\"\\\0\""), BYTES ("[1\0]"),
  /* UTF-8 */
  { "\"\x80\"" }, { "\"\xbf\"" }, { "\"\xc3\"" }, { "\"\xc3(\"" }, { "\"\xc0\x80\"" },
  { "\"\xc0\xaf\"" }, { "\"\xc1\xbf\"" }, { "\"\xe0\x80\x80\"" }, { "\"\xe0\x9f\xbf\"" },
  { "\"\xed\xa0\x80\"" }, { "\"\xed\xbf\xbf\"" }, { "\"\xed\xa0\xbd\xed\xb8\x80\"" },
  { "\"\xe2\x82\"" }, { "\"\xe2\x28\xa1\"" }, { "\"\xe2\x82\x28\"" }, { "\"\xf0\x80\x80\x80\"" },
  { "\"\xf0\x8f\xbf\xbf\"" }, { "\"\xf0\x9f\x98\"" }, { "\"\xf4\x90\x80\x80\"" },
  { "\"\xf5\x80\x80\x80\"" }, { "\"\xf8\x88\x80\x80\x80\"" }, { "\"\xfc\x84\x80\x80\x80\x80\"" },
  { "\"\xfe\"" }, { "\"\xff\"" }, { "\"\xe9\"" }, { "{\"\xff\":1}" }, { "\"\xf0\x9f\x98" },
  { "\xff" }, { "[\xe9]" },
};

static gsize
case_length (const Case *item)
{
  return item->length > 0 ? item->length : strlen (item->text);
}

/* A copy of the exact size, so that a sanitizer notices a read beyond the end. */
static gboolean
validate (const char  *text,
          gsize        length,
          GError     **error)
{
  g_autofree char *copy = g_memdup2 (text, length);

  return paddock_json_validate (copy, length, error);
}

static void
test_valid (void)
{
  g_assert_cmpuint (G_N_ELEMENTS (valid), >=, 60);

  for (gsize i = 0; i < G_N_ELEMENTS (valid); i++) {
    g_autoptr (GError) error = NULL;

    g_test_message ("%s", valid[i].text);
    g_assert_true (validate (valid[i].text, case_length (&valid[i]), &error));
    g_assert_no_error (error);
  }
}

static void
test_invalid (void)
{
  g_assert_cmpuint (G_N_ELEMENTS (invalid), >=, 120);

  for (gsize i = 0; i < G_N_ELEMENTS (invalid); i++) {
    g_autoptr (GError) error = NULL;

    g_test_message ("%" G_GSIZE_FORMAT, i);
    g_assert_false (validate (invalid[i].text, case_length (&invalid[i]), &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_PROTOCOL);
  }
}

/* A truncated text is no value, except for a number, whose beginning may be one. */
static void
test_every_prefix (void)
{
  const char *text = "{\"a\\u00e9\xc3\xa9\":[1.5e+3,\"\\ud83d\\ude00\",{\"b\":null}],"
                     "\"c\":[true,false,{}]}";
  gsize length = strlen (text);

  for (gsize i = 0; i < length; i++)
    g_assert_false (validate (text, i, NULL));
  g_assert_true (validate (text, length, NULL));
}

static char *
nest (guint    depth,
      gboolean in_objects)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < depth; i++)
    g_string_append (text, in_objects ? "{\"a\":" : "[");
  g_string_append (text, "0");
  for (guint i = 0; i < depth; i++)
    g_string_append_c (text, in_objects ? '}' : ']');
  return g_string_free (text, FALSE);
}

static void
test_depth (void)
{
  for (guint in_objects = 0; in_objects < 2; in_objects++) {
    g_autofree char *at_limit = nest (PADDOCK_JSON_MAX_DEPTH, in_objects);
    g_autofree char *over_limit = nest (PADDOCK_JSON_MAX_DEPTH + 1, in_objects);
    g_autoptr (GError) error = NULL;

    g_assert_true (validate (at_limit, strlen (at_limit), NULL));
    g_assert_false (validate (over_limit, strlen (over_limit), &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
  }
}

/* Nesting needs neither stack nor memory, however long the text. */
static void
test_endless_brackets (void)
{
  gsize length = 4 * 1024 * 1024;
  g_autofree char *text = g_malloc (length);
  g_autoptr (GError) error = NULL;

  memset (text, '[', length);
  g_assert_false (paddock_json_validate (text, length, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
}

/* A closing bracket must match the opening one at its depth, even after both kinds were used
 * there. */
static void
test_brackets_match (void)
{
  g_assert_true (validate ("[{},[{}],{\"a\":[{}]}]", 20, NULL));
  g_assert_false (validate ("[{\"a\":[{}}]]", 12, NULL));
  g_assert_false (validate ("[[{\"a\":1],{}]", 13, NULL));
}

static void
test_types (void)
{
  static const struct {
    const char      *text;
    PaddockJsonType  type;
  } cases[] = {
    { "{}", PADDOCK_JSON_OBJECT }, { " [1]", PADDOCK_JSON_ARRAY }, { "\"a\"", PADDOCK_JSON_STRING },
    { "-1", PADDOCK_JSON_NUMBER }, { "0", PADDOCK_JSON_NUMBER }, { "\r\n true", PADDOCK_JSON_TRUE },
    { "false", PADDOCK_JSON_FALSE }, { "null", PADDOCK_JSON_NULL }, { "", PADDOCK_JSON_INVALID },
    { "  ", PADDOCK_JSON_INVALID }, { "+", PADDOCK_JSON_INVALID }, { "}", PADDOCK_JSON_INVALID },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockSpan span = { cases[i].text, strlen (cases[i].text) };

    g_assert_cmpint (paddock_json_get_type (span), ==, cases[i].type);
  }
}

static gboolean
describe_member (const char      *name,
                 PaddockSpan      value,
                 PaddockJsonType  type,
                 gpointer         user_data)
{
  g_string_append_printf (user_data, "<%s|%.*s|%d>", name, (int) value.length, value.start,
                          (int) type);
  return TRUE;
}

static void
test_foreach (void)
{
  static const struct {
    const char *text;
    const char *members;            /* NULL: not read to the end */
  } cases[] = {
    { "{}", "" },
    { " [ ] ", "" },
    { "{\"a\":1}", "<a|1|4>" },
    { "{ \"a\" : 1 , \"b\" : \"x\" }", "<a|1|4><b|\"x\"|3>" },
    { "{\"a\":1,\"a\":2}", "<a|1|4><a|2|4>" },
    { "{\"\":null}", "<|null|7>" },
    { "{\"a\":{\"b\":[1,{\"c\":\"}\"}]},\"d\":true}", "<a|{\"b\":[1,{\"c\":\"}\"}]}|1><d|true|5>" },
    { "{\"a\":\"\\\"}\",\"b\":[]}", "<a|\"\\\"}\"|3><b|[]|2>" },
    { "[1, \"a,b\" ,[2,[3]],{},false]", "<|1|4><|\"a,b\"|3><|[2,[3]]|2><|{}|1><|false|6>" },
    { "[-1.50e+10]", "<|-1.50e+10|4>" },
    { "{\"a\\u0062\\n\":0}", "<ab\n|0|4>" },
    { "{\"id\\u0000\":0}", "<id\xef\xbf\xbd|0|4>" },
    { "1", NULL }, { "\"{}\"", NULL }, { "", NULL },
    /* Not validated: the walk only has to end, inside the text. */
    { "{\"a\":1", NULL }, { "{\"a\":", NULL }, { "{\"a", NULL }, { "{\"a\"", NULL }, { "[", NULL },
    { "[1", NULL }, { "[[", NULL }, { "[\"", NULL }, { "{1:2}", NULL }, { "[,]", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    gsize length = strlen (cases[i].text);
    g_autofree char *copy = g_memdup2 (cases[i].text, length);
    g_autoptr (GString) members = g_string_new (NULL);
    gboolean walked;

    g_test_message ("%s", cases[i].text);
    walked = paddock_json_foreach ((PaddockSpan) { copy, length }, describe_member, members);
    g_assert_cmpint (walked, ==, cases[i].members != NULL);
    if (walked)
      g_assert_cmpstr (members->str, ==, cases[i].members);
  }
}

static gboolean
stop_at_second (const char      *name,
                PaddockSpan      value,
                PaddockJsonType  type,
                gpointer         user_data)
{
  guint *count = user_data;

  return ++*count < 2;
}

static void
test_foreach_stops (void)
{
  guint count = 0;

  g_assert_false (paddock_json_foreach ((PaddockSpan) { "[1,2,3]", 7 }, stop_at_second, &count));
  g_assert_cmpuint (count, ==, 2);
}

static void
test_dup_string (void)
{
  static const struct {
    const char *text;
    const char *string;             /* NULL: none */
  } cases[] = {
    { "\"\"", "" },
    { " \"a\" ", "a" },
    { "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t" },
    { "\"\\u0041\\u00e9\\u20ac\"", "A\xc3\xa9\xe2\x82\xac" },
    { "\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80" },
    { "\"x\\uD83D\\uDE00y\"", "x\xf0\x9f\x98\x80y" },
    { "\"\\ud83d\"", "\xef\xbf\xbd" },
    { "\"\\ude00\"", "\xef\xbf\xbd" },
    { "\"\\ud83d\\u0041\"", "\xef\xbf\xbd" "A" },
    { "\"\\ud83dxude00\"", "\xef\xbf\xbdxude00" },
    { "\"\\ud83d\\ud83d\\ude00\"", "\xef\xbf\xbd\xf0\x9f\x98\x80" },
    { "\"a\\u0000b\"", "a\xef\xbf\xbd" "b" },
    { "\"\xc3\xa9\"", "\xc3\xa9" },
    { "1", NULL }, { "null", NULL }, { "{\"a\":1}", NULL }, { "", NULL }, { "\"a", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    gsize length = strlen (cases[i].text);
    g_autofree char *copy = g_memdup2 (cases[i].text, length);
    g_autofree char *string = paddock_json_dup_string ((PaddockSpan) { copy, length });

    g_assert_cmpstr (string, ==, cases[i].string);
    g_assert_true (string == NULL || g_utf8_validate (string, -1, NULL));
  }
}

static void
test_mend_surrogates (void)
{
  static const struct {
    const char *text;
    const char *mended;             /* (nullable) NULL: nothing to repair */
  } cases[] = {
    { "1", NULL },
    { "{}", NULL },
    { "\"\"", NULL },
    { "\"\\n\\\\\"", NULL },
    { "\"\\ufffd\"", NULL },
    { "\"\\ud7ff\\ue000\"", NULL },
    { "\"\\ud83d\\ude00\"", NULL },
    { "\"\\uDBFF\\uDFFF\\ud800\\udc00\"", NULL },
    { "\"\\\\ud800\"", NULL },
    { "\"\\ud800\"", "\"\\ufffd\"" },
    { "\"\\udc00\"", "\"\\ufffd\"" },
    { "\"\\uDFFF\\uD800\"", "\"\\ufffd\\ufffd\"" },
    { "\"\\ud800\\ud83d\\ude00\"", "\"\\ufffd\\ud83d\\ude00\"" },
    { "\"\\ud800\\n\\udc00\"", "\"\\ufffd\\n\\ufffd\"" },
    { "\"\\ud800 dc00\"", "\"\\ufffd dc00\"" },
    { "\"\\\\\\ud800\"", "\"\\\\\\ufffd\"" },
    { "{\"\\ud800\":[\"a\",{\"b\":\"c\\udfff\"}]}", "{\"\\ufffd\":[\"a\",{\"b\":\"c\\ufffd\"}]}" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *mended =
      paddock_json_mend_surrogates ((PaddockSpan) { cases[i].text, strlen (cases[i].text) });

    g_assert_cmpstr (mended, ==, cases[i].mended);
  }
}

static void
test_quote (void)
{
  static const struct {
    const char *text;
    const char *quoted;
  } cases[] = {
    { "", "\"\"" },
    { "a", "\"a\"" },
    { "\"\\", "\"\\\"\\\\\"" },
    { "a\nb\tc\x7f", "\"a\\u000ab\\u0009c\\u007f\"" },
    { "\xc3\xa9\xf0\x9f\x98\x80", "\"\xc3\xa9\xf0\x9f\x98\x80\"" },
    { "/home/\xff", "\"/home/\xef\xbf\xbd\"" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *quoted = paddock_json_quote (cases[i].text);

    g_assert_cmpstr (quoted, ==, cases[i].quoted);
    g_assert_true (paddock_json_validate (quoted, strlen (quoted), NULL));
  }
}

/* Every character that a string can hold survives quoting and reading. */
static void
test_quote_and_back (void)
{
  for (gunichar c = 1; c < 0x3000; c++) {
    char text[7] = { 0 };
    g_autofree char *quoted = NULL;
    g_autofree char *back = NULL;

    g_unichar_to_utf8 (c, text);
    quoted = paddock_json_quote (text);
    g_assert_true (paddock_json_validate (quoted, strlen (quoted), NULL));
    back = paddock_json_dup_string ((PaddockSpan) { quoted, strlen (quoted) });
    g_assert_cmpstr (back, ==, text);
  }
}

static gboolean
take_member (const char      *name,
             PaddockSpan      value,
             PaddockJsonType  type,
             gpointer         user_data)
{
  return TRUE;
}

static void
test_foreach_name (void)
{
  for (guint more = 0; more < 2; more++) {
    g_autofree char *name = g_strnfill (PADDOCK_JSON_NAME_MAX + more, 'x');
    g_autofree char *text = g_strdup_printf ("{\"%s\":1}", name);

    PaddockSpan span = { text, strlen (text) };

    g_assert_cmpint (paddock_json_foreach (span, take_member, NULL), ==, more == 0);
  }
}

static void
test_ids (void)
{
  static const struct { const char *a, *b;
                        gboolean same;
  } table[] = {
    { "1", "1", TRUE }, { "0", "0", TRUE }, { "\"a\"", "\"a\"", TRUE }, { "\"\"", "\"\"", TRUE },
    { "\"a\"", "\"\\u0061\"", TRUE }, { "\"/\"", "\"\\/\"", TRUE }, { "1", "1.0", TRUE },
    { "10", "1e1", TRUE }, { "0", "-0", TRUE },
    { "12345678901234567890", "12345678901234567890", TRUE },
    { "1", "\"1\"", FALSE }, { "\"1\"", "1", FALSE }, { "1", "2", FALSE },
    { "\"a\"", "\"A\"", FALSE },
    { "12345678901234567890", "12345678901234567891", FALSE }, { "\"a\"", "\"a \"", FALSE },
    { "", "", FALSE }, { "1", "", FALSE }, { "9007199254740993", "9007199254740992", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    g_assert_cmpint (paddock_json_is_same_id ((PaddockSpan) { table[i].a,
                                                              strlen (table[i].a) },
                                              (PaddockSpan) { table[i].b,
                                                              strlen (table[i].b) }),
                     ==, table[i].same);
}

static void
test_is_text (void)
{
  static const struct {
    const char *value;
    gboolean    is_text;
  } rows[] = {
    { "\"2.0\"", TRUE }, { "\"2\\u002e0\"", TRUE }, { "\"\\u0032.\\u0030\"", TRUE },
    { "\"2.0 \"", FALSE }, { "\"2.\"", FALSE }, { "\"2,0\"", FALSE }, { "\"\"", FALSE },
    { "\"2.0\\u0000\"", FALSE }, { "2.0", FALSE }, { "12.01", FALSE }, { "[2.0]", FALSE },
    { "null", FALSE }, { "", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockSpan value = { rows[i].value, strlen (rows[i].value) };

    g_test_message ("%s", rows[i].value);
    g_assert_cmpint (paddock_json_is_text (value, "2.0"), ==, rows[i].is_text);
  }
  g_assert_false (paddock_json_is_text ((PaddockSpan) { NULL, 0 }, "2.0"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/valid", test_valid);
  g_test_add_func ("/json/invalid", test_invalid);
  g_test_add_func ("/json/every-prefix", test_every_prefix);
  g_test_add_func ("/json/depth", test_depth);
  g_test_add_func ("/json/endless-brackets", test_endless_brackets);
  g_test_add_func ("/json/brackets-match", test_brackets_match);
  g_test_add_func ("/json/types", test_types);
  g_test_add_func ("/json/foreach", test_foreach);
  g_test_add_func ("/json/foreach-stops", test_foreach_stops);
  g_test_add_func ("/json/foreach-name", test_foreach_name);
  g_test_add_func ("/json/dup-string", test_dup_string);
  g_test_add_func ("/json/is-text", test_is_text);
  g_test_add_func ("/json/mend-surrogates", test_mend_surrogates);
  g_test_add_func ("/json/quote", test_quote);
  g_test_add_func ("/json/quote-and-back", test_quote_and_back);
  g_test_add_func ("/json/ids", test_ids);
  return g_test_run ();
}
