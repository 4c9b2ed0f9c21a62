/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-path-survey.h"

/* One survey of several paths: it looks at each path in a run of its own. The survey's task owns
 * this structure, and the runs that are under way hold the task. The survey ends when every run has
 * returned. After the time limit each run returns: the pool answers a cancelled run at once,
 * although its thread may hang forever. The time starts again with each answer, so a large number
 * of paths is no reason to give up.
 */
typedef struct {
  GPtrArray    *results;        /* (owned) (nullable elements) what the runs returned, in the order
                                 * of the paths */
  guint         outstanding;
  GCancellable *cancellable;    /* (owned) cancels the runs that are under way */
  GCancellable *outer;          /* (owned) (nullable) the caller's cancellable, which cancels the
                                 * runs too; NULL: none */
  gulong        outer_handler;
  guint         timeout_id;
} Survey;

typedef struct {
  GTask *task;                  /* (owned) */
  guint  index;
} SurveyRun;

static void
survey_stop_waiting (Survey *survey)
{
  g_clear_handle_id (&survey->timeout_id, g_source_remove);
  if (survey->outer_handler != 0)
    g_cancellable_disconnect (survey->outer, survey->outer_handler);
  survey->outer_handler = 0;
}

static void
survey_free (gpointer data)
{
  Survey *survey = data;

  survey_stop_waiting (survey);
  g_clear_pointer (&survey->results, g_ptr_array_unref);
  g_clear_object (&survey->cancellable);
  g_clear_object (&survey->outer);
  g_free (survey);
}

static void
finish_if_done (GTask *task)
{
  Survey *survey = g_task_get_task_data (task);

  if (survey->outstanding > 0)
    return;

  survey_stop_waiting (survey);
  if (g_task_return_error_if_cancelled (task))
    return;
  g_task_return_pointer (task, g_steal_pointer (&survey->results),
                         (GDestroyNotify) g_ptr_array_unref);
}

static gboolean
on_timeout (gpointer user_data)
{
  Survey *survey = user_data;

  survey->timeout_id = 0;
  g_cancellable_cancel (survey->cancellable);
  return G_SOURCE_REMOVE;
}

static void
survey_wait (Survey *survey)
{
  g_clear_handle_id (&survey->timeout_id, g_source_remove);
  survey->timeout_id = g_timeout_add_seconds (PADDOCK_SURVEY_TIMEOUT_SECONDS, on_timeout, survey);
}

static void
on_run_ready (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  SurveyRun *run = user_data;
  g_autoptr (GTask) task = run->task;
  Survey *survey = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  survey->results->pdata[run->index] =
    paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result, &error);
  if (error == NULL)
    survey_wait (survey);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_debug ("A path could not be looked at: %s", error->message);
  survey->outstanding--;
  g_free (run);
  finish_if_done (task);
}

static void
on_outer_cancelled (GCancellable *outer,
                    gpointer      user_data)
{
  g_cancellable_cancel (user_data);
}

/* Runs @work @n times, on the threads of the mounts of @paths. @is_picked: whether somebody wrote
 * the paths, so that they may lead through links. Takes ownership of the elements of @data, and
 * frees each with @destroy_data. @destroy_result must accept NULL. */
static void
survey_async (PaddockFilePool     *pool,
              guint                n,
              const char * const  *paths,
              gboolean             is_picked,
              PaddockFileWork      work,
              const gpointer      *data,
              GDestroyNotify       destroy_data,
              GDestroyNotify       destroy_result,
              GCancellable        *cancellable,
              GAsyncReadyCallback  callback,
              gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (pool, cancellable, callback, user_data);
  Survey *survey = g_new0 (Survey, 1);

  survey->results = g_ptr_array_new_full (n, destroy_result);
  g_ptr_array_set_size (survey->results, (int) n);
  survey->cancellable = g_cancellable_new ();
  survey->outstanding = n;
  g_task_set_task_data (task, survey, survey_free);

  survey_wait (survey);
  if (cancellable != NULL) {
    survey->outer = g_object_ref (cancellable);
    survey->outer_handler = g_cancellable_connect (cancellable, G_CALLBACK (on_outer_cancelled),
                                                   g_object_ref (survey->cancellable),
                                                   g_object_unref);
  }

  for (guint i = 0; i < n; i++) {
    SurveyRun *run = g_new0 (SurveyRun, 1);

    run->task = g_object_ref (task);
    run->index = i;
    if (is_picked)
      paddock_file_pool_run_picked_async (pool, paths[i], work, data[i], destroy_data,
                                          destroy_result, survey->cancellable, on_run_ready, run);
    else
      paddock_file_pool_run_async (pool, paths[i], work, data[i], destroy_data, destroy_result,
                                   survey->cancellable, on_run_ready, run);
  }
  finish_if_done (task);
}

typedef struct {
  char          *path;
  PaddockPlaces *places;
} InspectWork;

static void
inspect_work_free (gpointer data)
{
  InspectWork *work = data;

  g_free (work->path);
  paddock_places_free (work->places);
  g_free (work);
}

static gpointer
inspect_on_thread (gpointer      data,
                   GCancellable *cancellable)
{
  InspectWork *work = data;

  return paddock_inspection_run (work->path, work->places);
}

static void
inspection_free_nullable (gpointer data)
{
  if (data != NULL)
    paddock_inspection_free (data);
}

/**
 * paddock_path_survey_paths_async:
 * @pool: the threads
 * @places: the home directory and Paddock's own directories
 * @paths: paths or URIs as somebody wrote them
 * @cancellable: (nullable): ends the survey
 * @callback: called on the caller's main context
 * @user_data: for @callback
 *
 * Inspects each of @paths with paddock_inspection_run(). Takes at most
 * %PADDOCK_SURVEY_TIMEOUT_SECONDS after the last path that answered.
 */
void
paddock_path_survey_paths_async (PaddockFilePool     *pool,
                                 const PaddockPlaces *places,
                                 const char * const  *paths,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  guint n = g_strv_length ((GStrv) paths);
  g_autofree gpointer *works = g_new0 (gpointer, n + 1);

  for (guint i = 0; i < n; i++) {
    InspectWork *work = g_new0 (InspectWork, 1);

    work->path = g_strdup (paths[i]);
    work->places = paddock_places_copy (places);
    works[i] = work;
  }
  survey_async (pool, n, paths, TRUE, inspect_on_thread, works, inspect_work_free,
                inspection_free_nullable, cancellable, callback, user_data);
}

/**
 * paddock_path_survey_paths_finish:
 * @result: from paddock_path_survey_paths_async()
 * @error: return location
 *
 * Returns: (transfer full) (element-type PaddockInspection): an array with one element for each
 *   path. An element is %NULL if the path's file system did not answer in time
 */
GPtrArray *
paddock_path_survey_paths_finish (GAsyncResult  *result,
                                  GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

typedef struct {
  char              *root_id;
  char              *path;
  PaddockFileRecord *record;
  gint64             last_seen;
} VerifyWork;

static void
verify_work_free (gpointer data)
{
  VerifyWork *work = data;

  g_free (work->root_id);
  g_free (work->path);
  paddock_file_record_free (work->record);
  g_free (work);
}

static gpointer
verify_on_thread (gpointer      data,
                  GCancellable *cancellable)
{
  VerifyWork *work = data;
  PaddockAvailability availability;

  availability = paddock_path_check (work->path, work->record, work->last_seen, NULL);
  return availability == PADDOCK_AVAILABILITY_AVAILABLE ? g_strdup (work->root_id) : NULL;
}

static void
on_verified (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = g_task_propagate_pointer (G_TASK (result), &error);
  GPtrArray *available;

  if (found == NULL) {
    g_task_return_error (task, g_steal_pointer (&error));
    return;
  }

  available = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < found->len; i++) {
    if (found->pdata[i] != NULL)
      g_ptr_array_add (available, g_strdup (found->pdata[i]));
  }
  g_task_return_pointer (task, available, (GDestroyNotify) g_ptr_array_unref);
}

/**
 * paddock_path_survey_roots_async:
 * @pool: the threads
 * @places: tell how this process reaches each root
 * @roots: (element-type PaddockRoot): roots
 * @cancellable: (nullable): ends the survey
 * @callback: called on the caller's main context
 * @user_data: for @callback
 *
 * Finds out which of @roots are available. The specification asks for this (MCP, roots,
 * "Implementation Guidelines": clients validate root accessibility before exposing). Takes at most
 * %PADDOCK_SURVEY_TIMEOUT_SECONDS after the last path that answered.
 */
void
paddock_path_survey_roots_async (PaddockFilePool     *pool,
                                 const PaddockPlaces *places,
                                 GPtrArray           *roots,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  GTask *task = g_task_new (pool, cancellable, callback, user_data);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  g_autoptr (GPtrArray) works = g_ptr_array_new ();
  g_auto (GStrv) path_list = NULL;
  gint64 now = g_get_real_time ();

  g_task_set_source_tag (task, paddock_path_survey_roots_async);
  for (guint i = 0; i < roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (roots, i);
    VerifyWork *work;

    if (root->record == NULL || paddock_root_is_expired (root, now))
      continue;
    work = g_new0 (VerifyWork, 1);
    work->root_id = g_strdup (root->id);
    work->path = paddock_places_dup_way (places, root->path, root->document);
    work->record = paddock_file_record_copy (root->record);
    work->last_seen = root->last_seen;
    g_ptr_array_add (works, work);
    g_strv_builder_add (paths, work->path);
  }
  path_list = g_strv_builder_end (paths);
  survey_async (pool, works->len, (const char * const *) path_list, FALSE, verify_on_thread,
                works->pdata, verify_work_free, g_free, cancellable, on_verified, task);
}

/**
 * paddock_path_survey_roots_finish:
 * @result: from paddock_path_survey_roots_async()
 * @error: return location
 *
 * Returns: (transfer full) (element-type utf8): the ids of the roots that are available now
 */
GPtrArray *
paddock_path_survey_roots_finish (GAsyncResult  *result,
                                  GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
