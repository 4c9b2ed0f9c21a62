/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-web-session.h"

#include "config.h"

#include "paddock-http-headers.h"
#include "paddock-names.h"
#include "paddock-proxies.h"

/* One session with a server behind an address: the headers of each message, and the connections.
 *
 * The remote owns the session. The headers are those of MCP 2025-11-25, basic/transports. Each
 * posted message says that JSON and a stream of events are both accepted as a response. After the
 * response to `initialize`, each request carries the revision that the server chose, and the
 * session's id if the server gave one. A message of a revision without a handshake belongs to no
 * session. Its headers name its revision, its method and, for example, the tool that it calls.
 *
 * A legacy SSE server (paddock-legacy-sse.c) names the URL that messages are posted to: the
 * endpoint.
 */

struct _PaddockWebSession
{
  SoupSession          *connections; /* (owned) */
  const PaddockAddress *address;
  const char * const   *headers;     /* the user's own headers: name, value, …, NULL */
  guint                 silence_ms;  /* how long the response to a post may be silent, in ms */
  char                 *endpoint;    /* (owned) (nullable) URL for messages; NULL: no legacy SSE */
  char                 *id;          /* (owned) (nullable) session id; NULL: the server gave none */
  char                 *version;     /* (owned) (nullable) the MCP revision that the server chose;
                                      * NULL: not known yet */
  PaddockToolList      *tools;       /* (owned) */
};

static void
on_left_out (const char *tool,
             const char *why,
             gpointer    user_data)
{
  const PaddockWebSession *self = user_data;

  g_message ("%s: its tool %s is left out: %s", self->address->name, tool, why);
}

/* Adds the credentials for the proxy, but only to requests that the proxy itself reads: CONNECT,
 * and all requests without encryption. */
static void
on_starting (SoupMessage *message,
             gpointer     user_data)
{
  gboolean is_read = soup_message_get_method (message) == SOUP_METHOD_CONNECT ||
                     g_str_equal (g_uri_get_scheme (soup_message_get_uri (message)), "http");
  g_autofree char *authorization =
    is_read ? paddock_proxies_dup_authorization (soup_message_get_remote_address (message)) : NULL;

  if (authorization != NULL)
    soup_message_headers_replace (soup_message_get_request_headers (message),
                                  "Proxy-Authorization", authorization);
}

static void
on_request_queued (SoupSession *connections,
                   SoupMessage *message,
                   gpointer     user_data)
{
  g_signal_connect (message, "starting", G_CALLBACK (on_starting), NULL);
}

/* Chooses the proxy. Paddock uses none for an address on this machine, even if the desktop or the
 * environment names one: the proxy would read paths and credentials that must stay here.
 *
 * If a proxy needs a password, on_starting() sends the password with the first request. libsoup's
 * own authentication is switched off, also for a server's status 401. Some proxies close the
 * connection when they ask for a password, and then libsoup (3.2) sends the second request without
 * a body. */
static void
choose_proxy (PaddockWebSession *self)
{
  g_auto (GStrv) environment = g_get_environ ();
  g_autoptr (GProxyResolver) resolver = NULL;

  soup_session_remove_feature_by_type (self->connections, SOUP_TYPE_AUTH_MANAGER);
  if (!self->address->is_loopback)
    resolver = paddock_proxies_new ((const char * const *) environment,
                                    g_proxy_resolver_get_default ());
  soup_session_set_proxy_resolver (self->connections, resolver);
  g_signal_connect (self->connections, "request-queued", G_CALLBACK (on_request_queued), NULL);
}

/**
 * paddock_web_session_new:
 * @address: the address of the server; must stay valid
 * @headers: the user's headers: name, value, …, NULL; must stay valid
 * @silence_ms: as in #PaddockExchangeOptions, for posted messages
 *
 * Prepares a session, and connects to nothing yet. The session closes idle connections earlier than
 * common servers do (Node.js: 5 s). If a server closed a connection during a request, Paddock could
 * not send that request again.
 *
 * Returns: (transfer full): a session that has not begun
 */
PaddockWebSession *
paddock_web_session_new (const PaddockAddress *address,
                         const char * const   *headers,
                         guint                 silence_ms)
{
  PaddockWebSession *self = g_new0 (PaddockWebSession, 1);
  const int connections_max = PADDOCK_WEB_SESSION_CALLS_MAX + 16;

  self->address = address;
  self->headers = headers;
  self->silence_ms = silence_ms;
  self->tools = paddock_tool_list_new (on_left_out, self);
  self->connections =
    soup_session_new_with_options ("user-agent", "paddock/" PACKAGE_VERSION,
                                   "max-conns", connections_max,
                                   "max-conns-per-host", connections_max,
                                   "idle-timeout", 4, "timeout", 0, NULL);
  choose_proxy (self);
  return self;
}

void
paddock_web_session_free (PaddockWebSession *self)
{
  g_object_unref (self->connections);
  paddock_tool_list_free (self->tools);
  g_free (self->endpoint);
  g_free (self->id);
  g_free (self->version);
  g_free (self);
}

/**
 * paddock_web_session_learn:
 * @result: the result of `initialize`
 *
 * Remembers the revision that the server chose. From now on each request of the session names this
 * revision.
 */
void
paddock_web_session_learn (PaddockWebSession *self,
                           PaddockSpan        result)
{
  g_autofree char *version = NULL;
  PaddockSpan value;

  if (paddock_json_find_member (result, "protocolVersion", &value))
    version = paddock_json_dup_string (value);
  g_free (self->version);
  self->version = paddock_http_headers_is_version (version) ? g_steal_pointer (&version) : NULL;
}

/* Returns: (transfer none): what is known about the server's tools. */
PaddockToolList *
paddock_web_session_get_tools (const PaddockWebSession *self)
{
  return self->tools;
}

/* Returns: whether the server can forget the session. Only a session with an id, or one with legacy
 * SSE, can be forgotten. */
gboolean
paddock_web_session_can_be_lost (const PaddockWebSession *self)
{
  return self->id != NULL || self->endpoint != NULL;
}

/* Returns: whether the server speaks legacy SSE. */
gboolean
paddock_web_session_is_legacy (const PaddockWebSession *self)
{
  return self->endpoint != NULL;
}

/**
 * paddock_web_session_set_endpoint:
 * @reference: the endpoint for messages, maybe relative
 *
 * From now on messages are posted to @reference, if it is within the server's origin.
 *
 * Returns: whether @reference is within the server's origin
 */
gboolean
paddock_web_session_set_endpoint (PaddockWebSession *self,
                                  const char        *reference)
{
  g_autofree char *url = paddock_address_dup_within (self->address, reference);

  if (url == NULL)
    return FALSE;
  g_free (self->endpoint);
  self->endpoint = g_steal_pointer (&url);
  return TRUE;
}

/* Forgets the endpoint. From now on the server does not count as a legacy SSE server. */
void
paddock_web_session_clear_endpoint (PaddockWebSession *self)
{
  g_clear_pointer (&self->endpoint, g_free);
}

/**
 * paddock_web_session_receive_id:
 * @id: (nullable): the id of the session, as the server sent it with its response to `initialize`;
 *   %NULL: it sent none
 *
 * Remembers @id, if it is valid, for the headers of later requests. Does nothing for a legacy
 * SSE server, whose stream is the session.
 */
void
paddock_web_session_receive_id (PaddockWebSession *self,
                                const char        *id)
{
  if (self->endpoint != NULL)
    return;
  g_free (self->id);
  self->id = paddock_http_headers_is_session (id) ? g_strdup (id) : NULL;
}

static GStrvBuilder *
begin_headers (const PaddockWebSession *self,
               const char              *accept)
{
  GStrvBuilder *headers = g_strv_builder_new ();

  g_strv_builder_addv (headers, (const char **) self->headers);
  if (accept != NULL)
    g_strv_builder_add_many (headers, "Accept", accept, NULL);
  return headers;
}

static void
add_session (const PaddockWebSession *self,
             GStrvBuilder            *headers)
{
  if (self->version != NULL)
    g_strv_builder_add_many (headers, PADDOCK_HEADER_VERSION, self->version, NULL);
  if (self->id != NULL)
    g_strv_builder_add_many (headers, PADDOCK_HEADER_SESSION, self->id, NULL);
}

/* Begins an exchange. @options: the options for this exchange; this function adds those that all
 * exchanges of the session share. @builder: the headers of the request */
static PaddockExchange *
begin (const PaddockWebSession    *self,
       PaddockExchangeOptions      options,
       GStrvBuilder               *builder,
       const PaddockExchangeFuncs *funcs,
       gpointer                    user_data)
{
  g_auto (GStrv) headers = g_strv_builder_end (builder);

  options.session = self->connections;
  options.address = self->address;
  options.headers = (const char * const *) headers;
  return paddock_exchange_new (&options, funcs, user_data);
}

/**
 * paddock_web_session_post:
 * @message: what to send; must have a line
 * @funcs: as for paddock_exchange_new()
 * @user_data: for @funcs
 *
 * Returns: (transfer full): an exchange that sends @message
 */
PaddockExchange *
paddock_web_session_post (PaddockWebSession          *self,
                          const PaddockOutgoing      *message,
                          const PaddockExchangeFuncs *funcs,
                          gpointer                    user_data)
{
  g_autoptr (GStrvBuilder) headers =
    begin_headers (self, "application/json, text/event-stream");

  if (message->version != NULL) {
    g_strv_builder_add_many (headers, PADDOCK_HEADER_VERSION, message->version, NULL);
    paddock_http_headers_add_modern (headers, &message->message);
    paddock_tool_list_add_headers (self->tools, &message->message, headers);
  } else if (message->kind != PADDOCK_OUTGOING_INITIALIZE) {
    add_session (self, headers);
  }
  return begin (self, (PaddockExchangeOptions) {
    .method = "POST",
    .url = self->endpoint,
    .body = message->line,
    .silence_ms = self->silence_ms,
  }, headers, funcs, user_data);
}

/**
 * paddock_web_session_get_stream:
 * @last_id: (nullable): the id of the last event of a broken stream, which the exchange resumes;
 *   %NULL: the exchange opens the stream on which the server sends its own messages
 * @may_be_silent: whether the stream may be silent for hours
 * @funcs: as for paddock_exchange_new()
 * @user_data: for @funcs
 *
 * Returns: (transfer full): an exchange that reads the stream
 */
PaddockExchange *
paddock_web_session_get_stream (PaddockWebSession          *self,
                                const char                 *last_id,
                                gboolean                    may_be_silent,
                                const PaddockExchangeFuncs *funcs,
                                gpointer                    user_data)
{
  g_autoptr (GStrvBuilder) headers = begin_headers (self, "text/event-stream");

  add_session (self, headers);
  if (last_id != NULL)
    g_strv_builder_add_many (headers, "Last-Event-ID", last_id, NULL);
  return begin (self, (PaddockExchangeOptions) {
    .method = "GET",
    .silence_ms = may_be_silent ? PADDOCK_EXCHANGE_SILENCE_ANY : self->silence_ms,
  }, headers, funcs, user_data);
}

/**
 * paddock_web_session_leave:
 * @funcs: as for paddock_exchange_new()
 * @user_data: for @funcs
 *
 * Returns: (transfer full) (nullable): an exchange that tells the server that the session has
 *   ended; %NULL if the server gave the session no id
 */
PaddockExchange *
paddock_web_session_leave (PaddockWebSession          *self,
                           const PaddockExchangeFuncs *funcs,
                           gpointer                    user_data)
{
  g_autoptr (GStrvBuilder) headers = begin_headers (self, NULL);

  if (self->id == NULL)
    return NULL;
  add_session (self, headers);
  return begin (self, (PaddockExchangeOptions) { .method = "DELETE" }, headers, funcs, user_data);
}
