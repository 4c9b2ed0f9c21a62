/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "conversation-fixture.h"

static const struct {
  const char   *answer;
  PaddockReplayResult replay;
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
  expect_messages (paddock_replay_begin (paddock_conversation_get_replay (conversation)),
                   INITIALIZED "\n" LEVEL ("2", "error") "\n"
                   SUBSCRIBE ("7", "subscribe", "x:2") "\n");
  g_assert_cmpint (replay (conversation, "{" V ",\"id\":7,\"result\":{}}"), ==,
                   PADDOCK_REPLAY_SWALLOWED);
  g_assert_cmpint (replay (conversation, "{" V ",\"id\":7,\"result\":{}}"), ==,
                   PADDOCK_REPLAY_NOT_OURS);
  g_assert_cmpint (replay (conversation, "{" V ",\"id\":2,\"error\":{}}"), ==,
                   PADDOCK_REPLAY_SWALLOWED);
  expect_lines (paddock_replay_list_notices (paddock_conversation_get_replay (conversation)),
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

/* Without a handshake: the first question is asked again, and streams go on. */
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
  g_assert_nonnull (paddock_replay_get_opening (paddock_conversation_get_replay (conversation)));
  g_assert_cmpint (replay (conversation, DISCOVERED ("[\"2026-07-28\"]",
                                                     "{\"tools\":{\"listChanged\":true}}")), ==,
                   PADDOCK_REPLAY_SAME);
  expect_messages (paddock_replay_begin (paddock_conversation_get_replay (conversation)),
                   LISTEN ("\"l:0\"") "\n" LISTEN ("\"l:1\"") "\n");
  expect_lines (paddock_replay_list_notices (paddock_conversation_get_replay (conversation)),
                "{" V ",\"method\":\"notifications/tools/list_changed\",\"params\":{\"_meta\":{"
                "\"io.modelcontextprotocol/subscriptionId\":\"l:0\"}}}\n");
  expect (conversation, FALSE, LISTENING ("\"l:0\"", "true"), "-");
  SERVER (LISTENING ("\"l:0\"", "true"));
  SERVER (LISTENING ("\"other\"", "true"));
  expect_lines (paddock_subscriptions_end_all (
                  paddock_replay_get_streams (paddock_conversation_get_replay (conversation))),
                RESTARTED ("\"l:0\"") RESTARTED ("\"l:1\""));
}

static void
test_modern_answers (void)
{
  static const struct {
    const char   *answer;
    PaddockReplayResult replay;
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

/* A host that probes may fall back to the handshake. If it does not, nothing is repeated. */
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
  opening = paddock_replay_get_opening (paddock_conversation_get_replay (conversation));
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
  g_assert_null (paddock_replay_get_opening (paddock_conversation_get_replay (conversation)));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/replay/compare", test_compare);
  g_test_add_func ("/replay/replay", test_replay);
  g_test_add_func ("/replay/modern", test_modern);
  g_test_add_func ("/replay/modern/answers", test_modern_answers);
  g_test_add_func ("/replay/modern/openings", test_modern_openings);
  return g_test_run ();
}
