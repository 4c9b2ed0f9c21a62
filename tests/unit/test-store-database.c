/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-store-database.h"

#include "paddock-error.h"
#include "paddock-names.h"
#include "paddock-store-schema.h"
#include "paddock-store-sql.h"

#include "test-store-support.h"

#include <sys/stat.h>

static gboolean has_no_override;   /* of the process; set once in main () */

typedef struct {
  char *directory;                /* (owned) */
  char *path;                     /* (owned) of the database */
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->directory = support_make_directory ();
  self->path = g_build_filename (self->directory, PADDOCK_DATABASE_NAME, NULL);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_chmod (self->directory, 0700);
  support_remove_directory (self->directory);
  g_free (self->directory);
  g_free (self->path);
}

static void
assert_mode (const char *path,
             guint       mode)
{
  struct stat info;

  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmphex (info.st_mode & 07777, ==, mode);
}

/* Runs SQL on the file without Paddock. */
static void
edit (Fixture    *self,
      const char *sql)
{
  sqlite3 *db;
  char *message = NULL;

  g_assert_cmpint (sqlite3_open (self->path, &db), ==, SQLITE_OK);
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
  sqlite3_exec (db, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

static void
open_and_close (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockDatabase) database = paddock_store_database_open (self->directory, &error);

  g_assert_no_error (error);
  g_assert_null (paddock_store_database_get_set_aside (database));
}

static gint64
read_number (PaddockDatabase *database,
             const char      *sql)
{
  g_autoptr (GError) error = NULL;
  gint64 number;

  paddock_store_sql_read_number (paddock_store_database_get_handle (database), sql, &number,
                                 &error);
  g_assert_no_error (error);
  return number;
}

static void
test_new (Fixture       *self,
          gconstpointer  data)
{
  g_autofree char *inner = g_build_filename (self->directory, "data", "paddock", NULL);
  g_autofree char *outer = g_build_filename (self->directory, "data", NULL);
  g_autofree char *path = g_build_filename (inner, PADDOCK_DATABASE_NAME, NULL);
  g_autofree char *log = g_strconcat (path, "-wal", NULL);
  g_autofree char *lock = g_build_filename (inner, PADDOCK_DATABASE_LOCK_NAME, NULL);
  g_autoptr (GError) error = NULL;
  PaddockDatabase *database = paddock_store_database_open (inner, &error);

  g_assert_no_error (error);
  g_assert_null (paddock_store_database_get_set_aside (database));
  assert_mode (inner, 0700);
  assert_mode (path, 0600);
  assert_mode (log, 0600);
  assert_mode (lock, 0600);
  g_assert_cmpint (read_number (database, "PRAGMA user_version"), ==,
                   paddock_store_schema_get_version ());
  g_assert_cmpint (read_number (database, "PRAGMA application_id"), ==,
                   PADDOCK_SCHEMA_APPLICATION_ID);
  g_assert_cmpint (read_number (database, "PRAGMA synchronous"), ==, 2);
  g_assert_cmpint (read_number (database, "PRAGMA foreign_keys"), ==, 1);
  g_assert_cmpint (read_number (database, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"),
                   ==, 1);
  paddock_store_database_close (database);

  /* Then everything is in the one file. */
  g_assert_false (g_file_test (log, G_FILE_TEST_EXISTS));
  support_remove_directory (inner);
  g_assert_cmpint (g_rmdir (outer), ==, 0);
}

static void
test_locked (Fixture       *self,
             gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockDatabase) first = paddock_store_database_open (self->directory, &error);

  g_assert_no_error (error);
  g_assert_null (paddock_store_database_open (self->directory, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_RUNNING);

  /* The refused service removed nothing. */
  g_clear_error (&error);
  g_assert_null (paddock_store_database_open (self->directory, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_RUNNING);
  g_clear_pointer (&first, paddock_store_database_close);
  open_and_close (self);
}

static void
test_newer (Fixture       *self,
            gconstpointer  data)
{
  g_autofree char *later =
    g_strdup_printf ("PRAGMA user_version = %d", paddock_store_schema_get_version () + 1);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize before_length, after_length;

  open_and_close (self);
  edit (self, later);
  g_assert_true (g_file_get_contents (self->path, &before, &before_length, NULL));
  for (int i = 0; i < 2; i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (paddock_store_database_open (self->directory, &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE_NEWER);
  }
  g_assert_true (g_file_get_contents (self->path, &after, &after_length, NULL));
  g_assert_cmpmem (before, before_length, after, after_length);
}

/* A newer Paddock crashed: what it left in its log stays as well. */
static void
test_newer_with_log (Fixture       *self,
                     gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *log = g_strconcat (self->path, "-wal", NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize before_length, after_length;
  sqlite3 *db;

  open_and_close (self);
  g_assert_cmpint (sqlite3_open (self->path, &db), ==, SQLITE_OK);
  sqlite3_db_config (db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  g_assert_true (paddock_store_sql_run (db, "PRAGMA user_version = 1000", &error));
  sqlite3_close (db);
  g_assert_true (g_file_get_contents (log, &before, &before_length, NULL));
  g_assert_cmpuint (before_length, >, 0);

  g_assert_null (paddock_store_database_open (self->directory, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE_NEWER);
  g_assert_true (g_file_get_contents (log, &after, &after_length, NULL));
  g_assert_cmpmem (before, before_length, after, after_length);
}

static void
damage_text (Fixture *self)
{
  g_assert_true (g_file_set_contents (self->path, "This is not a database at all.\n", -1, NULL));
}

static void
damage_long_text (Fixture *self)
{
  g_autofree char *text = g_strnfill (20000, 'x');

  g_assert_true (g_file_set_contents (self->path, text, 20000, NULL));
}

static void
damage_header (Fixture *self)
{
  g_autofree char *contents = NULL;
  gsize length;

  open_and_close (self);
  g_assert_true (g_file_get_contents (self->path, &contents, &length, NULL));
  memset (contents, 0, 16);
  g_assert_true (g_file_set_contents (self->path, contents, (gssize) length, NULL));
}

static void
damage_page (Fixture *self)
{
  g_autofree char *contents = NULL;
  gsize length;

  open_and_close (self);
  edit (self, "INSERT INTO facts VALUES ('long', zeroblob (100000))");
  g_assert_true (g_file_get_contents (self->path, &contents, &length, NULL));
  g_assert_cmpuint (length, >, 8 * 4096);
  memset (contents + 4096, 0x5a, 3 * 4096);
  g_assert_true (g_file_set_contents (self->path, contents, (gssize) length, NULL));
}

static void
damage_length (Fixture *self)
{
  open_and_close (self);
  edit (self, "INSERT INTO facts VALUES ('long', zeroblob (100000))");
  g_assert_cmpint (truncate (self->path, 4096), ==, 0);
}

static void
damage_table (Fixture *self)
{
  open_and_close (self);
  edit (self, "DROP TABLE grants");
}

static void
damage_column (Fixture *self)
{
  open_and_close (self);
  edit (self, "ALTER TABLE roots RENAME COLUMN path TO way");
}

static void
damage_version (Fixture *self)
{
  open_and_close (self);
  edit (self, "PRAGMA user_version = -1");
}

static void
damage_by_other_program (Fixture *self)
{
  edit (self, "CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES ('x')");
}

static void
damage_by_other_application (Fixture *self)
{
  edit (self, "CREATE TABLE roots (x); PRAGMA application_id = 7; PRAGMA user_version = 1");
}

static const struct { const char *name;
                      void (*damage) (Fixture *self);
} damages[] = {
  { "text", damage_text },
  { "long-text", damage_long_text },
  { "header", damage_header },
  { "page", damage_page },
  { "length", damage_length },
  { "table", damage_table },
  { "column", damage_column },
  { "version", damage_version },
  { "other-program", damage_by_other_program },
  { "other-application", damage_by_other_application },
};

static void
test_damaged (Fixture       *self,
              gconstpointer  data)
{
  gsize which = GPOINTER_TO_SIZE (data);
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *pattern = g_strconcat (self->path, ".damaged-2", NULL);
  gsize before_length, after_length;
  const char *aside;
  PaddockDatabase *database;

  damages[which].damage (self);
  g_assert_true (g_file_get_contents (self->path, &before, &before_length, NULL));

  database = paddock_store_database_open (self->directory, &error);
  g_assert_no_error (error);
  aside = paddock_store_database_get_set_aside (database);
  g_assert_nonnull (aside);
  g_assert_true (g_str_has_prefix (aside, pattern));
  g_assert_cmpint (read_number (database, "PRAGMA user_version"), ==,
                   paddock_store_schema_get_version ());
  g_assert_cmpint (read_number (database, "SELECT count (*) FROM roots"), ==, 0);

  g_assert_true (g_file_get_contents (aside, &after, &after_length, NULL));
  g_assert_cmpmem (before, before_length, after, after_length);
  paddock_store_database_close (database);

  /* The new database is sound. */
  open_and_close (self);
}

/* None is overwritten by the next one, even within one second; its log goes with it. */
static void
test_damaged_again (Fixture       *self,
                    gconstpointer  data)
{
  g_autofree char *log = g_strconcat (self->path, "-wal", NULL);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (int i = 0; i < 5; i++) {
    g_autofree char *text = g_strdup_printf ("damaged %d", i);
    g_autoptr (GError) error = NULL;
    PaddockDatabase *database;
    g_autofree char *aside_log = NULL;
    g_autofree char *kept = NULL;
    g_autofree char *kept_log = NULL;
    const char *aside;

    g_assert_true (g_file_set_contents (self->path, text, -1, NULL));
    g_assert_true (g_file_set_contents (log, text, -1, NULL));
    database = paddock_store_database_open (self->directory, &error);
    g_assert_no_error (error);
    aside = paddock_store_database_get_set_aside (database);
    g_assert_true (g_hash_table_add (names, g_strdup (aside)));
    aside_log = g_strconcat (aside, "-wal", NULL);
    g_assert_true (g_file_get_contents (aside, &kept, NULL, NULL));
    g_assert_cmpstr (kept, ==, text);
    if (g_file_get_contents (aside_log, &kept_log, NULL, NULL))
      g_assert_cmpstr (kept_log, ==, text);
    paddock_store_database_close (database);
  }
}

static void
test_not_writable (Fixture       *self,
                   gconstpointer  data)
{
  g_autofree char *lock = g_build_filename (self->directory, PADDOCK_DATABASE_LOCK_NAME, NULL);
  const char * const parts[] = { self->directory, self->path, lock };

  if (!has_no_override) {
    g_test_skip ("permissions do not hold for this user, and the override cannot be dropped");
    return;
  }

  open_and_close (self);
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_cmpint (g_chmod (parts[i], i == 0 ? 0500 : 0400), ==, 0);
    g_assert_null (paddock_store_database_open (self->directory, &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
    g_assert_nonnull (strstr (error->message, "ermissions"));
    g_assert_cmpint (g_chmod (parts[i], i == 0 ? 0700 : 0600), ==, 0);
  }

  /* The same for a new one, in a directory that cannot be written or not even be entered. */
  for (int mode = 0; mode <= 0500; mode += 0500) {
    g_autofree char *inner = g_build_filename (self->directory, "inner", NULL);
    g_autoptr (GError) error = NULL;

    g_assert_cmpint (g_mkdir (inner, (mode_t) mode), ==, 0);
    g_assert_null (paddock_store_database_open (inner, &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
    g_assert_cmpint (g_rmdir (inner), ==, 0);
  }
  open_and_close (self);
}

static void
test_wrong_kind (Fixture       *self,
                 gconstpointer  data)
{
  g_autofree char *file = g_build_filename (self->directory, "file", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  g_assert_null (paddock_store_database_open (file, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  g_clear_error (&error);

  g_assert_cmpint (g_mkdir (self->path, 0700), ==, 0);
  g_assert_null (paddock_store_database_open (self->directory, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  g_assert_cmpint (g_rmdir (self->path), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  has_no_override = support_drop_override ();
  g_test_init (&argc, &argv, NULL);

#define ADD(path, data, function) \
  g_test_add ("/store-database/" path, Fixture, data, set_up, function, tear_down)
  ADD ("new", NULL, test_new);
  ADD ("locked", NULL, test_locked);
  ADD ("newer", NULL, test_newer);
  ADD ("newer-with-log", NULL, test_newer_with_log);
  ADD ("damaged-again", NULL, test_damaged_again);
  ADD ("not-writable", NULL, test_not_writable);
  ADD ("wrong-kind", NULL, test_wrong_kind);
  for (gsize i = 0; i < G_N_ELEMENTS (damages); i++) {
    g_autofree char *path = g_strconcat ("/store-database/damaged/", damages[i].name, NULL);

    g_test_add (path, Fixture, GSIZE_TO_POINTER (i), set_up, test_damaged, tear_down);
  }
  return g_test_run ();
}
