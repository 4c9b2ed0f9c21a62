/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-poll-demand.h"

/* Which roots anybody looks at: those that a connected server may see, and all of them while the
 * window is open, or somebody asked over the bus a short time ago.
 *
 * The service owns one. It matters only for roots without events (a sandbox sees all of its folders
 * through such a mount): those that nobody looks at are polled less and less often, and when
 * somebody comes who might, they are looked at at once.
 */

struct _PaddockPollDemand
{
  PaddockState        *state;       /* (owned) */
  PaddockSessions     *sessions;    /* (owned) */
  PaddockConsentAgent *agent;       /* (owned) (nullable) */
  gulong               agent_id;
  gulong               changed_id;
  gint64               noted;       /* µs, monotonic; 0: never */
};

static gboolean
on_is_watched (const char *root_id,
               gpointer    user_data)
{
  return paddock_poll_demand_is_watched (user_data, root_id);
}

/* Somebody looks who did not: a grant may have made it so, too. */
static void
hurry (PaddockPollDemand *self)
{
  PaddockWatcher *watcher = paddock_state_get_watcher (self->state);

  if (watcher != NULL)
    paddock_watcher_hurry (watcher);
}

static void
on_agent_changed (PaddockPollDemand *self)
{
  if (paddock_consent_agent_is_available (self->agent))
    hurry (self);
}

/**
 * paddock_poll_demand_new:
 * @state: not closed; its watcher asks from now on, and is told to hurry
 * @sessions: who is connected
 *
 * Returns: (transfer full): with nobody at the bus
 */
PaddockPollDemand *
paddock_poll_demand_new (PaddockState    *state,
                         PaddockSessions *sessions)
{
  PaddockPollDemand *self = g_new0 (PaddockPollDemand, 1);

  self->state = g_object_ref (state);
  self->sessions = g_object_ref (sessions);
  self->changed_id = g_signal_connect_swapped (state, "changed", G_CALLBACK (hurry), self);
  paddock_watcher_set_demand (paddock_state_get_watcher (state), on_is_watched, self);
  return self;
}

void
paddock_poll_demand_free (PaddockPollDemand *self)
{
  PaddockWatcher *watcher = paddock_state_get_watcher (self->state);

  if (watcher != NULL)
    paddock_watcher_set_demand (watcher, NULL, NULL);
  g_signal_handler_disconnect (self->state, self->changed_id);
  if (self->agent != NULL)
    g_signal_handler_disconnect (self->agent, self->agent_id);
  g_clear_object (&self->agent);
  g_object_unref (self->sessions);
  g_object_unref (self->state);
  g_free (self);
}

/**
 * paddock_poll_demand_set_agent:
 * @agent: there while the window is open; once
 */
void
paddock_poll_demand_set_agent (PaddockPollDemand   *self,
                               PaddockConsentAgent *agent)
{
  g_return_if_fail (self->agent == NULL);

  self->agent = g_object_ref (agent);
  self->agent_id = g_signal_connect_swapped (agent, "available-changed",
                                             G_CALLBACK (on_agent_changed), self);
  on_agent_changed (self);
}

/**
 * paddock_poll_demand_note:
 *
 * A server connected, or somebody asked over the bus.
 */
void
paddock_poll_demand_note (PaddockPollDemand *self)
{
  self->noted = g_get_monotonic_time ();
  hurry (self);
}

/**
 * paddock_poll_demand_is_watched:
 * @root_id: a root
 *
 * Returns: whether anybody would notice, or be told, that the root changed
 */
gboolean
paddock_poll_demand_is_watched (PaddockPollDemand *self,
                                const char        *root_id)
{
  gint64 latest = self->noted + PADDOCK_POLL_DEMAND_SECONDS * G_TIME_SPAN_SECOND;

  return (self->noted != 0 && g_get_monotonic_time () < latest) ||
         (self->agent != NULL && paddock_consent_agent_is_available (self->agent)) ||
         paddock_sessions_may_see (self->sessions, root_id);
}
