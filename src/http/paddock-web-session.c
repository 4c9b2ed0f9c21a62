/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-web-session.h"

#include "config.h"

#include "paddock-http-headers.h"
#include "paddock-names.h"
#include "paddock-proxies.h"

/* One session with a server behind an address: what stands beside each message, and the
 * connections.
 *
 * The remote owns one. The headers are those of MCP 2025-11-25, basic/transports: both kinds of
 * response are always accepted. From the response to `initialize` on, each request carries the id
 * of the session, if the server gave one, and the revision that the server named. A message of a
 * revision without a handshake carries its own revision, and what it is about; it is in no session.
 * A legacy SSE server (paddock-legacy-sse.c) named the endpoint where it wants messages.
 */

struct _PaddockWebSession
{
  SoupSession          *connections; /* (owned) */
  const PaddockAddress *address;
  const char * const   *headers;     /* credentials */
  guint                 silence_ms;  /* of what is posted */
  char                 *endpoint;    /* (owned) (nullable) where legacy SSE servers want messages */
  char                 *id;          /* (owned) (nullable) */
  char                 *version;     /* (owned) (nullable) as the server said */
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

/* Only what the proxy itself reads: CONNECT, and all of what is not encrypted. */
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

/* What is on this machine is asked without a proxy, whatever the desktop or the environment says:
 * the proxy would read paths and credentials that were never to leave it. A proxy with a password
 * is told it at once: some close the connection when they have to ask, and libsoup's authentication
 * (3.2) asks again for the address of the proxy, without a body. What a server's status 401 asks
 * for it does not know either, and nothing is guessed. */
static void
choose_proxy (PaddockWebSession *self)
{
  g_auto (GStrv) environment = g_get_environ ();
  g_autoptr (GProxyResolver) resolver = NULL;

  soup_session_remove_feature_by_type (self->connections, SOUP_TYPE_AUTH_MANAGER);
  if (!self->address->is_loopback)
    resolver = paddock_proxies_new ((const char * const *) environment);
  if (self->address->is_loopback || resolver != NULL)
    soup_session_set_proxy_resolver (self->connections, resolver);
  g_signal_connect (self->connections, "request-queued", G_CALLBACK (on_request_queued), NULL);
}

/**
 * paddock_web_session_new:
 * @address: where; must stay
 * @headers: the user's: a name, its value, …, NULL; must stay
 * @silence_ms: as in #PaddockExchangeOptions, of what is posted
 *
 * An idle connection is closed before the servers do that commonly close it (Node.js: 5 s): a
 * request that meets its end could not be sent again.
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
 * @result: what the answer to `initialize` says; nothing where it is an error
 *
 * From now on there is a session, if the server wants one.
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

/* Returns: (transfer none): what is known of the server's tools. */
PaddockToolList *
paddock_web_session_get_tools (const PaddockWebSession *self)
{
  return self->tools;
}

/* Returns: whether its server may forget it: one without a session has nothing to forget. */
gboolean
paddock_web_session_can_be_lost (const PaddockWebSession *self)
{
  return self->id != NULL || self->endpoint != NULL;
}

/* Returns: whether its server speaks the older transport. */
gboolean
paddock_web_session_is_legacy (const PaddockWebSession *self)
{
  return self->endpoint != NULL;
}

/**
 * paddock_web_session_set_endpoint:
 * @reference: where the server wants messages, maybe relative
 *
 * Returns: whether it is of the same origin; nothing is sent to another one
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

/* Nobody knows any more which transport its server speaks. */
void
paddock_web_session_clear_endpoint (PaddockWebSession *self)
{
  g_clear_pointer (&self->endpoint, g_free);
}

/**
 * paddock_web_session_receive_id:
 * @id: (nullable): as the server sent it with its response to `initialize`
 *
 * With a legacy SSE server the stream is the session.
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

/* @options: but for what is the same for all */
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
 * @message: one with a line
 * @funcs: as for paddock_exchange_new()
 * @user_data: for @funcs
 *
 * Returns: (transfer full): an exchange that sends it
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
 * @last_id: (nullable): of the last event that came; %NULL: what the server says by itself
 * @may_be_silent: whether it may be so for hours
 * @funcs: as for paddock_exchange_new()
 * @user_data: for @funcs
 *
 * Returns: (transfer full): a stream on which what follows comes
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
 * Returns: (transfer full) (nullable): an exchange that tells the server that it need not keep the
 *   session; %NULL: the server keeps none
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
