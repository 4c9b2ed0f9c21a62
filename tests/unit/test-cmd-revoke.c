/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

/* `paddock revoke`: some roots or all of them, but never all by mistake. */

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
    /* An unknown root must not turn into "all roots". */
    { "revoke alpha /nowhere", PADDOCK_EXIT_REFUSED, NULL, "/nowhere" },
    { "revoke alpha ''", PADDOCK_EXIT_REFUSED, NULL, "Unknown folder" },
  };

  fake_control_answer (fixture->fake, "ListRoots",
                       "([{'id': <'r1'>, 'path': <b'/a'>}, {'id': <'r2'>, 'path': <b'/b'>}],)");
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s1'>, 'given-name': <'alpha'>}],)");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *sent = NULL;

    cli_assert (fixture, cases[i].line, cases[i].status, NULL, cases[i].err);
    sent = fake_control_dup_call (fixture->fake, "Revoke");
    g_assert_cmpstr (sent, ==, cases[i].sent);
  }

  fake_control_fail (fixture->fake, "Revoke", "org.example.Error", "Not today");
  cli_assert (fixture, "revoke alpha", PADDOCK_EXIT_REFUSED, NULL, "paddock: Not today\n");
}

/* Revoking the permission to read revokes no roots, and the other way round. */
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
    { "revoke --reading alpha", PADDOCK_EXIT_OK, "('s1', false)", NULL },
    { "revoke --reading", PADDOCK_EXIT_USAGE, NULL, "Missing SERVER" },
    { "revoke --reading alpha r1", PADDOCK_EXIT_USAGE, NULL, "combined with folders" },
    { "revoke --reading nobody", PADDOCK_EXIT_REFUSED, NULL, "nobody" },
  };

  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s1'>, 'given-name': <'alpha'>}],)");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *sent = NULL;
    g_autofree char *revoked = NULL;

    cli_assert (fixture, cases[i].line, cases[i].status, NULL, cases[i].err);
    sent = fake_control_dup_call (fixture->fake, "SetServerReading");
    revoked = fake_control_dup_call (fixture->fake, "Revoke");
    g_assert_cmpstr (sent, ==, cases[i].sent);
    g_assert_null (revoked);
  }
}

/* If the server still sees the root through an outer one, the output says so, with the command to
 * revoke that. */
static void
test_nested (CliFixture    *fixture,
             gconstpointer  data)
{
  static const struct {
    const char *line;
    const char *grants;               /* grants that are left afterwards */
    const char *out;                  /* NULL: no output */
  } cases[] = {
    { "revoke alpha /a/b/c", "{'root': <'r1'>}", "  paddock revoke s1 r1\n" },
    { "revoke alpha /a/b/c", "{'root': <'r1'>}", "still sees /a, which contains /a/b/c." },
    /* It names the innermost one, in whatever order the grants come. */
    { "revoke alpha /a/b/c", "{'root': <'r1'>}, {'root': <'r2'>}", "  paddock revoke s1 r2\n" },
    { "revoke alpha /a/b/c", "{'root': <'r2'>}, {'root': <'r1'>}", "  paddock revoke s1 r2\n" },
    { "revoke alpha /a/b", "{'root': <'r3'>}", NULL },
    { "revoke alpha /a/b", "{'root': <'r4'>}, {'root': <'gone'>}", NULL },
    { "revoke alpha /a/b", "{'root': <'r2'>}", NULL },
    { "revoke alpha /a/bc", "{'root': <'r2'>}", NULL },
    { "revoke alpha", "{'root': <'r1'>}", NULL },
  };

  fake_control_answer (fixture->fake, "ListRoots",
                       "([{'id': <'r1'>, 'path': <b'/a'>}, {'id': <'r2'>, 'path': <b'/a/b'>},"
                       " {'id': <'r3'>, 'path': <b'/a/b/c'>},"
                       " {'id': <'r4'>, 'path': <b'/a/bc'>}],)");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *servers = g_strdup_printf (
      "([{'id': <'s1'>, 'given-name': <'alpha'>, 'grants': <[%s]>}],)", cases[i].grants);

    fake_control_answer (fixture->fake, "ListServers", servers);
    cli_assert (fixture, cases[i].line, PADDOCK_EXIT_OK, cases[i].out, NULL);
    if (cases[i].out == NULL)
      g_assert_cmpstr (fixture->out, ==, "");
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-revoke/revoke", test_revoke);
  CLI_TEST ("/cmd-revoke/nested", test_nested);
  CLI_TEST ("/cmd-revoke/reading", test_reading);
  return g_test_run ();
}
