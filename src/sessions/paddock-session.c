/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-session.h"

#include "paddock-error.h"
#include "paddock-handshake.h"
#include "paddock-limits.h"
#include "paddock-message-write.h"
#include "paddock-names.h"
#include "paddock-seal.h"

/* One connection of one server, from accept to close. Paddock is the MCP client on it.
 *
 * PaddockSessions owns the sessions and drops them when they close. A session follows the protocol:
 * the handshake, immediate answers, batches. It owns objects for its roots
 * (paddock-session-roots.c), for its reads (paddock-session-reads.c) and for what its `paddock run`
 * says (paddock-launcher.c). It decides nothing, asks nobody and never waits. Whatever the peer
 * does can only end this session.
 *
 *   NEW ── start() ──▶ INITIALIZING ── a version we speak ──▶ READY ──▶ CLOSED
 *                           └───── error, other version, no answer ────▶┘
 *
 * Requests are answered as soon as the peer has answered `initialize`: real servers send requests
 * that early. */

struct _PaddockSession
{
  GObject               parent_instance;

  char                 *id;             /* (owned) */
  PaddockSessionState   state;
  PaddockChannel       *channel;        /* (owned) */
  PaddockPeer          *peer;           /* (owned) */
  GBytes               *secret;         /* (owned) the secret of this installation, for hashes in
                                         * identities */
  const PaddockSessionHandlers *handlers;

  PaddockRecipient      recipient;      /* who the server is */
  char                 *claimed_name;   /* (owned) (nullable) the name the server claims; NULL:
                                         * none, or not known yet */
  PaddockSessionRoots  *roots;          /* (owned) */
  PaddockSessionReads  *reads;          /* (owned) */
  PaddockLauncher      *launcher;       /* (owned) */

  guint bad_lines;
  guint n_offers;                       /* how many versions were offered; also the id of the last
                                         * offer */
  guint handshake_timeout;              /* how long to wait for the answer to `initialize`, in ms */
  guint handshake_timeout_id;           /* the event source that ends the wait for this answer, or
                                         * 0 */
};

enum {
  IDENTIFIED,
  LISTED,
  WANTED,
  PACED,
  TOLD,
  INCIDENT,
  CHANGED,
  CLOSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PaddockSession, paddock_session, G_TYPE_OBJECT)

static void
report (PaddockSession *self,
        PaddockReason   reason,
        const char     *detail)
{
  g_signal_emit (self, signals[INCIDENT], 0, PADDOCK_EVENT_SERVER_REFUSED, reason, detail, 1);
}

static void
report_and_close (PaddockSession *self,
                  PaddockReason   reason,
                  const char     *detail)
{
  report (self, reason, detail);
  paddock_session_close (self, reason);
}

static void
send_error (PaddockSession *self,
            const char     *id,
            int             code,
            const char     *message,
            const char     *data)
{
  g_autoptr (GBytes) line = paddock_message_write_error (id, code, message, data);

  paddock_channel_send (self->channel, line);
}

static gboolean
on_handshake_timeout (gpointer user_data)
{
  PaddockSession *self = user_data;

  self->handshake_timeout_id = 0;
  send_error (self, NULL, PADDOCK_RPC_INVALID_REQUEST, "initialize was not answered in time",
              NULL);
  paddock_session_close (self, PADDOCK_REASON_TIMED_OUT);
  return G_SOURCE_REMOVE;
}

static void
offer_version (PaddockSession       *self,
               const PaddockVersion *version)
{
  gboolean reads = paddock_session_reads_are_offered (self->reads);
  g_autoptr (GBytes) line = paddock_handshake_write_request (++self->n_offers, version, reads);

  paddock_channel_send (self->channel, line);
}

static void
become_ready (PaddockSession *self)
{
  gboolean lists_early = self->recipient.is_launch &&
                         paddock_launcher_lists_early (self->launcher);
  g_autoptr (GBytes) line = paddock_handshake_write_ready (lists_early);

  self->state = PADDOCK_SESSION_READY;
  paddock_channel_send (self->channel, line);
  paddock_session_roots_begin (self->roots);
}

static void
finish_handshake (PaddockSession *self,
                  PaddockMessage *answer)
{
  g_autoptr (PaddockHandshake) handshake = paddock_handshake_read (answer);

  /* Offer a version that the peer named. Do so only once: otherwise the peer could make the
   * negotiation endless. */
  if (handshake->retry != NULL && self->n_offers == 1) {
    if (handshake->knows_modern)
      g_signal_emit (self, signals[INCIDENT], 0, PADDOCK_EVENT_DEPRECATED,
                     PADDOCK_REASON_DEPRECATED, handshake->retry->name, 1);
    offer_version (self, handshake->retry);
    return;
  }
  if (handshake->version == NULL) {
    report_and_close (self, handshake->reason, handshake->detail);
    return;
  }

  g_clear_handle_id (&self->handshake_timeout_id, g_source_remove);
  self->recipient.version = handshake->version;
  self->recipient.is_launch = handshake->launch != NULL;
  self->recipient.is_confined = self->recipient.is_launch &&
                                paddock_launch_is_confined (handshake->launch);
  self->claimed_name = g_steal_pointer (&handshake->claimed_name);
  self->recipient.identity = self->recipient.is_launch
                   ? paddock_launch_dup_identity (handshake->launch, self->peer, self->secret)
                   : paddock_launch_dup_peer_identity (self->peer, self->secret);
  g_clear_pointer (&self->recipient.answer, paddock_roots_answer_unref);

  g_signal_emit (self, signals[IDENTIFIED], 0);
  if (self->state == PADDOCK_SESSION_INITIALIZING)
    become_ready (self);
}

/* Receives the answer to `initialize`: the only response that Paddock waits for. Ignores all other
 * responses. Also ignores an answer to `initialize` that comes after the session has a version or
 * has closed. */
static void
handle_response (PaddockSession *self,
                 PaddockMessage *message,
                 gboolean        is_in_batch)
{
  if (self->recipient.version != NULL || self->state != PADDOCK_SESSION_INITIALIZING ||
      !paddock_handshake_is_answer (message, self->n_offers))
    return;

  if (is_in_batch)
    report_and_close (self, PADDOCK_REASON_MALFORMED, "it answered initialize in a batch");
  else
    finish_handshake (self, message);
}

/* Counts a line that is no message. Too many of them end the session: the peer speaks another
 * protocol. */
static void
count_bad_line (PaddockSession *self,
                const char     *problem)
{
  if (self->state == PADDOCK_SESSION_CLOSED)
    return;

  self->bad_lines++;
  if (self->bad_lines == 1)
    report (self, PADDOCK_REASON_MALFORMED, problem);
  if (self->bad_lines > PADDOCK_LIMIT_BAD_LINES)
    paddock_session_refuse (self, "too many lines that are no message");
}

static GBytes *
refuse_invalid (PaddockMessage *message)
{
  g_autofree char *text = g_strconcat ("Invalid request: ", message->problem,
                                       NULL);

  return paddock_message_write_error (paddock_message_get_id (message), PADDOCK_RPC_INVALID_REQUEST,
                                      text, NULL);
}

/* Returns the answer to one message; NULL if the message gets no answer, or gets it later. */
static GBytes *
handle_message (PaddockSession *self,
                PaddockMessage *message,
                gboolean        is_in_batch)
{
  switch (message->kind) {
    case PADDOCK_MESSAGE_REQUEST:
      return self->handlers->answer (self, message);
    case PADDOCK_MESSAGE_RESPONSE:
    case PADDOCK_MESSAGE_BAD_RESPONSE:
      handle_response (self, message, is_in_batch);
      return NULL;
    case PADDOCK_MESSAGE_NOTIFICATION:
      self->handlers->take_notification (self, message);
      return NULL;
    case PADDOCK_MESSAGE_INVALID:
    case PADDOCK_MESSAGE_UNREADABLE:
    case PADDOCK_MESSAGE_DUPLICATE:
    case PADDOCK_MESSAGE_BATCH:
    default:
      return refuse_invalid (message);
  }
}

/* Answers an array of messages with one array. If no message gets an answer, sends nothing (MCP
 * 2025-03-26, batching; JSON-RPC 2.0, section 6). */
static void
handle_batch (PaddockSession *self,
              GPtrArray      *messages)
{
  g_autoptr (GPtrArray) answers = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GBytes) line = NULL;
  gsize size = 0;

  for (guint i = 0; i < messages->len && self->state != PADDOCK_SESSION_CLOSED; i++) {
    GBytes *answer = handle_message (self, g_ptr_array_index (messages, i), TRUE);

    if (answer == NULL)
      continue;
    g_ptr_array_add (answers, answer);
    size += g_bytes_get_size (answer);
    if (size > PADDOCK_CHANNEL_MAX_BYTES) {
      paddock_session_refuse (self, "a batch with too long an answer");
      return;
    }
  }
  if (answers->len == 0 || self->state == PADDOCK_SESSION_CLOSED)
    return;

  line = paddock_message_write_batch (answers);
  paddock_channel_send (self->channel, line);
}

static void
handle_single (PaddockSession *self,
               PaddockMessage *message)
{
  PaddockMessageKind kind = message->kind;
  g_autoptr (GBytes) answer = handle_message (self, message, FALSE);

  if (answer != NULL)
    paddock_channel_send (self->channel, answer);
  if (kind == PADDOCK_MESSAGE_INVALID || kind == PADDOCK_MESSAGE_BAD_RESPONSE)
    count_bad_line (self, message->problem);
}

static void
handle_unreadable (PaddockSession *self,
                   const GError   *error)
{
  if (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT)) {
    paddock_session_refuse (self, error->message);
    return;
  }
  send_error (self, NULL, PADDOCK_RPC_PARSE_ERROR, error->message, NULL);
  count_bad_line (self, error->message);
}

static void
on_line (PaddockChannel *channel,
         GBytes         *line,
         gpointer        user_data)
{
  g_autoptr (PaddockSession) self = g_object_ref (user_data);
  g_auto (PaddockMessage) message = { 0 };
  g_autoptr (GError) error = NULL;

  if (self->state == PADDOCK_SESSION_CLOSED)
    return;

  if (!paddock_message_parse_line (line, &message, &error))
    handle_unreadable (self, error);
  else if (message.kind != PADDOCK_MESSAGE_BATCH)
    handle_single (self, &message);
  else if (self->recipient.version == NULL || self->recipient.version->has_batches)
    handle_batch (self, message.elements);
  else {
    send_error (self, NULL, PADDOCK_RPC_INVALID_REQUEST, "This version of MCP has no batches",
                NULL);
    count_bad_line (self, "a batch in a version without them");
  }
}

static void
on_overlong (PaddockChannel *channel,
             const GError   *error,
             gpointer        user_data)
{
  g_autoptr (PaddockSession) self = g_object_ref (user_data);

  paddock_session_refuse (self, error->message);
}

static void
on_channel_closed (PaddockChannel *channel,
                   const GError   *error,
                   gpointer        user_data)
{
  g_autoptr (PaddockSession) self = g_object_ref (user_data);

  if (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT))
    report_and_close (self, PADDOCK_REASON_LIMIT, error->message);
  else
    paddock_session_close (self, PADDOCK_REASON_PEER_CLOSED);
}

static const PaddockChannelFuncs channel_funcs = {
  .line = on_line,
  .overlong = on_overlong,
  .closed = on_channel_closed,
};

static void
on_listed (PaddockAnswer answer,
           gpointer      self)
{
  g_signal_emit (self, signals[LISTED], 0, answer);
}

static void
on_wanted (PaddockAnswer answer,
           gpointer      self)
{
  g_signal_emit (self, signals[WANTED], 0, answer);
}

static void
on_told (gpointer self)
{
  g_signal_emit (self, signals[TOLD], 0);
}

static const PaddockRootsFuncs roots_funcs = {
  .listed = on_listed,
  .wanted = on_wanted,
  .told = on_told,
};

static void
on_paced (PaddockSession *self,
          gboolean        lists_early)
{
  g_signal_emit (self, signals[PACED], 0, lists_early);
}

static void
on_reported (PaddockSession *self,
             int             event,
             int             reason,
             guint           count)
{
  g_signal_emit (self, signals[INCIDENT], 0, event, reason, NULL, count);
}

static void
on_changed (PaddockSession *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
connect_launcher (PaddockSession *self)
{
  g_signal_connect_object (self->launcher, "paced", G_CALLBACK (on_paced), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->launcher, "reported", G_CALLBACK (on_reported), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->launcher, "changed", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
}

static void
paddock_session_dispose (GObject *object)
{
  PaddockSession *self = PADDOCK_SESSION (object);

  g_clear_handle_id (&self->handshake_timeout_id, g_source_remove);
  if (self->roots != NULL)
    paddock_session_roots_close (self->roots);
  if (self->channel != NULL)
    paddock_channel_close (self->channel);
  g_clear_pointer (&self->reads, paddock_session_reads_free);
  g_clear_object (&self->roots);
  g_clear_object (&self->launcher);
  g_clear_object (&self->channel);

  G_OBJECT_CLASS (paddock_session_parent_class)->dispose (object);
}

static void
paddock_session_finalize (GObject *object)
{
  PaddockSession *self = PADDOCK_SESSION (object);

  g_free (self->id);
  paddock_peer_unref (self->peer);
  g_bytes_unref (self->secret);
  g_clear_pointer (&self->recipient.identity, paddock_identity_unref);
  g_free (self->recipient.scope);
  g_free (self->claimed_name);
  g_free (self->recipient.server_id);
  g_clear_pointer (&self->recipient.answer, paddock_roots_answer_unref);

  G_OBJECT_CLASS (paddock_session_parent_class)->finalize (object);
}

static void
paddock_session_class_init (PaddockSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = paddock_session_dispose;
  object_class->finalize = paddock_session_finalize;

  signals[IDENTIFIED] =
    g_signal_new ("identified", PADDOCK_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
  signals[LISTED] =
    g_signal_new ("listed", PADDOCK_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_INT);
  signals[WANTED] =
    g_signal_new ("wanted", PADDOCK_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_INT);
  signals[PACED] =
    g_signal_new ("paced", PADDOCK_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[TOLD] =
    g_signal_new ("told", PADDOCK_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
  signals[INCIDENT] =
    g_signal_new ("incident", PADDOCK_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 4, G_TYPE_INT, G_TYPE_INT, G_TYPE_STRING, G_TYPE_UINT);
  signals[CHANGED] =
    g_signal_new ("changed", PADDOCK_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
  signals[CLOSED] =
    g_signal_new ("closed", PADDOCK_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
paddock_session_init (PaddockSession *self)
{
  self->id = g_uuid_string_random ();
  self->launcher = paddock_launcher_new ();
  self->handshake_timeout = PADDOCK_INITIALIZE_TIMEOUT_SECONDS * 1000;
}

/**
 * paddock_session_new:
 * @channel: a channel that is not started; the session starts and closes it
 * @peer: what is known about the other end
 * @secret: the secret of this installation, which keys the hashes
 * @provider: decides which roots the server gets; a weak reference
 * @handlers: handle requests and notifications; must stay valid
 *
 * Returns: (transfer full): a session that is not started yet
 */
PaddockSession *
paddock_session_new (PaddockChannel               *channel,
                     PaddockPeer                  *peer,
                     GBytes                       *secret,
                     PaddockRootsProvider         *provider,
                     const PaddockSessionHandlers *handlers)
{
  PaddockSession *self = g_object_new (PADDOCK_TYPE_SESSION, NULL);

  self->channel = g_object_ref (channel);
  self->peer = paddock_peer_ref (peer);
  self->secret = g_bytes_ref (secret);
  self->handlers = handlers;
  self->roots = paddock_session_roots_new (&self->recipient, channel, provider, &roots_funcs,
                                           self);
  self->reads = paddock_session_reads_new (&self->recipient, channel, provider);
  connect_launcher (self);
  self->recipient.scope = paddock_peer_dup_scope (peer);
  if (self->recipient.scope == NULL)
    self->recipient.scope = g_strconcat ("session:", self->id, NULL);
  return self;
}

/**
 * paddock_session_set_handshake_timeout:
 * @milliseconds: how long to wait for the answer to `initialize`; by default
 *   %PADDOCK_INITIALIZE_TIMEOUT_SECONDS
 *
 * Call this before paddock_session_start().
 */
void
paddock_session_set_handshake_timeout (PaddockSession *self,
                                       guint           milliseconds)
{
  self->handshake_timeout = milliseconds;
}

/**
 * paddock_session_start:
 *
 * Starts the handshake (MCP 2025-11-25, lifecycle). Call this once, after connecting to the
 * signals.
 */
void
paddock_session_start (PaddockSession *self)
{
  g_return_if_fail (self->state == PADDOCK_SESSION_NEW);

  self->state = PADDOCK_SESSION_INITIALIZING;
  self->handshake_timeout_id = g_timeout_add (self->handshake_timeout, on_handshake_timeout, self);
  offer_version (self, paddock_handshake_get_latest_version ());
  paddock_channel_start (self->channel, &channel_funcs, self);
}

/**
 * paddock_session_close:
 * @reason: why the session ends
 *
 * Ends the session and its connection, and emits "closed". A second call does nothing. If the user
 * ended the session, a `paddock run` is told so, and ends its server.
 */
void
paddock_session_close (PaddockSession *self,
                       PaddockReason   reason)
{
  g_autoptr (PaddockSession) alive = g_object_ref (self);

  if (self->state == PADDOCK_SESSION_CLOSED)
    return;

  self->state = PADDOCK_SESSION_CLOSED;
  g_clear_handle_id (&self->handshake_timeout_id, g_source_remove);
  paddock_session_roots_close (self->roots);
  paddock_session_reads_close (self->reads);
  if (reason == PADDOCK_REASON_USER_DISCONNECTED)
    send_error (self, NULL, PADDOCK_RPC_INVALID_REQUEST, "This session was ended",
                "{\"reason\":\"" PADDOCK_DATA_DISCONNECTED "\"}");
  paddock_channel_close (self->channel);
  g_signal_emit (self, signals[CLOSED], 0, reason);
}

/**
 * paddock_session_refuse:
 * @problem: the exceeded limit, in words
 *
 * Sends an error, if the peer still reads, and ends the session.
 */
void
paddock_session_refuse (PaddockSession *self,
                        const char     *problem)
{
  send_error (self, NULL, PADDOCK_RPC_INVALID_REQUEST, problem, NULL);
  report_and_close (self, PADDOCK_REASON_LIMIT, problem);
}

/**
 * paddock_session_review:
 *
 * Call this when something changed that may concern what the server sees. If its list of roots
 * changed, the server is told a moment later. If Paddock may not read files for the server any
 * more, its waiting requests for files are refused at once.
 */
void
paddock_session_review (PaddockSession *self)
{
  paddock_session_reads_review (self->reads);
  paddock_session_roots_review (self->roots);
}

PaddockSessionRoots *
paddock_session_get_roots (PaddockSession *self)
{
  return self->roots;
}

PaddockLauncher *
paddock_session_get_launcher (PaddockSession *self)
{
  return self->launcher;
}

PaddockSessionReads *
paddock_session_get_reads (PaddockSession *self)
{
  return self->reads;
}

/* Returns: a name for this connection, which is never used again */
const char *
paddock_session_get_id (PaddockSession *self)
{
  return self->id;
}

PaddockSessionState
paddock_session_get_state (PaddockSession *self)
{
  return self->state;
}

PaddockPeer *
paddock_session_get_peer (PaddockSession *self)
{
  return self->peer;
}

/**
 * paddock_session_get_recipient:
 *
 * Returns: (transfer none): who the server is, as far as it is known
 */
const PaddockRecipient *
paddock_session_get_recipient (PaddockSession *self)
{
  return &self->recipient;
}

/**
 * paddock_session_get_claimed_name:
 *
 * Returns: (nullable): the name that the server claims, at most %PADDOCK_LIMIT_NAME_BYTES of it,
 *   escaped. It is for display only, and proves nothing
 */
const char *
paddock_session_get_claimed_name (PaddockSession *self)
{
  return self->claimed_name;
}

static gboolean
is_sealed_for (PaddockSession        *self,
               const PaddockConfined *confined,
               const char            *server_id,
               const char            *seal)
{
  g_autofree char *key = paddock_seal_dup_key (self->secret);
  g_autofree char *right = paddock_confined_dup_seal (confined, server_id, key);

  return paddock_seal_is_equal (right, seal);
}

/**
 * paddock_session_is_sealed:
 *
 * Returns: whether @seal proves that a `paddock run` of this installation confines the server in
 *   this way. The box may have been made before the service told `paddock run` which server it is
 */
gboolean
paddock_session_is_sealed (PaddockSession        *self,
                           const PaddockConfined *confined,
                           const char            *seal)
{
  return is_sealed_for (self, confined, self->recipient.server_id, seal) ||
         is_sealed_for (self, confined, NULL, seal);
}

/**
 * paddock_session_set_server_id:
 * @server_id: (nullable): the id of the known server that @self is a session of
 *
 * Sets the server of the session, and drops the last answer to `roots/list`.
 */
void
paddock_session_set_server_id (PaddockSession *self,
                               const char     *server_id)
{
  g_autofree char *previous = g_steal_pointer (&self->recipient.server_id);

  self->recipient.server_id = g_strdup (server_id);
  g_clear_pointer (&self->recipient.answer, paddock_roots_answer_unref);
}
