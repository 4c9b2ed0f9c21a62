/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-replay.h"

#include <string.h>

#include "paddock-message-write.h"
#include "paddock-meta.h"
#include "paddock-names.h"

/* Remembers what the host told a server, and repeats it for a new server.
 *
 * The conversation owns the replay, which has no I/O and no clock. The replay remembers the
 * handshake, the subscriptions and the log level. In the revision without a handshake, it remembers
 * the host's `server/discover`, if there was one. It also remembers the streams of changes that the
 * host listens to. Their requests keep their ids. The host gets no answer to a repeated request,
 * unless the answer ends a stream.
 *
 * The "opening" is the host's `initialize` or `server/discover`.
 */

#define METHOD_UNSUBSCRIBE "resources/unsubscribe"
#define METHOD_DISCOVER    "server/discover"

/* Capabilities of servers are compared down to this depth. Those that MCP defines are less deep. */
#define CAPABILITY_DEPTH 8

typedef struct {
  char           *uri;              /* (owned) */
  PaddockMessage *request;          /* (owned) */
} Subscription;

struct _PaddockReplay
{
  gboolean              has_handshake;
  gboolean              is_modern;      /* the host spoke the revision without a handshake */
  gboolean              is_under_way;   /* a new server has not answered `initialize` or
                                         * `server/discover` yet */
  PaddockMessage       *opening;        /* (owned) (nullable) the host's `initialize` or
                                         * `server/discover`; NULL: none came */
  PaddockMessage       *initialized;    /* (owned) (nullable) the host's
                                         * `notifications/initialized`; NULL: none came */
  PaddockMessage       *level;          /* (owned) (nullable) the host's last `logging/setLevel`;
                                         * NULL: none came */
  GBytes               *version;        /* (owned) (nullable) the version that the first server
                                         * named, or its list of versions, JSON; NULL: no server has
                                         * answered */
  GBytes               *capabilities;   /* (owned) (nullable) the capabilities of the first server,
                                         * JSON; NULL: not known */
  GQueue                subscriptions;  /* (owned) Subscription: the resources that the host
                                         * subscribed to */
  PaddockSubscriptions *streams;        /* (owned) */
  GQueue                ids;            /* (owned) GBytes: the ids of repeated requests without an
                                         * answer */
};

static void
keep (GBytes      **place,
      PaddockSpan   span)
{
  g_clear_pointer (place, g_bytes_unref);
  if (span.length > 0)
    *place = g_bytes_new (span.start, span.length);
}

static void
keep_message (PaddockMessage       **place,
              const PaddockMessage  *message)
{
  g_clear_pointer (place, paddock_message_free);
  *place = paddock_message_copy (message);
}

static void
subscription_free (Subscription *subscription)
{
  g_free (subscription->uri);
  paddock_message_free (subscription->request);
  g_free (subscription);
}

static char *
dup_text_member (PaddockSpan  object,
                 const char  *name)
{
  PaddockSpan value;

  return paddock_json_find_member (object, name, &value)
         ? paddock_json_dup_string (value) : NULL;
}

/* Remembers a subscription, or forgets it if it is no longer wanted. Returns %FALSE if there are
 * too many to remember, or if the request is too long. */
static gboolean
take_subscription (PaddockReplay        *self,
                   const PaddockMessage *request,
                   gboolean              is_wanted)
{
  g_autofree char *uri = dup_text_member (request->params, "uri");
  Subscription *subscription;

  if (uri == NULL)
    return TRUE;
  for (GList *item = self->subscriptions.head; item != NULL; item = item->next)
    if (g_str_equal (((Subscription *) item->data)->uri, uri)) {
      subscription_free (item->data);
      g_queue_delete_link (&self->subscriptions, item);
      break;
    }
  if (!is_wanted)
    return TRUE;
  if (self->subscriptions.length >= PADDOCK_REPLAY_MAX ||
      request->text.length > PADDOCK_REPLAY_LINE_BYTES)
    return FALSE;
  subscription = g_new (Subscription, 1);
  subscription->uri = g_steal_pointer (&uri);
  subscription->request = paddock_message_copy (request);
  g_queue_push_tail (&self->subscriptions, subscription);
  return TRUE;
}

/* Whether the `_meta` of a request names the revision without a handshake, or a later one. */
static gboolean
says_modern (const PaddockMessage *request)
{
  PaddockMetaMember member = { .key = PADDOCK_META_VERSION };
  g_autofree char *version = NULL;

  paddock_meta_read (request->params, &member, 1);
  version = paddock_json_dup_string (member.value);
  return version != NULL && strcmp (version, PADDOCK_VERSION_MODERN) >= 0;
}

static void
take_opening (PaddockReplay        *self,
              const PaddockMessage *request)
{
  gboolean is_handshake = paddock_message_is_method (request, PADDOCK_METHOD_INITIALIZE);

  /* A host may first probe with `server/discover`, and then use the handshake after all. */
  if (is_handshake && !self->has_handshake) {
    g_clear_pointer (&self->version, g_bytes_unref);
    g_clear_pointer (&self->capabilities, g_bytes_unref);
  }
  self->has_handshake |= is_handshake;
  if (self->has_handshake == is_handshake && (is_handshake || self->version == NULL))
    keep_message (&self->opening, request);
}

PaddockReplay *
paddock_replay_new (void)
{
  PaddockReplay *self = g_new0 (PaddockReplay, 1);

  g_queue_init (&self->subscriptions);
  g_queue_init (&self->ids);
  self->streams = paddock_subscriptions_new ();
  return self;
}

void
paddock_replay_free (PaddockReplay *self)
{
  g_clear_pointer (&self->opening, paddock_message_free);
  g_clear_pointer (&self->initialized, paddock_message_free);
  g_clear_pointer (&self->level, paddock_message_free);
  g_clear_pointer (&self->version, g_bytes_unref);
  g_clear_pointer (&self->capabilities, g_bytes_unref);
  g_queue_clear_full (&self->subscriptions, (GDestroyNotify) subscription_free);
  g_queue_clear_full (&self->ids, (GDestroyNotify) g_bytes_unref);
  paddock_subscriptions_free (self->streams);
  g_free (self);
}

/**
 * paddock_replay_receive_request:
 * @request: a request of the host
 *
 * Remembers @request if a new server needs it.
 *
 * Returns: %FALSE if a new server needs it, but it is too long or too many are remembered
 */
gboolean
paddock_replay_receive_request (PaddockReplay        *self,
                                const PaddockMessage *request)
{
  self->is_modern = self->is_modern || (!self->has_handshake && says_modern (request));
  if (paddock_message_is_method (request, PADDOCK_METHOD_LISTEN))
    return paddock_subscriptions_begin (self->streams, request);
  if (paddock_message_is_method (request, PADDOCK_METHOD_SUBSCRIBE))
    return take_subscription (self, request, TRUE);
  if (paddock_message_is_method (request, METHOD_UNSUBSCRIBE))
    return take_subscription (self, request, FALSE);
  if (paddock_message_is_method (request, PADDOCK_METHOD_INITIALIZE) ||
      paddock_message_is_method (request, METHOD_DISCOVER))
    take_opening (self, request);
  else if (paddock_message_is_method (request, PADDOCK_METHOD_SET_LEVEL))
    keep_message (&self->level, request);
  return TRUE;
}

/**
 * paddock_replay_receive_initialized:
 * @message: the host's `notifications/initialized`
 *
 * Remembers @message for the next server.
 */
void
paddock_replay_receive_initialized (PaddockReplay        *self,
                                    const PaddockMessage *message)
{
  keep_message (&self->initialized, message);
}

/* Returns the name of the member with the version, or versions, in the answer to `initialize` or
 * `server/discover`. */
static const char *
name_of_version (const PaddockReplay *self)
{
  return self->has_handshake ? "protocolVersion" : "supportedVersions";
}

/**
 * paddock_replay_receive_response:
 * @response: an answer of the server to a request of the host
 *
 * If @response answers `initialize` or `server/discover`, remembers what the first server declared.
 * If @response answers the request of a stream, the stream has ended.
 */
void
paddock_replay_receive_response (PaddockReplay        *self,
                                 const PaddockMessage *response)
{
  PaddockSpan version, capabilities;

  paddock_subscriptions_end (self->streams, response->id);
  if (self->version != NULL || self->opening == NULL ||
      !paddock_json_is_same_id (response->id, self->opening->id) ||
      !paddock_json_find_member (response->result, name_of_version (self), &version))
    return;
  keep (&self->version, version);
  paddock_json_find_member (response->result, "capabilities", &capabilities);
  keep (&self->capabilities, capabilities);
}

/**
 * paddock_replay_get_streams:
 *
 * Returns: (transfer none): the streams of changes that the host listens to
 */
PaddockSubscriptions *
paddock_replay_get_streams (PaddockReplay *self)
{
  return self->streams;
}

/**
 * paddock_replay_is_modern:
 *
 * Returns: whether the host spoke the revision without a handshake
 */
gboolean
paddock_replay_is_modern (const PaddockReplay *self)
{
  return self->is_modern;
}

/**
 * paddock_replay_is_ready:
 *
 * Returns: whether a new server could now be told all that it needs to know. %FALSE while another
 *   new server is being told
 */
gboolean
paddock_replay_is_ready (const PaddockReplay *self)
{
  gboolean has_begun = self->has_handshake ? self->initialized != NULL && self->version != NULL
                                           : self->is_modern;

  return has_begun && !self->is_under_way;
}

/**
 * paddock_replay_was_answered:
 *
 * Returns: whether a server has answered the opening (`initialize` or `server/discover`)
 */
gboolean
paddock_replay_was_answered (const PaddockReplay *self)
{
  return self->version != NULL;
}

static GList *
find_id (const PaddockReplay *self,
         PaddockSpan          id)
{
  for (GList *item = self->ids.head; item != NULL; item = item->next)
    if (paddock_json_is_same_id (paddock_json_span (item->data), id))
      return item;
  return NULL;
}

/**
 * paddock_replay_is_ours:
 * @id: the id of a request without an answer
 *
 * Returns: whether Paddock repeated this request, so that the host must not get the answer
 */
gboolean
paddock_replay_is_ours (const PaddockReplay *self,
                        PaddockSpan          id)
{
  return find_id (self, id) != NULL;
}

/**
 * paddock_replay_get_opening:
 *
 * Returns: (transfer none) (nullable): the opening (the host's `initialize` or `server/discover`),
 *   unchanged; %NULL if the first server has not answered it, so that there is no answer to compare
 *   with
 */
PaddockMessage *
paddock_replay_get_opening (const PaddockReplay *self)
{
  return self->version != NULL ? self->opening : NULL;
}

/**
 * paddock_replay_end_server:
 *
 * Prepares for another server, because the last one is gone. If no server answered the opening (the
 * host's `initialize` or `server/discover`), forgets it: the host may send another one.
 */
void
paddock_replay_end_server (PaddockReplay *self)
{
  g_queue_clear_full (&self->ids, (GDestroyNotify) g_bytes_unref);
  self->is_under_way = TRUE;
  if (self->version != NULL)
    return;
  self->has_handshake = FALSE;
  g_clear_pointer (&self->opening, paddock_message_free);
  g_clear_pointer (&self->initialized, paddock_message_free);
}

static void
add_request (PaddockReplay        *self,
             GPtrArray            *messages,
             const PaddockMessage *request)
{
  g_ptr_array_add (messages, paddock_message_copy (request));
  g_queue_push_tail (&self->ids, g_bytes_new (request->id.start, request->id.length));
}

/**
 * paddock_replay_begin:
 *
 * Lists what a new server is told next. Call this when the new server has answered `initialize` or
 * `server/discover` as the first one did, or if the host sent neither.
 *
 * Returns: (transfer full) (element-type PaddockMessage): messages for the server, in their order
 */
GPtrArray *
paddock_replay_begin (PaddockReplay *self)
{
  GPtrArray *messages = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_message_free);

  self->is_under_way = FALSE;
  if (self->initialized != NULL)
    g_ptr_array_add (messages, paddock_message_copy (self->initialized));
  if (self->level != NULL)
    add_request (self, messages, self->level);
  for (GList *item = self->subscriptions.head; item != NULL; item = item->next)
    add_request (self, messages, ((Subscription *) item->data)->request);
  paddock_subscriptions_replay (self->streams, messages);
  return messages;
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

/* Whether @now, the capabilities of a new server, has all capabilities of the first server.
 * Compares only objects and `true`: other values don't say what a server can do. */
static gboolean
has_all_capabilities (PaddockReplay *self,
                      PaddockSpan    now)
{
  Comparison comparison = { .now = now };

  if (self->capabilities != NULL &&
      paddock_json_get_type (paddock_json_span (self->capabilities)) == PADDOCK_JSON_OBJECT)
    paddock_json_foreach (paddock_json_span (self->capabilities), on_capability, &comparison);
  return !comparison.is_missing;
}

/* Whether two servers speak the same version, or support the same list of versions. Lists must have
 * the same bytes, as they have if both servers are the same program. */
static gboolean
is_same_version (PaddockSpan a,
                 PaddockSpan b)
{
  return (a.length == b.length && memcmp (a.start, b.start, a.length) == 0) ||
         (paddock_json_get_type (a) == PADDOCK_JSON_STRING && paddock_json_is_same_id (a, b));
}

/**
 * paddock_replay_receive_answer:
 * @message: a message of the server
 *
 * Handles the answer to a repeated request.
 *
 * Returns: %PADDOCK_REPLAY_NOT_OURS if @message is no such answer. Otherwise the host must not get
 *   @message
 */
PaddockReplayResult
paddock_replay_receive_answer (PaddockReplay        *self,
                               const PaddockMessage *message)
{
  PaddockSpan version, capabilities;
  GList *id;

  if (message->kind != PADDOCK_MESSAGE_RESPONSE)
    return PADDOCK_REPLAY_NOT_OURS;
  if (self->is_under_way && self->opening != NULL &&
      paddock_json_is_same_id (message->id, self->opening->id)) {
    self->is_under_way = FALSE;
    if (!paddock_json_find_member (message->result, name_of_version (self), &version) ||
        !is_same_version (version, paddock_json_span (self->version)))
      return PADDOCK_REPLAY_DIFFERENT;
    paddock_json_find_member (message->result, "capabilities", &capabilities);
    return has_all_capabilities (self, capabilities) ? PADDOCK_REPLAY_SAME
                                                     : PADDOCK_REPLAY_DIFFERENT;
  }
  id = find_id (self, message->id);
  if (id == NULL)
    return PADDOCK_REPLAY_NOT_OURS;
  g_bytes_unref (id->data);
  g_queue_delete_link (&self->ids, id);
  return PADDOCK_REPLAY_SWALLOWED;
}

/**
 * paddock_replay_list_notices:
 *
 * Lists the notifications that the host gets after a restart, because the tools, prompts and
 * resources may have changed. Lists a kind of notification if the first server declared it, or if a
 * stream of the host asks for it.
 *
 * Returns: (transfer full) (element-type GBytes): lines for the host
 */
GPtrArray *
paddock_replay_list_notices (const PaddockReplay *self)
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
    paddock_subscriptions_tell (self->streams, command, method, lines);
  }
  return lines;
}
