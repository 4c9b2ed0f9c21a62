/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-changes.h"

G_BEGIN_DECLS

/* How long observed rows are collected before they are written, in ms. If a peer asks a thousand
 * times a second, that is one row and one write. */
#define PADDOCK_ROW_COLLECTOR_MS  250

/* As soon as this many different rows are collected, they are written. */
#define PADDOCK_ROW_COLLECTOR_MAX 256

typedef struct _PaddockRowCollector PaddockRowCollector;

/* Writes the collected rows to the store. The collector owns @rows. */
typedef void (*PaddockRowsFunc) (PaddockChanges *rows,
                                 gpointer          user_data);

PaddockRowCollector *paddock_row_collector_new   (PaddockRowsFunc            write,
                                                  gpointer                   user_data);
void                 paddock_row_collector_free  (PaddockRowCollector       *self);
void                 paddock_row_collector_add   (PaddockRowCollector       *self,
                                                  const PaddockJournalEntry *entry);
void                 paddock_row_collector_flush (PaddockRowCollector       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockRowCollector, paddock_row_collector_free)

G_END_DECLS
