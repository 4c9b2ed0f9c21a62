/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <string.h>

#include "paddock-error.h"
#include "paddock-json.h"
#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-meta.h"

static PaddockMessage *
parse (const char  *text,
       GError     **error)
{
  g_autoptr (GBytes) line = g_bytes_new (text, strlen (text));
  PaddockMessage *message = g_new (PaddockMessage, 1);

  if (!paddock_message_parse_line (line, message, error))
    g_clear_pointer (&message, g_free);
  return message;
}

static PaddockMessage *
parse_one (const char *text)
{
  g_autoptr (GError) error = NULL;
  PaddockMessage *message = parse (text, &error);

  g_assert_no_error (error);
  g_assert_cmpint (message->kind, !=, PADDOCK_MESSAGE_BATCH);
  return message;
}

#define V "\"jsonrpc\":\"2.0\""
#define INVALID PADDOCK_MESSAGE_INVALID
#define BAD PADDOCK_MESSAGE_BAD_RESPONSE
#define REQUEST PADDOCK_MESSAGE_REQUEST
#define NOTIFICATION PADDOCK_MESSAGE_NOTIFICATION
#define RESPONSE PADDOCK_MESSAGE_RESPONSE

static const struct {
  const char         *text;
  PaddockMessageKind  kind;
  const char         *id;
  const char         *method;
} kinds[] = {
  { "{" V ",\"id\":1,\"method\":\"a\"}", REQUEST, "1", "a" },
  { "{\"method\":\"roots/list\"," V ",\"id\":0}", REQUEST, "0", "roots/list" },
  { "{" V ",\"id\":1,\"method\":\"a\",\"params\":{}}", REQUEST, "1", "a" },
  { "{" V ",\"id\":1,\"method\":\"a\",\"params\":{\"_meta\":{},\"c\":\"x\"}}", REQUEST, "1", "a" },
  { "{" V ",\"id\":1,\"method\":\"a\",\"params\":[]}", REQUEST, "1", "a" },
  { "{" V ",\"id\":1,\"method\":\"a\",\"params\":null}", REQUEST, "1", "a" },
  { "{" V ",\"id\":1,\"method\":\"a\",\"extra\":[[[]]]}", REQUEST, "1", "a" },
  { " {\t" V " , \"id\" : \"x\" , \"method\" : \"a\" } ", REQUEST, "\"x\"", "a" },
  { "{\"json\\u0072pc\":\"2\\u002e0\",\"id\":1,\"method\":\"\\u0061\"}", REQUEST, "1", "a" },
  { "{" V ",\"id\":1,\"id\":2,\"method\":\"a\",\"method\":\"b\"}", REQUEST, "2", "b" },
  { "{" V ",\"id\":1,\"method\":\"roots/list\\u0000\"}", REQUEST, "1", "roots/list\xef\xbf\xbd" },
  { "{" V ",\"method\":\"a\"}", NOTIFICATION, NULL, "a" },
  { "{" V ",\"method\":\"\"}", NOTIFICATION, NULL, "" },
  { "{" V ",\"id\\u0000\":1,\"method\":\"a\"}", NOTIFICATION, NULL, "a" },
  { "{" V ",\"id\":1,\"result\":{}}", RESPONSE, "1", NULL },
  { "{" V ",\"id\":\"1\",\"result\":null}", RESPONSE, "\"1\"", NULL },
  { "{" V ",\"id\":1,\"error\":{\"code\":1,\"message\":\"\"}}", RESPONSE, "1", NULL },
  { "{" V ",\"id\":null,\"error\":{}}", RESPONSE, NULL, NULL },
  { "{" V ",\"error\":{}}", RESPONSE, NULL, NULL },

  /* Meant as a request */
  { "{}", INVALID, NULL, NULL },
  { "1", INVALID, NULL, NULL },
  { "\"a\"", INVALID, NULL, NULL },
  { "null", INVALID, NULL, NULL },
  { "[]", INVALID, NULL, NULL },
  { "{" V "}", INVALID, NULL, NULL },
  { "{" V ",\"id\":1}", INVALID, "1", NULL },
  { "{\"id\":1,\"method\":\"a\"}", INVALID, "1", "a" },
  { "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"a\"}", INVALID, "1", "a" },
  { "{\"jsonrpc\":2.0,\"id\":1,\"method\":\"a\"}", INVALID, "1", "a" },
  { "{\"jsonrpc\":null,\"id\":1,\"method\":\"a\"}", INVALID, "1", "a" },
  { "{\"JSONRPC\":\"2.0\",\"id\":1,\"method\":\"a\"}", INVALID, "1", "a" },
  { "{" V ",\"id\":null,\"method\":\"a\"}", INVALID, NULL, "a" },
  { "{" V ",\"id\":true,\"method\":\"a\"}", INVALID, NULL, "a" },
  { "{" V ",\"id\":{},\"method\":\"a\"}", INVALID, NULL, "a" },
  { "{" V ",\"id\":[1],\"method\":\"a\"}", INVALID, NULL, "a" },
  { "{" V ",\"id\":1,\"id\":null,\"method\":\"a\"}", INVALID, NULL, "a" },
  { "{" V ",\"id\":1,\"method\":1}", INVALID, "1", NULL },
  { "{" V ",\"id\":1,\"method\":null}", INVALID, "1", NULL },
  { "{" V ",\"id\":1,\"method\":[\"a\"]}", INVALID, "1", NULL },
  { "{" V ",\"id\":1,\"Method\":\"a\"}", INVALID, "1", NULL },
  { "{" V ",\"id\":1,\"method\":\"a\",\"params\":1}", INVALID, "1", "a" },
  { "{" V ",\"id\":1,\"method\":\"a\",\"params\":\"x\"}", INVALID, "1", "a" },
  { "{" V ",\"method\":\"a\",\"params\":true}", INVALID, NULL, "a" },
  { "{" V ",\"id\":1,\"method\":\"a\",\"result\":{}}", INVALID, "1", "a" },
  { "{" V ",\"id\":1,\"method\":\"a\",\"error\":{}}", INVALID, "1", "a" },

  /* Meant as a response: nothing answers these, because two such peers would never stop */
  { "{\"id\":1,\"result\":{}}", BAD, "1", NULL },
  { "{\"jsonrpc\":\"1.0\",\"id\":1,\"error\":{}}", BAD, "1", NULL },
  { "{" V ",\"id\":1,\"result\":{},\"error\":{}}", BAD, "1", NULL },
  { "{" V ",\"result\":{}}", BAD, NULL, NULL },
  { "{" V ",\"id\":null,\"result\":{}}", BAD, NULL, NULL },
  { "{" V ",\"id\":{},\"result\":{}}", BAD, NULL, NULL },
  { "{" V ",\"id\":[],\"error\":{}}", BAD, NULL, NULL },
};

static void
test_kinds (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++) {
    g_autoptr (PaddockMessage) message = parse_one (kinds[i].text);
    gboolean is_wrong = kinds[i].kind == INVALID || kinds[i].kind == BAD;

    g_test_message ("%s", kinds[i].text);
    g_assert_cmpint (message->kind, ==, kinds[i].kind);
    g_assert_cmpstr (paddock_message_get_id (message), ==, kinds[i].id);
    g_assert_cmpstr (paddock_message_get_method (message), ==, kinds[i].method);
    g_assert_cmpint (message->problem != NULL, ==, is_wrong);
  }
}

/* Ids come back as the same bytes. */
static void
test_ids (void)
{
  static const char * const ids[] = {
    "0", "-0", "-1", "1", "12345678901234567890", "-99999999999999999999999999999999", "0.5", "1.0",
    "1e3", "1E+3", "123456789.123456789e-10", "\"\"", "\"a\"", "\"srv-roots-1\"", "\"\\u0061\"",
    "\"\\ud800\"", "\"\\u0000\"", "\"\xc3\xa9\"", "\"a\\\"b\"", "\"\\/\"", "\"0\"", "\" \"",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++) {
    g_autofree char *text = g_strdup_printf ("{" V ",\"id\":%s,\"method\":\"ping\"}", ids[i]);
    g_autoptr (PaddockMessage) message = parse_one (text);
    g_autoptr (GBytes) result = NULL;
    g_autofree char *expected = g_strdup_printf ("{" V ",\"id\":%s,\"result\":{}}", ids[i]);

    g_assert_cmpint (message->kind, ==, REQUEST);
    result = paddock_message_write_result (paddock_message_get_id (message), "{}");
    g_assert_cmpmem (g_bytes_get_data (result, NULL), g_bytes_get_size (result), expected,
                     strlen (expected));
  }
}

static void
test_not_json (void)
{
  static const char * const texts[] = {
    "", " ", "{", "x", "{} {}", "[1,]", "{" V ",\"id\":1,\"method\":\"a\"}x", "{" V ",'id':1}",
    "\xff", "{" V ",\"id\":01,\"method\":\"a\"}", "Content-Length: 10", "Listening on port 80",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (parse (texts[i], &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_PROTOCOL);
  }
}

static void
test_batch (void)
{
  g_autoptr (PaddockMessage) batch = NULL;
  static const PaddockMessageKind expected[] = {
    REQUEST, NOTIFICATION, INVALID, INVALID, RESPONSE, INVALID
  };

  batch = parse ("[{" V ",\"id\":1,\"method\":\"a\"}, {" V ",\"method\":\"b\"},1,[{" V
                 ",\"id\":2,\"method\":\"a\"}],{" V ",\"id\":2,\"result\":{}},[]]", NULL);
  g_assert_cmpint (batch->kind, ==, PADDOCK_MESSAGE_BATCH);
  g_assert_null (batch->problem);
  g_assert_cmpuint (batch->elements->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < batch->elements->len; i++) {
    const PaddockMessage *element = g_ptr_array_index (batch->elements, i);

    g_assert_cmpint (element->kind, ==, expected[i]);
  }
}

/* One invalid message, with one answer, and no array. */
static void
test_empty_batch (void)
{
  g_autoptr (PaddockMessage) message = parse_one (" [ ] ");

  g_assert_cmpint (message->kind, ==, INVALID);
  g_assert_cmpstr (message->problem, ==, "empty batch");
}

static char *
make_batch (guint n)
{
  GString *text = g_string_new ("[");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s{" V ",\"method\":\"a\"}", i > 0 ? "," : "");
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static void
test_batch_limit (void)
{
  g_autofree char *at_limit = make_batch (PADDOCK_BATCH_MAX);
  g_autofree char *over_limit = make_batch (PADDOCK_BATCH_MAX + 1);
  g_autoptr (PaddockMessage) batch = NULL;
  g_autoptr (GError) error = NULL;

  batch = parse (at_limit, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (batch->elements->len, ==, PADDOCK_BATCH_MAX);

  g_assert_null (parse (over_limit, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
}

static void
test_too_deep (void)
{
  g_autoptr (GString) text = g_string_new ("{" V ",\"method\":\"a\",\"params\":");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < PADDOCK_JSON_MAX_DEPTH; i++)
    g_string_append (text, "[");
  g_assert_null (parse (text->str, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
}

static void
test_trees (void)
{
  g_autoptr (PaddockMessage) request =
    parse_one ("{" V ",\"id\":1,\"method\":\"a\",\"params\":{\"x\":[1,2],\"x\":\"y\"}}");
  g_autoptr (PaddockMessage) result = parse_one ("{" V ",\"id\":1,\"result\":{\"r\":true}}");
  g_autoptr (PaddockMessage) error = parse_one ("{" V ",\"id\":1,\"error\":{\"code\":-32601}}");
  g_autoptr (PaddockMessage) array = parse_one ("{" V ",\"id\":1,\"method\":\"a\",\"params\":[1]}");
  g_autoptr (PaddockMessage) string = parse_one ("{" V ",\"id\":1,\"result\":\"x\"}");
  JsonObject *params = paddock_message_get_params (request);

  g_assert_cmpstr (json_object_get_string_member (params, "x"), ==, "y");
  g_assert_true (paddock_message_get_params (request) == params);
  g_assert_null (paddock_message_get_result (request));
  g_assert_null (paddock_message_get_error (request));
  g_assert_true (json_object_get_boolean_member (paddock_message_get_result (result), "r"));
  g_assert_null (paddock_message_get_params (result));
  g_assert_cmpint (json_object_get_int_member (paddock_message_get_error (error), "code"), ==,
                   -32601);
  g_assert_null (paddock_message_get_params (array));
  g_assert_null (paddock_message_get_result (string));
}

/* json-glib only gets text that passed the scanner. Nothing crashes or leaks, and strings are
 * UTF-8. */
static void
test_trees_of_odd_text (void)
{
  static const char * const bodies[] = {
    "{}", "{\"a\":1e400}", "{\"a\":-0}", "{\"a\":99999999999999999999999}", "{\"\":\"\\u0000\"}",
    "{\"a\":\"\\ud800\"}", "{\"\\ud800\":1}", "{\"a\":\"\\ud800\\ud800\"}", "{\"a\\u0000b\":1}",
    "{\"a\":1.7976931348623157e308,\"b\":5e-324}", "{\"a\":[[[[[]]]]]}",
    "{\"a\":\"\xf4\x8f\xbf\xbf\"}", "{\"a\":\"x\\udc00\\ud800\\n\"}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (bodies); i++) {
    g_autofree char *text = g_strdup_printf ("{" V ",\"id\":1,\"result\":%s}", bodies[i]);
    g_autoptr (PaddockMessage) message = parse_one (text);
    JsonObject *result = paddock_message_get_result (message);
    JsonNode *node;

    g_assert_cmpint (message->kind, ==, RESPONSE);
    g_assert_nonnull (result);
    node = json_object_get_member (result, "a");
    if (node != NULL && json_node_get_value_type (node) == G_TYPE_STRING)
      g_assert_true (g_utf8_validate (json_node_get_string (node), -1, NULL));
  }
}

static PaddockMessage *
make_params (gsize length)
{
  g_autofree char *filler = g_strnfill (length - strlen ("{\"a\":\"\"}"), 'x');
  g_autofree char *text =
    g_strdup_printf ("{" V ",\"method\":\"a\",\"params\":{\"a\":\"%s\"}}", filler);

  return parse_one (text);
}

static void
test_tree_limit (void)
{
  g_autoptr (PaddockMessage) at_limit = make_params (PADDOCK_MESSAGE_TREE_MAX);
  g_autoptr (PaddockMessage) over_limit = make_params (PADDOCK_MESSAGE_TREE_MAX + 1);

  g_assert_nonnull (paddock_message_get_params (at_limit));
  g_assert_null (paddock_message_get_params (over_limit));
  g_assert_cmpint (over_limit->kind, ==, NOTIFICATION);
}

static void
test_meta (void)
{
  static const struct {
    const char *body;
    const char *meta;
  } cases[] = {
    { "{\"_meta\":{\"k\":{\"taskId\":\"a\", \"n\":1.50}}}", "{\"taskId\":\"a\", \"n\":1.50}" },
    { "{\"_meta\":{\"k\":1,\"k\":2}}", "2" },
    { "{\"_meta\":{\"\\u006b\":null}}", "null" },
    { "{\"_meta\":{\"k\":\"\\ud800\"}}", "\"\\ud800\"" },
    { "{\"_meta\":{\"K\":1}}", NULL },
    { "{\"_meta\":[\"k\"]}", NULL },
    { "{\"_meta\":null}", NULL },
    { "{\"k\":1}", NULL },
    { "{}", NULL },
    { "[{\"_meta\":{\"k\":1}}]", NULL },
    { "null", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *request =
      g_strdup_printf ("{" V ",\"id\":1,\"method\":\"a\",\"params\":%s}", cases[i].body);
    g_autofree char *result = g_strdup_printf ("{" V ",\"id\":1,\"result\":%s}", cases[i].body);
    g_autoptr (PaddockMessage) of_request = parse_one (request);
    g_autoptr (PaddockMessage) of_result = parse_one (result);
    g_autofree char *meta = paddock_meta_dup (paddock_message_get_body (of_request), "k");
    g_autofree char *meta_of_result = paddock_meta_dup (paddock_message_get_body (of_result), "k");

    g_assert_cmpstr (meta, ==, cases[i].meta);
    g_assert_cmpstr (meta_of_result, ==, cases[i].meta);
  }
}

/* A member as it came: not cut at a NUL, not rounded, and the last of two. */
static void
test_members (void)
{
  static const struct {
    const char *params;
    const char *member;
  } cases[] = {
    { "{}", NULL },
    { "{\"other\":1}", NULL },
    { "{\"K\":1}", NULL },
    { "{\"_meta\":{\"k\":1}}", NULL },
    { "[\"k\",1]", NULL },
    { "{\"k\":1}", "1" },
    { "{\"k\":1,\"k\":2}", "2" },
    { "{\"\\u006b\":1.50}", "1.50" },
    { "{\"k\":\"a\\u0000b\"}", "\"a\\u0000b\"" },
    { "{\"k\":12345678901234567890}", "12345678901234567890" },
    { "{\"k\":null}", "null" },
    { "{\"k\":{\"k\":[]}}", "{\"k\":[]}" },
  };
  g_autoptr (PaddockMessage) none = parse_one ("{" V ",\"method\":\"m\"}");

  g_assert_null (paddock_message_dup_member (none, "k"));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = g_strdup_printf ("{" V ",\"id\":1,\"method\":\"m\",\"params\":%s}",
                                             cases[i].params);
    g_autoptr (PaddockMessage) message = parse_one (text);
    g_autofree char *member = paddock_message_dup_member (message, "k");

    g_assert_cmpstr (member, ==, cases[i].member);
  }
}

static void
test_reason (void)
{
  static const struct {
    const char *rest;
    const char *reason;
  } cases[] = {
    { "\"error\":{\"data\":{\"reason\":\"disconnected\"}}", "disconnected" },
    { "\"error\":{\"data\":{\"reason\":\"\"}}", "" },
    { "\"error\":{\"data\":{\"reason\":1}}", NULL },
    { "\"error\":{\"data\":{\"reason\":null}}", NULL },
    { "\"error\":{\"data\":{\"reason\":[\"disconnected\"]}}", NULL },
    { "\"error\":{\"data\":{}}", NULL },
    { "\"error\":{\"data\":[\"reason\"]}", NULL },
    { "\"error\":{\"data\":\"reason\"}", NULL },
    { "\"error\":{\"data\":null}", NULL },
    { "\"error\":{\"reason\":\"disconnected\"}", NULL },
    { "\"error\":[]", NULL },
    { "\"result\":{\"data\":{\"reason\":\"disconnected\"}}", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = g_strdup_printf ("{" V ",\"id\":null,%s}", cases[i].rest);
    g_autoptr (PaddockMessage) message = parse_one (text);
    g_autofree char *reason = paddock_message_dup_reason (message);

    g_assert_cmpstr (reason, ==, cases[i].reason);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/message/kinds", test_kinds);
  g_test_add_func ("/message/ids", test_ids);
  g_test_add_func ("/message/not-json", test_not_json);
  g_test_add_func ("/message/batch", test_batch);
  g_test_add_func ("/message/empty-batch", test_empty_batch);
  g_test_add_func ("/message/batch-limit", test_batch_limit);
  g_test_add_func ("/message/too-deep", test_too_deep);
  g_test_add_func ("/message/trees", test_trees);
  g_test_add_func ("/message/trees-of-odd-text", test_trees_of_odd_text);
  g_test_add_func ("/message/tree-limit", test_tree_limit);
  g_test_add_func ("/message/meta", test_meta);
  g_test_add_func ("/message/members", test_members);
  g_test_add_func ("/message/reason", test_reason);
  return g_test_run ();
}
