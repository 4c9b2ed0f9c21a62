/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-guard.h"

#include "paddock-error.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Starts the guard: a process that ends the servers of `paddock run` when `paddock run` ends, even
 * if it is killed.
 *
 * The guard is forked once, before there are threads. It has a session of its own, so that neither
 * a terminal nor a signal to our process group reaches it. It holds one end of a pipe, and no other
 * descriptor: the host may wait until all copies of its pipes are closed. Its working directory is
 * "/". We tell the guard through the pipe which process groups to watch.
 *
 * When the pipe is closed, the guard sends these groups SIGTERM. After PADDOCK_GUARD_GRACE_MS, it
 * sends SIGKILL to those that are left. The guard allocates no memory, and calls only functions
 * that are safe in a forked child. It does not look for processes that left their group.
 */

#define POLL_MS 20

static void
pause_ms (long milliseconds)
{
  struct timespec time = { .tv_nsec = milliseconds * 1000 * 1000 };

  nanosleep (&time, NULL);
}

static void
close_all_but (int fd)
{
  if (fd > 0 && syscall (SYS_close_range, 0u, (unsigned) fd - 1, 0u) == 0 &&
      syscall (SYS_close_range, (unsigned) fd + 1, ~0u, 0u) == 0)
    return;
  for (int other = (int) sysconf (_SC_OPEN_MAX) - 1; other >= 0; other--)
    if (other != fd)
      close (other);
}

/* Ends all process groups. If a group can't get a signal, it has no process left. Another group may
 * soon have its number, so that number never gets a signal again. */
static void
end_groups (pid_t *groups)
{
  gboolean is_any_left = TRUE;

  for (guint i = 0; i < PADDOCK_GUARD_GROUPS_MAX; i++) {
    if (groups[i] == 0)
      continue;
    if (kill (-groups[i], SIGTERM) != 0)
      groups[i] = 0;
    else
      kill (-groups[i], SIGCONT);
  }
  for (guint waited = 0; is_any_left && waited < PADDOCK_GUARD_GRACE_MS; waited += POLL_MS) {
    pause_ms (POLL_MS);
    is_any_left = FALSE;
    for (guint i = 0; i < PADDOCK_GUARD_GROUPS_MAX; i++) {
      if (groups[i] != 0 && kill (-groups[i], 0) != 0)
        groups[i] = 0;
      is_any_left |= groups[i] != 0;
    }
  }
  for (guint i = 0; i < PADDOCK_GUARD_GROUPS_MAX; i++)
    if (groups[i] != 0)
      kill (-groups[i], SIGKILL);
}

/* Adds the process group @note to @groups. If @note is negative, removes the group -@note. */
static void
take_note (pid_t *groups,
           pid_t  note)
{
  pid_t wanted = note < 0 ? -note : 0;

  for (guint i = 0; i < PADDOCK_GUARD_GROUPS_MAX; i++)
    if (groups[i] == wanted) {
      groups[i] = note < 0 ? 0 : note;
      return;
    }
}

static void G_GNUC_NORETURN
run_guard (int fd)
{
  pid_t groups[PADDOCK_GUARD_GROUPS_MAX] = { 0 };
  sigset_t all;
  pid_t note;
  ssize_t n;

  setsid ();
  sigfillset (&all);
  sigprocmask (SIG_SETMASK, &all, NULL);
  prctl (PR_SET_NAME, "paddock-guard");
  close_all_but (fd);
  if (chdir ("/") != 0)
    _exit (1);

  /* A note has so few bytes that it is always written and read whole (pipe(7), PIPE_BUF). */
  while ((n = read (fd, &note, sizeof note)) != 0)
    if (n == (ssize_t) sizeof note)
      take_note (groups, note);
    else if (n > 0 || errno != EINTR)
      break;
  end_groups (groups);
  _exit (0);
}

/**
 * paddock_guard_start:
 *
 * Forks the guard. Must be called before there are threads.
 *
 * Returns: our end of the pipe to the guard, with the flag O_CLOEXEC. When this end is closed, the
 *   guard ends the servers. -1 with an error if the guard cannot be started
 */
int
paddock_guard_start (GError **error)
{
  int fds[2] = { -1, -1 };
  pid_t pid = -1;

  if (pipe2 (fds, O_CLOEXEC) == 0)
    pid = fork ();
  if (pid == 0)
    run_guard (fds[0]);
  if (pid < 0) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED, "No guard: %s", g_strerror (errno));
    if (fds[1] >= 0)
      close (fds[1]);
  }
  if (fds[0] >= 0)
    close (fds[0]);
  return pid < 0 ? -1 : fds[1];
}

static void
write_note (int   guard,
            pid_t note)
{
  while (write (guard, &note, sizeof note) < 0 && errno == EINTR)
    continue;
}

/**
 * paddock_guard_watch:
 * @guard: the result of paddock_guard_start(); -1: do nothing
 * @group: a process group
 *
 * Tells the guard to end @group when this process ends. May be called between fork() and exec().
 */
void
paddock_guard_watch (int   guard,
                     pid_t group)
{
  if (guard >= 0 && group > 1)
    write_note (guard, group);
}

/**
 * paddock_guard_forget:
 * @guard: the result of paddock_guard_start(); -1: do nothing
 * @group: a process group that is gone, but whose leader is not reaped yet
 *
 * Tells the guard to forget @group, whose number may soon be that of another group.
 */
void
paddock_guard_forget (int   guard,
                      pid_t group)
{
  if (guard >= 0 && group > 1)
    write_note (guard, -group);
}
