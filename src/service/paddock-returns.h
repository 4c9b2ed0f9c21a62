/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-consent-queue.h"
#include "paddock-registry.h"

G_BEGIN_DECLS

/* How long a removed root's document stays, so that the removal can be undone. */
#define PADDOCK_RETURNS_DELAY (60 * G_TIME_SPAN_SECOND)

typedef struct _PaddockReturns PaddockReturns;

PaddockReturns *paddock_returns_new  (PaddockRegistry     *registry,
                                      PaddockConsentQueue *queue,
                                      GDBusConnection     *connection,
                                      gint64               delay);
void            paddock_returns_free (PaddockReturns      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockReturns, paddock_returns_free)

G_END_DECLS
