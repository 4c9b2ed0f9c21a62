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

/* A process that ends the servers of `paddock run` when `paddock run` ends, in whatever way.
 *
 * It is forked once, before there are threads, into a session of its own: so neither a terminal nor
 * a signal to our group reaches it. It holds one end of a pipe and nothing else. It has no
 * directory, and no descriptor of the host, which waits for the end of those. We tell it over the
 * pipe which process groups there are. When the pipe ends it sends them TERM, and after the grace
 * it sends KILL to what is left. It allocates nothing and calls only what a forked child may call.
 * It does not look for descendants that left their group.
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

/* A group without any process cannot get a signal, and another group may soon have its number. So
 * it is never touched again. */
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

/* A negative number is a group to forget. */
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

  /* Writes of so few bytes are never cut (pipe(7), PIPE_BUF). */
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
 * Forks the guard. To be called before threads are started.
 *
 * Returns: the end of the pipe that must stay open as long as the servers are to live, closed in
 *   programs that are executed; -1 with an error where there can be no process
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
 * @guard: what paddock_guard_start() gave; -1 does nothing
 * @group: a process group to end with us
 *
 * May be called between fork() and exec().
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
 * @group: a group that is gone, before its leader is reaped
 */
void
paddock_guard_forget (int   guard,
                      pid_t group)
{
  if (guard >= 0 && group > 1)
    write_note (guard, -group);
}
