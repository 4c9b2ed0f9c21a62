/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-conversation.h"

#include <string.h>

#include "paddock-message-edit.h"
#include "paddock-message-write.h"
#include "paddock-names.h"

/* Follows the conversation of a host and a server, so that another server can take the place of
 * this one.
 *
 * The restart (paddock-restart.c) owns the conversation, and shows it each message that goes on.
 * The conversation has no I/O and no clock. It knows which requests have no answer yet, in both
 * directions. Its replay keeps what a new server must be told again.
 *
 * Each server is a generation; the first server is generation 0. The first server's messages are
 * not changed. A later server begins to count its ids anew, but a host must never see an id twice.
 * So the requests of a later server get new ids, which no earlier server can have used. A message
 * that the conversation cannot follow is an obstacle: then the server is not restarted.
 */

#define METHOD_TASK_STATUS "notifications/tasks/status"

/* The id of a request that has no answer yet. */
typedef struct {
  GBytes *inner;                    /* (owned) the id that the server knows, JSON */
  GBytes *outer;                    /* (owned) the id that the host knows, JSON */
} OpenId;

struct _PaddockConversation
{
  PaddockReplay  *replay;           /* (owned) */
  guint64         prefix;           /* a random number in each id that we give to a request */
  guint           generation;       /* how many servers or sessions came before the current one */
  guint           n_ids;            /* how many ids we gave to requests so far */
  GQueue          of_host;          /* (owned) OpenId: requests of the host without an answer */
  GQueue          of_server;        /* (owned) OpenId: requests of the server without an answer */
  GHashTable     *tasks;            /* (owned) set of ids: the tasks of the server that have not
                                     * ended */
  PaddockObstacle obstacle;         /* the gravest obstacle to a restart that will not go away;
                                     * NONE: there is none */
};

static GBytes *
bytes_of (PaddockSpan span)
{
  return g_bytes_new (span.start, span.length);
}

/* Remembers @obstacle, unless a graver obstacle is known. The gravest is PADDOCK_OBSTACLE_BATCHES,
 * then comes PADDOCK_OBSTACLE_UNCLEAR. */
static void
note_obstacle (PaddockConversation *self,
               PaddockObstacle      obstacle)
{
  if (self->obstacle == PADDOCK_OBSTACLE_NONE || obstacle == PADDOCK_OBSTACLE_BATCHES ||
      (obstacle == PADDOCK_OBSTACLE_UNCLEAR && self->obstacle == PADDOCK_OBSTACLE_TOO_MUCH))
    self->obstacle = obstacle;
}

static void
open_id_free (OpenId *open_id)
{
  g_bytes_unref (open_id->inner);
  g_bytes_unref (open_id->outer);
  g_free (open_id);
}

static void
open_request (PaddockConversation *self,
              GQueue              *queue,
              PaddockSpan          inner,
              GBytes              *outer)
{
  OpenId *open_id;

  if (inner.length > PADDOCK_CONVERSATION_ID_BYTES || queue->length >= PADDOCK_CONVERSATION_MAX)
    note_obstacle (self, PADDOCK_OBSTACLE_TOO_MUCH);
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
take_host_request (PaddockConversation  *self,
                   const PaddockMessage *request)
{
  if (!paddock_replay_receive_request (self->replay, request))
    note_obstacle (self, PADDOCK_OBSTACLE_TOO_MUCH);
  if (!paddock_message_is_method (request, PADDOCK_METHOD_LISTEN))
    open_request (self, &self->of_host, request->id, NULL);
}

/**
 * paddock_conversation_forget_request:
 * @id: the id of a request of the host
 *
 * Forgets a request that the host cancelled, or that the server never got.
 */
void
paddock_conversation_forget_request (PaddockConversation *self,
                                     PaddockSpan          id)
{
  close_request (&self->of_host, id);
  paddock_subscriptions_end (paddock_replay_get_streams (self->replay), id);
}

/**
 * paddock_conversation_receive_from_host:
 * @line: a message of the host that is about to go to the server
 * @out_line: (out) (transfer full) (nullable): the message that replaces @line; %NULL if the result
 *   is not %PADDOCK_PASSAGE_REPLACED
 *
 * Notes requests, answers and cancellations of the host.
 *
 * Returns: what becomes of @line. If @line answers a server that is gone, it is dropped
 */
PaddockPassage
paddock_conversation_receive_from_host (PaddockConversation   *self,
                                        const PaddockMessage  *line,
                                        PaddockMessage       **out_line)
{
  PaddockSpan id;
  OpenId *open_id;

  *out_line = NULL;
  if (line->kind == PADDOCK_MESSAGE_DUPLICATE && line->id.length > 0)
    note_obstacle (self, PADDOCK_OBSTACLE_UNCLEAR);
  switch (line->kind) {
    case PADDOCK_MESSAGE_BATCH:
      note_obstacle (self, PADDOCK_OBSTACLE_BATCHES);
      return PADDOCK_PASSAGE_AS_IS;
    case PADDOCK_MESSAGE_REQUEST:
      take_host_request (self, line);
      return PADDOCK_PASSAGE_AS_IS;
    case PADDOCK_MESSAGE_NOTIFICATION:
      if (paddock_message_is_method (line, PADDOCK_METHOD_INITIALIZED))
        paddock_replay_receive_initialized (self->replay, line);
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

/* Remembers a task, or forgets it if it has ended.
 *
 * @state: an object with `taskId` and `status` (MCP 2025-11-25, basic/utilities/tasks)
 * @is_new: whether a task that is not known yet is remembered
 */
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
      note_obstacle (self, PADDOCK_OBSTACLE_TOO_MUCH);
    else
      g_hash_table_add (self->tasks, g_steal_pointer (&id));
  }
}

static void
take_server_response (PaddockConversation  *self,
                      const PaddockMessage *response)
{
  PaddockSpan task;
  g_autofree char *type = NULL;

  close_request (&self->of_host, response->id);
  paddock_replay_receive_response (self->replay, response);
  if (paddock_replay_is_modern (self->replay))
    type = dup_text_member (response->result, "resultType");
  if (g_strcmp0 (type, "task") == 0)
    take_task_state (self, response->result, TRUE);
  else if (paddock_json_find_member (response->result, "task", &task))
    take_task_state (self, task, TRUE);
  else if (g_hash_table_size (self->tasks) > 0)
    take_task_state (self, response->result, FALSE);
}

/**
 * paddock_conversation_receive_from_server:
 * @line: a message of the server that is about to go to the host
 * @out_line: (out) (transfer full) (nullable): the message that replaces @line; %NULL if the result
 *   is not %PADDOCK_PASSAGE_REPLACED
 *
 * Notes requests, answers, cancellations and tasks of the server.
 *
 * Returns: what becomes of @line. A request gets a new id, unless it comes from the first server
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
  if (line->kind == PADDOCK_MESSAGE_DUPLICATE && line->id.length > 0)
    note_obstacle (self, PADDOCK_OBSTACLE_UNCLEAR);
  switch (line->kind) {
    case PADDOCK_MESSAGE_BATCH:
      note_obstacle (self, PADDOCK_OBSTACLE_BATCHES);
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
      if (paddock_subscriptions_receive_notification (paddock_replay_get_streams (self->replay),
                                                      line))
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
 * @line: kind and id of a line that was too long to be read (paddock_long_line_classify())
 * @from_host: whether the host sent the line; otherwise the server did
 *
 * If the line is a request, notes the request. If the line is a response, notes that the request
 * has its answer. A batch is noted as an obstacle.
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
    note_obstacle (self, PADDOCK_OBSTACLE_BATCHES);
  } else if (line->kind == PADDOCK_MESSAGE_REQUEST) {
    open_request (self, requests, line->id, NULL);
  } else if (line->kind == PADDOCK_MESSAGE_RESPONSE) {
    open_id = take_open (answered, line->id, from_host);
    g_clear_pointer (&open_id, open_id_free);
    if (!from_host)
      paddock_subscriptions_end (paddock_replay_get_streams (self->replay), line->id);
  }
}

/**
 * paddock_conversation_get_generation:
 *
 * Returns: how many servers or sessions came before the current one
 */
guint
paddock_conversation_get_generation (const PaddockConversation *self)
{
  return self->generation;
}

/**
 * paddock_conversation_new:
 *
 * Returns: (transfer full): a conversation with the first server, in which nothing was said yet
 */
PaddockConversation *
paddock_conversation_new (void)
{
  PaddockConversation *self = g_new0 (PaddockConversation, 1);

  self->prefix = (guint64) g_random_int () << 32 | g_random_int ();
  self->tasks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_queue_init (&self->of_host);
  g_queue_init (&self->of_server);
  self->replay = paddock_replay_new ();
  return self;
}

void
paddock_conversation_free (PaddockConversation *self)
{
  g_queue_clear_full (&self->of_host, (GDestroyNotify) open_id_free);
  g_queue_clear_full (&self->of_server, (GDestroyNotify) open_id_free);
  g_hash_table_unref (self->tasks);
  paddock_replay_free (self->replay);
  g_free (self);
}

/**
 * paddock_conversation_get_replay:
 *
 * Returns: (transfer none): the replay, which keeps what is said again to the next server
 */
PaddockReplay *
paddock_conversation_get_replay (PaddockConversation *self)
{
  return self->replay;
}

/**
 * paddock_conversation_count_open:
 *
 * Returns: how many requests of the host have no answer yet, not counting `subscriptions/listen`
 */
guint
paddock_conversation_count_open (const PaddockConversation *self)
{
  return self->of_host.length;
}

/**
 * paddock_conversation_is_open:
 * @id: the id of a request of the host
 *
 * Returns: whether the server may still answer the request
 */
gboolean
paddock_conversation_is_open (PaddockConversation *self,
                              PaddockSpan          id)
{
  return find_open (&self->of_host, id, TRUE) != NULL ||
         paddock_subscriptions_has (paddock_replay_get_streams (self->replay), id);
}

/**
 * paddock_conversation_get_obstacle:
 *
 * Returns: why no other server can take the place of this one now; %PADDOCK_OBSTACLE_NONE if one
 *   can
 */
PaddockObstacle
paddock_conversation_get_obstacle (const PaddockConversation *self)
{
  if (!paddock_replay_is_ready (self->replay))
    return PADDOCK_OBSTACLE_NO_HANDSHAKE;
  if (self->obstacle == PADDOCK_OBSTACLE_BATCHES || self->obstacle == PADDOCK_OBSTACLE_UNCLEAR)
    return self->obstacle;
  return g_hash_table_size (self->tasks) > 0 ? PADDOCK_OBSTACLE_TASKS : self->obstacle;
}

/**
 * paddock_conversation_end_generation:
 * @why: what the errors say
 *
 * Ends the conversation with the current server. Cancels the server's open requests at the host,
 * and answers each open request of the host with an error.
 *
 * Returns: (transfer full) (element-type GBytes): the cancellations and errors, lines for the host
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
  paddock_replay_end_server (self->replay);
  self->generation++;
  return lines;
}
