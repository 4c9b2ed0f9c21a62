/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-entry-filter.h"
#include "paddock-journal-entry.h"

G_BEGIN_DECLS

char               *paddock_journal_text_entry      (const PaddockJournalEntry *entry,
                                                     const char                *home);
const char         *paddock_journal_text_reason     (const PaddockJournalEntry *entry);
PaddockEntryFilter *paddock_journal_text_filter_new (const PaddockEntryFilter  *template);

G_END_DECLS
