/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/session-fixture.h"

#include "paddock-limits.h"
#include "paddock-message.h"

static void
test_handshake (Fixture       *fixture,
                gconstpointer  data)
{
  g_assert_cmpint (paddock_session_get_state (fixture->session), ==, PADDOCK_SESSION_NEW);
  g_assert_true (g_str_has_prefix (paddock_session_get_recipient (fixture->session)->scope,
                                   "session:"));
  start (fixture);
  g_assert_cmpint (paddock_session_get_state (fixture->session), ==, PADDOCK_SESSION_INITIALIZING);
  g_assert_null (get_version (fixture));
  g_assert_null (paddock_session_get_recipient (fixture->session)->identity);

  say (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  assert_next (fixture, INITIALIZED);
  g_assert_cmpint (paddock_session_get_state (fixture->session), ==, PADDOCK_SESSION_READY);
  g_assert_cmpstr (get_version (fixture), ==, "2025-11-25");
  g_assert_cmpstr (paddock_session_get_claimed_name (fixture->session), ==, "test");
  g_assert_cmpint (get_identity_kind (fixture), ==, PADDOCK_IDENTITY_ANONYMOUS);
  g_assert_false (paddock_session_get_recipient (fixture->session)->is_launch);
  g_assert_cmpstr (fixture->events->str, ==, "identified ");
  assert_silent (fixture);

  /* A second answer is one that nobody asked for. */
  say (fixture, ANSWER_INITIALIZE ("2024-11-05", ""));
  assert_silent (fixture);
  g_assert_cmpstr (get_version (fixture), ==, "2025-11-25");
}

static const struct {
  const char    *answer;
  PaddockReason  reason;
} refusals[] = {
  { ANSWER_INITIALIZE ("2026-07-28", ""), PADDOCK_REASON_UNSUPPORTED_VERSION },
  { ANSWER_INITIALIZE ("2024-10-07", ""), PADDOCK_REASON_UNSUPPORTED_VERSION },
  { ANSWER_INITIALIZE ("", ""), PADDOCK_REASON_MALFORMED },
  { "{" V ",\"id\":1,\"result\":{}}", PADDOCK_REASON_MALFORMED },
  { "{" V ",\"id\":1,\"result\":null}", PADDOCK_REASON_MALFORMED },
  { "{" V ",\"id\":1,\"result\":[]}", PADDOCK_REASON_MALFORMED },
  { "{\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\"}}", PADDOCK_REASON_MALFORMED },
  { "{" V ",\"id\":1,\"error\":{\"code\":-32603,\"message\":\"no\"}}",
    PADDOCK_REASON_MALFORMED },
  { "{" V ",\"id\":1,\"error\":{\"code\":-32022,\"message\":\"no\"}}",
    PADDOCK_REASON_UNSUPPORTED_VERSION },
  { "{" V ",\"id\":1,\"error\":{\"code\":-32022,\"message\":\"no\",\"data\":{"
    "\"supported\":[\"2026-07-28\"],\"requested\":\"2025-11-25\"}}}",
    PADDOCK_REASON_UNSUPPORTED_VERSION },
  { "[" ANSWER_INITIALIZE ("2025-03-26", "") "]", PADDOCK_REASON_MALFORMED },
};

static void
test_refused_handshake (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refusals); i++) {
    Fixture fixture = { 0 };

    g_test_message ("%s", refusals[i].answer);
    set_up (&fixture, NULL);
    start (&fixture);
    say (&fixture, refusals[i].answer);
    WAIT_FOR (fixture.closed != PADDOCK_REASON_NONE);
    g_assert_cmpint (fixture.closed, ==, refusals[i].reason);
    g_assert_true (g_str_has_suffix (fixture.events->str, " closed "));
    tear_down (&fixture, NULL);
  }
}

/* A peer may refuse the version with an error that names those it has. */
static void
test_second_offer (Fixture       *fixture,
                   gconstpointer  data)
{
  start (fixture);
  say (fixture, "{" V ",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"no\",\"data\":"
       "{\"supported\":[\"2024-11-05\",\"2026-07-28\",\"2025-06-18\",1]}}}");
  assert_next_matches (fixture, "{" V ",\"id\":2,\"method\":\"initialize\",\"params\":{"
                       "\"protocolVersion\":\"2025-06-18\",*");
  g_assert_cmpstr (fixture->events->str, ==, "deprecated:deprecated ");

  /* The answer to the first offer comes too late. */
  say (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  say (fixture, "{" V ",\"id\":2.0,\"result\":{\"protocolVersion\":\"2025-06-18\"}}");
  assert_next (fixture, INITIALIZED);
  g_assert_cmpstr (get_version (fixture), ==, "2025-06-18");
  g_assert_null (paddock_session_get_claimed_name (fixture->session));
}

#define REFUSAL(id) \
  "{" V ",\"id\":" id ",\"error\":{\"code\":-32602,\"message\":\"no\"," \
  "\"data\":{\"supported\":[\"2025-03-26\"]}}}"

static void
test_no_third_offer (Fixture       *fixture,
                     gconstpointer  data)
{
  start (fixture);
  say (fixture, REFUSAL ("1"));
  assert_next_matches (fixture, "*\"id\":2,*");
  say (fixture, REFUSAL ("2"));
  WAIT_FOR (fixture->closed == PADDOCK_REASON_UNSUPPORTED_VERSION);
}

static void
test_before_initialized (Fixture       *fixture,
                         gconstpointer  data)
{
  start (fixture);
  say (fixture, "{" V ",\"method\":\"notifications/message\",\"params\":{\"data\":1}}");
  say (fixture, "{" V ",\"id\":\"p\",\"method\":\"ping\"}");
  assert_next (fixture, "{" V ",\"id\":\"p\",\"result\":{}}");

  for (guint i = 0; i < 2; i++) {
    say (fixture, i == 0 ? "{" V ",\"id\":0,\"method\":\"roots/list\"}"
                         : "{" V ",\"id\":0,\"method\":\"sampling/createMessage\"}");
    assert_next (fixture, "{" V ",\"id\":0,\"error\":{\"code\":-32600,"
                 "\"message\":\"initialize was not answered yet\","
                 "\"data\":{\"reason\":\"not-initialized\"}}}");
  }
  g_assert_cmpuint (fixture->provider->asked, ==, 0);
  paddock_session_review (fixture->session);

  say (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  assert_next (fixture, INITIALIZED);
  say (fixture, LIST);
  assert_next (fixture, "{" V ",\"id\":2,\"result\":{\"roots\":[]}}");
}

/* Real servers ask in the same breath in which they answer initialize. */
static void
test_asks_at_once (Fixture       *fixture,
                   gconstpointer  data)
{
  add_root (fixture, "/home/user/a", NULL);
  start (fixture);
  say (fixture, ANSWER_INITIALIZE ("2025-06-18", "") "\n" LIST);
  assert_next (fixture, INITIALIZED);
  assert_next (fixture, "{" V ",\"id\":2,\"result\":{\"roots\":["
               "{\"uri\":\"file:///home/user/a\"}]}}");
  g_assert_cmpstr (fixture->events->str, ==, "identified listed:2 ");
}

#define PING(id) "{" V ",\"id\":" id ",\"method\":\"ping\"}"
#define PONG(id) "{" V ",\"id\":" id ",\"result\":{}}"

static void
test_batches (Fixture       *fixture,
              gconstpointer  version)
{
  g_autofree char *answer = g_strdup_printf (ANSWER_INITIALIZE ("%s", ""), (const char *) version);

  shake_hands (fixture, answer);
  say (fixture, "[" LIST "," PING ("\"a\"") ",{" V ",\"method\":\"x\"}]");
  assert_next (fixture, "[{" V ",\"id\":2,\"result\":{\"roots\":[]}}," PONG ("\"a\"") "]");
  say (fixture, "[" PING ("1") "]");
  assert_next (fixture, "[" PONG ("1") "]");

  /* Nothing to answer: nothing at all, not an empty array. */
  say (fixture, "[{" V ",\"method\":\"x\"},{" V ",\"id\":9,\"result\":{}}]");
  assert_silent (fixture);

  say (fixture, "[1,{" V ",\"id\":3,\"method\":\"initialize\"}," PING ("4") ",[]]");
  assert_next_matches (fixture,
                       "[{" V ",\"id\":null,\"error\":{\"code\":-32600,*}},"
                       "{" V ",\"id\":3,\"error\":{\"code\":-32600,*}}," PONG ("4")
                       ",{" V ",\"id\":null,\"error\":{\"code\":-32600,*}}]");
}

/* The version is not known yet: both forms are taken. */
static void
test_batch_before_version (Fixture       *fixture,
                           gconstpointer  data)
{
  start (fixture);
  say (fixture, "[" PING ("1") "," LIST "]");
  assert_next_matches (fixture, "[" PONG ("1") ",{" V ",\"id\":2,\"error\":{"
                       "\"code\":-32600,*\"not-initialized\"}}}]");
}

static void
test_batch_limits (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (GString) batch = g_string_new ("[");
  g_autofree char *long_name = g_strnfill (8 * 1024, 'n');

  /* 1,000 times a list of 8 KiB is more than a peer may make us keep. */
  add_root (fixture, "/home/user/a", long_name);
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-03-26", ""));
  for (guint i = 0; i < PADDOCK_BATCH_MAX; i++)
    g_string_append_printf (batch, "%s" LIST, i > 0 ? "," : "");
  g_string_append_c (batch, ']');
  say (fixture, batch->str);
  WAIT_FOR (fixture->closed != PADDOCK_REASON_NONE);
  assert_next_matches (fixture, "{" V ",\"id\":null,\"error\":{\"code\":-32600,*}}");
  g_assert_cmpint (fixture->closed, ==, PADDOCK_REASON_LIMIT);
}

static void
test_batch_too_long (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (GString) batch = g_string_new ("[1");

  shake_hands (fixture, ANSWER_INITIALIZE ("2025-03-26", ""));
  for (guint i = 0; i < PADDOCK_BATCH_MAX; i++)
    g_string_append (batch, ",1");
  g_string_append_c (batch, ']');
  say (fixture, batch->str);
  assert_next_matches (fixture, "{" V ",\"id\":null,\"error\":{\"code\":-32600,*}}");
  WAIT_FOR (fixture->closed == PADDOCK_REASON_LIMIT);
}

static void
test_bad_lines (Fixture       *fixture,
                gconstpointer  data)
{
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  for (guint i = 0; i < PADDOCK_LIMIT_BAD_LINES; i++) {
    say (fixture, i % 2 == 0 ? "no JSON" : "{}");
    assert_next_matches (fixture, "*\"error\"*");
  }
  assert_silent (fixture);
  say (fixture, "no JSON");
  assert_next_matches (fixture, "*\"code\":-32700,*");
  assert_next_matches (fixture, "{" V ",\"id\":null,\"error\":{\"code\":-32600,*too many lines*}}");
  WAIT_FOR (fixture->closed == PADDOCK_REASON_LIMIT);
  g_assert_cmpstr (fixture->events->str, ==,
                   "identified server-refused:malformed server-refused:limit closed ");
}

static void
test_timeout (Fixture       *fixture,
              gconstpointer  data)
{
  paddock_session_set_handshake_timeout (fixture->session, 20);
  start (fixture);
  say (fixture, PING ("1"));
  assert_next (fixture, PONG ("1"));
  WAIT_FOR (fixture->closed != PADDOCK_REASON_NONE);
  assert_next_matches (fixture, "{" V ",\"id\":null,\"error\":{\"code\":-32600,*}}");
  g_assert_cmpint (fixture->closed, ==, PADDOCK_REASON_TIMED_OUT);
}

static void
test_no_timeout_once_ready (Fixture       *fixture,
                            gconstpointer  data)
{
  gint64 end = g_get_monotonic_time () + 60 * G_TIME_SPAN_MILLISECOND;

  paddock_session_set_handshake_timeout (fixture->session, 30);
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  WAIT_FOR (is_late (end));
  g_assert_cmpint (paddock_session_get_state (fixture->session), ==, PADDOCK_SESSION_READY);
}

static void
test_peer_closes (Fixture       *fixture,
                  gconstpointer  data)
{
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  paddock_session_review (fixture->session);
  close_server (fixture);
  WAIT_FOR (fixture->closed == PADDOCK_REASON_PEER_CLOSED);
  paddock_session_close (fixture->session, PADDOCK_REASON_LIMIT);
  paddock_session_review (fixture->session);
  g_assert_cmpstr (fixture->events->str, ==, "identified closed ");
}

static void
test_we_close (Fixture       *fixture,
               gconstpointer  data)
{
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  say (fixture, LIST);
  paddock_session_close (fixture->session, PADDOCK_REASON_USER_DENIED);
  g_assert_cmpint (fixture->closed, ==, PADDOCK_REASON_USER_DENIED);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpstr (fixture->events->str, ==, "identified closed ");
}

static void
close_in_identified (PaddockSession *session)
{
  paddock_session_close (session, PADDOCK_REASON_LIMIT);
}

/* The service may turn a server away as soon as it knows who it is. */
static void
test_closed_when_identified (Fixture       *fixture,
                             gconstpointer  data)
{
  g_signal_connect (fixture->session, "identified", G_CALLBACK (close_in_identified), NULL);
  start (fixture);
  say (fixture, ANSWER_INITIALIZE ("2025-11-25", "") "\n" LIST);
  WAIT_FOR (fixture->closed == PADDOCK_REASON_LIMIT);
  fill (fixture);
  g_assert_cmpstr (fixture->received->str, ==, "");
  g_assert_cmpuint (fixture->provider->asked, ==, 0);
}

static void
test_names (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *long_name = g_strnfill (10000, 'n');
  g_autofree char *answer =
    g_strdup_printf (ANSWER_INITIALIZE ("2025-11-25", ",\"serverInfo\":{\"name\":\"n\","
                                        "\"title\":\"a\\u202e\\u0000b%s\"}"), long_name);
  const char *name;

  shake_hands (fixture, answer);
  name = paddock_session_get_claimed_name (fixture->session);
  g_assert_true (g_str_has_prefix (name, "a\\u{202E}"));
  g_assert_cmpuint (strlen (name), <, 2 * PADDOCK_LIMIT_NAME_BYTES);

  paddock_session_set_server_id (fixture->session, "s1");
  paddock_session_set_server_id (fixture->session,
                                 paddock_session_get_recipient (fixture->session)->server_id);
  g_assert_cmpstr (paddock_session_get_recipient (fixture->session)->server_id, ==, "s1");
}

#define ADD(path, data, func) \
  g_test_add ("/session/" path, Fixture, data, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("handshake", NULL, test_handshake);
  g_test_add_func ("/session/refused-handshake", test_refused_handshake);
  ADD ("second-offer", NULL, test_second_offer);
  ADD ("no-third-offer", NULL, test_no_third_offer);
  ADD ("before-initialized", NULL, test_before_initialized);
  ADD ("asks-at-once", NULL, test_asks_at_once);
  ADD ("batches/2024-11-05", "2024-11-05", test_batches);
  ADD ("batches/2025-03-26", "2025-03-26", test_batches);
  ADD ("batch-before-version", NULL, test_batch_before_version);
  ADD ("batch-limits", NULL, test_batch_limits);
  ADD ("batch-too-long", NULL, test_batch_too_long);
  ADD ("bad-lines", NULL, test_bad_lines);
  ADD ("timeout", NULL, test_timeout);
  ADD ("no-timeout-once-ready", NULL, test_no_timeout_once_ready);
  ADD ("peer-closes", NULL, test_peer_closes);
  ADD ("we-close", NULL, test_we_close);
  ADD ("closed-when-identified", NULL, test_closed_when_identified);
  ADD ("names", NULL, test_names);
  return g_test_run ();
}
