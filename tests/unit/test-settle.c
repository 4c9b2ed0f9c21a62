/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

#include <signal.h>
#include <unistd.h>

/* Calls that widen: they act at once, or the user is asked. The exit status is the verdict. */

static void
set_up_asking (CliFixture *fixture)
{
  fake_control_answer (fixture->fake, "ListServers", "([{'id': <'s'>}],)");
  fake_control_answer (fixture->fake, "Unblock", "('q',)");
}

static void
test_at_once (CliFixture    *fixture,
              gconstpointer  data)
{
  fake_control_answer (fixture->fake, "ListServers", "([{'id': <'s'>}],)");
  cli_assert (fixture, "unblock s", PADDOCK_EXIT_OK, NULL, NULL);
  cli_assert (fixture, "unblock --no-wait s", PADDOCK_EXIT_OK, NULL, NULL);
}

static void
test_no_wait (CliFixture    *fixture,
              gconstpointer  data)
{
  set_up_asking (fixture);
  cli_assert (fixture, "unblock --no-wait s", PADDOCK_EXIT_PENDING, NULL, "Waiting for an answer "
              "in");
}

typedef struct {
  const char  *finished;
  PaddockExit  status;
  const char  *err;
} Case;

static const Case cases[] = {
  { "('q', 'allow', 'user-allowed')", PADDOCK_EXIT_OK, "Paddock is asking you" },
  { "('q', 'not-now', 'user-put-off')", PADDOCK_EXIT_REFUSED, "chose to answer later" },
  { "('q', 'block', 'user-denied')", PADDOCK_EXIT_REFUSED, "blocked" },
  { "('q', 'deny', 'agent-gone')", PADDOCK_EXIT_REFUSED, "window was closed" },
  { "('q', 'deny', 'none')", PADDOCK_EXIT_REFUSED, "Refused" },
  { "('q', 'something new', 'unheard of')", PADDOCK_EXIT_REFUSED, "Refused" },
  { "('q', '', '')", PADDOCK_EXIT_REFUSED, "Refused" },
};

/* Even if the verdict comes right after the reply, before anything waits for it. */
static void
test_verdicts (CliFixture    *fixture,
               gconstpointer  data)
{
  set_up_asking (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    fake_control_emit_at (fixture->fake, "Unblock", TRUE, "RequestFinished", cases[i].finished);
    cli_assert (fixture, "unblock s", cases[i].status, NULL, cases[i].err);
  }
}

static gboolean
on_later (gpointer user_data)
{
  CliFixture *fixture = user_data;

  fake_control_emit (fixture->fake, "RequestFinished", "('other', 'allow', 'user-allowed')");
  fake_control_emit (fixture->fake, "RequestFinished", "('q', 'deny', 'expired')");
  fake_control_emit (fixture->fake, "RequestFinished", "('q', 'allow', 'user-allowed')");
  return G_SOURCE_REMOVE;
}

/* Only the first verdict counts, and only that of the right request. */
static void
test_other_requests (CliFixture    *fixture,
                     gconstpointer  data)
{
  set_up_asking (fixture);
  g_idle_add (on_later, fixture);
  cli_assert (fixture, "unblock s", PADDOCK_EXIT_REFUSED, NULL, "Its time limit expired");
}

static gboolean
on_interrupt (gpointer user_data)
{
  kill (getpid (), GPOINTER_TO_INT (user_data));
  return G_SOURCE_REMOVE;
}

static void
test_interrupted (CliFixture    *fixture,
                  gconstpointer  data)
{
  set_up_asking (fixture);
  g_idle_add (on_interrupt, GINT_TO_POINTER (SIGINT));
  cli_assert (fixture, "unblock s", PADDOCK_EXIT_PENDING, NULL, "stays open");
  g_idle_add (on_interrupt, GINT_TO_POINTER (SIGTERM));
  cli_assert (fixture, "unblock s", PADDOCK_EXIT_PENDING, NULL, "stays open");
}

static gboolean
on_vanish (gpointer user_data)
{
  fake_control_vanish (((CliFixture *) user_data)->fake);
  return G_SOURCE_REMOVE;
}

static void
test_lost (CliFixture    *fixture,
           gconstpointer  data)
{
  set_up_asking (fixture);
  g_idle_add (on_vanish, fixture);
  cli_assert (fixture, "unblock s", PADDOCK_EXIT_REFUSED, NULL, "service stopped");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/settle/at-once", test_at_once);
  CLI_TEST ("/settle/no-wait", test_no_wait);
  CLI_TEST ("/settle/verdicts", test_verdicts);
  CLI_TEST ("/settle/other-requests", test_other_requests);
  CLI_TEST ("/settle/interrupted", test_interrupted);
  CLI_TEST ("/settle/lost", test_lost);
  return g_test_run ();
}
