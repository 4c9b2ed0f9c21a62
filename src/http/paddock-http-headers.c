/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-http-headers.h"

#include <string.h>

#include "paddock-names.h"

/* Makes the headers that repeat parts of a message, for gateways and proxies that do not read
 * bodies. Pure. The values come from the host and from the server. A value that a header can't hold
 * is encoded or left out.
 */

#define ENCODED_START "=?base64?"
#define ENCODED_END   "?="

/**
 * paddock_http_headers_is_session:
 * @id: (nullable): an id, as the server sent it
 *
 * Returns: whether @id can be the id of a session (MCP 2025-11-25, basic/transports: visible ASCII)
 */
gboolean
paddock_http_headers_is_session (const char *id)
{
  if (id == NULL || *id == '\0' || strlen (id) > PADDOCK_HEADER_ID_MAX)
    return FALSE;
  for (; *id != '\0'; id++)
    if (!g_ascii_isgraph (*id))
      return FALSE;
  return TRUE;
}

/**
 * paddock_http_headers_is_version:
 * @version: (nullable): a protocol revision, as a peer wrote it
 *
 * Returns: whether @version is written like a revision: a date such as 2025-11-25
 */
gboolean
paddock_http_headers_is_version (const char *version)
{
  return version != NULL && strlen (version) == strlen (PADDOCK_VERSION_LATEST) &&
         strspn (version, "0123456789-") == strlen (version);
}

static char *
dup_text_member (PaddockSpan  object,
                 const char  *name)
{
  PaddockSpan value;

  return paddock_json_find_member (object, name, &value)
         ? paddock_json_dup_string (value) : NULL;
}

/**
 * paddock_http_headers_find_version:
 * @line: a message of the host
 *
 * Returns: (transfer full) (nullable): the protocol revision that @line names; %NULL if @line names
 *   none, or one with a handshake
 */
char *
paddock_http_headers_find_version (const PaddockMessage *line)
{
  g_autofree char *version = NULL;
  PaddockSpan meta;

  if (!paddock_json_find_member (line->params, "_meta", &meta))
    return NULL;
  version = dup_text_member (meta, PADDOCK_META_VERSION);
  if (!paddock_http_headers_is_version (version) || strcmp (version, PADDOCK_VERSION_MODERN) < 0)
    return NULL;
  return g_steal_pointer (&version);
}

static gboolean
is_plain (const char *text)
{
  gsize length = strlen (text);

  if (length == 0 || text[0] == ' ' || text[length - 1] == ' ' ||
      (g_str_has_prefix (text, ENCODED_START) && g_str_has_suffix (text, ENCODED_END)))
    return FALSE;
  for (; *text != '\0'; text++)
    if (!g_ascii_isprint (*text))
      return FALSE;
  return TRUE;
}

/**
 * paddock_http_headers_encode:
 * @text: any text
 *
 * Returns: (transfer full): the value of a header for @text (MCP 2026-07-28,
 *   basic/transports/streamable-http): @text itself, or base64 if a header can't hold it
 */
char *
paddock_http_headers_encode (const char *text)
{
  g_autofree char *code = NULL;

  if (is_plain (text))
    return g_strdup (text);
  code = g_base64_encode ((const guchar *) text, strlen (text));
  return g_strconcat (ENCODED_START, code, ENCODED_END, NULL);
}

/* Returns the value for the header that says what @line is about, such as the name of a tool.
 * Returns NULL if the method of @line needs no such header. */
static char *
dup_name (const PaddockMessage *line)
{
  if (paddock_message_is_method (line, PADDOCK_METHOD_TOOLS_CALL) ||
      paddock_message_is_method (line, PADDOCK_METHOD_PROMPTS_GET))
    return dup_text_member (line->params, "name");
  if (paddock_message_is_method (line, PADDOCK_METHOD_RESOURCES_READ))
    return dup_text_member (line->params, "uri");
  return NULL;
}

/**
 * paddock_http_headers_add_modern:
 * @headers: gets the name and the value of each header
 * @line: a request or a notification of the host, of a revision without a handshake
 *
 * Adds the headers that must repeat the method of @line, and what @line is about. A value that is
 * too long for a header is left out: the server's error then names the missing header.
 */
void
paddock_http_headers_add_modern (GStrvBuilder         *headers,
                                 const PaddockMessage *line)
{
  g_autofree char *name = dup_name (line);
  g_autofree char *method = paddock_http_headers_encode (line->method != NULL ? line->method : "");
  g_autofree char *value = name != NULL ? paddock_http_headers_encode (name) : NULL;

  if (line->method != NULL && strlen (method) <= PADDOCK_HEADER_TEXT_MAX)
    g_strv_builder_add_many (headers, "Mcp-Method", method, NULL);
  if (value != NULL && strlen (value) <= PADDOCK_HEADER_TEXT_MAX)
    g_strv_builder_add_many (headers, "Mcp-Name", value, NULL);
}
