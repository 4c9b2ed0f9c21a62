/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-signals.h"

#include "paddock-error.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

/* Reads the signals that this process gets, but that are meant for the server, from a descriptor.
 *
 * The descriptor is opened once, before there are threads, because threads inherit the signal mask.
 * If a signal was ignored when this process started (nohup), it stays ignored, and the server
 * inherits that.
 */

/* A signal that is passed to the server. */
typedef struct {
  int      number;
  gboolean is_group;                /* a terminal sends it to a whole process group */
} Passed;

static const Passed passed[] = {
  { SIGHUP, FALSE }, { SIGINT, TRUE }, { SIGQUIT, TRUE }, { SIGTERM, FALSE }, { SIGUSR1, FALSE },
  { SIGUSR2, FALSE }, { SIGWINCH, TRUE }, { SIGTSTP, TRUE }, { SIGCONT, TRUE },
};

/**
 * paddock_signals_open:
 * @out_before: (out): the signal state before this call, for paddock_signals_restore()
 *
 * Blocks SIGCHLD and the signals that are passed to the server, and ignores SIGPIPE.
 *
 * Returns: a descriptor to poll and to read with paddock_signals_read(), closed on exec(); -1 with
 *   an error
 */
int
paddock_signals_open (PaddockSignalState  *out_before,
                      GError             **error)
{
  struct sigaction ignore = { .sa_handler = SIG_IGN };
  sigset_t wanted;
  int fd;

  sigemptyset (&wanted);
  sigaddset (&wanted, SIGCHLD);
  for (guint i = 0; i < G_N_ELEMENTS (passed); i++) {
    struct sigaction action;

    if (sigaction (passed[i].number, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
      sigaddset (&wanted, passed[i].number);
  }

  fd = signalfd (-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
  if (fd < 0) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED, "No signals: %s", g_strerror (errno));
    return -1;
  }
  /* If SIGCHLD were ignored, this process could not get the server's exit status. */
  signal (SIGCHLD, SIG_DFL);
  sigprocmask (SIG_BLOCK, &wanted, &out_before->mask);
  sigaction (SIGPIPE, &ignore, &out_before->pipe);
  return fd;
}

/**
 * paddock_signals_read:
 *
 * Returns: the number of the next signal that came; 0 if there is none
 */
int
paddock_signals_read (int fd)
{
  struct signalfd_siginfo info;

  return read (fd, &info, sizeof info) == (ssize_t) sizeof info ? (int) info.ssi_signo : 0;
}

/**
 * paddock_signals_is_group:
 *
 * Returns: whether a terminal sends this signal to all processes of a group, not only to one
 */
gboolean
paddock_signals_is_group (int signal_number)
{
  for (guint i = 0; i < G_N_ELEMENTS (passed); i++)
    if (passed[i].number == signal_number)
      return passed[i].is_group;
  return FALSE;
}

/**
 * paddock_signals_is_end:
 *
 * Returns: whether this signal asks a process to end
 */
gboolean
paddock_signals_is_end (int signal_number)
{
  return signal_number == SIGTERM || signal_number == SIGINT || signal_number == SIGHUP ||
         signal_number == SIGQUIT;
}

/**
 * paddock_signals_restore:
 *
 * Restores the signal mask and the action for SIGPIPE from before paddock_signals_open(). For use
 * between fork() and exec().
 */
void
paddock_signals_restore (const PaddockSignalState *before)
{
  sigaction (SIGPIPE, &before->pipe, NULL);
  sigprocmask (SIG_SETMASK, &before->mask, NULL);
}

/**
 * paddock_signals_die_of:
 * @signal_number: the signal that ended the server
 *
 * Ends this process with the same signal, but without a core dump. Returns only if the signal does
 * not end a process.
 */
void
paddock_signals_die_of (int signal_number)
{
  const struct rlimit no_core = { 0, 0 };
  sigset_t one;

  setrlimit (RLIMIT_CORE, &no_core);
  signal (signal_number, SIG_DFL);
  sigemptyset (&one);
  sigaddset (&one, signal_number);
  sigprocmask (SIG_UNBLOCK, &one, NULL);
  raise (signal_number);
}
