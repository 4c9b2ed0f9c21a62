/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <string.h>

#include "paddock-line-queue.h"

#define DEADLINE (10 * G_TIME_SPAN_SECOND)

typedef struct {
  PaddockLineQueue *hold;
  GString          *log;            /* what came out, a space behind each */
  guint             n_busy;         /* looks at a server that is at work; then it sleeps */
  guint             n_looks;
} Fixture;

static void
on_forward (GBytes   *line,
            gpointer  user_data)
{
  Fixture *fixture = user_data;
  gsize length;
  const char *text = g_bytes_get_data (line, &length);

  g_string_append_len (fixture->log, text, (gssize) length);
  g_string_append_c (fixture->log, ' ');
}

static gboolean
is_quiescent (gpointer user_data)
{
  Fixture *fixture = user_data;

  return ++fixture->n_looks > fixture->n_busy;
}

static const PaddockLineQueueFuncs funcs = { on_forward, is_quiescent };

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->log = g_string_new (NULL);
  fixture->hold = paddock_line_queue_new (&funcs, fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_line_queue_free (fixture->hold);
  g_string_free (fixture->log, TRUE);
}

static gboolean
take (Fixture    *fixture,
      const char *line)
{
  g_autofree char *copy = g_strdup (line);

  return paddock_line_queue_push (fixture->hold, (PaddockSpan) { copy, strlen (line) });
}

/* How long until the hold is over, in ms. */
static gint64
wait_for_end (Fixture *fixture)
{
  gint64 began = g_get_monotonic_time ();

  while (paddock_line_queue_is_active (fixture->hold)) {
    g_assert_cmpint (g_get_monotonic_time (), <, began + DEADLINE);
    g_main_context_iteration (NULL, TRUE);
  }
  return (g_get_monotonic_time () - began) / G_TIME_SPAN_MILLISECOND;
}

#define CALL(id) "{\"id\":" id ",\"method\":\"tools/call\"}"
#define CANCEL(id) \
  "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" id "}}"
#define NOTE "{\"method\":\"notifications/x\"}"

/* Each line as the first one, and behind a request. */
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
      paddock_line_queue_begin (fixture->hold);
      if (is_behind)
        g_assert_true (take (fixture, CALL ("9")));
      g_assert_cmpint (take (fixture, table[i].line), ==,
                       is_behind ? table[i].is_held_behind : table[i].is_held_first);
      g_assert_cmpstr (fixture->log->str, ==, "");
      paddock_line_queue_release (fixture->hold);
      g_assert_cmpstr (fixture->log->str, ==,
                       is_behind ? behind : table[i].is_held_first ? alone : "");
      g_assert_false (take (fixture, CALL ("10")));
      paddock_line_queue_begin (fixture->hold);
      g_assert_false (take (fixture, CALL ("11")));
    }
  }
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  paddock_line_queue_begin (fixture->hold);
  g_assert_true (take (fixture, CALL ("1")));
  g_assert_true (take (fixture, CALL ("\"a\"")));
  g_assert_true (take (fixture, CALL ("2")));
  g_assert_true (take (fixture, NOTE));
  g_assert_true (take (fixture, CANCEL ("\"\\u0061\"")));
  g_assert_true (take (fixture, CANCEL ("1.0")));
  /* Another type, a broken line, one that is nowhere here: kept behind what is held. */
  g_assert_true (take (fixture, CANCEL ("\"2\"")));
  g_assert_true (take (fixture, CANCEL ("2") "x"));
  g_assert_true (take (fixture, CANCEL ("1")));
  paddock_line_queue_release (fixture->hold);
  g_assert_cmpstr (fixture->log->str, ==, CALL ("2") " " NOTE " " CANCEL ("\"2\"") " "
                   CANCEL ("2") "x " CANCEL ("1") " ");
}

/* A request that was taken back holds nothing up any more, and leaves its room. */
static void
test_cancelled_last (Fixture       *fixture,
                     gconstpointer  data)
{
  paddock_line_queue_begin (fixture->hold);
  g_assert_true (take (fixture, CALL ("1")));
  g_assert_true (take (fixture, CANCEL ("1")));
  g_assert_false (take (fixture, NOTE));
  g_assert_false (take (fixture, CANCEL ("1")));
  g_assert_true (paddock_line_queue_is_active (fixture->hold));
}

/* At the limit and one byte over it, in one line and in two. */
static void
test_bytes (Fixture       *fixture,
            gconstpointer  data)
{
  const gsize head = strlen (CALL ("1"));

  for (guint over = 0; over < 2; over++) {
    g_autofree char *fill = g_strnfill (PADDOCK_LINE_QUEUE_BYTES - 2 * head + over, ' ');
    g_autofree char *line = g_strconcat (CALL ("2"), fill, NULL);

    tear_down (fixture, NULL);
    set_up (fixture, NULL);
    paddock_line_queue_begin (fixture->hold);
    g_assert_true (take (fixture, CALL ("1")));
    g_assert_cmpint (take (fixture, line), ==, over == 0);
    g_assert_cmpint (paddock_line_queue_is_active (fixture->hold), ==, over == 0);
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

  /* An answer before the beginning is none of this server's start. */
  paddock_line_queue_wait_quiescent (fixture->hold);
  paddock_line_queue_begin (fixture->hold);
  g_assert_true (take (fixture, CALL ("1")));
  taken = wait_for_end (fixture);
  g_assert_cmpint (taken, >=, PADDOCK_LINE_QUEUE_MS - 2);
  g_assert_cmpstr (fixture->log->str, ==, CALL ("1") " ");

  tear_down (fixture, NULL);
  set_up (fixture, NULL);
  paddock_line_queue_begin (fixture->hold);
  g_assert_true (take (fixture, CALL ("1")));
  paddock_line_queue_wait_quiescent (fixture->hold);
  g_assert_cmpstr (fixture->log->str, ==, "");
  g_assert_true (take (fixture, CALL ("2")));
  taken = wait_for_end (fixture);
  g_assert_cmpint (taken, >=, PADDOCK_LINE_QUEUE_QUIESCE_DELAY_MS - 1);
  g_assert_cmpint (taken, <, PADDOCK_LINE_QUEUE_MS);
  g_assert_cmpstr (fixture->log->str, ==, CALL ("1") " " CALL ("2") " ");
}

/* A server that is at work is waited for, and one that never sleeps for as long as one that never
 * asks. */
static void
test_busy (Fixture       *fixture,
           gconstpointer  data)
{
  fixture->n_busy = 5;
  paddock_line_queue_begin (fixture->hold);
  g_assert_true (take (fixture, CALL ("1")));
  paddock_line_queue_wait_quiescent (fixture->hold);
  wait_for_end (fixture);
  g_assert_cmpuint (fixture->n_looks, ==, 5 + PADDOCK_LINE_QUEUE_LOOKS);

  tear_down (fixture, NULL);
  set_up (fixture, NULL);
  fixture->n_busy = G_MAXUINT;
  paddock_line_queue_begin (fixture->hold);
  g_assert_true (take (fixture, CALL ("1")));
  paddock_line_queue_wait_quiescent (fixture->hold);
  g_assert_cmpint (wait_for_end (fixture), >=, PADDOCK_LINE_QUEUE_MS - 2);
  g_assert_cmpstr (fixture->log->str, ==, CALL ("1") " ");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) \
  g_test_add ("/line-queue/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("lines", test_lines);
  ADD ("cancelled", test_cancelled);
  ADD ("cancelled-last", test_cancelled_last);
  ADD ("bytes", test_bytes);
  ADD ("times", test_times);
  ADD ("busy", test_busy);
#undef ADD

  return g_test_run ();
}
