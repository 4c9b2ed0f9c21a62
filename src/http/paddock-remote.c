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
#include "paddock-pending-ids.h"
#include "paddock-barrier.h"
#include "paddock-error.h"
#include "paddock-http-trouble.h"
#include "paddock-incoming.h"
#include "paddock-inlet.h"
#include "paddock-names.h"
#include "paddock-legacy-sse.h"
#include "paddock-outlet.h"
#include "paddock-relisting.h"
#include "paddock-outbox.h"

/* A server behind an address, as a transport: Streamable HTTP (MCP 2025-11-25, basic/transports),
 * or the
 * transport before (paddock-legacy-sse.c), on one side, lines on the other.
 *
 * The server slot owns one; where the session is lost another one takes its place, as another
 * process
 * would (paddock-restart.c). Each line that it reads is a request of its own. It decides nothing
 * about roots. It knows which requests of the host have no answer yet, and each gets exactly one:
 * the server's, or an error that says why there is none. What a server sends that is no JSON, can
 * be read in two ways, or answers nothing that was asked, goes no further; nor does what asks for a
 * file here, since this server is on another machine: it is told at once that there is no such
 * method.
 *
 * What has to be in order is: nothing overtakes `initialize`; the stream on which the server may
 * ask is under way before the host's `initialized` is, for many servers ask at once and on nothing
 * else; a request waits for the notification before it, shortly. An answer to the server never
 * waits.
 */

typedef struct {
  PaddockTransport    transport;
  PaddockReachOptions options;
  PaddockWebSession  *session;      /* (owned) */
  int                 input;        /* (owned) -1: taken */
  int                 output;       /* (owned) -1: taken */
  PaddockInlet       *inlet;        /* (owned) */
  PaddockOutlet      *outlet;       /* (owned) (nullable) until it has exited */

  GPtrArray      *outbox;           /* (owned) PaddockHttpRequest */
  GQueue          waiting;          /* (owned) GBytes: lines of the host */
  GQueue          answers;          /* (owned) GBytes: what waits for nothing */
  GQueue          again;            /* (owned) GBytes: likewise, and did not get there */
  PaddockBarrier *gate;             /* (owned) what has to be through first */
  PaddockAlarm   *step_alarm;       /* (owned) there is something to do */
  PaddockAlarm   *alarm;            /* (owned) of the end, or of the lost session */
  gboolean        is_to_listen;
  gboolean        is_proven;        /* the server answered a request in this session */
  gboolean        is_stream_lost;   /* the stream is gone that was the session */
  gboolean        is_full;          /* somebody does not take what there is */
  guint64         n_sent;

  GPtrArray       *lost;            /* (owned) (nullable) PaddockHttpRequest, not taken */
  PaddockExchange *goodbye;         /* (owned) (nullable) */
  gboolean         is_host_gone;    /* the host has ended */
  gboolean         is_forgotten;    /* there is no session to be ended */
  gboolean         is_leaving;
  gboolean         is_gone;         /* nothing more is to be sent */
  gboolean         is_late;         /* nor waited for */
  gboolean         has_exited;
  int              status;          /* as waitpid() gives it */
} PaddockRemote;

/* All that is to be done is done from the main loop, never from within an answer. */
static void
schedule (PaddockRemote *self)
{
  paddock_alarm_set (self->step_alarm, 0);
}

static void
forget (PaddockRemote      *self,
        PaddockHttpRequest *request)
{
  paddock_barrier_open (self->gate, request);
  g_ptr_array_remove (self->outbox, request);
  schedule (self);
}

/* Whoever is not read has to wait: a server that asks faster than it takes answers, too. */
static void
update_full (PaddockRemote *self)
{
  gboolean is_full = self->answers.length >= PADDOCK_REMOTE_ANSWERS_MAX ||
                     (self->outlet != NULL && paddock_outlet_is_full (self->outlet));

  if (self->is_full == is_full)
    return;
  self->is_full = is_full;
  paddock_outbox_set_paused (self->outbox, is_full);
}

static void
tell_host (PaddockRemote *self,
           PaddockSpool  *spool)
{
  if (self->outlet == NULL) {
    paddock_spool_free (spool);
    return;
  }
  paddock_outlet_write_spool (self->outlet, spool);
  update_full (self);
}

static void
refuse (PaddockRemote *self,
        PaddockSpan    id,
        guint          status,
        const char    *why,
        PaddockSpan    body)
{
  g_autoptr (GBytes) line = paddock_http_trouble_write (id, status, why, body);
  PaddockSpool *spool = paddock_spool_new ();

  paddock_spool_add (spool, paddock_json_span (line));
  tell_host (self, spool);
}

static void
take_response (PaddockRemote        *self,
               PaddockHttpRequest   *request,
               const PaddockMessage *line,
               PaddockSpool         *spool)
{
  /* There may be two of that id, ours and the host's. */
  PaddockHttpRequest *owner = paddock_call_has_open (request->call, line->id)
                          ? request : paddock_outbox_find_owner (self->outbox, line->id);

  /* Nobody asked, or it came before: each request has one answer; without a session, in the answer
   * to itself. */
  if (owner == NULL || (owner->is_modern && owner != request)) {
    g_debug ("An answer that nobody waits for");
    paddock_spool_free (spool);
    return;
  }
  paddock_call_remove_open (owner->call, line->id);
  if (owner->kind == PADDOCK_HTTP_REQUEST_INITIALIZE && line->result.length > 0) {
    paddock_web_session_learn (self->session, line->result);
    self->is_to_listen = !paddock_web_session_is_older (self->session);
  }
  self->is_proven |= owner->kind == PADDOCK_HTTP_REQUEST_CALL;
  tell_host (self, spool);
  paddock_barrier_open (self->gate, owner);
  schedule (self);
}

/* For the journal. */
static void
report_dropped (PaddockRemote *self,
                PaddockReason  reason)
{
  if (reason != PADDOCK_REASON_NONE && self->options.dropped != NULL)
    self->options.dropped (reason, self->options.dropped_data);
}

static void
refuse_unread (PaddockRemote *self,
               PaddockSpan    id)
{
  PaddockHttpRequest *owner = paddock_outbox_find_owner (self->outbox, id);

  if (owner != NULL && paddock_call_remove_open (owner->call, id))
    refuse (self, id, 0, "it asks for something or can be read in two ways, and is too long",
            (PaddockSpan) { "", 0 });
}

/* One message that is JSON. @spool: (transfer full) */
static void
take_single (const PaddockMessage *line,
             PaddockSpool         *spool,
             gpointer              user_data)
{
  PaddockHttpRequest *request = user_data;
  PaddockRemote *self = request->owner;
  PaddockSpan text = paddock_spool_get_text (spool);
  PaddockReason reason;
  PaddockIncoming what = paddock_incoming_judge (line, text, request->is_modern, &reason);

  report_dropped (self, reason);
  switch (what) {
    case PADDOCK_INCOMING_ANSWER:
      take_response (self, request, line, spool);
      return;
    case PADDOCK_INCOMING_PASSED:
      tell_host (self, spool);
      return;
    case PADDOCK_INCOMING_REFUSED:
      g_queue_push_tail (&self->answers, paddock_incoming_refuse (line, text));
      update_full (self);
      schedule (self);
      break;
    case PADDOCK_INCOMING_UNREAD:
      refuse_unread (self, line->id);
      break;
    case PADDOCK_INCOMING_DROPPED:
    default:
      break;
  }
  paddock_spool_free (spool);
}

static PaddockHttpRequest *
add (PaddockRemote      *self,
     PaddockHttpRequest *request)
{
  paddock_call_set_paused (request->call, self->is_full);
  request->number = self->n_sent++;
  g_ptr_array_add (self->outbox, request);
  return request;
}

static void
on_message (PaddockCall  *call,
            const char   *type,
            PaddockSpool *message,
            gpointer      user_data)
{
  PaddockHttpRequest *request = user_data;
  PaddockRemote *self = request->owner;
  PaddockHttpRequest *stream;
  g_autoptr (PaddockSpool) spool = message;
  gboolean was_garbled = request->is_garbled;

  if (request->stage == PADDOCK_HTTP_REQUEST_ASKS) {
    stream = paddock_legacy_sse_receive_endpoint (request, self->session, type, spool);
    if (stream != NULL)
      add (self, stream);
    return;
  }
  if (type != NULL && !g_str_equal (type, "message"))
    return;
  request->is_garbled = FALSE;
  if (!paddock_relisting_consume (request, self->session, &spool) &&
      !paddock_incoming_split (&spool, take_single, request)) {
    request->trouble = paddock_spool_get_problem (spool);
    request->is_garbled = TRUE;
  }
  if (request->is_garbled)
    report_dropped (self, request->trouble != NULL ? PADDOCK_REASON_LIMIT
                                                   : PADDOCK_REASON_MALFORMED);
  request->is_garbled |= was_garbled;
}

/* The stream is asked for; a server that says so at once gets the time to. */
static void
on_sent (PaddockCall *call,
         gpointer     user_data)
{
  PaddockHttpRequest *request = user_data;
  PaddockRemote *self = request->owner;

  if (request->kind == PADDOCK_HTTP_REQUEST_LISTEN && paddock_barrier_get (self->gate) == request)
    paddock_barrier_shut (self->gate, request, PADDOCK_REMOTE_STREAM_MS);
}

static void
on_begun (PaddockCall *call,
          gpointer     user_data)
{
  PaddockHttpRequest *request = user_data;
  PaddockRemote *self = request->owner;

  if (request->stage == PADDOCK_HTTP_REQUEST_ASKS)
    return;
  if (request->kind == PADDOCK_HTTP_REQUEST_INITIALIZE)
    paddock_web_session_receive_id (self->session, call);
  else
    paddock_barrier_open (self->gate, request);
  schedule (self);
}

/* What the host waits for has no other answer. */
static void
fail (PaddockRemote      *self,
      PaddockHttpRequest *request,
      PaddockExchangeEnd  end,
      const char         *why)
{
  PaddockSpan error = paddock_http_request_get_error (request);
  guint status = paddock_http_request_get_status (request, end);
  g_autofree char *words = paddock_http_request_describe (request, end, why);
  GBytes *id;

  if (paddock_call_count_open (request->call) > 0 &&
      request->kind == PADDOCK_HTTP_REQUEST_INITIALIZE)
    g_message ("%s: %s", self->options.address->name, words);
  while ((id = paddock_call_pop_open (request->call)) != NULL) {
    if (!request->is_cancelled)
      refuse (self, paddock_json_span (id), status, words, error);
    g_bytes_unref (id);
  }
}

/* Of what was under way at the same time the answers are waited for: they are the same, mostly. */
static void
lose (PaddockRemote      *self,
      PaddockHttpRequest *request)
{
  guint at;

  if (self->lost == NULL) {
    self->lost = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_http_request_free);
    paddock_alarm_set (self->alarm, PADDOCK_REMOTE_LOST_MS * G_TIME_SPAN_MILLISECOND);
  }
  paddock_barrier_open (self->gate, request);
  if (g_ptr_array_find (self->outbox, request, &at))
    g_ptr_array_add (self->lost, g_ptr_array_steal_index (self->outbox, at));
}

static void
on_ended (PaddockCall        *call,
          PaddockExchangeEnd  end,
          const char         *why,
          gpointer            user_data)
{
  PaddockHttpRequest *request = user_data;
  PaddockRemote *self = request->owner;

  if (request->is_stream) {
    self->is_stream_lost = TRUE;
    forget (self, request);
    return;
  }
  if (paddock_relisting_goes_on (request, self->session, end) ||
      paddock_legacy_sse_begins (request, self->session, end)) {
    paddock_call_set_paused (request->call, self->is_full);
    return;
  }
  if (paddock_http_request_is_session_lost (request, end) &&
      paddock_web_session_can_be_lost (self->session)) {
    lose (self, request);
    return;
  }
  if (paddock_http_request_can_repeat (request, end))
    g_queue_push_tail (&self->again, g_bytes_ref (request->line));
  else
    fail (self, request, end, why);
  forget (self, request);
}

static const PaddockCallFuncs call_funcs = {
  .sent = on_sent,
  .begun = on_begun,
  .message = on_message,
  .ended = on_ended,
};

static void
listen_to_server (PaddockRemote *self)
{
  PaddockHttpRequest *stream = paddock_http_request_new_listen (self->session, &call_funcs, self);

  self->is_to_listen = FALSE;
  paddock_barrier_shut (self->gate, add (self, stream), PADDOCK_REMOTE_READY_MS);
}

static PaddockHttpRequest *
post (PaddockRemote *self,
      GBytes        *line)
{
  return add (self, paddock_http_request_new_post (self->session, line, &call_funcs, self));
}

/* Whether the host is owed something, or something is on its way to the server. */
static gboolean
is_busy (const PaddockRemote *self)
{
  return self->waiting.length > 0 || self->lost != NULL ||
         (!self->is_late && self->answers.length + self->again.length > 0) ||
         paddock_outbox_has_busy (self->outbox, self->is_late);
}

static void
say_nothing_more (PaddockRemote *self)
{
  paddock_barrier_clear (self->gate);
  g_ptr_array_set_size (self->outbox, 0);
  g_queue_clear_full (&self->waiting, (GDestroyNotify) g_bytes_unref);
  g_queue_clear_full (&self->answers, (GDestroyNotify) g_bytes_unref);
  g_queue_clear_full (&self->again, (GDestroyNotify) g_bytes_unref);
  self->is_to_listen = FALSE;
}

static void
on_goodbye_ended (PaddockExchange    *exchange,
                  PaddockExchangeEnd  end,
                  const char         *why,
                  gpointer            user_data)
{
  PaddockRemote *self = user_data;

  self->is_gone = TRUE;
  schedule (self);
}

static const PaddockExchangeFuncs goodbye_funcs = { .ended = on_goodbye_ended };

/* The server need not keep the session; it may answer that it does as it likes. */
static void
leave (PaddockRemote *self,
       int            status)
{
  if (self->is_leaving)
    return;
  self->is_leaving = TRUE;
  self->is_late = FALSE;
  self->status = status;
  self->is_gone = self->is_forgotten || !paddock_web_session_has_id (self->session);
  say_nothing_more (self);
  g_clear_pointer (&self->lost, g_ptr_array_unref);
  if (!self->is_gone)
    self->goodbye = paddock_web_session_leave (self->session, &goodbye_funcs, self);
  paddock_alarm_set (self->alarm, PADDOCK_REMOTE_GOODBYE_MS * G_TIME_SPAN_MILLISECOND);
  schedule (self);
}

/* Nothing can be answered any more. Before the handshake was through there is nothing to be begun
 * again: the host says it, and that is sent as the first time. */
static void
forget_all (PaddockRemote *self)
{
  paddock_barrier_clear (self->gate);
  g_ptr_array_set_size (self->outbox, 0);
  if (paddock_web_session_get_version (self->session) != NULL)
    return;
  paddock_web_session_clear_endpoint (self->session);
  self->is_stream_lost = FALSE;
}

/* The session is over: what was not taken is for another one. Where there will be none it is kept,
 * for the next request to show whether it is back. */
static void
give_up (PaddockRemote *self)
{
  g_autoptr (GPtrArray) lost = g_steal_pointer (&self->lost);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  GBytes *line;
  guint n;

  paddock_outbox_list_unreceived (lost, lines, ids);
  while ((line = g_queue_pop_head (&self->waiting)) != NULL)
    g_ptr_array_add (lines, line);
  n = ids->len;
  paddock_outbox_list_owed (self->outbox, ids);
  self->is_forgotten = TRUE;
  if (self->options.lost (lines, ids, self->options.user_data)) {
    say_nothing_more (self);
    return;
  }
  self->is_forgotten = FALSE;
  /* What is still under way may have its answer yet, if there is anything that it can come on. */
  if (self->is_stream_lost)
    forget_all (self);
  else
    g_ptr_array_set_size (ids, (int) n);
  for (guint i = 0; i < lines->len; i++) {
    g_auto (PaddockMessage) message = { 0 };

    paddock_message_read (paddock_json_span (lines->pdata[i]), &message);
    paddock_pending_ids_list (&message, ids);
  }
  for (guint i = 0; i < ids->len; i++)
    refuse (self, paddock_json_span (ids->pdata[i]), 0, "the server has forgotten the session",
            (PaddockSpan) { "", 0 });
}

/* The stream that was the session is gone. Another one is begun at once where this one was of use,
 * and else when the host wants something: a server that ends each is not asked again and again. */
static void
drift (PaddockRemote *self)
{
  g_queue_clear_full (&self->answers, (GDestroyNotify) g_bytes_unref);
  g_queue_clear_full (&self->again, (GDestroyNotify) g_bytes_unref);
  if (self->lost != NULL || (!self->is_proven && self->waiting.length == 0 &&
                             !paddock_outbox_has_busy (self->outbox, TRUE)))
    return;
  self->is_proven = FALSE;
  self->lost = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_http_request_free);
  paddock_alarm_set (self->alarm, 0);
}

static gboolean
on_alarm (gpointer user_data)
{
  PaddockRemote *self = user_data;

  if (self->is_leaving) {
    /* Where it was told to end it does so, whoever reads or not. */
    if (self->is_late)
      g_clear_pointer (&self->outlet, paddock_outlet_free);
    else if (self->status != 0)
      paddock_alarm_set (self->alarm, PADDOCK_REMOTE_FLUSH_MS * G_TIME_SPAN_MILLISECOND);
    self->is_gone = self->is_late = TRUE;
  } else if (self->lost != NULL)
    give_up (self);
  else
    self->is_late = TRUE;
  schedule (self);
  return G_SOURCE_REMOVE;
}

static void
send_at_once (PaddockRemote *self)
{
  guint n = paddock_outbox_count_answers (self->outbox);
  GBytes *line;

  while ((line = g_queue_pop_head (&self->again)) != NULL) {
    post (self, line)->is_again = TRUE;
    g_bytes_unref (line);
  }
  while (n++ < PADDOCK_REMOTE_ANSWERS_MAX && (line = g_queue_pop_head (&self->answers)) != NULL) {
    post (self, line);
    g_bytes_unref (line);
  }
}

static void
send_waiting (PaddockRemote *self)
{
  while (paddock_barrier_get (self->gate) == NULL && self->lost == NULL &&
         self->waiting.length > 0 &&
         paddock_outbox_make_room (self->outbox, PADDOCK_WEB_SESSION_CALLS_MAX)) {
    g_autoptr (GBytes) line = g_queue_pop_head (&self->waiting);
    gboolean is_ours = paddock_outbox_is_ours (self->outbox, line, &self->options);
    PaddockHttpRequest *request = post (self, line);

    request->is_ours = is_ours;
    if (request->kind == PADDOCK_HTTP_REQUEST_INITIALIZE)
      paddock_barrier_shut (self->gate, request, 0);
    else if (request->kind == PADDOCK_HTTP_REQUEST_INITIALIZED)
      paddock_barrier_shut (self->gate, request, PADDOCK_REMOTE_READY_MS);
    else if (request->kind == PADDOCK_HTTP_REQUEST_ONE_WAY)
      paddock_barrier_shut (self->gate, request, PADDOCK_REMOTE_GATE_MS);
  }
}

static void
exit_now (PaddockRemote *self)
{
  if (self->has_exited)
    return;
  self->has_exited = TRUE;
  say_nothing_more (self);
  g_clear_pointer (&self->goodbye, paddock_exchange_free);
  g_clear_pointer (&self->outlet, paddock_outlet_free);
  paddock_alarm_clear (self->alarm);
  paddock_alarm_clear (self->step_alarm);
  if (self->transport.exited != NULL)
    self->transport.exited (self->transport.user_data);
}

static gboolean
on_step (gpointer user_data)
{
  PaddockRemote *self = user_data;

  if (self->is_leaving) {
    /* What was answered before is still passed on. */
    if (self->is_gone && (self->outlet == NULL || paddock_outlet_is_empty (self->outlet)))
      exit_now (self);
    return G_SOURCE_REMOVE;
  }
  if (self->is_stream_lost)
    drift (self);
  send_at_once (self);
  if (self->is_to_listen)
    listen_to_server (self);
  send_waiting (self);
  update_full (self);
  paddock_inlet_set_paused (self->inlet, self->waiting.length >= PADDOCK_REMOTE_WAITING_MAX ||
                            self->answers.length >= PADDOCK_REMOTE_ANSWERS_MAX);
  if (self->is_host_gone && !is_busy (self))
    leave (self, 0);
  return G_SOURCE_REMOVE;
}

/* Whether a cancellation of the host goes no further. */
static gboolean
take_cancellation (PaddockRemote        *self,
                   const PaddockMessage *line)
{
  PaddockSpan id;
  PaddockHttpRequest *owner;

  if (!paddock_json_find_member (line->params, "requestId", &id))
    return FALSE;
  if (paddock_pending_ids_remove (&self->waiting, id))
    return TRUE;
  /* Not to be said again, if it was not taken. */
  if (self->lost != NULL && (owner = paddock_outbox_find_owner (self->lost, id)) != NULL) {
    paddock_http_request_cancel (owner);
    return TRUE;
  }
  owner = paddock_outbox_find_owner (self->outbox, id);
  if (owner == NULL)
    return paddock_web_session_get_version (self->session) == NULL;
  /* Without a session, the end of the stream is what cancels (MCP 2026-07-28). */
  if (owner->is_modern) {
    forget (self, owner);
    return TRUE;
  }
  paddock_http_request_cancel (owner);
  return FALSE;
}

static void
on_line (GBytes   *whole,
         gpointer  user_data)
{
  PaddockRemote *self = user_data;
  g_autoptr (GBytes) line = paddock_pending_ids_without_mark (whole);
  g_auto (PaddockMessage) class = { 0 };
  const PaddockHttpRequest *first = paddock_barrier_get (self->gate);
  gboolean is_opening = first != NULL && first->kind == PADDOCK_HTTP_REQUEST_INITIALIZE;

  paddock_message_read (paddock_json_span (line), &class);
  if (self->is_leaving || class.kind == PADDOCK_MESSAGE_UNREADABLE)
    return;
  schedule (self);
  if (class.kind == PADDOCK_MESSAGE_RESPONSE && !is_opening)
    g_queue_push_tail (&self->answers, g_steal_pointer (&line));
  else if (class.kind != PADDOCK_MESSAGE_NOTIFICATION ||
           !paddock_message_is_method (&class, PADDOCK_METHOD_CANCELLED) ||
           !take_cancellation (self, &class))
    g_queue_push_tail (&self->waiting, g_steal_pointer (&line));
}

static void
on_long_line (const PaddockMessage *line,
              gpointer              user_data)
{
  if (line->kind == PADDOCK_MESSAGE_REQUEST)
    refuse (user_data, line->id, 0, "the request is too long", (PaddockSpan) { "", 0 });
}

static void
on_host_gone (gpointer user_data)
{
  PaddockRemote *self = user_data;

  self->is_host_gone = TRUE;
  if (self->lost == NULL)
    paddock_alarm_set (self->alarm, PADDOCK_REMOTE_LAST_MS * G_TIME_SPAN_MILLISECOND);
  schedule (self);
}

static const PaddockInletFuncs inlet_funcs = {
  .line = on_line,
  .too_long = on_long_line,
  .ended = on_host_gone,
};

static void
on_room (gpointer user_data)
{
  schedule (user_data);
}

static void
on_unread (gpointer user_data)
{
  leave (user_data, 0);
  schedule (user_data);
}

static const PaddockOutletFuncs outlet_funcs = { .room = on_room, .lost = on_unread };

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

/* Nobody there gets signals; those that end a process end the session. */
static void
pass_signal (PaddockTransport *transport,
             int               signal_number)
{
  if (signal_number == SIGTERM || signal_number == SIGINT || signal_number == SIGHUP ||
      signal_number == SIGQUIT)
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
  self->is_gone = TRUE;
  g_clear_pointer (&self->outlet, paddock_outlet_free);
  schedule (self);
}

static gboolean
has_exited (PaddockTransport *transport)
{
  return ((PaddockRemote *) transport)->has_exited;
}

static gboolean
reap (PaddockTransport *transport,
      int              *out_status)
{
  *out_status = ((PaddockRemote *) transport)->status;
  return ((PaddockRemote *) transport)->has_exited;
}

/* What is known of it: it has taken all that it was told. */
static gboolean
is_quiescent (PaddockTransport *transport)
{
  PaddockRemote *self = (PaddockRemote *) transport;

  return self->answers.length + self->again.length == 0 &&
         !paddock_outbox_has_one_way (self->outbox);
}

static void
remote_free (PaddockTransport *transport)
{
  PaddockRemote *self = (PaddockRemote *) transport;

  say_nothing_more (self);
  g_clear_pointer (&self->goodbye, paddock_exchange_free);
  g_clear_pointer (&self->inlet, paddock_inlet_free);
  g_clear_pointer (&self->outlet, paddock_outlet_free);
  if (self->input >= 0)
    close (self->input);
  if (self->output >= 0)
    close (self->output);
  g_ptr_array_unref (self->outbox);
  g_clear_pointer (&self->lost, g_ptr_array_unref);
  paddock_barrier_free (self->gate);
  paddock_alarm_free (self->step_alarm);
  paddock_alarm_free (self->alarm);
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
 * @options: where it is; copied, but not what must stay
 *
 * Nothing is sent before the host says something.
 *
 * Returns: (transfer full) (nullable): what leads to it; %NULL with %PADDOCK_ERROR_FAILED where
 *   there are no descriptors
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
  self->outbox = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_http_request_free);
  g_queue_init (&self->waiting);
  g_queue_init (&self->answers);
  g_queue_init (&self->again);
  self->gate = paddock_barrier_new (on_room, self);
  self->step_alarm = paddock_alarm_new (on_step, self);
  self->alarm = paddock_alarm_new (on_alarm, self);
  self->inlet = paddock_inlet_new (in[0], &inlet_funcs, self);
  self->outlet = paddock_outlet_new (out[1], &outlet_funcs, self);
  return &self->transport;
}
