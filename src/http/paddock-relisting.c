/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-relisting.h"

#include <string.h>

#include "paddock-http-headers.h"
#include "paddock-http-trouble.h"
#include "paddock-message-write.h"
#include "paddock-names.h"

/* What is read out of answers to `tools/list`, and when such a list is asked for by ourselves (MCP
 * 2026-07-28, basic/transports/streamable-http, "Client Behavior").
 *
 * Nothing here has a state: it is the sending's. A call of a tool that the server refuses because
 * its headers do not match is kept, the tools are listed, and it is sent again, once. Its server
 * has not done it: it says so. The list goes to nobody, and where it cannot be had the host gets
 * the refusal. Its pages are bounded, and so are their number and the time that they get.
 *
 * A server need not end the stream with the list in it. So what is to be done is done when the list
 * is there, from the main loop, and not when the stream ends.
 */

static gboolean
on_alarm (gpointer user_data)
{
  PaddockHttpRequest *request = user_data;

  if (!request->is_settled) {
    g_clear_pointer (&request->refusal, g_bytes_unref);
    request->trouble = "its tools have changed, and it does not list its tools in time; try again";
  }
  request->funcs->ended (request->call, PADDOCK_EXCHANGE_DONE, NULL, request);
  return G_SOURCE_REMOVE;
}

static PaddockSpan
find_params_member (const PaddockMessage *line,
                    const char           *name)
{
  PaddockSpan value;

  paddock_json_find_member (line->params, name, &value);
  return value;
}

/* Whether the server refused it for what stands beside it. */
static gboolean
is_mismatch (const PaddockHttpRequest *request,
             PaddockExchangeEnd        end)
{
  g_auto (PaddockMessage) class = { 0 };
  int code;

  if (!request->is_modern || request->stage != PADDOCK_HTTP_REQUEST_FIRST ||
      request->is_cancelled ||
      paddock_http_request_get_status (request, end) != SOUP_STATUS_BAD_REQUEST ||
      !paddock_http_trouble_find_code (paddock_http_request_get_error (request), &code) ||
      code != PADDOCK_RPC_HEADER_MISMATCH)
    return FALSE;
  paddock_message_read (paddock_json_span (request->line), &class);
  return class.kind == PADDOCK_MESSAGE_REQUEST &&
         paddock_message_is_method (&class, PADDOCK_METHOD_TOOLS_CALL);
}

static void
append_member (GString     *out,
               const char  *name,
               PaddockSpan  value)
{
  g_autofree char *quoted = paddock_json_quote (name);

  g_string_append_printf (out, "%s%s:", out->str[out->len - 1] != '{' ? "," : "", quoted);
  g_string_append_len (out, value.start, (gssize) value.length);
}

/* What is the call's own, such as where its progress goes, is no part of it. */
static gboolean
on_meta_member (const char      *name,
                PaddockSpan      value,
                PaddockJsonType  type,
                gpointer         user_data)
{
  static const char * const names[] = {
    PADDOCK_META_VERSION, PADDOCK_META_CLIENT, PADDOCK_META_CAPABILITIES, NULL,
  };

  if (g_strv_contains (names, name))
    append_member (user_data, name, value);
  return TRUE;
}

/* The host's own words about itself, in a request of which it does not know. */
static GBytes *
write_list (const PaddockHttpRequest *request)
{
  g_auto (PaddockMessage) class = { 0 };
  GString *line = g_string_new (NULL);
  PaddockSpan meta;

  paddock_message_read (paddock_json_span (request->line), &class);
  meta = find_params_member (&class, "_meta");
  g_string_append_printf (line, "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"method\":\""
                          PADDOCK_METHOD_TOOLS_LIST "\",\"params\":{\"_meta\":{",
                          request->list_id);
  if (meta.length > 0)
    paddock_json_foreach (meta, on_meta_member, line);
  g_string_append_c (line, '}');
  if (request->cursor != NULL)
    append_member (line, "cursor", paddock_json_span (request->cursor));
  g_string_append (line, "}}");
  return g_string_free_to_bytes (line);
}

static void
list (PaddockHttpRequest *request,
      PaddockWebSession  *session)
{
  g_auto (PaddockMessage) class = { 0 };
  g_autoptr (GBytes) line = NULL;

  g_free (request->list_id);
  request->list_id = g_uuid_string_random ();
  request->is_listed = request->is_settled = FALSE;
  line = write_list (request);
  g_clear_pointer (&request->cursor, g_bytes_unref);
  paddock_message_read (paddock_json_span (line), &class);
  paddock_http_request_turn (request, paddock_web_session_post (session, line, &class,
                                                                request->funcs,
                                                                request));
  paddock_alarm_set (request->alarm, MAX (request->list_until - g_get_monotonic_time (), 0));
}

static char *
dup_tool (const PaddockHttpRequest *request)
{
  g_auto (PaddockMessage) class = { 0 };
  PaddockSpan name;

  paddock_message_read (paddock_json_span (request->line), &class);
  name = find_params_member (&class, "name");
  return name.length > 0 ? paddock_json_dup_string (name) : NULL;
}

static gboolean
knows_tool (const PaddockHttpRequest *request,
            const PaddockWebSession  *session)
{
  g_autofree char *tool = dup_tool (request);

  return tool != NULL && paddock_tool_list_has (paddock_web_session_get_tools (session), tool);
}

/* Goes on, or ends: what the server says of it meanwhile is not heard. */
static void
settle (PaddockHttpRequest *request)
{
  request->is_settled = TRUE;
  if (request->alarm == NULL)
    request->alarm = paddock_alarm_new (on_alarm, request);
  paddock_alarm_set (request->alarm, 0);
}

/* What was known of the tool is wrong, on whatever page it stands now. */
static void
begin (PaddockHttpRequest *request,
       PaddockWebSession  *session)
{
  g_autofree char *tool = dup_tool (request);

  if (tool != NULL)
    paddock_tool_list_forget (paddock_web_session_get_tools (session), tool);
  paddock_http_request_keep_refusal (request);
  request->stage = PADDOCK_HTTP_REQUEST_LISTS;
  request->alarm = paddock_alarm_new (on_alarm, request);
  request->list_until = g_get_monotonic_time () +
                        PADDOCK_RELISTING_MS * G_TIME_SPAN_MILLISECOND;
  list (request, session);
}

static void
send_again (PaddockHttpRequest *request,
            PaddockWebSession  *session)
{
  g_auto (PaddockMessage) class = { 0 };

  request->stage = PADDOCK_HTTP_REQUEST_SECOND;
  g_clear_pointer (&request->refusal, g_bytes_unref);
  paddock_alarm_clear (request->alarm);
  paddock_message_read (paddock_json_span (request->line), &class);
  paddock_http_request_turn (request, paddock_web_session_post (session, request->line, &class,
                                                                request->funcs, request));
}

/**
 * paddock_relisting_goes_on:
 * @sending: whose call has ended
 * @end: how
 *
 * Returns: whether another call took its place: its answer is still to come
 */
gboolean
paddock_relisting_goes_on (PaddockHttpRequest *request,
                           PaddockWebSession  *session,
                           PaddockExchangeEnd  end)
{
  if (is_mismatch (request, end)) {
    begin (request, session);
    return TRUE;
  }
  if (request->stage != PADDOCK_HTTP_REQUEST_LISTS || !request->is_listed ||
      paddock_call_count_open (request->call) == 0)
    return FALSE;
  if (request->cursor != NULL && !knows_tool (request, session) &&
      ++request->n_pages < PADDOCK_RELISTING_PAGES_MAX)
    list (request, session);
  else
    send_again (request, session);
  return TRUE;
}

/* An answer to a list of our own. @message: (transfer full) */
static void
take_own (PaddockHttpRequest *request,
          PaddockWebSession  *session,
          PaddockSpool       *message)
{
  g_autoptr (PaddockSpool) spool = message;
  g_auto (PaddockMessage) class = { 0 };
  g_autofree char *id = NULL;
  PaddockSpan result, cursor;

  /* Who says it again is not heard again. */
  if (request->is_settled || !paddock_spool_classify (spool, &class) ||
      class.kind != PADDOCK_MESSAGE_RESPONSE ||
      (id = paddock_json_dup_string (class.id)) == NULL || !g_str_equal (id, request->list_id))
    return;
  settle (request);
  if (!paddock_json_find_member (paddock_spool_get_text (spool), "result", &result))
    return;
  request->is_listed = TRUE;
  if (paddock_json_find_member (result, "nextCursor", &cursor) &&
      paddock_json_get_type (cursor) == PADDOCK_JSON_STRING &&
      cursor.length <= PADDOCK_RELISTING_CURSOR_MAX)
    request->cursor = g_bytes_new (cursor.start, cursor.length);
  spool = paddock_tool_list_filter (paddock_web_session_get_tools (session),
                                    g_steal_pointer (&spool));
}

/* An answer to a list of the host's. */
static gboolean
take_host (PaddockHttpRequest  *request,
           PaddockWebSession   *session,
           PaddockSpool       **message)
{
  g_auto (PaddockMessage) class = { 0 };
  gboolean is_awaited;

  if (!paddock_spool_classify (*message, &class))
    return FALSE;
  /* Several at once are nothing that the revision has, and nobody has looked through them. */
  if (class.kind == PADDOCK_MESSAGE_BATCH) {
    request->is_garbled = TRUE;
    settle (request);
    return TRUE;
  }
  if (class.kind != PADDOCK_MESSAGE_RESPONSE)
    return FALSE;
  is_awaited = paddock_call_has_open (request->call, class.id);
  *message = paddock_tool_list_filter (paddock_web_session_get_tools (session),
                                       g_steal_pointer (message));
  if (*message != NULL)
    return FALSE;
  request->trouble = "its list of tools is too long to be looked through";
  if (is_awaited)
    settle (request);
  return TRUE;
}

/**
 * paddock_relisting_consume:
 * @sending: for which it came
 * @message: (inout): what came; without the tools that must not be used where it is such a list
 *
 * Returns: whether it goes no further
 */
gboolean
paddock_relisting_consume (PaddockHttpRequest  *request,
                           PaddockWebSession   *session,
                           PaddockSpool       **message)
{
  if (request->stage == PADDOCK_HTTP_REQUEST_LISTS) {
    take_own (request, session, g_steal_pointer (message));
    return TRUE;
  }
  return request->is_list && take_host (request, session, message);
}
