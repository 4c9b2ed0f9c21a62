/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reason.h"
#include "paddock-spool.h"

G_BEGIN_DECLS

/* Longest id of a request, in bytes, that Paddock repeats when it refuses the request. Many
 * refusals may wait in memory to be sent. */
#define PADDOCK_INCOMING_ID_BYTES (64 * 1024)

typedef enum {
  PADDOCK_INCOMING_DROPPED,         /* nobody gets the message */
  PADDOCK_INCOMING_PASSED,          /* the host gets the message */
  PADDOCK_INCOMING_ANSWER,          /* a response: the host gets it if the host waits for it */
  PADDOCK_INCOMING_REFUSED,         /* the server gets the answer of paddock_incoming_refuse() */
  PADDOCK_INCOMING_UNREAD,          /* the host gets an error instead of this long response */
  PADDOCK_INCOMING_UNADDRESSED,     /* an error that names no request: the answer to the request to
                                     * which the server responds, if that is only one */
} PaddockIncoming;

/* Called for each message of the server. @line: the message, parsed; without `params` and `result`
 * if the message is kept in a file. @spool: (transfer full): the message, as JSON */
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
