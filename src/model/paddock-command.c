/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-command.h"

#include "paddock-error.h"
#include "paddock-plan-apps.h"
#include "paddock-plan-private.h"
#include "paddock-policy.h"
#include "paddock-text.h"

#include <string.h>

/* The verbs: what a caller can ask the service to do. The table rows[], after the static functions,
 * has one row for each verb.
 *
 * The control interface makes a command from a call. A command has one owner at a time, and does
 * not change after it was handed on. Its arguments are a dictionary, with the names and types of
 * the interface's XML. Three arguments differ from the XML: "duration" has the form of
 * paddock_duration_to_text(), and the service itself sets "login" and "scope".
 */

/* The longest name that the user can give to a server. */
#define NAME_MAX_BYTES 256

static const char *
lookup_text (const PaddockCommand *command,
             const char           *key)
{
  const char *text = NULL;

  g_variant_lookup (command->arguments, key, "&s", &text);
  return text;
}

static gboolean
lookup_access (const PaddockCommand *command,
               PaddockAccess        *out_access)
{
  const char *nick = lookup_text (command, "access");

  if (nick != NULL)
    *out_access = paddock_root_access_from_nick (nick);
  return nick != NULL;
}

static PaddockDuration
get_duration (const PaddockCommand *command)
{
  const char *text = lookup_text (command, "duration");
  PaddockDuration duration = { 0 };

  if (text != NULL)
    paddock_duration_parse (text, &duration, NULL);
  return duration;
}

static const char *
get_path (const PaddockCommand *command)
{
  const char *path = NULL;

  g_variant_lookup (command->arguments, "path", "^&ay", &path);
  return path;
}

/**
 * paddock_command_new:
 * @kind: the verb
 * @server_id: (nullable): the server that the verb is about
 * @root_ids: (nullable): the roots that the verb is about
 * @arguments: (nullable) (transfer floating): the other arguments, a{sv}; %NULL: none
 *
 * Returns: (transfer full): a command; the caller sets the other members
 */
PaddockCommand *
paddock_command_new (PaddockCommandKind  kind,
                     const char         *server_id,
                     const char * const *root_ids,
                     GVariant           *arguments)
{
  PaddockCommand *command = g_new0 (PaddockCommand, 1);

  if (arguments == NULL)
    arguments = g_variant_new_array (G_VARIANT_TYPE ("{sv}"), NULL, 0);
  command->kind = kind;
  command->server_id = g_strdup (server_id);
  command->root_ids = g_strdupv ((GStrv) root_ids);
  command->arguments = g_variant_ref_sink (arguments);
  return command;
}

/* Returns a dictionary of everything in which two new roots with the same path may differ. With
 * this dictionary among their arguments, two commands can be compared. */
static GVariant *
describe_root (const PaddockRoot *root)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "access", "s", paddock_root_access_to_nick (root->access));
  g_variant_dict_insert (&dict, "other-file-systems", "b", root->crosses);
  if (root->name != NULL)
    g_variant_dict_insert (&dict, "name", "s", root->name);
  if (root->login != NULL)
    g_variant_dict_insert (&dict, "login", "s", root->login);
  if (root->document != NULL)
    g_variant_dict_insert (&dict, "document", "^ay", root->document);
  if (root->record != NULL)
    g_variant_dict_insert_value (&dict, "record", paddock_file_record_to_variant (root->record));
  return g_variant_dict_end (&dict);
}

/**
 * paddock_command_new_adding:
 * @roots: (element-type PaddockRoot): the roots to add, at least one
 * @warnings: the warnings about the paths of all @roots
 *
 * Returns: (transfer full): the command ADD_ROOTS
 */
PaddockCommand *
paddock_command_new_adding (GPtrArray            *roots,
                            PaddockPlaceWarnings  warnings)
{
  GVariantBuilder list;
  GVariantDict arguments;
  PaddockCommand *command;

  g_variant_builder_init (&list, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; i < roots->len; i++)
    g_variant_builder_add_value (&list, describe_root (g_ptr_array_index (roots, i)));
  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert_value (&arguments, "roots", g_variant_builder_end (&list));
  command = paddock_command_new (PADDOCK_COMMAND_ADD_ROOTS, NULL, NULL,
                                 g_variant_dict_end (&arguments));
  command->roots = g_ptr_array_ref (roots);
  command->warnings = warnings;
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
  g_variant_unref (command->arguments);
  g_clear_pointer (&command->roots, g_ptr_array_unref);
  g_clear_pointer (&command->never_files, paddock_never_files_unref);
  g_free (command);
}

static void
append_changes (PaddockChanges *all,
                PaddockChanges *some)
{
  g_autoptr (PaddockChanges) owned = some;

  for (gsize i = 0; i < paddock_changes_get_size (owned); i++)
    paddock_changes_add (all, paddock_changes_get (owned, i));
}

/* Plans to add the roots. If somebody added a root with the same path meanwhile, that root stays
 * unchanged. */
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
  if (command->root_ids == NULL || command->root_ids[0] == NULL)
    return paddock_changes_new ();
  return paddock_plan_change_root (plan, command->root_ids[0], command->arguments);
}

static PaddockChanges *
plan_grant (const PaddockCommand     *command,
            const PaddockPlanContext *plan)
{
  gsize n = command->root_ids != NULL ? g_strv_length (command->root_ids) : 0;
  g_autofree PaddockDecisionRoot *roots = g_new0 (PaddockDecisionRoot, n + 1);
  PaddockAccess access = PADDOCK_ACCESS_READ_WRITE;

  lookup_access (command, &access);
  for (gsize i = 0; i < n; i++)
    roots[i] = (PaddockDecisionRoot) { .root_id = command->root_ids[i], .access = access };
  return paddock_plan_grant (plan, command->server_id, roots, n, get_duration (command),
                             lookup_text (command, "scope"));
}

static PaddockChanges *
plan_revoke (const PaddockCommand     *command,
             const PaddockPlanContext *plan)
{
  return paddock_plan_revoke (plan, command->server_id, (const char * const *) command->root_ids);
}

static PaddockChanges *
plan_block (const PaddockCommand     *command,
            const PaddockPlanContext *plan)
{
  return paddock_plan_block (plan, command->server_id);
}

static PaddockChanges *
plan_unblock (const PaddockCommand     *command,
              const PaddockPlanContext *plan)
{
  return paddock_plan_unblock (plan, command->server_id);
}

static PaddockChanges *
plan_forget (const PaddockCommand     *command,
             const PaddockPlanContext *plan)
{
  return paddock_plan_forget (plan, command->server_id);
}

static PaddockChanges *
plan_pause (const PaddockCommand     *command,
            const PaddockPlanContext *plan)
{
  return paddock_plan_pause (plan);
}

static PaddockChanges *
plan_resume (const PaddockCommand     *command,
             const PaddockPlanContext *plan)
{
  return paddock_plan_resume (plan);
}

static PaddockChanges *
plan_clear_journal (const PaddockCommand     *command,
                    const PaddockPlanContext *plan)
{
  return paddock_plan_clear_journal (plan);
}

/* Reads the choices in the arguments of SetServerReading (LET_READ), which has one choice, or of
 * SetServerChoices (CHOOSE), which has a dictionary of choices. Returns the choices to switch on.
 * @out_which: all choices in the arguments; those that are not returned are to be switched off. */
static PaddockChoices
read_choices (const PaddockCommand *command,
              PaddockChoices       *out_which)
{
  static const struct {
    PaddockCommandKind  kind;
    const char         *key;
    PaddockChoices      choice;
  } keys[] = {
    { PADDOCK_COMMAND_CHOOSE, "share-host-roots", PADDOCK_CHOICE_HOST_ROOTS },
    { PADDOCK_COMMAND_CHOOSE, "keep-roots", PADDOCK_CHOICE_KEEP_ROOTS },
    { PADDOCK_COMMAND_LET_READ, "reading", PADDOCK_CHOICE_READING },
  };
  g_autoptr (GVariant) choices = g_variant_lookup_value (command->arguments, "choices",
                                                         G_VARIANT_TYPE_VARDICT);
  PaddockChoices wanted = PADDOCK_CHOICE_NONE;

  *out_which = PADDOCK_CHOICE_NONE;
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++) {
    gboolean is_on = FALSE;

    if (keys[i].kind != command->kind)
      continue;
    if (g_variant_lookup (choices != NULL ? choices : command->arguments, keys[i].key, "b", &is_on))
      *out_which |= keys[i].choice;
    if (is_on)
      wanted |= keys[i].choice;
  }
  return wanted;
}

static PaddockChanges *
plan_choose (const PaddockCommand     *command,
             const PaddockPlanContext *plan)
{
  PaddockChoices which;
  PaddockChoices wanted = read_choices (command, &which);

  return paddock_plan_choose (plan, command->server_id, which, wanted);
}

static gboolean
check_choosable (const PaddockCommand      *command,
                 const PaddockPlanContext  *plan,
                 const char                *refusal,
                 GError                   **error)
{
  const PaddockServer *server = paddock_snapshot_get_server (plan->snapshot, command->server_id);
  PaddockChoices which;
  PaddockChoices wanted = read_choices (command, &which);

  if (server == NULL || (wanted & ~paddock_policy_choosable (server, plan->now)) == 0)
    return TRUE;
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED, refusal);
  return FALSE;
}

static gboolean
check_choose (const PaddockCommand      *command,
              const PaddockPlanContext  *plan,
              GError                   **error)
{
  return check_choosable (command, plan, "Only for a server that `paddock run` starts and that is "
                          "allowed something", error);
}

static gboolean
check_let_read (const PaddockCommand      *command,
                const PaddockPlanContext  *plan,
                GError                   **error)
{
  return check_choosable (command, plan, "Only for a server that dials in itself, is proven, and "
                          "is allowed something", error);
}

static gboolean
was_never_said (const PaddockCommand *command)
{
  const char *path = get_path (command);

  return path == NULL || command->never_files == NULL ||
         paddock_never_files_find (command->never_files, command->server_id, path) == NULL;
}

static gboolean
check_take_back_never (const PaddockCommand      *command,
                       const PaddockPlanContext  *plan,
                       GError                   **error)
{
  if (!was_never_said (command))
    return TRUE;
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                       "That was taken back already");
  return FALSE;
}

/* Returns a text that names the server and the caller; NULL if both are unknown. The journal names
 * both, because any caller can withdraw an answer about any server. */
static char *
dup_server_and_caller (const PaddockServer *server,
                       const char          *caller)
{
  g_autofree char *label = server != NULL ? paddock_server_dup_label (server) : NULL;

  if (label == NULL || caller == NULL)
    return g_strdup (label != NULL ? label : caller);
  return g_strdup_printf ("%s (%s)", label, caller);
}

/* Plans to withdraw an answer "Never". Finds the answer by server and path, because the root that
 * contained the file may be gone. The snapshot only provides names for the journal. */
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

  if (was_never_said (command))
    return changes;

  if (root_id != NULL)
    root = paddock_snapshot_get_root (plan->snapshot, root_id);
  if (command->server_id != NULL)
    server = paddock_snapshot_get_server (plan->snapshot, command->server_id);
  who = dup_server_and_caller (server, plan->caller);
  path = paddock_text_escape (get_path (command), -1);
  root_path = root != NULL ? paddock_text_escape (root->path, -1) : NULL;
  entry = paddock_journal_entry_new (&(PaddockJournalEntry) {
    .time = plan->now, .last = plan->now, .count = 1,
    .event = PADDOCK_EVENT_NEVER_TAKEN_BACK, .reason = plan->reason,
    .server_id = command->server_id, .server = who,
    .root_id = root != NULL ? root_id : NULL, .root = root_path, .detail = path,
  });
  paddock_changes_take_back_never (changes, command->server_id, get_path (command));
  paddock_changes_log (changes, entry);
  return changes;
}

/* Returns the new name, without spaces around it; NULL if the command removes the name. */
static char *
dup_name (const PaddockCommand *command)
{
  const char *text = lookup_text (command, "name");
  g_autofree char *name = g_strstrip (g_strdup (text != NULL ? text : ""));

  return *name != '\0' ? g_steal_pointer (&name) : NULL;
}

/* Whether two names are equal, ignoring case and Unicode composition. */
static gboolean
is_same_name (const char *a,
              const char *b)
{
  g_autofree char *normal_a = g_utf8_normalize (a, -1, G_NORMALIZE_ALL);
  g_autofree char *normal_b = g_utf8_normalize (b, -1, G_NORMALIZE_ALL);
  g_autofree char *folded_a = g_utf8_casefold (normal_a, -1);
  g_autofree char *folded_b = g_utf8_casefold (normal_b, -1);

  return g_str_equal (folded_a, folded_b);
}

static gboolean
is_taken (const char            *label,
          const PaddockSnapshot *snapshot,
          const char            *server_id)
{
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);

  for (guint i = 0; i < servers->len; i++) {
    const PaddockServer *other = g_ptr_array_index (servers, i);
    g_autofree char *theirs = paddock_server_name_to_label (other->given_name);

    if (theirs != NULL && g_strcmp0 (other->id, server_id) != 0 && is_same_name (theirs, label))
      return TRUE;
  }
  return FALSE;
}

static gboolean
check_rename (const PaddockCommand      *command,
              const PaddockPlanContext  *plan,
              GError                   **error)
{
  const PaddockServer *server = paddock_snapshot_get_server (plan->snapshot, command->server_id);
  g_autofree char *name = dup_name (command);
  g_autofree char *label = paddock_server_name_to_label (name);

  if (server == NULL || label == NULL)
    return TRUE;
  if (strlen (name) > NAME_MAX_BYTES)
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                 "A name has at most %d bytes", NAME_MAX_BYTES);
  else if (paddock_identity_get_kind (server->identity) == PADDOCK_IDENTITY_ANONYMOUS)
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                         "Nothing identifies this server: it could not keep a name");
  else if (is_taken (label, plan->snapshot, command->server_id))
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                 "You gave the name “%s” to another server already", label);
  else
    return TRUE;
  return FALSE;
}

/* Plans to rename a server. A rename lets no server see more, so the user is never asked. */
static PaddockChanges *
plan_rename (const PaddockCommand     *command,
             const PaddockPlanContext *plan)
{
  PaddockChanges *changes = paddock_changes_new ();
  const PaddockServer *server = paddock_snapshot_get_server (plan->snapshot, command->server_id);
  g_autofree char *name = dup_name (command);
  PaddockServer edited;

  if (server == NULL)
    return changes;
  edited = *server;
  edited.given_name = name;
  if (g_strcmp0 (edited.given_name, server->given_name) == 0)
    return changes;

  paddock_plan_put_server (changes, &edited);
  paddock_plan_log_event (changes, plan, PADDOCK_EVENT_SERVER_RENAMED, plan->reason, &edited, NULL);
  return changes;
}

/* Returns the note in the arguments; its texts belong to the command. */
static PaddockAppNote
get_note (const PaddockCommand *command)
{
  return (PaddockAppNote) {
    .key = lookup_text (command, "key"),
    .fact = lookup_text (command, "fact"),
    .app = lookup_text (command, "app"),
    .server = lookup_text (command, "server"),
    .path = lookup_text (command, "path"),
    .project = lookup_text (command, "project"),
  };
}

static PaddockChanges *
plan_note_app (const PaddockCommand     *command,
               const PaddockPlanContext *plan)
{
  PaddockAppNote note = get_note (command);

  return paddock_plan_apps_note (plan, &note);
}

static gboolean
check_note_app (const PaddockCommand      *command,
                const PaddockPlanContext  *plan,
                GError                   **error)
{
  PaddockAppNote note = get_note (command);

  return paddock_plan_apps_check_note (plan, &note, error);
}

static PaddockChanges *
plan_note_app_gone (const PaddockCommand     *command,
                    const PaddockPlanContext *plan)
{
  return paddock_plan_apps_gone (plan, lookup_text (command, "key"));
}

static PaddockChanges *
plan_take_out (const PaddockCommand     *command,
               const PaddockPlanContext *plan)
{
  return paddock_plan_apps_take_out ();
}

/* Returns the entries of apps' files in the arguments; the texts belong to the command. */
static const char **
dup_entries (const PaddockCommand *command)
{
  const char **entries = NULL;

  g_variant_lookup (command->arguments, "entries", "^a&s", &entries);
  return entries;
}

static gboolean
check_take_out (const PaddockCommand      *command,
                const PaddockPlanContext  *plan,
                GError                   **error)
{
  g_autofree const char **entries = dup_entries (command);

  return paddock_plan_apps_check_entries (entries, error);
}

/* The table of verbs. Verbs that never widen access have a question as well, in case
 * paddock_widening_check() is in doubt: it is better to ask once too often. */
static const PaddockCommandRow rows[] = {
  [PADDOCK_COMMAND_ADD_ROOTS] = {
    .method = "AddRoots", .plan = plan_add_roots,
    .prompt = PADDOCK_PROMPT_ADD_ROOTS, .asked = PADDOCK_EVENT_WIDENING_ASKED, .may_lapse = TRUE,
  },
  [PADDOCK_COMMAND_REMOVE_ROOTS] = {
    .method = "RemoveRoots", .plan = plan_remove_roots,
    .prompt = PADDOCK_PROMPT_CHANGE_ROOT, .asked = PADDOCK_EVENT_WIDENING_ASKED,
  },
  [PADDOCK_COMMAND_CHANGE_ROOT] = {
    .method = "ChangeRoot", .plan = plan_change_root,
    .prompt = PADDOCK_PROMPT_CHANGE_ROOT, .asked = PADDOCK_EVENT_WIDENING_ASKED,
  },
  [PADDOCK_COMMAND_GRANT] = {
    .method = "Grant", .plan = plan_grant,
    .prompt = PADDOCK_PROMPT_GRANT, .asked = PADDOCK_EVENT_WIDENING_ASKED,
    .settles = PADDOCK_SETTLES_SERVER,
    .verdict = PADDOCK_VERDICT_ALLOW, .reason = PADDOCK_REASON_SUPERSEDED,
  },
  [PADDOCK_COMMAND_REVOKE] = {
    .method = "Revoke", .plan = plan_revoke, .takes = TRUE,
    .prompt = PADDOCK_PROMPT_CHANGE_ROOT, .asked = PADDOCK_EVENT_WIDENING_ASKED,
  },
  [PADDOCK_COMMAND_BLOCK] = {
    .method = "Block", .plan = plan_block, .takes = TRUE,
    .prompt = PADDOCK_PROMPT_CHANGE_ROOT, .asked = PADDOCK_EVENT_WIDENING_ASKED,
    .settles = PADDOCK_SETTLES_SERVER,
    .verdict = PADDOCK_VERDICT_BLOCK, .reason = PADDOCK_REASON_BLOCKED,
  },
  [PADDOCK_COMMAND_UNBLOCK] = {
    .method = "Unblock", .plan = plan_unblock,
    .prompt = PADDOCK_PROMPT_UNBLOCK, .asked = PADDOCK_EVENT_WIDENING_ASKED,
    .settles = PADDOCK_SETTLES_SAME,
  },
  [PADDOCK_COMMAND_FORGET] = {
    .method = "Forget", .plan = plan_forget, .takes = TRUE,
    .prompt = PADDOCK_PROMPT_UNBLOCK, .wants = PADDOCK_WANTS_FORGETTING,
    .asked = PADDOCK_EVENT_WIDENING_ASKED,
    .settles = PADDOCK_SETTLES_SERVER,
    .verdict = PADDOCK_VERDICT_DENY, .reason = PADDOCK_REASON_SUPERSEDED,
  },
  [PADDOCK_COMMAND_PAUSE] = {
    .method = "Pause", .plan = plan_pause,
    .prompt = PADDOCK_PROMPT_CHANGE_ROOT, .asked = PADDOCK_EVENT_WIDENING_ASKED,
  },
  [PADDOCK_COMMAND_RESUME] = {
    .method = "Resume", .plan = plan_resume,
    .prompt = PADDOCK_PROMPT_RESUME, .asked = PADDOCK_EVENT_WIDENING_ASKED,
    .settles = PADDOCK_SETTLES_SAME,
  },
  [PADDOCK_COMMAND_CLEAR_JOURNAL] = {
    .method = "ClearJournal", .plan = plan_clear_journal,
    .prompt = PADDOCK_PROMPT_CLEAR, .asked = PADDOCK_EVENT_CLEARING_ASKED,
    .settles = PADDOCK_SETTLES_SAME,
  },
  [PADDOCK_COMMAND_CHOOSE] = {
    .method = "SetServerChoices", .plan = plan_choose, .check = check_choose,
    .prompt = PADDOCK_PROMPT_CHANGE_ROOT, .asked = PADDOCK_EVENT_WIDENING_ASKED,
    .is_for_window = TRUE,
  },
  [PADDOCK_COMMAND_LET_READ] = {
    .method = "SetServerReading", .plan = plan_choose, .check = check_let_read,
    .prompt = PADDOCK_PROMPT_LET_READ, .asked = PADDOCK_EVENT_WIDENING_ASKED,
    .settles = PADDOCK_SETTLES_SAME,
  },
  [PADDOCK_COMMAND_TAKE_BACK_NEVER] = {
    .method = "TakeBackNever", .plan = plan_take_back_never, .check = check_take_back_never,
    .prompt = PADDOCK_PROMPT_TAKE_BACK_NEVER, .asked = PADDOCK_EVENT_WIDENING_ASKED,
    .settles = PADDOCK_SETTLES_SAME,
  },
  [PADDOCK_COMMAND_RENAME] = {
    .method = "Rename", .plan = plan_rename, .check = check_rename,
    .prompt = PADDOCK_PROMPT_CHANGE_ROOT, .asked = PADDOCK_EVENT_WIDENING_ASKED,
  },
  [PADDOCK_COMMAND_NOTE_APP] = {
    .method = "NoteApp", .plan = plan_note_app,
    .check = check_note_app,
    .prompt = PADDOCK_PROMPT_CHANGE_ROOT, .asked = PADDOCK_EVENT_WIDENING_ASKED,
  },
  [PADDOCK_COMMAND_NOTE_APP_GONE] = {
    .method = "NoteAppGone", .plan = plan_note_app_gone,
    .prompt = PADDOCK_PROMPT_CHANGE_ROOT, .asked = PADDOCK_EVENT_WIDENING_ASKED,
  },
  [PADDOCK_COMMAND_TAKE_OUT] = {
    .method = "TakeOut", .plan = plan_take_out,
    .check = check_take_out,
    .prompt = PADDOCK_PROMPT_TAKE_OUT, .asked = PADDOCK_EVENT_WIDENING_ASKED,
  },
};

/**
 * paddock_command_get_row:
 * @command: a command
 *
 * Returns: (transfer none): the row of the command's verb in the table
 */
const PaddockCommandRow *
paddock_command_get_row (const PaddockCommand *command)
{
  g_return_val_if_fail (command->kind < G_N_ELEMENTS (rows), NULL);

  return &rows[command->kind];
}

/**
 * paddock_command_find:
 * @method: a method of the control interface
 * @out_kind: (out): the verb; set only if there is one
 *
 * Returns: whether the method is the method of a verb
 */
gboolean
paddock_command_find (const char         *method,
                      PaddockCommandKind *out_kind)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    if (g_strcmp0 (rows[i].method, method) == 0) {
      *out_kind = i;
      return TRUE;
    }
  }
  return FALSE;
}

/**
 * paddock_command_has:
 * @command: a command
 * @key: the name of a boolean argument
 *
 * Returns: whether the argument is present and true
 */
gboolean
paddock_command_has (const PaddockCommand *command,
                     const char           *key)
{
  gboolean is_on = FALSE;

  g_variant_lookup (command->arguments, key, "b", &is_on);
  return is_on;
}

/**
 * paddock_command_fix_access:
 * @command: a command that the user is asked about
 * @plan: the caller, and the time
 *
 * Sets the access of a grant to what the caller wanted, or to what the roots allow now, whichever
 * is less. The user is shown this access. If a root allows more when the user answers, the grant
 * still gets the access that was shown.
 */
void
paddock_command_fix_access (PaddockCommand           *command,
                            const PaddockPlanContext *plan)
{
  PaddockAccess most = PADDOCK_ACCESS_READ_ONLY;
  PaddockAccess wanted;
  GVariantDict arguments;

  if (command->kind != PADDOCK_COMMAND_GRANT)
    return;

  for (gsize i = 0; command->root_ids != NULL && command->root_ids[i] != NULL; i++) {
    const PaddockRoot *root = paddock_snapshot_get_root (plan->snapshot, command->root_ids[i]);

    if (root != NULL)
      most = MAX (most, root->access);
  }
  if (lookup_access (command, &wanted))
    most = MIN (wanted, most);
  g_variant_dict_init (&arguments, command->arguments);
  g_variant_dict_insert (&arguments, "access", "s", paddock_root_access_to_nick (most));
  g_variant_unref (command->arguments);
  command->arguments = g_variant_ref_sink (g_variant_dict_end (&arguments));
}

/**
 * paddock_command_check:
 * @command: a command
 * @plan: the caller, and the time
 * @error: return location, %PADDOCK_ERROR_REFUSED, %PADDOCK_ERROR_NOT_FOUND
 *
 * Returns: whether the command makes sense now. The answer does not depend on the caller
 */
gboolean
paddock_command_check (const PaddockCommand      *command,
                       const PaddockPlanContext  *plan,
                       GError                   **error)
{
  const PaddockCommandRow *row = paddock_command_get_row (command);

  return row->check == NULL || row->check (command, plan, error);
}

/**
 * paddock_command_plan:
 * @command: a command
 * @plan: the caller, the reason and the time
 *
 * Returns: (transfer full): the changes that carry out the command now
 */
PaddockChanges *
paddock_command_plan (const PaddockCommand     *command,
                      const PaddockPlanContext *plan)
{
  return paddock_command_get_row (command)->plan (command, plan);
}

/* Returns the question for ADD_ROOTS. All roots of one command end at the same time, or with the
 * same login. Their access may differ, and the question shows the highest access. If one root
 * includes mounted file systems, the question says so for all roots: the roots without them are
 * files, and nothing can be mounted inside a file. */
static PaddockPrompt *
adding_to_prompt (const PaddockCommand     *command,
                  const PaddockPlanContext *plan)
{
  const PaddockRoot *first = g_ptr_array_index (command->roots, 0);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autoptr (GPtrArray) documents = g_ptr_array_new ();
  PaddockWantsFlags flags = PADDOCK_WANTS_ACCESS | PADDOCK_WANTS_EXPIRY;
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
      flags |= PADDOCK_WANTS_CROSSING;
  }
  g_ptr_array_add (paths, NULL);
  g_ptr_array_add (documents, NULL);
  return paddock_prompt_new (&(PaddockPrompt) {
    .id = "",
    .kind = PADDOCK_PROMPT_ADD_ROOTS,
    .asked = plan->now,
    .caller = plan->caller,
    .wants = {
      .flags = flags,
      .paths = (const char * const *) paths->pdata,
      .n_files = n_files,
      .documents = (const char * const *) documents->pdata,
      .warnings = command->warnings,
      .access = access,
      .duration = { .kind = first->login != NULL ? PADDOCK_DURATION_LOGIN
                                                 : PADDOCK_DURATION_UNTIL_REVOKED },
      .expires = first->expires,
    },
  });
}

/* Returns what the arguments of the command ask for. The lists and strings in the result belong to
 * the command. */
static PaddockWants
read_wants (const PaddockCommand *command)
{
  g_autoptr (GVariant) record = g_variant_lookup_value (command->arguments, "record", NULL);
  PaddockWants wants = {
    .flags = paddock_command_get_row (command)->wants,
    .root_ids = (const char * const *) command->root_ids,
    .warnings = command->warnings,
    .access = PADDOCK_ACCESS_READ_WRITE,
    .duration = get_duration (command),
  };

  if (lookup_access (command, &wants.access))
    wants.flags |= PADDOCK_WANTS_ACCESS;
  if (g_variant_lookup (command->arguments, "expires", "x", &wants.expires))
    wants.flags |= PADDOCK_WANTS_EXPIRY;
  if (record != NULL)
    wants.flags |= PADDOCK_WANTS_CONFIRMATION;
  if (paddock_command_has (command, "other-file-systems"))
    wants.flags |= PADDOCK_WANTS_CROSSING;
  return wants;
}

/**
 * paddock_command_to_prompt:
 * @command: a command that widens access
 * @plan: the caller, and the time
 *
 * Returns: (transfer full): the question for the user, without id and serial
 */
PaddockPrompt *
paddock_command_to_prompt (const PaddockCommand     *command,
                           const PaddockPlanContext *plan)
{
  const PaddockServer *server = NULL;
  PaddockWants wants = read_wants (command);
  g_autofree const char **entries = dup_entries (command);
  g_autofree char *label = NULL;

  if (command->kind == PADDOCK_COMMAND_ADD_ROOTS)
    return adding_to_prompt (command, plan);
  wants.entries = entries;
  if (command->server_id != NULL)
    server = paddock_snapshot_get_server (plan->snapshot, command->server_id);
  if (server != NULL)
    label = paddock_server_dup_label (server);

  return paddock_prompt_new (&(PaddockPrompt) {
    .id = "",
    .kind = paddock_command_get_row (command)->prompt,
    .asked = plan->now,
    .server_id = command->server_id,
    .server = label,
    .note = server != NULL ? paddock_app_notes_find (plan->snapshot, server->identity) : NULL,
    .is_named = server != NULL && server->given_name != NULL,
    .identity = server != NULL ? server->identity : NULL,
    .caller = plan->caller,
    .wants = wants,
    .path = get_path (command),
  });
}

/**
 * paddock_command_equal:
 * @a: a command
 * @b: another command with the same question
 *
 * The same code made both commands, so their arguments are in the same order.
 *
 * Returns: whether both commands are the same, also in what the question does not show
 */
gboolean
paddock_command_equal (const PaddockCommand *a,
                       const PaddockCommand *b)
{
  return a->kind == b->kind && g_variant_equal (a->arguments, b->arguments);
}
