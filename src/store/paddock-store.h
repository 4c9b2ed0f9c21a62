/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-changes.h"
#include "paddock-entry-filter.h"
#include "paddock-snapshot.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define PADDOCK_TYPE_STORE (paddock_store_get_type ())
G_DECLARE_FINAL_TYPE (PaddockStore, paddock_store, PADDOCK, STORE, GObject)

/* Which rows of the journal to read, newest first. */
typedef struct {
  gint64 before;                    /* only rows with a smaller number, 0: from the newest */
  guint  limit;                     /* at most this many rows, 0: no limit */
  gint64 since;                     /* only rows whose last repeat is later (µs since the epoch); 0:
                                     * all */
  gint64 after;                     /* only rows with a greater number; 0: all */
  const PaddockEntryFilter *filter; /* (nullable) only rows that this filter accepts; NULL: all */
} PaddockJournalQuery;

/* Which rows of the journal are too old. */
typedef struct {
  gint64 before;                    /* delete rows last repeated before this, µs since the epoch */
  guint  limit;                     /* delete at most this many rows, at least 1 */
  guint  days;                      /* for how many days the user wants rows kept; 0: for ever. Only
                                     * stored, for @previous_days of the next call */
} PaddockJournalAge;

/* What deleting old rows of the journal did. */
typedef struct {
  guint  n_dropped;                 /* how many rows were deleted */
  gint64 oldest;                    /* the last repeat of the oldest remaining row, µs since the
                                     * epoch; 0: no rows remain */
  int    previous_days;             /* the number of days that the previous call stored, maybe in an
                                     * earlier run; -1: no call stored any */
} PaddockJournalPruned;

/* Facts: bytes that the store keeps for other code. Only that code knows what the bytes mean. */
typedef enum {
  PADDOCK_STORE_FACT_IMPORT_ANSWER, /* what the user answered to an offer to import */
  PADDOCK_STORE_FACT_FILE_ANSWERS,  /* what the user answered about sensitive files */
  PADDOCK_STORE_FACT_PROOFS,        /* which executables were proven to be Paddock */
  PADDOCK_N_STORE_FACTS,
} PaddockStoreFact;

PaddockStore    *paddock_store_open              (const char   *directory,
                                                  GError      **error);
PaddockSnapshot *paddock_store_load              (PaddockStore *self,
                                                  GError      **error);
GBytes          *paddock_store_get_secret        (PaddockStore *self);
GBytes          *paddock_store_get_fact          (PaddockStore *self,
                                                  PaddockStoreFact fact);
gint64           paddock_store_get_latest        (PaddockStore *self);
const char      *paddock_store_get_set_aside     (PaddockStore *self);
void             paddock_store_close             (PaddockStore *self);

void       paddock_store_commit_async         (PaddockStore              *self,
                                               PaddockChanges            *changes,
                                               GCancellable              *cancellable,
                                               GAsyncReadyCallback        callback,
                                               gpointer                   user_data);
gboolean   paddock_store_commit_finish        (PaddockStore              *self,
                                               GAsyncResult              *result,
                                               GError                   **error);
void       paddock_store_read_journal_async   (PaddockStore              *self,
                                               const PaddockJournalQuery *query,
                                               GCancellable              *cancellable,
                                               GAsyncReadyCallback        callback,
                                               gpointer                   user_data);
GPtrArray *paddock_store_read_journal_finish  (PaddockStore              *self,
                                               GAsyncResult              *result,
                                               GError                   **error);
void       paddock_store_prune_journal_async  (PaddockStore              *self,
                                               const PaddockJournalAge   *age,
                                               GCancellable              *cancellable,
                                               GAsyncReadyCallback        callback,
                                               gpointer                   user_data);
gboolean   paddock_store_prune_journal_finish (PaddockStore              *self,
                                               GAsyncResult              *result,
                                               PaddockJournalPruned      *out_pruned,
                                               GError                   **error);

void     paddock_store_put_fact_async  (PaddockStore       *self,
                                        PaddockStoreFact    fact,
                                        GBytes             *value,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
gboolean paddock_store_put_fact_finish (PaddockStore       *self,
                                        GAsyncResult       *result,
                                        GError            **error);

G_END_DECLS
