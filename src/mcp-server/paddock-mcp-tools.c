/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-mcp-tools.h"

#include "paddock-json.h"
#include "paddock-uri.h"

#include <string.h>

/* The two tools of `paddock mcp` on the wire: their descriptions, their arguments and their
 * results. Pure.
 *
 * The texts here are for a model, in one language. A refusal is a tool error. Its text begins with
 * the nick of the verdict and says what to do, so that an agent stops and tries no other way. The
 * text never says more about a file than the verdict does.
 *
 * A file is sent as text if all of it is UTF-8 without control characters, which JSON would make
 * six times as long. Other files are sent in base64. A range of text is extended to whole
 * characters. If the revision has no members that show the new range, a second text names the
 * range. */

#define PATH_PROPERTY \
  "\"path\":{\"type\":\"string\",\"description\":\"An absolute path, or a file:// URI, exactly " \
  "as " \
  "it was given\"}"

#define READ_INPUT \
  "\"inputSchema\":{\"type\":\"object\",\"properties\":{" PATH_PROPERTY "," \
  "\"offset\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The first byte that is " \
  "wanted; " \
  "0 if it is left out\"},\"length\":{\"type\":\"integer\",\"minimum\":1,\"description\":\"How " \
  "many " \
  "bytes are wanted at most; all if it is left out\"}},\"required\":[\"path\"]}"

#define CHECK_INPUT \
  "\"inputSchema\":{\"type\":\"object\",\"properties\":{" PATH_PROPERTY "," \
  "\"write\":{\"type\":\"boolean\",\"description\":\"Whether it is to be written instead of " \
  "read; " \
  "false if it is left out\"}},\"required\":[\"path\"]}"

#define READ_OUTPUT \
  "\"outputSchema\":{\"type\":\"object\",\"properties\":{\"verdict\":{\"type\":\"string\"}," \
  "\"uri\":{\"type\":\"string\"},\"size\":{\"type\":\"integer\"}," \
  "\"offset\":{\"type\":\"integer\"}," \
  "\"length\":{\"type\":\"integer\"},\"encoding\":{\"type\":\"string\",\"enum\":[\"utf-8\"," \
  "\"base64\"]}},\"required\":[\"verdict\"]}"

#define CHECK_OUTPUT \
  "\"outputSchema\":{\"type\":\"object\",\"properties\":{\"verdict\":{\"type\":\"string\"}," \
  "\"allowed\":{\"type\":\"boolean\"},\"explanation\":{\"type\":\"string\"},\"uri\":{\"type\":" \
  "\"string\"},\"access\":{\"type\":\"string\",\"enum\":[\"read-only\",\"read-write\"]}," \
  "\"size\":{\"type\":\"integer\"}},\"required\":[\"verdict\",\"allowed\"]}"

#define CHECK_TEXT \
  "\"name\":\"check_path\",\"description\":\"Says whether a local file lies within the folders " \
  "that " \
  "the user shares, before anything is done with a path that a server or a document named. " \
  "Advisory: to read the file, call read_local_file.\""

#define READ_TEXT \
  "\"name\":\"read_local_file\",\"description\":\"Reads a local file that a server or a document " \
  "named, if it lies within the folders that the user shares; everything else is refused. The " \
  "user may be asked first about files that often hold secrets, which can take a minute. Do " \
  "not try " \
  "another way to a file that is refused.\""

/* The text of the error if the host wants more than PADDOCK_MCP_READ_MAX bytes in one answer. */
#define RANGE_TOO_LARGE \
  "This is more than one answer holds. Read the file in parts of at most 1048576 bytes, with " \
  "offset and length."

#define ANNOTATIONS \
  "\"annotations\":{\"readOnlyHint\":true,\"openWorldHint\":false}"

#define TOOLS_1 "\"tools\":[{" CHECK_TEXT "," CHECK_INPUT "},{" READ_TEXT "," READ_INPUT "}]"
#define TOOLS_2 \
  "\"tools\":[{" CHECK_TEXT "," CHECK_INPUT "," ANNOTATIONS "},{" READ_TEXT "," READ_INPUT "," \
  ANNOTATIONS "}]"
#define TOOLS_3 \
  "\"tools\":[{" CHECK_TEXT ",\"title\":\"Check a path\"," CHECK_INPUT "," CHECK_OUTPUT "," \
  ANNOTATIONS "},{" READ_TEXT ",\"title\":\"Read a local file\"," READ_INPUT "," READ_OUTPUT "," \
  ANNOTATIONS "}]"

/**
 * paddock_mcp_tools_list:
 * @revision: the negotiated revision
 *
 * Returns: (transfer none): the result of `tools/list`, without its braces: annotations since
 *   2025-03-26, titles and output schemas since 2025-06-18
 */
const char *
paddock_mcp_tools_list (PaddockMcpRevision revision)
{
  switch (revision) {
    case PADDOCK_MCP_2024_11_05:
      return TOOLS_1;
    case PADDOCK_MCP_2025_03_26:
      return TOOLS_2;
    case PADDOCK_MCP_2025_06_18:
    case PADDOCK_MCP_2025_11_25:
    case PADDOCK_MCP_2026_07_28:
    default:
      return TOOLS_3;
  }
}

/* Reads the argument @name, an integer of at least @least, into *@out. If the argument is absent,
 * *@out does not change. Returns FALSE if the argument is invalid. */
static gboolean
read_count (JsonObject *arguments,
            const char *name,
            gint64      least,
            gsize      *out)
{
  JsonNode *node = json_object_get_member (arguments, name);

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64 ||
      json_node_get_int (node) < least)
    return FALSE;
  *out = (gsize) json_node_get_int (node);
  return TRUE;
}

/* Reads the argument @name, a boolean, into *@out. If the argument is absent, *@out does not
 * change. Returns FALSE if the argument is invalid. */
static gboolean
read_flag (JsonObject *arguments,
           const char *name,
           gboolean   *out)
{
  JsonNode *node = json_object_get_member (arguments, name);

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return FALSE;
  *out = json_node_get_boolean (node);
  return TRUE;
}

/**
 * paddock_mcp_tools_call_new:
 * @tool: the name of a tool
 * @arguments: (nullable): the arguments of the call
 * @out_problem: (out) (nullable): what is wrong with the arguments; otherwise %NULL
 *
 * Reads the arguments of a call.
 *
 * Returns: (transfer full) (nullable): the call; %NULL if the arguments are wrong, or if there is
 *   no such tool
 */
PaddockMcpToolCall *
paddock_mcp_tools_call_new (const char  *tool,
                            JsonObject  *arguments,
                            const char **out_problem)
{
  g_autoptr (PaddockMcpToolCall) tool_call = g_new0 (PaddockMcpToolCall, 1);
  JsonNode *path = arguments != NULL ? json_object_get_member (arguments, "path") : NULL;

  tool_call->length = G_MAXSIZE;
  tool_call->reads = g_str_equal (tool, "read_local_file");
  *out_problem = NULL;
  if (!tool_call->reads && !g_str_equal (tool, "check_path"))
    return NULL;

  if (path == NULL || !JSON_NODE_HOLDS_VALUE (path) ||
      json_node_get_value_type (path) != G_TYPE_STRING)
    *out_problem = "“path” must be a string: an absolute path or a file:// URI";
  else if (tool_call->reads && (!read_count (arguments, "offset", 0, &tool_call->offset) ||
                                !read_count (arguments, "length", 1, &tool_call->length)))
    *out_problem = "“offset” must be an integer from 0 on, “length” one from 1 on";
  else if (!tool_call->reads && !read_flag (arguments, "write", &tool_call->for_writing))
    *out_problem = "“write” must be true or false";
  if (*out_problem != NULL)
    return NULL;

  tool_call->reference = g_strdup (json_node_get_string (path));
  return g_steal_pointer (&tool_call);
}

/**
 * paddock_mcp_tools_call_free:
 * @tool_call: (transfer full) (nullable): a call
 */
void
paddock_mcp_tools_call_free (PaddockMcpToolCall *tool_call)
{
  if (tool_call == NULL)
    return;
  g_free (tool_call->reference);
  g_free (tool_call);
}

/**
 * paddock_mcp_tools_result_free:
 * @found: (transfer full) (nullable): a result
 */
void
paddock_mcp_tools_result_free (PaddockMcpToolResult *found)
{
  if (found == NULL)
    return;
  g_free (found->problem);
  g_free (found->path);
  g_clear_pointer (&found->bytes, g_bytes_unref);
  g_free (found);
}

/**
 * paddock_mcp_tools_explain:
 * @verdict: a verdict
 *
 * Returns: (transfer none): a text for a model: what @verdict means, and what to do
 */
const char *
paddock_mcp_tools_explain (PaddockReadVerdict verdict)
{
  switch (verdict) {
    case PADDOCK_READ_ALLOWED:
      return "It lies within what the user shares.";
    case PADDOCK_READ_MALFORMED:
      return "This is neither an absolute path nor a file:// URI of one file. Give the path as it "
             "was written.";
    case PADDOCK_READ_MISSING:
      return "There is nothing at this path.";
    case PADDOCK_READ_NOT_A_FILE:
      return "This is not a regular file. Folders cannot be read; name a file in it.";
    case PADDOCK_READ_TOO_LARGE:
      return "The file is larger than what Paddock reads, and no part of it is given. Go on "
             "without it, or ask the user to raise the limit in Paddock’s settings.";
    case PADDOCK_READ_UNREADABLE:
      return "The file cannot be read. Ask the user to check its permissions.";
    case PADDOCK_READ_LINK_REFUSED:
      return "Its links lead in a circle, or there are too many of them.";
    case PADDOCK_READ_OTHER_FILE_SYSTEM:
      return "Another disk or mount begins there. Ask the user to share that place itself, or to "
             "allow other file systems below the folder.";
    case PADDOCK_READ_SENSITIVE:
      return "The file may hold secrets, and the user has not allowed it. Go on without it; where "
             "the question is still open, it can be asked for again after the user answered it.";
    case PADDOCK_READ_BUSY:
      return "Too much is being read at the moment. Try again later.";
    case PADDOCK_READ_TIMED_OUT:
      return "The disk does not answer. Try again later.";
    case PADDOCK_READ_RATE_LIMITED:
      return "Too many files in a minute. Wait a minute.";
    case PADDOCK_READ_READ_ONLY:
      return "The folder is shared to be read only.";
    case PADDOCK_READ_OUTSIDE:
    default:
      return "It lies in no folder that the user shares. Go on without it, or ask the user to "
             "share its folder in Paddock.";
  }
}

/* Whether @text is UTF-8 without control characters, except tab, newline, form feed and carriage
 * return. JSON makes other control characters six times as long, and people rarely write them. */
static gboolean
is_plain_text (const char *text,
               gsize       length)
{
  if (!g_utf8_validate_len (text, length, NULL))
    return FALSE;
  for (gsize i = 0; i < length; i++) {
    if ((guchar) text[i] < 0x20 && strchr ("\t\n\r\f", text[i]) == NULL)
      return FALSE;
  }
  return TRUE;
}

static gboolean
is_inside_character (const char *text,
                     gsize       length,
                     gsize       index)
{
  return index < length && ((guchar) text[index] & 0xc0) == 0x80;
}

static void
append_member (GString    *json,
               const char *name,
               const char *text)
{
  g_autofree char *quoted = paddock_json_quote (text);

  g_string_append_printf (json, ",\"%s\":%s", name, quoted);
}

/* Appends to @result the last members of a result, some of which only newer revisions have. */
static void
end_result (GString            *result,
            PaddockMcpRevision  revision,
            gboolean            is_error,
            const char         *structured)
{
  if (revision >= PADDOCK_MCP_2025_06_18)
    g_string_append_printf (result, ",\"structuredContent\":%s", structured);
  g_string_append_printf (result, ",\"isError\":%s}", is_error ? "true" : "false");
}

/* Returns the beginning of a result. In revisions with `resultType`, the result says that it is
 * complete. */
static GString *
begin_result (PaddockMcpRevision revision)
{
  return g_string_new (revision >= PADDOCK_MCP_2026_07_28
                         ? "{\"resultType\":\"complete\",\"content\":[" : "{\"content\":[");
}

/**
 * paddock_mcp_tools_write_error:
 * @revision: the negotiated revision
 * @nick: the nick of a verdict, or "unavailable"
 * @sentence: what is wrong and what to do
 *
 * Returns: (transfer full): the result of a refused call, JSON on one line
 */
char *
paddock_mcp_tools_write_error (PaddockMcpRevision  revision,
                               const char         *nick,
                               const char         *sentence)
{
  GString *result = begin_result (revision);
  g_autofree char *text = g_strdup_printf ("%s: %s", nick, sentence);
  g_autofree char *quoted = paddock_json_quote (text);
  g_autofree char *explanation = paddock_json_quote (sentence);
  g_autofree char *structured = g_strdup_printf ("{\"verdict\":\"%s\",\"allowed\":false,"
                                                 "\"explanation\":%s}", nick, explanation);

  g_string_append_printf (result, "{\"type\":\"text\",\"text\":%s}]", quoted);
  end_result (result, revision, TRUE, structured);
  return g_string_free (result, FALSE);
}

/* Writes the result of check_path. Even if the path is refused, the tool has checked it as the host
 * wanted, so the result is no error. */
static char *
write_checked (PaddockMcpRevision          revision,
               const PaddockMcpToolResult *found)
{
  GString *result = begin_result (revision);
  gboolean is_allowed = found->verdict == PADDOCK_READ_ALLOWED;
  g_autoptr (GString) structured = g_string_new (NULL);
  g_autofree char *quoted = NULL;

  g_string_append_printf (structured, "{\"verdict\":\"%s\",\"allowed\":%s",
                          paddock_read_verdict_to_nick (found->verdict),
                          is_allowed ? "true" : "false");
  append_member (structured, "explanation",
                 found->verdict == PADDOCK_READ_SENSITIVE
                   ? "The file may hold secrets: the user is asked when it is to be read."
                   : paddock_mcp_tools_explain (found->verdict));
  if (is_allowed && found->path != NULL) {
    g_autofree char *uri = paddock_uri_from_path (found->path);

    append_member (structured, "uri", uri);
    append_member (structured, "access", found->is_read_only ? "read-only" : "read-write");
    g_string_append_printf (structured, ",\"size\":%" G_GINT64_FORMAT, found->size);
  }
  g_string_append_c (structured, '}');

  quoted = paddock_json_quote (structured->str);
  g_string_append_printf (result, "{\"type\":\"text\",\"text\":%s}]", quoted);
  end_result (result, revision, FALSE, structured->str);
  return g_string_free (result, FALSE);
}

static void
append_content (GString    *result,
                const char *uri,
                const char *bytes,
                gsize       length,
                gboolean    is_text)
{
  if (is_text) {
    g_autofree char *text = g_strndup (bytes, length);
    g_autofree char *quoted = paddock_json_quote (text);

    g_string_append_printf (result, "{\"type\":\"text\",\"text\":%s}", quoted);
  } else {
    g_autofree char *blob = g_base64_encode ((const guchar *) bytes, length);
    g_autofree char *quoted = paddock_json_quote (uri);

    g_string_append_printf (result, "{\"type\":\"resource\",\"resource\":{\"uri\":%s,\"mimeType\":"
                            "\"application/octet-stream\",\"blob\":\"%s\"}}", quoted, blob);
  }
}

/* Appends a second text to @result. It names the range of the file that was sent. It comes after
 * the text of the file, so that nobody mistakes it for a part of the file. */
static void
append_moved (GString *result,
              gsize    offset,
              gsize    length,
              gsize    size)
{
  g_string_append_printf (result, ",{\"type\":\"text\",\"text\":\"The range was moved to whole "
                          "characters: offset %" G_GSIZE_FORMAT ", length %" G_GSIZE_FORMAT
                          " of %" G_GSIZE_FORMAT " bytes.\"}", offset, length, size);
}

static char *
write_read (PaddockMcpRevision          revision,
            const PaddockMcpToolCall   *tool_call,
            const PaddockMcpToolResult *found)
{
  gsize size;
  const char *data = g_bytes_get_data (found->bytes, &size);
  const char *bytes = data != NULL ? data : "";  /* an empty file */
  gboolean is_text = is_plain_text (bytes, size);
  gsize offset = MIN (tool_call->offset, size);
  gsize end = offset + MIN (tool_call->length, size - offset);
  gsize wanted_offset = offset;
  gsize wanted_end = end;
  g_autofree char *uri = paddock_uri_from_path (found->path);
  g_autoptr (GString) structured = g_string_new ("{\"verdict\":\"allowed\"");
  GString *result;

  while (is_text && is_inside_character (bytes, size, offset))
    offset--;
  while (is_text && is_inside_character (bytes, size, end))
    end++;
  if (end - offset > PADDOCK_MCP_READ_MAX)
    return paddock_mcp_tools_write_error (revision, "too-large", RANGE_TOO_LARGE);

  append_member (structured, "uri", uri);
  g_string_append_printf (structured, ",\"size\":%" G_GSIZE_FORMAT ",\"offset\":%" G_GSIZE_FORMAT
                          ",\"length\":%" G_GSIZE_FORMAT ",\"encoding\":\"%s\"}", size, offset,
                          end - offset, is_text ? "utf-8" : "base64");
  result = begin_result (revision);
  append_content (result, uri, bytes + offset, end - offset, is_text);
  if (revision < PADDOCK_MCP_2025_06_18 && (offset != wanted_offset || end != wanted_end))
    append_moved (result, offset, end - offset, size);
  g_string_append_c (result, ']');
  end_result (result, revision, FALSE, structured->str);
  return g_string_free (result, FALSE);
}

/**
 * paddock_mcp_tools_write_result:
 * @revision: the negotiated revision
 * @tool_call: the call
 * @found: the result
 *
 * Returns: (transfer full): the result of `tools/call`, JSON on one line
 */
char *
paddock_mcp_tools_write_result (PaddockMcpRevision          revision,
                                const PaddockMcpToolCall   *tool_call,
                                const PaddockMcpToolResult *found)
{
  if (found->problem != NULL)
    return paddock_mcp_tools_write_error (revision, "unavailable", found->problem);
  if (!tool_call->reads)
    return write_checked (revision, found);
  /* If more bytes than the limit were read, the file grew after it was opened. */
  if (found->verdict == PADDOCK_READ_ALLOWED && found->bytes != NULL && found->path != NULL &&
      (gint64) g_bytes_get_size (found->bytes) <= found->limit)
    return write_read (revision, tool_call, found);
  if (found->verdict == PADDOCK_READ_ALLOWED)
    return paddock_mcp_tools_write_error (revision, "too-large",
                                          paddock_mcp_tools_explain (PADDOCK_READ_TOO_LARGE));
  return paddock_mcp_tools_write_error (revision, paddock_read_verdict_to_nick (found->verdict),
                                        paddock_mcp_tools_explain (found->verdict));
}
