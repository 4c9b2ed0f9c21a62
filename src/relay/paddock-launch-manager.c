/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-launch-manager.h"

#include "paddock-alarm.h"
#include "paddock-box-error.h"
#include "paddock-error.h"
#include "paddock-wall-alarm.h"

/* If a server is started with its folders, restarts it when the folders change.
 *
 * If there is such a server, the succession owns a manager, and frees it before the link and the
 * restart. The launch config decides what to do, and the manager does it. The manager is a filter,
 * so that it sees what the host asks for. At each change, the manager asks the service for the list
 * again: the next server must not get a folder that was taken back meanwhile. While the service is
 * gone, the manager does nothing. So losing the service never restarts a server, unless it is
 * confined: then folders that end are taken from it in time, also if the service hangs.
 *
 * Processes of a box that was killed may be left for a while if a file system hangs. The manager
 * keeps such boxes, and tells the service which folders are still in use, until they are gone.
 */

typedef enum {
  LIST_UNKNOWN,
  LIST_ASKED,                       /* the service was asked for the first list */
  LIST_KNOWN,
  LIST_ASKED_AGAIN,                 /* a list is known, and the service was asked for a newer one */
} ListState;

/* Whether the service knows that the server keeps folders which were taken back. */
typedef enum {
  REPORT_NONE,
  REPORT_TOO_EARLY,                 /* not told yet, because the handshake is not over: decide again
                                     * after the next line of the host */
  REPORT_MADE,                      /* the service was told, and need not be told again until the
                                     * next server starts */
} ReportState;

/* How many boxes may hang. The file system that holds them up holds up later ones, too. */
#define MOST_OLD_BOXES 64

/* How often folders are looked for that a box could not have, in s. */
#define RETRY_S 5

/* A box whose server was replaced, and of which processes are left. */
typedef struct {
  PaddockLaunchManager *manager;
  PaddockBox           *box;        /* (owned) */
  GStrv                 held;       /* (owned) the paths of its folders */
  PaddockRareFd        *end;        /* (owned) waits for its end */
} OldBox;

struct _PaddockLaunchManager
{
  PaddockFilter        filter;
  PaddockLaunchConfig *launch;       /* (owned) */
  PaddockRestart      *restart;
  PaddockLink         *link;         /* (nullable) NULL until paddock_launch_manager_attach() */
  GSourceOnceFunc      wanted;
  gpointer             user_data;
  PaddockAlarm        *later;        /* (owned) goes off when the config must decide again about a
                                      * restart */
  ListState            list;
  ReportState          report;
  gboolean             is_behind;    /* the service must be told as soon as the server has the
                                      * folders of the list */
  gboolean             is_replaced;  /* the server is being restarted, as the config decided */
  PaddockAlarm        *renewal;      /* (owned) goes off when the server needs another box */
  gint64               renewed_at;   /* when it last got another box, in µs, monotonic; 0: never */
  PaddockAlarm        *retry;        /* (owned) goes off when folders are looked for that the box
                                      * could not have */
  PaddockWallAlarm    *expiry;       /* (owned) goes off when a root of a confined server expires */
  GPtrArray           *old_boxes;    /* (owned) OldBox */
  PaddockReason        held_why;     /* why the server may hold folders that it may not see any
                                      * more; NONE: it does not */
};

static void
old_box_free (gpointer data)
{
  OldBox *old = data;

  paddock_rare_fd_free (old->end);
  paddock_box_unref (old->box);
  g_strfreev (old->held);
  g_free (old);
}

static gboolean
on_later (gpointer user_data)
{
  paddock_launch_manager_consider (user_data);
  return G_SOURCE_REMOVE;
}

gboolean
paddock_launch_manager_is_confined (PaddockLaunchManager *self)
{
  PaddockLaunchCommand *command = paddock_launch_config_get_command (self->launch);

  return paddock_launch_command_get_confinement (command) != NULL;
}

static void
on_opened (gpointer user_data)
{
  PaddockLaunchManager *self = user_data;

  paddock_restart_go_on (self->restart);
}

/**
 * paddock_launch_manager_open:
 *
 * Begins to open the folders of the next server, if it is confined. File systems may hang, and the
 * user may take a folder back meanwhile.
 *
 * Returns: whether the next server can be started now; otherwise paddock_restart_go_on() will be
 *   called
 */
gboolean
paddock_launch_manager_open (PaddockLaunchManager *self)
{
  PaddockLaunchCommand *command = paddock_launch_config_get_command (self->launch);

  return !paddock_launch_manager_is_confined (self) ||
         paddock_confinement_open (paddock_launch_command_get_confinement (command),
                                   paddock_launch_config_get_roots (self->launch));
}

/* Replaces the list. A confined server loses each root in time, whatever the service does. */
static void
set_roots (PaddockLaunchManager *self,
           PaddockRootList      *list)
{
  gint64 next = G_MAXINT64;

  paddock_launch_config_set_roots (self->launch, list);
  if (paddock_launch_manager_is_confined (self))
    next = paddock_launch_config_drop_ended (self->launch, g_get_real_time ());
  if (next != G_MAXINT64)
    paddock_wall_alarm_set (self->expiry, next);
  else
    paddock_wall_alarm_clear (self->expiry);
  if (!paddock_launch_config_is_prepared (self->launch) ||
      paddock_restart_get_phase (self->restart) == PADDOCK_RESTART_OPENING)
    paddock_launch_manager_open (self);
}

static gboolean
on_expiry (gpointer user_data)
{
  PaddockLaunchManager *self = user_data;

  set_roots (self, paddock_launch_config_get_roots (self->launch));
  paddock_launch_manager_consider (self);
  return G_SOURCE_REMOVE;
}

/* Whether the service is gone, and what its last list says holds for a confined server. */
static gboolean
is_away (PaddockLaunchManager *self)
{
  return paddock_launch_manager_is_confined (self) && self->list >= LIST_KNOWN &&
         !paddock_link_is_connected (self->link);
}

static gboolean
on_renewal (gpointer user_data)
{
  PaddockLaunchManager *self = user_data;
  PaddockRestartPhase phase = paddock_restart_get_phase (self->restart);
  PaddockObstacle obstacle = paddock_restart_get_obstacle (self->restart);

  /* The new server's box is too old already, but it can be replaced only when it has answered. */
  if (phase == PADDOCK_RESTART_REPLAYING)
    paddock_alarm_set (self->renewal, PADDOCK_LAUNCH_CONFIG_COALESCE_US);
  if (phase != PADDOCK_RESTART_NONE && phase != PADDOCK_RESTART_DRAINING)
    return G_SOURCE_REMOVE;
  self->renewed_at = g_get_monotonic_time ();
  if (obstacle != PADDOCK_OBSTACLE_NONE) {
    paddock_restart_end (self->restart, paddock_revocation_obstacle_to_reason (obstacle));
    return G_SOURCE_REMOVE;
  }
  paddock_launch_config_renew (self->launch);
  self->is_replaced = TRUE;
  paddock_restart_begin (self->restart, TRUE);
  return G_SOURCE_REMOVE;
}

/* A folder was away while the box was made. Maybe it was back before the service noticed. */
static gboolean
on_retry (gpointer user_data)
{
  PaddockLaunchManager *self = user_data;
  PaddockLaunchCommand *command = paddock_launch_config_get_command (self->launch);

  if (paddock_restart_get_phase (self->restart) == PADDOCK_RESTART_NONE &&
      paddock_restart_get_obstacle (self->restart) == PADDOCK_OBSTACLE_NONE &&
      paddock_confinement_could_hold_all (paddock_launch_command_get_confinement (command),
                                          paddock_launch_config_get_roots (self->launch),
                                          paddock_launch_command_get_held (command)))
    on_renewal (self);
  else
    paddock_alarm_set (self->retry, RETRY_S * G_USEC_PER_SEC);
  return G_SOURCE_REMOVE;
}

/* A mount came or went in a folder of the box. Mounts that come one after the other need one
 * box. */
static void
on_box_changed (gboolean is_breach,
                gpointer user_data)
{
  PaddockLaunchManager *self = user_data;
  gint64 now = g_get_monotonic_time ();
  gint64 due = self->renewed_at != 0 ? self->renewed_at + PADDOCK_LAUNCH_CONFIG_PERIOD_US : now;

  if (is_breach && paddock_restart_get_phase (self->restart) == PADDOCK_RESTART_REPLAYING)
    paddock_restart_hurry (self->restart);
  else if (is_breach)
    on_renewal (self);
  else
    paddock_alarm_set (self->renewal,
                       MAX (due, now + PADDOCK_LAUNCH_CONFIG_COALESCE_US) - now);
}

/* Shows each message of the host to the config. If the host uses a server that has no folder, asks
 * the user for folders. */
static gboolean
receive_from_host (PaddockFilter  *filter,
                   PaddockMessage *message)
{
  PaddockLaunchManager *self = (PaddockLaunchManager *) filter;
  gboolean is_vacant = paddock_restart_get_phase (self->restart) == PADDOCK_RESTART_VACANT;

  /* This line of the host may end the handshake. So decide again, but only after the line was
   * handled. */
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
 * @launch: (transfer full): the config of the server
 * @restart: must outlive the manager
 * @wanted: called when the server needs folders, so that the host is asked what it suggests
 * @user_data: for @wanted
 *
 * Returns: (transfer full): a manager for a server that was not started yet
 */
PaddockLaunchManager *
paddock_launch_manager_new (PaddockLaunchConfig *launch,
                            PaddockRestart      *restart,
                            GSourceOnceFunc      wanted,
                            gpointer             user_data)
{
  PaddockLaunchManager *self = g_new0 (PaddockLaunchManager, 1);
  PaddockConfinement *confinement;

  self->filter.funcs = &filter_funcs;
  self->launch = launch;
  self->restart = restart;
  self->wanted = wanted;
  self->user_data = user_data;
  self->later = paddock_alarm_new (on_later, self);
  self->renewal = paddock_alarm_new (on_renewal, self);
  self->retry = paddock_alarm_new (on_retry, self);
  self->expiry = paddock_wall_alarm_new (on_expiry, self);
  self->old_boxes = g_ptr_array_new_with_free_func (old_box_free);
  confinement = paddock_launch_command_get_confinement (paddock_launch_config_get_command (launch));
  if (confinement != NULL)
    paddock_confinement_watch (confinement, on_opened, on_box_changed, self);
  return self;
}

void
paddock_launch_manager_free (PaddockLaunchManager *self)
{
  if (self->link != NULL)
    g_signal_handlers_disconnect_by_data (self->link, self);
  paddock_alarm_free (self->later);
  paddock_alarm_free (self->renewal);
  paddock_alarm_free (self->retry);
  paddock_wall_alarm_free (self->expiry);
  g_ptr_array_unref (self->old_boxes);
  paddock_launch_config_free (self->launch);
  g_free (self);
}

/* Handles the link's answer to a question for the list. Without the service, @list is the service's
 * last list or an empty one. Then @list is ignored, unless it is the first list. */
static void
on_list (PaddockRootList *list,
         gpointer         user_data)
{
  PaddockLaunchManager *self = user_data;

  if (self->list == LIST_ASKED || paddock_link_is_connected (self->link))
    set_roots (self, list);
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

/* Handles that the service says that the user took everything back. It says so in each answer, so a
 * manager that knows it asks nothing. */
static void
on_taken (PaddockLaunchManager *self)
{
  if (!paddock_launch_config_is_revoked (self->launch))
    paddock_launch_manager_look (self);
}

/**
 * paddock_launch_manager_attach:
 * @link: must outlive the manager
 *
 * Gives the manager its link, and asks for the first list.
 */
void
paddock_launch_manager_attach (PaddockLaunchManager *self,
                               PaddockLink          *link)
{
  self->link = link;
  g_signal_connect_swapped (link, "changed", G_CALLBACK (paddock_launch_manager_look), self);
  g_signal_connect_swapped (link, "taken", G_CALLBACK (on_taken), self);
  ask (self, PADDOCK_LINK_START);
}

/**
 * paddock_launch_manager_is_ready:
 *
 * Returns: whether the first list is known, and its folders are open or don't answer, so that the
 *   server can be started
 */
gboolean
paddock_launch_manager_is_ready (PaddockLaunchManager *self)
{
  PaddockLaunchCommand *command = paddock_launch_config_get_command (self->launch);
  PaddockConfinement *confinement = paddock_launch_command_get_confinement (command);

  return self->list >= LIST_KNOWN &&
         (confinement == NULL || paddock_confinement_is_open (confinement));
}

/* Tells the service which folders the server or an old box still holds, but may not see any more,
 * so that the user sees these folders. */
static void
tell_held (PaddockLaunchManager *self)
{
  g_autoptr (GHashTable) held = g_hash_table_new (g_str_hash, g_str_equal);
  PaddockLaunchCommand *command = paddock_launch_config_get_command (self->launch);
  const char * const *current = paddock_launch_command_get_held (command);
  PaddockReason why = PADDOCK_REASON_IN_USE;
  g_autofree const char **paths = NULL;
  g_auto (GStrv) lost = NULL;

  if (self->held_why != PADDOCK_REASON_NONE)
    why = self->held_why;
  for (gsize i = 0; self->held_why != PADDOCK_REASON_NONE && current[i] != NULL; i++)
    g_hash_table_add (held, (char *) current[i]);
  for (guint i = 0; i < self->old_boxes->len; i++) {
    const OldBox *old = self->old_boxes->pdata[i];

    for (gsize j = 0; old->held[j] != NULL; j++)
      g_hash_table_add (held, old->held[j]);
  }
  paths = (const char **) g_hash_table_get_keys_as_array (held, NULL);
  lost = paddock_launch_config_dup_lost (self->launch, paths);
  paddock_link_hold (self->link, lost[0] != NULL ? why : PADDOCK_REASON_NONE,
                     (const char * const *) lost);
}

/* Tells the service which folders a confined server does not have yet. @reason: what forbids to
 * restart it; NONE: nothing. */
static void
tell_pending (PaddockLaunchManager    *self,
              PaddockLaunchConfigStep  step,
              PaddockReason            reason)
{
  g_auto (GStrv) pending = paddock_launch_config_dup_pending (self->launch);
  PaddockReason why = PADDOCK_REASON_RESTARTING;

  if (!paddock_launch_manager_is_confined (self))
    return;
  paddock_alarm_clear (self->retry);
  if (pending[0] == NULL)
    why = PADDOCK_REASON_NONE;
  else if (reason != PADDOCK_REASON_NONE)
    why = reason;
  else if (step == PADDOCK_LAUNCH_CONFIG_CURRENT)
    why = PADDOCK_REASON_UNREADABLE; /* the box could not have them */
  if (why == PADDOCK_REASON_UNREADABLE)
    paddock_alarm_set (self->retry, RETRY_S * G_USEC_PER_SEC);
  paddock_link_put_off (self->link, why, (const char * const *) pending);
}

static void
on_old_box_ended (gpointer user_data)
{
  PaddockLaunchManager *self = ((OldBox *) user_data)->manager;

  g_ptr_array_remove (self->old_boxes, user_data);
  if (self->link != NULL)
    tell_held (self);
}

/* Remembers the last server's box, if processes of it are left. Returns whether that could be
 * remembered. */
static gboolean
keep_old_box (PaddockLaunchManager  *self,
              GError               **error)
{
  PaddockLaunchCommand *command = paddock_launch_config_get_command (self->launch);
  PaddockBox *box = paddock_launch_command_get_box (command);
  OldBox *old;

  if (box == NULL || paddock_box_has_ended (box))
    return TRUE;
  if (self->old_boxes->len >= MOST_OLD_BOXES) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                 "%d boxes of this server hang already", MOST_OLD_BOXES);
    return FALSE;
  }
  old = g_new0 (OldBox, 1);
  old->manager = self;
  old->box = paddock_box_ref (box);
  old->held = g_strdupv ((char **) paddock_launch_command_get_held (command));
  old->end = paddock_box_watch_end (box, on_old_box_ended, old);
  g_ptr_array_add (self->old_boxes, old);
  return TRUE;
}

/**
 * paddock_launch_manager_prepare:
 *
 * Returns: (transfer none) (nullable): what to start now, valid until the next call; %NULL with the
 *   errors of paddock_launch_config_prepare()
 */
const PaddockChildOptions *
paddock_launch_manager_prepare (PaddockLaunchManager  *self,
                                GError               **error)
{
  if (self->report == REPORT_MADE)
    self->report = REPORT_NONE;
  paddock_alarm_clear (self->renewal);
  return keep_old_box (self, error)
         ? paddock_launch_config_prepare (self->launch, g_get_monotonic_time (), error) : NULL;
}

/**
 * paddock_launch_manager_prepare_again:
 * @was_quick: whether it took less than a moment to find out
 *
 * Called if a server could not be started: maybe a folder was moved while its box was made.
 *
 * Returns: (transfer none) (nullable): like paddock_launch_manager_prepare(); %NULL if another try
 *   would fail, too, and take long
 */
const PaddockChildOptions *
paddock_launch_manager_prepare_again (PaddockLaunchManager *self,
                                      gboolean              was_quick)
{
  PaddockLaunchCommand *command = paddock_launch_config_get_command (self->launch);
  g_auto (GStrv) before = g_strdupv ((char **) paddock_launch_command_get_held (command));
  const PaddockChildOptions *options;

  if (!paddock_launch_manager_is_confined (self))
    return NULL;
  options = paddock_launch_manager_prepare (self, NULL);
  return options != NULL && (was_quick ||
                             !g_strv_equal (paddock_launch_command_get_held (command),
                                            (const char * const *) before)) ? options : NULL;
}

/**
 * paddock_launch_manager_look:
 *
 * Asks the service for the list, which may have changed.
 */
void
paddock_launch_manager_look (PaddockLaunchManager *self)
{
  if (is_away (self)) {
    set_roots (self, paddock_link_take_kept (self->link));
    paddock_launch_manager_consider (self);
    return;
  }
  /* The service tells of a change before it sends an answer with the change. So an answer that is
   * under way contains the change already. */
  if (self->list != LIST_ASKED && self->list != LIST_ASKED_AGAIN)
    ask (self, PADDOCK_LINK_LOOK);
  self->is_behind = TRUE;
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
  self->held_why = step == PADDOCK_LAUNCH_CONFIG_CURRENT || step == PADDOCK_LAUNCH_CONFIG_KEEP
                   ? PADDOCK_REASON_NONE
                   : reason != PADDOCK_REASON_NONE ? reason
                   : paddock_launch_config_is_urgent (self->launch) ? PADDOCK_REASON_IN_USE
                   : PADDOCK_REASON_RESTARTING;
  tell_held (self);
  tell_pending (self, step, reason);
  switch (step) {
    case PADDOCK_LAUNCH_CONFIG_RESTART:
      self->is_replaced = TRUE;
      paddock_restart_begin (self->restart, paddock_launch_config_is_urgent (self->launch));
      break;
    case PADDOCK_LAUNCH_CONFIG_END:
      paddock_restart_end (self->restart, reason);
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
      if (self->is_behind && paddock_link_is_connected (self->link))
        ask (self, PADDOCK_LINK_START);
      self->is_behind = FALSE;
      break;
    case PADDOCK_LAUNCH_CONFIG_KEEP:
    default:
      break;
  }
}

/**
 * paddock_launch_manager_limit:
 *
 * Returns: (transfer full): what of @list the server is told
 */
PaddockRootList *
paddock_launch_manager_limit (PaddockLaunchManager *self,
                              PaddockRootList      *list)
{
  return paddock_launch_config_limit (self->launch, list);
}

/**
 * paddock_launch_manager_consider:
 *
 * Starts the server if there is a folder now, or restarts it if its folders have changed. If an
 * obstacle forbids a restart now, must be called again when the obstacle may be gone. A confined
 * server is killed at once if something is taken from it while a restart is under way.
 */
void
paddock_launch_manager_consider (PaddockLaunchManager *self)
{
  PaddockRestartPhase phase = paddock_restart_get_phase (self->restart);

  if (self->link == NULL || (!paddock_link_is_connected (self->link) && !is_away (self)))
    return;
  if (phase == PADDOCK_RESTART_VACANT && paddock_launch_config_has_any (self->launch))
    paddock_restart_fill (self->restart);
  else if ((phase == PADDOCK_RESTART_NONE ||
            (phase == PADDOCK_RESTART_DRAINING && paddock_launch_manager_is_confined (self))) &&
           paddock_launch_config_is_prepared (self->launch))
    decide (self);
  else if ((phase == PADDOCK_RESTART_ENDING || phase == PADDOCK_RESTART_REPLAYING) &&
           paddock_launch_config_takes (self->launch))
    paddock_restart_hurry (self->restart);
  else if (phase == PADDOCK_RESTART_FAILED && paddock_launch_config_takes (self->launch))
    /* The session is ending, but the server may take its time. */
    paddock_restart_end (self->restart,
                         paddock_revocation_obstacle_to_reason (PADDOCK_OBSTACLE_CLOSED));
}

/**
 * paddock_launch_manager_answered:
 * @list: what the service answered to a question of the server
 *
 * The service does not tell of a change that it answered with. So this looks at each answer, or a
 * server that asks all the time would keep the folders that were taken back.
 */
void
paddock_launch_manager_answered (PaddockLaunchManager *self,
                                 PaddockRootList      *list)
{
  if (self->link == NULL || !paddock_link_is_connected (self->link))
    return;
  set_roots (self, list);
  paddock_launch_manager_consider (self);
}

/* Handles the answer for paddock_launch_manager_check(). @list has all folders that were shared
 * before the host's request. Without a folder, refuses that request. */
static void
on_checked (PaddockRootList *list,
            gpointer         user_data)
{
  PaddockLaunchManager *self = user_data;

  paddock_launch_manager_answered (self, list);
  paddock_restart_refuse_first (self->restart);
}

/**
 * paddock_launch_manager_check:
 *
 * Handles a request of the host while there is no server. Asks the service for the list first,
 * because a folder may have been shared just now. Without a folder or a service, refuses the
 * request.
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
 * Called when another server has taken over. Asks the service for the list. If the server has the
 * folders of that list, tells the service so.
 *
 * Returns: why there is another server (paddock_launch_config_restarted())
 */
PaddockReason
paddock_launch_manager_restarted (PaddockLaunchManager *self)
{
  PaddockReason reason = PADDOCK_REASON_WIDENED;

  if (self->is_replaced)
    reason = paddock_launch_config_restarted (self->launch, g_get_monotonic_time ());
  self->is_replaced = FALSE;
  paddock_launch_manager_look (self);
  return reason;
}

/**
 * paddock_launch_manager_handle_exit:
 *
 * Called when the server has ended by itself.
 *
 * Returns: whether it ended because it had no folder; then the session goes on without a server
 */
gboolean
paddock_launch_manager_handle_exit (PaddockLaunchManager *self)
{
  PaddockRestartPhase phase = paddock_restart_get_phase (self->restart);

  if ((phase != PADDOCK_RESTART_NONE && phase != PADDOCK_RESTART_DRAINING &&
       phase != PADDOCK_RESTART_REPLAYING) ||
      !paddock_launch_config_explains_end (self->launch, g_get_monotonic_time ()))
    return FALSE;
  /* If the host's first request gets no answer, the host will not use the server. So ask the user
   * for folders now, without waiting for a further request. */
  if (!paddock_replay_was_answered (paddock_restart_get_replay (self->restart)))
    paddock_link_want (self->link);
  self->wanted (self->user_data);
  if (self->is_replaced)
    paddock_launch_config_restarted (self->launch, g_get_monotonic_time ());
  self->is_replaced = FALSE;
  self->held_why = PADDOCK_REASON_NONE;
  tell_held (self);
  paddock_restart_vacate (self->restart);
  return TRUE;
}

/**
 * paddock_launch_manager_started:
 *
 * Called when a server was started. If it is confined, its box was checked, and the service is told
 * so.
 */
void
paddock_launch_manager_started (PaddockLaunchManager *self)
{
  const PaddockConfinement *confinement =
    paddock_launch_command_get_confinement (paddock_launch_config_get_command (self->launch));

  if (confinement == NULL || self->link == NULL)
    return;
  paddock_link_confine (self->link, paddock_confinement_get_confined (confinement),
                        paddock_confinement_get_server (confinement));
  paddock_link_suggest_named (self->link, paddock_confinement_get_empty (confinement));
}

/* Returns why there is no box. */
static PaddockReason
reason_of (const GError *problem)
{
  if (problem->domain != PADDOCK_BOX_ERROR)
    return PADDOCK_REASON_NO_BOX;
  switch ((PaddockBoxError) problem->code) {
    case PADDOCK_BOX_ERROR_NO_BUBBLEWRAP:
      return PADDOCK_REASON_NO_BUBBLEWRAP;
    case PADDOCK_BOX_ERROR_NO_NAMESPACES:
      return PADDOCK_REASON_NO_NAMESPACES;
    case PADDOCK_BOX_ERROR_PROGRAM:
      return PADDOCK_REASON_PROGRAM_OUTSIDE;
    default:
      return PADDOCK_REASON_NO_BOX;
  }
}

/**
 * paddock_launch_manager_refused:
 * @problem: why the first server was not started
 *
 * Called before this process ends because of @problem. If a server could not be confined, tells the
 * service so. That there is no such program is not about its box.
 */
void
paddock_launch_manager_refused (PaddockLaunchManager *self,
                                const GError         *problem)
{
  if (!paddock_launch_manager_is_confined (self) || self->link == NULL ||
      !paddock_link_is_connected (self->link) ||
      g_error_matches (problem, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND) ||
      g_error_matches (problem, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT))
    return;
  paddock_link_report (self->link, PADDOCK_EVENT_START_REFUSED, reason_of (problem));
  paddock_link_flush (self->link);
}
