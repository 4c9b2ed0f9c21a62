/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-views.h"

G_BEGIN_DECLS

char                *paddock_server_label_dup         (const PaddockServerView *view);
PaddockPrompt       *paddock_server_label_name_prompt (PaddockPrompt           *prompt);
PaddockJournalEntry *paddock_server_label_name_entry  (PaddockJournalEntry     *entry,
                                                       const PaddockServerView *view);
char                *paddock_server_label_dup_origin  (const PaddockServerView *view,
                                                       guint                    max_chars);
char                *paddock_server_label_split       (const char              *entry,
                                                       char                   **out_app);

G_END_DECLS
