/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-server-prompts.h"

#include "paddock-alarm.h"
#include "paddock-app-notes.h"
#include "paddock-session-list.h"

/* Decides when the user is asked about a server. There are four occasions:
 *
 * 1. A server about which the user has not decided requests its roots.
 * 2. "Not Now" or a pause ends, and an undecided server requested its roots before.
 * 3. The user opens the question.
 * 4. A grant expires. Then Paddock offers once to renew it.
 *
 * The Sessions own this object, which reads their list of sessions. It puts questions into the
 * queue and removes none. Except to renew a grant, it never asks about a server for which the
 * policy has an answer. While sharing is paused, it only remembers which servers requested roots.
 * If the queue is full, a question waits here until there is space. Waiting questions keep their
 * order.
 */
#define RETRY_DELAY (50 * G_TIME_SPAN_MILLISECOND)

struct _PaddockServerPrompts
{
  GPtrArray         *sessions;      /* (owned) PaddockSession: the open sessions; the Sessions
                                     * change it */
  PaddockState      *state;         /* (owned) */
  PaddockPrompts    *queue;         /* (owned) */
  GHashTable        *held_back;     /* (owned) set: ids of the servers to ask about after the
                                     * pause */
  GHashTable        *backoff;       /* (owned) server id -> when a renewal was offered, in µs since
                                     * the epoch */
  PaddockConsentMode mode;
  PaddockStrangers  *strangers;     /* limits journal entries; the Sessions own it */
  GPtrArray         *unplaced;      /* (owned) ids of servers that found @queue full, each once */
  PaddockAlarm      *retry;         /* (owned) goes off when @queue may have space for @unplaced */
};

static gboolean
is_paused (PaddockServerPrompts *self)
{
  return paddock_snapshot_is_paused (paddock_state_get_snapshot (self->state));
}

static const PaddockPrompt *
find_question (PaddockServerPrompts *self,
               const char           *server_id)
{
  GPtrArray *requests = paddock_prompts_get_requests (self->queue);

  for (guint i = 0; i < requests->len; i++) {
    const PaddockPrompt *prompt = g_ptr_array_index (requests, i);

    if (prompt->kind == PADDOCK_PROMPT_ROOTS && g_strcmp0 (prompt->server_id, server_id) == 0)
      return prompt;
  }
  return NULL;
}

static gboolean
has_suggestions (const char * const *suggestions)
{
  return suggestions != NULL && suggestions[0] != NULL;
}

/* Whether a question that has @shown could also show what @more adds. Nothing that the user may be
 * looking at goes away. */
static gboolean
can_add (const char * const *shown,
         const char * const *more)
{
  if (!has_suggestions (more))
    return FALSE;
  for (gsize i = 0; shown != NULL && shown[i] != NULL; i++)
    if (!g_strv_contains (more, shown[i]))
      return FALSE;
  return TRUE;
}

/* Returns the roots that a host of the server suggests: the suggestions of the first session that
 * has any. Returns NULL if no session has any. */
static const char * const *
get_suggestions (GPtrArray *sessions)
{
  for (guint i = 0; i < sessions->len; i++) {
    PaddockSession *session = g_ptr_array_index (sessions, i);

    if (has_suggestions (paddock_launcher_get_suggestions (paddock_session_get_launcher (session))))
      return paddock_launcher_get_suggestions (paddock_session_get_launcher (session));
  }
  return NULL;
}

/* Whether it is proven that all sessions of a server are confined. */
static gboolean
are_confined (GPtrArray *sessions)
{
  for (guint i = 0; i < sessions->len; i++)
    if (paddock_launcher_get_confined (paddock_session_get_launcher (sessions->pdata[i])) == NULL)
      return FALSE;
  return sessions->len > 0;
}

/* Changes what a waiting question says of the server's sessions, which may have changed since the
 * server requested roots. */
static void
update_question (PaddockServerPrompts *self,
                 const PaddockPrompt  *question,
                 GPtrArray            *sessions)
{
  PaddockPrompt edited = *question;

  if (can_add (question->suggestions, get_suggestions (sessions)))
    edited.suggestions = get_suggestions (sessions);
  if (sessions->len > 0)
    edited.is_confined = are_confined (sessions);
  if (!paddock_prompt_equal (question, &edited))
    paddock_prompts_ask (self->queue, &edited, NULL, NULL);
}

/* Returns the ids of the roots that a server sees; NULL: there is no server. */
static GStrv
dup_granted (const PaddockSnapshot *snapshot,
             const PaddockServer   *server)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  g_autoptr (GPtrArray) grants = NULL;

  if (server == NULL)
    return NULL;
  grants = paddock_snapshot_list_grants (snapshot, server->id, NULL);
  for (guint i = 0; i < grants->len; i++)
    g_strv_builder_add (ids, ((const PaddockGrant *) grants->pdata[i])->root_id);
  return g_strv_builder_end (ids);
}

static gboolean
is_unplaced (PaddockServerPrompts *self,
             const char           *server_id,
             guint                *out_index)
{
  return g_ptr_array_find_with_equal_func (self->unplaced, server_id, g_str_equal, out_index);
}

static void
note_unplaced (PaddockServerPrompts *self,
               const char           *server_id,
               const char           *label,
               const GError         *error)
{
  if (is_unplaced (self, server_id, NULL))
    return;
  if (self->unplaced->len == 0)
    g_message ("The question of %s waits until there is room: %s", label, error->message);
  g_ptr_array_add (self->unplaced, g_strdup (server_id));
}

static void
put_question (PaddockServerPrompts *self,
              const PaddockServer  *server,
              GPtrArray            *sessions,
              const char * const   *renewed)
{
  const PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);
  const PaddockServer *previous = paddock_app_notes_find_previous (snapshot, server);
  const PaddockServer *resembling =
    paddock_policy_find_resembling (snapshot, server->identity, server->claimed_name);
  g_autofree char *resembling_label = resembling != NULL && resembling != server && previous == NULL
                                      ? paddock_server_dup_label (resembling) : NULL;
  g_auto (GStrv) shared_before = dup_granted (snapshot, previous);
  g_autofree char *label = paddock_server_dup_label (server);
  PaddockSession *session = sessions->len > 0 ? g_ptr_array_index (sessions, 0) : NULL;
  g_autoptr (GError) error = NULL;
  const char *id;

  /* The queue may have space again, but the servers in @unplaced come first. */
  if (renewed == NULL && self->unplaced->len > 0 && paddock_alarm_is_set (self->retry)) {
    note_unplaced (self, server->id, label, NULL);
    return;
  }
  id = paddock_prompts_ask (self->queue, &(PaddockPrompt) {
    .kind = PADDOCK_PROMPT_ROOTS,
    .asked = g_get_real_time (),
    .server_id = server->id,
    .server = label,
    .note = paddock_app_notes_find (snapshot, server->identity),
    .is_named = server->given_name != NULL,
    .identity = server->identity,
    .previous = previous != NULL ? previous->identity : NULL,
    .resembling = resembling_label,
    .is_confined = are_confined (sessions),
    .times_put_off = server->times_put_off,
    .sessions = sessions->len,
    .suggestions = get_suggestions (sessions),
    .wants = {
      .flags = renewed != NULL ? PADDOCK_WANTS_RENEWAL : PADDOCK_WANTS_NOTHING_ELSE,
      .root_ids = renewed != NULL ? renewed : (const char * const *) shared_before,
    },
  }, &(PaddockAsker) {
    .session = session != NULL ? paddock_session_get_recipient (session)->scope : NULL,
    .origin = session != NULL ? paddock_strangers_get_origin (session) : server->origin,
    .is_vouched_for = renewed != NULL || paddock_server_is_vouched_for (server),
  }, &error);

  if (id == NULL) {
    note_unplaced (self, server->id, label, error);
    return;
  }
  if (renewed == NULL && session != NULL) {
    paddock_strangers_log (self->strangers, session, PADDOCK_EVENT_CONSENT_ASKED,
                           PADDOCK_REASON_UNDECIDED, NULL, 1);
    return;
  }
  paddock_state_log (self->state, &(PaddockJournalEntry) {
    .event = renewed != NULL ? PADDOCK_EVENT_RENEWAL_OFFERED : PADDOCK_EVENT_CONSENT_ASKED,
    .reason = renewed != NULL ? PADDOCK_REASON_EXPIRED : PADDOCK_REASON_UNDECIDED,
    .server_id = server->id,
    .server = label,
  });
}

/* Asks the user about the server. If a question about it waits already, that question does not
 * change, except that it may get more suggestions. Otherwise a server that changes its name each
 * time could change the question under the user's eyes, so that nobody could answer it. */
static void
ask_user (PaddockServerPrompts *self,
          const char           *server_id)
{
  const PaddockPrompt *question = find_question (self, server_id);
  const PaddockServer *server =
    paddock_snapshot_get_server (paddock_state_get_snapshot (self->state), server_id);
  g_autoptr (GPtrArray) sessions = paddock_session_list_find (self->sessions, server_id);

  if (server != NULL && question != NULL)
    update_question (self, question, sessions);
  else if (server != NULL)
    put_question (self, server, sessions, NULL);
}

/* Whether an open session of the server requested its roots, and may still wait for a decision. If
 * Paddock offered a renewal, requests before the offer do not matter: they got their answers. */
static gboolean
has_listed (PaddockServerPrompts *self,
            const char           *server_id)
{
  const gint64 *offered = g_hash_table_lookup (self->backoff, server_id);
  g_autoptr (GPtrArray) sessions = paddock_session_list_find (self->sessions, server_id);

  for (guint i = 0; i < sessions->len; i++) {
    PaddockSession *session = g_ptr_array_index (sessions, i);

    if (paddock_session_roots_get_last_listed (paddock_session_get_roots (session)) >
        (offered != NULL ? *offered : 0))
      return TRUE;
  }
  return FALSE;
}

/* Returns the answer that the open sessions of the server get now. */
static PaddockAnswer
get_answer (PaddockServerPrompts *self,
            const char           *server_id)
{
  g_autofree char *scope = paddock_session_list_dup_scope (self->sessions, server_id);
  PaddockQuery query = { .server_id = server_id, .scope = scope, .mode = self->mode };

  return paddock_policy_answer (paddock_state_get_snapshot (self->state), &query,
                                g_get_real_time (), NULL);
}

/* If "Not Now" has ended for a server that requested its roots, asks the user again. Many servers
 * request roots only once, so otherwise nobody would ask about them again. */
static void
ask_if_put_off_ended (PaddockServerPrompts *self,
                      const PaddockServer  *server)
{
  if (server->times_put_off > 0 && server->put_off_until == 0 && has_listed (self, server->id))
    paddock_server_prompts_open (self, server->id);
}

/* Hides the questions about servers while sharing is paused. After the pause, asks about the
 * servers that requested roots in the pause, in the order in which they first connected. */
static void
follow_pause (PaddockServerPrompts *self)
{
  GPtrArray *servers =
    paddock_snapshot_get_servers (paddock_state_get_snapshot (self->state));

  paddock_prompts_set_held (self->queue, is_paused (self));
  if (is_paused (self))
    return;

  for (guint i = 0; i < servers->len; i++) {
    const PaddockServer *server = g_ptr_array_index (servers, i);

    if (g_hash_table_remove (self->held_back, server->id))
      paddock_server_prompts_open (self, server->id);
  }
  g_hash_table_remove_all (self->held_back);
}

/* Returns the ids of the roots whose expired grants are worth renewing; NULL: there are none. */
static GStrv
list_renewable (PaddockServerPrompts *self,
                const PaddockServer  *server,
                GPtrArray            *grants,
                gint64                last_seen)
{
  const PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (guint i = 0; i < grants->len; i++) {
    const PaddockGrant *grant = g_ptr_array_index (grants, i);

    if (g_strcmp0 (grant->server_id, server->id) == 0 &&
        paddock_snapshot_get_root (snapshot, grant->root_id) != NULL &&
        paddock_grant_is_worth_renewing (grant, last_seen))
      g_strv_builder_add (ids, grant->root_id);
  }
  list = g_strv_builder_end (ids);
  return list[0] != NULL ? g_steal_pointer (&list) : NULL;
}

static void
offer_renewal (PaddockServerPrompts *self,
               const PaddockServer  *server,
               GPtrArray            *grants)
{
  g_autoptr (GPtrArray) sessions = paddock_session_list_find (self->sessions, server->id);
  gint64 now = g_get_real_time ();
  PaddockStanding standing = paddock_server_get_standing (server, server->decision_scope, now);
  g_auto (GStrv) renewed = NULL;

  if ((standing != PADDOCK_STANDING_ALLOWED && standing != PADDOCK_STANDING_UNDECIDED) ||
      server->put_off_until > now || find_question (self, server->id) != NULL)
    return;
  renewed = list_renewable (self, server, grants, sessions->len > 0 ? now : server->last_seen);
  if (renewed == NULL)
    return;

  put_question (self, server, sessions, (const char * const *) renewed);
  if (sessions->len > 0)
    g_hash_table_replace (self->backoff, g_strdup (server->id), g_memdup2 (&now, sizeof now));
}

/* Asks again about the servers that found the queue full. If the queue is full again, the servers
 * keep their order. */
static gboolean
on_retry (gpointer user_data)
{
  PaddockServerPrompts *self = user_data;
  g_autoptr (GPtrArray) waiting = g_steal_pointer (&self->unplaced);

  self->unplaced = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < waiting->len; i++)
    paddock_server_prompts_open (self, g_ptr_array_index (waiting, i));
  return G_SOURCE_REMOVE;
}

static void
on_finished (PaddockPrompts       *queue,
             const char           *id,
             PaddockVerdict        verdict,
             PaddockReason         reason,
             PaddockServerPrompts *self)
{
  if (self->unplaced->len > 0 && !paddock_alarm_is_set (self->retry))
    paddock_alarm_set (self->retry, RETRY_DELAY);
}

/**
 * paddock_server_prompts_new:
 * @sessions: (element-type PaddockSession): the open sessions, which the Sessions object keeps
 * @state: the State, with all servers
 * @queue: the queue for questions
 * @mode: the consent mode of the service
 * @strangers: limits the entries of the journal; must outlive the result
 *
 * Returns: (transfer full): an object without questions
 */
PaddockServerPrompts *
paddock_server_prompts_new (GPtrArray          *sessions,
                            PaddockState       *state,
                            PaddockPrompts     *queue,
                            PaddockConsentMode  mode,
                            PaddockStrangers   *strangers)
{
  PaddockServerPrompts *self = g_new0 (PaddockServerPrompts, 1);

  self->sessions = g_ptr_array_ref (sessions);
  self->state = g_object_ref (state);
  self->queue = g_object_ref (queue);
  self->mode = mode;
  self->strangers = strangers;
  self->unplaced = g_ptr_array_new_with_free_func (g_free);
  self->retry = paddock_alarm_new (on_retry, self);
  g_signal_connect (queue, "finished", G_CALLBACK (on_finished), self);
  self->backoff = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->held_back = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  paddock_prompts_set_held (queue, is_paused (self));
  return self;
}

/**
 * paddock_server_prompts_free:
 * @self: (transfer full): the object to free
 */
void
paddock_server_prompts_free (PaddockServerPrompts *self)
{
  g_signal_handlers_disconnect_by_data (self->queue, self);
  paddock_alarm_free (self->retry);
  g_ptr_array_unref (self->unplaced);
  g_hash_table_unref (self->held_back);
  g_hash_table_unref (self->backoff);
  g_object_unref (self->queue);
  g_object_unref (self->state);
  g_ptr_array_unref (self->sessions);
  g_free (self);
}

/**
 * paddock_server_prompts_asked:
 * @self: server prompts
 * @server_id: (nullable): a server whose session requested roots; %NULL: still unknown
 * @answer: the answer that the server got
 *
 * Asks the user if @answer is %PADDOCK_ANSWER_ASK. During a pause, remembers the server for later.
 */
void
paddock_server_prompts_asked (PaddockServerPrompts *self,
                              const char           *server_id,
                              PaddockAnswer         answer)
{
  if (server_id == NULL)
    return;
  if (answer == PADDOCK_ANSWER_ASK)
    ask_user (self, server_id);
  else if (is_paused (self))
    g_hash_table_add (self->held_back, g_strdup (server_id));
}

/**
 * paddock_server_prompts_open:
 * @self: server prompts
 * @server_id: a server
 *
 * Asks the user, if the server is connected, and if no decision and no "Not Now" answers the
 * question. While sharing is paused, the question waits until the pause ends.
 */
void
paddock_server_prompts_open (PaddockServerPrompts *self,
                             const char           *server_id)
{
  g_autoptr (GPtrArray) sessions = paddock_session_list_find (self->sessions, server_id);

  if (sessions->len == 0)
    return;
  if (is_paused (self))
    g_hash_table_add (self->held_back, g_strdup (server_id));
  else if (get_answer (self, server_id) == PADDOCK_ANSWER_ASK)
    ask_user (self, server_id);
}

/**
 * paddock_server_prompts_update:
 * @self: server prompts
 * @server_id: (nullable): a server of which sessions came, left, or said something; %NULL: still
 *   unknown
 *
 * Changes the question about the server, if one waits: how many sessions there are, whether all are
 * confined, and what their hosts suggest. A host may send its suggestions, and a `paddock run` may
 * prove that the server is confined, after the server requested roots.
 */
void
paddock_server_prompts_update (PaddockServerPrompts *self,
                               const char           *server_id)
{
  g_autoptr (GPtrArray) sessions = NULL;
  const PaddockPrompt *question;

  if (server_id == NULL)
    return;
  sessions = paddock_session_list_find (self->sessions, server_id);
  paddock_prompts_set_sessions (self->queue, server_id, sessions->len);
  question = find_question (self, server_id);
  if (question != NULL)
    update_question (self, question, sessions);
}

/**
 * paddock_server_prompts_left:
 * @self: server prompts
 * @server_id: a server whose last session ended
 *
 * Forgets all that is remembered here about the server.
 */
void
paddock_server_prompts_left (PaddockServerPrompts *self,
                             const char           *server_id)
{
  guint index;

  if (is_unplaced (self, server_id, &index))
    g_ptr_array_remove_index (self->unplaced, index);
  g_hash_table_remove (self->held_back, server_id);
  g_hash_table_remove (self->backoff, server_id);
}

/**
 * paddock_server_prompts_expired:
 * @self: server prompts
 * @grants: (element-type PaddockGrant): grants that just expired, and are not in the snapshot any
 *   more
 *
 * Offers to renew a grant if its server was seen in the last tenth of the grant's duration.
 */
void
paddock_server_prompts_expired (PaddockServerPrompts *self,
                                GPtrArray            *grants)
{
  GPtrArray *servers =
    paddock_snapshot_get_servers (paddock_state_get_snapshot (self->state));

  if (self->mode != PADDOCK_CONSENT_ASK)
    return;
  for (guint i = 0; i < servers->len; i++)
    offer_renewal (self, g_ptr_array_index (servers, i), grants);
}

/**
 * paddock_server_prompts_follow:
 * @self: server prompts
 * @changes: the changes that the snapshot just got
 *
 * Asks again about servers for which @changes end a "Not Now". If @changes end a pause, asks about
 * the servers that requested roots during the pause.
 */
void
paddock_server_prompts_follow (PaddockServerPrompts *self,
                               const PaddockChanges *changes)
{
  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);

    if (change->kind == PADDOCK_CHANGE_PUT_SERVER)
      ask_if_put_off_ended (self, change->server);
    else if (change->kind == PADDOCK_CHANGE_PAUSE)
      follow_pause (self);
  }
}
