/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-reconnect-backoff.h"
#include "restart-fixture.h"

/* A session is begun again with a server behind an address. */

#define UNBEGUN(id) "host>{" V ",\"id\":" id ",\"error\":{\"code\":-32603,\"message\":\"" \
  PADDOCK_NO_SESSION_TEXT "\",\"data\":" PADDOCK_SESSION_LOST_DATA "}}\n"
#define LOST(id)    "host>{" V ",\"id\":" id ",\"error\":{\"code\":-32603,\"message\":\"" \
  PADDOCK_SESSION_LOST_TEXT "\",\"data\":" PADDOCK_SESSION_LOST_DATA "}}\n"
#define ENDS(id)    "host>{" V ",\"id\":" id ",\"error\":{\"code\":-32603,\"message\":\"" \
  PADDOCK_SESSIONS_END_TEXT "\",\"data\":" PADDOCK_SESSION_LOST_DATA "}}\n"
#define LOST_OPEN(id) "end TERM\n" LOST (id) "start\n"
#define LEVEL       "{" V ",\"id\":7,\"method\":\"logging/setLevel\",\"params\":{}}"
#define NO          "{" V ",\"id\":0,\"error\":{\"code\":-32603,\"message\":\"refused\"}}"

static GPtrArray *
new_lines (const char *line)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  g_ptr_array_add (lines, g_bytes_new (line, strlen (line)));
  return lines;
}

/* The next session gets what the server did not take. Each other request gets one answer. */
static void
renew (Fixture *fixture)
{
  g_autoptr (GPtrArray) lines = new_lines (CALL ("2"));
  g_autoptr (GPtrArray) ids = new_lines ("1");

  g_assert_false (follow (fixture, TRUE, CALL ("1")));
  g_assert_false (follow (fixture, TRUE, CALL ("2")));
  g_assert_false (follow (fixture, TRUE, "[" CALL ("3") "]"));
  g_ptr_array_add (ids, g_bytes_new ("3", 1));
  g_assert_true (paddock_restart_renew (fixture->restart, lines, ids));
  g_assert_true (paddock_restart_is_renewal (fixture->restart));
  g_assert_false (paddock_restart_renew (fixture->restart, lines, ids));
  paddock_restart_server_ended (fixture->restart);
  expect (fixture, LOST ("3") "end TERM\n" LOST ("1") "start\nserver>" INITIALIZE "\n");
}

static void
test_renew (Fixture       *fixture,
            gconstpointer  data)
{
  renew (fixture);
  g_assert_true (follow (fixture, FALSE, DECLARED));
  expect (fixture, "server>" INITIALIZED "\nserver>" CALL ("2") "\n" CHANGED "done\n");
  g_assert_false (paddock_restart_is_renewal (fixture->restart));
}

static void
wait_for (Fixture    *fixture,
          const char *text)
{
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_SILENT);
  g_assert_true (follow (fixture, TRUE, text));
  g_assert_cmpuint (fixture->n_wanted, ==, 0);
}

/* If a server is away for a while, nothing ends: the next request begins the session. */
static void
test_renew_later (Fixture       *fixture,
                  gconstpointer  data)
{
  renew (fixture);
  g_assert_true (follow (fixture, FALSE, NO));
  expect (fixture, UNBEGUN ("2") "hear\n");
  for (guint i = 0; i < 2; i++) {
    wait_for (fixture, RESULT ("9"));
    wait_for (fixture, CALL ("4"));
    wait_for (fixture, "[" CALL ("5") "]");
    wait_phase (fixture, PADDOCK_RESTART_REPLAYING);
    expect (fixture, "wait\nserver>" INITIALIZE "\n");
    g_assert_true (follow (fixture, FALSE, i == 0 ? NO : DECLARED));
    expect (fixture, i == 0 ? UNBEGUN ("4") UNBEGUN ("5") "hear\n"
                            : "server>" INITIALIZED "\nserver>" CALL ("4") "\n"
            "server>[" CALL ("5") "]\n" CHANGED "done\n");
  }
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_NONE);
}

static gboolean
renew_with (Fixture    *fixture,
            const char *line)
{
  g_autoptr (GPtrArray) lines = new_lines (line);
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  gboolean is_renewed = paddock_restart_renew (fixture->restart, lines, ids);

  paddock_restart_server_ended (fixture->restart);
  return is_renewed;
}

static void
wait_log (Fixture *fixture)
{
  for (gint64 end = g_get_monotonic_time () + DEADLINE; fixture->log->len == 0;) {
    g_assert_cmpint (g_get_monotonic_time (), <, end);
    g_main_context_iteration (NULL, TRUE);
  }
}

/* A session is lost before the host had an answer in it: there are pauses, and at last an end. */
static void
test_renew_unproven (Fixture       *fixture,
                     gconstpointer  data)
{
  g_assert_false (follow (fixture, TRUE, LEVEL));
  g_assert_false (follow (fixture, FALSE, RESULT ("7")));
  g_assert_false (follow (fixture, TRUE, CALL ("2")));
  for (guint i = 0; i < PADDOCK_RECONNECT_BACKOFF_MAX; i++) {
    g_assert_true (renew_with (fixture, CALL ("2")));
    if (i > 0) {
      /* Not yet an answer, and one in a session that is gone. */
      expect (fixture, "end TERM\nstart\n");
      g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==,
                       PADDOCK_RESTART_REPLAYING);
      wait_log (fixture);
    }
    expect (fixture, i == 0 ? "end TERM\nstart\nserver>" INITIALIZE "\n"
                            : "wait\nserver>" INITIALIZE "\n");
    g_assert_true (follow (fixture, FALSE, DECLARED));
    expect (fixture, "server>" INITIALIZED "\nserver>" LEVEL "\nserver>" CALL ("2") "\n" CHANGED
            "done\n");
    /* The host did not ask for this. */
    g_assert_true (follow (fixture, FALSE, RESULT ("7")));
  }
  g_assert_true (renew_with (fixture, CALL ("2")));
  expect (fixture, "end TERM\nstart\n" ENDS ("2") "hear\n");
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_SILENT);

  /* A request begins a session. Any answer to it counts, also an error. */
  wait_for (fixture, CALL ("4"));
  wait_for (fixture, CALL ("5"));
  wait_phase (fixture, PADDOCK_RESTART_REPLAYING);
  expect (fixture, "wait\nserver>" INITIALIZE "\n");
  g_assert_true (follow (fixture, FALSE, DECLARED));
  expect (fixture, "server>" INITIALIZED "\nserver>" LEVEL "\nserver>" CALL ("4")
          "\nserver>" CALL ("5") "\n" CHANGED "done\n");
  if (data != NULL) {
    g_assert_true (renew_with (fixture, CALL ("5")));
    expect (fixture, LOST_OPEN ("4") ENDS ("5") "hear\n");
    return;
  }
  g_assert_false (follow (fixture, FALSE, "{" V ",\"id\":4,\"error\":{}}"));
  /* The session proved itself, but there were many in a row. */
  g_assert_true (renew_with (fixture, CALL ("5")));
  expect (fixture, "end TERM\nstart\n");
  wait_log (fixture);
  expect (fixture, "wait\nserver>" INITIALIZE "\n");
}

/* A slow server is asked once, and may still answer. */
static void
test_renew_slow (Fixture       *fixture,
                 gconstpointer  data)
{
  renew (fixture);
  wait_phase (fixture, PADDOCK_RESTART_SILENT);
  expect (fixture, UNBEGUN ("2") "hear\n");
  wait_for (fixture, CALL ("4"));
  wait_phase (fixture, PADDOCK_RESTART_REPLAYING);
  expect (fixture, "wait\n");
  wait_phase (fixture, PADDOCK_RESTART_SILENT);
  expect (fixture, UNBEGUN ("4") "hear\n");
  g_assert_true (follow (fixture, FALSE, DECLARED));
  expect (fixture, "server>" INITIALIZED "\n" CHANGED "done\n");
  g_assert_cmpint (paddock_restart_get_phase (fixture->restart), ==, PADDOCK_RESTART_NONE);
}

/* Another version or fewer capabilities cannot be hidden from the host. Then the session ends, and
 * that is no failure. */
static void
test_renew_end (Fixture       *fixture,
                gconstpointer  data)
{
  renew (fixture);
  g_assert_true (follow (fixture, FALSE, NO));
  expect (fixture, UNBEGUN ("2") "hear\n");
  wait_for (fixture, CALL ("4"));
  if (data == NULL) {
    paddock_restart_close (fixture->restart);
    expect (fixture, UNBEGUN ("4"));
    return;
  }
  wait_phase (fixture, PADDOCK_RESTART_REPLAYING);
  expect (fixture, "wait\nserver>" INITIALIZE "\n");
  g_assert_true (follow (fixture, FALSE, OTHER));
  expect (fixture, UNBEGUN ("4") "failed\n");
}

static const PaddockRestartTimes usual_times = { 0 };

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, data, function) \
  g_test_add ("/restart/renewal/" name, Fixture, data, set_up, function, tear_down)
  ADD ("now", NULL, test_renew);
  ADD ("later", NULL, test_renew_later);
  ADD ("slow", &short_times, test_renew_slow);
  ADD ("unproven", NULL, test_renew_unproven);
  ADD ("unproven-again", &usual_times, test_renew_unproven);
  ADD ("closed", NULL, test_renew_end);
  ADD ("other", &short_times, test_renew_end);
  return g_test_run ();
}
