/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-child.h"

#include "paddock-error.h"
#include "paddock-guard.h"
#include "paddock-host-bundle.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <sys/wait.h>
#include <unistd.h>

/* The process of a server: its pipes, its group, its end.
 *
 * The transport owns it. The server gets what the host would have given it: our stderr, our limits
 * and the signal state that we were given. Unless the options say otherwise, it gets our
 * environment and working directory, too. It leads a process group of its own, so that all of the
 * group can be ended together. The group gets signals only while its leader is not reaped: from
 * then on another group may have its number. Between fork() and exec() nothing is called that a
 * thread could have locked.
 */

struct _PaddockChild
{
  pid_t    pid;                     /* 0: reaped */
  int      guard;
  int      input;                   /* (owned) what it reads from us; -1: taken */
  int      output;                  /* (owned) what we read from it; -1: taken */
};

typedef struct {
  int in[2];
  int out[2];
  int problem[2];                   /* a pipe: errno of exec(), or its end without a byte if that
                                     * worked */
} Pipes;

static void
close_pair (int *pair)
{
  for (guint i = 0; i < 2; i++)
    if (pair[i] >= 0)
      close (pair[i]);
}

static void
close_pipes (Pipes *pipes)
{
  int saved_errno = errno;

  close_pair (pipes->in);
  close_pair (pipes->out);
  close_pair (pipes->problem);
  errno = saved_errno;
}

/* A root that is a file cannot be entered, and a folder may be gone by now. */
static void
enter_first (const char * const *folders)
{
  for (gsize i = 0; folders != NULL && folders[i] != NULL; i++)
    if (chdir (folders[i]) == 0)
      return;
}

static void G_GNUC_NORETURN
run_program (const PaddockChildOptions *options,
             const char * const        *environment,
             const Pipes               *pipes,
             int                        guard,
             const PaddockSignalState  *signals)
{
  const char *program = options->program != NULL ? options->program : options->argv[0];
  int problem;

  setpgid (0, 0);
  /* The child tells the guard itself, before exec(): we may be killed at any moment. */
  paddock_guard_watch (guard, getpid ());

  if (dup2 (pipes->in[0], STDIN_FILENO) >= 0 && dup2 (pipes->out[1], STDOUT_FILENO) >= 0) {
    paddock_signals_restore (signals);
    enter_first (options->folders);
    execvpe (program, (char * const *) options->argv, (char * const *) environment);
  }
  problem = errno;
  if (write (pipes->problem[1], &problem, sizeof problem) < 0)
    _exit (126);
  _exit (127);
}

/* What exec() failed with, 0: it worked. */
static int
read_problem (int fd)
{
  int problem = 0;
  ssize_t n;

  do
    n = read (fd, &problem, sizeof problem);
  while (n < 0 && errno == EINTR);
  return n == (ssize_t) sizeof problem ? problem : 0;
}

static void
reap_failed (pid_t pid)
{
  while (waitpid (pid, NULL, 0) < 0 && errno == EINTR)
    continue;
}

/**
 * paddock_child_spawn:
 * @options: what to start
 * @guard: what paddock_guard_start() gave, or -1
 * @signals: what paddock_signals_open() found
 *
 * Starts a server.
 *
 * Returns: (transfer full): its process; %NULL with %PADDOCK_ERROR_NOT_FOUND if there is no such
 *   program, %PADDOCK_ERROR_REFUSED if it cannot be executed, %PADDOCK_ERROR_FAILED else
 */
PaddockChild *
paddock_child_spawn (const PaddockChildOptions  *options,
                     int                         guard,
                     const PaddockSignalState   *signals,
                     GError                    **error)
{
  g_auto (GStrv) environment =
    paddock_host_bundle_dup_environment (options->environment != NULL
                                      ? options->environment : (const char * const *) environ);
  Pipes pipes = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
  PaddockChild *self;
  pid_t pid = -1;
  int problem;

  if (pipe2 (pipes.in, O_CLOEXEC) == 0 && pipe2 (pipes.out, O_CLOEXEC) == 0 &&
      pipe2 (pipes.problem, O_CLOEXEC) == 0)
    pid = fork ();
  if (pid == 0)
    run_program (options, (const char * const *) environment, &pipes, guard, signals);
  if (pid < 0) {
    problem = errno;
  } else {
    setpgid (pid, pid);
    close (pipes.problem[1]);
    pipes.problem[1] = -1;
    problem = read_problem (pipes.problem[0]);
    if (problem != 0) {
      paddock_guard_forget (guard, pid);
      reap_failed (pid);
    }
  }
  if (problem != 0) {
    close_pipes (&pipes);
    g_set_error_literal (error, PADDOCK_ERROR,
                         problem == ENOENT || problem == ENOTDIR ? PADDOCK_ERROR_NOT_FOUND
                         : pid > 0 ? PADDOCK_ERROR_REFUSED : PADDOCK_ERROR_FAILED,
                         g_strerror (problem));
    return NULL;
  }

  self = g_new0 (PaddockChild, 1);
  self->pid = pid;
  self->guard = guard;
  self->input = pipes.in[1];
  self->output = pipes.out[0];
  /* Only our ends: those of the server still block. */
  g_unix_set_fd_nonblocking (self->input, TRUE, NULL);
  g_unix_set_fd_nonblocking (self->output, TRUE, NULL);
  pipes.in[1] = pipes.out[0] = -1;
  close_pipes (&pipes);
  return self;
}

/**
 * paddock_child_free:
 *
 * Forgets the process. One that runs is left to the guard.
 */
void
paddock_child_free (PaddockChild *self)
{
  if (self->input >= 0)
    close (self->input);
  if (self->output >= 0)
    close (self->output);
  g_free (self);
}

pid_t
paddock_child_get_pid (const PaddockChild *self)
{
  return self->pid;
}

static int
take (int *fd)
{
  int taken = *fd;

  *fd = -1;
  return taken;
}

/**
 * paddock_child_steal_input:
 *
 * Returns: the end of the pipe that the server reads from, the caller's from now on
 */
int
paddock_child_steal_input (PaddockChild *self)
{
  return take (&self->input);
}

/**
 * paddock_child_steal_output:
 *
 * Returns: the end of the pipe that the server writes to, the caller's from now on
 */
int
paddock_child_steal_output (PaddockChild *self)
{
  return take (&self->output);
}

/**
 * paddock_child_signal:
 *
 * Passes a signal on as the server would have got it: to its first process, or to all of its group
 * where a terminal would have sent it so.
 */
void
paddock_child_signal (PaddockChild *self,
                      int           signal_number)
{
  if (self->pid > 0)
    kill (paddock_signals_is_group (signal_number) ? -self->pid : self->pid, signal_number);
}

/**
 * paddock_child_end:
 *
 * Sends a signal to all processes of the group.
 */
void
paddock_child_end (PaddockChild *self,
                   int           signal_number)
{
  if (self->pid > 0)
    kill (-self->pid, signal_number);
}

/**
 * paddock_child_has_exited:
 *
 * Returns: whether the server's first process has ended; it stays a zombie until
 *   paddock_child_reap()
 */
gboolean
paddock_child_has_exited (PaddockChild *self)
{
  siginfo_t info = { 0 };

  return self->pid == 0 ||
         (waitid (P_PID, (id_t) self->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
          info.si_pid == self->pid);
}

/**
 * paddock_child_reap:
 * @out_status: (out): as waitpid() gives it
 *
 * Sends TERM to what is left of the server's group and takes its exit status. What does not end by
 * TERM is the guard's, who sends KILL once we are gone.
 *
 * Returns: %FALSE if it has not exited
 */
gboolean
paddock_child_reap (PaddockChild *self,
                    int          *out_status)
{
  if (self->pid == 0 || !paddock_child_has_exited (self))
    return FALSE;

  paddock_child_end (self, SIGTERM);
  if (waitpid (self->pid, out_status, 0) != self->pid)
    return FALSE;
  self->pid = 0;
  return TRUE;
}
