/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-http-request.h"

#include "paddock-alarm.h"
#include "paddock-http-headers.h"
#include "paddock-http-trouble.h"
#include "paddock-legacy-sse.h"
#include "paddock-message.h"
#include "paddock-names.h"
#include "paddock-relisting.h"
#include "paddock-resumption.h"

/* One message to a server behind an address: from the moment it is sent until its response has
 * ended.
 *
 * The outbox owns the request. A request has one exchange at a time. If a stream with the answer
 * breaks off, another exchange resumes it (paddock-resumption.c).
 *
 * If the server refuses the message, the request may take one step and then send the message a
 * second time. In this step it lists the tools (paddock-relisting.c), or asks for the endpoint of a
 * legacy SSE server (paddock-legacy-sse.c). The host sees nothing of this.
 *
 * A server should end the stream after the last answer in it. If a server does not, the request
 * stops reading after a moment: otherwise the connection would stay open for ever.
 */

typedef enum {
  FIRST,                            /* the first attempt to send the message */
  LISTING,                          /* the server refused the message's headers: the request lists
                                     * the tools */
  ASKING,                           /* the server refused `initialize`: the request looks for a
                                     * legacy SSE endpoint */
  SECOND,                           /* the second attempt to send the message */
  BROKEN,                           /* the response can't be used: the request ignores the rest of
                                     * the response */
} Stage;

/* How an exchange ended. */
typedef struct {
  PaddockExchangeEnd  end;
  PaddockHttpRefusal  refusal;      /* the status and the body of a refusal; @refusal.error points
                                     * into @body */
  GBytes             *body;         /* (owned) (nullable) the beginning of the body of a refusal;
                                     * NULL: no refusal, or not needed */
  char               *challenge;    /* (owned) (nullable) the response's header WWW-Authenticate;
                                     * NULL: the response has none */
  char               *why;          /* (owned) (nullable) why the exchange ended, in words; NULL:
                                     * nothing more to say */
} Outcome;

struct _PaddockHttpRequest
{
  const PaddockHttpRequestFuncs *funcs;
  gpointer                       user_data;
  PaddockWebSession             *session;
  PaddockOutgoing               *message;    /* (owned) */
  PaddockExchange               *exchange;   /* (owned) the exchange under way; if there is none,
                                              * the last one */
  PaddockResumption              resumption;
  Stage                          stage;
  PaddockAlarm                  *alarm;      /* (owned) ends a pause before a stream is resumed, and
                                              * limits the time of LISTING and of ASKING */
  PaddockAlarm                  *last_alarm; /* (owned) ends the request soon after the last
                                              * answer */
  PaddockRelisting              *relisting;  /* (owned) (nullable) */
  const char                    *trouble;    /* (nullable) why the response can't be used, in words;
                                              * NULL: it can be used */
  Outcome                       *first;      /* (owned) (nullable) the refusal that led to LISTING
                                              * or ASKING; NULL: no refusal did */
  Outcome                       *last;       /* (owned) (nullable) how the last exchange ended; NULL
                                              * until the request ends */
  gboolean                       is_paused;
};

static const char not_json[] = "what it sent is not JSON";

static void
outcome_free (Outcome *outcome)
{
  g_clear_pointer (&outcome->body, g_bytes_unref);
  g_free (outcome->challenge);
  g_free (outcome->why);
  g_free (outcome);
}

/* Returns how the current exchange ended. If the server accepted the message, and refused only to
 * resume the stream, the result lacks the body of that refusal: such a body says nothing about the
 * host's request. */
static Outcome *
outcome_new (const PaddockHttpRequest *self,
             PaddockExchangeEnd        end,
             const char               *why)
{
  Outcome *outcome = g_new0 (Outcome, 1);
  PaddockSpan error = paddock_exchange_get_error (self->exchange);

  outcome->end = end;
  outcome->why = g_strdup (why);
  outcome->refusal.error = (PaddockSpan) { "", 0 };
  if (end != PADDOCK_EXCHANGE_REFUSED)
    return outcome;
  outcome->refusal.status = paddock_exchange_get_status (self->exchange);
  outcome->challenge = g_strdup (paddock_exchange_get_header (self->exchange, "WWW-Authenticate"));
  if (paddock_outgoing_is_taken (self->message))
    return outcome;
  outcome->body = g_bytes_new (error.start, error.length);
  outcome->refusal.error = paddock_json_span (outcome->body);
  return outcome;
}

static void
end_with (PaddockHttpRequest *self,
          PaddockExchangeEnd  end,
          const char         *why)
{
  self->last = outcome_new (self, end, why);
  self->funcs->ended (self, self->user_data);
}

/* If the server has accepted the message, and nobody waits for another answer, ends the request
 * soon. */
static void
expect_end (PaddockHttpRequest *self)
{
  const PaddockOutgoing *message = self->message;
  guint ms = message->progress == PADDOCK_OUTGOING_ACCEPTED ? 0 : PADDOCK_HTTP_REQUEST_LAST_MS;
  gboolean only_hears = self->stage == ASKING || message->line == NULL;
  gboolean has_arrived = paddock_outgoing_is_taken (message) || message->is_cancelled;

  if (!only_hears && has_arrived && !paddock_outgoing_is_owed (message))
    paddock_alarm_set (self->last_alarm, ms * G_TIME_SPAN_MILLISECOND);
}

static const PaddockExchangeFuncs exchange_funcs;

/* Replaces the current exchange by @exchange, which begins a new response. @exchange: (transfer
 * full) */
static void
begin_exchange (PaddockHttpRequest    *self,
                PaddockExchange       *exchange,
                PaddockResumptionKind  kind)
{
  g_clear_pointer (&self->exchange, paddock_exchange_free);
  self->exchange = exchange;
  self->message->progress = PADDOCK_OUTGOING_UNKNOWN;
  paddock_resumption_begin (&self->resumption, kind);
  paddock_alarm_clear (self->last_alarm);
  paddock_exchange_set_paused (exchange, self->is_paused);
}

static void
post (PaddockHttpRequest    *self,
      const PaddockOutgoing *message)
{
  PaddockResumptionKind kind =
    paddock_web_session_is_legacy (self->session) ? PADDOCK_RESUMPTION_ELSEWHERE
    : message->version != NULL ? PADDOCK_RESUMPTION_NEVER : PADDOCK_RESUMPTION_WHILE_OWED;

  begin_exchange (self, paddock_web_session_post (self->session, message, &exchange_funcs, self),
                  kind);
}

/* Requests the stream on which the server sends its own messages. */
static void
get_stream (PaddockHttpRequest    *self,
            PaddockResumptionKind  kind)
{
  begin_exchange (self,
                  paddock_web_session_get_stream (self->session, NULL, TRUE, &exchange_funcs, self),
                  kind);
}

static gboolean
can_resume (const PaddockHttpRequest *self,
            PaddockExchangeEnd        end)
{
  return (self->resumption.kind == PADDOCK_RESUMPTION_ALWAYS ||
          paddock_outgoing_is_owed (self->message)) &&
         paddock_resumption_allows (&self->resumption, end,
                                    paddock_exchange_get_status (self->exchange),
                                    paddock_outgoing_is_taken (self->message));
}

static void
resume (PaddockHttpRequest *self)
{
  const char *id = self->resumption.last_id;
  gboolean only_hears = self->resumption.kind == PADDOCK_RESUMPTION_ALWAYS;

  self->resumption.n_attempts++;
  self->resumption.n_empty++;
  paddock_exchange_free (self->exchange);
  self->exchange = paddock_web_session_get_stream (self->session, id, only_hears, &exchange_funcs,
                                                   self);
  paddock_exchange_set_paused (self->exchange, self->is_paused);
}

static void
send_again (PaddockHttpRequest *self)
{
  self->stage = SECOND;
  g_clear_pointer (&self->first, outcome_free);
  paddock_alarm_clear (self->alarm);
  post (self, self->message);
}

/* Takes the next step of listing the tools: requests another page, sends the refused call again, or
 * gives up. Does not wait for the end of a stream, because a server need not end the stream that
 * brought a page. */
static void
go_on_listing (PaddockHttpRequest *self,
               PaddockExchangeEnd  end,
               const char         *why)
{
  PaddockRelistingNext next = paddock_relisting_get_next (self->relisting);

  if (next == PADDOCK_RELISTING_LIST) {
    g_autoptr (PaddockOutgoing) page = paddock_relisting_begin_page (self->relisting);

    post (self, page);
  } else if (next == PADDOCK_RELISTING_SEND) {
    send_again (self);
  } else {
    end_with (self, end, why);
  }
}

static void
on_sent (PaddockExchange *exchange,
         gpointer         user_data)
{
  PaddockHttpRequest *self = user_data;

  self->funcs->sent (self, self->user_data);
}

static void
on_begun (PaddockExchange *exchange,
          gpointer         user_data)
{
  PaddockHttpRequest *self = user_data;
  const char *id = paddock_exchange_get_header (exchange, PADDOCK_HEADER_SESSION);

  if (paddock_outgoing_is_taken (self->message) ||
      !SOUP_STATUS_IS_SUCCESSFUL (paddock_exchange_get_status (exchange)))
    return;
  self->message->progress = PADDOCK_OUTGOING_TAKEN;
  expect_end (self);
  if (self->stage == ASKING)
    return;
  /* Remember the session id now. If the response breaks off, the request that resumes it must carry
   * this id, and the resumed response does not repeat the id. */
  if (self->message->kind == PADDOCK_OUTGOING_INITIALIZE)
    paddock_web_session_receive_id (self->session, id);
  self->funcs->taken (self, self->user_data);
}

static gboolean
on_alarm (gpointer user_data)
{
  PaddockHttpRequest *self = user_data;
  /* Whether the server refused. The status alone says this: the body of the refusal may never
   * end. */
  gboolean is_refused =
    paddock_exchange_get_status (self->exchange) >= SOUP_STATUS_BAD_REQUEST;

  if (self->stage == LISTING) {
    g_clear_pointer (&self->first, outcome_free);
    self->trouble = "its tools have changed, and it does not list its tools in time; try again";
    end_with (self, PADDOCK_EXCHANGE_DONE, NULL);
  } else if (self->stage == ASKING) {
    end_with (self, is_refused ? PADDOCK_EXCHANGE_REFUSED : PADDOCK_EXCHANGE_SILENT, NULL);
  } else {
    resume (self);
  }
  return G_SOURCE_REMOVE;
}

/* In the stage LISTING, takes the next step of listing the tools. Otherwise ends the request, or,
 * while reading is paused, sets the alarm again: the stream may hold unread messages. A message
 * that was accepted (PADDOCK_OUTGOING_ACCEPTED) has no such stream. */
static gboolean
on_last_alarm (gpointer user_data)
{
  PaddockHttpRequest *self = user_data;

  if (self->stage == LISTING)
    go_on_listing (self, PADDOCK_EXCHANGE_DONE, NULL);
  else if (self->is_paused && self->stage != BROKEN &&
           self->message->progress != PADDOCK_OUTGOING_ACCEPTED)
    expect_end (self);
  else
    end_with (self, PADDOCK_EXCHANGE_DONE, NULL);
  return G_SOURCE_REMOVE;
}

static PaddockHttpRequest *
request_new (PaddockWebSession             *session,
             PaddockOutgoing               *message,
             const PaddockHttpRequestFuncs *funcs,
             gpointer                       user_data)
{
  PaddockHttpRequest *self = g_new0 (PaddockHttpRequest, 1);

  self->session = session;
  self->message = message;
  self->funcs = funcs;
  self->user_data = user_data;
  self->alarm = paddock_alarm_new (on_alarm, self);
  self->last_alarm = paddock_alarm_new (on_last_alarm, self);
  return self;
}

/* Sends the message again, now to the endpoint that the legacy SSE server named. The stream that
 * named the endpoint becomes a request of its own. */
static void
split_stream (PaddockHttpRequest *self)
{
  PaddockOutgoing *message = paddock_outgoing_new_stream (PADDOCK_OUTGOING_SESSION_STREAM);
  PaddockHttpRequest *stream = request_new (self->session, message, self->funcs, self->user_data);

  stream->exchange = g_steal_pointer (&self->exchange);
  message->progress = PADDOCK_OUTGOING_TAKEN;
  stream->is_paused = self->is_paused;
  paddock_exchange_hand_over (stream->exchange, stream);
  send_again (self);
  self->funcs->stream (stream, self->user_data);
}

static void
receive_endpoint (PaddockHttpRequest *self,
                  const char         *type,
                  PaddockSpool       *message)
{
  g_autofree char *endpoint = paddock_legacy_sse_read_endpoint (type, message);

  if (endpoint == NULL) {
    end_with (self, PADDOCK_EXCHANGE_ODD, NULL);
  } else if (!paddock_web_session_set_endpoint (self->session, endpoint)) {
    g_clear_pointer (&self->first, outcome_free);
    end_with (self, PADDOCK_EXCHANGE_ODD,
              "the server wants messages sent to another origin, which gets nothing");
  } else {
    split_stream (self);
  }
}

static void
receive_unreadable (PaddockHttpRequest *self,
                    const char         *problem)
{
  self->trouble = problem != NULL ? problem : not_json;
  self->funcs->unreadable (self, problem != NULL ? PADDOCK_REASON_LIMIT : PADDOCK_REASON_MALFORMED,
                           self->user_data);
}

/* Removes the tools that must not be used from the answer to the host's own `tools/list`. Returns
 * FALSE if the host must not get @message. */
static gboolean
filter_list (PaddockHttpRequest  *self,
             PaddockSpool       **message)
{
  g_auto (PaddockMessage) class = { 0 };
  gboolean is_owed;

  if (!paddock_spool_classify (*message, &class))
    return TRUE;
  /* The MCP revision of this request has no arrays of messages, and nobody checked the tools in
   * this array. */
  if (class.kind == PADDOCK_MESSAGE_BATCH) {
    receive_unreadable (self, NULL);
    self->stage = BROKEN;
  }
  if (class.kind != PADDOCK_MESSAGE_RESPONSE)
    return class.kind != PADDOCK_MESSAGE_BATCH;
  is_owed = paddock_outgoing_owes (self->message, class.id);
  *message = paddock_tool_list_filter (paddock_web_session_get_tools (self->session),
                                       g_steal_pointer (message));
  if (*message != NULL)
    return TRUE;
  self->trouble = "its list of tools is too long to be looked through";
  if (is_owed)
    self->stage = BROKEN;
  return FALSE;
}

static void
on_message (PaddockExchange *exchange,
            const char      *type,
            PaddockSpool    *message,
            gpointer         user_data)
{
  PaddockHttpRequest *self = user_data;
  g_autoptr (PaddockSpool) spool = message;
  gboolean is_tool_list = self->message->version != NULL &&
                          paddock_message_is_method (&self->message->message,
                                                     PADDOCK_METHOD_TOOLS_LIST);

  self->resumption.n_attempts = self->resumption.n_empty = 0;
  if (self->stage == ASKING) {
    receive_endpoint (self, type, spool);
    return;
  }
  if (self->stage == BROKEN || (type != NULL && !g_str_equal (type, "message")))
    return;
  if (self->stage == LISTING) {
    if (paddock_relisting_receive (self->relisting, g_steal_pointer (&spool)))
      paddock_alarm_set (self->last_alarm, 0);
    return;
  }
  if (is_tool_list && !filter_list (self, &spool)) {
    if (self->stage == BROKEN)
      paddock_alarm_set (self->last_alarm, 0);
    return;
  }
  if (!self->funcs->message (self, &spool, self->user_data))
    receive_unreadable (self, paddock_spool_get_problem (spool));
}

/* Called after the first refusal. Begins a step that may help a second attempt: lists the tools, or
 * looks for a legacy SSE endpoint. If that step fails, the host usually gets the first refusal.
 * Returns FALSE if neither step would help. */
static gboolean
find_detour (PaddockHttpRequest *self,
             PaddockExchangeEnd  end)
{
  const PaddockHttpRefusal *refusal;

  if (self->stage != FIRST)
    return FALSE;
  self->first = outcome_new (self, end, NULL);
  refusal = &self->first->refusal;
  if (paddock_relisting_is_needed (self->message, refusal->status, refusal->error)) {
    self->stage = LISTING;
    self->relisting = paddock_relisting_new (self->message,
                                             paddock_web_session_get_tools (self->session));
    paddock_alarm_set (self->alarm, PADDOCK_RELISTING_MS * G_TIME_SPAN_MILLISECOND);
    go_on_listing (self, end, NULL);
  } else if (!paddock_web_session_can_be_lost (self->session) &&
             paddock_legacy_sse_is_likely (self->message, refusal->status, refusal->error)) {
    self->stage = ASKING;
    get_stream (self, PADDOCK_RESUMPTION_NEVER);
    paddock_alarm_set (self->alarm, PADDOCK_LEGACY_SSE_ENDPOINT_MS * G_TIME_SPAN_MILLISECOND);
  } else {
    g_clear_pointer (&self->first, outcome_free);
  }
  return self->first != NULL;
}

static void
on_ended (PaddockExchange    *exchange,
          PaddockExchangeEnd  end,
          const char         *why,
          gpointer            user_data)
{
  PaddockHttpRequest *self = user_data;

  paddock_resumption_see_end (&self->resumption, exchange);
  if (self->stage == LISTING) {
    go_on_listing (self, end, why);
  } else if (self->resumption.kind == PADDOCK_RESUMPTION_ELSEWHERE &&
             paddock_outgoing_is_taken (self->message)) {
    /* A legacy SSE server sends its answers on the session's stream. Ignore the body of this
     * response: some servers send a text here that is no JSON. */
    self->message->progress = PADDOCK_OUTGOING_ACCEPTED;
    expect_end (self);
  } else if (can_resume (self, end)) {
    paddock_alarm_set (self->alarm, paddock_resumption_choose_pause (&self->resumption) *
                       G_TIME_SPAN_MILLISECOND);
  } else if (!find_detour (self, end)) {
    end_with (self, end, why);
  }
}

static const PaddockExchangeFuncs exchange_funcs = {
  .sent = on_sent,
  .begun = on_begun,
  .message = on_message,
  .ended = on_ended,
};

/**
 * paddock_http_request_new:
 * @session: the session that @message belongs to; must stay valid
 * @message: (transfer full): what to send; or a request for the stream of the server's own messages
 * @funcs: must stay valid; the main loop calls them
 * @user_data: for @funcs
 *
 * Sends the message.
 *
 * Returns: (transfer full): the request
 */
PaddockHttpRequest *
paddock_http_request_new (PaddockWebSession             *session,
                          PaddockOutgoing               *message,
                          const PaddockHttpRequestFuncs *funcs,
                          gpointer                       user_data)
{
  PaddockHttpRequest *self = request_new (session, message, funcs, user_data);

  if (message->kind == PADDOCK_OUTGOING_LISTEN)
    get_stream (self, PADDOCK_RESUMPTION_ALWAYS);
  else
    post (self, message);
  return self;
}

/* Frees the request. If the response is incomplete, this closes the connection. */
void
paddock_http_request_free (PaddockHttpRequest *self)
{
  g_clear_pointer (&self->exchange, paddock_exchange_free);
  g_clear_pointer (&self->relisting, paddock_relisting_free);
  g_clear_pointer (&self->first, outcome_free);
  g_clear_pointer (&self->last, outcome_free);
  g_free (self->resumption.last_id);
  paddock_alarm_free (self->alarm);
  paddock_alarm_free (self->last_alarm);
  paddock_outgoing_free (self->message);
  g_free (self);
}

void
paddock_http_request_set_paused (PaddockHttpRequest *self,
                                 gboolean            is_paused)
{
  self->is_paused = is_paused;
  paddock_exchange_set_paused (self->exchange, is_paused);
}

/* Returns: (transfer none): the message that the request sends. */
PaddockOutgoing *
paddock_http_request_get_message (const PaddockHttpRequest *self)
{
  return self->message;
}

/**
 * paddock_http_request_update:
 *
 * Call this after the message was answered, cancelled or lost. The request then stops reading after
 * a moment, unless the message was lost or somebody waits for another answer.
 */
void
paddock_http_request_update (PaddockHttpRequest *self)
{
  if (paddock_outgoing_is_lost (self->message))
    paddock_alarm_clear (self->last_alarm);
  else
    expect_end (self);
}

/**
 * paddock_http_request_can_repeat:
 *
 * Call this after the request has ended.
 *
 * Returns: whether to send the message once more: the first copy possibly did not arrive, and a
 *   second copy does no harm
 */
gboolean
paddock_http_request_can_repeat (const PaddockHttpRequest *self)
{
  return paddock_outgoing_is_one_way (self->message) &&
         self->message->origin != PADDOCK_OUTGOING_REPEATED &&
         !paddock_outgoing_is_taken (self->message) &&
         (self->last->end == PADDOCK_EXCHANGE_UNREACHABLE ||
          self->last->end == PADDOCK_EXCHANGE_CUT);
}

/* Whether the server refused the request because it has no such method. Some servers send status
 * 404 for this as well, with an error that names the id of the request. A server that lost the
 * session does not look at the request, so its error can't name that id. */
static gboolean
is_method_unknown (const PaddockHttpRequest *self)
{
  PaddockSpan error = self->last->refusal.error;
  g_auto (PaddockMessage) class = { 0 };
  int code;

  paddock_message_read (error, &class);
  return class.kind == PADDOCK_MESSAGE_RESPONSE &&
         paddock_outgoing_owes (self->message, class.id) &&
         paddock_http_trouble_find_code (error, &code) && code == PADDOCK_RPC_METHOD_NOT_FOUND;
}

/**
 * paddock_http_request_is_session_lost:
 *
 * Whether the request ended because the server does not know the session id in the request (MCP
 * 2025-11-25, basic/transports, "Session Management").
 *
 * The status 404 alone does not prove that. Many servers send 404 because they have no stream of
 * their own messages. Some send 404 because they have no method with the name in the request. And a
 * server may refuse a replayed request in each new session.
 *
 * Returns: whether the session is lost
 */
gboolean
paddock_http_request_is_session_lost (const PaddockHttpRequest *self)
{
  const PaddockOutgoing *message = self->message;

  return self->last->refusal.status == SOUP_STATUS_NOT_FOUND && message->version == NULL &&
         message->kind != PADDOCK_OUTGOING_INITIALIZE &&
         message->origin != PADDOCK_OUTGOING_REPLAYED &&
         (message->kind != PADDOCK_OUTGOING_LISTEN || paddock_outgoing_is_taken (self->message)) &&
         !is_method_unknown (self);
}

/* Whether the host gets the refusal of the first attempt, and not the last refusal. If a server
 * wants credentials for its legacy SSE stream, the host gets that last refusal instead. */
static gboolean
counts_first (const PaddockHttpRequest *self)
{
  guint status = self->last->refusal.status;
  gboolean is_shut = status == SOUP_STATUS_UNAUTHORIZED || status == SOUP_STATUS_FORBIDDEN;

  return self->first != NULL && !(self->stage == ASKING && is_shut);
}

/* Returns: how the server refused the request. Call this only after the request has ended; the
 * result is valid as long as the request is not freed. */
PaddockHttpRefusal
paddock_http_request_get_refusal (const PaddockHttpRequest *self)
{
  return counts_first (self) ? self->first->refusal : self->last->refusal;
}

/* Returns: (transfer full): why the request ended without an answer, in words. */
char *
paddock_http_request_describe (const PaddockHttpRequest *self)
{
  const Outcome *last = self->last;
  guint status = last->refusal.status;

  if (counts_first (self) && self->stage == ASKING)
    return paddock_http_trouble_of_both (self->first->refusal.status, status);
  if (counts_first (self))
    return paddock_http_trouble_of_status (self->first->refusal.status, NULL);
  if (status != 0 && status != SOUP_STATUS_UNAUTHORIZED &&
      paddock_outgoing_is_taken (self->message))
    return g_strdup_printf ("it broke its answer off, and does not go on with it (HTTP %u)",
                            status);
  if (status != 0)
    return paddock_http_trouble_of_status (status, last->challenge);
  if (self->trouble != NULL && (self->trouble != not_json || last->end == PADDOCK_EXCHANGE_DONE))
    return g_strdup (self->trouble);
  if (last->end == PADDOCK_EXCHANGE_DONE)
    return g_strdup ("it ended its answer before it gave one");
  return g_strdup (last->why);
}
