/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-plan.h"

#include "paddock-app-backup.h"
#include "paddock-app-change.h"
#include "paddock-app-diff.h"
#include "paddock-app-key.h"
#include "paddock-app-lock.h"
#include "paddock-app-mask.h"
#include "paddock-app-running.h"
#include "paddock-app-write.h"
#include "paddock-error.h"
#include "paddock-file-pool.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Plans a change of one file for several of its entries, so that the user can see it before it is
 * written. One entry after the other is changed; each result is read again and verified.
 *
 * Taking Paddock out gives the bytes that were there before, if nobody else wrote the file and no
 * other entry goes through Paddock. Otherwise it gives an entry with the same meaning.
 */

/* One step: the file between two changes. */
typedef struct {
  PaddockAppPlan       *plan;
  GBytes               *bytes;      /* (owned) */
  PaddockConfigTree    *tree;       /* (owned) */
  GPtrArray            *entries;    /* (owned): PaddockAppEntry */
  PaddockAppBackup     *backup;     /* (nullable) RESTORE */
  PaddockAppKeyring    *keyring;    /* (nullable) CONNECT */
  const PaddockAppPlan *earlier;    /* (nullable) CONNECT: a plan for the same entries, which has
                                     * their keys */
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

/* Returns how many lines end in front of @end. */
static gsize
count_lines (const char *text,
             gsize       end)
{
  gsize n = 0;

  for (const char *p = text; (p = memchr (p, '\n', end - (gsize) (p - text))) != NULL; p++)
    n++;
  return n;
}

/* Returns where the line with this number begins. */
static gsize
find_line (const char *text,
           gsize       size,
           gsize       number)
{
  const char *p = text;

  for (; number > 0 && p != NULL; number--) {
    p = memchr (p, '\n', size - (gsize) (p - text));
    p = p != NULL ? p + 1 : NULL;
  }
  return p != NULL ? (gsize) (p - text) : size;
}

/* Returns whole lines: all that has @begin, or a byte up to @end. @shown: what is shown of the
 * text, with as many lines */
static char *
dup_lines (const char *text,
           gsize       size,
           gsize       begin,
           gsize       end,
           GBytes     *shown)
{
  gsize first, last, shown_size;
  const char *shown_text = g_bytes_get_data (shown, &shown_size);

  while (end < size && (end == begin || text[end - 1] != '\n'))
    end++;
  first = count_lines (text, begin);
  last = count_lines (text, end) + (end == size && size > 0 && text[size - 1] != '\n');
  begin = find_line (shown_text, shown_size, first);
  end = find_line (shown_text, shown_size, last);
  return g_utf8_make_valid (shown_text + begin, (gssize) (end - begin));
}

/* Hides the secrets in what a plan shows of @bytes: the lines that differ from @other, and those
 * around them. */
static GBytes *
dup_shown (const PaddockApp *app,
           GBytes           *bytes,
           GBytes           *other)
{
  gsize size, other_size, begin = 0, n_behind = 0, n_lines;
  const char *text = g_bytes_get_data (bytes, &size);
  const char *other_text = g_bytes_get_data (other, &other_size);
  gsize least = MIN (size, other_size), end;

  while (begin < least && text[begin] == other_text[begin])
    begin++;
  while (n_behind < least - begin &&
         text[size - n_behind - 1] == other_text[other_size - n_behind - 1])
    n_behind++;
  end = size - n_behind;
  for (n_lines = 0; begin > 0 && n_lines <= PADDOCK_APP_DIFF_CONTEXT; begin--)
    n_lines += text[begin - 1] == '\n';
  for (n_lines = 0; end < size && n_lines <= PADDOCK_APP_DIFF_CONTEXT + 1; end++)
    n_lines += text[end] == '\n';
  return paddock_app_mask_make (app, bytes, begin, end);
}

/* Finds the lines of an entry that become different when @tree takes the place of @old, the
 * file's. */
static void
find_lines (const PaddockAppPlan    *plan,
            PaddockAppPlanChange    *change,
            const PaddockConfigTree *old,
            const PaddockConfigTree *tree,
            const PaddockAppEntry   *entry)
{
  const PaddockAppEntry *original = g_ptr_array_index (plan->file->entries, change->index);
  gsize old_size, new_size, old_end, new_end;
  const char *old_text = paddock_config_tree_get_text (old, &old_size);
  const char *new_text = paddock_config_tree_get_text (tree, &new_size);
  gsize old_begin = paddock_config_tree_get_span (old, original->node, &old_end);
  gsize new_begin = paddock_config_tree_get_span (tree, entry->node, &new_end);

  while (old_begin < old_end && new_begin < new_end && old_text[old_begin] == new_text[new_begin]) {
    old_begin++;
    new_begin++;
  }
  while (old_end > old_begin && new_end > new_begin &&
         old_text[old_end - 1] == new_text[new_end - 1]) {
    old_end--;
    new_end--;
  }
  change->before = dup_lines (old_text, old_size, old_begin, old_end, plan->shown);
  change->after = dup_lines (new_text, new_size, new_begin, new_end, plan->shown_result);
}

static GBytes *
restore_entry (Step                   *self,
               const PaddockAppEntry  *entry,
               PaddockAppPlanChange   *change,
               GError                **error)
{
  gboolean has_roots = entry->words != NULL &&
                       g_strv_contains ((const char * const *) entry->words, "{roots}");

  change->key = g_strdup (entry->key);
  if (has_roots && self->plan->folders != NULL)
    change->folders = g_strdupv (self->plan->folders);
  else if (has_roots && entry->key != NULL)
    change->folders = paddock_app_backup_dup_folders (self->backup, entry->key);
  return paddock_app_change_restore (self->plan->file->app, self->tree, entry,
                                     (const char * const *) change->folders, NULL, error);
}

static gboolean
is_same_entry (const PaddockAppEntry *entry,
               const char            *server,
               const char            *project)
{
  return g_str_equal (entry->name, server) && g_strcmp0 (entry->project, project) == 0;
}

/* Returns the key that an earlier plan has for an entry. */
static char *
dup_earlier_key (const PaddockAppPlan  *earlier,
                 const PaddockAppEntry *entry)
{
  for (guint i = 0; i < earlier->changes->len; i++) {
    const PaddockAppPlanChange *change = g_ptr_array_index (earlier->changes, i);

    if (change->trouble == NULL && change->key != NULL &&
        is_same_entry (entry, change->server, change->project))
      return paddock_app_key_dup_plain (change->key);
  }
  return NULL;
}

/* Whether an entry of the file has this key now. */
static gboolean
is_used (const Step *self,
         const char *key)
{
  for (guint i = 0; i < self->entries->len; i++) {
    const PaddockAppEntry *entry = g_ptr_array_index (self->entries, i);
    g_autofree char *plain = entry->key != NULL ? paddock_app_key_dup_plain (entry->key) : NULL;

    if (g_strcmp0 (plain, key) == 0)
      return TRUE;
  }
  return FALSE;
}

/* Whether the file has one entry with this name for the project. */
static gboolean
is_unique (const Step            *self,
           const PaddockAppEntry *entry)
{
  guint n = 0;

  for (guint i = 0; i < self->entries->len; i++)
    n += is_same_entry (g_ptr_array_index (self->entries, i), entry->name, entry->project);
  return n == 1;
}

/* Returns the key that the entry had before, or a new one. */
static char *
make_key (const Step            *self,
          const PaddockAppEntry *entry)
{
  const PaddockAppFile *file = self->plan->file;
  g_autofree char *key = NULL;

  if (self->earlier != NULL)
    key = dup_earlier_key (self->earlier, entry);
  else if (self->keyring != NULL)
    key = paddock_app_keyring_dup_key (self->keyring, file, entry);
  if (key != NULL && paddock_app_key_find (key) != NULL && is_unique (self, entry) &&
      !is_used (self, key))
    return g_steal_pointer (&key);
  return paddock_app_key_new (file->app);
}

static GBytes *
connect_entry (Step                   *self,
               const PaddockAppEntry  *entry,
               PaddockAppPlanChange   *change,
               GError                **error)
{
  PaddockAppConnection connection = { .program = self->plan->program };

  change->key = make_key (self, entry);
  connection.key = change->key;
  connection.folders = (const char * const *) change->folders;
  return paddock_app_change_connect (self->plan->file->app, self->tree, entry, &connection, NULL,
                                     error);
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
  change->index = index;
  change->server = g_strdup (original->name);
  change->project = g_strdup (original->project);
  if (self->plan->moves_folders)
    change->folders = g_strdupv (original->folders);
  after = self->plan->kind == PADDOCK_APP_PLAN_RESTORE
          ? restore_entry (self, entry, change, &error)
          : connect_entry (self, entry, change, &error);
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
}

/* Finds the lines of all entries in the file as it will be written. */
static void
find_all_lines (Step *self)
{
  const PaddockAppFile *file = self->plan->file;
  g_autoptr (PaddockConfigTree) old = paddock_app_file_scan (file->app, file->bytes, NULL);

  self->plan->shown = dup_shown (file->app, file->bytes, self->bytes);
  self->plan->shown_result = dup_shown (file->app, self->bytes, file->bytes);
  for (guint i = 0; old != NULL && self->entries != NULL && i < self->plan->changes->len; i++) {
    PaddockAppPlanChange *change = g_ptr_array_index (self->plan->changes, i);

    if (change->trouble == NULL)
      find_lines (self->plan, change, old, self->tree,
                  g_ptr_array_index (self->entries, change->index));
  }
}

/* If the file becomes what it was before Paddock changed it, it becomes that to the byte. */
static void
use_original (Step *self)
{
  PaddockAppPlan *plan = self->plan;
  g_autoptr (GBytes) original = paddock_app_backup_dup_original (self->backup, plan->file->bytes);
  g_autoptr (PaddockConfigTree) tree =
    original != NULL ? paddock_app_file_scan (plan->file->app, original, NULL) : NULL;

  if (tree != NULL && paddock_config_tree_means_same (self->tree, tree))
    read_step (self, original, NULL);
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
  if (self->kind == PADDOCK_APP_PLAN_RESTORE)
    use_original (step);
  find_all_lines (step);
  self->result = g_steal_pointer (&step->bytes);
  clear_step (step);
  return has_effect (self, error) ? g_steal_pointer (&self) : NULL;
}

static PaddockAppPlan *
plan_connect (Step            *step,
              PaddockAppFile  *file,
              GPtrArray       *entries,
              const char      *program,
              gboolean         moves_folders,
              GError         **error)
{
  step->plan = g_new0 (PaddockAppPlan, 1);
  step->plan->kind = PADDOCK_APP_PLAN_CONNECT;
  step->plan->program = g_strdup (program);
  step->plan->moves_folders = moves_folders;
  return make_plan (step, file, entries, error);
}

/**
 * paddock_app_plan_new_connect:
 * @entries: (element-type PaddockAppEntry): entries of @file that don't go through Paddock
 * @program: how the app starts `paddock`
 * @moves_folders: whether folders among the arguments become `{roots}`
 * @keyring: (nullable): keys that entries had earlier
 *
 * Plans that the servers go through Paddock. Each gets its earlier key, or a new one.
 * An entry that can't be changed has a trouble, and stays as it is.
 *
 * Returns: (transfer full): the plan; %NULL with a sentence for the user if no entry can be changed
 */
PaddockAppPlan *
paddock_app_plan_new_connect (PaddockAppFile     *file,
                              GPtrArray          *entries,
                              const char         *program,
                              gboolean            moves_folders,
                              PaddockAppKeyring  *keyring,
                              GError            **error)
{
  Step step = { .keyring = keyring };

  return plan_connect (&step, file, entries, program, moves_folders, error);
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
  g_autoptr (PaddockAppBackup) backup = file->target != NULL ? paddock_app_backup_new (file->target)
                                                             : NULL;
  Step step = { .plan = g_new0 (PaddockAppPlan, 1), .backup = backup };

  step.plan->folders = g_strdupv ((char **) folders);
  return make_plan (&step, file, entries, error);
}

/* Returns the entries of @file that a plan is about, if they go through Paddock or don't. Nobody
 * chose an entry that became an address meanwhile. */
static GPtrArray *
find_entries (PaddockAppFile       *file,
              const PaddockAppPlan *plan,
              gboolean              is_connected)
{
  GPtrArray *entries = g_ptr_array_new ();

  for (guint i = 0; i < plan->changes->len; i++) {
    const PaddockAppPlanChange *change = g_ptr_array_index (plan->changes, i);
    const PaddockAppEntry *planned = g_ptr_array_index (plan->file->entries, change->index);

    for (guint j = 0; j < file->entries->len && change->trouble == NULL; j++) {
      PaddockAppEntry *entry = g_ptr_array_index (file->entries, j);

      if (is_same_entry (entry, change->server, change->project) &&
          entry->is_connected == is_connected &&
          (planned->kind == PADDOCK_APP_ENTRY_ADDRESS || !paddock_app_entry_is_left_alone (entry)))
        g_ptr_array_add (entries, entry);
    }
  }
  return entries;
}

/* Reads the file of a plan again. */
static PaddockAppFile *
read_again (const PaddockAppFile  *file,
            GError               **error)
{
  g_autoptr (PaddockAppFile) again =
    paddock_app_file_new (file->app, file->place, file->path, file->project,
                          PADDOCK_CONFIG_TREE_MAX_BYTES);

  if (again != NULL && again->trouble == NULL)
    return g_steal_pointer (&again);
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                       again != NULL ? again->trouble : _("The file doesn’t exist any more."));
  return NULL;
}

static gboolean
has_folders (const PaddockAppPlan *self)
{
  for (guint i = 0; i < self->changes->len; i++)
    if (((PaddockAppPlanChange *) g_ptr_array_index (self->changes, i))->folders[0] != NULL)
      return TRUE;
  return FALSE;
}

/* Makes a plan for the entries that @plan is about. If somebody else changed all of them, there is
 * no plan. */
static PaddockAppPlan *
plan_entries (PaddockAppFile        *file,
              const PaddockAppPlan  *plan,
              PaddockAppPlanKind     kind,
              const char            *program,
              GError               **error)
{
  g_autoptr (GPtrArray) entries = find_entries (file, plan, kind == PADDOCK_APP_PLAN_RESTORE);
  Step step = { .earlier = plan };

  if (entries->len == 0) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                         _("Somebody else changed the entry."));
    return NULL;
  }
  if (kind == PADDOCK_APP_PLAN_RESTORE)
    return paddock_app_plan_new_restore (file, entries, (const char * const *) plan->folders,
                                         error);
  return plan_connect (&step, file, entries, program, plan->moves_folders || has_folders (plan),
                       error);
}

/**
 * paddock_app_plan_new_again:
 * @stale: a plan that couldn't be written because somebody else changed the file
 *
 * Reads the file again, and plans the same for it as it is now.
 *
 * Returns: (transfer full): as paddock_app_plan_new_connect()
 */
PaddockAppPlan *
paddock_app_plan_new_again (const PaddockAppPlan  *stale,
                            GError               **error)
{
  g_autoptr (PaddockAppFile) file = read_again (stale->file, error);

  return file != NULL ? plan_entries (file, stale, stale->kind, stale->program, error) : NULL;
}

/* Returns the program that started Paddock in an entry of @written, before it was written. */
static char *
dup_program (const PaddockAppPlan *written)
{
  const PaddockAppFile *file = written->file;
  g_autoptr (PaddockConfigTree) tree = paddock_app_file_scan (file->app, file->bytes, NULL);

  for (guint i = 0; tree != NULL && i < file->entries->len; i++) {
    const PaddockAppEntry *entry = g_ptr_array_index (file->entries, i);
    g_auto (GStrv) words = entry->is_connected
                           ? paddock_app_entry_dup_words (file->app, tree, entry->node)
                           : NULL;

    if (words != NULL)
      return g_strdup (words[0]);
  }
  return g_strdup ("paddock");
}

/* Plans that the file gets the bytes back that it had before @written. */
static PaddockAppPlan *
reverse (const PaddockAppPlan *written,
         PaddockAppFile       *file)
{
  PaddockAppPlan *self = g_new0 (PaddockAppPlan, 1);

  self->kind = written->kind == PADDOCK_APP_PLAN_CONNECT ? PADDOCK_APP_PLAN_RESTORE
                                                         : PADDOCK_APP_PLAN_CONNECT;
  self->file = paddock_app_file_ref (file);
  self->result = g_bytes_ref (written->file->bytes);
  self->changes = g_ptr_array_new_with_free_func (free_change);
  for (guint i = 0; i < written->changes->len; i++) {
    const PaddockAppPlanChange *change = g_ptr_array_index (written->changes, i);
    PaddockAppPlanChange *opposite;

    if (change->trouble != NULL)
      continue;
    opposite = g_new0 (PaddockAppPlanChange, 1);
    opposite->index = change->index;
    opposite->server = g_strdup (change->server);
    opposite->project = g_strdup (change->project);
    opposite->key = g_strdup (change->key);
    opposite->folders = g_strdupv (change->folders);
    opposite->before = g_strdup (change->after);
    opposite->after = g_strdup (change->before);
    g_ptr_array_add (self->changes, opposite);
  }
  return self;
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
  g_autoptr (PaddockAppFile) file = read_again (written->file, error);
  g_autofree char *program = NULL;

  if (file == NULL)
    return NULL;
  if (g_bytes_equal (file->bytes, written->result))
    return reverse (written, file);
  if (written->kind == PADDOCK_APP_PLAN_CONNECT)
    return plan_entries (file, written, PADDOCK_APP_PLAN_RESTORE, NULL, error);
  program = dup_program (written);
  return plan_entries (file, written, PADDOCK_APP_PLAN_CONNECT, program, error);
}

void
paddock_app_plan_free (PaddockAppPlan *self)
{
  if (self == NULL)
    return;
  paddock_app_file_unref (self->file);
  g_clear_pointer (&self->result, g_bytes_unref);
  g_clear_pointer (&self->shown, g_bytes_unref);
  g_clear_pointer (&self->shown_result, g_bytes_unref);
  g_ptr_array_unref (self->changes);
  g_free (self->program);
  g_strfreev (self->folders);
  g_free (self);
}

/**
 * paddock_app_plan_dup_diff:
 *
 * Returns: (transfer full): the change as a unified diff without secrets; `patch` accepts the diff
 *   if nothing is hidden in it
 */
char *
paddock_app_plan_dup_diff (const PaddockAppPlan *self)
{
  const PaddockAppFile *file = self->file;
  g_autoptr (GBytes) before = self->shown != NULL
                              ? g_bytes_ref (self->shown)
                              : dup_shown (file->app, file->bytes, self->result);
  g_autoptr (GBytes) after = self->shown_result != NULL
                             ? g_bytes_ref (self->shown_result)
                             : dup_shown (file->app, self->result, file->bytes);

  return paddock_app_diff_make (file->target, file->bytes, self->result, before, after);
}

/* Remembers the folders that `{roots}` replaces, or forgets them. */
static void
note_folders (const PaddockAppPlan *self,
              PaddockAppBackup     *backup,
              gboolean              are_moved)
{
  for (guint i = 0; i < self->changes->len; i++) {
    const PaddockAppPlanChange *change = g_ptr_array_index (self->changes, i);

    if (change->trouble == NULL && change->key != NULL)
      paddock_app_backup_set_folders (backup, change->key,
                                      are_moved ? (const char * const *) change->folders : NULL);
  }
}

/* How many entries of the file go through Paddock. */
static guint
count_connected (const PaddockAppFile *file)
{
  guint n = 0;

  for (guint i = 0; i < file->entries->len; i++)
    n += ((PaddockAppEntry *) g_ptr_array_index (file->entries, i))->is_connected;
  return n;
}

/* How many entries the plan changes. */
static guint
count_changed (const PaddockAppPlan *self)
{
  guint n = 0;

  for (guint i = 0; i < self->changes->len; i++)
    n += ((PaddockAppPlanChange *) g_ptr_array_index (self->changes, i))->trouble == NULL;
  return n;
}

/* Writes the file while Paddock holds the locks. */
static gboolean
write_locked (const PaddockAppPlan  *self,
              GError               **error)
{
  g_autoptr (PaddockAppBackup) backup = paddock_app_backup_new (self->file->target);
  gboolean is_connecting = self->kind == PADDOCK_APP_PLAN_CONNECT, is_written;
  guint n_connected = count_connected (self->file);

  if (is_connecting)
    note_folders (self, backup, TRUE);
  /* Taking Paddock out must work without Paddock's data. */
  if (!paddock_app_backup_begin (backup, self->file->bytes, self->result,
                                 is_connecting ? error : NULL) && is_connecting)
    return FALSE;
  is_written = paddock_app_write_replace (self->file, self->result, error);
  if (is_written != is_connecting)
    note_folders (self, backup, FALSE);
  if (is_written)
    n_connected = is_connecting ? n_connected + count_changed (self)
                                : n_connected - count_changed (self);
  paddock_app_backup_end (backup, is_written ? self->result : self->file->bytes,
                          n_connected == 0);
  return is_written;
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
  const PaddockAppFile *file = self->file;
  g_autofree char *path = paddock_app_backup_dup_lock ();
  g_auto (PaddockAppLock) lock = { -1, NULL, NULL, NULL };

  if (!paddock_app_lock_take (&lock, path, file, error))
    return FALSE;
  if (paddock_app_running_find (file->app, "/proc", file->path)) {
    /* Translators: %s is the name of an app, such as Claude Desktop */
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                 _("%s is running, and would undo the change. Quit it completely, and try again."),
                 file->app->name);
    return FALSE;
  }
  return write_locked (self, error);
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
