/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-journal-entry.h"

G_BEGIN_DECLS

char *paddock_journal_text_entry      (const PaddockJournalEntry *entry);
char *paddock_journal_text_entry_note (const PaddockJournalEntry *entry,
                                       gint64                     now);

G_END_DECLS
