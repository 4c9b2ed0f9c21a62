/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-names.h"
#include "paddock-store-sql.h"

#include "service-fixtures.h"

G_BEGIN_DECLS

/* The data of a scene on the disk: the journal with entries that wait to be written, and the
 * database as another program sees it. */

static inline GPtrArray *
scene_read_journal (Scene *scene)
{
  PaddockJournalQuery query = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  GPtrArray *entries;

  paddock_state_writer_flush (paddock_state_get_writer (scene->state));
  paddock_store_read_journal_async (scene->store, &query, NULL, on_result, &result);
  WAIT_FOR (result != NULL);
  entries = paddock_store_read_journal_finish (scene->store, result, NULL);
  g_assert_nonnull (entries);
  return entries;
}

/* How many entries of @event there are, with repeats; only those with @reason, unless that is
 * NONE. */
static inline guint
scene_count_rows (Scene         *scene,
                  PaddockEvent   event,
                  PaddockReason  reason)
{
  g_autoptr (GPtrArray) entries = scene_read_journal (scene);
  guint n = 0;

  for (guint i = 0; i < entries->len; i++) {
    const PaddockJournalEntry *entry = g_ptr_array_index (entries, i);

    if (entry->event == event && (reason == PADDOCK_REASON_NONE || entry->reason == reason))
      n += entry->count;
  }
  return n;
}

/* How many entries with @reason name the caller, with repeats. */
static inline guint
scene_count_rows_of (Scene         *scene,
                     PaddockReason  reason,
                     const char    *caller)
{
  g_autoptr (GPtrArray) entries = scene_read_journal (scene);
  guint n = 0;

  for (guint i = 0; i < entries->len; i++) {
    const PaddockJournalEntry *entry = g_ptr_array_index (entries, i);

    if (entry->reason == reason && g_strcmp0 (entry->detail, caller) == 0)
      n += entry->count;
  }
  return n;
}

/* Runs @sql in another connection. Returns its result, or 0 if it has none. */
static inline gint64
scene_run_sql (Scene      *scene,
               const char *sql)
{
  g_autofree char *path = g_build_filename (scene->data_dir, PADDOCK_DATABASE_NAME, NULL);
  sqlite3_stmt *statement = NULL;
  sqlite3 *db = NULL;
  gint64 result = 0;
  int status;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE, NULL), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, WAIT_SECONDS * 1000);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  while ((status = sqlite3_step (statement)) == SQLITE_ROW)
    result = sqlite3_column_int64 (statement, 0);
  g_assert_cmpint (status, ==, SQLITE_DONE);
  sqlite3_finalize (statement);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
  return result;
}

/* From now on the database refuses this change. Dropping the trigger @trigger ends that. */
static inline void
scene_fail_on (Scene      *scene,
               const char *trigger,
               const char *change)
{
  g_autofree char *sql = g_strdup_printf ("CREATE TRIGGER %s BEFORE %s"
                                          " BEGIN SELECT RAISE (FAIL, 'the disk is full'); END",
                                          trigger, change);

  scene_run_sql (scene, sql);
}

G_END_DECLS
