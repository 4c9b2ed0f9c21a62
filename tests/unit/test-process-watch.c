/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-process-watch.h"

#include "service-fixtures.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
  GPid  pid;
  char *process;                    /* (owned) its scope */
} Sleeper;

static Sleeper
start_sleeper (void)
{
  const char *argv[] = { "sleep", "1000", NULL };
  g_autoptr (PaddockPeer) peer = NULL;
  Sleeper sleeper;

  g_assert_true (g_spawn_async (NULL, (char **) argv, NULL,
                                G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                                &sleeper.pid, NULL));
  peer = paddock_peer_new_for_pid (getuid (), sleeper.pid);
  sleeper.process = paddock_peer_dup_scope (peer);
  g_assert_nonnull (sleeper.process);
  return sleeper;
}

static void
end_sleeper (Sleeper *sleeper)
{
  g_assert_cmpint (kill (sleeper->pid, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (sleeper->pid, NULL, 0), ==, sleeper->pid);
  g_clear_pointer (&sleeper->process, g_free);
}

static void
on_ended (const char *process,
          gpointer    user_data)
{
  g_ptr_array_add (user_data, g_strdup (process));
}

static void
test_each_end_is_told_once (void)
{
  g_autoptr (GPtrArray) ended = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (PaddockProcessWatch) watch = paddock_process_watch_new (on_ended, ended);
  Sleeper first = start_sleeper ();
  Sleeper second = start_sleeper ();
  g_autofree char *process = g_strdup (first.process);

  for (guint i = 0; i < 3; i++)
    g_assert_true (paddock_process_watch_wait (watch, first.process));
  g_assert_true (paddock_process_watch_wait (watch, second.process));
  end_sleeper (&first);
  WAIT_FOR (ended->len > 0);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (ended->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (ended, 0), ==, process);

  g_assert_false (paddock_process_watch_wait (watch, process));
  end_sleeper (&second);
  WAIT_FOR (ended->len == 2);
}

static void
test_what_is_no_process (void)
{
  const char *none[] = { "", "session:1", "a", "::", "x:1:1" };
  g_autoptr (GPtrArray) ended = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (PaddockProcessWatch) watch = paddock_process_watch_new (on_ended, ended);

  for (gsize i = 0; i < G_N_ELEMENTS (none); i++)
    g_assert_false (paddock_process_watch_wait (watch, none[i]));
}

static void
test_cleared (void)
{
  g_autoptr (GPtrArray) ended = g_ptr_array_new_with_free_func (g_free);
  PaddockProcessWatch *watch = paddock_process_watch_new (on_ended, ended);
  Sleeper first = start_sleeper ();
  Sleeper second = start_sleeper ();

  g_assert_true (paddock_process_watch_wait (watch, first.process));
  paddock_process_watch_clear (watch);
  end_sleeper (&first);
  g_assert_true (paddock_process_watch_wait (watch, second.process));
  paddock_process_watch_free (watch);
  end_sleeper (&second);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (ended->len, ==, 0);
  paddock_process_watch_free (NULL);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/process-watch/each-end-once", test_each_end_is_told_once);
  g_test_add_func ("/process-watch/no-process", test_what_is_no_process);
  g_test_add_func ("/process-watch/cleared", test_cleared);
  return g_test_run ();
}
