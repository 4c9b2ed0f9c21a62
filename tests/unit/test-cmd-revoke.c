/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

/* `paddock revoke`: some roots or all of them, never by mistake. */

static void
test_revoke (CliFixture    *fixture,
             gconstpointer  data)
{
  static const struct {
    const char  *line;
    PaddockExit  status;
    const char  *sent;                /* NULL: nothing is sent */
    const char  *err;
  } cases[] = {
    { "revoke alpha", PADDOCK_EXIT_OK, "('s1', [])", NULL },
    { "revoke alpha /a", PADDOCK_EXIT_OK, "('s1', ['r1'])", NULL },
    { "revoke s1 r1 /b", PADDOCK_EXIT_OK, "('s1', ['r1', 'r2'])", NULL },
    { "revoke nobody", PADDOCK_EXIT_REFUSED, NULL, "nobody" },
    /* A root that is not there must not become all of them. */
    { "revoke alpha /nowhere", PADDOCK_EXIT_REFUSED, NULL, "/nowhere" },
    { "revoke alpha ''", PADDOCK_EXIT_REFUSED, NULL, "no folder" },
  };

  fake_control_answer (fixture->fake, "ListRoots",
                       "([{'id': <'r1'>, 'path': <b'/a'>}, {'id': <'r2'>, 'path': <b'/b'>}],)");
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s1'>, 'claimed-name': <'alpha'>}],)");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *sent = NULL;

    cli_assert (fixture, cases[i].line, cases[i].status, NULL, cases[i].err);
    sent = fake_control_dup_call (fixture->fake, "Revoke");
    g_assert_cmpstr (sent, ==, cases[i].sent);
  }

  fake_control_fail (fixture->fake, "Revoke", "org.example.Error", "Not today");
  cli_assert (fixture, "revoke alpha", PADDOCK_EXIT_REFUSED, NULL, "paddock: Not today\n");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-revoke/revoke", test_revoke);
  return g_test_run ();
}
