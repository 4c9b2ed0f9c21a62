/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-store"

#include "config.h"

#include "paddock-store-schema.h"

#include "paddock-error.h"
#include "paddock-store-sql.h"
#include "paddock-store-statement.h"

#include <glib/gi18n-lib.h>

/* The tables, as a list of steps. Step n turns a database of version n - 1 into one of version n;
 * SQLite's `user_version` holds the version. Never edit a step that was released: databases exist
 * that were made with it. */

/* Paths are BLOBs: file names need not be UTF-8. Times are µs since the epoch. Enumerations are
 * stored as nicks, so their order in the code may change. `position` is the order in which rows
 * were added. */
static const char step_1[] =
  "CREATE TABLE facts ("
  "  name TEXT NOT NULL PRIMARY KEY,"
  "  value BLOB NOT NULL"
  ") STRICT, WITHOUT ROWID;"

  "CREATE TABLE roots ("
  "  position INTEGER PRIMARY KEY AUTOINCREMENT,"
  "  id TEXT NOT NULL UNIQUE,"
  "  path BLOB NOT NULL,"
  "  picked BLOB,"
  "  name TEXT,"
  "  access TEXT NOT NULL,"
  "  added INTEGER NOT NULL,"
  "  expires INTEGER NOT NULL,"
  "  last_seen INTEGER NOT NULL,"
  "  kind TEXT,"                  /* NULL: the root has no file record */
  "  device INTEGER NOT NULL,"
  "  inode INTEGER NOT NULL,"
  "  birth INTEGER NOT NULL,"
  "  owner INTEGER NOT NULL,"
  "  mount_point BLOB,"
  "  fs_uuid TEXT"
  ") STRICT;"

  "CREATE TABLE servers ("
  "  position INTEGER PRIMARY KEY AUTOINCREMENT,"
  "  id TEXT NOT NULL UNIQUE,"
  "  identity TEXT NOT NULL,"     /* an identity, as GVariant text with types */
  "  claimed_name TEXT,"
  "  standing TEXT NOT NULL,"
  "  decided INTEGER NOT NULL,"
  "  decision_ends INTEGER NOT NULL,"
  "  decision_scope TEXT,"
  "  times_put_off INTEGER NOT NULL,"
  "  put_off_until INTEGER NOT NULL,"
  "  first_seen INTEGER NOT NULL,"
  "  last_seen INTEGER NOT NULL"
  ") STRICT;"

  "CREATE TABLE grants ("
  "  position INTEGER PRIMARY KEY AUTOINCREMENT,"
  "  server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,"
  "  root_id TEXT NOT NULL REFERENCES roots (id) ON DELETE CASCADE,"
  "  access TEXT NOT NULL,"
  "  granted INTEGER NOT NULL,"
  "  expires INTEGER NOT NULL,"
  "  scope TEXT,"
  "  UNIQUE (server_id, root_id)"
  ") STRICT;"
  "CREATE INDEX grants_by_root ON grants (root_id);"

  "CREATE TABLE journal ("
  "  number INTEGER PRIMARY KEY AUTOINCREMENT,"
  "  time INTEGER NOT NULL,"
  "  last INTEGER NOT NULL,"
  "  count INTEGER NOT NULL,"
  "  event TEXT NOT NULL,"
  "  reason TEXT NOT NULL,"
  "  server_id TEXT,"
  "  server TEXT,"
  "  root_id TEXT,"
  "  root TEXT,"
  "  detail TEXT"
  ") STRICT;"
  /* This index finds the row that a new entry repeats. */
  "CREATE INDEX journal_by_key ON journal (event, server_id, root_id, number);"
  "CREATE INDEX journal_by_last ON journal (last);";

/* Adds a column: the portal's document through which Paddock reaches the root in a sandbox. */
static const char step_2[] = "ALTER TABLE roots ADD COLUMN document BLOB;";

/* Adds a column: whether the server asks for its roots as soon as it starts. */
static const char step_3[] =
  "ALTER TABLE servers ADD COLUMN lists_early INTEGER NOT NULL DEFAULT 0;";

/* Adds columns: what the user switched on for a server besides its grants. */
static const char step_4[] =
  "ALTER TABLE servers ADD COLUMN host_roots INTEGER NOT NULL DEFAULT 0;"
  "ALTER TABLE servers ADD COLUMN keep_roots INTEGER NOT NULL DEFAULT 0;";

/* Adds a column: the login of the user with which a root ends; NULL if it does not end at
 * logout. */
static const char step_5[] = "ALTER TABLE roots ADD COLUMN login TEXT;";

/* Adds a column: whether the server may read files through Paddock. */
static const char step_6[] =
  "ALTER TABLE servers ADD COLUMN reading INTEGER NOT NULL DEFAULT 0;";

/* Adds a column: whether Paddock also reads files on file systems that are mounted below a root. */
static const char step_7[] =
  "ALTER TABLE roots ADD COLUMN other_file_systems INTEGER NOT NULL DEFAULT 0;";

/* Adds a column: the name that the user gave a server. */
static const char step_8[] = "ALTER TABLE servers ADD COLUMN given_name TEXT;";

/* Adds a table: notes about apps' configuration files. The column "fact" is the keyed hash by which
 * a server with the key is found. */
static const char step_9[] =
  "CREATE TABLE app_notes ("
  "  position INTEGER PRIMARY KEY AUTOINCREMENT,"
  "  key TEXT NOT NULL UNIQUE,"
  "  fact TEXT NOT NULL,"
  "  app TEXT NOT NULL,"
  "  server TEXT NOT NULL,"
  "  path TEXT NOT NULL,"
  "  noted INTEGER NOT NULL"
  ") STRICT;";

/* Adds columns: the project that the entry of a note is for, NULL if it is not known; and whether
 * the entry starts its server without Paddock again. */
static const char step_10[] =
  "ALTER TABLE app_notes ADD COLUMN project TEXT;"
  "ALTER TABLE app_notes ADD COLUMN is_gone INTEGER NOT NULL DEFAULT 0;";

static const char * const steps[] = {
  step_1, step_2, step_3, step_4, step_5, step_6, step_7, step_8, step_9, step_10,
};

/**
 * paddock_store_schema_get_version:
 *
 * Returns: the version of the schema that this Paddock reads and writes
 */
int
paddock_store_schema_get_version (void)
{
  return G_N_ELEMENTS (steps);
}

static void
set_damaged (GError     **error,
             const char  *detail)
{
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE_DAMAGED, detail);
}

/**
 * paddock_store_schema_check_marks:
 *
 * Checks that @db is a database of Paddock with a known version, or that it is new and empty. If
 * not, sets %PADDOCK_ERROR_STORE_DAMAGED or %PADDOCK_ERROR_STORE_NEWER. Changes nothing.
 */
gboolean
paddock_store_schema_check_marks (sqlite3  *db,
                                  GError  **error)
{
  gint64 application, version, n_tables;

  if (!paddock_store_sql_read_number (db, "PRAGMA application_id", &application, error)
      || !paddock_store_sql_read_number (db, "PRAGMA user_version", &version, error)
      || !paddock_store_sql_read_number (db, "SELECT count (*) FROM sqlite_schema", &n_tables,
                                         error))
    return FALSE;

  if (application == 0 && version == 0 && n_tables == 0)
    return TRUE; /* a new database */

  if (application != PADDOCK_SCHEMA_APPLICATION_ID || version <= 0) {
    set_damaged (error, "not a database of Paddock's");
    return FALSE;
  }

  if (version > paddock_store_schema_get_version ()) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE_NEWER,
                         _("A newer version of Paddock wrote this data. Update Paddock to use "
                           "it. Nothing was changed"));
    return FALSE;
  }
  return TRUE;
}

/**
 * paddock_store_schema_check_pages:
 *
 * Checks every page of the database file, and changes nothing. If a page is damaged, sets
 * %PADDOCK_ERROR_STORE_DAMAGED.
 */
gboolean
paddock_store_schema_check_pages (sqlite3  *db,
                                  GError  **error)
{
  g_autoptr (PaddockStatement) statement =
    paddock_store_statement_new (db, "PRAGMA quick_check (1)", error);
  gboolean has_row;
  const char *verdict;

  if (!statement || !paddock_store_statement_next (statement, &has_row, error))
    return FALSE;
  verdict = has_row ? paddock_store_statement_get_text (statement, 0) : NULL;
  if (g_strcmp0 (verdict, "ok") == 0)
    return TRUE;
  set_damaged (error, verdict ? verdict : "no verdict");
  return FALSE;
}

static gboolean
run_step (sqlite3  *db,
          int       version,
          GError  **error)
{
  /* A pragma accepts no bound parameters. Both numbers come from Paddock, so this text is safe. */
  g_autofree char *mark = g_strdup_printf ("PRAGMA application_id = %d; PRAGMA user_version = %d",
                                           PADDOCK_SCHEMA_APPLICATION_ID, version);

  return paddock_store_sql_run (db, "BEGIN IMMEDIATE", error)
         && paddock_store_sql_run (db, steps[version - 1], error)
         && paddock_store_sql_run (db, mark, error)
         && paddock_store_sql_run (db, "COMMIT", error);
}

/**
 * paddock_store_schema_migrate:
 *
 * Brings a database to the newest version. The database may be new and empty. Each step is a
 * transaction, so a crash leaves the database at one version or the next.
 *
 * Returns: %FALSE with an error of %PADDOCK_ERROR_STORE if a step failed and was rolled back
 */
gboolean
paddock_store_schema_migrate (sqlite3  *db,
                              GError  **error)
{
  gint64 version;

  if (!paddock_store_sql_read_number (db, "PRAGMA user_version", &version, error))
    return FALSE;

  for (int next = (int) version + 1; next <= paddock_store_schema_get_version (); next++) {
    if (run_step (db, next, error))
      continue;
    if (!sqlite3_get_autocommit (db))
      sqlite3_exec (db, "ROLLBACK", NULL, NULL, NULL);
    return FALSE;
  }
  return TRUE;
}

/**
 * paddock_store_schema_probe:
 *
 * Checks that the tables and columns of the newest version exist. If one is missing, sets
 * %PADDOCK_ERROR_STORE_DAMAGED, although the database may be fine for SQLite.
 */
gboolean
paddock_store_schema_probe (sqlite3  *db,
                            GError  **error)
{
  static const char * const probes[] = {
    "SELECT name, value FROM facts",
    "SELECT position, id, path, picked, name, access, added, expires, last_seen, kind, device,"
    " inode, birth, owner, mount_point, fs_uuid, document, login, other_file_systems FROM roots",
    "SELECT position, id, identity, claimed_name, standing, decided, decision_ends, decision_scope,"
    " times_put_off, put_off_until, first_seen, last_seen, lists_early,"
    " host_roots, keep_roots, reading, given_name FROM servers",
    "SELECT position, server_id, root_id, access, granted, expires, scope FROM grants",
    "SELECT position, key, fact, app, server, path, noted, project, is_gone FROM app_notes",
    "SELECT number, time, last, count, event, reason, server_id, server, root_id, root, detail"
    " FROM journal",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (probes); i++) {
    g_autoptr (GError) local_error = NULL;
    g_autoptr (PaddockStatement) statement = paddock_store_statement_new (db, probes[i],
                                                                          &local_error);

    if (statement)
      continue;
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE_DAMAGED,
                         local_error->message);
    return FALSE;
  }
  return TRUE;
}
