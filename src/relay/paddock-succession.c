/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-succession.h"

#include <sys/wait.h>
#include <unistd.h>

#include "paddock-signals.h"
#include "paddock-stdio.h"

/* Starts and ends one server after another for the host.
 *
 * The proxy owns the succession, which connects the slot and the restart. The slot, in which a
 * server runs, reports the end of the server or of the host. The restart makes the slot end and
 * start servers. A manager decides when to restart. If the server asks for its roots, that is the
 * revocation manager. If the server is started with its roots, it is the launch manager. If a
 * server begins to end while the host's first lines still wait, the succession lets these lines go
 * on.
 */

/* How often a server is started whose folders change meanwhile. */
#define MOST_TRIES 10

struct _PaddockSuccession
{
  PaddockTarget            *target;
  PaddockDropped            dropped;
  gpointer                  user_data;
  GMainLoop                *loop;         /* (owned) */
  PaddockServerSlot        *slot;         /* (owned) */
  PaddockStartupHold       *hold;         /* (owned) */
  PaddockRestart           *restart;      /* (owned) */
  PaddockRevocationManager *revocations;  /* (owned) (nullable) NULL after
                                           * paddock_succession_end_link() */
  PaddockLaunchManager     *manager;      /* (owned) (nullable) for a server that is started with
                                           * its roots; NULL: the server asks for its roots */
  PaddockLink              *link;         /* (nullable) set by paddock_succession_attach(); NULL
                                           * before, and after paddock_succession_end_link() */
  gboolean                  has_failed;   /* a restart failed: there is no server, and there will be
                                           * none */
  int                       dismissed_by; /* the signal with which the server was ended from
                                           * outside; 0: none */
};

static gboolean
is_quiescent (gpointer user_data)
{
  PaddockSuccession *self = user_data;

  return paddock_server_slot_is_quiescent (self->slot);
}

/* Whether there is no server, but one may follow. */
static gboolean
is_vacant (const PaddockSuccession *self)
{
  PaddockRestartPhase phase = paddock_restart_get_phase (self->restart);

  return phase == PADDOCK_RESTART_VACANT || phase == PADDOCK_RESTART_OPENING;
}

static void
on_host_ended (gpointer user_data)
{
  PaddockSuccession *self = user_data;
  gboolean was_vacant = is_vacant (self);

  paddock_startup_hold_release (self->hold);
  /* Requests that wait for another server get an error, because there will be none. */
  paddock_restart_close (self->restart);
  if (was_vacant)
    paddock_server_slot_close (self->slot);
}

/* The server sends no more lines. If the host's requests wait for another server, they get an error
 * now. */
static void
on_server_ended (gpointer user_data)
{
  PaddockSuccession *self = user_data;

  if (paddock_restart_get_phase (self->restart) == PADDOCK_RESTART_REPLAYING)
    paddock_restart_server_ended (self->restart);
  else
    paddock_restart_close (self->restart);
}

static gboolean
on_exited (gpointer user_data)
{
  PaddockSuccession *self = user_data;

  if (self->manager != NULL && self->dismissed_by == 0 &&
      !paddock_server_slot_is_left (self->slot) &&
      paddock_launch_manager_handle_exit (self->manager)) {
    paddock_startup_hold_release (self->hold);
    paddock_filter_chain_forget_server (paddock_server_slot_get_chain (self->slot));
    paddock_server_slot_clear (self->slot);
    paddock_launch_manager_consider (self->manager);
    return TRUE;
  }
  return paddock_restart_handle_exit (self->restart);
}

static void
on_dismissed (int      signal_number,
              gpointer user_data)
{
  PaddockSuccession *self = user_data;
  gboolean was_vacant = is_vacant (self);

  self->dismissed_by = signal_number;
  paddock_restart_abandon (self->restart);
  if (was_vacant)
    paddock_server_slot_close (self->slot);
}

static void
on_over (gpointer user_data)
{
  PaddockSuccession *self = user_data;

  g_main_loop_quit (self->loop);
}

static const PaddockServerSlotFuncs slot_funcs = {
  .host_ended = on_host_ended,
  .server_ended = on_server_ended,
  .exited = on_exited,
  .dismissed = on_dismissed,
  .over = on_over,
};

static void
end_server (int      signal_number,
            gpointer user_data)
{
  PaddockSuccession *self = user_data;

  paddock_server_slot_stop (self->slot, signal_number);
  paddock_filter_chain_forget_server (paddock_server_slot_get_chain (self->slot));
}

/* Starts a server with its folders. */
static gboolean
start_with_folders (PaddockSuccession  *self,
                    GError            **error)
{
  const PaddockChildOptions *options = paddock_launch_manager_prepare (self->manager, error);
  GError *problem = NULL;

  for (guint tries = 1; options != NULL; tries++) {
    gint64 began = g_get_monotonic_time ();
    gboolean was_quick;

    g_clear_error (&problem);
    if (paddock_server_slot_start (self->slot, options, &problem)) {
      paddock_launch_manager_started (self->manager);
      return TRUE;
    }
    was_quick = g_get_monotonic_time () - began < G_USEC_PER_SEC;
    options = tries < MOST_TRIES
              ? paddock_launch_manager_prepare_again (self->manager, was_quick) : NULL;
  }
  if (problem != NULL)
    g_propagate_error (error, problem);
  return FALSE;
}

static gboolean
open_folders (gpointer user_data)
{
  PaddockSuccession *self = user_data;

  return self->manager == NULL || paddock_launch_manager_open (self->manager);
}

static gboolean
start_server (GError   **error,
              gpointer   user_data)
{
  PaddockSuccession *self = user_data;
  const PaddockChildOptions as_written = { .argv = paddock_target_get_argv (self->target) };

  paddock_startup_hold_renew (self->hold);
  if (paddock_target_is_remote (self->target))
    return paddock_server_slot_start_with (self->slot, paddock_target_reach (self->target,
                                                                             self->restart,
                                                                             self->dropped,
                                                                             self->user_data,
                                                                             error));
  if (self->manager != NULL)
    return start_with_folders (self, error);
  return paddock_server_slot_start (self->slot, &as_written, error);
}

static void
on_hear (gboolean is_heard,
         gpointer user_data)
{
  paddock_server_slot_set_host_unread (((PaddockSuccession *) user_data)->slot, !is_heard);
}

static void
on_restarted (gpointer user_data)
{
  PaddockSuccession *self = user_data;
  gboolean is_remote = paddock_target_is_remote (self->target);
  gboolean is_renewal = paddock_restart_is_renewal (self->restart);
  PaddockReason reason = PADDOCK_REASON_NARROWED;

  paddock_server_slot_set_host_unread (self->slot, FALSE);
  if (self->manager != NULL)
    reason = paddock_launch_manager_restarted (self->manager);
  if (is_remote && !is_renewal)
    paddock_link_report (self->link, PADDOCK_EVENT_TOLD_ONLY, PADDOCK_REASON_REMOTE);
  else if (!is_renewal)
    paddock_link_report (self->link, PADDOCK_EVENT_RESTARTED, reason);
  paddock_revocation_manager_restarted (self->revocations, is_remote);
}

static void
on_called_off (gpointer user_data)
{
  PaddockSuccession *self = user_data;

  if (self->manager != NULL)
    paddock_launch_manager_look (self->manager);
  else
    paddock_revocation_manager_consider (self->revocations);
}

static void
on_restart_failed (PaddockReason  reason,
                   const char    *why,
                   gpointer       user_data)
{
  PaddockSuccession *self = user_data;

  if (self->has_failed)
    return;
  paddock_link_report (self->link, PADDOCK_EVENT_RESTART_FAILED, reason);
  g_message ("The server could not be restarted: %s", why);
  self->has_failed = TRUE;
  paddock_server_slot_close (self->slot);
}

static void
on_restart_begun (gpointer user_data)
{
  PaddockSuccession *self = user_data;

  paddock_startup_hold_release (self->hold);
}

static void
on_wanted_of_none (gpointer user_data)
{
  paddock_launch_manager_check (((PaddockSuccession *) user_data)->manager);
}

static gboolean
on_resumed (PaddockMessage *message,
            gpointer        user_data)
{
  return paddock_startup_hold_receive (((PaddockSuccession *) user_data)->hold, message);
}

static const PaddockRestartFuncs restart_funcs = {
  .begun = on_restart_begun,
  .resumed = on_resumed,
  .wanted = on_wanted_of_none,
  .end_server = end_server,
  .open = open_folders,
  .start_server = start_server,
  .hear = on_hear,
  .done = on_restarted,
  .called_off = on_called_off,
  .failed = on_restart_failed,
};

/**
 * paddock_succession_new:
 * @options: what to start, and when to restart it
 *
 * Returns: (transfer full): a succession without a server so far
 */
PaddockSuccession *
paddock_succession_new (const PaddockSuccessionOptions *options)
{
  PaddockSuccession *self = g_new0 (PaddockSuccession, 1);

  self->target = options->target;
  self->dropped = options->dropped;
  self->user_data = options->user_data;
  self->loop = g_main_loop_new (NULL, FALSE);
  self->slot = paddock_server_slot_new (&slot_funcs, self);
  self->hold = paddock_startup_hold_new (is_quiescent, self);
  self->restart = paddock_restart_new (&restart_funcs, NULL, self);
  self->revocations = paddock_revocation_manager_new (options->revocation, self->restart);
  if (options->launch != NULL)
    self->manager = paddock_launch_manager_new (options->launch, self->restart, options->wanted,
                                                options->user_data);
  return self;
}

/* Frees the succession. Call this after the link is freed. */
void
paddock_succession_free (PaddockSuccession *self)
{
  paddock_succession_end_link (self);
  paddock_restart_free (self->restart);
  paddock_server_slot_free (self->slot);
  paddock_startup_hold_free (self->hold);
  g_main_loop_unref (self->loop);
  g_free (self);
}

/**
 * paddock_succession_end_link:
 *
 * Forgets the link, which will be freed. No server is restarted any more.
 */
void
paddock_succession_end_link (PaddockSuccession *self)
{
  g_clear_pointer (&self->manager, paddock_launch_manager_free);
  g_clear_pointer (&self->revocations, paddock_revocation_manager_free);
  self->link = NULL;
}

/**
 * paddock_succession_attach:
 * @link: must stay valid until paddock_succession_end_link()
 *
 * Starts the link. If the server is started with its roots, asks for them.
 */
void
paddock_succession_attach (PaddockSuccession *self,
                           PaddockLink       *link)
{
  self->link = link;
  if (self->manager == NULL)
    paddock_revocation_manager_attach (self->revocations, link);
  if (self->manager != NULL && paddock_launch_manager_is_confined (self->manager))
    paddock_link_set_guard (link, paddock_server_slot_get_guard (self->slot));
  paddock_link_start (link);
  if (self->manager != NULL)
    paddock_launch_manager_attach (self->manager, link);
}

/**
 * paddock_succession_kill_confined:
 *
 * Kills a confined server, from which all is taken. Nobody waits for its end.
 */
void
paddock_succession_kill_confined (PaddockSuccession *self)
{
  if (self->manager != NULL && paddock_launch_manager_is_confined (self->manager))
    paddock_server_slot_stop (self->slot, SIGKILL);
}

/**
 * paddock_succession_release:
 *
 * Lets the host's first lines go on, because they need not wait for the server's roots.
 */
void
paddock_succession_release (PaddockSuccession *self)
{
  paddock_startup_hold_release (self->hold);
}

/**
 * paddock_succession_is_launch:
 *
 * Returns: whether the server is started with its roots
 */
gboolean
paddock_succession_is_launch (PaddockSuccession *self)
{
  return self->manager != NULL;
}

/**
 * paddock_succession_prepare:
 *
 * Starts the guard, and takes the signals over, which are read from a descriptor from now on. Call
 * it before there are threads.
 *
 * Returns: whether this succeeded; %FALSE with %PADDOCK_ERROR_FAILED
 */
gboolean
paddock_succession_prepare (PaddockSuccession  *self,
                            GError            **error)
{
  return paddock_server_slot_prepare (self->slot, !paddock_target_is_remote (self->target), error);
}

/**
 * paddock_succession_start:
 *
 * Starts the first server, and takes standard input and output over. If the server is started with
 * its roots, first waits for the list of them, at most %PADDOCK_LINK_HANDSHAKE_TIMEOUT_MS.
 *
 * Returns: %FALSE with the errors of paddock_child_spawn(); then nothing was taken over
 */
gboolean
paddock_succession_start (PaddockSuccession  *self,
                          GError            **error)
{
  g_autoptr (GError) problem = NULL;

  while (self->manager != NULL && !paddock_launch_manager_is_ready (self->manager) &&
         self->dismissed_by == 0)
    g_main_context_iteration (NULL, TRUE);
  if (self->dismissed_by != 0)
    return TRUE;
  if (!start_server (&problem, self)) {
    if (self->manager != NULL)
      paddock_launch_manager_refused (self->manager, problem);
    g_propagate_error (error, g_steal_pointer (&problem));
    return FALSE;
  }
  paddock_server_slot_open (self->slot, paddock_stdio_steal (STDIN_FILENO),
                            paddock_stdio_steal (STDOUT_FILENO), self->manager != NULL);
  return TRUE;
}

/**
 * paddock_succession_run:
 *
 * Relays lines until the last server has ended. If a signal ended it, ends this process with the
 * same signal, and does not return.
 *
 * Returns: the server's exit status
 */
int
paddock_succession_run (PaddockSuccession *self)
{
  int status;

  if (self->dismissed_by != 0)
    paddock_signals_die_of (self->dismissed_by);
  g_main_loop_run (self->loop);

  if (self->has_failed || !paddock_server_slot_reap (self->slot, &status))
    return 1;
  if (WIFSIGNALED (status))
    paddock_signals_die_of (WTERMSIG (status));
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

/**
 * paddock_succession_consider:
 *
 * Begins a restart that had to wait until the host sent `initialized`.
 */
void
paddock_succession_consider (PaddockSuccession *self)
{
  if (self->manager != NULL)
    paddock_launch_manager_consider (self->manager);
}

PaddockFilterChain *
paddock_succession_get_chain (PaddockSuccession *self)
{
  return paddock_server_slot_get_chain (self->slot);
}

PaddockStartupHold *
paddock_succession_get_hold (PaddockSuccession *self)
{
  return self->hold;
}

/* Returns: (transfer none) (nullable): the manager of a server that is started with its roots; NULL
 * if the server asks for its roots itself */
PaddockLaunchManager *
paddock_succession_get_manager (PaddockSuccession *self)
{
  return self->manager;
}

PaddockRestart *
paddock_succession_get_restart (PaddockSuccession *self)
{
  return self->restart;
}

PaddockRevocationManager *
paddock_succession_get_revocations (PaddockSuccession *self)
{
  return self->revocations;
}
