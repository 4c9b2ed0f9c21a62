/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

#include "paddock-error.h"
#include "paddock-names.h"

#include <string.h>

/* `paddock add`: what it sends, and what it prints about each path. */

static void
test_sent (CliFixture    *fixture,
           gconstpointer  data)
{
  static const struct {
    const char *line;
    const char *sent;                 /* part of the call */
  } cases[] = {
    { "add /a", "([b'/a'], {" },
    { "add /a /b", "([b'/a', b'/b'], {" },
    { "add /a/../b//c/", "([b'/a/../b//c/'], {" },
    { "add '/not\377utf8'", "([b'/not\\377utf8'], {" },
    { "add -- --odd", "/--odd'], {" },
    { "add file:///a%20b", "([b'file:///a%20b'], {" },
    { "add ''", "([b''], {" },
    { "add /a", "'access': <'read-write'>" },
    { "add /a", "'accept-warnings': <false>" },
    { "add --read-only /a", "'access': <'read-only'>" },
    { "add -r /a", "'access': <'read-only'>" },
    { "add --accept-warning /a", "'accept-warnings': <true>" },
    { "add --name 'A name' /a", "'name': <'A name'>" },
    { "add /a -n N", "'name': <'N'>" },
    { "add --other-file-systems /a", "'other-file-systems': <true>" },
    { "add --for 90m /a", "'duration': <'1h30m'>" },
    { "add --for until-logout /a", "'duration': <'until-logout'>" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *sent = NULL;

    cli_run (fixture, cases[i].line);
    sent = fake_control_dup_call (fixture->fake, "AddRoots");
    g_test_message ("%s", sent);
    g_assert_nonnull (strstr (sent, cases[i].sent));
  }
}

static void
test_added (CliFixture    *fixture,
            gconstpointer  data)
{
  fake_control_answer (fixture->fake, "AddRoots",
                       "([{'path': <b'/a'>, 'canonical': <b'/a'>, 'verdict': <'accepted'>,"
                       " 'added': <true>, 'id': <'id1'>},"
                       " {'path': <b'/b c'>, 'canonical': <b'/b c'>, 'verdict': <'accepted'>,"
                       " 'added': <true>, 'id': <'id2'>},"
                       " {'path': <b'/d\\033'>, 'canonical': <b'/d\\033'>,"
                       " 'verdict': <'accepted'>, 'added': <true>, 'id': <'id3'>}],)");
  cli_assert (fixture, "add /a '/b c' /d", PADDOCK_EXIT_OK, "Added /a (id id1)", NULL);
  /* A path that can't be displayed as it is, is named by its id. */
  g_assert_nonnull (strstr (fixture->out, "\n  paddock grant SERVER /a '/b c' id3\n"));
  g_assert_nonnull (strstr (fixture->out, "Added /d\\x1B (id id3)"));
  /* Each only once. */
  g_assert_null (strstr (strstr (fixture->out, "Added /a") + 1, "Added /a"));
}

/* One call has all paths, so the user is asked once. */
static void
test_other_file_systems (CliFixture    *fixture,
                         gconstpointer  data)
{
  g_autofree char *sent = NULL;

  fake_control_answer (fixture->fake, "AddRoots",
                       "([{'path': <b'/a'>, 'canonical': <b'/a'>, 'verdict': <'accepted'>,"
                       " 'added': <true>, 'id': <'id1'>}],)");
  cli_assert (fixture, "add --other-file-systems /a", PADDOCK_EXIT_OK, "Added /a (id id1)", NULL);
  sent = fake_control_dup_call (fixture->fake, "ChangeRoot");
  g_assert_null (sent);
}

/* A path that became a question is reported neither as added nor as refused. */
static void
test_asked (CliFixture    *fixture,
            gconstpointer  data)
{
  fake_control_answer (fixture->fake, "AddRoots",
                       "([{'path': <b'/a'>, 'canonical': <b'/a'>, 'verdict': <'accepted'>,"
                       " 'added': <false>, 'request': <'q'>}],)");
  cli_assert (fixture, "add --no-wait /a", PADDOCK_EXIT_PENDING, NULL, "Waiting for an answer in");
  g_assert_cmpstr (fixture->out, ==, "");
  g_assert_null (strstr (fixture->err, "Not added"));
}

/* With only one server, the printed line can be typed unchanged. */
static void
test_next_line (CliFixture    *fixture,
                gconstpointer  data)
{
  static const struct {
    const char *servers;
    const char *line;
  } cases[] = {
    { "([],)", "\n  paddock grant SERVER /a\n" },
    { "([{'id': <'s'>, 'given-name': <'alpha'>}],)", "\n  paddock grant alpha /a\n" },
    { "([{'id': <'s'>, 'given-name': <'my server'>}],)", "\n  paddock grant 'my server' /a\n" },
    { "([{'id': <'s'>, 'given-name': <'$(id)'>}],)", "\n  paddock grant '$(id)' /a\n" },
    { "([{'id': <'s'>, 'given-name': <\"it's\">}],)", "\n  paddock grant 'it'\\''s' /a\n" },
    { "([{'id': <'s'>, 'given-name': <'--no-wait'>}],)", "\n  paddock grant s /a\n" },
    { "([{'id': <'s'>}, {'id': <'t'>}],)", "\n  paddock grant SERVER /a\n" },
  };

  fake_control_answer (fixture->fake, "AddRoots",
                       "([{'path': <b'/a'>, 'canonical': <b'/a'>, 'verdict': <'accepted'>,"
                       " 'added': <true>, 'id': <'id1'>}],)");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    fake_control_answer (fixture->fake, "ListServers", cases[i].servers);
    cli_assert (fixture, "add /a", PADDOCK_EXIT_OK, cases[i].line, NULL);
  }
}

static void
test_refused (CliFixture    *fixture,
              gconstpointer  data)
{
  static const struct {
    const char *result;
    const char *line;
    const char *err;
  } cases[] = {
    { "{'path': <b'/proc'>, 'verdict': <'system'>}", "add /proc",
      "“/proc”: it belongs to the system" },
    { "{'path': <b''>, 'verdict': <'empty'>}", "add ''", "“”: no path" },
    { "{'path': <b'/x\\033[2J'>, 'verdict': <'missing'>}", "add /x", "/x\\x1B[2J" },
    { "{'path': <b'/h'>, 'verdict': <'warned'>, 'warnings': <['home']>}", "add /h",
      "your home folder" },
    { "{'path': <b'/h'>, 'verdict': <'warned'>, 'warnings': <['home']>}", "add /h",
      "--accept-warning" },
    { "{'path': <b'/h'>, 'verdict': <'warned'>, 'warnings': <['contains-own']>,"
      " 'error': <'Read-only at most'>}", "add --accept-warning /h", "Read-only at most" },
    { "{'path': <b'/h'>, 'verdict': <'accepted'>, 'error': <'Disk full'>}", "add /h", "Disk full" },
    { "@a{sv} {}", "add /h", "Not added" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *reply = g_strdup_printf ("([%s],)", cases[i].result);

    fake_control_answer (fixture->fake, "AddRoots", reply);
    cli_assert (fixture, cases[i].line, PADDOCK_EXIT_REFUSED, NULL, cases[i].err);
  }
}

/* Good paths are added and reported. The exit status shows the bad ones. */
static void
test_mixed (CliFixture    *fixture,
            gconstpointer  data)
{
  fake_control_answer (fixture->fake, "AddRoots",
                       "([{'path': <b'/a'>, 'verdict': <'accepted'>, 'added': <true>,"
                       " 'id': <'id1'>}, {'path': <b'/proc'>, 'verdict': <'system'>}],)");
  cli_assert (fixture, "add /a /proc", PADDOCK_EXIT_REFUSED, "Added /a", "“/proc”");
  g_assert_nonnull (strstr (fixture->out, "grant SERVER id1"));
}

static void
test_there_already (CliFixture    *fixture,
                    gconstpointer  data)
{
  fake_control_answer (fixture->fake, "AddRoots",
                       "([{'path': <b'/l'>, 'canonical': <b'/a'>, 'verdict': <'accepted'>,"
                       " 'added': <false>, 'id': <'id1'>}],)");
  cli_assert (fixture, "add /l", PADDOCK_EXIT_OK, "already has /a (id id1)", NULL);
  g_assert_null (strstr (fixture->out, "grant"));
}

static void
test_inside (CliFixture    *fixture,
             gconstpointer  data)
{
  fake_control_answer (fixture->fake, "ListRoots", "([{'id': <'out'>, 'path': <b'/outer'>}],)");
  fake_control_answer (fixture->fake, "AddRoots",
                       "([{'path': <b'/outer/in'>, 'verdict': <'accepted'>, 'added': <true>,"
                       " 'id': <'id1'>, 'inside': <'out'>}],)");
  cli_assert (fixture, "add /outer/in", PADDOCK_EXIT_OK, "Servers that see that folder see it too",
              NULL);
}

static void
test_fails (CliFixture    *fixture,
            gconstpointer  data)
{
  fake_control_fail (fixture->fake, "AddRoots", PADDOCK_ERROR_BUS_PREFIX "Store", "Cannot write");
  cli_assert (fixture, "add /a", PADDOCK_EXIT_REFUSED, NULL, "paddock: Cannot write\n");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-add/sent", test_sent);
  CLI_TEST ("/cmd-add/added", test_added);
  CLI_TEST ("/cmd-add/other-file-systems", test_other_file_systems);
  CLI_TEST ("/cmd-add/asked", test_asked);
  CLI_TEST ("/cmd-add/next-line", test_next_line);
  CLI_TEST ("/cmd-add/refused", test_refused);
  CLI_TEST ("/cmd-add/mixed", test_mixed);
  CLI_TEST ("/cmd-add/there-already", test_there_already);
  CLI_TEST ("/cmd-add/inside", test_inside);
  CLI_TEST ("/cmd-add/fails", test_fails);
  return g_test_run ();
}
