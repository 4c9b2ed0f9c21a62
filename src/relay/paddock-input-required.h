/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-capability.h"
#include "paddock-filter.h"
#include "paddock-root-list.h"

G_BEGIN_DECLS

/* How many requests of the host may be under way and repeated, and how many bytes they may have
 * together. A request that is over a limit goes on without the capability: then its server may not
 * ask. */
#define PADDOCK_INPUT_REQUIRED_CALLS_MAX 1024
#define PADDOCK_INPUT_REQUIRED_BYTES_MAX (32 * 1024 * 1024)
/* How often one request is repeated (as the official SDKs do). */
#define PADDOCK_INPUT_REQUIRED_ROUNDS_MAX 10
/* How long a host may take to answer what else its server wanted to know. */
#define PADDOCK_INPUT_REQUIRED_STATE_S (60 * 60)

/* A filter. */
typedef struct _PaddockInputRequired PaddockInputRequired;

/* Roots are wanted. */
typedef void (*PaddockInputRequiredAsk) (gpointer user_data);

PaddockInputRequired *paddock_input_required_new          (PaddockInputRequiredAsk ask,
                                                           gboolean                is_strict,
                                                           gpointer                user_data);
void                  paddock_input_required_free         (PaddockInputRequired            *self);
void                  paddock_input_required_answer       (PaddockInputRequired            *self,
                                                           const PaddockRootList           *list);
gboolean              paddock_input_required_may_ask      (PaddockSpan                      id,
                                                           gpointer                         self);
PaddockDeclared       paddock_input_required_get_declared (const PaddockInputRequired      *self);
gboolean              paddock_input_required_is_waiting   (const PaddockInputRequired      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockInputRequired, paddock_input_required_free)

G_END_DECLS
