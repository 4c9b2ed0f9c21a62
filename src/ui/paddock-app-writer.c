/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-app-writer.h"

#include "paddock-app-index.h"
#include "paddock-app-survey.h"
#include "paddock-client-call.h"
#include "paddock-error.h"
#include "paddock-file-pool.h"

/* Plans changes of apps' files, writes them, and undoes them. All of this happens on threads,
 * because a file may be long, and its file system may hang. After a file was written, the service
 * hears which keys are in it. The service only names servers by that, so nothing waits for it. */

/* How often a file is read again if its app keeps on writing it. */
#define MAX_ATTEMPTS 10

/* What a thread does. */
typedef struct {
  GPtrArray  *items;          /* (owned): PaddockAppWish or PaddockAppPlan */
  char       *program;        /* (owned) (nullable) how apps start `paddock` */
  GPtrArray  *notes;          /* (owned) (nullable): PaddockAppNote */
  GStrv       folders;        /* (owned) (nullable) folders that may be projects */
  PaddockAppKeyring *keyring; /* (owned) (nullable) keys that entries had earlier */
  gboolean    is_undo;
  GPtrArray  *written;        /* (owned): PaddockAppPlan */
  GError     *error;          /* (owned) (nullable) why the first of the others failed */
} Work;

static Work *
new_work (GPtrArray  *items,
          const char *program)
{
  Work *work = g_new0 (Work, 1);

  work->items = g_ptr_array_ref (items);
  work->program = g_strdup (program);
  work->written = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_plan_free);
  return work;
}

static void
free_work (gpointer data)
{
  Work *work = data;

  g_ptr_array_unref (work->items);
  g_free (work->program);
  g_clear_pointer (&work->notes, g_ptr_array_unref);
  g_strfreev (work->folders);
  g_clear_pointer (&work->keyring, paddock_app_keyring_unref);
  g_ptr_array_unref (work->written);
  g_clear_error (&work->error);
  g_free (work);
}

static void
keep_first (Work   *work,
            GError *error)
{
  if (work->error == NULL)
    work->error = error;
  else
    g_clear_error (&error);
}

/**
 * paddock_app_writer_wish_new:
 * @entries: (transfer full) (element-type PaddockAppEntry): entries of @file, at least one
 * @is_on: whether they shall go through Paddock
 *
 * Returns: (transfer full): a wish without a plan
 */
PaddockAppWish *
paddock_app_writer_wish_new (PaddockAppFile *file,
                             GPtrArray      *entries,
                             gboolean        is_on)
{
  PaddockAppWish *wish = g_new0 (PaddockAppWish, 1);

  wish->file = paddock_app_file_ref (file);
  wish->entries = entries;
  wish->is_on = is_on;
  return wish;
}

void
paddock_app_writer_wish_free (PaddockAppWish *wish)
{
  paddock_app_file_unref (wish->file);
  g_ptr_array_unref (wish->entries);
  g_clear_pointer (&wish->plan, paddock_app_plan_free);
  g_clear_pointer (&wish->moved, paddock_app_plan_free);
  g_free (wish);
}

/**
 * paddock_app_writer_wish_get_caution:
 *
 * Returns: as paddock_app_entry_get_caution(), for the first entry that has one
 */
const char *
paddock_app_writer_wish_get_caution (const PaddockAppWish *wish)
{
  const char *caution = "";

  for (guint i = 0; wish->is_on && i < wish->entries->len && *caution == '\0'; i++)
    caution = paddock_app_entry_get_caution (wish->entries->pdata[i]);
  return caution;
}

static gboolean
has_folders (const PaddockAppWish *wish)
{
  for (guint i = 0; i < wish->entries->len; i++) {
    const PaddockAppEntry *entry = wish->entries->pdata[i];

    if (entry->folders != NULL && entry->folders[0] != NULL)
      return TRUE;
  }
  return FALSE;
}

static void
plan_wish (PaddockAppWish *wish,
           Work           *work)
{
  GError *error = NULL;

  if (wish->is_on)
    wish->plan = paddock_app_plan_new_connect (wish->file, wish->entries, work->program, FALSE,
                                               work->keyring, &error);
  else
    wish->plan = paddock_app_plan_new_restore (wish->file, wish->entries, NULL, &error);
  if (error != NULL)
    keep_first (work, error);
  else if (wish->is_on && has_folders (wish))
    wish->moved = paddock_app_plan_new_connect (wish->file, wish->entries, work->program, TRUE,
                                                work->keyring, NULL);
}

/* Whether an entry that shall go through Paddock may have had a key. */
static gboolean
needs_keys (const Work *work)
{
  for (guint i = 0; i < work->items->len; i++) {
    const PaddockAppWish *wish = work->items->pdata[i];

    for (guint j = 0; wish->is_on && j < work->notes->len; j++)
      if (g_strcmp0 (((PaddockAppNote *) work->notes->pdata[j])->path, wish->file->path) == 0)
        return TRUE;
  }
  return FALSE;
}

static void
run_plan (GTask        *task,
          gpointer      source,
          gpointer      data,
          GCancellable *cancellable)
{
  Work *work = data;

  if (needs_keys (work)) {
    g_autoptr (GPtrArray) files =
      paddock_app_survey_run ((const char * const *) work->folders);

    work->keyring = paddock_app_keyring_new (work->notes, files);
  }
  for (guint i = 0; i < work->items->len; i++)
    plan_wish (work->items->pdata[i], work);
  g_task_return_boolean (task, TRUE);
}

static GPtrArray *
list_notes (PaddockClient *client)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_note_unref);
  GListModel *items = paddock_client_get_apps (client);

  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (PaddockAppItem) item = g_list_model_get_item (items, i);
    const PaddockAppNote *note = paddock_app_item_get_note (item);

    g_ptr_array_add (notes, paddock_app_note_ref ((PaddockAppNote *) note));
  }
  return notes;
}

/**
 * paddock_app_writer_dup_folders:
 *
 * Returns: (transfer full): the folders of Paddock: they may be projects with files of apps
 */
GStrv
paddock_app_writer_dup_folders (PaddockClient *client)
{
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();
  GListModel *roots = paddock_client_get_roots (client);

  for (guint i = 0; i < g_list_model_get_n_items (roots); i++) {
    g_autoptr (PaddockRootItem) item = g_list_model_get_item (roots, i);

    g_strv_builder_add (folders, paddock_root_item_get_view (item)->root->path);
  }
  return g_strv_builder_end (folders);
}

/**
 * paddock_app_writer_plan_async:
 * @wishes: (element-type PaddockAppWish): nobody may use them until the end
 * @program: how apps start `paddock`
 *
 * Plans what the user wants, without writing anything.
 */
void
paddock_app_writer_plan_async (PaddockClient       *client,
                               GPtrArray           *wishes,
                               const char          *program,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  Work *work = new_work (wishes, program);

  work->notes = list_notes (client);
  work->folders = paddock_app_writer_dup_folders (client);
  g_task_set_source_tag (task, paddock_app_writer_plan_async);
  g_task_set_task_data (task, work, free_work);
  g_task_run_in_thread (task, run_plan);
}

/**
 * paddock_app_writer_plan_finish:
 *
 * Returns: (transfer full) (element-type PaddockAppWish): the wishes. Those that can be fulfilled
 *   have a plan. If one can't, @error has a sentence for the user
 */
GPtrArray *
paddock_app_writer_plan_finish (GAsyncResult  *result,
                                GError       **error)
{
  Work *work = g_task_get_task_data (G_TASK (result));

  if (work->error != NULL)
    g_propagate_error (error, g_steal_pointer (&work->error));
  return g_ptr_array_ref (work->items);
}

static void
call_note (PaddockClient        *client,
           const PaddockAppFile *file,
           const char           *key,
           const char           *server,
           const char           *project)
{
  g_autofree char *name = g_utf8_make_valid (server, -1);
  g_autofree char *path = g_utf8_make_valid (file->path, -1);
  g_autofree char *place = g_utf8_make_valid (project != NULL ? project : "", -1);

  paddock_client_call_async (client, "NoteApp",
                             g_variant_new ("(sssss)", key, file->app->id, name, path, place),
                             NULL, NULL, NULL);
}

/**
 * paddock_app_writer_note:
 * @key: (nullable): a key in @file, or one that was written into it just now; %NULL: forget only
 * @server: the name of its entry
 * @project: (nullable): the project in @file that the entry is for
 *
 * Tells the service what this key is for, and that keys are gone which the entry had earlier.
 * Nobody waits for the answer.
 */
void
paddock_app_writer_note (PaddockClient        *client,
                         const PaddockAppFile *file,
                         const char           *key,
                         const char           *server,
                         const char           *project)
{
  g_autoptr (PaddockAppIndex) index = paddock_app_index_new (client);
  g_autofree char *name = g_utf8_make_valid (server, -1);
  g_autoptr (GPtrArray) lost = paddock_app_index_find_lost (index, file, name);

  for (guint i = 0; i < lost->len; i++) {
    const PaddockAppNote *note = lost->pdata[i];

    if (g_strcmp0 (note->key, key) != 0)
      paddock_client_call_async (client, "NoteAppGone", g_variant_new ("(s)", note->key), NULL,
                                 NULL, NULL);
  }
  if (key != NULL)
    call_note (client, file, key, server, project);
}

/* Tells the service which keys a written plan put into a file, or took out of it. */
static void
tell_service (PaddockClient        *client,
              const PaddockAppPlan *plan)
{
  for (guint i = 0; i < plan->changes->len; i++) {
    const PaddockAppPlanChange *change = plan->changes->pdata[i];

    if (change->trouble != NULL || change->key == NULL)
      continue;
    if (plan->kind == PADDOCK_APP_PLAN_CONNECT) {
      paddock_app_writer_note (client, plan->file, change->key, change->server, change->project);
      continue;
    }
    /* The entry can get its key again only if the service knows whose it was. */
    call_note (client, plan->file, change->key, change->server, change->project);
    paddock_client_call_async (client, "NoteAppGone", g_variant_new ("(s)", change->key), NULL,
                               NULL, NULL);
  }
}

/* Writes a plan. If the app wrote its file meanwhile, plans the same for the file as it is now.
 * Takes @plan. Returns what was written, or NULL. */
static PaddockAppPlan *
write_plan (PaddockAppPlan  *plan,
            GError         **error)
{
  for (guint i = 0; i < MAX_ATTEMPTS; i++) {
    PaddockAppPlan *again;

    g_clear_error (error);
    if (paddock_app_plan_write (plan, error))
      return plan;
    if (!g_error_matches (*error, PADDOCK_ERROR, PADDOCK_ERROR_STALE))
      break;
    /* In the window, this error is about questions. */
    (*error)->code = PADDOCK_ERROR_REFUSED;
    again = paddock_app_plan_new_again (plan, NULL);
    if (again == NULL)
      break;
    paddock_app_plan_free (plan);
    plan = again;
  }
  paddock_app_plan_free (plan);
  return NULL;
}

static gpointer
write_all (gpointer      data,
           GCancellable *cancellable)
{
  Work *work = data;

  while (work->items->len > 0) {
    PaddockAppPlan *plan = g_ptr_array_steal_index (work->items, 0);
    PaddockAppPlan *todo = plan, *written = NULL;
    GError *error = NULL;

    if (work->is_undo) {
      todo = paddock_app_plan_new_undo (plan, &error);
      paddock_app_plan_free (plan);
    }
    if (todo != NULL)
      written = write_plan (todo, &error);
    if (written != NULL)
      g_ptr_array_add (work->written, written);
    else
      keep_first (work, error);
  }
  return work;
}

static void
on_written (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  PaddockClient *client = g_task_get_source_object (task);
  GError *error = NULL;
  Work *work = paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result, &error);

  if (work == NULL) {
    g_task_set_task_data (task, error, (GDestroyNotify) g_error_free);
    g_task_return_pointer (task, g_ptr_array_new (), (GDestroyNotify) g_ptr_array_unref);
    return;
  }
  for (guint i = 0; i < work->written->len; i++)
    tell_service (client, work->written->pdata[i]);
  if (work->error != NULL)
    g_task_set_task_data (task, g_steal_pointer (&work->error), (GDestroyNotify) g_error_free);
  g_task_return_pointer (task, g_ptr_array_ref (work->written),
                         (GDestroyNotify) g_ptr_array_unref);
  free_work (work);
}

static void
start_writing (PaddockClient       *client,
               GPtrArray           *plans,
               gboolean             is_undo,
               GAsyncReadyCallback  callback,
               gpointer             user_data)
{
  g_autoptr (PaddockFilePool) pool = paddock_file_pool_new ();
  const PaddockAppPlan *first = plans->pdata[0];
  Work *work = new_work (plans, NULL);
  GTask *task = g_task_new (client, NULL, callback, user_data);

  work->is_undo = is_undo;
  g_task_set_source_tag (task, start_writing);
  paddock_file_pool_run_async (pool, first->file->target, write_all, work, NULL, free_work, NULL,
                               on_written, task);
}

/**
 * paddock_app_writer_write_async:
 * @plans: (element-type PaddockAppPlan): at least one; this takes the plans out of the array
 *
 * Writes files, one after the other, and tells the service.
 */
void
paddock_app_writer_write_async (PaddockClient       *client,
                                GPtrArray           *plans,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  start_writing (client, plans, FALSE, callback, user_data);
}

/**
 * paddock_app_writer_write_finish:
 *
 * Also finishes paddock_app_writer_undo_async().
 *
 * Returns: (transfer full) (element-type PaddockAppPlan): the plans that were written. If one
 *   wasn't, @error has a sentence for the user
 */
GPtrArray *
paddock_app_writer_write_finish (GAsyncResult  *result,
                                 GError       **error)
{
  const GError *first = g_task_get_task_data (G_TASK (result));

  if (first != NULL)
    g_propagate_error (error, g_error_copy (first));
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

/**
 * paddock_app_writer_undo_async:
 * @plans: (element-type PaddockAppPlan): written plans, at least one; this takes them out of the
 *   array
 *
 * Does the opposite of plans that were written.
 */
void
paddock_app_writer_undo_async (PaddockClient       *client,
                               GPtrArray           *plans,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  start_writing (client, plans, TRUE, callback, user_data);
}
