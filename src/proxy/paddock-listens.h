/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-line-class.h"

G_BEGIN_DECLS

/* Streams that are remembered. */
#define PADDOCK_LISTENS_MAX 1024
/* Of what one of them is asked. */
#define PADDOCK_LISTENS_LINE_BYTES (64 * 1024)

typedef struct _PaddockListens PaddockListens;

PaddockListens *paddock_listens_new       (void);
void            paddock_listens_free      (PaddockListens         *self);
gboolean        paddock_listens_begin     (PaddockListens         *self,
                                           PaddockSpan             id,
                                           PaddockSpan             line);
void            paddock_listens_end       (PaddockListens         *self,
                                           PaddockSpan             id);
gboolean        paddock_listens_has       (const PaddockListens   *self,
                                           PaddockSpan             id);
gboolean        paddock_listens_take_word (PaddockListens         *self,
                                           const PaddockLineClass *line);
void            paddock_listens_replay    (PaddockListens         *self,
                                           GPtrArray              *lines);
void            paddock_listens_tell      (const PaddockListens   *self,
                                           const char             *wish,
                                           const char             *method,
                                           GPtrArray              *lines);
GPtrArray      *paddock_listens_end_all   (PaddockListens         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockListens, paddock_listens_free)

G_END_DECLS
