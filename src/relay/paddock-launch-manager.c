/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-launch-manager.h"

#include "paddock-alarm.h"

/* A server that gets its folders when it is started, the service that says which, and the restart
 * that is between them.
 *
 * The proxy owns one where there is such a server, beside the link and the restart, which must go
 * after it. It is a filter, too, to see what the host wants. The launch config decides. Here the
 * service is asked again at each change, since a server that is about to be started must not get
 * what was taken back meanwhile. While the service is not there nothing is done: losing it never
 * restarts a server.
 */

struct _PaddockLaunchManager
{
  PaddockFilter        filter;
  PaddockLaunchConfig *launch;       /* (owned) */
  PaddockRestart      *restart;
  PaddockLink         *link;         /* (nullable) until it is attached */
  GSourceOnceFunc      wanted;
  gpointer             user_data;
  PaddockAlarm        *later;        /* (owned) */
  gboolean             is_ready;     /* there was a first answer */
  gboolean             is_looking;
  gboolean             is_behind;    /* the service takes the server for one with another list */
  gboolean             is_early;     /* the host has not said enough for another server */
  gboolean             is_told_only; /* reported, until the server is another one */
  gboolean             is_replaced;  /* its server was ended for another one */
};

static gboolean
on_later (gpointer user_data)
{
  paddock_launch_manager_consider (user_data);
  return G_SOURCE_REMOVE;
}

/* Has the user asked if the host wants something of a server that has no folder. */
static gboolean
receive_from_host (PaddockFilter  *filter,
                   PaddockMessage *message)
{
  PaddockLaunchManager *self = (PaddockLaunchManager *) filter;
  gboolean is_vacant = paddock_restart_get_phase (self->restart) == PADDOCK_RESTART_VACANT;

  /* When the line is dealt with. */
  if (self->is_early)
    paddock_alarm_set (self->later, 0);
  self->is_early = FALSE;
  if (paddock_launch_config_needs_prompt (self->launch, message, is_vacant,
                                          paddock_link_is_pending (self->link),
                                          g_get_monotonic_time ())) {
    paddock_link_want (self->link);
    self->wanted (self->user_data);
  }
  return TRUE;
}

static const PaddockFilterFuncs filter_funcs = {
  .to_server = receive_from_host,
};

/**
 * paddock_launch_manager_new:
 * @launch config: (transfer full): of the server
 * @restart: must stay
 * @wanted: called when the user is to be asked for folders
 * @user_data: for @wanted
 *
 * Returns: (transfer full): for a server that was not started
 */
PaddockLaunchManager *
paddock_launch_manager_new (PaddockLaunchConfig *launch,
                            PaddockRestart      *restart,
                            GSourceOnceFunc      wanted,
                            gpointer             user_data)
{
  PaddockLaunchManager *self = g_new0 (PaddockLaunchManager, 1);

  self->filter.funcs = &filter_funcs;
  self->launch = launch;
  self->restart = restart;
  self->wanted = wanted;
  self->user_data = user_data;
  self->later = paddock_alarm_new (on_later, self);
  return self;
}

void
paddock_launch_manager_free (PaddockLaunchManager *self)
{
  paddock_alarm_free (self->later);
  paddock_launch_config_free (self->launch);
  g_free (self);
}

/* What comes without the service is what it said last, or nothing: no reason to change anything. */
static void
on_list (PaddockRootList *list,
         gpointer         user_data)
{
  PaddockLaunchManager *self = user_data;

  self->is_looking = FALSE;
  if (!self->is_ready || paddock_link_is_connected (self->link))
    paddock_launch_config_set_roots (self->launch, list);
  self->is_ready = TRUE;
  paddock_launch_manager_consider (self);
}

static void
ask (PaddockLaunchManager *self,
     PaddockLinkPurpose    purpose)
{
  self->is_looking = TRUE;
  paddock_link_ask_for (self->link, purpose, on_list, self);
}

/**
 * paddock_launch_manager_attach:
 * @link: must stay
 *
 * Asks for the first list.
 */
void
paddock_launch_manager_attach (PaddockLaunchManager *self,
                               PaddockLink          *link)
{
  self->link = link;
  ask (self, PADDOCK_LINK_START);
}

/**
 * paddock_launch_manager_is_ready:
 *
 * Returns: whether it is known what the first server is started with
 */
gboolean
paddock_launch_manager_is_ready (PaddockLaunchManager *self)
{
  return self->is_ready;
}

/**
 * paddock_launch_manager_prepare:
 *
 * Returns: (transfer none) (nullable): what to start the server with now; %NULL with
 *   %PADDOCK_ERROR_LIMIT
 */
const PaddockChildOptions *
paddock_launch_manager_prepare (PaddockLaunchManager  *self,
                                GError               **error)
{
  self->is_told_only = FALSE;
  return paddock_launch_config_prepare (self->launch, g_get_monotonic_time (), error);
}

/**
 * paddock_launch_manager_look:
 *
 * The list may be another one.
 */
void
paddock_launch_manager_look (PaddockLaunchManager *self)
{
  /* An answer that is under way is of after the change: the service tells it before. */
  if (!self->is_looking)
    ask (self, PADDOCK_LINK_LOOK);
  self->is_behind = TRUE;
}

/* What the user sees of it until the server has what it is to have. */
static void
tell_held (PaddockLaunchManager    *self,
           PaddockLaunchConfigStep  step,
           PaddockReason            reason)
{
  g_auto (GStrv) lost = paddock_launch_config_dup_lost (self->launch);
  PaddockReason why = PADDOCK_REASON_NONE;

  if (lost[0] != NULL && step != PADDOCK_LAUNCH_CONFIG_CURRENT &&
      step != PADDOCK_LAUNCH_CONFIG_KEEP)
    why = reason != PADDOCK_REASON_NONE ? reason : PADDOCK_REASON_RESTARTING;
  paddock_link_hold (self->link, why, (const char * const *) lost);
}

static void
decide (PaddockLaunchManager *self)
{
  gint64 now = g_get_monotonic_time ();
  PaddockLaunchConfigStep step;
  PaddockReason reason;
  gint64 when;

  step = paddock_launch_config_decide (self->launch, paddock_restart_get_obstacle (self->restart),
                                       now,
                                       &when, &reason);
  tell_held (self, step, reason);
  switch (step) {
    case PADDOCK_LAUNCH_CONFIG_RESTART:
      self->is_replaced = TRUE;
      paddock_restart_begin (self->restart);
      break;
    case PADDOCK_LAUNCH_CONFIG_LATER:
      paddock_alarm_set (self->later, when - now);
      break;
    case PADDOCK_LAUNCH_CONFIG_TOLD:
      self->is_early = reason == PADDOCK_REASON_NO_HANDSHAKE;
      if (!self->is_early && !self->is_told_only)
        paddock_link_report (self->link, PADDOCK_EVENT_TOLD_ONLY, reason);
      self->is_told_only = !self->is_early;
      break;
    case PADDOCK_LAUNCH_CONFIG_CURRENT:
      if (self->is_behind)
        ask (self, PADDOCK_LINK_START);
      self->is_behind = FALSE;
      break;
    case PADDOCK_LAUNCH_CONFIG_KEEP:
    default:
      break;
  }
}

/**
 * paddock_launch_manager_consider:
 *
 * Does what follows from what is known, as far as it can be done now. To be called again when
 * something stood against it.
 */
void
paddock_launch_manager_consider (PaddockLaunchManager *self)
{
  PaddockRestartPhase phase = paddock_restart_get_phase (self->restart);

  if (self->link == NULL || !paddock_link_is_connected (self->link))
    return;
  if (phase == PADDOCK_RESTART_VACANT && paddock_launch_config_has_any (self->launch))
    paddock_restart_fill (self->restart);
  else if (phase == PADDOCK_RESTART_NONE && paddock_launch_config_is_prepared (self->launch))
    decide (self);
}

/* The service knew of the request's past: a folder that was given before it is in the list. */
static void
on_checked (PaddockRootList *list,
            gpointer         user_data)
{
  PaddockLaunchManager *self = user_data;

  if (paddock_link_is_connected (self->link))
    paddock_launch_config_set_roots (self->launch, list);
  paddock_launch_manager_consider (self);
  paddock_restart_refuse_first (self->restart);
}

/**
 * paddock_launch_manager_check:
 *
 * The host asks something while there is no server. The word of a change may be under way, so the
 * service is asked before that is refused.
 */
void
paddock_launch_manager_check (PaddockLaunchManager *self)
{
  if (paddock_link_is_connected (self->link))
    paddock_link_ask_for (self->link, PADDOCK_LINK_LOOK, on_checked, self);
  else
    paddock_restart_refuse_first (self->restart);
}

/**
 * paddock_launch_manager_restarted:
 *
 * Another server is there, and the service hears what it was started with, when it is known that it
 * fits.
 */
void
paddock_launch_manager_restarted (PaddockLaunchManager *self)
{
  if (self->is_replaced)
    paddock_launch_config_restarted (self->launch, g_get_monotonic_time ());
  self->is_replaced = FALSE;
  paddock_launch_manager_look (self);
}

/**
 * paddock_launch_manager_handle_exit:
 *
 * The server has ended by itself.
 *
 * Returns: whether for want of a folder: then the session goes on
 */
gboolean
paddock_launch_manager_handle_exit (PaddockLaunchManager *self)
{
  PaddockRestartPhase phase = paddock_restart_get_phase (self->restart);

  if ((phase != PADDOCK_RESTART_NONE && phase != PADDOCK_RESTART_DRAINING &&
       phase != PADDOCK_RESTART_REPLAYING) ||
      !paddock_launch_config_explains_end (self->launch, g_get_monotonic_time ()))
    return FALSE;
  /* The host was refused what it needs to go on: there will be no other occasion to ask. */
  if (!paddock_replay_was_answered (paddock_restart_get_replay (self->restart)))
    paddock_link_want (self->link);
  if (self->is_replaced)
    paddock_launch_config_restarted (self->launch, g_get_monotonic_time ());
  self->is_replaced = FALSE;
  paddock_link_hold (self->link, PADDOCK_REASON_NONE, NULL);
  paddock_restart_vacate (self->restart);
  return TRUE;
}
