/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-store-import.h"

#include "paddock-error.h"
#include "paddock-names.h"
#include "paddock-store-database.h"
#include "paddock-store-rows.h"
#include "paddock-store-schema.h"
#include "paddock-store-sql.h"

#include "test-store-support.h"

#include <fcntl.h>
#include <sys/stat.h>

/* Another installation's data in every state, good and hostile. Its files are never touched. */

typedef struct {
  char *directory;                /* (owned) of the other installation */
  char *path;                     /* (owned) of its database */
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
  support_remove_directory (self->directory);
  g_free (self->directory);
  g_free (self->path);
}

static void
run (sqlite3    *db,
     const char *sql)
{
  g_autoptr (GError) error = NULL;

  paddock_store_sql_run (db, sql, &error);
  g_assert_no_error (error);
}

/* On the file, without Paddock. */
static void
edit (Fixture    *self,
      const char *sql)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (self->path, &db), ==, SQLITE_OK);
  run (db, sql);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

#define INSERT "INSERT INTO roots (id, path, name, access, expires, added, last_seen, device," \
  "                   inode, birth, owner) VALUES "
#define REST ", 0, 0, 0, 0, 0, 0)"
#define ROOT_A "('a', x'2f61', 'A', 'read-write', 0" REST
#define ROOT_B "('b', x'2f62ff', NULL, 'read-only', 0" REST

static void
make_database (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockDatabase) database = paddock_store_database_open (self->directory, &error);

  g_assert_no_error (error);
  run (paddock_store_database_get_handle (database), INSERT ROOT_A ", " ROOT_B);
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char * const *) a, *(char * const *) b);
}

/* Each file's name, size, times and contents, to show that nothing was touched. */
static char *
describe (const char *directory)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while ((name = g_dir_read_name (dir))) {
    g_autofree char *path = g_build_filename (directory, name, NULL);
    g_autofree char *sum = NULL;
    g_autofree char *contents = NULL;
    gsize length = 0;
    struct stat info;

    g_assert_cmpint (lstat (path, &info), ==, 0);
    if (S_ISREG (info.st_mode) && info.st_size < 1024 * 1024)
      g_file_get_contents (path, &contents, &length, NULL);
    sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) (contents ? contents : ""),
                                       length);
    g_ptr_array_add (lines, g_strdup_printf ("%s %o %" G_GINT64_FORMAT " %ld.%09ld %s\n", name,
                                             info.st_mode, (gint64) info.st_size,
                                             (long) info.st_ctim.tv_sec, info.st_ctim.tv_nsec,
                                             sum));
  }
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("", (char **) lines->pdata);
}

/* The roots in one line, or the code of the error. */
static char *
read_other (const char *directory)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) roots = paddock_store_import_read (directory, g_get_tmp_dir (), &error);
  g_autoptr (GString) text = g_string_new (NULL);

  if (!roots) {
    g_assert_nonnull (error);
    g_assert_true (error->domain == PADDOCK_ERROR);
    return g_strdup_printf ("error %d", error->code);
  }
  g_assert_no_error (error);
  for (guint i = 0; i < roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (roots, i);

    g_assert_null (root->record);
    g_assert_null (root->picked);
    g_string_append_printf (text, "%s|%s|%s|%" G_GINT64_FORMAT "%s\n", root->path,
                            root->name ? root->name : "-",
                            paddock_root_access_to_nick (root->access),
                            root->expires, root->crosses ? "|crosses" : "");
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
assert_read (Fixture    *self,
             const char *expected)
{
  g_autofree char *before = describe (self->directory);
  g_autofree char *found = read_other (self->directory);
  g_autofree char *after = describe (self->directory);

  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpstr (after, ==, before);
}

static void
assert_error (Fixture      *self,
              PaddockError  code)
{
  g_autofree char *expected = g_strdup_printf ("error %d", (int) code);

  assert_read (self, expected);
}

#define BOTH "/a|A|read-write|0\n/b\xff|-|read-only|0\n"

static void
test_good (Fixture       *self,
           gconstpointer  data)
{
  make_database (self);
  assert_read (self, BOTH);
  assert_read (self, BOTH);
}

static void
test_crossing (Fixture       *self,
               gconstpointer  data)
{
  make_database (self);
  edit (self, "UPDATE roots SET other_file_systems = 1 WHERE id = 'b'");
  assert_read (self, "/a|A|read-write|0\n/b\xff|-|read-only|0|crosses\n");
  /* A database from before this choice existed. */
  edit (self, "ALTER TABLE roots DROP COLUMN other_file_systems; PRAGMA user_version = 6");
  assert_read (self, BOTH);
}

static void
test_nothing_there (Fixture       *self,
                    gconstpointer  data)
{
  g_autofree char *missing = g_build_filename (self->directory, "missing", NULL);
  g_autofree char *below_file = g_build_filename (self->path, "paddock", NULL);
  g_autofree char *not_found = g_strdup_printf ("error %d", PADDOCK_ERROR_NOT_FOUND);
  g_autofree char *of_missing = read_other (missing);
  g_autofree char *of_below = NULL;
  g_autofree char *of_file = NULL;
  g_autoptr (GError) error = NULL;

  assert_read (self, not_found);
  g_assert_cmpstr (of_missing, ==, not_found);
  make_database (self);
  of_below = read_other (below_file);
  of_file = read_other (self->path);
  g_assert_cmpstr (of_below, ==, not_found);
  g_assert_cmpstr (of_file, ==, not_found);

  /* The same directory under another name is no other installation. */
  g_assert_null (paddock_store_import_read (self->directory, self->directory, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND);
}

/* The other service's commits are only in its log, and it is in the middle of another. */
static void
test_live (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockDatabase) database = NULL;
  sqlite3 *db;

  make_database (self);
  database = paddock_store_database_open (self->directory, &error);
  g_assert_no_error (error);
  db = paddock_store_database_get_handle (database);
  run (db, INSERT "('c', x'2f63', NULL, 'read-only', 12" REST);
  run (db, "BEGIN IMMEDIATE");
  run (db, INSERT "('d', x'2f64', NULL, 'read-only', 0" REST);
  run (db, "PRAGMA cache_spill = 1");
  assert_read (self, BOTH "/c|-|read-only|12\n");

  /* The other service was not blocked, and writes its log back as usual. */
  run (db, "COMMIT");
  run (db, "PRAGMA wal_checkpoint (TRUNCATE)");
  assert_read (self, BOTH "/c|-|read-only|12\n/d|-|read-only|0\n");
}

static gboolean is_over;          /* of the thread below; atomic */

/* Two roots come and go together: in the log or, after it was written back, in the database. */
static gpointer
write_always (gpointer data)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (data, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 5000);
  for (guint i = 0; !g_atomic_int_get (&is_over); i++) {
    run (db, i % 2 == 0 ? "BEGIN; " INSERT "('c', x'2f63', NULL, 'read-only', 0" REST ";"
         INSERT "('d', x'2f64', NULL, 'read-only', 0" REST "; COMMIT"
                        : "DELETE FROM roots WHERE id IN ('c', 'd')");
    if (i % 3 == 0)
      run (db, "PRAGMA wal_checkpoint (TRUNCATE)");
    g_usleep (g_random_int_range (1, 60) * 1000);
  }
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
  return NULL;
}

static void
test_written (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *busy = g_strdup_printf ("error %d", PADDOCK_ERROR_BUSY);
  GThread *thread;

  make_database (self);
  g_atomic_int_set (&is_over, FALSE);
  thread = g_thread_new ("write", write_always, self->path);
  for (guint i = 0; i < 20; i++) {
    g_autofree char *found = read_other (self->directory);

    if (!g_str_equal (found, busy) && !g_str_equal (found, BOTH))
      g_assert_cmpstr (found, ==, BOTH "/c|-|read-only|0\n/d|-|read-only|0\n");
  }
  g_atomic_int_set (&is_over, TRUE);
  g_thread_join (thread);
}

static void
test_file_kinds (Fixture       *self,
                 gconstpointer  data)
{
  g_autofree char *elsewhere = g_build_filename (self->directory, "elsewhere", NULL);
  g_autofree char *log = g_strconcat (self->path, "-wal", NULL);
  g_autofree char *link = g_strconcat (self->directory, "-link", NULL);
  g_autofree char *refused = g_strdup_printf ("error %d", PADDOCK_ERROR_REFUSED);
  g_autofree char *of_link = NULL;

  make_database (self);
  g_assert_cmpint (symlink (self->directory, link), ==, 0);
  of_link = read_other (link);
  g_assert_cmpstr (of_link, ==, refused);
  g_assert_cmpint (g_unlink (link), ==, 0);

  /* The log is an entrance like the database. */
  g_assert_cmpint (symlink ("/dev/zero", log), ==, 0);
  assert_error (self, PADDOCK_ERROR_REFUSED);
  g_assert_cmpint (g_unlink (log), ==, 0);
  g_assert_cmpint (mkfifo (log, 0600), ==, 0);
  assert_error (self, PADDOCK_ERROR_REFUSED);
  g_assert_cmpint (g_unlink (log), ==, 0);

  g_assert_cmpint (g_rename (self->path, elsewhere), ==, 0);
  g_assert_cmpint (symlink ("elsewhere", self->path), ==, 0);
  assert_error (self, PADDOCK_ERROR_REFUSED);
  g_assert_cmpint (g_unlink (self->path), ==, 0);
  g_assert_cmpint (mkfifo (self->path, 0600), ==, 0);
  assert_error (self, PADDOCK_ERROR_REFUSED);
  g_assert_cmpint (g_unlink (self->path), ==, 0);
  g_assert_cmpint (g_mkdir (self->path, 0700), ==, 0);
  assert_error (self, PADDOCK_ERROR_REFUSED);
  g_assert_cmpint (g_rmdir (self->path), ==, 0);
  g_assert_cmpint (g_rename (elsewhere, self->path), ==, 0);
  assert_read (self, BOTH);
}

static void
test_owner (Fixture       *self,
            gconstpointer  data)
{
  make_database (self);
  if (chown (self->path, 65534, -1) != 0) {
    g_test_skip ("Only root gives files away");
    return;
  }
  assert_error (self, PADDOCK_ERROR_REFUSED);
  g_assert_cmpint (chown (self->path, geteuid (), -1), ==, 0);
  g_assert_cmpint (chown (self->directory, 65534, -1), ==, 0);
  assert_error (self, PADDOCK_ERROR_REFUSED);
  g_assert_cmpint (chown (self->directory, geteuid (), -1), ==, 0);
  assert_read (self, BOTH);
}

static void
test_size (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *log = g_strconcat (self->path, "-wal", NULL);

  make_database (self);
  g_assert_cmpint (truncate (self->path, PADDOCK_IMPORT_MAX_BYTES), ==, 0);
  assert_read (self, BOTH);
  g_assert_cmpint (truncate (self->path, PADDOCK_IMPORT_MAX_BYTES + 1), ==, 0);
  assert_error (self, PADDOCK_ERROR_REFUSED);

  g_assert_cmpint (g_unlink (self->path), ==, 0);
  make_database (self);
  g_assert_true (g_file_set_contents (log, "", 0, NULL));
  g_assert_cmpint (truncate (log, (off_t) PADDOCK_IMPORT_MAX_BYTES + 1), ==, 0);
  assert_error (self, PADDOCK_ERROR_REFUSED);
}

/* What an edit turns a good database into. */
typedef struct {
  const char *sql;
  const char *expected;           /* the roots, or NULL for @error */
  PaddockError error;
} EditCase;

#define ROOTS_TABLE "DROP TABLE grants; DROP TABLE roots;"

static const EditCase edit_cases[] = {
  { "UPDATE roots SET expires = 5", "/a|A|read-write|5\n/b\xff|-|read-only|5\n" },
  { "DELETE FROM roots", "" },
  { "UPDATE roots SET position = 10 - position", "/b\xff|-|read-only|0\n/a|A|read-write|0\n" },
  { "DROP TABLE journal; DROP TABLE servers", BOTH },
  { ROOTS_TABLE, "" },
  { ROOTS_TABLE "CREATE VIEW roots AS WITH RECURSIVE x (n) AS (SELECT 1 UNION ALL SELECT n FROM x)"
    " SELECT n AS position, x'2f61' AS path, '' AS name, 'read-only' AS access, 0 AS expires"
    " FROM x", "" },
  { ROOTS_TABLE "CREATE VIRTUAL TABLE roots USING fts5 (position, path, name, access, expires)",
    "" },
  { "PRAGMA user_version = 1000", NULL, PADDOCK_ERROR_STORE_NEWER },
  { "PRAGMA user_version = 2147483647; DROP TABLE facts", NULL, PADDOCK_ERROR_STORE_NEWER },
  { "PRAGMA user_version = 0", NULL, PADDOCK_ERROR_STORE_DAMAGED },
  { "PRAGMA user_version = -1", NULL, PADDOCK_ERROR_STORE_DAMAGED },
  { "PRAGMA application_id = 1", NULL, PADDOCK_ERROR_STORE_DAMAGED },
  { ROOTS_TABLE "CREATE TABLE roots (path BLOB)", NULL, PADDOCK_ERROR_STORE_DAMAGED },
  { ROOTS_TABLE "CREATE TABLE roots (position, path, name, expires,"
    " access AS (hex (zeroblob (3000000)))); INSERT INTO roots VALUES (1, x'2f61', '', 0)",
    NULL, PADDOCK_ERROR_STORE_DAMAGED },
};

static void
test_edits (Fixture       *self,
            gconstpointer  data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (edit_cases); i++) {
    g_test_message ("%s", edit_cases[i].sql);
    make_database (self);
    edit (self, edit_cases[i].sql);
    if (edit_cases[i].expected)
      assert_read (self, edit_cases[i].expected);
    else
      assert_error (self, edit_cases[i].error);
    g_assert_cmpint (g_unlink (self->path), ==, 0);
  }
}

/* The table accepts anything: bad rows are left out, and the sound row beside them stays. */
static const char * const bad_rows[] = {
  "2, NULL, NULL, 'read-only', 0",
  "2, 1, NULL, 'read-only', 0",
  "2, 1.5, NULL, 'read-only', 0",
  "2, '/text', NULL, 'read-only', 0",
  "2, x'', NULL, 'read-only', 0",
  "2, x'61', NULL, 'read-only', 0",
  "2, x'2e2e2f61', NULL, 'read-only', 0",
  "2, x'2f610062', NULL, 'read-only', 0",
  "2, x'00', NULL, 'read-only', 0",
  "2, CAST ('https://example.org' AS BLOB), NULL, 'read-only', 0",
  "2, x'2f61', x'61', 'read-only', 0",
  "2, x'2f61', 7, 'read-only', 0",
  "2, x'2f61', CAST (x'ff' AS TEXT), 'read-only', 0",
  "2, x'2f61', NULL, NULL, 0",
  "2, x'2f61', NULL, '', 0",
  "2, x'2f61', NULL, 'Read-only', 0",
  "2, x'2f61', NULL, 'everything', 0",
  "2, x'2f61', NULL, 1, 0",
  "2, x'2f61', NULL, x'00', 0",
  "2, x'2f61', NULL, 'read-only', NULL",
  "2, x'2f61', NULL, 'read-only', 'never'",
  "2, x'2f61', NULL, 'read-only', 0.5",
  "2, x'2f61', NULL, 'read-only', x'00'",
};

static void
test_bad_rows (Fixture       *self,
               gconstpointer  data)
{
  make_database (self);
  edit (self, ROOTS_TABLE "CREATE TABLE roots (position, path, name, access, expires)");
  for (gsize i = 0; i < G_N_ELEMENTS (bad_rows); i++) {
    g_autofree char *sql = g_strdup_printf ("DELETE FROM roots; INSERT INTO roots VALUES (%s),"
                                            " (3, x'2f6f6b', NULL, 'read-only', 0)", bad_rows[i]);

    g_test_message ("%s", bad_rows[i]);
    edit (self, sql);
    assert_read (self, "/ok|-|read-only|0\n");
  }
}

static void
test_bytes (Fixture       *self,
            gconstpointer  data)
{
  static const char text[] = "This is no database, but longer than the header of one: "
                             "01234567890123456789012345678901234567890123456789012345";
  g_autofree char *contents = NULL;
  gsize length;

  g_assert_true (g_file_set_contents (self->path, text, -1, NULL));
  assert_error (self, PADDOCK_ERROR_STORE_DAMAGED);
  g_assert_true (g_file_set_contents (self->path, "", 0, NULL));
  assert_read (self, "");
  g_assert_cmpint (g_unlink (self->path), ==, 0);

  make_database (self);
  g_assert_true (g_file_get_contents (self->path, &contents, &length, NULL));
  /* SQLite treats a file below the smallest page size as empty. */
  for (gsize cut = 512; cut < length; cut += 1 + length / 9) {
    g_assert_true (g_file_set_contents (self->path, contents, cut, NULL));
    assert_error (self, PADDOCK_ERROR_STORE_DAMAGED);
  }
  memset (contents + 4096, 0xa5, length - 4096);
  g_assert_true (g_file_set_contents (self->path, contents, length, NULL));
  assert_error (self, PADDOCK_ERROR_STORE_DAMAGED);
}

static guint
count_lines (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  return g_strv_length (lines) - 1;
}

static void
test_limits (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *fill = g_strdup_printf (
    "WITH RECURSIVE x (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < %d) "
    "INSERT INTO roots (id, path, access, added, expires, last_seen, device, inode, birth, owner)"
    " SELECT n, CAST ('/' || n AS BLOB), 'read-only', 0, 0, 0, 0, 0, 0, 0 FROM x",
    PADDOCK_IMPORT_MAX_ROOTS - 2);
  g_autofree char *name = g_strdup_printf (
    "UPDATE roots SET name = printf ('%%.*c', %d, 'n') WHERE id = 'a';"
    "UPDATE roots SET name = printf ('%%.*c', %d, 'n') WHERE id = 'b'",
    PADDOCK_IMPORT_MAX_NAME, PADDOCK_IMPORT_MAX_NAME + 1);
  g_autofree char *found = NULL;
  g_autofree char *names = NULL;

  make_database (self);
  edit (self, name);
  names = read_other (self->directory);
  g_assert_true (g_str_has_prefix (names, "/a|nnnn"));
  g_assert_true (g_str_has_suffix (names, "/b\xff|-|read-only|0\n"));

  edit (self, fill);
  found = read_other (self->directory);
  g_assert_cmpuint (count_lines (found), ==, PADDOCK_IMPORT_MAX_ROOTS);
  edit (self, INSERT "('z', x'2f7a', NULL, 'read-only', 0" REST);
  assert_error (self, PADDOCK_ERROR_REFUSED);
}

#define ADD(name, function) \
  g_test_add ("/store-import/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("good", test_good);
  ADD ("crossing", test_crossing);
  ADD ("nothing-there", test_nothing_there);
  ADD ("live", test_live);
  ADD ("written", test_written);
  ADD ("file-kinds", test_file_kinds);
  ADD ("owner", test_owner);
  ADD ("size", test_size);
  ADD ("edits", test_edits);
  ADD ("bad-rows", test_bad_rows);
  ADD ("bytes", test_bytes);
  ADD ("limits", test_limits);
  return g_test_run ();
}
