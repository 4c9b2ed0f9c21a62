/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-older.h"

#include <string.h>

#include "paddock-http-trouble.h"
#include "paddock-message.h"

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
may_be_older (const PaddockSending    *sending,
              const PaddockWebSession *session,
              PaddockExchangeEnd       end)
{
  guint status = paddock_sending_get_status (sending, end);

  return sending->kind == PADDOCK_SENDING_INITIALIZE && sending->stage == PADDOCK_SENDING_FIRST &&
         !paddock_web_session_is_older (session) && paddock_call_count_open (sending->call) > 0 &&
         (status == SOUP_STATUS_BAD_REQUEST || status == SOUP_STATUS_NOT_FOUND ||
          status == SOUP_STATUS_METHOD_NOT_ALLOWED) &&
         !is_modern_error (paddock_sending_get_error (sending));
}

static gboolean
on_alarm (gpointer user_data)
{
  PaddockSending *sending = user_data;

  sending->funcs->ended (sending->call, PADDOCK_EXCHANGE_SILENT, NULL, sending);
  return G_SOURCE_REMOVE;
}

/**
 * paddock_older_begins:
 * @sending: whose call has ended
 * @end: how
 *
 * Returns: whether the server is asked where messages go instead: the answer is still to come
 */
gboolean
paddock_older_begins (PaddockSending     *sending,
                      PaddockWebSession  *session,
                      PaddockExchangeEnd  end)
{
  if (!may_be_older (sending, session, end))
    return FALSE;
  paddock_sending_keep_refusal (sending);
  sending->stage = PADDOCK_SENDING_ASKS;
  sending->alarm = paddock_alarm_new (on_alarm, sending);
  paddock_alarm_set (sending->alarm, PADDOCK_OLDER_ENDPOINT_MS * G_TIME_SPAN_MILLISECOND);
  paddock_sending_turn (sending, paddock_web_session_ask_endpoint (session, sending->funcs,
                                                                   sending));
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
      text.length > PADDOCK_OLDER_ENDPOINT_MAX || memchr (text.start, '\0', text.length) != NULL)
    return FALSE;
  reference = g_strstrip (g_strndup (text.start, text.length));
  if (paddock_web_session_set_endpoint (session, reference))
    return TRUE;
  *out_why = "the server wants messages sent to another origin, which gets nothing";
  return FALSE;
}

/* The line is under way anew, and the call that it had listens. */
static PaddockSending *
split (PaddockSending    *sending,
       PaddockWebSession *session)
{
  PaddockSending *stream = paddock_sending_new_stream (sending, session);

  sending->stage = PADDOCK_SENDING_SECOND;
  g_clear_pointer (&sending->refusal, g_bytes_unref);
  g_clear_pointer (&sending->alarm, paddock_alarm_free);
  return stream;
}

/**
 * paddock_older_take:
 * @sending: one that asks where messages go
 * @type: (nullable): of the event
 * @message: the first one that came
 *
 * Where that is no such event @sending has ended.
 *
 * Returns: (transfer full) (nullable): what listens from now on; @sending is under way anew
 */
PaddockSending *
paddock_older_take (PaddockSending    *sending,
                    PaddockWebSession *session,
                    const char        *type,
                    PaddockSpool      *message)
{
  const char *why;

  if (find_endpoint (session, type, message, &why))
    return split (sending, session);
  if (why != NULL)
    g_clear_pointer (&sending->refusal, g_bytes_unref);
  sending->funcs->ended (sending->call, PADDOCK_EXCHANGE_ODD, why, sending);
  return NULL;
}
