/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-http-state.h"

/* For each state: the state that each event leads to, in the order of the events. "-" means that
 * the event is refused. This table was written by hand, not copied from the code. */

#define N PADDOCK_HTTP_N_STATES

static const char * const names[] = {
  "new", "opening", "reopening", "opened", "open", "proven", "forgotten", "adrift", "stream-lost",
  "opening-lost", "renewed", "leaving", "flushing", "exited",
};

static const struct {
  const char *state;
  const char *next[PADDOCK_HTTP_N_EVENTS];
} rows[] = {
  /* INITIALIZE, ACCEPTED, DECLINED, LISTENING, ANSWERED, FORGOTTEN, STREAM_ENDED, WANTED, RENEWED,
   * KEPT, LEAVE, LEFT, FLUSHED */
  { "new", { "opening", "-", "-", "-", "-", "-", "opening-lost", "-", "-", "-", "leaving", "-",
             "-" } },
  { "opening", { "-", "opened", "new", "-", "-", "-", "opening-lost", "-", "-", "-", "leaving", "-",
                 "-" } },
  { "reopening", { "-", "opened", "open", "-", "-", "-", "stream-lost", "-", "-", "-", "leaving",
                   "-", "-" } },
  { "opened", { "-", "-", "-", "open", "-", "-", "adrift", "-", "-", "-", "leaving", "-", "-" } },
  { "open", { "reopening", "-", "-", "-", "proven", "forgotten", "adrift", "-", "-", "-", "leaving",
              "-", "-" } },
  { "proven", { "reopening", "-", "-", "-", "proven", "forgotten", "stream-lost", "-", "-", "-",
                "leaving", "-", "-" } },
  { "forgotten", { "-", "-", "-", "-", "-", "forgotten", "stream-lost", "-", "renewed", "open",
                   "flushing", "-", "-" } },
  { "adrift", { "-", "-", "-", "-", "-", "stream-lost", "-", "stream-lost", "-", "-", "flushing",
                "-", "-" } },
  { "stream-lost", { "-", "-", "-", "-", "-", "stream-lost", "-", "-", "renewed", "adrift",
                     "flushing", "-", "-" } },
  { "opening-lost", { "-", "-", "-", "-", "-", "-", "-", "-", "renewed", "new", "flushing", "-",
                      "-" } },
  { "renewed", { "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "flushing", "-", "-" } },
  { "leaving", { "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "flushing", "-" } },
  { "flushing", { "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "exited" } },
  { "exited", { "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-" } },
};

static void
test_table (void)
{
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == N);
  G_STATIC_ASSERT (G_N_ELEMENTS (rows) == N);

  for (guint i = 0; i < N; i++)
    for (guint event = 0; event < PADDOCK_HTTP_N_EVENTS; event++) {
      PaddockHttpState state = i;
      gboolean is_allowed = !g_str_equal (rows[i].next[event], "-");

      g_test_message ("%s, event %u", rows[i].state, event);
      g_assert_cmpstr (rows[i].state, ==, names[i]);
      g_assert_cmpint (paddock_http_state_advance (&state, event), ==, is_allowed);
      g_assert_cmpstr (names[state], ==, is_allowed ? rows[i].next[event] : names[i]);
    }
}

/* The predicates that are true for each state, as letters: o(pening), h(andshake), l(ost), s:
 * stream lost, m: may send, e(nding). */
static void
test_questions (void)
{
  static const char * const answers[] = {
    "m", "om", "ohm", "hm", "hm", "hm", "hl", "hs", "hls", "ls", "h", "he", "he", "he",
  };

  for (guint state = 0; state < N; state++) {
    g_autoptr (GString) text = g_string_new (NULL);

    g_test_message ("%s", names[state]);
    g_string_append (text, paddock_http_state_is_opening (state) ? "o" : "");
    g_string_append (text, paddock_http_state_has_handshake (state) ? "h" : "");
    g_string_append (text, paddock_http_state_is_lost (state) ? "l" : "");
    g_string_append (text, paddock_http_state_has_lost_stream (state) ? "s" : "");
    g_string_append (text, paddock_http_state_can_send (state) ? "m" : "");
    g_string_append (text, paddock_http_state_is_ending (state) ? "e" : "");
    g_assert_cmpstr (text->str, ==, answers[state]);
  }
}

/* Every state leads to EXITED, and EXITED leads nowhere. */
static void
test_end (void)
{
  for (guint i = 0; i < N; i++) {
    PaddockHttpState state = i;

    paddock_http_state_advance (&state, PADDOCK_HTTP_EVENT_LEAVE);
    paddock_http_state_advance (&state, PADDOCK_HTTP_EVENT_LEFT);
    paddock_http_state_advance (&state, PADDOCK_HTTP_EVENT_FLUSHED);
    g_assert_cmpint (state, ==, PADDOCK_HTTP_STATE_EXITED);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/http-state/table", test_table);
  g_test_add_func ("/http-state/questions", test_questions);
  g_test_add_func ("/http-state/end", test_end);
  return g_test_run ();
}
