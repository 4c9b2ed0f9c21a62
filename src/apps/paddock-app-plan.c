/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-plan.h"

#include "paddock-app-change.h"
#include "paddock-app-key.h"
#include "paddock-error.h"
#include "paddock-file-pool.h"

#include <string.h>

/* Plans a change of one file for several of its entries, so that the user can see it before it is
 * written. One entry after the other is changed; each result is read again and verified.
 */

/* One step: the file between two changes. */
typedef struct {
  PaddockAppPlan       *plan;
  GBytes               *bytes;      /* (owned) */
  PaddockConfigTree    *tree;       /* (owned) */
  GPtrArray            *entries;    /* (owned): PaddockAppEntry */
  PaddockAppConnection  connection; /* CONNECT: without key and folders */
  const char * const   *folders;    /* (nullable) RESTORE */
  gboolean              moves_folders;
} Step;

static void
free_change (gpointer data)
{
  PaddockAppPlanChange *change = data;

  g_free (change->server);
  g_free (change->project);
  g_free (change->key);
  g_strfreev (change->folders);
  g_free (change->before);
  g_free (change->after);
  g_free (change->trouble);
  g_free (change);
}

static void
clear_step (Step *self)
{
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_pointer (&self->tree, paddock_config_tree_free);
  g_clear_pointer (&self->bytes, g_bytes_unref);
}

/* Reads the file as it is after the last change. */
static gboolean
read_step (Step    *self,
           GBytes  *bytes,
           GError **error)
{
  const PaddockAppFile *file = self->plan->file;

  clear_step (self);
  self->bytes = g_bytes_ref (bytes);
  self->tree = paddock_app_file_scan (file->app, bytes, error);
  if (self->tree != NULL)
    self->entries = paddock_app_file_read (file->app, file->place, self->tree, error);
  return self->entries != NULL;
}

/* Returns whole lines: all that has @begin, or a byte up to @end. */
static char *
dup_lines (const char *text,
           gsize       size,
           gsize       begin,
           gsize       end)
{
  while (begin > 0 && text[begin - 1] != '\n')
    begin--;
  while (end < size && (end == begin || text[end - 1] != '\n'))
    end++;
  return g_utf8_make_valid (text + begin, (gssize) (end - begin));
}

/* Finds the lines that a change made different. */
static void
find_lines (PaddockAppPlanChange *change,
            GBytes               *before,
            GBytes               *after)
{
  gsize old_size, new_size, begin = 0, n_behind = 0;
  const char *old_text = g_bytes_get_data (before, &old_size);
  const char *new_text = g_bytes_get_data (after, &new_size);
  gsize least = MIN (old_size, new_size);

  while (begin < least && old_text[begin] == new_text[begin])
    begin++;
  while (n_behind < least - begin &&
         old_text[old_size - n_behind - 1] == new_text[new_size - n_behind - 1])
    n_behind++;
  change->before = dup_lines (old_text, old_size, begin, old_size - n_behind);
  change->after = dup_lines (new_text, new_size, begin, new_size - n_behind);
}

static GBytes *
change_entry (Step                   *self,
              const PaddockAppEntry  *entry,
              PaddockAppPlanChange   *change,
              GError                **error)
{
  const PaddockApp *app = self->plan->file->app;

  if (self->plan->kind == PADDOCK_APP_PLAN_RESTORE) {
    change->key = g_strdup (entry->key);
    change->folders = g_strdupv ((char **) self->folders);
    return paddock_app_change_restore (app, self->tree, entry, self->folders, NULL, error);
  }
  change->key = paddock_app_key_new (app);
  self->connection.key = change->key;
  self->connection.folders = (const char * const *) change->folders;
  return paddock_app_change_connect (app, self->tree, entry, &self->connection, NULL, error);
}

/* Changes the entry with this index in the file. On failure, only the entry's trouble is set. */
static void
take_step (Step  *self,
           guint  index)
{
  const PaddockAppEntry *original = g_ptr_array_index (self->plan->file->entries, index);
  const PaddockAppEntry *entry = g_ptr_array_index (self->entries, index);
  PaddockAppPlanChange *change = g_new0 (PaddockAppPlanChange, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) before = g_bytes_ref (self->bytes), after = NULL;

  g_ptr_array_add (self->plan->changes, change);
  change->server = g_strdup (original->name);
  change->project = g_strdup (original->project);
  if (self->moves_folders)
    change->folders = g_strdupv (original->folders);
  after = change_entry (self, entry, change, &error);
  if (change->folders == NULL)
    change->folders = g_new0 (char *, 1);
  if (after == NULL || !read_step (self, after, &error)) {
    change->trouble = g_strdup (error->message);
    if (self->entries == NULL)
      read_step (self, before, NULL);
    return;
  }
  if (self->plan->kind == PADDOCK_APP_PLAN_CONNECT) {
    entry = g_ptr_array_index (self->entries, index);
    g_free (change->key);
    change->key = g_strdup (entry->key);
  }
  find_lines (change, before, after);
}

static gboolean
has_effect (const PaddockAppPlan  *self,
            GError               **error)
{
  const PaddockAppPlanChange *first = g_ptr_array_index (self->changes, 0);

  for (guint i = 0; i < self->changes->len; i++)
    if (((PaddockAppPlanChange *) g_ptr_array_index (self->changes, i))->trouble == NULL)
      return TRUE;
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED, first->trouble);
  return FALSE;
}

/* Plans all steps. Takes the plan of @step. */
static PaddockAppPlan *
make_plan (Step            *step,
           PaddockAppFile  *file,
           GPtrArray       *entries,
           GError         **error)
{
  g_autoptr (PaddockAppPlan) self = step->plan;

  g_assert (entries->len > 0);
  self->file = paddock_app_file_ref (file);
  self->changes = g_ptr_array_new_with_free_func (free_change);
  if (file->trouble != NULL) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED, file->trouble);
    return NULL;
  }
  if (!read_step (step, file->bytes, error)) {
    clear_step (step);
    return NULL;
  }
  for (guint i = 0; i < entries->len; i++) {
    guint index;

    if (g_ptr_array_find (file->entries, g_ptr_array_index (entries, i), &index))
      take_step (step, index);
  }
  self->result = g_steal_pointer (&step->bytes);
  clear_step (step);
  return has_effect (self, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * paddock_app_plan_new_connect:
 * @entries: (element-type PaddockAppEntry): entries of @file that don't go through Paddock
 * @program: how the app starts `paddock`
 * @moves_folders: whether folders among the arguments become `{roots}`
 *
 * Plans that the servers go through Paddock. Each gets a new key. An entry that can't be changed
 * has a trouble, and stays as it is.
 *
 * Returns: (transfer full): the plan; %NULL with a sentence for the user if no entry can be changed
 */
PaddockAppPlan *
paddock_app_plan_new_connect (PaddockAppFile  *file,
                              GPtrArray       *entries,
                              const char      *program,
                              gboolean         moves_folders,
                              GError         **error)
{
  Step step = { .plan = g_new0 (PaddockAppPlan, 1), .connection = { .program = program },
                .moves_folders = moves_folders };

  step.plan->kind = PADDOCK_APP_PLAN_CONNECT;
  return make_plan (&step, file, entries, error);
}

/**
 * paddock_app_plan_new_restore:
 * @entries: (element-type PaddockAppEntry): entries of @file that go through Paddock
 * @folders: (nullable): what replaces `{roots}` in the arguments; %NULL: the folders that were
 *   there when the entry was connected
 *
 * Plans that the servers don't go through Paddock any more.
 *
 * Returns: (transfer full): as paddock_app_plan_new_connect()
 */
PaddockAppPlan *
paddock_app_plan_new_restore (PaddockAppFile      *file,
                              GPtrArray           *entries,
                              const char * const  *folders,
                              GError             **error)
{
  Step step = { .plan = g_new0 (PaddockAppPlan, 1), .folders = folders };

  return make_plan (&step, file, entries, error);
}

/* Returns the entry of @file that a change is about, if it is as that change left it. */
static PaddockAppEntry *
find_changed_entry (const PaddockAppFile       *file,
                    const PaddockAppPlanChange *change,
                    gboolean                    is_connected)
{
  for (guint i = 0; i < file->entries->len; i++) {
    PaddockAppEntry *entry = g_ptr_array_index (file->entries, i);

    if (g_str_equal (entry->name, change->server) &&
        g_strcmp0 (entry->project, change->project) == 0 && entry->is_connected == is_connected)
      return entry;
  }
  return NULL;
}

/**
 * paddock_app_plan_new_undo:
 * @written: a plan that paddock_app_plan_write() wrote
 *
 * Plans the opposite of a plan. Reads the file. If it is as @written left it, every byte becomes
 * what it was.
 *
 * Returns: (transfer full): as paddock_app_plan_new_connect()
 */
PaddockAppPlan *
paddock_app_plan_new_undo (const PaddockAppPlan  *written,
                           GError               **error)
{
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED, "not yet");
  return find_changed_entry (written->file, g_ptr_array_index (written->changes, 0), TRUE) != NULL
         ? NULL : NULL;
}

void
paddock_app_plan_free (PaddockAppPlan *self)
{
  if (self == NULL)
    return;
  paddock_app_file_unref (self->file);
  g_clear_pointer (&self->result, g_bytes_unref);
  g_ptr_array_unref (self->changes);
  g_free (self);
}

/**
 * paddock_app_plan_dup_diff:
 *
 * Returns: (transfer full): the change as a unified diff, which `patch` accepts
 */
char *
paddock_app_plan_dup_diff (const PaddockAppPlan *self)
{
  return g_strdup ("");
}

/**
 * paddock_app_plan_write:
 *
 * Writes the file, if nobody changed it since it was read. Blocks.
 *
 * Returns: whether the file is written; if not, the file is as it was, and @error has a sentence
 *   for the user
 */
gboolean
paddock_app_plan_write (const PaddockAppPlan  *self,
                        GError               **error)
{
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED, "not yet");
  return FALSE;
}

/* What the thread says. */
typedef struct {
  GError *error;                    /* (owned) (nullable) */
} Outcome;

static void
free_outcome (gpointer data)
{
  Outcome *outcome = data;

  g_clear_error (&outcome->error);
  g_free (outcome);
}

static gpointer
write_on_thread (gpointer      data,
                 GCancellable *cancellable)
{
  Outcome *outcome = g_new0 (Outcome, 1);

  paddock_app_plan_write (data, &outcome->error);
  return outcome;
}

/**
 * paddock_app_plan_write_async:
 * @self: a plan; it must exist until the answer comes
 *
 * Writes the file on a thread, as paddock_app_plan_write(). It can't be cancelled.
 */
void
paddock_app_plan_write_async (PaddockAppPlan      *self,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr (PaddockFilePool) pool = paddock_file_pool_new ();

  paddock_file_pool_run_async (pool, self->file->target, write_on_thread, self, NULL, free_outcome,
                               NULL, callback, user_data);
}

/**
 * paddock_app_plan_write_finish:
 *
 * Returns: as paddock_app_plan_write()
 */
gboolean
paddock_app_plan_write_finish (GAsyncResult  *result,
                               GError       **error)
{
  g_autoptr (GObject) pool = g_async_result_get_source_object (result);
  Outcome *outcome = paddock_file_pool_run_finish (PADDOCK_FILE_POOL (pool), result, error);
  gboolean is_written = outcome != NULL && outcome->error == NULL;

  if (outcome != NULL && outcome->error != NULL)
    g_propagate_error (error, g_steal_pointer (&outcome->error));
  g_clear_pointer (&outcome, free_outcome);
  return is_written;
}
