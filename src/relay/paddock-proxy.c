/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-proxy.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paddock-alarm.h"
#include "paddock-arguments.h"
#include "paddock-consent-wait.h"
#include "paddock-launch-manager.h"
#include "paddock-admission.h"
#include "paddock-host-question.h"
#include "paddock-input-required.h"
#include "paddock-mediator.h"
#include "paddock-restart.h"
#include "paddock-server-slot.h"
#include "paddock-signals.h"
#include "paddock-startup-hold.h"
#include "paddock-stdio.h"

/* `paddock run`: a server under a host, with Paddock between them.
 *
 * One for a process, which is the host's child in place of the server and behaves like it: what the
 * host sends and closes, the server gets; what ends the server ends us in the same way. Here the
 * parts meet and nothing is decided: the server slot with the server, or what leads to it, in it,
 * the filters that say what becomes of each line, the link to the service. The service may come and
 * go; between host and server nothing waits for it.
 */

struct _PaddockProxy
{
  GObject          parent_instance;

  PaddockTarget   *target;          /* (owned) */
  char            *socket_path;     /* (owned) */
  PaddockHostRoots host_roots_mode;
  void          (* start_service) (gpointer user_data);
  gpointer         user_data;

  GMainLoop            *loop;           /* (owned) */
  PaddockServerSlot    *slot;           /* (owned) */
  PaddockHostQuestion  *question;       /* (owned) */
  PaddockMediator      *mediator;       /* (owned) */
  PaddockInputRequired *input;          /* (owned) for the newest revision */
  PaddockAdmission     *admission;      /* (owned) */
  PaddockConsentWait   *consent_wait;   /* (owned) for its sake */
  PaddockStartupHold   *hold;           /* (owned) */
  PaddockRestart       *restart;        /* (owned) */
  PaddockRevocation    *revocation;     /* (owned) */
  PaddockLaunchManager *manager;        /* (owned) (nullable) of a server started with its roots */
  PaddockAlarm         *later;          /* (owned) a revocation waits for its turn */
  PaddockLink          *link;           /* (owned) (nullable) once roots can be needed */
  PaddockHostFolders   *host_folders;   /* (owned) */
  gboolean              has_asked_host;
  gint64                initialized;    /* µs, monotonic: when the host said so, 0: not yet */
  gboolean              has_pace;       /* the server has asked */
  guint                 n_unanswered;   /* questions of the server */
  gboolean              has_failed;     /* it could not be replaced */
  int                   dismissed_by;   /* the signal, 0: none */
};

G_DEFINE_FINAL_TYPE (PaddockProxy, paddock_proxy, G_TYPE_OBJECT)

/* Where the server is started with its folders, that is known there. */
static void
tell_held (PaddockProxy *self)
{
  g_auto (GStrv) paths = NULL;
  PaddockReason why;

  if (self->manager != NULL || self->link == NULL)
    return;
  why = paddock_revocation_get_held (self->revocation, &paths);
  paddock_link_hold (self->link, why, (const char * const *) paths);
}

/* Something was given again before another server took the place of this one. */
static void
relent (PaddockProxy *self)
{
  if (!paddock_link_is_connected (self->link) || paddock_link_is_revoked_by_user (self->link) ||
      paddock_restart_get_phase (self->restart) != PADDOCK_RESTART_NONE)
    return;
  paddock_revocation_relent (self->revocation);
  tell_held (self);
}

static void
on_list_changed (PaddockLink  *link,
                 PaddockProxy *self)
{
  paddock_mediator_tell_changed (self->mediator);
  paddock_revocation_told (self->revocation, g_get_monotonic_time ());
  if (self->manager != NULL)
    paddock_launch_manager_look (self->manager);
  else
    relent (self);
}

/* The user left the server with nothing. */
static gboolean
consider_revocation (gpointer user_data)
{
  PaddockProxy *self = user_data;
  gint64 now = g_get_monotonic_time ();
  PaddockRevocationStep step;
  PaddockReason reason;
  gint64 when;

  if (self->manager != NULL) {
    paddock_launch_manager_look (self->manager);
    return G_SOURCE_REMOVE;
  }
  if (self->link == NULL || paddock_restart_get_phase (self->restart) != PADDOCK_RESTART_NONE)
    return G_SOURCE_REMOVE;
  if (!paddock_link_is_revoked_by_user (self->link)) {
    relent (self);
    return G_SOURCE_REMOVE;
  }

  step = paddock_revocation_decide (self->revocation, paddock_restart_get_obstacle (self->restart),
                                    now, g_get_real_time (), &when, &reason);
  tell_held (self);
  switch (step) {
    case PADDOCK_REVOCATION_RESTART:
      paddock_restart_begin (self->restart);
      break;
    case PADDOCK_REVOCATION_LATER:
      paddock_alarm_set (self->later, when - now);
      break;
    case PADDOCK_REVOCATION_TOLD:
      paddock_link_report (self->link, PADDOCK_EVENT_TOLD_ONLY, reason);
      paddock_revocation_settle (self->revocation);
      break;
    case PADDOCK_REVOCATION_NOTHING:
    default:
      break;
  }
  return G_SOURCE_REMOVE;
}

/* Only a server that is known to ask at once is waited for. */
static void
on_begun (PaddockLink  *link,
          gboolean      lists_early,
          PaddockProxy *self)
{
  if (!lists_early)
    paddock_startup_hold_release (self->hold);
}

/* The user wants it to end: as if the host had ended it. */
static void
on_disconnected (PaddockLink  *link,
                 PaddockProxy *self)
{
  kill (getpid (), SIGTERM);
}

static void
on_unreachable (PaddockLink  *link,
                PaddockProxy *self)
{
  paddock_startup_hold_release (self->hold);
  if (self->start_service != NULL)
    self->start_service (self->user_data);
}

/* Nothing is to be seen of a start before it turns out to be more than a probe. A server that gets
 * its roots when it is started has not said yet what it is called. */
static void
ensure_link (PaddockProxy *self)
{
  const char *server_name = paddock_mediator_get_server_name (self->mediator);
  g_autofree char *claim = NULL;

  if (self->link != NULL)
    return;
  claim = paddock_target_dup_claim (self->target);
  self->link = paddock_link_new (&(PaddockLinkOptions) {
    .socket_path = self->socket_path,
    .launch = claim,
    .name = server_name != NULL ? server_name
            : self->manager != NULL ? "" : paddock_target_get_label (self->target),
    .at_start = self->manager != NULL,
  });
  g_signal_connect (self->link, "changed", G_CALLBACK (on_list_changed), self);
  g_signal_connect (self->link, "begun", G_CALLBACK (on_begun), self);
  g_signal_connect_swapped (self->link, "taken", G_CALLBACK (consider_revocation), self);
  g_signal_connect (self->link, "dismissed", G_CALLBACK (on_disconnected), self);
  g_signal_connect (self->link, "unreachable", G_CALLBACK (on_unreachable), self);
  paddock_link_start (self->link);
}

static void
on_dropped (PaddockReason reason,
            gpointer      user_data)
{
  PaddockProxy *self = user_data;

  /* Who tries this is more than a probe. */
  ensure_link (self);
  paddock_link_report (self->link, PADDOCK_EVENT_LINE_DROPPED, reason);
}

static gboolean
has_host_roots (PaddockProxy *self)
{
  return paddock_mediator_get_declared (self->mediator) == PADDOCK_DECLARED_ROOTS;
}

static void
on_answer (PaddockRootList *list,
           gpointer         user_data)
{
  PaddockProxy *self = user_data;
  g_autoptr (PaddockRootList) told =
    paddock_host_folders_apply (self->host_folders, list,
                                has_host_roots (self));

  paddock_revocation_answered (self->revocation, told);
  tell_held (self);
  paddock_mediator_answer (self->mediator, told);
  self->n_unanswered--;
  if (self->initialized != 0)
    paddock_startup_hold_wait_quiescent (self->hold);
}

static void
note_pace (PaddockProxy *self)
{
  gint64 latest = self->initialized + PADDOCK_PROXY_EARLY_MS * G_TIME_SPAN_MILLISECOND;

  if (self->has_pace)
    return;
  self->has_pace = TRUE;
  paddock_link_set_pace (self->link,
                         self->initialized == 0 || g_get_monotonic_time () <= latest);
}

/* The host is asked when its server needs roots, and no earlier. */
static void
ask_host (gpointer user_data)
{
  PaddockProxy *self = user_data;

  if (self->has_asked_host || self->host_roots_mode == PADDOCK_HOST_ROOTS_IGNORE)
    return;
  self->has_asked_host = TRUE;
  if (has_host_roots (self))
    paddock_host_question_ask (self->question);
}

static void
on_host_changed (gpointer user_data)
{
  PaddockProxy *self = user_data;

  if (has_host_roots (self) && paddock_host_question_was_asked (self->question))
    paddock_host_question_ask (self->question);
}

static void
on_ask (gpointer user_data)
{
  PaddockProxy *self = user_data;

  self->n_unanswered++;
  ensure_link (self);
  note_pace (self);
  paddock_revocation_asked (self->revocation, g_get_monotonic_time ());
  paddock_link_ask (self->link, on_answer, self);
  ask_host (self);
}

static void
on_initialized (gpointer user_data)
{
  PaddockProxy *self = user_data;

  paddock_revocation_told (self->revocation, g_get_monotonic_time ());
  if (self->initialized != 0)
    return;
  self->initialized = g_get_monotonic_time ();
  /* Whoever was answered by now has its roots. */
  if (!self->has_pace || self->n_unanswered > 0)
    paddock_startup_hold_begin (self->hold);
  ensure_link (self);
  if (self->manager != NULL)
    paddock_launch_manager_consider (self->manager);
}

static void
on_wanted (gpointer user_data)
{
  PaddockProxy *self = user_data;

  ensure_link (self);
  paddock_consent_wait_ask (self->consent_wait, self->link);
}

static gboolean
is_wanted (gpointer user_data)
{
  PaddockProxy *self = user_data;

  return paddock_input_required_is_waiting (self->input);
}

static void
on_wanted_answer (PaddockRootList *list,
                  gpointer         user_data)
{
  PaddockProxy *self = user_data;

  paddock_revocation_given (self->revocation, list);
  tell_held (self);
  paddock_input_required_answer (self->input, list);
}

static const PaddockConsentWaitFuncs consent_wait_funcs = {
  .is_wanted = is_wanted,
  .answer = on_wanted_answer,
};

static void
on_host_roots (const char * const *uris,
               gpointer            user_data)
{
  PaddockProxy *self = user_data;

  if (paddock_host_folders_update (self->host_folders, uris) && self->link != NULL &&
      self->host_roots_mode == PADDOCK_HOST_ROOTS_SUGGEST)
    paddock_link_suggest (self->link, uris);
}

static void
on_host_folders_changed (gpointer user_data)
{
  PaddockProxy *self = user_data;

  paddock_mediator_tell_changed (self->mediator);
}

static const PaddockMediatorFuncs mediator_funcs = {
  .ask = on_ask,
  .initialized = on_initialized,
  .host_changed = on_host_changed,
};

static gboolean
is_quiescent (gpointer user_data)
{
  PaddockProxy *self = user_data;

  return paddock_server_slot_is_quiescent (self->slot);
}

static void
on_host_ended (gpointer user_data)
{
  PaddockProxy *self = user_data;
  gboolean is_vacant = paddock_restart_get_phase (self->restart) == PADDOCK_RESTART_VACANT;

  paddock_startup_hold_release (self->hold);
  /* Nothing of what waits can be done by another server. */
  paddock_restart_close (self->restart);
  if (is_vacant)
    paddock_server_slot_close (self->slot);
}

/* What waits for another server can still be answered. */
static void
on_server_ended (gpointer user_data)
{
  PaddockProxy *self = user_data;

  if (paddock_restart_get_phase (self->restart) == PADDOCK_RESTART_REPLAYING)
    paddock_restart_server_ended (self->restart);
  else
    paddock_restart_close (self->restart);
}

static gboolean
on_exited (gpointer user_data)
{
  PaddockProxy *self = user_data;

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
  PaddockProxy *self = user_data;
  gboolean is_vacant = paddock_restart_get_phase (self->restart) == PADDOCK_RESTART_VACANT;

  self->dismissed_by = signal_number;
  paddock_restart_abandon (self->restart);
  if (is_vacant)
    paddock_server_slot_close (self->slot);
}

static void
on_over (gpointer user_data)
{
  PaddockProxy *self = user_data;

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
  PaddockProxy *self = user_data;

  paddock_server_slot_stop (self->slot, signal_number);
  paddock_filter_chain_forget_server (paddock_server_slot_get_chain (self->slot));
}

static gboolean
start_server (GError   **error,
              gpointer   user_data)
{
  PaddockProxy *self = user_data;
  const PaddockChildOptions as_written = { .argv = paddock_target_get_argv (self->target) };
  const PaddockChildOptions *options = &as_written;

  if (paddock_target_is_remote (self->target))
    return paddock_server_slot_start_with (self->slot, paddock_target_reach (self->target,
                                                                             self->restart,
                                                                             on_dropped, self,
                                                                             error));
  if (self->manager != NULL && (options = paddock_launch_manager_prepare (self->manager,
                                                                          error)) == NULL)
    return FALSE;
  return paddock_server_slot_start (self->slot, options, error);
}

static void
on_hear (gboolean is_heard,
         gpointer user_data)
{
  paddock_server_slot_set_host_unread (((PaddockProxy *) user_data)->slot, !is_heard);
}

static void
on_restarted (gpointer user_data)
{
  PaddockProxy *self = user_data;
  gboolean is_remote = paddock_target_is_remote (self->target);
  gboolean is_renewal = paddock_restart_is_renewal (self->restart);

  paddock_server_slot_set_host_unread (self->slot, FALSE);
  if (is_remote && !is_renewal)
    paddock_link_report (self->link, PADDOCK_EVENT_TOLD_ONLY, PADDOCK_REASON_REMOTE);
  else if (!is_renewal)
    paddock_link_report (self->link, PADDOCK_EVENT_RESTARTED, PADDOCK_REASON_NONE);
  if (self->manager != NULL)
    paddock_launch_manager_restarted (self->manager);
  paddock_revocation_restarted (self->revocation, is_remote, g_get_monotonic_time ());
  tell_held (self);
  paddock_revocation_told (self->revocation, g_get_monotonic_time ());
}

static void
on_called_off (gpointer user_data)
{
  consider_revocation (user_data);
}

static void
on_restart_failed (PaddockReason  reason,
                   const char    *why,
                   gpointer       user_data)
{
  PaddockProxy *self = user_data;

  paddock_link_report (self->link, PADDOCK_EVENT_RESTART_FAILED, reason);
  g_message ("The server could not be restarted: %s", why);
  self->has_failed = TRUE;
  paddock_server_slot_close (self->slot);
}

static void
on_restart_begun (gpointer user_data)
{
  PaddockProxy *self = user_data;

  paddock_startup_hold_release (self->hold);
}

static void
on_wanted_of_none (gpointer user_data)
{
  paddock_launch_manager_check (((PaddockProxy *) user_data)->manager);
}

static const PaddockRestartFuncs restart_funcs = {
  .begun = on_restart_begun,
  .wanted = on_wanted_of_none,
  .end_server = end_server,
  .start_server = start_server,
  .hear = on_hear,
  .done = on_restarted,
  .called_off = on_called_off,
  .failed = on_restart_failed,
};

static void
paddock_proxy_dispose (GObject *object)
{
  PaddockProxy *self = PADDOCK_PROXY (object);

  if (self->link != NULL)
    g_signal_handlers_disconnect_by_data (self->link, self);
  g_clear_pointer (&self->manager, paddock_launch_manager_free);
  g_clear_pointer (&self->host_folders, paddock_host_folders_free);
  g_clear_object (&self->link);
  g_clear_pointer (&self->later, paddock_alarm_free);
  g_clear_pointer (&self->restart, paddock_restart_free);
  g_clear_pointer (&self->slot, paddock_server_slot_free);

  G_OBJECT_CLASS (paddock_proxy_parent_class)->dispose (object);
}

static void
paddock_proxy_finalize (GObject *object)
{
  PaddockProxy *self = PADDOCK_PROXY (object);

  paddock_target_free (self->target);
  g_free (self->socket_path);
  paddock_admission_free (self->admission);
  paddock_mediator_free (self->mediator);
  paddock_host_question_free (self->question);
  paddock_startup_hold_free (self->hold);
  g_clear_pointer (&self->revocation, paddock_revocation_free);
  paddock_input_required_free (self->input);
  paddock_consent_wait_free (self->consent_wait);
  g_main_loop_unref (self->loop);

  G_OBJECT_CLASS (paddock_proxy_parent_class)->finalize (object);
}

static void
paddock_proxy_class_init (PaddockProxyClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = paddock_proxy_dispose;
  object_class->finalize = paddock_proxy_finalize;
}

static void
paddock_proxy_init (PaddockProxy *self)
{
  self->loop = g_main_loop_new (NULL, FALSE);
  self->mediator = paddock_mediator_new (&mediator_funcs, self);
  self->question = paddock_host_question_new (on_host_roots, self);
  self->hold = paddock_startup_hold_new (is_quiescent, self);
  self->restart = paddock_restart_new (&restart_funcs, NULL, self);
  self->later = paddock_alarm_new (consider_revocation, self);
  self->consent_wait = paddock_consent_wait_new (&consent_wait_funcs, self);
}

/* A line of the host passes them in this order, and one of the server in the other. */
static void
add_filters (PaddockProxy *self)
{
  PaddockFilter *filters[] = {
    (PaddockFilter *) self->manager,
    (PaddockFilter *) self->question,
    (PaddockFilter *) self->hold,
    (PaddockFilter *) self->restart,
    (PaddockFilter *) self->input,
    (PaddockFilter *) self->mediator,
    (PaddockFilter *) self->admission,
  };

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    if (filters[i] != NULL)
      paddock_filter_chain_add (paddock_server_slot_get_chain (self->slot), filters[i]);
}

/**
 * paddock_proxy_new:
 * @options: what to run; copied
 *
 * Returns: (transfer full): a proxy that does nothing until it is started
 */
PaddockProxy *
paddock_proxy_new (const PaddockProxyOptions *options)
{
  PaddockProxy *self = g_object_new (PADDOCK_TYPE_PROXY, NULL);
  const PaddockTargetOptions *target = &options->target;

  self->target = paddock_target_new (target);
  self->slot = paddock_server_slot_new (&slot_funcs, self);
  if (target->enters_folder || target->sets_roots ||
      (!target->is_literal && paddock_arguments_has_templates (target->argv)))
    self->manager =
      paddock_launch_manager_new (paddock_launch_config_new (&(PaddockLaunchConfigOptions) {
      .argv = target->argv,
      .is_literal = target->is_literal,
      .enters_folder = target->enters_folder,
      .on_revoke = options->on_revoke,
    }), self->restart, ask_host, self);
  self->socket_path = g_strdup (options->socket_path);
  self->host_roots_mode = options->host_roots;
  self->host_folders = paddock_host_folders_new (options->host_roots, options->socket_path,
                                                 on_host_folders_changed, self);
  self->revocation = paddock_revocation_new (options->on_revoke, target->argv);
  self->input = paddock_input_required_new (on_wanted,
                                            options->host_roots == PADDOCK_HOST_ROOTS_INTERSECT,
                                            self);
  self->admission = paddock_admission_new (self->mediator, self->input, on_dropped, self);
  self->start_service = options->start_service;
  self->user_data = options->user_data;
  add_filters (self);
  return self;
}

/**
 * paddock_proxy_start:
 *
 * Starts the guard and the server, and takes standard input and output over. Before there are
 * threads: signals are read from a descriptor from now on. For a server that is started with its
 * roots the service is asked first, and gets %PADDOCK_LINK_HANDSHAKE_TIMEOUT_MS.
 *
 * Returns: %FALSE with the errors of paddock_child_spawn(); then nothing was taken over
 */
gboolean
paddock_proxy_start (PaddockProxy  *self,
                     GError       **error)
{
  paddock_stdio_reserve ();
  if (!paddock_server_slot_prepare (self->slot, !paddock_target_is_remote (self->target), error))
    return FALSE;
  if (self->manager != NULL) {
    ensure_link (self);
    paddock_launch_manager_attach (self->manager, self->link);
    while (!paddock_launch_manager_is_ready (self->manager) && self->dismissed_by == 0)
      g_main_context_iteration (NULL, TRUE);
  }
  if (self->dismissed_by != 0)
    return TRUE;
  if (!start_server (error, self))
    return FALSE;
  paddock_server_slot_open (self->slot, paddock_stdio_steal (STDIN_FILENO),
                            paddock_stdio_steal (STDOUT_FILENO), self->manager != NULL);
  return TRUE;
}

/**
 * paddock_proxy_run:
 *
 * Carries lines until the server has ended. Does not return where a signal ended it: then the same
 * one ends us.
 *
 * Returns: the server's exit status
 */
int
paddock_proxy_run (PaddockProxy *self)
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
