/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "restart-fixture.h"

static void
test_idle_server (Fixture       *fixture,
                  gconstpointer  data)
{
  paddock_restart_begin (fixture->restart, FALSE);
  paddock_restart_begin (fixture->restart, FALSE);
  wait_phase (fixture, PADDOCK_RESTART_ENDING);
  expect (fixture, "end TERM\n");
  paddock_restart_server_ended (fixture->restart);
  expect (fixture, "start\nserver>" INITIALIZE "\n");
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_REPLAYING);
  g_assert_true (follow (fixture, FALSE, DECLARED));
  expect (fixture, "server>" INITIALIZED "\n" CHANGED "done\n");
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_NONE);
}

/* Open requests may still be answered. New requests wait, and so does what stands behind them, in
 * order. */
static void
test_draining (Fixture       *fixture,
               gconstpointer  data)
{
  g_assert_false (follow (fixture, TRUE, CALL ("1")));
  g_assert_false (follow (fixture, FALSE, "{" V ",\"id\":1,\"method\":\"sampling/x\"}"));
  paddock_restart_begin (fixture->restart, FALSE);
  g_assert_false (follow (fixture, TRUE, "{" V ",\"method\":\"notifications/progress\"}"));
  g_assert_true (follow (fixture, TRUE, CALL ("2")));
  g_assert_true (follow (fixture, TRUE, "{" V ",\"method\":\"notifications/progress\"}"));
  g_assert_true (follow (fixture, TRUE, CALL ("3")));
  g_assert_true (follow (fixture, TRUE, CALL ("4")));
  g_assert_true (follow (fixture, TRUE, "{" V ",\"method\":\"notifications/cancelled\","
                         "\"params\":{\"requestId\":3}}"));
  g_assert_false (follow (fixture, TRUE, RESULT ("1")));
  g_assert_false (follow (fixture, TRUE, PING ("5")));
  g_assert_false (follow (fixture, FALSE, RESULT ("5")));
  g_assert_false (follow (fixture, FALSE, RESULT ("1")));
  expect (fixture, "");
  wait_phase (fixture, PADDOCK_RESTART_ENDING);
  paddock_restart_server_ended (fixture->restart);
  g_assert_true (follow (fixture, FALSE, DECLARED));
  expect (fixture, "end TERM\nstart\nserver>" INITIALIZE "\nserver>" INITIALIZED "\n"
          "server>" CALL ("2") "\nserver>{" V ",\"method\":\"notifications/progress\"}\n"
          "server>" CALL ("4") "\n" CHANGED "done\n");
}

#define M "\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}"
#define LISTEN "{" V ",\"id\":\"l\",\"method\":\"subscriptions/listen\"," M "}"
#define LISTENING "{" V ",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{" \
  "\"notifications\":{},\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":\"l\"}}}"

/* A server of the newest revision hears nothing that its host has not said: it is ready when it
 * runs. A request that listens is no reason to wait. */
static void
test_modern (Fixture       *fixture,
             gconstpointer  data)
{
  tear_down (fixture, NULL);
  set_up_new (fixture, NULL);
  g_assert_false (follow (fixture, TRUE, LISTEN));
  g_assert_false (follow (fixture, FALSE, LISTENING));
  paddock_restart_begin (fixture->restart, FALSE);
  g_assert_true (follow (fixture, TRUE, CALL ("2")));
  wait_phase (fixture, PADDOCK_RESTART_ENDING);
  paddock_restart_server_ended (fixture->restart);
  expect (fixture, "end TERM\nstart\nserver>" LISTEN "\nserver>" CALL ("2") "\ndone\n");
  g_assert_true (follow (fixture, FALSE, LISTENING));
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_NONE);

  fixture->cannot_start = TRUE;
  g_assert_false (follow (fixture, FALSE, RESULT ("2")));
  paddock_restart_begin (fixture->restart, FALSE);
  wait_phase (fixture, PADDOCK_RESTART_ENDING);
  paddock_restart_server_ended (fixture->restart);
  expect (fixture, "end TERM\nstart\n" REFUSED ("\"l\"") "failed\n");
}

/* A line that waited for the new server may wait for its folders, too. */
static void
test_resumed (Fixture       *fixture,
              gconstpointer  data)
{
  tear_down (fixture, NULL);
  set_up_new (fixture, NULL);
  g_assert_false (follow (fixture, TRUE, LISTEN));
  g_assert_false (follow (fixture, FALSE, LISTENING));
  paddock_restart_begin (fixture->restart, FALSE);
  g_assert_true (follow (fixture, TRUE, CALL ("2")));
  wait_phase (fixture, PADDOCK_RESTART_ENDING);
  fixture->keeps_resumed = TRUE;
  paddock_restart_server_ended (fixture->restart);
  expect (fixture, "end TERM\nstart\nserver>" LISTEN "\nkept\ndone\n");
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_NONE);
  g_assert_false (follow (fixture, TRUE, CALL ("2")));
}

/* A batch prevents a restart, and does not overtake what waits for one. */
static void
test_batch_meanwhile (Fixture       *fixture,
                      gconstpointer  data)
{
  g_assert_false (follow (fixture, TRUE, CALL ("1")));
  paddock_restart_begin (fixture->restart, FALSE);
  g_assert_true (follow (fixture, TRUE, CALL ("2")));
  g_assert_true (follow (fixture, TRUE, CALL ("3")));
  expect (fixture, "");
  g_assert_false (follow (fixture, TRUE, "[" CALL ("4") "]"));
  expect (fixture, "server>" CALL ("2") "\nserver>" CALL ("3") "\noff\n");
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_NONE);
}

/* The host can cancel what the old server works on, although something waits already. */
static void
test_cancelled_open (Fixture       *fixture,
                     gconstpointer  data)
{
  g_assert_false (follow (fixture, TRUE, CALL ("1")));
  paddock_restart_begin (fixture->restart, FALSE);
  g_assert_true (follow (fixture, TRUE, CALL ("2")));
  g_assert_false (follow (fixture, TRUE, "{" V ",\"method\":\"notifications/cancelled\","
                          "\"params\":{\"requestId\":1}}"));
  wait_phase (fixture, PADDOCK_RESTART_ENDING);
  expect (fixture, "end TERM\n");
}

static void
begin_long (Fixture  *fixture,
            gboolean  from_host)
{
  paddock_filter_chain_begin_long (fixture->chain, from_host ? PADDOCK_TO_SERVER : PADDOCK_TO_HOST,
                                   FALSE);
}

static void
end_long (Fixture    *fixture,
          gboolean    from_host,
          const char *text)
{
  paddock_filter_chain_receive_part (fixture->chain,
                                     from_host ? PADDOCK_TO_SERVER : PADDOCK_TO_HOST,
                                     (PaddockSpan) { text, strlen (text) }, TRUE);
}

/* A line of the server that was thrown away. */
static gboolean
drop_long (PaddockFilter *filter,
           PaddockWay     way,
           gboolean       is_vouched)
{
  return way == PADDOCK_TO_SERVER;
}

/* Lines that are too long to be read still open requests, and each is answered once. */
static void
test_long (Fixture       *fixture,
           gconstpointer  data)
{
  static const PaddockFilterFuncs dropper_funcs = { .begin_long = drop_long };
  PaddockFilter dropper = { .funcs = &dropper_funcs };

  begin_long (fixture, TRUE);
  end_long (fixture, TRUE, CALL ("1"));
  begin_long (fixture, TRUE);
  end_long (fixture, TRUE, CALL ("2"));
  begin_long (fixture, TRUE);
  end_long (fixture, TRUE, CALL ("3"));
  begin_long (fixture, FALSE);
  end_long (fixture, FALSE, RESULT ("1"));
  expect (fixture, "");
  paddock_filter_chain_add (fixture->chain, &dropper);
  begin_long (fixture, FALSE);
  end_long (fixture, FALSE, RESULT ("2"));
  begin_long (fixture, FALSE);
  end_long (fixture, FALSE, RESULT ("77"));
  expect (fixture, "host>{" V ",\"id\":2,\"error\":{\"code\":-32603,\"message\":\""
          PADDOCK_TOO_LONG_TEXT "\"}}\n");

  /* A long line is under way in each direction when the server is ended. */
  begin_long (fixture, TRUE);
  begin_long (fixture, FALSE);
  paddock_restart_begin (fixture->restart, FALSE);
  while (paddock_restart_get_phase (fixture->restart) != PADDOCK_RESTART_ENDING)
    g_main_context_iteration (NULL, TRUE);
  expect (fixture, "end TERM\n" REFUSED ("3"));
  end_long (fixture, TRUE, CALL ("4"));
  end_long (fixture, FALSE, RESULT ("3"));
  expect (fixture, REFUSED ("4"));
}

/* A confined server that lost a folder must not go on with it: it gets no time, and its open
 * requests are refused. The rest is as always. */
static void
test_at_once (Fixture       *fixture,
              gconstpointer  data)
{
  gboolean is_busy = data != NULL;

  if (is_busy)
    g_assert_false (follow (fixture, TRUE, CALL ("1")));
  paddock_restart_begin (fixture->restart, TRUE);
  paddock_restart_begin (fixture->restart, TRUE);
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_ENDING);
  expect (fixture, is_busy ? "end TERM\n" REFUSED ("1") "end KILL\n" : "end TERM\nend KILL\n");
  paddock_restart_server_ended (fixture->restart);
  expect (fixture, "start\nserver>" INITIALIZE "\n");
  g_assert_true (follow (fixture, FALSE, DECLARED));
  expect (fixture, "server>" INITIALIZED "\n" CHANGED "done\n");
}

/* If the handshake can't be repeated, the server is killed, and the session is over. Each request
 * has its answer. */
static void
test_end (Fixture       *fixture,
          gconstpointer  data)
{
  g_assert_false (follow (fixture, TRUE, CALL ("1")));
  paddock_restart_begin (fixture->restart, FALSE);
  g_assert_true (follow (fixture, TRUE, CALL ("2")));
  paddock_restart_end (fixture->restart, PADDOCK_REASON_NO_HANDSHAKE);
  expect (fixture, "end KILL\n" REFUSED ("1") REFUSED ("2") "failed\n");
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_FAILED);
  paddock_restart_begin (fixture->restart, TRUE);
  paddock_restart_server_ended (fixture->restart);
  expect (fixture, "");
}

static void
test_no_patience (Fixture       *fixture,
                  gconstpointer  data)
{
  g_assert_false (follow (fixture, TRUE, CALL ("1")));
  paddock_restart_begin (fixture->restart, FALSE);
  g_assert_true (follow (fixture, TRUE, CALL ("2")));
  wait_phase (fixture, PADDOCK_RESTART_ENDING);
  expect (fixture, "end TERM\n" REFUSED ("1"));
  while (fixture->log->len == 0)
    g_main_context_iteration (NULL, TRUE);
  expect (fixture, "end KILL\n");
  paddock_restart_server_ended (fixture->restart);
  expect (fixture, "start\nserver>" INITIALIZE "\n");
  wait_phase (fixture, PADDOCK_RESTART_FAILED);
  expect (fixture, REFUSED ("2") "failed\n");
}

static void
test_failures (Fixture       *fixture,
               gconstpointer  data)
{
  gsize how = GPOINTER_TO_SIZE (data);

  fixture->cannot_start = how == 0;
  g_assert_false (follow (fixture, TRUE, CALL ("1")));
  paddock_restart_begin (fixture->restart, FALSE);
  g_assert_true (follow (fixture, TRUE, CALL ("2")));
  g_assert_false (follow (fixture, FALSE, RESULT ("1")));
  wait_phase (fixture, PADDOCK_RESTART_ENDING);
  paddock_restart_server_ended (fixture->restart);
  if (how == 1)
    g_assert_true (follow (fixture, FALSE, OTHER));
  else if (how == 2)
    paddock_restart_server_ended (fixture->restart);
  expect (fixture, how == 0 ? "end TERM\nstart\n" REFUSED ("2") "failed\n"
                            : "end TERM\nstart\nserver>" INITIALIZE "\n" REFUSED ("2") "failed\n");
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_FAILED);
  paddock_restart_begin (fixture->restart, FALSE);
  paddock_restart_server_ended (fixture->restart);
  expect (fixture, "");
}

static void
set_up_failure (Fixture       *fixture,
                gconstpointer  data)
{
  set_up (fixture, NULL);
}

static void
test_abandoned (Fixture       *fixture,
                gconstpointer  data)
{
  paddock_restart_abandon (fixture->restart);
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_NONE);
  g_assert_false (follow (fixture, TRUE, CALL ("1")));
  paddock_restart_begin (fixture->restart, FALSE);
  g_assert_true (follow (fixture, TRUE, CALL ("2")));
  paddock_restart_abandon (fixture->restart);
  expect (fixture, REFUSED ("2"));
  g_assert_false (follow (fixture, FALSE, RESULT ("1")));
}

/* A server that was cut off does not outlive the session, even if it ignores TERM. */
static void
test_abandoned_ending (Fixture       *fixture,
                       gconstpointer  data)
{
  paddock_restart_begin (fixture->restart, FALSE);
  wait_phase (fixture, PADDOCK_RESTART_ENDING);
  paddock_restart_abandon (fixture->restart);
  paddock_restart_abandon (fixture->restart);
  expect (fixture, "end TERM\n");
  while (fixture->log->len == 0)
    g_main_context_iteration (NULL, TRUE);
  expect (fixture, "end KILL\n");
  g_assert_false (paddock_restart_handle_exit (fixture->restart));
}

static void
test_task_meanwhile (Fixture       *fixture,
                     gconstpointer  data)
{
  g_assert_false (follow (fixture, TRUE, CALL ("1")));
  paddock_restart_begin (fixture->restart, FALSE);
  g_assert_true (follow (fixture, TRUE, CALL ("2")));
  g_assert_false (follow (fixture, FALSE, "{" V ",\"id\":1,\"result\":{\"task\":{\"taskId\":\"t\","
                          "\"status\":\"working\"}}}"));
  wait_phase (fixture, PADDOCK_RESTART_NONE);
  expect (fixture, "server>" CALL ("2") "\noff\n");
}

static void
test_held_limits (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *space = g_strnfill (PADDOCK_RESTART_HELD_BYTES - strlen (CALL ("2")), ' ');
  g_autofree char *long_call = g_strconcat (CALL ("2"), space, NULL);

  g_assert_false (follow (fixture, TRUE, CALL ("1")));
  paddock_restart_begin (fixture->restart, FALSE);
  g_assert_true (follow (fixture, TRUE, long_call));
  expect (fixture, "");
  g_assert_true (follow (fixture, TRUE, CALL ("3")));
  expect (fixture, REFUSED ("3"));
  g_assert_true (follow (fixture, TRUE, "{" V ",\"method\":\"notifications/cancelled\","
                         "\"params\":{\"requestId\":2}}"));
  for (guint i = 0; i < PADDOCK_RESTART_HELD_MAX; i++)
    g_assert_true (follow (fixture, TRUE, CALL ("4")));
  expect (fixture, "");
  g_assert_true (follow (fixture, TRUE, CALL ("5")));
  expect (fixture, REFUSED ("5"));
}

#define NO_FOLDER(id) "host>{" V ",\"id\":" id ",\"error\":{\"code\":-32603,\"message\":\"" \
  PADDOCK_NO_FOLDER_TEXT "\",\"data\":" PADDOCK_NO_FOLDER_DATA "}}\n"

static gboolean
keep (Fixture    *fixture,
      const char *text)
{
  guint n_before = fixture->n_wanted;

  g_assert_true (follow (fixture, TRUE, text));
  return fixture->n_wanted > n_before;
}

/* There is no folder yet. */
static void
refuse (Fixture    *fixture,
        const char *text)
{
  if (keep (fixture, text))
    paddock_restart_refuse_first (fixture->restart);
}

/* A request waits while nobody knows whether there is a folder. So does what comes behind it. */
static void
test_vacant_waits (Fixture       *fixture,
                   gconstpointer  data)
{
  paddock_restart_vacate (fixture->restart);
  g_assert_false (keep (fixture, RESULT ("0")));
  g_assert_true (keep (fixture, CALL ("1")));
  g_assert_false (keep (fixture, "{" V ",\"method\":\"notifications/a\"}"));
  g_assert_true (keep (fixture, "[" CALL ("2") "," PING ("3") "]"));
  g_assert_true (keep (fixture, CALL ("4")));
  g_assert_false (keep (fixture, "{" V ",\"method\":\"notifications/b\"}"));
  expect (fixture, "");
  paddock_restart_refuse_first (fixture->restart);
  expect (fixture, NO_FOLDER ("1"));
  paddock_restart_refuse_first (fixture->restart);
  expect (fixture, NO_FOLDER ("2") NO_FOLDER ("3"));

  paddock_restart_fill (fixture->restart);
  paddock_restart_refuse_first (fixture->restart);
  expect (fixture, "start\nserver>" INITIALIZE "\n");
  g_assert_true (follow (fixture, FALSE, DECLARED));
  expect (fixture, "server>" INITIALIZED "\nserver>" CALL ("4") "\n"
          "server>{" V ",\"method\":\"notifications/b\"}\n" CHANGED "done\n");
  g_assert_false (follow (fixture, FALSE, RESULT ("4")));
}

static void
test_vacant_limits (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *space = g_strnfill (PADDOCK_RESTART_HELD_BYTES - strlen (CALL ("1")), ' ');
  g_autofree char *long_call = g_strconcat (CALL ("1"), space, NULL);
  g_autofree char *longer_call = g_strconcat (long_call, " ", NULL);

  paddock_restart_vacate (fixture->restart);
  g_assert_false (keep (fixture, longer_call));
  expect (fixture, NO_FOLDER ("1"));
  g_assert_true (keep (fixture, long_call));
  g_assert_false (keep (fixture, PING ("2")));
  expect (fixture, NO_FOLDER ("2"));
  paddock_restart_refuse_first (fixture->restart);
  expect (fixture, NO_FOLDER ("1"));
  for (guint i = 0; i < PADDOCK_RESTART_HELD_MAX; i++)
    g_assert_true (keep (fixture, CALL ("3")));
  g_assert_false (keep (fixture, CALL ("4")));
  expect (fixture, NO_FOLDER ("4"));
}

/* If the host or the server has closed its end, there is no other server. What waits is
 * answered. */
static void
test_closed (Fixture       *fixture,
             gconstpointer  data)
{
  g_assert_cmpint (paddock_restart_get_obstacle (fixture->restart), ==, PADDOCK_OBSTACLE_NONE);
  paddock_restart_vacate (fixture->restart);
  g_assert_true (keep (fixture, CALL ("1")));
  paddock_restart_close (fixture->restart);
  expect (fixture, NO_FOLDER ("1"));
  g_assert_cmpint (paddock_restart_get_obstacle (fixture->restart), ==, PADDOCK_OBSTACLE_CLOSED);
}

/* A request that the startup hold kept back does not go to the server that ends. */
static void
test_kept_back (Fixture       *fixture,
                gconstpointer  data)
{
  fixture->n_kept = 2;
  paddock_restart_begin (fixture->restart, FALSE);
  wait_phase (fixture, PADDOCK_RESTART_ENDING);
  expect (fixture, "end TERM\n");
  paddock_restart_server_ended (fixture->restart);
  g_string_truncate (fixture->log, 0);
  g_assert_true (follow (fixture, FALSE, DECLARED));
  expect (fixture, "server>" INITIALIZED "\nserver>" CALL ("\"kept\"") "\nserver>"
          CALL ("\"kept\"") "\n" CHANGED "done\n");
}

/* The server ended without a folder: each request is refused once, and the next one goes on. */
static void
test_vacant (Fixture       *fixture,
             gconstpointer  data)
{
  gboolean is_draining = data != NULL;

  g_assert_false (follow (fixture, TRUE, CALL ("1")));
  g_assert_false (follow (fixture, FALSE, "{" V ",\"id\":1,\"method\":\"sampling/x\"}"));
  if (is_draining) {
    paddock_restart_begin (fixture->restart, FALSE);
    g_assert_true (follow (fixture, TRUE, CALL ("2")));
  }
  paddock_restart_vacate (fixture->restart);
  expect (fixture, is_draining
          ? "host>{" V ",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1,"
          "\"reason\":\"The server was restarted\"}}\n" NO_FOLDER ("1") NO_FOLDER ("2")
          : "host>{" V ",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1,"
          "\"reason\":\"The server was restarted\"}}\n" NO_FOLDER ("1"));
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_VACANT);

  refuse (fixture, CALL ("3"));
  refuse (fixture, PING ("\"p\""));
  refuse (fixture, RESULT ("1"));
  refuse (fixture, "{" V ",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":3}}");
  refuse (fixture, "not JSON");
  refuse (fixture, "");
  refuse (fixture, "[" CALL ("4") "," RESULT ("5") "," PING ("6") "]");
  refuse (fixture, "[" CALL ("7") ",");
  expect (fixture, NO_FOLDER ("3") NO_FOLDER ("\"p\"") NO_FOLDER ("4") NO_FOLDER ("6"));

  paddock_restart_begin (fixture->restart, FALSE);
  paddock_restart_server_ended (fixture->restart);
  g_assert_false (paddock_restart_handle_exit (fixture->restart));
  expect (fixture, "");
  paddock_restart_fill (fixture->restart);
  expect (fixture, "start\nserver>" INITIALIZE "\n");
  g_assert_true (follow (fixture, FALSE, DECLARED));
  expect (fixture, "server>" INITIALIZED "\n" CHANGED "done\n");
  g_assert_false (follow (fixture, TRUE, CALL ("8")));
  g_assert_false (follow (fixture, FALSE, RESULT ("8")));
  paddock_restart_fill (fixture->restart);
  expect (fixture, "");
}

/* The server that follows ends at once as well. */
static void
test_vacant_again (Fixture       *fixture,
                   gconstpointer  data)
{
  for (guint i = 0; i < 2; i++) {
    paddock_restart_begin (fixture->restart, FALSE);
    wait_phase (fixture, PADDOCK_RESTART_ENDING);
    paddock_restart_server_ended (fixture->restart);
    g_string_truncate (fixture->log, 0);
    paddock_restart_vacate (fixture->restart);
    expect (fixture, "");
    paddock_restart_fill (fixture->restart);
    paddock_restart_vacate (fixture->restart);
    paddock_restart_fill (fixture->restart);
    expect (fixture, "start\nserver>" INITIALIZE "\nstart\nserver>" INITIALIZE "\n");
    g_assert_true (follow (fixture, FALSE, DECLARED));
    expect (fixture, "server>" INITIALIZED "\n" CHANGED "done\n");
  }
}

/* The server never answered `initialize`: the host begins anew. Or it did, and the host went on
 * while there was no server. */
static void
test_vacant_early (void)
{
  for (guint is_answered = 0; is_answered <= 1; is_answered++) {
    Fixture fixture = { 0 };

    set_up_new (&fixture, NULL);
    g_assert_false (follow (&fixture, TRUE, INITIALIZE));
    if (is_answered)
      g_assert_false (follow (&fixture, FALSE, DECLARED));
    g_assert_cmpint (paddock_replay_was_answered (
                       paddock_restart_get_replay (fixture.restart)), ==, is_answered);
    paddock_restart_vacate (fixture.restart);
    expect (&fixture, is_answered ? "" : NO_FOLDER ("0"));
    refuse (&fixture, INITIALIZED);
    refuse (&fixture, CALL ("1"));
    expect (&fixture, NO_FOLDER ("1"));
    paddock_restart_fill (fixture.restart);
    if (is_answered) {
      expect (&fixture, "start\nserver>" INITIALIZE "\n");
      g_assert_true (follow (&fixture, FALSE, DECLARED));
      expect (&fixture, "server>" INITIALIZED "\n" CHANGED "done\n");
    } else {
      expect (&fixture, "start\ndone\n");
      g_assert_cmpint (paddock_restart_get_obstacle (fixture.restart), ==,
                       PADDOCK_OBSTACLE_NO_HANDSHAKE);
      g_assert_false (follow (&fixture, TRUE, INITIALIZE));
      g_assert_false (follow (&fixture, FALSE, DECLARED));
      g_assert_false (follow (&fixture, TRUE, INITIALIZED));
    }
    g_assert_cmpint (paddock_restart_get_obstacle (fixture.restart), ==, PADDOCK_OBSTACLE_NONE);
    tear_down (&fixture, NULL);
  }
}

static void
test_vacant_for_good (Fixture       *fixture,
                      gconstpointer  data)
{
  paddock_restart_vacate (fixture->restart);
  paddock_restart_abandon (fixture->restart);
  paddock_restart_fill (fixture->restart);
  expect (fixture, "");
}

static void
test_vacant_no_process (Fixture       *fixture,
                        gconstpointer  data)
{
  fixture->cannot_start = TRUE;
  paddock_restart_vacate (fixture->restart);
  paddock_restart_fill (fixture->restart);
  expect (fixture, "start\nfailed\n");
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_FAILED);
}

/* The next server waits for its folders, and so do the host's requests. */
static void
test_opening (Fixture       *fixture,
              gconstpointer  data)
{
  fixture->is_opening = TRUE;
  paddock_restart_go_on (fixture->restart);
  paddock_restart_begin (fixture->restart, FALSE);
  paddock_restart_go_on (fixture->restart);
  wait_phase (fixture, PADDOCK_RESTART_ENDING);
  paddock_restart_go_on (fixture->restart);
  expect (fixture, "end TERM\n");
  paddock_restart_server_ended (fixture->restart);
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_OPENING);
  /* The process that has ended already may be noticed once more. */
  g_assert_true (paddock_restart_handle_exit (fixture->restart));
  paddock_restart_server_ended (fixture->restart);
  paddock_restart_hurry (fixture->restart);
  paddock_restart_begin (fixture->restart, TRUE);
  g_assert_true (follow (fixture, TRUE, CALL ("1")));
  expect (fixture, "");
  paddock_restart_go_on (fixture->restart);
  expect (fixture, "start\nserver>" INITIALIZE "\n");
  paddock_restart_go_on (fixture->restart);
  g_assert_true (follow (fixture, FALSE, DECLARED));
  expect (fixture, "server>" INITIALIZED "\nserver>" CALL ("1") "\n" CHANGED "done\n");
}

/* The host closes its end while folders are awaited. */
static void
test_opening_abandoned (Fixture       *fixture,
                        gconstpointer  data)
{
  fixture->is_opening = TRUE;
  paddock_restart_begin (fixture->restart, FALSE);
  wait_phase (fixture, PADDOCK_RESTART_ENDING);
  paddock_restart_server_ended (fixture->restart);
  g_assert_true (follow (fixture, TRUE, CALL ("1")));
  paddock_restart_close (fixture->restart);
  expect (fixture, "end TERM\n" REFUSED ("1"));
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_FAILED);
  paddock_restart_go_on (fixture->restart);
  expect (fixture, "");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, data, function) \
  g_test_add ("/restart/" name, Fixture, data, set_up, function, tear_down)
#define ADD_FAILURE(name, how) \
  g_test_add ("/restart/fails/" name, Fixture, GSIZE_TO_POINTER (how), set_up_failure, \
              test_failures, tear_down)
  ADD ("idle-server", NULL, test_idle_server);
  ADD ("draining", NULL, test_draining);
  ADD ("modern", NULL, test_modern);
  ADD ("resumed", NULL, test_resumed);
  ADD ("batch-meanwhile", NULL, test_batch_meanwhile);
  ADD ("cancelled-open", NULL, test_cancelled_open);
  ADD ("long", &short_times, test_long);
  ADD ("at-once", NULL, test_at_once);
  g_test_add ("/restart/at-once-busy", Fixture, &short_times, set_up, test_at_once, tear_down);
  ADD ("end", NULL, test_end);
  ADD ("no-patience", &short_times, test_no_patience);
  ADD ("opening", NULL, test_opening);
  ADD ("opening-abandoned", NULL, test_opening_abandoned);
  ADD ("abandoned", NULL, test_abandoned);
  ADD ("abandoned-ending", &short_times, test_abandoned_ending);
  ADD ("task-meanwhile", NULL, test_task_meanwhile);
  ADD ("held-limits", NULL, test_held_limits);
  ADD ("vacant", NULL, test_vacant);
  g_test_add ("/restart/vacant-draining", Fixture, &short_times, set_up, test_vacant, tear_down);
  ADD ("vacant-again", NULL, test_vacant_again);
  ADD ("vacant-for-good", NULL, test_vacant_for_good);
  ADD ("vacant-no-process", NULL, test_vacant_no_process);
  ADD ("vacant-waits", NULL, test_vacant_waits);
  ADD ("vacant-limits", NULL, test_vacant_limits);
  ADD ("closed", NULL, test_closed);
  ADD ("kept-back", NULL, test_kept_back);
  g_test_add_func ("/restart/vacant-early", test_vacant_early);
  ADD_FAILURE ("no-process", 0);
  ADD_FAILURE ("another-version", 1);
  ADD_FAILURE ("ends", 2);
  return g_test_run ();
}
