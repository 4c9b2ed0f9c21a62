/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

/* `paddock remove`: all that the command line names, or none. */

static void
test_remove (CliFixture    *fixture,
             gconstpointer  data)
{
  static const struct {
    const char  *line;
    PaddockExit  status;
    const char  *sent;                /* NULL: nothing is sent */
    const char  *err;
  } cases[] = {
    { "remove id1", PADDOCK_EXIT_OK, "(['id1'],)", NULL },
    { "remove /a file:///b", PADDOCK_EXIT_OK, "(['id1', 'id2'],)", NULL },
    { "remove /nowhere", PADDOCK_EXIT_REFUSED, NULL, "“/nowhere”" },
    { "remove /a /nowhere", PADDOCK_EXIT_REFUSED, NULL, "“/nowhere”" },
    { "remove no-such-id", PADDOCK_EXIT_REFUSED, NULL, "no-such-id" },
    { "remove ''", PADDOCK_EXIT_REFUSED, NULL, "Unknown folder" },
    { "remove '\033[2J'", PADDOCK_EXIT_REFUSED, NULL, "\\x1B[2J" },
  };

  fake_control_answer (fixture->fake, "ListRoots",
                       "([{'id': <'id1'>, 'path': <b'/a'>}, {'id': <'id2'>, 'path': <b'/b'>}],)");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *sent = NULL;

    cli_assert (fixture, cases[i].line, cases[i].status, NULL, cases[i].err);
    sent = fake_control_dup_call (fixture->fake, "RemoveRoots");
    g_assert_cmpstr (sent, ==, cases[i].sent);
  }
}

static void
test_fails (CliFixture    *fixture,
            gconstpointer  data)
{
  fake_control_answer (fixture->fake, "ListRoots", "([{'id': <'id1'>, 'path': <b'/a'>}],)");
  fake_control_fail (fixture->fake, "RemoveRoots", "org.example.Error", "It does not want to");
  cli_assert (fixture, "remove id1", PADDOCK_EXIT_REFUSED, NULL, "paddock: It does not want to\n");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-remove/remove", test_remove);
  CLI_TEST ("/cmd-remove/fails", test_fails);
  return g_test_run ();
}
