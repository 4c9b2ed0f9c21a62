/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-outgoing.h"

#include "paddock-http-headers.h"
#include "paddock-names.h"
#include "paddock-pending-ids.h"

/* A message for a server behind an address, parsed once, with the ids of its unanswered requests.
 *
 * The outbox owns a message that waits. When the message is sent, its PaddockHttpRequest becomes
 * the owner. The host gets exactly one answer to each request in the message, even if sending
 * fails.
 */

static PaddockOutgoingKind
choose_kind (const PaddockMessage *message)
{
  switch (message->kind) {
    case PADDOCK_MESSAGE_REQUEST:
      return paddock_message_is_method (message, PADDOCK_METHOD_INITIALIZE)
             ? PADDOCK_OUTGOING_INITIALIZE : PADDOCK_OUTGOING_CALL;
    case PADDOCK_MESSAGE_BATCH:
      return PADDOCK_OUTGOING_CALL;
    case PADDOCK_MESSAGE_NOTIFICATION:
      return paddock_message_is_method (message, PADDOCK_METHOD_INITIALIZED)
             ? PADDOCK_OUTGOING_INITIALIZED : PADDOCK_OUTGOING_ONE_WAY;
    case PADDOCK_MESSAGE_DUPLICATE:
      return paddock_pending_ids_is_request (message)
             ? PADDOCK_OUTGOING_CALL : PADDOCK_OUTGOING_ONE_WAY;
    case PADDOCK_MESSAGE_RESPONSE:
    case PADDOCK_MESSAGE_UNREADABLE:
    case PADDOCK_MESSAGE_INVALID:
    case PADDOCK_MESSAGE_BAD_RESPONSE:
    default:
      return PADDOCK_OUTGOING_ONE_WAY;
  }
}

/**
 * paddock_outgoing_new:
 * @line: a message, or an array of them
 *
 * Returns: (transfer full): the message, with the ids of its requests
 */
PaddockOutgoing *
paddock_outgoing_new (GBytes *line)
{
  PaddockOutgoing *self = g_new0 (PaddockOutgoing, 1);

  self->line = g_bytes_ref (line);
  paddock_message_read (paddock_json_span (line), &self->message);
  self->kind = choose_kind (&self->message);
  self->version = paddock_http_headers_find_version (&self->message);
  self->owed = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  paddock_pending_ids_list (&self->message, self->owed);
  return self;
}

/**
 * paddock_outgoing_new_stream:
 * @kind: %PADDOCK_OUTGOING_LISTEN or %PADDOCK_OUTGOING_SESSION_STREAM
 *
 * Returns: (transfer full): a request for a stream
 */
PaddockOutgoing *
paddock_outgoing_new_stream (PaddockOutgoingKind kind)
{
  PaddockOutgoing *self = g_new0 (PaddockOutgoing, 1);

  self->kind = kind;
  self->owed = g_ptr_array_new ();
  return self;
}

void
paddock_outgoing_free (PaddockOutgoing *self)
{
  g_ptr_array_unref (self->owed);
  paddock_message_clear (&self->message);
  g_clear_pointer (&self->line, g_bytes_unref);
  g_free (self->version);
  g_free (self);
}

/* Whether all JSON parsers read the line as the same single message: it is no array, and no member
 * comes twice. */
gboolean
paddock_outgoing_is_single (const PaddockOutgoing *self)
{
  return self->message.kind != PADDOCK_MESSAGE_BATCH &&
         self->message.kind != PADDOCK_MESSAGE_DUPLICATE;
}

/* Whether the message gets no answer. Paddock may send such a message twice. */
gboolean
paddock_outgoing_is_one_way (const PaddockOutgoing *self)
{
  return self->kind == PADDOCK_OUTGOING_ONE_WAY || self->kind == PADDOCK_OUTGOING_INITIALIZED;
}

gboolean
paddock_outgoing_is_taken (const PaddockOutgoing *self)
{
  return self->progress == PADDOCK_OUTGOING_TAKEN || self->progress == PADDOCK_OUTGOING_ACCEPTED;
}

gboolean
paddock_outgoing_is_lost (const PaddockOutgoing *self)
{
  return self->progress >= PADDOCK_OUTGOING_LOST_UNTAKEN;
}

/* Whether somebody still waits for an answer to the message. */
gboolean
paddock_outgoing_is_owed (const PaddockOutgoing *self)
{
  return self->owed->len > 0 && !self->is_cancelled;
}

static gboolean
find (const PaddockOutgoing *self,
      PaddockSpan            id,
      guint                 *out_at)
{
  for (*out_at = 0; *out_at < self->owed->len; (*out_at)++)
    if (paddock_json_is_same_id (paddock_json_span (self->owed->pdata[*out_at]), id))
      return TRUE;
  return FALSE;
}

/* Whether the server has yet to answer the request @id, even if nobody waits for the answer. */
gboolean
paddock_outgoing_owes (const PaddockOutgoing *self,
                       PaddockSpan            id)
{
  guint at;

  return find (self, id, &at);
}

/* Marks the request @id as answered. Returns whether the request had no answer yet. */
gboolean
paddock_outgoing_settle (PaddockOutgoing *self,
                         PaddockSpan      id)
{
  guint at;

  if (!find (self, id, &at))
    return FALSE;
  g_ptr_array_remove_index (self->owed, at);
  return TRUE;
}

/**
 * paddock_outgoing_list_owed:
 * @ids: (element-type GBytes): gets the ids of the requests whose answers somebody waits for
 */
void
paddock_outgoing_list_owed (const PaddockOutgoing *self,
                            GPtrArray             *ids)
{
  for (guint i = 0; i < self->owed->len && !self->is_cancelled; i++)
    g_ptr_array_add (ids, g_bytes_ref (self->owed->pdata[i]));
}
