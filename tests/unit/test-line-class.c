/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <string.h>

#include "paddock-line-class.h"
#include "paddock-names.h"

typedef struct {
  const char      *text;
  PaddockLineKind  kind;
  const char      *method;          /* (nullable) */
  const char      *id;              /* (nullable) */
} Case;

#define REQUEST PADDOCK_LINE_REQUEST
#define NOTIFICATION PADDOCK_LINE_NOTIFICATION
#define RESPONSE PADDOCK_LINE_RESPONSE
#define OTHER PADDOCK_LINE_OTHER
#define DUPLICATE PADDOCK_LINE_DUPLICATE
#define UNREADABLE PADDOCK_LINE_UNREADABLE
#define BATCH PADDOCK_LINE_BATCH

static const Case cases[] = {
  { "{\"method\":\"roots/list\",\"jsonrpc\":\"2.0\",\"id\":0}", REQUEST, "roots/list", "0" },
  { "{\"id\":\"s-1\",\"method\":\"roots/list\",\"params\":{}}", REQUEST, "roots/list", "\"s-1\"" },
  { " { \"id\" : -1e2 , \"method\" : \"ping\" } ", REQUEST, "ping", "-1e2" },
  { "{\"id\":12345678901234567890,\"method\":\"a\"}", REQUEST, "a", "12345678901234567890" },
  { "{\"id\":\"\\u0061\",\"method\":\"a\"}", REQUEST, "a", "\"\\u0061\"" },
  { "{\"method\":\"notifications/initialized\"}", NOTIFICATION, "notifications/initialized", NULL },
  { "{\"id\":1,\"result\":{}}", RESPONSE, NULL, "1" },
  { "{\"id\":1,\"result\":null}", RESPONSE, NULL, "1" },
  { "{\"id\":1,\"error\":{}}", RESPONSE, NULL, "1" },
  { "{\"id\":1,\"method\":\"roots/list\",\"result\":{}}", REQUEST, "roots/list", "1" },
  /* One method in other spellings */
  { "{\"id\":1,\"method\":\"roots\\/list\"}", REQUEST, "roots/list", "1" },
  { "{\"id\":1,\"method\":\"\\u0072oots/list\"}", REQUEST, "roots/list", "1" },
  { "{\"id\":1,\"method\":\"roots\\u002flist\"}", REQUEST, "roots/list", "1" },
  { "{\"id\":1,\"\\u006dethod\":\"roots/list\"}", REQUEST, "roots/list", "1" },
  { "{\"\\u0069d\":1,\"method\":\"roots/list\"}", REQUEST, "roots/list", "1" },
  /* Other methods that look alike */
  { "{\"id\":1,\"method\":\"roots/list \"}", REQUEST, "roots/list ", "1" },
  { "{\"id\":1,\"method\":\"Roots/list\"}", REQUEST, "Roots/list", "1" },
  { "{\"id\":1,\"method\":\"roots//list\"}", REQUEST, "roots//list", "1" },
  { "{\"id\":1,\"method\":\"roots/list\\u0000\"}", REQUEST, "roots/list\xef\xbf\xbd", "1" },
  { "{\"id\":1,\"Method\":\"roots/list\"}", OTHER, NULL, "1" },
  { "{\"id\":1,\"method\\u0000\":\"roots/list\"}", OTHER, NULL, "1" },
  /* Not at the top */
  { "{\"id\":1,\"params\":{\"method\":\"roots/list\"},\"method\":\"a\"}", REQUEST, "a", "1" },
  { "{\"id\":1,\"result\":{\"method\":\"roots/list\"}}", RESPONSE, NULL, "1" },
  { "{\"id\":1,\"result\":\"\\\",\\\"method\\\":\\\"roots/list\\\"\"}", RESPONSE, NULL, "1" },
  { "{\"id\":1,\"result\":[\"\\\\\"],\"x\":[\"]\"]}", RESPONSE, NULL, "1" },
  /* Twice */
  { "{\"id\":1,\"method\":\"ping\",\"method\":\"roots/list\"}", DUPLICATE, "roots/list", "1" },
  { "{\"id\":1,\"method\":\"roots/list\",\"method\":\"ping\"}", DUPLICATE, "ping", "1" },
  { "{\"id\":1,\"method\":\"ping\",\"\\u006dethod\":\"roots/list\"}", DUPLICATE, "roots/list",
    "1" },
  { "{\"id\":1,\"id\":2,\"method\":\"a\"}", DUPLICATE, "a", "2" },
  { "{\"id\":1,\"method\":\"a\",\"x\":1,\"x\":1}", DUPLICATE, "a", "1" },
  { "{\"id\":1,\"result\":1,\"result\":2}", DUPLICATE, NULL, "1" },
  { "{\"id\":1,\"method\":\"a\",\"id\":null}", DUPLICATE, "a", NULL },
  { "{\"method\":\"roots/list\",\"id\":1,\"method\":7}", DUPLICATE, NULL, "1" },
  /* No messages */
  { "{}", OTHER, NULL, NULL },
  { "{\"id\":1}", OTHER, NULL, "1" },
  { "{\"id\":null,\"method\":\"roots/list\"}", OTHER, "roots/list", NULL },
  { "{\"id\":true,\"method\":\"roots/list\"}", OTHER, "roots/list", NULL },
  { "{\"id\":[1],\"method\":\"roots/list\"}", OTHER, "roots/list", NULL },
  { "{\"id\":1,\"method\":null}", OTHER, NULL, "1" },
  { "{\"id\":1,\"method\":[\"roots/list\"],\"result\":1}", OTHER, NULL, "1" },
  { "{\"id\":null,\"result\":1}", OTHER, NULL, NULL },
  { "{\"result\":1}", OTHER, NULL, NULL },
  { "1", OTHER, NULL, NULL }, { "\"roots/list\"", OTHER, NULL, NULL },
  { "null", OTHER, NULL, NULL }, { "true", OTHER, NULL, NULL }, { "false", OTHER, NULL, NULL },
  { "[]", BATCH, NULL, NULL }, { " [1]", BATCH, NULL, NULL },
  /* No JSON */
  { "", UNREADABLE, NULL, NULL }, { " ", UNREADABLE, NULL, NULL }, { "x", UNREADABLE, NULL, NULL },
  { "{\"id\":1,\"method\":\"roots/list\"", UNREADABLE, "roots/list", "1" },
  { "{\"id\":1,\"method\":\"roots/list", UNREADABLE, NULL, "1" },
  { "{method:1}", UNREADABLE, NULL, NULL },
  { "\xef\xbb\xbf{\"id\":1,\"method\":\"roots/list\"}", UNREADABLE, NULL, NULL },
};

static void
test_table (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    gsize length = strlen (cases[i].text);
    g_autofree char *copy = g_memdup2 (cases[i].text, length);
    g_auto (PaddockLineClass) class = { 0 };
    g_autofree char *id = NULL;

    paddock_line_class_read ((PaddockSpan) { copy, length }, &class);
    g_test_message ("%s", cases[i].text);
    g_assert_cmpint (class.kind, ==, cases[i].kind);
    g_assert_cmpstr (class.method, ==, cases[i].method);
    id = class.id.length > 0 ? g_strndup (class.id.start, class.id.length) : NULL;
    g_assert_cmpstr (id, ==, cases[i].id);
    g_assert_cmpint (paddock_line_class_is_method (&class, PADDOCK_METHOD_ROOTS_LIST), ==,
                     g_strcmp0 (cases[i].method, "roots/list") == 0);
  }
}

/* What the walk calls a message although it is no JSON, the validator finds. */
static void
test_json (void)
{
  static const char * const broken[] = {
    "{\"id\":1,\"method\":\"roots/list\"}x", "{\"id\":1,\"method\":\"roots/list\",\"params\":[}}",
    "{\"id\":1,\"method\":\"roots/list\",}", "{\"id\":01,\"method\":\"roots/list\"}",
    "{\"id\":1,\"method\":\"roots/list\"}{}", "{\"id\":1 \"method\":\"roots/list\"}",
    "{\"id\":1,\"method\":\"roots/list\",\"params\":{\"a\":NaN}}",
    "{\"id\":1,\"method\":\"roots/list\",\"params\":\"\xff\"}", "[1,]", "[",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (paddock_line_class_is_json ((PaddockSpan) { cases[i].text,
                                                                 strlen (cases[i].text) }),
                     ==, cases[i].kind != UNREADABLE);
  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++)
    g_assert_false (paddock_line_class_is_json ((PaddockSpan) { broken[i], strlen (broken[i]) }));
}

static GString *
nested (guint depth)
{
  GString *text = g_string_new ("{\"id\":1,\"method\":\"roots/list\",\"params\":");

  for (guint i = 1; i < depth; i++)
    g_string_append_c (text, '[');
  for (guint i = 1; i < depth; i++)
    g_string_append_c (text, ']');
  g_string_append_c (text, '}');
  return text;
}

static void
test_depth (void)
{
  g_autoptr (GString) at_limit = nested (PADDOCK_JSON_SCAN_DEPTH);
  g_autoptr (GString) over_limit = nested (PADDOCK_JSON_SCAN_DEPTH + 1);
  g_autoptr (GString) far_over = nested (1000000);
  g_auto (PaddockLineClass) class = { 0 };

  g_assert_true (paddock_line_class_is_json ((PaddockSpan) { at_limit->str, at_limit->len }));
  g_assert_false (paddock_line_class_is_json ((PaddockSpan) { over_limit->str, over_limit->len }));
  g_assert_false (paddock_line_class_is_json ((PaddockSpan) { far_over->str, far_over->len }));

  paddock_line_class_read ((PaddockSpan) { far_over->str, far_over->len }, &class);
  g_assert_cmpint (class.kind, ==, REQUEST);
}

static void
test_members (void)
{
  for (guint extra = 0; extra <= 1; extra++) {
    g_autoptr (GString) text = g_string_new ("{\"id\":1,\"method\":\"roots/list\"");
    g_auto (PaddockLineClass) class = { 0 };

    for (guint i = 2; i < PADDOCK_LINE_MEMBERS_MAX + extra; i++)
      g_string_append_printf (text, ",\"m%u\":0", i);
    g_string_append_c (text, '}');
    paddock_line_class_read ((PaddockSpan) { text->str, text->len }, &class);
    g_assert_cmpint (class.kind, ==, extra == 0 ? REQUEST : UNREADABLE);
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
    g_assert_cmpint (paddock_line_class_is_same_id ((PaddockSpan) { table[i].a,
                                                                    strlen (table[i].a) },
                                                    (PaddockSpan) { table[i].b,
                                                                    strlen (table[i].b) }),
                     ==, table[i].same);
}

/* Whatever is cut off or turned: nothing is read outside the line (for the sanitizers). */
static void
test_broken (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize length = 0; length < strlen (cases[i].text); length++) {
      g_autofree char *copy = g_memdup2 (cases[i].text, length);
      g_auto (PaddockLineClass) class = { 0 };

      paddock_line_class_read ((PaddockSpan) { copy, length }, &class);
      g_assert_true (class.id.length == 0 || (class.id.start >= copy &&
                                              class.id.start + class.id.length <= copy + length));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-class/table", test_table);
  g_test_add_func ("/line-class/json", test_json);
  g_test_add_func ("/line-class/depth", test_depth);
  g_test_add_func ("/line-class/members", test_members);
  g_test_add_func ("/line-class/ids", test_ids);
  g_test_add_func ("/line-class/broken", test_broken);
  return g_test_run ();
}
