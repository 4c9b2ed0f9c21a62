/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-handshake.h"

#include <string.h>

#define RESULT(result) "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" result "}"
#define ERROR(error) "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":" error "}"

static PaddockMessage *
parse (const char *text)
{
  g_autoptr (GBytes) line = g_bytes_new (text, strlen (text));
  PaddockMessage *message = g_new0 (PaddockMessage, 1);

  g_assert_true (paddock_message_parse_line (line, message, NULL));
  return message;
}

static const struct {
  const char    *answer;
  const char    *version;
  const char    *retry;
  gboolean       knows_modern;
  const char    *name;
  PaddockReason  reason;
} cases[] = {
  /* Accepted, with only the required members */
  { RESULT ("{\"protocolVersion\":\"2025-11-25\"}"), "2025-11-25" },
  { RESULT ("{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}"), "2025-06-18" },
  { RESULT ("{\"protocolVersion\":\"2025-03-26\",\"serverInfo\":{}}"), "2025-03-26" },
  { RESULT ("{\"protocolVersion\":\"2024-11-05\",\"serverInfo\":null}"), "2024-11-05" },
  { RESULT ("{\"protocolVersion\":\"2025-11-25\",\"serverInfo\":{\"name\":\"a\"}}"), "2025-11-25",
    NULL, FALSE, "a" },
  { RESULT ("{\"protocolVersion\":\"2025-11-25\",\"serverInfo\":{\"name\":\"a\",\"title\":\"B\"}}"),
    "2025-11-25", NULL, FALSE, "B" },
  { RESULT ("{\"protocolVersion\":\"2025-11-25\",\"serverInfo\":{\"name\":\"a\",\"title\":\"\"}}"),
    "2025-11-25", NULL, FALSE, "a" },
  { RESULT ("{\"protocolVersion\":\"2025-11-25\",\"serverInfo\":{\"name\":1,\"title\":[]}}"),
    "2025-11-25" },
  { RESULT ("{\"protocolVersion\":\"2025-11-25\",\"serverInfo\":{\"name\":\"a\\nb\\u202ec\"}}"),
    "2025-11-25", NULL, FALSE, "a\\x0Ab\\u{202E}c" },

  /* No version, or none that Paddock speaks */
  { RESULT ("{}"), NULL, NULL, FALSE, NULL, PADDOCK_REASON_MALFORMED },
  { RESULT ("{\"protocolVersion\":20251125}"), NULL, NULL, FALSE, NULL, PADDOCK_REASON_MALFORMED },
  { RESULT ("{\"protocolVersion\":null}"), NULL, NULL, FALSE, NULL, PADDOCK_REASON_MALFORMED },
  { RESULT ("{\"protocolVersion\":\"\"}"), NULL, NULL, FALSE, NULL, PADDOCK_REASON_MALFORMED },
  { RESULT ("{\"protocolVersion\":[\"2025-11-25\"]}"), NULL, NULL, FALSE, NULL,
    PADDOCK_REASON_MALFORMED },
  { RESULT ("\"2025-11-25\""), NULL, NULL, FALSE, NULL, PADDOCK_REASON_MALFORMED },
  { RESULT ("null"), NULL, NULL, FALSE, NULL, PADDOCK_REASON_MALFORMED },
  { RESULT ("{\"protocolVersion\":\"2026-07-28\"}"), NULL, NULL, FALSE, NULL,
    PADDOCK_REASON_UNSUPPORTED_VERSION },
  { RESULT ("{\"protocolVersion\":\"2024-10-07\"}"), NULL, NULL, FALSE, NULL,
    PADDOCK_REASON_UNSUPPORTED_VERSION },
  { RESULT ("{\"protocolVersion\":\"2025-11-25 \"}"), NULL, NULL, FALSE, NULL,
    PADDOCK_REASON_UNSUPPORTED_VERSION },
  { RESULT ("{\"protocolVersion\":\"DRAFT\"}"), NULL, NULL, FALSE, NULL,
    PADDOCK_REASON_UNSUPPORTED_VERSION },
  { "{\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\"}}", NULL, NULL, FALSE, NULL,
    PADDOCK_REASON_MALFORMED },

  /* Errors */
  { ERROR ("{}"), NULL, NULL, FALSE, NULL, PADDOCK_REASON_MALFORMED },
  { ERROR ("\"no\""), NULL, NULL, FALSE, NULL, PADDOCK_REASON_MALFORMED },
  { ERROR ("{\"code\":-32601,\"message\":\"Method not found\"}"), NULL, NULL, FALSE, NULL,
    PADDOCK_REASON_MALFORMED },
  { ERROR ("{\"code\":\"-32022\",\"message\":7}"), NULL, NULL, FALSE, NULL,
    PADDOCK_REASON_MALFORMED },
  { ERROR ("{\"code\":-32022,\"message\":\"no\"}"), NULL, NULL, FALSE, NULL,
    PADDOCK_REASON_UNSUPPORTED_VERSION },
  { ERROR ("{\"code\":-32022,\"data\":{\"supported\":[\"2026-07-28\"]}}"), NULL, NULL, TRUE, NULL,
    PADDOCK_REASON_UNSUPPORTED_VERSION },
  { ERROR ("{\"code\":-32602,\"data\":{\"supported\":[]}}"), NULL, NULL, FALSE, NULL,
    PADDOCK_REASON_UNSUPPORTED_VERSION },
  { ERROR ("{\"code\":-32602,\"data\":{\"supported\":\"2025-06-18\"}}"), NULL, NULL, FALSE, NULL,
    PADDOCK_REASON_MALFORMED },
  { ERROR ("{\"code\":-32602,\"data\":[\"2025-06-18\"]}"), NULL, NULL, FALSE, NULL,
    PADDOCK_REASON_MALFORMED },
  { ERROR ("{\"code\":-32602,\"data\":{\"supported\":[1,null,\"2024-11-05\",\"2025-06-18\"]}}"),
    NULL, "2025-06-18", FALSE, NULL, PADDOCK_REASON_UNSUPPORTED_VERSION },
  { ERROR ("{\"code\":-32022,\"data\":{\"supported\":[\"2026-07-28\",\"2025-11-25\"]}}"),
    NULL, "2025-11-25", TRUE, NULL, PADDOCK_REASON_UNSUPPORTED_VERSION },
};

static void
test_read (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockMessage) message = parse (cases[i].answer);
    g_autoptr (PaddockHandshake) handshake = paddock_handshake_read (message);

    g_test_message ("%s", cases[i].answer);
    g_assert_cmpstr (handshake->version != NULL ? handshake->version->name : NULL, ==,
                     cases[i].version);
    g_assert_cmpstr (handshake->retry != NULL ? handshake->retry->name : NULL, ==, cases[i].retry);
    g_assert_cmpint (handshake->knows_modern, ==, cases[i].knows_modern);
    g_assert_cmpstr (handshake->claimed_name, ==, cases[i].name);
    g_assert_cmpint (handshake->reason, ==, cases[i].reason);
    g_assert_cmpint (handshake->detail != NULL, ==, cases[i].version == NULL);
    g_assert_null (handshake->launch);
  }
}

/* Texts of the peer are clipped and escaped if they may be shown. */
static void
test_details (void)
{
  g_autofree char *text = g_strnfill (10000, 'x');
  g_autofree char *answer = g_strdup_printf (ERROR ("{\"code\":5,\"message\":\"\\u001b[2J%s\"}"),
                                             text);
  g_autoptr (PaddockMessage) message = parse (answer);
  g_autoptr (PaddockHandshake) handshake = paddock_handshake_read (message);

  g_assert_true (g_str_has_prefix (handshake->detail,
                                   "it refused initialize with error 5: \\x1B[2Jxxx"));
  g_assert_cmpuint (strlen (handshake->detail), <, 400);
}

static void
test_versions (void)
{
  g_assert_cmpstr (paddock_handshake_get_latest_version ()->name, ==, "2025-11-25");
  g_assert_true (paddock_handshake_find_version ("2024-11-05")->has_batches);
  g_assert_true (paddock_handshake_find_version ("2025-03-26")->has_batches);
  g_assert_false (paddock_handshake_find_version ("2025-06-18")->has_batches);
  g_assert_false (paddock_handshake_find_version ("2025-11-25")->has_batches);
  g_assert_true (paddock_handshake_find_version ("2025-11-25")->has_related_task);
  g_assert_false (paddock_handshake_find_version ("2025-06-18")->has_related_task);
  g_assert_null (paddock_handshake_find_version (PADDOCK_VERSION_MODERN));
  g_assert_null (paddock_handshake_find_version (NULL));
}

static void
test_is_answer (void)
{
  static const struct {
    const char *id;
    gboolean    is_answer;
  } ids[] = {
    { "1", TRUE }, { "1.0", TRUE }, { "1e0", TRUE }, { "\"1\"", FALSE }, { "2", FALSE },
    { "0", FALSE }, { "-1", FALSE }, { "1.5", FALSE }, { "\"\"", FALSE }, { "null", FALSE },
    { "1e400", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++) {
    g_autofree char *text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}",
                                             ids[i].id);
    g_autoptr (PaddockMessage) message = parse (text);

    g_assert_cmpint (paddock_handshake_is_answer (message, 1), ==, ids[i].is_answer);
  }
}

static void
test_write (void)
{
  const PaddockVersion *version = paddock_handshake_find_version ("2024-11-05");
  g_autoptr (GBytes) line = paddock_handshake_write_request (7, version, FALSE);
  g_autofree char *text = g_strndup (g_bytes_get_data (line, NULL), g_bytes_get_size (line));
  g_autoptr (PaddockMessage) message = parse (text);
  JsonObject *params = paddock_message_get_params (message);
  JsonObject *capabilities;

  g_assert_cmpstr (paddock_message_get_method (message), ==, "initialize");
  g_assert_cmpstr (paddock_message_get_id (message), ==, "7");
  g_assert_cmpstr (json_object_get_string_member (params, "protocolVersion"), ==, "2024-11-05");
  capabilities = json_object_get_object_member (params, "capabilities");
  g_assert_true (json_object_get_boolean_member (
                   json_object_get_object_member (capabilities, "roots"), "listChanged"));
  g_assert_false (json_object_has_member (capabilities, "experimental"));
}

/* `client/readLocalFile` is offered beside the roots, as an object, as MCP wants it. */
static void
test_write_reading (void)
{
  const PaddockVersion *version = paddock_handshake_get_latest_version ();
  g_autoptr (GBytes) line = paddock_handshake_write_request (1, version, TRUE);
  g_autofree char *text = g_strndup (g_bytes_get_data (line, NULL), g_bytes_get_size (line));
  g_autoptr (PaddockMessage) message = parse (text);
  JsonObject *capabilities =
    json_object_get_object_member (paddock_message_get_params (message), "capabilities");
  JsonObject *experimental = json_object_get_object_member (capabilities, "experimental");

  g_assert_true (json_object_has_member (capabilities, "roots"));
  g_assert_cmpuint (json_object_get_size (experimental), ==, 1);
  g_assert_nonnull (json_object_get_object_member (experimental, "client/readLocalFile"));
}

static void
test_write_ready (void)
{
  static const char * const lines[] = {
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\","
    "\"params\":{\"_meta\":{\"io.github.paddock-mcp/listsEarly\":true}}}",
  };

  for (int i = 0; i < 2; i++) {
    g_autoptr (GBytes) line = paddock_handshake_write_ready (i);

    g_assert_cmpmem (g_bytes_get_data (line, NULL), g_bytes_get_size (line), lines[i],
                     strlen (lines[i]));
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/handshake/read", test_read);
  g_test_add_func ("/handshake/details", test_details);
  g_test_add_func ("/handshake/versions", test_versions);
  g_test_add_func ("/handshake/is-answer", test_is_answer);
  g_test_add_func ("/handshake/write", test_write);
  g_test_add_func ("/handshake/write/reading", test_write_reading);
  g_test_add_func ("/handshake/write/ready", test_write_ready);
  return g_test_run ();
}
