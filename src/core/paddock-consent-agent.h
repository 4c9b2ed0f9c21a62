/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-prompt.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_CONSENT_AGENT (paddock_consent_agent_get_type ())
G_DECLARE_INTERFACE (PaddockConsentAgent, paddock_consent_agent, PADDOCK, CONSENT_AGENT, GObject)

/* Who can put questions to the user: the application's window, over the bus; in tests a stub.
 *
 * Signal: available-changed ()   whether the agent can show a question has changed
 */
struct _PaddockConsentAgentInterface
{
  GTypeInterface parent_iface;

  /* Whether the agent can show a question now. */
  gboolean (* is_available)  (PaddockConsentAgent  *self);

  /* Tries to start the agent, for a few seconds at most. The result is FALSE only if there
   * certainly is nobody who could ask. */
  void     (* summon_async)  (PaddockConsentAgent  *self,
                              GCancellable         *cancellable,
                              GAsyncReadyCallback   callback,
                              gpointer              user_data);
  gboolean (* summon_finish) (PaddockConsentAgent  *self,
                              GAsyncResult         *result);
};

gboolean paddock_consent_agent_is_available  (PaddockConsentAgent *self);
void     paddock_consent_agent_summon_async  (PaddockConsentAgent *self,
                                              GCancellable        *cancellable,
                                              GAsyncReadyCallback  callback,
                                              gpointer             user_data);
gboolean paddock_consent_agent_summon_finish (PaddockConsentAgent *self,
                                              GAsyncResult        *result);

G_END_DECLS
