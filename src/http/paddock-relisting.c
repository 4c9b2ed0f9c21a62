/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-relisting.h"

#include <libsoup/soup.h>

#include "paddock-http-headers.h"
#include "paddock-http-trouble.h"
#include "paddock-names.h"

/* Requests the list of tools for Paddock itself, and not for the host (MCP 2026-07-28,
 * basic/transports/streamable-http, "Client Behavior").
 *
 * A server may refuse a call because the headers do not match the tool. Then the server has not
 * called the tool. The PaddockHttpRequest keeps the call, and owns a relisting. The relisting
 * requests the list of tools. After that the PaddockHttpRequest sends the call again, once. The
 * host does not get this list. The number of pages and the time are limited.
 */

struct _PaddockRelisting
{
  const PaddockMessage *call;
  PaddockToolList        *tools;
  char                   *tool;     /* (owned) (nullable) the name of the tool that @call calls;
                                     * NULL: @call names no tool */
  char                   *id;       /* (owned) (nullable) the id of the request for the last page;
                                     * NULL: no page was requested */
  GBytes                 *cursor;   /* (owned) (nullable) the cursor with which to request the next
                                     * page; NULL: there is none */
  PaddockRelistingNext    page;     /* the state of the last page. WAIT: requested; FAIL: an error
                                     * came; LIST: the page came, or none was requested */
  guint                   n_pages;
};

/**
 * paddock_relisting_is_needed:
 * @call: the message that the server refused
 * @status: the HTTP status of the refusal; 0: the server did not refuse
 * @error: the body of the refusal
 *
 * Returns: whether @call calls a tool, and the server refused it because of its headers
 */
gboolean
paddock_relisting_is_needed (const PaddockOutgoing *call,
                             guint                  status,
                             PaddockSpan            error)
{
  int code;

  return status == SOUP_STATUS_BAD_REQUEST && call->version != NULL && !call->is_cancelled &&
         call->message.kind == PADDOCK_MESSAGE_REQUEST &&
         paddock_message_is_method (&call->message, PADDOCK_METHOD_TOOLS_CALL) &&
         paddock_http_trouble_find_code (error, &code) && code == PADDOCK_RPC_HEADER_MISMATCH;
}

static PaddockSpan
find_params_member (const PaddockMessage *call,
                    const char           *name)
{
  PaddockSpan value;

  paddock_json_find_member (call->params, name, &value);
  return value;
}

/**
 * paddock_relisting_new:
 * @call: the refused call of a tool; must stay valid
 * @tools: what is known about the server's tools; must stay valid. The tool of @call is removed
 *   from @tools
 *
 * Returns: (transfer full): a relisting that has not requested a page yet
 */
PaddockRelisting *
paddock_relisting_new (const PaddockOutgoing *call,
                       PaddockToolList       *tools)
{
  PaddockRelisting *self = g_new0 (PaddockRelisting, 1);
  PaddockSpan name = find_params_member (&call->message, "name");

  self->page = PADDOCK_RELISTING_LIST;
  self->call = &call->message;
  self->tools = tools;
  self->tool = name.length > 0 ? paddock_json_dup_string (name) : NULL;
  /* Forget what is known about the tool. If @tools knows the tool again later, a page has listed
   * it. */
  if (self->tool != NULL)
    paddock_tool_list_forget (tools, self->tool);
  return self;
}

void
paddock_relisting_free (PaddockRelisting *self)
{
  g_clear_pointer (&self->cursor, g_bytes_unref);
  g_free (self->tool);
  g_free (self->id);
  g_free (self);
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

/* Copies the members of `_meta` that describe the host. Leaves out members that belong to the call
 * alone, such as its progress token. */
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

/* Returns: (transfer full): a request for the next page. In its `_meta` are the members with which
 * the refused call describes the host. */
PaddockOutgoing *
paddock_relisting_begin_page (PaddockRelisting *self)
{
  PaddockSpan meta = find_params_member (self->call, "_meta");
  GString *text = g_string_new (NULL);
  g_autoptr (GBytes) line = NULL;

  g_free (self->id);
  self->id = g_uuid_string_random ();
  self->page = PADDOCK_RELISTING_WAIT;
  self->n_pages++;
  g_string_append_printf (text, "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"method\":\""
                          PADDOCK_METHOD_TOOLS_LIST "\",\"params\":{\"_meta\":{", self->id);
  if (meta.length > 0)
    paddock_json_foreach (meta, on_meta_member, text);
  g_string_append_c (text, '}');
  if (self->cursor != NULL)
    append_member (text, "cursor", paddock_json_span (self->cursor));
  g_string_append (text, "}}");
  g_clear_pointer (&self->cursor, g_bytes_unref);
  line = g_string_free_to_bytes (text);
  return paddock_outgoing_new (line);
}

/**
 * paddock_relisting_receive:
 * @message: (transfer full): what came in response to the request for a page
 *
 * Reads the page, and remembers where the next one begins.
 *
 * Returns: whether @message is the first response to that request
 */
gboolean
paddock_relisting_receive (PaddockRelisting *self,
                           PaddockSpool     *message)
{
  g_autoptr (PaddockSpool) spool = message;
  g_auto (PaddockMessage) class = { 0 };
  g_autofree char *id = NULL;
  PaddockSpan result, cursor;

  if (self->page != PADDOCK_RELISTING_WAIT || !paddock_spool_classify (spool, &class) ||
      class.kind != PADDOCK_MESSAGE_RESPONSE ||
      (id = paddock_json_dup_string (class.id)) == NULL || !g_str_equal (id, self->id))
    return FALSE;
  self->page = PADDOCK_RELISTING_FAIL;
  if (!paddock_json_find_member (paddock_spool_get_text (spool), "result", &result))
    return TRUE;
  self->page = PADDOCK_RELISTING_LIST;
  if (paddock_json_find_member (result, "nextCursor", &cursor) &&
      paddock_json_get_type (cursor) == PADDOCK_JSON_STRING &&
      cursor.length <= PADDOCK_RELISTING_CURSOR_MAX)
    self->cursor = g_bytes_new (cursor.start, cursor.length);
  spool = paddock_tool_list_filter (self->tools, g_steal_pointer (&spool));
  return TRUE;
}

/* Returns: what the PaddockHttpRequest that owns the relisting must do now. */
PaddockRelistingNext
paddock_relisting_get_next (const PaddockRelisting *self)
{
  if (self->page != PADDOCK_RELISTING_LIST)
    return self->page;
  if (self->n_pages > 0 &&
      (self->cursor == NULL || self->n_pages >= PADDOCK_RELISTING_PAGES_MAX ||
       (self->tool != NULL && paddock_tool_list_has (self->tools, self->tool))))
    return PADDOCK_RELISTING_SEND;
  return PADDOCK_RELISTING_LIST;
}
