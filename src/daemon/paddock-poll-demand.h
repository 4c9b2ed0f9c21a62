/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-consent-agent.h"
#include "paddock-sessions.h"

G_BEGIN_DECLS

/* How long all roots matter after a server connected, or somebody asked over the bus. */
#define PADDOCK_POLL_DEMAND_SECONDS 30

typedef struct _PaddockPollDemand PaddockPollDemand;

PaddockPollDemand *paddock_poll_demand_new        (PaddockState        *state,
                                                   PaddockSessions     *sessions);
void               paddock_poll_demand_free       (PaddockPollDemand   *self);
void               paddock_poll_demand_set_agent  (PaddockPollDemand   *self,
                                                   PaddockConsentAgent *agent);
void               paddock_poll_demand_note       (PaddockPollDemand   *self);
gboolean           paddock_poll_demand_is_watched (PaddockPollDemand   *self,
                                                   const char          *root_id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockPollDemand, paddock_poll_demand_free)

G_END_DECLS
