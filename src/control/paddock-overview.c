/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-overview.h"

#include "paddock-app-notes.h"
#include "paddock-limits.h"
#include "paddock-path.h"
#include "paddock-scope.h"
#include "paddock-text.h"
#include "paddock-views.h"

/* Builds the dictionaries that describe a root or a server on the bus. This code changes
 * nothing. */

/* How many sessions of one server are listed at most: a server decides how many it opens. If there
 * are too many, those that may still hold revoked folders have precedence. */
#define MAX_SESSIONS 256

/* Adds to @seers the ids of the servers that @root is shared with. */
static void
add_seers (GHashTable        *seers,
           PaddockSnapshot   *snapshot,
           const PaddockRoot *root,
           gint64             now)
{
  g_autoptr (GPtrArray) grants = NULL;

  if (paddock_root_is_expired (root, now) ||
      paddock_snapshot_get_availability (snapshot, root->id) != PADDOCK_AVAILABILITY_AVAILABLE)
    return;
  grants = paddock_snapshot_list_grants (snapshot, NULL, root->id);
  for (guint i = 0; i < grants->len; i++) {
    const PaddockGrant *grant = g_ptr_array_index (grants, i);

    /* A grant for a session is dropped when its process ends. While the grant exists, it is
     * active. */
    if (paddock_grant_is_active (grant, grant->scope, now))
      g_hash_table_add (seers, (char *) grant->server_id);
  }
}

/* Adds to @seers the ids of the servers that see every root. */
static void
add_all_seeing (GHashTable      *seers,
                PaddockSnapshot *snapshot,
                PaddockSessions *sessions)
{
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);

  for (guint i = 0; i < servers->len; i++) {
    const PaddockServer *server = g_ptr_array_index (servers, i);

    if (paddock_sessions_sees_all (sessions, server->id))
      g_hash_table_add (seers, (char *) server->id);
  }
}

/* Counts the servers that see @root. A server that sees a root also sees the roots inside it. */
static guint
count_seers (PaddockSnapshot   *snapshot,
             PaddockSessions   *sessions,
             const PaddockRoot *root,
             gint64             now)
{
  PaddockAvailability status = paddock_snapshot_get_availability (snapshot, root->id);
  g_autoptr (GHashTable) seers = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *roots = paddock_snapshot_get_roots (snapshot);

  if (paddock_snapshot_is_paused (snapshot) || status == PADDOCK_AVAILABILITY_MISSING ||
      status == PADDOCK_AVAILABILITY_UNREADABLE)
    return 0;
  if (status == PADDOCK_AVAILABILITY_AVAILABLE && !paddock_root_is_expired (root, now))
    add_all_seeing (seers, snapshot, sessions);
  for (guint i = 0; i < roots->len; i++) {
    const PaddockRoot *outer = g_ptr_array_index (roots, i);

    if (outer == root || (g_strcmp0 (outer->path, root->path) != 0 &&
                          paddock_path_text_is_within (root->path, outer->path)))
      add_seers (seers, snapshot, outer, now);
  }
  return g_hash_table_size (seers);
}

/**
 * paddock_overview_root:
 * @state: the State
 * @all_sessions: the open sessions
 * @root_id: a root
 *
 * Returns: (transfer floating) (nullable): the folder dictionary of the control interface
 */
GVariant *
paddock_overview_root (PaddockState    *state,
                       PaddockSessions *all_sessions,
                       const char      *root_id)
{
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (state);
  PaddockRoot *root = paddock_snapshot_get_root (snapshot, root_id);
  gint64 now = g_get_real_time ();
  PaddockWatcher *watcher = paddock_state_get_watcher (state);
  PaddockRootView view;

  if (root == NULL)
    return NULL;

  view = (PaddockRootView) {
    .root = root,
    .status = paddock_root_is_expired (root, now)
              ? PADDOCK_AVAILABILITY_EXPIRED
              : paddock_snapshot_get_availability (snapshot, root_id),
    .has_events = watcher != NULL && paddock_watcher_has_events (watcher, root_id),
    .seen_by = count_seers (snapshot, all_sessions, root, now),
    .markers = paddock_snapshot_get_markers (snapshot, root_id),
  };
  return paddock_root_view_to_variant (&view);
}

static const char *
session_state_to_text (PaddockSessionState state)
{
  switch (state) {
    case PADDOCK_SESSION_INITIALIZING:
      return "initializing";
    case PADDOCK_SESSION_READY:
      return "ready";
    case PADDOCK_SESSION_NEW:
    case PADDOCK_SESSION_CLOSED:
    default:
      return "new";
  }
}

static gboolean
is_within_any (GPtrArray  *roots,
               const char *path)
{
  for (guint i = 0; i < roots->len; i++)
    if (paddock_path_text_is_within (path, ((const PaddockRoot *) g_ptr_array_index (roots,
                                                                                     i))->path))
      return TRUE;
  return FALSE;
}

/* Lists folders that the session's server holds or held. What it sees now is in the list, too. A
 * confined server holds what it was started with. Its `paddock run` need not say so, which may be
 * stopped or slow. */
static GStrv
dup_held (PaddockSession *session)
{
  PaddockLauncher *launcher = paddock_session_get_launcher (session);
  const char * const *claimed = paddock_launcher_get_held (launcher);
  const char * const *given = NULL;
  g_autoptr (GStrvBuilder) held = g_strv_builder_new ();

  if (paddock_launcher_get_confined (launcher) != NULL)
    given = paddock_session_roots_get_given (paddock_session_get_roots (session));
  for (gsize i = 0; claimed != NULL && claimed[i] != NULL; i++)
    g_strv_builder_add (held, claimed[i]);
  for (gsize i = 0; given != NULL && given[i] != NULL; i++)
    if (claimed == NULL || !g_strv_contains (claimed, given[i]))
      g_strv_builder_add (held, given[i]);
  return g_strv_builder_end (held);
}

static gboolean
holds_any (PaddockSession *session,
           GPtrArray      *visible)
{
  g_auto (GStrv) paths = dup_held (session);

  for (gsize i = 0; paths[i] != NULL; i++)
    if (!is_within_any (visible, paths[i]))
      return TRUE;
  return FALSE;
}

/* Lists folders by name. A folder that is no root any more gets the last part of its path as its
 * name.
 * @visible: the roots that the server sees now
 * @is_visible: whether folders in these are listed, or all others
 * @n_listed: (inout): how many folders were listed for all sessions of the server. At the limit, a
 *   session lists only its first one
 * Returns NULL if there are none. */
static GStrv
dup_names (const char * const *paths,
           PaddockSnapshot    *snapshot,
           GPtrArray          *visible,
           gboolean            is_visible,
           guint              *n_listed)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  gboolean has_name = FALSE;

  for (gsize i = 0; paths != NULL && paths[i] != NULL; i++) {
    const PaddockRoot *root =
      paddock_root_find_by_path (paddock_snapshot_get_roots (snapshot), paths[i]);
    g_autofree char *base = NULL;
    g_autofree char *label = NULL;
    g_autofree char *name = NULL;

    if ((has_name && *n_listed >= PADDOCK_LIMIT_HELD_SHOWN) ||
        is_within_any (visible, paths[i]) != is_visible)
      continue;
    base = g_path_get_basename (paths[i]);
    label = root != NULL ? paddock_root_dup_label (root) : paddock_text_escape (base, -1);
    name = paddock_text_clip (label, PADDOCK_LIMIT_NAME_BYTES);
    g_strv_builder_add (names, name);
    has_name = TRUE;
    ++*n_listed;
  }
  return has_name ? g_strv_builder_end (names) : NULL;
}

/* Adds the folders that the session's server may still hold, but does not see now, and those that
 * it sees, but does not have yet. The server's `paddock run` claims both. */
static void
add_folders (PaddockSessionView *view,
             PaddockSession     *session,
             PaddockSnapshot    *snapshot,
             GPtrArray          *visible,
             guint              *n_listed)
{
  PaddockLauncher *launcher = paddock_session_get_launcher (session);
  PaddockReason why;
  const char * const *pending = paddock_launcher_get_pending (launcher, &why);
  PaddockReason unenforced = paddock_launcher_get_unenforced (launcher);
  g_auto (GStrv) held = dup_held (session);

  view->held = dup_names ((const char * const *) held, snapshot, visible, FALSE, n_listed);
  if (view->held != NULL)
    view->unenforced = unenforced != PADDOCK_REASON_NONE ? unenforced : PADDOCK_REASON_IN_USE;
  view->pending = dup_names (pending, snapshot, visible, TRUE, n_listed);
  if (view->pending != NULL)
    view->pending_why = why;
}

static PaddockSessionView *
view_session (PaddockSession  *session,
              PaddockSnapshot *snapshot,
              GPtrArray       *visible,
              guint           *n_held)
{
  PaddockPeer *peer = paddock_session_get_peer (session);
  PaddockSessionView *view = g_new0 (PaddockSessionView, 1);

  view->id = g_strdup (paddock_session_get_id (session));
  view->pid = peer->pid;
  view->executable = g_strdup (peer->executable);
  if (paddock_session_get_recipient (session)->version != NULL)
    view->version = g_strdup (paddock_session_get_recipient (session)->version->name);
  view->state = g_strdup (session_state_to_text (paddock_session_get_state (session)));
  view->last_listed = paddock_session_roots_get_last_listed (paddock_session_get_roots (session));
  view->has_read = paddock_session_roots_are_read (paddock_session_get_roots (session));
  view->confined =
    paddock_confined_copy (paddock_launcher_get_confined (paddock_session_get_launcher (session)));
  add_folders (view, session, snapshot, visible, n_held);
  return view;
}

/* Adds the sessions of a server to its description, in the order in which they began, at most
 * MAX_SESSIONS. */
static void
add_sessions (PaddockServerView *view,
              GPtrArray         *sessions,
              PaddockSnapshot   *snapshot,
              GPtrArray         *visible)
{
  guint n_held = 0;
  guint n_holding = 0;
  guint n_others = 0;

  for (guint i = 0; i < sessions->len; i++)
    n_holding += holds_any (g_ptr_array_index (sessions, i), visible);
  for (guint i = 0; i < sessions->len && view->sessions->len < MAX_SESSIONS; i++) {
    PaddockSession *session = g_ptr_array_index (sessions, i);

    if (holds_any (session, visible) || n_holding + n_others++ < MAX_SESSIONS)
      g_ptr_array_add (view->sessions, view_session (session, snapshot, visible, &n_held));
  }
}

/* Returns the ids of @roots as a set. A server may have many grants and many roots, and looking up
 * each grant in a set is fast. */
static GHashTable *
collect_ids (GPtrArray *roots)
{
  GHashTable *ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < roots->len; i++)
    g_hash_table_add (ids, (char *) ((const PaddockRoot *) g_ptr_array_index (roots, i))->id);
  return ids;
}

/* Whether two runs of the server may see different roots. */
static gboolean
runs_may_differ (const PaddockServer *server,
                 GPtrArray           *grants)
{
  for (guint i = 0; i < grants->len; i++) {
    const PaddockGrant *grant = g_ptr_array_index (grants, i);

    if (grant->scope != NULL && !paddock_scope_has_login (grant->scope))
      return TRUE;
  }
  return server->decision_scope != NULL;
}

/* Returns for each run of the server the roots that it is told about. */
static GPtrArray *
list_by_run (PaddockSessions *all_sessions,
             const char      *server_id,
             GStrv            runs)
{
  GPtrArray *lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);

  for (gsize i = 0; runs[i] != NULL; i++)
    g_ptr_array_add (lists, paddock_sessions_list_visible_in (all_sessions, server_id, runs[i]));
  return lists;
}

/* Adds to a server's description the roots that only some of its runs see. */
static void
add_partly (PaddockServerView *view,
            PaddockSnapshot   *snapshot,
            GPtrArray         *lists)
{
  GPtrArray *roots = paddock_snapshot_get_roots (snapshot);

  for (guint i = 0; i < roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (roots, i);
    PaddockAvailability status = paddock_snapshot_get_availability (snapshot, root->id);
    guint n_runs = 0;

    if (status == PADDOCK_AVAILABILITY_MISSING || status == PADDOCK_AVAILABILITY_UNREADABLE)
      continue;
    for (guint j = 0; j < lists->len; j++)
      n_runs += is_within_any (lists->pdata[j], root->path);
    if (n_runs > 0 && n_runs < lists->len)
      g_hash_table_insert (view->partly, g_strdup (root->id), GUINT_TO_POINTER (n_runs));
  }
}

/* Counts the server's runs, and finds the roots that only some of them see. @grants: all grants of
 * the server. */
static void
add_runs (PaddockServerView *view,
          PaddockSessions   *all_sessions,
          PaddockSnapshot   *snapshot,
          GPtrArray         *grants)
{
  g_autofree char *scope = paddock_sessions_dup_scope (all_sessions, view->server->id);
  g_auto (GStrv) runs = paddock_scope_split (scope);
  g_autoptr (GPtrArray) lists = NULL;

  view->n_runs = g_strv_length (runs);
  if (view->n_runs < 2 || !runs_may_differ (view->server, grants))
    return;
  lists = list_by_run (all_sessions, view->server->id, runs);
  add_partly (view, snapshot, lists);
}

/**
 * paddock_overview_server:
 * @state: the State
 * @all_sessions: the open sessions
 * @server_id: a server
 *
 * Returns: (transfer floating) (nullable): the server dictionary of the control interface
 */
GVariant *
paddock_overview_server (PaddockState    *state,
                         PaddockSessions *all_sessions,
                         const char      *server_id)
{
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (state);
  PaddockServer *server = paddock_snapshot_get_server (snapshot, server_id);
  PaddockAppNote *note = NULL;
  g_autoptr (PaddockServerView) view = NULL;
  g_autoptr (GPtrArray) visible = NULL;
  g_autoptr (GHashTable) visible_ids = NULL;
  g_autoptr (GPtrArray) grants = NULL;
  g_autoptr (GPtrArray) sessions = NULL;

  if (server == NULL)
    return NULL;

  view = paddock_server_view_new (server);
  note = paddock_app_notes_find (snapshot, server->identity);
  if (note != NULL)
    view->note = paddock_app_note_ref (note);
  view->sees_all = paddock_sessions_sees_all (all_sessions, server_id);
  visible = paddock_sessions_list_visible (all_sessions, server_id);
  visible_ids = collect_ids (visible);
  grants = paddock_snapshot_list_grants (snapshot, server_id, NULL);
  for (guint i = 0; i < grants->len; i++) {
    PaddockGrant *grant = g_ptr_array_index (grants, i);
    gboolean is_seen = g_hash_table_contains (visible_ids, grant->root_id);

    g_ptr_array_add (view->grants, paddock_grant_view_new (grant, is_seen));
  }

  sessions = paddock_sessions_list_sessions (all_sessions, server_id);
  add_sessions (view, sessions, snapshot, visible);
  add_runs (view, all_sessions, snapshot, grants);
  return paddock_server_view_to_variant (view);
}
