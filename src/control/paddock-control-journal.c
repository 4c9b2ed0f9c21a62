/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-journal.h"

#include "paddock-journal-filter.h"
#include "paddock-page.h"
#include "paddock-views.h"

/* ListJournal and SearchJournal read from the store, on its thread, a page at a time. Entries that
 * are still in memory are written to the store first, so the answer is complete.
 */

typedef struct {
  PaddockCall *call;                /* (owned) */
  guint        limit;
} Reading;

static void
on_journal_read (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autofree Reading *reading = user_data;
  PaddockCall *call = reading->call;
  g_autoptr (GPtrArray) entries = NULL;
  PaddockPage page;
  GError *error = NULL;

  entries = paddock_store_read_journal_finish (PADDOCK_STORE (source), result, &error);
  if (entries == NULL) {
    paddock_control_call_fail (call, error);
    return;
  }

  paddock_page_init (&page, reading->limit);
  for (guint i = 0; i < entries->len && !page.is_full; i++) {
    const PaddockJournalEntry *entry = g_ptr_array_index (entries, i);

    paddock_page_add (&page, entry->number, paddock_entry_to_variant (entry));
  }
  paddock_control_call_return (call, paddock_page_end (&page));
}

/* Reads a page of the journal, and one entry more. That additional entry tells whether there is
 * another page. */
static void
read_journal (PaddockCall         *call,
              PaddockJournalQuery *query)
{
  PaddockState *state = call->context->state;
  Reading *reading = g_new0 (Reading, 1);

  reading->call = call;
  reading->limit = query->limit;
  query->limit = (query->limit > 0 ? MIN (query->limit, PADDOCK_PAGE_ROWS) : PADDOCK_PAGE_ROWS) + 1;
  paddock_state_writer_flush (paddock_state_get_writer (state));
  paddock_store_read_journal_async (paddock_state_get_store (state), query, NULL,
                                    on_journal_read, reading);
}

/**
 * paddock_control_journal_list:
 * @call: (transfer full): a call of ListJournal
 * @parameters: before, limit
 *
 * Answers the call with a page of the journal.
 */
void
paddock_control_journal_list (PaddockCall *call,
                              GVariant    *parameters)
{
  PaddockJournalQuery query = { 0 };

  g_variant_get (parameters, "(xu)", &query.before, &query.limit);
  read_journal (call, &query);
}

/**
 * paddock_control_journal_search:
 * @call: (transfer full): a call of SearchJournal
 * @parameters: filter, before, limit
 *
 * Answers the call with a page of the journal's entries that pass the filter.
 */
void
paddock_control_journal_search (PaddockCall *call,
                                GVariant    *parameters)
{
  PaddockJournalQuery query = { 0 };
  g_autoptr (GVariant) dictionary = NULL;
  g_autoptr (PaddockEntryFilter) filter = NULL;
  GError *error = NULL;

  g_variant_get (parameters, "(@a{sv}xu)", &dictionary, &query.before, &query.limit);
  filter = paddock_journal_filter_from_variant (dictionary, &error);
  if (filter == NULL) {
    paddock_control_call_fail (call, error);
    return;
  }
  query.filter = filter;
  read_journal (call, &query);
}
