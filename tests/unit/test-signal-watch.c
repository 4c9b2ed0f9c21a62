/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-signal-watch.h"

#include <unistd.h>

#define DEADLINE (20 * G_USEC_PER_SEC)

static void
on_signal (int      signal_number,
           gpointer user_data)
{
  g_array_append_val ((GArray *) user_data, signal_number);
}

/* Signals end nobody; each is handed out once, and programs get the mask from before. */
static void
test_signals (void)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;
  g_autoptr (GArray) got = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GError) error = NULL;
  PaddockSignalWatch *watch = paddock_signal_watch_new (on_signal, got, &error);
  sigset_t now;

  g_assert_no_error (error);
  sigprocmask (SIG_SETMASK, NULL, &now);
  g_assert_true (sigismember (&now, SIGTERM));
  g_assert_false (sigismember (&paddock_signal_watch_get_before (watch)->mask, SIGTERM));

  kill (getpid (), SIGTERM);
  kill (getpid (), SIGUSR1);
  while (got->len < 2) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_main_context_iteration (NULL, FALSE);
  }
  g_assert_cmpint (g_array_index (got, int, 0) + g_array_index (got, int, 1), ==,
                   SIGTERM + SIGUSR1);
  paddock_signal_watch_free (watch);
  g_assert_false (g_main_context_pending (NULL));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/signal-watch/signals", test_signals);
  return g_test_run ();
}
