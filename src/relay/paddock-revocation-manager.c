/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-revocation-manager.h"

#include "paddock-alarm.h"

/* Restarts a server when the user revokes its folders, or tells the service why this is impossible.
 *
 * The succession owns the manager. PaddockRevocation decides, and the manager carries the decision
 * out: it begins the restart, or reports that the server was only notified. It also tells the
 * service which revoked folders the server may still hold. This is for servers that ask for their
 * folders. A server that is started with its folders has a launch manager; then this manager gets
 * no link, and does nothing.
 */

struct _PaddockRevocationManager
{
  PaddockRevocation *revocation;    /* (owned) */
  PaddockRestart    *restart;
  PaddockLink       *link;          /* (nullable) NULL until paddock_revocation_manager_attach() */
  PaddockAlarm      *later;         /* (owned) set while the next restart has to wait */
};

/* Tells the service which revoked folders the server may still hold. */
static void
tell_held (PaddockRevocationManager *self)
{
  g_auto (GStrv) paths = NULL;
  PaddockReason why;

  if (self->link == NULL)
    return;
  why = paddock_revocation_get_held (self->revocation, &paths);
  paddock_link_hold (self->link, why, (const char * const *) paths);
}

/* Gives the planned restart up if the user shared something with the server again before the
 * restart began. */
static void
relent (PaddockRevocationManager *self)
{
  if (!paddock_link_is_connected (self->link) || paddock_link_is_revoked_by_user (self->link) ||
      paddock_restart_get_phase (self->restart) != PADDOCK_RESTART_NONE)
    return;
  paddock_revocation_relent (self->revocation);
  tell_held (self);
}

static void
on_changed (PaddockRevocationManager *self)
{
  paddock_revocation_manager_told (self);
  relent (self);
}

static gboolean
on_later (gpointer user_data)
{
  paddock_revocation_manager_consider (user_data);
  return G_SOURCE_REMOVE;
}

/**
 * paddock_revocation_manager_new:
 * @revocation: (transfer full): the revocation of a server that is not started yet
 * @restart: must stay valid
 *
 * Returns: (transfer full): a manager without a link
 */
PaddockRevocationManager *
paddock_revocation_manager_new (PaddockRevocation *revocation,
                                PaddockRestart    *restart)
{
  PaddockRevocationManager *self = g_new0 (PaddockRevocationManager, 1);

  self->revocation = revocation;
  self->restart = restart;
  self->later = paddock_alarm_new (on_later, self);
  return self;
}

/* Frees the manager. Call this before the link is freed. */
void
paddock_revocation_manager_free (PaddockRevocationManager *self)
{
  if (self->link != NULL)
    g_signal_handlers_disconnect_by_data (self->link, self);
  paddock_alarm_free (self->later);
  paddock_revocation_free (self->revocation);
  g_free (self);
}

/**
 * paddock_revocation_manager_attach:
 * @link: must stay valid
 *
 * Makes the manager follow what the service says through @link.
 */
void
paddock_revocation_manager_attach (PaddockRevocationManager *self,
                                   PaddockLink              *link)
{
  self->link = link;
  g_signal_connect_swapped (link, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (link, "taken", G_CALLBACK (paddock_revocation_manager_consider), self);
}

/**
 * paddock_revocation_manager_told:
 *
 * Notes that the server has a reason to ask for its folders now: its handshake is over, or its list
 * changed.
 */
void
paddock_revocation_manager_told (PaddockRevocationManager *self)
{
  paddock_revocation_told (self->revocation, g_get_monotonic_time ());
}

/* Notes that the server asks for its folders. */
void
paddock_revocation_manager_asked (PaddockRevocationManager *self)
{
  paddock_revocation_asked (self->revocation, g_get_monotonic_time ());
}

/* Notes that the server gets @list as the answer to its question for folders. */
void
paddock_revocation_manager_answered (PaddockRevocationManager *self,
                                     PaddockRootList          *list)
{
  paddock_revocation_answered (self->revocation, list);
  tell_held (self);
}

/* Notes that a server of the newest revision gets @list with a request that Paddock repeats. */
void
paddock_revocation_manager_given (PaddockRevocationManager *self,
                                  PaddockRootList          *list)
{
  paddock_revocation_given (self->revocation, list);
  tell_held (self);
}

/**
 * paddock_revocation_manager_consider:
 *
 * If the user has revoked all folders of the server, does what PaddockRevocation decides. Otherwise
 * gives up a planned restart. Call this again when a restart was called off.
 */
void
paddock_revocation_manager_consider (PaddockRevocationManager *self)
{
  gint64 now = g_get_monotonic_time ();
  PaddockRevocationStep step;
  PaddockReason reason;
  gint64 when;

  if (self->link == NULL || paddock_restart_get_phase (self->restart) != PADDOCK_RESTART_NONE)
    return;
  if (!paddock_link_is_revoked_by_user (self->link)) {
    relent (self);
    return;
  }

  step = paddock_revocation_decide (self->revocation, paddock_restart_get_obstacle (self->restart),
                                    now, g_get_real_time (), &when, &reason);
  tell_held (self);
  switch (step) {
    case PADDOCK_REVOCATION_RESTART:
      paddock_restart_begin (self->restart, FALSE);
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
}

/**
 * paddock_revocation_manager_restarted:
 * @is_remote: whether the server is the same one, behind an address, and only the session is new
 *
 * Notes that another server or session has taken the place of the last one.
 */
void
paddock_revocation_manager_restarted (PaddockRevocationManager *self,
                                      gboolean                  is_remote)
{
  paddock_revocation_restarted (self->revocation, is_remote, g_get_monotonic_time ());
  tell_held (self);
  paddock_revocation_manager_told (self);
}
