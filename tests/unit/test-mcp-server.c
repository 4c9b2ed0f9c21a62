/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-mcp-server.h"

#include <string.h>

typedef struct {
  PaddockMcpServer *server;         /* (owned) */
  GString          *sent;           /* (owned) lines */
  GPtrArray        *commands;       /* (owned) GTask: those that wait */
} Fixture;

static void
on_find (const PaddockMcpToolCall *tool_call,
         GTask                    *task,
         gpointer                  user_data)
{
  Fixture *fixture = user_data;

  g_ptr_array_add (fixture->commands, task);
}

static void
on_send (GBytes   *line,
         gpointer  user_data)
{
  Fixture *fixture = user_data;
  gsize length;
  const char *text = g_bytes_get_data (line, &length);

  g_assert_null (memchr (text, '\n', length));
  g_string_append_len (fixture->sent, text, (gssize) length);
  g_string_append_c (fixture->sent, '\n');
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->server = paddock_mcp_server_new (on_find, on_send, fixture);
  fixture->sent = g_string_new (NULL);
  fixture->commands = g_ptr_array_new_with_free_func (g_object_unref);
}

static void
fulfil (Fixture            *fixture,
        guint               index,
        PaddockReadVerdict  verdict)
{
  g_autoptr (GTask) task = g_ptr_array_steal_index (fixture->commands, index);
  PaddockMcpToolResult *found = g_new0 (PaddockMcpToolResult, 1);

  found->verdict = verdict;
  g_task_return_pointer (task, found, (GDestroyNotify) paddock_mcp_tools_result_free);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_mcp_server_close (fixture->server);
  g_string_truncate (fixture->sent, 0);
  while (fixture->commands->len > 0)
    fulfil (fixture, 0, PADDOCK_READ_OUTSIDE);
  g_assert_cmpstr (fixture->sent->str, ==, "");
  g_assert_finalize_object (fixture->server);
  g_ptr_array_unref (fixture->commands);
  g_string_free (fixture->sent, TRUE);
}

/* @text has ' in place of quotes. */
static void
take (Fixture    *fixture,
      const char *text)
{
  g_autofree char *line = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GBytes) bytes = g_bytes_new (line, strlen (line));

  g_string_truncate (fixture->sent, 0);
  paddock_mcp_server_receive_line (fixture->server, bytes);
}

#define INITIALIZE(revision) \
  "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':'" revision "'}}"
#define CALL(id, path) \
  "{'jsonrpc':'2.0','id':" id ",'method':'tools/call','params':{'name':'check_path'," \
  "'arguments':{'path':'" path "'}}}"
#define MODERN(version, more) \
  "'_meta':{'io.modelcontextprotocol/protocolVersion':'" version "'" more "}"
#define CAPABILITIES ",'io.modelcontextprotocol/clientCapabilities':{}"

typedef struct {
  const char *line;
  const char *expected;             /* a part of the answer; "": there is none */
} Row;

static void
take_rows (Fixture   *fixture,
           const Row *rows,
           gsize      n_rows)
{
  for (gsize i = 0; i < n_rows; i++) {
    g_autofree char *expected = g_strdelimit (g_strdup (rows[i].expected), "'", '"');

    g_test_message ("%s", rows[i].line);
    take (fixture, rows[i].line);
    if (*expected == '\0')
      g_assert_cmpstr (fixture->sent->str, ==, "");
    else if (strstr (fixture->sent->str, expected) == NULL)
      g_error ("“%s” gave %s", rows[i].line, fixture->sent->str);
  }
}

static void
test_before (Fixture       *fixture,
             gconstpointer  data)
{
  static const Row rows[] = {
    { "{'jsonrpc':'2.0','id':1,'method':'ping'}", "'result':{}" },
    { "{'jsonrpc':'2.0','id':'1','method':'tools/list'}", "'id':'1','error':{'code':-32600" },
    { CALL ("1", "/a"), "-32600" },
    { "{'jsonrpc':'2.0','id':1,'method':'server/discover'}", "-32602" },
    { "{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{" MODERN ("2026-07-28", "")
      "}}", "-32602" },
    { "{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{"
      MODERN ("2026-07-28", CAPABILITIES) "}}", "'supportedVersions':['2026-07-28']" },
    { "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{"
      MODERN ("2026-07-28", CAPABILITIES) "}}", "'resultType':'complete'" },
    { "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{"
      MODERN ("2025-11-25", CAPABILITIES) "}}", "'code':-32022" },
    { "{'jsonrpc':'2.0','id':1,'method':'ping','params':{" MODERN ("2026-07-28", CAPABILITIES)
      "}}", "-32601" },
    { "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{"
      MODERN ("2026-07-28", CAPABILITIES) "}}", "-32601" },
    { "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{}}", "-32602" },
    { "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':5}}", "-32602" },
    { "{'jsonrpc':'2.0','id':1,'method':'initialize'}", "-32602" },
    { "[" INITIALIZE ("2025-03-26") "]", "[{'jsonrpc':'2.0','id':0,'error':{'code':-32600" },
    { "[{'jsonrpc':'2.0','method':'x'}]", "" },
    { "[{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{"
      MODERN ("2026-07-28", CAPABILITIES) "}}]",
      "[{'jsonrpc':'2.0','id':1,'error':{'code':-32600" },
    { "[{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'check_path','arguments':{"
      "'path':'/a'}," MODERN ("2026-07-28", CAPABILITIES) "}}]", "-32600" },
    { "[]", "-32600" },
    { "{'jsonrpc':'2.0','id':1,'method':'tools/call'}", "-32600" },
    { "{'jsonrpc':'2.0','id':1,'result':{}}", "" },
    { "{'jsonrpc':'2.0','id':1,'error':{'code':1,'message':''}}", "" },
    { "{'jsonrpc':'2.0','method':'tools/call'}", "" },
    { "{'jsonrpc':'2.0','id':null,'method':'ping'}", "-32600" },
    { "{'id':1,'method':'ping'}", "-32600" },
    { "nothing", "-32700" },
  };

  take_rows (fixture, rows, G_N_ELEMENTS (rows));
  g_assert_cmpuint (fixture->commands->len, ==, 0);
}

static void
test_versions (Fixture       *fixture,
               gconstpointer  data)
{
  static const Row rows[] = {
    { INITIALIZE ("2024-11-05"), "'protocolVersion':'2024-11-05'" },
    { INITIALIZE ("2025-03-26"), "'protocolVersion':'2025-03-26'" },
    { INITIALIZE ("2025-06-18"), "'protocolVersion':'2025-06-18'" },
    { INITIALIZE ("2025-11-25"), "'protocolVersion':'2025-11-25'" },
    { INITIALIZE ("2026-07-28"), "'protocolVersion':'2025-11-25'" },
    { INITIALIZE (""), "'protocolVersion':'2025-11-25'" },
    { INITIALIZE ("1.0"), "'protocolVersion':'2025-11-25'" },
  };

  take_rows (fixture, rows, G_N_ELEMENTS (rows));
}

static void
test_calls (Fixture       *fixture,
            gconstpointer  data)
{
  static const Row rows[] = {
    { INITIALIZE ("2025-11-25"), "'result'" },
    { CALL ("1", "/a"), "" },
    { CALL ("'x'", "/b"), "" },
    { CALL ("1", "/a\\u0000b"), "malformed" },
    { "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'x'}}", "-32602" },
    { "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':5}}", "-32602" },
    { "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':[]}", "-32602" },
    { "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'check_path'}}",
      "malformed: " },
    { "{'jsonrpc':'2.0','id':1,'method':'roots/list'}", "-32601" },
    { "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{'cursor':'x'}}", "-32602" },
    { "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{'cursor':''}}", "-32602" },
    { "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{'cursor':{}}}", "-32602" },
    { "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{'cursor':null}}", "'tools'" },
    { "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{'cursor':'x',"
      MODERN ("2026-07-28", CAPABILITIES) "}}", "-32602" },
    { "[{'jsonrpc':'2.0','id':1,'method':'ping'}]", "-32600" },
  };

  take_rows (fixture, rows, G_N_ELEMENTS (rows));
  g_assert_cmpuint (fixture->commands->len, ==, 2);
  g_assert_cmpuint (paddock_mcp_server_get_calls (fixture->server), ==, 2);

  g_string_truncate (fixture->sent, 0);
  fulfil (fixture, 1, PADDOCK_READ_OUTSIDE);
  g_assert_nonnull (strstr (fixture->sent->str, "\"id\":\"x\",\"result\""));
  g_assert_nonnull (strstr (fixture->sent->str, "outside"));
  g_string_truncate (fixture->sent, 0);
  fulfil (fixture, 0, PADDOCK_READ_MISSING);
  g_assert_nonnull (strstr (fixture->sent->str, "\"id\":1,\"result\""));
  g_assert_cmpuint (paddock_mcp_server_get_calls (fixture->server), ==, 0);
}

/* A cancelled call gets no answer. A cancellation that names no call changes nothing. */
static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  static const Row rows[] = {
    { INITIALIZE ("2025-11-25"), "'result'" },
    { CALL ("1", "/a"), "" },
    { CALL ("'1'", "/b"), "" },
    { CALL ("'\\u0041'", "/c"), "" },
    { "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'2'}}", "" },
    { "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1.0}}", "" },
    { "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':null}}", "" },
    { "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':{}}}", "" },
    { "{'jsonrpc':'2.0','method':'notifications/cancelled'}", "" },
    { "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}", "" },
    { "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'A'}}", "" },
  };

  take_rows (fixture, rows, G_N_ELEMENTS (rows));
  g_assert_true (g_cancellable_is_cancelled (
                   g_task_get_cancellable (g_ptr_array_index (fixture->commands, 0))));
  g_assert_false (g_cancellable_is_cancelled (
                    g_task_get_cancellable (g_ptr_array_index (fixture->commands, 1))));
  g_assert_true (g_cancellable_is_cancelled (
                   g_task_get_cancellable (g_ptr_array_index (fixture->commands, 2))));
  fulfil (fixture, 0, PADDOCK_READ_OUTSIDE);
  g_assert_cmpstr (fixture->sent->str, ==, "");
  fulfil (fixture, 0, PADDOCK_READ_OUTSIDE);
  g_assert_nonnull (strstr (fixture->sent->str, "\"id\":\"1\""));
}

static void
test_batches (Fixture       *fixture,
              gconstpointer  data)
{
  take (fixture, INITIALIZE ("2025-03-26"));
  take (fixture, "[" CALL ("1", "/a") ",{'jsonrpc':'2.0','id':2,'method':'ping'},"
        CALL ("3", "/b") ",5]");
  g_assert_cmpstr (fixture->sent->str, ==, "");
  fulfil (fixture, 1, PADDOCK_READ_OUTSIDE);
  g_assert_cmpstr (fixture->sent->str, ==, "");
  take (fixture, "{'jsonrpc':'2.0','id':9,'method':'ping'}");
  g_assert_nonnull (strstr (fixture->sent->str, "\"id\":9"));

  g_string_truncate (fixture->sent, 0);
  fulfil (fixture, 0, PADDOCK_READ_OUTSIDE);
  g_assert_true (g_str_has_prefix (fixture->sent->str, "[{"));
  for (guint id = 1; id <= 3; id++) {
    g_autofree char *part = g_strdup_printf ("\"id\":%u,\"result\"", id);

    g_assert_nonnull (strstr (fixture->sent->str, part));
  }
  g_assert_nonnull (strstr (fixture->sent->str, "-32600"));

  /* A cancelled request is left out. */
  take (fixture, "[" CALL ("1", "/a") "]");
  take (fixture,
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}");
  fulfil (fixture, 0, PADDOCK_READ_OUTSIDE);
  g_assert_cmpstr (fixture->sent->str, ==, "");
}

static void
test_limit (Fixture       *fixture,
            gconstpointer  data)
{
  take (fixture, INITIALIZE ("2025-11-25"));
  for (guint i = 0; i < PADDOCK_MCP_CALLS_MAX; i++) {
    take (fixture, CALL ("1", "/a"));
    g_assert_cmpstr (fixture->sent->str, ==, "");
  }
  take (fixture, CALL ("2", "/a"));
  g_assert_nonnull (strstr (fixture->sent->str, "busy: "));
  take (fixture, "{'jsonrpc':'2.0','id':9,'method':'ping'}");
  g_assert_nonnull (strstr (fixture->sent->str, "\"id\":9"));
  fulfil (fixture, 0, PADDOCK_READ_OUTSIDE);
  take (fixture, CALL ("2", "/a"));
  g_assert_cmpstr (fixture->sent->str, ==, "");
  paddock_mcp_server_receive_overlong (fixture->server);
  g_assert_nonnull (strstr (fixture->sent->str, "-32600"));
}

/* After the end nothing is sent, not even a batch that was under way. */
static void
test_closed (Fixture       *fixture,
             gconstpointer  data)
{
  take (fixture, INITIALIZE ("2025-03-26"));
  take (fixture, "[" CALL ("1", "/a") ",{'jsonrpc':'2.0','id':2,'method':'ping'}]");
  paddock_mcp_server_close (fixture->server);
  take (fixture, "{'jsonrpc':'2.0','id':9,'method':'ping'}");
  paddock_mcp_server_receive_overlong (fixture->server);
  fulfil (fixture, 0, PADDOCK_READ_ALLOWED);
  g_assert_cmpstr (fixture->sent->str, ==, "");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) \
  g_test_add ("/mcp-server/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("before", test_before);
  ADD ("versions", test_versions);
  ADD ("calls", test_calls);
  ADD ("cancelled", test_cancelled);
  ADD ("batches", test_batches);
  ADD ("limit", test_limit);
  ADD ("closed", test_closed);
  return g_test_run ();
}
