/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

/* `paddock block`, `paddock pause` and others: each calls its method, for the right server. */

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
    { "forget ''", "Forget", PADDOCK_EXIT_REFUSED, FALSE, "Unknown server" },
  };

  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s1'>, 'given-name': <'alpha'>}],)");
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

static void
test_without_arguments (CliFixture    *fixture,
                        gconstpointer  data)
{
  static const struct {
    const char  *line;
    const char  *method;
    PaddockExit  status;
    gboolean     is_sent;
    const char  *err;
  } cases[] = {
    { "pause", "Pause", PADDOCK_EXIT_OK, TRUE, NULL },
    { "resume", "Resume", PADDOCK_EXIT_OK, TRUE, NULL },
    { "resume --no-wait", "Resume", PADDOCK_EXIT_OK, TRUE, NULL },
    { "pause now", "Pause", PADDOCK_EXIT_USAGE, FALSE, "no arguments" },
    { "pause --no-wait", "Pause", PADDOCK_EXIT_USAGE, FALSE, "--no-wait" },
    { "resume alpha", "Resume", PADDOCK_EXIT_USAGE, FALSE, "no arguments" },
    { "resume --no-wait=yes", "Resume", PADDOCK_EXIT_USAGE, FALSE, "no value" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *sent = NULL;

    cli_assert (fixture, cases[i].line, cases[i].status, NULL, cases[i].err);
    sent = fake_control_dup_call (fixture->fake, cases[i].method);
    g_assert_cmpstr (sent, ==, cases[i].is_sent ? "()" : NULL);
  }
}

static void
test_refused_and_pending (CliFixture    *fixture,
                          gconstpointer  data)
{
  fake_control_fail (fixture->fake, "Pause", "org.example.Error", "Disk full");
  cli_assert (fixture, "pause", PADDOCK_EXIT_REFUSED, NULL, "paddock: Disk full\n");
  fake_control_answer (fixture->fake, "Resume", "('q1',)");
  cli_assert (fixture, "resume --no-wait", PADDOCK_EXIT_PENDING, NULL, "Waiting for an answer in");
}

/* On stderr, because programs read the lists on stdout. */
static void
test_lists (CliFixture    *fixture,
            gconstpointer  data)
{
  static const char * const lines[][2] = {
    { "list", "No folders yet" }, { "list --json", "[" }, { "servers", "No server" },
    { "servers --json", "[" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    fake_control_set_paused (fixture->fake, TRUE);
    cli_assert (fixture, lines[i][0], PADDOCK_EXIT_OK, lines[i][1], "Sharing is paused");
    g_assert_null (strstr (fixture->out, "paused"));
    fake_control_set_paused (fixture->fake, FALSE);
    cli_assert (fixture, lines[i][0], PADDOCK_EXIT_OK, lines[i][1], NULL);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-call/servers", test_servers);
  CLI_TEST ("/cmd-call/refused", test_refused);
  CLI_TEST ("/cmd-call/without-arguments", test_without_arguments);
  CLI_TEST ("/cmd-call/refused-and-pending", test_refused_and_pending);
  CLI_TEST ("/cmd-call/lists", test_lists);
  return g_test_run ();
}
