/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-poll-demand.h"

/* Knows which roots matter to anybody now: those that a connected server may see. All roots matter
 * while the window is open, and for a short time after a server connected or somebody asked over
 * the bus.
 *
 * The service owns one such object. It is used only for roots on mounts that report no file events.
 * (A sandbox sees all its folders through such a mount.) The watcher polls such a root less and
 * less often while the root matters to nobody. When a server connects or a window opens, the
 * watcher looks at once.
 */

struct _PaddockPollDemand
{
  PaddockState        *state;       /* (owned) */
  PaddockSessions     *sessions;    /* (owned) */
  PaddockConsentAgent *agent;       /* (owned) (nullable) */
  gulong               agent_id;
  gulong               changed_id;
  gint64               noted;       /* when a server last connected, or somebody last asked over the
                                     * bus, in µs, monotonic; 0: never */
};

static gboolean
on_is_watched (const char *root_id,
               gpointer    user_data)
{
  return paddock_poll_demand_is_watched (user_data, root_id);
}

/* Makes the watcher look at the roots at once, because more of them may matter now: a server
 * connected, a window opened, or a grant was added. */
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
 * @state: not closed; its watcher asks the new object from now on
 * @sessions: the connected servers
 *
 * Returns: (transfer full): a demand without an agent
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
 * @agent: the agent, which is available while the window is open
 *
 * Call this once.
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
 * Makes all roots matter for a short time. Call this when a server connects, or somebody asks over
 * the bus.
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
 * Returns: whether the root matters to anybody now: the window, a server, or a recent caller
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
