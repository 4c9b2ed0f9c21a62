/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-consent-agent.h"

/* The defaults of the interface: an agent that implements nothing shows no questions, and summoning
 * it finds nobody who could ask. */
G_DEFINE_INTERFACE (PaddockConsentAgent, paddock_consent_agent, G_TYPE_OBJECT)

static gboolean
nobody_is_available (PaddockConsentAgent *self)
{
  return FALSE;
}

static void
nobody_comes_async (PaddockConsentAgent *self,
                    GCancellable        *cancellable,
                    GAsyncReadyCallback  callback,
                    gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_return_boolean (task, FALSE);
}

static gboolean
nobody_comes_finish (PaddockConsentAgent *self,
                     GAsyncResult        *result)
{
  return g_task_propagate_boolean (G_TASK (result), NULL);
}

static void
paddock_consent_agent_default_init (PaddockConsentAgentInterface *iface)
{
  iface->is_available = nobody_is_available;
  iface->summon_async = nobody_comes_async;
  iface->summon_finish = nobody_comes_finish;

  g_signal_new ("available-changed", PADDOCK_TYPE_CONSENT_AGENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                NULL, G_TYPE_NONE, 0);
}

/**
 * paddock_consent_agent_is_available:
 * @self: an agent
 *
 * Returns: whether the agent can show a question now
 */
gboolean
paddock_consent_agent_is_available (PaddockConsentAgent *self)
{
  return PADDOCK_CONSENT_AGENT_GET_IFACE (self)->is_available (self);
}

/**
 * paddock_consent_agent_summon_async:
 * @self: an agent
 * @cancellable: (nullable): ends the waiting
 * @callback: called within a few seconds, for paddock_consent_agent_summon_finish()
 * @user_data: for @callback
 *
 * Tries to find or start something that can show a question.
 */
void
paddock_consent_agent_summon_async (PaddockConsentAgent *self,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  PADDOCK_CONSENT_AGENT_GET_IFACE (self)->summon_async (self, cancellable, callback, user_data);
}

/**
 * paddock_consent_agent_summon_finish:
 * @self: an agent
 * @result: from paddock_consent_agent_summon_async()
 *
 * Returns: %FALSE if there certainly is nobody who could ask; otherwise a question waits, even if
 *   nobody has answered the summons yet
 */
gboolean
paddock_consent_agent_summon_finish (PaddockConsentAgent *self,
                                     GAsyncResult        *result)
{
  return PADDOCK_CONSENT_AGENT_GET_IFACE (self)->summon_finish (self, result);
}
