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
 * answer are always accepted; from the answer to `initialize` on each request carries the session's
 * id, if the server gave one, and the revision that it named. A message of a revision without a
 * handshake carries its own revision, and what it is about, and is in no session. With a server of
 * the transport before (paddock-legacy-sse.c) what is posted goes to the address that it named,
 * and the
 * stream is the session.
 */

struct _PaddockWebSession
{
  SoupSession          *connections; /* (owned) */
  const PaddockAddress *address;
  const char * const   *headers;     /* credentials */
  guint                 silence_ms;  /* of what is posted */
  char                 *endpoint;    /* (owned) (nullable) where an older server wants messages */
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

/**
 * paddock_web_session_get_tools:
 *
 * Returns: (transfer none): what is known of the server's tools
 */
PaddockToolList *
paddock_web_session_get_tools (const PaddockWebSession *self)
{
  return self->tools;
}

gboolean
paddock_web_session_has_id (const PaddockWebSession *self)
{
  return self->id != NULL;
}

/**
 * paddock_web_session_can_be_lost:
 *
 * Returns: whether its server may forget it: one without a session has nothing to forget
 */
gboolean
paddock_web_session_can_be_lost (const PaddockWebSession *self)
{
  return self->id != NULL || self->endpoint != NULL;
}

/**
 * paddock_web_session_is_older:
 *
 * Returns: whether its server speaks the transport before
 */
gboolean
paddock_web_session_is_older (const PaddockWebSession *self)
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

/**
 * paddock_web_session_clear_endpoint:
 *
 * It is not known any more which transport its server speaks.
 */
void
paddock_web_session_clear_endpoint (PaddockWebSession *self)
{
  g_clear_pointer (&self->endpoint, g_free);
}

/**
 * paddock_web_session_get_version:
 *
 * Returns: (transfer none) (nullable): the revision of the handshake, once that is over
 */
const char *
paddock_web_session_get_version (const PaddockWebSession *self)
{
  return self->version;
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

static GStrv
make_headers_within (const PaddockWebSession *self,
                     const char              *accept)
{
  g_autoptr (GStrvBuilder) headers = begin_headers (self, accept);

  if (self->version != NULL)
    g_strv_builder_add_many (headers, PADDOCK_HEADER_VERSION, self->version, NULL);
  if (self->id != NULL)
    g_strv_builder_add_many (headers, PADDOCK_HEADER_SESSION, self->id, NULL);
  return g_strv_builder_end (headers);
}

static GStrv
make_headers_without (const PaddockWebSession *self,
                      const char              *accept,
                      const char              *version,
                      const PaddockMessage    *line)
{
  g_autoptr (GStrvBuilder) headers = begin_headers (self, accept);

  if (version != NULL) {
    g_strv_builder_add_many (headers, PADDOCK_HEADER_VERSION, version, NULL);
    paddock_http_headers_add_modern (headers, line);
    paddock_tool_list_add_headers (self->tools, line, headers);
  }
  return g_strv_builder_end (headers);
}

static PaddockCall *
begin (PaddockWebSession      *self,
       PaddockCallKind         kind,
       GBytes                 *body,
       GStrv                   headers,
       const PaddockCallFuncs *funcs,
       gpointer                user_data)
{
  g_auto (GStrv) next = make_headers_within (self, "text/event-stream");
  /* Who only listens may hear nothing for hours. */
  const PaddockExchangeOptions options = {
    .session = self->connections,
    .address = self->address,
    .url = body != NULL ? self->endpoint : NULL,
    .method = body != NULL ? "POST" : "GET",
    .body = body,
    .headers = (const char * const *) headers,
    .silence_ms = body != NULL ? self->silence_ms : PADDOCK_EXCHANGE_SILENCE_ANY,
  };

  return paddock_call_new (kind, &options, (const char * const *) next, funcs, user_data);
}

/**
 * paddock_web_session_receive_id:
 * @call: whose answer, that to `initialize`, has begun
 *
 * The id comes with its headers. Where it breaks off, what goes on with it is in the session, and
 * has no headers of that kind. With an older server the stream is the session.
 */
void
paddock_web_session_receive_id (PaddockWebSession *self,
                                PaddockCall       *call)
{
  const char *id = paddock_exchange_get_header (paddock_call_get_exchange (call),
                                                PADDOCK_HEADER_SESSION);
  g_auto (GStrv) headers = NULL;

  if (self->endpoint != NULL)
    return;
  g_free (self->id);
  self->id = paddock_http_headers_is_session (id) ? g_strdup (id) : NULL;
  headers = make_headers_within (self, "text/event-stream");
  paddock_call_set_resume_headers (call, (const char * const *) headers);
}

/**
 * paddock_web_session_post:
 * @line: one of the host
 * @class: what it is
 * @funcs: as for paddock_call_new()
 * @user_data: for @funcs
 *
 * Returns: (transfer full): a request of its own for it, which is under way
 */
PaddockCall *
paddock_web_session_post (PaddockWebSession      *self,
                          GBytes                 *line,
                          const PaddockMessage   *class,
                          const PaddockCallFuncs *funcs,
                          gpointer                user_data)
{
  static const char *accept = "application/json, text/event-stream";
  g_autofree char *version = paddock_http_headers_find_version (class);
  gboolean is_opening = class->kind == PADDOCK_MESSAGE_REQUEST &&
                        paddock_message_is_method (class, PADDOCK_METHOD_INITIALIZE);
  g_auto (GStrv) headers = version != NULL || is_opening
                           ? make_headers_without (self, accept, version, class)
                           : make_headers_within (self, accept);

  if (self->endpoint != NULL)
    return begin (self, PADDOCK_CALL_ACCEPTED, line, headers, funcs, user_data);
  return begin (self, version != NULL ? PADDOCK_CALL_ONCE : PADDOCK_CALL_RESUMES, line, headers,
                funcs, user_data);
}

/**
 * paddock_web_session_ask_endpoint:
 * @funcs: as for paddock_call_new()
 * @user_data: for @funcs
 *
 * Returns: (transfer full): the stream on which a server of the transport before says first where
 *   it wants messages, and then all that it has to say
 */
PaddockCall *
paddock_web_session_ask_endpoint (PaddockWebSession      *self,
                                  const PaddockCallFuncs *funcs,
                                  gpointer                user_data)
{
  g_autoptr (GStrvBuilder) builder = begin_headers (self, "text/event-stream");
  g_auto (GStrv) headers = g_strv_builder_end (builder);

  return begin (self, PADDOCK_CALL_HEARS, NULL, headers, funcs, user_data);
}

/**
 * paddock_web_session_listen:
 * @funcs: as for paddock_call_new()
 * @user_data: for @funcs
 *
 * Returns: (transfer full): the stream on which the server says what is no answer
 */
PaddockCall *
paddock_web_session_listen (PaddockWebSession      *self,
                            const PaddockCallFuncs *funcs,
                            gpointer                user_data)
{
  g_auto (GStrv) headers = make_headers_within (self, "text/event-stream");

  return begin (self, PADDOCK_CALL_LISTENS, NULL, headers, funcs, user_data);
}

/**
 * paddock_web_session_leave:
 * @funcs: as for paddock_exchange_new()
 * @user_data: for @funcs
 *
 * Returns: (transfer full): what tells the server that it need not keep the session
 */
PaddockExchange *
paddock_web_session_leave (PaddockWebSession          *self,
                           const PaddockExchangeFuncs *funcs,
                           gpointer                    user_data)
{
  g_auto (GStrv) headers = make_headers_within (self, NULL);

  return paddock_exchange_new (&(PaddockExchangeOptions) {
    .session = self->connections,
    .address = self->address,
    .method = "DELETE",
    .headers = (const char * const *) headers,
  }, funcs, user_data);
}
