/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-legacy-sse.h"

#include <string.h>

#include "paddock-http-trouble.h"
#include "paddock-message.h"
#include "paddock-message-write.h"

/* A server that speaks the transport before, HTTP+SSE (MCP 2024-11-05, basic/transports), is found
 * by what it does with `initialize`, and how (MCP 2026-07-28, basic/transports/streamable-http,
 * "HTTP+SSE Transport").
 *
 * Nothing here has a state: it is the sending's, and the session's. One that refuses `initialize`
 * as such a server does is asked for a stream, without anything that it could learn from. The first
 * event in it has to say where messages go; within its origin only: nobody consented to another
 * one, which gets neither paths nor credentials. From then on each message is posted there, and the
 * answers come on the stream, which is the session. Where there is no such event, the host is told
 * what the server said first; where the stream is refused for want of credentials, that.
 */

/* Codes that only a server of a revision without a handshake has: it knows what it refuses. */
static gboolean
is_modern_error (PaddockSpan body)
{
  int code;

  return paddock_http_trouble_find_code (body, &code) &&
         (code == PADDOCK_RPC_METHOD_NOT_FOUND || (code <= -32020 && code > -32100));
}

static gboolean
may_be_older (const PaddockHttpRequest *request,
              const PaddockWebSession  *session,
              PaddockExchangeEnd        end)
{
  guint status = paddock_http_request_get_status (request, end);

  return request->kind == PADDOCK_HTTP_REQUEST_INITIALIZE &&
         request->stage == PADDOCK_HTTP_REQUEST_FIRST &&
         !paddock_web_session_is_older (session) && paddock_call_count_open (request->call) > 0 &&
         (status == SOUP_STATUS_BAD_REQUEST || status == SOUP_STATUS_NOT_FOUND ||
          status == SOUP_STATUS_METHOD_NOT_ALLOWED) &&
         !is_modern_error (paddock_http_request_get_error (request));
}

static gboolean
on_alarm (gpointer user_data)
{
  PaddockHttpRequest *request = user_data;

  request->funcs->ended (request->call, PADDOCK_EXCHANGE_SILENT, NULL, request);
  return G_SOURCE_REMOVE;
}

/**
 * paddock_legacy_sse_begins:
 * @sending: whose call has ended
 * @end: how
 *
 * Returns: whether the server is asked where messages go instead: the answer is still to come
 */
gboolean
paddock_legacy_sse_begins (PaddockHttpRequest *request,
                           PaddockWebSession  *session,
                           PaddockExchangeEnd  end)
{
  if (!may_be_older (request, session, end))
    return FALSE;
  paddock_http_request_keep_refusal (request);
  request->stage = PADDOCK_HTTP_REQUEST_ASKS;
  request->alarm = paddock_alarm_new (on_alarm, request);
  paddock_alarm_set (request->alarm, PADDOCK_LEGACY_SSE_ENDPOINT_MS * G_TIME_SPAN_MILLISECOND);
  paddock_http_request_turn (request, paddock_web_session_ask_endpoint (session, request->funcs,
                                                                        request));
  return TRUE;
}

static gboolean
find_endpoint (PaddockWebSession  *session,
               const char         *type,
               PaddockSpool       *message,
               const char        **out_why)
{
  PaddockSpan text = paddock_spool_get_text (message);
  g_autofree char *reference = NULL;

  *out_why = NULL;
  if (g_strcmp0 (type, "endpoint") != 0 || text.length == 0 ||
      text.length > PADDOCK_LEGACY_SSE_ENDPOINT_MAX || memchr (text.start, '\0',
                                                               text.length) != NULL)
    return FALSE;
  reference = g_strstrip (g_strndup (text.start, text.length));
  if (paddock_web_session_set_endpoint (session, reference))
    return TRUE;
  *out_why = "the server wants messages sent to another origin, which gets nothing";
  return FALSE;
}

/* The line is under way anew, and the call that it had listens. */
static PaddockHttpRequest *
split (PaddockHttpRequest *request,
       PaddockWebSession  *session)
{
  PaddockHttpRequest *stream = paddock_http_request_new_stream (request, session);

  request->stage = PADDOCK_HTTP_REQUEST_SECOND;
  g_clear_pointer (&request->refusal, g_bytes_unref);
  g_clear_pointer (&request->alarm, paddock_alarm_free);
  return stream;
}

/**
 * paddock_legacy_sse_receive_endpoint:
 * @sending: one that asks where messages go
 * @type: (nullable): of the event
 * @message: the first one that came
 *
 * Where that is no such event @sending has ended.
 *
 * Returns: (transfer full) (nullable): what listens from now on; @sending is under way anew
 */
PaddockHttpRequest *
paddock_legacy_sse_receive_endpoint (PaddockHttpRequest *request,
                                     PaddockWebSession  *session,
                                     const char         *type,
                                     PaddockSpool       *message)
{
  const char *why;

  if (find_endpoint (session, type, message, &why))
    return split (request, session);
  if (why != NULL)
    g_clear_pointer (&request->refusal, g_bytes_unref);
  request->funcs->ended (request->call, PADDOCK_EXCHANGE_ODD, why, request);
  return NULL;
}
