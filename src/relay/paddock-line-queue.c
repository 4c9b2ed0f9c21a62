/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-line-queue.h"

#include "paddock-names.h"

/* Keeps lines of the host back, in order and within limits.
 *
 * The caller decides which lines wait, and for how long. The lines are not changed. A request that
 * the host cancels while it waits is removed.
 */

struct _PaddockLineQueue
{
  guint  max_lines;
  gsize  max_bytes;
  GQueue lines;                     /* (owned) PaddockMessage: the lines that wait, oldest first */
  gsize  n_bytes;                   /* of all lines */
};

/**
 * paddock_line_queue_new:
 * @max_lines: how many lines may wait
 * @max_bytes: how many bytes all lines together may have
 *
 * Returns: (transfer full): an empty queue
 */
PaddockLineQueue *
paddock_line_queue_new (guint max_lines,
                        gsize max_bytes)
{
  PaddockLineQueue *self = g_new0 (PaddockLineQueue, 1);

  self->max_lines = max_lines;
  self->max_bytes = max_bytes;
  g_queue_init (&self->lines);
  return self;
}

/* Frees the queue, and drops the lines that still wait. */
void
paddock_line_queue_free (PaddockLineQueue *self)
{
  g_queue_clear_full (&self->lines, (GDestroyNotify) paddock_message_free);
  g_free (self);
}

/**
 * paddock_line_queue_push:
 * @message: a message of the host
 *
 * Adds a copy of @message at the end.
 *
 * Returns: whether there was room for it
 */
gboolean
paddock_line_queue_push (PaddockLineQueue     *self,
                         const PaddockMessage *message)
{
  if (self->lines.length >= self->max_lines || self->n_bytes > self->max_bytes ||
      message->text.length > self->max_bytes - self->n_bytes)
    return FALSE;
  g_queue_push_tail (&self->lines, paddock_message_copy (message));
  self->n_bytes += message->text.length;
  return TRUE;
}

/**
 * paddock_line_queue_push_first:
 * @message: a message that the host sent before all others here
 *
 * Adds a copy of @message at the beginning, even if that exceeds the limits.
 */
void
paddock_line_queue_push_first (PaddockLineQueue     *self,
                               const PaddockMessage *message)
{
  g_queue_push_head (&self->lines, paddock_message_copy (message));
  self->n_bytes += message->text.length;
}

/**
 * paddock_line_queue_pop:
 *
 * Returns: (transfer full) (nullable): the oldest message; %NULL if the queue is empty
 */
PaddockMessage *
paddock_line_queue_pop (PaddockLineQueue *self)
{
  PaddockMessage *message = g_queue_pop_head (&self->lines);

  if (message != NULL)
    self->n_bytes -= message->text.length;
  return message;
}

/**
 * paddock_line_queue_peek:
 *
 * Returns: (transfer none) (nullable): the oldest message, which stays; %NULL if the queue is empty
 */
PaddockMessage *
paddock_line_queue_peek (PaddockLineQueue *self)
{
  return g_queue_peek_head (&self->lines);
}

guint
paddock_line_queue_get_length (const PaddockLineQueue *self)
{
  return self->lines.length;
}

static GList *
find_request (PaddockLineQueue *self,
              PaddockSpan       id)
{
  for (GList *item = self->lines.head; item != NULL; item = item->next) {
    const PaddockMessage *message = item->data;

    if (message->kind == PADDOCK_MESSAGE_REQUEST && paddock_json_is_same_id (message->id, id))
      return item;
  }
  return NULL;
}

/**
 * paddock_line_queue_remove_cancelled:
 * @message: a message of the host
 *
 * If @message cancels a request that waits here, removes that request. Then neither of them goes
 * on, and neither is answered (MCP 2025-11-25, cancellation). A request in a batch stays: the host
 * still wants the rest of the batch.
 *
 * Returns: whether a request was removed; then the caller must not pass @message on
 */
gboolean
paddock_line_queue_remove_cancelled (PaddockLineQueue *self,
                                     PaddockMessage   *message)
{
  PaddockSpan id;
  GList *item;

  if (message->kind != PADDOCK_MESSAGE_NOTIFICATION ||
      !paddock_message_is_method (message, PADDOCK_METHOD_CANCELLED) ||
      !paddock_json_find_member (message->params, "requestId", &id) ||
      (item = find_request (self, id)) == NULL || !paddock_message_is_valid (message))
    return FALSE;

  self->n_bytes -= ((PaddockMessage *) item->data)->text.length;
  paddock_message_free (item->data);
  g_queue_delete_link (&self->lines, item);
  return TRUE;
}
