/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-entry-filter.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* How many rows the journal keeps with each cause (PaddockEntryCause). If there are more, the
 * oldest rows with that cause are deleted. */
#define PADDOCK_JOURNAL_MAX_ROWS_OF_USER        50000
#define PADDOCK_JOURNAL_MAX_ROWS_OF_CONNECTIONS 30000
#define PADDOCK_JOURNAL_MAX_ROWS_OF_FILES       20000
#define PADDOCK_JOURNAL_MAX_ROWS_OF_APPS         5000
/* The journal is pruned after this many new rows. */
#define PADDOCK_JOURNAL_PRUNE_STEP               1000

gboolean   paddock_store_journal_append          (sqlite3                   *db,
                                                  const PaddockJournalEntry *entry,
                                                  GError                   **error);
gboolean   paddock_store_journal_prune           (sqlite3                   *db,
                                                  GError                   **error);
void       paddock_store_journal_prune_at_start (sqlite3                   *db);
gboolean   paddock_store_journal_prune_after     (sqlite3                   *db,
                                                  guint                      n_added,
                                                  GError                   **error);
gboolean   paddock_store_journal_drop_old        (sqlite3                   *db,
                                                  gint64                     before,
                                                  guint                      limit,
                                                  guint                     *out_n_dropped,
                                                  GError                   **error);
gboolean   paddock_store_journal_find_oldest     (sqlite3                   *db,
                                                  gint64                    *out_last,
                                                  GError                   **error);
GPtrArray *paddock_store_journal_read            (sqlite3                   *db,
                                                  gint64                     before,
                                                  guint                      limit,
                                                  gint64                     since,
                                                  gint64                     after,
                                                  GError                   **error);
GPtrArray *paddock_store_journal_search          (sqlite3                   *db,
                                                  const PaddockEntryFilter  *filter,
                                                  gint64                     before,
                                                  guint                      limit,
                                                  GError                   **error);

G_END_DECLS
