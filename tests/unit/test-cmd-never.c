/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <unistd.h>

/* `paddock never`: what it lists, and which answer it withdraws. */

static void
set_up_lists (CliFixture *fixture)
{
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s1'>, 'given-name': <'alpha'>},"
                       " {'id': <'s2'>, 'given-name': <'beta'>}],)");
  fake_control_answer (fixture->fake, "ListNever",
                       "([{'path': <b'/p/.env'>, 'server': <'s1'>, 'root': <'r1'>},"
                       " {'path': <b'/p/.env'>, 'root': <'r1'>},"
                       " {'path': <b'/p/id\\033_rsa'>, 'root': <'r1'>},"
                       " {'path': <b'/p/%41\\377'>, 'server': <'gone'>, 'root': <'r2'>}],)");
  fake_control_answer (fixture->fake, "TakeBackNever", "('',)");
}

static void
test_shown (CliFixture    *fixture,
            gconstpointer  data)
{
  cli_assert (fixture, "never", PADDOCK_EXIT_OK, "No file is set to “Never”.",
              NULL);
  cli_assert (fixture, "never --json", PADDOCK_EXIT_OK, "[", NULL);
  set_up_lists (fixture);
  cli_assert (fixture, "never", PADDOCK_EXIT_OK, "alpha", NULL);
  cli_assert (fixture, "never", PADDOCK_EXIT_OK, "apps and other programs", NULL);
  cli_assert (fixture, "never", PADDOCK_EXIT_OK, "/p/id\\x1B_rsa", NULL);
  cli_assert (fixture, "never --json", PADDOCK_EXIT_OK, "\"path\" : \"/p/.env\"", NULL);
  cli_assert (fixture, "never --json", PADDOCK_EXIT_OK, "\"name\" : \"alpha\"", NULL);
  cli_assert (fixture, "never --json", PADDOCK_EXIT_OK, "\"server\" : null", NULL);
  cli_assert (fixture, "never --json", PADDOCK_EXIT_OK, "\"uri\" : \"file:///p/%2541%FF\"", NULL);
}

static void
test_ask_again (CliFixture    *fixture,
                gconstpointer  data)
{
  static const struct {
    const char  *line;
    PaddockExit  status;
    const char  *sent;                /* NULL: nothing is sent */
    const char  *err;
  } cases[] = {
    { "never --ask-again --server alpha /p/.env", PADDOCK_EXIT_OK, "('s1', b'/p/.env')", NULL },
    { "never --ask-again --server s1 /p/.env --no-wait", PADDOCK_EXIT_OK, "('s1', b'/p/.env')",
      NULL },
    { "never --ask-again --hosts /p/.env", PADDOCK_EXIT_OK, "('', b'/p/.env')", NULL },
    { "never --ask-again file:///p/.env --hosts", PADDOCK_EXIT_OK, "('', b'/p/.env')", NULL },
    { "never --ask-again file:///p/%2541%FF", PADDOCK_EXIT_OK, "('gone', b'/p/%41\\377')", NULL },

    { "never --ask-again /p/.env", PADDOCK_EXIT_REFUSED, NULL, "more than once" },
    { "never --ask-again --server beta /p/.env", PADDOCK_EXIT_REFUSED, NULL,
      "” isn’t set to “Never”." },
    { "never --ask-again --server nobody /p/.env", PADDOCK_EXIT_REFUSED, NULL, "nobody" },
    { "never --ask-again /p/.env2", PADDOCK_EXIT_REFUSED, NULL, "” isn’t set to “Never”." },
    { "never --ask-again /p/../p/.env", PADDOCK_EXIT_REFUSED, NULL, "” isn’t set to “Never”." },
    { "never --ask-again .env", PADDOCK_EXIT_REFUSED, NULL, "” isn’t set to “Never”." },
    { "never --ask-again http://p/.env", PADDOCK_EXIT_REFUSED, NULL,
      "To list the files that are, type" },
    { "never --ask-again", PADDOCK_EXIT_USAGE, NULL, "which file" },
    { "never --ask-again /p/.env /p/b", PADDOCK_EXIT_USAGE, NULL, "Give exactly one PATH: which "
      "file?" },
    { "never --ask-again --hosts --server s1 /p/.env", PADDOCK_EXIT_USAGE, NULL, "combined" },
    { "never --ask-again --json /p/.env", PADDOCK_EXIT_USAGE, NULL, "--json" },
    { "never /p/.env", PADDOCK_EXIT_USAGE, NULL, "--ask-again" },
    { "never --hosts", PADDOCK_EXIT_USAGE, NULL, "--ask-again" },
    { "never --server s1", PADDOCK_EXIT_USAGE, NULL, "--ask-again" },
    { "never --no-wait", PADDOCK_EXIT_USAGE, NULL, "--ask-again" },
    { "never --ask-again=yes /p/.env", PADDOCK_EXIT_USAGE, NULL, "--ask-again" },
  };

  set_up_lists (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *sent = NULL;

    g_test_message ("%s", cases[i].line);
    cli_assert (fixture, cases[i].line, cases[i].status, NULL, cases[i].err);
    sent = fake_control_dup_call (fixture->fake, "TakeBackNever");
    g_assert_cmpstr (sent, ==, cases[i].sent);
  }
}

/* The answer is about the folder's real path, not about the link in the shell's $PWD. */
static void
test_relative (CliFixture    *fixture,
               gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *before = g_get_current_dir ();
  g_autofree char *made = g_dir_make_tmp ("paddock-never-XXXXXX", &error);
  g_autofree char *top = realpath (made, NULL);
  g_autofree char *folder = g_build_filename (top, "folder", NULL);
  g_autofree char *link = g_build_filename (top, "link", NULL);
  g_autofree char *listed = NULL;
  g_autofree char *expected = g_strdup_printf ("('', b'%s/.env')", folder);
  g_autofree char *sent = NULL;

  g_assert_no_error (error);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (symlink (folder, link), ==, 0);
  g_assert_cmpint (g_chdir (link), ==, 0);
  g_setenv ("PWD", link, TRUE);
  listed = g_strdup_printf ("([{'path': <b'%s/.env'>, 'root': <'r1'>}],)", folder);
  set_up_lists (fixture);
  fake_control_answer (fixture->fake, "ListNever", listed);
  cli_assert (fixture, "never --ask-again .env", PADDOCK_EXIT_OK, NULL, NULL);
  sent = fake_control_dup_call (fixture->fake, "TakeBackNever");
  g_assert_cmpstr (sent, ==, expected);

  g_setenv ("PWD", before, TRUE);
  g_assert_cmpint (g_chdir (before), ==, 0);
  g_assert_cmpint (g_remove (link), ==, 0);
  g_assert_cmpint (g_remove (folder), ==, 0);
  g_assert_cmpint (g_remove (top), ==, 0);
}

static void
test_refused_and_pending (CliFixture    *fixture,
                          gconstpointer  data)
{
  set_up_lists (fixture);
  fake_control_answer (fixture->fake, "TakeBackNever", "('q1',)");
  cli_assert (fixture, "never --ask-again --no-wait --hosts /p/.env", PADDOCK_EXIT_PENDING, NULL,
              "Waiting for an answer in");
  fake_control_fail (fixture->fake, "TakeBackNever", "org.example.Error", "Disk full");
  cli_assert (fixture, "never --ask-again --hosts /p/.env", PADDOCK_EXIT_REFUSED, NULL,
              "paddock: Disk full\n");
  fake_control_fail (fixture->fake, "ListNever", "org.example.Error", "Disk gone");
  cli_assert (fixture, "never", PADDOCK_EXIT_REFUSED, NULL, "paddock: Disk gone\n");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-never/shown", test_shown);
  CLI_TEST ("/cmd-never/ask-again", test_ask_again);
  CLI_TEST ("/cmd-never/relative", test_relative);
  CLI_TEST ("/cmd-never/refused-and-pending", test_refused_and_pending);
  return g_test_run ();
}
