/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-http-headers.h"

#include <string.h>

static void
test_session (void)
{
  g_autofree char *most = g_strnfill (PADDOCK_HEADER_ID_MAX, 'x');
  g_autofree char *more = g_strnfill (PADDOCK_HEADER_ID_MAX + 1, 'x');
  static const char * const bad[] = { "", "a b", "a\tb", "\x7f", "\xc3\xa9", "a\r\nX: y" };

  g_assert_true (paddock_http_headers_is_session ("!~1868a90c"));
  g_assert_true (paddock_http_headers_is_session (most));
  g_assert_false (paddock_http_headers_is_session (more));
  g_assert_false (paddock_http_headers_is_session (NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (paddock_http_headers_is_session (bad[i]));
}

static void
test_version (void)
{
  static const char * const bad[] = { "", "2025", "2025-11-25x", "2025/11/25", "2025-11-2\n"
                                      "", "DRAFT-2025" };

  g_assert_true (paddock_http_headers_is_version ("2025-11-25"));
  g_assert_false (paddock_http_headers_is_version (NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (paddock_http_headers_is_version (bad[i]));
}

#define META(version) "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":" version "}"

static const struct {
  const char *line;
  const char *version;              /* (nullable) */
  const char *headers;              /* joined */
} rows[] = {
  { "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"index\"," META ("\"2026-07-28\""
                                                                                "") "}}",
    "2026-07-28", "Mcp-Method|tools/call|Mcp-Name|index" },
  { "{\"id\":1,\"method\":\"prompts/get\",\"params\":{\"name\":\"a b\"," META ("\"2027-01-01\""
                                                                               "") "}}",
    "2027-01-01", "Mcp-Method|prompts/get|Mcp-Name|a b" },
  { "{\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"file:///\xc3\xa9\"}}", NULL,
    "Mcp-Method|resources/read|Mcp-Name|=?base64?ZmlsZTovLy/DqQ==?=" },
  { "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\" index\"}}", NULL,
    "Mcp-Method|tools/call|Mcp-Name|=?base64?IGluZGV4?=" },
  { "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\\nX-Evil: 1\"}}", NULL,
    "Mcp-Method|tools/call|Mcp-Name|=?base64?YQpYLUV2aWw6IDE=?=" },
  { "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"=?base64?YQ==?=\"}}", NULL,
    "Mcp-Method|tools/call|Mcp-Name|=?base64?PT9iYXNlNjQ/WVE9PT89?=" },
  { "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"\"}}", NULL,
    "Mcp-Method|tools/call|Mcp-Name|=?base64?" "?=" },
  { "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":7}}", NULL, "Mcp-Method|tools/call" },
  { "{\"id\":1,\"method\":\"tools/list\",\"params\":{\"name\":\"x\"," META ("\"2025-11-25\""
                                                                            "") "}}", NULL,
    "Mcp-Method|tools/list" },
  { "{\"id\":1,\"method\":\"tools/list\",\"params\":{" META ("\"2026-07-28\\r\\nX: y\"") "}}", NULL,
    "Mcp-Method|tools/list" },
  { "{\"id\":1,\"method\":\"tools/list\",\"params\":{" META ("20260728") "}}", NULL,
    "Mcp-Method|tools/list" },
  { "{\"id\":1,\"method\":\"tools/list\",\"params\":[]}", NULL, "Mcp-Method|tools/list" },
  { "{\"method\":\"a\\r\\nb\"}", NULL, "Mcp-Method|=?base64?YQ0KYg==?=" },
  { "{\"id\":1,\"result\":{}}", NULL, "" },
};

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
    g_auto (PaddockMessage) class = { 0 };
    g_auto (GStrv) headers = NULL;
    g_autofree char *version = NULL;
    g_autofree char *joined = NULL;

    g_test_message ("%s", rows[i].line);
    paddock_message_read ((PaddockSpan) { rows[i].line, strlen (rows[i].line) }, &class);
    version = paddock_http_headers_find_version (&class);
    paddock_http_headers_add_modern (builder, &class);
    headers = g_strv_builder_end (builder);
    joined = g_strjoinv ("|", headers);
    g_assert_cmpstr (version, ==, rows[i].version);
    g_assert_cmpstr (joined, ==, rows[i].headers);
  }
}

/* A value that is too long gets no header. */
static void
test_limit (void)
{
  for (guint more = 0; more < 2; more++) {
    g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
    g_autofree char *name = g_strnfill (PADDOCK_HEADER_TEXT_MAX + more, 'x');
    g_autofree char *line = g_strdup_printf ("{\"id\":1,\"method\":\"tools/call\",\"params\":"
                                             "{\"name\":"
                                             "\"%s\"}}", name);
    g_auto (PaddockMessage) class = { 0 };
    g_auto (GStrv) headers = NULL;

    paddock_message_read ((PaddockSpan) { line, strlen (line) }, &class);
    paddock_http_headers_add_modern (builder, &class);
    headers = g_strv_builder_end (builder);
    g_assert_cmpuint (g_strv_length (headers), ==, more ? 2 : 4);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/http-headers/session", test_session);
  g_test_add_func ("/http-headers/version", test_version);
  g_test_add_func ("/http-headers/rows", test_rows);
  g_test_add_func ("/http-headers/limit", test_limit);
  return g_test_run ();
}
