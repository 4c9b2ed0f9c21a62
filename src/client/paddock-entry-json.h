/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-journal-entry.h"

G_BEGIN_DECLS

char *paddock_entry_json_write (const PaddockJournalEntry *entry);

G_END_DECLS
