/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-exchange.h"

#include "paddock-alarm.h"
#include "paddock-http-trouble.h"
#include "paddock-keepalive.h"
#include "paddock-sse.h"

/* One request over HTTP, and its response: a JSON text, or a stream of events (MCP 2025-11-25,
 * basic/transports, "Streamable HTTP").
 *
 * A PaddockHttpRequest owns one exchange at a time. It may free the exchange at any time, which
 * closes the connection. When a message is complete, the exchange passes it on. An incomplete
 * message is dropped. The exchange follows a redirect only within the origin, and only if the
 * method stays the same (307, 308). Another origin has no consent, so it gets neither paths nor
 * credentials.
 *
 * The time to connect, the time without a byte and the length of a message have limits. The
 * duration of a stream has none. While the exchange is paused it reads no messages, so the server
 * has to wait. A response without messages is read even then, because callers wait for its end.
 */

#define BUFFER_BYTES (64 * 1024)

typedef enum {
  BODY_IGNORED,
  BODY_ERROR,
  BODY_JSON,
  BODY_EVENTS,
} Body;

typedef enum {
  CONNECTING,
  SENDING,                          /* sends the request, or waits for the headers of the
                                     * response */
  IDLE,                             /* the headers have arrived, and no read is under way */
  READING,
  OVER,
} Stage;

struct _PaddockExchange
{
  const PaddockExchangeFuncs *funcs;
  gpointer                    user_data;
  PaddockExchangeOptions      options;     /* copied from the caller; of its pointers, only
                                            * @session, @body and @headers are owned */
  SoupMessage                *message;     /* (owned) (nullable) the HTTP request; a redirect
                                            * replaces it. NULL: its URL is not valid */
  guint                       n_redirects;
  GCancellable               *cancellable; /* (owned) */
  PaddockAlarm               *alarm;       /* (owned) limits the time to connect, later the time
                                            * without a byte */
  Stage                       stage;
  GInputStream               *stream;      /* (owned) (nullable) */
  char                       *buffer;      /* (owned) (nullable) the bytes of the last read; NULL:
                                            * the response has not begun */
  Body                        body;
  PaddockSse                 *sse;         /* (owned) (nullable) */
  PaddockSpool               *spool;       /* (owned) (nullable) the message that is arriving; NULL:
                                            * no byte of a message yet */
  GString                    *error;       /* (owned) the beginning of the body of an error
                                            * response; empty if there is none */
  gboolean                    is_paused;
};

static void read_more (PaddockExchange *self);

static void
clear (gpointer exchange)
{
  PaddockExchange *self = exchange;

  g_object_unref (self->options.session);
  g_clear_pointer (&self->options.body, g_bytes_unref);
  g_strfreev ((GStrv) self->options.headers);
  g_clear_object (&self->message);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->stream);
  g_clear_pointer (&self->sse, paddock_sse_free);
  g_clear_pointer (&self->spool, paddock_spool_free);
  g_free (self->buffer);
  g_string_free (self->error, TRUE);
}

/* Drops a reference. The owner of the exchange holds one, and so does each libsoup call under
 * way. */
static void
unref (PaddockExchange *self)
{
  g_rc_box_release_full (self, clear);
}

/* Cancels the request. From now on none of the caller's callbacks is called. */
static void
stop (PaddockExchange *self)
{
  self->stage = OVER;
  g_clear_pointer (&self->alarm, paddock_alarm_free);
  if (self->message != NULL)
    g_signal_handlers_disconnect_by_data (self->message, self);
  g_cancellable_cancel (self->cancellable);
}

static void
end (PaddockExchange    *self,
     PaddockExchangeEnd  how,
     const char         *why)
{
  if (self->stage == OVER)
    return;
  stop (self);
  self->funcs->ended (self, how, why, self->user_data);
}

static gboolean
on_alarm (gpointer user_data)
{
  PaddockExchange *self = user_data;

  if (self->message == NULL)
    end (self, PADDOCK_EXCHANGE_ODD, "the address cannot be used");
  else if (self->stage == CONNECTING)
    end (self, PADDOCK_EXCHANGE_UNREACHABLE, "the server could not be reached in time");
  else if (self->is_paused)
    paddock_alarm_set (self->alarm, self->options.silence_ms * G_TIME_SPAN_MILLISECOND);
  else
    end (self, PADDOCK_EXCHANGE_SILENT, "the server said nothing for too long");
  return G_SOURCE_REMOVE;
}

static void
listen_on (PaddockExchange *self)
{
  if (self->options.silence_ms == PADDOCK_EXCHANGE_SILENCE_ANY)
    paddock_alarm_clear (self->alarm);
  else
    paddock_alarm_set (self->alarm, self->options.silence_ms * G_TIME_SPAN_MILLISECOND);
}

/* Makes the kernel check from time to time whether a new connection is still alive
 * (paddock-keepalive.c). Later requests that reuse the connection benefit as well. */
static void
on_network_event (SoupMessage        *message,
                  GSocketClientEvent  event,
                  GIOStream          *connection,
                  gpointer            user_data)
{
  if (event == G_SOCKET_CLIENT_CONNECTED && G_IS_SOCKET_CONNECTION (connection))
    paddock_keepalive_begin (g_socket_connection_get_socket (G_SOCKET_CONNECTION (connection)));
}

/* Removes the flag "idempotent" once the request has a connection. The request needs this flag
 * before, because libsoup reuses a connection only for an idempotent request. But libsoup also
 * sends an idempotent request again if its connection turns out to be closed. The server may have
 * acted on the first copy already. */
static void
on_starting (SoupMessage *message,
             gpointer     user_data)
{
  PaddockExchange *self = user_data;

  self->stage = SENDING;
  soup_message_remove_flags (message, SOUP_MESSAGE_IDEMPOTENT);
  listen_on (self);
}

static void
on_wrote (SoupMessage *message,
          gpointer     user_data)
{
  PaddockExchange *self = user_data;

  if (self->stage != OVER && self->funcs->sent != NULL)
    self->funcs->sent (self, self->user_data);
}

static void
on_data (PaddockSpan part,
         gpointer    user_data)
{
  PaddockExchange *self = user_data;

  if (self->stage == OVER)
    return;
  if (self->spool == NULL)
    self->spool = paddock_spool_new ();
  if (!paddock_spool_add (self->spool, part))
    end (self, PADDOCK_EXCHANGE_TOO_LONG, paddock_spool_get_problem (self->spool));
}

/* Passes the message on when its event is complete. An event without data is no message: such an
 * event only gives the stream an id. */
static void
on_event (const char *type,
          gpointer    user_data)
{
  PaddockExchange *self = user_data;
  g_autoptr (PaddockSpool) spool = g_steal_pointer (&self->spool);

  if (spool != NULL && self->stage != OVER && self->funcs->message != NULL)
    self->funcs->message (self, type, g_steal_pointer (&spool), self->user_data);
}

static const PaddockSseFuncs sse_funcs = { .data = on_data, .event = on_event };

static void
receive (PaddockExchange *self,
         PaddockSpan      part)
{
  switch (self->body) {
    case BODY_EVENTS:
      paddock_sse_feed (self->sse, part);
      break;
    case BODY_JSON:
      on_data (part, self);
      break;
    case BODY_ERROR:
      part.length = MIN (part.length, PADDOCK_EXCHANGE_ERROR_BYTES - self->error->len);
      g_string_append_len (self->error, part.start, (gssize) part.length);
      break;
    case BODY_IGNORED:
    default:
      break;
  }
}

static gboolean
has_messages (const PaddockExchange *self)
{
  return self->body == BODY_JSON || self->body == BODY_EVENTS;
}

static gboolean
is_empty (const PaddockExchange *self)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (self->message);

  return soup_message_headers_get_encoding (headers) == SOUP_ENCODING_CONTENT_LENGTH &&
         soup_message_headers_get_content_length (headers) == 0;
}

/* Whether to stop reading the response before its end. A body that nobody uses is not read, unless
 * it is empty. An empty body is read to its end, because only then libsoup reuses the
 * connection. */
static gboolean
is_enough (const PaddockExchange *self)
{
  return (self->body == BODY_IGNORED && !is_empty (self)) ||
         (self->body == BODY_ERROR && self->error->len >= PADDOCK_EXCHANGE_ERROR_BYTES);
}

static void
finish (PaddockExchange *self)
{
  if (self->body == BODY_JSON)
    on_event (NULL, self);
  end (self, self->body == BODY_ERROR ? PADDOCK_EXCHANGE_REFUSED : PADDOCK_EXCHANGE_DONE, NULL);
}

static void
on_read (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  PaddockExchange *self = user_data;
  g_autoptr (GError) error = NULL;
  gssize n = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  if (self->stage == OVER) {
    unref (self);
    return;
  }
  if (n > 0) {
    listen_on (self);
    /* receive() uses the buffer, and its callbacks may end a pause. So the stage stays READING
     * until receive() has returned: no other read begins before that. */
    receive (self, (PaddockSpan) { self->buffer, (gsize) n });
    if (self->stage == READING) {
      self->stage = IDLE;
      if (is_enough (self))
        finish (self);
      read_more (self);
    }
  } else if (n == 0 || !has_messages (self)) {
    finish (self);
  } else {
    end (self, PADDOCK_EXCHANGE_CUT, "the connection to the server broke");
  }
  unref (self);
}

static void
read_more (PaddockExchange *self)
{
  if (self->stage != IDLE || (self->is_paused && has_messages (self)))
    return;
  self->stage = READING;
  g_input_stream_read_async (self->stream, self->buffer, BUFFER_BYTES, G_PRIORITY_DEFAULT,
                             self->cancellable, on_read, g_rc_box_acquire (self));
}

/* Compares media types, which ignore case (RFC 9110, 8.3.1). */
static gboolean
is_type (const char *type,
         const char *wanted)
{
  return type != NULL && g_ascii_strcasecmp (type, wanted) == 0;
}

/* Chooses how to read the body of the response. Returns FALSE if the response has a media type that
 * this file can't read. */
static gboolean
choose_body (PaddockExchange *self)
{
  guint status = soup_message_get_status (self->message);
  SoupMessageHeaders *headers = soup_message_get_response_headers (self->message);
  const char *type = soup_message_headers_get_content_type (headers, NULL);

  if (!SOUP_STATUS_IS_SUCCESSFUL (status)) {
    self->body = BODY_ERROR;
  } else if (is_type (type, "text/event-stream")) {
    self->body = BODY_EVENTS;
    self->sse = paddock_sse_new (&sse_funcs, self);
  } else if (is_type (type, "application/json")) {
    self->body = BODY_JSON;
  } else {
    self->body = BODY_IGNORED;
    return status != SOUP_STATUS_OK || type == NULL;
  }
  return TRUE;
}

static void send_to (PaddockExchange *self,
                     const char      *url);

/* Follows the two redirects that keep method and body (RFC 9110, 15.4.8, 15.4.9). MCP itself
 * defines no redirects. Returns whether the response was one of these two. */
static gboolean
follow_redirect (PaddockExchange *self)
{
  guint status = soup_message_get_status (self->message);
  SoupMessageHeaders *headers = soup_message_get_response_headers (self->message);
  const char *location = soup_message_headers_get_one (headers, "Location");
  g_autofree char *url = NULL;

  if (status != SOUP_STATUS_TEMPORARY_REDIRECT && status != SOUP_STATUS_PERMANENT_REDIRECT)
    return FALSE;
  url = location != NULL ? paddock_address_dup_within (self->options.address, location) : NULL;
  if (url == NULL) {
    end (self, PADDOCK_EXCHANGE_ODD, "the server sends us on to another origin, which gets "
         "nothing");
  } else if (++self->n_redirects > PADDOCK_EXCHANGE_REDIRECTS_MAX) {
    end (self, PADDOCK_EXCHANGE_ODD, "the server sends us on again and again");
  } else {
    g_signal_handlers_disconnect_by_data (self->message, self);
    g_clear_object (&self->message);
    self->stage = CONNECTING;
    send_to (self, url);
  }
  return TRUE;
}

/* Whether a proxy sent the response, and not the server. Before CONNECT succeeds, only the proxy
 * can answer. After CONNECT the connection is encrypted, so the server answered. Without
 * encryption, a status 407 is the proxy's. */
static gboolean
is_of_proxy (const PaddockExchange *self)
{
  GSocketAddress *peer = soup_message_get_remote_address (self->message);

  if (self->stage == CONNECTING)
    return TRUE;
  return paddock_exchange_get_status (self) == SOUP_STATUS_PROXY_AUTHENTICATION_REQUIRED &&
         !self->options.address->is_secure && G_IS_PROXY_ADDRESS (peer) &&
         g_str_equal (g_proxy_address_get_protocol (G_PROXY_ADDRESS (peer)), "http");
}

static void
begin_reading (PaddockExchange *self)
{
  self->buffer = g_malloc (BUFFER_BYTES);
  listen_on (self);
  if (self->funcs->begun != NULL)
    self->funcs->begun (self, self->user_data);
  if (self->stage == OVER)
    return;
  if (!choose_body (self)) {
    end (self, PADDOCK_EXCHANGE_ODD, "the server answers with something that is neither JSON nor "
         "a stream of events");
    return;
  }
  self->stage = IDLE;
  if (is_enough (self))
    finish (self);
  read_more (self);
}

static void
on_sent (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  PaddockExchange *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream =
    soup_session_send_finish (SOUP_SESSION (source), result, &error);

  if (self->stage == OVER) {
    unref (self);
    return;
  }
  if (stream == NULL) {
    g_autofree char *why = paddock_http_trouble_of_connection (self->message, error);

    end (self, self->stage == CONNECTING ? PADDOCK_EXCHANGE_UNREACHABLE
                                         : PADDOCK_EXCHANGE_CUT, why);
  } else if (is_of_proxy (self)) {
    g_autofree char *why = paddock_http_trouble_of_proxy (paddock_exchange_get_status (self));

    /* The proxy refused the connection, so the server got nothing. */
    end (self, PADDOCK_EXCHANGE_UNREACHABLE, why);
  } else if (!follow_redirect (self)) {
    self->stream = g_steal_pointer (&stream);
    begin_reading (self);
  }
  unref (self);
}

static void
send_to (PaddockExchange *self,
         const char      *url)
{
  const PaddockExchangeOptions *options = &self->options;
  SoupMessageHeaders *headers;

  self->message = soup_message_new (self->options.method, url);
  if (self->message == NULL) {
    paddock_alarm_set (self->alarm, 0);
    return;
  }
  soup_message_set_flags (self->message,
                          SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE |
                          SOUP_MESSAGE_IDEMPOTENT);
  headers = soup_message_get_request_headers (self->message);
  for (guint i = 0; options->headers[i] != NULL && options->headers[i + 1] != NULL; i += 2)
    soup_message_headers_append (headers, options->headers[i], options->headers[i + 1]);
  if (options->body != NULL)
    soup_message_set_request_body_from_bytes (self->message, "application/json", options->body);
  g_signal_connect (self->message, "network-event", G_CALLBACK (on_network_event), self);
  g_signal_connect (self->message, "starting", G_CALLBACK (on_starting), self);
  g_signal_connect (self->message, options->body != NULL ? "wrote-body" : "wrote-headers",
                    G_CALLBACK (on_wrote), self);
  paddock_alarm_set (self->alarm, PADDOCK_EXCHANGE_CONNECT_MS * G_TIME_SPAN_MILLISECOND);
  soup_session_send_async (options->session, self->message, G_PRIORITY_DEFAULT, self->cancellable,
                           on_sent, g_rc_box_acquire (self));
}

/**
 * paddock_exchange_new:
 * @options: what to send; copied, except @options->address, which must stay valid
 * @funcs: must stay valid. They may free the exchange. The main loop calls them
 * @user_data: for @funcs
 *
 * Sends the request.
 *
 * Returns: (transfer full): the exchange
 */
PaddockExchange *
paddock_exchange_new (const PaddockExchangeOptions *options,
                      const PaddockExchangeFuncs   *funcs,
                      gpointer                      user_data)
{
  PaddockExchange *self = g_rc_box_new0 (PaddockExchange);

  self->funcs = funcs;
  self->user_data = user_data;
  self->options = *options;
  g_object_ref (self->options.session);
  self->options.body = options->body != NULL ? g_bytes_ref (options->body) : NULL;
  self->options.headers = (const char * const *) g_strdupv ((char **) options->headers);
  if (options->silence_ms == 0)
    self->options.silence_ms = PADDOCK_EXCHANGE_SILENCE_MS;
  self->cancellable = g_cancellable_new ();
  self->alarm = paddock_alarm_new (on_alarm, self);
  self->error = g_string_new (NULL);
  send_to (self, options->url != NULL ? options->url : options->address->url);
  return self;
}

/* Frees the exchange. If the response is incomplete, this closes the connection. No callback is
 * called any more. */
void
paddock_exchange_free (PaddockExchange *self)
{
  stop (self);
  unref (self);
}

/**
 * paddock_exchange_hand_over:
 * @user_data: passed to the callbacks from now on
 *
 * Gives the exchange to another owner.
 */
void
paddock_exchange_hand_over (PaddockExchange *self,
                            gpointer         user_data)
{
  self->user_data = user_data;
}

/* Pauses or resumes reading the response. Data that was already read is still passed on. */
void
paddock_exchange_set_paused (PaddockExchange *self,
                             gboolean         is_paused)
{
  self->is_paused = is_paused;
  read_more (self);
}

/* Returns: the status of the response; 0: no status has arrived yet. */
guint
paddock_exchange_get_status (const PaddockExchange *self)
{
  return self->message != NULL ? soup_message_get_status (self->message) : 0;
}

/* Returns: (transfer none) (nullable): the value of a header of the response. */
const char *
paddock_exchange_get_header (const PaddockExchange *self,
                             const char            *name)
{
  if (self->message == NULL)
    return NULL;
  return soup_message_headers_get_list (soup_message_get_response_headers (self->message), name);
}

/* Returns: the beginning of the body, without a byte order mark, if the response is an error;
 * otherwise an empty span. */
PaddockSpan
paddock_exchange_get_error (const PaddockExchange *self)
{
  gsize n_mark = g_str_has_prefix (self->error->str, "\xef\xbb\xbf") ? 3 : 0;

  return (PaddockSpan) { self->error->str + n_mark, self->error->len - n_mark };
}

/**
 * paddock_exchange_get_last_id:
 *
 * Returns: (transfer none) (nullable): the id of the last event, with which the stream can be
 *   resumed; %NULL if the server sent no id. Empty if the server withdrew its ids: then the stream
 *   can't be resumed
 */
const char *
paddock_exchange_get_last_id (const PaddockExchange *self)
{
  return self->sse != NULL ? paddock_sse_get_last_id (self->sse) : NULL;
}

/* Returns: how long the server wants Paddock to wait before it requests the stream again, in ms;
 * -1: the server did not say. */
int
paddock_exchange_get_retry (const PaddockExchange *self)
{
  return self->sse != NULL ? paddock_sse_get_retry (self->sse) : -1;
}
