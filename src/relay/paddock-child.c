/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-child.h"

#include "paddock-error-copy.h"
#include "paddock-error.h"
#include "paddock-guard.h"
#include "paddock-host-bundle.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <linux/close_range.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Starts the process of a server, sends signals to its process group, and reaps it.
 *
 * The transport owns the #PaddockChild. The server inherits what the host gave us: stderr, the
 * resource limits and the signal state. Unless the options say otherwise, it inherits our
 * environment and working directory, too. The server's process leads a process group of its own, so
 * that the whole group can be ended together. After the leader is reaped, the group gets no more
 * signals from us: another group may have its number by then. Between fork() and exec(), the child
 * calls nothing that takes a lock: another thread may have held that lock at the fork().
 *
 * The group has a session of its own, too, and so no terminal. A terminal has one group in the
 * foreground, and that is the host's. It would stop a server that reads from it, until somebody
 * continues the server. Without a terminal, opening /dev/tty fails at once. It fails in the same
 * way if a host has no terminal, or starts each server in a session.
 */

struct _PaddockChild
{
  PaddockBox       *box;            /* (owned) (nullable) the box in which the server runs; then
                                     * @pid is bubblewrap. NULL: the server is not confined */
  PaddockErrorCopy *errors;         /* (owned) (nullable) for a server in a box */
  pid_t    pid;                     /* the server's process; 0: the process was reaped */
  int      guard;                   /* our pipe to the guard, from paddock_guard_start(); -1: there
                                     * is no guard */
  int      input;                   /* (owned) our end of the server's stdin; -1: a caller took this
                                     * end over */
  int      output;                  /* (owned) our end of the server's stdout; -1: a caller took
                                     * this end over */
};

typedef struct {
  int in[2];
  int out[2];
  int errors[2];                    /* only for a server in a box */
  int problem[2];                   /* if exec() fails, the child writes its errno here; if exec()
                                     * works, this pipe closes without a byte */
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
  close_pair (pipes->errors);
  close_pair (pipes->problem);
  errno = saved_errno;
}

/* Changes the working directory to the first of @folders that can be entered. An element of
 * @folders may be a file, or may be gone by now. */
static void
enter_first (const char * const *folders)
{
  for (gsize i = 0; folders != NULL && folders[i] != NULL; i++)
    if (chdir (folders[i]) == 0)
      return;
}

/* Executes bubblewrap, which gets an empty environment: the server's variables could change what it
 * does. It inherits only the descriptors of the box: others may lead out of it. */
static void
run_box (PaddockBox  *box,
         const Pipes *pipes)
{
  static const char * const nothing[] = { NULL };
  const char * const *argv = paddock_box_get_argv (box);

  if (dup2 (pipes->errors[1], STDERR_FILENO) < 0 ||
      syscall (SYS_close_range, 3u, ~0u, CLOSE_RANGE_CLOEXEC) != 0)
    return;
  for (const int *fd = paddock_box_get_descriptors (box); *fd >= 0; fd++)
    if (fcntl (*fd, F_SETFD, 0) != 0)
      return;
  execve (argv[0], (char * const *) argv, (char * const *) nothing);
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

  setsid ();
  /* The child itself tells the guard about its group, before exec(): its parent may be killed at
   * any moment. */
  paddock_guard_watch (guard, getpid ());

  if (dup2 (pipes->in[0], STDIN_FILENO) >= 0 && dup2 (pipes->out[1], STDOUT_FILENO) >= 0) {
    paddock_signals_restore (signals);
    if (options->box != NULL)
      run_box (options->box, pipes);
    else
      enter_first (options->folders);
    if (options->box == NULL)
      execvpe (program, (char * const *) options->argv, (char * const *) environment);
  }
  problem = errno;
  if (write (pipes->problem[1], &problem, sizeof problem) < 0)
    _exit (126);
  _exit (127);
}

/* Waits until the child has called exec(). Returns the errno of exec(); 0 if exec() worked. */
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

/* Adds to the error what bubblewrap wrote. */
static void
add_complaint (int      fd,
               GError **error)
{
  char text[512];
  gssize n;

  g_unix_set_fd_nonblocking (fd, TRUE, NULL);
  n = read (fd, text, sizeof text - 1);
  if (n <= 0 || error == NULL)
    return;
  text[n] = '\0';
  g_strdelimit (g_strchomp (text), "\n", ' ');
  g_prefix_error (error, "%s. ", text);
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
 * @guard: the result of paddock_guard_start(); -1 if there is no guard
 * @signals: the signal state before paddock_signals_open(), with which the server starts
 *
 * Starts a server. If it has a box, this blocks until the box was checked. The server must be
 * started by the main thread: when the thread that started it ends, a box is killed.
 *
 * Returns: (transfer full): the server's process; %NULL with %PADDOCK_ERROR_NOT_FOUND if there is
 *   no such program, %PADDOCK_ERROR_REFUSED if it cannot be executed, otherwise
 *   %PADDOCK_ERROR_FAILED
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
  Pipes pipes = { { -1, -1 }, { -1, -1 }, { -1, -1 }, { -1, -1 } };
  PaddockChild *self;
  pid_t pid = -1;
  int problem;

  if (pipe2 (pipes.in, O_CLOEXEC) == 0 && pipe2 (pipes.out, O_CLOEXEC) == 0 &&
      pipe2 (pipes.problem, O_CLOEXEC) == 0 &&
      (options->box == NULL || pipe2 (pipes.errors, O_CLOEXEC) == 0))
    pid = fork ();
  if (pid == 0)
    run_program (options, (const char * const *) environment, &pipes, guard, signals);
  if (pid < 0) {
    problem = errno;
  } else {
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

  if (options->box != NULL && !paddock_box_begin (options->box, pid, error)) {
    add_complaint (pipes.errors[0], error);
    close_pipes (&pipes);
    paddock_guard_forget (guard, pid);
    reap_failed (pid);
    return NULL;
  }

  self = g_new0 (PaddockChild, 1);
  self->pid = pid;
  self->guard = guard;
  if (options->box != NULL) {
    paddock_guard_keep_box (guard, paddock_box_get_first (options->box));
    self->box = paddock_box_ref (options->box);
    self->errors = paddock_error_copy_new (pipes.errors[0],
                                           paddock_box_has_network (options->box));
    pipes.errors[0] = -1;
  }
  self->input = pipes.in[1];
  self->output = pipes.out[0];
  /* Only our ends of the pipes become non-blocking. The server's ends still block. */
  g_unix_set_fd_nonblocking (self->input, TRUE, NULL);
  g_unix_set_fd_nonblocking (self->output, TRUE, NULL);
  pipes.in[1] = pipes.out[0] = -1;
  close_pipes (&pipes);
  return self;
}

/**
 * paddock_child_free:
 *
 * Closes our ends of the pipes. If the server still runs, the guard ends it when this process ends.
 */
void
paddock_child_free (PaddockChild *self)
{
  if (self->input >= 0)
    close (self->input);
  if (self->output >= 0)
    close (self->output);
  g_clear_pointer (&self->errors, paddock_error_copy_end);
  g_clear_pointer (&self->box, paddock_box_unref);
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
 * Returns: our end of the server's standard input, which the caller owns from now on; -1 if it was
 *   stolen before
 */
int
paddock_child_steal_input (PaddockChild *self)
{
  return take (&self->input);
}

/**
 * paddock_child_steal_output:
 *
 * Returns: our end of the server's standard output, which the caller owns from now on; -1 if it was
 *   stolen before
 */
int
paddock_child_steal_output (PaddockChild *self)
{
  return take (&self->output);
}

/* Sends a signal to @target, as kill() does, or to the server in the box. If the signal asks to
 * end, continues what is stopped: a stopped process handles no signal but SIGKILL and SIGCONT. A
 * signal to bubblewrap would end the box without notice. */
static void
send_signal (PaddockChild *self,
             pid_t         target,
             int           signal_number)
{
  if (self->box != NULL)
    paddock_box_signal (self->box, signal_number);
  if (self->box == NULL || signal_number == SIGKILL)
    kill (target, signal_number);
  if (paddock_signals_is_end (signal_number))
    send_signal (self, target, SIGCONT);
}

/**
 * paddock_child_signal:
 *
 * Passes on to the server a signal that this process got. If a terminal sends this signal to whole
 * groups, the server's whole group gets it; otherwise only its first process. SIGTSTP becomes
 * SIGSTOP: in a session without a terminal, SIGTSTP stops nothing.
 */
void
paddock_child_signal (PaddockChild *self,
                      int           signal_number)
{
  if (self->pid > 0)
    send_signal (self, paddock_signals_is_group (signal_number) ? -self->pid : self->pid,
                 signal_number == SIGTSTP ? SIGSTOP : signal_number);
}

/**
 * paddock_child_end:
 *
 * Sends a signal to all processes of the server's group, also to stopped ones.
 */
void
paddock_child_end (PaddockChild *self,
                   int           signal_number)
{
  if (self->pid > 0)
    send_signal (self, -self->pid, signal_number);
}

/* Returns: (transfer none) (nullable): the box in which the server runs; NULL: in none */
PaddockBox *
paddock_child_get_box (const PaddockChild *self)
{
  return self->box;
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
 * @out_status: (out): the exit status of the first process, as waitpid() gives it; set only if the
 *   result is %TRUE
 *
 * If the server's first process has ended, sends SIGTERM to the rest of its group and reaps the
 * first process. If another process of the group goes on, the guard kills it when this process
 * ends.
 *
 * Returns: whether the first process was reaped now; %FALSE if it still runs, or was reaped before
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
