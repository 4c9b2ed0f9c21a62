/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-store"

#include "config.h"

#include "paddock-store-sql.h"

#include "paddock-error.h"

#include <glib/gi18n-lib.h>

#include <errno.h>
#include <string.h>

/* SQLite with GError and without surprises. A statement lives as long as one operation of the
 * store's thread. Values only ever reach SQL as bound parameters.
 *
 * What a row holds came from a disk and is never taken at its word: a column of another type, text
 * that is not UTF-8 and strings with a NUL in them make the row unsound, and its reader leaves it
 * out.
 */
struct _PaddockStatement {
  sqlite3      *db;
  sqlite3_stmt *handle;           /* (owned) */
  int           n_bound;
  int           bind_code;        /* the first failure of a bind */
  gboolean      is_sound;         /* the current row, so far */
};

/* A full disk shows in other ways than SQLITE_FULL, too. */
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
                   _("Paddock’s database is damaged. Restart Paddock: the damaged file is kept "
                     "aside (%s)"), detail);
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
                   _("Paddock’s data directory cannot be written. Check its permissions and try "
                     "again (%s)"), detail);
      break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE,
                   /* Translators: %s is a technical detail in English */
                   _("Another program holds Paddock’s database. Close it and try again (%s)"),
                   detail);
      break;
    default:
      g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE,
                   /* Translators: %s is a technical detail in English */
                   _("Paddock’s database cannot be used. Check the disk and try again (%s)"),
                   detail);
      break;
  }
}

/**
 * paddock_store_sql_run:
 * @sql: constant text, without a value in it; several statements are fine
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
 * Reads the number that @sql has as its only column and row; 0 where there is no row.
 */
gboolean
paddock_store_sql_read_number (sqlite3     *db,
                               const char  *sql,
                               gint64      *out_number,
                               GError     **error)
{
  g_autoptr (PaddockStatement) statement = paddock_store_statement_new (db, sql, error);
  gboolean has_row = FALSE;

  *out_number = 0;
  if (!statement || !paddock_store_statement_next (statement, &has_row, error))
    return FALSE;
  if (has_row)
    *out_number = paddock_store_statement_get_number (statement, 0);
  return TRUE;
}

/* Pages that are empty before the file is made smaller: 16 MiB. */
#define EMPTY_PAGES_MAX 4096

/**
 * paddock_store_sql_shrink:
 *
 * Gives the room of what was removed back to the file system, if it is a lot and most of the file.
 * Not in a transaction. What is left is written anew, which takes its time.
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

/**
 * paddock_store_statement_new:
 * @sql: constant text with `?` for each value
 *
 * Returns: (nullable) (transfer full): the statement, to be gone before @db is closed
 */
PaddockStatement *
paddock_store_statement_new (sqlite3     *db,
                             const char  *sql,
                             GError     **error)
{
  PaddockStatement *self;
  sqlite3_stmt *handle = NULL;
  int code = sqlite3_prepare_v2 (db, sql, -1, &handle, NULL);

  if (code != SQLITE_OK) {
    paddock_store_sql_set_error (error, db, code);
    return NULL;
  }

  self = g_new0 (PaddockStatement, 1);
  self->db = db;
  self->handle = handle;
  return self;
}

void
paddock_store_statement_free (PaddockStatement *self)
{
  sqlite3_finalize (self->handle);
  g_free (self);
}

static void
note_bind (PaddockStatement *self,
           int               code)
{
  if (self->bind_code == SQLITE_OK)
    self->bind_code = code;
}

/**
 * paddock_store_statement_bind_text:
 * @text: (nullable): UTF-8
 */
void
paddock_store_statement_bind_text (PaddockStatement *self,
                                   const char       *text)
{
  note_bind (self, sqlite3_bind_text (self->handle, ++self->n_bound, text, -1, SQLITE_TRANSIENT));
}

/**
 * paddock_store_statement_bind_path:
 * @path: (nullable): a string of any bytes; stored as a BLOB, for file names need not be UTF-8
 */
void
paddock_store_statement_bind_path (PaddockStatement *self,
                                   const char       *path)
{
  int length = path ? (int) strlen (path) : 0;

  note_bind (self, sqlite3_bind_blob (self->handle, ++self->n_bound, path, length,
                                      SQLITE_TRANSIENT));
}

void
paddock_store_statement_bind_bytes (PaddockStatement *self,
                                    GBytes           *bytes)
{
  gsize length;
  const void *data = g_bytes_get_data (bytes, &length);

  /* Without a place to point to SQLite takes no bytes for NULL. */
  note_bind (self, sqlite3_bind_blob64 (self->handle, ++self->n_bound, data != NULL ? data : "",
                                        length, SQLITE_TRANSIENT));
}

void
paddock_store_statement_bind_number (PaddockStatement *self,
                                     gint64            number)
{
  note_bind (self, sqlite3_bind_int64 (self->handle, ++self->n_bound, number));
}

void
paddock_store_statement_bind_null (PaddockStatement *self)
{
  note_bind (self, sqlite3_bind_null (self->handle, ++self->n_bound));
}

/**
 * paddock_store_statement_next:
 * @out_has_row: whether there is a row whose columns may be read
 *
 * Returns: %FALSE with @error set if it failed, or if one of the values could not be bound
 */
gboolean
paddock_store_statement_next (PaddockStatement  *self,
                              gboolean          *out_has_row,
                              GError           **error)
{
  int code = self->bind_code == SQLITE_OK ? sqlite3_step (self->handle) : self->bind_code;

  *out_has_row = code == SQLITE_ROW;
  self->is_sound = *out_has_row;
  if (code == SQLITE_ROW || code == SQLITE_DONE)
    return TRUE;
  paddock_store_sql_set_error (error, self->db, code);
  return FALSE;
}

/**
 * paddock_store_statement_run:
 *
 * Runs a statement whose rows, if it has any, are not wanted.
 */
gboolean
paddock_store_statement_run (PaddockStatement  *self,
                             GError           **error)
{
  gboolean has_row = TRUE;

  while (has_row) {
    if (!paddock_store_statement_next (self, &has_row, error))
      return FALSE;
  }
  return TRUE;
}

static const char *
get_string (PaddockStatement *self,
            int               column,
            int               type)
{
  /* Before the conversion: what the type is after it SQLite does not say. */
  int actual = sqlite3_column_type (self->handle, column);
  const char *text;

  if (actual == SQLITE_NULL)
    return NULL;

  /* sqlite3_column_text() puts a NUL behind a BLOB as well, and leaves its bytes as they are. */
  text = (const char *) sqlite3_column_text (self->handle, column);
  if (actual == type && text
      && strlen (text) == (gsize) sqlite3_column_bytes (self->handle, column))
    return text;

  self->is_sound = FALSE;
  return NULL;
}

/**
 * paddock_store_statement_get_text:
 *
 * Returns: (nullable): UTF-8, valid until the next row
 */
const char *
paddock_store_statement_get_text (PaddockStatement *self,
                                  int               column)
{
  const char *text = get_string (self, column, SQLITE_TEXT);

  if (!text || g_utf8_validate (text, -1, NULL))
    return text;
  self->is_sound = FALSE;
  return NULL;
}

/**
 * paddock_store_statement_get_path:
 *
 * Returns: (nullable): what paddock_store_statement_bind_path() stored, valid until the next row
 */
const char *
paddock_store_statement_get_path (PaddockStatement *self,
                                  int               column)
{
  return get_string (self, column, SQLITE_BLOB);
}

/**
 * paddock_store_statement_dup_bytes:
 *
 * Returns: (transfer full): the bytes, none where the column is NULL
 */
GBytes *
paddock_store_statement_dup_bytes (PaddockStatement *self,
                                   int               column)
{
  const void *data = sqlite3_column_blob (self->handle, column);

  return g_bytes_new (data, (gsize) sqlite3_column_bytes (self->handle, column));
}

gint64
paddock_store_statement_get_number (PaddockStatement *self,
                                    int               column)
{
  if (sqlite3_column_type (self->handle, column) == SQLITE_INTEGER)
    return sqlite3_column_int64 (self->handle, column);
  self->is_sound = FALSE;
  return 0;
}

/**
 * paddock_store_statement_row_is_sound:
 *
 * Whether all columns of this row that were read so far were what they should be.
 */
gboolean
paddock_store_statement_row_is_sound (PaddockStatement *self)
{
  return self->is_sound;
}
