/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

/* `paddock change`: changes one root, and only what its options name. */

static void
test_change (CliFixture    *fixture,
             gconstpointer  data)
{
  static const struct {
    const char  *line;
    PaddockExit  status;
    const char  *sent;                /* NULL: nothing is sent */
    const char  *err;
  } cases[] = {
    { "change /a --for 2h", PADDOCK_EXIT_OK, "('r1', {'duration': <'2h'>})", NULL },
    { "change --for=until-logout r2", PADDOCK_EXIT_OK, "('r2', {'duration': <'until-logout'>})",
      NULL },
    { "change --for until-revoked /a", PADDOCK_EXIT_OK,
      "('r1', {'duration': <'until-revoked'>})", NULL },
    { "change --name Notes /a", PADDOCK_EXIT_OK, "('r1', {'name': <'Notes'>})", NULL },
    { "change --name '' /a", PADDOCK_EXIT_OK, "('r1', {'name': <''>})", NULL },
    { "change --read-only /a", PADDOCK_EXIT_OK, "('r1', {'access': <'read-only'>})", NULL },
    { "change -w /a", PADDOCK_EXIT_OK, "('r1', {'access': <'read-write'>})", NULL },
    { "change --other-file-systems=yes /a", PADDOCK_EXIT_OK,
      "('r1', {'other-file-systems': <true>})", NULL },
    { "change --other-file-systems no /a", PADDOCK_EXIT_OK,
      "('r1', {'other-file-systems': <false>})", NULL },

    { "change --other-file-systems /a", PADDOCK_EXIT_USAGE, NULL, "Missing PATH" },
    { "change --other-file-systems=maybe /a", PADDOCK_EXIT_USAGE, NULL, "yes or no" },
    { "change --other-file-systems= /a", PADDOCK_EXIT_USAGE, NULL, "yes or no" },
    { "change --other-file-systems=YES /a", PADDOCK_EXIT_USAGE, NULL, "yes or no" },
    { "change --other-file-systems=yesyes /a", PADDOCK_EXIT_USAGE, NULL, "yes or no" },
    { "change --for 2h", PADDOCK_EXIT_USAGE, NULL, "Missing PATH" },
    { "change /a", PADDOCK_EXIT_USAGE, NULL, "Nothing to change" },
    { "change --for 2h /a /b", PADDOCK_EXIT_USAGE, NULL, "Give only one folder or file" },
    { "change -r -w /a", PADDOCK_EXIT_USAGE, NULL, "can’t be combined" },
    { "change --for session /a", PADDOCK_EXIT_USAGE, NULL, "use session when you add" },
    { "change --for soon /a", PADDOCK_EXIT_USAGE, NULL, "Invalid duration" },
    { "change --for '' /a", PADDOCK_EXIT_USAGE, NULL, "Invalid duration" },
    { "change --for 2020-01-01 /a", PADDOCK_EXIT_USAGE, NULL, "That time has already passed." },
    { "change --for 9000-01-01 /a", PADDOCK_EXIT_USAGE, NULL, "3650" },
    { "change --name '\377' /a", PADDOCK_EXIT_USAGE, NULL, "UTF-8" },
    { "change --for 2h /nowhere", PADDOCK_EXIT_REFUSED, NULL, "/nowhere" },
  };

  fake_control_answer (fixture->fake, "ListRoots",
                       "([{'id': <'r1'>, 'path': <b'/a'>}, {'id': <'r2'>, 'path': <b'/b'>}],)");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *sent = NULL;

    cli_assert (fixture, cases[i].line, cases[i].status, NULL, cases[i].err);
    sent = fake_control_dup_call (fixture->fake, "ChangeRoot");
    g_assert_cmpstr (sent, ==, cases[i].sent);
  }
}

static void
test_asked (CliFixture    *fixture,
            gconstpointer  data)
{
  fake_control_answer (fixture->fake, "ListRoots", "([{'id': <'r1'>, 'path': <b'/a'>}],)");
  fake_control_answer (fixture->fake, "ChangeRoot", "('q',)");
  cli_assert (fixture, "change --no-wait --for 1d /a", PADDOCK_EXIT_PENDING, NULL, "Waiting for "
              "an answer in");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-change/change", test_change);
  CLI_TEST ("/cmd-change/asked", test_asked);
  return g_test_run ();
}
