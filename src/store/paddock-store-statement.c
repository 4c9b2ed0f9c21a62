/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-store"

#include "paddock-store-statement.h"

#include "paddock-store-sql.h"

#include <string.h>

/* A prepared statement of SQLite. It exists no longer than one job of the store's thread. Values
 * reach SQL only as bound parameters.
 *
 * Rows come from a file on the disk, so they are not trusted. A row is unsound if a column has the
 * wrong type, or if a text is not UTF-8 or contains a NUL. The caller leaves unsound rows out.
 */
struct _PaddockStatement {
  sqlite3      *db;
  sqlite3_stmt *handle;           /* (owned) */
  int           n_bound;
  int           bind_code;        /* SQLite's error code for the first value that could not be
                                   * bound */
  gboolean      is_sound;         /* all columns of this row that were read so far are sound */
};

/**
 * paddock_store_statement_new:
 * @sql: constant text with `?` for each value
 *
 * Returns: (nullable) (transfer full): the statement; free it before @db is closed
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
 * @text: (nullable): UTF-8; %NULL: the SQL value NULL
 *
 * Binds @text to the next parameter.
 */
void
paddock_store_statement_bind_text (PaddockStatement *self,
                                   const char       *text)
{
  note_bind (self, sqlite3_bind_text (self->handle, ++self->n_bound, text, -1, SQLITE_TRANSIENT));
}

/**
 * paddock_store_statement_bind_path:
 * @path: (nullable): a string of any bytes; %NULL: the SQL value NULL
 *
 * Binds @path to the next parameter, as a BLOB: file names need not be UTF-8.
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

  /* With a NULL pointer, SQLite would store NULL instead of no bytes. */
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
 * @out_has_row: (out): whether there is a row whose columns may be read
 *
 * Steps to the next row.
 *
 * Returns: %FALSE with @error set if the statement failed, or if a value could not be bound
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
 * Runs a statement and ignores its rows.
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
  /* Read the type before the value: reading the value may convert it, and then the type is
   * undefined. */
  int actual = sqlite3_column_type (self->handle, column);
  const char *text;

  if (actual == SQLITE_NULL)
    return NULL;

  /* sqlite3_column_text() can also read a BLOB: it adds a NUL, and leaves the bytes unchanged. */
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
 * Returns: (nullable): the column's text in UTF-8, valid until the next row
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
 * Returns: (nullable): the column's path, stored with paddock_store_statement_bind_path(); valid
 *   until the next row
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
 * Returns: (transfer full): the bytes of the column; empty if the column is NULL
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
 * Returns: whether all columns of this row that were read so far had the right type and form
 */
gboolean
paddock_store_statement_row_is_sound (PaddockStatement *self)
{
  return self->is_sound;
}
