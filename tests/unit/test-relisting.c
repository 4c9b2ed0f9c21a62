/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-relisting.h"

#include "paddock-json.h"
#include "remote-fixture.h"

/* A server of a revision without a handshake, which wants an argument in a header. */

typedef struct {
  Remote      remote;
  const char *pages[20];            /* the tools of each page, or something invalid */
  guint       n_pages;              /* its number of pages; 0: one without a next */
  const char *header;               /* the header that it wants */
  gboolean    refuses;              /* it refuses every call */
  gboolean    is_other;             /* … for another reason */
} Fixture;

#define META "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"," \
  "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"h\"},\"progressToken\":7," \
  "\"io.modelcontextprotocol/clientCapabilities\":{\"roots\":{}}}"
#define CALL "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"t\"," \
  "\"arguments\":{\"a\":\"x\"}," META "}}"
#define LIST "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tools/list\",\"params\":{" META "}}"
#define TOOL(name, header) "{\"name\":\"" name "\",\"inputSchema\":{\"properties\":{\"a\":{" \
  "\"type\":\"string\",\"x-mcp-header\":\"" header "\"}}}}"
#define MISMATCH "{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":{\"code\":-32020,\"message\":\"m\"}}"
#define HEARD_MISMATCH MISMATCH "\n"

static void
answer_list (Fixture           *fixture,
             SoupServerMessage *message,
             const char        *body)
{
  g_autofree char *id = NULL;
  g_autofree char *reply = NULL;
  const char *cursor = strstr (body, "\"cursor\":\"page ");
  guint number = cursor != NULL ? (guint) g_ascii_strtoull (cursor + 15, NULL, 10) : 0;
  PaddockSpan text = { body, strlen (body) }, value;

  g_assert_true (paddock_json_find_member (text, "id", &value));
  id = g_strndup (value.start, value.length);
  if (fixture->pages[number][0] != '{') {
    web_reply (message, 200, "application/json", fixture->pages[number]);
    return;
  }
  if (number + 1 < fixture->n_pages)
    reply = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"nextCursor\":\"page "
                             "%u\",\"tools\":[%s]}}", id, number + 1, fixture->pages[number]);
  else
    reply = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"tools\":[%s]}}", id,
                             fixture->pages[number]);
  web_reply (message, 200, "application/json", reply);
}

static void
answer (SoupServerMessage *message,
        const char        *path,
        const char        *body,
        gpointer           user_data)
{
  Fixture *fixture = user_data;
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *value = fixture->header != NULL
                      ? soup_message_headers_get_one (headers, fixture->header) : "x";

  g_assert_cmpstr (soup_message_headers_get_one (headers, "MCP-Protocol-Version"), ==,
                   "2026-07-28");
  if (strstr (body, "\"tools/list\"") != NULL) {
    g_assert_cmpstr (soup_message_headers_get_one (headers, "Mcp-Method"), ==, "tools/list");
    answer_list (fixture, message, body);
    return;
  }
  g_assert_cmpstr (body, ==, CALL);
  if (fixture->is_other)
    web_reply (message, 400, "application/json", "{\"id\":5,\"error\":{\"code\":-32021}}");
  else if (fixture->refuses || g_strcmp0 (value, "x") != 0)
    web_reply (message, 400, "application/json", MISMATCH);
  else
    web_reply (message, 200, "application/json", "{\"id\":5,\"result\":\"done\"}");
}

static guint
count (const char *text,
       const char *part)
{
  guint n = 0;

  for (const char *at = text; (at = strstr (at, part)) != NULL; at += strlen (part))
    n++;
  return n;
}

/* What the server and the host get, as letters. */
static const struct {
  Fixture     fixture;
  gboolean    lists;                /* the host lists the tools before */
  const char *heard;
  guint       n_calls;
  guint       n_lists;
} rows[] = {
  /* Without a list, the client does not know about the headers. */
  { { .header = "Mcp-Param-A", .pages = { TOOL ("t", "A") } }, FALSE,
    "{\"id\":5,\"result\":\"done\"}\n", 2, 1 },
  { { .header = "Mcp-Param-A", .pages = { TOOL ("t", "A") } }, TRUE,
    "{\"id\":5,\"result\":\"done\"}\n", 1, 1 },
  { { .pages = { TOOL ("t", "A") } }, FALSE, "{\"id\":5,\"result\":\"done\"}\n", 1, 0 },
  /* Only one second try. */
  { { .refuses = TRUE, .pages = { TOOL ("t", "A") } }, FALSE, HEARD_MISMATCH, 2, 1 },
  { { .refuses = TRUE, .pages = { TOOL ("t", "A") } }, TRUE, HEARD_MISMATCH, 2, 2 },
  { { .header = "Mcp-Param-B", .pages = { TOOL ("t", "A") } }, TRUE, HEARD_MISMATCH, 2, 2 },
  { { .is_other = TRUE, .pages = { TOOL ("t", "A") } }, FALSE, "{\"code\":-32021}", 1, 0 },
  /* The list fails. */
  { { .header = "Mcp-Param-A", .pages = { "garbage" } }, FALSE, HEARD_MISMATCH, 1, 1 },
  { { .header = "Mcp-Param-A", .pages = { "" } }, FALSE, HEARD_MISMATCH, 1, 1 },
  { { .header = "Mcp-Param-A", .pages = { "[]" } }, FALSE, HEARD_MISMATCH, 1, 1 },
  { { .header = "Mcp-Param-A", .pages = { " {\"id\":5,\"result\":{\"tools\":[]}}" } }, FALSE,
    HEARD_MISMATCH, 1, 1 },
  { { .header = "Mcp-Param-A", .pages = { " {\"id\":\"x\",\"result\":{\"tools\":[]}}" } }, FALSE,
    HEARD_MISMATCH, 1, 1 },
  /* The tool is invalid, so it gets no header. */
  { { .header = "Mcp-Param-A", .pages = { TOOL ("t", " ") } }, FALSE, HEARD_MISMATCH, 2, 1 },
  /* The tool is on the last page, or on none. No further pages are requested. */
  { { .header = "Mcp-Param-A", .n_pages = 3, .pages = { "{}", TOOL ("u", "A"), TOOL ("t", "A") } },
    FALSE, "{\"id\":5,\"result\":\"done\"}\n", 2, 3 },
  { { .header = "Mcp-Param-A", .n_pages = 3, .pages = { TOOL ("t", "A"), "{}", "{}" } }, FALSE,
    "{\"id\":5,\"result\":\"done\"}\n", 2, 1 },
  { { .header = "Mcp-Param-A", .n_pages = 20,
      .pages = { "{}", "{}", "{}", "{}", "{}", "{}", "{}", "{}", "{}", "{}", "{}", "{}", "{}", "{}",
                 "{}", "{}", "{}", "{}", "{}", "{}" } }, FALSE, HEARD_MISMATCH, 2,
    PADDOCK_RELISTING_PAGES_MAX },
};

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    Fixture fixture = rows[i].fixture;
    const char *log;

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    remote_init (&fixture.remote, answer, &fixture);
    if (rows[i].lists) {
      remote_say (&fixture.remote, LIST);
      web_wait (remote_hears (&fixture.remote, "\"tools\":["));
    }
    remote_say (&fixture.remote, CALL);
    web_wait (remote_hears (&fixture.remote, rows[i].heard));
    log = fixture.remote.web.log->str;
    g_assert_cmpuint (count (log, "\"tools/call\""), ==, rows[i].n_calls);
    g_assert_cmpuint (count (log, "\"tools/list\""), ==, rows[i].n_lists);
    /* The host gets its answers, but no list that it did not request. */
    g_assert_cmpuint (count (fixture.remote.heard->str, "\n"), ==, rows[i].lists ? 2 : 1);
    /* Only the call has the progress token. */
    g_assert_cmpuint (count (log, "progressToken"), ==, rows[i].n_calls + rows[i].lists);
    remote_clear (&fixture.remote);
  }
}

/* The host's own list lacks the invalid tools, in every form of response. */
static void
test_left_out (void)
{
  static const struct {
    const char *page;
    const char *heard;
  } lists[] = {
    { TOOL ("bad", "") "," TOOL ("t", "A"), "\"result\":{\"tools\":[{\"name\":\"t\"" },
    { "[{\"id\":4,\"result\":{\"tools\":[" TOOL ("bad", "") "]}}]", "what it sent is not JSON" },
    { "garbage", "what it sent is not JSON" },
    { " {\"id\":4,\"error\":{\"code\":1,\"message\":\"bad\"}}", "\"error\":{\"code\":1" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++) {
    Fixture fixture = { .pages = { lists[i].page } };

    g_test_message ("%s", lists[i].page);
    remote_init (&fixture.remote, answer, &fixture);
    if (i == 0)
      g_test_expect_message ("paddock-http", G_LOG_LEVEL_MESSAGE, "*tool bad is left out*");
    remote_say (&fixture.remote, LIST);
    web_wait (remote_hears (&fixture.remote, lists[i].heard));
    g_test_assert_expected_messages ();
    g_assert_null (strstr (fixture.remote.heard->str, "\"name\":\"bad\""));
    remote_clear (&fixture.remote);
  }
}

/* The host does not wait any more, so nothing is sent again. */
static void
on_slow (SoupServerMessage *message,
         const char        *path,
         const char        *body,
         gpointer           user_data)
{
  if (strstr (body, "\"tools/list\"") != NULL)
    soup_server_message_pause (message);
  else
    web_reply (message, 400, "application/json", MISMATCH);
}

static void
test_cancelled (void)
{
  Fixture fixture = { 0 };

  remote_init (&fixture.remote, on_slow, &fixture);
  remote_say (&fixture.remote, CALL);
  web_wait (strstr (fixture.remote.web.log->str, "\"tools/list\"") != NULL);
  remote_say (&fixture.remote,
              "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":5}}");
  remote_end_host (&fixture.remote);
  web_wait (fixture.remote.has_exited);
  g_assert_cmpuint (count (fixture.remote.web.log->str, "\"tools/call\""), ==, 1);
  g_assert_false (remote_hears (&fixture.remote, "5"));
  remote_clear (&fixture.remote);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  signal (SIGPIPE, SIG_IGN);
  g_test_add_func ("/relisting/rows", test_rows);
  g_test_add_func ("/relisting/left-out", test_left_out);
  g_test_add_func ("/relisting/cancelled", test_cancelled);
  return g_test_run ();
}
