/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-exchange.h"

#include "paddock-alarm.h"
#include "paddock-http-trouble.h"
#include "paddock-keepalive.h"
#include "paddock-sse.h"

/* One request over HTTP, and its answer: a JSON text, or a stream of events (MCP 2025-11-25,
 * basic/transports, "Streamable HTTP").
 *
 * The remote owns one for each request that is under way, and may free it at any time: that closes
 * the connection. A message is handed on when it is whole, at once; what broke off in one is thrown
 * away. A redirect is followed only within the origin and only where the method stays (307, 308):
 * an origin that nobody consented to gets nothing, neither paths nor credentials. There are limits
 * on the time to connect, on silence and on the length of a message, and none on how long a stream
 * may last. While paused no message is read, and the server has to wait; what has none ends all the
 * same: others wait for that.
 */

#define BUFFER_BYTES (64 * 1024)

typedef enum {
  BODY_IGNORED,
  BODY_ERROR,
  BODY_JSON,
  BODY_EVENTS,
} Body;

struct _PaddockExchange
{
  gatomicrefcount             count;      /* one for each call that is under way, too */
  const PaddockExchangeFuncs *funcs;
  gpointer                    user_data;
  SoupSession                *session;    /* (owned) */
  const PaddockAddress       *address;
  char                       *method;     /* (owned) */
  GBytes                     *request;    /* (owned) (nullable) */
  GStrv                       headers;    /* (owned) */
  guint                       connect_ms;
  guint                       silence_ms;

  SoupMessage                *message;    /* (owned) (nullable) the last one, after redirects */
  guint                       n_redirects;
  GCancellable               *cancellable; /* (owned) */
  PaddockAlarm               *alarm;      /* (owned) there is no connection, or silence */
  gboolean                    is_connected;
  GInputStream               *stream;     /* (owned) (nullable) */
  char                       *buffer;     /* (owned) (nullable) what is read into */
  gboolean                    is_reading;
  gboolean                    is_paused;
  gboolean                    is_over;

  Body                        body;
  PaddockSse                 *sse;        /* (owned) (nullable) */
  PaddockSpool               *spool;      /* (owned) (nullable) the message that is coming */
  GString                    *error;      /* (owned) what came with a bad status */
};

static void read_more (PaddockExchange *self);

static PaddockExchange *
ref (PaddockExchange *self)
{
  g_atomic_ref_count_inc (&self->count);
  return self;
}

static void
unref (PaddockExchange *self)
{
  if (!g_atomic_ref_count_dec (&self->count))
    return;
  g_clear_object (&self->session);
  g_clear_object (&self->message);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->stream);
  g_clear_pointer (&self->request, g_bytes_unref);
  g_clear_pointer (&self->sse, paddock_sse_free);
  g_clear_pointer (&self->spool, paddock_spool_free);
  g_strfreev (self->headers);
  g_free (self->method);
  g_free (self->buffer);
  g_string_free (self->error, TRUE);
  g_free (self);
}

/* Nothing of it is heard any more. */
static void
stop (PaddockExchange *self)
{
  self->is_over = TRUE;
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
  if (self->is_over)
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
  else if (!self->is_connected)
    end (self, PADDOCK_EXCHANGE_UNREACHABLE, "the server could not be reached in time");
  else if (self->is_paused)
    paddock_alarm_set (self->alarm, self->silence_ms * G_TIME_SPAN_MILLISECOND);
  else
    end (self, PADDOCK_EXCHANGE_SILENT, "the server said nothing for too long");
  return G_SOURCE_REMOVE;
}

static void
listen_on (PaddockExchange *self)
{
  if (self->silence_ms == PADDOCK_EXCHANGE_SILENCE_ANY)
    paddock_alarm_clear (self->alarm);
  else
    paddock_alarm_set (self->alarm, self->silence_ms * G_TIME_SPAN_MILLISECOND);
}

/* Of each connection, whoever uses it later. */
static void
on_network_event (SoupMessage        *message,
                  GSocketClientEvent  event,
                  GIOStream          *connection,
                  gpointer            user_data)
{
  if (event == G_SOCKET_CLIENT_CONNECTED && G_IS_SOCKET_CONNECTION (connection))
    paddock_keepalive_begin (g_socket_connection_get_socket (G_SOCKET_CONNECTION (connection)));
}

/* libsoup uses a connection again only for what may be sent twice, and does send that twice where
 * the connection turns out to be at its end. The first is wanted, the second not: nobody knows
 * whether the server has done it already. */
static void
on_starting (SoupMessage *message,
             gpointer     user_data)
{
  PaddockExchange *self = user_data;

  self->is_connected = TRUE;
  soup_message_remove_flags (message, SOUP_MESSAGE_IDEMPOTENT);
  listen_on (self);
}

static void
on_wrote (SoupMessage *message,
          gpointer     user_data)
{
  PaddockExchange *self = user_data;

  if (!self->is_over && self->funcs->sent != NULL)
    self->funcs->sent (self, self->user_data);
}

static void
on_data (PaddockSpan part,
         gpointer    user_data)
{
  PaddockExchange *self = user_data;

  if (self->is_over)
    return;
  if (self->spool == NULL)
    self->spool = paddock_spool_new ();
  if (!paddock_spool_add (self->spool, part))
    end (self, PADDOCK_EXCHANGE_TOO_LONG, paddock_spool_get_problem (self->spool));
}

static void
give_message (PaddockExchange *self,
              const char      *type)
{
  PaddockSpool *spool = g_steal_pointer (&self->spool);

  if (spool == NULL)
    return;
  if (self->is_over || self->funcs->message == NULL)
    paddock_spool_free (spool);
  else
    self->funcs->message (self, type, spool, self->user_data);
}

/* One without data says nothing: it only gave the stream an id. */
static void
on_event (const char *type,
          gpointer    user_data)
{
  give_message (user_data, type);
}

static const PaddockSseFuncs sse_funcs = { .data = on_data, .event = on_event };

static void
take (PaddockExchange *self,
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

/* The end of what is empty is there already; a connection that is read up to it is used again. */
static gboolean
is_empty (const PaddockExchange *self)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (self->message);

  return soup_message_headers_get_encoding (headers) == SOUP_ENCODING_CONTENT_LENGTH &&
         soup_message_headers_get_content_length (headers) == 0;
}

/* What is worth nothing is not waited for. */
static gboolean
is_enough (const PaddockExchange *self)
{
  return (self->body == BODY_IGNORED && !is_empty (self)) ||
         (self->body == BODY_ERROR && self->error->len >= PADDOCK_EXCHANGE_ERROR_BYTES);
}

static void
finish (PaddockExchange *self)
{
  if (self->body == BODY_ERROR) {
    end (self, PADDOCK_EXCHANGE_REFUSED, NULL);
    return;
  }
  if (self->body == BODY_JSON)
    give_message (self, NULL);
  end (self, PADDOCK_EXCHANGE_DONE, NULL);
}

static void
on_read (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  PaddockExchange *self = user_data;
  g_autoptr (GError) error = NULL;
  gssize n = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  if (self->is_over) {
    unref (self);
    return;
  }
  if (n > 0) {
    listen_on (self);
    /* The buffer is in use until then, whatever is paused or not meanwhile. */
    take (self, (PaddockSpan) { self->buffer, (gsize) n });
    self->is_reading = FALSE;
    if (!self->is_over && is_enough (self))
      finish (self);
    else if (!self->is_over)
      read_more (self);
  } else if (n == 0 || self->body == BODY_ERROR || self->body == BODY_IGNORED) {
    finish (self);
  } else {
    end (self, PADDOCK_EXCHANGE_CUT, "the connection to the server broke");
  }
  unref (self);
}

static void
read_more (PaddockExchange *self)
{
  gboolean has_messages = self->body == BODY_JSON || self->body == BODY_EVENTS;
  gboolean has_to_wait = self->is_paused && has_messages;

  if (self->is_over || has_to_wait || self->is_reading || self->stream == NULL)
    return;
  self->is_reading = TRUE;
  g_input_stream_read_async (self->stream, self->buffer, BUFFER_BYTES, G_PRIORITY_DEFAULT,
                             self->cancellable, on_read, ref (self));
}

/* Media types have no case (RFC 9110, 8.3.1). */
static gboolean
is_type (const char *type,
         const char *wanted)
{
  return type != NULL && g_ascii_strcasecmp (type, wanted) == 0;
}

/* Whether the answer can be read. */
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

/* MCP has no redirects of its own; these two keep method and body (RFC 9110, 15.4.8, 15.4.9). */
static gboolean
follow_redirect (PaddockExchange *self)
{
  guint status = soup_message_get_status (self->message);
  SoupMessageHeaders *headers = soup_message_get_response_headers (self->message);
  const char *location = soup_message_headers_get_one (headers, "Location");
  g_autofree char *url = NULL;

  if (status != SOUP_STATUS_TEMPORARY_REDIRECT && status != SOUP_STATUS_PERMANENT_REDIRECT)
    return FALSE;
  url = location != NULL ? paddock_address_dup_within (self->address, location) : NULL;
  if (url == NULL) {
    end (self, PADDOCK_EXCHANGE_ODD, "the server sends us on to another origin, which gets "
         "nothing");
  } else if (++self->n_redirects > PADDOCK_EXCHANGE_REDIRECTS_MAX) {
    end (self, PADDOCK_EXCHANGE_ODD, "the server sends us on again and again");
  } else {
    g_signal_handlers_disconnect_by_data (self->message, self);
    g_clear_object (&self->message);
    self->is_connected = FALSE;
    send_to (self, url);
  }
  return TRUE;
}

/* Whether the answer is that of a proxy. Behind CONNECT nothing of ours has begun; what a server
 * says through it is encrypted, and its own. What is not encrypted the proxy may have answered. */
static gboolean
is_of_proxy (const PaddockExchange *self)
{
  GSocketAddress *peer = soup_message_get_remote_address (self->message);

  if (!self->is_connected)
    return TRUE;
  return paddock_exchange_get_status (self) == SOUP_STATUS_PROXY_AUTHENTICATION_REQUIRED &&
         !self->address->is_secure && G_IS_PROXY_ADDRESS (peer) &&
         g_str_equal (g_proxy_address_get_protocol (G_PROXY_ADDRESS (peer)), "http");
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

  if (self->is_over) {
    unref (self);
    return;
  }
  if (stream == NULL) {
    g_autofree char *why = paddock_http_trouble_of_connection (self->message, error);

    end (self, self->is_connected ? PADDOCK_EXCHANGE_CUT : PADDOCK_EXCHANGE_UNREACHABLE, why);
  } else if (is_of_proxy (self)) {
    g_autofree char *why = paddock_http_trouble_of_proxy (paddock_exchange_get_status (self));

    /* It speaks for nobody but itself, whatever else it says. */
    end (self, PADDOCK_EXCHANGE_UNREACHABLE, why);
  } else if (!follow_redirect (self)) {
    self->stream = g_steal_pointer (&stream);
    self->buffer = g_malloc (BUFFER_BYTES);
    listen_on (self);
    if (self->funcs->begun != NULL)
      self->funcs->begun (self, self->user_data);
    if (!self->is_over && !choose_body (self))
      end (self, PADDOCK_EXCHANGE_ODD, "the server answers with something that is neither JSON nor "
           "a stream of events");
    if (!self->is_over && is_enough (self))
      finish (self);
    read_more (self);
  }
  unref (self);
}

static void
send_to (PaddockExchange *self,
         const char      *url)
{
  SoupMessageHeaders *headers;

  self->message = soup_message_new (self->method, url);
  if (self->message == NULL) {
    paddock_alarm_set (self->alarm, 0);
    return;
  }
  soup_message_set_flags (self->message,
                          SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE |
                          SOUP_MESSAGE_IDEMPOTENT);
  headers = soup_message_get_request_headers (self->message);
  for (guint i = 0; self->headers[i] != NULL && self->headers[i + 1] != NULL; i += 2)
    soup_message_headers_append (headers, self->headers[i], self->headers[i + 1]);
  if (self->request != NULL)
    soup_message_set_request_body_from_bytes (self->message, "application/json", self->request);
  g_signal_connect (self->message, "network-event", G_CALLBACK (on_network_event), self);
  g_signal_connect (self->message, "starting", G_CALLBACK (on_starting), self);
  g_signal_connect (self->message, self->request != NULL ? "wrote-body" : "wrote-headers",
                    G_CALLBACK (on_wrote), self);
  paddock_alarm_set (self->alarm, self->connect_ms * G_TIME_SPAN_MILLISECOND);
  soup_session_send_async (self->session, self->message, G_PRIORITY_DEFAULT, self->cancellable,
                           on_sent, ref (self));
}

/**
 * paddock_exchange_new:
 * @options: what to send; copied but for the address, which must stay
 * @funcs: must stay. They may free the exchange, and are called from the main loop
 * @user_data: for @funcs
 *
 * Returns: (transfer full): an exchange that has begun
 */
PaddockExchange *
paddock_exchange_new (const PaddockExchangeOptions *options,
                      const PaddockExchangeFuncs   *funcs,
                      gpointer                      user_data)
{
  PaddockExchange *self = g_new0 (PaddockExchange, 1);

  g_atomic_ref_count_init (&self->count);
  self->funcs = funcs;
  self->user_data = user_data;
  self->session = g_object_ref (options->session);
  self->address = options->address;
  self->method = g_strdup (options->method);
  self->request = options->body != NULL ? g_bytes_ref (options->body) : NULL;
  self->headers = g_strdupv ((char **) options->headers);
  self->connect_ms = options->connect_ms > 0 ? options->connect_ms : PADDOCK_EXCHANGE_CONNECT_MS;
  self->silence_ms = options->silence_ms > 0 ? options->silence_ms : PADDOCK_EXCHANGE_SILENCE_MS;
  self->cancellable = g_cancellable_new ();
  self->alarm = paddock_alarm_new (on_alarm, self);
  self->error = g_string_new (NULL);
  send_to (self, options->url != NULL ? options->url : options->address->url);
  return self;
}

/**
 * paddock_exchange_free:
 *
 * Closes the connection where the answer is not whole. No function is called any more.
 */
void
paddock_exchange_free (PaddockExchange *self)
{
  stop (self);
  unref (self);
}

/**
 * paddock_exchange_set_paused:
 *
 * What was read already comes all the same.
 */
void
paddock_exchange_set_paused (PaddockExchange *self,
                             gboolean         is_paused)
{
  self->is_paused = is_paused;
  read_more (self);
}

/**
 * paddock_exchange_get_status:
 *
 * Returns: the status of the answer, 0: there is none
 */
guint
paddock_exchange_get_status (const PaddockExchange *self)
{
  return self->message != NULL ? soup_message_get_status (self->message) : 0;
}

/**
 * paddock_exchange_get_header:
 *
 * Returns: (transfer none) (nullable): a header of the answer
 */
const char *
paddock_exchange_get_header (const PaddockExchange *self,
                             const char            *name)
{
  if (self->message == NULL)
    return NULL;
  return soup_message_headers_get_list (soup_message_get_response_headers (self->message), name);
}

/**
 * paddock_exchange_get_error:
 *
 * Returns: the beginning of what came with a status that is an error
 */
PaddockSpan
paddock_exchange_get_error (const PaddockExchange *self)
{
  return (PaddockSpan) { self->error->str, self->error->len };
}

/**
 * paddock_exchange_get_last_id:
 *
 * Returns: (transfer none) (nullable): with which the stream can be gone on with; empty where
 *   none can be any more
 */
const char *
paddock_exchange_get_last_id (const PaddockExchange *self)
{
  return self->sse != NULL ? paddock_sse_get_last_id (self->sse) : NULL;
}

/**
 * paddock_exchange_get_retry:
 *
 * Returns: ms that the server wants to pass before it is asked again, -1: it did not say
 */
int
paddock_exchange_get_retry (const PaddockExchange *self)
{
  return self->sse != NULL ? paddock_sse_get_retry (self->sse) : -1;
}
