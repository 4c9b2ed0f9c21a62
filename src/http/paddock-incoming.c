/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-incoming.h"

#include "paddock-http-trouble.h"
#include "paddock-line-reader.h"
#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-names.h"
#include "paddock-pending-ids.h"
#include "paddock-server-line.h"

/* Decides what happens to one message of a remote server. Pure. By default nobody gets the message.
 *
 * For remote servers, this file inspects the lines that are longer than PADDOCK_LINE_MAX, and the
 * relay does not (`vouches` in paddock-transport.h). The host must not get a long message that asks
 * for roots, nor one that paddock-server-line.c could not read completely. A host with roots of its
 * own would answer a request for roots, and the server would see those roots.
 *
 * A long message may be in a file, and its id may be too long to keep in memory. A request with
 * such an id is refused, because Paddock could not recognize the answer.
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
  /* Refuse: Paddock opens no files for a server on another machine. */
  if (paddock_message_is_method (line, PADDOCK_METHOD_READ_LOCAL_FILE))
    return PADDOCK_INCOMING_REFUSED;
  if (is_modern)
    return PADDOCK_INCOMING_DROPPED;
  return !is_whole || (is_long && paddock_message_is_method (line, PADDOCK_METHOD_ROOTS_LIST))
         ? PADDOCK_INCOMING_REFUSED : PADDOCK_INCOMING_PASSED;
}

/* Judges a message that is neither a valid request nor a valid response. A message that is kept in
 * a file may be a request with an id too long for @line. Such an id is still in @text. */
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

/* Whether @line is an error of a server that did not find the id of the request: the id is `null`
 * (JSON-RPC 2.0, 5), or is missing (MCP 2025-11-25). */
static gboolean
is_unaddressed_error (const PaddockMessage *line,
                      PaddockSpan           text)
{
  PaddockSpan id;
  int code;

  return line->kind == PADDOCK_MESSAGE_INVALID && line->method == NULL &&
         line->result.length == 0 && text.length <= PADDOCK_SPOOL_MEMORY_BYTES &&
         (!paddock_json_find_member (text, "id", &id) ||
          paddock_json_get_type (id) == PADDOCK_JSON_NULL) &&
         paddock_http_trouble_find_code (text, &code);
}

/**
 * paddock_incoming_judge:
 * @line: the message, parsed; without `params` and `result` if the message is kept in a file
 * @text: the whole message, as JSON
 * @is_modern: whether the message came in the response to a request of a revision without a
 *   handshake. In such a revision servers send no requests of their own
 * @out_reason: (out): why Paddock did not understand the message, for the journal;
 *   %PADDOCK_REASON_NONE if Paddock understood it
 *
 * Returns: what happens to the message
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
  if (is_unaddressed_error (line, text))
    return PADDOCK_INCOMING_UNADDRESSED;
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
 * @line: a request for which paddock_incoming_judge() returned %PADDOCK_INCOMING_REFUSED
 * @text: the whole request, as JSON
 *
 * Writes the error that the server gets. If the id is longer than %PADDOCK_INCOMING_ID_BYTES, the
 * error has the id `null` instead (JSON-RPC 2.0, 5).
 *
 * Returns: (transfer full): the answer for the server
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
 * @message: (inout): what the server sent: one message, or an array of messages. Set to %NULL if it
 *   is one message, which @func then owns
 * @func: called for each message
 * @user_data: for @func
 *
 * Passes the messages of an array on one by one. A host whose revision has arrays must accept
 * single messages as well, and few other hosts accept arrays.
 *
 * Returns: whether @message is JSON that Paddock can read
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
