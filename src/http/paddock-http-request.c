/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-http-request.h"

#include "paddock-pending-ids.h"
#include "paddock-http-headers.h"
#include "paddock-http-trouble.h"
#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-names.h"

/* A line of the host that is under way to a server behind an address, and what kind it is of.
 *
 * The remote owns one for each, from the moment at which it is sent until its answer has ended. The
 * call in it has this as its user data.
 */

static PaddockHttpRequestKind
choose_kind (const PaddockMessage *line)
{
  switch (line->kind) {
    case PADDOCK_MESSAGE_REQUEST:
      return paddock_message_is_method (line, PADDOCK_METHOD_INITIALIZE)
             ? PADDOCK_HTTP_REQUEST_INITIALIZE : PADDOCK_HTTP_REQUEST_CALL;
    case PADDOCK_MESSAGE_BATCH:
      return PADDOCK_HTTP_REQUEST_CALL;
    case PADDOCK_MESSAGE_NOTIFICATION:
      return paddock_message_is_method (line, PADDOCK_METHOD_INITIALIZED)
             ? PADDOCK_HTTP_REQUEST_INITIALIZED : PADDOCK_HTTP_REQUEST_ONE_WAY;
    case PADDOCK_MESSAGE_DUPLICATE:
      return paddock_pending_ids_is_request (line)
             ? PADDOCK_HTTP_REQUEST_CALL : PADDOCK_HTTP_REQUEST_ONE_WAY;
    case PADDOCK_MESSAGE_RESPONSE:
    case PADDOCK_MESSAGE_UNREADABLE:
    case PADDOCK_MESSAGE_INVALID:
    case PADDOCK_MESSAGE_BAD_RESPONSE:
    default:
      return PADDOCK_HTTP_REQUEST_ONE_WAY;
  }
}

static void
move_open (PaddockCall *from,
           PaddockCall *to)
{
  GBytes *id;

  while ((id = paddock_call_pop_open (from)) != NULL) {
    paddock_call_add_open (to, paddock_json_span (id));
    g_bytes_unref (id);
  }
}

/**
 * paddock_http_request_new_post:
 * @session: in which it is sent
 * @line: what is sent
 * @funcs: as for paddock_call_new(); their user data is what is returned
 * @owner: whose it is
 *
 * Returns: (transfer full): @line under way
 */
PaddockHttpRequest *
paddock_http_request_new_post (PaddockWebSession      *session,
                               GBytes                 *line,
                               const PaddockCallFuncs *funcs,
                               gpointer                owner)
{
  PaddockHttpRequest *self = g_new0 (PaddockHttpRequest, 1);
  g_auto (PaddockMessage) class = { 0 };
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autofree char *version = NULL;

  paddock_message_read (paddock_json_span (line), &class);
  version = paddock_http_headers_find_version (&class);
  self->owner = owner;
  self->funcs = funcs;
  self->kind = choose_kind (&class);
  self->line = g_bytes_ref (line);
  self->is_apart = class.kind == PADDOCK_MESSAGE_BATCH || class.kind == PADDOCK_MESSAGE_DUPLICATE;
  self->is_answer = class.kind == PADDOCK_MESSAGE_RESPONSE;
  self->is_modern = version != NULL;
  self->is_list = self->is_modern && paddock_message_is_method (&class,
                                                                PADDOCK_METHOD_TOOLS_LIST);
  self->call = paddock_web_session_post (session, line, &class, funcs, self);
  paddock_pending_ids_list (&class, ids);
  for (guint i = 0; i < ids->len; i++)
    paddock_call_add_open (self->call, paddock_json_span (ids->pdata[i]));
  return self;
}

/**
 * paddock_http_request_new_listen:
 * @session: of which it is the stream
 * @funcs: as for paddock_http_request_new_post()
 * @owner: whose it is
 *
 * Returns: (transfer full): one without a line
 */
PaddockHttpRequest *
paddock_http_request_new_listen (PaddockWebSession      *session,
                                 const PaddockCallFuncs *funcs,
                                 gpointer                owner)
{
  PaddockHttpRequest *self = g_new0 (PaddockHttpRequest, 1);

  self->owner = owner;
  self->funcs = funcs;
  self->kind = PADDOCK_HTTP_REQUEST_LISTEN;
  self->call = paddock_web_session_listen (session, funcs, self);
  return self;
}

/**
 * paddock_http_request_new_stream:
 * @opening: whose call is the stream of an older server, and which is sent anew
 * @session: that knows now where messages go
 *
 * Returns: (transfer full): one without a line, with the call of @opening
 */
PaddockHttpRequest *
paddock_http_request_new_stream (PaddockHttpRequest *opening,
                                 PaddockWebSession  *session)
{
  PaddockHttpRequest *self = g_new0 (PaddockHttpRequest, 1);
  g_auto (PaddockMessage) class = { 0 };

  self->owner = opening->owner;
  self->funcs = opening->funcs;
  self->kind = PADDOCK_HTTP_REQUEST_LISTEN;
  self->is_stream = TRUE;
  self->call = opening->call;
  paddock_call_hand_over (self->call, self);
  paddock_message_read (paddock_json_span (opening->line), &class);
  opening->call = paddock_web_session_post (session, opening->line, &class, opening->funcs,
                                            opening);
  move_open (self->call, opening->call);
  return self;
}

void
paddock_http_request_free (PaddockHttpRequest *self)
{
  paddock_call_free (self->call);
  g_clear_pointer (&self->line, g_bytes_unref);
  g_clear_pointer (&self->refusal, g_bytes_unref);
  g_clear_pointer (&self->cursor, g_bytes_unref);
  g_clear_pointer (&self->alarm, paddock_alarm_free);
  g_free (self->list_id);
  g_free (self);
}

/**
 * paddock_http_request_turn:
 * @call: (transfer full): takes the place of the one before, and owes what that did
 */
void
paddock_http_request_turn (PaddockHttpRequest *self,
                           PaddockCall        *call)
{
  move_open (self->call, call);
  paddock_call_free (self->call);
  self->call = call;
}

/**
 * paddock_http_request_keep_refusal:
 *
 * The server refused it; another way is tried. Where that does not work the host is told what was
 * said first, and where it would need credentials, that.
 */
void
paddock_http_request_keep_refusal (PaddockHttpRequest *self)
{
  PaddockSpan error = paddock_http_request_get_error (self);

  self->refused = paddock_exchange_get_status (paddock_call_get_exchange (self->call));
  self->refusal = g_bytes_new (error.start, error.length);
}

/* Whether the host is told what the server said at first. Not where the stream of an older server
 * wants to know who comes: there is a server, then, and that is what it needs. */
static gboolean
is_refused_at_first (const PaddockHttpRequest *self)
{
  guint status = paddock_exchange_get_status (paddock_call_get_exchange (self->call));
  gboolean is_shut = status == SOUP_STATUS_UNAUTHORIZED || status == SOUP_STATUS_FORBIDDEN;

  return self->refusal != NULL && !(self->stage == PADDOCK_HTTP_REQUEST_ASKS && is_shut);
}

/**
 * paddock_http_request_get_status:
 * @end: how it ended
 *
 * Returns: the status with which the server refused it; 0: it did not
 */
guint
paddock_http_request_get_status (const PaddockHttpRequest *self,
                                 PaddockExchangeEnd        end)
{
  if (is_refused_at_first (self))
    return self->refused;
  return end == PADDOCK_EXCHANGE_REFUSED || self->refusal != NULL
         ? paddock_exchange_get_status (paddock_call_get_exchange (self->call)) : 0;
}

/**
 * paddock_http_request_get_error:
 *
 * Returns: what came with a status that refuses what was sent; of what refuses to go on with the
 *   answer it is empty, which is about no request of the host. Valid until it is sent again
 */
PaddockSpan
paddock_http_request_get_error (const PaddockHttpRequest *self)
{
  if (is_refused_at_first (self))
    return paddock_json_span (self->refusal);
  if (paddock_call_has_begun (self->call))
    return (PaddockSpan) { "", 0 };
  return paddock_exchange_get_error (paddock_call_get_exchange (self->call));
}

/* A server without such a method may say so with the same status; who has lost the session says
 * something else, or does not look at the request, and so knows no id. */
static gboolean
is_method_unknown (const PaddockHttpRequest *self)
{
  PaddockSpan error = paddock_http_request_get_error (self);
  g_auto (PaddockMessage) class = { 0 };
  int code;

  paddock_message_read (error, &class);
  return class.kind == PADDOCK_MESSAGE_RESPONSE && paddock_call_has_open (self->call, class.id) &&
         paddock_http_trouble_find_code (error, &code) && code == PADDOCK_RPC_METHOD_NOT_FOUND;
}

/**
 * paddock_http_request_is_session_lost:
 * @end: how it ended
 *
 * MCP 2025-11-25, basic/transports, "Session Management". Where there never was a stream to listen
 * to the status says no more than that: many servers have no such route. Nor does it where the
 * server answers that very request, and says that it has no such method. And what is said again in
 * each session, and refused, would be in each: that is no sign of it.
 *
 * Returns: whether the server says that it knows no session of that id, if it was sent one
 */
gboolean
paddock_http_request_is_session_lost (const PaddockHttpRequest *self,
                                      PaddockExchangeEnd        end)
{
  return paddock_http_request_get_status (self, end) == SOUP_STATUS_NOT_FOUND && !self->is_modern &&
         self->kind != PADDOCK_HTTP_REQUEST_INITIALIZE && !self->is_ours &&
         (self->kind != PADDOCK_HTTP_REQUEST_LISTEN || paddock_call_has_begun (self->call)) &&
         !is_method_unknown (self);
}

/**
 * paddock_http_request_is_busy:
 * @is_late: whether only requests count
 *
 * Returns: whether the host is owed an answer, or the server does not have it yet
 */
gboolean
paddock_http_request_is_busy (const PaddockHttpRequest *self,
                              gboolean                  is_late)
{
  gboolean is_word = self->kind == PADDOCK_HTTP_REQUEST_ONE_WAY ||
                     self->kind == PADDOCK_HTTP_REQUEST_INITIALIZED;

  return is_word ? !is_late && !paddock_call_has_begun (self->call)
                 : paddock_call_count_open (self->call) > 0 && !self->is_cancelled;
}

/**
 * paddock_http_request_is_answered:
 *
 * Returns: whether it is there only for what the server may say behind its answer
 */
gboolean
paddock_http_request_is_answered (const PaddockHttpRequest *self)
{
  return self->kind == PADDOCK_HTTP_REQUEST_CALL && paddock_call_has_begun (self->call) &&
         !paddock_call_is_owed (self->call);
}

/**
 * paddock_http_request_cancel:
 *
 * The host wants no answer any more; where there are several in it, it wants the others.
 */
void
paddock_http_request_cancel (PaddockHttpRequest *self)
{
  self->is_cancelled = !self->is_apart;
  if (self->is_cancelled)
    paddock_call_give_up (self->call);
}

/**
 * paddock_http_request_can_repeat:
 * @end: how it ended
 *
 * Twice makes no difference for what is no request.
 *
 * Returns: whether it is to be sent once more
 */
gboolean
paddock_http_request_can_repeat (const PaddockHttpRequest *self,
                                 PaddockExchangeEnd        end)
{
  gboolean is_word = self->kind == PADDOCK_HTTP_REQUEST_ONE_WAY ||
                     self->kind == PADDOCK_HTTP_REQUEST_INITIALIZED;

  return is_word && !self->is_again && !paddock_call_has_begun (self->call) &&
         (end == PADDOCK_EXCHANGE_UNREACHABLE || end == PADDOCK_EXCHANGE_CUT);
}

static char *
describe_first (const PaddockHttpRequest *self,
                PaddockExchangeEnd        end)
{
  guint status = paddock_exchange_get_status (paddock_call_get_exchange (self->call));

  if (self->stage != PADDOCK_HTTP_REQUEST_ASKS)
    return paddock_http_trouble_of_status (self->refused, NULL);
  return paddock_http_trouble_of_both (self->refused,
                                       end == PADDOCK_EXCHANGE_REFUSED ? status : 0);
}

/**
 * paddock_http_request_describe:
 * @end: how it ended
 * @why: (nullable): what is known beyond that
 *
 * Returns: (transfer full): why there is no answer
 */
char *
paddock_http_request_describe (const PaddockHttpRequest *self,
                               PaddockExchangeEnd        end,
                               const char               *why)
{
  PaddockExchange *exchange = paddock_call_get_exchange (self->call);
  guint status = paddock_http_request_get_status (self, end);

  if (is_refused_at_first (self))
    return describe_first (self, end);
  /* What was taken broke off, and this was about the rest. */
  if (status != 0 && status != SOUP_STATUS_UNAUTHORIZED && paddock_call_has_begun (self->call))
    return g_strdup_printf ("it broke its answer off, and does not go on with it (HTTP %u)",
                            status);
  if (end == PADDOCK_EXCHANGE_REFUSED || self->refusal != NULL)
    return paddock_http_trouble_of_status (paddock_exchange_get_status (exchange),
                                           paddock_exchange_get_header (exchange,
                                                                        "WWW-Authenticate"));
  if (self->trouble != NULL)
    return g_strdup (self->trouble);
  if (end == PADDOCK_EXCHANGE_DONE)
    return g_strdup (self->is_garbled ? "what it sent is not JSON"
                                      : "it ended its answer before it gave one");
  return g_strdup (why);
}
