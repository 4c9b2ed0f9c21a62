/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <string.h>

#include "paddock-message.h"
#include "paddock-names.h"

typedef struct {
  const char      *text;
  PaddockMessageKind  kind;
  const char      *method;          /* (nullable) */
  const char      *id;              /* (nullable) */
} Case;

#define REQUEST PADDOCK_MESSAGE_REQUEST
#define NOTIFICATION PADDOCK_MESSAGE_NOTIFICATION
#define RESPONSE PADDOCK_MESSAGE_RESPONSE
#define INVALID PADDOCK_MESSAGE_INVALID
#define DUPLICATE PADDOCK_MESSAGE_DUPLICATE
#define UNREADABLE PADDOCK_MESSAGE_UNREADABLE
#define BATCH PADDOCK_MESSAGE_BATCH

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
  /* Other methods that look similar */
  { "{\"id\":1,\"method\":\"roots/list \"}", REQUEST, "roots/list ", "1" },
  { "{\"id\":1,\"method\":\"Roots/list\"}", REQUEST, "Roots/list", "1" },
  { "{\"id\":1,\"method\":\"roots//list\"}", REQUEST, "roots//list", "1" },
  { "{\"id\":1,\"method\":\"roots/list\\u0000\"}", REQUEST, "roots/list\xef\xbf\xbd", "1" },
  { "{\"id\":1,\"Method\":\"roots/list\"}", INVALID, NULL, "1" },
  { "{\"id\":1,\"method\\u0000\":\"roots/list\"}", INVALID, NULL, "1" },
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
  { "{}", INVALID, NULL, NULL },
  { "{\"id\":1}", INVALID, NULL, "1" },
  { "{\"id\":null,\"method\":\"roots/list\"}", INVALID, "roots/list", NULL },
  { "{\"id\":true,\"method\":\"roots/list\"}", INVALID, "roots/list", NULL },
  { "{\"id\":[1],\"method\":\"roots/list\"}", INVALID, "roots/list", NULL },
  { "{\"id\":1,\"method\":null}", INVALID, NULL, "1" },
  { "{\"id\":1,\"method\":[\"roots/list\"],\"result\":1}", INVALID, NULL, "1" },
  { "{\"id\":null,\"result\":1}", INVALID, NULL, NULL },
  { "{\"result\":1}", INVALID, NULL, NULL },
  { "1", INVALID, NULL, NULL }, { "\"roots/list\"", INVALID, NULL, NULL },
  { "null", INVALID, NULL, NULL }, { "true", INVALID, NULL, NULL },
  { "false", INVALID, NULL, NULL },
  { "[]", BATCH, NULL, NULL }, { " [1]", BATCH, NULL, NULL },
  /* No JSON */
  { "", UNREADABLE, NULL, NULL }, { " ", UNREADABLE, NULL, NULL }, { "x", UNREADABLE, NULL, NULL },
  { "{\"id\":1,\"method\":\"roots/list\"", UNREADABLE, "roots/list", "1" },
  { "{\"id\":1,\"method\":\"roots/list", UNREADABLE, NULL, "1" },
  { "{method:1}", UNREADABLE, NULL, NULL },
  { "\xef\xbb\xbf{\"id\":1,\"method\":\"roots/list\"}", UNREADABLE, NULL, NULL },
};

static void
assert_span (PaddockSpan  of_copy,
             PaddockSpan  span,
             GBytes      *bytes)
{
  PaddockSpan all = paddock_json_span (bytes);

  g_assert_cmpmem (of_copy.start, of_copy.length, span.start, span.length);
  g_assert_true (of_copy.length == 0 ||
                 (of_copy.start >= all.start &&
                  of_copy.start + of_copy.length <= all.start + all.length));
}

/* A copy is the same message with its own text. */
static void
assert_copied (const PaddockMessage *message)
{
  g_autoptr (PaddockMessage) copy = paddock_message_copy (message);
  g_autoptr (PaddockMessage) again = paddock_message_copy (copy);

  g_assert_cmpint (copy->kind, ==, message->kind);
  g_assert_cmpstr (copy->method, ==, message->method);
  assert_span (copy->text, message->text, copy->bytes);
  assert_span (copy->id, message->id, copy->bytes);
  assert_span (copy->params, message->params, copy->bytes);
  assert_span (copy->result, message->result, copy->bytes);
  assert_span (copy->error, message->error, copy->bytes);
  g_assert_true (again->bytes == copy->bytes);
}

static void
test_table (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    gsize length = strlen (cases[i].text);
    g_autofree char *copy = g_memdup2 (cases[i].text, length);
    g_auto (PaddockMessage) class = { 0 };
    g_autofree char *id = NULL;

    paddock_message_read ((PaddockSpan) { copy, length }, &class);
    g_test_message ("%s", cases[i].text);
    g_assert_cmpint (class.kind, ==, cases[i].kind);
    g_assert_cmpstr (class.method, ==, cases[i].method);
    id = class.id.length > 0 ? g_strndup (class.id.start, class.id.length) : NULL;
    g_assert_cmpstr (id, ==, cases[i].id);
    g_assert_cmpint (paddock_message_is_method (&class, PADDOCK_METHOD_ROOTS_LIST), ==,
                     g_strcmp0 (cases[i].method, "roots/list") == 0);
    assert_copied (&class);
  }
}

/* The validator finds invalid JSON that the quick walk accepts as a message. */
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
    g_assert_cmpint (paddock_json_is_valid ((PaddockSpan) { cases[i].text,
                                                            strlen (cases[i].text) }),
                     ==, cases[i].kind != UNREADABLE);
  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++)
    g_assert_false (paddock_json_is_valid ((PaddockSpan) { broken[i], strlen (broken[i]) }));
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
  g_auto (PaddockMessage) class = { 0 };

  g_assert_true (paddock_json_is_valid ((PaddockSpan) { at_limit->str, at_limit->len }));
  g_assert_false (paddock_json_is_valid ((PaddockSpan) { over_limit->str, over_limit->len }));
  g_assert_false (paddock_json_is_valid ((PaddockSpan) { far_over->str, far_over->len }));

  paddock_message_read ((PaddockSpan) { far_over->str, far_over->len }, &class);
  g_assert_cmpint (class.kind, ==, REQUEST);
}

static void
test_members (void)
{
  for (guint extra = 0; extra <= 1; extra++) {
    g_autoptr (GString) text = g_string_new ("{\"id\":1,\"method\":\"roots/list\"");
    g_auto (PaddockMessage) class = { 0 };

    for (guint i = 2; i < PADDOCK_MESSAGE_MEMBERS_MAX + extra; i++)
      g_string_append_printf (text, ",\"m%u\":0", i);
    g_string_append_c (text, '}');
    paddock_message_read ((PaddockSpan) { text->str, text->len }, &class);
    g_assert_cmpint (class.kind, ==, extra == 0 ? REQUEST : UNREADABLE);
  }
}

/* Cut or changed anywhere: nothing is read outside the line (for the sanitizers). */
static void
test_broken (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize length = 0; length < strlen (cases[i].text); length++) {
      g_autofree char *copy = g_memdup2 (cases[i].text, length);
      g_auto (PaddockMessage) class = { 0 };

      paddock_message_read ((PaddockSpan) { copy, length }, &class);
      g_assert_true (class.id.length == 0 || (class.id.start >= copy &&
                                              class.id.start + class.id.length <= copy + length));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/message-relayed/table", test_table);
  g_test_add_func ("/message-relayed/json", test_json);
  g_test_add_func ("/message-relayed/depth", test_depth);
  g_test_add_func ("/message-relayed/members", test_members);
  g_test_add_func ("/message-relayed/broken", test_broken);
  return g_test_run ();
}
