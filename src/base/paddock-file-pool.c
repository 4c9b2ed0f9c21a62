/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-file-pool.h"

#include "paddock-error.h"
#include "paddock-mount-table.h"
#include "paddock-path-reach.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

/* Threads for work on users' paths, in one lane per mount. A file system that hangs blocks its own
 * lane and nothing else. The service owns the pool; a running task keeps it alive. Nobody waits for
 * a thread to end: a thread that hangs in the kernel outlives the pool, and keeps Shared alive.
 *
 * The caller's thread never touches a user's path, and neither does GTask's shared pool: a few hung
 * threads would fill that pool for the whole process.
 *
 * The text of a canonical path chooses the lane. If the work goes through several mounts, these
 * choose the lane together. A path that somebody picked may lead to other mounts through links. So
 * the pool first finds out where that path leads, in a lane that asks only file systems known to
 * answer. Then the pool does the work in the lane of the mount at which that search ended. */

#define MOUNTINFO "/proc/self/mountinfo"

/* The keys of the lanes (queues of jobs) that belong to no mount. The keys of all other lanes are
 * made of mount ids. */
#define LANE_UNRESOLVED "unresolved"
#define LANE_NO_MOUNT   "none"

/* What the pool and its threads share. One lock protects all of it; nobody holds that lock for
 * long. */
typedef struct {
  GMutex      lock;
  GHashTable *lanes;              /* (owned) key of a lane -> Lane */
  gboolean    is_closed;          /* the pool is gone, so idle threads end at once */
} Shared;

typedef struct {
  char  *key;                     /* (owned) */
  GQueue queue;                   /* (owned) Job */
  GCond  wake;
  guint  n_threads;
  guint  n_idle;
} Lane;

typedef struct {
  Shared          *shared;        /* (owned) */
  PaddockFileWork  work;
  gpointer         data;          /* (owned) */
  GDestroyNotify   destroy_data;
  GDestroyNotify   destroy_result;
  GCancellable    *cancellable;   /* (owned) (nullable) */
  GTask           *task;          /* (owned) (nullable) the caller's task; NULL once the caller got
                                   * its answer */
  GSource         *on_cancel;     /* (owned) (nullable) notices that @cancellable is cancelled; NULL
                                   * once @task is NULL */
  Lane            *lane;          /* (nullable) the lane in whose queue the job waits; NULL once it
                                   * left the queue */
} Job;

typedef struct {
  Shared *shared;                 /* (owned) */
  Lane   *lane;                   /* the lane whose jobs this thread runs; @shared owns the lane,
                                   * which lives while it has threads */
} Worker;

struct _PaddockFilePool {
  GObject            parent_instance;

  Shared            *shared;      /* (owned) */
  PaddockMountTable *mounts;      /* (owned) (nullable) the mount table as it was last read; NULL:
                                   * it has not been read, or could not be read */
  int                mountinfo;   /* (owned) a descriptor of the kernel's mount table, polled for
                                   * changes; -1 if the table can't be opened */
};

G_DEFINE_FINAL_TYPE (PaddockFilePool, paddock_file_pool, G_TYPE_OBJECT)

static void
shared_clear (gpointer data)
{
  Shared *shared = data;

  g_hash_table_unref (shared->lanes);
  g_mutex_clear (&shared->lock);
}

static void
shared_unref (Shared *shared)
{
  g_atomic_rc_box_release_full (shared, shared_clear);
}

static void
job_clear (gpointer data)
{
  Job *job = data;

  if (job->destroy_data != NULL)
    job->destroy_data (job->data);
  g_clear_object (&job->cancellable);
  g_clear_pointer (&job->shared, shared_unref);
}

static void
job_unref (gpointer job)
{
  g_atomic_rc_box_release_full (job, job_clear);
}

/* Takes the task out of @job, and @job out of its queue. Only the first caller gets the task: the
 * thread that has the result, or the code that cancels the job. Later callers get NULL. */
static GTask *
job_steal_task (Job *job)
{
  g_autoptr (GSource) on_cancel = NULL;
  gboolean was_queued = FALSE;
  GTask *task;

  g_mutex_lock (&job->shared->lock);
  task = g_steal_pointer (&job->task);
  on_cancel = g_steal_pointer (&job->on_cancel);
  if (job->lane != NULL) {
    was_queued = g_queue_remove (&job->lane->queue, job);
    job->lane = NULL;
  }
  g_mutex_unlock (&job->shared->lock);

  if (on_cancel != NULL)
    g_source_destroy (on_cancel);
  if (was_queued)
    job_unref (job);
  return task;
}

static gboolean
on_cancelled (GCancellable *cancellable,
              gpointer      user_data)
{
  Job *job = user_data;
  g_autoptr (GTask) task = job_steal_task (job);

  if (task != NULL)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "It was cancelled");
  return G_SOURCE_REMOVE;
}

static void
job_run (Job *job)
{
  gpointer result = job->work (job->data, job->cancellable);
  g_autoptr (GTask) task = job_steal_task (job);

  if (task != NULL)
    g_task_return_pointer (task, result, job->destroy_result);
  else if (result != NULL && job->destroy_result != NULL)
    job->destroy_result (result);
}

/* Waits for the next job of @lane. Returns NULL if none came for a while, or if the pool is closed.
 * The caller holds the lock. */
static Job *
lane_wait (Shared *shared,
           Lane   *lane)
{
  gint64 end = g_get_monotonic_time () + PADDOCK_FILE_POOL_IDLE_SECONDS * G_USEC_PER_SEC;
  Job *job;

  lane->n_idle++;
  while (lane->queue.length == 0 && !shared->is_closed)
    if (!g_cond_wait_until (&lane->wake, &shared->lock, end))
      break;
  lane->n_idle--;

  job = g_queue_pop_head (&lane->queue);
  if (job != NULL)
    job->lane = NULL;
  return job;
}

static void
lane_free (gpointer data)
{
  Lane *lane = data;

  g_cond_clear (&lane->wake);
  g_free (lane->key);
  g_free (lane);
}

static gpointer
worker_main (gpointer data)
{
  Worker *worker = data;
  Shared *shared = worker->shared;
  Lane *lane = worker->lane;
  Job *job;

  g_mutex_lock (&shared->lock);
  while ((job = lane_wait (shared, lane)) != NULL) {
    g_mutex_unlock (&shared->lock);
    job_run (job);
    job_unref (job);
    g_mutex_lock (&shared->lock);
  }

  if (--lane->n_threads == 0)
    g_hash_table_remove (shared->lanes, lane->key);
  g_mutex_unlock (&shared->lock);

  shared_unref (shared);
  g_free (worker);
  return NULL;
}

/* Starts one more thread that runs the jobs of @lane. Returns whether that worked. The caller holds
 * the lock. */
static gboolean
lane_add_thread (Shared  *shared,
                 Lane    *lane,
                 GError **error)
{
  Worker *worker = g_new0 (Worker, 1);
  GThread *thread;

  worker->shared = g_atomic_rc_box_acquire (shared);
  worker->lane = lane;
  thread = g_thread_try_new ("paddock-file", worker_main, worker, error);
  if (thread == NULL) {
    /* This never drops the last reference to @shared, because the pool holds one. */
    shared_unref (worker->shared);
    g_free (worker);
    return FALSE;
  }

  lane->n_threads++;
  g_thread_unref (thread);
  return TRUE;
}

/* Returns the lane with the key @key, and makes that lane if there is none. The caller holds the
 * lock. */
static Lane *
lane_get (Shared     *shared,
          const char *key)
{
  Lane *lane = g_hash_table_lookup (shared->lanes, key);

  if (lane == NULL) {
    lane = g_new0 (Lane, 1);
    lane->key = g_strdup (key);
    g_queue_init (&lane->queue);
    g_cond_init (&lane->wake);
    g_hash_table_insert (shared->lanes, lane->key, lane);
  }

  return lane;
}

/* Queues @job in the lane with the key @key, and makes sure that a thread will run it. The caller
 * holds the lock. */
static gboolean
enqueue (Shared      *shared,
         const char  *key,
         Job         *job,
         GError     **error)
{
  Lane *lane = lane_get (shared, key);
  gboolean is_short;

  if (lane->queue.length >= PADDOCK_FILE_POOL_QUEUE_PER_MOUNT) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_BUSY,
                         "Too many file operations are waiting for one mount");
    return FALSE;
  }

  is_short = lane->n_idle <= lane->queue.length &&
             lane->n_threads < PADDOCK_FILE_POOL_THREADS_PER_MOUNT;
  if (is_short && !lane_add_thread (shared, lane, lane->n_threads == 0 ? error : NULL) &&
      lane->n_threads == 0) {
    g_hash_table_remove (shared->lanes, key);
    return FALSE;
  }

  job->lane = lane;
  g_queue_push_tail (&lane->queue, g_atomic_rc_box_acquire (job));
  g_cond_signal (&lane->wake);
  return TRUE;
}

/* Whether the mounts that @self knows are still current. The kernel marks the open mount table when
 * a mount comes or goes. It would cost too much to read the table anew for each of a thousand
 * roots. */
static gboolean
is_mount_table_current (PaddockFilePool *self)
{
  struct pollfd changed = { .fd = self->mountinfo, .events = POLLPRI };

  return self->mounts != NULL && self->mountinfo >= 0 && poll (&changed, 1, 0) == 0;
}

static char *
dup_key_of_path (PaddockFilePool *self,
                 const char      *path)
{
  const PaddockMount *mount = NULL;

  if (path == NULL)
    return g_strdup (LANE_UNRESOLVED);

  if (!is_mount_table_current (self)) {
    g_clear_pointer (&self->mounts, paddock_mount_table_free);
    self->mounts = paddock_mount_table_read (NULL);
  }
  if (self->mounts != NULL)
    mount = paddock_mount_table_lookup (self->mounts, path);

  return mount == NULL ? g_strdup (LANE_NO_MOUNT) : g_strdup_printf ("%d", mount->id);
}

static char *
dup_key_of_mounts (const GArray *mounts)
{
  GString *key = g_string_new (NULL);

  for (guint i = 0; i < mounts->len; i++)
    g_string_append_printf (key, "%s%d", i > 0 ? "+" : "", g_array_index (mounts, int, i));
  return g_string_free (key, FALSE);
}

static void
run_in_lane (PaddockFilePool     *self,
             const char          *key,
             PaddockFileWork      work,
             gpointer             data,
             GDestroyNotify       destroy_data,
             GDestroyNotify       destroy_result,
             GCancellable        *cancellable,
             GAsyncReadyCallback  callback,
             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (GError) error = NULL;
  Job *job = g_atomic_rc_box_new0 (Job);
  gboolean is_queued;

  g_task_set_source_tag (task, run_in_lane);
  job->shared = g_atomic_rc_box_acquire (self->shared);
  job->work = work;
  job->data = data;
  job->destroy_data = destroy_data;
  job->destroy_result = destroy_result;

  if (g_task_return_error_if_cancelled (task)) {
    job_unref (job);
    return;
  }

  job->task = g_object_ref (task);
  if (cancellable != NULL) {
    job->cancellable = g_object_ref (cancellable);
    job->on_cancel = g_cancellable_source_new (cancellable);
    g_source_set_callback (job->on_cancel, G_SOURCE_FUNC (on_cancelled),
                           g_atomic_rc_box_acquire (job), job_unref);
    g_source_attach (job->on_cancel, g_task_get_context (task));
  }

  g_mutex_lock (&self->shared->lock);
  is_queued = enqueue (self->shared, key, job, &error);
  g_mutex_unlock (&self->shared->lock);

  if (!is_queued) {
    g_autoptr (GTask) mine = job_steal_task (job);

    g_task_return_error (mine, g_steal_pointer (&error));
  }
  job_unref (job);
}

static void
paddock_file_pool_dispose (GObject *object)
{
  PaddockFilePool *self = PADDOCK_FILE_POOL (object);
  GHashTableIter iter;
  gpointer lane;

  /* Each task holds a reference to the pool. So all tasks are answered now, and the threads may
   * end. */
  g_mutex_lock (&self->shared->lock);
  self->shared->is_closed = TRUE;
  g_hash_table_iter_init (&iter, self->shared->lanes);
  while (g_hash_table_iter_next (&iter, NULL, &lane))
    g_cond_broadcast (&((Lane *) lane)->wake);
  g_mutex_unlock (&self->shared->lock);

  G_OBJECT_CLASS (paddock_file_pool_parent_class)->dispose (object);
}

static void
paddock_file_pool_finalize (GObject *object)
{
  PaddockFilePool *self = PADDOCK_FILE_POOL (object);

  g_clear_pointer (&self->shared, shared_unref);
  g_clear_pointer (&self->mounts, paddock_mount_table_free);
  if (self->mountinfo >= 0)
    close (self->mountinfo);

  G_OBJECT_CLASS (paddock_file_pool_parent_class)->finalize (object);
}

static void
paddock_file_pool_class_init (PaddockFilePoolClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = paddock_file_pool_dispose;
  object_class->finalize = paddock_file_pool_finalize;
}

static void
paddock_file_pool_init (PaddockFilePool *self)
{
  self->mountinfo = open (MOUNTINFO, O_RDONLY | O_CLOEXEC);
  self->shared = g_atomic_rc_box_new0 (Shared);
  g_mutex_init (&self->shared->lock);
  self->shared->lanes = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, lane_free);
}

/**
 * paddock_file_pool_new:
 *
 * Returns: (transfer full): a pool without threads; they start with the first work and end when
 *   idle
 */
PaddockFilePool *
paddock_file_pool_new (void)
{
  return g_object_new (PADDOCK_TYPE_FILE_POOL, NULL);
}

/**
 * paddock_file_pool_run_async:
 * @path: (nullable): the canonical path that @work touches; its text chooses the lane; %NULL if the
 *   path is not resolved yet
 * @work: called on a thread of the pool, or never if @cancellable is cancelled before its turn
 * @data: for @work
 * @destroy_data: (nullable): frees @data, on any thread
 * @destroy_result: (nullable): frees an unwanted result of @work, on any thread
 * @cancellable: (nullable): if it is cancelled, the callback comes at once, even if @work hangs
 * @callback: called in the caller's thread-default main context
 *
 * Runs @work on a thread that may block. For each mount, at most
 * %PADDOCK_FILE_POOL_THREADS_PER_MOUNT jobs run at a time and %PADDOCK_FILE_POOL_QUEUE_PER_MOUNT
 * wait. Further jobs fail with %PADDOCK_ERROR_BUSY.
 *
 * Make all calls on one pool from one thread.
 */
void
paddock_file_pool_run_async (PaddockFilePool     *self,
                             const char          *path,
                             PaddockFileWork      work,
                             gpointer             data,
                             GDestroyNotify       destroy_data,
                             GDestroyNotify       destroy_result,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autofree char *key = dup_key_of_path (self, path);

  run_in_lane (self, key, work, data, destroy_data, destroy_result, cancellable, callback,
               user_data);
}

/**
 * paddock_file_pool_run_across_async:
 * @mounts: (element-type int): the ids of the mounts that @work goes through, in their order
 *
 * Like paddock_file_pool_run_async(), but for work that goes through several mounts, any of which
 * may hang. All these mounts together have a lane of their own. If the work ran in the lane of a
 * single mount, another mount that hangs would block that lane too.
 *
 * Finish with paddock_file_pool_run_finish().
 */
void
paddock_file_pool_run_across_async (PaddockFilePool     *self,
                                    const GArray        *mounts,
                                    PaddockFileWork      work,
                                    gpointer             data,
                                    GDestroyNotify       destroy_data,
                                    GDestroyNotify       destroy_result,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  g_autofree char *key = dup_key_of_mounts (mounts);

  run_in_lane (self, key, work, data, destroy_data, destroy_result, cancellable, callback,
               user_data);
}

/**
 * paddock_file_pool_run_finish:
 * @error: %G_IO_ERROR_CANCELLED, %PADDOCK_ERROR_BUSY, or another code if no thread could start
 *
 * Returns: (transfer full) (nullable): what the #PaddockFileWork returned; %NULL may be a result,
 *   so check @error
 */
gpointer
paddock_file_pool_run_finish (PaddockFilePool  *self,
                              GAsyncResult     *result,
                              GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* A job for a path that is not resolved yet: its path, and the work to do there. The task of the
 * job owns this structure. */
typedef struct {
  char            *path;          /* (owned) */
  PaddockFileWork  work;
  gpointer         data;          /* (owned) (nullable) the argument of @work; NULL once the pool
                                   * owns that argument */
  GDestroyNotify   destroy_data;
  GDestroyNotify   destroy_result;
} Picked;

static void
picked_free (gpointer data)
{
  Picked *picked = data;

  if (picked->destroy_data != NULL && picked->data != NULL)
    picked->destroy_data (picked->data);
  g_free (picked->path);
  g_free (picked);
}

static gpointer
reach_on_thread (gpointer      data,
                 GCancellable *cancellable)
{
  g_autoptr (PaddockMountTable) mounts = paddock_mount_table_read (NULL);

  return mounts == NULL ? NULL : paddock_path_reach (data, mounts);
}

static void
on_picked_done (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  const Picked *picked = g_task_get_task_data (task);
  GError *error = NULL;
  gpointer value = paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, value, picked->destroy_result);
}

static void
on_reached (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Picked *picked = g_task_get_task_data (task);
  GError *error = NULL;
  g_autofree char *reached =
    paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result, &error);

  if (error != NULL) {
    g_task_return_error (task, error);
    return;
  }

  paddock_file_pool_run_async (PADDOCK_FILE_POOL (source), reached, picked->work,
                               g_steal_pointer (&picked->data), picked->destroy_data,
                               picked->destroy_result, g_task_get_cancellable (task),
                               on_picked_done, g_object_ref (task));
}

/**
 * paddock_file_pool_run_picked_async:
 * @path: a path or `file` URI as somebody wrote it
 *
 * Like paddock_file_pool_run_async(), but for a path that may lead anywhere. @work runs in the lane
 * of the first mount on the way that is not known to answer. If all mounts on the way are known to
 * answer, @work runs in the lane of the mount at the end. If links or mounts change meanwhile,
 * @work may still lead elsewhere and hang in that lane.
 *
 * Finish with paddock_file_pool_run_finish().
 */
void
paddock_file_pool_run_picked_async (PaddockFilePool     *self,
                                    const char          *path,
                                    PaddockFileWork      work,
                                    gpointer             data,
                                    GDestroyNotify       destroy_data,
                                    GDestroyNotify       destroy_result,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Picked *picked = g_new0 (Picked, 1);

  g_task_set_source_tag (task, paddock_file_pool_run_picked_async);
  picked->path = g_strdup (path);
  picked->work = work;
  picked->data = data;
  picked->destroy_data = destroy_data;
  picked->destroy_result = destroy_result;
  g_task_set_task_data (task, picked, picked_free);

  paddock_file_pool_run_async (self, NULL, reach_on_thread, g_strdup (path), g_free, g_free,
                               cancellable, on_reached, task);
}
