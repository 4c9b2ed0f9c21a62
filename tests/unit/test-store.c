/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-store.h"

#include "paddock-error.h"
#include "paddock-names.h"
#include "paddock-store-sql.h"

#include "test-store-support.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

/* The argument before a directory with which the child of the kill test starts. */
#define COMMIT_FOR_EVER "--commit-for-ever"

#define N_KILLS 20

typedef struct {
  char         *directory;        /* (owned) */
  PaddockStore *store;            /* (owned) */
} Fixture;

/* The end of an asynchronous call. */
typedef struct {
  GAsyncResult *result;           /* (owned) (nullable) */
} Reply;

static void
open_store (Fixture *self)
{
  g_autoptr (GError) error = NULL;

  self->store = paddock_store_open (self->directory, &error);
  g_assert_no_error (error);
}

static void
open_again (Fixture *self)
{
  g_assert_finalize_object (g_steal_pointer (&self->store));
  open_store (self);
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->directory = support_make_directory ();
  open_store (self);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  if (self->store)
    g_assert_finalize_object (self->store);
  support_remove_directory (self->directory);
  g_free (self->directory);
}

static void
on_done (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Reply *reply = user_data;

  g_assert_null (reply->result);
  reply->result = g_object_ref (result);
}

static void
wait_for (Reply *reply)
{
  while (!reply->result)
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
try_commit (PaddockStore    *store,
            PaddockChanges  *changes,
            GCancellable    *cancellable,
            GError         **error)
{
  Reply reply = { 0 };
  gboolean is_done;

  paddock_store_commit_async (store, changes, cancellable, on_done, &reply);
  g_assert_null (reply.result);
  wait_for (&reply);
  is_done = paddock_store_commit_finish (store, reply.result, error);
  g_object_unref (reply.result);
  return is_done;
}

static void
commit (Fixture        *self,
        PaddockChanges *changes)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (try_commit (self->store, changes, NULL, &error));
  g_assert_no_error (error);
}

static PaddockSnapshot *
load (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  PaddockSnapshot *snapshot = paddock_store_load (self->store, &error);

  g_assert_no_error (error);
  return snapshot;
}

static GPtrArray *
read_journal (Fixture *self,
              gint64   before,
              guint    limit)
{
  PaddockJournalQuery query = { .before = before, .limit = limit };
  g_autoptr (GError) error = NULL;
  Reply reply = { 0 };
  GPtrArray *entries;

  paddock_store_read_journal_async (self->store, &query, NULL, on_done, &reply);
  wait_for (&reply);
  entries = paddock_store_read_journal_finish (self->store, reply.result, &error);
  g_assert_no_error (error);
  g_object_unref (reply.result);
  return entries;
}

static PaddockChanges *
make_changes (const char *root_id,
              const char *server_id)
{
  g_autoptr (PaddockRoot) root = support_make_root (root_id);
  g_autoptr (PaddockServer) server = support_make_server (server_id);
  g_autoptr (PaddockGrant) grant = support_make_grant (server_id, root_id);
  g_autoptr (PaddockJournalEntry) entry =
    support_make_entry (1, PADDOCK_EVENT_GRANTED, server_id, root_id);
  PaddockChanges *changes = paddock_changes_new ();

  paddock_changes_put_root (changes, root);
  paddock_changes_put_server (changes, server);
  paddock_changes_put_grant (changes, grant);
  paddock_changes_log (changes, entry);
  return changes;
}

static void
test_round_trip (Fixture       *self,
                 gconstpointer  data)
{
  g_autoptr (PaddockChanges) first = make_changes ("r1", "s1");
  g_autoptr (PaddockChanges) second = make_changes ("r2", "s2");

  commit (self, first);
  commit (self, second);
  for (int i = 0; i < 2; i++) {
    g_autoptr (PaddockSnapshot) snapshot = load (self);
    g_autoptr (GPtrArray) entries = read_journal (self, 0, 0);
    GPtrArray *roots = paddock_snapshot_get_roots (snapshot);
    GPtrArray *servers = paddock_snapshot_get_servers (snapshot);

    g_assert_cmpuint (roots->len, ==, 2);
    g_assert_cmpstr (((PaddockRoot *) roots->pdata[0])->id, ==, "r1");
    g_assert_cmpstr (((PaddockRoot *) roots->pdata[1])->path, ==, SUPPORT_ODD_PATH "r2");
    g_assert_nonnull (paddock_root_find_by_path (paddock_snapshot_get_roots (snapshot),
                                                 SUPPORT_ODD_PATH "r1"));
    g_assert_cmpuint (servers->len, ==, 2);
    g_assert_nonnull (paddock_snapshot_get_grant (snapshot, "s1", "r1"));
    g_assert_null (paddock_snapshot_get_grant (snapshot, "s1", "r2"));
    g_assert_cmpuint (entries->len, ==, 2);
    g_assert_cmpstr (((PaddockJournalEntry *) entries->pdata[0])->server_id, ==, "s2");
    open_again (self);
  }
}

static void
test_empty (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockSnapshot) snapshot = load (self);
  g_autoptr (GPtrArray) entries = read_journal (self, 0, 10);

  commit (self, changes);
  g_assert_cmpuint (paddock_snapshot_get_roots (snapshot)->len, ==, 0);
  g_assert_cmpuint (entries->len, ==, 0);
  g_assert_null (paddock_store_get_set_aside (self->store));
}

/* The last change fails, so nothing of the earlier ones stays. */
static void
test_atomic (Fixture       *self,
             gconstpointer  data)
{
  g_autoptr (PaddockChanges) changes = make_changes ("r1", "s1");
  g_autoptr (PaddockChanges) good = make_changes ("r2", "s2");
  g_autoptr (PaddockGrant) grant = support_make_grant ("s1", "nothing");
  g_autoptr (PaddockSnapshot) snapshot = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;

  paddock_changes_put_grant (changes, grant);
  g_assert_false (try_commit (self->store, changes, NULL, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);

  commit (self, good);
  snapshot = load (self);
  entries = read_journal (self, 0, 0);
  g_assert_cmpuint (paddock_snapshot_get_roots (snapshot)->len, ==, 1);
  g_assert_nonnull (paddock_snapshot_get_root (snapshot, "r2"));
  g_assert_cmpuint (paddock_snapshot_get_servers (snapshot)->len, ==, 1);
  g_assert_cmpuint (entries->len, ==, 1);
}

static PaddockRoot *
make_volatile_root (const char *id)
{
  g_autoptr (PaddockRoot) root = support_make_root (id);
  PaddockRoot edited = *root;

  edited.volatile_ = TRUE;
  return paddock_root_new (&edited);
}

/* Neither the root nor its grants reach the disk, in this commit or a later one. */
static void
test_volatile (Fixture       *self,
               gconstpointer  data)
{
  g_autoptr (PaddockRoot) root = make_volatile_root ("v");
  g_autoptr (PaddockGrant) grant = support_make_grant ("s1", "v");
  g_autoptr (PaddockGrant) later_grant = support_make_grant ("s1", "v");
  g_autoptr (PaddockChanges) changes = make_changes ("r1", "s1");
  g_autoptr (PaddockChanges) later = paddock_changes_new ();
  g_autoptr (PaddockChanges) end = paddock_changes_new ();
  g_autoptr (PaddockChanges) after = paddock_changes_new ();
  g_autoptr (PaddockSnapshot) snapshot = NULL;
  g_autoptr (GError) error = NULL;

  paddock_changes_put_root (changes, root);
  paddock_changes_put_grant (changes, grant);
  commit (self, changes);
  paddock_changes_put_grant (later, later_grant);
  paddock_changes_drop_grant (later, "s1", "r1");
  commit (self, later);
  snapshot = load (self);
  g_assert_cmpuint (paddock_snapshot_get_roots (snapshot)->len, ==, 1);
  g_assert_null (paddock_snapshot_get_root (snapshot, "v"));
  g_assert_null (paddock_snapshot_get_grant (snapshot, "s1", "v"));
  g_assert_null (paddock_snapshot_get_grant (snapshot, "s1", "r1"));

  /* When the root is gone, its id means nothing any more. */
  paddock_changes_drop_root (end, "v");
  commit (self, end);
  paddock_changes_put_grant (after, grant);
  g_assert_false (try_commit (self->store, after, NULL, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
}

/* A commit that failed made no root volatile. */
static void
test_volatile_rolled_back (Fixture       *self,
                           gconstpointer  data)
{
  g_autoptr (PaddockRoot) root = make_volatile_root ("v");
  g_autoptr (PaddockGrant) bad_grant = support_make_grant ("nobody", "nothing");
  g_autoptr (PaddockGrant) grant = support_make_grant ("s1", "v");
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockChanges) good = make_changes ("r1", "s1");
  g_autoptr (PaddockChanges) after = paddock_changes_new ();

  paddock_changes_put_root (changes, root);
  paddock_changes_put_grant (changes, bad_grant);
  g_assert_false (try_commit (self->store, changes, NULL, NULL));
  commit (self, good);
  paddock_changes_put_grant (after, grant);
  g_assert_false (try_commit (self->store, after, NULL, NULL));
}

static void
test_journal (Fixture       *self,
              gconstpointer  data)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (GPtrArray) newest = NULL;
  g_autoptr (GPtrArray) rest = NULL;

  for (int i = 0; i < 10; i++) {
    g_autofree char *server_id = g_strdup_printf ("s%d", i % 5);
    g_autoptr (PaddockJournalEntry) entry =
      support_make_entry (i, PADDOCK_EVENT_ROOTS_LISTED, server_id, NULL);

    paddock_changes_log (changes, entry);
  }
  commit (self, changes);
  newest = read_journal (self, 0, 2);
  g_assert_cmpuint (newest->len, ==, 2);
  g_assert_cmpstr (((PaddockJournalEntry *) newest->pdata[0])->server_id, ==, "s4");
  g_assert_cmpuint (((PaddockJournalEntry *) newest->pdata[0])->count, ==, 2);
  g_assert_cmpint (((PaddockJournalEntry *) newest->pdata[0])->last, ==, 9);
  rest = read_journal (self, ((PaddockJournalEntry *) newest->pdata[1])->number, 0);
  g_assert_cmpuint (rest->len, ==, 3);
  g_assert_cmpstr (((PaddockJournalEntry *) rest->pdata[0])->server_id, ==, "s2");
}

static void
test_secret (Fixture       *self,
             gconstpointer  data)
{
  g_autoptr (GBytes) secret = g_bytes_ref (paddock_store_get_secret (self->store));
  g_autoptr (GError) error = NULL;
  g_autofree char *other_directory = support_make_directory ();
  g_autoptr (PaddockStore) other = paddock_store_open (other_directory, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (secret), ==, 32);
  g_assert_false (g_bytes_equal (secret, paddock_store_get_secret (other)));
  open_again (self);
  g_assert_true (g_bytes_equal (secret, paddock_store_get_secret (self->store)));
  g_clear_object (&other);
  support_remove_directory (other_directory);
}

static void
test_bad_secret (Fixture       *self,
                 gconstpointer  data)
{
  static const char * const edits[] = {
    "DELETE FROM facts",
    "UPDATE facts SET value = x''",
    "UPDATE facts SET value = zeroblob (31)",
    "UPDATE facts SET value = zeroblob (33)",
  };
  g_autofree char *path = g_build_filename (self->directory, PADDOCK_DATABASE_NAME, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (edits); i++) {
    g_autoptr (GError) error = NULL;
    sqlite3 *db;

    g_assert_finalize_object (g_steal_pointer (&self->store));
    g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
    g_assert_true (paddock_store_sql_run (db, edits[i], &error));
    sqlite3_close (db);
    open_store (self);
    g_assert_cmpuint (g_bytes_get_size (paddock_store_get_secret (self->store)), ==, 32);
    open_again (self);
  }
}

static void
test_refused (Fixture       *self,
              gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (paddock_store_open (self->directory, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_RUNNING);
}

static void
test_set_aside (Fixture       *self,
                gconstpointer  data)
{
  g_autofree char *path = g_build_filename (self->directory, PADDOCK_DATABASE_NAME, NULL);
  g_autoptr (PaddockChanges) changes = make_changes ("r1", "s1");
  g_autofree char *kept = NULL;
  g_autofree char *aside = NULL;

  g_assert_finalize_object (g_steal_pointer (&self->store));
  g_assert_true (g_file_set_contents (path, "scratched", -1, NULL));
  open_store (self);
  aside = g_strdup (paddock_store_get_set_aside (self->store));
  g_assert_nonnull (aside);
  g_assert_true (g_file_get_contents (aside, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "scratched");
  commit (self, changes);

  /* The path is reported until somebody removes the file. */
  open_again (self);
  g_assert_cmpstr (paddock_store_get_set_aside (self->store), ==, aside);
  g_assert_cmpint (g_remove (aside), ==, 0);
  open_again (self);
  g_assert_null (paddock_store_get_set_aside (self->store));
}

static void
test_cancelled (Fixture       *self,
                gconstpointer  data)
{
  g_autoptr (PaddockChanges) changes = make_changes ("r1", "s1");
  g_autoptr (GCancellable) before = g_cancellable_new ();
  g_autoptr (GCancellable) after = g_cancellable_new ();
  g_autoptr (PaddockSnapshot) snapshot = NULL;
  g_autoptr (GError) error = NULL;
  Reply reply = { 0 };

  g_cancellable_cancel (before);
  g_assert_false (try_commit (self->store, changes, before, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  snapshot = load (self);
  g_assert_cmpuint (paddock_snapshot_get_roots (snapshot)->len, ==, 0);

  /* If the commit is on the disk, the result says so, even if it was cancelled. */
  paddock_store_commit_async (self->store, changes, after, on_done, &reply);
  g_clear_pointer (&snapshot, paddock_snapshot_free);
  snapshot = load (self);
  g_cancellable_cancel (after);
  wait_for (&reply);
  g_assert_true (paddock_store_commit_finish (self->store, reply.result, &error));
  g_assert_no_error (error);
  g_assert_nonnull (paddock_snapshot_get_root (snapshot, "r1"));
  g_object_unref (reply.result);
}

static void
on_counted (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  guint *n_done = user_data;
  g_autoptr (GError) error = NULL;

  g_assert_true (paddock_store_commit_finish (PADDOCK_STORE (source), result, &error));
  g_assert_no_error (error);
  (*n_done)++;
}

static void
test_many (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (PaddockSnapshot) snapshot = NULL;
  guint n_done = 0;

  for (guint i = 0; i < 1000; i++) {
    g_autofree char *root_id = g_strdup_printf ("r%u", i);
    g_autofree char *server_id = g_strdup_printf ("s%u", i % 10);
    g_autoptr (PaddockChanges) changes = make_changes (root_id, server_id);

    paddock_store_commit_async (self->store, changes, NULL, on_counted, &n_done);
  }
  while (n_done < 1000)
    g_main_context_iteration (NULL, TRUE);

  open_again (self);
  snapshot = load (self);
  g_assert_cmpuint (paddock_snapshot_get_roots (snapshot)->len, ==, 1000);
  g_assert_cmpuint (paddock_snapshot_get_servers (snapshot)->len, ==, 10);
  for (guint i = 0; i < 1000; i++) {
    g_autofree char *id = g_strdup_printf ("r%u", i);

    g_assert_cmpstr (((PaddockRoot *) paddock_snapshot_get_roots (snapshot)->pdata[i])->id, ==, id);
  }
}

/* A call before the close is carried out; a later one is refused, and says so. */
static void
test_close (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr (PaddockChanges) changes = make_changes ("r1", "s1");
  g_autoptr (PaddockSnapshot) snapshot = NULL;
  g_autoptr (GError) error = NULL;
  PaddockJournalQuery query = { 0 };
  Reply reply = { 0 };
  guint n_done = 0;

  for (int i = 0; i < 50; i++)
    paddock_store_commit_async (self->store, changes, NULL, on_counted, &n_done);
  paddock_store_close (self->store);
  paddock_store_close (self->store);
  g_assert_cmpuint (n_done, ==, 0);
  while (n_done < 50)
    g_main_context_iteration (NULL, TRUE);

  g_assert_false (try_commit (self->store, changes, NULL, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  g_clear_error (&error);
  paddock_store_read_journal_async (self->store, &query, NULL, on_done, &reply);
  wait_for (&reply);
  g_assert_null (paddock_store_read_journal_finish (self->store, reply.result, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  g_clear_object (&reply.result);

  open_again (self);
  snapshot = load (self);
  g_assert_nonnull (paddock_snapshot_get_root (snapshot, "r1"));
}

/* The thread must never drop the last reference. */
static void
test_last_reference (Fixture       *self,
                     gconstpointer  data)
{
  g_autoptr (PaddockChanges) changes = make_changes ("r1", "s1");
  guint n_done = 0;

  for (guint i = 1; i <= 20; i++) {
    gpointer weak = self->store;

    g_object_add_weak_pointer (G_OBJECT (self->store), &weak);
    paddock_store_commit_async (self->store, changes, NULL, on_counted, &n_done);
    g_clear_object (&self->store);
    while (n_done < i || weak)
      g_main_context_iteration (NULL, TRUE);
    open_store (self);
  }
}

/* The child: commits one root after the other, and prints the number of each when it is
 * acknowledged. */
static int
commit_for_ever (const char *directory)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockStore) store = paddock_store_open (directory, &error);
  g_autoptr (PaddockSnapshot) snapshot = NULL;

  if (!store || !(snapshot = paddock_store_load (store, &error)))
    g_error ("%s", error->message);

  for (guint i = paddock_snapshot_get_roots (snapshot)->len;; i++) {
    g_autofree char *root_id = g_strdup_printf ("r%u", i);
    g_autofree char *server_id = g_strdup_printf ("s%u", i);
    g_autoptr (PaddockChanges) changes = make_changes (root_id, server_id);

    if (!try_commit (store, changes, NULL, &error))
      g_error ("%s", error->message);
    if (write (STDOUT_FILENO, &i, sizeof i) != sizeof i)
      return 1;
  }
}

/* Reads numbers until the child is dead; kills it after @n_wanted of them. */
static guint
read_until_killed (GPid  pid,
                   int   fd,
                   guint n_wanted)
{
  guint last = 0;
  guint n_read = 0;
  guint number;

  while (read (fd, &number, sizeof number) == sizeof number) {
    last = number;
    if (++n_read == n_wanted)
      g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  }
  close (fd);
  g_assert_cmpuint (n_read, >=, n_wanted);
  return last;
}

static void
test_killed (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  char *argv[] = { program, (char *) COMMIT_FOR_EVER, self->directory, NULL };

  g_assert_finalize_object (g_steal_pointer (&self->store));
  for (guint i = 0; i < N_KILLS; i++) {
    g_autoptr (PaddockSnapshot) snapshot = NULL;
    g_autoptr (GError) error = NULL;
    guint last, n_roots;
    GPid pid;
    int fd;

    g_spawn_async_with_pipes (NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL,
                              &fd, NULL, &error);
    g_assert_no_error (error);
    last = read_until_killed (pid, fd, 1 + i % 7);
    while (waitpid (pid, NULL, 0) < 0 && errno == EINTR)
      ;

    open_store (self);
    g_assert_null (paddock_store_get_set_aside (self->store));
    snapshot = load (self);
    n_roots = paddock_snapshot_get_roots (snapshot)->len;
    g_assert_cmpuint (n_roots, >, last);
    /* Each commit is complete. */
    g_assert_cmpuint (paddock_snapshot_get_servers (snapshot)->len, ==, n_roots);
    for (guint n = 0; n < n_roots; n++) {
      g_autofree char *root_id = g_strdup_printf ("r%u", n);
      g_autofree char *server_id = g_strdup_printf ("s%u", n);

      g_assert_nonnull (paddock_snapshot_get_grant (snapshot, server_id, root_id));
    }
    g_assert_finalize_object (g_steal_pointer (&self->store));
  }
}

int
main (int    argc,
      char **argv)
{
  if (argc == 3 && g_str_equal (argv[1], COMMIT_FOR_EVER))
    return commit_for_ever (argv[2]);

  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/store/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("round-trip", test_round_trip);
  ADD ("empty", test_empty);
  ADD ("atomic", test_atomic);
  ADD ("volatile", test_volatile);
  ADD ("volatile-rolled-back", test_volatile_rolled_back);
  ADD ("journal", test_journal);
  ADD ("secret", test_secret);
  ADD ("bad-secret", test_bad_secret);
  ADD ("refused", test_refused);
  ADD ("set-aside", test_set_aside);
  ADD ("cancelled", test_cancelled);
  ADD ("many", test_many);
  ADD ("close", test_close);
  ADD ("last-reference", test_last_reference);
  ADD ("killed", test_killed);
  return g_test_run ();
}
