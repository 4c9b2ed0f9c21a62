/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "filter-fixture.h"
#include "paddock-startup-hold.h"

#define DEADLINE (10 * G_TIME_SPAN_SECOND)

typedef struct {
  PaddockFilterChain *chain;
  PaddockStartupHold *hold;
  GString            *log;          /* what came out, a space behind each */
  guint               n_busy;       /* how many looks see a server at work; then it sleeps */
  guint               n_looks;
} Fixture;

static void
to_server (GBytes   *line,
           gboolean  is_ours,
           gpointer  user_data)
{
  Fixture *fixture = user_data;

  g_assert_false (is_ours);
  g_string_append_len (fixture->log, g_bytes_get_data (line, NULL),
                       (gssize) g_bytes_get_size (line));
  g_string_append_c (fixture->log, ' ');
}

static const PaddockFilterEnds ends = { .to_server = to_server };

static gboolean
is_quiescent (gpointer user_data)
{
  Fixture *fixture = user_data;

  return ++fixture->n_looks > fixture->n_busy;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->log = g_string_new (NULL);
  fixture->chain = paddock_filter_chain_new (&ends, fixture);
  fixture->hold = paddock_startup_hold_new (is_quiescent, fixture);
  paddock_filter_chain_add (fixture->chain, (PaddockFilter *) fixture->hold);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_startup_hold_free (fixture->hold);
  paddock_filter_chain_free (fixture->chain);
  g_string_free (fixture->log, TRUE);
}

static gboolean
take (Fixture    *fixture,
      const char *line)
{
  return !goes_on (fixture->chain, PADDOCK_TO_SERVER, line);
}

/* How long until the hold ends, in ms. */
static gint64
wait_for_end (Fixture *fixture)
{
  gint64 began = g_get_monotonic_time ();

  while (paddock_startup_hold_is_active (fixture->hold)) {
    g_assert_cmpint (g_get_monotonic_time (), <, began + DEADLINE);
    g_main_context_iteration (NULL, TRUE);
  }
  return (g_get_monotonic_time () - began) / G_TIME_SPAN_MILLISECOND;
}

#define CALL(id) "{\"id\":" id ",\"method\":\"tools/call\"}"
#define CANCEL(id) \
  "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" id "}}"
#define NOTE "{\"method\":\"notifications/x\"}"

/* Each line as the first one, and after a request. */
static void
test_lines (Fixture       *fixture,
            gconstpointer  data)
{
  static const struct { const char *line;
                        gboolean is_held_first, is_held_behind;
  } table[] = {
    { CALL ("1"), TRUE, TRUE },
    { "{\"id\":\"a\",\"method\":\"tools\\/list\"}", TRUE, TRUE },
    { "{\"id\":0,\"method\":\"ping\"}", FALSE, FALSE },
    { "{\"id\":0,\"method\":\"p\\u0069ng\"}", FALSE, FALSE },
    { "{\"id\":0,\"method\":\"Ping\"}", TRUE, TRUE },
    { "{\"id\":1,\"result\":{}}", FALSE, FALSE },
    { "{\"id\":1,\"error\":{}}", FALSE, FALSE },
    { "{\"id\":1,\"result\":{\"method\":\"x\"}}", FALSE, FALSE },
    { NOTE, FALSE, TRUE },
    { CANCEL ("8"), FALSE, TRUE },
    { "{\"method\":\"ping\"}", FALSE, TRUE },
    { "[{\"id\":1,\"result\":{}},{\"id\":2,\"method\":\"ping\"}]", FALSE, FALSE },
    { "[{\"id\":1,\"result\":{}}," CALL ("2") "]", TRUE, TRUE },
    { "[{\"id\":1,\"result\":{}}," NOTE "]", TRUE, TRUE },
    { "[1]", TRUE, TRUE },
    { "{\"id\":1,\"method\":\"x\",\"method\":\"ping\"}", FALSE, TRUE },
    { "{\"id\":null,\"method\":\"x\"}", FALSE, TRUE },
    { "not JSON", FALSE, TRUE },
    { "", FALSE, TRUE },
    { "7", FALSE, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autofree char *alone = g_strconcat (table[i].line, " ", NULL);
    g_autofree char *behind = g_strconcat (CALL ("9") " ", table[i].is_held_behind ? alone : NULL,
                                           NULL);

    g_test_message ("%s", table[i].line);
    for (guint is_behind = 0; is_behind < 2; is_behind++) {
      tear_down (fixture, NULL);
      set_up (fixture, NULL);
      g_assert_false (take (fixture, table[i].line));
      paddock_startup_hold_begin (fixture->hold);
      if (is_behind)
        g_assert_true (take (fixture, CALL ("9")));
      g_assert_cmpint (take (fixture, table[i].line), ==,
                       is_behind ? table[i].is_held_behind : table[i].is_held_first);
      g_assert_cmpstr (fixture->log->str, ==, "");
      paddock_startup_hold_release (fixture->hold);
      g_assert_cmpstr (fixture->log->str, ==,
                       is_behind ? behind : table[i].is_held_first ? alone : "");
      g_assert_false (take (fixture, CALL ("10")));
      paddock_startup_hold_begin (fixture->hold);
      g_assert_false (take (fixture, CALL ("11")));
    }
  }
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  paddock_startup_hold_begin (fixture->hold);
  g_assert_true (take (fixture, CALL ("1")));
  g_assert_true (take (fixture, CALL ("\"a\"")));
  g_assert_true (take (fixture, CALL ("2")));
  g_assert_true (take (fixture, NOTE));
  g_assert_true (take (fixture, CANCEL ("\"\\u0061\"")));
  g_assert_true (take (fixture, CANCEL ("1.0")));
  /* An id of another type, a broken line, an id that is nowhere here: each waits behind what is
   * held. */
  g_assert_true (take (fixture, CANCEL ("\"2\"")));
  g_assert_true (take (fixture, CANCEL ("2") "x"));
  g_assert_true (take (fixture, CANCEL ("1")));
  paddock_startup_hold_release (fixture->hold);
  g_assert_cmpstr (fixture->log->str, ==, CALL ("2") " " NOTE " " CANCEL ("\"2\"") " "
                   CANCEL ("2") "x " CANCEL ("1") " ");
}

/* A request that was taken back holds nothing back any more, and leaves its room. */
static void
test_cancelled_last (Fixture       *fixture,
                     gconstpointer  data)
{
  paddock_startup_hold_begin (fixture->hold);
  g_assert_true (take (fixture, CALL ("1")));
  g_assert_true (take (fixture, CANCEL ("1")));
  g_assert_false (take (fixture, NOTE));
  g_assert_false (take (fixture, CANCEL ("1")));
  g_assert_true (paddock_startup_hold_is_active (fixture->hold));
}

/* At the limit and one byte beyond, in one line and in two. */
static void
test_bytes (Fixture       *fixture,
            gconstpointer  data)
{
  const gsize head = strlen (CALL ("1"));

  for (guint over = 0; over < 2; over++) {
    g_autofree char *fill = g_strnfill (PADDOCK_STARTUP_HOLD_BYTES - 2 * head + over, ' ');
    g_autofree char *line = g_strconcat (CALL ("2"), fill, NULL);

    tear_down (fixture, NULL);
    set_up (fixture, NULL);
    paddock_startup_hold_begin (fixture->hold);
    g_assert_true (take (fixture, CALL ("1")));
    g_assert_cmpint (take (fixture, line), ==, over == 0);
    g_assert_cmpint (paddock_startup_hold_is_active (fixture->hold), ==, over == 0);
    g_assert_cmpstr (fixture->log->str, ==, over == 0 ? "" : CALL ("1") " ");
    if (over == 0)
      g_assert_false (take (fixture, CALL ("3")));
  }
}

static void
test_times (Fixture       *fixture,
            gconstpointer  data)
{
  gint64 taken;

  /* An answer before the hold began says nothing about the start of this server. */
  paddock_startup_hold_wait_quiescent (fixture->hold);
  paddock_startup_hold_begin (fixture->hold);
  g_assert_true (take (fixture, CALL ("1")));
  taken = wait_for_end (fixture);
  g_assert_cmpint (taken, >=, PADDOCK_STARTUP_HOLD_MS - 2);
  g_assert_cmpstr (fixture->log->str, ==, CALL ("1") " ");

  tear_down (fixture, NULL);
  set_up (fixture, NULL);
  paddock_startup_hold_begin (fixture->hold);
  g_assert_true (take (fixture, CALL ("1")));
  paddock_startup_hold_wait_quiescent (fixture->hold);
  g_assert_cmpstr (fixture->log->str, ==, "");
  g_assert_true (take (fixture, CALL ("2")));
  taken = wait_for_end (fixture);
  g_assert_cmpint (taken, >=, PADDOCK_STARTUP_HOLD_QUIESCE_DELAY_MS - 1);
  g_assert_cmpint (taken, <, PADDOCK_STARTUP_HOLD_MS);
  g_assert_cmpstr (fixture->log->str, ==, CALL ("1") " " CALL ("2") " ");
}

/* The hold waits for a server that is at work. For a server that never sleeps it waits as long as
 * for one that never asks. */
static void
test_busy (Fixture       *fixture,
           gconstpointer  data)
{
  fixture->n_busy = 5;
  paddock_startup_hold_begin (fixture->hold);
  g_assert_true (take (fixture, CALL ("1")));
  paddock_startup_hold_wait_quiescent (fixture->hold);
  wait_for_end (fixture);
  g_assert_cmpuint (fixture->n_looks, ==, 5 + PADDOCK_STARTUP_HOLD_LOOKS);

  tear_down (fixture, NULL);
  set_up (fixture, NULL);
  fixture->n_busy = G_MAXUINT;
  paddock_startup_hold_begin (fixture->hold);
  g_assert_true (take (fixture, CALL ("1")));
  paddock_startup_hold_wait_quiescent (fixture->hold);
  g_assert_cmpint (wait_for_end (fixture), >=, PADDOCK_STARTUP_HOLD_MS - 2);
  g_assert_cmpstr (fixture->log->str, ==, CALL ("1") " ");
}

/* For each further server the hold may begin once more. */
static void
test_renew (Fixture       *fixture,
            gconstpointer  data)
{
  paddock_startup_hold_begin (fixture->hold);
  paddock_startup_hold_renew (fixture->hold);
  g_assert_true (take (fixture, CALL ("1")));
  paddock_startup_hold_release (fixture->hold);
  g_assert_false (take (fixture, CALL ("2")));
  paddock_startup_hold_renew (fixture->hold);
  g_assert_false (take (fixture, CALL ("3")));
  paddock_startup_hold_begin (fixture->hold);
  g_assert_true (take (fixture, CALL ("4")));
  paddock_startup_hold_wait_quiescent (fixture->hold);
  wait_for_end (fixture);
  g_assert_cmpstr (fixture->log->str, ==, CALL ("1") " " CALL ("4") " ");
}

/* Nothing waits for a line that is too long to keep. */
static void
test_long (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_startup_hold_begin (fixture->hold);
  g_assert_true (take (fixture, CALL ("1")));
  g_assert_true (long_goes_on (fixture->chain, PADDOCK_TO_HOST, CALL ("1")));
  g_assert_true (paddock_startup_hold_is_active (fixture->hold));
  g_assert_true (long_goes_on (fixture->chain, PADDOCK_TO_SERVER, CALL ("2")));
  g_assert_false (paddock_startup_hold_is_active (fixture->hold));
  g_assert_cmpstr (fixture->log->str, ==, CALL ("1") " ");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) \
  g_test_add ("/startup-hold/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("lines", test_lines);
  ADD ("cancelled", test_cancelled);
  ADD ("cancelled-last", test_cancelled_last);
  ADD ("bytes", test_bytes);
  ADD ("times", test_times);
  ADD ("busy", test_busy);
  ADD ("renew", test_renew);
  ADD ("long", test_long);
#undef ADD

  return g_test_run ();
}
