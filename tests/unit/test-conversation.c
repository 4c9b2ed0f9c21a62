/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-conversation.h"

#include <string.h>

#define RESTART PADDOCK_UNANSWERED_RESTARTED
#define V "\"jsonrpc\":\"2.0\""
#define INITIALIZE  "{" V ",\"id\":\"i\",\"method\":\"initialize\",\"params\":{}}"
#define INITIALIZED "{" V ",\"method\":\"notifications/initialized\"}"
#define DECLARED(version, capabilities) \
  "{" V ",\"id\":\"i\",\"result\":{\"protocolVersion\":\"" version "\",\"capabilities\":" \
  capabilities "}}"
#define LATEST "2025-11-25"

/* Says one line; what goes on, or "-". */
static char *
say (PaddockConversation *conversation,
     gboolean             from_host,
     const char          *text)
{
  g_auto (PaddockMessage) class = { 0 };
  g_autoptr (PaddockMessage) out = NULL;
  PaddockSpan span = { text, strlen (text) };
  PaddockPassage passage;

  paddock_message_read (span, &class);
  passage = from_host ? paddock_conversation_receive_from_host (conversation, &class, &out)
                      : paddock_conversation_receive_from_server (conversation, &class, &out);
  switch (passage) {
    case PADDOCK_PASSAGE_AS_IS:
      g_assert_null (out);
      return g_strdup (text);
    case PADDOCK_PASSAGE_REPLACED:
      return g_strndup (out->text.start, out->text.length);
    case PADDOCK_PASSAGE_NONE:
    default:
      g_assert_null (out);
      return g_strdup ("-");
  }
}

static void
expect (PaddockConversation *conversation,
        gboolean             from_host,
        const char          *text,
        const char          *expected)
{
  g_autofree char *got = say (conversation, from_host, text);

  g_assert_cmpstr (got, ==, expected);
}

#define HOST(text)   expect (conversation, TRUE, text, text)
#define SERVER(text) expect (conversation, FALSE, text, text)

static PaddockConversation *
begin (const char *capabilities)
{
  PaddockConversation *conversation = paddock_conversation_new ();
  g_autofree char *answer = g_strdup_printf (DECLARED (LATEST, "%s"), capabilities);

  HOST (INITIALIZE);
  SERVER (answer);
  HOST (INITIALIZED);
  return conversation;
}

static void
expect_lines (GPtrArray  *lines,
              const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < lines->len; i++) {
    GBytes *line = lines->pdata[i];

    g_string_append_len (text, g_bytes_get_data (line, NULL), (gssize) g_bytes_get_size (line));
    g_string_append_c (text, '\n');
  }
  g_assert_cmpstr (text->str, ==, expected);
  g_ptr_array_unref (lines);
}

static void
expect_messages (GPtrArray  *messages,
                 const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < messages->len; i++) {
    const PaddockMessage *message = messages->pdata[i];

    g_string_append_printf (text, "%.*s\n", (int) message->text.length, message->text.start);
  }
  g_assert_cmpstr (text->str, ==, expected);
  g_ptr_array_unref (messages);
}

static PaddockReplay
replay (PaddockConversation *conversation,
        const char          *text)
{
  g_auto (PaddockMessage) class = { 0 };

  paddock_message_read ((PaddockSpan) { text, strlen (text) }, &class);
  return paddock_conversation_receive_replayed (conversation, &class);
}

static void
test_first_generation (void)
{
  g_autoptr (PaddockConversation) conversation = begin ("{}");

  /* Ids of the two directions are independent; whatever is sent passes. */
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

/* The id of a request of the server as the host sees it. */
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

static const struct {
  const char   *answer;
  PaddockReplay replay;
} answers[] = {
#define BEFORE "{\"tools\":{\"listChanged\":true},\"logging\":{},\"x\":{\"a\":{\"b\":true}}," \
  "\"n\":3,\"off\":false}"
  { DECLARED (LATEST, BEFORE), PADDOCK_REPLAY_SAME },
  { DECLARED (LATEST, "{\"more\":{},\"off\":true,\"n\":\"4\",\"x\":{\"a\":{\"b\":true,\"c\":1}},"
              "\"logging\":{},\"tools\":{\"listChanged\":true}}"), PADDOCK_REPLAY_SAME },
  { DECLARED ("2025-06-18", BEFORE), PADDOCK_REPLAY_DIFFERENT },
  { DECLARED (LATEST, "{}"), PADDOCK_REPLAY_DIFFERENT },
  { DECLARED (LATEST, "[]"), PADDOCK_REPLAY_DIFFERENT },
  { DECLARED (LATEST, "{\"tools\":{},\"logging\":{},\"x\":{\"a\":{\"b\":true}},\"n\":3,"
              "\"off\":false}"), PADDOCK_REPLAY_DIFFERENT },
  { DECLARED (LATEST, "{\"tools\":{\"listChanged\":false},\"logging\":{},\"n\":3,\"off\":false,"
              "\"x\":{\"a\":{\"b\":true}}}"), PADDOCK_REPLAY_DIFFERENT },
  { DECLARED (LATEST, "{\"tools\":{\"listChanged\":true},\"logging\":{},\"n\":3,\"off\":false,"
              "\"x\":{\"a\":7}}"), PADDOCK_REPLAY_DIFFERENT },
  { "{" V ",\"id\":\"i\",\"error\":{\"code\":-1,\"message\":\"\"}}", PADDOCK_REPLAY_DIFFERENT },
  { "{" V ",\"id\":\"i\",\"result\":{}}", PADDOCK_REPLAY_DIFFERENT },
  { "{" V ",\"id\":\"i\",\"result\":7}", PADDOCK_REPLAY_DIFFERENT },
  { "{" V ",\"id\":\"j\",\"result\":{}}", PADDOCK_REPLAY_NOT_OURS },
  { "{" V ",\"id\":\"i\",\"method\":\"ping\"}", PADDOCK_REPLAY_NOT_OURS },
};

static void
test_compare (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++) {
    g_autoptr (PaddockConversation) conversation = begin (BEFORE);

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    g_ptr_array_unref (paddock_conversation_end_generation (conversation, RESTART));
    g_assert_cmpint (replay (conversation, answers[i].answer), ==, answers[i].replay);
  }
}

#define SUBSCRIBE(id, name, uri) \
  "{" V ",\"id\":" id ",\"method\":\"resources/" name "\",\"params\":{\"uri\":\"" uri "\"}}"
#define LEVEL(id, level) \
  "{" V ",\"id\":" id ",\"method\":\"logging/setLevel\",\"params\":{\"level\":\"" level "\"}}"

static void
test_replay (void)
{
  g_autoptr (PaddockConversation) conversation =
    begin ("{\"tools\":{\"listChanged\":true},\"resources\":{\"listChanged\":false},"
           "\"prompts\":{\"listChanged\":true}}");

  HOST (LEVEL ("1", "debug"));
  HOST (LEVEL ("2", "error"));
  HOST (SUBSCRIBE ("3", "subscribe", "x:1"));
  HOST (SUBSCRIBE ("4", "subscribe", "x:2"));
  HOST (SUBSCRIBE ("5", "unsubscribe", "x:1"));
  HOST (SUBSCRIBE ("6", "unsubscribe", "x:other"));
  HOST (SUBSCRIBE ("7", "subscribe", "x:2"));
  g_ptr_array_unref (paddock_conversation_end_generation (conversation, RESTART));
  expect_messages (paddock_conversation_begin_replay (conversation),
                   INITIALIZED "\n" LEVEL ("2", "error") "\n"
                   SUBSCRIBE ("7", "subscribe", "x:2") "\n");
  g_assert_cmpint (replay (conversation, "{" V ",\"id\":7,\"result\":{}}"), ==,
                   PADDOCK_REPLAY_SWALLOWED);
  g_assert_cmpint (replay (conversation, "{" V ",\"id\":7,\"result\":{}}"), ==,
                   PADDOCK_REPLAY_NOT_OURS);
  g_assert_cmpint (replay (conversation, "{" V ",\"id\":2,\"error\":{}}"), ==,
                   PADDOCK_REPLAY_SWALLOWED);
  expect_lines (paddock_conversation_list_notices (conversation),
                "{" V ",\"method\":\"notifications/tools/list_changed\"}\n"
                "{" V ",\"method\":\"notifications/prompts/list_changed\"}\n");
}

#define M(more) \
  "\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}" more "}"
#define DISCOVER "{" V ",\"id\":\"d\",\"method\":\"server/discover\"," M ("") "}"
#define DISCOVERED(versions, capabilities) \
  "{" V ",\"id\":\"d\",\"result\":{\"supportedVersions\":" versions ",\"capabilities\":" \
  capabilities "}}"
#define MODERN_CALL(id) "{" V ",\"id\":" id ",\"method\":\"tools/call\"," M ("") "}"
#define LISTEN(id) "{" V ",\"id\":" id ",\"method\":\"subscriptions/listen\"," \
  M (",\"notifications\":{\"toolsListChanged\":true}") "}"
#define LISTENING(id, tools) "{" V ",\"method\":\"notifications/subscriptions/acknowledged\"," \
  "\"params\":{\"notifications\":{\"toolsListChanged\":" tools "},\"_meta\":{" \
  "\"io.modelcontextprotocol/subscriptionId\":" id "}}}"
#define RESTARTED(id) "{" V ",\"id\":" id ",\"error\":{\"code\":-32603,\"message\":\"" \
  PADDOCK_UNANSWERED_ERROR_TEXT "\",\"data\":" PADDOCK_UNANSWERED_ERROR_DATA "}}\n"

/* Without a handshake: what was asked first is asked again, and who listened listens. */
static void
test_modern (void)
{
  g_autoptr (PaddockConversation) conversation = paddock_conversation_new ();

  HOST (DISCOVER);
  SERVER (DISCOVERED ("[\"2026-07-28\"]", "{\"tools\":{\"listChanged\":true}}"));
  g_assert_cmpint (paddock_conversation_get_obstacle (conversation), ==, PADDOCK_OBSTACLE_NONE);
  HOST (LISTEN ("\"l:0\""));
  HOST (LISTEN ("\"l:1\""));
  HOST (LISTEN ("\"l:2\""));
  HOST (LISTEN ("\"l:3\""));
  SERVER (LISTENING ("\"l:0\"", "true"));
  SERVER (LISTENING ("\"l:1\"", "false"));
  HOST ("{" V ",\"method\":\"notifications/cancelled\","
        "\"params\":{\"requestId\":\"l:2\"}}");
  SERVER ("{" V ",\"id\":\"l:3\",\"error\":{}}");
  g_assert_cmpuint (paddock_conversation_count_open (conversation), ==, 0);
  g_assert_true (paddock_conversation_is_open (conversation, (PaddockSpan) { "\"l:0\"", 5 }));
  g_assert_false (paddock_conversation_is_open (conversation, (PaddockSpan) { "\"l:2\"", 5 }));
  HOST (MODERN_CALL ("7"));
  g_assert_true (paddock_conversation_is_open (conversation, (PaddockSpan) { "7", 1 }));

  expect_lines (paddock_conversation_end_generation (conversation, RESTART), RESTARTED ("7"));
  g_assert_nonnull (paddock_conversation_get_opening (conversation));
  g_assert_cmpint (replay (conversation, DISCOVERED ("[\"2026-07-28\"]",
                                                     "{\"tools\":{\"listChanged\":true}}")), ==,
                   PADDOCK_REPLAY_SAME);
  expect_messages (paddock_conversation_begin_replay (conversation),
                   LISTEN ("\"l:0\"") "\n" LISTEN ("\"l:1\"") "\n");
  expect_lines (paddock_conversation_list_notices (conversation),
                "{" V ",\"method\":\"notifications/tools/list_changed\",\"params\":{\"_meta\":{"
                "\"io.modelcontextprotocol/subscriptionId\":\"l:0\"}}}\n");
  expect (conversation, FALSE, LISTENING ("\"l:0\"", "true"), "-");
  SERVER (LISTENING ("\"l:0\"", "true"));
  SERVER (LISTENING ("\"other\"", "true"));
  expect_lines (paddock_conversation_end_subscriptions (conversation),
                RESTARTED ("\"l:0\"") RESTARTED ("\"l:1\""));
}

static void
test_modern_answers (void)
{
  static const struct {
    const char   *answer;
    PaddockReplay replay;
  } table[] = {
    { DISCOVERED ("[\"2026-07-28\"]", "{\"tools\":{}}"), PADDOCK_REPLAY_SAME },
    { DISCOVERED ("[\"2026-07-28\"]", "{\"tools\":{},\"prompts\":{}}"), PADDOCK_REPLAY_SAME },
    { DISCOVERED ("[\"2026-07-28\"]", "{}"), PADDOCK_REPLAY_DIFFERENT },
    { DISCOVERED ("[\"2027-01-01\"]", "{\"tools\":{}}"), PADDOCK_REPLAY_DIFFERENT },
    { DISCOVERED ("\"2026-07-28\"", "{\"tools\":{}}"), PADDOCK_REPLAY_DIFFERENT },
    { "{" V ",\"id\":\"d\",\"result\":{\"protocolVersion\":\"2025-11-25\"}}",
      PADDOCK_REPLAY_DIFFERENT },
    { "{" V ",\"id\":\"d\",\"error\":{}}", PADDOCK_REPLAY_DIFFERENT },
    { "{" V ",\"id\":\"e\",\"result\":{}}", PADDOCK_REPLAY_NOT_OURS },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autoptr (PaddockConversation) conversation = paddock_conversation_new ();

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    HOST (DISCOVER);
    SERVER (DISCOVERED ("[\"2026-07-28\"]", "{\"tools\":{}}"));
    g_ptr_array_unref (paddock_conversation_end_generation (conversation, RESTART));
    g_assert_cmpint (replay (conversation, table[i].answer), ==, table[i].replay);
  }
}

/* A host that probes may fall back to the handshake; of one that does not, nothing is repeated. */
static void
test_modern_openings (void)
{
  g_autoptr (PaddockConversation) fallen_back = paddock_conversation_new ();
  g_autoptr (PaddockConversation) direct = paddock_conversation_new ();
  PaddockConversation *conversation = fallen_back;
  PaddockMessage *opening;

  HOST (DISCOVER);
  SERVER (DISCOVERED ("[\"2026-07-28\"]", "{}"));
  HOST (INITIALIZE);
  g_assert_cmpint (paddock_conversation_get_obstacle (conversation), ==,
                   PADDOCK_OBSTACLE_NO_HANDSHAKE);
  SERVER (DECLARED (LATEST, "{}"));
  HOST (INITIALIZED);
  HOST (DISCOVER);
  SERVER (DISCOVERED ("[\"2026-07-28\"]", "{}"));
  g_assert_cmpint (paddock_conversation_get_obstacle (conversation), ==, PADDOCK_OBSTACLE_NONE);
  opening = paddock_conversation_get_opening (conversation);
  g_assert_cmpmem (opening->text.start, opening->text.length, INITIALIZE, strlen (INITIALIZE));

  conversation = direct;
  HOST ("{" V ",\"id\":1,\"method\":\"tools/call\",\"params\":{}}");
  g_assert_cmpint (paddock_conversation_get_obstacle (conversation), ==,
                   PADDOCK_OBSTACLE_NO_HANDSHAKE);
  HOST (MODERN_CALL ("2"));
  g_assert_cmpint (paddock_conversation_get_obstacle (conversation), ==, PADDOCK_OBSTACLE_NONE);
  SERVER ("{" V ",\"id\":2,\"result\":{\"resultType\":\"task\",\"taskId\":\"t\","
          "\"status\":\"working\"}}");
  g_assert_cmpint (paddock_conversation_get_obstacle (conversation), ==, PADDOCK_OBSTACLE_TASKS);
  g_assert_null (paddock_conversation_get_opening (conversation));
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

/* What is kept is bounded in bytes, too. */
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
        g_strnfill (PADDOCK_CONVERSATION_LINE_BYTES - strlen (shortest) + over, 'u');
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
  g_test_add_func ("/conversation/compare", test_compare);
  g_test_add_func ("/conversation/replay", test_replay);
  g_test_add_func ("/conversation/modern", test_modern);
  g_test_add_func ("/conversation/modern/answers", test_modern_answers);
  g_test_add_func ("/conversation/modern/openings", test_modern_openings);
  g_test_add_func ("/conversation/obstacles", test_obstacles);
  g_test_add_func ("/conversation/limits", test_limits);
  g_test_add_func ("/conversation/long", test_long);
  return g_test_run ();
}
