/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-long-line.h"

#include <string.h>

/* Each line in one piece, and cut at each byte. */
static const struct {
  const char     *line;
  PaddockMessageKind kind;
  const char     *id;               /* (nullable) */
  const char     *method;           /* (nullable) */
} rows[] = {
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"id\":2}}",
    PADDOCK_MESSAGE_REQUEST, "1", "m" },
  { "{\"method\":\"m\",\"params\":{\"method\":\"n\",\"a\":[{}]},\"id\":\"a\\\"}\"}",
    PADDOCK_MESSAGE_REQUEST, "\"a\\\"}\"", "m" },
  { " { \"id\" : -1.5e3 , \"method\" : \"roots\\/list\" } ", PADDOCK_MESSAGE_REQUEST, "-1.5e3",
    "roots/list" },
  { "{\"id\":1,\"id\":2,\"method\":\"a\",\"method\":\"b\"}", PADDOCK_MESSAGE_REQUEST, "2", "b" },
  { "{\"result\":{\"method\":\"m\",\"x\":\"}{\\\\\"},\"id\":7}", PADDOCK_MESSAGE_RESPONSE,
    "7", NULL },
  { "{\"id\":7,\"error\":{}}", PADDOCK_MESSAGE_RESPONSE,
    "7", NULL },
  { "{\"id\":7,\"result\":null}", PADDOCK_MESSAGE_RESPONSE,
    "7", NULL },
  { "{\"method\":\"m\"}", PADDOCK_MESSAGE_NOTIFICATION, NULL, "m" },
  { "[{\"id\":1,\"method\":\"m\"}]", PADDOCK_MESSAGE_BATCH, NULL, NULL },

  { "{\"id\":7}", PADDOCK_MESSAGE_INVALID, "7", NULL },
  { "{\"id\":7,\"result\":1,\"method\":7}", PADDOCK_MESSAGE_INVALID, "7", NULL },
  { "{\"id\":null,\"method\":\"m\"}", PADDOCK_MESSAGE_INVALID, NULL, "m" },
  { "{\"method\":\"m\",\"\\u0069d\":{}}", PADDOCK_MESSAGE_INVALID, NULL, "m" },
  { "{\"id\":[7],\"method\":\"m\"}", PADDOCK_MESSAGE_INVALID, NULL, "m" },
  { "{\"id\":{},\"result\":1}", PADDOCK_MESSAGE_INVALID, NULL, NULL },
  { "{\"id\":[7],\"result\":1}", PADDOCK_MESSAGE_INVALID, NULL, NULL },
  { "{\"id\":null,\"result\":1}", PADDOCK_MESSAGE_INVALID, NULL, NULL },
  { "{}", PADDOCK_MESSAGE_INVALID, NULL, NULL },
  { "", PADDOCK_MESSAGE_UNREADABLE, NULL, NULL },
  { "7", PADDOCK_MESSAGE_UNREADABLE, NULL, NULL },
  { "\"{}\"", PADDOCK_MESSAGE_UNREADABLE, NULL, NULL },
  { "{\"id\":1,\"method\":\"m\"", PADDOCK_MESSAGE_UNREADABLE, NULL, NULL },
  { "{\"id\":1,\"method\":\"m\"}{}", PADDOCK_MESSAGE_UNREADABLE, NULL, NULL },
  { "{\"id\":1,\"method\":\"m\"}x", PADDOCK_MESSAGE_UNREADABLE, NULL, NULL },
  { "}", PADDOCK_MESSAGE_INVALID, NULL, NULL },
};

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    gsize length = strlen (rows[i].line);

    g_test_message ("%s", rows[i].line);
    for (gsize cut = 0; cut <= length; cut++) {
      g_autoptr (PaddockLongLine) line = paddock_long_line_new ();
      g_auto (PaddockMessage) class = { 0 };
      g_autofree char *id = NULL;

      paddock_long_line_feed (line, (PaddockSpan) { rows[i].line, cut });
      paddock_long_line_feed (line, (PaddockSpan) { rows[i].line + cut, length - cut });
      paddock_long_line_classify (line, &class);
      id = class.id.length > 0 ? g_strndup (class.id.start, class.id.length) : NULL;
      g_assert_cmpint (class.kind, ==, rows[i].kind);
      g_assert_cmpstr (id, ==, rows[i].id);
      g_assert_cmpstr (class.method, ==, rows[i].method);
    }
  }
}

/* A long name or text is not kept. A line with a long id is no message. */
static void
test_limits (void)
{
  for (guint more = 0; more < 2; more++) {
    g_autofree char *fill = g_strnfill (PADDOCK_LONG_LINE_NAME_MAX - 2 + more, 'x');
    g_autofree char *text = g_strdup_printf ("{\"%s\":1,\"params\":\"%s\",\"id\":\"%s\",\"method\":"
                                             "\"m\"}", fill, fill, fill);
    g_autoptr (PaddockLongLine) line = paddock_long_line_new ();
    g_auto (PaddockMessage) class = { 0 };

    paddock_long_line_feed (line, (PaddockSpan) { text, strlen (text) });
    paddock_long_line_classify (line, &class);
    g_assert_cmpint (class.kind, ==, more ? PADDOCK_MESSAGE_INVALID : PADDOCK_MESSAGE_REQUEST);
  }
}

/* A member that counts and comes twice, in any spelling. Others do not matter. */
static void
test_ambiguous (void)
{
  static const struct {
    const char *line;
    gboolean    is_ambiguous;
  } lines[] = {
    { "{\"id\":1,\"result\":{},\"jsonrpc\":\"2.0\"}", FALSE },
    { "{\"id\":1,\"result\":{\"id\":1,\"id\":1},\"x\":1,\"x\":2}", FALSE },
    { "{\"id\":\"id\",\"result\":\"id\"}", FALSE },
    { "{\"id\":1,\"id\":1,\"result\":{}}", TRUE },
    { "{\"id\":1,\"result\":{},\"result\":{}}", TRUE },
    { "{\"id\":1,\"error\":{},\"error\":1}", TRUE },
    { "{\"id\":1,\"result\":{},\"\\u0069d\":2}", TRUE },
    { "{\"method\":\"a\",\"id\":1,\"params\":{},\"method\":\"b\"}", TRUE },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"jsonrpc\":\"2.0\"}", TRUE },
    { "{\"params\":1,\"params\":[],\"id\":1,\"method\":\"m\"}", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++) {
    gsize length = strlen (lines[i].line);

    g_test_message ("%s", lines[i].line);
    for (gsize cut = 0; cut <= length; cut++) {
      g_autoptr (PaddockLongLine) line = paddock_long_line_new ();

      paddock_long_line_feed (line, (PaddockSpan) { lines[i].line, cut });
      paddock_long_line_feed (line, (PaddockSpan) { lines[i].line + cut, length - cut });
      g_assert_cmpint (paddock_long_line_is_ambiguous (line), ==, lines[i].is_ambiguous);
    }
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/long-line/rows", test_rows);
  g_test_add_func ("/long-line/limits", test_limits);
  g_test_add_func ("/long-line/ambiguous", test_ambiguous);
  return g_test_run ();
}
