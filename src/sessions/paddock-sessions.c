/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-sessions.h"

#include "paddock-alarm.h"
#include "paddock-channel.h"
#include "paddock-process-watch.h"
#include "paddock-methods.h"
#include "paddock-plan-end.h"
#include "paddock-policy.h"
#include "paddock-process.h"
#include "paddock-server-prompts.h"
#include "paddock-scope.h"
#include "paddock-session-list.h"
#include "paddock-strangers.h"
#include "paddock-text.h"
#include "paddock-path-text.h"

/* The open sessions, and the server of each.
 *
 * The service owns this object. A session's answer depends on three things: who the server is (its
 * identity), what is known (the snapshot), and what may be shared (the policy). This object brings
 * them together. Its sessions ask it through the interface PaddockRootsProvider, and it answers at
 * once and from memory. It passes requests for roots to the server prompts
 * (paddock-server-prompts.c). When the snapshot changes, it lets the sessions compare their lists.
 * It decides nothing itself.
 */
struct _PaddockSessions
{
  GObject              parent_instance;

  PaddockState         *state;      /* (owned) */
  PaddockPrompts       *queue;      /* (owned) */
  PaddockStrangers     *strangers;  /* (owned) */
  PaddockServerPrompts *questions;  /* (owned) */
  PaddockConsentMode    mode;
  PaddockReading       *reading;    /* (weak) reads files for the sessions */
  GPtrArray            *sessions;   /* (owned) PaddockSession, oldest first */
  PaddockProcessWatch  *watch;      /* (owned) waits for the end of processes that have decisions,
                                     * but no session */
  PaddockAlarm         *evicting;   /* (owned) calls evict() after a while */
  GHashTable           *newcomers;  /* (owned) set of ids: servers whose first session is open */
};

/* How long the eviction of surplus servers may wait, in µs. Servers that come and go again and
 * again cause at most one eviction in this time. */
#define EVICTION_DELAY G_TIME_SPAN_SECOND

static void paddock_sessions_roots_provider_init (PaddockRootsProviderInterface *iface);
static void paddock_sessions_boundary_init (PaddockBoundaryInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PaddockSessions, paddock_sessions, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PADDOCK_TYPE_ROOTS_PROVIDER,
                                                      paddock_sessions_roots_provider_init)
                               G_IMPLEMENT_INTERFACE (PADDOCK_TYPE_BOUNDARY,
                                                      paddock_sessions_boundary_init))

enum {
  SERVER_CHANGED,
  SCOPE_ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
emit_server_changed (PaddockSessions *self,
                     const char      *server_id)
{
  if (server_id != NULL)
    g_signal_emit (self, signals[SERVER_CHANGED], 0, server_id);
}

static PaddockQuery
query_of (PaddockSessions *self,
          const char      *server_id,
          const char      *scope)
{
  return (PaddockQuery) { .server_id = server_id, .scope = scope, .mode = self->mode };
}

/* Whether one of these roots is @path, or holds it. */
static gboolean
are_holding (GPtrArray  *roots,
             const char *path)
{
  for (guint i = 0; i < roots->len; i++)
    if (paddock_path_text_is_within (path, ((PaddockRoot *) roots->pdata[i])->path))
      return TRUE;
  return FALSE;
}

/* Lists the roots that a confined server might see without being allowed to, because they are in
 * something else that its box has: the directories of the system, and those of its program. */
static GStrv
dup_withheld (const PaddockSnapshot *snapshot,
              GPtrArray             *visible)
{
  GPtrArray *roots = paddock_snapshot_get_roots (snapshot);
  g_autoptr (GStrvBuilder) withheld = g_strv_builder_new ();

  for (guint i = 0; i < roots->len; i++) {
    const PaddockRoot *root = roots->pdata[i];

    if (!are_holding (visible, root->path))
      g_strv_builder_add (withheld, root->path);
  }
  return g_strv_builder_end (withheld);
}

static PaddockRootsAnswer *
paddock_sessions_answer (PaddockRootsProvider   *provider,
                         const PaddockRecipient *recipient)
{
  PaddockSessions *self = PADDOCK_SESSIONS (provider);
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);
  gint64 now = g_get_real_time ();
  PaddockQuery query;
  g_auto (PaddockPolicyResult) result = { 0 };
  g_auto (GStrv) withheld = NULL;

  if (recipient->answer != NULL &&
      paddock_policy_result_holds (paddock_roots_answer_get_result (recipient->answer), snapshot,
                                   now))
    return paddock_roots_answer_ref (recipient->answer);

  query = query_of (self, recipient->server_id, recipient->scope);
  result = paddock_policy_evaluate (snapshot, &query, now);
  withheld = recipient->is_confined ? dup_withheld (snapshot, result.roots) : NULL;
  return paddock_roots_answer_new (&result, recipient->version, recipient->is_launch,
                                   &(PaddockLaunchFacts) {
    recipient->server_id, (const char * const *) withheld, recipient->is_confined,
  });
}

static void
paddock_sessions_roots_provider_init (PaddockRootsProviderInterface *iface)
{
  iface->answer = paddock_sessions_answer;
}

static GPtrArray *
paddock_sessions_boundary_list_visible (PaddockBoundary *boundary,
                                        const char      *server_id)
{
  return paddock_sessions_list_visible (PADDOCK_SESSIONS (boundary), server_id);
}

static GPtrArray *
paddock_sessions_boundary_list_visible_in (PaddockBoundary *boundary,
                                           const char      *server_id,
                                           const char      *scope)
{
  return paddock_sessions_list_visible_in (PADDOCK_SESSIONS (boundary), server_id, scope);
}

static void
paddock_sessions_boundary_init (PaddockBoundaryInterface *iface)
{
  iface->list_visible = paddock_sessions_boundary_list_visible;
  iface->list_visible_in = paddock_sessions_boundary_list_visible_in;
}

/* Stores the server of a session: as a new server, or as @known, which connected again. @known:
 * (nullable): the server, if it was known before. The name that the peer claims is already clipped
 * and escaped. The name is for display, and never proves which server this is. */
static void
put_seen_server (PaddockSessions     *self,
                 PaddockSession      *session,
                 const PaddockServer *known)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockServer) server = NULL;
  g_autoptr (PaddockIdentity) identity = NULL;
  const PaddockIdentity *claimed = paddock_session_get_recipient (session)->identity;
  g_autofree char *id = NULL;
  PaddockServer edited = { .standing = PADDOCK_STANDING_UNDECIDED };
  gint64 now = g_get_real_time ();

  if (known != NULL) {
    edited = *known;
    edited.identity = identity = paddock_identity_new_seen (known->identity, claimed);
  } else {
    edited.id = id = g_uuid_string_random ();
    edited.first_seen = now;
    g_hash_table_add (self->newcomers, g_strdup (id));
    edited.identity = identity = paddock_strangers_dup_identity (self->strangers, session);
  }
  edited.last_seen = now;
  edited.origin = paddock_strangers_get_origin (session);
  if (paddock_session_get_claimed_name (session) != NULL)
    edited.claimed_name = paddock_session_get_claimed_name (session);

  paddock_launcher_set_lists_early (paddock_session_get_launcher (session), edited.lists_early);
  server = paddock_server_new (&edited);
  paddock_session_set_server_id (session, server->id);
  paddock_changes_put_server (changes, server);
  paddock_state_note (self->state, changes);
}

static void
identify_session (PaddockSessions *self,
                  PaddockSession  *session)
{
  const PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);
  const PaddockIdentity *identity = paddock_session_get_recipient (session)->identity;

  put_seen_server (self, session, paddock_policy_find_server (snapshot, identity));
}

static void
log_session (PaddockSessions *self,
             PaddockSession  *session,
             PaddockEvent     event,
             PaddockReason    reason,
             const char      *detail)
{
  paddock_strangers_log (self->strangers, session, event, reason, detail, 1);
}

static void
on_session_identified (PaddockSession  *session,
                       PaddockSessions *self)
{
  const char *limit = paddock_strangers_find_limit (self->strangers, session, self->sessions);
  const PaddockRecipient *recipient = paddock_session_get_recipient (session);
  const char *server_id;

  if (limit != NULL) {
    paddock_session_refuse (session, limit);
    return;
  }
  identify_session (self, session);
  log_session (self, session, PADDOCK_EVENT_SERVER_CONNECTED,
               paddock_identity_has_unproven_key (recipient->identity) ? PADDOCK_REASON_UNPROVEN
                                                                       : PADDOCK_REASON_NONE,
               recipient->version->name);
  server_id = recipient->server_id;
  paddock_server_prompts_update (self->questions, server_id);
}

static void
on_session_listed (PaddockSession  *session,
                   PaddockAnswer    answer,
                   PaddockSessions *self)
{
  const char *server_id = paddock_session_get_recipient (session)->server_id;
  PaddockReason reason = PADDOCK_REASON_NONE;

  if (paddock_snapshot_is_paused (paddock_state_get_snapshot (self->state)))
    reason = PADDOCK_REASON_PAUSED;
  else if (answer == PADDOCK_ANSWER_ASK)
    reason = PADDOCK_REASON_UNDECIDED;
  log_session (self, session, PADDOCK_EVENT_ROOTS_LISTED, reason, NULL);
  paddock_server_prompts_asked (self->questions, server_id, answer);
  emit_server_changed (self, server_id);
}

/* Called when a `paddock run` says that its server wants roots. Asks the user, unless the question
 * waits already. A question of an earlier service was lost when that service ended. */
static void
on_session_wanted (PaddockSession  *session,
                   PaddockAnswer    answer,
                   PaddockSessions *self)
{
  paddock_server_prompts_asked (self->questions,
                                paddock_session_get_recipient (session)->server_id, answer);
}

/* Remembers for the next launch whether the server requests roots early, if this changed since the
 * last launch. */
static void
on_session_paced (PaddockSession  *session,
                  gboolean         lists_early,
                  PaddockSessions *self)
{
  const char *server_id = paddock_session_get_recipient (session)->server_id;
  const PaddockServer *known = NULL;
  g_autoptr (PaddockChanges) changes = NULL;
  g_autoptr (PaddockServer) server = NULL;
  PaddockServer edited;

  if (server_id != NULL)
    known = paddock_snapshot_get_server (paddock_state_get_snapshot (self->state), server_id);
  if (known == NULL || !known->lists_early == !lists_early)
    return;

  edited = *known;
  edited.lists_early = lists_early;
  server = paddock_server_new (&edited);
  changes = paddock_changes_new ();
  paddock_changes_put_server (changes, server);
  paddock_state_note (self->state, changes);
}

static void
on_session_told (PaddockSession  *session,
                 PaddockSessions *self)
{
  log_session (self, session, PADDOCK_EVENT_CHANGE_TOLD, PADDOCK_REASON_NONE, NULL);
  emit_server_changed (self, paddock_session_get_recipient (session)->server_id);
}

static void
on_session_incident (PaddockSession  *session,
                     PaddockEvent     event,
                     PaddockReason    reason,
                     const char      *detail,
                     guint            count,
                     PaddockSessions *self)
{
  paddock_strangers_log (self->strangers, session, event, reason, detail, count);
  emit_server_changed (self, paddock_session_get_recipient (session)->server_id);
}

static void
on_session_changed (PaddockSession  *session,
                    PaddockSessions *self)
{
  const char *server_id = paddock_session_get_recipient (session)->server_id;

  paddock_server_prompts_update (self->questions, server_id);
  emit_server_changed (self, server_id);
}

static void
end_scope (PaddockSessions *self,
           const char      *scope)
{
  PaddockPlanContext plan = paddock_state_plan (self->state, PADDOCK_REASON_SESSION_ENDED, NULL);
  g_autoptr (PaddockChanges) changes = paddock_plan_end_scope (&plan, scope);

  if (paddock_changes_get_size (changes) > 0)
    paddock_state_note (self->state, changes);
  g_signal_emit (self, signals[SCOPE_ENDED], 0, scope);
}

static void
on_process_ended (const char *process,
                  gpointer    user_data)
{
  end_scope (user_data, process);
}

static gboolean
scope_is_used (PaddockSessions *self,
               const char      *scope)
{
  for (guint i = 0; i < self->sessions->len; i++) {
    PaddockSession *session = g_ptr_array_index (self->sessions, i);

    if (g_strcmp0 (paddock_session_get_recipient (session)->scope, scope) == 0)
      return TRUE;
  }
  return FALSE;
}

/* Called when a session ends. "This session" lasts as long as the server's process, which may
 * connect again while it lives. So the Sessions wait for the end of the process. If that is
 * impossible, "this session" ends now. */
static void
linger_or_end (PaddockSessions *self,
               const char      *process)
{
  if (!scope_is_used (self, process) && !paddock_process_watch_wait (self->watch, process))
    end_scope (self, process);
}

/* Waits for the end of those processes in @scope that have no session. Such a process disconnected
 * or ended before the decision was stored, or it was connected to an earlier run of the service. */
static void
linger_for (PaddockSessions *self,
            const char      *scope)
{
  g_auto (GStrv) processes = paddock_scope_split (scope);

  for (gsize i = 0; processes[i] != NULL; i++) {
    if (!paddock_scope_is_login (processes[i]) && !scope_is_used (self, processes[i]) &&
        !paddock_process_watch_wait (self->watch, processes[i]) &&
        !paddock_process_scope_is_alive (processes[i]))
      end_scope (self, processes[i]);
  }
}

static gboolean
has_grant_that_ends (PaddockSessions *self,
                     const char      *server_id)
{
  const PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (snapshot, server_id, NULL);

  for (guint i = 0; i < grants->len; i++) {
    if (((const PaddockGrant *) g_ptr_array_index (grants, i))->expires != 0)
      return TRUE;
  }
  return FALSE;
}

/* Stores when a server disconnected, if one of its grants ends by time. For all other servers this
 * time is not needed. */
static void
note_leaving (PaddockSessions *self,
              const char      *server_id)
{
  const PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);
  const PaddockServer *known = paddock_snapshot_get_server (snapshot, server_id);
  g_autoptr (PaddockChanges) changes = NULL;
  g_autoptr (PaddockServer) server = NULL;
  PaddockServer edited;

  if (known == NULL || !has_grant_that_ends (self, server_id))
    return;

  edited = *known;
  edited.last_seen = g_get_real_time ();
  server = paddock_server_new (&edited);
  changes = paddock_changes_new ();
  paddock_changes_put_server (changes, server);
  paddock_state_note (self->state, changes);
}

/* Forgets a server with an anonymous identity when its last session has ended: nothing could
 * recognize such a server again. */
static void
forget_if_anonymous (PaddockSessions *self,
                     const char      *server_id)
{
  const PaddockServer *server;
  g_autoptr (PaddockChanges) changes = NULL;

  server = paddock_snapshot_get_server (paddock_state_get_snapshot (self->state), server_id);
  if (server == NULL ||
      paddock_identity_get_kind (server->identity) != PADDOCK_IDENTITY_ANONYMOUS)
    return;

  changes = paddock_changes_new ();
  paddock_changes_drop_server (changes, server_id);
  paddock_state_note (self->state, changes);
}

static gboolean
evict (gpointer user_data)
{
  PaddockSessions *self = user_data;

  paddock_alarm_clear (self->evicting);
  paddock_strangers_evict (self->strangers, self->sessions, self->queue);
  return G_SOURCE_REMOVE;
}

/* Evicts surplus servers: at once, if the server @server_id was new in the session that just ended.
 * A server that was known before is surplus only if newer servers took its place, so this eviction
 * can wait. */
static void
evict_in_time (PaddockSessions *self,
               const char      *server_id)
{
  if (g_hash_table_remove (self->newcomers, server_id))
    evict (self);
  else if (!paddock_alarm_is_set (self->evicting))
    paddock_alarm_set (self->evicting, EVICTION_DELAY);
}

static void
on_session_closed (PaddockSession  *session,
                   PaddockReason    reason,
                   PaddockSessions *self)
{
  g_autoptr (PaddockSession) kept = g_object_ref (session);
  const char *server_id = paddock_session_get_recipient (session)->server_id;
  const char *scope = paddock_session_get_recipient (session)->scope;

  g_signal_handlers_disconnect_by_data (session, self);
  g_ptr_array_remove (self->sessions, session);

  if (server_id == NULL) {
    log_session (self, session, PADDOCK_EVENT_SERVER_REFUSED, reason, NULL);
    return;
  }
  /* If the user disconnected the server, the journal already has an entry about that. */
  if (reason != PADDOCK_REASON_USER_DISCONNECTED)
    log_session (self, session, PADDOCK_EVENT_SERVER_DISCONNECTED, reason, NULL);
  paddock_server_prompts_update (self->questions, server_id);
  if (scope != NULL)
    linger_or_end (self, scope);
  if (paddock_session_list_count (self->sessions, server_id) == 0) {
    paddock_server_prompts_left (self->questions, server_id);
    note_leaving (self, server_id);
    forget_if_anonymous (self, server_id);
    evict_in_time (self, server_id);
  }
  emit_server_changed (self, server_id);
}

/* If the server of an open session was forgotten, identifies the session again: it becomes the
 * session of a new server. */
static void
meet_again_if_forgotten (PaddockSessions *self,
                         PaddockSession  *session)
{
  const PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);
  const char *server_id = paddock_session_get_recipient (session)->server_id;

  if (server_id != NULL && paddock_snapshot_get_server (snapshot, server_id) == NULL)
    identify_session (self, session);
}

/* Whether @changes put the server of @recipient, or the one whose key it claims. */
static gboolean
puts_server (const PaddockChanges   *changes,
             const PaddockRecipient *recipient)
{
  for (gsize i = 0; recipient->server_id != NULL && i < paddock_changes_get_size (changes); i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);

    if (change->kind == PADDOCK_CHANGE_PUT_SERVER &&
        (g_str_equal (change->server->id, recipient->server_id) ||
         paddock_identity_claims_key_of (recipient->identity, change->server->identity)))
      return TRUE;
  }
  return FALSE;
}

static void
on_state_changed (PaddockState    *state,
                  PaddockChanges  *changes,
                  PaddockSessions *self)
{
  gboolean forgot = FALSE;
  gboolean concerns_all = FALSE;
  gboolean concerns_some = FALSE;

  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    PaddockChangeKind kind = paddock_changes_get (changes, i)->kind;

    forgot |= kind == PADDOCK_CHANGE_DROP_SERVER;
    concerns_some |= kind == PADDOCK_CHANGE_PUT_SERVER;
    concerns_all |= kind != PADDOCK_CHANGE_LOG && kind != PADDOCK_CHANGE_PUT_SERVER &&
                    kind != PADDOCK_CHANGE_DROP_SERVER;
  }
  if (!forgot && !concerns_some && !concerns_all)
    return;

  for (guint i = 0; forgot && i < self->sessions->len; i++)
    meet_again_if_forgotten (self, g_ptr_array_index (self->sessions, i));
  paddock_server_prompts_follow (self->questions, changes);
  for (guint i = 0; i < self->sessions->len; i++) {
    PaddockSession *session = g_ptr_array_index (self->sessions, i);

    if (concerns_all || puts_server (changes, paddock_session_get_recipient (session)))
      paddock_session_review (session);
  }
  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);

    if (change->kind == PADDOCK_CHANGE_PUT_GRANT)
      linger_for (self, change->grant->scope);
    else if (change->kind == PADDOCK_CHANGE_PUT_SERVER)
      linger_for (self, change->server->decision_scope);
  }
}

static void
on_expired (PaddockState    *state,
            GPtrArray       *grants,
            PaddockSessions *self)
{
  paddock_server_prompts_expired (self->questions, grants);
}

static void
on_availability_changed (PaddockState    *state,
                         const char      *root_id,
                         PaddockSessions *self)
{
  for (guint i = 0; i < self->sessions->len; i++)
    paddock_session_review (g_ptr_array_index (self->sessions, i));
}

static void
paddock_sessions_dispose (GObject *object)
{
  PaddockSessions *self = PADDOCK_SESSIONS (object);

  if (self->state != NULL)
    g_signal_handlers_disconnect_by_data (self->state, self);
  if (self->sessions != NULL)
    paddock_sessions_close (self);
  g_clear_pointer (&self->watch, paddock_process_watch_free);
  g_clear_pointer (&self->evicting, paddock_alarm_free);
  g_clear_pointer (&self->newcomers, g_hash_table_unref);
  g_clear_pointer (&self->sessions, g_ptr_array_unref);
  g_clear_pointer (&self->questions, paddock_server_prompts_free);
  g_clear_pointer (&self->strangers, paddock_strangers_free);
  g_clear_weak_pointer (&self->reading);
  g_clear_object (&self->queue);
  g_clear_object (&self->state);

  G_OBJECT_CLASS (paddock_sessions_parent_class)->dispose (object);
}

static void
paddock_sessions_class_init (PaddockSessionsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_sessions_dispose;

  signals[SERVER_CHANGED] = g_signal_new ("server-changed", PADDOCK_TYPE_SESSIONS,
                                          G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                          G_TYPE_STRING | G_SIGNAL_TYPE_STATIC_SCOPE);
  signals[SCOPE_ENDED] = g_signal_new ("scope-ended", PADDOCK_TYPE_SESSIONS, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
paddock_sessions_init (PaddockSessions *self)
{
  self->sessions = g_ptr_array_new_with_free_func (g_object_unref);
  self->watch = paddock_process_watch_new (on_process_ended, self);
  self->evicting = paddock_alarm_new (evict, self);
  self->newcomers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
linger_for_what_was_granted (PaddockSessions *self)
{
  const PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (snapshot, NULL, NULL);

  for (guint i = 0; i < grants->len; i++)
    linger_for (self, ((const PaddockGrant *) g_ptr_array_index (grants, i))->scope);
}

/**
 * paddock_sessions_new:
 * @state: the State, with all servers
 * @queue: the queue for questions
 * @mode: the consent mode of the service
 *
 * Returns: (transfer full): the Sessions, without any session
 */
PaddockSessions *
paddock_sessions_new (PaddockState       *state,
                      PaddockPrompts     *queue,
                      PaddockConsentMode  mode)
{
  PaddockSessions *self = g_object_new (PADDOCK_TYPE_SESSIONS, NULL);

  self->state = g_object_ref (state);
  self->queue = g_object_ref (queue);
  self->mode = mode;
  self->strangers = paddock_strangers_new (state);
  self->questions = paddock_server_prompts_new (self->sessions, state, queue, mode,
                                                self->strangers);
  g_signal_connect (state, "changed", G_CALLBACK (on_state_changed), self);
  g_signal_connect (state, "expired", G_CALLBACK (on_expired), self);
  g_signal_connect (state, "availability-changed", G_CALLBACK (on_availability_changed), self);
  linger_for_what_was_granted (self);
  return self;
}

/**
 * paddock_sessions_set_reading:
 * @self: the sessions
 * @reading: (nullable): reads files for servers, if the user allowed that; a weak reference. %NULL:
 *   no file is read
 *
 * Sets what later sessions use. Sessions that have begun are not affected.
 */
void
paddock_sessions_set_reading (PaddockSessions *self,
                              PaddockReading  *reading)
{
  g_set_weak_pointer (&self->reading, reading);
}

/* Whether to offer in `initialize` that Paddock reads files. The server has said nothing yet, so
 * this depends only on its process. */
static gboolean
may_read (PaddockSessions *self,
          PaddockSession  *session,
          GBytes          *secret)
{
  const PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);
  g_autoptr (PaddockIdentity) identity =
    paddock_launch_dup_peer_identity (paddock_session_get_peer (session), secret);
  const PaddockServer *server = paddock_policy_find_server (snapshot, identity);
  PaddockQuery query = query_of (self, server != NULL ? server->id : NULL,
                                 paddock_session_get_recipient (session)->scope);
  g_auto (PaddockPolicyResult) result = paddock_policy_evaluate (snapshot, &query,
                                                                 g_get_real_time ());

  return (result.choices & PADDOCK_CHOICE_READING) != 0;
}

/**
 * paddock_sessions_admit:
 * @self: the sessions
 * @stream: a connection of a peer of the same user
 * @peer: what is known about the peer
 *
 * Begins a session. If there are too many unidentified sessions, ends the oldest unidentified
 * session.
 */
void
paddock_sessions_admit (PaddockSessions *self,
                        GIOStream       *stream,
                        PaddockPeer     *peer)
{
  g_autoptr (PaddockChannel) channel = paddock_channel_new (stream);
  GBytes *secret = paddock_store_get_secret (paddock_state_get_store (self->state));
  PaddockSession *surplus = paddock_strangers_find_surplus (self->sessions);
  PaddockSession *session;

  if (surplus != NULL)
    paddock_session_refuse (surplus, "connections that say nothing");
  session = paddock_session_new (channel, peer, secret, PADDOCK_ROOTS_PROVIDER (self),
                                 paddock_methods_get_handlers ());
  paddock_session_reads_set_reading (paddock_session_get_reads (session), self->reading,
                                     may_read (self, session, secret));
  g_ptr_array_add (self->sessions, session);
  g_signal_connect (session, "identified", G_CALLBACK (on_session_identified), self);
  g_signal_connect (session, "listed", G_CALLBACK (on_session_listed), self);
  g_signal_connect (session, "wanted", G_CALLBACK (on_session_wanted), self);
  g_signal_connect (session, "paced", G_CALLBACK (on_session_paced), self);
  g_signal_connect (session, "told", G_CALLBACK (on_session_told), self);
  g_signal_connect (session, "incident", G_CALLBACK (on_session_incident), self);
  g_signal_connect (session, "changed", G_CALLBACK (on_session_changed), self);
  g_signal_connect (session, "closed", G_CALLBACK (on_session_closed), self);
  paddock_session_start (session);
}

/**
 * paddock_sessions_close:
 * @self: the sessions
 *
 * Ends every session, because the service stops. Grants for a session stay until its process ends.
 */
void
paddock_sessions_close (PaddockSessions *self)
{
  paddock_process_watch_clear (self->watch);
  paddock_alarm_clear (self->evicting);
  while (self->sessions->len > 0) {
    g_autoptr (PaddockSession) session = g_ptr_array_steal_index (self->sessions, 0);

    g_signal_handlers_disconnect_by_data (session, self);
    paddock_session_close (session, PADDOCK_REASON_NONE);
  }
}

/**
 * paddock_sessions_list_sessions:
 * @self: the sessions
 * @server_id: a server
 *
 * Returns: (transfer full) (element-type PaddockSession): the server's open sessions, oldest first
 */
GPtrArray *
paddock_sessions_list_sessions (PaddockSessions *self,
                                const char      *server_id)
{
  return paddock_session_list_find (self->sessions, server_id);
}

/**
 * paddock_sessions_list_visible:
 * @self: the sessions
 * @server_id: a server
 *
 * Returns: (transfer full) (element-type PaddockRoot): the roots that any session of the server
 *   sees, or a new session would see
 */
GPtrArray *
paddock_sessions_list_visible (PaddockSessions *self,
                               const char      *server_id)
{
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);
  g_autoptr (GPtrArray) sessions = paddock_sessions_list_sessions (self, server_id);
  PaddockQuery lasting = query_of (self, server_id, NULL);
  gint64 now = g_get_real_time ();
  GPtrArray *visible = paddock_policy_visible_roots (snapshot, &lasting, now);
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < visible->len; i++)
    g_hash_table_add (ids, (char *) ((const PaddockRoot *) visible->pdata[i])->id);
  for (guint i = 0; i < sessions->len; i++) {
    PaddockQuery query = query_of (self, server_id,
                                   paddock_session_get_recipient (sessions->pdata[i])->scope);
    g_autoptr (GPtrArray) seen = paddock_policy_visible_roots (snapshot, &query, now);

    for (guint j = 0; j < seen->len; j++) {
      PaddockRoot *root = g_ptr_array_index (seen, j);

      if (g_hash_table_contains (ids, root->id))
        continue;
      g_ptr_array_add (visible, paddock_root_ref (root));
      g_hash_table_add (ids, (char *) root->id);
    }
  }
  return visible;
}

/**
 * paddock_sessions_list_visible_in:
 * @server_id: a server
 * @scope: (nullable): the process of one of its sessions
 *
 * Returns: (transfer container) (element-type PaddockRoot): the roots that this session sees
 */
GPtrArray *
paddock_sessions_list_visible_in (PaddockSessions *self,
                                  const char      *server_id,
                                  const char      *scope)
{
  PaddockQuery query = query_of (self, server_id, scope);

  return paddock_policy_visible_roots (paddock_state_get_snapshot (self->state), &query,
                                       g_get_real_time ());
}

/**
 * paddock_sessions_sees_all:
 * @self: the sessions
 * @server_id: a server
 *
 * Returns: whether the server is told every available root, whatever was shared with it
 */
gboolean
paddock_sessions_sees_all (PaddockSessions *self,
                           const char      *server_id)
{
  PaddockQuery query = query_of (self, server_id, NULL);
  PaddockReason reason = PADDOCK_REASON_NONE;

  paddock_policy_answer (paddock_state_get_snapshot (self->state), &query, g_get_real_time (),
                         &reason);
  return reason == PADDOCK_REASON_MODE_ALLOW;
}

/**
 * paddock_sessions_may_see:
 * @root_id: a root
 *
 * Returns: whether any connected server may see the root, even if the root is not available
 */
gboolean
paddock_sessions_may_see (PaddockSessions *self,
                          const char      *root_id)
{
  g_autoptr (GPtrArray) grants = NULL;

  if (self->sessions->len == 0)
    return FALSE;
  if (self->mode == PADDOCK_CONSENT_ALLOW)
    return TRUE;

  grants = paddock_snapshot_list_grants (paddock_state_get_snapshot (self->state), NULL, root_id);
  for (guint i = 0; i < grants->len; i++) {
    const PaddockGrant *grant = g_ptr_array_index (grants, i);

    if (paddock_session_list_count (self->sessions, grant->server_id) > 0)
      return TRUE;
  }
  return FALSE;
}

/**
 * paddock_sessions_dup_scope:
 * @self: the sessions
 * @server_id: a server
 *
 * Returns: (transfer full) (nullable): the scope of "this session" for the server: the processes of
 *   its open sessions
 */
char *
paddock_sessions_dup_scope (PaddockSessions *self,
                            const char      *server_id)
{
  return paddock_session_list_dup_scope (self->sessions, server_id);
}

/**
 * paddock_sessions_ask_again:
 * @self: the sessions
 * @server_id: a server whose question the user opens
 *
 * Asks the user again if the server is connected and undecided.
 */
void
paddock_sessions_ask_again (PaddockSessions *self,
                            const char      *server_id)
{
  paddock_server_prompts_open (self->questions, server_id);
}
