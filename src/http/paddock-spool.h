/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

/* How many bytes of a message are kept in memory at most. A longer message goes into a file. */
#define PADDOCK_SPOOL_MEMORY_BYTES (1024 * 1024)
/* Longest message of a remote server, in bytes. */
#define PADDOCK_SPOOL_MAX_BYTES    (256 * 1024 * 1024)

/* One message, while it arrives and until it is passed on. */
typedef struct _PaddockSpool PaddockSpool;

PaddockSpool *paddock_spool_new         (void);
void          paddock_spool_free        (PaddockSpool     *self);
gboolean      paddock_spool_add         (PaddockSpool     *self,
                                         PaddockSpan       part);
const char   *paddock_spool_get_problem (const PaddockSpool *self);
gsize         paddock_spool_get_length  (const PaddockSpool *self);
PaddockSpan   paddock_spool_get_text    (PaddockSpool     *self);
gboolean      paddock_spool_classify    (PaddockSpool     *self,
                                         PaddockMessage *out_class);
gssize        paddock_spool_read        (PaddockSpool     *self,
                                         gsize             at,
                                         char             *buffer,
                                         gsize             length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockSpool, paddock_spool_free)

G_END_DECLS
