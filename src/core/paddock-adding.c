/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-adding.h"

#include "paddock-add-result.h"
#include "paddock-path-survey.h"

/* Makes roots of paths: inspects and judges each path, and adds the good ones in one change.
 *
 * An Adding is the data of one task, and owns copies of the arguments. paddock_inspection_run()
 * says whether a path is good. This file only knows what the user may override (warnings), and what
 * is forbidden: a root with Paddock's own data below it is never read-write. Hosts may read in
 * every root, so a new root widens access. So this file adds roots at once only for the user. For
 * any other caller it makes one command of all roots, and gives the command to the gate
 * (paddock-gate.c).
 */
typedef struct {
  PaddockAddOptions options;
  char             *name;           /* (owned) (nullable) the copy to which options.name points;
                                     * NULL: no name */
  char             *caller;         /* (owned) (nullable) the copy to which options.caller points;
                                     * NULL: no caller */
  char             *login;          /* (owned) (nullable) the copy to which options.login points;
                                     * NULL: no login */
  GStrv             paths;          /* (owned) */
  GPtrArray        *copied;         /* (owned) (nullable) PaddockRoot: the roots of another
                                     * installation to copy, whose names, access and ends the copies
                                     * get; NULL: this adds paths */
  GPtrArray        *inspections;    /* (owned) PaddockInspection, one for each path; an element is
                                     * NULL if the path's file system did not answer */
  GPtrArray        *results;        /* (owned) PaddockAddResult: what happened to each path */
  GPtrArray        *roots;          /* (owned) PaddockRoot: the roots that this adds */
  PaddockPlaceWarnings warnings;    /* all warnings about the roots that this adds */
  GHashTable       *unseen;         /* (owned) (nullable) char *: ids of the added roots that the
                                     * watcher has not looked at yet; NULL before the roots are
                                     * added */
  gulong            looked_id;
  guint             enough_id;
} Adding;

/* How long to wait for the first look at new roots, in ms. Servers see a root only after that look.
 * So a caller who hears that a root was added can rely on it at once, unless the root's file system
 * is slow. */
#define FIRST_LOOK_MS 500

static void
adding_free (gpointer data)
{
  Adding *adding = data;

  g_free (adding->name);
  g_free (adding->caller);
  g_free (adding->login);
  g_strfreev (adding->paths);
  g_clear_pointer (&adding->copied, g_ptr_array_unref);
  g_clear_pointer (&adding->inspections, g_ptr_array_unref);
  g_clear_pointer (&adding->results, g_ptr_array_unref);
  g_ptr_array_unref (adding->roots);
  g_clear_object (&adding->options.gate);
  g_clear_pointer (&adding->unseen, g_hash_table_unref);
  g_free (adding);
}

/* Returns the innermost root that contains @path, but is not at @path itself. */
static const PaddockRoot *
find_outer (const PaddockSnapshot *snapshot,
            const char            *path)
{
  GPtrArray *roots = paddock_snapshot_get_roots (snapshot);
  const PaddockRoot *outer = NULL;

  for (guint i = 0; i < roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (roots, i);

    if (paddock_path_text_is_within (path, root->path) && g_strcmp0 (path, root->path) != 0 &&
        (outer == NULL || strlen (root->path) > strlen (outer->path)))
      outer = root;
  }
  return outer;
}

static gboolean
may_add (const PaddockAddOptions *options,
         PaddockAddResult        *result)
{
  gboolean contains_own = (result->warnings & PADDOCK_PLACE_WARNING_CONTAINS_OWN) != 0;

  if (!paddock_place_verdict_is_usable (result->verdict)) {
    result->error = g_strdup_printf ("This cannot be shared (%s)",
                                     paddock_place_verdict_to_nick (result->verdict));
    return FALSE;
  }
  if (contains_own && options->has_access && options->access == PADDOCK_ACCESS_READ_WRITE) {
    result->error = g_strdup ("Paddock's own data lies below: it can be shared read-only at most");
    return FALSE;
  }
  if (result->verdict == PADDOCK_PLACE_WARNED && !options->accept_warnings) {
    result->error = g_strdup ("It is shared only when the warning is accepted");
    return FALSE;
  }
  return TRUE;
}

static PaddockAccess
choose_access (const PaddockAddOptions *options,
               PaddockPlaceWarnings     warnings)
{
  if (options->has_access)
    return options->access;
  return (warnings & PADDOCK_PLACE_WARNING_CONTAINS_OWN) != 0 ? PADDOCK_ACCESS_READ_ONLY
                                                              : PADDOCK_ACCESS_READ_WRITE;
}

static gboolean
is_crossing_wanted (const PaddockAddOptions *options,
                    const PaddockInspection *inspection)
{
  return options->crosses && inspection->record->kind == PADDOCK_FILE_KIND_DIRECTORY;
}

static PaddockRoot *
make_root (const PaddockAddOptions *options,
           const char              *picked,
           const PaddockInspection *inspection,
           gint64                   now)
{
  g_autofree char *id = g_uuid_string_random ();
  /* Don't remember the path in the sandbox: the user picked the folder by its path on the host. */
  gboolean differs = inspection->document == NULL && g_path_is_absolute (picked) &&
                     g_strcmp0 (picked, inspection->path) != 0;

  return paddock_root_new (&(PaddockRoot) {
    .id = id,
    .path = inspection->path,
    .picked = differs ? picked : NULL,
    .document = inspection->document,
    .name = options->name,
    .access = choose_access (options, inspection->warnings),
    .added = now,
    .expires = options->expires,
    .login = options->login,
    .last_seen = now,
    .volatile_ = options->is_volatile,
    .crosses = is_crossing_wanted (options, inspection),
    .record = inspection->record,
  });
}

/* Returns the root at @path that @changes already add, or NULL. Two spellings of one directory in
 * the same call become one root. */
static PaddockRoot *
find_planned (const PaddockChanges *changes,
              const char           *path)
{
  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);

    if (change->kind == PADDOCK_CHANGE_PUT_ROOT && g_strcmp0 (change->root->path, path) == 0)
      return change->root;
  }
  return NULL;
}

static void
append_all (PaddockChanges       *changes,
            const PaddockChanges *more)
{
  for (gsize i = 0; i < paddock_changes_get_size (more); i++)
    paddock_changes_add (changes, paddock_changes_get (more, i));
}

/* Gives the root @known the document that the user picked now, if the root is not available. If a
 * folder was deleted and made again, the root's old document does not reach the new folder: the
 * portal ties that document to the old folder. The root keeps its grants, so servers see what is in
 * the new folder. So only the window may do this, where the user has just picked the new folder. */
static void
renew (const Adding             *adding,
       const PaddockPlanContext *plan,
       const PaddockRoot        *known,
       const PaddockInspection  *inspection,
       PaddockChanges           *changes,
       PaddockAddResult         *result)
{
  g_autoptr (PaddockChanges) planned = NULL;
  GVariantDict edit;

  if (inspection->document == NULL || g_strcmp0 (inspection->document, known->document) == 0 ||
      paddock_snapshot_get_availability (plan->snapshot,
                                         known->id) == PADDOCK_AVAILABILITY_AVAILABLE)
    return;
  if (adding->options.only_look) {
    result->renewed = TRUE;
    return;
  }
  if (!adding->options.may_renew) {
    result->error = g_strdup ("It was deleted and made again: choose it again in the window");
    return;
  }

  g_variant_dict_init (&edit, NULL);
  g_variant_dict_insert_value (&edit, "record",
                               paddock_file_record_to_variant (inspection->record));
  g_variant_dict_insert (&edit, "document", "^ay", inspection->document);
  planned = paddock_plan_change_root (plan, known->id, g_variant_dict_end (&edit));
  append_all (changes, planned);
  result->renewed = TRUE;
}

/* Returns the options for the path @index. If this copies roots, the name, the access and the end
 * come from the copied root. A copy never includes other file systems: otherwise hosts could read
 * there, although nobody asked the user. */
static PaddockAddOptions
options_of (const Adding *adding,
            guint         index)
{
  PaddockAddOptions options = adding->options;
  const PaddockRoot *root;

  if (adding->copied == NULL)
    return options;
  root = g_ptr_array_index (adding->copied, index);
  options.name = root->name;
  options.has_access = TRUE;
  options.access = root->access;
  options.expires = root->expires;
  options.login = root->login;
  return options;
}

static PaddockAddResult *
judge_path (Adding                   *adding,
            const PaddockPlanContext *plan,
            guint                     index,
            PaddockChanges           *changes)
{
  const char *picked = adding->paths[index];
  const PaddockInspection *inspection = g_ptr_array_index (adding->inspections, index);
  PaddockAddOptions options = options_of (adding, index);
  PaddockAddResult *result = g_new0 (PaddockAddResult, 1);
  const PaddockRoot *known = NULL;
  const PaddockRoot *outer = NULL;
  g_autoptr (PaddockRoot) root = NULL;
  g_autoptr (PaddockChanges) planned = NULL;

  result->path = g_strdup (picked);
  if (inspection == NULL) {
    result->verdict = PADDOCK_PLACE_UNRESOLVED;
    result->error = g_strdup ("Its file system does not answer; try again when it does");
    return result;
  }

  result->canonical = g_strdup (inspection->path);
  result->verdict = inspection->verdict;
  result->warnings = inspection->warnings;
  if (inspection->path != NULL) {
    known = paddock_root_find_by_path (paddock_snapshot_get_roots (plan->snapshot),
                                       inspection->path);
    outer = find_outer (plan->snapshot, inspection->path);
    if (known == NULL)
      known = find_planned (changes, inspection->path);
  }
  result->root_id = known != NULL ? g_strdup (known->id) : NULL;
  result->inside_id = outer != NULL ? g_strdup (outer->id) : NULL;
  if (known != NULL && paddock_place_verdict_is_usable (result->verdict))
    renew (adding, plan, known, inspection, changes, result);
  if (known != NULL || options.only_look || !may_add (&options, result))
    return result;

  root = make_root (&options, picked, inspection, plan->now);
  planned = paddock_plan_add_root (plan, root);
  append_all (changes, planned);
  g_ptr_array_add (adding->roots, paddock_root_ref (root));
  adding->warnings |= result->warnings;
  result->root_id = g_strdup (root->id);
  result->added = TRUE;
  if (adding->copied != NULL)
    result->uncrossed = ((PaddockRoot *) g_ptr_array_index (adding->copied, index))->crosses;
  return result;
}

static void
return_results (GTask *task)
{
  Adding *adding = g_task_get_task_data (task);

  g_clear_signal_handler (&adding->looked_id, g_task_get_source_object (task));
  g_clear_handle_id (&adding->enough_id, g_source_remove);
  g_task_return_pointer (task, g_steal_pointer (&adding->results),
                         (GDestroyNotify) g_ptr_array_unref);
  g_object_unref (task);
}

static void
on_looked (PaddockState *state,
           const char   *root_id,
           GTask        *task)
{
  Adding *adding = g_task_get_task_data (task);

  if (g_hash_table_remove (adding->unseen, root_id) && g_hash_table_size (adding->unseen) == 0)
    return_results (task);
}

static gboolean
on_looked_long_enough (gpointer user_data)
{
  GTask *task = user_data;
  Adding *adding = g_task_get_task_data (task);

  adding->enough_id = 0;
  return_results (task);
  return G_SOURCE_REMOVE;
}

/* Waits for the first look at each new root, then returns the results. Takes ownership of @task. */
static void
wait_for_first_looks (GTask *task)
{
  PaddockState *state = g_task_get_source_object (task);
  const PaddockSnapshot *snapshot = paddock_state_get_snapshot (state);
  Adding *adding = g_task_get_task_data (task);

  adding->unseen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < adding->results->len; i++) {
    const PaddockAddResult *result = g_ptr_array_index (adding->results, i);

    if (result->added && paddock_snapshot_get_availability (snapshot, result->root_id) ==
        PADDOCK_AVAILABILITY_UNKNOWN)
      g_hash_table_add (adding->unseen, g_strdup (result->root_id));
  }
  if (g_hash_table_size (adding->unseen) == 0) {
    return_results (task);
    return;
  }
  adding->looked_id = g_signal_connect (state, "availability-changed", G_CALLBACK (on_looked),
                                        task);
  adding->enough_id = g_timeout_add (FIRST_LOOK_MS, on_looked_long_enough, task);
}

static void
on_committed (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  GTask *task = user_data;
  GError *error = NULL;

  if (paddock_state_commit_finish (PADDOCK_STATE (source), result, &error)) {
    wait_for_first_looks (task);
    return;
  }
  g_task_return_error (task, error);
  g_object_unref (task);
}

static gboolean
is_new_root (const Adding *adding,
             const char   *root_id)
{
  for (guint i = 0; i < adding->roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (adding->roots, i);

    if (g_strcmp0 (root->id, root_id) == 0)
      return TRUE;
  }
  return FALSE;
}

/* Notes in the results that the roots are not added yet: @request is the question to the user. */
static void
note_request (Adding     *adding,
              const char *request)
{
  for (guint i = 0; i < adding->results->len; i++) {
    PaddockAddResult *result = g_ptr_array_index (adding->results, i);

    if (result->root_id == NULL || !is_new_root (adding, result->root_id))
      continue;
    result->added = FALSE;
    result->request = g_strdup (request);
    g_clear_pointer (&result->root_id, g_free);
  }
}

static void
on_submitted (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  GTask *task = user_data;
  Adding *adding = g_task_get_task_data (task);
  g_autofree char *prompt_id = NULL;
  GError *error = NULL;

  if (!paddock_gate_submit_finish (PADDOCK_GATE (source), result, &prompt_id, &error)) {
    g_task_return_error (task, error);
    g_object_unref (task);
    return;
  }
  if (prompt_id != NULL)
    note_request (adding, prompt_id);
  wait_for_first_looks (task);
}

/* Gives the new roots to the gate, because the caller is not the user. Takes ownership of @task. */
static void
submit (GTask *task)
{
  Adding *adding = g_task_get_task_data (task);

  paddock_gate_submit_async (adding->options.gate,
                             paddock_command_new_adding (adding->roots, adding->warnings),
                             adding->caller, on_submitted, task);
}

static void
add_in_turn (gpointer user_data)
{
  GTask *task = user_data;
  PaddockState *state = g_task_get_source_object (task);
  Adding *adding = g_task_get_task_data (task);
  PaddockPlanContext plan = paddock_state_plan (state, PADDOCK_REASON_NONE, adding->caller);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  for (guint i = 0; i < adding->inspections->len; i++)
    g_ptr_array_add (adding->results, judge_path (adding, &plan, i, changes));

  if (adding->options.gate != NULL && adding->roots->len > 0)
    submit (g_object_ref (task));
  else if (paddock_changes_get_size (changes) > 0)
    paddock_state_commit_async (state, changes, NULL, on_committed, g_object_ref (task));
  else
    g_task_return_pointer (task, g_steal_pointer (&adding->results),
                           (GDestroyNotify) g_ptr_array_unref);
}

static void
on_surveyed (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  PaddockState *state = g_task_get_source_object (task);
  Adding *adding = g_task_get_task_data (task);
  GError *error = NULL;

  adding->inspections = paddock_path_survey_paths_finish (result, &error);
  if (adding->inspections == NULL) {
    g_task_return_error (task, error);
    return;
  }
  adding->results = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_add_result_free);
  paddock_state_writer_queue_turn (paddock_state_get_writer (state), add_in_turn,
                                   g_object_ref (task), g_object_unref);
}

static void
begin (PaddockState        *state,
       Adding              *adding,
       GAsyncReadyCallback  callback,
       gpointer             user_data)
{
  GTask *task = g_task_new (state, NULL, callback, user_data);

  adding->roots = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref);
  g_task_set_source_tag (task, paddock_adding_async);
  g_task_set_task_data (task, adding, adding_free);
  paddock_path_survey_paths_async (paddock_state_get_pool (state),
                                   paddock_state_get_places (state),
                                   (const char * const *) adding->paths, NULL, on_surveyed, task);
}

/**
 * paddock_adding_async:
 * @state: gets the roots
 * @paths: paths or file URIs, at most %PADDOCK_ADDING_MAX_PATHS
 * @options: how to add the roots
 * @callback: called when the roots are on disk and servers see them; a file system that does not
 *   answer delays this by at most half a second
 * @user_data: for @callback
 *
 * Inspects @paths, and makes roots of those that may be shared. Finish with
 * paddock_adding_finish().
 */
void
paddock_adding_async (PaddockState            *state,
                      const char * const      *paths,
                      const PaddockAddOptions *options,
                      GAsyncReadyCallback      callback,
                      gpointer                 user_data)
{
  Adding *adding = g_new0 (Adding, 1);

  adding->options = *options;
  adding->options.name = adding->name = g_strdup (options->name);
  adding->options.caller = adding->caller = g_strdup (options->caller);
  adding->options.login = adding->login = g_strdup (options->login);
  if (options->gate != NULL)
    g_object_ref (adding->options.gate);
  adding->paths = g_strdupv ((GStrv) paths);
  begin (state, adding, callback, user_data);
}

/**
 * paddock_adding_copies_async:
 * @state: gets the roots
 * @roots: (element-type PaddockRoot): roots of another installation, at most
 *   %PADDOCK_ADDING_MAX_PATHS; only path, name, access and end are copied
 * @callback: called when the roots are on disk
 * @user_data: for @callback
 *
 * Adds copies of @roots. Inspects each path as if somebody had typed it; no warning counts as
 * accepted. If a root includes other file systems, the copy does not, and the PaddockAddResult of
 * the copy says so. Finish with paddock_adding_finish().
 */
void
paddock_adding_copies_async (PaddockState        *state,
                             GPtrArray           *roots,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  Adding *adding = g_new0 (Adding, 1);

  for (guint i = 0; i < roots->len; i++)
    g_strv_builder_add (paths, ((PaddockRoot *) g_ptr_array_index (roots, i))->path);
  adding->paths = g_strv_builder_end (paths);
  adding->copied = g_ptr_array_ref (roots);
  begin (state, adding, callback, user_data);
}

/**
 * paddock_adding_finish:
 * @result: from paddock_adding_async()
 * @error: return location
 *
 * Returns: (transfer full) (element-type PaddockAddResult): what happened to each path
 */
GPtrArray *
paddock_adding_finish (GAsyncResult  *result,
                       GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
