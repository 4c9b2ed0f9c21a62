/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-methods.h"

#include "paddock-add-result.h"
#include "paddock-adding.h"
#include "paddock-control-apps.h"
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

/* The methods of the control interface. Each makes a command from its arguments and passes it to
 * the gate, or reads what the service knows. The gate decides whether the caller may do something.
 * Some methods are only for the agent, and check themselves whether the caller is the agent.
 *
 * The bus has checked the types of the arguments against the XML; the methods check the values. A
 * handler owns its call until the handler answers the call, or passes it to a callback that
 * answers.
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

/* Answers the call with @results, or with @error if @results is NULL. Takes ownership of both. */
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

/* A call that confirms a replacement: what is at the root's path now becomes the root. Paddock
 * inspects that path first. */
typedef struct {
  PaddockCall         *call;        /* (owned) */
  GVariantDict        *arguments;   /* (owned) the arguments of the command */
  char                *root_id;     /* (owned) */
  PaddockPlaceWarnings warnings;
} Confirming;

static void
submit_change (PaddockCall          *call,
               const char           *root_id,
               GVariantDict         *arguments,
               PaddockPlaceWarnings  warnings)
{
  const char *root_ids[] = { root_id, NULL };
  PaddockCommand *command = paddock_command_new (PADDOCK_COMMAND_CHANGE_ROOT, NULL, root_ids,
                                                 g_variant_dict_end (arguments));

  command->warnings = warnings;
  paddock_control_submit (call, command);
}

static void
on_replacement_inspected (GObject      *source,
                          GAsyncResult *result,
                          gpointer      user_data)
{
  g_autofree Confirming *confirming = user_data;
  PaddockCall *call = confirming->call;
  g_autoptr (GVariantDict) arguments = confirming->arguments;
  g_autofree char *root_id = confirming->root_id;
  g_autoptr (GPtrArray) inspections = NULL;
  const PaddockInspection *inspection = NULL;
  const PaddockRoot *root = paddock_snapshot_get_root (snapshot_of (call), root_id);
  GError *error = NULL;

  inspections = paddock_path_survey_paths_finish (result, &error);
  if (inspections != NULL && inspections->len == 1)
    inspection = g_ptr_array_index (inspections, 0);
  /* If the path now leads elsewhere through a link, the folder there is not the root. */
  if (inspection == NULL || root == NULL || g_strcmp0 (inspection->path, root->path) != 0 ||
      !paddock_place_verdict_is_usable (inspection->verdict)) {
    paddock_control_call_fail (call, error != NULL ? error
                                             : g_error_new_literal (PADDOCK_ERROR,
                                                                    PADDOCK_ERROR_REFUSED,
                                                                    "What is there now cannot be "
                                                                    "shared"));
    return;
  }
  g_variant_dict_insert_value (arguments, "record",
                               paddock_file_record_to_variant (inspection->record));
  submit_change (call, root_id, arguments, confirming->warnings);
}

static gboolean
check_access (PaddockCall          *call,
              GVariantDict         *changes,
              PaddockPlaceWarnings  warnings)
{
  const char *nick = NULL;

  g_variant_dict_lookup (changes, "access", "&s", &nick);
  if (nick == NULL || paddock_root_access_from_nick (nick) != PADDOCK_ACCESS_READ_WRITE ||
      (warnings & PADDOCK_PLACE_WARNING_CONTAINS_OWN) == 0)
    return TRUE;

  paddock_control_call_fail (call,
                             g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                                                  "Paddock's own data lies below: it can be "
                                                  "shared read-only at most"));
  return FALSE;
}

static gboolean
check_crossing (PaddockCall       *call,
                const PaddockRoot *root,
                GVariantDict      *changes)
{
  gboolean crosses = FALSE;

  g_variant_dict_lookup (changes, "other-file-systems", "b", &crosses);
  if (!crosses || root->record == NULL || root->record->kind == PADDOCK_FILE_KIND_DIRECTORY)
    return TRUE;

  paddock_control_call_fail (call,
                             g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                                                  "Below a file there are no other file systems"));
  return FALSE;
}

/* Copies one argument of the caller into the command. Copy the arguments always in the same order,
 * because paddock_command_equal() also compares the order. */
static void
copy_argument (GVariantDict       *arguments,
               GVariantDict       *written,
               const char         *key,
               const GVariantType *type)
{
  g_autoptr (GVariant) value = g_variant_dict_lookup_value (written, key, type);

  if (value != NULL)
    g_variant_dict_insert_value (arguments, key, value);
}

static gboolean
read_end_of_root (PaddockCall  *call,
                  GVariantDict *changes,
                  GVariantDict *arguments)
{
  g_autofree char *login = NULL;
  g_autofree char *text = NULL;
  PaddockDuration duration;
  gboolean has_end;
  gint64 expires;

  if (!paddock_control_ends_read (call, changes, &has_end, &duration, &expires, &login))
    return FALSE;
  text = paddock_duration_to_text (duration);
  g_variant_dict_insert (arguments, "duration", "s", text);
  if (has_end)
    g_variant_dict_insert (arguments, "expires", "x", expires);
  if (login != NULL)
    g_variant_dict_insert (arguments, "login", "s", login);
  return TRUE;
}

static void
confirm_replacement (PaddockCall          *call,
                     const PaddockRoot    *root,
                     GVariantDict         *arguments,
                     PaddockPlaceWarnings  warnings)
{
  PaddockState *state = call->context->state;
  const PaddockPlaces *places = paddock_state_get_places (state);
  g_autofree char *way = paddock_places_dup_way (places, root->path, root->document);
  const char *paths[2] = { way, NULL };
  Confirming *confirming = g_new0 (Confirming, 1);

  confirming->call = call;
  confirming->arguments = g_variant_dict_ref (arguments);
  confirming->root_id = g_strdup (root->id);
  confirming->warnings = warnings;
  paddock_path_survey_paths_async (paddock_state_get_pool (state), places, paths, NULL,
                                   on_replacement_inspected, confirming);
}

static void
handle_change_root (PaddockCall *call,
                    GVariant    *parameters)
{
  g_autoptr (GVariant) values = g_variant_get_child_value (parameters, 1);
  g_auto (GVariantDict) changes = G_VARIANT_DICT_INIT (values);
  g_autoptr (GVariantDict) arguments = g_variant_dict_new (NULL);
  const char *root_ids[2] = { NULL, NULL };
  PaddockPlaceWarnings warnings = PADDOCK_PLACE_WARNING_NONE;
  const PaddockRoot *root;
  gboolean confirm = FALSE;

  g_variant_get_child (parameters, 0, "&s", &root_ids[0]);
  if (!check_roots (call, root_ids) || !read_end_of_root (call, &changes, arguments))
    return;
  copy_argument (arguments, &changes, "name", G_VARIANT_TYPE_STRING);
  copy_argument (arguments, &changes, "access", G_VARIANT_TYPE_STRING);
  copy_argument (arguments, &changes, "other-file-systems", G_VARIANT_TYPE_BOOLEAN);
  g_variant_dict_lookup (&changes, "confirm", "b", &confirm);

  /* A change that widens access also needs the warnings about the folder, because another caller
   * may have added the folder. */
  root = paddock_snapshot_get_root (snapshot_of (call), root_ids[0]);
  paddock_places_judge (paddock_state_get_places (call->context->state), root->path, &warnings);
  if (!check_access (call, &changes, warnings) || !check_crossing (call, root, &changes))
    return;
  if (confirm)
    confirm_replacement (call, root, arguments, warnings);
  else
    submit_change (call, root->id, arguments, warnings);
}

static gboolean
find_scope (PaddockCall      *call,
            const char       *server_id,
            PaddockDuration   duration,
            char            **out_scope)
{
  *out_scope = NULL;
  if (duration.kind != PADDOCK_DURATION_SESSION) {
    const PaddockServer *server = paddock_snapshot_get_server (snapshot_of (call), server_id);

    if (paddock_identity_get_kind (server->identity) != PADDOCK_IDENTITY_ANONYMOUS)
      return duration.kind != PADDOCK_DURATION_LOGIN ||
             paddock_control_ends_find_login (call, out_scope);
    paddock_control_call_fail (call,
                               g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                                                    "Nothing identifies this server: it can be "
                                                    "allowed for this session only"));
    return FALSE;
  }

  *out_scope = paddock_sessions_dup_scope (call->context->sessions, server_id);
  if (*out_scope != NULL)
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
  g_auto (GVariantDict) options = G_VARIANT_DICT_INIT (values);
  g_auto (GVariantDict) arguments = G_VARIANT_DICT_INIT (NULL);
  g_autofree const char **root_ids = NULL;
  g_autofree char *scope = NULL;
  g_autofree char *text = NULL;
  const char *server_id;
  const char *written = "until-revoked";
  PaddockDuration duration;

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

  g_variant_dict_lookup (&options, "duration", "&s", &written);
  if (!paddock_control_ends_parse_duration (call, written, &duration) ||
      !find_scope (call, server_id, duration, &scope))
    return;
  text = paddock_duration_to_text (duration);
  g_variant_dict_insert (&arguments, "duration", "s", text);
  if (scope != NULL)
    g_variant_dict_insert (&arguments, "scope", "s", scope);
  copy_argument (&arguments, &options, "access", G_VARIANT_TYPE_STRING);
  paddock_control_submit (call, paddock_command_new (PADDOCK_COMMAND_GRANT, server_id, root_ids,
                                                     g_variant_dict_end (&arguments)));
}

/* Handles a verb, a method whose arguments become the arguments of its command, under their names
 * in the XML. A dictionary of the caller stays one argument, so its keys can't become arguments. */
static void
handle_command (PaddockCall *call,
                GVariant    *parameters)
{
  const GDBusMethodInfo *method = g_dbus_method_invocation_get_method_info (call->invocation);
  g_auto (GVariantDict) arguments = G_VARIANT_DICT_INIT (NULL);
  g_autofree const char **root_ids = NULL;
  const char *server_id = NULL;
  PaddockCommandKind kind;

  for (gsize i = 0; i < g_variant_n_children (parameters); i++) {
    const char *name = method->in_args[i]->name;
    g_autoptr (GVariant) value = g_variant_get_child_value (parameters, i);

    if (g_str_equal (name, "server"))
      server_id = g_variant_get_string (value, NULL);
    else if (g_str_equal (name, "roots"))
      root_ids = g_variant_get_strv (value, NULL);
    else
      g_variant_dict_insert_value (&arguments, name, value);
  }
  if ((server_id != NULL && !check_server (call, server_id)) ||
      (root_ids != NULL && !check_roots (call, root_ids)))
    return;
  paddock_command_find (method->name, &kind);
  paddock_control_submit (call, paddock_command_new (kind, server_id, root_ids,
                                                     g_variant_dict_end (&arguments)));
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

/* The methods that are not simply commands (paddock-command.c), or whose command needs more than
 * the arguments of the method. A call gets an error if its method is neither in this table nor a
 * command. */
static const PaddockControlMethod methods[] = {
  { "ListRoots", FALSE, paddock_control_lists_roots },
  { "ListServers", FALSE, paddock_control_lists_servers },
  { "MeasureHomes", FALSE, paddock_control_lists_homes },
  { "ListRequests", FALSE, paddock_control_lists_prompts },
  { "ListJournal", FALSE, paddock_control_journal_list },
  { "SearchJournal", FALSE, paddock_control_journal_search },
  { "InspectPaths", FALSE, handle_inspect_paths },
  { "AddRoots", TRUE, handle_add_roots },
  { "ChangeRoot", TRUE, handle_change_root },
  { "Grant", TRUE, handle_grant },
  { "Disconnect", TRUE, paddock_control_sessions_disconnect },
  { "ListApps", FALSE, paddock_control_apps_list },
  { "NoteApp", TRUE, paddock_control_apps_note },
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
 * Returns: (transfer none) (nullable): how to handle the method; %NULL if there is none with that
 *   name
 */
const PaddockControlMethod *
paddock_control_methods_lookup (const char *name)
{
  static const PaddockControlMethod command_method = { NULL, TRUE, handle_command };
  PaddockCommandKind kind;

  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++) {
    if (g_strcmp0 (methods[i].name, name) == 0)
      return &methods[i];
  }
  return paddock_command_find (name, &kind) ? &command_method : NULL;
}
