/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-conversation.h"

#include <string.h>

#include "paddock-subscriptions.h"
#include "paddock-message-edit.h"
#include "paddock-message-write.h"
#include "paddock-names.h"

/* What is between a host and a server, as far as another server can take the place of this one.
 *
 * The restart owns one and shows it each message that goes on. It has no I/O and no clock. It keeps
 * the handshake, the subscriptions and the log level, which a new server is told again, and knows
 * which requests are open in either direction. In the revision without a handshake that is what the
 * host asked of the server first, if it did, and the streams of changes that it listens to, which
 * go on under their ids. Each server is a generation. Of the first every byte
 * passes; the requests of later ones get ids that no earlier one can have had, since each new
 * server counts from the same number again, and a host must never see one id twice. Whatever it
 * cannot follow is an obstacle: then there is no restart, never a guess.
 */

#define METHOD_UNSUBSCRIBE "resources/unsubscribe"
#define METHOD_TASK_STATUS "notifications/tasks/status"
#define METHOD_DISCOVER    "server/discover"
#define METHOD_LISTEN      "subscriptions/listen"

/* Deeper than any capability that there is. */
#define CAPABILITY_DEPTH 8

typedef struct {
  GBytes *inner;                    /* (owned) as the server knows it */
  GBytes *outer;                    /* (owned) as the host knows it */
} OpenId;

typedef struct {
  char           *uri;              /* (owned) */
  PaddockMessage *request;          /* (owned) */
} Subscription;

struct _PaddockConversation
{
  guint64     prefix;               /* of ids of ours, not to be guessed */
  guint       generation;
  guint       n_ids;

  gboolean    has_handshake;
  gboolean    is_modern;            /* there was a request that needs none */
  PaddockMessage *opening;          /* (owned) (nullable) `initialize` or `server/discover` */
  PaddockMessage *initialized;      /* (owned) (nullable) the host's notification */
  GBytes     *version;              /* (owned) (nullable) of the first server, JSON: one, or all */
  GBytes     *capabilities;         /* (owned) (nullable) of the first server, JSON */
  PaddockMessage *level;            /* (owned) (nullable) the host's request */

  GQueue                of_host;        /* (owned) OpenId: requests without an answer */
  GQueue                of_server;      /* (owned) OpenId */
  GQueue                subscriptions;  /* (owned) Subscription */
  PaddockSubscriptions *listen_streams; /* (owned) */
  GHashTable           *tasks;          /* (owned) id of each that lives */
  GQueue                replayed;       /* (owned) OpenId: what we asked ourselves */
  gboolean              is_replaying;   /* the answer to the opening is to come, if there was one */
  gboolean              has_batches;
  gboolean              is_too_much;
  gboolean              is_unclear;
};

static GBytes *
bytes_of (PaddockSpan span)
{
  return g_bytes_new (span.start, span.length);
}

static void
keep (GBytes      **place,
      PaddockSpan   span)
{
  g_clear_pointer (place, g_bytes_unref);
  if (span.length > 0)
    *place = bytes_of (span);
}

static void
keep_message (PaddockMessage       **place,
              const PaddockMessage  *message)
{
  g_clear_pointer (place, paddock_message_free);
  *place = paddock_message_copy (message);
}

static void
open_id_free (OpenId *open_id)
{
  g_bytes_unref (open_id->inner);
  g_bytes_unref (open_id->outer);
  g_free (open_id);
}

static void
subscription_free (Subscription *subscription)
{
  g_free (subscription->uri);
  paddock_message_free (subscription->request);
  g_free (subscription);
}

static void
open_request (PaddockConversation *self,
              GQueue              *queue,
              PaddockSpan          inner,
              GBytes              *outer)
{
  OpenId *open_id;

  if (inner.length > PADDOCK_CONVERSATION_ID_BYTES || queue->length >= PADDOCK_CONVERSATION_MAX)
    self->is_too_much = TRUE;
  if (inner.length > PADDOCK_CONVERSATION_ID_BYTES)
    return;
  if (queue->length >= PADDOCK_CONVERSATION_MAX)
    open_id_free (g_queue_pop_head (queue));
  open_id = g_new (OpenId, 1);
  open_id->inner = bytes_of (inner);
  open_id->outer = outer != NULL ? g_bytes_ref (outer) : g_bytes_ref (open_id->inner);
  g_queue_push_tail (queue, open_id);
}

static OpenId *
find_open (const GQueue *queue,
           PaddockSpan   id,
           gboolean      by_outer)
{
  for (GList *item = queue->head; item != NULL; item = item->next) {
    OpenId *open_id = item->data;

    if (paddock_json_is_same_id (paddock_json_span (by_outer
                                                          ? open_id->outer : open_id->inner), id))
      return open_id;
  }
  return NULL;
}

static OpenId *
take_open (GQueue      *queue,
           PaddockSpan  id,
           gboolean     by_outer)
{
  OpenId *open_id = find_open (queue, id, by_outer);

  g_queue_remove (queue, open_id);
  return open_id;
}

static void
close_request (GQueue      *queue,
               PaddockSpan  id)
{
  OpenId *open_id = take_open (queue, id, FALSE);

  if (open_id != NULL)
    open_id_free (open_id);
}

static char *
dup_text_member (PaddockSpan  object,
                 const char  *name)
{
  PaddockSpan value;

  return paddock_json_find_member (object, name, &value)
         ? paddock_json_dup_string (value) : NULL;
}

static void
take_subscription (PaddockConversation  *self,
                   const PaddockMessage *line,
                   gboolean              is_wanted)
{
  g_autofree char *uri = dup_text_member (line->params, "uri");
  Subscription *subscription;

  if (uri == NULL)
    return;
  for (GList *item = self->subscriptions.head; item != NULL; item = item->next)
    if (g_str_equal (((Subscription *) item->data)->uri, uri)) {
      subscription_free (item->data);
      g_queue_delete_link (&self->subscriptions, item);
      break;
    }
  if (!is_wanted)
    return;
  if (self->subscriptions.length >= PADDOCK_CONVERSATION_MAX ||
      line->text.length > PADDOCK_CONVERSATION_LINE_BYTES) {
    self->is_too_much = TRUE;
    return;
  }
  subscription = g_new (Subscription, 1);
  subscription->uri = g_steal_pointer (&uri);
  subscription->request = paddock_message_copy (line);
  g_queue_push_tail (&self->subscriptions, subscription);
}

/* Whether a request says itself which revision it is of. */
static gboolean
is_modern (const PaddockMessage *line)
{
  PaddockSpan meta;
  g_autofree char *version = NULL;

  if (paddock_json_find_member (line->params, "_meta", &meta))
    version = dup_text_member (meta, PADDOCK_META_VERSION);
  return version != NULL && strcmp (version, PADDOCK_VERSION_MODERN) >= 0;
}

static void
take_opening (PaddockConversation  *self,
              const PaddockMessage *line)
{
  gboolean is_handshake = paddock_message_is_method (line, PADDOCK_METHOD_INITIALIZE);

  /* A host that probes discovers first, and falls back to the handshake. */
  if (is_handshake && !self->has_handshake) {
    g_clear_pointer (&self->version, g_bytes_unref);
    g_clear_pointer (&self->capabilities, g_bytes_unref);
  }
  self->has_handshake |= is_handshake;
  if (self->has_handshake == is_handshake && (is_handshake || self->version == NULL))
    keep_message (&self->opening, line);
}

static void
take_host_request (PaddockConversation  *self,
                   const PaddockMessage *line)
{
  self->is_modern = self->is_modern || (!self->has_handshake && is_modern (line));
  if (paddock_message_is_method (line, METHOD_LISTEN)) {
    if (!paddock_subscriptions_begin (self->listen_streams, line))
      self->is_too_much = TRUE;
    return;
  }
  open_request (self, &self->of_host, line->id, NULL);

  if (paddock_message_is_method (line, PADDOCK_METHOD_INITIALIZE) ||
      paddock_message_is_method (line, METHOD_DISCOVER)) {
    take_opening (self, line);
  } else if (paddock_message_is_method (line, PADDOCK_METHOD_SET_LEVEL)) {
    keep_message (&self->level, line);
  } else if (paddock_message_is_method (line, PADDOCK_METHOD_SUBSCRIBE)) {
    take_subscription (self, line, TRUE);
  } else if (paddock_message_is_method (line, METHOD_UNSUBSCRIBE)) {
    take_subscription (self, line, FALSE);
  }
}

/**
 * paddock_conversation_forget_request:
 *
 * The host wants no answer to @id any more, or the server never got it.
 */
void
paddock_conversation_forget_request (PaddockConversation *self,
                                     PaddockSpan          id)
{
  close_request (&self->of_host, id);
  paddock_subscriptions_end (self->listen_streams, id);
}

/**
 * paddock_conversation_receive_from_host:
 * @line: one that goes on to the server
 * @out_line: (out): what goes on instead, where that is the answer
 *
 * Returns: what becomes of it. A response to a server that is gone goes nowhere
 */
PaddockPassage
paddock_conversation_receive_from_host (PaddockConversation   *self,
                                        const PaddockMessage  *line,
                                        PaddockMessage       **out_line)
{
  PaddockSpan id;
  OpenId *open_id;

  *out_line = NULL;
  self->is_unclear |= line->kind == PADDOCK_MESSAGE_DUPLICATE && line->id.length > 0;
  switch (line->kind) {
    case PADDOCK_MESSAGE_BATCH:
      self->has_batches = TRUE;
      return PADDOCK_PASSAGE_AS_IS;
    case PADDOCK_MESSAGE_REQUEST:
      take_host_request (self, line);
      return PADDOCK_PASSAGE_AS_IS;
    case PADDOCK_MESSAGE_NOTIFICATION:
      if (paddock_message_is_method (line, PADDOCK_METHOD_INITIALIZED))
        keep_message (&self->initialized, line);
      else if (paddock_message_is_method (line, PADDOCK_METHOD_CANCELLED) &&
               paddock_json_find_member (line->params, "requestId", &id))
        paddock_conversation_forget_request (self, id);
      return PADDOCK_PASSAGE_AS_IS;
    case PADDOCK_MESSAGE_RESPONSE:
      open_id = take_open (&self->of_server, line->id, TRUE);
      if (self->generation > 0 && open_id != NULL)
        *out_line = paddock_message_edit_replace (line, line->id,
                                                  paddock_json_span (open_id->inner));
      g_clear_pointer (&open_id, open_id_free);
      if (*out_line != NULL)
        return PADDOCK_PASSAGE_REPLACED;
      return self->generation > 0 ? PADDOCK_PASSAGE_NONE : PADDOCK_PASSAGE_AS_IS;
    case PADDOCK_MESSAGE_DUPLICATE:
    case PADDOCK_MESSAGE_UNREADABLE:
    case PADDOCK_MESSAGE_INVALID:
    case PADDOCK_MESSAGE_BAD_RESPONSE:
    default:
      return PADDOCK_PASSAGE_AS_IS;
  }
}

/* @state: what has `taskId` and `status` (MCP 2025-11-25, basic/utilities/tasks). */
static void
take_task_state (PaddockConversation *self,
                 PaddockSpan          state,
                 gboolean             is_new)
{
  g_autofree char *id = dup_text_member (state, "taskId");
  g_autofree char *status = dup_text_member (state, "status");

  if (id == NULL || status == NULL)
    return;
  if (g_str_equal (status, "completed") || g_str_equal (status, "failed") ||
      g_str_equal (status, "cancelled")) {
    g_hash_table_remove (self->tasks, id);
  } else if (is_new) {
    if (g_hash_table_size (self->tasks) >= PADDOCK_CONVERSATION_MAX)
      self->is_too_much = TRUE;
    else
      g_hash_table_add (self->tasks, g_steal_pointer (&id));
  }
}

/* What the answer to the opening calls the version or versions. */
static const char *
name_of_version (const PaddockConversation *self)
{
  return self->has_handshake ? "protocolVersion" : "supportedVersions";
}

static void
take_server_response (PaddockConversation  *self,
                      const PaddockMessage *line)
{
  PaddockSpan task, version, capabilities;
  g_autofree char *type = NULL;

  close_request (&self->of_host, line->id);
  paddock_subscriptions_end (self->listen_streams, line->id);
  if (self->version == NULL && self->opening != NULL &&
      paddock_json_is_same_id (line->id, self->opening->id) &&
      paddock_json_find_member (line->result, name_of_version (self), &version)) {
    keep (&self->version, version);
    paddock_json_find_member (line->result, "capabilities", &capabilities);
    keep (&self->capabilities, capabilities);
  }
  if (self->is_modern)
    type = dup_text_member (line->result, "resultType");
  if (g_strcmp0 (type, "task") == 0)
    take_task_state (self, line->result, TRUE);
  else if (paddock_json_find_member (line->result, "task", &task))
    take_task_state (self, task, TRUE);
  else if (g_hash_table_size (self->tasks) > 0)
    take_task_state (self, line->result, FALSE);
}

/**
 * paddock_conversation_receive_from_server:
 * @line: one that goes on to the host
 * @out_line: (out): what goes on instead, where that is the answer
 *
 * Returns: what becomes of it
 */
PaddockPassage
paddock_conversation_receive_from_server (PaddockConversation   *self,
                                          const PaddockMessage  *line,
                                          PaddockMessage       **out_line)
{
  g_autofree char *fresh = NULL;
  g_autoptr (GBytes) outer = NULL;
  PaddockSpan id;
  OpenId *open_id;

  *out_line = NULL;
  self->is_unclear |= line->kind == PADDOCK_MESSAGE_DUPLICATE && line->id.length > 0;
  switch (line->kind) {
    case PADDOCK_MESSAGE_BATCH:
      self->has_batches = TRUE;
      return PADDOCK_PASSAGE_AS_IS;
    case PADDOCK_MESSAGE_RESPONSE:
      take_server_response (self, line);
      return PADDOCK_PASSAGE_AS_IS;
    case PADDOCK_MESSAGE_REQUEST:
      if (self->generation == 0) {
        open_request (self, &self->of_server, line->id, NULL);
        return PADDOCK_PASSAGE_AS_IS;
      }
      fresh = g_strdup_printf ("\"paddock-%016" G_GINT64_MODIFIER "x-%u-%u\"", self->prefix,
                               self->generation, ++self->n_ids);
      outer = g_bytes_new (fresh, strlen (fresh));
      open_request (self, &self->of_server, line->id, outer);
      *out_line = paddock_message_edit_replace (line, line->id, paddock_json_span (outer));
      return PADDOCK_PASSAGE_REPLACED;
    case PADDOCK_MESSAGE_NOTIFICATION:
      if (paddock_message_is_method (line, METHOD_TASK_STATUS))
        take_task_state (self, line->params, TRUE);
      if (paddock_subscriptions_receive_notification (self->listen_streams, line))
        return PADDOCK_PASSAGE_NONE;
      if (!paddock_message_is_method (line, PADDOCK_METHOD_CANCELLED) ||
          !paddock_json_find_member (line->params, "requestId", &id))
        return PADDOCK_PASSAGE_AS_IS;
      open_id = take_open (&self->of_server, id, FALSE);
      if (self->generation > 0 && open_id != NULL)
        *out_line = paddock_message_edit_replace (line, id, paddock_json_span (open_id->outer));
      g_clear_pointer (&open_id, open_id_free);
      if (*out_line != NULL)
        return PADDOCK_PASSAGE_REPLACED;
      return self->generation > 0 ? PADDOCK_PASSAGE_NONE : PADDOCK_PASSAGE_AS_IS;
    case PADDOCK_MESSAGE_DUPLICATE:
    case PADDOCK_MESSAGE_UNREADABLE:
    case PADDOCK_MESSAGE_INVALID:
    case PADDOCK_MESSAGE_BAD_RESPONSE:
    default:
      return PADDOCK_PASSAGE_AS_IS;
  }
}

/**
 * paddock_conversation_receive_long:
 * @line: what a line was that has passed unread
 *
 * Which requests are open, is known all the same.
 */
void
paddock_conversation_receive_long (PaddockConversation  *self,
                                   const PaddockMessage *line,
                                   gboolean              from_host)
{
  GQueue *requests = from_host ? &self->of_host : &self->of_server;
  GQueue *answered = from_host ? &self->of_server : &self->of_host;
  OpenId *open_id;

  if (line->kind == PADDOCK_MESSAGE_BATCH) {
    self->has_batches = TRUE;
  } else if (line->kind == PADDOCK_MESSAGE_REQUEST) {
    open_request (self, requests, line->id, NULL);
  } else if (line->kind == PADDOCK_MESSAGE_RESPONSE) {
    open_id = take_open (answered, line->id, from_host);
    g_clear_pointer (&open_id, open_id_free);
    if (!from_host)
      paddock_subscriptions_end (self->listen_streams, line->id);
  }
}

/**
 * paddock_conversation_get_generation:
 *
 * Returns: how many servers there were before this one
 */
guint
paddock_conversation_get_generation (const PaddockConversation *self)
{
  return self->generation;
}

/**
 * paddock_conversation_new:
 *
 * Returns: (transfer full): a conversation that has not begun, of the first server
 */
PaddockConversation *
paddock_conversation_new (void)
{
  PaddockConversation *self = g_new0 (PaddockConversation, 1);

  self->prefix = (guint64) g_random_int () << 32 | g_random_int ();
  self->tasks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_queue_init (&self->of_host);
  g_queue_init (&self->of_server);
  g_queue_init (&self->subscriptions);
  g_queue_init (&self->replayed);
  self->listen_streams = paddock_subscriptions_new ();
  return self;
}

void
paddock_conversation_free (PaddockConversation *self)
{
  g_clear_pointer (&self->opening, paddock_message_free);
  g_clear_pointer (&self->initialized, paddock_message_free);
  g_clear_pointer (&self->level, paddock_message_free);
  g_clear_pointer (&self->version, g_bytes_unref);
  g_clear_pointer (&self->capabilities, g_bytes_unref);
  g_queue_clear_full (&self->of_host, (GDestroyNotify) open_id_free);
  g_queue_clear_full (&self->of_server, (GDestroyNotify) open_id_free);
  g_queue_clear_full (&self->subscriptions, (GDestroyNotify) subscription_free);
  paddock_subscriptions_free (self->listen_streams);
  g_queue_clear_full (&self->replayed, (GDestroyNotify) open_id_free);
  g_hash_table_unref (self->tasks);
  g_free (self);
}

/**
 * paddock_conversation_count_open:
 *
 * Returns: how many requests of the host have no answer yet, without those that listen
 */
guint
paddock_conversation_count_open (const PaddockConversation *self)
{
  return self->of_host.length;
}

/**
 * paddock_conversation_is_open:
 * @id: of a request of the host
 *
 * Returns: whether the server may still answer it
 */
gboolean
paddock_conversation_is_open (const PaddockConversation *self,
                              PaddockSpan                id)
{
  return find_open (&self->of_host, id, TRUE) != NULL ||
         paddock_subscriptions_has (self->listen_streams, id);
}

/**
 * paddock_conversation_is_ours:
 *
 * Returns: whether the host knows nothing of the request with that id, which is one of a replay
 */
gboolean
paddock_conversation_is_ours (const PaddockConversation *self,
                              PaddockSpan                id)
{
  return find_open (&self->replayed, id, FALSE) != NULL;
}

/**
 * paddock_conversation_get_obstacle:
 *
 * Returns: what forbids that another server takes this one's place now
 */
PaddockObstacle
paddock_conversation_get_obstacle (const PaddockConversation *self)
{
  gboolean is_begun = self->has_handshake ? self->initialized != NULL && self->version != NULL
                                          : self->is_modern;

  if (!is_begun || self->is_replaying)
    return PADDOCK_OBSTACLE_NO_HANDSHAKE;
  if (self->has_batches || self->is_unclear)
    return self->has_batches ? PADDOCK_OBSTACLE_BATCHES : PADDOCK_OBSTACLE_UNCLEAR;
  if (g_hash_table_size (self->tasks) > 0)
    return PADDOCK_OBSTACLE_TASKS;
  return self->is_too_much ? PADDOCK_OBSTACLE_TOO_MUCH : PADDOCK_OBSTACLE_NONE;
}

/**
 * paddock_conversation_was_answered:
 *
 * Returns: whether a server has answered what the host said first
 */
gboolean
paddock_conversation_was_answered (const PaddockConversation *self)
{
  return self->version != NULL;
}

/**
 * paddock_conversation_end_generation:
 * @why: what the errors say
 *
 * The server is gone, or nothing more of it counts: its open requests are cancelled at the host,
 * and what the host waits for is answered with an error, once. Where that was its opening, nothing
 * has begun yet, and it may say that again.
 *
 * Returns: (transfer full) (element-type GBytes): lines for the host
 */
GPtrArray *
paddock_conversation_end_generation (PaddockConversation *self,
                                     PaddockUnanswered    why)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  OpenId *open_id;

  while ((open_id = g_queue_pop_head (&self->of_server)) != NULL) {
    PaddockSpan id = paddock_json_span (open_id->outer);
    g_autofree char *params = g_strdup_printf ("{\"requestId\":%.*s,\"reason\":\"The server was "
                                               "restarted\"}", (int) id.length, id.start);

    g_ptr_array_add (lines, paddock_message_write_notification (PADDOCK_METHOD_CANCELLED, params));
    open_id_free (open_id);
  }
  while ((open_id = g_queue_pop_head (&self->of_host)) != NULL) {
    g_ptr_array_add (lines, paddock_unanswered_error_write (paddock_json_span (open_id->outer),
                                                            why));
    open_id_free (open_id);
  }
  g_queue_clear_full (&self->replayed, (GDestroyNotify) open_id_free);
  self->generation++;
  self->is_replaying = TRUE;
  if (self->version == NULL) {
    self->has_handshake = FALSE;
    g_clear_pointer (&self->opening, paddock_message_free);
    g_clear_pointer (&self->initialized, paddock_message_free);
  }
  return lines;
}

/**
 * paddock_conversation_end_subscriptions:
 *
 * There is no server any more that could tell of changes.
 *
 * Returns: (transfer full) (element-type GBytes): lines for the host
 */
GPtrArray *
paddock_conversation_end_subscriptions (PaddockConversation *self)
{
  return paddock_subscriptions_end_all (self->listen_streams);
}

/**
 * paddock_conversation_get_opening:
 *
 * Returns: (transfer none) (nullable): what the host said first, as it came, if the answer to it
 *   can be compared
 */
PaddockMessage *
paddock_conversation_get_opening (const PaddockConversation *self)
{
  return self->version != NULL ? self->opening : NULL;
}

/**
 * paddock_conversation_begin_replay:
 *
 * To be called when the new server has answered the opening as the old one did, or there was none:
 * what it is told next, so that it knows what the old one knew. The answers go nowhere.
 *
 * Returns: (transfer full) (element-type PaddockMessage): for the server
 */
GPtrArray *
paddock_conversation_begin_replay (PaddockConversation *self)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_message_free);

  self->is_replaying = FALSE;
  if (self->initialized != NULL)
    g_ptr_array_add (lines, paddock_message_copy (self->initialized));
  if (self->level != NULL) {
    g_ptr_array_add (lines, paddock_message_copy (self->level));
    open_request (self, &self->replayed, self->level->id, NULL);
  }
  for (GList *item = self->subscriptions.head; item != NULL; item = item->next) {
    Subscription *subscription = item->data;

    g_ptr_array_add (lines, paddock_message_copy (subscription->request));
    open_request (self, &self->replayed, subscription->request->id, NULL);
  }
  paddock_subscriptions_replay (self->listen_streams, lines);
  return lines;
}

typedef struct {
  PaddockSpan now;
  guint       depth;
  gboolean    is_missing;
} Comparison;

static gboolean
on_capability (const char      *name,
               PaddockSpan      value,
               PaddockJsonType  type,
               gpointer         user_data)
{
  Comparison *comparison = user_data;
  Comparison inner = { .depth = comparison->depth + 1 };

  if (!paddock_json_find_member (comparison->now, name, &inner.now)) {
    comparison->is_missing = TRUE;
  } else if (type == PADDOCK_JSON_TRUE) {
    comparison->is_missing = paddock_json_get_type (inner.now) != PADDOCK_JSON_TRUE;
  } else if (type == PADDOCK_JSON_OBJECT && inner.depth < CAPABILITY_DEPTH) {
    paddock_json_foreach (value, on_capability, &inner);
    comparison->is_missing = inner.is_missing;
  }
  return !comparison->is_missing;
}

/* Whether all that the first server declared is declared now. Values other than objects and `true`
 * say nothing of what a server can do. */
static gboolean
has_all_capabilities (PaddockConversation *self,
                      PaddockSpan          now)
{
  Comparison comparison = { .now = now };

  if (self->capabilities != NULL &&
      paddock_json_get_type (paddock_json_span (self->capabilities)) == PADDOCK_JSON_OBJECT)
    paddock_json_foreach (paddock_json_span (self->capabilities), on_capability, &comparison);
  return !comparison.is_missing;
}

/* A text, or all that are supported: the same program says it in the same bytes. */
static gboolean
is_same_version (PaddockSpan a,
                 PaddockSpan b)
{
  return (a.length == b.length && memcmp (a.start, b.start, a.length) == 0) ||
         (paddock_json_get_type (a) == PADDOCK_JSON_STRING && paddock_json_is_same_id (a, b));
}

/**
 * paddock_conversation_receive_replayed:
 * @line: a message of the server
 *
 * Returns: whether it answers something that we asked in the host's place, and then it goes nowhere
 */
PaddockReplay
paddock_conversation_receive_replayed (PaddockConversation  *self,
                                       const PaddockMessage *line)
{
  PaddockSpan version, capabilities;
  OpenId *open_id;

  if (line->kind != PADDOCK_MESSAGE_RESPONSE)
    return PADDOCK_REPLAY_NOT_OURS;
  if (self->is_replaying && self->opening != NULL &&
      paddock_json_is_same_id (line->id, self->opening->id)) {
    self->is_replaying = FALSE;
    if (!paddock_json_find_member (line->result, name_of_version (self), &version) ||
        !is_same_version (version, paddock_json_span (self->version)))
      return PADDOCK_REPLAY_DIFFERENT;
    paddock_json_find_member (line->result, "capabilities", &capabilities);
    return has_all_capabilities (self, capabilities) ? PADDOCK_REPLAY_SAME
                                                     : PADDOCK_REPLAY_DIFFERENT;
  }
  open_id = take_open (&self->replayed, line->id, FALSE);
  if (open_id == NULL)
    return PADDOCK_REPLAY_NOT_OURS;
  open_id_free (open_id);
  return PADDOCK_REPLAY_SWALLOWED;
}

/**
 * paddock_conversation_list_notices:
 *
 * Returns: (transfer full) (element-type GBytes): what the host is told after a restart, by what
 *   the server declared, or is listened to for: that its tools, prompts and resources may be others
 */
GPtrArray *
paddock_conversation_list_notices (const PaddockConversation *self)
{
  static const char * const kinds[] = { "tools", "prompts", "resources" };
  GPtrArray *lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    g_autofree char *method = g_strdup_printf ("notifications/%s/list_changed", kinds[i]);
    g_autofree char *command = g_strdup_printf ("%sListChanged", kinds[i]);
    PaddockSpan kind, value;

    if (self->has_handshake &&
        paddock_json_find_member (paddock_json_span (self->capabilities), kinds[i], &kind) &&
        paddock_json_find_member (kind, "listChanged", &value) &&
        paddock_json_get_type (value) == PADDOCK_JSON_TRUE)
      g_ptr_array_add (lines, paddock_message_write_notification (method, NULL));
    paddock_subscriptions_tell (self->listen_streams, command, method, lines);
  }
  return lines;
}
