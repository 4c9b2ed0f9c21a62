/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-pending-ids.h"

#include <string.h>

#include "paddock-message-batch.h"

/* Finds the requests in a line of the host. Each of them must get exactly one answer, even if the
 * line never reaches a server.
 *
 * Pure functions. If a message with duplicate members has a method and an id, it counts as a
 * request: the server or the host may read it as one. A batch that is not JSON has no requests.
 */

/**
 * paddock_pending_ids_is_request:
 * @message: one message, not a batch
 *
 * Returns: whether somebody may read @message as a request
 */
gboolean
paddock_pending_ids_is_request (const PaddockMessage *message)
{
  return message->kind == PADDOCK_MESSAGE_REQUEST ||
         (message->kind == PADDOCK_MESSAGE_DUPLICATE && message->method != NULL &&
          message->id.length > 0);
}

static gboolean
add_id (PaddockMessage *message,
        gpointer        user_data)
{
  if (paddock_pending_ids_is_request (message))
    g_ptr_array_add (user_data, g_bytes_new (message->id.start, message->id.length));
  return TRUE;
}

/**
 * paddock_pending_ids_list:
 * @message: one message, or a batch of them
 * @ids: (element-type GBytes): gets the ids
 *
 * Adds the ids of all requests in @message to @ids, in their order.
 */
void
paddock_pending_ids_list (PaddockMessage *message,
                          GPtrArray      *ids)
{
  if (message->kind == PADDOCK_MESSAGE_BATCH && paddock_message_is_valid (message))
    paddock_message_batch_foreach (message, add_id, ids);
  else
    add_id (message, ids);
}

/**
 * paddock_pending_ids_has_any:
 *
 * Returns: whether @message contains a request
 */
gboolean
paddock_pending_ids_has_any (PaddockMessage *message)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  paddock_pending_ids_list (message, ids);
  return ids->len > 0;
}

/**
 * paddock_pending_ids_remove:
 * @lines: (element-type GBytes): lines of the host
 *
 * Removes the line of the request with the id @id. A request in a batch stays, because the rest of
 * the batch is still needed.
 *
 * Returns: whether a line was removed
 */
gboolean
paddock_pending_ids_remove (GQueue      *lines,
                            PaddockSpan  id)
{
  for (GList *item = lines->head; item != NULL; item = item->next) {
    GBytes *line = item->data;
    g_auto (PaddockMessage) message = { 0 };

    paddock_message_read (paddock_json_span (line), &message);
    if (message.kind == PADDOCK_MESSAGE_REQUEST && paddock_json_is_same_id (message.id, id)) {
      g_queue_delete_link (lines, item);
      g_bytes_unref (line);
      return TRUE;
    }
  }
  return FALSE;
}

static gboolean
count_element (const char      *name,
               PaddockSpan      value,
               PaddockJsonType  type,
               gpointer         user_data)
{
  return ++*(guint *) user_data <= PADDOCK_BATCH_MAX;
}

/**
 * paddock_pending_ids_is_bounded:
 * @batch: an array
 *
 * Returns: whether @batch has at most %PADDOCK_BATCH_MAX elements. Even a short element takes much
 *   memory once it is read
 */
gboolean
paddock_pending_ids_is_bounded (PaddockSpan batch)
{
  guint n = 0;

  return paddock_json_foreach (batch, count_element, &n);
}

/**
 * paddock_pending_ids_without_mark:
 * @line: a line of the host
 *
 * Returns: (transfer full): @line without a byte order mark, which is not part of JSON
 */
GBytes *
paddock_pending_ids_without_mark (GBytes *line)
{
  PaddockSpan text = paddock_json_span (line);
  gsize n = text.length >= 3 && memcmp (text.start, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

  return g_bytes_new_from_bytes (line, n, text.length - n);
}
