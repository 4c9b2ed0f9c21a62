/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-error.h"
#include "paddock-store.h"

#include "recording-vfs.h"
#include "test-store-support.h"

#include <sqlite3.h>

/* Simulates a power cut after each write and each sync in a series of commits. Whatever survives of
 * the data that was not synced, the following must hold. The store opens, and nothing counts as
 * damaged. All acknowledged commits are there. Of the commit under way there is all or nothing.
 * Then the same with a full disk at each write. */

#define N_COMMITS 24
/* So the series closes and opens the store several times, and writes back the log several times. */
#define COMMITS_PER_OPENING 9
#define CHECKPOINT_PAGES 12

typedef struct {
  GPtrArray *steps;                 /* (owned) */
  GPtrArray *states;                /* (owned) states[n]: the state after n commits, as text */
  GBytes    *secret;                /* (owned) */
} Record;

static int
on_connection_opened (sqlite3                     *db,
                      char                       **message,
                      const sqlite3_api_routines  *api)
{
  return sqlite3_wal_autocheckpoint (db, CHECKPOINT_PAGES);
}

static void
on_ready (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  GAsyncResult **out_result = user_data;

  *out_result = g_object_ref (result);
}

static void
log_change (PaddockChanges *changes,
            guint           number)
{
  g_autofree char *detail = g_strnfill (1 + (number * 397) % 6000, 'd');
  g_autofree char *id = g_strdup_printf ("s%u", number);
  g_autoptr (PaddockJournalEntry) entry = support_make_entry (number + 1, PADDOCK_EVENT_GRANTED, id,
                                                              detail);

  paddock_changes_log (changes, entry);
}

/* Each commit puts a folder, a server and a grant. Some also drop one. */
static PaddockChanges *
make_commit (guint number)
{
  PaddockChanges *changes = paddock_changes_new ();
  g_autofree char *root_id = g_strdup_printf ("r%u", number);
  g_autofree char *server_id = g_strdup_printf ("s%u", number);
  g_autoptr (PaddockRoot) root = support_make_root (root_id);
  g_autoptr (PaddockServer) server = support_make_server (server_id);
  g_autoptr (PaddockGrant) grant = support_make_grant (server_id, root_id);

  paddock_changes_put_root (changes, root);
  paddock_changes_put_server (changes, server);
  paddock_changes_put_grant (changes, grant);
  if (number % 3 == 2) {
    g_autofree char *old_root = g_strdup_printf ("r%u", number - 1);
    g_autofree char *old_server = g_strdup_printf ("s%u", number - 2);

    paddock_changes_drop_root (changes, old_root);
    paddock_changes_drop_server (changes, old_server);
  }
  log_change (changes, number);
  return changes;
}

static void
describe_snapshot (GString               *text,
                   const PaddockSnapshot *snapshot)
{
  GPtrArray *roots = paddock_snapshot_get_roots (snapshot);
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (snapshot, NULL, NULL);

  for (guint i = 0; i < roots->len; i++)
    g_string_append_printf (text, "%s ", ((PaddockRoot *) roots->pdata[i])->id);
  for (guint i = 0; i < servers->len; i++)
    g_string_append_printf (text, "%s ", ((PaddockServer *) servers->pdata[i])->id);
  for (guint i = 0; i < grants->len; i++) {
    const PaddockGrant *grant = g_ptr_array_index (grants, i);

    g_string_append_printf (text, "%s+%s ", grant->server_id, grant->root_id);
  }
}

/* The complete state as text. Journal entries appear as the numbers of their commits. */
static char *
describe (PaddockStore *store)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockSnapshot) snapshot = paddock_store_load (store, &error);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  describe_snapshot (text, snapshot);
  paddock_store_read_journal_async (store, &(PaddockJournalQuery) { 0 }, NULL, on_ready, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  entries = paddock_store_read_journal_finish (store, result, &error);
  g_assert_no_error (error);
  for (guint i = entries->len; i > 0; i--) {
    const PaddockJournalEntry *entry = g_ptr_array_index (entries, i - 1);

    g_assert_cmpuint (strlen (entry->detail), ==, 1 + ((entry->time - 1) * 397) % 6000);
    g_string_append_printf (text, "j%" G_GINT64_FORMAT " ", entry->time - 1);
  }
  return g_string_free (text, FALSE);
}

static PaddockStore *
open_store (const char *directory)
{
  g_autoptr (GError) error = NULL;
  PaddockStore *store = paddock_store_open (directory, &error);

  g_assert_no_error (error);
  g_assert_null (paddock_store_get_set_aside (store));
  return store;
}

static gboolean
try_commit (PaddockStore    *store,
            PaddockChanges  *changes,
            GError         **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  paddock_store_commit_async (store, changes, NULL, on_ready, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return paddock_store_commit_finish (store, result, error);
}

static void
commit (PaddockStore   *store,
        PaddockChanges *changes)
{
  g_autoptr (GError) error = NULL;

  try_commit (store, changes, &error);
  g_assert_no_error (error);
}

static void
record_series (Record *record)
{
  g_autofree char *directory = support_make_directory ();
  g_autoptr (PaddockStore) store = NULL;

  record->states = g_ptr_array_new_with_free_func (g_free);
  recording_vfs_begin (directory);
  store = open_store (directory);
  record->secret = g_bytes_ref (paddock_store_get_secret (store));
  g_ptr_array_add (record->states, describe (store));
  for (guint i = 0; i < N_COMMITS; i++) {
    g_autoptr (PaddockChanges) changes = make_commit (i);

    commit (store, changes);
    recording_vfs_mark ();
    g_ptr_array_add (record->states, describe (store));
    if (i % COMMITS_PER_OPENING != COMMITS_PER_OPENING - 1)
      continue;
    g_assert_finalize_object (g_steal_pointer (&store));
    store = open_store (directory);
  }
  g_assert_finalize_object (g_steal_pointer (&store));
  record->steps = recording_vfs_end ();
  support_remove_directory (directory);
}

static guint
count_marks (const GPtrArray *steps,
             guint            n_steps)
{
  guint count = 0;

  for (guint i = 0; i < n_steps; i++)
    count += ((VfsStep *) steps->pdata[i])->kind == VFS_STEP_MARK;
  return count;
}

/* Opens the database as it was after the first @n_steps, and checks its contents. */
static void
check_cut (const Record *record,
           const char   *directory,
           guint         n_steps,
           VfsLoss       loss,
           guint32       seed)
{
  guint n_acknowledged = count_marks (record->steps, n_steps);
  const char *before = g_ptr_array_index (record->states, n_acknowledged);
  const char *after = g_ptr_array_index (record->states, MIN (n_acknowledged + 1, N_COMMITS));
  PaddockStore *store;
  g_autofree char *found = NULL;

  recording_vfs_replay (record->steps, n_steps, loss, seed, directory);
  store = open_store (directory);
  found = describe (store);
  if (g_strcmp0 (found, before) != 0 && g_strcmp0 (found, after) != 0)
    g_error ("cut after %u steps, loss %d, seed %u: %u commits were acknowledged, and there is: %s",
             n_steps, (int) loss, seed, n_acknowledged, found);
  if (n_acknowledged > 0)
    g_assert_true (g_bytes_equal (paddock_store_get_secret (store), record->secret));

  /* The store can still be written to. */
  if (n_steps % 16 == 0) {
    g_autoptr (PaddockChanges) changes = make_commit (N_COMMITS + 1);

    commit (store, changes);
  }
  g_assert_finalize_object (store);
}

static void
empty_directory (const char *directory)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (directory, name, NULL);

    g_assert_cmpint (g_remove (path), ==, 0);
  }
}

static void
test_cuts (gconstpointer data)
{
  VfsLoss loss = (VfsLoss) GPOINTER_TO_INT (data);
  gboolean is_full = g_strcmp0 (g_getenv ("PADDOCK_TEST_FULL"), "1") == 0;
  guint n_seeds = loss == VFS_SHUFFLED && is_full ? 8 : 1;
  Record record = { NULL };
  g_autofree char *directory = NULL;
  guint n_syncs = 0;

  record_series (&record);
  for (guint i = 0; i < record.steps->len; i++)
    n_syncs += ((VfsStep *) record.steps->pdata[i])->kind == VFS_STEP_SYNC;
  g_test_message ("%u steps, %u of them syncs", record.steps->len, n_syncs);
  g_assert_cmpuint (count_marks (record.steps, record.steps->len), ==, N_COMMITS);
  g_assert_cmpuint (n_syncs, >=, N_COMMITS);
  g_assert_cmpuint (record.steps->len, >, 4 * N_COMMITS);

  directory = support_make_directory ();
  for (guint n_steps = 0; n_steps <= record.steps->len; n_steps++) {
    for (guint seed = 0; seed < n_seeds; seed++) {
      check_cut (&record, directory, n_steps, loss, n_steps * n_seeds + seed);
      empty_directory (directory);
    }
  }

  support_remove_directory (directory);
  g_ptr_array_unref (record.steps);
  g_ptr_array_unref (record.states);
  g_bytes_unref (record.secret);
}

/* The disk is full at one write of a commit. The commit fails as a whole and reports it, or it
 * succeeds. Once there is space again, everything works. */
static void
check_full_at (guint  n_writes,
               guint *n_failed)
{
  g_autofree char *directory = support_make_directory ();
  PaddockStore *store = open_store (directory);
  g_autofree char *expected = NULL;
  g_autofree char *found = NULL;

  for (guint i = 0; i < 4; i++) {
    g_autoptr (PaddockChanges) changes = make_commit (i);
    g_autofree char *before = describe (store);
    g_autofree char *after = NULL;
    g_autoptr (GError) error = NULL;

    recording_vfs_fill ((int) n_writes);
    if (!try_commit (store, changes, &error)) {
      (*n_failed)++;
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
      g_assert_nonnull (strstr (error->message, "disk is full"));
      after = describe (store);
      g_assert_cmpstr (after, ==, before);
      recording_vfs_fill (-1);
      commit (store, changes);
    }
    recording_vfs_fill (-1);
  }

  expected = describe (store);
  g_assert_nonnull (strstr (expected, "s3+r3"));
  g_assert_finalize_object (store);
  store = open_store (directory);
  found = describe (store);
  g_assert_cmpstr (found, ==, expected);
  g_assert_finalize_object (store);
  support_remove_directory (directory);
}

static void
test_full (void)
{
  guint n_failed = 0;

  for (guint n_writes = 0; n_writes < 48; n_writes++)
    check_full_at (n_writes, &n_failed);
  g_test_message ("%u commits failed", n_failed);
  g_assert_cmpuint (n_failed, >, 40);
}

int
main (int   argc,
      char *argv[])
{
  /* In memory, if possible, because the test creates thousands of files. */
  if (g_access ("/dev/shm", W_OK) == 0)
    g_setenv ("TMPDIR", "/dev/shm", TRUE);
  g_test_init (&argc, &argv, NULL);
  recording_vfs_install ();
  sqlite3_auto_extension ((void (*)(void))on_connection_opened);

  g_test_add_data_func ("/store-cuts/kept", GINT_TO_POINTER (VFS_KEPT), test_cuts);
  g_test_add_data_func ("/store-cuts/lost", GINT_TO_POINTER (VFS_LOST), test_cuts);
  g_test_add_data_func ("/store-cuts/torn", GINT_TO_POINTER (VFS_TORN), test_cuts);
  g_test_add_data_func ("/store-cuts/shuffled", GINT_TO_POINTER (VFS_SHUFFLED), test_cuts);
  g_test_add_func ("/store-cuts/full", test_full);
  return g_test_run ();
}
