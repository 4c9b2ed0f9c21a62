/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-channel.h"
#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-reading.h"
#include "paddock-recipient.h"
#include "paddock-roots-provider.h"

G_BEGIN_DECLS

/* The member `data` of an error: why a request for a file was refused. docs/socket.md documents
 * these values. */
#define PADDOCK_RPC_DATA_DUPLICATE_ID    "{\"reason\":\"duplicate-id\"}"
#define PADDOCK_RPC_DATA_LONG_ID         "{\"reason\":\"long-id\"}"

/* The reads of files for one session. */
typedef struct _PaddockSessionReads PaddockSessionReads;

PaddockSessionReads *paddock_session_reads_new         (PaddockRecipient *recipient,
                                                        PaddockChannel         *channel,
                                                        PaddockRootsProvider   *provider);
void                 paddock_session_reads_free        (PaddockSessionReads    *self);
void                 paddock_session_reads_set_reading (PaddockSessionReads    *self,
                                                        PaddockReading         *reading,
                                                        gboolean                are_offered);
gboolean             paddock_session_reads_are_offered (PaddockSessionReads    *self);
GBytes              *paddock_session_reads_begin       (PaddockSessionReads    *self,
                                                        PaddockMessage         *request);
void                 paddock_session_reads_cancel      (PaddockSessionReads    *self,
                                                        PaddockMessage         *notification);
void                 paddock_session_reads_review      (PaddockSessionReads    *self);
void                 paddock_session_reads_close       (PaddockSessionReads    *self);

G_END_DECLS
