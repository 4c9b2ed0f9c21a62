/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

/* `paddock explain`: the sentence for the service's data, and the command to type. */

static void
test_explain (CliFixture    *fixture,
              gconstpointer  data)
{
  static const struct {
    const char  *line;
    PaddockExit  status;
    const char  *out;
    const char  *err;
  } cases[] = {
    { "explain alpha", PADDOCK_EXIT_OK, "isn’t connected", NULL },
    { "explain s1 /a", PADDOCK_EXIT_OK, "can see it", NULL },
    { "explain alpha /b", PADDOCK_EXIT_OK, "  paddock grant s1 r2\n", NULL },
    { "explain beta", PADDOCK_EXIT_OK, "waits for your answer", NULL },
    { "explain delta", PADDOCK_EXIT_OK,
      "answer later.\nIts command also gives it /usr, whatever you share.\n", NULL },
    { "explain delta /usr/lib", PADDOCK_EXIT_OK, "The server has it whatever you share", NULL },
    { "explain delta /a", PADDOCK_EXIT_OK, "answer later.\nChoose", NULL },
    { "explain nobody", PADDOCK_EXIT_REFUSED, NULL, "nobody" },
    { "explain alpha /nowhere", PADDOCK_EXIT_REFUSED, NULL, "/nowhere" },
    { "explain", PADDOCK_EXIT_USAGE, NULL, "Missing SERVER: which server?" },
    { "explain alpha /a /b", PADDOCK_EXIT_USAGE, NULL, "Give at most one folder" },
  };

  fake_control_answer (fixture->fake, "ListRoots",
                       "([{'id': <'r1'>, 'path': <b'/a'>, 'status': <'available'>},"
                       " {'id': <'r2'>, 'path': <b'/b'>, 'status': <'available'>},"
                       " {'id': <'r3'>, 'path': <b'/usr/lib'>, 'status': <'available'>}],)");
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s1'>, 'given-name': <'alpha'>, 'standing': <'allowed'>,"
                       " 'grants': <[{'root': <'r1'>, 'visible': <true>}]>},"
                       " {'id': <'s2'>, 'given-name': <'beta'>},"
                       " {'id': <'s3'>, 'given-name': <'gamma'>},"
                       " {'id': <'s4'>, 'given-name': <'delta'>, 'identity-kind': <'launch'>,"
                       " 'put-off-until': <int64 9223372036854775807>,"
                       " 'facts': <[('command', 'claimed', 'fs /usr /dev/null')]>}],)");
  /* Only questions about servers count. */
  fake_control_answer (fixture->fake, "ListRequests",
                       "([{'id': <'q1'>, 'kind': <'grant'>, 'server': <'s3'>},"
                       " {'id': <'q2'>, 'kind': <'roots'>, 'server': <'s2'>}],)");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    cli_assert (fixture, cases[i].line, cases[i].status, cases[i].out, cases[i].err);
  cli_assert (fixture, "explain gamma", PADDOCK_EXIT_OK, "Paddock shares nothing with the "
              "server yet. You are asked when it next wants folders.", NULL);

  fake_control_fail (fixture->fake, "ListRequests", "org.example.Error", "Not today");
  cli_assert (fixture, "explain alpha", PADDOCK_EXIT_REFUSED, NULL, "paddock: Not today\n");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-explain/explain", test_explain);
  return g_test_run ();
}
