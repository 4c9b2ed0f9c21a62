/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-quiescence.h"

#include <glib.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEADLINE (20 * G_USEC_PER_SEC)

static void
wait_quiescent (pid_t    pid,
                gboolean is_quiescent)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;

  while (paddock_quiescence_is_reached (pid) != is_quiescent) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_usleep (1000);
  }
}

/* A child that leads a group, so that nothing it starts stays behind. */
static pid_t
start (void)
{
  pid_t pid = fork ();

  g_assert_cmpint (pid, >=, 0);
  setpgid (pid, pid);
  return pid;
}

static void
end (pid_t pid)
{
  kill (-pid, SIGKILL);
  g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);
}

static void
sleep_or_spin (gboolean spins)
{
  /* The name looks like the end of the name field, followed by a state. */
  prctl (PR_SET_NAME, "a) R (b");
  while (spins)
    continue;
  for (;;)
    pause ();
}

static void
test_process (gconstpointer data)
{
  gboolean spins = data != NULL;
  pid_t pid = start ();

  if (pid == 0)
    sleep_or_spin (spins);
  wait_quiescent (pid, !spins);
  end (pid);
  /* A process that is gone has nothing to do. */
  g_assert_true (paddock_quiescence_is_reached (pid));
}

/* A process that a wrapper started counts, too. */
static void
test_descendant (gconstpointer data)
{
  gboolean spins = data != NULL;
  pid_t pid = start ();

  if (pid == 0) {
    if (fork () == 0 && fork () == 0)
      sleep_or_spin (spins);
    for (;;)
      pause ();
  }
  wait_quiescent (pid, !spins);
  end (pid);
}

static gpointer
spin (gpointer data)
{
  while (!g_atomic_int_get ((int *) data))
    continue;
  return NULL;
}

/* The asking thread is running itself, because it is a child of the test that it examines. */
static void
test_thread (void)
{
  pid_t pid = start ();
  int is_over = 0;

  if (pid == 0) {
    g_thread_unref (g_thread_new ("spin", spin, &is_over));
    for (;;)
      pause ();
  }
  wait_quiescent (pid, FALSE);
  end (pid);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/quiescence/process/asleep", NULL, test_process);
  g_test_add_data_func ("/quiescence/process/busy", "", test_process);
  g_test_add_data_func ("/quiescence/descendant/asleep", NULL, test_descendant);
  g_test_add_data_func ("/quiescence/descendant/busy", "", test_descendant);
  g_test_add_func ("/quiescence/thread", test_thread);
  return g_test_run ();
}
