/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

#include <string.h>

/* `paddock log`: oldest entry first, and one line for each entry, whatever it contains. */

#define ENTRIES "([{'number': <int64 2>, 'time': <int64 2000000>, 'last': <int64 5000000>," \
  " 'count': <uint32 4>, 'event': <'roots-listed'>, 'name': <'evil\\u001b\\u000a'>," \
  " 'detail': <'x\\u202ey'>}," \
  " {'number': <int64 1>, 'time': <int64 1000000>, 'count': <uint32 1>," \
  " 'event': <'granted'>, 'reason': <'user-allowed'>, 'name': <'alpha'>," \
  " 'path': <'/a'>}],)"

static void
test_text (CliFixture    *fixture,
           gconstpointer  data)
{
  g_auto (GStrv) lines = NULL;

  cli_assert (fixture, "log", PADDOCK_EXIT_OK, NULL, NULL);

  fake_control_answer (fixture->fake, "ListJournal", ENTRIES);
  cli_assert (fixture, "log", PADDOCK_EXIT_OK, "/a was shared with “alpha”", NULL);
  lines = g_strsplit (fixture->out, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_nonnull (strstr (lines[0], "You allowed it"));
  g_assert_nonnull (strstr (lines[1], "“evil\\x1B\\x0A” read its list of folders"));
  g_assert_nonnull (strstr (lines[1], "(4 times"));
  g_assert_nonnull (strstr (lines[1], "x\\u{202E}y"));
}

static void
test_json (CliFixture    *fixture,
           gconstpointer  data)
{
  g_auto (GStrv) lines = NULL;

  cli_assert (fixture, "log --json", PADDOCK_EXIT_OK, NULL, NULL);

  fake_control_answer (fixture->fake, "ListJournal", ENTRIES);
  cli_assert (fixture, "log --json", PADDOCK_EXIT_OK, "\"event\":\"granted\"", NULL);
  lines = g_strsplit (fixture->out, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_nonnull (strstr (lines[0], "granted"));
  g_assert_nonnull (strstr (lines[1], "roots-listed"));
}

static void
test_limit (CliFixture    *fixture,
            gconstpointer  data)
{
  static const char * const cases[][2] = {
    { "log", "(0, 0)" }, { "log --limit 7", "(0, 7)" }, { "log -n 1", "(0, 1)" },
    { "log -n 4294967295", "(0, 4294967295)" }, { "log -n 4294967296", "(0, 0)" },
  };
  static const char * const refused[] = {
    "log --limit 0", "log --limit -1", "log --limit=-1", "log -n -2", "log -n -9223372036854775808",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *sent = NULL;

    g_assert_cmpint (cli_run (fixture, cases[i][0]), ==, PADDOCK_EXIT_OK);
    sent = fake_control_dup_call (fixture->fake, "ListJournal");
    g_assert_cmpstr (sent, ==, cases[i][1]);
  }
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    cli_assert (fixture, refused[i], PADDOCK_EXIT_USAGE, NULL, "--limit must be at least 1.");
    g_assert_null (fake_control_dup_call (fixture->fake, "ListJournal"));
  }
}

static gboolean
on_later (gpointer user_data)
{
  CliFixture *fixture = user_data;

  fake_control_emit (fixture->fake, "JournalChanged",
                     "([{'number': <int64 9>, 'event': <'blocked'>, 'name': <'late'>}],)");
  fake_control_vanish (fixture->fake);
  return G_SOURCE_REMOVE;
}

static void
test_follow (CliFixture    *fixture,
             gconstpointer  data)
{
  fake_control_answer (fixture->fake, "ListJournal", ENTRIES);
  g_idle_add (on_later, fixture);
  cli_assert (fixture, "log --follow", PADDOCK_EXIT_REFUSED, "“late” was blocked",
              "service stopped");
  g_assert_true (strstr (fixture->out, "Shared") < strstr (fixture->out, "late"));
}

/* A server has the name that it has everywhere else, whatever it was called before. */
static void
test_current_name (CliFixture    *fixture,
                   gconstpointer  data)
{
  fake_control_answer (fixture->fake, "ListJournal",
                       "([{'number': <int64 2>, 'event': <'blocked'>, 'server': <'s'>,"
                       " 'name': <'tool'>},"
                       " {'number': <int64 1>, 'event': <'forgotten'>, 'server': <'gone'>,"
                       " 'name': <'before'>}],)");
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s'>, 'claimed-name': <'tool'>, 'noted': <{"
                       " 'key': <'gemini-k3v9x0q2m1ab'>,"
                       " 'app': <'gemini'>, 'server': <'files'>, 'path': <'/f'>}>}],)");
  cli_assert (fixture, "log", PADDOCK_EXIT_OK, "“files (Gemini CLI)” was blocked", NULL);
  g_assert_nonnull (strstr (fixture->out, "“before” was forgotten"));
  cli_assert (fixture, "log --json", PADDOCK_EXIT_OK, "\"server\":\"files (Gemini CLI)\"", NULL);

  fake_control_fail (fixture->fake, "ListServers", "org.example.Error", "Not today");
  cli_assert (fixture, "log", PADDOCK_EXIT_OK, "“tool” was blocked", NULL);
}

static void
test_fails (CliFixture    *fixture,
            gconstpointer  data)
{
  fake_control_fail (fixture->fake, "ListJournal", "org.example.Error", "Not today");
  cli_assert (fixture, "log --follow", PADDOCK_EXIT_REFUSED, NULL, "paddock: Not today\n");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-log/text", test_text);
  CLI_TEST ("/cmd-log/json", test_json);
  CLI_TEST ("/cmd-log/limit", test_limit);
  CLI_TEST ("/cmd-log/follow", test_follow);
  CLI_TEST ("/cmd-log/current-name", test_current_name);
  CLI_TEST ("/cmd-log/fails", test_fails);
  return g_test_run ();
}
