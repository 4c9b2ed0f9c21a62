/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-host-watch.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define DEADLINE (20 * G_USEC_PER_SEC)

/* The outer ends: what the host writes to and reads from, and the server's. */
typedef struct {
  PaddockPump      *to_server;
  PaddockPump      *to_host;
  PaddockHostWatch *watch;
  int               host_writes;
  int               host_reads;
  int               server_reads;
  int               server_writes;
  gboolean          has_server;
  GString          *log;
} Fixture;

static gboolean
on_gone (int      signal_number,
         gboolean was_unread,
         gpointer user_data)
{
  Fixture *fixture = user_data;

  g_string_append_printf (fixture->log, "%s%s ", signal_number == SIGTERM ? "term" : "kill",
                          was_unread ? "-unread" : "");
  return fixture->has_server;
}

static gboolean
on_line (PaddockPump *pump,
         PaddockSpan  line,
         gpointer     user_data)
{
  return TRUE;
}

static void
on_finished (PaddockPump *pump,
             gpointer     user_data)
{
}

static const PaddockPumpFuncs pump_funcs = { .line = on_line, .finished = on_finished };

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  int a[2], b[2], c[2], d[2];

  g_assert_cmpint (pipe2 (a, O_CLOEXEC | O_NONBLOCK), ==, 0);
  g_assert_cmpint (pipe2 (b, O_CLOEXEC | O_NONBLOCK), ==, 0);
  g_assert_cmpint (pipe2 (c, O_CLOEXEC | O_NONBLOCK), ==, 0);
  g_assert_cmpint (pipe2 (d, O_CLOEXEC | O_NONBLOCK), ==, 0);
  fixture->to_server = paddock_pump_new (a[0], b[1], 1000, &pump_funcs, fixture);
  fixture->to_host = paddock_pump_new (c[0], d[1], 1000, &pump_funcs, fixture);
  fixture->host_writes = a[1];
  fixture->server_reads = b[0];
  fixture->server_writes = c[1];
  fixture->host_reads = d[0];
  fixture->has_server = TRUE;
  fixture->log = g_string_new (NULL);
  fixture->watch = paddock_host_watch_new (on_gone, fixture);
  paddock_host_watch_set_pumps (fixture->watch, fixture->to_server, fixture->to_host);
  paddock_pump_start (fixture->to_server, PADDOCK_PUMP_NEITHER);
  paddock_pump_start (fixture->to_host, PADDOCK_PUMP_NEITHER);
}

static void
close_end (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_host_watch_free (fixture->watch);
  paddock_pump_free (fixture->to_server);
  paddock_pump_free (fixture->to_host);
  close_end (&fixture->host_writes);
  close_end (&fixture->host_reads);
  close_end (&fixture->server_reads);
  close_end (&fixture->server_writes);
  g_string_free (fixture->log, TRUE);
}

static void
run_for (guint milliseconds)
{
  gint64 until = g_get_monotonic_time () + milliseconds * G_TIME_SPAN_MILLISECOND;

  while (g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, FALSE);
}

static void
expect (Fixture    *fixture,
        const char *expected)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;

  while (fixture->log->len < strlen (expected)) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_main_context_iteration (NULL, FALSE);
  }
  g_assert_cmpstr (fixture->log->str, ==, expected);
}

static void
end_input (Fixture *fixture)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;

  close_end (&fixture->host_writes);
  while (!paddock_pump_is_finished (fixture->to_server)) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_main_context_iteration (NULL, FALSE);
  }
}

/* One that reads is there, though it sends nothing more. */
static void
test_reads_on (Fixture       *fixture,
               gconstpointer  data)
{
  end_input (fixture);
  paddock_host_watch_begin (fixture->watch);
  run_for (3 * PADDOCK_HOST_WATCH_MS);
  g_assert_cmpstr (fixture->log->str, ==, "");
  close_end (&fixture->host_reads);
  expect (fixture, "term kill ");
  run_for (2 * PADDOCK_HOST_WATCH_MS);
  g_assert_cmpstr (fixture->log->str, ==, "term kill ");
}

/* While a host still sends, nobody looks. */
static void
test_sends_on (Fixture       *fixture,
               gconstpointer  data)
{
  close_end (&fixture->host_reads);
  paddock_host_watch_begin (fixture->watch);
  run_for (2 * PADDOCK_HOST_WATCH_MS);
  g_assert_cmpstr (fixture->log->str, ==, "");
}

/* Without a server nobody gets a signal; the next one gets both. */
static void
test_no_server (Fixture       *fixture,
                gconstpointer  data)
{
  fixture->has_server = FALSE;
  end_input (fixture);
  close_end (&fixture->host_reads);
  paddock_host_watch_begin (fixture->watch);
  expect (fixture, "term term ");
  fixture->has_server = TRUE;
  expect (fixture, "term term term kill ");
}

/* A host whose lines are not read is gone when it neither sends nor reads. */
static void
test_unread (Fixture       *fixture,
             gconstpointer  data)
{
  paddock_pump_set_paused (fixture->to_server, TRUE);
  paddock_host_watch_set_unread (fixture->watch, TRUE);
  close_end (&fixture->host_reads);
  run_for (2 * PADDOCK_HOST_WATCH_MS);
  g_assert_cmpstr (fixture->log->str, ==, "");
  close_end (&fixture->host_writes);
  expect (fixture, "term-unread kill-unread ");
}

#define ADD(name, function) \
  g_test_add ("/host-watch/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  signal (SIGPIPE, SIG_IGN);
  g_test_init (&argc, &argv, NULL);
  ADD ("reads-on", test_reads_on);
  ADD ("sends-on", test_sends_on);
  ADD ("no-server", test_no_server);
  ADD ("unread", test_unread);
  return g_test_run ();
}
