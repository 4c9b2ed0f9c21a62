/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-store-schema.h"

#include "paddock-error.h"
#include "paddock-store-rows.h"
#include "paddock-store-journal.h"
#include "paddock-store-sql.h"

#include "test-store-support.h"

typedef struct {
  sqlite3 *db;                    /* (owned) */
} Fixture;

static void
run (Fixture    *self,
     const char *sql)
{
  g_autoptr (GError) error = NULL;

  paddock_store_sql_run (self->db, sql, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_assert_cmpint (sqlite3_open (":memory:", &self->db), ==, SQLITE_OK);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_assert_cmpint (sqlite3_close (self->db), ==, SQLITE_OK);
}

static gint64
read_number (Fixture    *self,
             const char *sql)
{
  gint64 number;

  g_assert_true (paddock_store_sql_read_number (self->db, sql, &number, NULL));
  return number;
}

static void
test_new (Fixture       *self,
          gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 2; i++) {
    g_assert_true (paddock_store_schema_migrate (self->db, &error));
    g_assert_no_error (error);
    g_assert_true (paddock_store_schema_probe (self->db, &error));
    g_assert_cmpint (read_number (self, "PRAGMA user_version"), ==,
                     paddock_store_schema_get_version ());
    g_assert_cmpint (read_number (self, "PRAGMA application_id"), ==,
                     PADDOCK_SCHEMA_APPLICATION_ID);
  }
}

/* A step that fails leaves nothing behind. */
static void
test_failing_step (Fixture       *self,
                   gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  run (self, "CREATE TABLE grants (in_the_way)");
  g_assert_false (paddock_store_schema_migrate (self->db, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  g_assert_cmpint (read_number (self, "PRAGMA user_version"), ==, 0);
  g_assert_cmpint (read_number (self, "SELECT count (*) FROM sqlite_schema"), ==, 1);
  g_assert_true (sqlite3_get_autocommit (self->db));

  g_clear_error (&error);
  run (self, "DROP TABLE grants");
  g_assert_true (paddock_store_schema_migrate (self->db, &error));
}

static void
test_probe (Fixture       *self,
            gconstpointer  data)
{
  static const char * const tables[] = { "facts", "journal", "grants", "servers", "roots",
                                         "app_notes" };

  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++) {
    g_autofree char *sql = g_strdup_printf ("BEGIN; DROP TABLE %s", tables[i]);
    g_autoptr (GError) error = NULL;

    g_assert_true (paddock_store_schema_migrate (self->db, &error));
    run (self, sql);
    g_assert_false (paddock_store_schema_probe (self->db, &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE_DAMAGED);
    run (self, "ROLLBACK");
  }
}

static void
assert_released_journal (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = paddock_store_journal_read (self->db, 0, 0, 0, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 2);
  g_assert_cmpuint (((PaddockJournalEntry *) entries->pdata[1])->count, ==, 2);
  g_assert_cmpint (((PaddockJournalEntry *) entries->pdata[0])->event, ==, PADDOCK_EVENT_BLOCKED);
}

/* Version 9 has a note, behind everything else. */
static void
assert_released_note (const PaddockChanges *changes,
                      gint64                version)
{
  const PaddockAppNote *note;

  g_assert_cmpuint (paddock_changes_get_size (changes), ==, version >= 9 ? 7 : 6);
  if (version < 9)
    return;
  note = paddock_changes_get (changes, 6)->note;
  g_assert_cmpstr (note->key, ==, "cursor-k3v9x0q2m1ab.url.http");
  g_assert_cmpstr (note->fact, ==, "f1");
  g_assert_cmpstr (note->app, ==, "cursor");
  g_assert_cmpstr (note->server, ==, "Dateien „neu“");
  g_assert_cmpstr (note->path, ==, "/home/user/.cursor/mcp.json");
  g_assert_cmpint (note->noted, ==, 7);
  g_assert_cmpstr (note->project, ==, version >= 10 ? "/p" : NULL);
  g_assert_cmpint (note->is_gone, ==, version >= 10);
}

/* A database of each released version, as text. Never edit these. */
static void
test_released (Fixture       *self,
               gconstpointer  data)
{
  const char *name = data;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", name, NULL);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *sql = NULL;
  const PaddockChange *change;
  gint64 version;

  g_assert_true (g_file_get_contents (path, &sql, NULL, &error));
  run (self, sql);
  version = read_number (self, "PRAGMA user_version");
  g_assert_true (paddock_store_schema_migrate (self->db, &error));
  g_assert_true (paddock_store_schema_probe (self->db, &error));
  g_assert_cmpint (read_number (self, "PRAGMA user_version"), ==,
                   paddock_store_schema_get_version ());
  g_assert_cmpint (read_number (self, "SELECT count (*) FROM pragma_foreign_key_check"), ==, 0);

  g_assert_true (paddock_store_rows_load (self->db, changes, &error));
  change = paddock_changes_get (changes, 0);
  g_assert_cmpstr (change->root->id, ==, "r1");
  g_assert_cmpstr (change->root->path, ==, SUPPORT_ODD_PATH "r1");
  g_assert_cmpstr (change->root->name, ==, "Projekte „neu“");
  g_assert_cmpint (change->root->access, ==, PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpuint (change->root->record->device, ==, G_MAXUINT64);
  g_assert_cmpstr (change->root->record->fs_uuid, ==, "1234-ABCD");
  g_assert_null (change->root->document);
  change = paddock_changes_get (changes, 1);
  g_assert_cmpstr (change->root->document, ==,
                   version >= 2 ? "1a2b3c4d/r2\xe9" : NULL);
  g_assert_cmpstr (change->root->login, ==, version >= 5 ? "login:boot:name" : NULL);
  g_assert_cmpint (change->root->expires, ==, version >= 5 ? 0 : G_MAXINT64);
  g_assert_cmpint (change->root->crosses, ==, version >= 7);
  g_assert_false (paddock_changes_get (changes, 0)->root->crosses);
  change = paddock_changes_get (changes, 2);
  g_assert_cmpstr (change->server->id, ==, "s1");
  g_assert_cmpint (change->server->standing, ==, PADDOCK_STANDING_ALLOWED);
  g_assert_cmpint (change->server->lists_early, ==, version >= 3);
  g_assert_null (change->server->given_name);
  g_assert_cmpstr (paddock_changes_get (changes, 3)->server->given_name, ==,
                   version >= 8 ? "Server „zwei“" : NULL);
  g_assert_cmpuint (change->server->choices, ==,
                    version >= 4 ? PADDOCK_CHOICE_HOST_ROOTS : PADDOCK_CHOICE_NONE);
  g_assert_cmpuint (paddock_changes_get (changes, 3)->server->choices, ==,
                    (version >= 4 ? PADDOCK_CHOICE_KEEP_ROOTS : PADDOCK_CHOICE_NONE) |
                    (version >= 6 ? PADDOCK_CHOICE_READING : PADDOCK_CHOICE_NONE));
  g_assert_cmpint (paddock_identity_get_kind (change->server->identity), ==,
                   PADDOCK_IDENTITY_LAUNCH);
  g_assert_cmpstr (paddock_identity_get_fact (change->server->identity, PADDOCK_FACT_HOST).value,
                   ==, "s1");
  g_assert_cmpint (paddock_identity_get_fact (change->server->identity, PADDOCK_FACT_USER).proof,
                   ==, PADDOCK_PROOF_PROVEN);
  change = paddock_changes_get (changes, 4);
  g_assert_cmpstr (change->grant->server_id, ==, "s1");
  g_assert_cmpstr (change->grant->root_id, ==, "r1");
  g_assert_cmpstr (change->grant->scope, ==, "pid 7");
  assert_released_note (changes, version);
  assert_released_journal (self);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, data, function) \
  g_test_add ("/store-schema/" path, Fixture, data, set_up, function, tear_down)
  ADD ("new", NULL, test_new);
  ADD ("failing-step", NULL, test_failing_step);
  ADD ("probe", NULL, test_probe);
  ADD ("released/1", "store-v1.sql", test_released);
  ADD ("released/2", "store-v2.sql", test_released);
  ADD ("released/3", "store-v3.sql", test_released);
  ADD ("released/4", "store-v4.sql", test_released);
  ADD ("released/5", "store-v5.sql", test_released);
  ADD ("released/6", "store-v6.sql", test_released);
  ADD ("released/7", "store-v7.sql", test_released);
  ADD ("released/8", "store-v8.sql", test_released);
  ADD ("released/9", "store-v9.sql", test_released);
  ADD ("released/10", "store-v10.sql", test_released);
  return g_test_run ();
}
