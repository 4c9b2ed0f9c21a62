/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-store-rows.h"

#include "paddock-error.h"
#include "paddock-store-schema.h"
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
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (sqlite3_open (":memory:", &self->db), ==, SQLITE_OK);
  g_assert_true (paddock_store_schema_migrate (self->db, &error));
  run (self, "PRAGMA foreign_keys = ON");
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_assert_cmpint (sqlite3_close (self->db), ==, SQLITE_OK);
}

static gboolean
try_apply (Fixture         *self,
           PaddockChanges  *changes,
           GError         **error)
{
  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    if (!paddock_store_rows_apply (self->db, paddock_changes_get (changes, i), error))
      return FALSE;
  }
  return TRUE;
}

static void
apply (Fixture        *self,
       PaddockChanges *changes)
{
  g_autoptr (GError) error = NULL;

  try_apply (self, changes, &error);
  g_assert_no_error (error);
}

static PaddockChanges *
load (Fixture *self)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (paddock_store_rows_load (self->db, changes, &error));
  g_assert_no_error (error);
  return g_steal_pointer (&changes);
}

/* Two roots, two servers, and a grant of each root to each server. */
static void
fill (Fixture *self)
{
  static const char * const roots[] = { "r1", "r2" };
  static const char * const servers[] = { "s1", "s2" };
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  for (gsize i = 0; i < 2; i++) {
    g_autoptr (PaddockRoot) root = support_make_root (roots[i]);
    g_autoptr (PaddockServer) server = support_make_server (servers[i]);

    paddock_changes_put_root (changes, root);
    paddock_changes_put_server (changes, server);
  }
  for (gsize i = 0; i < 4; i++) {
    g_autoptr (PaddockGrant) grant = support_make_grant (servers[i / 2], roots[i % 2]);

    paddock_changes_put_grant (changes, grant);
  }
  apply (self, changes);
}

/* What is there, in its order: "r1 r2 s1 s1:r1 …". */
static char *
describe (Fixture *self)
{
  g_autoptr (PaddockChanges) changes = load (self);
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);

    if (i > 0)
      g_string_append_c (text, ' ');
    if (change->root)
      g_string_append (text, change->root->id);
    else if (change->server)
      g_string_append (text, change->server->id);
    else if (change->grant)
      g_string_append_printf (text, "%s:%s", change->grant->server_id, change->grant->root_id);
  }
  return g_string_free (text, FALSE);
}

static void
assert_there (Fixture    *self,
              const char *expected)
{
  g_autofree char *there = describe (self);

  g_assert_cmpstr (there, ==, expected);
}

static void
test_root (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (PaddockRoot) root = support_make_root ("r");
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockChanges) loaded = NULL;
  const PaddockRoot *back;

  paddock_changes_put_root (changes, root);
  apply (self, changes);
  loaded = load (self);
  g_assert_cmpuint (paddock_changes_get_size (loaded), ==, 1);
  back = paddock_changes_get (loaded, 0)->root;
  g_assert_cmpstr (back->id, ==, root->id);
  g_assert_cmpstr (back->path, ==, root->path);
  g_assert_cmpstr (back->picked, ==, root->picked);
  g_assert_cmpstr (back->document, ==, root->document);
  g_assert_cmpstr (back->name, ==, root->name);
  g_assert_cmpint (back->access, ==, root->access);
  g_assert_cmpint (back->added, ==, root->added);
  g_assert_cmpint (back->expires, ==, root->expires);
  g_assert_cmpint (back->last_seen, ==, root->last_seen);
  g_assert_false (back->volatile_);
  g_assert_false (back->crosses);
  g_assert_true (paddock_file_record_equal (back->record, root->record));
}

/* Switched on and off again. */
static void
test_root_that_crosses (Fixture       *self,
                        gconstpointer  data)
{
  g_autoptr (PaddockRoot) root = support_make_root ("r");

  for (int crosses = 1; crosses >= 0; crosses--) {
    PaddockRoot edited = *root;
    g_autoptr (PaddockRoot) put = NULL;
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    g_autoptr (PaddockChanges) loaded = NULL;

    edited.crosses = crosses;
    put = paddock_root_new (&edited);
    paddock_changes_put_root (changes, put);
    apply (self, changes);
    loaded = load (self);
    g_assert_cmpint (paddock_changes_get (loaded, 0)->root->crosses, ==, crosses);
  }
}

/* A reader that knows only the time takes it for expired. */
static void
test_root_of_login (Fixture       *self,
                    gconstpointer  data)
{
  g_autoptr (PaddockRoot) root = support_make_root ("r");
  PaddockRoot edited = *root;
  g_autoptr (PaddockRoot) of_login = NULL;
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockChanges) loaded = NULL;
  gint64 expires = 0;

  edited.login = "login:boot:name";
  edited.expires = 0;
  of_login = paddock_root_new (&edited);
  paddock_changes_put_root (changes, of_login);
  apply (self, changes);
  loaded = load (self);
  g_assert_cmpstr (paddock_changes_get (loaded, 0)->root->login, ==, "login:boot:name");
  g_assert_cmpint (paddock_changes_get (loaded, 0)->root->expires, ==, 0);
  g_assert_true (paddock_store_sql_read_number (self->db, "SELECT expires FROM roots", &expires,
                                                NULL));
  g_assert_cmpint (expires, ==, 1);
}

static void
test_bare_root (Fixture       *self,
                gconstpointer  data)
{
  PaddockFileRecord record = { .kind = PADDOCK_FILE_KIND_REGULAR, .mount_point = (char *) "/" };
  PaddockRoot template = { .id = "bare", .path = "/", .record = &record };
  g_autoptr (PaddockRoot) root = paddock_root_new (&template);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockChanges) loaded = NULL;
  const PaddockRoot *back;

  paddock_changes_put_root (changes, root);
  apply (self, changes);
  loaded = load (self);
  back = paddock_changes_get (loaded, 0)->root;
  g_assert_null (back->picked);
  g_assert_null (back->document);
  g_assert_null (back->name);
  g_assert_cmpint (back->access, ==, PADDOCK_ACCESS_READ_ONLY);
  g_assert_cmpint (back->record->kind, ==, PADDOCK_FILE_KIND_REGULAR);
  g_assert_null (back->record->fs_uuid);
}

static void
test_server (Fixture       *self,
             gconstpointer  data)
{
  static const PaddockStanding standings[] = {
    PADDOCK_STANDING_UNDECIDED, PADDOCK_STANDING_ALLOWED, PADDOCK_STANDING_BLOCKED,
    PADDOCK_STANDING_WITHOUT_ROOTS
  };
  g_autoptr (PaddockServer) server = support_make_server ("s");

  for (gsize i = 0; i < G_N_ELEMENTS (standings); i++) {
    PaddockServer edited = *server;
    g_autoptr (PaddockServer) put = NULL;
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    g_autoptr (PaddockChanges) loaded = NULL;
    const PaddockServer *back;

    edited.standing = standings[i];
    edited.lists_early = i % 2 == 0;
    edited.choices = (PaddockChoices) (7 - i);
    edited.given_name = i == 0 ? "Mein „Name“" : NULL;
    edited.claimed_name = i == 0 ? NULL : server->claimed_name;
    edited.decision_scope = i == 0 ? NULL : server->decision_scope;
    put = paddock_server_new (&edited);
    paddock_changes_put_server (changes, put);
    apply (self, changes);
    loaded = load (self);
    g_assert_cmpuint (paddock_changes_get_size (loaded), ==, 1);
    back = paddock_changes_get (loaded, 0)->server;
    g_assert_cmpstr (back->id, ==, "s");
    g_assert_true (paddock_identity_equal (back->identity, server->identity));
    g_assert_cmpstr (back->given_name, ==, put->given_name);
    g_assert_cmpstr (back->claimed_name, ==, put->claimed_name);
    g_assert_cmpint (back->standing, ==, standings[i]);
    g_assert_cmpint (back->decided, ==, 10);
    g_assert_cmpint (back->decision_ends, ==, 20);
    g_assert_cmpstr (back->decision_scope, ==, put->decision_scope);
    g_assert_cmpuint (back->times_put_off, ==, 2);
    g_assert_cmpint (back->put_off_until, ==, G_MAXINT64);
    g_assert_cmpint (back->first_seen, ==, 30);
    g_assert_cmpint (back->last_seen, ==, 40);
    g_assert_cmpint (back->lists_early, ==, i % 2 == 0);
    g_assert_cmpuint (back->choices, ==, 7 - i);
  }
}

static void
test_grant (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr (PaddockChanges) loaded = NULL;
  const PaddockGrant *back;

  fill (self);
  loaded = load (self);
  g_assert_cmpuint (paddock_changes_get_size (loaded), ==, 8);
  back = paddock_changes_get (loaded, 4)->grant;
  g_assert_cmpstr (back->server_id, ==, "s1");
  g_assert_cmpstr (back->root_id, ==, "r1");
  g_assert_cmpint (back->access, ==, PADDOCK_ACCESS_READ_ONLY);
  g_assert_cmpint (back->granted, ==, 100);
  g_assert_cmpint (back->expires, ==, 200);
  g_assert_cmpstr (back->scope, ==, "pid 7");
}

static void
change_note (Fixture           *self,
             PaddockChangeKind  kind,
             const char        *key,
             const char        *server)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockAppNote) note = paddock_app_note_new (&(PaddockAppNote) {
    key, "fact", "cursor", server, "/f\n", 7, *server == 'o' ? NULL : "/p", *server != 'o',
  });

  paddock_changes_add (changes, &(PaddockChange) { .kind = kind, .note = note });
  apply (self, changes);
}

static void
test_note (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (PaddockChanges) loaded = NULL;
  g_autoptr (PaddockChanges) rest = NULL;
  const PaddockAppNote *back;

  change_note (self, PADDOCK_CHANGE_PUT_APP_NOTE, "cursor-000000000001", "one");
  change_note (self, PADDOCK_CHANGE_PUT_APP_NOTE, "cursor-000000000002", "two");
  change_note (self, PADDOCK_CHANGE_PUT_APP_NOTE, "cursor-000000000001", "a\xe2\x80\xae");
  change_note (self, PADDOCK_CHANGE_TAKE_OUT, "cursor-000000000002", "");
  loaded = load (self);
  g_assert_cmpuint (paddock_changes_get_size (loaded), ==, 2);
  g_assert_cmpint (paddock_changes_get (loaded, 0)->kind, ==, PADDOCK_CHANGE_PUT_APP_NOTE);
  back = paddock_changes_get (loaded, 0)->note;
  g_assert_cmpstr (back->key, ==, "cursor-000000000001");
  g_assert_cmpstr (back->fact, ==, "fact");
  g_assert_cmpstr (back->app, ==, "cursor");
  g_assert_cmpstr (back->server, ==, "a\xe2\x80\xae");
  g_assert_cmpstr (back->path, ==, "/f\n");
  g_assert_cmpstr (back->project, ==, "/p");
  g_assert_true (back->is_gone);
  g_assert_cmpint (back->noted, ==, 7);

  change_note (self, PADDOCK_CHANGE_DROP_APP_NOTE, "cursor-000000000001", "");
  change_note (self, PADDOCK_CHANGE_DROP_APP_NOTE, "cursor-000000000009", "");
  rest = load (self);
  g_assert_cmpuint (paddock_changes_get_size (rest), ==, 1);
  g_assert_cmpstr (paddock_changes_get (rest, 0)->note->server, ==, "two");
}

/* A note that makes no sense is left out. */
static void
test_damaged_note (Fixture       *self,
                   gconstpointer  data)
{
  static const char * const damages[] = {
    "key = 'made up'", "key = ''", "app = 'Cursor'", "server = ''", "path = 'f'",
    "server = CAST (x'ff' AS TEXT)", "server = CAST (zeroblob (257) AS TEXT)",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (damages); i++) {
    g_autofree char *sql = g_strconcat ("UPDATE app_notes SET ", damages[i], NULL);
    g_autoptr (PaddockChanges) loaded = NULL;

    run (self, "DELETE FROM app_notes");
    change_note (self, PADDOCK_CHANGE_PUT_APP_NOTE, "cursor-000000000001", "one");
    run (self, sql);
    g_test_expect_message ("paddock-store", G_LOG_LEVEL_WARNING, "Left out 1 row*app_notes*");
    loaded = load (self);
    g_test_assert_expected_messages ();
    g_assert_cmpuint (paddock_changes_get_size (loaded), ==, 0);
  }
}

/* A new value keeps its place in the order, and its grants. */
static void
test_put_again (Fixture       *self,
                gconstpointer  data)
{
  g_autoptr (PaddockRoot) root = support_make_root ("r1");
  g_autoptr (PaddockServer) server = support_make_server ("s1");
  PaddockGrant edited_grant = {
    .server_id = "s1", .root_id = "r1", .access = PADDOCK_ACCESS_READ_WRITE
  };
  g_autoptr (PaddockGrant) grant = paddock_grant_new (&edited_grant);
  g_autoptr (PaddockRoot) renamed = NULL;
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockChanges) loaded = NULL;
  PaddockRoot edited = *root;

  fill (self);
  edited.name = "other";
  renamed = paddock_root_new (&edited);
  paddock_changes_put_grant (changes, grant);
  paddock_changes_put_server (changes, server);
  paddock_changes_put_root (changes, renamed);
  apply (self, changes);
  assert_there (self, "r1 r2 s1 s2 s1:r1 s1:r2 s2:r1 s2:r2");
  loaded = load (self);
  g_assert_cmpstr (paddock_changes_get (loaded, 0)->root->name, ==, "other");
  g_assert_cmpint (paddock_changes_get (loaded, 4)->grant->access, ==, PADDOCK_ACCESS_READ_WRITE);
  g_assert_null (paddock_changes_get (loaded, 4)->grant->scope);
}

/* A mark with a bad value is a mark, too. */
static void
test_paused (Fixture       *self,
             gconstpointer  data)
{
  static const gboolean states[] = { TRUE, TRUE, FALSE, FALSE, TRUE };

  for (gsize i = 0; i < G_N_ELEMENTS (states); i++) {
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    g_autoptr (PaddockChanges) loaded = NULL;

    paddock_changes_set_paused (changes, states[i]);
    apply (self, changes);
    loaded = load (self);
    g_assert_cmpuint (paddock_changes_get_size (loaded), ==, states[i]);
    if (states[i])
      g_assert_true (paddock_changes_get (loaded, 0)->is_paused);
  }
  for (guint i = 0; i < 2; i++) {
    g_autoptr (PaddockChanges) loaded = NULL;

    run (self, i == 0 ? "UPDATE facts SET value = x''" : "UPDATE facts SET value = x'00ff'");
    loaded = load (self);
    g_assert_cmpuint (paddock_changes_get_size (loaded), ==, 1);
  }
}

static void
test_drop (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (PaddockChanges) grant = paddock_changes_new ();
  g_autoptr (PaddockChanges) root = paddock_changes_new ();
  g_autoptr (PaddockChanges) server = paddock_changes_new ();
  g_autoptr (PaddockChanges) nothing = paddock_changes_new ();
  g_autoptr (PaddockChanges) again = paddock_changes_new ();
  g_autoptr (PaddockRoot) late = support_make_root ("r1");

  fill (self);
  paddock_changes_drop_grant (grant, "s2", "r1");
  apply (self, grant);
  assert_there (self, "r1 r2 s1 s2 s1:r1 s1:r2 s2:r2");
  paddock_changes_drop_root (root, "r1");
  apply (self, root);
  assert_there (self, "r2 s1 s2 s1:r2 s2:r2");
  paddock_changes_drop_server (server, "s1");
  apply (self, server);
  assert_there (self, "r2 s2 s2:r2");

  paddock_changes_drop_root (nothing, "none");
  paddock_changes_drop_server (nothing, "none");
  paddock_changes_drop_grant (nothing, "none", "r2");
  paddock_changes_drop_grant (nothing, "s2", "' OR 1 = 1 --");
  apply (self, nothing);
  assert_there (self, "r2 s2 s2:r2");

  /* A root that comes back is the last one. */
  paddock_changes_put_root (again, late);
  apply (self, again);
  assert_there (self, "r2 r1 s2 s2:r2");
}

static void
test_grant_of_nothing (Fixture       *self,
                       gconstpointer  data)
{
  static const char * const pairs[][2] = { { "s1", "none" }, { "none", "r1" }, { "none", "none" } };

  fill (self);
  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++) {
    g_autoptr (PaddockGrant) grant = support_make_grant (pairs[i][0], pairs[i][1]);
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    g_autoptr (GError) error = NULL;

    paddock_changes_put_grant (changes, grant);
    g_assert_false (try_apply (self, changes, &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  }
  assert_there (self, "r1 r2 s1 s2 s1:r1 s1:r2 s2:r1 s2:r2");
}

/* Rows as a person or a fault may have left them. Only a bad row, and what depends on it, is left
 * out. */
static const struct { const char *sql;
                      const char *left;
} broken[] = {
  { "UPDATE roots SET name = NULL WHERE id = 'r1'", "r1 r2 s1 s2 s1:r1 s1:r2 s2:r1 s2:r2" },
  { "UPDATE roots SET path = x'6f6464' WHERE id = 'r1'", "r2 s1 s2 s1:r2 s2:r2" },
  { "UPDATE roots SET path = x'' WHERE id = 'r1'", "r2 s1 s2 s1:r2 s2:r2" },
  { "UPDATE roots SET path = x'2f00' WHERE id = 'r1'", "r2 s1 s2 s1:r2 s2:r2" },
  { "UPDATE roots SET document = x'2f6574632f78' WHERE id = 'r1'", "r2 s1 s2 s1:r2 s2:r2" },
  { "UPDATE roots SET document = CAST ('a/..' AS BLOB) WHERE id = 'r1'", "r2 s1 s2 s1:r2 s2:r2" },
  { "UPDATE roots SET access = 'all' WHERE id = 'r1'", "r2 s1 s2 s1:r2 s2:r2" },
  { "UPDATE roots SET access = '' WHERE id = 'r1'", "r2 s1 s2 s1:r2 s2:r2" },
  { "UPDATE roots SET kind = 'socket' WHERE id = 'r1'", "r2 s1 s2 s1:r2 s2:r2" },
  { "UPDATE roots SET mount_point = NULL WHERE id = 'r1'", "r2 s1 s2 s1:r2 s2:r2" },
  { "UPDATE roots SET owner = -1 WHERE id = 'r1'", "r2 s1 s2 s1:r2 s2:r2" },
  { "UPDATE roots SET owner = 4294967296 WHERE id = 'r1'", "r2 s1 s2 s1:r2 s2:r2" },
  { "UPDATE roots SET name = CAST (x'ff' AS TEXT) WHERE id = 'r1'", "r2 s1 s2 s1:r2 s2:r2" },
  { "UPDATE roots SET fs_uuid = CAST (x'4100' AS TEXT) WHERE id = 'r1'", "r2 s1 s2 s1:r2 s2:r2" },
  { "UPDATE servers SET identity = '' WHERE id = 's2'", "r1 r2 s1 s1:r1 s1:r2" },
  { "UPDATE servers SET identity = '((((((' WHERE id = 's2'", "r1 r2 s1 s1:r1 s1:r2" },
  { "UPDATE servers SET identity = '1' WHERE id = 's2'", "r1 r2 s1 s1:r1 s1:r2" },
  { "UPDATE servers SET standing = 'king' WHERE id = 's2'", "r1 r2 s1 s1:r1 s1:r2" },
  { "UPDATE servers SET decision_scope = CAST (x'ff' AS TEXT) WHERE id = 's2'",
    "r1 r2 s1 s1:r1 s1:r2" },
  { "UPDATE grants SET access = 'all' WHERE server_id = 's2'", "r1 r2 s1 s2 s1:r1 s1:r2" },
  { "UPDATE grants SET scope = CAST (x'ff' AS TEXT) WHERE server_id = 's2'",
    "r1 r2 s1 s2 s1:r1 s1:r2" },
};

static void
test_broken (Fixture       *self,
             gconstpointer  data)
{
  gsize which = GPOINTER_TO_SIZE (data);

  fill (self);
  run (self, broken[which].sql);
  if (which > 0)
    g_test_expect_message ("paddock-store", G_LOG_LEVEL_WARNING, "Left out * rows*");
  if (which > 0 && !strstr (broken[which].sql, "grants"))
    g_test_expect_message ("paddock-store", G_LOG_LEVEL_WARNING, "Left out 2 rows*grants*");
  assert_there (self, broken[which].left);
  g_test_assert_expected_messages ();
}

/* A fact that cannot be read must not make the server match more than before. */
static void
test_doubtful_identity (Fixture       *self,
                        gconstpointer  data)
{
  g_autoptr (PaddockServer) server = support_make_server ("s2");
  g_autoptr (PaddockChanges) loaded = NULL;
  const PaddockServer *back;

  fill (self);
  run (self, "UPDATE servers SET identity = replace (identity, 'proven', 'sworn') WHERE id = 's2'");
  loaded = load (self);
  back = paddock_changes_get (loaded, 3)->server;
  g_assert_cmpstr (back->id, ==, "s2");
  g_assert_cmpint (paddock_identity_get_kind (back->identity), ==, PADDOCK_IDENTITY_ANONYMOUS);
  g_assert_false (paddock_identity_matches (back->identity, server->identity));
}

static void
test_without_record (Fixture       *self,
                     gconstpointer  data)
{
  fill (self);
  run (self, "UPDATE roots SET kind = NULL, mount_point = NULL WHERE id = 'r1'");
  {
    g_autoptr (PaddockChanges) loaded = load (self);

    g_assert_null (paddock_changes_get (loaded, 0)->root->record);
    g_assert_nonnull (paddock_changes_get (loaded, 1)->root->record);
  }
}

static void
test_no_tables (void)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (GError) error = NULL;
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_false (paddock_store_rows_load (db, changes, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  sqlite3_close (db);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/store-rows/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("root", test_root);
  ADD ("root-that-crosses", test_root_that_crosses);
  ADD ("root-of-login", test_root_of_login);
  ADD ("bare-root", test_bare_root);
  ADD ("server", test_server);
  ADD ("grant", test_grant);
  ADD ("note", test_note);
  ADD ("damaged-note", test_damaged_note);
  ADD ("put-again", test_put_again);
  ADD ("paused", test_paused);
  ADD ("drop", test_drop);
  ADD ("grant-of-nothing", test_grant_of_nothing);
  ADD ("doubtful-identity", test_doubtful_identity);
  ADD ("without-record", test_without_record);
  g_test_add_func ("/store-rows/no-tables", test_no_tables);
  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++) {
    g_autofree char *path = g_strdup_printf ("/store-rows/broken/%zu", i);

    g_test_add (path, Fixture, GSIZE_TO_POINTER (i), set_up, test_broken, tear_down);
  }
  return g_test_run ();
}
