/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-entry-filter.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* The oldest rows go when there are more. */
#define PADDOCK_JOURNAL_MAX_ROWS 100000

gboolean   paddock_journal_append (sqlite3             *db,
                                   const PaddockEntry  *entry,
                                   GError             **error);
gboolean   paddock_journal_prune  (sqlite3             *db,
                                   GError             **error);
gboolean   paddock_journal_drop_old (sqlite3           *db,
                                     gint64             before,
                                     guint              limit,
                                     guint             *out_n_dropped,
                                     GError           **error);
gboolean   paddock_journal_find_oldest (sqlite3        *db,
                                        gint64         *out_last,
                                        GError        **error);
GPtrArray *paddock_journal_read   (sqlite3             *db,
                                   gint64               before,
                                   guint                limit,
                                   gint64               since,
                                   gint64               after,
                                   GError             **error);
GPtrArray *paddock_journal_search (sqlite3                   *db,
                                   const PaddockEntryFilter  *filter,
                                   gint64                     before,
                                   guint                      limit,
                                   GError                   **error);

G_END_DECLS
