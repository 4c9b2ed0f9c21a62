/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-call.h"

#include "paddock-add-result.h"
#include "paddock-adding.h"
#include "paddock-control-ends.h"
#include "paddock-control-journal.h"
#include "paddock-control-lists.h"
#include "paddock-control-never.h"
#include "paddock-control-reading.h"
#include "paddock-control-sessions.h"
#include "paddock-control-submit.h"
#include "paddock-error.h"
#include "paddock-launch.h"
#include "paddock-overview.h"
#include "paddock-path-survey.h"
#include "paddock-policy.h"
#include "paddock-views.h"

/* The methods of the control interface: each turns its arguments into a wish and hands it to the
 * gate, or reads what is known. None of them decides whether it may.
 *
 * The bus checked the types of the arguments against the XML; what they say is checked here. A
 * handler owns its call until it answers it, or hands it to the callback that does.
 */

static const PaddockControlContext *
context_of (const PaddockCall *call)
{
  return paddock_control_get_context (call->control);
}

static PaddockLedger *
ledger_of (const PaddockCall *call)
{
  return paddock_registry_get_ledger (context_of (call)->registry);
}

static gboolean
check_server (PaddockCall *call,
              const char  *server_id)
{
  if (paddock_ledger_get_server (ledger_of (call), server_id) != NULL)
    return TRUE;

  paddock_call_fail (call, g_error_new (PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                                        "No server has the id “%s”", server_id));
  return FALSE;
}

static gboolean
check_roots (PaddockCall        *call,
             const char * const *root_ids)
{
  for (gsize i = 0; root_ids[i] != NULL; i++) {
    if (paddock_ledger_get_root (ledger_of (call), root_ids[i]) != NULL)
      continue;
    paddock_call_fail (call, g_error_new (PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
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
    paddock_call_fail (call, error);
    return;
  }

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; i < results->len; i++)
    g_variant_builder_add_value (&builder,
                                 paddock_add_result_to_variant (g_ptr_array_index (results, i)));
  paddock_call_return (call, g_variant_new ("(aa{sv})", &builder));
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
    paddock_call_fail (call, g_error_new (PADDOCK_ERROR, PADDOCK_ERROR_LIMIT,
                                          "At most %d paths at a time", PADDOCK_ADDING_MAX_PATHS));
    return;
  }
  options->caller = paddock_control_get_label (call);
  options->may_renew = call->from_agent;
  options->gate = call->from_agent || options->only_look ? NULL : context_of (call)->gate;
  paddock_adding_async (context_of (call)->registry, path_list, options, on_paths_added, call);
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
    *out_access = paddock_access_from_nick (nick);
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
  if (!paddock_control_read_end (call, &dict, &has_end, &duration, &options.expires, &login))
    return;
  options.login = login;
  read_access (&dict, &options.has_access, &options.access);
  g_variant_dict_lookup (&dict, "other-file-systems", "b", &options.crosses);
  if (options.name != NULL && g_variant_n_children (paths) != 1) {
    paddock_call_fail (call, g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
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
                                 paddock_wish_new (PADDOCK_WISH_REMOVE_ROOTS, NULL, root_ids));
}

/* What is at the path of a replaced root now, to count as the root from now on. */
typedef struct {
  PaddockCall *call;                /* (owned) */
  PaddockWish *wish;                /* (owned) */
} Confirming;

static void
on_replacement_inspected (GObject      *source,
                          GAsyncResult *result,
                          gpointer      user_data)
{
  g_autofree Confirming *confirming = user_data;
  PaddockCall *call = confirming->call;
  PaddockWish *wish = confirming->wish;
  g_autoptr (GPtrArray) inspections = NULL;
  const PaddockInspection *inspection = NULL;
  const PaddockRoot *root = paddock_ledger_get_root (ledger_of (call), wish->root_ids[0]);
  GError *error = NULL;

  inspections = paddock_survey_paths_finish (result, &error);
  if (inspections != NULL && inspections->len == 1)
    inspection = g_ptr_array_index (inspections, 0);
  /* A path that leads elsewhere now, through a link, is another folder. */
  if (inspection == NULL || root == NULL || g_strcmp0 (inspection->path, root->path) != 0 ||
      !paddock_place_verdict_is_usable (inspection->verdict)) {
    paddock_call_fail (call, error != NULL ? error
                                             : g_error_new_literal (PADDOCK_ERROR,
                                                                    PADDOCK_ERROR_REFUSED,
                                                                    "What is there now cannot be "
                                                                    "shared"));
    paddock_wish_free (wish);
    return;
  }
  wish->record = paddock_file_record_copy (inspection->record);
  paddock_control_submit (call, wish);
}

static gboolean
may_change_access (PaddockCall       *call,
                   const PaddockWish *wish)
{
  if (!wish->has_access || wish->access != PADDOCK_ACCESS_READ_WRITE ||
      (wish->warnings & PADDOCK_PLACE_WARNING_CONTAINS_OWN) == 0)
    return TRUE;

  paddock_call_fail (call, g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                                                "Paddock's own data lies below: it can be shared "
                                                "read-only at most"));
  return FALSE;
}

static gboolean
may_cross (PaddockCall       *call,
           const PaddockRoot *root,
           const PaddockWish *wish)
{
  if (!wish->has_crosses || !wish->crosses || root->record == NULL ||
      root->record->kind == PADDOCK_FILE_KIND_DIRECTORY)
    return TRUE;

  paddock_call_fail (call, g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                                                "Below a file there are no other file systems"));
  return FALSE;
}

static void
handle_change_root (PaddockCall *call,
                    GVariant    *parameters)
{
  g_autoptr (GVariant) values = g_variant_get_child_value (parameters, 1);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (values);
  g_autoptr (PaddockWish) wish = NULL;
  const PaddockRoot *root;
  const char *root_ids[2] = { NULL, NULL };
  const char *name = NULL;
  gboolean confirm = FALSE;

  g_variant_get_child (parameters, 0, "&s", &root_ids[0]);
  if (!check_roots (call, root_ids))
    return;

  root = paddock_ledger_get_root (ledger_of (call), root_ids[0]);
  wish = paddock_wish_new (PADDOCK_WISH_CHANGE_ROOT, NULL, root_ids);
  wish->has_name = g_variant_dict_lookup (&dict, "name", "&s", &name);
  wish->name = name != NULL && *name != '\0' ? g_strdup (name) : NULL;
  if (!paddock_control_read_end (call, &dict, &wish->has_expires, &wish->duration, &wish->expires,
                                 &wish->scope))
    return;
  read_access (&dict, &wish->has_access, &wish->access);
  wish->has_crosses = g_variant_dict_lookup (&dict, "other-file-systems", "b", &wish->crosses);
  g_variant_dict_lookup (&dict, "confirm", "b", &confirm);
  /* Who added the folder may have been another caller: a warning holds for what widens it, too. */
  paddock_places_judge (paddock_registry_get_places (context_of (call)->registry), root->path,
                        &wish->warnings);
  if (!may_change_access (call, wish) || !may_cross (call, root, wish))
    return;

  if (confirm) {
    PaddockRegistry *registry = context_of (call)->registry;
    Confirming *confirming = g_new0 (Confirming, 1);
    const PaddockPlaces *places = paddock_registry_get_places (registry);
    g_autofree char *way = paddock_places_dup_way (places, root->path, root->document);
    const char *paths[2] = { way, NULL };

    confirming->call = call;
    confirming->wish = g_steal_pointer (&wish);
    paddock_survey_paths_async (paddock_registry_get_pool (registry), places, paths, NULL,
                                on_replacement_inspected, confirming);
    return;
  }
  paddock_control_submit (call, g_steal_pointer (&wish));
}

static gboolean
set_scope (PaddockCall *call,
           PaddockWish *wish)
{
  if (wish->duration.kind != PADDOCK_DURATION_SESSION) {
    const PaddockServer *server = paddock_ledger_get_server (ledger_of (call), wish->server_id);

    if (paddock_identity_get_kind (server->identity) != PADDOCK_IDENTITY_ANONYMOUS)
      return wish->duration.kind != PADDOCK_DURATION_LOGIN ||
             paddock_control_find_login (call, &wish->scope);
    paddock_call_fail (call, g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                                                  "Nothing identifies this server: it can be "
                                                  "allowed for this session only"));
    return FALSE;
  }

  wish->scope = paddock_roster_dup_scope (context_of (call)->roster, wish->server_id);
  if (wish->scope != NULL)
    return TRUE;
  paddock_call_fail (call, g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                                                "The server is not connected: there is no session "
                                                "to grant for"));
  return FALSE;
}

static void
handle_grant (PaddockCall *call,
              GVariant    *parameters)
{
  g_autoptr (GVariant) values = g_variant_get_child_value (parameters, 2);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (values);
  g_autofree const char **root_ids = NULL;
  g_autoptr (PaddockWish) wish = NULL;
  const char *server_id;
  const char *duration = "until-revoked";

  g_variant_get_child (parameters, 0, "&s", &server_id);
  g_variant_get_child (parameters, 1, "^a&s", &root_ids);
  if (!check_server (call, server_id) || !check_roots (call, root_ids))
    return;
  if (root_ids[0] == NULL) {
    paddock_call_fail (call, g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                                                  "A grant is of at least one root"));
    return;
  }

  wish = paddock_wish_new (PADDOCK_WISH_GRANT, server_id, root_ids);
  g_variant_dict_lookup (&dict, "duration", "&s", &duration);
  read_access (&dict, &wish->has_access, &wish->access);
  if (!paddock_control_parse_duration (call, duration, &wish->duration) || !set_scope (call, wish))
    return;
  paddock_control_submit (call, g_steal_pointer (&wish));
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
  paddock_control_submit_narrow (call, paddock_wish_new (PADDOCK_WISH_REVOKE, server_id, root_ids));
}

typedef void (*Submitting) (PaddockCall *call,
                            PaddockWish *wish);

static void
submit_about_server (PaddockCall     *call,
                     GVariant        *parameters,
                     PaddockWishKind  kind,
                     Submitting       submit)
{
  const char *server_id;

  g_variant_get (parameters, "(&s)", &server_id);
  if (!check_server (call, server_id))
    return;
  submit (call, paddock_wish_new (kind, server_id, NULL));
}

static void
handle_block (PaddockCall *call,
              GVariant    *parameters)
{
  submit_about_server (call, parameters, PADDOCK_WISH_BLOCK, paddock_control_submit_narrow);
}

static void
handle_unblock (PaddockCall *call,
                GVariant    *parameters)
{
  submit_about_server (call, parameters, PADDOCK_WISH_UNBLOCK, paddock_control_submit);
}

static void
handle_forget (PaddockCall *call,
               GVariant    *parameters)
{
  submit_about_server (call, parameters, PADDOCK_WISH_FORGET, paddock_control_submit);
}

static void
read_choice (GVariantDict   *dict,
             const char     *key,
             PaddockChoices  choice,
             PaddockWish    *wish)
{
  gboolean is_on;

  if (!g_variant_dict_lookup (dict, key, "b", &is_on))
    return;
  wish->which |= choice;
  if (is_on)
    wish->choices |= choice;
}

static gboolean
may_choose (PaddockCall       *call,
            const PaddockWish *wish)
{
  const PaddockServer *server = paddock_ledger_get_server (ledger_of (call), wish->server_id);

  if ((wish->choices & ~paddock_policy_choosable (server, g_get_real_time ())) == 0)
    return TRUE;

  paddock_call_fail (call, g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                                                "Only for a server that `paddock run` starts and "
                                                "that is allowed something"));
  return FALSE;
}

static void
handle_set_server_choices (PaddockCall *call,
                           GVariant    *parameters)
{
  g_autoptr (GVariant) values = g_variant_get_child_value (parameters, 1);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (values);
  g_autoptr (PaddockWish) wish = NULL;
  const char *server_id;

  g_variant_get_child (parameters, 0, "&s", &server_id);
  if (!check_server (call, server_id))
    return;

  wish = paddock_wish_new (PADDOCK_WISH_CHOOSE, server_id, NULL);
  read_choice (&dict, "share-host-roots", PADDOCK_CHOICE_HOST_ROOTS, wish);
  read_choice (&dict, "keep-roots", PADDOCK_CHOICE_KEEP_ROOTS, wish);
  if (!may_choose (call, wish))
    return;
  paddock_control_submit_narrow (call, g_steal_pointer (&wish));
}

static void
handle_pause (PaddockCall *call,
              GVariant    *parameters)
{
  paddock_control_submit_narrow (call, paddock_wish_new (PADDOCK_WISH_PAUSE, NULL, NULL));
}

static void
handle_resume (PaddockCall *call,
               GVariant    *parameters)
{
  paddock_control_submit (call, paddock_wish_new (PADDOCK_WISH_RESUME, NULL, NULL));
}

static void
on_registered (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  PaddockCall *call = user_data;
  GError *error = NULL;

  if (paddock_bus_agent_finish (PADDOCK_BUS_AGENT (source), result, &error))
    paddock_call_return (call, NULL);
  else
    paddock_call_fail (call, error);
}

static void
handle_register_agent (PaddockCall *call,
                       GVariant    *parameters)
{
  paddock_bus_agent_register_async (context_of (call)->agent, call->caller->bus_name, on_registered,
                                    call);
}

static void
handle_unregister_agent (PaddockCall *call,
                         GVariant    *parameters)
{
  paddock_bus_agent_unregister (context_of (call)->agent, call->caller->bus_name);
  paddock_call_return (call, NULL);
}

static gboolean
check_agent (PaddockCall *call)
{
  if (call->from_agent)
    return TRUE;

  paddock_call_fail (call, g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_NOT_AGENT,
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
    paddock_call_fail (call, error);
    return;
  }
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "left-out", "^as", left_out);
  paddock_call_return (call, g_variant_new ("(@a{sv})", g_variant_dict_end (&dict)));
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
  decision = paddock_decision_from_variant (request_id, serial, PADDOCK_REASON_USER_ALLOWED,
                                            values);
  paddock_gate_answer_async (context_of (call)->gate, decision, on_answered, call);
}

static void
handle_ask_again (PaddockCall *call,
                  GVariant    *parameters)
{
  const PaddockControlContext *context = context_of (call);
  PaddockPlan plan = paddock_registry_plan (context->registry, PADDOCK_REASON_NONE, NULL);
  g_autoptr (PaddockChangeset) changes = NULL;
  const char *server_id;

  g_variant_get (parameters, "(&s)", &server_id);
  if (!check_agent (call) || !check_server (call, server_id))
    return;

  changes = paddock_plan_ask_again (&plan, server_id);
  paddock_registry_note (context->registry, changes);
  paddock_roster_ask_again (context->roster, server_id);
  paddock_call_return (call, NULL);
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
  paddock_import_answer_async (context_of (call)->import, accept, on_import_answered, call);
}

static void
handle_issue_key (PaddockCall *call,
                  GVariant    *parameters)
{
  PaddockStore *store = paddock_registry_get_store (context_of (call)->registry);
  g_autofree char *key = NULL;

  if (!check_agent (call))
    return;
  key = paddock_launch_issue_key (paddock_store_get_secret (store));
  paddock_call_return (call, g_variant_new ("(s)", key));
}

/* Whoever is not in this table is told that there is no such method. */
static const PaddockControlMethod methods[] = {
  { "ListRoots", FALSE, paddock_control_list_roots },
  { "ListServers", FALSE, paddock_control_list_servers },
  { "ListRequests", FALSE, paddock_control_list_requests },
  { "ListJournal", FALSE, paddock_control_list_journal },
  { "SearchJournal", FALSE, paddock_control_search_journal },
  { "InspectPaths", FALSE, handle_inspect_paths },
  { "AddRoots", TRUE, handle_add_roots },
  { "RemoveRoots", TRUE, handle_remove_roots },
  { "ChangeRoot", TRUE, handle_change_root },
  { "Grant", TRUE, handle_grant },
  { "Revoke", TRUE, handle_revoke },
  { "Block", TRUE, handle_block },
  { "Disconnect", TRUE, paddock_control_disconnect },
  { "Unblock", TRUE, handle_unblock },
  { "Forget", TRUE, handle_forget },
  { "SetServerChoices", TRUE, handle_set_server_choices },
  { "SetServerReading", TRUE, paddock_control_set_server_reading },
  { "Pause", TRUE, handle_pause },
  { "Resume", TRUE, handle_resume },
  { "ClearJournal", TRUE, paddock_control_clear_journal },
  { "ListNever", FALSE, paddock_control_list_never },
  { "TakeBackNever", TRUE, paddock_control_take_back_never },
  { "RegisterAgent", FALSE, handle_register_agent },
  { "UnregisterAgent", FALSE, handle_unregister_agent },
  { "AnswerRequest", TRUE, handle_answer_request },
  { "AskAgain", TRUE, handle_ask_again },
  { "AnswerImport", TRUE, handle_answer_import },
  { "IssueKey", TRUE, handle_issue_key },
  { "AcknowledgeRefusals", TRUE, paddock_control_acknowledge_refusals },
  { "CheckAccess", FALSE, paddock_control_check_access },
  { "OpenAccess", FALSE, paddock_control_open_access },
};

/**
 * paddock_control_method_lookup:
 * @name: the name of a method
 *
 * Returns: (transfer none) (nullable): the method
 */
const PaddockControlMethod *
paddock_control_method_lookup (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++) {
    if (g_strcmp0 (methods[i].name, name) == 0)
      return &methods[i];
  }
  return NULL;
}
