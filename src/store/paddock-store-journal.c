/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-store"

#include "paddock-store-journal.h"

#include "paddock-store-sql.h"
#include "paddock-store-statement.h"

/* Reads and writes the rows of the journal, on the store's thread. Usually each new entry becomes a
 * new row. But if the entry repeats an earlier entry, the earlier row counts the repeats: otherwise
 * a server that asks in a loop would push out all other rows. Rows are deleted if they are too old,
 * or if there are too many with the same cause. */

#define ENTRY_COLUMNS \
  "number, time, last, count, event, reason, server_id, server, root_id, root, detail"

static const char read_before[] =
  "SELECT " ENTRY_COLUMNS " FROM journal WHERE number < ? AND last >= ? AND number > ?"
  " ORDER BY number DESC LIMIT ?";

/* The query of paddock_store_journal_read() if @since is given. It runs after each change to find
 * the few new rows, so it must not look at all rows. */
static const char read_since[] =
  "SELECT " ENTRY_COLUMNS " FROM journal INDEXED BY journal_by_last WHERE number < ? AND last > ?"
  " AND number > ?"
  " ORDER BY number DESC LIMIT ?";

/* Returns the entry that @row describes, or NULL if the row makes no sense. */
static PaddockJournalEntry *
read_entry (PaddockStatement *row)
{
  const char *event = paddock_store_statement_get_text (row, 4);
  gint64 count = paddock_store_statement_get_number (row, 3);
  PaddockJournalEntry entry = { 0 };

  entry.number = paddock_store_statement_get_number (row, 0);
  entry.time = paddock_store_statement_get_number (row, 1);
  entry.last = paddock_store_statement_get_number (row, 2);
  entry.count = (guint) CLAMP (count, 1, G_MAXUINT32);
  entry.reason = paddock_reason_from_nick (paddock_store_statement_get_text (row, 5));
  entry.server_id = paddock_store_statement_get_text (row, 6);
  entry.server = paddock_store_statement_get_text (row, 7);
  entry.root_id = paddock_store_statement_get_text (row, 8);
  entry.root = paddock_store_statement_get_text (row, 9);
  entry.detail = paddock_store_statement_get_text (row, 10);
  if (!paddock_store_statement_row_is_sound (row) || !event
      || !paddock_journal_entry_event_from_nick (event, &entry.event))
    return NULL;
  return paddock_journal_entry_new (&entry);
}

static GPtrArray *
read_rows (PaddockStatement  *row,
           GError           **error)
{
  g_autoptr (GPtrArray) entries =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_journal_entry_unref);
  gboolean has_row = TRUE;
  guint n_skipped = 0;

  while (has_row) {
    PaddockJournalEntry *entry;

    if (!paddock_store_statement_next (row, &has_row, error))
      return NULL;
    if (!has_row)
      break;
    entry = read_entry (row);
    if (entry)
      g_ptr_array_add (entries, entry);
    else
      n_skipped++;
  }
  if (n_skipped > 0)
    g_warning ("Left out %u rows of the journal that make no sense", n_skipped);
  return g_steal_pointer (&entries);
}

/* Finds the latest row with the same event, reason, server, root and detail as @entry, however old
 * the row is. Compares the paths of roots as well as the ids, because a refused root has no id. */
static gboolean
find_latest (sqlite3                    *db,
             const PaddockJournalEntry  *entry,
             PaddockJournalEntry       **out_latest,
             GError                    **error)
{
  g_autoptr (PaddockStatement) row = paddock_store_statement_new (
    db,
    "SELECT " ENTRY_COLUMNS " FROM journal"
    " WHERE event = ? AND server_id IS ? AND root_id IS ? AND reason = ? AND root IS ?"
    "   AND detail IS ? AND (server_id IS NOT NULL OR server IS ?)"
    " ORDER BY number DESC LIMIT 1",
    error);
  gboolean has_row;

  *out_latest = NULL;
  if (!row)
    return FALSE;
  paddock_store_statement_bind_text (row, paddock_journal_entry_event_to_nick (entry->event));
  paddock_store_statement_bind_text (row, entry->server_id);
  paddock_store_statement_bind_text (row, entry->root_id);
  paddock_store_statement_bind_text (row, paddock_reason_to_nick (entry->reason));
  paddock_store_statement_bind_text (row, entry->root);
  paddock_store_statement_bind_text (row, entry->detail);
  paddock_store_statement_bind_text (row, entry->server);
  if (!paddock_store_statement_next (row, &has_row, error))
    return FALSE;
  if (has_row)
    *out_latest = read_entry (row);
  return TRUE;
}

static gboolean
count_repeat (sqlite3                    *db,
              const PaddockJournalEntry  *entry,
              gint64                      number,
              GError                    **error)
{
  g_autoptr (PaddockStatement) statement = paddock_store_statement_new (
    db, "UPDATE journal SET count = count + ?, last = max (last, ?) WHERE number = ?", error);

  if (!statement)
    return FALSE;
  paddock_store_statement_bind_number (statement, MAX (entry->count, 1));
  paddock_store_statement_bind_number (statement, MAX (entry->last, entry->time));
  paddock_store_statement_bind_number (statement, number);
  return paddock_store_statement_run (statement, error);
}

static gboolean
insert_entry (sqlite3                    *db,
              const PaddockJournalEntry  *entry,
              GError                    **error)
{
  g_autoptr (PaddockStatement) statement = paddock_store_statement_new (
    db,
    "INSERT INTO journal (time, last, count, event, reason, server_id, server, root_id, root,"
    "                     detail)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    error);

  if (!statement)
    return FALSE;
  paddock_store_statement_bind_number (statement, entry->time);
  paddock_store_statement_bind_number (statement, MAX (entry->last, entry->time));
  paddock_store_statement_bind_number (statement, MAX (entry->count, 1));
  paddock_store_statement_bind_text (statement, paddock_journal_entry_event_to_nick (entry->event));
  paddock_store_statement_bind_text (statement, paddock_reason_to_nick (entry->reason));
  paddock_store_statement_bind_text (statement, entry->server_id);
  paddock_store_statement_bind_text (statement, entry->server);
  paddock_store_statement_bind_text (statement, entry->root_id);
  paddock_store_statement_bind_text (statement, entry->root);
  paddock_store_statement_bind_text (statement, entry->detail);
  return paddock_store_statement_run (statement, error);
}

/**
 * paddock_store_journal_append:
 *
 * Adds @entry as a row, or counts it in the row that it repeats (paddock_journal_entry_repeats()).
 * The database chooses the number of a new row.
 */
gboolean
paddock_store_journal_append (sqlite3                    *db,
                              const PaddockJournalEntry  *entry,
                              GError                    **error)
{
  g_autoptr (PaddockJournalEntry) latest = NULL;

  if (!find_latest (db, entry, &latest, error))
    return FALSE;
  if (latest && paddock_journal_entry_repeats (entry, latest))
    return count_repeat (db, entry, latest->number, error);
  return insert_entry (db, entry, error);
}

/* Appends @nick as an SQL string to @list. Nicks are Paddock's own words, so they need no
 * escaping. */
static void
append_nick (GString    *list,
             const char *nick)
{
  g_string_append_printf (list, "%s'%s'", list->len > 0 ? ", " : "", nick);
}

static char *
list_events_of (PaddockEntryCause cause)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint event = 0; event <= PADDOCK_EVENT_OTHER; event++) {
    if (paddock_journal_entry_event_get_cause (event) == cause)
      append_nick (list, paddock_journal_entry_event_to_nick (event));
  }
  return g_string_free (g_steal_pointer (&list), FALSE);
}

/* Keeps the newest @max rows with this cause, and deletes the others. The plus signs before columns
 * in the SQL keep SQLite from using an index on these columns. So SQLite reads the rows in the
 * order of their numbers, newest first, and need not sort them. */
static gboolean
prune_cause (sqlite3            *db,
             PaddockEntryCause   cause,
             gint64              max,
             GError            **error)
{
  g_autofree char *events = list_events_of (cause);
  g_autofree char *sql = g_strdup_printf (
    "DELETE FROM journal WHERE +event IN (%s) AND number <="
    " (SELECT number FROM journal WHERE +event IN (%s) ORDER BY number DESC LIMIT 1 OFFSET ?)",
    events, events);
  g_autoptr (PaddockStatement) statement = paddock_store_statement_new (db, sql, error);

  if (!statement)
    return FALSE;
  paddock_store_statement_bind_number (statement, max);
  return paddock_store_statement_run (statement, error);
}

/**
 * paddock_store_journal_prune:
 *
 * Deletes the oldest rows beyond the limits. Each cause of rows has a limit of its own, so rows
 * about connections never push out rows about decisions. Rows of a newer Paddock stay.
 */
gboolean
paddock_store_journal_prune (sqlite3  *db,
                             GError  **error)
{
  static const gint64 max[PADDOCK_N_ENTRY_CAUSES] = {
    [PADDOCK_ENTRY_CAUSE_USER] = PADDOCK_JOURNAL_MAX_ROWS_OF_USER,
    [PADDOCK_ENTRY_CAUSE_CONNECTION] = PADDOCK_JOURNAL_MAX_ROWS_OF_CONNECTIONS,
    [PADDOCK_ENTRY_CAUSE_READER] = PADDOCK_JOURNAL_MAX_ROWS_OF_FILES,
    [PADDOCK_ENTRY_CAUSE_NOTER] = PADDOCK_JOURNAL_MAX_ROWS_OF_APPS,
  };

  for (guint cause = 0; cause < PADDOCK_N_ENTRY_CAUSES; cause++) {
    if (!prune_cause (db, cause, max[cause], error))
      return FALSE;
  }
  return TRUE;
}

/**
 * paddock_store_journal_prune_at_start:
 *
 * Prunes the journal when the service starts, because an earlier Paddock may have had other limits.
 * If this fails, for example because the disk is full, the service starts all the same.
 */
void
paddock_store_journal_prune_at_start (sqlite3 *db)
{
  g_autoptr (GError) error = NULL;

  if (!paddock_store_journal_prune (db, &error))
    g_message ("Old rows of the journal were not removed: %s", error->message);
}

/**
 * paddock_store_journal_prune_after:
 * @n_added: how many rows were added, at most
 *
 * Prunes the journal after every %PADDOCK_JOURNAL_PRUNE_STEP new rows, not more often: counting all
 * rows takes some milliseconds.
 */
gboolean
paddock_store_journal_prune_after (sqlite3  *db,
                                   guint     n_added,
                                   GError  **error)
{
  gint64 last;

  if (!paddock_store_sql_read_number (db, "SELECT coalesce (max (number), 0) FROM journal", &last,
                                      error))
    return FALSE;
  if (last / PADDOCK_JOURNAL_PRUNE_STEP ==
      MAX (last - (gint64) n_added, 0) / PADDOCK_JOURNAL_PRUNE_STEP)
    return TRUE;
  return paddock_store_journal_prune (db, error);
}

/**
 * paddock_store_journal_drop_old:
 * @before: a time in µs since the epoch
 * @limit: how many rows to delete at most; at least 1
 * @out_n_dropped: (out): how many rows were deleted; if fewer than @limit, no rows from before
 *   @before are left
 *
 * Deletes rows whose last repeat was earlier than @before, the oldest first.
 */
gboolean
paddock_store_journal_drop_old (sqlite3  *db,
                                gint64    before,
                                guint     limit,
                                guint    *out_n_dropped,
                                GError  **error)
{
  g_autoptr (PaddockStatement) statement = paddock_store_statement_new (
    db,
    "DELETE FROM journal WHERE number IN"
    " (SELECT number FROM journal INDEXED BY journal_by_last WHERE last < ? ORDER BY last LIMIT ?)",
    error);

  *out_n_dropped = 0;
  if (!statement)
    return FALSE;
  paddock_store_statement_bind_number (statement, before);
  paddock_store_statement_bind_number (statement, limit);
  if (!paddock_store_statement_run (statement, error))
    return FALSE;
  *out_n_dropped = sqlite3_changes (db);
  return TRUE;
}

/**
 * paddock_store_journal_find_oldest:
 * @out_last: (out): the earliest last repeat of all rows, in µs since the epoch; 0 if there are no
 *   rows
 *
 * Finds out how far the journal goes back.
 */
gboolean
paddock_store_journal_find_oldest (sqlite3  *db,
                                   gint64   *out_last,
                                   GError  **error)
{
  return paddock_store_sql_read_number (db, "SELECT coalesce (min (last), 0) FROM journal",
                                        out_last,
                                        error);
}

/**
 * paddock_store_journal_read:
 * @before: only rows with a smaller number, 0: from the newest
 * @limit: at most this many rows, 0: all
 * @since: only rows whose last repeat is later, µs since the epoch; 0: all
 * @after: only rows with a greater number, 0: down to the oldest
 *
 * Returns: (nullable) (transfer full) (element-type PaddockJournalEntry): the rows, newest first,
 *   without those that make no sense
 */
GPtrArray *
paddock_store_journal_read (sqlite3  *db,
                            gint64    before,
                            guint     limit,
                            gint64    since,
                            gint64    after,
                            GError  **error)
{
  g_autoptr (PaddockStatement) row =
    paddock_store_statement_new (db, since > 0 ? read_since : read_before, error);

  if (!row)
    return NULL;
  paddock_store_statement_bind_number (row, before > 0 ? before : G_MAXINT64);
  paddock_store_statement_bind_number (row, MAX (since, 0));
  paddock_store_statement_bind_number (row, MAX (after, 0));
  paddock_store_statement_bind_number (row, limit > 0 ? (gint64) limit : -1);

  return read_rows (row, error);
}

/* Implements the SQL function paddock_has (text): whether its argument contains the text of the
 * filter. */
static void
on_has (sqlite3_context  *context,
        int               n_values,
        sqlite3_value   **values)
{
  const PaddockEntryFilter *filter = sqlite3_user_data (context);
  const char *text = (const char *) sqlite3_value_text (values[0]);

  sqlite3_result_int (context, text != NULL && paddock_entry_filter_has_text (filter, text));
}

static char *
list_events (PaddockEntryKinds kinds,
             guint64           events)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint event = 0; event <= PADDOCK_EVENT_OTHER; event++) {
    if ((paddock_entry_filter_get_kinds (event) & kinds) != 0 || (events >> event & 1) != 0)
      append_nick (list, paddock_journal_entry_event_to_nick (event));
  }
  return g_string_free (g_steal_pointer (&list), FALSE);
}

static char *
list_reasons (guint64 reasons)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint reason = 0; reason <= PADDOCK_REASON_UNPROVEN; reason++) {
    if ((reasons >> reason & 1) != 0)
      append_nick (list, paddock_reason_to_nick (reason));
  }
  return g_string_free (g_steal_pointer (&list), FALSE);
}

/* Builds a query that finds the entries for which paddock_entry_filter_matches() is true. The plus
 * signs keep SQLite from using an index, with which it would sort all matches for each page.
 * Without an index, SQLite reads the rows in the order of their numbers, and stops at the limit. */
static char *
build_search (const PaddockEntryFilter *filter)
{
  g_autoptr (GString) sql = g_string_new ("SELECT " ENTRY_COLUMNS " FROM journal"
                                          " WHERE number < ? AND +last >= ?");

  if (filter->server_id != NULL)
    g_string_append (sql, " AND +server_id = ?");
  if (filter->root_id != NULL)
    g_string_append (sql, " AND +root_id = ?");
  if (filter->kinds != 0) {
    g_autofree char *events = list_events (filter->kinds, 0);

    g_string_append_printf (sql, " AND +event IN (%s)", events);
  }
  if (filter->text != NULL) {
    g_autofree char *events = list_events (0, filter->text_events);
    g_autofree char *reasons = list_reasons (filter->text_reasons);

    g_string_append_printf (sql, " AND (+event IN (%s) OR reason IN (%s) OR paddock_has (server)"
                            " OR paddock_has (root) OR paddock_has (detail))", events, reasons);
  }
  g_string_append (sql, " ORDER BY number DESC LIMIT ?");
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

static gboolean
set_has (sqlite3                   *db,
         const PaddockEntryFilter  *filter,
         GError                   **error)
{
  int code = sqlite3_create_function_v2 (db, "paddock_has", 1,
                                         SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
                                         (gpointer) filter, filter != NULL ? on_has : NULL, NULL,
                                         NULL, NULL);

  if (code == SQLITE_OK)
    return TRUE;
  paddock_store_sql_set_error (error, db, code);
  return FALSE;
}

/**
 * paddock_store_journal_search:
 * @filter: which rows
 * @before: only rows with a smaller number, 0: from the newest
 * @limit: at most this many rows, 0: all
 *
 * Returns: (nullable) (transfer full) (element-type PaddockJournalEntry): the rows that
 *   paddock_entry_filter_matches() accepts, newest first
 */
GPtrArray *
paddock_store_journal_search (sqlite3                   *db,
                              const PaddockEntryFilter  *filter,
                              gint64                     before,
                              guint                      limit,
                              GError                   **error)
{
  g_autofree char *sql = build_search (filter);
  g_autoptr (PaddockStatement) row = NULL;
  g_autoptr (GPtrArray) entries = NULL;

  if (!set_has (db, filter, error))
    return NULL;
  row = paddock_store_statement_new (db, sql, error);
  if (row == NULL)
    return NULL;
  paddock_store_statement_bind_number (row, before > 0 ? before : G_MAXINT64);
  paddock_store_statement_bind_number (row, filter->since > 0 ? filter->since : G_MININT64);
  if (filter->server_id != NULL)
    paddock_store_statement_bind_text (row, filter->server_id);
  if (filter->root_id != NULL)
    paddock_store_statement_bind_text (row, filter->root_id);
  paddock_store_statement_bind_number (row, limit > 0 ? (gint64) limit : -1);
  entries = read_rows (row, error);

  /* The filter belongs to the caller, so SQLite must forget the function. */
  g_clear_pointer (&row, paddock_store_statement_free);
  if (!set_has (db, NULL, entries != NULL ? error : NULL))
    return NULL;
  return g_steal_pointer (&entries);
}
