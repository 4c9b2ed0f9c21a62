/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

#define PADDOCK_METHOD_LISTEN "subscriptions/listen"

/* The most streams of changes that are remembered for a host. */
#define PADDOCK_SUBSCRIPTIONS_MAX 1024
/* The longest request of a stream, in bytes. */
#define PADDOCK_SUBSCRIPTIONS_LINE_BYTES (64 * 1024)

typedef struct _PaddockSubscriptions PaddockSubscriptions;

PaddockSubscriptions *paddock_subscriptions_new (void);
void                  paddock_subscriptions_free (PaddockSubscriptions *self);
gboolean              paddock_subscriptions_begin (PaddockSubscriptions *self,
                                                   const PaddockMessage *request);
void                  paddock_subscriptions_end (PaddockSubscriptions *self,
                                                 PaddockSpan           id);
gboolean              paddock_subscriptions_has (const PaddockSubscriptions *self,
                                                 PaddockSpan                 id);
gboolean              paddock_subscriptions_receive_notification (PaddockSubscriptions   *self,
                                                                  const PaddockMessage   *line);
void                  paddock_subscriptions_replay (PaddockSubscriptions *self,
                                                    GPtrArray            *requests);
void                  paddock_subscriptions_tell (const PaddockSubscriptions *self,
                                                  const char                 *wanted,
                                                  const char                 *method,
                                                  GPtrArray                  *lines);
GPtrArray            *paddock_subscriptions_end_all (PaddockSubscriptions *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockSubscriptions, paddock_subscriptions_free)

G_END_DECLS
