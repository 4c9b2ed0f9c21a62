/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

#include "paddock-read-verdict.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* `paddock check`: what it asks the service, and what it prints about the answers. */

#define SERVERS "([{'id': <'id1'>, 'given-name': <'notes'>}," \
  " {'id': <'id2'>, 'given-name': <'b'>}],)"
#define ALLOWED "({'verdict': <'allowed'>, 'path': <b'/a/caf\\303\\251'>, 'root': <'r1'>," \
  " 'access': <'read-only'>, 'size': <int64 12>, 'limit': <int64 100>},)"

static void
assert_asked (CliFixture *fixture,
              const char *command_line,
              const char *call)
{
  g_autofree char *actual = NULL;

  cli_run (fixture, command_line);
  actual = fake_control_dup_call (fixture->fake, "CheckAccess");
  g_assert_cmpstr (actual, ==, call);
}

static void
test_asks (CliFixture    *fixture,
           gconstpointer  data)
{
  fake_control_answer (fixture->fake, "CheckAccess", ALLOWED);
  fake_control_answer (fixture->fake, "ListServers", SERVERS);

  assert_asked (fixture, "check /a/b", "('', b'/a/b', {'write': <false>})");
  assert_asked (fixture, "check --write /a/b", "('', b'/a/b', {'write': <true>})");
  assert_asked (fixture, "check --server notes /a", "('id1', b'/a', {'write': <false>})");
  assert_asked (fixture, "check -s id2 -- /a", "('id2', b'/a', {'write': <false>})");
  /* The path is sent unchanged: `..` and escapes are not resolved here. */
  assert_asked (fixture, "check /a/../b//c/.", "('', b'/a/../b//c/.', {'write': <false>})");
  assert_asked (fixture, "check file:///a%2Fb", "('', b'file:///a%2Fb', {'write': <false>})");
  assert_asked (fixture, "check https://h/a", "('', b'https://h/a', {'write': <false>})");
  assert_asked (fixture, "check ''", "('', b'', {'write': <false>})");
  assert_asked (fixture, "check '/\\n'", "('', b'/\\\\n', {'write': <false>})");
}

/* Relative to the real path of the directory, not to the shell's $PWD. */
static void
test_relative (CliFixture    *fixture,
               gconstpointer  data)
{
  g_autofree char *before = g_get_current_dir ();
  g_autofree char *made = g_dir_make_tmp ("paddock-check-XXXXXX", NULL);
  g_autofree char *real = realpath (made, NULL);
  g_autofree char *link = g_strconcat (real, ".link", NULL);
  g_autofree char *plain = g_strdup_printf ("('', b'%s/../x', {'write': <false>})", real);
  g_autofree char *dot = g_strdup_printf ("('', b'%s/./-y', {'write': <false>})", real);

  g_assert_cmpint (symlink (real, link), ==, 0);
  g_assert_cmpint (g_chdir (link), ==, 0);
  g_setenv ("PWD", link, TRUE);
  assert_asked (fixture, "check ../x", plain);
  assert_asked (fixture, "check ./-y", dot);
  g_assert_cmpint (g_chdir (before), ==, 0);
  g_setenv ("PWD", before, TRUE);
  g_unlink (link);
  g_rmdir (real);
}

static void
test_tells (CliFixture    *fixture,
            gconstpointer  data)
{
  fake_control_answer (fixture->fake, "CheckAccess", ALLOWED);
  cli_assert (fixture, "check /a '/b\033c'", PADDOCK_EXIT_OK,
              "Allowed: “/a”\nAllowed: “/b\\x1Bc”\n", NULL);
  cli_assert (fixture, "check --json /a /b", PADDOCK_EXIT_OK,
              "\"uri\" : \"file:///a/caf%C3%A9\"", NULL);
  g_assert_nonnull (strstr (fixture->out, "\"allowed\" : true"));
  g_assert_nonnull (strstr (fixture->out, "\"reference\" : \"/b\""));
  g_assert_nonnull (strstr (fixture->out, "\"reason\" : null"));

  for (PaddockReadVerdict verdict = 0; verdict < PADDOCK_READ_ALLOWED; verdict++) {
    const char *nick = paddock_read_verdict_to_nick (verdict);
    g_autofree char *answer = g_strdup_printf ("({'verdict': <'%s'>},)", nick);
    g_autofree char *reason = g_strdup_printf ("\"reason\" : \"%s\"", nick);

    fake_control_answer (fixture->fake, "CheckAccess", answer);
    cli_assert (fixture, "check /a", PADDOCK_EXIT_REFUSED, NULL, "paddock: Not allowed: “/a”: ");
    cli_assert (fixture, "check --json /a", PADDOCK_EXIT_REFUSED, reason, NULL);
    g_assert_nonnull (strstr (fixture->out, "\"allowed\" : false"));
  }
  /* An unknown verdict does not allow. */
  fake_control_answer (fixture->fake, "CheckAccess", "({'verdict': <'fine'>},)");
  cli_assert (fixture, "check /a", PADDOCK_EXIT_REFUSED, NULL, "paddock: Not allowed: “/a”: ");
  fake_control_answer (fixture->fake, "CheckAccess", "(@a{sv} {},)");
  cli_assert (fixture, "check /a", PADDOCK_EXIT_REFUSED, NULL, "paddock: Not allowed: “/a”: ");
}

static void
test_fails (CliFixture    *fixture,
            gconstpointer  data)
{
  cli_assert (fixture, "check", PADDOCK_EXIT_USAGE, NULL, "Missing PATH: which file?");
  cli_assert (fixture, "check --server", PADDOCK_EXIT_USAGE, NULL, "Usage: paddock check");
  cli_assert (fixture, "check --write=no /a", PADDOCK_EXIT_USAGE, NULL, "--write takes no value.");
  cli_assert (fixture, "check --server nobody /a", PADDOCK_EXIT_REFUSED, NULL, "“nobody”");
  g_assert_null (fake_control_dup_call (fixture->fake, "CheckAccess"));
  fake_control_fail (fixture->fake, "CheckAccess", "org.example.Error", "Not today");
  cli_assert (fixture, "check /a", PADDOCK_EXIT_REFUSED, NULL, "paddock: Not today\n");
  cli_assert (fixture, "check --json /a", PADDOCK_EXIT_REFUSED, NULL, "paddock: Not today\n");
}

static void
test_says_that_it_is_advice (CliFixture    *fixture,
                             gconstpointer  data)
{
  cli_assert (fixture, "help check", PADDOCK_EXIT_OK, "Without --server, this checks against "
              "everything you share with any server. "
              "Paddock resolves paths as the system does, and refuses links "
              "that lead out of a shared folder.", NULL);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-check/asks", test_asks);
  CLI_TEST ("/cmd-check/relative", test_relative);
  CLI_TEST ("/cmd-check/tells", test_tells);
  CLI_TEST ("/cmd-check/fails", test_fails);
  CLI_TEST ("/cmd-check/says-that-it-is-advice", test_says_that_it_is_advice);
  return g_test_run ();
}
