/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-legacy-sse.h"

#include <libsoup/soup.h>
#include <string.h>

#include "paddock-http-trouble.h"
#include "paddock-message.h"
#include "paddock-message-write.h"

/* Recognizes a server of the older transport HTTP+SSE (MCP 2024-11-05, basic/transports; MCP
 * 2026-07-28, basic/transports/streamable-http, "HTTP+SSE Transport"). Pure.
 *
 * Such a server refuses `initialize`. Then paddock-http-request.c asks the server for a stream, and
 * sends nothing else. The first event must name the endpoint for messages, within the server's
 * origin. Another origin has no consent, so it gets neither paths nor credentials. From then on
 * Paddock posts each message to the endpoint. The answers come on the stream, which is the session.
 *
 * If no such event comes, the host gets the refusal of `initialize`. If the server wants
 * credentials for the stream, the host gets the refusal of the stream instead.
 */

/* Whether the error comes from a server of a revision without a handshake. Only such a server
 * refuses `initialize` with these codes, and such a server does not speak legacy SSE. */
static gboolean
is_modern_error (PaddockSpan error)
{
  int code;

  return paddock_http_trouble_find_code (error, &code) &&
         (code == PADDOCK_RPC_METHOD_NOT_FOUND || (code <= -32020 && code > -32100));
}

/**
 * paddock_legacy_sse_is_likely:
 * @message: the message that the server refused
 * @status: the HTTP status of the refusal; 0: the server did not refuse
 * @error: the body of the refusal
 *
 * Returns: whether a legacy SSE server may have refused @message
 */
gboolean
paddock_legacy_sse_is_likely (const PaddockOutgoing *message,
                              guint                  status,
                              PaddockSpan            error)
{
  return message->kind == PADDOCK_OUTGOING_INITIALIZE && message->owed->len > 0 &&
         (status == SOUP_STATUS_BAD_REQUEST || status == SOUP_STATUS_NOT_FOUND ||
          status == SOUP_STATUS_METHOD_NOT_ALLOWED) && !is_modern_error (error);
}

/**
 * paddock_legacy_sse_read_endpoint:
 * @type: (nullable): the type of the first event of the stream
 * @message: the data of that event
 *
 * Returns: (transfer full) (nullable): the endpoint for messages, maybe relative; %NULL if the
 *   event names none
 */
char *
paddock_legacy_sse_read_endpoint (const char   *type,
                                  PaddockSpool *message)
{
  PaddockSpan text = paddock_spool_get_text (message);

  if (g_strcmp0 (type, "endpoint") != 0 || text.length == 0 ||
      text.length > PADDOCK_LEGACY_SSE_ENDPOINT_MAX ||
      memchr (text.start, '\0', text.length) != NULL)
    return NULL;
  return g_strstrip (g_strndup (text.start, text.length));
}
