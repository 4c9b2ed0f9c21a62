/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-client-journal.h"

#include "paddock-client-private.h"
#include "paddock-entry-item.h"
#include "paddock-journal-filter.h"

/* Reads journal entries that the client's model does not have. Loading adds older entries to the
 * model. A search leaves the model unchanged. */

/**
 * paddock_client_journal_load_async:
 * @limit: how many entries at most; 0: all
 *
 * Loads entries that are older than the oldest entry in the journal's model, and appends them to
 * the model.
 */
void
paddock_client_journal_load_async (PaddockClient       *self,
                                   guint                limit,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  GListModel *journal = paddock_client_get_journal (self);
  guint n = g_list_model_get_n_items (journal);
  gint64 before = 0;

  if (n > 0) {
    g_autoptr (PaddockEntryItem) last = g_list_model_get_item (journal, n - 1);

    before = paddock_entry_item_get_entry (last)->number;
  }
  paddock_client_call_list_async (self, paddock_pages_new ("ListJournal", NULL, before, limit),
                                  cancellable, callback, user_data);
}

/**
 * paddock_client_journal_load_finish:
 *
 * Returns: whether there were older entries; %FALSE without @error if there are none
 */
gboolean
paddock_client_journal_load_finish (PaddockClient  *self,
                                    GAsyncResult   *result,
                                    GError        **error)
{
  g_autoptr (GVariant) list = g_task_propagate_pointer (G_TASK (result), error);

  if (list == NULL)
    return FALSE;
  paddock_mirror_apply (paddock_client_get_journal_mirror (self), list, NULL);
  return g_variant_n_children (list) > 0;
}

/**
 * paddock_client_journal_search_async:
 * @filter: (nullable): which entries to return; %NULL: all
 * @before: only entries with a smaller number; 0: begin with the newest
 * @limit: how many entries at most; 0: all
 *
 * Asks for entries of the journal. Does not change the journal's model.
 */
void
paddock_client_journal_search_async (PaddockClient            *self,
                                     const PaddockEntryFilter *filter,
                                     gint64                    before,
                                     guint                     limit,
                                     GCancellable             *cancellable,
                                     GAsyncReadyCallback       callback,
                                     gpointer                  user_data)
{
  paddock_client_call_list_async (self,
                                  paddock_pages_new ("SearchJournal",
                                                     paddock_journal_filter_to_variant (filter),
                                                     before, limit),
                                  cancellable, callback, user_data);
}

/**
 * paddock_client_journal_search_finish:
 *
 * Returns: (transfer full) (nullable): the entries, newest first, as aa{sv}; %NULL if the search
 *   failed
 */
GVariant *
paddock_client_journal_search_finish (PaddockClient  *self,
                                      GAsyncResult   *result,
                                      GError        **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
