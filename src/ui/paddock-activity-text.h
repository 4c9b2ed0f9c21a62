/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-entry-filter.h"
#include "paddock-sentences.h"

G_BEGIN_DECLS

char       *paddock_sentence_day           (gint64                    time,
                                            gint64                    now);
gboolean    paddock_sentence_is_same_day   (gint64                    a,
                                            gint64                    b);
char       *paddock_sentence_moment        (gint64                    time);
char       *paddock_sentence_entry_details (const PaddockEntry       *entry,
                                            const PaddockServerView  *server);
const char *paddock_sentence_entry_kind    (PaddockEntryKinds         kind);
char       *paddock_sentence_filter        (const char               *server,
                                            const char               *root,
                                            PaddockEntryKinds         kind,
                                            const char               *text);
PaddockEntryFilter *paddock_sentence_filter_new (const PaddockEntryFilter *template);

G_END_DECLS
