/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <sys/wait.h>
#include <unistd.h>

#include "paddock-signals.h"

static const int passed[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGWINCH,
                              SIGTSTP, SIGCONT, SIGCHLD };

/* A process has one state of signals: so each test runs in a process of its own. */
static void
in_process (void (*body)(void),
            int  *out_status)
{
  pid_t pid = fork ();

  g_assert_cmpint (pid, >=, 0);
  if (pid == 0) {
    body ();
    _exit (0);
  }
  g_assert_cmpint (waitpid (pid, out_status, 0), ==, pid);
}

static void
read_all (void)
{
  PaddockSignalState before;
  g_autoptr (GError) error = NULL;
  int fd;

  /* A shell starts background programs with some signals ignored. */
  for (gsize i = 0; i < G_N_ELEMENTS (passed); i++)
    signal (passed[i], SIG_DFL);
  fd = paddock_signals_open (&before, &error);
  g_assert_no_error (error);
  g_assert_cmpint (paddock_signals_read (fd), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (passed); i++) {
    raise (passed[i]);
    g_assert_cmpint (paddock_signals_read (fd), ==, passed[i]);
    g_assert_cmpint (paddock_signals_read (fd), ==, 0);
  }
  /* What the program must get back. */
  paddock_signals_restore (&before);
  raise (SIGTERM);
  _exit (1);
}

static void
leave_ignored_alone (void)
{
  PaddockSignalState before;
  sigset_t now;
  int fd;

  signal (SIGHUP, SIG_IGN);
  signal (SIGINT, SIG_DFL);
  fd = paddock_signals_open (&before, NULL);
  raise (SIGHUP);
  g_assert_cmpint (paddock_signals_read (fd), ==, 0);
  sigprocmask (SIG_SETMASK, NULL, &now);
  g_assert_false (sigismember (&now, SIGHUP));
  g_assert_true (sigismember (&now, SIGINT));
  g_assert_false (sigismember (&before.mask, SIGINT));
}

static void
die_of_kill (void)
{
  PaddockSignalState before;

  paddock_signals_open (&before, NULL);
  paddock_signals_die_of (SIGSEGV);
}

static void
test_read (void)
{
  int status;

  in_process (read_all, &status);
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, SIGTERM);
}

static void
test_ignored (void)
{
  int status;

  in_process (leave_ignored_alone, &status);
  g_assert_cmpint (status, ==, 0);
}

static void
test_die (void)
{
  int status;

  in_process (die_of_kill, &status);
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, SIGSEGV);
  g_assert_false (WCOREDUMP (status));
}

static void
test_group (void)
{
  g_assert_true (paddock_signals_is_group (SIGINT));
  g_assert_true (paddock_signals_is_group (SIGTSTP));
  g_assert_false (paddock_signals_is_group (SIGTERM));
  g_assert_false (paddock_signals_is_group (SIGHUP));
  g_assert_false (paddock_signals_is_group (SIGKILL));
  g_assert_false (paddock_signals_is_group (0));
}

static void
test_end (void)
{
  g_assert_true (paddock_signals_is_end (SIGTERM));
  g_assert_true (paddock_signals_is_end (SIGINT));
  g_assert_true (paddock_signals_is_end (SIGHUP));
  g_assert_true (paddock_signals_is_end (SIGQUIT));
  g_assert_false (paddock_signals_is_end (SIGTSTP));
  g_assert_false (paddock_signals_is_end (SIGCONT));
  g_assert_false (paddock_signals_is_end (SIGKILL));
  g_assert_false (paddock_signals_is_end (SIGUSR1));
  g_assert_false (paddock_signals_is_end (0));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/signals/read", test_read);
  g_test_add_func ("/signals/ignored", test_ignored);
  g_test_add_func ("/signals/die", test_die);
  g_test_add_func ("/signals/group", test_group);
  g_test_add_func ("/signals/end", test_end);
  return g_test_run ();
}
