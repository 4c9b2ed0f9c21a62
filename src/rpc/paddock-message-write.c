/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-rpc"

#include "paddock-message-write.h"

#include <string.h>

#include "paddock-json.h"

/* Writes messages of JSON-RPC 2.0. Pure functions: they copy JSON text unchanged, and quote all
 * other text.
 */

static GString *
begin_line (const char *id)
{
  GString *line = g_string_sized_new (128);

  g_string_append (line, "{\"jsonrpc\":\"2.0\"");
  if (id != NULL) {
    g_string_append (line, ",\"id\":");
    g_string_append (line, id);
  }
  return line;
}

static void
append_call (GString    *line,
             const char *method,
             const char *params)
{
  g_autofree char *quoted = paddock_json_quote (method);

  g_string_append_printf (line, ",\"method\":%s", quoted);
  if (params != NULL)
    g_string_append_printf (line, ",\"params\":%s", params);
  g_string_append_c (line, '}');
}

/**
 * paddock_message_write_request:
 * @id: JSON text
 * @method: plain text
 * @params: (nullable): JSON text on one line
 *
 * Returns: (transfer full): the request as a line, without newline
 */
GBytes *
paddock_message_write_request (const char *id,
                               const char *method,
                               const char *params)
{
  GString *line = begin_line (id);

  append_call (line, method, params);
  return g_string_free_to_bytes (line);
}

/**
 * paddock_message_write_notification:
 * @method: plain text
 * @params: (nullable): JSON text on one line
 *
 * Returns: (transfer full): the notification as a line, without newline
 */
GBytes *
paddock_message_write_notification (const char *method,
                                    const char *params)
{
  GString *line = begin_line (NULL);

  append_call (line, method, params);
  return g_string_free_to_bytes (line);
}

/**
 * paddock_message_write_result:
 * @id: JSON text of the request's id
 * @result: JSON text on one line
 *
 * Returns: (transfer full): the response as a line, without newline
 */
GBytes *
paddock_message_write_result (const char *id,
                              const char *result)
{
  char *line = g_strconcat ("{\"jsonrpc\":\"2.0\",\"id\":", id, ",\"result\":", result, "}", NULL);

  return g_bytes_new_take (line, strlen (line));
}

/**
 * paddock_message_write_error:
 * @id: (nullable): JSON text of the request's id; %NULL if it is unknown
 * @code: for example %PADDOCK_RPC_INVALID_REQUEST
 * @message: plain text for the peer, without paths that it may not see
 * @data: (nullable): JSON text on one line
 *
 * Returns: (transfer full): the error response as a line, without newline
 */
GBytes *
paddock_message_write_error (const char *id,
                             int         code,
                             const char *message,
                             const char *data)
{
  GString *line = begin_line (id != NULL ? id : "null");
  g_autofree char *quoted = paddock_json_quote (message);

  g_string_append_printf (line, ",\"error\":{\"code\":%d,\"message\":%s", code, quoted);
  if (data != NULL)
    g_string_append_printf (line, ",\"data\":%s", data);
  g_string_append (line, "}}");
  return g_string_free_to_bytes (line);
}

/**
 * paddock_message_write_batch:
 * @lines: (element-type GBytes): at least one line
 *
 * Returns: (transfer full): a line with all of them as a JSON array, without newline
 */
GBytes *
paddock_message_write_batch (GPtrArray *lines)
{
  GString *line;

  g_return_val_if_fail (lines->len > 0, NULL);

  line = g_string_new ("[");
  for (guint i = 0; i < lines->len; i++) {
    gsize length;
    const char *text = g_bytes_get_data (g_ptr_array_index (lines, i), &length);

    if (i > 0)
      g_string_append_c (line, ',');
    g_string_append_len (line, text, (gssize) length);
  }
  g_string_append_c (line, ']');
  return g_string_free_to_bytes (line);
}
