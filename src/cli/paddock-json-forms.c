/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-json-forms.h"

#include "paddock-app-file.h"
#include "paddock-lookup.h"
#include "paddock-server-label.h"
#include "paddock-uri.h"
#include "paddock-words.h"

#include <json-glib/json-glib.h>

/* The JSON output for scripts. docs/cli.md documents the members: no member may change its meaning
 * or disappear. Nothing is translated. Paths and URIs are only escaped as JSON demands. The labels
 * of servers are escaped for a terminal as well. */

/* Adds a string member. Bytes that are not UTF-8 become U+FFFD, because JSON can't contain them.
 * @text: (nullable): NULL becomes null. */
static void
add_text (JsonBuilder *builder,
          const char  *member,
          const char  *text)
{
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;

  json_builder_set_member_name (builder, member);
  if (valid != NULL)
    json_builder_add_string_value (builder, valid);
  else
    json_builder_add_null_value (builder);
}

static void
add_time (JsonBuilder *builder,
          const char  *member,
          gint64       time)
{
  g_autofree char *text = paddock_words_iso_time (time);

  add_text (builder, member, text);
}

static char *
to_text (JsonBuilder *builder,
         gboolean     pretty)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) node = json_builder_get_root (builder);

  json_generator_set_root (generator, node);
  json_generator_set_pretty (generator, pretty);
  return json_generator_to_data (generator, NULL);
}

static void
add_root (JsonBuilder           *builder,
          const PaddockRootView *view)
{
  const PaddockRoot *root = view->root;
  g_autofree char *uri = paddock_root_dup_uri (root);

  json_builder_begin_object (builder);
  add_text (builder, "id", root->id);
  add_text (builder, "uri", uri);
  add_text (builder, "path", root->path);
  add_text (builder, "name", root->name);
  add_text (builder, "kind",
            paddock_file_record_kind_to_nick (root->record ? root->record->kind
                                                    : PADDOCK_FILE_KIND_DIRECTORY));
  add_text (builder, "access", paddock_root_access_to_nick (root->access));
  add_text (builder, "status", paddock_file_record_availability_to_nick (view->status));
  add_time (builder, "expires", root->expires);
  json_builder_set_member_name (builder, "untilLogout");
  json_builder_add_boolean_value (builder, root->login != NULL);
  json_builder_set_member_name (builder, "otherFileSystems");
  json_builder_add_boolean_value (builder, root->crosses);
  json_builder_end_object (builder);
}

static void
add_paths (JsonBuilder        *builder,
           const char         *member,
           const char * const *paths)
{
  json_builder_set_member_name (builder, member);
  json_builder_begin_array (builder);
  for (gsize i = 0; paths[i] != NULL; i++) {
    g_autofree char *valid = g_utf8_make_valid (paths[i], -1);

    json_builder_add_string_value (builder, valid);
  }
  json_builder_end_array (builder);
}

/* Adds how a server is confined. What only limits a list is left out where it limits nothing. */
static void
add_confined (JsonBuilder           *builder,
              const PaddockConfined *confined)
{
  json_builder_set_member_name (builder, "confined");
  json_builder_begin_object (builder);
  add_text (builder, "network", paddock_confined_get_network (confined));
  add_paths (builder, "read", (const char * const *) confined->reads);
  if (confined->writes[0] != NULL)
    add_paths (builder, "write", (const char * const *) confined->writes);
  if (confined->n_more > 0) {
    json_builder_set_member_name (builder, "more");
    json_builder_add_int_value (builder, confined->n_more);
  }
  json_builder_end_object (builder);
}

static void
add_names (JsonBuilder        *builder,
           const char         *member,
           const char * const *names)
{
  json_builder_set_member_name (builder, member);
  json_builder_begin_array (builder);
  for (guint i = 0; names[i] != NULL; i++) {
    g_autofree char *valid = g_utf8_make_valid (names[i], -1);

    json_builder_add_string_value (builder, valid);
  }
  json_builder_end_array (builder);
}

static void
add_session (JsonBuilder              *builder,
             const PaddockSessionView *session)
{
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "pid");
  if (session->pid > 0)
    json_builder_add_int_value (builder, session->pid);
  else
    json_builder_add_null_value (builder);
  add_text (builder, "exe", session->executable);
  add_text (builder, "protocolVersion", session->version);
  add_time (builder, "lastListed", session->last_listed);
  if (session->unenforced != PADDOCK_REASON_NONE)
    add_text (builder, "unenforced", paddock_reason_to_nick (session->unenforced));
  if (session->held != NULL)
    add_names (builder, "held", (const char * const *) session->held);
  if (session->pending_why != PADDOCK_REASON_NONE)
    add_text (builder, "pendingWhy", paddock_reason_to_nick (session->pending_why));
  if (session->pending != NULL)
    add_names (builder, "pending", (const char * const *) session->pending);
  if (session->confined != NULL)
    add_confined (builder, session->confined);
  json_builder_end_object (builder);
}

/* Adds the member "roots": the URIs of the roots for which the server has an unexpired grant. Roots
 * that are not available now are included. */
static void
add_granted_uris (JsonBuilder *builder,
                  GPtrArray   *grants,
                  GPtrArray   *roots,
                  gint64       now)
{
  json_builder_set_member_name (builder, "roots");
  json_builder_begin_array (builder);
  for (guint i = 0; i < roots->len; i++) {
    const PaddockRootView *root = g_ptr_array_index (roots, i);

    for (guint j = 0; j < grants->len; j++) {
      const PaddockGrant *grant = ((PaddockGrantView *) g_ptr_array_index (grants, j))->grant;

      if (g_strcmp0 (grant->root_id, root->root->id) == 0 &&
          (grant->expires == 0 || grant->expires > now)) {
        g_autofree char *uri = paddock_root_dup_uri (root->root);

        json_builder_add_string_value (builder, uri != NULL ? uri : "");
        break;
      }
    }
  }
  json_builder_end_array (builder);
}

/* Adds the roots that only some runs of the server see, if there are any. */
static void
add_partly_seen_uris (JsonBuilder             *builder,
                      const PaddockServerView *view,
                      GPtrArray               *roots)
{
  if (g_hash_table_size (view->partly) == 0)
    return;
  json_builder_set_member_name (builder, "someRuns");
  json_builder_begin_array (builder);
  for (guint i = 0; i < roots->len; i++) {
    const PaddockRoot *root = ((const PaddockRootView *) g_ptr_array_index (roots, i))->root;
    g_autofree char *uri = paddock_root_dup_uri (root);

    if (paddock_server_view_get_partly (view, root->id) > 0)
      json_builder_add_string_value (builder, uri != NULL ? uri : "");
  }
  json_builder_end_array (builder);
}

static void
add_available_uris (JsonBuilder *builder,
                    GPtrArray   *roots)
{
  json_builder_set_member_name (builder, "roots");
  json_builder_begin_array (builder);
  for (guint i = 0; i < roots->len; i++) {
    const PaddockRootView *root = g_ptr_array_index (roots, i);
    g_autofree char *uri = paddock_root_dup_uri (root->root);

    if (root->status == PADDOCK_AVAILABILITY_AVAILABLE && uri != NULL)
      json_builder_add_string_value (builder, uri);
  }
  json_builder_end_array (builder);
}

/* Adds the member "inCommand": the folders that the server has by its command, if there are
 * any. */
static void
add_named (JsonBuilder             *builder,
           PaddockNamedFolders     *named,
           const PaddockServerView *view)
{
  g_auto (GStrv) paths = paddock_named_folders_dup (named, view);

  if (paths[0] == NULL)
    return;
  json_builder_set_member_name (builder, "inCommand");
  json_builder_begin_array (builder);
  for (guint i = 0; paths[i] != NULL; i++) {
    g_autofree char *uri = paddock_uri_from_path (paths[i]);

    json_builder_add_string_value (builder, uri != NULL ? uri : "");
  }
  json_builder_end_array (builder);
}

/* Adds the member "choices", if the user switched on any choice for the server. */
static void
add_choices (JsonBuilder    *builder,
             PaddockChoices  choices)
{
  if (choices == PADDOCK_CHOICE_NONE)
    return;
  json_builder_set_member_name (builder, "choices");
  json_builder_begin_array (builder);
  if ((choices & PADDOCK_CHOICE_HOST_ROOTS) != 0)
    json_builder_add_string_value (builder, "share-host-roots");
  if ((choices & PADDOCK_CHOICE_KEEP_ROOTS) != 0)
    json_builder_add_string_value (builder, "keep-roots");
  if ((choices & PADDOCK_CHOICE_READING) != 0)
    json_builder_add_string_value (builder, "reading");
  json_builder_end_array (builder);
}

/* Adds the member "privateHome", if @homes has the server. */
static void
add_home (JsonBuilder *builder,
          GVariant    *homes,
          const char  *server_id)
{
  GVariantIter iter;
  const char *id;
  guint64 bytes;
  gboolean is_part;

  if (homes == NULL)
    return;
  g_variant_iter_init (&iter, homes);
  while (g_variant_iter_next (&iter, "(&stb)", &id, &bytes, &is_part)) {
    if (!g_str_equal (id, server_id))
      continue;
    json_builder_set_member_name (builder, "privateHome");
    json_builder_begin_object (builder);
    json_builder_set_member_name (builder, "bytes");
    json_builder_add_int_value (builder, (gint64) bytes);
    json_builder_set_member_name (builder, "atLeast");
    json_builder_add_boolean_value (builder, is_part);
    json_builder_end_object (builder);
    return;
  }
}

/**
 * paddock_json_forms_roots:
 * @roots: (element-type PaddockRootView): roots
 *
 * Returns: (transfer full): JSON: an array with one object for each root
 */
char *
paddock_json_forms_roots (GPtrArray *roots)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_array (builder);
  for (guint i = 0; i < roots->len; i++)
    add_root (builder, g_ptr_array_index (roots, i));
  json_builder_end_array (builder);
  return to_text (builder, TRUE);
}

/**
 * paddock_json_forms_servers:
 * @servers: (element-type PaddockServerView): servers
 * @homes: (nullable): the answer to MeasureHomes, a(stb); %NULL: not known
 * @roots: (element-type PaddockRootView): every root
 * @named: the folders that the commands of servers name
 * @mode: the service's consent mode
 * @now: µs since the epoch
 *
 * Returns: (transfer full): JSON: an array with one object for each server
 */
char *
paddock_json_forms_servers (GPtrArray           *servers,
                            GVariant            *homes,
                            GPtrArray           *roots,
                            PaddockNamedFolders *named,
                            PaddockConsentMode   mode,
                            gint64               now)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_array (builder);
  for (guint i = 0; i < servers->len; i++) {
    const PaddockServerView *view = g_ptr_array_index (servers, i);
    g_autofree char *label = paddock_server_label_dup (view);
    gboolean sees_all = paddock_lookup_sees_all (view, mode, now);

    json_builder_begin_object (builder);
    add_text (builder, "id", view->server->id);
    add_text (builder, "name", label);
    if (view->server->claimed_name != NULL)
      add_text (builder, "claimedName", view->server->claimed_name);
    json_builder_set_member_name (builder, "listed");
    json_builder_add_boolean_value (builder, paddock_server_view_is_listed (view));
    add_text (builder, "decision",
              sees_all ? paddock_reason_to_nick (PADDOCK_REASON_MODE_ALLOW) :
              paddock_server_standing_to_nick (
                paddock_server_get_standing (view->server, view->server->decision_scope, now)));
    if (sees_all)
      add_available_uris (builder, roots);
    else
      add_granted_uris (builder, view->grants, roots, now);
    add_partly_seen_uris (builder, view, roots);
    add_named (builder, named, view);
    add_choices (builder, view->server->choices);
    add_home (builder, homes, view->server->id);
    json_builder_set_member_name (builder, "sessions");
    json_builder_begin_array (builder);
    for (guint j = 0; j < view->sessions->len; j++)
      add_session (builder, g_ptr_array_index (view->sessions, j));
    json_builder_end_array (builder);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
  return to_text (builder, TRUE);
}

static void
add_access (JsonBuilder               *builder,
            const char                *reference,
            const PaddockAccessResult *result)
{
  gboolean is_allowed = result->verdict == PADDOCK_READ_ALLOWED;
  g_autofree char *uri = result->path != NULL ? paddock_uri_from_path (result->path) : NULL;

  json_builder_begin_object (builder);
  add_text (builder, "reference", reference);
  json_builder_set_member_name (builder, "allowed");
  json_builder_add_boolean_value (builder, is_allowed);
  add_text (builder, "reason",
            is_allowed ? NULL : paddock_read_verdict_to_nick (result->verdict));
  add_text (builder, "uri", uri);
  add_text (builder, "path", result->path);
  add_text (builder, "root", result->root_id);
  add_text (builder, "access", is_allowed ? paddock_root_access_to_nick (result->access) : NULL);
  json_builder_set_member_name (builder, "size");
  if (is_allowed)
    json_builder_add_int_value (builder, result->size);
  else
    json_builder_add_null_value (builder);
  json_builder_end_object (builder);
}

/**
 * paddock_json_forms_access:
 * @references: paths or URIs of files, as the user typed them
 * @results: (element-type PaddockAccessResult): the result for each file, in the same order
 *
 * Returns: (transfer full): JSON: an array with one object for each file
 */
char *
paddock_json_forms_access (const char * const *references,
                           GPtrArray          *results)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_array (builder);
  for (guint i = 0; i < results->len; i++)
    add_access (builder, references[i], g_ptr_array_index (results, i));
  json_builder_end_array (builder);
  return to_text (builder, TRUE);
}

/**
 * paddock_json_forms_never:
 * @files: (element-type PaddockNever): the files for which the user answered "Never"
 * @servers: (element-type PaddockServerView): all servers
 *
 * Returns: (transfer full): JSON: an array with one object for each file
 */
char *
paddock_json_forms_never (GPtrArray *files,
                          GPtrArray *servers)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_array (builder);
  for (guint i = 0; i < files->len; i++) {
    const PaddockNever *never = g_ptr_array_index (files, i);
    const PaddockServerView *server = paddock_server_view_find (servers, never->server_id);
    g_autofree char *uri = paddock_uri_from_path (never->path);
    g_autofree char *label = server != NULL ? paddock_server_label_dup (server) : NULL;

    json_builder_begin_object (builder);
    add_text (builder, "uri", uri);
    add_text (builder, "path", never->path);
    add_text (builder, "root", never->root_id);
    add_text (builder, "server", never->server_id);
    add_text (builder, "name", label);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
  return to_text (builder, TRUE);
}

/**
 * paddock_json_forms_projects:
 * @found: (element-type PaddockProjectFind): the projects
 *
 * Returns: (transfer full): JSON: an array with one object for each project
 */
char *
paddock_json_forms_projects (GPtrArray *found)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_array (builder);
  for (guint i = 0; i < found->len; i++) {
    const PaddockProjectFind *find = g_ptr_array_index (found, i);
    g_auto (GStrv) names = paddock_project_markers_to_names (find->markers);
    g_autofree char *uri = paddock_uri_from_path (find->path);

    json_builder_begin_object (builder);
    add_text (builder, "uri", uri);
    add_text (builder, "path", find->path);
    json_builder_set_member_name (builder, "markers");
    json_builder_begin_array (builder);
    for (gsize j = 0; names[j] != NULL; j++)
      json_builder_add_string_value (builder, names[j]);
    json_builder_end_array (builder);
    json_builder_set_member_name (builder, "repository");
    json_builder_add_boolean_value (builder, paddock_project_markers_is_repository (find->markers));
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
  return to_text (builder, TRUE);
}

static void
add_app_entry (JsonBuilder           *builder,
               const PaddockAppEntry *entry)
{
  static const char * const kinds[] = {
    [PADDOCK_APP_ENTRY_OTHER] = "other",
    [PADDOCK_APP_ENTRY_COMMAND] = "command",
    [PADDOCK_APP_ENTRY_ADDRESS] = "address",
  };

  json_builder_begin_object (builder);
  add_text (builder, "name", entry->name);
  add_text (builder, "project", entry->project);
  add_text (builder, "kind", kinds[entry->kind]);
  json_builder_set_member_name (builder, "throughPaddock");
  json_builder_add_boolean_value (builder, entry->is_connected);
  add_text (builder, "key", entry->key);
  json_builder_set_member_name (builder, "changeable");
  json_builder_add_boolean_value (builder, entry->obstacle == PADDOCK_APP_OBSTACLE_NONE);
  add_names (builder, "folders", (const char * const *) entry->folders);
  json_builder_end_object (builder);
}

/**
 * paddock_json_forms_apps:
 * @files: (element-type PaddockAppFile)
 *
 * Has no values of environment variables or headers, and no arguments except folders: they are
 * often secret.
 *
 * Returns: (transfer full): the output of `paddock apps --json`
 */
char *
paddock_json_forms_apps (GPtrArray *files)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_array (builder);
  for (guint i = 0; i < files->len; i++) {
    const PaddockAppFile *file = g_ptr_array_index (files, i);

    json_builder_begin_object (builder);
    add_text (builder, "app", file->app->id);
    add_text (builder, "name", file->app->name);
    add_text (builder, "path", file->path);
    json_builder_set_member_name (builder, "changeable");
    json_builder_add_boolean_value (builder, file->trouble == NULL);
    json_builder_set_member_name (builder, "servers");
    json_builder_begin_array (builder);
    for (guint j = 0; j < file->entries->len; j++)
      add_app_entry (builder, g_ptr_array_index (file->entries, j));
    json_builder_end_array (builder);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
  return to_text (builder, TRUE);
}
