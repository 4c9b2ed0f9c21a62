/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-prompts.h"
#include "paddock-state.h"
#include "paddock-session.h"

G_BEGIN_DECLS

/* Limits what servers without a decision may use. */
typedef struct _PaddockStrangers PaddockStrangers;

PaddockStrangers *paddock_strangers_new          (PaddockState     *state);
void              paddock_strangers_free         (PaddockStrangers *self);
PaddockSession   *paddock_strangers_find_surplus (GPtrArray        *sessions);
const char       *paddock_strangers_find_limit   (PaddockStrangers *self,
                                                  PaddockSession   *session,
                                                  GPtrArray        *others);
void              paddock_strangers_log          (PaddockStrangers *self,
                                                  PaddockSession   *session,
                                                  PaddockEvent      event,
                                                  PaddockReason     reason,
                                                  const char       *detail,
                                                  guint             count);
void              paddock_strangers_evict        (PaddockStrangers *self,
                                                  GPtrArray        *sessions,
                                                  PaddockPrompts   *queue);

PaddockIdentity *paddock_strangers_dup_identity (PaddockStrangers *self,
                                                 PaddockSession   *session);
const char      *paddock_strangers_get_origin   (PaddockSession   *session);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockStrangers, paddock_strangers_free)

G_END_DECLS
