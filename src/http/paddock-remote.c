/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-remote.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <unistd.h>

#include "paddock-alarm.h"
#include "paddock-error.h"
#include "paddock-http-state.h"
#include "paddock-http-trouble.h"
#include "paddock-incoming.h"
#include "paddock-inlet.h"
#include "paddock-names.h"
#include "paddock-outbox.h"
#include "paddock-outlet.h"
#include "paddock-pending-ids.h"

/* A server behind an address, as a transport: Streamable HTTP (MCP 2025-11-25, basic/transports) or
 * legacy SSE (paddock-legacy-sse.c) on one side, lines on the other.
 *
 * The server slot (paddock-server-slot.c) owns the remote. If the session is lost, another remote
 * takes the place of this one, just as another process does for a local server (paddock-restart.c).
 * The remote decides nothing about roots. Each request of the host gets exactly one answer: the
 * server's, or an error that says why there is none.
 *
 * The remote drops a message of the server that is no JSON, is ambiguous, or is a response that
 * nobody waits for. It refuses a request for a file on this machine with "Method not found": the
 * server is on another machine.
 *
 * The outbox decides what is sent when. paddock-http-state.c decides what follows from an event in
 * the session.
 */

typedef enum {
  HOST_THERE,
  HOST_GONE,                        /* the host has ended */
  HOST_LATE,                        /* the host ended a while ago: only its unanswered requests
                                     * still keep the session */
} Host;

typedef struct {
  PaddockTransport    transport;
  PaddockReachOptions options;
  PaddockWebSession  *session;      /* (owned) */
  PaddockHttpState    state;        /* the state of @session */
  Host                host;
  int                 input;        /* (owned) the descriptor that the server slot writes to; -1:
                                     * the slot owns it */
  int                 output;       /* (owned) the descriptor that the server slot reads; -1: the
                                     * slot owns it */
  PaddockInlet       *inlet;        /* (owned) reads the lines of the host */
  PaddockOutlet      *outlet;       /* (owned) (nullable) writes to the host; NULL: nothing more
                                     * goes there */
  PaddockOutbox      *outbox;       /* (owned) */
  PaddockAlarm       *step_alarm;   /* (owned) calls on_step() */
  PaddockAlarm       *state_alarm;  /* (owned) limits the time in @state */
  PaddockAlarm       *host_alarm;   /* (owned) when it goes off, HOST_GONE becomes HOST_LATE */
  PaddockExchange    *goodbye;      /* (owned) (nullable) the exchange that ends the session at the
                                     * server; NULL: none has begun */
  int                 status;       /* exit status for the server slot, as waitpid() gives it */
} PaddockRemote;

/* Makes the main loop call on_step() soon, so that a step never runs inside another callback. */
static void
schedule (PaddockRemote *self)
{
  paddock_alarm_set (self->step_alarm, 0);
}

static void
set_state_alarm (PaddockRemote *self,
                 guint          milliseconds)
{
  paddock_alarm_set (self->state_alarm, milliseconds * G_TIME_SPAN_MILLISECOND);
}

static gboolean
throttle (PaddockRemote *self)
{
  gboolean is_host_full = self->outlet != NULL && paddock_outlet_is_full (self->outlet);

  return paddock_outbox_throttle (self->outbox, is_host_full);
}

/* Sends @spool to the host, or drops it if nothing more goes to the host. @spool: (transfer
 * full) */
static void
tell_host (PaddockRemote *self,
           PaddockSpool  *spool)
{
  if (self->outlet == NULL) {
    paddock_spool_free (spool);
    return;
  }
  paddock_outlet_write (self->outlet, spool);
  throttle (self);
}

static const PaddockHttpRefusal no_refusal = { .error = { "", 0 } };

static void
refuse (PaddockRemote            *self,
        PaddockSpan               id,
        const PaddockHttpRefusal *refusal,
        const char               *why)
{
  g_autoptr (GBytes) line = paddock_http_trouble_write (id, refusal->status, why, refusal->error);
  PaddockSpool *spool = paddock_spool_new ();

  paddock_spool_add (spool, paddock_json_span (line));
  tell_host (self, spool);
}

/* Receives the server's answer to a request. @spool: (transfer full) (nullable): the answer; %NULL:
 * the host must not get the answer, and gets an error instead */
static void
receive_response (PaddockRemote        *self,
                  PaddockHttpRequest   *request,
                  const PaddockMessage *line,
                  PaddockSpool         *spool)
{
  g_autoptr (PaddockSpool) answer = spool;
  const PaddockOutgoing *message = paddock_outbox_settle (self->outbox, request, line->id);

  if (message == NULL) {
    g_debug ("An answer that nobody waits for");
    return;
  }
  if (message->kind == PADDOCK_OUTGOING_CALL) {
    paddock_http_state_advance (&self->state, PADDOCK_HTTP_EVENT_ANSWERED);
  } else if (answer != NULL && line->result.length > 0) {
    paddock_web_session_learn (self->session, line->result);
    paddock_http_state_advance (&self->state, PADDOCK_HTTP_EVENT_ACCEPTED);
  } else {
    paddock_http_state_advance (&self->state, PADDOCK_HTTP_EVENT_DECLINED);
  }
  if (answer != NULL)
    tell_host (self, g_steal_pointer (&answer));
  else
    refuse (self, line->id, &no_refusal,
            "it asks for something or can be read in two ways, and is too long");
}

/* Receives the error @text, which names no request. If the server responds to a single request, the
 * error is the answer to that request. */
static void
receive_unaddressed (PaddockRemote      *self,
                     PaddockHttpRequest *request,
                     PaddockSpan         text)
{
  const PaddockOutgoing *message = paddock_http_request_get_message (request);
  g_autoptr (PaddockSpool) answer = NULL;
  g_autoptr (GBytes) line = NULL;
  g_auto (PaddockMessage) class = { 0 };

  if (message->message.kind != PADDOCK_MESSAGE_REQUEST || message->owed->len != 1)
    return;
  line = paddock_http_trouble_write (paddock_json_span (message->owed->pdata[0]), 0, "", text);
  answer = paddock_spool_new ();
  if (paddock_spool_add (answer, paddock_json_span (line)) &&
      paddock_spool_classify (answer, &class))
    receive_response (self, request, &class, g_steal_pointer (&answer));
}

typedef struct {
  PaddockRemote      *remote;
  PaddockHttpRequest *request;
} Receiver;

/* Passes on, answers or drops one message of the server. @spool: (transfer full): the message, as
 * JSON */
static void
receive_single (const PaddockMessage *line,
                PaddockSpool         *spool,
                gpointer              user_data)
{
  const Receiver *receiver = user_data;
  PaddockRemote *self = receiver->remote;
  const PaddockOutgoing *message = paddock_http_request_get_message (receiver->request);
  g_autoptr (PaddockSpool) owned = spool;
  g_autoptr (GBytes) answer = NULL;
  PaddockSpan text = paddock_spool_get_text (spool);
  PaddockReason reason;
  PaddockIncoming what = paddock_incoming_judge (line, text, message->version != NULL, &reason);

  if (reason != PADDOCK_REASON_NONE && self->options.dropped != NULL)
    self->options.dropped (reason, self->options.dropped_data);
  switch (what) {
    case PADDOCK_INCOMING_ANSWER:
      receive_response (self, receiver->request, line, g_steal_pointer (&owned));
      break;
    case PADDOCK_INCOMING_UNREAD:
      receive_response (self, receiver->request, line, NULL);
      break;
    case PADDOCK_INCOMING_UNADDRESSED:
      receive_unaddressed (self, receiver->request, text);
      break;
    case PADDOCK_INCOMING_PASSED:
      tell_host (self, g_steal_pointer (&owned));
      break;
    case PADDOCK_INCOMING_REFUSED:
      answer = paddock_incoming_refuse (line, text);
      paddock_outbox_push (self->outbox, paddock_outgoing_new (answer), FALSE);
      throttle (self);
      schedule (self);
      break;
    case PADDOCK_INCOMING_DROPPED:
    default:
      break;
  }
}

static gboolean
on_message (PaddockHttpRequest  *request,
            PaddockSpool       **message,
            gpointer             user_data)
{
  Receiver receiver = { .remote = user_data, .request = request };

  return paddock_incoming_split (message, receive_single, &receiver);
}

/* Sends the host an error for each request in the message of @request that has no answer yet. */
static void
fail (PaddockRemote            *self,
      const PaddockHttpRequest *request)
{
  const PaddockOutgoing *message = paddock_http_request_get_message (request);
  PaddockHttpRefusal refusal = paddock_http_request_get_refusal (request);
  g_autofree char *words = paddock_http_request_describe (request);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  if (message->kind == PADDOCK_OUTGOING_INITIALIZE && message->owed->len > 0) {
    g_message ("%s: %s", self->options.address->name, words);
    paddock_http_state_advance (&self->state, PADDOCK_HTTP_EVENT_DECLINED);
  }
  paddock_outgoing_list_owed (message, ids);
  for (guint i = 0; i < ids->len; i++)
    refuse (self, paddock_json_span (ids->pdata[i]), &refusal, words);
}

/* Handles the end of @request. If the server forgot the session, changes the state, and sets the
 * alarm that calls give_up() after a moment. Until then other requests may still get answers, but
 * the server refuses most in the same way. Returns whether the server forgot the session. */
static gboolean
lose (PaddockRemote            *self,
      const PaddockHttpRequest *request)
{
  gboolean was_lost = paddock_http_state_is_lost (self->state);

  if (!paddock_http_request_is_session_lost (request) ||
      !paddock_web_session_can_be_lost (self->session) ||
      !paddock_http_state_advance (&self->state, PADDOCK_HTTP_EVENT_FORGOTTEN))
    return FALSE;
  if (!was_lost)
    set_state_alarm (self, PADDOCK_REMOTE_LOST_MS);
  return TRUE;
}

static gboolean
on_ended (PaddockHttpRequest *request,
          gpointer            user_data)
{
  PaddockRemote *self = user_data;

  if (paddock_http_request_get_message (request)->kind == PADDOCK_OUTGOING_SESSION_STREAM) {
    if (paddock_http_state_advance (&self->state, PADDOCK_HTTP_EVENT_STREAM_ENDED) &&
        paddock_http_state_is_lost (self->state))
      set_state_alarm (self, 0);
    return FALSE;
  }
  if (lose (self, request))
    return TRUE;
  fail (self, request);
  return FALSE;
}

static void
on_changed (gpointer user_data)
{
  schedule (user_data);
}

static const PaddockOutboxFuncs outbox_funcs = {
  .changed = on_changed,
  .message = on_message,
  .ended = on_ended,
};

/* Waits until the host has read all messages. If a signal ended the session, this wait has a time
 * limit. */
static void
flush (PaddockRemote *self)
{
  paddock_http_state_advance (&self->state, PADDOCK_HTTP_EVENT_LEFT);
  paddock_alarm_clear (self->state_alarm);
  if (self->status != 0)
    set_state_alarm (self, PADDOCK_REMOTE_FLUSH_MS);
  schedule (self);
}

/* Called when the request that ends the session at the server is over. Whether it succeeded or not,
 * the remote now flushes the last messages. */
static void
on_goodbye_ended (PaddockExchange    *exchange,
                  PaddockExchangeEnd  end,
                  const char         *why,
                  gpointer            user_data)
{
  PaddockRemote *self = user_data;

  if (self->state == PADDOCK_HTTP_STATE_LEAVING)
    flush (self);
}

static const PaddockExchangeFuncs goodbye_funcs = { .ended = on_goodbye_ended };

static void
leave (PaddockRemote *self,
       int            status)
{
  if (!paddock_http_state_advance (&self->state, PADDOCK_HTTP_EVENT_LEAVE))
    return;
  self->status = status;
  paddock_outbox_clear (self->outbox);
  paddock_alarm_clear (self->host_alarm);
  if (self->state == PADDOCK_HTTP_STATE_LEAVING)
    self->goodbye = paddock_web_session_leave (self->session, &goodbye_funcs, self);
  if (self->goodbye != NULL)
    set_state_alarm (self, PADDOCK_REMOTE_GOODBYE_MS);
  else
    flush (self);
}

/* Reports that the session is lost. The relay (paddock-restart.c) may begin another session, and
 * send in it what the server did not accept. If the relay begins none, this session stays. The next
 * request shows whether the server knows the session again. */
static void
give_up (PaddockRemote *self)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  gboolean has_lost_stream = paddock_http_state_has_lost_stream (self->state);
  guint n;

  paddock_outbox_steal_lost (self->outbox, lines, ids);
  n = ids->len;
  paddock_outbox_list_owed (self->outbox, ids);
  if (self->options.lost (lines, ids, self->options.user_data)) {
    paddock_http_state_advance (&self->state, PADDOCK_HTTP_EVENT_RENEWED);
    paddock_outbox_clear (self->outbox);
    return;
  }
  paddock_http_state_advance (&self->state, PADDOCK_HTTP_EVENT_KEPT);
  /* If the session still has its stream, requests under way may still get their answers. */
  if (has_lost_stream)
    paddock_outbox_clear (self->outbox);
  else
    g_ptr_array_set_size (ids, (int) n);
  /* The host's next `initialize` begins the session anew. */
  if (self->state == PADDOCK_HTTP_STATE_NEW)
    paddock_web_session_clear_endpoint (self->session);
  for (guint i = 0; i < lines->len; i++) {
    g_auto (PaddockMessage) message = { 0 };

    paddock_message_read (paddock_json_span (lines->pdata[i]), &message);
    paddock_pending_ids_list (&message, ids);
  }
  for (guint i = 0; i < ids->len; i++)
    refuse (self, paddock_json_span (ids->pdata[i]), &no_refusal,
            "the server has forgotten the session");
}

static gboolean
on_state_alarm (gpointer user_data)
{
  PaddockRemote *self = user_data;

  if (self->state == PADDOCK_HTTP_STATE_LEAVING)
    flush (self);
  else if (self->state == PADDOCK_HTTP_STATE_FLUSHING)
    g_clear_pointer (&self->outlet, paddock_outlet_free);
  else if (paddock_http_state_is_lost (self->state))
    give_up (self);
  schedule (self);
  return G_SOURCE_REMOVE;
}

static void
exit_now (PaddockRemote *self)
{
  paddock_http_state_advance (&self->state, PADDOCK_HTTP_EVENT_FLUSHED);
  g_clear_pointer (&self->goodbye, paddock_exchange_free);
  g_clear_pointer (&self->outlet, paddock_outlet_free);
  paddock_alarm_clear (self->state_alarm);
  if (self->transport.exited != NULL)
    self->transport.exited (self->transport.user_data);
}

static void
send_all (PaddockRemote *self)
{
  const PaddockOutgoing *message;

  if (self->state == PADDOCK_HTTP_STATE_OPENED) {
    if (!paddock_web_session_is_legacy (self->session))
      paddock_outbox_push (self->outbox,
                           paddock_outgoing_new_stream (PADDOCK_OUTGOING_LISTEN), FALSE);
    paddock_http_state_advance (&self->state, PADDOCK_HTTP_EVENT_LISTENING);
  }
  while ((message = paddock_outbox_send_next (self->outbox,
                                              !paddock_http_state_can_send (self->state))) != NULL)
    if (message->kind == PADDOCK_OUTGOING_INITIALIZE)
      paddock_http_state_advance (&self->state, PADDOCK_HTTP_EVENT_INITIALIZE);
}

static gboolean
is_busy (const PaddockRemote *self)
{
  return paddock_http_state_is_lost (self->state) ||
         paddock_outbox_is_busy (self->outbox, self->host == HOST_LATE);
}

static gboolean
on_step (gpointer user_data)
{
  PaddockRemote *self = user_data;

  if (paddock_http_state_is_ending (self->state)) {
    if (self->state == PADDOCK_HTTP_STATE_FLUSHING &&
        (self->outlet == NULL || paddock_outlet_is_empty (self->outlet)))
      exit_now (self);
    return G_SOURCE_REMOVE;
  }
  if (paddock_http_state_has_lost_stream (self->state))
    paddock_outbox_clear_answers (self->outbox);
  if (paddock_outbox_is_busy (self->outbox, TRUE) &&
      paddock_http_state_advance (&self->state, PADDOCK_HTTP_EVENT_WANTED))
    set_state_alarm (self, 0);
  send_all (self);
  paddock_inlet_set_paused (self->inlet, throttle (self));
  if (self->host != HOST_THERE && !is_busy (self))
    leave (self, 0);
  return G_SOURCE_REMOVE;
}

/* If @message cancels a request, cancels that request in the outbox. Returns TRUE if the server
 * need not get @message. */
static gboolean
cancel (PaddockRemote         *self,
        const PaddockOutgoing *message)
{
  PaddockOutboxCancel what;
  PaddockSpan id;

  if (message->message.kind != PADDOCK_MESSAGE_NOTIFICATION ||
      !paddock_message_is_method (&message->message, PADDOCK_METHOD_CANCELLED) ||
      !paddock_json_find_member (message->message.params, "requestId", &id))
    return FALSE;
  what = paddock_outbox_cancel (self->outbox, id);
  return what == PADDOCK_OUTBOX_CANCELLED ||
         (what == PADDOCK_OUTBOX_UNKNOWN && !paddock_http_state_has_handshake (self->state));
}

static void
on_line (GBytes   *whole,
         gpointer  user_data)
{
  PaddockRemote *self = user_data;
  g_autoptr (GBytes) line = paddock_pending_ids_without_mark (whole);
  g_autoptr (PaddockOutgoing) message = paddock_outgoing_new (line);
  gboolean is_response = message->message.kind == PADDOCK_MESSAGE_RESPONSE;

  if (paddock_http_state_is_ending (self->state) ||
      message->message.kind == PADDOCK_MESSAGE_UNREADABLE)
    return;
  schedule (self);
  if (!cancel (self, message))
    paddock_outbox_push (self->outbox, g_steal_pointer (&message),
                         !is_response || paddock_http_state_is_opening (self->state));
}

static void
on_long_line (const PaddockMessage *line,
              gpointer              user_data)
{
  if (line->kind == PADDOCK_MESSAGE_REQUEST)
    refuse (user_data, line->id, &no_refusal, "the request is too long");
}

static gboolean
on_host_alarm (gpointer user_data)
{
  PaddockRemote *self = user_data;

  self->host = HOST_LATE;
  schedule (self);
  return G_SOURCE_REMOVE;
}

static void
on_host_gone (gpointer user_data)
{
  PaddockRemote *self = user_data;

  self->host = HOST_GONE;
  paddock_alarm_set (self->host_alarm, PADDOCK_REMOTE_LAST_MS * G_TIME_SPAN_MILLISECOND);
  schedule (self);
}

static const PaddockInletFuncs inlet_funcs = {
  .line = on_line,
  .too_long = on_long_line,
  .ended = on_host_gone,
};

static void
on_unread (gpointer user_data)
{
  leave (user_data, 0);
}

static const PaddockOutletFuncs outlet_funcs = { .room = on_changed, .lost = on_unread };

static int
take_input (PaddockTransport *transport)
{
  return g_steal_fd (&((PaddockRemote *) transport)->input);
}

static int
take_output (PaddockTransport *transport)
{
  return g_steal_fd (&((PaddockRemote *) transport)->output);
}

/* Ends the session if the signal would end a process. A remote server can't get signals. */
static void
pass_signal (PaddockTransport *transport,
             int               signal_number)
{
  if (paddock_signals_is_end (signal_number))
    leave ((PaddockRemote *) transport, signal_number);
}

static void
end (PaddockTransport *transport,
     int               signal_number)
{
  PaddockRemote *self = (PaddockRemote *) transport;

  leave (self, signal_number);
  if (signal_number != SIGKILL)
    return;
  flush (self);
  g_clear_pointer (&self->outlet, paddock_outlet_free);
}

static gboolean
has_exited (PaddockTransport *transport)
{
  return ((PaddockRemote *) transport)->state == PADDOCK_HTTP_STATE_EXITED;
}

static gboolean
reap (PaddockTransport *transport,
      int              *out_status)
{
  *out_status = ((PaddockRemote *) transport)->status;
  return has_exited (transport);
}

/* Whether the server has accepted all notifications and responses. Nobody knows what the server did
 * with them. */
static gboolean
is_quiescent (PaddockTransport *transport)
{
  return paddock_outbox_is_quiescent (((PaddockRemote *) transport)->outbox);
}

static void
remote_free (PaddockTransport *transport)
{
  PaddockRemote *self = (PaddockRemote *) transport;

  paddock_outbox_free (self->outbox);
  g_clear_pointer (&self->goodbye, paddock_exchange_free);
  g_clear_pointer (&self->inlet, paddock_inlet_free);
  g_clear_pointer (&self->outlet, paddock_outlet_free);
  if (self->input >= 0)
    close (self->input);
  if (self->output >= 0)
    close (self->output);
  paddock_alarm_free (self->step_alarm);
  paddock_alarm_free (self->state_alarm);
  paddock_alarm_free (self->host_alarm);
  paddock_web_session_free (self->session);
  g_free (self);
}

static const PaddockTransportFuncs remote_funcs = {
  .vouches = TRUE,
  .take_input = take_input,
  .take_output = take_output,
  .pass_signal = pass_signal,
  .end = end,
  .has_exited = has_exited,
  .reap = reap,
  .is_quiescent = is_quiescent,
  .free = remote_free,
};

/**
 * paddock_remote_new:
 * @options: the server's address, and the callbacks of the relay; copied, but everything that the
 *   copy points to must stay valid
 *
 * Makes a transport to a server behind an address. Sends nothing before the host's first message.
 *
 * Returns: (transfer full) (nullable): the transport; %NULL with %PADDOCK_ERROR_FAILED if no
 *   descriptors are left
 */
PaddockTransport *
paddock_remote_new (const PaddockReachOptions  *options,
                    GError                    **error)
{
  PaddockRemote *self;
  int in[2] = { -1, -1 }, out[2];

  if (pipe2 (in, O_CLOEXEC | O_NONBLOCK) < 0 || pipe2 (out, O_CLOEXEC | O_NONBLOCK) < 0) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED, g_strerror (errno));
    for (guint i = 0; i < 2 && in[i] >= 0; i++)
      close (in[i]);
    return NULL;
  }
  self = g_new0 (PaddockRemote, 1);
  self->transport.funcs = &remote_funcs;
  self->options = *options;
  self->session = paddock_web_session_new (options->address, options->headers,
                                           options->silence_ms);
  self->input = in[1];
  self->output = out[0];
  self->state = PADDOCK_HTTP_STATE_NEW;
  self->outbox = paddock_outbox_new (self->session, &self->options, &outbox_funcs, self);
  self->step_alarm = paddock_alarm_new (on_step, self);
  self->state_alarm = paddock_alarm_new (on_state_alarm, self);
  self->host_alarm = paddock_alarm_new (on_host_alarm, self);
  self->inlet = paddock_inlet_new (in[0], &inlet_funcs, self);
  self->outlet = paddock_outlet_new (out[1], &outlet_funcs, self);
  return &self->transport;
}
