/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-secret-search.h"

/* Finds out whether a file with several links is one of the secrets in the user's home
 * (paddock-secret-links.c). The reader owns this object.
 *
 * The file may lie on any disk, and the file system of the home may hang. So searches run on a
 * thread for the home, one at a time. Callers wait at most PADDOCK_SECRET_SEARCH_MS; after that,
 * the answer is "unknown". While a search hangs, new callers get that answer at once, and no other
 * thread looks at the home. If nobody looked, the answer is "unknown", and never "no secret". */
struct _PaddockSecretSearch
{
  GObject          parent_instance;

  PaddockFilePool *pool;            /* (owned) */
  char            *home;            /* (owned) (nullable) */
  GQueue           waiting;         /* (owned) GTask */
  GTask           *running;         /* (owned) (nullable) the task of the caller whose search runs
                                     * now; NULL: no search runs */
  gboolean         is_stuck;        /* the search that runs now has already taken too long */
  void             (*run_next)(PaddockSecretSearch *self);  /* starts the next search */
};

G_DEFINE_FINAL_TYPE (PaddockSecretSearch, paddock_secret_search, G_TYPE_OBJECT)

/* What one caller asks: whether a file is a secret. The caller's GTask owns this structure. */
typedef struct {
  guint64              device;
  guint64              inode;
  guint                timeout_id;
  gboolean             is_over;     /* the caller has its answer, but the thread may still search */
  PaddockSecretFinding finding;
} Wanted;

/* What the thread searches for: a copy that the thread owns. */
typedef struct {
  char                *home;        /* (owned) */
  guint64              device;
  guint64              inode;
} Job;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;

  g_clear_handle_id (&wanted->timeout_id, g_source_remove);
  g_free (wanted);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->home);
  g_free (job);
}

static void
answer (GTask                *task,
        PaddockSecretFinding  finding)
{
  Wanted *wanted = g_task_get_task_data (task);

  if (wanted->is_over)
    return;
  g_clear_handle_id (&wanted->timeout_id, g_source_remove);
  wanted->is_over = TRUE;
  wanted->finding = finding;
  g_task_return_boolean (task, TRUE);
}

static gpointer
search_on_thread (gpointer      data,
                  GCancellable *cancellable)
{
  const Job *job = data;
  PaddockSecretFinding *finding = g_new0 (PaddockSecretFinding, 1);

  finding->state = paddock_secret_links_match (job->home, job->device, job->inode,
                                               &finding->kind);
  return finding;
}

static void
on_searched (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (PaddockSecretSearch) self = user_data;
  g_autoptr (GTask) task = g_steal_pointer (&self->running);
  g_autoptr (GError) error = NULL;
  g_autofree PaddockSecretFinding *finding =
    paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result, &error);

  if (finding == NULL)
    g_debug ("The home could not be asked: %s", error->message);
  self->is_stuck = FALSE;
  answer (task, finding != NULL ? *finding : (PaddockSecretFinding) { PADDOCK_SECRET_UNKNOWN });
  self->run_next (self);
}

static void
run_next (PaddockSecretSearch *self)
{
  const Wanted *wanted;
  Job *job;

  if (self->running != NULL || self->waiting.length == 0)
    return;

  self->running = g_queue_pop_head (&self->waiting);
  wanted = g_task_get_task_data (self->running);
  job = g_new0 (Job, 1);
  job->home = g_strdup (self->home);
  job->device = wanted->device;
  job->inode = wanted->inode;
  paddock_file_pool_run_async (self->pool, self->home, search_on_thread, job, job_free, g_free,
                               NULL, on_searched, g_object_ref (self));
}

static gboolean
on_waited_long_enough (gpointer user_data)
{
  g_autoptr (GTask) task = g_object_ref (user_data);
  PaddockSecretSearch *self = g_task_get_source_object (task);
  Wanted *wanted = g_task_get_task_data (task);

  wanted->timeout_id = 0;
  if (task == self->running)
    self->is_stuck = TRUE;
  else if (g_queue_remove (&self->waiting, task))
    g_object_unref (task);
  answer (task, (PaddockSecretFinding) { PADDOCK_SECRET_UNKNOWN });
  return G_SOURCE_REMOVE;
}

/* Frees the object. No caller waits now, because the task of a waiting caller holds a reference. */
static void
paddock_secret_search_finalize (GObject *object)
{
  PaddockSecretSearch *self = PADDOCK_SECRET_SEARCH (object);

  g_clear_object (&self->pool);
  g_free (self->home);

  G_OBJECT_CLASS (paddock_secret_search_parent_class)->finalize (object);
}

static void
paddock_secret_search_class_init (PaddockSecretSearchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = paddock_secret_search_finalize;
}

static void
paddock_secret_search_init (PaddockSecretSearch *self)
{
  g_queue_init (&self->waiting);
  self->run_next = run_next;
}

/**
 * paddock_secret_search_new:
 * @pool: the threads
 * @home: (nullable): the canonical path of the user's home; %NULL: nothing is a secret
 *
 * Returns: (transfer full): a search
 */
PaddockSecretSearch *
paddock_secret_search_new (PaddockFilePool *pool,
                           const char      *home)
{
  PaddockSecretSearch *self = g_object_new (PADDOCK_TYPE_SECRET_SEARCH, NULL);

  self->pool = g_object_ref (pool);
  self->home = g_strdup (home);
  return self;
}

/**
 * paddock_secret_search_async:
 * @self: a search
 * @device: the device of a file with several links
 * @inode: the inode of the file
 * @callback: called after at most %PADDOCK_SECRET_SEARCH_MS
 * @user_data: for @callback
 *
 * Finds out whether the file is one of the secrets in the home.
 */
void
paddock_secret_search_async (PaddockSecretSearch *self,
                             guint64              device,
                             guint64              inode,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  Wanted *wanted = g_new0 (Wanted, 1);

  g_task_set_source_tag (task, paddock_secret_search_async);
  g_task_set_task_data (task, wanted, wanted_free);
  wanted->device = device;
  wanted->inode = inode;
  if (self->home == NULL) {
    answer (task, (PaddockSecretFinding) { PADDOCK_SECRET_NONE });
    return;
  }
  if (self->is_stuck || self->waiting.length >= PADDOCK_SECRET_SEARCH_MAX) {
    answer (task, (PaddockSecretFinding) { PADDOCK_SECRET_UNKNOWN });
    return;
  }

  /* The timer has low priority, so that results that came while this process was blocked are
   * handled first. */
  wanted->timeout_id = g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, PADDOCK_SECRET_SEARCH_MS,
                                           on_waited_long_enough, task, NULL);
  g_queue_push_tail (&self->waiting, g_object_ref (task));
  run_next (self);
}

/**
 * paddock_secret_search_finish:
 * @self: a search
 * @result: from paddock_secret_search_async()
 *
 * Returns: whether the file is a secret, and which kind
 */
PaddockSecretFinding
paddock_secret_search_finish (PaddockSecretSearch *self,
                              GAsyncResult        *result)
{
  const Wanted *wanted = g_task_get_task_data (G_TASK (result));

  g_return_val_if_fail (g_task_is_valid (result, self),
                        ((PaddockSecretFinding) { PADDOCK_SECRET_UNKNOWN }));

  return wanted->finding;
}
