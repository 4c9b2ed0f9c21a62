/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-consent-agent.h"
#include "paddock-roster.h"

G_BEGIN_DECLS

/* How long somebody who asked over the bus counts as looking. */
#define PADDOCK_ATTENTION_SECONDS 30

typedef struct _PaddockAttention PaddockAttention;

PaddockAttention *paddock_attention_new       (PaddockRegistry     *registry,
                                               PaddockRoster       *roster);
void              paddock_attention_free      (PaddockAttention    *self);
void              paddock_attention_set_agent (PaddockAttention    *self,
                                               PaddockConsentAgent *agent);
void              paddock_attention_note      (PaddockAttention    *self);
gboolean          paddock_attention_cares     (PaddockAttention    *self,
                                               const char          *root_id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAttention, paddock_attention_free)

G_END_DECLS
