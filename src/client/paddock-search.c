/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-search.h"

#include "paddock-client-journal.h"
#include "paddock-client-private.h"
#include "paddock-entry-item.h"
#include "paddock-journal-filter.h"

/* The journal entries that match a filter, newest first. The activity page owns one search.
 *
 * The service finds older entries, a page at a time. New entries come from the client's journal,
 * and this file filters them. For an entry in the client's journal, the results contain the same
 * item. So if the event of an entry is repeated, both lists show the new count. A late answer for
 * an earlier filter is dropped. */
struct _PaddockSearch
{
  GObject             parent_instance;

  PaddockClient      *client;         /* (owned) (nullable) NULL: the search was closed */
  PaddockEntryFilter *filter;         /* (owned) (nullable) NULL: there is no search */
  GListStore         *found;          /* (owned) PaddockEntryItem, newest first */
  GCancellable       *loading;        /* (owned) (nullable) cancels the running request; NULL: no
                                       * request runs */
  gboolean            is_complete;    /* whether all matching entries were found */
};

G_DEFINE_FINAL_TYPE (PaddockSearch, paddock_search, G_TYPE_OBJECT)

enum {
  CHANGED,
  FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* How many entries are requested at once. */
#define PAGE_SIZE 100

static gint64
get_number (PaddockSearch *self,
            guint          position)
{
  g_autoptr (PaddockEntryItem) item =
    g_list_model_get_item (G_LIST_MODEL (self->found), position);

  return item != NULL ? paddock_entry_item_get_entry (item)->number : 0;
}

/* Returns an item for @entry: (transfer full). If the client's journal has an item for the entry,
 * returns that item. */
static PaddockEntryItem *
make_item (PaddockSearch       *self,
           PaddockJournalEntry *entry)
{
  g_autofree char *key = g_strdup_printf ("%" G_GINT64_FORMAT, entry->number);
  PaddockEntryItem *known = paddock_mirror_lookup (paddock_client_get_journal_mirror (self->client),
                                                   key);

  return known != NULL ? g_object_ref (known) : paddock_entry_item_new (entry);
}

/* Appends the entries of @list, which are sorted newest first. All of them are older than the
 * entries in the model. */
static void
append_page (PaddockSearch *self,
             GVariant      *list)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_found = g_list_model_get_n_items (G_LIST_MODEL (self->found));
  gint64 last = n_found > 0 ? get_number (self, n_found - 1) : G_MAXINT64;
  GVariantIter iter;
  GVariant *dictionary;

  g_variant_iter_init (&iter, list);
  while (g_variant_iter_loop (&iter, "@a{sv}", &dictionary)) {
    g_autoptr (PaddockJournalEntry) entry = paddock_entry_from_variant (dictionary);

    /* Skips entries with invalid numbers, and entries that are in the results already. */
    if (entry->number <= 0 || entry->number >= last)
      continue;
    last = entry->number;
    g_ptr_array_add (items, make_item (self, entry));
  }
  g_list_store_splice (self->found, n_found, 0, items->pdata, items->len);
}

static void
on_page_ready (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (PaddockSearch) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) list = paddock_client_journal_search_finish (PADDOCK_CLIENT (source), result,
                                                                    &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->client == NULL)
    return;

  g_clear_object (&self->loading);
  if (list != NULL) {
    self->is_complete = g_variant_n_children (list) < PAGE_SIZE;
    append_page (self, list);
  }
  g_signal_emit (self, signals[CHANGED], 0);
  if (error != NULL)
    g_signal_emit (self, signals[FAILED], 0, error);
}

/* Requests the next page, unless all entries were found, or a request is already under way. */
static void
load_page (PaddockSearch *self)
{
  guint n_found = g_list_model_get_n_items (G_LIST_MODEL (self->found));

  if (self->client == NULL || self->filter == NULL || self->loading != NULL || self->is_complete ||
      paddock_client_get_state (self->client) != PADDOCK_CLIENT_CONNECTED)
    return;

  self->loading = g_cancellable_new ();
  paddock_client_journal_search_async (self->client, self->filter,
                                       n_found > 0 ? get_number (self, n_found - 1) : 0, PAGE_SIZE,
                                       self->loading, on_page_ready, g_object_ref (self));
}

/* Inserts a new entry into the results, which are sorted by number. Looks for the position from the
 * top, because a new entry usually belongs there. */
static void
insert_new (PaddockSearch    *self,
            PaddockEntryItem *item)
{
  gint64 number = paddock_entry_item_get_entry (item)->number;
  guint n_found = g_list_model_get_n_items (G_LIST_MODEL (self->found));
  guint position = 0;

  while (position < n_found && get_number (self, position) > number)
    position++;
  if (position == n_found || get_number (self, position) != number)
    g_list_store_insert (self->found, position, item);
}

static void
on_journal_changed (GListModel    *journal,
                    guint          position,
                    guint          n_removed,
                    guint          n_added,
                    PaddockSearch *self)
{
  guint n_found = g_list_model_get_n_items (G_LIST_MODEL (self->found));
  gint64 oldest = n_found > 0 ? get_number (self, n_found - 1) : 0;

  if (self->filter == NULL)
    return;
  /* The journal was cleared or read again, so the search begins again as well. */
  if (n_removed > 0 && n_found > 0) {
    g_cancellable_cancel (self->loading);
    g_clear_object (&self->loading);
    g_list_store_remove_all (self->found);
    self->is_complete = FALSE;
    load_page (self);
  }

  for (guint i = position; i < position + n_added; i++) {
    g_autoptr (PaddockEntryItem) item = g_list_model_get_item (journal, i);
    const PaddockJournalEntry *entry = paddock_entry_item_get_entry (item);

    /* An entry that is older than all results is not added now: it comes with a later page. */
    if ((entry->number > oldest || self->is_complete) &&
        paddock_entry_filter_matches (self->filter, entry))
      insert_new (self, item);
  }
}

/* Requests a page when the client is connected again. Without a service, the request would fail. */
static void
on_state_changed (PaddockSearch *self)
{
  if (self->filter != NULL && !self->is_complete)
    load_page (self);
}

static void
paddock_search_dispose (GObject *object)
{
  PaddockSearch *self = PADDOCK_SEARCH (object);

  paddock_search_close (self);
  g_clear_object (&self->found);
  g_clear_pointer (&self->filter, paddock_entry_filter_free);

  G_OBJECT_CLASS (paddock_search_parent_class)->dispose (object);
}

static void
paddock_search_class_init (PaddockSearchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_search_dispose;

  signals[CHANGED] = g_signal_new ("changed", PADDOCK_TYPE_SEARCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", PADDOCK_TYPE_SEARCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
paddock_search_init (PaddockSearch *self)
{
  self->found = g_list_store_new (PADDOCK_TYPE_ENTRY_ITEM);
}

/**
 * paddock_search_new:
 * @client: a client
 *
 * Returns: (transfer full): a search without a filter
 */
PaddockSearch *
paddock_search_new (PaddockClient *client)
{
  PaddockSearch *self = g_object_new (PADDOCK_TYPE_SEARCH, NULL);

  self->client = g_object_ref (client);
  g_signal_connect_object (paddock_client_get_journal (client), "items-changed",
                           G_CALLBACK (on_journal_changed), self, 0);
  g_signal_connect_object (client, "notify::state", G_CALLBACK (on_state_changed), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/**
 * paddock_search_set_filter:
 * @self: a search
 * @filter: (nullable): which entries to find; an empty one or %NULL ends the search
 *
 * Starts a new search, unless the filter is the same as before.
 */
void
paddock_search_set_filter (PaddockSearch            *self,
                           const PaddockEntryFilter *filter)
{
  if (self->client == NULL || paddock_entry_filter_equal (self->filter, filter))
    return;

  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  g_clear_pointer (&self->filter, paddock_entry_filter_free);
  g_list_store_remove_all (self->found);
  self->is_complete = FALSE;
  if (!paddock_entry_filter_is_empty (filter)) {
    self->filter = paddock_entry_filter_copy (filter);
    load_page (self);
  }
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * paddock_search_get_filter:
 *
 * Returns: (transfer none) (nullable): the filter; %NULL: no search
 */
const PaddockEntryFilter *
paddock_search_get_filter (PaddockSearch *self)
{
  return self->filter;
}

/**
 * paddock_search_get_model:
 *
 * Returns: (transfer none): a list of #PaddockEntryItem, newest first; always the same object
 */
GListModel *
paddock_search_get_model (PaddockSearch *self)
{
  return G_LIST_MODEL (self->found);
}

/**
 * paddock_search_is_loading:
 *
 * Returns: whether a request is under way
 */
gboolean
paddock_search_is_loading (PaddockSearch *self)
{
  return self->loading != NULL;
}

/**
 * paddock_search_load:
 * @self: a search
 *
 * Requests the next older entries, unless all were found, or a request is under way.
 */
void
paddock_search_load (PaddockSearch *self)
{
  load_page (self);
}

/**
 * paddock_search_close:
 * @self: a search
 *
 * Stops the search for good. Repeated calls do nothing.
 */
void
paddock_search_close (PaddockSearch *self)
{
  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  if (self->client != NULL) {
    g_signal_handlers_disconnect_by_data (paddock_client_get_journal (self->client), self);
    g_signal_handlers_disconnect_by_data (self->client, self);
  }
  g_clear_object (&self->client);
}
