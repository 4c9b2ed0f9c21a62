/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-resumption.h"

#include "paddock-jitter.h"

/* Decides whether and when Paddock resumes a stream of events that broke off (MCP 2025-11-25,
 * basic/transports, "Resumability and Redelivery"). Pure, except for random pauses.
 *
 * Each PaddockHttpRequest has one PaddockResumption. To resume an answer, Paddock needs the id of
 * the last event: without an id, nobody knows what the server did. Pauses grow, and most are partly
 * random, so that the clients of one server do not all return at the same moment.
 */

/* Forgets what came before, and begins anew for another stream. */
void
paddock_resumption_begin (PaddockResumption     *self,
                          PaddockResumptionKind  kind)
{
  g_free (self->last_id);
  *self = (PaddockResumption) { .kind = kind, .retry = -1 };
}

/* Remembers where the stream of @exchange ended. The next stream continues after the last event of
 * @exchange. */
void
paddock_resumption_see_end (PaddockResumption     *self,
                            const PaddockExchange *exchange)
{
  const char *id = paddock_exchange_get_last_id (exchange);

  if (paddock_exchange_get_retry (exchange) >= 0)
    self->retry = paddock_exchange_get_retry (exchange);
  if (id == NULL)
    return;
  if (g_strcmp0 (id, self->last_id) != 0)
    self->n_attempts = 0;
  g_free (self->last_id);
  /* With an empty id, the server withdraws the id of the last event (HTML, 9.2.6). */
  self->last_id = *id != '\0' ? g_strdup (id) : NULL;
}

/* Whether to request the stream for the server's own messages once more. @is_taken: whether the
 * server accepted this stream before. If it did, it will accept the stream again; a server that
 * never had such a stream refuses. */
static gboolean
has_stream_again (PaddockExchangeEnd end,
                  guint              status,
                  gboolean           is_taken)
{
  if (end == PADDOCK_EXCHANGE_REFUSED && status >= SOUP_STATUS_INTERNAL_SERVER_ERROR)
    return is_taken || status != SOUP_STATUS_NOT_IMPLEMENTED;
  if (end == PADDOCK_EXCHANGE_REFUSED)
    return is_taken && (status == SOUP_STATUS_REQUEST_TIMEOUT || status == SOUP_STATUS_CONFLICT ||
                        status == 429); /* RFC 6585, 4 */
  if (end == PADDOCK_EXCHANGE_TOO_LONG)
    return is_taken;
  /* The response may have broken off right after its headers: then it looks like a complete one
   * without a body. */
  if (end == PADDOCK_EXCHANGE_DONE)
    return status == SOUP_STATUS_OK;
  return end == PADDOCK_EXCHANGE_UNREACHABLE || end == PADDOCK_EXCHANGE_CUT ||
         end == PADDOCK_EXCHANGE_SILENT;
}

/**
 * paddock_resumption_allows:
 * @end: how the last exchange ended
 * @status: the HTTP status of its response; 0: no response came
 * @is_taken: whether the server accepted the request
 *
 * Returns: whether to resume with another stream
 */
gboolean
paddock_resumption_allows (const PaddockResumption *self,
                           PaddockExchangeEnd       end,
                           guint                    status,
                           gboolean                 is_taken)
{
  gboolean is_final = end == PADDOCK_EXCHANGE_ODD || end == PADDOCK_EXCHANGE_TOO_LONG ||
                      (end == PADDOCK_EXCHANGE_REFUSED &&
                       status < SOUP_STATUS_INTERNAL_SERVER_ERROR);

  if (self->kind == PADDOCK_RESUMPTION_ALWAYS)
    return has_stream_again (end, status, is_taken);
  return self->kind == PADDOCK_RESUMPTION_WHILE_OWED && !is_final && is_taken &&
         self->last_id != NULL && self->n_attempts < PADDOCK_RESUMPTION_MAX;
}

/* Returns: how long to wait before the next attempt to resume the stream, in ms. A random part
 * makes most pauses up to a quarter longer or shorter. */
guint
paddock_resumption_choose_pause (const PaddockResumption *self)
{
  guint first = self->kind == PADDOCK_RESUMPTION_ALWAYS ? PADDOCK_RESUMPTION_LISTEN_MS
                                                        : PADDOCK_RESUMPTION_RETRY_MS;
  guint grown = MIN (first << MIN (self->n_attempts, 8), PADDOCK_RESUMPTION_LISTEN_MAX_MS);
  guint least = MIN (PADDOCK_RESUMPTION_PAUSE_MS << MIN (self->n_empty, 8),
                     PADDOCK_RESUMPTION_PAUSE_MAX_MS);
  guint wanted = MAX (self->retry >= 0 ? (guint) self->retry : 0, least);

  /* Before the first attempt, Paddock waits as long as the server wishes: a server may end streams
   * on purpose, to save connections. */
  if (self->retry >= 0 && self->n_attempts == 0)
    return wanted;
  return paddock_jitter_spread (MAX (grown, wanted));
}
