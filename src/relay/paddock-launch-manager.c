/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-launch-manager.h"

#include "paddock-alarm.h"

/* Keeps a server that is started with its folders in what it may see.
 *
 * The proxy owns one if there is such a server, and frees it before the link and the restart. It is
 * a filter, too, to see what the host wants. The launch config decides, and this carries it out. It
 * asks the service again at each change: a server that is about to be started must not get what was
 * taken back meanwhile. While the service is not there it does nothing, so losing the service never
 * restarts a server.
 */

typedef enum {
  LIST_UNKNOWN,
  LIST_ASKED,                       /* the first answer is under way */
  LIST_KNOWN,
  LIST_ASKED_AGAIN,
} ListState;

typedef enum {
  REPORT_NONE,
  REPORT_TOO_EARLY,                 /* the host has not said enough for another server */
  REPORT_MADE,                      /* that the server is only told, until it is another one */
} ReportState;

struct _PaddockLaunchManager
{
  PaddockFilter        filter;
  PaddockLaunchConfig *launch;       /* (owned) */
  PaddockRestart      *restart;
  PaddockLink         *link;         /* (nullable) until it is attached */
  GSourceOnceFunc      wanted;
  gpointer             user_data;
  PaddockAlarm        *later;        /* (owned) */
  ListState            list;
  ReportState          report;
  gboolean             is_behind;    /* the service has not heard what the server was started
                                      * with */
  gboolean             is_replaced;  /* its server was ended for another one */
};

static gboolean
on_later (gpointer user_data)
{
  paddock_launch_manager_consider (user_data);
  return G_SOURCE_REMOVE;
}

/* If the host wants something of a server that has no folder, the user is asked. */
static gboolean
receive_from_host (PaddockFilter  *filter,
                   PaddockMessage *message)
{
  PaddockLaunchManager *self = (PaddockLaunchManager *) filter;
  gboolean is_vacant = paddock_restart_get_phase (self->restart) == PADDOCK_RESTART_VACANT;

  /* Later, when the line was dealt with. */
  if (self->report == REPORT_TOO_EARLY) {
    paddock_alarm_set (self->later, 0);
    self->report = REPORT_NONE;
  }
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
 * @launch: (transfer full): of the server
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
  if (self->link != NULL)
    g_signal_handlers_disconnect_by_data (self->link, self);
  paddock_alarm_free (self->later);
  paddock_launch_config_free (self->launch);
  g_free (self);
}

/* Without the service this is its last list, or an empty one. That is no reason to change
 * anything. */
static void
on_list (PaddockRootList *list,
         gpointer         user_data)
{
  PaddockLaunchManager *self = user_data;

  if (self->list == LIST_ASKED || paddock_link_is_connected (self->link))
    paddock_launch_config_set_roots (self->launch, list);
  self->list = LIST_KNOWN;
  paddock_launch_manager_consider (self);
}

static void
ask (PaddockLaunchManager *self,
     PaddockLinkPurpose    purpose)
{
  self->list = self->list >= LIST_KNOWN ? LIST_ASKED_AGAIN : LIST_ASKED;
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
  g_signal_connect_swapped (link, "changed", G_CALLBACK (paddock_launch_manager_look), self);
  g_signal_connect_swapped (link, "taken", G_CALLBACK (paddock_launch_manager_look), self);
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
  return self->list >= LIST_KNOWN;
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
  if (self->report == REPORT_MADE)
    self->report = REPORT_NONE;
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
  /* An answer that is under way is newer than the change: the service tells of a change first. */
  if (self->list != LIST_ASKED && self->list != LIST_ASKED_AGAIN)
    ask (self, PADDOCK_LINK_LOOK);
  self->is_behind = TRUE;
}

/* The user sees what the server still holds, until it has what it is to have. */
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
      if (reason != PADDOCK_REASON_NO_HANDSHAKE && self->report != REPORT_MADE)
        paddock_link_report (self->link, PADDOCK_EVENT_TOLD_ONLY, reason);
      self->report = reason == PADDOCK_REASON_NO_HANDSHAKE ? REPORT_TOO_EARLY : REPORT_MADE;
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
 * Does what the service's last list calls for, as far as it can be done now. To be called again
 * when an obstacle may be gone.
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

/* The service knows what was shared before the request: it is in this list. */
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
 * The host asks something while there is no server. The service may be about to tell of a folder:
 * so it is asked before the request is refused.
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
 * Another server is there. The service hears what it was started with once that is the newest list.
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
  /* The host did not get what it needs to go on: it will ask for nothing else. */
  if (!paddock_replay_was_answered (paddock_restart_get_replay (self->restart)))
    paddock_link_want (self->link);
  if (self->is_replaced)
    paddock_launch_config_restarted (self->launch, g_get_monotonic_time ());
  self->is_replaced = FALSE;
  paddock_link_hold (self->link, PADDOCK_REASON_NONE, NULL);
  paddock_restart_vacate (self->restart);
  return TRUE;
}
