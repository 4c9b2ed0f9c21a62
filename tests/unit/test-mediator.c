/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "mediator-fixture.h"

static void
test_usual (Fixture       *fixture,
            gconstpointer  data)
{
  shake_hands (fixture, FALSE, "2025-11-25");
  SERVER ("{\"method\":\"roots/list\",\"jsonrpc\":\"2.0\",\"id\":0}", "ask\n" RESULT ("0") "-");
  SERVER ("{\"id\":\"s\",\"method\":\"roots/list\",\"params\":{}}", "ask\n" RESULT ("\"s\"") "-");
  SERVER ("{\"id\":-1.5e3,\"method\":\"roots\\/list\"}", "ask\n" RESULT ("-1.5e3") "-");
  SERVER ("{\"id\":1,\"method\":\"ping\"}", "+");
  SERVER ("{\"id\":1,\"result\":{\"method\":\"roots/list\"}}", "+");
  HOST ("{\"id\":1,\"method\":\"roots/list\"}", "+");
  HOST ("{\"id\":1,\"method\":\"tools/call\"}", "+");
  HOST ("{\"method\":\"notifications/roots/list_changed\"}", "-");
  HOST ("[{\"method\":\"notifications/roots/list_changed\"}]", "-");
  HOST ("[{\"id\":1,\"result\":{}}, {\"method\":\"notifications/roots\\/list_changed\"}]",
        "server>[{\"id\":1,\"result\":{}}]\n-");
  paddock_mediator_tell_changed (fixture->mediator);
  expect (fixture,
          "server>{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}\n");
}

static void
test_before_handshake (Fixture       *fixture,
                       gconstpointer  data)
{
  SERVER ("{\"id\":1,\"method\":\"roots/list\"}", "ask\n" RESULT ("1") "-");
  paddock_mediator_tell_changed (fixture->mediator);
  expect (fixture, "");
  /* Not an `initialize`: its id is a number, but arrays can't contain it. */
  HOST ("[{\"id\":0,\"method\":\"initialize\",\"params\":{}}]", "+");
  HOST ("{\"method\":\"initialize\",\"params\":{}}", "+");
  HOST ("{\"id\":0,\"method\":\"initialize\"", "+");
  HOST ("\xef\xbb\xbf{\"id\":0,\"method\":\"initialize\",\"params\":{}}",
        "server>\xef\xbb\xbf{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":"
        "{\"roots\":{\"listChanged\":true}}}}\n-");
}

/* A change before `initialized` is told behind it, once. If the server asked meanwhile, it is not
 * told. */
static void
test_notice_waits (Fixture       *fixture,
                   gconstpointer  data)
{
  static const char notice[] =
    "server>{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}\n";
  static const struct { gboolean asks;
                        const char *line, *forwarded;
  } table[] = {
    { FALSE, "{\"method\":\"notifications/initialized\"}",
      "server>{\"method\":\"notifications/initialized\"}\n" },
    { FALSE, "[{\"method\":\"notifications/initialized\"},"
      "{\"method\":\"notifications/roots/list_changed\"}]",
      "server>[{\"method\":\"notifications/initialized\"}]\n" },
    { TRUE, "{\"method\":\"notifications/initialized\"}", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autofree char *expected = table[i].asks ? g_strdup ("initialized\n+")
      : g_strconcat ("initialized\n", table[i].forwarded, notice, "-", NULL);

    g_test_message ("case %zu", i);
    tear_down (fixture, NULL);
    set_up (fixture, NULL);
    HOST ("{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}",
          "server>{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":"
          "{\"roots\":{\"listChanged\":true}}}}\n-");
    SERVER ("{\"id\":0,\"result\":{\"protocolVersion\":\"2025-11-25\"}}", "+");
    SERVER ("{\"id\":1,\"method\":\"roots/list\"}", "ask\n" RESULT ("1") "-");
    paddock_mediator_tell_changed (fixture->mediator);
    paddock_mediator_tell_changed (fixture->mediator);
    expect (fixture, "");
    HOST ("{\"id\":1,\"method\":\"ping\"}", "+");
    if (table[i].asks)
      SERVER ("{\"id\":2,\"method\":\"roots/list\"}", "ask\n" RESULT ("2") "-");
    HOST (table[i].line, expected);
    HOST ("{\"id\":2,\"method\":\"ping\"}", "+");
    paddock_mediator_tell_changed (fixture->mediator);
    expect (fixture, notice);
  }
}

static void
test_batch (Fixture       *fixture,
            gconstpointer  data)
{
  shake_hands (fixture, TRUE, "2025-03-26");
  SERVER ("[ {\"id\":1,\"method\":\"ping\"} , {\"id\":2,\"method\":\"roots/list\"},"
          "{\"id\":3,\"result\":1.0}]",
          "ask\n" RESULT ("2")
          "host>[{\"id\":1,\"method\":\"ping\"},{\"id\":3,\"result\":1.0}]\n-");
  SERVER ("[{\"id\":2,\"method\":\"roots/list\"},{\"id\":3,\"method\":\"roots/list\"}]",
          "ask\n" RESULT ("2") "ask\n" RESULT ("3") "-");
  SERVER ("[{\"id\":1,\"method\":\"ping\"}]", "+");
  SERVER ("[{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}},{\"id\":4,"
          "\"method\":\"x\"}]", "host>[{\"id\":4,\"method\":\"x\"}]\n-");
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  fixture->answers_at_once = FALSE;
  shake_hands (fixture, FALSE, "2025-11-25");
  SERVER ("{\"id\":1,\"method\":\"roots/list\"}", "ask\n-");
  SERVER ("{\"id\":\"a\",\"method\":\"roots/list\"}", "ask\n-");
  /* The id may be spelled in any way. An id of another type, or of somebody else, does not
   * count. */
  SERVER ("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"\\u0061\"}}", "-");
  SERVER ("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"1\"}}", "+");
  SERVER ("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}", "+");
  SERVER ("{\"method\":\"notifications/cancelled\"}", "+");
  answer (fixture);
  expect (fixture, RESULT ("1"));
  /* A cancelled question gets no answer (MCP 2025-11-25, cancellation). */
  answer (fixture);
  expect (fixture, "");
  answer (fixture);
  expect (fixture, "");
  SERVER ("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}", "-");
}

/* The question of the server before gets no answer. Its id says nothing about the ids of this
 * one. */
static void
test_forgotten (Fixture       *fixture,
                gconstpointer  data)
{
  fixture->answers_at_once = FALSE;
  shake_hands (fixture, FALSE, "2025-11-25");
  SERVER ("{\"id\":1,\"method\":\"roots/list\"}", "ask\n-");
  paddock_filter_chain_forget_server (fixture->chain);
  SERVER ("{\"id\":1,\"method\":\"sampling/createMessage\"}", "+");
  SERVER ("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}", "+");
  answer (fixture);
  expect (fixture, "");
  SERVER ("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}", "+");
}

/* Ids are kept: so a server must not choose how long they are. */
static void
test_long_id (Fixture       *fixture,
              gconstpointer  data)
{
  for (guint over = 0; over <= 1; over++) {
    g_autofree char *name = g_strnfill (PADDOCK_MEDIATOR_ID_BYTES - 2 + over, 'i');
    g_autofree char *line = g_strdup_printf ("{\"id\":\"%s\",\"method\":\"roots/list\"}", name);
    g_autofree char *refused =
      g_strdup_printf ("server>{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"error\":{\"code\":-32600,"
                       "\"message\":\"The id is too long\"}}\n-", name);

    fixture->answers_at_once = FALSE;
    SERVER (line, over ? refused : "ask\n-");
  }
}

static void
test_related_task (Fixture       *fixture,
                   gconstpointer  data)
{
  const char *line = "{\"id\":1,\"method\":\"roots/list\",\"params\":{\"_meta\":{"
                     "\"io.modelcontextprotocol/related-task\":{\"taskId\": \"t\"}}}}";

  shake_hands (fixture, FALSE, "2025-11-25");
  SERVER (line, "ask\nserver>{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"roots\":[],\"_meta\":{"
          "\"io.modelcontextprotocol/related-task\":{\"taskId\": \"t\"}}}}\n-");
  shake_hands (fixture, FALSE, "2025-06-18");
  SERVER (line, "ask\n" RESULT ("1") "-");
}

static void
test_too_many (Fixture       *fixture,
               gconstpointer  data)
{
  fixture->answers_at_once = FALSE;
  for (guint i = 0; i < PADDOCK_MEDIATOR_ASKS_MAX; i++)
    SERVER ("{\"id\":1,\"method\":\"roots/list\"}", "ask\n-");
  SERVER ("{\"id\":2,\"method\":\"roots/list\"}",
          "server>{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32603,\"message\":"
          "\"Too many questions at once\"}}\n-");
  answer (fixture);
  expect (fixture, RESULT ("1"));
  SERVER ("{\"id\":3,\"method\":\"roots/list\"}", "ask\n-");
}

#define ADD(name, function) \
  g_test_add ("/mediator/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("usual", test_usual);
  ADD ("before-handshake", test_before_handshake);
  ADD ("notice-waits", test_notice_waits);
  ADD ("batch", test_batch);
  ADD ("cancelled", test_cancelled);
  ADD ("forgotten", test_forgotten);
  ADD ("long-id", test_long_id);
  ADD ("related-task", test_related_task);
  ADD ("too-many", test_too_many);
  return g_test_run ();
}
