/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-views.h"

G_BEGIN_DECLS

/* A journal entry. paddock-item.h explains the lifetime of items.
 *
 * Properties: number (int64), time (int64, when the event happened), last (int64, when it happened
 * last), count (uint, how often it happened), is-open (boolean, whether its details are shown) */
#define PADDOCK_TYPE_ENTRY_ITEM (paddock_entry_item_get_type ())
G_DECLARE_FINAL_TYPE (PaddockEntryItem, paddock_entry_item, PADDOCK, ENTRY_ITEM, GObject)

PaddockEntryItem    *paddock_entry_item_new       (PaddockJournalEntry *entry);
void                 paddock_entry_item_set_entry (PaddockEntryItem    *self,
                                                   PaddockJournalEntry *entry);
PaddockJournalEntry *paddock_entry_item_get_entry (PaddockEntryItem    *self);
void                 paddock_entry_item_set_open  (PaddockEntryItem    *self,
                                                   gboolean             is_open);
gboolean             paddock_entry_item_is_open   (PaddockEntryItem    *self);

G_END_DECLS
