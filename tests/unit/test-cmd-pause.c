/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

/* `paddock pause`, `paddock resume`, and what the lists say meanwhile. */

static void
test_calls (CliFixture    *fixture,
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
  cli_assert (fixture, "resume --no-wait", PADDOCK_EXIT_PENDING, NULL, "not answered yet");
}

/* On stderr: the lists are for programs, too. */
static void
test_lists (CliFixture    *fixture,
            gconstpointer  data)
{
  static const char * const lines[][2] = {
    { "list", "no folders" }, { "list --json", "[" }, { "servers", "No server" },
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
  CLI_TEST ("/cmd-pause/calls", test_calls);
  CLI_TEST ("/cmd-pause/refused-and-pending", test_refused_and_pending);
  CLI_TEST ("/cmd-pause/lists", test_lists);
  return g_test_run ();
}
