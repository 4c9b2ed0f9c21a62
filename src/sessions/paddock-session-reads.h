/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-channel.h"
#include "paddock-message.h"
#include "paddock-reading.h"
#include "paddock-session.h"

G_BEGIN_DECLS

PaddockSessionReads *paddock_session_reads_new         (PaddockSession       *session,
                                                        PaddockChannel       *channel,
                                                        PaddockRootsProvider *provider);
void                 paddock_session_reads_free        (PaddockSessionReads  *self);
void                 paddock_session_reads_set_reading (PaddockSessionReads  *self,
                                                        PaddockReading       *reading,
                                                        gboolean              are_offered);
gboolean             paddock_session_reads_are_offered (PaddockSessionReads  *self);
GBytes              *paddock_session_reads_begin       (PaddockSessionReads  *self,
                                                        PaddockMessage       *request);
void                 paddock_session_reads_cancel      (PaddockSessionReads  *self,
                                                        PaddockMessage       *notification);
void                 paddock_session_reads_review      (PaddockSessionReads  *self);
void                 paddock_session_reads_close       (PaddockSessionReads  *self);

G_END_DECLS
