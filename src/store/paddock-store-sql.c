/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-store"

#include "config.h"

#include "paddock-store-sql.h"

#include "paddock-error.h"

#include <glib/gi18n-lib.h>

#include <errno.h>

/* Runs plain SQL that needs no values, and turns errors of SQLite into a GError that says what the
 * user can do. */

/* Returns the code for the cause of an error. If the disk is full, SQLite often returns another
 * code than SQLITE_FULL. */
static int
find_cause (sqlite3 *db,
            int      code)
{
  int system_errno = db ? sqlite3_system_errno (db) : 0;

  if ((code & 0xff) == SQLITE_IOERR && (system_errno == ENOSPC || system_errno == EDQUOT))
    return SQLITE_FULL;
  return code & 0xff;
}

/**
 * paddock_store_sql_set_error:
 * @code: what SQLite returned
 *
 * Sets the error that belongs to @code, with a text that says what the user can do.
 */
void
paddock_store_sql_set_error (GError  **error,
                             sqlite3  *db,
                             int       code)
{
  const char *detail = db ? sqlite3_errmsg (db) : sqlite3_errstr (code);

  switch (find_cause (db, code)) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      /* Translators: %s is a technical detail in English */
      g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE_DAMAGED,
                   _("Paddock’s database is damaged (%s). Restart Paddock to create a new, empty "
                     "one. Paddock keeps the damaged file"),
                   detail);
      break;
    case SQLITE_FULL:
      g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE,
                   /* Translators: %s is a technical detail in English */
                   _("The disk is full. Free some space and try again (%s)"), detail);
      break;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
    case SQLITE_AUTH:
      g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE,
                   /* Translators: %s is a technical detail in English */
                   _("Can’t write to Paddock’s data directory. Check its permissions and try "
                     "again (%s)"),
                   detail);
      break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE,
                   /* Translators: %s is a technical detail in English */
                   _("Another program is using Paddock’s database. Close it and try again (%s)"),
                   detail);
      break;
    default:
      g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE,
                   /* Translators: %s is a technical detail in English */
                   _("Can’t use Paddock’s database. Check the disk and try again (%s)"),
                   detail);
      break;
  }
}

/**
 * paddock_store_sql_run:
 * @sql: constant text without values; may contain several statements
 *
 * Runs @sql, and ignores its rows.
 */
gboolean
paddock_store_sql_run (sqlite3     *db,
                       const char  *sql,
                       GError     **error)
{
  int code = sqlite3_exec (db, sql, NULL, NULL, NULL);

  if (code == SQLITE_OK)
    return TRUE;
  paddock_store_sql_set_error (error, db, code);
  return FALSE;
}

/**
 * paddock_store_sql_read_number:
 *
 * Reads a number: the only column of the only row of @sql; 0 if there is no row.
 */
gboolean
paddock_store_sql_read_number (sqlite3     *db,
                               const char  *sql,
                               gint64      *out_number,
                               GError     **error)
{
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (db, sql, -1, &statement, NULL);

  if (code == SQLITE_OK)
    code = sqlite3_step (statement);
  *out_number = code == SQLITE_ROW && sqlite3_column_type (statement, 0) == SQLITE_INTEGER
                  ? sqlite3_column_int64 (statement, 0) : 0;
  if (code != SQLITE_ROW && code != SQLITE_DONE)
    paddock_store_sql_set_error (error, db, code);
  sqlite3_finalize (statement);
  return code == SQLITE_ROW || code == SQLITE_DONE;
}

/* The database file is made smaller only if more pages than this are empty (16 MiB). */
#define EMPTY_PAGES_MAX 4096

/**
 * paddock_store_sql_shrink:
 *
 * Gives the empty pages of the database back to the file system, if there are many, and they are
 * more than half of the file. This rewrites all other pages, which takes a while. Do not call it in
 * a transaction.
 */
gboolean
paddock_store_sql_shrink (sqlite3  *db,
                          GError  **error)
{
  gint64 n_empty, n_pages;

  if (!paddock_store_sql_read_number (db, "PRAGMA freelist_count", &n_empty, error)
      || !paddock_store_sql_read_number (db, "PRAGMA page_count", &n_pages, error))
    return FALSE;
  return n_empty <= EMPTY_PAGES_MAX || n_empty <= n_pages / 2
         || (paddock_store_sql_run (db, "VACUUM", error)
             && paddock_store_sql_run (db, "PRAGMA wal_checkpoint (TRUNCATE)", error));
}
