/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-outbox.h"

#include "paddock-alarm.h"

/* All messages to a server behind an address, whether they wait or are under way.
 *
 * The remote owns the outbox. Each message is an HTTP request of its own, and several are under way
 * at a time. This file decides their order:
 *
 * Nothing overtakes `initialize`. The outbox requests the stream for the server's own messages
 * before it sends the host's `initialized`. Many servers send requests right after `initialized`,
 * and only on that stream. A request waits a short time for the notification before it. A response
 * to the server waits for no other message.
 */

struct _PaddockOutbox
{
  PaddockWebSession         *session;
  const PaddockReachOptions *options;
  const PaddockOutboxFuncs  *funcs;
  gpointer                   user_data;
  GPtrArray                 *requests; /* (owned) of PaddockHttpRequest, in the order of sending */
  GQueue                     waiting;  /* (owned) PaddockOutgoing: messages to send in order, the
                                        * next first */
  GQueue                     answers;  /* (owned) PaddockOutgoing: messages that don't wait for
                                        * @first */
  const PaddockHttpRequest  *first;    /* (nullable) the messages in @waiting wait until this
                                        * request has arrived; NULL: for no request */
  PaddockAlarm              *alarm;    /* (owned) ends the wait for @first */
  gboolean                   is_paused;
};

static PaddockOutgoing *
get_message (const PaddockOutbox *self,
             guint                i)
{
  return paddock_http_request_get_message (self->requests->pdata[i]);
}

/* If the messages in the queue @waiting wait until @request has arrived, ends this wait. */
static void
let_pass (PaddockOutbox            *self,
          const PaddockHttpRequest *request)
{
  if (self->first != request)
    return;
  self->first = NULL;
  paddock_alarm_clear (self->alarm);
}

/* Makes the messages in the queue @waiting wait until @request has arrived. @milliseconds: how long
 * they wait at most; 0: without a limit */
static void
put_first (PaddockOutbox            *self,
           const PaddockHttpRequest *request,
           guint                     milliseconds)
{
  self->first = request;
  if (milliseconds > 0)
    paddock_alarm_set (self->alarm, milliseconds * G_TIME_SPAN_MILLISECOND);
  else
    paddock_alarm_clear (self->alarm);
}

static gboolean
on_alarm (gpointer user_data)
{
  PaddockOutbox *self = user_data;

  self->first = NULL;
  self->funcs->changed (self->user_data);
  return G_SOURCE_REMOVE;
}

static void
remove_request (PaddockOutbox      *self,
                PaddockHttpRequest *request)
{
  let_pass (self, request);
  g_ptr_array_remove (self->requests, request);
  self->funcs->changed (self->user_data);
}

static void
add (PaddockHttpRequest *request,
     gpointer            user_data)
{
  PaddockOutbox *self = user_data;

  paddock_http_request_set_paused (request, self->is_paused);
  g_ptr_array_add (self->requests, request);
}

static void
on_sent (PaddockHttpRequest *request,
         gpointer            user_data)
{
  PaddockOutbox *self = user_data;

  if (paddock_http_request_get_message (request)->kind == PADDOCK_OUTGOING_LISTEN &&
      self->first == request)
    put_first (self, request, PADDOCK_OUTBOX_STREAM_MS);
}

static void
on_taken (PaddockHttpRequest *request,
          gpointer            user_data)
{
  PaddockOutbox *self = user_data;

  if (paddock_http_request_get_message (request)->kind != PADDOCK_OUTGOING_INITIALIZE)
    let_pass (self, request);
  self->funcs->changed (self->user_data);
}

static gboolean
on_message (PaddockHttpRequest  *request,
            PaddockSpool       **message,
            gpointer             user_data)
{
  PaddockOutbox *self = user_data;

  return self->funcs->message (request, message, self->user_data);
}

static void
on_unreadable (PaddockHttpRequest *request,
               PaddockReason       reason,
               gpointer            user_data)
{
  const PaddockReachOptions *options = ((PaddockOutbox *) user_data)->options;

  if (options->dropped != NULL)
    options->dropped (reason, options->dropped_data);
}

static void
on_ended (PaddockHttpRequest *request,
          gpointer            user_data)
{
  PaddockOutbox *self = user_data;
  PaddockOutgoing *message = paddock_http_request_get_message (request);

  if (paddock_http_request_can_repeat (request)) {
    PaddockOutgoing *again = paddock_outgoing_new (message->line);

    again->origin = PADDOCK_OUTGOING_REPEATED;
    g_queue_push_head (&self->answers, again);
  } else if (self->funcs->ended (request, self->user_data)) {
    message->progress = paddock_outgoing_is_taken (message) ? PADDOCK_OUTGOING_LOST_TAKEN
                                                            : PADDOCK_OUTGOING_LOST_UNTAKEN;
    paddock_http_request_update (request);
    let_pass (self, request);
    return;
  }
  remove_request (self, request);
}

static const PaddockHttpRequestFuncs request_funcs = {
  .sent = on_sent,
  .taken = on_taken,
  .message = on_message,
  .unreadable = on_unreadable,
  .stream = add,
  .ended = on_ended,
};

/**
 * paddock_outbox_new:
 * @session: the session that the messages belong to; must stay valid
 * @options: the options of the remote; must stay valid
 * @funcs: must stay valid; none may free the outbox
 * @user_data: for @funcs
 *
 * Returns: (transfer full): an empty outbox
 */
PaddockOutbox *
paddock_outbox_new (PaddockWebSession         *session,
                    const PaddockReachOptions *options,
                    const PaddockOutboxFuncs  *funcs,
                    gpointer                   user_data)
{
  PaddockOutbox *self = g_new0 (PaddockOutbox, 1);

  self->session = session;
  self->options = options;
  self->funcs = funcs;
  self->user_data = user_data;
  self->requests = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_http_request_free);
  g_queue_init (&self->waiting);
  g_queue_init (&self->answers);
  self->alarm = paddock_alarm_new (on_alarm, self);
  return self;
}

void
paddock_outbox_free (PaddockOutbox *self)
{
  paddock_outbox_clear (self);
  g_ptr_array_unref (self->requests);
  paddock_alarm_free (self->alarm);
  g_free (self);
}

/* Drops all messages. Closes the requests under way, without calling a callback for them. */
void
paddock_outbox_clear (PaddockOutbox *self)
{
  put_first (self, NULL, 0);
  g_ptr_array_set_size (self->requests, 0);
  g_queue_clear_full (&self->waiting, (GDestroyNotify) paddock_outgoing_free);
  paddock_outbox_clear_answers (self);
}

/* Drops the responses that wait to be sent to the server. Call this when the session in which the
 * server sent its requests has ended. */
void
paddock_outbox_clear_answers (PaddockOutbox *self)
{
  g_queue_clear_full (&self->answers, (GDestroyNotify) paddock_outgoing_free);
}

/**
 * paddock_outbox_push:
 * @message: (transfer full): what to send
 * @is_ordered: whether @message waits for messages that were pushed before. Only responses to the
 *   server and requests for streams do not wait
 */
void
paddock_outbox_push (PaddockOutbox   *self,
                     PaddockOutgoing *message,
                     gboolean         is_ordered)
{
  g_queue_push_tail (is_ordered ? &self->waiting : &self->answers, message);
}

/* Counts the responses that are under way to the server and may not have arrived yet. */
static guint
count_answers (const PaddockOutbox *self)
{
  guint n = 0;

  for (guint i = 0; i < self->requests->len; i++) {
    const PaddockOutgoing *message = get_message (self, i);

    n += message->message.kind == PADDOCK_MESSAGE_RESPONSE &&
         message->progress == PADDOCK_OUTGOING_UNKNOWN;
  }
  return n;
}

/* Whether @message is a request that got its answer. Its HTTP request may stay open, because the
 * server may send more on the stream. */
static gboolean
is_answered (const PaddockOutgoing *message)
{
  return message->kind == PADDOCK_OUTGOING_CALL && paddock_outgoing_is_taken (message) &&
         !paddock_outgoing_is_owed (message);
}

/* Returns whether one more message may be sent: whether fewer requests than the maximum wait for an
 * answer. An answered request may still take up space, if the server keeps its stream open. If
 * space is short, closes the oldest such streams. */
static gboolean
make_room (PaddockOutbox *self)
{
  const guint max = PADDOCK_WEB_SESSION_CALLS_MAX;
  guint n_owed = 0;

  for (guint i = 0; i < self->requests->len; i++)
    n_owed += paddock_outgoing_is_owed (get_message (self, i));
  for (guint i = 0; i < self->requests->len && n_owed < max && self->requests->len >= max; i++)
    if (is_answered (get_message (self, i)))
      g_ptr_array_remove_index (self->requests, i--);
  return n_owed < max;
}

static PaddockHttpRequest *
find (const PaddockOutbox *self,
      PaddockSpan          id,
      gboolean             among_lost)
{
  for (guint i = 0; i < self->requests->len; i++) {
    const PaddockOutgoing *message = get_message (self, i);

    if (paddock_outgoing_is_lost (message) == among_lost && paddock_outgoing_owes (message, id))
      return self->requests->pdata[i];
  }
  return NULL;
}

/* Whether @message is a request that Paddock itself repeats in a new session (paddock-replay.c). If
 * a request with the same id is under way, that request is Paddock's, and @message is the
 * host's. */
static gboolean
is_replayed (const PaddockOutbox   *self,
             const PaddockOutgoing *message)
{
  return message->message.kind == PADDOCK_MESSAGE_REQUEST &&
         self->options->ours (message->message.id, self->options->user_data) &&
         find (self, message->message.id, FALSE) == NULL;
}

static PaddockOutgoing *
choose_next (PaddockOutbox *self,
             gboolean       has_to_wait,
             gboolean      *out_is_ordered)
{
  const PaddockOutgoing *answer = g_queue_peek_head (&self->answers);
  PaddockOutgoing *message;

  *out_is_ordered = FALSE;
  if (answer != NULL && (answer->message.kind != PADDOCK_MESSAGE_RESPONSE ||
                         count_answers (self) < PADDOCK_OUTBOX_ANSWERS_MAX))
    return g_queue_pop_head (&self->answers);
  if (has_to_wait || self->first != NULL || self->waiting.length == 0 || !make_room (self))
    return NULL;
  *out_is_ordered = TRUE;
  message = g_queue_pop_head (&self->waiting);
  if (is_replayed (self, message))
    message->origin = PADDOCK_OUTGOING_REPLAYED;
  return message;
}

/**
 * paddock_outbox_send_next:
 * @has_to_wait: whether only responses to the server and requests for streams may be sent, and all
 *   other messages have to wait
 *
 * Sends the next message, if there is one that may be sent now.
 *
 * Returns: (transfer none) (nullable): the message that was just sent; %NULL if none was sent
 */
PaddockOutgoing *
paddock_outbox_send_next (PaddockOutbox *self,
                          gboolean       has_to_wait)
{
  gboolean is_ordered;
  PaddockOutgoing *message = choose_next (self, has_to_wait, &is_ordered);
  PaddockHttpRequest *request;

  if (message == NULL)
    return NULL;
  request = paddock_http_request_new (self->session, message, &request_funcs, self);
  add (request, self);
  if (message->kind == PADDOCK_OUTGOING_INITIALIZE)
    put_first (self, request, 0);
  else if (message->kind == PADDOCK_OUTGOING_LISTEN ||
           (is_ordered && message->kind == PADDOCK_OUTGOING_INITIALIZED))
    put_first (self, request, PADDOCK_OUTBOX_READY_MS);
  else if (is_ordered && message->kind == PADDOCK_OUTGOING_ONE_WAY)
    put_first (self, request, PADDOCK_OUTBOX_ONE_WAY_MS);
  return message;
}

/**
 * paddock_outbox_settle:
 * @request: the request on which the answer came
 * @id: the id of the answer
 *
 * Marks the request @id as answered. Two requests may have that id: one that Paddock itself
 * repeated in a new session, and one of the host. In a revision without a session, an answer
 * belongs to the request on which the answer came.
 *
 * Returns: (transfer none) (nullable): the message that was answered; %NULL if nobody waits for
 *   this answer
 */
PaddockOutgoing *
paddock_outbox_settle (PaddockOutbox      *self,
                       PaddockHttpRequest *request,
                       PaddockSpan         id)
{
  PaddockHttpRequest *owner =
    paddock_outgoing_owes (paddock_http_request_get_message (request), id)
    ? request : find (self, id, FALSE);
  PaddockOutgoing *message = owner != NULL ? paddock_http_request_get_message (owner) : NULL;

  if (message == NULL || (message->version != NULL && owner != request))
    return NULL;
  paddock_outgoing_settle (message, id);
  paddock_http_request_update (owner);
  let_pass (self, owner);
  self->funcs->changed (self->user_data);
  return message;
}

static gboolean
remove_waiting (PaddockOutbox *self,
                PaddockSpan    id)
{
  for (GList *item = self->waiting.head; item != NULL; item = item->next) {
    PaddockOutgoing *message = item->data;

    if (message->message.kind == PADDOCK_MESSAGE_REQUEST && paddock_outgoing_owes (message, id)) {
      g_queue_delete_link (&self->waiting, item);
      paddock_outgoing_free (message);
      return TRUE;
    }
  }
  return FALSE;
}

/**
 * paddock_outbox_cancel:
 * @id: the id of a request whose answer the host does not want any more
 *
 * Cancels a request of the host. The result says whether the server has to be told.
 *
 * In a revision without a session, closing the stream cancels the request (MCP 2026-07-28).
 *
 * Returns: what happened to the request
 */
PaddockOutboxCancel
paddock_outbox_cancel (PaddockOutbox *self,
                       PaddockSpan    id)
{
  PaddockHttpRequest *request = find (self, id, TRUE);
  gboolean is_lost = request != NULL;
  PaddockOutgoing *message;

  if (remove_waiting (self, id))
    return PADDOCK_OUTBOX_CANCELLED;
  if (!is_lost && (request = find (self, id, FALSE)) == NULL)
    return PADDOCK_OUTBOX_UNKNOWN;
  message = paddock_http_request_get_message (request);
  if (message->version != NULL) {
    remove_request (self, request);
    return PADDOCK_OUTBOX_CANCELLED;
  }
  /* If the message is an array, the host still wants the other answers. */
  message->is_cancelled = paddock_outgoing_is_single (message);
  paddock_http_request_update (request);
  return is_lost ? PADDOCK_OUTBOX_CANCELLED : PADDOCK_OUTBOX_UNDER_WAY;
}

/**
 * paddock_outbox_throttle:
 * @is_host_full: whether too many bytes wait for the host to read them
 *
 * Pauses reading from the server while @is_host_full, or while the server sends requests faster
 * than it accepts the answers.
 *
 * Returns: whether reading from the host must pause as well
 */
gboolean
paddock_outbox_throttle (PaddockOutbox *self,
                         gboolean       is_host_full)
{
  gboolean has_many_answers = self->answers.length >= PADDOCK_OUTBOX_ANSWERS_MAX;
  gboolean is_paused = is_host_full || has_many_answers;

  if (self->is_paused != is_paused) {
    self->is_paused = is_paused;
    for (guint i = 0; i < self->requests->len; i++)
      paddock_http_request_set_paused (self->requests->pdata[i], is_paused);
  }
  return has_many_answers || self->waiting.length >= PADDOCK_OUTBOX_WAITING_MAX;
}

static gboolean
is_message_busy (const PaddockOutgoing *message,
                 gboolean               is_late)
{
  return paddock_outgoing_is_one_way (message)
         ? !is_late && message->progress == PADDOCK_OUTGOING_UNKNOWN
         : paddock_outgoing_is_owed (message);
}

/**
 * paddock_outbox_is_busy:
 * @is_late: whether to ignore the responses that wait, and the notifications and responses under
 *   way
 *
 * Returns: whether the host waits for an answer, or a message has yet to arrive at the server
 */
gboolean
paddock_outbox_is_busy (const PaddockOutbox *self,
                        gboolean             is_late)
{
  if (self->waiting.length > 0 || (!is_late && self->answers.length > 0))
    return TRUE;
  for (guint i = 0; i < self->requests->len; i++)
    if (is_message_busy (get_message (self, i), is_late))
      return TRUE;
  return FALSE;
}

/* Returns: whether no notification is under way to the server, and no response waits or is under
 * way. An `initialized` under way does not matter. */
gboolean
paddock_outbox_is_quiescent (const PaddockOutbox *self)
{
  for (guint i = 0; i < self->requests->len; i++)
    if (get_message (self, i)->kind == PADDOCK_OUTGOING_ONE_WAY)
      return FALSE;
  return self->answers.length == 0;
}

/* Adds @message to @lines if it is one request that the server did not accept: another session can
 * send it. Otherwise adds the ids of the unanswered requests in @message to @ids. */
static void
list_lost (const PaddockOutgoing *message,
           GPtrArray             *lines,
           GPtrArray             *ids)
{
  if (message->is_cancelled)
    return;
  if (message->progress == PADDOCK_OUTGOING_LOST_UNTAKEN &&
      message->kind == PADDOCK_OUTGOING_CALL && paddock_outgoing_is_single (message))
    g_ptr_array_add (lines, g_bytes_ref (message->line));
  else
    paddock_outgoing_list_owed (message, ids);
}

/**
 * paddock_outbox_steal_lost:
 * @lines: (element-type GBytes): gets the messages that can be sent in another session, in order
 * @ids: (element-type GBytes): gets the ids of the other requests that were lost
 *
 * Removes from the outbox all messages that were lost with the session, and all messages in the
 * queue @waiting.
 */
void
paddock_outbox_steal_lost (PaddockOutbox *self,
                           GPtrArray     *lines,
                           GPtrArray     *ids)
{
  PaddockOutgoing *message;

  for (guint i = 0; i < self->requests->len; i++)
    if (paddock_outgoing_is_lost (get_message (self, i))) {
      list_lost (get_message (self, i), lines, ids);
      g_ptr_array_remove_index (self->requests, i--);
    }
  while ((message = g_queue_pop_head (&self->waiting)) != NULL) {
    g_ptr_array_add (lines, g_bytes_ref (message->line));
    paddock_outgoing_free (message);
  }
}

/**
 * paddock_outbox_list_owed:
 * @ids: (element-type GBytes): gets the id of each request under way whose answer somebody waits
 *   for
 */
void
paddock_outbox_list_owed (const PaddockOutbox *self,
                          GPtrArray           *ids)
{
  for (guint i = 0; i < self->requests->len; i++)
    paddock_outgoing_list_owed (get_message (self, i), ids);
}
