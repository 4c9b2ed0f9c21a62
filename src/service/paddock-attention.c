/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-attention.h"

/* Which roots anybody looks at: those that a connected server may see, and all of them while the
 * window is open, or somebody asked over the bus a short time ago.
 *
 * The service owns one. It matters only for roots without events (a sandbox sees all of its folders
 * through such a mount): those that nobody looks at are polled less and less often, and when
 * somebody comes who might, they are looked at at once.
 */

struct _PaddockAttention
{
  PaddockRegistry     *registry;    /* (owned) */
  PaddockRoster       *roster;      /* (owned) */
  PaddockConsentAgent *agent;       /* (owned) (nullable) */
  gulong               agent_id;
  gulong               changed_id;
  gint64               noted;       /* µs, monotonic; 0: never */
};

static gboolean
on_cares (const char *root_id,
          gpointer    user_data)
{
  return paddock_attention_cares (user_data, root_id);
}

/* Somebody looks who did not: a grant may have made it so, too. */
static void
hurry (PaddockAttention *self)
{
  PaddockWatcher *watcher = paddock_registry_get_watcher (self->registry);

  if (watcher != NULL)
    paddock_watcher_hurry (watcher);
}

static void
on_agent_changed (PaddockAttention *self)
{
  if (paddock_consent_agent_is_available (self->agent))
    hurry (self);
}

/**
 * paddock_attention_new:
 * @registry: not closed; its watcher asks from now on, and is told to hurry
 * @roster: who is connected
 *
 * Returns: (transfer full): with nobody at the bus
 */
PaddockAttention *
paddock_attention_new (PaddockRegistry *registry,
                       PaddockRoster   *roster)
{
  PaddockAttention *self = g_new0 (PaddockAttention, 1);

  self->registry = g_object_ref (registry);
  self->roster = g_object_ref (roster);
  self->changed_id = g_signal_connect_swapped (registry, "changed", G_CALLBACK (hurry), self);
  paddock_watcher_set_cares (paddock_registry_get_watcher (registry), on_cares, self);
  return self;
}

void
paddock_attention_free (PaddockAttention *self)
{
  PaddockWatcher *watcher = paddock_registry_get_watcher (self->registry);

  if (watcher != NULL)
    paddock_watcher_set_cares (watcher, NULL, NULL);
  g_signal_handler_disconnect (self->registry, self->changed_id);
  if (self->agent != NULL)
    g_signal_handler_disconnect (self->agent, self->agent_id);
  g_clear_object (&self->agent);
  g_object_unref (self->roster);
  g_object_unref (self->registry);
  g_free (self);
}

/**
 * paddock_attention_set_agent:
 * @agent: there while the window is open; once
 */
void
paddock_attention_set_agent (PaddockAttention    *self,
                             PaddockConsentAgent *agent)
{
  g_return_if_fail (self->agent == NULL);

  self->agent = g_object_ref (agent);
  self->agent_id = g_signal_connect_swapped (agent, "available-changed",
                                             G_CALLBACK (on_agent_changed), self);
  on_agent_changed (self);
}

/**
 * paddock_attention_note:
 *
 * A server connected, or somebody asked over the bus.
 */
void
paddock_attention_note (PaddockAttention *self)
{
  self->noted = g_get_monotonic_time ();
  hurry (self);
}

/**
 * paddock_attention_cares:
 * @root_id: a root
 *
 * Returns: whether anybody would notice, or be told, that the root changed
 */
gboolean
paddock_attention_cares (PaddockAttention *self,
                         const char       *root_id)
{
  gint64 latest = self->noted + PADDOCK_ATTENTION_SECONDS * G_TIME_SPAN_SECOND;

  return (self->noted != 0 && g_get_monotonic_time () < latest) ||
         (self->agent != NULL && paddock_consent_agent_is_available (self->agent)) ||
         paddock_roster_cares (self->roster, root_id);
}
