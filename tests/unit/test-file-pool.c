/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-file-pool.h"

#include "paddock-error.h"
#include "paddock-mount-table.h"

#include <string.h>
#include <sys/prctl.h>

#define DEADLINE (30 * G_USEC_PER_SEC)

/* Two paths that lie on different mounts on every Linux. */
#define HERE "/"
#define ELSEWHERE "/proc/self"

/* Work that hangs until the gate opens, as on a file system that does not answer. */
typedef struct {
  GMutex  lock;
  GCond   changed;
  gboolean is_open;
  guint   n_started;
  guint   n_running;
  guint   most_running;
  guint   n_data_destroyed;
  guint   n_results_destroyed;
} Gate;

/* The data of one work, and what came back. */
typedef struct {
  Gate         *gate;
  GCancellable *cancellable;    /* (nullable) */
  guint         n_answers;
  gpointer      result;
  GError       *error;          /* (owned) (nullable) */
} Call;

typedef struct {
  Gate *gate;
  int   value;
} Token;

static Gate *
gate_new (void)
{
  Gate *gate = g_new0 (Gate, 1);

  g_mutex_init (&gate->lock);
  g_cond_init (&gate->changed);
  return gate;
}

static void
gate_free (Gate *gate)
{
  g_mutex_clear (&gate->lock);
  g_cond_clear (&gate->changed);
  g_free (gate);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Gate, gate_free)

static void
gate_open (Gate *gate)
{
  g_mutex_lock (&gate->lock);
  gate->is_open = TRUE;
  g_cond_broadcast (&gate->changed);
  g_mutex_unlock (&gate->lock);
}

/* Waits until the threads have brought one of @gate's counters to @count, while the main context is
 * idle. */
static void
gate_wait (Gate  *gate,
           guint *counter,
           guint  count)
{
  gint64 end = g_get_monotonic_time () + DEADLINE;

  g_mutex_lock (&gate->lock);
  while (*counter < count)
    g_assert_true (g_cond_wait_until (&gate->changed, &gate->lock, end));
  g_assert_cmpuint (*counter, ==, count);
  g_mutex_unlock (&gate->lock);
}

static void
gate_count (Gate  *gate,
            guint *counter)
{
  g_mutex_lock (&gate->lock);
  (*counter)++;
  g_cond_broadcast (&gate->changed);
  g_mutex_unlock (&gate->lock);
}

static Token *
token_new (Gate *gate,
           int   value)
{
  Token *token = g_new0 (Token, 1);

  token->gate = gate;
  token->value = value;
  return token;
}

static void
destroy_data (gpointer data)
{
  Token *token = data;

  gate_count (token->gate, &token->gate->n_data_destroyed);
  g_free (token);
}

static void
destroy_result (gpointer data)
{
  Token *token = data;

  gate_count (token->gate, &token->gate->n_results_destroyed);
  g_free (token);
}

static gpointer
hang (gpointer      data,
      GCancellable *cancellable)
{
  Token *token = data;
  Gate *gate = token->gate;

  g_mutex_lock (&gate->lock);
  gate->n_started++;
  gate->n_running++;
  gate->most_running = MAX (gate->most_running, gate->n_running);
  g_cond_broadcast (&gate->changed);
  while (!gate->is_open)
    g_cond_wait (&gate->changed, &gate->lock);
  gate->n_running--;
  g_mutex_unlock (&gate->lock);

  return token_new (gate, token->value);
}

static gpointer
answer (gpointer      data,
        GCancellable *cancellable)
{
  Token *token = data;
  char name[16] = "";

  g_assert_cmpint (prctl (PR_GET_NAME, name), ==, 0);
  g_assert_cmpstr (name, ==, "paddock-file");
  g_assert_false (g_main_context_is_owner (g_main_context_default ()));
  return token->value == 0 ? NULL : token_new (token->gate, token->value);
}

static void
on_answered (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Call *call = user_data;

  g_assert_true (g_main_context_is_owner (g_main_context_default ()));
  call->n_answers++;
  call->result = paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result, &call->error);
}

static void
call_run (Call            *call,
          PaddockFilePool *pool,
          const char      *path,
          PaddockFileWork  work,
          int              value)
{
  paddock_file_pool_run_async (pool, path, work, token_new (call->gate, value), destroy_data,
                               destroy_result, call->cancellable, on_answered, call);
}

static void
call_run_across (Call            *call,
                 PaddockFilePool *pool,
                 const int       *mounts,
                 guint            n_mounts,
                 PaddockFileWork  work)
{
  g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (int));

  g_array_append_vals (array, mounts, n_mounts);
  paddock_file_pool_run_across_async (pool, array, work, token_new (call->gate, 1), destroy_data,
                                      destroy_result, NULL, on_answered, call);
}

static void
call_wait (Call *call)
{
  gint64 end = g_get_monotonic_time () + DEADLINE;

  while (call->n_answers == 0) {
    g_assert_cmpint (g_get_monotonic_time (), <, end);
    g_main_context_iteration (NULL, TRUE);
  }
  g_assert_cmpuint (call->n_answers, ==, 1);
}

/* The value that came back, 0 for none. */
static int
call_take (Call *call)
{
  Token *token = call->result;
  int value = token == NULL ? 0 : token->value;

  g_assert_no_error (call->error);
  g_free (token);
  call->result = NULL;
  return value;
}

static void
test_answers (void)
{
  g_autoptr (Gate) gate = gate_new ();
  g_autoptr (PaddockFilePool) pool = paddock_file_pool_new ();
  Call calls[20] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++) {
    static const char * const paths[] = { HERE, ELSEWHERE, NULL, "relative", "/nonexistent/x" };

    calls[i].gate = gate;
    call_run (&calls[i], pool, paths[i % G_N_ELEMENTS (paths)], answer, (int) i);
    g_assert_cmpuint (calls[i].n_answers, ==, 0);
  }
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++) {
    call_wait (&calls[i]);
    g_assert_cmpint (call_take (&calls[i]), ==, (int) i);
  }
  gate_wait (gate, &gate->n_data_destroyed, G_N_ELEMENTS (calls));
  g_assert_cmpuint (gate->n_results_destroyed, ==, 0);
}

static void
on_ignored (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  *(gboolean *) user_data = TRUE;
}

static void
test_result_that_nobody_takes (void)
{
  g_autoptr (Gate) gate = gate_new ();
  g_autoptr (PaddockFilePool) pool = paddock_file_pool_new ();
  gboolean is_answered = FALSE;

  paddock_file_pool_run_async (pool, HERE, answer, token_new (gate, 5), destroy_data,
                               destroy_result, NULL, on_ignored, &is_answered);
  while (!is_answered)
    g_main_context_iteration (NULL, TRUE);
  gate_wait (gate, &gate->n_results_destroyed, 1);
  gate_wait (gate, &gate->n_data_destroyed, 1);
}

static void
test_hung_mount (void)
{
  g_autoptr (Gate) gate = gate_new ();
  g_autoptr (PaddockFilePool) pool = paddock_file_pool_new ();
  Call hung[6] = { 0 };
  Call other[4] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (hung); i++) {
    hung[i].gate = gate;
    call_run (&hung[i], pool, HERE, hang, (int) i + 1);
  }
  gate_wait (gate, &gate->n_started, PADDOCK_FILE_POOL_THREADS_PER_MOUNT);

  /* Work on another mount, and on an unresolved path, does not wait. */
  for (guint i = 0; i < G_N_ELEMENTS (other); i++) {
    other[i].gate = gate;
    call_run (&other[i], pool, i % 2 == 0 ? ELSEWHERE : NULL, answer, (int) i + 1);
  }
  for (guint i = 0; i < G_N_ELEMENTS (other); i++) {
    call_wait (&other[i]);
    g_assert_cmpint (call_take (&other[i]), ==, (int) i + 1);
  }

  gate_open (gate);
  for (guint i = 0; i < G_N_ELEMENTS (hung); i++) {
    call_wait (&hung[i]);
    g_assert_cmpint (call_take (&hung[i]), ==, (int) i + 1);
  }
  g_assert_cmpuint (gate->most_running, ==, PADDOCK_FILE_POOL_THREADS_PER_MOUNT);
  gate_wait (gate, &gate->n_data_destroyed, G_N_ELEMENTS (hung) + G_N_ELEMENTS (other));
}

/* A way over several mounts has threads of its own. If it hangs, it uses none of the mounts'
 * threads, nor those of another way. A way over one mount uses that mount's threads. */
static void
test_across (void)
{
  g_autoptr (Gate) gate = gate_new ();
  g_autoptr (PaddockFilePool) pool = paddock_file_pool_new ();
  g_autoptr (PaddockMountTable) mounts = paddock_mount_table_read (NULL);
  const int here = paddock_mount_table_lookup (mounts, HERE)->id;
  const int elsewhere = paddock_mount_table_lookup (mounts, ELSEWHERE)->id;
  const int way[] = { here, elsewhere };
  const int back[] = { elsewhere, here };
  const struct {
    const int *mounts;
    guint      n_mounts;
  } others[] = { { back, 2 }, { &here, 1 }, { &elsewhere, 1 } };
  Call hung[3] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (hung); i++) {
    hung[i].gate = gate;
    call_run_across (&hung[i], pool, way, G_N_ELEMENTS (way), hang);
  }
  gate_wait (gate, &gate->n_started, PADDOCK_FILE_POOL_THREADS_PER_MOUNT);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    Call call = { .gate = gate };

    call_run_across (&call, pool, others[i].mounts, others[i].n_mounts, answer);
    call_wait (&call);
    g_assert_cmpint (call_take (&call), ==, 1);
  }
  gate_open (gate);
  for (guint i = 0; i < G_N_ELEMENTS (hung); i++) {
    call_wait (&hung[i]);
    g_assert_cmpint (call_take (&hung[i]), ==, 1);
  }
  g_assert_cmpuint (gate->most_running, ==, PADDOCK_FILE_POOL_THREADS_PER_MOUNT);
  gate_wait (gate, &gate->n_data_destroyed, G_N_ELEMENTS (hung) + G_N_ELEMENTS (others));
}

/* One mount by its id is the same lane as by a path on it. */
static void
test_across_one (void)
{
  g_autoptr (Gate) gate = gate_new ();
  g_autoptr (PaddockFilePool) pool = paddock_file_pool_new ();
  g_autoptr (PaddockMountTable) mounts = paddock_mount_table_read (NULL);
  const int here = paddock_mount_table_lookup (mounts, HERE)->id;
  Call hung[4] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (hung); i++) {
    hung[i].gate = gate;
    if (i % 2 == 0)
      call_run (&hung[i], pool, HERE, hang, 1);
    else
      call_run_across (&hung[i], pool, &here, 1, hang);
  }
  gate_wait (gate, &gate->n_started, PADDOCK_FILE_POOL_THREADS_PER_MOUNT);
  gate_open (gate);
  for (guint i = 0; i < G_N_ELEMENTS (hung); i++) {
    call_wait (&hung[i]);
    g_assert_cmpint (call_take (&hung[i]), ==, 1);
  }
  g_assert_cmpuint (gate->most_running, ==, PADDOCK_FILE_POOL_THREADS_PER_MOUNT);
  gate_wait (gate, &gate->n_data_destroyed, G_N_ELEMENTS (hung));
}

static void
test_busy (void)
{
  const guint n_calls = PADDOCK_FILE_POOL_THREADS_PER_MOUNT + PADDOCK_FILE_POOL_QUEUE_PER_MOUNT;
  g_autoptr (Gate) gate = gate_new ();
  g_autoptr (PaddockFilePool) pool = paddock_file_pool_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree Call *calls = g_new0 (Call, n_calls);
  Call refused = { .gate = gate };
  Call elsewhere = { .gate = gate };
  Call instead = { .gate = gate };

  for (guint i = 0; i < PADDOCK_FILE_POOL_THREADS_PER_MOUNT; i++) {
    calls[i].gate = gate;
    call_run (&calls[i], pool, HERE, hang, 1);
  }
  gate_wait (gate, &gate->n_started, PADDOCK_FILE_POOL_THREADS_PER_MOUNT);

  /* At the limit, and one more. */
  for (guint i = PADDOCK_FILE_POOL_THREADS_PER_MOUNT; i < n_calls; i++) {
    calls[i].gate = gate;
    calls[i].cancellable = i == n_calls / 2 ? cancellable : NULL;
    call_run (&calls[i], pool, HERE, hang, 1);
  }
  call_run (&refused, pool, HERE, hang, 1);
  call_wait (&refused);
  g_assert_error (refused.error, PADDOCK_ERROR, PADDOCK_ERROR_BUSY);
  g_assert_null (refused.result);
  g_clear_error (&refused.error);
  gate_wait (gate, &gate->n_data_destroyed, 1);

  call_run (&elsewhere, pool, ELSEWHERE, answer, 2);
  call_wait (&elsewhere);
  g_assert_cmpint (call_take (&elsewhere), ==, 2);

  /* A call that gives up frees a place. */
  g_cancellable_cancel (cancellable);
  call_wait (&calls[n_calls / 2]);
  g_assert_error (calls[n_calls / 2].error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&calls[n_calls / 2].error);
  call_run (&instead, pool, HERE, hang, 3);

  gate_open (gate);
  for (guint i = 0; i < n_calls; i++) {
    call_wait (&calls[i]);
    g_assert_cmpint (call_take (&calls[i]), ==, i == n_calls / 2 ? 0 : 1);
  }
  call_wait (&instead);
  g_assert_cmpint (call_take (&instead), ==, 3);
  g_assert_cmpuint (gate->n_started, ==, n_calls);
  gate_wait (gate, &gate->n_data_destroyed, n_calls + 3);
}

static void
test_cancel_hung (void)
{
  g_autoptr (Gate) gate = gate_new ();
  g_autoptr (PaddockFilePool) pool = paddock_file_pool_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Call call = { .gate = gate, .cancellable = cancellable };

  call_run (&call, pool, HERE, hang, 1);
  gate_wait (gate, &gate->n_started, 1);
  g_cancellable_cancel (cancellable);
  call_wait (&call);
  g_assert_error (call.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&call.error);

  /* The work still hangs and needs its data. */
  g_assert_cmpuint (gate->n_data_destroyed, ==, 0);
  gate_open (gate);
  gate_wait (gate, &gate->n_results_destroyed, 1);
  gate_wait (gate, &gate->n_data_destroyed, 1);
}

static void
test_cancel_queued (void)
{
  g_autoptr (Gate) gate = gate_new ();
  g_autoptr (PaddockFilePool) pool = paddock_file_pool_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Call hung[PADDOCK_FILE_POOL_THREADS_PER_MOUNT] = { 0 };
  Call queued = { .gate = gate, .cancellable = cancellable };
  Call too_late = { .gate = gate, .cancellable = cancellable };

  for (guint i = 0; i < G_N_ELEMENTS (hung); i++) {
    hung[i].gate = gate;
    call_run (&hung[i], pool, HERE, hang, 1);
  }
  gate_wait (gate, &gate->n_started, G_N_ELEMENTS (hung));
  call_run (&queued, pool, HERE, hang, 2);

  g_cancellable_cancel (cancellable);
  call_wait (&queued);
  g_assert_error (queued.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&queued.error);
  gate_wait (gate, &gate->n_data_destroyed, 1);

  call_run (&too_late, pool, ELSEWHERE, hang, 3);
  call_wait (&too_late);
  g_assert_error (too_late.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&too_late.error);
  gate_wait (gate, &gate->n_data_destroyed, 2);

  gate_open (gate);
  for (guint i = 0; i < G_N_ELEMENTS (hung); i++) {
    call_wait (&hung[i]);
    g_assert_cmpint (call_take (&hung[i]), ==, 1);
  }
  g_assert_cmpuint (gate->n_started, ==, G_N_ELEMENTS (hung));
  gate_wait (gate, &gate->n_data_destroyed, 2 + G_N_ELEMENTS (hung));
}

/* Cancelled when the result may already be on its way: there is one answer, and nothing leaks. */
static void
test_cancel_race (void)
{
  g_autoptr (Gate) gate = gate_new ();
  g_autoptr (PaddockFilePool) pool = paddock_file_pool_new ();
  guint n_taken = 0;

  for (guint i = 0; i < 2000; i++) {
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    Call call = { .gate = gate, .cancellable = cancellable };

    call_run (&call, pool, HERE, answer, 1);
    if (i % 3 == 0)
      g_thread_yield ();
    if (i % 5 != 0)
      g_cancellable_cancel (cancellable);
    call_wait (&call);
    if (call.error != NULL)
      g_assert_error (call.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    else
      n_taken += (guint) call_take (&call);
    g_clear_error (&call.error);
  }
  g_assert_cmpuint (n_taken, >=, 400);
  gate_wait (gate, &gate->n_data_destroyed, 2000);
}

static void
test_dispose_while_hung (void)
{
  g_autoptr (Gate) gate = gate_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  PaddockFilePool *pool = paddock_file_pool_new ();
  Call calls[5] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++) {
    calls[i].gate = gate;
    calls[i].cancellable = cancellable;
    call_run (&calls[i], pool, HERE, hang, 1);
  }
  gate_wait (gate, &gate->n_started, PADDOCK_FILE_POOL_THREADS_PER_MOUNT);

  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++) {
    call_wait (&calls[i]);
    g_assert_error (calls[i].error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_clear_error (&calls[i].error);
  }
  while (g_main_context_iteration (NULL, FALSE))
    continue;

  /* The pool goes at once, while two threads still hang. */
  g_assert_finalize_object (pool);
  g_assert_cmpuint (gate->n_running, ==, PADDOCK_FILE_POOL_THREADS_PER_MOUNT);

  gate_open (gate);
  gate_wait (gate, &gate->n_results_destroyed, PADDOCK_FILE_POOL_THREADS_PER_MOUNT);
  gate_wait (gate, &gate->n_data_destroyed, G_N_ELEMENTS (calls));
}

/* A caller that drops the pool still gets its answer. */
static void
test_task_keeps_pool (void)
{
  g_autoptr (Gate) gate = gate_new ();
  PaddockFilePool *pool = paddock_file_pool_new ();
  Call call = { .gate = gate };

  call_run (&call, pool, HERE, hang, 7);
  g_object_unref (pool);
  gate_wait (gate, &gate->n_started, 1);
  gate_open (gate);
  call_wait (&call);
  g_assert_cmpint (call_take (&call), ==, 7);
  gate_wait (gate, &gate->n_data_destroyed, 1);
}

static guint
count_pool_threads (void)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/task", 0, NULL);
  const char *id;
  guint count = 0;

  while ((id = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename ("/proc/self/task", id, "comm", NULL);
    g_autofree char *name = NULL;

    if (g_file_get_contents (path, &name, NULL, NULL) && g_str_has_prefix (name, "paddock-file"))
      count++;
  }
  return count;
}

static void
wait_for_no_threads (void)
{
  gint64 end = g_get_monotonic_time () + DEADLINE;

  while (count_pool_threads () > 0) {
    g_assert_cmpint (g_get_monotonic_time (), <, end);
    g_usleep (1000);
  }
}

static void
test_threads_end (void)
{
  g_autoptr (Gate) gate = gate_new ();
  PaddockFilePool *pool = NULL;
  Call call = { .gate = gate };
  Call again = { .gate = gate };
  Call last = { .gate = gate };

  wait_for_no_threads ();
  pool = paddock_file_pool_new ();
  g_assert_cmpuint (count_pool_threads (), ==, 0);
  call_run (&call, pool, HERE, answer, 1);
  call_wait (&call);
  g_assert_cmpint (call_take (&call), ==, 1);
  g_assert_cmpuint (count_pool_threads (), ==, 1);

  /* An idle thread is used again. */
  gate_wait (gate, &gate->n_data_destroyed, 1);
  call_run (&again, pool, HERE, answer, 2);
  call_wait (&again);
  g_assert_cmpint (call_take (&again), ==, 2);

  /* Threads that are idle for a while end, and new ones start later. */
  wait_for_no_threads ();
  call_run (&last, pool, HERE, answer, 3);
  call_wait (&last);
  g_assert_cmpint (call_take (&last), ==, 3);

  /* Without the pool they end at once. The thread drops its task before it frees the data. */
  gate_wait (gate, &gate->n_data_destroyed, 3);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_finalize_object (pool);
  wait_for_no_threads ();
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/file-pool/answers", test_answers);
  g_test_add_func ("/file-pool/result-that-nobody-takes", test_result_that_nobody_takes);
  g_test_add_func ("/file-pool/hung-mount", test_hung_mount);
  g_test_add_func ("/file-pool/across", test_across);
  g_test_add_func ("/file-pool/across-one", test_across_one);
  g_test_add_func ("/file-pool/busy", test_busy);
  g_test_add_func ("/file-pool/cancel/hung", test_cancel_hung);
  g_test_add_func ("/file-pool/cancel/queued", test_cancel_queued);
  g_test_add_func ("/file-pool/cancel/race", test_cancel_race);
  g_test_add_func ("/file-pool/dispose-while-hung", test_dispose_while_hung);
  g_test_add_func ("/file-pool/task-keeps-pool", test_task_keeps_pool);
  g_test_add_func ("/file-pool/threads-end", test_threads_end);

  return g_test_run ();
}
