/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-idle-exit.h"

#include <glib/gstdio.h>

/* Short enough to wait for, and long enough to do something first. */
#define TIMEOUT (60 * G_TIME_SPAN_MILLISECOND)

typedef struct {
  PaddockIdleExit *idle_exit;       /* (owned) */
  char            *directory;       /* (owned) */
  char            *program;         /* (owned) */
  guint            n_over;
  gboolean         replaced;
} Fixture;

static void
on_over (PaddockIdleExit *idle_exit,
         gboolean         replaced,
         Fixture         *fixture)
{
  fixture->n_over++;
  fixture->replaced = replaced;
}

static void
install (Fixture    *fixture,
         const char *text)
{
  /* Like package managers: another file takes the name. */
  g_assert_true (g_file_set_contents (fixture->program, text, -1, NULL));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->directory = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  fixture->program = g_build_filename (fixture->directory, "paddock", NULL);
  install (fixture, "1");
  fixture->idle_exit = paddock_idle_exit_new (TIMEOUT, fixture->program);
  g_signal_connect (fixture->idle_exit, "over", G_CALLBACK (on_over), fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->idle_exit);
  g_remove (fixture->program);
  g_rmdir (fixture->directory);
  g_free (fixture->program);
  g_free (fixture->directory);
}

/* Runs the main loop for this many µs, or until the end comes. */
static gboolean
ends_within (Fixture *fixture,
             gint64   span)
{
  gint64 deadline = g_get_monotonic_time () + span;

  while (fixture->n_over == 0 && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, FALSE);
  return fixture->n_over > 0;
}

static void
assert_ends (Fixture  *fixture,
             gboolean  replaced)
{
  g_assert_true (ends_within (fixture, 10 * G_TIME_SPAN_SECOND));
  g_assert_cmpint (fixture->replaced, ==, replaced);
}

static void
assert_stays (Fixture *fixture)
{
  g_assert_false (ends_within (fixture, 3 * TIMEOUT));
}

static void
test_unused (Fixture       *fixture,
             gconstpointer  data)
{
  gint64 begin = g_get_monotonic_time ();

  assert_ends (fixture, FALSE);
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, TIMEOUT / 2);
  /* It says so once. */
  fixture->n_over = 0;
  assert_stays (fixture);
}

/* Without a bus only servers keep it, and a bus that is back counts again. */
static void
test_stranded (Fixture       *fixture,
               gconstpointer  data)
{
  for (guint need = PADDOCK_IDLE_EXIT_PROMPTS; need <= PADDOCK_IDLE_EXIT_LOGIN; need <<= 1)
    paddock_idle_exit_set_need (fixture->idle_exit, (PaddockIdleExitNeeds) need, TRUE);
  paddock_idle_exit_set_need (fixture->idle_exit, PADDOCK_IDLE_EXIT_SESSIONS, TRUE);
  paddock_idle_exit_set_bus_lost (fixture->idle_exit, TRUE);
  assert_stays (fixture);
  paddock_idle_exit_set_need (fixture->idle_exit, PADDOCK_IDLE_EXIT_SESSIONS, FALSE);
  paddock_idle_exit_set_bus_lost (fixture->idle_exit, FALSE);
  assert_stays (fixture);
  paddock_idle_exit_set_bus_lost (fixture->idle_exit, TRUE);
  assert_ends (fixture, FALSE);
}

static void
test_each_need (Fixture       *fixture,
                gconstpointer  data)
{
  PaddockIdleExitNeeds need = (PaddockIdleExitNeeds) GPOINTER_TO_INT (data);

  paddock_idle_exit_set_need (fixture->idle_exit, need, TRUE);
  paddock_idle_exit_set_need (fixture->idle_exit, need, TRUE);
  paddock_idle_exit_use (fixture->idle_exit);
  assert_stays (fixture);
  paddock_idle_exit_set_need (fixture->idle_exit, need, FALSE);
  assert_ends (fixture, FALSE);
}

static void
test_two_needs (Fixture       *fixture,
                gconstpointer  data)
{
  paddock_idle_exit_set_need (fixture->idle_exit, PADDOCK_IDLE_EXIT_SESSIONS, TRUE);
  paddock_idle_exit_set_need (fixture->idle_exit, PADDOCK_IDLE_EXIT_AGENT, TRUE);
  paddock_idle_exit_set_need (fixture->idle_exit, PADDOCK_IDLE_EXIT_SESSIONS, FALSE);
  assert_stays (fixture);
  paddock_idle_exit_set_need (fixture->idle_exit, PADDOCK_IDLE_EXIT_AGENT, FALSE);
  assert_ends (fixture, FALSE);
}

/* If it may not run in the background, only a window keeps it. */
static void
test_bound (Fixture       *fixture,
            gconstpointer  data)
{
  paddock_idle_exit_set_need (fixture->idle_exit, PADDOCK_IDLE_EXIT_SESSIONS, TRUE);
  paddock_idle_exit_set_need (fixture->idle_exit, PADDOCK_IDLE_EXIT_PROMPTS, TRUE);
  paddock_idle_exit_set_need (fixture->idle_exit, PADDOCK_IDLE_EXIT_LOGIN, TRUE);
  paddock_idle_exit_set_need (fixture->idle_exit, PADDOCK_IDLE_EXIT_AGENT, TRUE);
  paddock_idle_exit_set_bound (fixture->idle_exit, TRUE);
  assert_stays (fixture);
  paddock_idle_exit_set_need (fixture->idle_exit, PADDOCK_IDLE_EXIT_AGENT, FALSE);
  assert_ends (fixture, FALSE);
  fixture->n_over = 0;
  paddock_idle_exit_set_bound (fixture->idle_exit, FALSE);
  assert_stays (fixture);
}

/* Each use starts the time again. On a busy machine the time may pass between two uses. */
static void
test_use (Fixture       *fixture,
          gconstpointer  data)
{
  gint64 begin = g_get_monotonic_time ();
  gint64 last = begin;

  while (fixture->n_over == 0 && g_get_monotonic_time () < begin + 3 * TIMEOUT) {
    last = g_get_monotonic_time ();
    paddock_idle_exit_use (fixture->idle_exit);
    g_main_context_iteration (NULL, FALSE);
  }
  assert_ends (fixture, FALSE);
  g_assert_cmpint (g_get_monotonic_time (), >=, last + TIMEOUT);
}

static void
test_replaced (Fixture       *fixture,
               gconstpointer  data)
{
  PaddockIdleExitNeeds need = (PaddockIdleExitNeeds) GPOINTER_TO_INT (data);
  gboolean keeps = need == PADDOCK_IDLE_EXIT_SESSIONS || need == PADDOCK_IDLE_EXIT_PROMPTS ||
                   need == PADDOCK_IDLE_EXIT_CALLS;

  paddock_idle_exit_set_need (fixture->idle_exit, need, TRUE);
  install (fixture, "2");
  assert_stays (fixture);           /* nobody used it, so nobody looked */
  paddock_idle_exit_use (fixture->idle_exit);
  if (keeps) {
    assert_stays (fixture);
    paddock_idle_exit_set_need (fixture->idle_exit, need, FALSE);
  }
  assert_ends (fixture, TRUE);
}

/* Once it saw a newer version, that stays so, even if the file is on its way again. */
static void
test_replaced_during_use (Fixture       *fixture,
                          gconstpointer  data)
{
  paddock_idle_exit_set_need (fixture->idle_exit, PADDOCK_IDLE_EXIT_CALLS, TRUE);
  install (fixture, "2");
  paddock_idle_exit_use (fixture->idle_exit);
  g_assert_cmpint (g_remove (fixture->program), ==, 0);
  paddock_idle_exit_use (fixture->idle_exit);
  paddock_idle_exit_set_need (fixture->idle_exit, PADDOCK_IDLE_EXIT_CALLS, FALSE);
  assert_ends (fixture, TRUE);
}

/* Removed, or an update that is half done: nothing could replace this one. */
static void
test_removed (Fixture       *fixture,
              gconstpointer  data)
{
  paddock_idle_exit_set_need (fixture->idle_exit, PADDOCK_IDLE_EXIT_AGENT, TRUE);
  g_assert_cmpint (g_remove (fixture->program), ==, 0);
  paddock_idle_exit_use (fixture->idle_exit);
  assert_stays (fixture);
  paddock_idle_exit_set_need (fixture->idle_exit, PADDOCK_IDLE_EXIT_AGENT, FALSE);
  assert_ends (fixture, FALSE);
}

static void
test_unknown_program (void)
{
  g_autoptr (PaddockIdleExit) nowhere = paddock_idle_exit_new (TIMEOUT, "/nonexistent/paddock");
  g_autoptr (PaddockIdleExit) none = paddock_idle_exit_new (TIMEOUT, NULL);

  paddock_idle_exit_use (nowhere);
  paddock_idle_exit_use (none);
}

#define ADD(path, data, func) \
  g_test_add ("/idle-exit/" path, Fixture, GINT_TO_POINTER (data), set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("unused", 0, test_unused);
  ADD ("need/sessions", PADDOCK_IDLE_EXIT_SESSIONS, test_each_need);
  ADD ("need/questions", PADDOCK_IDLE_EXIT_PROMPTS, test_each_need);
  ADD ("need/calls", PADDOCK_IDLE_EXIT_CALLS, test_each_need);
  ADD ("need/agent", PADDOCK_IDLE_EXIT_AGENT, test_each_need);
  ADD ("need/expiry", PADDOCK_IDLE_EXIT_EXPIRY, test_each_need);
  ADD ("need/login", PADDOCK_IDLE_EXIT_LOGIN, test_each_need);
  ADD ("stranded", 0, test_stranded);
  ADD ("two-needs", 0, test_two_needs);
  ADD ("bound", 0, test_bound);
  ADD ("use", 0, test_use);
  ADD ("replaced/sessions", PADDOCK_IDLE_EXIT_SESSIONS, test_replaced);
  ADD ("replaced/questions", PADDOCK_IDLE_EXIT_PROMPTS, test_replaced);
  ADD ("replaced/calls", PADDOCK_IDLE_EXIT_CALLS, test_replaced);
  ADD ("replaced/agent", PADDOCK_IDLE_EXIT_AGENT, test_replaced);
  ADD ("replaced/expiry", PADDOCK_IDLE_EXIT_EXPIRY, test_replaced);
  ADD ("replaced/login", PADDOCK_IDLE_EXIT_LOGIN, test_replaced);
  ADD ("replaced-during-use", 0, test_replaced_during_use);
  ADD ("removed", 0, test_removed);
  g_test_add_func ("/idle-exit/unknown-program", test_unknown_program);
  return g_test_run ();
}
