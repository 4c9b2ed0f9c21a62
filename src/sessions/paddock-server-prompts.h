/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-prompts.h"
#include "paddock-policy.h"
#include "paddock-state.h"
#include "paddock-strangers.h"

G_BEGIN_DECLS

/* Decides when the user is asked about a server. */
typedef struct _PaddockServerPrompts PaddockServerPrompts;

PaddockServerPrompts *paddock_server_prompts_new     (GPtrArray            *sessions,
                                                      PaddockState         *state,
                                                      PaddockPrompts       *queue,
                                                      PaddockConsentMode    mode,
                                                      PaddockStrangers     *strangers);
void                  paddock_server_prompts_free    (PaddockServerPrompts *self);
void                  paddock_server_prompts_asked   (PaddockServerPrompts *self,
                                                      const char           *server_id,
                                                      PaddockAnswer         answer);
void                  paddock_server_prompts_open    (PaddockServerPrompts *self,
                                                      const char           *server_id);
void                  paddock_server_prompts_update  (PaddockServerPrompts *self,
                                                      const char           *server_id);
void                  paddock_server_prompts_left    (PaddockServerPrompts *self,
                                                      const char           *server_id);
void                  paddock_server_prompts_expired (PaddockServerPrompts *self,
                                                      GPtrArray            *grants);
void                  paddock_server_prompts_follow  (PaddockServerPrompts *self,
                                                      const PaddockChanges *changes);

G_END_DECLS
