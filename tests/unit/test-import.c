/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-import.h"

#include "paddock-add-result.h"
#include "paddock-names.h"

#include "service-disk-fixture.h"

#include <sqlite3.h>

/* The other installation's data, offered and answered. */

static void
put_other_root (const Tree     *tree,
                PaddockChanges *changes,
                const char     *id,
                const char     *relative,
                PaddockAccess   access,
                gint64          expires)
{
  g_autofree char *below = relative[0] == '/' ? NULL : tree_path (tree, relative);
  g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) {
    .id = id, .path = below != NULL ? below : relative, .name = id, .access = access,
    .expires = expires, .crosses = access == PADDOCK_ACCESS_READ_WRITE,
  });

  paddock_changes_put_root (changes, root);
}

#define LATER (g_get_real_time () + G_TIME_SPAN_HOUR)

/* The data of a service that shared good folders and others, and let a server see one of them. */
static char *
make_other (Scene *scene)
{
  char *directory = tree_path (scene->tree, "other");
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  PaddockStore *store = paddock_store_open (directory, &error);

  g_assert_no_error (error);
  tree_mkdir (scene->tree, "home/.ssh");
  put_other_root (scene->tree, changes, "p", "home/projects", PADDOCK_ACCESS_READ_WRITE, 0);
  put_other_root (scene->tree, changes, "d", "home/projects/deep", PADDOCK_ACCESS_READ_ONLY, LATER);
  put_other_root (scene->tree, changes, "s", "home/.ssh", PADDOCK_ACCESS_READ_WRITE, 0);
  put_other_root (scene->tree, changes, "n", "nowhere", PADDOCK_ACCESS_READ_WRITE, 0);
  put_other_root (scene->tree, changes, "o", "own/data", PADDOCK_ACCESS_READ_ONLY, 0);
  put_other_root (scene->tree, changes, "y", "/proc", PADDOCK_ACCESS_READ_ONLY, 0);
  put_other_root (scene->tree, changes, "e", "home", PADDOCK_ACCESS_READ_ONLY, 1);
  fixture_put_server (changes, "s1", PADDOCK_STANDING_ALLOWED);
  fixture_put_grant (changes, "s1", "p", PADDOCK_ACCESS_READ_WRITE, 0, NULL);
  paddock_store_commit_async (store, changes, NULL, on_result, &result);
  WAIT_FOR (result != NULL);
  g_assert_true (paddock_store_commit_finish (store, result, &error));
  paddock_store_close (store);
  g_clear_object (&result);
  g_assert_finalize_object (store);
  return directory;
}

#define N_OFFERED 6               /* all but the expired one */

static void
edit_other (const char *directory,
            const char *sql)
{
  g_autofree char *path = g_build_filename (directory, PADDOCK_DATABASE_NAME, NULL);
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

static void
on_changed (PaddockImport *import,
            guint         *n_changes)
{
  (*n_changes)++;
}

/* Looks, and waits for the end: a look holds its import. */
static PaddockImport *
look (Scene      *scene,
      const char *directory)
{
  PaddockImport *import = paddock_import_new (scene->state, directory, scene->data_dir);

  paddock_import_look (import);
  WAIT_FOR (G_OBJECT (import)->ref_count == 1);
  return import;
}

static void
assert_offer (PaddockImport      *import,
              PaddockImportState  state,
              guint               n_roots)
{
  const PaddockImportOffer *offer = paddock_import_get_offer (import);

  if (state == PADDOCK_IMPORT_NONE) {
    g_assert_null (offer);
    return;
  }
  g_assert_nonnull (offer);
  g_assert_cmpint (offer->state, ==, state);
  g_assert_cmpuint (offer->n_roots, ==, n_roots);
}

static GPtrArray *
answer (PaddockImport  *import,
        gboolean        accept,
        GError        **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  paddock_import_answer_async (import, accept, on_result, &result);
  WAIT_FOR (result != NULL);
  return paddock_import_answer_finish (import, result, error);
}

static const struct {
  gboolean            added;
  PaddockPlaceVerdict verdict;
} outcomes[N_OFFERED] = {
  { TRUE, PADDOCK_PLACE_ACCEPTED },
  { TRUE, PADDOCK_PLACE_ACCEPTED },
  { FALSE, PADDOCK_PLACE_WARNED },
  { FALSE, PADDOCK_PLACE_MISSING },
  { FALSE, PADDOCK_PLACE_OWN },
  { FALSE, PADDOCK_PLACE_SYSTEM },
};

static void
check_imported (Scene *scene)
{
  GPtrArray *roots = paddock_snapshot_get_roots (scene->snapshot);
  const PaddockRoot *first = g_ptr_array_index (roots, 0);
  const PaddockRoot *second = g_ptr_array_index (roots, 1);

  g_assert_cmpuint (roots->len, ==, 2);
  g_assert_cmpstr (first->name, ==, "p");
  g_assert_cmpint (first->access, ==, PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpint (first->expires, ==, 0);
  g_assert_nonnull (first->record);
  g_assert_false (first->crosses);
  g_assert_cmpstr (second->name, ==, "d");
  g_assert_cmpint (second->access, ==, PADDOCK_ACCESS_READ_ONLY);
  g_assert_cmpint (second->expires, >, g_get_real_time ());

  /* No server sees them, and none came with them. */
  g_assert_cmpuint (paddock_snapshot_get_servers (scene->snapshot)->len, ==, 0);
  scene_assert_grants (scene, "");
}

static void
test_import (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *other = make_other (scene);
  PaddockImport *import = look (scene, other);
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;
  guint n_changes = 0;

  g_signal_connect (import, "changed", G_CALLBACK (on_changed), &n_changes);
  assert_offer (import, PADDOCK_IMPORT_FOUND, N_OFFERED);
  results = answer (import, TRUE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (results->len, ==, N_OFFERED);
  for (guint i = 0; i < results->len; i++) {
    const PaddockAddResult *result = g_ptr_array_index (results, i);

    g_assert_cmpint (result->added, ==, outcomes[i].added);
    g_assert_cmpint (result->verdict, ==, outcomes[i].verdict);
    /* The read-write ones include other file systems there; here none does. */
    g_assert_cmpint (result->uncrossed, ==, i == 0);
  }
  check_imported (scene);
  assert_offer (import, PADDOCK_IMPORT_NONE, 0);
  g_assert_cmpuint (n_changes, ==, 1);

  /* It can be answered only once. */
  g_assert_null (answer (import, TRUE, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND);
  g_assert_finalize_object (import);

  /* And for good: the folders that were left out do not come back either. */
  scene_reopen (scene);
  check_imported (scene);
  import = look (scene, other);
  assert_offer (import, PADDOCK_IMPORT_NONE, 0);
  g_assert_finalize_object (import);
}

static void
test_put_away (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *other = make_other (scene);
  PaddockImport *import = look (scene, other);
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;

  /* An offer without an answer comes again. */
  g_assert_finalize_object (import);
  scene_reopen (scene);
  import = look (scene, other);
  assert_offer (import, PADDOCK_IMPORT_FOUND, N_OFFERED);

  results = answer (import, FALSE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (results->len, ==, 0);
  g_assert_cmpuint (paddock_snapshot_get_roots (scene->snapshot)->len, ==, 0);
  assert_offer (import, PADDOCK_IMPORT_NONE, 0);
  g_assert_finalize_object (import);

  scene_reopen (scene);
  import = look (scene, other);
  assert_offer (import, PADDOCK_IMPORT_NONE, 0);
  g_assert_finalize_object (import);
}

/* Unreadable data is reported. When it can be read, it is offered, whatever the answer was
 * before. */
static void
test_unreadable (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *other = make_other (scene);
  PaddockImport *import;
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;

  edit_other (other, "PRAGMA application_id = 7");
  import = look (scene, other);
  assert_offer (import, PADDOCK_IMPORT_DAMAGED, 0);
  g_assert_finalize_object (import);

  edit_other (other, "PRAGMA application_id = 0x5064646b; PRAGMA user_version = 1000");
  import = look (scene, other);
  assert_offer (import, PADDOCK_IMPORT_NEWER, 0);
  g_assert_null (answer (import, TRUE, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND);
  g_clear_error (&error);
  assert_offer (import, PADDOCK_IMPORT_NEWER, 0);
  results = answer (import, FALSE, &error);
  g_assert_no_error (error);
  g_assert_finalize_object (import);

  scene_reopen (scene);
  import = look (scene, other);
  assert_offer (import, PADDOCK_IMPORT_NONE, 0);
  g_assert_finalize_object (import);

  edit_other (other, "PRAGMA user_version = 1");
  import = look (scene, other);
  assert_offer (import, PADDOCK_IMPORT_FOUND, N_OFFERED);
  g_assert_finalize_object (import);
}

static void
test_refused (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *other = make_other (scene);
  g_autofree char *link = tree_path (scene->tree, "link-to-other");
  PaddockImport *import;

  tree_link (scene->tree, other, "link-to-other");
  import = look (scene, link);
  assert_offer (import, PADDOCK_IMPORT_REFUSED, 0);
  g_assert_finalize_object (import);
}

static void
test_nothing (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *missing = tree_path (scene->tree, "nowhere");
  g_autofree char *other = make_other (scene);
  PaddockImport *import = look (scene, missing);

  assert_offer (import, PADDOCK_IMPORT_NONE, 0);
  g_assert_finalize_object (import);
  import = look (scene, scene->data_dir);
  assert_offer (import, PADDOCK_IMPORT_NONE, 0);
  g_assert_finalize_object (import);

  /* This installation has everything that the other one has. */
  edit_other (other, "DELETE FROM roots WHERE id <> 'p'");
  scene_share (scene, "r1", "home/projects");
  import = look (scene, other);
  assert_offer (import, PADDOCK_IMPORT_NONE, 0);
  g_assert_finalize_object (import);
}

/* The service stops during a look. */
static void
test_closed (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *other = make_other (scene);
  PaddockImport *import = paddock_import_new (scene->state, other, scene->data_dir);

  paddock_import_look (import);
  paddock_import_close (import);
  WAIT_FOR (G_OBJECT (import)->ref_count == 1);
  assert_offer (import, PADDOCK_IMPORT_NONE, 0);
  g_assert_finalize_object (import);
}

static void
test_answered_twice (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *other = make_other (scene);
  PaddockImport *import = look (scene, other);
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;

  paddock_import_answer_async (import, TRUE, on_result, &first);
  g_assert_null (answer (import, FALSE, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_BUSY);
  g_clear_error (&error);
  WAIT_FOR (first != NULL);
  results = paddock_import_answer_finish (import, first, &error);
  g_assert_no_error (error);
  check_imported (scene);
  g_clear_object (&first);
  g_assert_finalize_object (import);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import/import", test_import);
  g_test_add_func ("/import/put-away", test_put_away);
  g_test_add_func ("/import/unreadable", test_unreadable);
  g_test_add_func ("/import/refused", test_refused);
  g_test_add_func ("/import/nothing", test_nothing);
  g_test_add_func ("/import/closed", test_closed);
  g_test_add_func ("/import/answered-twice", test_answered_twice);
  return g_test_run ();
}
