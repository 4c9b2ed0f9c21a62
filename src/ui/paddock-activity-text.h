/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-entry-filter.h"
#include "paddock-sentences.h"

G_BEGIN_DECLS

char       *paddock_activity_text_day           (gint64                     time,
                                                 gint64                     now);
gboolean    paddock_activity_text_is_same_day   (gint64                     a,
                                                 gint64                     b);
char       *paddock_activity_text_moment        (gint64                     time);
char       *paddock_activity_text_entry_details (const PaddockJournalEntry *entry,
                                                 const PaddockServerView   *server);
const char *paddock_activity_text_entry_kind    (PaddockEntryKinds          kind);
const char *paddock_activity_text_entry_icon    (PaddockEntryKinds          kinds);
char       *paddock_activity_text_filter        (const char                *server,
                                                 const char                *root,
                                                 PaddockEntryKinds          kind,
                                                 const char                *text);
char       *paddock_activity_text_entry_note    (const PaddockJournalEntry *entry,
                                                 gint64                     now);

G_END_DECLS
