/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-read-local.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "paddock-channel.h"

static PaddockMessage *
parse (const char *params)
{
  g_autofree char *text = g_strdup_printf (
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"client/readLocalFile\"%s}", params);
  g_autoptr (GBytes) line = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  PaddockMessage *message = g_new0 (PaddockMessage, 1);

  paddock_message_parse_line (line, message, &error);
  g_assert_no_error (error);
  return message;
}

#define PARAMS(members) ",\"params\":{" members "}"
#define URI "\"uri\":\"file:///a\""
#define ALL G_MAXSIZE

static void
test_parse (void)
{
  static const struct {
    const char *params;
    const char *uri;
    guint64     offset;
    gsize       length;
  } rows[] = {
    { PARAMS (URI), "file:///a", 0, ALL },
    { PARAMS (URI ",\"range\":null"), "file:///a", 0, ALL },
    { PARAMS (URI ",\"range\":{}"), "file:///a", 0, ALL },
    { PARAMS (URI ",\"range\":{\"unit\":\"bytes\"},\"limit\":5"), "file:///a", 0, ALL },
    { PARAMS (URI ",\"range\":{\"offset\":0}"), "file:///a", 0, ALL },
    { PARAMS (URI ",\"range\":{\"offset\":7,\"length\":1}"), "file:///a", 7, 1 },
    { PARAMS (URI ",\"range\": { \"length\" : 12 } "), "file:///a", 0, 12 },
    { PARAMS (URI ",\"range\":{\"offset\":1,\"offset\":2}"), "file:///a", 2, ALL },
    { PARAMS (URI ",\"range\":{\"offset\":9223372036854775807}"), "file:///a", G_MAXINT64, ALL },
    { PARAMS ("\"uri\":5," URI), "file:///a", 0, ALL },
    { PARAMS ("\"uri\":\"\""), "", 0, ALL },
    { PARAMS ("\"uri\":\"file:\\/\\/\\/\\u00e9\""), "file:///\xc3\xa9", 0, ALL },
    /* A NUL, which ends a C string, cuts nothing here. */
    { PARAMS ("\"uri\":\"file:///a\\u0000/../b\""), "file:///a\xef\xbf\xbd/../b", 0, ALL },
    { PARAMS ("\"uri\":\"\\ud800\""), "\xef\xbf\xbd", 0, ALL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockMessage) message = parse (rows[i].params);
    g_autoptr (PaddockReadLocal) wanted = NULL;
    const char *problem;

    g_test_message ("%s", rows[i].params);
    wanted = paddock_read_local_parse (message, &problem);
    g_assert_nonnull (wanted);
    g_assert_cmpstr (wanted->uri, ==, rows[i].uri);
    g_assert_cmpuint (wanted->range.offset, ==, rows[i].offset);
    g_assert_cmpuint (wanted->range.length, ==, rows[i].length);
  }
}

static void
test_parse_invalid (void)
{
  static const struct {
    const char *params;
    const char *problem;
  } rows[] = {
    { "", "uri" },
    { ",\"params\":null", "uri" },
    { ",\"params\":[]", "uri" },
    { ",\"params\":[\"file:///a\"]", "uri" },
    { ",\"params\":{}", "uri" },
    { PARAMS ("\"URI\":\"file:///a\""), "uri" },
    { PARAMS ("\"uri\":null"), "uri" },
    { PARAMS ("\"uri\":1"), "uri" },
    { PARAMS ("\"uri\":true"), "uri" },
    { PARAMS ("\"uri\":[\"file:///a\"]"), "uri" },
    { PARAMS ("\"uri\":{\"uri\":\"file:///a\"}"), "uri" },
    { PARAMS (URI ",\"uri\":null"), "uri" },
    { PARAMS ("\"_meta\":{" URI "}"), "uri" },
    { PARAMS (URI ",\"range\":5"), "range" },
    { PARAMS (URI ",\"range\":\"0-5\""), "range" },
    { PARAMS (URI ",\"range\":[0,5]"), "range" },
    { PARAMS (URI ",\"range\":{\"offset\":null}"), "range" },
    { PARAMS (URI ",\"range\":{\"offset\":\"0\"}"), "range" },
    { PARAMS (URI ",\"range\":{\"offset\":-1}"), "range" },
    { PARAMS (URI ",\"range\":{\"offset\":-0}"), "range" },
    { PARAMS (URI ",\"range\":{\"offset\":1.0}"), "range" },
    { PARAMS (URI ",\"range\":{\"offset\":1e2}"), "range" },
    { PARAMS (URI ",\"range\":{\"offset\":9223372036854775808}"), "range" },
    { PARAMS (URI ",\"range\":{\"offset\":99999999999999999999999}"), "range" },
    { PARAMS (URI ",\"range\":{\"length\":0}"), "range" },
    { PARAMS (URI ",\"range\":{\"length\":-5}"), "range" },
    { PARAMS (URI ",\"range\":{\"length\":true}"), "range" },
    { PARAMS (URI ",\"range\":{\"offset\":1,\"length\":0.5}"), "range" },
    { PARAMS (URI ",\"range\":{\"offset\":{},\"length\":1}"), "range" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockMessage) message = parse (rows[i].params);
    const char *problem = NULL;

    g_test_message ("%s", rows[i].params);
    g_assert_null (paddock_read_local_parse (message, &problem));
    g_assert_nonnull (strstr (problem, rows[i].problem));
  }
}

static void
assert_result (const char *id,
               const char *path,
               GBytes     *bytes,
               const char *task,
               const char *expected)
{
  g_autoptr (GBytes) line = paddock_read_local_write_result (id, path, bytes, task);

  g_assert_cmpmem (g_bytes_get_data (line, NULL), g_bytes_get_size (line), expected,
                   strlen (expected));
}

static void
test_result (void)
{
  static const struct {
    const char *bytes;
    gsize       length;
    const char *contents;
  } rows[] = {
    { "", 0, "\"text\":\"\"" },
    { "plain", 5, "\"text\":\"plain\"" },
    { "a\n\"\\\t\x7f\xc3\xa9", 8, "\"text\":\"a\\u000a\\\"\\\\\\u0009\\u007f\xc3\xa9\"" },
    { "\x1b[0m", 4, "\"text\":\"\\u001b[0m\"" },
    { "\0", 1, "\"mimeType\":\"application/octet-stream\",\"blob\":\"AA==\"" },
    { "a\0b", 3, "\"mimeType\":\"application/octet-stream\",\"blob\":\"YQBi\"" },
    { "\xff\xfe", 2, "\"mimeType\":\"application/octet-stream\",\"blob\":\"//4=\"" },
    { "\xed\xa0\x80", 3, "\"mimeType\":\"application/octet-stream\",\"blob\":\"7aCA\"" },
    /* A range that cuts a character in two. */
    { "a\xc3", 2, "\"mimeType\":\"application/octet-stream\",\"blob\":\"YcM=\"" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GBytes) bytes = g_bytes_new_static (rows[i].bytes, rows[i].length);
    g_autofree char *plain = g_strdup_printf (
      "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":{\"contents\":[{\"uri\":\"file:///a%%20b%%FF\","
      "%s}]}}", rows[i].contents);
    g_autofree char *of_task = g_strdup_printf (
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"contents\":[{\"uri\":\"file:///a\",%s}],"
      "\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t\"}}}}",
      rows[i].contents);

    assert_result ("\"x\"", "/a b\xff", bytes, NULL, plain);
    assert_result ("1", "/a", bytes, "{\"taskId\":\"t\"}", of_task);
  }
  assert_result ("1", "/a", NULL, NULL, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"contents\":["
                 "{\"uri\":\"file:///a\",\"text\":\"\"}]}}");
}

/* The line with the longest content fits into a channel. */
static void
test_longest (void)
{
  static const struct {
    char     filling;
    gboolean is_text;
  } rows[] = { { 'a', TRUE }, { '"', FALSE }, { '\n', FALSE }, { '\0', FALSE }, { '\xff', FALSE } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    char *data = g_malloc (PADDOCK_READ_LOCAL_MAX);
    g_autoptr (GBytes) bytes = NULL;
    g_autoptr (GBytes) line = NULL;
    g_autofree char *path = g_strnfill (4096, '%');
    g_autofree char *text = NULL;

    memset (data, rows[i].filling, PADDOCK_READ_LOCAL_MAX);
    bytes = g_bytes_new_take (data, PADDOCK_READ_LOCAL_MAX);
    path[0] = '/';
    line = paddock_read_local_write_result ("1", path, bytes, NULL);
    g_assert_cmpuint (g_bytes_get_size (line), <, PADDOCK_CHANNEL_MAX_BYTES);
    text = g_strndup (g_bytes_get_data (line, NULL), g_bytes_get_size (line));
    g_assert_cmpint (strstr (text, "\"text\":") != NULL, ==, rows[i].is_text);
  }
}

static void
test_refusal (void)
{
  for (guint verdict = 0; verdict < PADDOCK_READ_ALLOWED; verdict++) {
    g_autoptr (GBytes) line = paddock_read_local_write_refusal ("\"id\"", verdict);
    g_autoptr (JsonParser) parser = json_parser_new ();
    JsonObject *error;
    JsonObject *data;

    g_assert_true (json_parser_load_from_data (parser, g_bytes_get_data (line, NULL),
                                               (gssize) g_bytes_get_size (line), NULL));
    error = json_object_get_object_member (json_node_get_object (json_parser_get_root (parser)),
                                           "error");
    data = json_object_get_object_member (error, "data");
    g_assert_cmpint (json_object_get_int_member (error, "code"), ==,
                     verdict == PADDOCK_READ_MALFORMED ? -32602 : -32002);
    g_assert_cmpstr (json_object_get_string_member (data, "reason"), ==,
                     paddock_read_verdict_to_nick (verdict));
    g_assert_cmpuint (json_object_get_size (data), ==, 1);
    g_assert_cmpuint (strlen (json_object_get_string_member (error, "message")), >, 10);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/read-local/parse", test_parse);
  g_test_add_func ("/read-local/parse/invalid", test_parse_invalid);
  g_test_add_func ("/read-local/result", test_result);
  g_test_add_func ("/read-local/longest", test_longest);
  g_test_add_func ("/read-local/refusal", test_refusal);
  return g_test_run ();
}
