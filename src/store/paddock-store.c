/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-store"

#include "config.h"

#include "paddock-store.h"

#include "paddock-error.h"
#include "paddock-store-database.h"
#include "paddock-store-facts.h"
#include "paddock-store-journal.h"
#include "paddock-store-rows.h"
#include "paddock-store-sql.h"
#include "paddock-undecided.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Keeps on the disk what outlives the service: roots, servers, grants, the journal, the secret.
 *
 * The service owns the only store, and nobody else writes the database. After opening, SQLite runs
 * only on the store's thread. That thread takes jobs from a queue, one after another, and sends the
 * results to the main context of the caller. The caller learns of a commit only when the commit is
 * on the disk, because next the caller tells servers about the changes. Volatile roots, and grants
 * of them, last only while this service runs: they never reach the disk. */
struct _PaddockStore {
  GObject          parent_instance;

  GThread         *thread;        /* (owned) (nullable) NULL: the store is closed */
  GAsyncQueue     *jobs;          /* (owned) PaddockStoreJob */
  GBytes          *secret;        /* (owned) */
  GBytes          *facts[PADDOCK_N_STORE_FACTS];  /* (owned) (nullable) the values of the facts when
                                                   * the store was opened; NULL: the fact was not
                                                   * stored */
  char            *set_aside;     /* (owned) (nullable) path of the newest damaged database; NULL:
                                   * there is none */
  gint64           latest;        /* µs since the epoch: the last repeat of the newest journal entry
                                   * when the store was opened; 0: the journal was empty */

  /* Only the store's thread uses the following members, from its start to its end. */
  PaddockDatabase *database;      /* (owned) */
  GHashTable      *volatile_ids;  /* (owned) ids of roots that are never stored */
};

G_DEFINE_FINAL_TYPE (PaddockStore, paddock_store, G_TYPE_OBJECT)

static const char * const fact_names[PADDOCK_N_STORE_FACTS] = {
  [PADDOCK_STORE_FACT_IMPORT_ANSWER] = PADDOCK_FACT_NAME_IMPORT,
  [PADDOCK_STORE_FACT_FILE_ANSWERS] = PADDOCK_FACT_NAME_FILES,
  [PADDOCK_STORE_FACT_PROOFS] = PADDOCK_FACT_NAME_PROOFS,
};

/* A fact on its way to the disk. */
typedef struct {
  const char *name;
  GBytes     *value;              /* (owned) */
} NewFact;

/* A function that runs on the store's thread. Returns a result; NULL with @error set on failure. */
typedef gpointer (*PaddockStoreWork) (PaddockStore  *self,
                                      gpointer       input,
                                      GError       **error);

/* A task for the store's thread. It goes from the caller to that thread and back, and belongs to
 * only one of them at a time. */
typedef struct {
  PaddockStoreWork  work;         /* (nullable) the function to run on the store's thread; NULL:
                                   * that thread must end */
  gpointer          input;        /* (owned) */
  GDestroyNotify    destroy_input;
  GTask            *task;         /* (owned) (nullable) returns the result; NULL: the caller blocks
                                   * until the job is in @replies */
  GAsyncQueue      *replies;      /* (nullable) the queue for the finished job, if @task is NULL */
  gpointer          result;       /* (owned) */
  GDestroyNotify    destroy_result;
  GError           *error;        /* (owned) (nullable) */
} PaddockStoreJob;

static void
job_free (PaddockStoreJob *job)
{
  if (job->input)
    job->destroy_input (job->input);
  if (job->result && job->destroy_result)
    job->destroy_result (job->result);
  g_clear_object (&job->task);
  g_clear_error (&job->error);
  g_free (job);
}

static gboolean
on_job_done (gpointer user_data)
{
  PaddockStoreJob *job = user_data;

  if (job->error)
    g_task_return_error (job->task, g_steal_pointer (&job->error));
  else
    g_task_return_pointer (job->task, g_steal_pointer (&job->result), job->destroy_result);
  return G_SOURCE_REMOVE;
}

/* Sends a finished job from the store's thread back to the caller. The task is also released in the
 * caller's context: the task may hold the last reference to the store. If the store's thread
 * dropped that reference, the thread would have to join itself. */
static void
send_back (PaddockStoreJob *job)
{
  g_autoptr (GSource) source = NULL;

  if (!job->task) {
    g_async_queue_push (job->replies, job);
    return;
  }
  source = g_idle_source_new ();
  g_source_set_priority (source, g_task_get_priority (job->task));
  g_source_set_static_name (source, "paddock-store-done");
  g_source_set_callback (source, on_job_done, job, (GDestroyNotify) job_free);
  g_source_attach (source, g_task_get_context (job->task));
}

static gpointer
run_jobs (gpointer user_data)
{
  PaddockStore *self = user_data;

  for (;;) {
    PaddockStoreJob *job = g_async_queue_pop (self->jobs);
    GCancellable *cancellable = job->task ? g_task_get_cancellable (job->task) : NULL;

    if (!job->work) {
      job_free (job);
      break;
    }
    /* Only a job that has not begun can be cancelled. After that, a commit is made as a whole, and
     * the caller gets its true result. */
    if (!g_cancellable_set_error_if_cancelled (cancellable, &job->error))
      job->result = job->work (self, job->input, &job->error);
    send_back (job);
  }

  g_clear_pointer (&self->database, paddock_store_database_close);
  return NULL;
}

static void
push_async (PaddockStore     *self,
            GTask            *task,
            PaddockStoreWork  work,
            gpointer          input,
            GDestroyNotify    destroy_input,
            GDestroyNotify    destroy_result)
{
  PaddockStoreJob *job;

  if (!self->thread) {
    destroy_input (input);
    g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_STORE,
                             _("Paddock is stopping. Start it again, then try again"));
    return;
  }

  job = g_new0 (PaddockStoreJob, 1);
  job->work = work;
  job->input = input;
  job->destroy_input = destroy_input;
  job->destroy_result = destroy_result;
  job->task = g_object_ref (task);
  g_async_queue_push (self->jobs, job);
}

/* Keeps @ids, the ids of volatile roots, up to date with @change. */
static void
note_volatile (GHashTable          *ids,
               const PaddockChange *change)
{
  if (change->kind == PADDOCK_CHANGE_PUT_ROOT && change->root->volatile_)
    g_hash_table_add (ids, g_strdup (change->root->id));
  else if (change->kind == PADDOCK_CHANGE_PUT_ROOT)
    g_hash_table_remove (ids, change->root->id);
  else if (change->kind == PADDOCK_CHANGE_DROP_ROOT)
    g_hash_table_remove (ids, change->root_id);
}

static gboolean
is_stored (GHashTable          *volatile_ids,
           const PaddockChange *change)
{
  if (change->kind == PADDOCK_CHANGE_PUT_ROOT)
    return !change->root->volatile_;
  if (change->kind == PADDOCK_CHANGE_PUT_GRANT)
    return !g_hash_table_contains (volatile_ids, change->grant->root_id);
  return TRUE;
}

static GHashTable *
copy_ids (GHashTable *ids)
{
  GHashTable *copy = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, ids);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_hash_table_add (copy, g_strdup (id));
  return copy;
}

static gboolean
apply_all (sqlite3               *db,
           const PaddockChanges  *changes,
           GHashTable            *volatile_ids,
           GError               **error)
{
  gsize size = paddock_changes_get_size (changes);
  guint n_entries = 0;

  for (gsize i = 0; i < size; i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);

    note_volatile (volatile_ids, change);
    if (is_stored (volatile_ids, change) && !paddock_store_rows_apply (db, change, error))
      return FALSE;
    n_entries += change->kind == PADDOCK_CHANGE_LOG;
  }
  return n_entries == 0 || paddock_store_journal_prune_after (db, n_entries, error);
}

/* Rolls back the transaction, unless SQLite did so by itself, as it does if the disk is full. */
static void
roll_back (sqlite3 *db)
{
  if (!sqlite3_get_autocommit (db))
    sqlite3_exec (db, "ROLLBACK", NULL, NULL, NULL);
}

static gpointer
work_commit (PaddockStore  *self,
             gpointer       input,
             GError       **error)
{
  sqlite3 *db = paddock_store_database_get_handle (self->database);
  g_autoptr (GHashTable) volatile_ids = copy_ids (self->volatile_ids);

  if (paddock_store_sql_run (db, "BEGIN IMMEDIATE", error)
      && apply_all (db, input, volatile_ids, error)
      && paddock_store_sql_run (db, "COMMIT", error)) {
    g_hash_table_unref (self->volatile_ids);
    self->volatile_ids = g_steal_pointer (&volatile_ids);
    return GINT_TO_POINTER (TRUE);
  }

  roll_back (db);
  return NULL;
}

static gpointer
work_read_journal (PaddockStore  *self,
                   gpointer       input,
                   GError       **error)
{
  const PaddockJournalQuery *query = input;
  sqlite3 *db = paddock_store_database_get_handle (self->database);

  if (query->filter)
    return paddock_store_journal_search (db, query->filter, query->before, query->limit, error);
  return paddock_store_journal_read (db, query->before, query->limit, query->since, query->after,
                                     error);
}

static PaddockJournalQuery *
query_copy (const PaddockJournalQuery *query)
{
  PaddockJournalQuery *copy = g_memdup2 (query, sizeof *query);

  copy->filter = paddock_entry_filter_copy (query->filter);
  return copy;
}

static void
query_free (PaddockJournalQuery *query)
{
  paddock_entry_filter_free ((PaddockEntryFilter *) query->filter);
  g_free (query);
}

static gboolean
swap_days (sqlite3  *db,
           guint     days,
           int      *out_previous,
           GError  **error)
{
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) now = NULL;
  g_autofree char *text = g_strdup_printf ("%u", days);
  gsize size;
  const char *data;
  guint64 previous;

  *out_previous = -1;
  if (!paddock_store_facts_read (db, PADDOCK_FACT_NAME_DAYS, &before, error))
    return FALSE;
  data = before ? g_bytes_get_data (before, &size) : NULL;
  if (data) {
    g_autofree char *digits = g_strndup (data, size);

    if (g_ascii_string_to_unsigned (digits, 10, 0, G_MAXINT, &previous, NULL))
      *out_previous = (int) previous;
  }
  if (*out_previous >= 0 && (guint) *out_previous == days)
    return TRUE;
  now = g_bytes_new (text, strlen (text));
  return paddock_store_facts_put (db, PADDOCK_FACT_NAME_DAYS, now, error);
}

static gpointer
work_prune_journal (PaddockStore  *self,
                    gpointer       input,
                    GError       **error)
{
  sqlite3 *db = paddock_store_database_get_handle (self->database);
  const PaddockJournalAge *age = input;
  g_autofree PaddockJournalPruned *pruned = g_new0 (PaddockJournalPruned, 1);

  if (paddock_store_sql_run (db, "BEGIN IMMEDIATE", error)
      && swap_days (db, age->days, &pruned->previous_days, error)
      && paddock_store_journal_drop_old (db, age->before, age->limit, &pruned->n_dropped, error)
      && paddock_store_journal_find_oldest (db, &pruned->oldest, error)
      && paddock_store_sql_run (db, "COMMIT", error))
    return g_steal_pointer (&pruned);

  roll_back (db);
  return NULL;
}

static gpointer
work_load (PaddockStore  *self,
           gpointer       input,
           GError       **error)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  if (!paddock_store_rows_load (paddock_store_database_get_handle (self->database), changes, error))
    return NULL;
  return g_steal_pointer (&changes);
}

static gpointer
work_evict (PaddockStore  *self,
            gpointer       input,
            GError       **error)
{
  if (!work_commit (self, input, error))
    return NULL;
  return GINT_TO_POINTER (
    paddock_store_sql_shrink (paddock_store_database_get_handle (self->database), error));
}

static gboolean
load_facts (PaddockStore  *self,
            GError       **error)
{
  sqlite3 *db = paddock_store_database_get_handle (self->database);

  for (gsize i = 0; i < G_N_ELEMENTS (fact_names); i++)
    if (!paddock_store_facts_read (db, fact_names[i], &self->facts[i], error))
      return FALSE;
  return TRUE;
}

static void
new_fact_free (NewFact *fact)
{
  g_bytes_unref (fact->value);
  g_free (fact);
}

static gpointer
work_put_fact (PaddockStore  *self,
               gpointer       input,
               GError       **error)
{
  const NewFact *fact = input;
  gboolean is_put = paddock_store_facts_put (paddock_store_database_get_handle (self->database),
                                             fact->name, fact->value, error);

  return GINT_TO_POINTER (is_put);
}

static void
paddock_store_finalize (GObject *object)
{
  PaddockStore *self = PADDOCK_STORE (object);

  paddock_store_close (self);
  /* If opening failed, there was no thread to close the database. */
  g_clear_pointer (&self->database, paddock_store_database_close);
  g_async_queue_unref (self->jobs);
  g_hash_table_unref (self->volatile_ids);
  g_clear_pointer (&self->secret, g_bytes_unref);
  for (gsize i = 0; i < G_N_ELEMENTS (self->facts); i++)
    g_clear_pointer (&self->facts[i], g_bytes_unref);
  g_free (self->set_aside);
  G_OBJECT_CLASS (paddock_store_parent_class)->finalize (object);
}

static void
paddock_store_class_init (PaddockStoreClass *class)
{
  G_OBJECT_CLASS (class)->finalize = paddock_store_finalize;
}

static void
paddock_store_init (PaddockStore *self)
{
  self->jobs = g_async_queue_new ();
  self->volatile_ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/**
 * paddock_store_open:
 * @directory: the data directory; created with mode 0700 if it does not exist
 * @error: %PADDOCK_ERROR_RUNNING if another service holds @directory, %PADDOCK_ERROR_STORE_NEWER if
 *   a newer Paddock wrote the database, %PADDOCK_ERROR_STORE if the database cannot be read or
 *   written
 *
 * Opens the database. Blocks while the database is checked and migrated. A damaged database is no
 * error: the store renames it (paddock_store_get_set_aside()) and begins a new one.
 *
 * Returns: (nullable) (transfer full): the store, which locks the directory
 */
PaddockStore *
paddock_store_open (const char  *directory,
                    GError     **error)
{
  g_autoptr (PaddockStore) self = NULL;

  g_return_val_if_fail (directory != NULL, NULL);

  self = g_object_new (PADDOCK_TYPE_STORE, NULL);
  self->database = paddock_store_database_open (directory, error);
  if (!self->database)
    return NULL;
  self->set_aside = paddock_store_database_find_set_aside (directory);
  self->secret =
    paddock_store_facts_ensure_secret (paddock_store_database_get_handle (self->database), error);
  if (!self->secret || !load_facts (self, error) ||
      !paddock_store_sql_read_number (paddock_store_database_get_handle (self->database),
                                      "SELECT coalesce (max (last), 0) FROM"
                                      " (SELECT last FROM journal ORDER BY number DESC LIMIT 1)",
                                      &self->latest, error))
    return NULL;
  paddock_store_journal_prune_at_start (paddock_store_database_get_handle (self->database));
  self->thread = g_thread_new ("paddock-store", run_jobs, self);
  return g_steal_pointer (&self);
}

/* Runs @work on the store's thread, and blocks until its result is there. @input: (transfer full)
 * (nullable): passed to @work. */
static gpointer
run_and_wait (PaddockStore      *self,
              PaddockStoreWork   work,
              PaddockChanges    *input,
              GError           **error)
{
  g_autoptr (GAsyncQueue) replies = g_async_queue_new ();
  PaddockStoreJob *job = g_new0 (PaddockStoreJob, 1);
  gpointer result;

  job->work = work;
  job->input = input;
  job->destroy_input = (GDestroyNotify) paddock_changes_unref;
  job->replies = replies;
  g_async_queue_push (self->jobs, job);
  job = g_async_queue_pop (replies);

  result = g_steal_pointer (&job->result);
  if (job->error)
    g_propagate_error (error, g_steal_pointer (&job->error));
  job_free (job);
  return result;
}

/* Removes the servers without a decision that are beyond the limits: earlier versions of Paddock
 * kept all. The snapshot loses them even if they can't be removed from the disk. */
static void
evict_undecided (PaddockStore    *self,
                 PaddockSnapshot *snapshot)
{
  g_autoptr (PaddockChanges) evicted = paddock_undecided_evict (snapshot, NULL);
  g_autoptr (GError) error = NULL;

  if (paddock_changes_get_size (evicted) == 0)
    return;
  paddock_snapshot_apply (snapshot, evicted);
  if (!run_and_wait (self, work_evict, paddock_changes_ref (evicted), &error))
    g_message ("Servers without a decision were not removed: %s", error->message);
}

/**
 * paddock_store_load:
 *
 * Waits for all earlier commits, and reads the database. Leaves out rows that do not parse. Removes
 * servers without a decision that are beyond the limits (paddock_undecided_evict()). The result
 * still has grants and decisions "for this session" of processes that have ended: only the caller
 * knows which processes still run.
 *
 * Returns: (nullable) (transfer full): the roots, servers and grants in the order in which they
 *   were added
 */
PaddockSnapshot *
paddock_store_load (PaddockStore  *self,
                    GError       **error)
{
  g_autoptr (PaddockChanges) changes = NULL;
  PaddockSnapshot *snapshot;

  g_return_val_if_fail (PADDOCK_IS_STORE (self), NULL);
  g_return_val_if_fail (self->thread != NULL, NULL);

  changes = run_and_wait (self, work_load, NULL, error);
  if (!changes)
    return NULL;

  snapshot = paddock_snapshot_new ();
  paddock_snapshot_apply (snapshot, changes);
  evict_undecided (self, snapshot);
  return snapshot;
}

/**
 * paddock_store_get_secret:
 *
 * Returns: (transfer none): 32 random bytes for keyed hashes, created with the database
 */
GBytes *
paddock_store_get_secret (PaddockStore *self)
{
  g_return_val_if_fail (PADDOCK_IS_STORE (self), NULL);

  return self->secret;
}

/**
 * paddock_store_get_fact:
 *
 * Returns: (nullable) (transfer none): the value that the fact had when the store was opened. It
 *   may be any bytes, so check it
 */
GBytes *
paddock_store_get_fact (PaddockStore     *self,
                        PaddockStoreFact  fact)
{
  g_return_val_if_fail (PADDOCK_IS_STORE (self), NULL);
  g_return_val_if_fail (fact < PADDOCK_N_STORE_FACTS, NULL);

  return self->facts[fact];
}

/**
 * paddock_store_get_latest:
 *
 * Returns: the last repeat of the newest journal entry that existed when the store was opened, in
 *   µs since the epoch; 0 if the journal was empty. The clock may have been set since then
 */
gint64
paddock_store_get_latest (PaddockStore *self)
{
  return self->latest;
}

/**
 * paddock_store_get_set_aside:
 *
 * Returns: (nullable) (transfer none): the path of the newest damaged database in the directory,
 *   whether this store or an earlier one renamed it; %NULL if there is none
 */
const char *
paddock_store_get_set_aside (PaddockStore *self)
{
  g_return_val_if_fail (PADDOCK_IS_STORE (self), NULL);

  return self->set_aside;
}

/**
 * paddock_store_close:
 *
 * Blocks until all commits are written. Then closes the database and unlocks the directory. The
 * callbacks of those commits are called afterwards. It is fine to close a store twice.
 */
void
paddock_store_close (PaddockStore *self)
{
  g_return_if_fail (PADDOCK_IS_STORE (self));

  if (!self->thread)
    return;
  g_async_queue_push (self->jobs, g_new0 (PaddockStoreJob, 1));
  g_thread_join (g_steal_pointer (&self->thread));
}

/**
 * paddock_store_commit_async:
 * @changes: the changes; do not modify them afterwards
 * @cancellable: (nullable): cancels the commit only before it begins
 *
 * Writes @changes in one transaction. Commits happen in the order of the calls. @callback comes
 * when all changes are on the disk, or none.
 */
void
paddock_store_commit_async (PaddockStore        *self,
                            PaddockChanges      *changes,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (PADDOCK_IS_STORE (self));
  g_return_if_fail (changes != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, paddock_store_commit_async);
  /* If the commit was made, the caller must learn that, even if it cancelled meanwhile. */
  g_task_set_check_cancellable (task, FALSE);
  push_async (self, task, work_commit, paddock_changes_ref (changes),
              (GDestroyNotify) paddock_changes_unref, NULL);
}

/**
 * paddock_store_commit_finish:
 *
 * Returns: whether all changes are on the disk; if not, none of them is
 */
gboolean
paddock_store_commit_finish (PaddockStore  *self,
                             GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_pointer (G_TASK (result), error) != NULL;
}

/**
 * paddock_store_put_fact_async:
 * @callback: (nullable): called when @value is on the disk, or when it could not be written
 *
 * Stores @value as the new value of @fact. paddock_store_get_fact() returns it only after the next
 * start of the service.
 */
void
paddock_store_put_fact_async (PaddockStore        *self,
                              PaddockStoreFact     fact,
                              GBytes              *value,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  NewFact *new_fact;

  g_return_if_fail (PADDOCK_IS_STORE (self));
  g_return_if_fail (fact < PADDOCK_N_STORE_FACTS);
  g_return_if_fail (value != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, paddock_store_put_fact_async);
  new_fact = g_new0 (NewFact, 1);
  new_fact->name = fact_names[fact];
  new_fact->value = g_bytes_ref (value);
  push_async (self, task, work_put_fact, new_fact, (GDestroyNotify) new_fact_free, NULL);
}

/**
 * paddock_store_put_fact_finish:
 *
 * Returns: whether the fact is on the disk
 */
gboolean
paddock_store_put_fact_finish (PaddockStore  *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_pointer (G_TASK (result), error) != NULL;
}

/**
 * paddock_store_read_journal_async:
 * @query: which rows; copied. If @query has a filter, its members since and after are ignored
 *
 * Reads rows of the journal.
 */
void
paddock_store_read_journal_async (PaddockStore              *self,
                                  const PaddockJournalQuery *query,
                                  GCancellable              *cancellable,
                                  GAsyncReadyCallback        callback,
                                  gpointer                   user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (PADDOCK_IS_STORE (self));
  g_return_if_fail (query != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, paddock_store_read_journal_async);
  push_async (self, task, work_read_journal, query_copy (query), (GDestroyNotify) query_free,
              (GDestroyNotify) g_ptr_array_unref);
}

/**
 * paddock_store_read_journal_finish:
 *
 * Returns: (nullable) (transfer full) (element-type PaddockJournalEntry): the rows, newest first
 */
GPtrArray *
paddock_store_read_journal_finish (PaddockStore  *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * paddock_store_prune_journal_async:
 * @age: which rows are too old; copied
 * @cancellable: (nullable): cancels the deletion only before it begins
 *
 * Deletes old rows of the journal, but at most as many as @age says. Call this again for the rest,
 * so that other writes can happen in between.
 */
void
paddock_store_prune_journal_async (PaddockStore            *self,
                                   const PaddockJournalAge *age,
                                   GCancellable            *cancellable,
                                   GAsyncReadyCallback      callback,
                                   gpointer                 user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (PADDOCK_IS_STORE (self));
  g_return_if_fail (age != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, paddock_store_prune_journal_async);
  push_async (self, task, work_prune_journal, g_memdup2 (age, sizeof *age), g_free, g_free);
}

/**
 * paddock_store_prune_journal_finish:
 * @out_pruned: (out): how many rows were deleted, and what is left
 *
 * Returns: whether the rows were deleted on the disk; if not, none was deleted
 */
gboolean
paddock_store_prune_journal_finish (PaddockStore          *self,
                                    GAsyncResult          *result,
                                    PaddockJournalPruned  *out_pruned,
                                    GError               **error)
{
  g_autofree PaddockJournalPruned *pruned = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  pruned = g_task_propagate_pointer (G_TASK (result), error);
  if (!pruned)
    return FALSE;
  *out_pruned = *pruned;
  return TRUE;
}
