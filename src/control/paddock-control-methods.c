/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-methods.h"

#include "paddock-add-result.h"
#include "paddock-adding.h"
#include "paddock-control-ends.h"
#include "paddock-control-journal.h"
#include "paddock-control-lists.h"
#include "paddock-control-never.h"
#include "paddock-control-reading.h"
#include "paddock-control-sessions.h"
#include "paddock-control-submit.h"
#include "paddock-decision-dict.h"
#include "paddock-error.h"
#include "paddock-launch.h"
#include "paddock-overview.h"
#include "paddock-path-survey.h"
#include "paddock-policy.h"
#include "paddock-views.h"

/* The methods of the control interface: each turns its arguments into a command and hands it to the
 * gate, or reads what is known. None of them decides whether it may.
 *
 * The bus checked the types of the arguments against the XML; what they say is checked here. A
 * handler owns its call until it answers it, or hands it to the callback that does.
 */

static PaddockSnapshot *
snapshot_of (const PaddockCall *call)
{
  return paddock_state_get_snapshot (call->context->state);
}

static gboolean
check_server (PaddockCall *call,
              const char  *server_id)
{
  if (paddock_snapshot_get_server (snapshot_of (call), server_id) != NULL)
    return TRUE;

  paddock_control_call_fail (call, g_error_new (PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                                                "No server has the id “%s”", server_id));
  return FALSE;
}

static gboolean
check_roots (PaddockCall        *call,
             const char * const *root_ids)
{
  for (gsize i = 0; root_ids[i] != NULL; i++) {
    if (paddock_snapshot_get_root (snapshot_of (call), root_ids[i]) != NULL)
      continue;
    paddock_control_call_fail (call, g_error_new (PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                                                  "No folder has the id “%s”", root_ids[i]));
    return FALSE;
  }
  return TRUE;
}

/* @results: (transfer full) (nullable), %NULL with @error. */
static void
return_results (PaddockCall *call,
                GPtrArray   *results,
                GError      *error)
{
  GVariantBuilder builder;

  if (results == NULL) {
    paddock_control_call_fail (call, error);
    return;
  }

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; i < results->len; i++)
    g_variant_builder_add_value (&builder,
                                 paddock_add_result_to_variant (g_ptr_array_index (results, i)));
  paddock_control_call_return (call, g_variant_new ("(aa{sv})", &builder));
  g_ptr_array_unref (results);
}

static void
on_paths_added (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  GError *error = NULL;
  GPtrArray *results = paddock_adding_finish (result, &error);

  return_results (user_data, results, error);
}

static void
add_paths (PaddockCall       *call,
           GVariant          *paths,
           PaddockAddOptions *options)
{
  g_autofree const char **path_list = g_variant_get_bytestring_array (paths, NULL);

  if (g_variant_n_children (paths) > PADDOCK_ADDING_MAX_PATHS) {
    paddock_control_call_fail (call, g_error_new (PADDOCK_ERROR, PADDOCK_ERROR_LIMIT,
                                                  "At most %d paths at a time",
                                                  PADDOCK_ADDING_MAX_PATHS));
    return;
  }
  options->caller = paddock_control_submit_get_label (call);
  options->may_renew = call->from_agent;
  options->gate = call->from_agent || options->only_look ? NULL : call->context->gate;
  paddock_adding_async (call->context->state, path_list, options, on_paths_added, call);
}

static void
handle_inspect_paths (PaddockCall *call,
                      GVariant    *parameters)
{
  g_autoptr (GVariant) paths = g_variant_get_child_value (parameters, 0);
  PaddockAddOptions options = { .only_look = TRUE };

  add_paths (call, paths, &options);
}

static gboolean
read_access (GVariantDict  *dict,
             gboolean      *out_has_access,
             PaddockAccess *out_access)
{
  const char *nick;

  *out_has_access = g_variant_dict_lookup (dict, "access", "&s", &nick);
  if (*out_has_access)
    *out_access = paddock_root_access_from_nick (nick);
  return *out_has_access;
}

static void
handle_add_roots (PaddockCall *call,
                  GVariant    *parameters)
{
  g_autoptr (GVariant) paths = g_variant_get_child_value (parameters, 0);
  g_autoptr (GVariant) values = g_variant_get_child_value (parameters, 1);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (values);
  PaddockAddOptions options = { 0 };
  PaddockDuration duration;
  gboolean has_end;
  g_autofree char *login = NULL;

  g_variant_dict_lookup (&dict, "name", "&s", &options.name);
  g_variant_dict_lookup (&dict, "accept-warnings", "b", &options.accept_warnings);
  if (!paddock_control_ends_read (call, &dict, &has_end, &duration, &options.expires, &login))
    return;
  options.login = login;
  read_access (&dict, &options.has_access, &options.access);
  g_variant_dict_lookup (&dict, "other-file-systems", "b", &options.crosses);
  if (options.name != NULL && g_variant_n_children (paths) != 1) {
    paddock_control_call_fail (call, g_error_new_literal (PADDOCK_ERROR,
                                                          PADDOCK_ERROR_INVALID_ARGUMENT,
                                                          "A name goes with exactly one path"));
    return;
  }
  add_paths (call, paths, &options);
}

static void
handle_remove_roots (PaddockCall *call,
                     GVariant    *parameters)
{
  g_autofree const char **root_ids = NULL;

  g_variant_get (parameters, "(^a&s)", &root_ids);
  if (!check_roots (call, root_ids))
    return;
  paddock_control_submit_narrow (call,
                                 paddock_command_new (PADDOCK_COMMAND_REMOVE_ROOTS, NULL,
                                                      root_ids));
}

/* What is at the path of a replaced root now, to count as the root from now on. */
typedef struct {
  PaddockCall    *call;             /* (owned) */
  PaddockCommand *command;          /* (owned) */
} Confirming;

static void
on_replacement_inspected (GObject      *source,
                          GAsyncResult *result,
                          gpointer      user_data)
{
  g_autofree Confirming *confirming = user_data;
  PaddockCall *call = confirming->call;
  PaddockCommand *command = confirming->command;
  g_autoptr (GPtrArray) inspections = NULL;
  const PaddockInspection *inspection = NULL;
  const PaddockRoot *root = paddock_snapshot_get_root (snapshot_of (call), command->root_ids[0]);
  GError *error = NULL;

  inspections = paddock_path_survey_paths_finish (result, &error);
  if (inspections != NULL && inspections->len == 1)
    inspection = g_ptr_array_index (inspections, 0);
  /* A path that leads elsewhere now, through a link, is another folder. */
  if (inspection == NULL || root == NULL || g_strcmp0 (inspection->path, root->path) != 0 ||
      !paddock_place_verdict_is_usable (inspection->verdict)) {
    paddock_control_call_fail (call, error != NULL ? error
                                             : g_error_new_literal (PADDOCK_ERROR,
                                                                    PADDOCK_ERROR_REFUSED,
                                                                    "What is there now cannot be "
                                                                    "shared"));
    paddock_command_free (command);
    return;
  }
  command->record = paddock_file_record_copy (inspection->record);
  paddock_control_submit (call, command);
}

static gboolean
may_change_access (PaddockCall          *call,
                   const PaddockCommand *command)
{
  if (!command->has_access || command->access != PADDOCK_ACCESS_READ_WRITE ||
      (command->warnings & PADDOCK_PLACE_WARNING_CONTAINS_OWN) == 0)
    return TRUE;

  paddock_control_call_fail (call,
                             g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                                                  "Paddock's own data lies below: it can be "
                                                  "shared read-only at most"));
  return FALSE;
}

static gboolean
may_cross (PaddockCall          *call,
           const PaddockRoot    *root,
           const PaddockCommand *command)
{
  if (!command->has_crosses || !command->crosses || root->record == NULL ||
      root->record->kind == PADDOCK_FILE_KIND_DIRECTORY)
    return TRUE;

  paddock_control_call_fail (call,
                             g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                                                  "Below a file there are no other file systems"));
  return FALSE;
}

static void
handle_change_root (PaddockCall *call,
                    GVariant    *parameters)
{
  g_autoptr (GVariant) values = g_variant_get_child_value (parameters, 1);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (values);
  g_autoptr (PaddockCommand) command = NULL;
  const PaddockRoot *root;
  const char *root_ids[2] = { NULL, NULL };
  const char *name = NULL;
  gboolean confirm = FALSE;

  g_variant_get_child (parameters, 0, "&s", &root_ids[0]);
  if (!check_roots (call, root_ids))
    return;

  root = paddock_snapshot_get_root (snapshot_of (call), root_ids[0]);
  command = paddock_command_new (PADDOCK_COMMAND_CHANGE_ROOT, NULL, root_ids);
  command->has_name = g_variant_dict_lookup (&dict, "name", "&s", &name);
  command->name = name != NULL && *name != '\0' ? g_strdup (name) : NULL;
  if (!paddock_control_ends_read (call, &dict, &command->has_expires, &command->duration,
                                  &command->expires,
                                  &command->scope))
    return;
  read_access (&dict, &command->has_access, &command->access);
  command->has_crosses = g_variant_dict_lookup (&dict, "other-file-systems", "b",
                                                &command->crosses);
  g_variant_dict_lookup (&dict, "confirm", "b", &confirm);
  /* Who added the folder may have been another caller: a warning holds for what widens it, too. */
  paddock_places_judge (paddock_state_get_places (call->context->state), root->path,
                        &command->warnings);
  if (!may_change_access (call, command) || !may_cross (call, root, command))
    return;

  if (confirm) {
    PaddockState *state = call->context->state;
    Confirming *confirming = g_new0 (Confirming, 1);
    const PaddockPlaces *places = paddock_state_get_places (state);
    g_autofree char *way = paddock_places_dup_way (places, root->path, root->document);
    const char *paths[2] = { way, NULL };

    confirming->call = call;
    confirming->command = g_steal_pointer (&command);
    paddock_path_survey_paths_async (paddock_state_get_pool (state), places, paths, NULL,
                                     on_replacement_inspected, confirming);
    return;
  }
  paddock_control_submit (call, g_steal_pointer (&command));
}

static gboolean
set_scope (PaddockCall    *call,
           PaddockCommand *command)
{
  if (command->duration.kind != PADDOCK_DURATION_SESSION) {
    const PaddockServer *server = paddock_snapshot_get_server (snapshot_of (call),
                                                               command->server_id);

    if (paddock_identity_get_kind (server->identity) != PADDOCK_IDENTITY_ANONYMOUS)
      return command->duration.kind != PADDOCK_DURATION_LOGIN ||
             paddock_control_ends_find_login (call, &command->scope);
    paddock_control_call_fail (call,
                               g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                                                    "Nothing identifies this server: it can be "
                                                    "allowed for this session only"));
    return FALSE;
  }

  command->scope = paddock_sessions_dup_scope (call->context->sessions, command->server_id);
  if (command->scope != NULL)
    return TRUE;
  paddock_control_call_fail (call,
                             g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                                                  "The server is not connected: there is no "
                                                  "session to grant for"));
  return FALSE;
}

static void
handle_grant (PaddockCall *call,
              GVariant    *parameters)
{
  g_autoptr (GVariant) values = g_variant_get_child_value (parameters, 2);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (values);
  g_autofree const char **root_ids = NULL;
  g_autoptr (PaddockCommand) command = NULL;
  const char *server_id;
  const char *duration = "until-revoked";

  g_variant_get_child (parameters, 0, "&s", &server_id);
  g_variant_get_child (parameters, 1, "^a&s", &root_ids);
  if (!check_server (call, server_id) || !check_roots (call, root_ids))
    return;
  if (root_ids[0] == NULL) {
    paddock_control_call_fail (call, g_error_new_literal (PADDOCK_ERROR,
                                                          PADDOCK_ERROR_INVALID_ARGUMENT,
                                                          "A grant is of at least one root"));
    return;
  }

  command = paddock_command_new (PADDOCK_COMMAND_GRANT, server_id, root_ids);
  g_variant_dict_lookup (&dict, "duration", "&s", &duration);
  read_access (&dict, &command->has_access, &command->access);
  if (!paddock_control_ends_parse_duration (call, duration, &command->duration) ||
      !set_scope (call, command))
    return;
  paddock_control_submit (call, g_steal_pointer (&command));
}

static void
handle_revoke (PaddockCall *call,
               GVariant    *parameters)
{
  g_autofree const char **root_ids = NULL;
  const char *server_id;

  g_variant_get (parameters, "(&s^a&s)", &server_id, &root_ids);
  if (!check_server (call, server_id) || !check_roots (call, root_ids))
    return;
  paddock_control_submit_narrow (call, paddock_command_new (PADDOCK_COMMAND_REVOKE, server_id,
                                                            root_ids));
}

typedef void (*Submitting) (PaddockCall *call,
                            PaddockCommand *command);

static void
submit_about_server (PaddockCall        *call,
                     GVariant           *parameters,
                     PaddockCommandKind  kind,
                     Submitting          submit)
{
  const char *server_id;

  g_variant_get (parameters, "(&s)", &server_id);
  if (!check_server (call, server_id))
    return;
  submit (call, paddock_command_new (kind, server_id, NULL));
}

static void
handle_block (PaddockCall *call,
              GVariant    *parameters)
{
  submit_about_server (call, parameters, PADDOCK_COMMAND_BLOCK, paddock_control_submit_narrow);
}

static void
handle_unblock (PaddockCall *call,
                GVariant    *parameters)
{
  submit_about_server (call, parameters, PADDOCK_COMMAND_UNBLOCK, paddock_control_submit);
}

static void
handle_forget (PaddockCall *call,
               GVariant    *parameters)
{
  submit_about_server (call, parameters, PADDOCK_COMMAND_FORGET, paddock_control_submit);
}

static void
read_choice (GVariantDict   *dict,
             const char     *key,
             PaddockChoices  choice,
             PaddockCommand *command)
{
  gboolean is_on;

  if (!g_variant_dict_lookup (dict, key, "b", &is_on))
    return;
  command->which |= choice;
  if (is_on)
    command->choices |= choice;
}

static gboolean
may_choose (PaddockCall          *call,
            const PaddockCommand *command)
{
  const PaddockServer *server = paddock_snapshot_get_server (snapshot_of (call),
                                                             command->server_id);

  if ((command->choices & ~paddock_policy_choosable (server, g_get_real_time ())) == 0)
    return TRUE;

  paddock_control_call_fail (call,
                             g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                                                  "Only for a server that `paddock run` starts "
                                                  "and that is allowed something"));
  return FALSE;
}

static void
handle_set_server_choices (PaddockCall *call,
                           GVariant    *parameters)
{
  g_autoptr (GVariant) values = g_variant_get_child_value (parameters, 1);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (values);
  g_autoptr (PaddockCommand) command = NULL;
  const char *server_id;

  g_variant_get_child (parameters, 0, "&s", &server_id);
  if (!check_server (call, server_id))
    return;

  command = paddock_command_new (PADDOCK_COMMAND_CHOOSE, server_id, NULL);
  read_choice (&dict, "share-host-roots", PADDOCK_CHOICE_HOST_ROOTS, command);
  read_choice (&dict, "keep-roots", PADDOCK_CHOICE_KEEP_ROOTS, command);
  if (!may_choose (call, command))
    return;
  paddock_control_submit_narrow (call, g_steal_pointer (&command));
}

static void
handle_pause (PaddockCall *call,
              GVariant    *parameters)
{
  paddock_control_submit_narrow (call, paddock_command_new (PADDOCK_COMMAND_PAUSE, NULL, NULL));
}

static void
handle_resume (PaddockCall *call,
               GVariant    *parameters)
{
  paddock_control_submit (call, paddock_command_new (PADDOCK_COMMAND_RESUME, NULL, NULL));
}

static void
on_registered (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  PaddockCall *call = user_data;
  GError *error = NULL;

  if (paddock_bus_agent_finish (PADDOCK_BUS_AGENT (source), result, &error))
    paddock_control_call_return (call, NULL);
  else
    paddock_control_call_fail (call, error);
}

static void
handle_register_agent (PaddockCall *call,
                       GVariant    *parameters)
{
  paddock_bus_agent_register_async (call->context->agent, call->caller->bus_name, on_registered,
                                    call);
}

static void
handle_unregister_agent (PaddockCall *call,
                         GVariant    *parameters)
{
  paddock_bus_agent_unregister (call->context->agent, call->caller->bus_name);
  paddock_control_call_return (call, NULL);
}

static gboolean
check_agent (PaddockCall *call)
{
  if (call->from_agent)
    return TRUE;

  paddock_control_call_fail (call, g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_NOT_AGENT,
                                                        "Only the window of Paddock may do this"));
  return FALSE;
}

static void
on_answered (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  PaddockCall *call = user_data;
  g_auto (GStrv) left_out = NULL;
  GVariantDict dict;
  GError *error = NULL;

  left_out = paddock_gate_answer_finish (PADDOCK_GATE (source), result, &error);
  if (left_out == NULL) {
    paddock_control_call_fail (call, error);
    return;
  }
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "left-out", "^as", left_out);
  paddock_control_call_return (call, g_variant_new ("(@a{sv})", g_variant_dict_end (&dict)));
}

static void
handle_answer_request (PaddockCall *call,
                       GVariant    *parameters)
{
  g_autoptr (GVariant) values = g_variant_get_child_value (parameters, 2);
  g_autoptr (PaddockDecision) decision = NULL;
  const char *request_id;
  guint serial;

  if (!check_agent (call))
    return;
  g_variant_get_child (parameters, 0, "&s", &request_id);
  g_variant_get_child (parameters, 1, "u", &serial);
  decision = paddock_decision_dict_from_variant (request_id, serial, PADDOCK_REASON_USER_ALLOWED,
                                                 values);
  paddock_gate_answer_async (call->context->gate, decision, on_answered, call);
}

static void
handle_ask_again (PaddockCall *call,
                  GVariant    *parameters)
{
  const PaddockControlContext *context = call->context;
  PaddockPlanContext plan = paddock_state_plan (context->state, PADDOCK_REASON_NONE, NULL);
  g_autoptr (PaddockChanges) changes = NULL;
  const char *server_id;

  g_variant_get (parameters, "(&s)", &server_id);
  if (!check_agent (call) || !check_server (call, server_id))
    return;

  changes = paddock_plan_ask_again (&plan, server_id);
  paddock_state_note (context->state, changes);
  paddock_sessions_ask_again (context->sessions, server_id);
  paddock_control_call_return (call, NULL);
}

static void
on_import_answered (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  GError *error = NULL;
  GPtrArray *results = paddock_import_answer_finish (PADDOCK_IMPORT (source), result, &error);

  return_results (user_data, results, error);
}

static void
handle_answer_import (PaddockCall *call,
                      GVariant    *parameters)
{
  gboolean accept;

  if (!check_agent (call))
    return;
  g_variant_get (parameters, "(b)", &accept);
  paddock_import_answer_async (call->context->import, accept, on_import_answered, call);
}

static void
handle_issue_key (PaddockCall *call,
                  GVariant    *parameters)
{
  PaddockStore *store = paddock_state_get_store (call->context->state);
  g_autofree char *key = NULL;

  if (!check_agent (call))
    return;
  key = paddock_launch_issue_key (paddock_store_get_secret (store));
  paddock_control_call_return (call, g_variant_new ("(s)", key));
}

/* Whoever is not in this table is told that there is no such method. */
static const PaddockControlMethod methods[] = {
  { "ListRoots", FALSE, paddock_control_lists_roots },
  { "ListServers", FALSE, paddock_control_lists_servers },
  { "ListRequests", FALSE, paddock_control_lists_prompts },
  { "ListJournal", FALSE, paddock_control_journal_list },
  { "SearchJournal", FALSE, paddock_control_journal_search },
  { "InspectPaths", FALSE, handle_inspect_paths },
  { "AddRoots", TRUE, handle_add_roots },
  { "RemoveRoots", TRUE, handle_remove_roots },
  { "ChangeRoot", TRUE, handle_change_root },
  { "Grant", TRUE, handle_grant },
  { "Revoke", TRUE, handle_revoke },
  { "Block", TRUE, handle_block },
  { "Disconnect", TRUE, paddock_control_sessions_disconnect },
  { "Unblock", TRUE, handle_unblock },
  { "Forget", TRUE, handle_forget },
  { "SetServerChoices", TRUE, handle_set_server_choices },
  { "SetServerReading", TRUE, paddock_control_reading_set_server },
  { "Pause", TRUE, handle_pause },
  { "Resume", TRUE, handle_resume },
  { "ClearJournal", TRUE, paddock_control_journal_clear },
  { "ListNever", FALSE, paddock_control_never_list },
  { "TakeBackNever", TRUE, paddock_control_never_take_back },
  { "RegisterAgent", FALSE, handle_register_agent },
  { "UnregisterAgent", FALSE, handle_unregister_agent },
  { "AnswerRequest", TRUE, handle_answer_request },
  { "AskAgain", TRUE, handle_ask_again },
  { "AnswerImport", TRUE, handle_answer_import },
  { "IssueKey", TRUE, handle_issue_key },
  { "AcknowledgeRefusals", TRUE, paddock_control_reading_acknowledge_refusals },
  { "CheckAccess", FALSE, paddock_control_reading_check_access },
  { "OpenAccess", FALSE, paddock_control_reading_open_access },
};

/**
 * paddock_control_methods_lookup:
 * @name: the name of a method
 *
 * Returns: (transfer none) (nullable): the method
 */
const PaddockControlMethod *
paddock_control_methods_lookup (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++) {
    if (g_strcmp0 (methods[i].name, name) == 0)
      return &methods[i];
  }
  return NULL;
}
