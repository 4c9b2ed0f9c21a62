/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-filter.h"
#include "paddock-reason.h"
#include "paddock-input-required.h"
#include "paddock-root-list.h"

G_BEGIN_DECLS

/* How many questions of a server about roots may wait for an answer at once. */
#define PADDOCK_MEDIATOR_ASKS_MAX     256
/* How many answered questions about roots are remembered, so that the host does not get their
 * cancellations. */
#define PADDOCK_MEDIATOR_CONSUMED_MAX 256
/* The longest id of a question about roots, in bytes. A question with a longer id is refused. */
#define PADDOCK_MEDIATOR_ID_BYTES     4096

/* A filter that handles the messages about roots. */
typedef struct _PaddockMediator PaddockMediator;

/* The functions that the mediator calls. */
typedef struct {
  /* The server asks for its roots. Call paddock_mediator_answer() later, once for each question. */
  void (* ask)(gpointer user_data);
  /* The host sent `notifications/initialized`. */
  void (* initialized)(gpointer user_data);
} PaddockMediatorFuncs;

PaddockMediator *paddock_mediator_new             (const PaddockMediatorFuncs *funcs,
                                                   gpointer                    user_data);
void             paddock_mediator_free            (PaddockMediator            *self);
void             paddock_mediator_answer          (PaddockMediator            *self,
                                                   const PaddockRootList      *list);
void             paddock_mediator_tell_changed    (PaddockMediator            *self);
PaddockDeclared  paddock_mediator_get_declared    (const PaddockMediator      *self);
gboolean         paddock_mediator_is_since        (const PaddockMediator      *self,
                                                   const char                 *revision);
const char      *paddock_mediator_get_server_name (const PaddockMediator      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockMediator, paddock_mediator_free)

G_END_DECLS
