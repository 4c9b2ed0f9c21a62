/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-command.h"

#include "paddock-policy.h"
#include "paddock-text.h"

/* A command is made by the control interface from the arguments of a call, owned by whoever holds
 * it,
 * and never changed once it was handed on.
 */

/**
 * paddock_command_new:
 * @kind: the verb
 * @server_id: (nullable): the server it is about
 * @root_ids: (nullable): the roots it is about
 *
 * Returns: (transfer full): a command; its other members are the caller's to set
 */
PaddockCommand *
paddock_command_new (PaddockCommandKind  kind,
                     const char         *server_id,
                     const char * const *root_ids)
{
  PaddockCommand *command = g_new0 (PaddockCommand, 1);

  command->kind = kind;
  command->server_id = g_strdup (server_id);
  command->root_ids = g_strdupv ((GStrv) root_ids);
  return command;
}

/**
 * paddock_command_free:
 * @command: (nullable): a command
 */
void
paddock_command_free (PaddockCommand *command)
{
  if (command == NULL)
    return;

  g_free (command->server_id);
  g_strfreev (command->root_ids);
  g_free (command->scope);
  g_free (command->name);
  g_free (command->path);
  g_clear_pointer (&command->roots, g_ptr_array_unref);
  g_clear_pointer (&command->answers, paddock_file_answers_unref);
  paddock_file_record_free (command->record);
  g_free (command);
}

/**
 * paddock_command_fix_access:
 * @command: a command that is put to the user
 * @plan: who commands it, and when
 *
 * Makes the access of a grant the most that it can come to now: no more than its roots allow, nor
 * than was wished. The user is shown that, and a root that allows more by the time of the answer
 * does not make it more.
 */
void
paddock_command_fix_access (PaddockCommand           *command,
                            const PaddockPlanContext *plan)
{
  PaddockAccess most = PADDOCK_ACCESS_READ_ONLY;

  if (command->kind != PADDOCK_COMMAND_GRANT)
    return;

  for (gsize i = 0; command->root_ids != NULL && command->root_ids[i] != NULL; i++) {
    const PaddockRoot *root = paddock_snapshot_get_root (plan->snapshot, command->root_ids[i]);

    if (root != NULL)
      most = MAX (most, root->access);
  }
  command->access = command->has_access ? MIN (command->access, most) : most;
  command->has_access = TRUE;
}

static void
append_changes (PaddockChanges *all,
                PaddockChanges *some)
{
  g_autoptr (PaddockChanges) owned = some;

  for (gsize i = 0; i < paddock_changes_get_size (owned); i++)
    paddock_changes_add (all, paddock_changes_get (owned, i));
}

/* What somebody else added meanwhile stays as it is. */
static PaddockChanges *
plan_add_roots (const PaddockCommand     *command,
                const PaddockPlanContext *plan)
{
  PaddockChanges *changes = paddock_changes_new ();

  for (guint i = 0; i < command->roots->len; i++) {
    PaddockRoot *root = g_ptr_array_index (command->roots, i);

    if (paddock_root_find_by_path (paddock_snapshot_get_roots (plan->snapshot), root->path) == NULL)
      append_changes (changes, paddock_plan_add_root (plan, root));
  }
  return changes;
}

static PaddockChanges *
plan_remove_roots (const PaddockCommand     *command,
                   const PaddockPlanContext *plan)
{
  PaddockChanges *changes = paddock_changes_new ();

  for (gsize i = 0; command->root_ids != NULL && command->root_ids[i] != NULL; i++)
    append_changes (changes, paddock_plan_remove_root (plan, command->root_ids[i]));
  return changes;
}

static PaddockChanges *
plan_change_root (const PaddockCommand     *command,
                  const PaddockPlanContext *plan)
{
  PaddockRootEdit edit = {
    .set_name = command->has_name,
    .name = command->name,
    .set_access = command->has_access,
    .access = command->access,
    .set_expires = command->has_expires,
    .expires = command->expires,
    .login = command->scope,
    .set_crosses = command->has_crosses,
    .crosses = command->crosses,
    .record = command->record,
  };

  if (command->root_ids == NULL || command->root_ids[0] == NULL)
    return paddock_changes_new ();
  return paddock_plan_change_root (plan, command->root_ids[0], &edit);
}

static PaddockChanges *
plan_grant (const PaddockCommand     *command,
            const PaddockPlanContext *plan)
{
  gsize n = command->root_ids != NULL ? g_strv_length (command->root_ids) : 0;
  g_autofree PaddockDecisionRoot *roots = g_new0 (PaddockDecisionRoot, n + 1);

  for (gsize i = 0; i < n; i++) {
    roots[i].root_id = command->root_ids[i];
    roots[i].access = command->has_access ? command->access : PADDOCK_ACCESS_READ_WRITE;
  }
  return paddock_plan_grant (plan, command->server_id, roots, n, command->duration, command->scope);
}

/* Anybody on the bus can command it of what was said to any server: both are named. */
static char *
dup_server_and_caller (const PaddockServer *server,
                       const char          *caller)
{
  g_autofree char *label = server != NULL ? paddock_server_dup_label (server) : NULL;

  if (label == NULL || caller == NULL)
    return g_strdup (label != NULL ? label : caller);
  return g_strdup_printf ("%s (%s)", label, caller);
}

/* The answers know what is there to be taken back. The snapshot has the names alone: the answer may
 * have outlived its root. */
static PaddockChanges *
plan_take_back_never (const PaddockCommand     *command,
                      const PaddockPlanContext *plan)
{
  PaddockChanges *changes = paddock_changes_new ();
  const char *root_id = command->root_ids != NULL ? command->root_ids[0] : NULL;
  const PaddockRoot *root = NULL;
  const PaddockServer *server = NULL;
  g_autofree char *who = NULL;
  g_autofree char *path = NULL;
  g_autofree char *root_path = NULL;
  g_autoptr (PaddockJournalEntry) entry = NULL;

  if (command->path == NULL || command->answers == NULL ||
      paddock_file_answers_find_never (command->answers, command->server_id, command->path) == NULL)
    return changes;

  if (root_id != NULL)
    root = paddock_snapshot_get_root (plan->snapshot, root_id);
  if (command->server_id != NULL)
    server = paddock_snapshot_get_server (plan->snapshot, command->server_id);
  who = dup_server_and_caller (server, plan->caller);
  path = paddock_text_escape (command->path, -1);
  root_path = root != NULL ? paddock_text_escape (root->path, -1) : NULL;
  entry = paddock_journal_entry_new (&(PaddockJournalEntry) {
    .time = plan->now, .last = plan->now, .count = 1,
    .event = PADDOCK_EVENT_NEVER_TAKEN_BACK, .reason = plan->reason,
    .server_id = command->server_id, .server = who,
    .root_id = root != NULL ? root_id : NULL, .root = root_path, .detail = path,
  });
  paddock_changes_take_back_never (changes, command->server_id, command->path);
  paddock_changes_log (changes, entry);
  return changes;
}

/**
 * paddock_command_plan:
 * @command: a command
 * @plan: who, why, when
 *
 * Returns: (transfer full): the changes that carry the command out now
 */
PaddockChanges *
paddock_command_plan (const PaddockCommand     *command,
                      const PaddockPlanContext *plan)
{
  switch (command->kind) {
    case PADDOCK_COMMAND_ADD_ROOTS:
      return plan_add_roots (command, plan);
    case PADDOCK_COMMAND_REMOVE_ROOTS:
      return plan_remove_roots (command, plan);
    case PADDOCK_COMMAND_CHANGE_ROOT:
      return plan_change_root (command, plan);
    case PADDOCK_COMMAND_GRANT:
      return plan_grant (command, plan);
    case PADDOCK_COMMAND_REVOKE:
      return paddock_plan_revoke (plan, command->server_id,
                                  (const char * const *) command->root_ids);
    case PADDOCK_COMMAND_BLOCK:
      return paddock_plan_block (plan, command->server_id);
    case PADDOCK_COMMAND_UNBLOCK:
      return paddock_plan_unblock (plan, command->server_id);
    case PADDOCK_COMMAND_FORGET:
      return paddock_plan_forget (plan, command->server_id);
    case PADDOCK_COMMAND_PAUSE:
      return paddock_plan_pause (plan);
    case PADDOCK_COMMAND_RESUME:
      return paddock_plan_resume (plan);
    case PADDOCK_COMMAND_CLEAR_JOURNAL:
      return paddock_plan_clear_journal (plan);
    case PADDOCK_COMMAND_CHOOSE:
    case PADDOCK_COMMAND_LET_READ:
      return paddock_plan_choose (plan, command->server_id, command->which, command->choices);
    case PADDOCK_COMMAND_TAKE_BACK_NEVER:
      return plan_take_back_never (command, plan);
    default:
      return paddock_changes_new ();
  }
}

/**
 * paddock_command_get_prompt_kind:
 * @command: a command
 *
 * Returns: of which kind the question about it is, where it widens
 */
PaddockPromptKind
paddock_command_get_prompt_kind (const PaddockCommand *command)
{
  switch (command->kind) {
    case PADDOCK_COMMAND_GRANT:
      return PADDOCK_PROMPT_GRANT;
    case PADDOCK_COMMAND_UNBLOCK:
    case PADDOCK_COMMAND_FORGET:
      return PADDOCK_PROMPT_UNBLOCK;
    case PADDOCK_COMMAND_RESUME:
      return PADDOCK_PROMPT_RESUME;
    case PADDOCK_COMMAND_CLEAR_JOURNAL:
      return PADDOCK_PROMPT_CLEAR;
    case PADDOCK_COMMAND_LET_READ:
      return PADDOCK_PROMPT_LET_READ;
    case PADDOCK_COMMAND_TAKE_BACK_NEVER:
      return PADDOCK_PROMPT_TAKE_BACK_NEVER;
    case PADDOCK_COMMAND_ADD_ROOTS:
      return PADDOCK_PROMPT_ADD_ROOTS;
    case PADDOCK_COMMAND_REMOVE_ROOTS:
    case PADDOCK_COMMAND_CHANGE_ROOT:
    case PADDOCK_COMMAND_REVOKE:
    case PADDOCK_COMMAND_BLOCK:
    case PADDOCK_COMMAND_PAUSE:
    case PADDOCK_COMMAND_CHOOSE:
    default:
      return PADDOCK_PROMPT_CHANGE_ROOT;
  }
}

/* All roots of one command are added in the same way, but that a file has nothing mounted below
 * it. */
static PaddockPrompt *
add_to_request (const PaddockCommand     *command,
                const PaddockPlanContext *plan)
{
  const PaddockRoot *first = g_ptr_array_index (command->roots, 0);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autoptr (GPtrArray) documents = g_ptr_array_new ();
  PaddockPromptWants wants = PADDOCK_WANTS_ACCESS | PADDOCK_WANTS_EXPIRY;
  PaddockAccess access = PADDOCK_ACCESS_READ_ONLY;
  guint n_files = 0;

  for (guint i = 0; i < command->roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (command->roots, i);

    n_files += root->record != NULL && root->record->kind == PADDOCK_FILE_KIND_REGULAR;
    g_ptr_array_add (paths, (char *) root->path);
    if (root->document != NULL)
      g_ptr_array_add (documents, (char *) root->document);
    access = MAX (access, root->access);
    if (root->crosses)
      wants |= PADDOCK_WANTS_CROSSING;
  }
  g_ptr_array_add (paths, NULL);
  g_ptr_array_add (documents, NULL);
  return paddock_prompt_new (&(PaddockPrompt) {
    .id = "",
    .kind = PADDOCK_PROMPT_ADD_ROOTS,
    .asked = plan->now,
    .caller = plan->caller,
    .paths = (const char * const *) paths->pdata,
    .n_files = n_files,
    .documents = (const char * const *) documents->pdata,
    .warnings = command->warnings,
    .access = access,
    .duration = { .kind = first->login != NULL ? PADDOCK_DURATION_LOGIN
                                               : PADDOCK_DURATION_UNTIL_REVOKED },
    .wants = wants,
    .expires = first->expires,
  });
}

/**
 * paddock_command_to_prompt:
 * @command: a command that widens
 * @plan: who commands it, and when
 *
 * Returns: (transfer full): the question that the user is asked about it, without id and serial
 */
PaddockPrompt *
paddock_command_to_prompt (const PaddockCommand     *command,
                           const PaddockPlanContext *plan)
{
  const PaddockServer *server = NULL;
  g_autofree char *label = NULL;

  if (command->kind == PADDOCK_COMMAND_ADD_ROOTS)
    return add_to_request (command, plan);
  if (command->server_id != NULL)
    server = paddock_snapshot_get_server (plan->snapshot, command->server_id);
  if (server != NULL)
    label = paddock_server_dup_label (server);

  return paddock_prompt_new (&(PaddockPrompt) {
    .id = "",
    .kind = paddock_command_get_prompt_kind (command),
    .asked = plan->now,
    .server_id = command->server_id,
    .server = label,
    .identity = server != NULL ? server->identity : NULL,
    .caller = plan->caller,
    .root_ids = (const char * const *) command->root_ids,
    .warnings = command->warnings,
    .access = command->has_access ? command->access : PADDOCK_ACCESS_READ_WRITE,
    .duration = command->duration,
    .wants = (command->has_access ? PADDOCK_WANTS_ACCESS : 0) |
             (command->has_expires ? PADDOCK_WANTS_EXPIRY : 0) |
             (command->record != NULL ? PADDOCK_WANTS_CONFIRMATION : 0) |
             (command->has_crosses && command->crosses ? PADDOCK_WANTS_CROSSING : 0) |
             (command->kind == PADDOCK_COMMAND_FORGET ? PADDOCK_WANTS_FORGETTING : 0),
    .expires = command->expires,
    .path = command->path,
  });
}

/* Of roots at the same paths, in the same order: that is what the question shows. */
static gboolean
are_same_roots (GPtrArray *a,
                GPtrArray *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  for (guint i = 0; i < MIN (a->len, b->len); i++) {
    const PaddockRoot *one = g_ptr_array_index (a, i);
    const PaddockRoot *other = g_ptr_array_index (b, i);

    if (g_strcmp0 (one->name, other->name) != 0 || one->access != other->access ||
        one->crosses != other->crosses || g_strcmp0 (one->login, other->login) != 0 ||
        g_strcmp0 (one->document, other->document) != 0 ||
        !paddock_file_record_equal (one->record, other->record))
      return FALSE;
  }
  return a->len == b->len;
}

/**
 * paddock_command_equal:
 * @a: a command
 * @b: another command that is the same question
 *
 * Returns: whether they agree in what the question does not show, too
 */
gboolean
paddock_command_equal (const PaddockCommand *a,
                       const PaddockCommand *b)
{
  gboolean same_record = a->record != NULL && b->record != NULL
                           ? paddock_file_record_equal (a->record, b->record)
                           : a->record == b->record;

  return a->kind == b->kind && a->has_access == b->has_access && a->has_name == b->has_name &&
         g_strcmp0 (a->name, b->name) == 0 && a->has_expires == b->has_expires &&
         a->expires == b->expires && g_strcmp0 (a->scope, b->scope) == 0 && same_record &&
         a->has_crosses == b->has_crosses && a->crosses == b->crosses &&
         a->which == b->which && a->choices == b->choices && are_same_roots (a->roots, b->roots);
}
