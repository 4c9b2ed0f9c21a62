/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-incoming.h"

#include "paddock-pending-ids.h"
#include "paddock-line-reader.h"
#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-names.h"
#include "paddock-server-line.h"

/* What becomes of one message of a server that is not on this machine. Pure, and the default is
 * that it goes nowhere.
 *
 * What is longer than PADDOCK_LINE_MAX nobody behind this looks at: it is carried past the mediator
 * on the word of the remote. So of that length nothing gets through that asks for anything, with an
 * id or without, or was not understood whole (paddock-server-line.c): a host with roots of its own
 * would answer. And of what is in a file the id is not
 * known where it is too long to be kept: such a request is refused, since nobody could follow it.
 */

typedef struct {
  PaddockIncomingFunc func;
  gpointer            user_data;
} Split;

static PaddockIncoming
judge_request (const PaddockMessage *line,
               gboolean              is_long,
               gboolean              is_whole,
               gboolean              is_modern)
{
  /* Nothing is opened for a server that is not here. */
  if (paddock_message_is_method (line, PADDOCK_METHOD_READ_LOCAL_FILE))
    return PADDOCK_INCOMING_REFUSED;
  if (is_modern)
    return PADDOCK_INCOMING_DROPPED;
  return !is_whole || (is_long && paddock_message_is_method (line, PADDOCK_METHOD_ROOTS_LIST))
         ? PADDOCK_INCOMING_REFUSED : PADDOCK_INCOMING_PASSED;
}

/* What is a request but for its id, which is in the text and not known. */
static PaddockIncoming
judge_other (const PaddockMessage *line,
             PaddockSpan           text,
             gboolean              is_modern)
{
  PaddockJsonType type;
  PaddockSpan id;

  if (is_modern || text.length <= PADDOCK_SPOOL_MEMORY_BYTES || line->method == NULL ||
      !paddock_json_find_member (text, "id", &id))
    return PADDOCK_INCOMING_DROPPED;
  type = paddock_json_get_type (id);
  return type == PADDOCK_JSON_STRING || type == PADDOCK_JSON_NUMBER ? PADDOCK_INCOMING_REFUSED
                                                                    : PADDOCK_INCOMING_DROPPED;
}

/**
 * paddock_incoming_judge:
 * @line: what the message is
 * @text: all of it, JSON
 * @is_modern: whether what it came for is of a revision without a handshake, in which servers ask
 *   nothing by themselves
 * @out_reason: (out): why it goes no further, for the journal; %PADDOCK_REASON_NONE if it does, or
 *   was understood
 *
 * Returns: what becomes of it
 */
PaddockIncoming
paddock_incoming_judge (const PaddockMessage *line,
                        PaddockSpan           text,
                        gboolean              is_modern,
                        PaddockReason        *out_reason)
{
  const PaddockServerLineRules rules = { .takes_batches = FALSE };
  gboolean is_long = text.length > PADDOCK_LINE_MAX;
  gboolean is_whole;

  *out_reason = PADDOCK_REASON_NONE;
  if (is_long || (line->kind != PADDOCK_MESSAGE_RESPONSE && line->kind != PADDOCK_MESSAGE_REQUEST &&
                  line->kind != PADDOCK_MESSAGE_NOTIFICATION))
    *out_reason = paddock_server_line_judge (text, &rules);
  is_whole = *out_reason == PADDOCK_REASON_NONE;
  switch (line->kind) {
    case PADDOCK_MESSAGE_RESPONSE:
      return is_whole ? PADDOCK_INCOMING_ANSWER : PADDOCK_INCOMING_UNREAD;
    case PADDOCK_MESSAGE_REQUEST:
      return judge_request (line, is_long, is_whole, is_modern);
    case PADDOCK_MESSAGE_NOTIFICATION:
      return is_whole && !paddock_message_is_method (line, PADDOCK_METHOD_READ_LOCAL_FILE)
             ? PADDOCK_INCOMING_PASSED : PADDOCK_INCOMING_DROPPED;
    case PADDOCK_MESSAGE_INVALID:
    case PADDOCK_MESSAGE_BAD_RESPONSE:
      return judge_other (line, text, is_modern);
    case PADDOCK_MESSAGE_UNREADABLE:
    case PADDOCK_MESSAGE_DUPLICATE:
    case PADDOCK_MESSAGE_BATCH:
    default:
      return PADDOCK_INCOMING_DROPPED;
  }
}

/**
 * paddock_incoming_refuse:
 * @line: a request that is %PADDOCK_INCOMING_REFUSED
 * @text: all of it
 *
 * An id that is longer than %PADDOCK_INCOMING_ID_BYTES is not said again (JSON-RPC 2.0, 5: `null`).
 *
 * Returns: (transfer full): what the server is answered
 */
GBytes *
paddock_incoming_refuse (const PaddockMessage *line,
                         PaddockSpan           text)
{
  g_autofree char *id = NULL;
  PaddockSpan found = line->id;

  if (found.length == 0 && !paddock_json_find_member (text, "id", &found))
    found.length = 0;
  if (found.length > 0 && found.length <= PADDOCK_INCOMING_ID_BYTES)
    id = g_strndup (found.start, found.length);
  if (paddock_message_is_method (line, PADDOCK_METHOD_READ_LOCAL_FILE))
    return paddock_message_write_error (id, PADDOCK_RPC_METHOD_NOT_FOUND, "Method not found", NULL);
  return paddock_message_write_error (id, PADDOCK_RPC_INVALID_REQUEST,
                                      line->kind == PADDOCK_MESSAGE_REQUEST
                                      ? "The request is too long" : "The id is too long",
                                      NULL);
}

static gboolean
on_element (const char      *name,
            PaddockSpan      value,
            PaddockJsonType  type,
            gpointer         user_data)
{
  const Split *split = user_data;
  g_auto (PaddockMessage) class = { 0 };
  g_autoptr (PaddockSpool) spool = paddock_spool_new ();

  if (paddock_spool_add (spool, value) && paddock_spool_classify (spool, &class))
    split->func (&class, g_steal_pointer (&spool), split->user_data);
  return TRUE;
}

/**
 * paddock_incoming_split:
 * @message: (inout): what came; taken where it is one message
 * @func: called for each message in it
 * @user_data: for @func
 *
 * Messages that come together go on one by one: hosts that speak a revision with batches have to
 * take that, and few others take batches.
 *
 * Returns: whether it could be read
 */
gboolean
paddock_incoming_split (PaddockSpool        **message,
                        PaddockIncomingFunc   func,
                        gpointer              user_data)
{
  Split split = { func, user_data };
  g_auto (PaddockMessage) class = { 0 };

  if (!paddock_spool_classify (*message, &class))
    return FALSE;
  if (class.kind != PADDOCK_MESSAGE_BATCH) {
    func (&class, g_steal_pointer (message), user_data);
    return TRUE;
  }
  if (!paddock_pending_ids_is_bounded (paddock_spool_get_text (*message)))
    return FALSE;
  paddock_json_foreach (paddock_spool_get_text (*message), on_element, &split);
  return TRUE;
}
