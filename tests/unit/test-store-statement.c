/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-store-statement.h"

#include "paddock-error.h"
#include "paddock-store-sql.h"

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
test_values (Fixture       *self,
             gconstpointer  data)
{
  static const guint8 raw[] = { 0, 1, 255, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockStatement) insert =
    paddock_store_statement_new (self->db, "INSERT INTO t VALUES (?,?,?), (?,?,?), (?,?,?)",
                                 &error);
  g_autoptr (PaddockStatement) row =
    paddock_store_statement_new (self->db, "SELECT a, b, c FROM t", &error);
  g_autoptr (GBytes) bytes = g_bytes_new_static (raw, sizeof raw);
  g_autoptr (GBytes) read = NULL;
  gboolean has_row;

  paddock_store_statement_bind_number (insert, G_MININT64);
  paddock_store_statement_bind_text (insert, "text '); DROP TABLE t; --");
  paddock_store_statement_bind_path (insert, SUPPORT_ODD_PATH);
  paddock_store_statement_bind_null (insert);
  paddock_store_statement_bind_text (insert, NULL);
  paddock_store_statement_bind_path (insert, NULL);
  paddock_store_statement_bind_number (insert, G_MAXINT64);
  paddock_store_statement_bind_text (insert, "");
  paddock_store_statement_bind_bytes (insert, bytes);
  g_assert_true (paddock_store_statement_run (insert, &error));

  g_assert_true (paddock_store_statement_next (row, &has_row, &error));
  g_assert_true (has_row);
  g_assert_cmpint (paddock_store_statement_get_number (row, 0), ==, G_MININT64);
  g_assert_cmpstr (paddock_store_statement_get_text (row, 1), ==, "text '); DROP TABLE t; --");
  g_assert_cmpstr (paddock_store_statement_get_path (row, 2), ==, SUPPORT_ODD_PATH);
  g_assert_true (paddock_store_statement_row_is_sound (row));

  g_assert_true (paddock_store_statement_next (row, &has_row, &error));
  g_assert_null (paddock_store_statement_get_text (row, 1));
  g_assert_null (paddock_store_statement_get_path (row, 2));
  g_assert_true (paddock_store_statement_row_is_sound (row));
  g_assert_cmpint (paddock_store_statement_get_number (row, 0), ==, 0);
  g_assert_false (paddock_store_statement_row_is_sound (row));

  g_assert_true (paddock_store_statement_next (row, &has_row, &error));
  g_assert_true (paddock_store_statement_row_is_sound (row));
  g_assert_cmpstr (paddock_store_statement_get_text (row, 1), ==, "");
  read = paddock_store_statement_dup_bytes (row, 2);
  g_assert_true (g_bytes_equal (read, bytes));

  g_assert_true (paddock_store_statement_next (row, &has_row, &error));
  g_assert_false (has_row);
}

/* No bytes are also bytes: a column that must not be NULL accepts them. */
static void
test_no_bytes (Fixture       *self,
               gconstpointer  data)
{
  g_autoptr (GBytes) nothing = g_bytes_new (NULL, 0);
  g_autoptr (PaddockStatement) insert = NULL;
  g_autoptr (GError) error = NULL;
  gint64 n_rows;

  g_assert_true (paddock_store_sql_run (self->db, "CREATE TABLE b (v BLOB NOT NULL)", &error));
  insert = paddock_store_statement_new (self->db, "INSERT INTO b VALUES (?)", &error);
  paddock_store_statement_bind_bytes (insert, nothing);
  g_assert_true (paddock_store_statement_run (insert, &error));
  g_assert_no_error (error);
  g_assert_true (paddock_store_sql_read_number (self->db,
                                                "SELECT count (*) FROM b WHERE length (v) = 0",
                                                &n_rows, &error));
  g_assert_cmpint (n_rows, ==, 1);
}

typedef enum { TEXT, PATH, NUMBER } Kind;

static void
test_unsound (Fixture       *self,
              gconstpointer  data)
{
  static const struct { const char *sql;
                        Kind kind;
  } cases[] = {
    { "SELECT 1", TEXT },
    { "SELECT 1.5", TEXT },
    { "SELECT x'41'", TEXT },
    { "SELECT CAST (x'ff' AS TEXT)", TEXT },
    { "SELECT CAST (x'c3' AS TEXT)", TEXT },
    { "SELECT CAST (x'eda080' AS TEXT)", TEXT },
    { "SELECT CAST (x'410042' AS TEXT)", TEXT },
    { "SELECT CAST (x'4100' AS TEXT)", TEXT },
    { "SELECT '/text'", PATH },
    { "SELECT 1", PATH },
    { "SELECT x'2f0041'", PATH },
    { "SELECT x'2f00'", PATH },
    { "SELECT '1'", NUMBER },
    { "SELECT 1.0", NUMBER },
    { "SELECT NULL", NUMBER },
    { "SELECT x'31'", NUMBER },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockStatement) row = paddock_store_statement_new (self->db, cases[i].sql, NULL);
    gboolean has_row;

    g_test_message ("%s", cases[i].sql);
    g_assert_true (paddock_store_statement_next (row, &has_row, NULL));
    if (cases[i].kind == TEXT)
      g_assert_null (paddock_store_statement_get_text (row, 0));
    else if (cases[i].kind == PATH)
      g_assert_null (paddock_store_statement_get_path (row, 0));
    else
      g_assert_cmpint (paddock_store_statement_get_number (row, 0), ==, 0);
    g_assert_false (paddock_store_statement_row_is_sound (row));
  }
}

static void
test_bind_too_many (Fixture       *self,
                    gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockStatement) insert =
    paddock_store_statement_new (self->db, "INSERT INTO t (a) VALUES (?)", NULL);
  gint64 count;

  /* A value without a parameter must not be lost silently. */
  paddock_store_statement_bind_number (insert, 1);
  paddock_store_statement_bind_number (insert, 2);
  g_assert_false (paddock_store_statement_run (insert, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  g_assert_true (paddock_store_sql_read_number (self->db, "SELECT count (*) FROM t", &count, NULL));
  g_assert_cmpint (count, ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/store-statement/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("values", test_values);
  ADD ("no-bytes", test_no_bytes);
  ADD ("unsound", test_unsound);
  ADD ("bind-too-many", test_bind_too_many);
  return g_test_run ();
}
