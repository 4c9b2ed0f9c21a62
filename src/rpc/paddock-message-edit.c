/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-rpc"

#include "paddock-message-edit.h"

#include <string.h>

/* Changes a part of a message, and keeps every other byte: numbers, order, white space, escapes.
 *
 * Pure functions. They return a new message, and find its parts without reading the new text. The
 * text of the old message must be JSON, and contain the part to replace.
 */

/* Makes @span, which points into the old text @text, point to the same part of the new text @to. In
 * the new text, @part is longer by @delta bytes. */
static void
move_span (PaddockSpan *span,
           PaddockSpan  part,
           gssize       delta,
           const char  *text,
           const char  *to)
{
  const char *part_end = part.start + part.length;

  if (span->length == 0)
    return;
  if (span->start <= part.start && span->start + span->length >= part_end)
    span->length = (gsize) ((gssize) span->length + delta);
  else if (span->start >= part_end)
    to += delta;
  span->start = to + (span->start - text);
}

/**
 * paddock_message_edit_replace:
 * @part: a part of the text of @self, maybe empty
 * @replacement: the new text of @part; with it, the whole text must be JSON
 *
 * Returns: (transfer full): @self with @replacement instead of @part
 */
PaddockMessage *
paddock_message_edit_replace (const PaddockMessage *self,
                              PaddockSpan           part,
                              PaddockSpan           replacement)
{
  PaddockMessage *copy = g_memdup2 (self, sizeof *self);
  PaddockSpan *parts[] = { &copy->id, &copy->params, &copy->result, &copy->error };
  const char *line = self->text.start - self->n_mark;
  gsize before = (gsize) (part.start - line);
  gsize after = self->n_mark + self->text.length - before - part.length;
  gssize delta = (gssize) replacement.length - (gssize) part.length;
  GByteArray *out = g_byte_array_sized_new ((guint) (before + replacement.length + after));

  g_byte_array_append (out, (const guint8 *) line, (guint) before);
  g_byte_array_append (out, (const guint8 *) replacement.start, (guint) replacement.length);
  g_byte_array_append (out, (const guint8 *) part.start + part.length, (guint) after);
  copy->bytes = g_byte_array_free_to_bytes (out);
  copy->text.start = (const char *) g_bytes_get_data (copy->bytes, NULL) + self->n_mark;
  copy->text.length = (gsize) ((gssize) self->text.length + delta);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    move_span (parts[i], part, delta, self->text.start, copy->text.start);
  copy->method = g_strdup (self->method);
  copy->id_text = g_strdup (self->id_text);
  copy->tree = NULL;
  copy->has_tree = FALSE;
  copy->elements = NULL;
  return copy;
}

static gboolean
on_any_member (const char      *name,
               PaddockSpan      value,
               PaddockJsonType  type,
               gpointer         user_data)
{
  return FALSE;
}

/**
 * paddock_message_edit_insert_member:
 * @object: an object in the text of @self
 * @member: a name and its value, JSON text
 *
 * Returns: (transfer full): @self with @member as the first member of @object
 */
PaddockMessage *
paddock_message_edit_insert_member (const PaddockMessage *self,
                                    PaddockSpan           object,
                                    const char           *member)
{
  gboolean is_empty = paddock_json_foreach (object, on_any_member, NULL);
  g_autofree char *text = g_strconcat (member, is_empty ? NULL : ",", NULL);

  return paddock_message_edit_replace (self, (PaddockSpan) { object.start + 1, 0 },
                                       (PaddockSpan) { text, strlen (text) });
}

typedef struct {
  GString                 *out;
  PaddockMessageBatchFunc  stays;
  gpointer                 user_data;
  guint                    n_gone;
} BatchCopy;

static gboolean
on_element (PaddockMessage *element,
            gpointer        user_data)
{
  BatchCopy *copy = user_data;

  if (!copy->stays (element, copy->user_data)) {
    copy->n_gone++;
    return TRUE;
  }
  g_string_append_c (copy->out, copy->out->len > 0 ? ',' : '[');
  g_string_append_len (copy->out, element->text.start, (gssize) element->text.length);
  return TRUE;
}

/**
 * paddock_message_edit_batch:
 * @self: a batch that is JSON
 * @stays: called once for each message in the batch; returns whether the message stays
 *
 * Returns: (transfer full) (nullable): a batch with only the messages that stay; its text is empty
 *   if none stays. %NULL if all stay
 */
PaddockMessage *
paddock_message_edit_batch (PaddockMessage          *self,
                            PaddockMessageBatchFunc  stays,
                            gpointer                 user_data)
{
  g_autoptr (GString) out = g_string_new (NULL);
  BatchCopy copy = { out, stays, user_data, 0 };

  paddock_message_batch_foreach (self, on_element, &copy);
  if (copy.n_gone == 0)
    return NULL;
  if (out->len > 0)
    g_string_append_c (out, ']');
  return paddock_message_edit_replace (self, self->text, (PaddockSpan) { out->str, out->len });
}

typedef struct {
  GString                *out;
  PaddockMessageEditStays stays;
  gpointer                user_data;
} Copy;

static gboolean
on_member (const char      *name,
           PaddockSpan      value,
           PaddockJsonType  type,
           gpointer         user_data)
{
  Copy *copy = user_data;
  g_autofree char *quoted = NULL;

  if (copy->stays != NULL && !copy->stays (name, value, copy->user_data))
    return TRUE;
  quoted = paddock_json_quote (name);
  if (copy->out->len > 0)
    g_string_append_c (copy->out, ',');
  g_string_append_printf (copy->out, "%s:", quoted);
  g_string_append_len (copy->out, value.start, (gssize) value.length);
  return TRUE;
}

/**
 * paddock_message_edit_copy_members:
 * @object: any valid value; only an object has members
 * @stays: (nullable): %NULL if all members stay
 *
 * Returns: (transfer full): JSON text of the members that stay, with commas and without braces;
 *   maybe empty
 */
char *
paddock_message_edit_copy_members (PaddockSpan             object,
                                   PaddockMessageEditStays stays,
                                   gpointer                user_data)
{
  Copy copy = { g_string_new (NULL), stays, user_data };

  if (object.length > 0 && paddock_json_get_type (object) == PADDOCK_JSON_OBJECT)
    paddock_json_foreach (object, on_member, &copy);
  return g_string_free (copy.out, FALSE);
}
