/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

/* `paddock servers`: output for people and for programs. */

static void
test_servers (CliFixture    *fixture,
              gconstpointer  data)
{
  cli_assert (fixture, "servers", PADDOCK_EXIT_OK, "No server", NULL);
  cli_assert (fixture, "servers --json", PADDOCK_EXIT_OK, "[]\n", NULL);

  fake_control_answer (fixture->fake, "ListRoots",
                       "([{'id': <'1'>, 'path': <b'/one'>}, {'id': <'2'>, 'path': <b'/two'>}],)");
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s1'>, 'given-name': <'alpha'>, 'standing': <'allowed'>,"
                       " 'grants': <[{'root': <'2'>}, {'root': <'1'>}, {'root': <'gone'>}]>,"
                       " 'sessions': <[{'id': <'x'>}]>},"
                       " {'id': <'s2'>, 'given-name': <'\\u202eevil'>,"
                       " 'standing': <'blocked'>, 'identity-kind': <'launch'>,"
                       " 'facts': <[('command', 'claimed', 'fs /usr /dev/null')]>}],)");
  cli_assert (fixture, "servers", PADDOCK_EXIT_OK, "/one, /two", NULL);
  g_assert_nonnull (strstr (fixture->out, "evil also gives it /usr, whatever you share.\n"));
  g_assert_nonnull (strstr (fixture->out, "alpha"));
  g_assert_nonnull (strstr (fixture->out, "s2"));
  g_assert_nonnull (strstr (fixture->out, "blocked"));
  g_assert_null (strstr (fixture->out, "\xe2\x80\xae"));
  cli_assert (fixture, "servers --json", PADDOCK_EXIT_OK, "\"decision\" : \"blocked\"", NULL);
  g_assert_nonnull (strstr (fixture->out, "file:///one"));
}

/* If only some of a server's runs see a folder, the table and the JSON say so. */
static void
test_runs (CliFixture    *fixture,
           gconstpointer  data)
{
  fake_control_answer (fixture->fake, "ListRoots",
                       "([{'id': <'1'>, 'path': <b'/one'>}, {'id': <'2'>, 'path': <b'/two'>}],)");
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s1'>, 'given-name': <'alpha'>, 'standing': <'allowed'>,"
                       " 'runs': <uint32 3>, 'partly': <{'2': uint32 1}>,"
                       " 'grants': <[{'root': <'2'>}, {'root': <'1'>}]>}],)");
  cli_assert (fixture, "servers", PADDOCK_EXIT_OK, "/one, /two (1 of 3 runs)", NULL);
  cli_assert (fixture, "servers --json", PADDOCK_EXIT_OK,
              "\"someRuns\" : [\n      \"file:///two\"\n    ]", NULL);
}

/* A server's long name does not push its decision out of sight. Programs get the full name. */
static void
test_long_name (CliFixture    *fixture,
                gconstpointer  data)
{
  g_autofree char *name = g_strnfill (256, 'x');
  g_autofree char *servers = g_strdup_printf (
    "([{'id': <'s1'>, 'given-name': <'%s'>, 'standing': <'blocked'>}],)", name);
  g_auto (GStrv) lines = NULL;

  fake_control_answer (fixture->fake, "ListServers", servers);
  cli_assert (fixture, "servers", PADDOCK_EXIT_OK, "x…  blocked", NULL);
  lines = g_strsplit (fixture->out, "\n", -1);
  g_assert_cmpint (g_utf8_strlen (lines[1], -1), <=, 102);
  cli_assert (fixture, "servers --json", PADDOCK_EXIT_OK, name, NULL);
}

/* Servers of one name are told apart. No column is spent on it if no two have one name. */
static void
test_same_name (CliFixture    *fixture,
                gconstpointer  data)
{
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s1'>, 'given-name': <'twin'>, 'standing': <'allowed'>},"
                       " {'id': <'s2'>, 'given-name': <'twin'>, 'standing': <'allowed'>},"
                       " {'id': <'s3'>, 'given-name': <'alone'>, 'standing': <'blocked'>}],)");
  cli_assert (fixture, "servers", PADDOCK_EXIT_OK, "ORIGIN", NULL);
  g_assert_nonnull (strstr (fixture->out, "twin   Unknown"));
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s1'>, 'given-name': <'twin'>, 'standing': <'allowed'>}],)");
  cli_assert (fixture, "servers", PADDOCK_EXIT_OK, "twin", NULL);
  g_assert_null (strstr (fixture->out, "ORIGIN"));
}

static void
test_fails (CliFixture    *fixture,
            gconstpointer  data)
{
  fake_control_fail (fixture->fake, "ListServers", "org.example.Error", "Not today");
  cli_assert (fixture, "servers", PADDOCK_EXIT_REFUSED, NULL, "paddock: Not today\n");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-servers/servers", test_servers);
  CLI_TEST ("/cmd-servers/runs", test_runs);
  CLI_TEST ("/cmd-servers/long-name", test_long_name);
  CLI_TEST ("/cmd-servers/same-name", test_same_name);
  CLI_TEST ("/cmd-servers/fails", test_fails);
  return g_test_run ();
}
