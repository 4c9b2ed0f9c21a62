/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "conversation-fixture.h"

static void
test_first_generation (void)
{
  g_autoptr (PaddockConversation) conversation = begin ("{}");

  /* Both directions have their own ids, and every message passes. */
  HOST ("{" V ",\"id\":1,\"method\":\"tools/call\"}");
  SERVER ("{" V ", \"id\" : 1, \"method\":\"sampling/createMessage\"}");
  g_assert_cmpuint (paddock_conversation_count_open (conversation), ==, 1);
  HOST ("{" V ",\"id\":1,\"result\":{}}");
  HOST ("{" V ",\"id\":77,\"result\":{}}");
  g_assert_cmpuint (paddock_conversation_count_open (conversation), ==, 1);
  SERVER ("{" V ",\"id\":1.0,\"result\":{}}");
  g_assert_cmpuint (paddock_conversation_count_open (conversation), ==, 0);
  SERVER ("{" V ",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":9}}");
  SERVER ("no JSON");
  HOST ("{" V ",\"id\":\"c\",\"method\":\"tools/call\"}");
  HOST ("{" V ",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"\\u0063\"}}");
  g_assert_cmpuint (paddock_conversation_count_open (conversation), ==, 0);
  g_assert_cmpint (paddock_conversation_get_obstacle (conversation), ==, PADDOCK_OBSTACLE_NONE);
}

static void
test_end_generation (void)
{
  g_autoptr (PaddockConversation) conversation = begin ("{}");

  HOST ("{" V ",\"id\":1,\"method\":\"a\"}");
  HOST ("{" V ",\"id\":\"b\\\"\",\"method\":\"b\"}");
  HOST ("{" V ",\"id\":3,\"method\":\"c\"}");
  SERVER ("{" V ",\"id\":1,\"result\":{}}");
  SERVER ("{" V ",\"id\":0,\"method\":\"sampling/createMessage\"}");
  expect_lines (paddock_conversation_end_generation (conversation, RESTART),
                "{" V ",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":0,"
                "\"reason\":\"The server was restarted\"}}\n"
                "{" V ",\"id\":\"b\\\"\",\"error\":{\"code\":-32603,\"message\":\""
                PADDOCK_UNANSWERED_ERROR_TEXT "\",\"data\":" PADDOCK_UNANSWERED_ERROR_DATA "}}\n"
                "{" V ",\"id\":3,\"error\":{\"code\":-32603,\"message\":\""
                PADDOCK_UNANSWERED_ERROR_TEXT "\",\"data\":" PADDOCK_UNANSWERED_ERROR_DATA "}}\n");
  g_assert_cmpuint (paddock_conversation_count_open (conversation), ==, 0);
  g_assert_cmpint (paddock_conversation_get_obstacle (conversation), ==,
                   PADDOCK_OBSTACLE_NO_HANDSHAKE);
  expect (conversation, TRUE, "{" V ",\"id\":0,\"result\":{\"late\":1}}", "-");
  expect_lines (paddock_conversation_end_generation (conversation, RESTART), "");
}

/* The host's id for a request of the server. */
static char *
ask (PaddockConversation *conversation,
     const char          *id)
{
  g_autofree char *text = g_strdup_printf ("{\"id\" : %s,\"method\":\"x\"," V "}", id);
  g_autofree char *got = say (conversation, FALSE, text);
  g_auto (PaddockMessage) class = { 0 };

  paddock_message_read ((PaddockSpan) { got, strlen (got) }, &class);
  g_assert_cmpint (class.kind, ==, PADDOCK_MESSAGE_REQUEST);
  return g_strndup (class.id.start, class.id.length);
}

static void
test_fresh_ids (void)
{
  g_autoptr (PaddockConversation) conversation = begin ("{}");
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *outer = NULL;
  g_autofree char *answer = NULL;
  g_autofree char *cancellation = NULL;

  g_hash_table_add (seen, ask (conversation, "0"));
  for (guint generation = 0; generation < 3; generation++) {
    expect_lines (paddock_conversation_end_generation (conversation, RESTART),
                  generation == 0 ? "{" V ",\"method\":\"notifications/cancelled\",\"params\":"
                  "{\"requestId\":0,\"reason\":\"The server was restarted\"}}\n" : "");
    for (guint i = 0; i < 3; i++) {
      outer = ask (conversation, i == 0 ? "0" : i == 1 ? "\"s\"" : "-5");
      answer = g_strdup_printf ("{\"result\":{\"id\":7}, \"id\":%s}", outer);
      cancellation = g_strdup_printf ("{\"result\":{\"id\":7}, \"id\":%s}",
                                      i == 0 ? "0" : i == 1 ? "\"s\"" : "-5");
      expect (conversation, TRUE, answer, cancellation);
      expect (conversation, TRUE, answer, "-");
      g_assert_true (g_hash_table_add (seen, g_steal_pointer (&outer)));
      g_clear_pointer (&answer, g_free);
      g_clear_pointer (&cancellation, g_free);
    }
  }

  outer = ask (conversation, "4");
  cancellation = g_strdup_printf ("{\"method\":\"notifications/cancelled\",\"params\":"
                                  "{\"requestId\":%s }}", outer);
  expect (conversation, FALSE, "{\"method\":\"notifications/cancelled\",\"params\":"
          "{\"requestId\":4 }}", cancellation);
  expect (conversation, FALSE, "{\"method\":\"notifications/cancelled\",\"params\":"
          "{\"requestId\":4 }}", "-");
}

#define TASK(status) "{\"taskId\":\"t\",\"status\":\"" status "\"}"

static const struct {
  const char     *host;             /* (nullable) */
  const char     *server;           /* (nullable) */
  PaddockObstacle obstacle;
} obstacles[] = {
  { NULL, NULL, PADDOCK_OBSTACLE_NONE },
  { "[]", NULL, PADDOCK_OBSTACLE_BATCHES },
  { NULL, "[{\"id\":1,\"method\":\"ping\"}]", PADDOCK_OBSTACLE_BATCHES },
  { NULL, "{\"id\":5,\"result\":{\"task\":" TASK ("working") "}}", PADDOCK_OBSTACLE_TASKS },
  { NULL, "{\"id\":5,\"result\":{\"task\":" TASK ("input_required") "}}", PADDOCK_OBSTACLE_TASKS },
  { NULL, "{\"id\":5,\"result\":{\"task\":" TASK ("completed") "}}", PADDOCK_OBSTACLE_NONE },
  { NULL, "{\"id\":5,\"result\":" TASK ("working") "}", PADDOCK_OBSTACLE_NONE },
  { NULL, "{\"method\":\"notifications/tasks/status\",\"params\":" TASK ("working") "}",
    PADDOCK_OBSTACLE_TASKS },
  { NULL, "{\"id\":5,\"result\":{\"task\":7}}", PADDOCK_OBSTACLE_NONE },
  { "{\"id\":5,\"method\":\"a\",\"method\":\"b\"}", NULL, PADDOCK_OBSTACLE_UNCLEAR },
  { NULL, "{\"id\":5,\"result\":{},\"result\":{}}", PADDOCK_OBSTACLE_UNCLEAR },
  { NULL, "{\"method\":\"a\",\"method\":\"b\"}", PADDOCK_OBSTACLE_NONE },
  { "not JSON", "not JSON", PADDOCK_OBSTACLE_NONE },
};

static void
test_obstacles (void)
{
  g_autoptr (PaddockConversation) none = paddock_conversation_new ();
  static const char * const ends[] = {
    "{\"id\":6,\"result\":" TASK ("completed") "}",
    "{\"id\":6,\"result\":" TASK ("cancelled") "}",
    "{\"method\":\"notifications/tasks/status\",\"params\":" TASK ("failed") "}",
  };

  g_assert_cmpint (paddock_conversation_get_obstacle (none), ==, PADDOCK_OBSTACLE_NO_HANDSHAKE);
  expect (none, TRUE, INITIALIZE, INITIALIZE);
  expect (none, FALSE, DECLARED (LATEST, "{}"), DECLARED (LATEST, "{}"));
  g_assert_cmpint (paddock_conversation_get_obstacle (none), ==, PADDOCK_OBSTACLE_NO_HANDSHAKE);

  for (gsize i = 0; i < G_N_ELEMENTS (obstacles); i++) {
    g_autoptr (PaddockConversation) conversation = begin ("{}");

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    if (obstacles[i].host != NULL)
      HOST (obstacles[i].host);
    if (obstacles[i].server != NULL)
      SERVER (obstacles[i].server);
    g_assert_cmpint (paddock_conversation_get_obstacle (conversation), ==, obstacles[i].obstacle);
    if (obstacles[i].obstacle == PADDOCK_OBSTACLE_TASKS) {
      SERVER (ends[i % G_N_ELEMENTS (ends)]);
      g_assert_cmpint (paddock_conversation_get_obstacle (conversation), ==, PADDOCK_OBSTACLE_NONE);
    }
  }
}

static void
test_limits (void)
{
  g_autoptr (PaddockConversation) conversation = begin ("{}");

  for (guint i = 0; i <= PADDOCK_CONVERSATION_MAX; i++) {
    g_autofree char *line = g_strdup_printf ("{" V ",\"id\":%u,\"method\":\"a\"}", i);

    g_assert_cmpint (paddock_conversation_get_obstacle (conversation), ==, PADDOCK_OBSTACLE_NONE);
    HOST (line);
  }
  g_assert_cmpuint (paddock_conversation_count_open (conversation), ==, PADDOCK_CONVERSATION_MAX);
  g_assert_cmpint (paddock_conversation_get_obstacle (conversation), ==, PADDOCK_OBSTACLE_TOO_MUCH);
}

#define ASKS_FOR "{\"id\":1,\"method\":\"%s\",\"params\":{\"uri\":\"x:%s\"}}"

/* The bytes that are kept are limited, too. */
static void
test_long (void)
{
  for (guint over = 0; over <= 1; over++) {
    PaddockObstacle expected = over ? PADDOCK_OBSTACLE_TOO_MUCH : PADDOCK_OBSTACLE_NONE;
    g_autofree char *id = g_strnfill (PADDOCK_CONVERSATION_ID_BYTES - 2 + over, 'i');
    g_autofree char *request = g_strdup_printf ("{\"id\":\"%s\",\"method\":\"a\"}", id);
    const char *methods[] = { "resources/subscribe", "subscriptions/listen" };

    for (guint from_host = 0; from_host <= 1; from_host++) {
      g_autoptr (PaddockConversation) conversation = begin ("{}");

      expect (conversation, from_host, request, request);
      g_assert_cmpint (paddock_conversation_get_obstacle (conversation), ==, expected);
    }
    for (guint i = 0; i < G_N_ELEMENTS (methods); i++) {
      g_autoptr (PaddockConversation) conversation = begin ("{}");
      g_autofree char *shortest = g_strdup_printf (ASKS_FOR, methods[i], "");
      g_autofree char *rest =
        g_strnfill (PADDOCK_REPLAY_LINE_BYTES - strlen (shortest) + over, 'u');
      g_autofree char *whole = g_strdup_printf (ASKS_FOR, methods[i], rest);

      HOST (whole);
      g_assert_cmpint (paddock_conversation_get_obstacle (conversation), ==, expected);
    }
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/conversation/first-generation", test_first_generation);
  g_test_add_func ("/conversation/end-generation", test_end_generation);
  g_test_add_func ("/conversation/fresh-ids", test_fresh_ids);
  g_test_add_func ("/conversation/obstacles", test_obstacles);
  g_test_add_func ("/conversation/limits", test_limits);
  g_test_add_func ("/conversation/long", test_long);
  return g_test_run ();
}
