/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paddock-guard.h"

#define DEADLINE (20 * G_USEC_PER_SEC)

/* Reaps our descendants, as init would: orphans come to us. */
static gboolean
group_is_gone (pid_t group)
{
  while (waitpid (-1, NULL, WNOHANG) > 0)
    continue;
  return kill (-group, 0) != 0 && errno == ESRCH;
}

static void
await_gone (pid_t group)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;

  while (!group_is_gone (group)) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_usleep (5000);
  }
}

static pid_t
start_sleeper (int      guard,
               gboolean ignores_term)
{
  void (*handler) (int) = signal (SIGTERM, ignores_term ? SIG_IGN : SIG_DFL);
  pid_t pid = fork ();

  if (pid == 0) {
    setpgid (0, 0);
    /* As in a program that was executed. */
    close (guard);
    /* Two processes. One outlives its parent. */
    if (fork () != 0 && !ignores_term)
      _exit (0);
    for (;;)
      pause ();
  }
  signal (SIGTERM, handler);
  setpgid (pid, pid);
  return pid;
}

typedef enum { KILLED, EXITED, FORGETS } Way;

/* Runs a process with a guard and a group, which ends in some way. Returns the group. */
static pid_t
run_guarded (Way      way,
             gboolean ignores_term)
{
  int fds[2];
  pid_t runner, group = 0;

  g_assert_cmpint (pipe2 (fds, O_CLOEXEC), ==, 0);
  runner = fork ();
  if (runner == 0) {
    g_autoptr (GError) error = NULL;
    int guard = paddock_guard_start (&error);

    g_assert_no_error (error);
    group = start_sleeper (guard, ignores_term);
    paddock_guard_watch (guard, group);
    if (way == FORGETS)
      paddock_guard_forget (guard, group);
    g_assert_cmpint (write (fds[1], &group, sizeof group), ==, sizeof group);
    if (way != KILLED)
      _exit (0);
    for (;;)
      pause ();
  }
  close (fds[1]);
  g_assert_cmpint (read (fds[0], &group, sizeof group), ==, sizeof group);
  if (way == KILLED)
    kill (runner, SIGKILL);
  /* No process holds what the guard inherited: the pipe of this test has ended. */
  close (fds[0]);
  return group;
}

static void
test_killed (void)
{
  await_gone (run_guarded (KILLED, FALSE));
}

static void
test_exited (void)
{
  await_gone (run_guarded (EXITED, FALSE));
}

static void
test_stubborn (void)
{
  gint64 before = g_get_monotonic_time ();

  await_gone (run_guarded (KILLED, TRUE));
  g_assert_cmpint (g_get_monotonic_time () - before, >=,
                   (PADDOCK_GUARD_GRACE_MS - 100) * G_TIME_SPAN_MILLISECOND);
}

static void
test_forgotten (void)
{
  pid_t group = run_guarded (FORGETS, TRUE);
  gint64 deadline = g_get_monotonic_time () +
                    (PADDOCK_GUARD_GRACE_MS + 500) * G_TIME_SPAN_MILLISECOND;

  while (g_get_monotonic_time () < deadline) {
    g_assert_false (group_is_gone (group));
    g_usleep (10000);
  }
  kill (-group, SIGKILL);
  await_gone (group);
}

/* The guard holds no descriptor of this process: the end of an inherited pipe is noticed at
 * once. */
static void
test_descriptors (void)
{
  int fds[2], guard;
  char byte;

  g_assert_cmpint (pipe (fds), ==, 0);
  guard = paddock_guard_start (NULL);
  g_assert_cmpint (guard, >=, 0);
  close (fds[1]);
  g_assert_cmpint (read (fds[0], &byte, 1), ==, 0);
  close (fds[0]);
  close (guard);
}

static gboolean
is_closed (int fd,
           int milliseconds)
{
  struct pollfd poll_fd = { .fd = fd, .events = POLLIN };

  return poll (&poll_fd, 1, milliseconds) > 0;
}

/* The connection to the service stays open until all processes of boxes are gone. */
static void
test_boxes (void)
{
  pid_t boxes[2];
  int links[2][2];
  int guard = paddock_guard_start (NULL);

  for (guint i = 0; i < 2; i++) {
    int pidfd;

    boxes[i] = fork ();
    if (boxes[i] == 0)
      for (;;)
        pause ();
    pidfd = (int) syscall (SYS_pidfd_open, boxes[i], 0);
    paddock_guard_keep_box (guard, pidfd);
    close (pidfd);
    g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, links[i]), ==, 0);
    paddock_guard_keep_link (guard, links[i][0]);
    close (links[i][0]);
  }
  /* The other one took its place. */
  g_assert_true (is_closed (links[0][1], 20000));
  close (guard);
  for (guint i = 0; i < 2; i++) {
    g_assert_false (is_closed (links[1][1], 300));
    kill (boxes[i], SIGKILL);
    waitpid (boxes[i], NULL, 0);
  }
  g_assert_true (is_closed (links[1][1], 20000));
  for (guint i = 0; i < 2; i++)
    close (links[i][1]);
}

/* More boxes than it has room for, all of which have ended but some, and none at all. */
static void
test_many_boxes (void)
{
  int links[2];
  int guard = paddock_guard_start (NULL);

  for (guint i = 0; i < 3 * PADDOCK_GUARD_BOXES_MAX; i++) {
    pid_t pid = fork ();
    int pidfd;

    if (pid == 0)
      _exit (0);
    pidfd = (int) syscall (SYS_pidfd_open, pid, 0);
    waitpid (pid, NULL, 0);
    paddock_guard_keep_box (guard, pidfd);
    close (pidfd);
  }
  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, links), ==, 0);
  paddock_guard_keep_link (guard, links[0]);
  close (links[0]);
  g_assert_false (is_closed (links[1], 300));
  close (guard);
  g_assert_true (is_closed (links[1], 20000));
  close (links[1]);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  g_test_add_func ("/guard/killed", test_killed);
  g_test_add_func ("/guard/exited", test_exited);
  g_test_add_func ("/guard/stubborn", test_stubborn);
  g_test_add_func ("/guard/forgotten", test_forgotten);
  g_test_add_func ("/guard/descriptors", test_descriptors);
  g_test_add_func ("/guard/boxes", test_boxes);
  g_test_add_func ("/guard/many-boxes", test_many_boxes);
  return g_test_run ();
}
