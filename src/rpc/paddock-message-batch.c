/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-rpc"

#include "paddock-message-batch.h"

/* Reads the messages of a batch that is relayed (MCP 2025-03-26, batching).
 *
 * The batch keeps its messages, so they are read only once. A message takes much more memory than
 * its shortest text. So a batch of more than PADDOCK_BATCH_MAX messages keeps none. A batch that
 * ends within an element keeps none, too. Such batches are read again at each call, message by
 * message.
 */

typedef struct {
  PaddockMessageBatchFunc func;
  gpointer                user_data;
} Visit;

static gboolean
visit_element (const char      *name,
               PaddockSpan      value,
               PaddockJsonType  type,
               gpointer         user_data)
{
  const Visit *visit = user_data;
  g_auto (PaddockMessage) element = { 0 };

  paddock_message_read (value, &element);
  return visit->func (&element, visit->user_data);
}

static gboolean
add_text (const char      *name,
          PaddockSpan      value,
          PaddockJsonType  type,
          gpointer         user_data)
{
  GArray *texts = user_data;

  if (texts->len == PADDOCK_BATCH_MAX)
    return FALSE;
  g_array_append_val (texts, value);
  return TRUE;
}

static void
read_elements (PaddockMessage *self)
{
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (PaddockSpan));

  if (!paddock_json_foreach (self->text, add_text, texts))
    return;
  self->elements = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_message_free);
  for (guint i = 0; i < texts->len; i++) {
    PaddockMessage *element = g_new0 (PaddockMessage, 1);

    paddock_message_read (g_array_index (texts, PaddockSpan, i), element);
    g_ptr_array_add (self->elements, element);
  }
}

/**
 * paddock_message_batch_foreach:
 * @self: a batch; its text need not be valid JSON
 * @func: called for each of its messages, in their order
 *
 * Returns: %FALSE if @func returned %FALSE, or if the batch ends within an element
 */
gboolean
paddock_message_batch_foreach (PaddockMessage          *self,
                               PaddockMessageBatchFunc  func,
                               gpointer                 user_data)
{
  if (self->elements == NULL)
    read_elements (self);
  if (self->elements == NULL)
    return paddock_json_foreach (self->text, visit_element, &(Visit) { func, user_data });
  for (guint i = 0; i < self->elements->len; i++)
    if (!func (self->elements->pdata[i], user_data))
      return FALSE;
  return TRUE;
}
