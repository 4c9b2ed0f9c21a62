/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-log-filter.h"

#include "cli-fixture.h"

#include <string.h>

/* The options of `paddock log`, and which entries it then requests from the service. */

#define SERVERS "([{'id': <'s1'>, 'given-name': <'alpha'>}, " \
  " {'id': <'s2'>, 'given-name': <'beta'>}],)"
#define ROOTS "([{'id': <'r1'>, 'path': <b'/srv/a'>, 'uri': <'file:///srv/a'>}],)"

static void
answer_lists (CliFixture *fixture)
{
  fake_control_answer (fixture->fake, "ListServers", SERVERS);
  fake_control_answer (fixture->fake, "ListRoots", ROOTS);
}

static void
test_asked_for (CliFixture    *fixture,
                gconstpointer  data)
{
  static const char * const cases[][2] = {
    { "log --server alpha", "({'server': <'s1'>}, 0, 0)" },
    { "log --server s2 -n 5", "({'server': <'s2'>}, 0, 5)" },
    { "log --root /srv/a", "({'root': <'r1'>}, 0, 0)" },
    { "log --kind asked", "({'kinds': <['asked']>}, 0, 0)" },
    { "log --kind problems,asked --kind paddock",
      "({'kinds': <['asked', 'problems', 'paddock']>}, 0, 0)" },
    { "log --search XYZ", "({'text': <'xyz'>}, 0, 0)" },
    { "log --search UNBLOCKED",
      "({'text': <'unblocked'>, 'events': <['unblocked']>}, 0, 0)" },
    { "log --search 'time limit expired'",
      "({'text': <'time limit expired'>, 'reasons': <['expired']>}, 0, 0)" },
    { "log --root r1 --server beta --kind files --search q%",
      "({'server': <'s2'>, 'root': <'r1'>, 'kinds': <['files']>, 'text': <'q%'>}, 0, 0)" },
  };

  answer_lists (fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *sent = NULL;

    cli_assert (fixture, cases[i][0], PADDOCK_EXIT_OK, NULL, NULL);
    sent = fake_control_dup_call (fixture->fake, "SearchJournal");
    g_assert_cmpstr (sent, ==, cases[i][1]);
  }
  /* An empty text counts as no text. */
  cli_assert (fixture, "log --search ''", PADDOCK_EXIT_OK, NULL, NULL);
  g_assert_null (fake_control_dup_call (fixture->fake, "SearchJournal"));
}

static void
test_since (CliFixture    *fixture,
            gconstpointer  data)
{
  static const struct {
    const char *typed;
    gint64      back;               /* µs before now; 0: at @moment */
    gint64      moment;             /* s since the epoch */
  } cases[] = {
    { "2h", 2 * G_TIME_SPAN_HOUR, 0 },
    { "hour", G_TIME_SPAN_HOUR, 0 },
    { "7d", 7 * G_TIME_SPAN_DAY, 0 },
    { "1h30m", 90 * G_TIME_SPAN_MINUTE, 0 },
    { "2020-01-02", 0, 1577923200 },
    { "2020-01-02 10:30", 0, 1577961000 },
    { "2020-01-02T10:30:00Z", 0, 1577961000 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockLogChoice choice = { .since = (char *) cases[i].typed };
    g_autoptr (GError) error = NULL;
    gint64 now = g_get_real_time ();
    g_autoptr (PaddockEntryFilter) filter = paddock_log_filter_new (NULL, &choice, now, &error);

    g_assert_no_error (error);
    g_assert_cmpint (filter->since, ==, cases[i].back > 0 ? now - cases[i].back
                                                        : cases[i].moment * G_USEC_PER_SEC);
  }
}

static void
test_today (CliFixture    *fixture,
            gconstpointer  data)
{
  PaddockLogChoice choice = { .since = (char *) "today" };
  gint64 midnight = G_GINT64_CONSTANT (1577923200) * G_USEC_PER_SEC;
  const gint64 within[] = { 0, 1, G_TIME_SPAN_DAY - 1 };

  for (gsize i = 0; i < G_N_ELEMENTS (within); i++) {
    g_autoptr (PaddockEntryFilter) filter =
      paddock_log_filter_new (NULL, &choice, midnight + within[i], NULL);

    g_assert_cmpint (filter->since, ==, midnight);
  }
}

static void
test_refused (CliFixture    *fixture,
              gconstpointer  data)
{
  static const char * const misused[][2] = {
    { "log --kind all", "The kinds are: asked, shared" },
    { "log --kind ''", "”. The kinds are:" },
    { "log --kind asked,", "”. The kinds are:" },
    { "log --kind Asked", "”. The kinds are:" },
    { "log --since yesterday", "”. Use today, a time span such as 2h or 7d, or a date such as "
      "2026-12-24." },
    { "log --since ''", "”. Use today, a time span such as 2h or 7d, or a date such as "
      "2026-12-24." },
    { "log --since -2h", "”. Use today, a time span such as 2h or 7d, or a date such as "
      "2026-12-24." },
    { "log --since session", "”. Use today, a time span such as 2h or 7d, or a date such as "
      "2026-12-24." },
    { "log --since until-revoked", "”. Use today, a time span such as 2h or 7d, or a date such "
      "as 2026-12-24." },
    { "log --since 2026-13-01", "”. Use today, a time span such as 2h or 7d, or a date such as "
      "2026-12-24." },
    { "log --since 1960-01-01", "”. Use today, a time span such as 2h or 7d, or a date such as "
      "2026-12-24." },
  };
  static const char * const unknown[] = { "log --server gamma", "log --root /srv/b" };
  g_autofree char *text = g_strnfill (PADDOCK_ENTRY_FILTER_MAX_TEXT + 1, 'x');
  g_autofree char *longest = g_strdup_printf ("log --search %s", text + 1);
  g_autofree char *too_long = g_strdup_printf ("log --search %s", text);

  answer_lists (fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (misused); i++)
    cli_assert (fixture, misused[i][0], PADDOCK_EXIT_USAGE, NULL, misused[i][1]);
  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++)
    g_assert_cmpint (cli_run (fixture, unknown[i]), ==, PADDOCK_EXIT_REFUSED);
  g_assert_null (fake_control_dup_call (fixture->fake, "SearchJournal"));

  cli_assert (fixture, too_long, PADDOCK_EXIT_USAGE, NULL, "256");
  cli_assert (fixture, longest, PADDOCK_EXIT_OK, NULL, NULL);
}

static gboolean
on_later (gpointer user_data)
{
  CliFixture *fixture = user_data;

  fake_control_emit (fixture->fake, "JournalChanged",
                     "([{'number': <int64 9>, 'event': <'blocked'>, 'name': <'late'>},"
                     " {'number': <int64 8>, 'event': <'paused'>, 'name': <'unwanted'>},"
                     " {'number': <int64 7>, 'event': <'granted'>, 'name': <'other'>}],)");
  fake_control_vanish (fixture->fake);
  return G_SOURCE_REMOVE;
}

/* New entries are filtered in the same way. */
static void
test_follow (CliFixture    *fixture,
             gconstpointer  data)
{
  g_idle_add (on_later, fixture);
  cli_assert (fixture, "log --follow --kind revoked --search LATE", PADDOCK_EXIT_REFUSED,
              "“late” was blocked", "service stopped");
  g_assert_null (strstr (fixture->out, "unwanted"));
  g_assert_null (strstr (fixture->out, "other"));
}

int
main (int    argc,
      char **argv)
{
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/log-filter/asked-for", test_asked_for);
  CLI_TEST ("/log-filter/since", test_since);
  CLI_TEST ("/log-filter/today", test_today);
  CLI_TEST ("/log-filter/refused", test_refused);
  CLI_TEST ("/log-filter/follow", test_follow);
  return g_test_run ();
}
