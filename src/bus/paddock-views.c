/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-bus"

#include "paddock-views.h"

#include "paddock-app-note-dict.h"
#include "paddock-dict.h"
#include "paddock-path.h"
#include "paddock-scope.h"

/* Converts views, which are what the control interface shows of the model, to dictionaries and
 * back.
 *
 * The service writes the dictionaries and its clients read them. Each key stands twice here, in a
 * to_variant and in a from_variant, and once in the XML. A view is a plain value, and does not
 * change when the model changes. Its owner frees it. Reading never fails. A key that is absent, of
 * another type or with an unknown value gets its default. */

/* What a client writes into the scope of a grant that ends with a session, or with a login. Only
 * the service knows the real session or login. */
#define SOME_SESSION "session"
#define SOME_LOGIN PADDOCK_SCOPE_LOGIN

/* Returns the facts of an identity as they are stored, with values that the bus accepts. */
static GVariant *
get_facts (const PaddockIdentity *identity)
{
  g_autoptr (GVariant) stored = g_variant_ref_sink (paddock_identity_to_variant (identity));
  g_autoptr (GVariantIter) iter = NULL;
  GVariantBuilder facts;
  const char *kind;
  const char *proof;
  const char *value;

  g_variant_builder_init (&facts, G_VARIANT_TYPE ("a(sss)"));
  g_variant_get_child (stored, 1, "a(sss)", &iter);
  while (g_variant_iter_next (iter, "(&s&s&s)", &kind, &proof, &value)) {
    g_autofree char *bounded = paddock_dict_bound_text (value);

    g_variant_builder_add (&facts, "(sss)", kind, proof, bounded);
  }
  return g_variant_ref_sink (g_variant_builder_end (&facts));
}

static void
put_identity (GVariantBuilder       *builder,
              const PaddockIdentity *identity)
{
  g_autoptr (GVariant) facts = NULL;

  if (identity == NULL)
    return;
  facts = get_facts (identity);
  paddock_dict_put_text (builder, "identity-kind",
                         paddock_identity_kind_to_nick (paddock_identity_get_kind (identity)));
  paddock_dict_put (builder, "facts", facts);
}

static void
put_note (GVariantBuilder      *builder,
          const PaddockAppNote *note)
{
  if (note != NULL)
    paddock_dict_put (builder, "noted", paddock_app_note_dict_to_variant (note));
}

static PaddockAppNote *
read_note (GVariant *dictionary)
{
  g_autoptr (GVariant) noted = g_variant_lookup_value (dictionary, "noted",
                                                       G_VARIANT_TYPE_VARDICT);

  return noted != NULL ? paddock_app_note_dict_from_variant (noted) : NULL;
}

/* Reads an identity; returns NULL if there is none. @facts_key: "facts" for the current identity,
 * or "previous" for an earlier one, which has the same kind. */
static PaddockIdentity *
read_identity (GVariant   *dictionary,
               const char *facts_key)
{
  const char *kind = paddock_dict_peek_text (dictionary, "identity-kind");
  g_autoptr (GVariant) facts = g_variant_lookup_value (dictionary, facts_key,
                                                       G_VARIANT_TYPE ("a(sss)"));
  g_autoptr (GVariant) stored = NULL;

  if (facts == NULL)
    return NULL;
  stored = g_variant_ref_sink (g_variant_new ("(s@a(sss))", kind != NULL ? kind : "", facts));
  return paddock_identity_from_variant (stored);
}

static GVariant *
grant_to_variant (const PaddockGrantView *view)
{
  const PaddockGrant *grant = view->grant;
  gboolean is_login = paddock_scope_has_login (grant->scope);
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  paddock_dict_put_text (&builder, "root", grant->root_id);
  paddock_dict_put_text (&builder, "access", paddock_root_access_to_nick (grant->access));
  paddock_dict_put (&builder, "granted", g_variant_new_int64 (grant->granted));
  paddock_dict_put (&builder, "expires", g_variant_new_int64 (grant->expires));
  paddock_dict_put (&builder, "session", g_variant_new_boolean (grant->scope != NULL && !is_login));
  paddock_dict_put (&builder, "login", g_variant_new_boolean (is_login));
  paddock_dict_put (&builder, "visible", g_variant_new_boolean (view->is_visible));
  return g_variant_builder_end (&builder);
}

static PaddockGrantView *
grant_from_variant (GVariant   *dictionary,
                    const char *server_id)
{
  const char *root_id = paddock_dict_peek_text (dictionary, "root");
  const char *scope = paddock_dict_peek_flag (dictionary, "session") ? SOME_SESSION : NULL;
  g_autoptr (PaddockGrant) grant = paddock_grant_new (&(PaddockGrant) {
    .server_id = server_id,
    .root_id = root_id != NULL ? root_id : "",
    .access = paddock_root_access_from_nick (paddock_dict_peek_text (dictionary, "access")),
    .granted = paddock_dict_peek_time (dictionary, "granted"),
    .expires = paddock_dict_peek_time (dictionary, "expires"),
    .scope = paddock_dict_peek_flag (dictionary, "login") ? SOME_LOGIN : scope,
  });

  return paddock_grant_view_new (grant, paddock_dict_peek_flag (dictionary, "visible"));
}

static void
grant_view_free (gpointer data)
{
  PaddockGrantView *view = data;

  paddock_grant_unref (view->grant);
  g_free (view);
}

static void
put_confined (GVariantBuilder       *builder,
              const PaddockConfined *confined)
{
  g_auto (GVariantBuilder) inner = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  if (confined == NULL)
    return;
  paddock_dict_put_text (&inner, "network", paddock_confined_get_network (confined));
  paddock_dict_put (&inner, "read",
                    g_variant_new_bytestring_array ((const char * const *) confined->reads, -1));
  if (confined->writes[0] != NULL)
    paddock_dict_put (&inner, "write",
                      g_variant_new_bytestring_array ((const char * const *) confined->writes, -1));
  paddock_dict_put (&inner, "more", g_variant_new_uint32 (confined->n_more));
  paddock_dict_put (builder, "confined", g_variant_builder_end (&inner));
}

/* Returns: (transfer container) (nullable): paths that belong to @dictionary; NULL: none */
static const char **
peek_paths (GVariant   *dictionary,
            const char *key)
{
  g_autoptr (GVariant) paths = g_variant_lookup_value (dictionary, key,
                                                       G_VARIANT_TYPE_BYTESTRING_ARRAY);

  return paths != NULL ? g_variant_get_bytestring_array (paths, NULL) : NULL;
}

static PaddockConfined *
read_confined (GVariant *dictionary)
{
  g_autoptr (GVariant) confined = g_variant_lookup_value (dictionary, "confined",
                                                          G_VARIANT_TYPE_VARDICT);
  const char *network = confined != NULL ? paddock_dict_peek_text (confined, "network") : NULL;
  g_autofree const char **writes = NULL;
  g_autofree const char **reads = NULL;

  if (network == NULL)
    return NULL;
  writes = peek_paths (confined, "write");
  reads = peek_paths (confined, "read");
  return paddock_confined_new (!g_str_equal (network, "none"), writes, reads,
                               paddock_dict_peek_count (confined, "more"));
}

static GVariant *
session_to_variant (const PaddockSessionView *view)
{
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  paddock_dict_put_text (&builder, "id", view->id);
  paddock_dict_put (&builder, "pid", g_variant_new_int32 (view->pid));
  paddock_dict_put_text (&builder, "exe", view->executable);
  paddock_dict_put_text (&builder, "version", view->version);
  paddock_dict_put_text (&builder, "state", view->state);
  paddock_dict_put (&builder, "last-listed", g_variant_new_int64 (view->last_listed));
  paddock_dict_put (&builder, "read", g_variant_new_boolean (view->has_read));
  if (view->unenforced != PADDOCK_REASON_NONE)
    paddock_dict_put_text (&builder, "unenforced", paddock_reason_to_nick (view->unenforced));
  if (view->held != NULL)
    paddock_dict_put_strv (&builder, "held", (const char * const *) view->held);
  if (view->pending_why != PADDOCK_REASON_NONE)
    paddock_dict_put_text (&builder, "pending-why", paddock_reason_to_nick (view->pending_why));
  if (view->pending != NULL)
    paddock_dict_put_strv (&builder, "pending", (const char * const *) view->pending);
  put_confined (&builder, view->confined);
  return g_variant_builder_end (&builder);
}

static PaddockSessionView *
session_from_variant (GVariant *dictionary)
{
  PaddockSessionView *view = g_new0 (PaddockSessionView, 1);
  gint32 pid = 0;

  g_variant_lookup (dictionary, "pid", "i", &pid);
  view->id = paddock_dict_dup_text (dictionary, "id");
  if (view->id == NULL)
    view->id = g_strdup ("");
  view->pid = pid;
  view->executable = paddock_dict_dup_text (dictionary, "exe");
  view->version = paddock_dict_dup_text (dictionary, "version");
  view->state = paddock_dict_dup_text (dictionary, "state");
  if (view->state == NULL)
    view->state = g_strdup ("new");
  view->last_listed = paddock_dict_peek_time (dictionary, "last-listed");
  view->has_read = paddock_dict_peek_flag (dictionary, "read");
  view->unenforced = paddock_reason_from_nick (paddock_dict_peek_text (dictionary, "unenforced"));
  view->held = paddock_dict_dup_strv (dictionary, "held");
  view->pending_why = paddock_reason_from_nick (paddock_dict_peek_text (dictionary,
                                                                        "pending-why"));
  view->pending = paddock_dict_dup_strv (dictionary, "pending");
  view->confined = read_confined (dictionary);
  return view;
}

/**
 * paddock_root_view_to_variant:
 * @view: a view
 *
 * Returns: (transfer floating): the dictionary of @view, called "Folder" in the XML
 */
GVariant *
paddock_root_view_to_variant (const PaddockRootView *view)
{
  const PaddockRoot *root = view->root;
  PaddockFileKind kind = root->record != NULL ? root->record->kind : PADDOCK_FILE_KIND_DIRECTORY;
  g_autofree char *uri = paddock_root_dup_uri (root);
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  paddock_dict_put_text (&builder, "id", root->id);
  paddock_dict_put_path (&builder, "path", root->path);
  paddock_dict_put_path (&builder, "picked", root->picked);
  paddock_dict_put_path (&builder, "document", root->document);
  paddock_dict_put_text (&builder, "uri", uri);
  paddock_dict_put_text (&builder, "name", root->name);
  paddock_dict_put_text (&builder, "kind", paddock_file_record_kind_to_nick (kind));
  paddock_dict_put_text (&builder, "access", paddock_root_access_to_nick (root->access));
  paddock_dict_put (&builder, "added", g_variant_new_int64 (root->added));
  paddock_dict_put (&builder, "expires", g_variant_new_int64 (root->expires));
  paddock_dict_put (&builder, "login", g_variant_new_boolean (root->login != NULL));
  paddock_dict_put (&builder, "volatile", g_variant_new_boolean (root->volatile_));
  paddock_dict_put (&builder, "other-file-systems", g_variant_new_boolean (root->crosses));
  paddock_dict_put_text (&builder, "status",
                         paddock_file_record_availability_to_nick (view->status));
  paddock_dict_put (&builder, "has-events", g_variant_new_boolean (view->has_events));
  paddock_dict_put (&builder, "servers", g_variant_new_uint32 (view->seen_by));
  if (view->markers != 0) {
    g_auto (GStrv) markers = paddock_project_markers_to_names (view->markers);

    paddock_dict_put_strv (&builder, "markers", (const char * const *) markers);
  }
  return g_variant_builder_end (&builder);
}

/**
 * paddock_root_view_from_variant:
 * @variant: a "Folder" of the XML
 *
 * Returns: (transfer full): the view; the file record of its root has only a kind
 */
PaddockRootView *
paddock_root_view_from_variant (GVariant *variant)
{
  g_autoptr (GVariant) dictionary = paddock_dict_ensure (variant);
  const char *id = paddock_dict_peek_text (dictionary, "id");
  g_autofree char *path = paddock_dict_dup_path (dictionary, "path");
  g_autofree char *picked = paddock_dict_dup_path (dictionary, "picked");
  g_autofree char *document = paddock_dict_dup_path (dictionary, "document");
  g_auto (GStrv) markers = paddock_dict_dup_strv (dictionary, "markers");
  PaddockFileRecord record = { .kind = PADDOCK_FILE_KIND_DIRECTORY };
  PaddockRootView *view = g_new0 (PaddockRootView, 1);

  paddock_file_record_kind_from_nick (paddock_dict_peek_text (dictionary, "kind"), &record.kind);
  view->root = paddock_root_new (&(PaddockRoot) {
    .id = id != NULL ? id : "",
    .path = path != NULL ? path : "",
    .picked = picked,
    .document = document,
    .name = paddock_dict_peek_text (dictionary, "name"),
    .access = paddock_root_access_from_nick (paddock_dict_peek_text (dictionary, "access")),
    .added = paddock_dict_peek_time (dictionary, "added"),
    .expires = paddock_dict_peek_time (dictionary, "expires"),
    .login = paddock_dict_peek_flag (dictionary, "login") ? SOME_LOGIN : NULL,
    .volatile_ = paddock_dict_peek_flag (dictionary, "volatile"),
    .crosses = paddock_dict_peek_flag (dictionary, "other-file-systems"),
    .record = &record,
  });
  view->status = paddock_file_record_availability_from_nick (paddock_dict_peek_text (dictionary,
                                                                                     "status"));
  view->has_events = paddock_dict_peek_flag (dictionary, "has-events");
  view->seen_by = paddock_dict_peek_count (dictionary, "servers");
  view->markers = paddock_project_markers_from_names ((const char * const *) markers);
  return view;
}

/**
 * paddock_root_view_free:
 * @view: (transfer full) (nullable): a view
 */
void
paddock_root_view_free (PaddockRootView *view)
{
  if (view == NULL)
    return;
  g_clear_pointer (&view->root, paddock_root_unref);
  g_free (view);
}

/* Adds the roots in the order of their ids, so that equal views have equal dictionaries. */
static void
put_partly (GVariantBuilder *builder,
            GHashTable      *partly)
{
  g_autoptr (GList) ids = g_list_sort (g_hash_table_get_keys (partly), (GCompareFunc) strcmp);
  GVariantBuilder roots;

  if (ids == NULL)
    return;
  g_variant_builder_init (&roots, G_VARIANT_TYPE ("a{su}"));
  for (GList *id = ids; id != NULL; id = id->next)
    g_variant_builder_add (&roots, "{su}", id->data,
                           GPOINTER_TO_UINT (g_hash_table_lookup (partly, id->data)));
  paddock_dict_put (builder, "partly", g_variant_builder_end (&roots));
}

static void
read_partly (PaddockServerView *view,
             GVariant          *dictionary)
{
  g_autoptr (GVariantIter) roots = NULL;
  const char *root_id;
  guint32 n_runs;

  if (!g_variant_lookup (dictionary, "partly", "a{su}", &roots))
    return;
  while (g_variant_iter_next (roots, "{&su}", &root_id, &n_runs))
    g_hash_table_insert (view->partly, g_strdup (root_id), GUINT_TO_POINTER (n_runs));
}

/**
 * paddock_server_view_to_variant:
 * @view: a view
 *
 * Returns: (transfer floating): the dictionary of @view, called "Server" in the XML
 */
GVariant *
paddock_server_view_to_variant (const PaddockServerView *view)
{
  const PaddockServer *server = view->server;
  g_autofree char *label = paddock_server_dup_label (server);
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  GVariantBuilder grants;
  GVariantBuilder sessions;

  g_variant_builder_init (&grants, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; i < view->grants->len; i++)
    g_variant_builder_add_value (&grants, grant_to_variant (g_ptr_array_index (view->grants, i)));
  g_variant_builder_init (&sessions, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; i < view->sessions->len; i++)
    g_variant_builder_add_value (&sessions,
                                 session_to_variant (g_ptr_array_index (view->sessions, i)));

  paddock_dict_put_text (&builder, "id", server->id);
  paddock_dict_put_text (&builder, "name", label);
  paddock_dict_put_text (&builder, "given-name", server->given_name);
  paddock_dict_put_text (&builder, "claimed-name", server->claimed_name);
  put_note (&builder, view->note);
  put_identity (&builder, server->identity);
  paddock_dict_put_text (&builder, "standing", paddock_server_standing_to_nick (server->standing));
  paddock_dict_put (&builder, "decision-ends", g_variant_new_int64 (server->decision_ends));
  paddock_dict_put (&builder, "put-off-until", g_variant_new_int64 (server->put_off_until));
  if ((server->choices & PADDOCK_CHOICE_HOST_ROOTS) != 0)
    paddock_dict_put (&builder, "share-host-roots", g_variant_new_boolean (TRUE));
  if ((server->choices & PADDOCK_CHOICE_KEEP_ROOTS) != 0)
    paddock_dict_put (&builder, "keep-roots", g_variant_new_boolean (TRUE));
  if ((server->choices & PADDOCK_CHOICE_READING) != 0)
    paddock_dict_put (&builder, "reading", g_variant_new_boolean (TRUE));
  if (view->sees_all)
    paddock_dict_put (&builder, "sees-all", g_variant_new_boolean (TRUE));
  paddock_dict_put (&builder, "runs", g_variant_new_uint32 (view->n_runs));
  put_partly (&builder, view->partly);
  paddock_dict_put (&builder, "first-seen", g_variant_new_int64 (server->first_seen));
  paddock_dict_put (&builder, "last-seen", g_variant_new_int64 (server->last_seen));
  paddock_dict_put (&builder, "grants", g_variant_builder_end (&grants));
  paddock_dict_put (&builder, "sessions", g_variant_builder_end (&sessions));
  return g_variant_builder_end (&builder);
}

static PaddockChoices
peek_choices (GVariant *dictionary)
{
  gboolean shares = FALSE;
  gboolean keeps = FALSE;
  gboolean reads = FALSE;

  g_variant_lookup (dictionary, "share-host-roots", "b", &shares);
  g_variant_lookup (dictionary, "keep-roots", "b", &keeps);
  g_variant_lookup (dictionary, "reading", "b", &reads);
  return (shares ? PADDOCK_CHOICE_HOST_ROOTS : 0) | (keeps ? PADDOCK_CHOICE_KEEP_ROOTS : 0) |
         (reads ? PADDOCK_CHOICE_READING : 0);
}

/**
 * paddock_server_view_from_variant:
 * @variant: a "Server" of the XML
 *
 * Ignores the key "name": paddock_server_dup_label() makes the same name from the other keys. The
 * scope of a grant says only whether the grant ends with its session or with the login.
 *
 * Returns: (transfer full): the view
 */
PaddockServerView *
paddock_server_view_from_variant (GVariant *variant)
{
  g_autoptr (GVariant) dictionary = paddock_dict_ensure (variant);
  g_autoptr (PaddockIdentity) identity = read_identity (dictionary, "facts");
  g_autoptr (PaddockServer) server = NULL;
  g_autoptr (GVariantIter) grants = NULL;
  g_autoptr (GVariantIter) sessions = NULL;
  const char *id = paddock_dict_peek_text (dictionary, "id");
  PaddockServerView *view;
  GVariant *element;

  server = paddock_server_new (&(PaddockServer) {
    .id = id != NULL ? id : "",
    .identity = identity,
    .given_name = paddock_dict_peek_text (dictionary, "given-name"),
    .claimed_name = paddock_dict_peek_text (dictionary, "claimed-name"),
    .standing = paddock_server_standing_from_nick (paddock_dict_peek_text (dictionary, "standing")),
    .decision_ends = paddock_dict_peek_time (dictionary, "decision-ends"),
    .put_off_until = paddock_dict_peek_time (dictionary, "put-off-until"),
    .first_seen = paddock_dict_peek_time (dictionary, "first-seen"),
    .last_seen = paddock_dict_peek_time (dictionary, "last-seen"),
    .choices = peek_choices (dictionary),
  });
  view = paddock_server_view_new (server);
  view->note = read_note (dictionary);
  view->sees_all = paddock_dict_peek_flag (dictionary, "sees-all");
  view->n_runs = paddock_dict_peek_count (dictionary, "runs");
  read_partly (view, dictionary);

  if (g_variant_lookup (dictionary, "grants", "aa{sv}", &grants)) {
    while (g_variant_iter_loop (grants, "@a{sv}", &element))
      g_ptr_array_add (view->grants, grant_from_variant (element, server->id));
  }
  if (g_variant_lookup (dictionary, "sessions", "aa{sv}", &sessions)) {
    while (g_variant_iter_loop (sessions, "@a{sv}", &element))
      g_ptr_array_add (view->sessions, session_from_variant (element));
  }
  return view;
}

/**
 * paddock_server_view_free:
 * @view: (transfer full) (nullable): a view
 */
void
paddock_server_view_free (PaddockServerView *view)
{
  if (view == NULL)
    return;
  g_clear_pointer (&view->server, paddock_server_unref);
  g_clear_pointer (&view->note, paddock_app_note_unref);
  g_clear_pointer (&view->grants, g_ptr_array_unref);
  g_clear_pointer (&view->partly, g_hash_table_unref);
  g_clear_pointer (&view->sessions, g_ptr_array_unref);
  g_free (view);
}

/**
 * paddock_server_view_new:
 * @server: (transfer none): a server
 *
 * Returns: (transfer full): a view of @server without note, grants and sessions; the caller can add
 *   them
 */
PaddockServerView *
paddock_server_view_new (PaddockServer *server)
{
  PaddockServerView *view = g_new0 (PaddockServerView, 1);

  view->server = paddock_server_ref (server);
  view->grants = g_ptr_array_new_with_free_func (grant_view_free);
  view->partly = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  view->sessions = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_session_view_free);
  return view;
}

/**
 * paddock_server_view_find:
 * @views: (element-type PaddockServerView): servers
 * @id: (nullable): the id of a server
 *
 * Returns: (transfer none) (nullable): the server with this id
 */
const PaddockServerView *
paddock_server_view_find (GPtrArray  *views,
                          const char *id)
{
  for (guint i = 0; id != NULL && i < views->len; i++) {
    const PaddockServerView *view = g_ptr_array_index (views, i);

    if (g_str_equal (view->server->id, id))
      return view;
  }
  return NULL;
}

/**
 * paddock_server_view_is_listed:
 *
 * Lists of servers leave out a server that only was there once: it doesn't run, the user decided
 * nothing about it, and no entry of an app is known that starts it.
 *
 * Returns: whether lists show the server
 */
gboolean
paddock_server_view_is_listed (const PaddockServerView *view)
{
  return view->note != NULL || view->sessions->len > 0 || view->grants->len > 0 ||
         view->server->standing != PADDOCK_STANDING_UNDECIDED || view->server->put_off_until != 0;
}

/**
 * paddock_server_view_get_partly:
 * @root_id: a root
 *
 * Returns: how many of the server's runs see the root, itself or through an outer one; 0: either
 *   every run sees it, or none does
 */
guint
paddock_server_view_get_partly (const PaddockServerView *view,
                                const char              *root_id)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (view->partly, root_id));
}

/**
 * paddock_grant_view_new:
 * @grant: (transfer none): a grant
 * @is_visible: whether the server sees the root now
 *
 * Returns: (transfer full): a view of @grant, to put into the grants of a #PaddockServerView, which
 *   then owns the view
 */
PaddockGrantView *
paddock_grant_view_new (PaddockGrant *grant,
                        gboolean      is_visible)
{
  PaddockGrantView *view = g_new0 (PaddockGrantView, 1);

  view->grant = paddock_grant_ref (grant);
  view->is_visible = is_visible;
  return view;
}

/**
 * paddock_session_view_free:
 * @view: (transfer full) (nullable): a view, allocated with g_new0()
 */
void
paddock_session_view_free (PaddockSessionView *view)
{
  if (view == NULL)
    return;
  g_free (view->id);
  g_free (view->executable);
  g_free (view->version);
  g_free (view->state);
  g_strfreev (view->held);
  g_strfreev (view->pending);
  g_clear_pointer (&view->confined, paddock_confined_free);
  g_free (view);
}

/**
 * paddock_server_view_find_outer:
 * @inner: a root
 * @find: finds a root by its id
 *
 * Returns: (transfer none) (nullable): the innermost root around @inner that is granted to the
 *   server too. Through that outer root, the server still sees @inner after @inner was revoked
 */
const PaddockRoot *
paddock_server_view_find_outer (const PaddockServerView *view,
                                const PaddockRoot       *inner,
                                PaddockRootFinder        find,
                                gpointer                 user_data)
{
  const PaddockRoot *outer = NULL;

  for (guint i = 0; i < view->grants->len; i++) {
    const PaddockGrantView *grant = g_ptr_array_index (view->grants, i);
    const PaddockRoot *root = find (grant->grant->root_id, user_data);

    if (root != NULL && g_strcmp0 (root->path, inner->path) != 0 &&
        paddock_path_text_is_within (inner->path, root->path) &&
        (outer == NULL || paddock_path_text_is_within (root->path, outer->path)))
      outer = root;
  }
  return outer;
}

static void
put_wants (GVariantBuilder    *builder,
           const PaddockWants *wants)
{
  g_autofree char *duration = paddock_duration_to_text (wants->duration);
  g_auto (GStrv) flags = paddock_wants_flags_to_nicks (wants->flags);

  paddock_dict_put_strv (builder, "roots", wants->root_ids);
  paddock_dict_put_text (builder, "access", paddock_root_access_to_nick (wants->access));
  paddock_dict_put_text (builder, "duration", duration);
  paddock_dict_put_strv (builder, "wants", (const char * const *) flags);
  paddock_dict_put (builder, "expires", g_variant_new_int64 (wants->expires));
}

static void
put_paths (GVariantBuilder    *builder,
           const PaddockWants *wants)
{
  if (wants->paths == NULL)
    return;
  paddock_dict_put (builder, "paths", g_variant_new_bytestring_array (wants->paths, -1));
  paddock_dict_put (builder, "files", g_variant_new_uint32 (wants->n_files));
}

/**
 * paddock_prompt_to_variant:
 * @prompt: a question
 *
 * Returns: (transfer floating): the dictionary of @prompt, called "Request" in the XML
 */
GVariant *
paddock_prompt_to_variant (const PaddockPrompt *prompt)
{
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  paddock_dict_put_text (&builder, "id", prompt->id);
  paddock_dict_put (&builder, "serial", g_variant_new_uint32 (prompt->serial));
  paddock_dict_put_text (&builder, "kind", paddock_prompt_kind_to_nick (prompt->kind));
  paddock_dict_put (&builder, "asked", g_variant_new_int64 (prompt->asked));
  paddock_dict_put_text (&builder, "server", prompt->server_id);
  paddock_dict_put_text (&builder, "name", prompt->server);
  put_note (&builder, prompt->note);
  if (prompt->is_named)
    paddock_dict_put (&builder, "named", g_variant_new_boolean (TRUE));
  put_identity (&builder, prompt->identity);
  if (prompt->previous != NULL) {
    g_autoptr (GVariant) previous = get_facts (prompt->previous);

    paddock_dict_put (&builder, "previous", previous);
  }
  paddock_dict_put_text (&builder, "resembling", prompt->resembling);
  if (prompt->is_confined)
    paddock_dict_put (&builder, "confined", g_variant_new_boolean (TRUE));
  if (prompt->times_put_off > 0)
    paddock_dict_put (&builder, "times-put-off",
                      g_variant_new_uint32 (prompt->times_put_off));
  paddock_dict_put (&builder, "sessions", g_variant_new_uint32 (prompt->sessions));
  paddock_dict_put_strv (&builder, "suggestions", prompt->suggestions);
  paddock_dict_put_text (&builder, "caller", prompt->caller);
  put_wants (&builder, &prompt->wants);
  paddock_dict_put_path (&builder, "path", prompt->path);
  if (prompt->kind == PADDOCK_PROMPT_ADD_ROOTS)
    put_paths (&builder, &prompt->wants);
  paddock_dict_put_strv (&builder, "entries", prompt->wants.entries);
  if (prompt->kind == PADDOCK_PROMPT_ADD_ROOTS ||
      prompt->kind == PADDOCK_PROMPT_CHANGE_ROOT) {
    g_auto (GStrv) warnings = paddock_place_verdict_warnings_to_nicks (prompt->wants.warnings);

    paddock_dict_put_strv (&builder, "warnings", (const char * const *) warnings);
  }
  if (prompt->kind == PADDOCK_PROMPT_READ)
    paddock_dict_put_text (&builder, "sensitive",
                           paddock_sensitive_kind_to_nick (prompt->sensitive));
  return g_variant_builder_end (&builder);
}

/**
 * paddock_prompt_from_variant:
 * @variant: a "Request" of the XML
 *
 * Returns: (transfer full): the question
 */
PaddockPrompt *
paddock_prompt_from_variant (GVariant *variant)
{
  g_autoptr (GVariant) dictionary = paddock_dict_ensure (variant);
  g_autoptr (PaddockIdentity) identity = read_identity (dictionary, "facts");
  g_autoptr (PaddockIdentity) previous = read_identity (dictionary, "previous");
  g_autoptr (PaddockAppNote) note = read_note (dictionary);
  g_auto (GStrv) suggestions = paddock_dict_dup_strv (dictionary, "suggestions");
  g_auto (GStrv) root_ids = paddock_dict_dup_strv (dictionary, "roots");
  g_auto (GStrv) flags = paddock_dict_dup_strv (dictionary, "wants");
  g_auto (GStrv) warnings = paddock_dict_dup_strv (dictionary, "warnings");
  g_auto (GStrv) entries = paddock_dict_dup_strv (dictionary, "entries");
  g_autofree char *path = paddock_dict_dup_path (dictionary, "path");
  g_autofree const char **paths = NULL;
  const char *id = paddock_dict_peek_text (dictionary, "id");

  g_variant_lookup (dictionary, "paths", "^a&ay", &paths);
  return paddock_prompt_new (&(PaddockPrompt) {
    .id = id != NULL ? id : "",
    .serial = paddock_dict_peek_count (dictionary, "serial"),
    .kind = paddock_prompt_kind_from_nick (paddock_dict_peek_text (dictionary, "kind")),
    .asked = paddock_dict_peek_time (dictionary, "asked"),
    .server_id = paddock_dict_peek_text (dictionary, "server"),
    .server = paddock_dict_peek_text (dictionary, "name"),
    .note = note,
    .is_named = paddock_dict_peek_flag (dictionary, "named"),
    .identity = identity,
    .previous = previous,
    .resembling = paddock_dict_peek_text (dictionary, "resembling"),
    .is_confined = paddock_dict_peek_flag (dictionary, "confined"),
    .times_put_off = paddock_dict_peek_count (dictionary, "times-put-off"),
    .sessions = paddock_dict_peek_count (dictionary, "sessions"),
    .suggestions = (const char * const *) suggestions,
    .caller = paddock_dict_peek_text (dictionary, "caller"),
    .wants = {
      .flags = paddock_wants_flags_from_nicks ((const char * const *) flags),
      .root_ids = (const char * const *) root_ids,
      .paths = paths,
      .n_files = paddock_dict_peek_count (dictionary, "files"),
      .entries = (const char * const *) entries,
      .warnings = paddock_place_verdict_warnings_from_nicks ((const char * const *) warnings),
      .access = paddock_root_access_from_nick (paddock_dict_peek_text (dictionary, "access")),
      .duration = paddock_dict_peek_duration (dictionary, "duration"),
      .expires = paddock_dict_peek_time (dictionary, "expires"),
    },
    .path = path,
    .sensitive = paddock_sensitive_kind_from_nick (paddock_dict_peek_text (dictionary,
                                                                           "sensitive")),
  });
}

/**
 * paddock_entry_to_variant:
 * @entry: an entry of the journal
 *
 * Returns: (transfer floating): the dictionary of @entry, called "Entry" in the XML
 */
GVariant *
paddock_entry_to_variant (const PaddockJournalEntry *entry)
{
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  paddock_dict_put (&builder, "number", g_variant_new_int64 (entry->number));
  paddock_dict_put (&builder, "time", g_variant_new_int64 (entry->time));
  paddock_dict_put (&builder, "last", g_variant_new_int64 (entry->last));
  paddock_dict_put (&builder, "count", g_variant_new_uint32 (entry->count));
  paddock_dict_put_text (&builder, "event", paddock_journal_entry_event_to_nick (entry->event));
  paddock_dict_put_text (&builder, "reason", paddock_reason_to_nick (entry->reason));
  paddock_dict_put_text (&builder, "server", entry->server_id);
  paddock_dict_put_text (&builder, "name", entry->server);
  paddock_dict_put_text (&builder, "root", entry->root_id);
  paddock_dict_put_text (&builder, "path", entry->root);
  paddock_dict_put_text (&builder, "detail", entry->detail);
  return g_variant_builder_end (&builder);
}

/**
 * paddock_entry_from_variant:
 * @variant: an "Entry" of the XML
 *
 * Returns: (transfer full): the entry
 */
PaddockJournalEntry *
paddock_entry_from_variant (GVariant *variant)
{
  g_autoptr (GVariant) dictionary = paddock_dict_ensure (variant);
  PaddockEvent event = PADDOCK_EVENT_OTHER;

  paddock_journal_entry_event_from_nick (paddock_dict_peek_text (dictionary, "event"), &event);
  return paddock_journal_entry_new (&(PaddockJournalEntry) {
    .number = paddock_dict_peek_time (dictionary, "number"),
    .time = paddock_dict_peek_time (dictionary, "time"),
    .last = paddock_dict_peek_time (dictionary, "last"),
    .count = paddock_dict_peek_count (dictionary, "count"),
    .event = event,
    .reason = paddock_reason_from_nick (paddock_dict_peek_text (dictionary, "reason")),
    .server_id = paddock_dict_peek_text (dictionary, "server"),
    .server = paddock_dict_peek_text (dictionary, "name"),
    .root_id = paddock_dict_peek_text (dictionary, "root"),
    .root = paddock_dict_peek_text (dictionary, "path"),
    .detail = paddock_dict_peek_text (dictionary, "detail"),
  });
}
