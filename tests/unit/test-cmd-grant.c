/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

/* `paddock grant`: which server, which roots, and for how long. All roots or none. */

static void
set_up_lists (CliFixture *fixture)
{
  fake_control_answer (fixture->fake, "ListRoots",
                       "([{'id': <'r1'>, 'path': <b'/a'>}, {'id': <'r2'>, 'path': <b'/b'>}],)");
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s1'>, 'given-name': <'alpha'>},"
                       " {'id': <'s2'>, 'given-name': <'twin'>},"
                       " {'id': <'s3'>, 'given-name': <'twin'>}],)");
}

/* Reading is a permission of its own, for a server and not for roots. */
static void
test_reading (CliFixture    *fixture,
              gconstpointer  data)
{
  static const struct {
    const char  *line;
    PaddockExit  status;
    const char  *sent;                /* NULL: nothing is sent */
    const char  *err;
  } cases[] = {
    { "grant --reading alpha", PADDOCK_EXIT_OK, "('s1', true)", NULL },
    { "grant s2 --no-wait --reading", PADDOCK_EXIT_OK, "('s2', true)", NULL },
    { "grant --reading", PADDOCK_EXIT_USAGE, NULL, "Missing SERVER" },
    { "grant --reading alpha /a", PADDOCK_EXIT_USAGE, NULL, "combined with folders" },
    { "grant --reading alpha --for hour", PADDOCK_EXIT_USAGE, NULL, "combined with folders" },
    { "grant --reading=yes alpha", PADDOCK_EXIT_USAGE, NULL, "--reading" },
    { "grant --reading nobody", PADDOCK_EXIT_REFUSED, NULL, "nobody" },
    { "grant --reading twin", PADDOCK_EXIT_REFUSED, NULL, "s2 (Unknown), s3 (Unknown)" },
  };

  set_up_lists (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *sent = NULL;
    g_autofree char *granted = NULL;

    cli_assert (fixture, cases[i].line, cases[i].status, NULL, cases[i].err);
    sent = fake_control_dup_call (fixture->fake, "SetServerReading");
    granted = fake_control_dup_call (fixture->fake, "Grant");
    g_assert_cmpstr (sent, ==, cases[i].sent);
    g_assert_null (granted);
  }
}

static void
test_grant (CliFixture    *fixture,
            gconstpointer  data)
{
  static const struct {
    const char  *line;
    PaddockExit  status;
    const char  *sent;                /* NULL: nothing is sent */
    const char  *err;
  } cases[] = {
    { "grant alpha /a", PADDOCK_EXIT_OK, "('s1', ['r1'], {})", NULL },
    { "grant s2 /a r2", PADDOCK_EXIT_OK, "('s2', ['r1', 'r2'], {})", NULL },
    { "grant alpha /a --for 2h", PADDOCK_EXIT_OK, "('s1', ['r1'], {'duration': <'2h'>})", NULL },
    { "grant --for=session alpha /a", PADDOCK_EXIT_OK,
      "('s1', ['r1'], {'duration': <'session'>})", NULL },
    { "grant alpha --for today /a", PADDOCK_EXIT_OK, "('s1', ['r1'], {'duration': <'today'>})",
      NULL },
    { "grant --no-wait alpha /a", PADDOCK_EXIT_OK, "('s1', ['r1'], {})", NULL },

    { "grant alpha /a --for until-logout", PADDOCK_EXIT_OK,
      "('s1', ['r1'], {'duration': <'until-logout'>})", NULL },

    { "grant alpha /a --for soon", PADDOCK_EXIT_USAGE, NULL, "Invalid duration" },
    { "grant alpha /a --for '2020-01-01 10:00'", PADDOCK_EXIT_USAGE, NULL, "That time has "
      "already passed." },
    { "grant nobody /a", PADDOCK_EXIT_REFUSED, NULL, "nobody" },
    { "grant twin /a", PADDOCK_EXIT_REFUSED, NULL, "s2 (Unknown), s3 (Unknown)" },
    { "grant alpha /nowhere", PADDOCK_EXIT_REFUSED, NULL, "/nowhere" },
    { "grant alpha /a /nowhere", PADDOCK_EXIT_REFUSED, NULL, "/nowhere" },
    { "grant /a alpha", PADDOCK_EXIT_REFUSED, NULL, "/a" },
    { "grant --no-wait=no alpha /a", PADDOCK_EXIT_USAGE, NULL, "--no-wait" },
  };

  set_up_lists (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *sent = NULL;

    cli_assert (fixture, cases[i].line, cases[i].status, NULL, cases[i].err);
    sent = fake_control_dup_call (fixture->fake, "Grant");
    g_assert_cmpstr (sent, ==, cases[i].sent);
  }
}

static void
test_asked (CliFixture    *fixture,
            gconstpointer  data)
{
  set_up_lists (fixture);
  fake_control_answer (fixture->fake, "Grant", "('q',)");
  cli_assert (fixture, "grant --no-wait alpha /a", PADDOCK_EXIT_PENDING, NULL, "Waiting for an "
              "answer in");
  fake_control_emit_at (fixture->fake, "Grant", TRUE, "RequestFinished",
                        "('q', 'allow', 'user-allowed')");
  cli_assert (fixture, "grant alpha /a", PADDOCK_EXIT_OK, NULL, "Paddock is asking you");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-grant/grant", test_grant);
  CLI_TEST ("/cmd-grant/asked", test_asked);
  CLI_TEST ("/cmd-grant/reading", test_reading);
  return g_test_run ();
}
