/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-store-facts.h"

#include "paddock-store-schema.h"
#include "paddock-store-sql.h"

static void
assert_fact (sqlite3    *db,
             const char *name,
             const char *expected)
{
  g_autoptr (GBytes) value = NULL;
  g_autoptr (GBytes) wanted = expected != NULL ? g_bytes_new (expected, strlen (expected)) : NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (paddock_store_facts_read (db, name, &value, &error));
  g_assert_no_error (error);
  if (wanted == NULL)
    g_assert_null (value);
  else
    g_assert_true (g_bytes_equal (value, wanted));
}

static void
put (sqlite3    *db,
     const char *name,
     const char *text)
{
  g_autoptr (GBytes) value = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;

  paddock_store_facts_put (db, name, value, &error);
  g_assert_no_error (error);
}

static void
test_put_and_drop (void)
{
  g_autoptr (GError) error = NULL;
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_true (paddock_store_schema_migrate (db, &error));
  assert_fact (db, "a", NULL);
  put (db, "a", "one");
  put (db, "b", "x");
  assert_fact (db, "a", "one");
  assert_fact (db, "b", "x");
  put (db, "a", "two");
  assert_fact (db, "a", "two");
  assert_fact (db, "' OR 1 = 1 --", NULL);
  g_assert_true (paddock_store_facts_drop (db, "a", &error));
  g_assert_true (paddock_store_facts_drop (db, "a", &error));
  g_assert_true (paddock_store_facts_drop (db, "none", &error));
  g_assert_no_error (error);
  assert_fact (db, "a", NULL);
  assert_fact (db, "b", "x");
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

/* A database without the table: each function reports an error. */
static void
test_no_table (void)
{
  g_autoptr (GBytes) value = g_bytes_new ("x", 1);
  GBytes *read = value;
  g_autoptr (GError) put_error = NULL;
  g_autoptr (GError) read_error = NULL;
  g_autoptr (GError) drop_error = NULL;
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_false (paddock_store_facts_put (db, "a", value, &put_error));
  g_assert_nonnull (put_error);
  g_assert_false (paddock_store_facts_read (db, "a", &read, &read_error));
  g_assert_nonnull (read_error);
  g_assert_null (read);
  g_assert_false (paddock_store_facts_drop (db, "a", &drop_error));
  g_assert_nonnull (drop_error);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

/* Created once; a wrong value in its place is replaced. */
static void
test_secret (void)
{
  g_autoptr (GBytes) first = NULL;
  g_autoptr (GBytes) again = NULL;
  g_autoptr (GBytes) other = NULL;
  g_autoptr (GError) error = NULL;
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_null (paddock_store_facts_ensure_secret (db, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_true (paddock_store_schema_migrate (db, &error));
  first = paddock_store_facts_ensure_secret (db, &error);
  again = paddock_store_facts_ensure_secret (db, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (first), ==, 32);
  g_assert_true (g_bytes_equal (first, again));
  put (db, PADDOCK_FACT_NAME_SECRET, "short");
  other = paddock_store_facts_ensure_secret (db, &error);
  g_assert_cmpuint (g_bytes_get_size (other), ==, 32);
  g_assert_false (g_bytes_equal (first, other));
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store-facts/put-and-drop", test_put_and_drop);
  g_test_add_func ("/store-facts/secret", test_secret);
  g_test_add_func ("/store-facts/no-table", test_no_table);
  return g_test_run ();
}
