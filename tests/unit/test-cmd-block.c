/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

/* `paddock block`, `unblock`, `forget`: each calls its own method for the server that is meant. */

static void
test_servers (CliFixture    *fixture,
              gconstpointer  data)
{
  static const struct {
    const char  *line;
    const char  *method;
    PaddockExit  status;
    gboolean     is_sent;
    const char  *err;
  } cases[] = {
    { "block alpha", "Block", PADDOCK_EXIT_OK, TRUE, NULL },
    { "block s1", "Block", PADDOCK_EXIT_OK, TRUE, NULL },
    { "disconnect alpha", "Disconnect", PADDOCK_EXIT_OK, TRUE, NULL },
    { "unblock alpha", "Unblock", PADDOCK_EXIT_OK, TRUE, NULL },
    { "unblock --no-wait alpha", "Unblock", PADDOCK_EXIT_OK, TRUE, NULL },
    { "forget alpha", "Forget", PADDOCK_EXIT_OK, TRUE, NULL },
    { "forget alpha --no-wait", "Forget", PADDOCK_EXIT_OK, TRUE, NULL },
    { "block nobody", "Block", PADDOCK_EXIT_REFUSED, FALSE, "nobody" },
    { "disconnect nobody", "Disconnect", PADDOCK_EXIT_REFUSED, FALSE, "nobody" },
    { "unblock nobody", "Unblock", PADDOCK_EXIT_REFUSED, FALSE, "nobody" },
    { "forget ''", "Forget", PADDOCK_EXIT_REFUSED, FALSE, "no server" },
  };

  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s1'>, 'claimed-name': <'alpha'>}],)");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *sent = NULL;

    cli_assert (fixture, cases[i].line, cases[i].status, NULL, cases[i].err);
    sent = fake_control_dup_call (fixture->fake, cases[i].method);
    g_assert_cmpstr (sent, ==, cases[i].is_sent ? "('s1',)" : NULL);
  }
}

static void
test_refused (CliFixture    *fixture,
              gconstpointer  data)
{
  static const char * const verbs[][2] = {
    { "block", "Block" }, { "disconnect", "Disconnect" }, { "unblock", "Unblock" },
    { "forget", "Forget" },
  };

  fake_control_answer (fixture->fake, "ListServers", "([{'id': <'s1'>}],)");
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++) {
    g_autofree char *line = g_strconcat (verbs[i][0], " s1", NULL);

    fake_control_fail (fixture->fake, verbs[i][1], "org.example.Error", "Not today");
    cli_assert (fixture, line, PADDOCK_EXIT_REFUSED, NULL, "paddock: Not today\n");
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-block/servers", test_servers);
  CLI_TEST ("/cmd-block/refused", test_refused);
  return g_test_run ();
}
