/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-store-sql.h"
#include "paddock-store-statement.h"

#include "paddock-error.h"

#include "test-store-support.h"

typedef struct {
  sqlite3 *db;                    /* (owned) */
} Fixture;

static void
run (sqlite3    *db,
     const char *sql)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (paddock_store_sql_run (db, sql, &error));
  g_assert_no_error (error);
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_assert_cmpint (sqlite3_open (":memory:", &self->db), ==, SQLITE_OK);
  run (self->db, "CREATE TABLE t (a INTEGER, b TEXT, c BLOB)");
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  /* It would be busy if a statement were left. */
  g_assert_cmpint (sqlite3_close (self->db), ==, SQLITE_OK);
}

static void
test_read_number (Fixture       *self,
                  gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  gint64 number = 5;

  g_assert_true (paddock_store_sql_read_number (self->db, "SELECT 7", &number, &error));
  g_assert_cmpint (number, ==, 7);
  g_assert_true (paddock_store_sql_read_number (self->db, "SELECT a FROM t", &number, &error));
  g_assert_cmpint (number, ==, 0);
  g_assert_false (paddock_store_sql_read_number (self->db, "SELECT a FROM none", &number, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
}

static void
test_errors (void)
{
  static const struct { int code;
                        int expected;
                        const char *says;
  } cases[] = {
    { SQLITE_CORRUPT, PADDOCK_ERROR_STORE_DAMAGED, "keeps the damaged file" },
    { SQLITE_CORRUPT_INDEX, PADDOCK_ERROR_STORE_DAMAGED, "keeps the damaged file" },
    { SQLITE_NOTADB, PADDOCK_ERROR_STORE_DAMAGED, "keeps the damaged file" },
    { SQLITE_FULL, PADDOCK_ERROR_STORE, "Free some space" },
    { SQLITE_READONLY, PADDOCK_ERROR_STORE, "permissions" },
    { SQLITE_READONLY_DIRECTORY, PADDOCK_ERROR_STORE, "permissions" },
    { SQLITE_PERM, PADDOCK_ERROR_STORE, "permissions" },
    { SQLITE_CANTOPEN, PADDOCK_ERROR_STORE, "permissions" },
    { SQLITE_BUSY, PADDOCK_ERROR_STORE, "Another program" },
    { SQLITE_LOCKED, PADDOCK_ERROR_STORE, "Another program" },
    { SQLITE_IOERR, PADDOCK_ERROR_STORE, "Check the disk" },
    { SQLITE_IOERR_FSYNC, PADDOCK_ERROR_STORE, "Check the disk" },
    { SQLITE_CONSTRAINT, PADDOCK_ERROR_STORE, "Check the disk" },
    { SQLITE_NOMEM, PADDOCK_ERROR_STORE, "Check the disk" },
    { SQLITE_ERROR, PADDOCK_ERROR_STORE, "Check the disk" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    paddock_store_sql_set_error (&error, NULL, cases[i].code);
    g_assert_error (error, PADDOCK_ERROR, cases[i].expected);
    g_assert_nonnull (strstr (error->message, cases[i].says));
  }
}

static void
test_full (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  run (self->db, "PRAGMA max_page_count = 3");
  g_assert_false (paddock_store_sql_run (self->db, "INSERT INTO t (c) VALUES (zeroblob (100000))",
                                         &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  g_assert_nonnull (strstr (error->message, "disk is full"));
}

static void
test_bad_sql (Fixture       *self,
              gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (paddock_store_statement_new (self->db, "SELEKT 1", &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  g_clear_error (&error);
  g_assert_false (paddock_store_sql_run (self->db, "SELECT 1; SELEKT 2", &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
}

/* Only a file that is mostly empty, with many empty pages, shrinks. */
static void
test_shrink (Fixture       *self,
             gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  gint64 n;

  g_assert_true (paddock_store_sql_shrink (self->db, &error));
  run (self->db, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)"
       " INSERT INTO t (a, c) SELECT i, zeroblob (60000) FROM n");
  run (self->db, "DELETE FROM t WHERE a <= 200");
  g_assert_true (paddock_store_sql_shrink (self->db, &error));
  g_assert_true (paddock_store_sql_read_number (self->db, "PRAGMA freelist_count", &n, &error));
  g_assert_cmpint (n, >, 0);
  run (self->db, "DELETE FROM t WHERE a <= 499");
  g_assert_true (paddock_store_sql_shrink (self->db, &error));
  g_assert_true (paddock_store_sql_read_number (self->db, "PRAGMA freelist_count", &n, &error));
  g_assert_no_error (error);
  g_assert_cmpint (n, ==, 0);
  g_assert_true (paddock_store_sql_read_number (self->db, "SELECT a FROM t", &n, &error));
  g_assert_cmpint (n, ==, 500);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/store-sql/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("read-number", test_read_number);
  ADD ("full", test_full);
  ADD ("bad-sql", test_bad_sql);
  ADD ("shrink", test_shrink);
  g_test_add_func ("/store-sql/errors", test_errors);
  return g_test_run ();
}
