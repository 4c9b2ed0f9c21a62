/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reason.h"
#include "paddock-spool.h"

G_BEGIN_DECLS

/* Longest id that is repeated in a refusal. Many refusals may wait to be sent. */
#define PADDOCK_INCOMING_ID_BYTES (64 * 1024)

typedef enum {
  PADDOCK_INCOMING_DROPPED,         /* it goes no further */
  PADDOCK_INCOMING_PASSED,          /* the host gets it */
  PADDOCK_INCOMING_ANSWER,          /* the host gets it if it waits for this answer */
  PADDOCK_INCOMING_REFUSED,         /* the server gets paddock_incoming_refuse() */
  PADDOCK_INCOMING_UNREAD,          /* the host learns that the answer is too long */
} PaddockIncoming;

/* @spool: (transfer full): one message that is JSON */
typedef void (*PaddockIncomingFunc) (const PaddockMessage *line,
                                     PaddockSpool           *spool,
                                     gpointer                user_data);

PaddockIncoming paddock_incoming_judge (const PaddockMessage *line,
                                        PaddockSpan           text,
                                        gboolean              is_modern,
                                        PaddockReason        *out_reason);
GBytes         *paddock_incoming_refuse (const PaddockMessage *line,
                                         PaddockSpan           text);
gboolean        paddock_incoming_split (PaddockSpool          **message,
                                        PaddockIncomingFunc     func,
                                        gpointer                user_data);

G_END_DECLS
