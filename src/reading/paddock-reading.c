/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-reading.h"

#include "paddock-limits.h"
#include "paddock-rate.h"
#include "paddock-read-job.h"
#include "paddock-read-slots.h"
#include "paddock-reading-log.h"
#include "paddock-reading-roots.h"
#include "paddock-reading-work.h"
#include "paddock-reference.h"

#include <unistd.h>

/* Reads files for servers and hosts that may not, or should not, open them by themselves. It reads
 * only files below roots that the server or host may see. The service owns the reader.
 *
 * One request goes through these steps. The first that refuses ends it:
 *
 *   1. counting      RATE_LIMITED  every request counts, even a refused one: a refusal is an answer
 *   2. the text      MALFORMED     paddock-reference.c
 *   3. mapping       OUTSIDE       which of the roots that the caller sees now contain the path, by
 *                                  its text alone. This happens on the main thread: no other
 *                                  thread, and so not the kernel, gets a path from outside
 *   4. access        READ_ONLY     for a write check, in a read-only root
 *   5. the file      …             paddock-reading-work.c on a thread of the root's own mount, when
 *                                  the caller gets a slot there (paddock-read-slots.c). BUSY if it
 *                                  gets none, TIMED_OUT after a time. Again for each mount that is
 *                                  met below, with a thread and a slot of that mount
 *   6. once more     OUTSIDE       the policy is asked again: the root may have been revoked while
 *                                  the disk was slow
 *   7. the user      SENSITIVE     a file that may hold secrets: the user's earlier answer, or a
 *                                  question. Then from 5 again, for exactly that file
 *
 * If roots lie in each other, the innermost is tried first. It may refuse because of where the path
 * leads, or because it is read-only. Then an outer root may still allow it.
 *
 * Nobody waits for a thread that hangs, and its late result is dropped. Until the thread returns,
 * the caller's slot on that mount stays taken. So if a caller goes on asking, at most two threads
 * hang for this caller on one mount.
 *
 * The reader never decides what a caller may see (model/paddock-policy.c), nor what a path is
 * (base/paddock-path-open.c).
 */
struct _PaddockReading
{
  GObject            parent_instance;

  PaddockState        *state;       /* (owned) */
  PaddockBoundary     *boundary;    /* (owned) */
  PaddockFilePrompts  *questions;   /* (owned) (nullable) */
  PaddockReadingLog   *log;         /* (owned) */
  PaddockRate         *rate;        /* (owned) counts the requests of each caller */
  PaddockRate         *rate_in_all; /* (owned) counts the requests of all callers together, under
                                     * one name */
  PaddockReadSlots    *slots;       /* (owned) limits the reads that are under way */
  PaddockSecretSearch *search;      /* (owned) */
  GCancellable        *closed;      /* (owned) cancelled when the reader is closed */
  gint64               size_limit;  /* the most bytes of a file that one request gets */
};

G_DEFINE_FINAL_TYPE (PaddockReading, paddock_reading, G_TYPE_OBJECT)

/* A thread that works on a request. The callback of that work gets this structure. */
typedef struct {
  GTask            *task;               /* (owned) */
  PaddockRoot      *root;               /* (owned) */
  char             *mount;              /* (owned) the mount of the slot that this thread uses */
} Run;

/* If the user answered "Just this once", and the caller got no file for a reason that is not the
 * caller's fault, makes this answer valid for one more call. Then the caller may try again without
 * a question to the user. */
static void
give_back_answer (PaddockReading *self,
                  PaddockReadJob *job)
{
  PaddockFileCommand command;

  if (job->consent.once_until == 0 || self->questions == NULL)
    return;
  command = paddock_read_job_get_command (job);
  paddock_file_prompts_give_back (self->questions, &command, job->consent.once_until);
  job->consent.once_until = 0;
}

/* Answers a request with @verdict, and takes from @found what the answer needs. @found: (nullable):
 * used only if @verdict is ALLOWED. */
static void
finish_job (GTask               *task,
            PaddockReadVerdict   verdict,
            const PaddockRoot   *root,
            PaddockReadingFound *found)
{
  PaddockReading *self = g_task_get_source_object (task);
  PaddockReadJob *job = g_task_get_task_data (task);
  PaddockReadingAnswer *answer = g_new0 (PaddockReadingAnswer, 1);

  paddock_read_job_stop_waiting (job);
  paddock_read_slots_leave (self->slots, task);
  job->is_over = TRUE;
  answer->verdict = verdict;
  answer->fd = -1;
  if (verdict == PADDOCK_READ_ALLOWED) {
    answer->fd = g_steal_fd (&found->fd);
    answer->bytes = g_steal_pointer (&found->bytes);
    answer->path = g_steal_pointer (&found->path);
    answer->root_id = g_strdup (root->id);
    answer->access = root->access;
    answer->size = found->size;
  } else if (verdict == PADDOCK_READ_BUSY || verdict == PADDOCK_READ_TIMED_OUT) {
    give_back_answer (self, job);
  }
  paddock_reading_log_add (self->log, &job->request, root, verdict, answer->path);
  g_task_return_pointer (task, answer, (GDestroyNotify) paddock_reading_answer_free);
}

/* Whether the caller still sees @root as it was when the request came. */
static gboolean
is_still_seen (PaddockReading       *self,
               const PaddockReadJob *job,
               const PaddockRoot    *root)
{
  return paddock_reading_roots_have (self->state, self->boundary, &job->request, root,
                                     job->lane.point != NULL);
}

/* Whether @verdict is only about the root that was tried, so that another root around the path may
 * give another verdict. */
static gboolean
is_of_this_root (PaddockReadVerdict verdict)
{
  return verdict == PADDOCK_READ_OUTSIDE || verdict == PADDOCK_READ_READ_ONLY ||
         verdict == PADDOCK_READ_OTHER_FILE_SYSTEM;
}

static void
begin_run (GTask       *task,
           PaddockRoot *root)
{
  PaddockReading *self = g_task_get_source_object (task);
  const PaddockReadJob *job = g_task_get_task_data (task);
  Run *run = g_new0 (Run, 1);

  run->task = g_object_ref (task);
  run->root = paddock_root_ref (root);
  run->mount = g_strdup (paddock_read_job_get_mount (job));
  paddock_reading_work_async (paddock_state_get_pool (self->state), self->search,
                              paddock_state_get_places (self->state),
                              &(PaddockReadingWork) {
    .purpose = job->request.purpose,
    .root = root,
    .lane = job->lane,
    .rest = paddock_reference_below (job->path, root->path),
    .allowed = job->consent.is_allowed ? job->consent.path : NULL,
    .device = job->consent.device,
    .inode = job->consent.inode,
    .range = job->request.range,
    .limit = job->request.most > 0 ? MIN (self->size_limit, job->request.most) : self->size_limit,
  }, job->on_found, run);
}

/* Called if a request waited too long for a slot. Ends the request, unless other reads on the mount
 * have ended meanwhile: then the mount is slow, but does not hang. */
static gboolean
on_turn_missed (gpointer user_data)
{
  GTask *task = user_data;
  PaddockReading *self = g_task_get_source_object (task);
  PaddockReadJob *job = g_task_get_task_data (task);
  const PaddockRoot *root = paddock_read_job_get_current (job);
  gint64 moved = paddock_read_slots_get_moved (self->slots, paddock_read_job_get_mount (job));

  if (g_get_monotonic_time () - moved < PADDOCK_READ_TURN_MS * 1000)
    return G_SOURCE_CONTINUE;

  job->turn_id = 0;
  finish_job (task, PADDOCK_READ_BUSY, root, NULL);
  return G_SOURCE_REMOVE;
}

static void
acquire_slot (GTask       *task,
              PaddockRoot *root)
{
  PaddockReading *self = g_task_get_source_object (task);
  PaddockReadJob *job = g_task_get_task_data (task);

  switch (paddock_read_slots_acquire (self->slots, job->request.caller,
                                      paddock_read_job_get_mount (job), task)) {
    case PADDOCK_READ_SLOT_TAKEN:
      begin_run (task, root);
      break;
    case PADDOCK_READ_SLOT_WAITS:
      /* The timer has low priority, so that results that came while this process was blocked are
       * handled first. */
      job->turn_id = g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, PADDOCK_READ_TURN_MS,
                                         on_turn_missed, g_object_ref (task), g_object_unref);
      break;
    case PADDOCK_READ_SLOT_REFUSED:
    default:
      finish_job (task, PADDOCK_READ_BUSY, root, NULL);
      break;
  }
}

/* Tries the roots around the path, from the innermost outwards, until a thread must look for the
 * file in one of them. */
static void
try_next (GTask *task)
{
  PaddockReadJob *job = g_task_get_task_data (task);

  while (job->next < job->roots->len) {
    PaddockRoot *root = g_ptr_array_index (job->roots, job->next++);

    paddock_reading_work_lane_clear (&job->lane);
    if (paddock_read_job_is_for_writing (job) && root->access == PADDOCK_ACCESS_READ_ONLY) {
      paddock_read_job_note (job, root, PADDOCK_READ_READ_ONLY);
      continue;
    }
    acquire_slot (task, root);
    return;
  }
  finish_job (task, job->verdict, job->nearest, NULL);
}

/* Gives back the slot of @task on @mount. The next waiters then begin to read, unless the root that
 * they wait for was revoked meanwhile. */
static void
leave_slot (GTask      *task,
            const char *mount)
{
  PaddockReading *self = g_task_get_source_object (task);
  const PaddockReadJob *left = g_task_get_task_data (task);
  gpointer next;

  paddock_read_slots_give_back (self->slots, left->request.caller, mount, g_get_monotonic_time ());
  while ((next = paddock_read_slots_next (self->slots)) != NULL) {
    g_autoptr (GTask) waited = g_object_ref (next);
    PaddockReadJob *job = g_task_get_task_data (waited);
    PaddockRoot *root = paddock_read_job_get_current (job);

    g_clear_handle_id (&job->turn_id, g_source_remove);
    if (is_still_seen (self, job, root)) {
      begin_run (waited, root);
      continue;
    }
    paddock_read_slots_give_back (self->slots, job->request.caller,
                                  paddock_read_job_get_mount (job), g_get_monotonic_time ());
    try_next (waited);
  }
}

static gboolean
on_timeout (gpointer user_data)
{
  GTask *task = user_data;
  PaddockReadJob *job = g_task_get_task_data (task);

  job->timeout_id = 0;
  finish_job (task, job->turn_id != 0 ? PADDOCK_READ_BUSY : PADDOCK_READ_TIMED_OUT,
              paddock_read_job_get_current (job), NULL);
  return G_SOURCE_REMOVE;
}

static void
begin_waiting (GTask *task)
{
  PaddockReadJob *job = g_task_get_task_data (task);

  job->timeout_id = g_timeout_add_seconds_full (G_PRIORITY_DEFAULT, PADDOCK_READ_TIMEOUT_SECONDS,
                                                on_timeout, g_object_ref (task), g_object_unref);
}

/* Goes on with a request after the user's answer about a sensitive file. While the user was asked,
 * no thread was running and nothing was open. If the user allowed the file, a thread looks for it
 * again, under the name that the user saw. */
static void
on_answered (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  PaddockReading *self = g_task_get_source_object (task);
  PaddockReadJob *job = g_task_get_task_data (task);
  const PaddockRoot *root;

  gint64 once_until;
  gboolean is_allowed = paddock_file_prompts_ask_finish (PADDOCK_FILE_PROMPTS (source), result,
                                                         &once_until);

  job->consent.once_until = once_until;
  if (job->is_over) {
    give_back_answer (self, job);
    return;
  }

  root = paddock_read_job_get_current (job);
  g_clear_object (&job->consent.asking);
  if (!is_still_seen (self, job, root)) {
    finish_job (task, PADDOCK_READ_OUTSIDE, NULL, NULL);
  } else if (!is_allowed) {
    finish_job (task, PADDOCK_READ_SENSITIVE, root, NULL);
  } else {
    job->consent.is_allowed = TRUE;
    job->next--;
    begin_waiting (task);
    try_next (task);
  }
}

static void
ask_user (GTask                   *task,
          const PaddockFilePrompt *question)
{
  PaddockReading *self = g_task_get_source_object (task);
  PaddockReadJob *job = g_task_get_task_data (task);

  g_clear_handle_id (&job->timeout_id, g_source_remove);
  paddock_file_prompts_ask_async (self->questions, question,
                                  paddock_read_consent_begin (&job->consent, question), on_answered,
                                  g_object_ref (task));
}

/* Decides about a sensitive file by the user's answers, or asks the user. A check never asks, not
 * even a check for writing: no program may replace a key because Paddock allowed it. If the user
 * allowed one file, and the reference now leads to another file, the user is not asked again, and
 * the answer is used up. */
static void
settle_sensitive (GTask               *task,
                  const PaddockRoot   *root,
                  PaddockReadingFound *found)
{
  PaddockReading *self = g_task_get_source_object (task);
  PaddockReadJob *job = g_task_get_task_data (task);
  PaddockFilePrompt question = {
    .command = {
      .server_id = job->request.server_id,
      .session = job->request.session,
      .root_id = root->id,
      .path = found->path,
      .device = found->device,
      .inode = found->inode,
    },
    .kind = found->kind,
    .caller = job->request.label,
  };

  if (job->request.purpose == PADDOCK_READING_CHECK || paddock_read_job_is_for_writing (job)) {
    gboolean is_known = self->questions != NULL &&
                        paddock_file_prompts_peek (self->questions, &question.command) ==
                        PADDOCK_FILE_ALLOWED;

    if (!is_known)
      finish_job (task, PADDOCK_READ_SENSITIVE, root, NULL);
    else if (found->size > self->size_limit && !paddock_read_job_is_for_writing (job))
      finish_job (task, PADDOCK_READ_TOO_LARGE, root, NULL);
    else
      finish_job (task, PADDOCK_READ_ALLOWED, root, found);
  } else if (job->consent.is_allowed) {
    job->consent.once_until = 0;
    finish_job (task, PADDOCK_READ_BUSY, root, NULL);
  } else if (self->questions == NULL) {
    finish_job (task, PADDOCK_READ_SENSITIVE, root, NULL);
  } else {
    ask_user (task, &question);
  }
}

/* Called when a thread that looked for the file has returned. Drops the result if the request was
 * already answered. */
static void
on_found (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Run *run = user_data;
  g_autoptr (GTask) task = run->task;
  g_autoptr (PaddockRoot) root = run->root;
  g_autofree char *mount = run->mount;
  PaddockReading *self = g_task_get_source_object (task);
  PaddockReadJob *job = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockReadingFound) found = NULL;

  g_free (run);
  found = paddock_reading_work_finish (PADDOCK_FILE_POOL (source), result, &error);
  leave_slot (task, mount);
  if (job->is_over)
    return;

  if (found == NULL) {
    g_debug ("A file could not be looked at: %s", error->message);
    finish_job (task, PADDOCK_READ_BUSY, root, NULL);
    return;
  }
  if (!is_still_seen (self, job, root)) {
    found->verdict = PADDOCK_READ_OUTSIDE;
  } else if (found->met != NULL) {
    if (paddock_reading_work_lane_enter (&job->lane, found))
      acquire_slot (task, root);
    else
      finish_job (task, PADDOCK_READ_BUSY, root, NULL);
    return;
  }
  if (is_of_this_root (found->verdict)) {
    paddock_read_job_note (job, root, found->verdict);
    try_next (task);
  } else if (found->verdict == PADDOCK_READ_SENSITIVE) {
    settle_sensitive (task, root, found);
  } else {
    finish_job (task, found->verdict, root, found);
  }
}

static gboolean
on_cancelled (GCancellable *cancellable,
              gpointer      user_data)
{
  GTask *task = user_data;
  PaddockReading *self = g_task_get_source_object (task);
  PaddockReadJob *job = g_task_get_task_data (task);

  paddock_read_job_stop_waiting (job);
  paddock_read_slots_leave (self->slots, task);
  job->is_over = TRUE;
  give_back_answer (self, job);
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                           "Nobody waits for the file any more");
  return G_SOURCE_REMOVE;
}

static GSource *
watch_cancelled (GCancellable *cancellable,
                 GTask        *task)
{
  GSource *source = g_cancellable_source_new (cancellable);

  g_source_set_callback (source, G_SOURCE_FUNC (on_cancelled), g_object_ref (task),
                         g_object_unref);
  g_source_attach (source, g_task_get_context (task));
  return source;
}

static void
paddock_reading_dispose (GObject *object)
{
  PaddockReading *self = PADDOCK_READING (object);

  paddock_reading_close (self);

  G_OBJECT_CLASS (paddock_reading_parent_class)->dispose (object);
}

static void
paddock_reading_finalize (GObject *object)
{
  PaddockReading *self = PADDOCK_READING (object);

  g_clear_pointer (&self->log, paddock_reading_log_free);
  g_clear_pointer (&self->rate, paddock_rate_free);
  g_clear_pointer (&self->rate_in_all, paddock_rate_free);
  g_clear_pointer (&self->slots, paddock_read_slots_free);
  g_clear_object (&self->search);
  g_clear_object (&self->closed);
  g_clear_object (&self->questions);
  g_clear_object (&self->boundary);
  g_clear_object (&self->state);

  G_OBJECT_CLASS (paddock_reading_parent_class)->finalize (object);
}

static void
paddock_reading_class_init (PaddockReadingClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = paddock_reading_dispose;
  object_class->finalize = paddock_reading_finalize;
}

static void
paddock_reading_init (PaddockReading *self)
{
  self->rate = paddock_rate_new (PADDOCK_LIMIT_READS_PER_MINUTE, PADDOCK_LIMIT_READERS);
  self->rate_in_all = paddock_rate_new (PADDOCK_LIMIT_READS_IN_ALL, 1);
  self->slots = paddock_read_slots_new ();
  self->closed = g_cancellable_new ();
  self->size_limit = PADDOCK_READING_SIZE_LIMIT;
}

/**
 * paddock_reading_new:
 * @state: has the snapshot and the threads
 * @boundary: knows which server sees which roots
 *
 * Returns: (transfer full): a reader
 */
PaddockReading *
paddock_reading_new (PaddockState    *state,
                     PaddockBoundary *boundary)
{
  PaddockReading *self = g_object_new (PADDOCK_TYPE_READING, NULL);

  self->state = g_object_ref (state);
  self->boundary = g_object_ref (boundary);
  self->log = paddock_reading_log_new (state);
  self->search = paddock_secret_search_new (paddock_state_get_pool (state),
                                            paddock_state_get_places (state)->home);
  return self;
}

/**
 * paddock_reading_close:
 * @self: a reader
 *
 * Answers all requests under way, and every later request, with %G_IO_ERROR_CANCELLED.
 */
void
paddock_reading_close (PaddockReading *self)
{
  g_cancellable_cancel (self->closed);
}

/**
 * paddock_reading_set_questions:
 * @self: a reader
 * @questions: (nullable): asks the user about sensitive files; %NULL: these files are refused
 */
void
paddock_reading_set_questions (PaddockReading     *self,
                               PaddockFilePrompts *questions)
{
  g_set_object (&self->questions, questions);
}

/**
 * paddock_reading_set_refusals:
 * @self: a reader
 * @refusals: (nullable): counts refusals; it learns each verdict of the reader
 */
void
paddock_reading_set_refusals (PaddockReading  *self,
                              PaddockRefusals *refusals)
{
  paddock_reading_log_set_refusals (self->log, refusals);
}

/**
 * paddock_reading_set_size_limit:
 * @self: a reader
 * @size_limit: in bytes, at least 0. If a whole file, or the requested part of a file, is larger,
 *   the reader refuses it
 */
void
paddock_reading_set_size_limit (PaddockReading *self,
                                gint64          size_limit)
{
  self->size_limit = MAX (size_limit, 0);
}

/**
 * paddock_reading_get_size_limit:
 * @self: a reader
 *
 * Returns: the most bytes of a file that one request may get
 */
gint64
paddock_reading_get_size_limit (PaddockReading *self)
{
  return self->size_limit;
}

static gboolean
is_within_rate (PaddockReading *self,
                const char     *caller)
{
  gint64 now = g_get_monotonic_time ();

  return paddock_rate_count (self->rate, caller, now) &&
         paddock_rate_count (self->rate_in_all, "", now);
}

/* Does the steps of a request that need no file system. Returns ALLOWED if there are roots in which
 * to look for the file. */
static PaddockReadVerdict
prepare (PaddockReading *self,
         PaddockReadJob *job)
{
  PaddockReadVerdict verdict;

  if (!is_within_rate (self, job->request.caller))
    return PADDOCK_READ_RATE_LIMITED;

  verdict = paddock_reference_to_path (job->request.reference, job->request.length, &job->path);
  if (verdict != PADDOCK_READ_ALLOWED)
    return verdict;

  job->roots = paddock_reading_roots_find (self->state, self->boundary,
                                           &job->request, job->path);
  return job->roots->len > 0 ? PADDOCK_READ_ALLOWED : PADDOCK_READ_OUTSIDE;
}

/**
 * paddock_reading_ask_async:
 * @self: a reader
 * @request: who wants to read which file; copied
 * @cancellable: (nullable): if it is cancelled, the answer is %G_IO_ERROR_CANCELLED, at once
 * @callback: called in the caller's main context after at most %PADDOCK_READ_TIMEOUT_SECONDS. If
 *   the user is asked, this may take twice as long, plus the time for the question
 * @user_data: for @callback
 *
 * Reads or checks a file for a server or a host.
 */
void
paddock_reading_ask_async (PaddockReading              *self,
                           const PaddockReadingRequest *request,
                           GCancellable                *cancellable,
                           GAsyncReadyCallback          callback,
                           gpointer                     user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  PaddockReadJob *job = paddock_read_job_new (request);
  PaddockReadVerdict verdict;

  g_task_set_source_tag (task, paddock_reading_ask_async);
  g_task_set_task_data (task, job, paddock_read_job_free);
  if (g_cancellable_is_cancelled (self->closed) || g_cancellable_is_cancelled (cancellable)) {
    on_cancelled (NULL, task);
    return;
  }

  verdict = prepare (self, job);
  if (verdict != PADDOCK_READ_ALLOWED) {
    finish_job (task, verdict, NULL, NULL);
    return;
  }

  begin_waiting (task);
  job->on_found = on_found;
  job->on_closed = watch_cancelled (self->closed, task);
  if (cancellable != NULL)
    job->on_cancel = watch_cancelled (cancellable, task);
  try_next (task);
}

/**
 * paddock_reading_ask_finish:
 * @self: a reader
 * @result: from paddock_reading_ask_async()
 * @error: return location, %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the answer
 */
PaddockReadingAnswer *
paddock_reading_ask_finish (PaddockReading  *self,
                            GAsyncResult    *result,
                            GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * paddock_reading_turn_away:
 * @self: a reader
 * @request: a request of a caller that has too many under way
 *
 * Refuses a request without looking at it. Counts and logs the request as any other: otherwise a
 * caller could ask as much as it likes.
 *
 * Returns: %PADDOCK_READ_BUSY or %PADDOCK_READ_RATE_LIMITED
 */
PaddockReadVerdict
paddock_reading_turn_away (PaddockReading              *self,
                           const PaddockReadingRequest *request)
{
  PaddockReadVerdict verdict = is_within_rate (self, request->caller) ? PADDOCK_READ_BUSY
                                                                      : PADDOCK_READ_RATE_LIMITED;

  paddock_reading_log_add (self->log, request, NULL, verdict, NULL);
  return verdict;
}

/**
 * paddock_reading_answer_free:
 * @answer: (transfer full) (nullable): an answer; this closes its descriptor
 */
void
paddock_reading_answer_free (PaddockReadingAnswer *answer)
{
  if (answer == NULL)
    return;

  if (answer->fd >= 0)
    close (answer->fd);
  g_clear_pointer (&answer->bytes, g_bytes_unref);
  g_free (answer->path);
  g_free (answer->root_id);
  g_free (answer);
}
