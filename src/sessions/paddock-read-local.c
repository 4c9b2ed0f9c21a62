/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-read-local.h"

#include <string.h>

#include "paddock-channel.h"
#include "paddock-json.h"
#include "paddock-message-write.h"
#include "paddock-meta.h"
#include "paddock-names.h"
#include "paddock-uri.h"

/* The messages of `client/readLocalFile`: parses requests and writes answers (docs/socket.md).
 * Pure.
 *
 * The contents have the form of `resources/read` (MCP 2025-11-25, resources). A refusal has its
 * verdict in `data.reason`. Each verdict has a constant text, so the refusal says nothing else
 * about the file.
 */

typedef struct {
  PaddockReadingRange *range;
  gboolean             is_sound;
} RangeReading;

/* Reads a JSON integer of at least @least, written without a fraction and without an exponent. */
static gboolean
read_count (PaddockSpan  value,
            guint64      least,
            guint64     *out)
{
  g_autofree char *digits = g_strndup (value.start, value.length);

  g_strstrip (digits);
  return g_ascii_string_to_unsigned (digits, 10, least, G_MAXINT64, out, NULL);
}

static gboolean
on_range_member (const char      *name,
                 PaddockSpan      value,
                 PaddockJsonType  type,
                 gpointer         user_data)
{
  RangeReading *reading = user_data;
  guint64 count;

  if (g_str_equal (name, "offset")) {
    reading->is_sound = reading->is_sound && type == PADDOCK_JSON_NUMBER &&
                        read_count (value, 0, &reading->range->offset);
  } else if (g_str_equal (name, "length")) {
    reading->is_sound = reading->is_sound && type == PADDOCK_JSON_NUMBER &&
                        read_count (value, 1, &count);
    if (reading->is_sound)
      reading->range->length = (gsize) MIN (count, G_MAXSIZE - 1);
  }
  return reading->is_sound;
}

static gboolean
read_range (const char          *text,
            PaddockReadingRange *range)
{
  PaddockSpan span = { text, text != NULL ? strlen (text) : 0 };
  RangeReading reading = { .range = range, .is_sound = TRUE };

  *range = (PaddockReadingRange) { .offset = 0, .length = G_MAXSIZE };
  if (text == NULL || paddock_json_get_type (span) == PADDOCK_JSON_NULL)
    return TRUE;
  if (paddock_json_get_type (span) != PADDOCK_JSON_OBJECT)
    return FALSE;
  paddock_json_foreach (span, on_range_member, &reading);
  return reading.is_sound;
}

/**
 * paddock_read_local_parse:
 * @request: a request of the method %PADDOCK_METHOD_READ_LOCAL_FILE
 * @out_problem: (out): what is wrong with @request, as static text
 *
 * Parses @request, but does not interpret its URI; paddock-reference.c does. An escaped NUL in the
 * URI becomes U+FFFD, so that the NUL does not cut the text.
 *
 * Returns: (transfer full) (nullable): what @request asks for; %NULL if @request is invalid
 */
PaddockReadLocal *
paddock_read_local_parse (const PaddockMessage  *request,
                          const char           **out_problem)
{
  g_autoptr (PaddockReadLocal) self = g_new0 (PaddockReadLocal, 1);
  g_autofree char *uri = paddock_message_dup_member (request, "uri");
  g_autofree char *range = paddock_message_dup_member (request, "range");

  if (uri != NULL)
    self->uri = paddock_json_dup_string ((PaddockSpan) { uri, strlen (uri) });
  if (self->uri == NULL) {
    *out_problem = "“uri” must be a string";
    return NULL;
  }
  if (!read_range (range, &self->range)) {
    *out_problem = "“range” must be an object; its “offset” is an integer from 0 on, its “length” "
                   "one from 1 on";
    return NULL;
  }
  return g_steal_pointer (&self);
}

void
paddock_read_local_free (PaddockReadLocal *self)
{
  g_free (self->uri);
  g_free (self);
}

/* Returns @data as a JSON string; NULL if the answer must use base64, because @data is not valid
 * UTF-8. Text full of control characters also gets base64: escaping makes it six times as long. */
static char *
quote_text (const char *data,
            gsize       length)
{
  g_autofree char *text = NULL;
  g_autofree char *quoted = NULL;

  /* If the length is given, g_utf8_validate_len() also refuses a NUL. */
  if (!g_utf8_validate_len (data, length, NULL))
    return NULL;
  text = g_strndup (data, length);
  quoted = paddock_json_quote (text);
  return strlen (quoted) <= PADDOCK_READ_LOCAL_MAX / 3 * 4 ? g_steal_pointer (&quoted) : NULL;
}

/**
 * paddock_read_local_write_result:
 * @id: JSON text of the request's id
 * @path: the canonical path of the file
 * @bytes: (nullable): the part of the file that is sent; %NULL: the file is empty
 * @task: (nullable): JSON text of the request's task
 *
 * Returns: (transfer full): the line with the contents
 */
GBytes *
paddock_read_local_write_result (const char *id,
                                 const char *path,
                                 GBytes     *bytes,
                                 const char *task)
{
  gsize length = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  g_autofree char *uri = paddock_uri_from_path (path);
  g_autofree char *quoted_uri = paddock_json_quote (uri);
  g_autofree char *text = quote_text (length > 0 ? data : "", length);
  g_autoptr (GString) result = g_string_new ("{\"contents\":[{\"uri\":");
  g_autoptr (GString) meta = g_string_new (NULL);

  g_string_append (result, quoted_uri);
  if (text != NULL) {
    g_string_append_printf (result, ",\"text\":%s}]", text);
  } else {
    g_autofree char *blob = g_base64_encode ((const guchar *) data, length);

    g_string_append_printf (result, ",\"mimeType\":\"application/octet-stream\",\"blob\":\"%s\"}]",
                            blob);
  }
  if (task != NULL)
    paddock_meta_add (meta, PADDOCK_META_RELATED_TASK, task);
  paddock_meta_append (result, meta->str);
  g_string_append_c (result, '}');
  return paddock_message_write_result (id, result->str);
}

static const char *
get_message (PaddockReadVerdict verdict)
{
  switch (verdict) {
    case PADDOCK_READ_MALFORMED:
      return "This is no reference to a local file";
    case PADDOCK_READ_MISSING:
      return "There is no such file";
    case PADDOCK_READ_NOT_A_FILE:
      return "This is no regular file";
    case PADDOCK_READ_TOO_LARGE:
      return "This is more than is read at once; ask for a smaller range";
    case PADDOCK_READ_UNREADABLE:
      return "The file cannot be read";
    case PADDOCK_READ_LINK_REFUSED:
      return "Too many links lead there";
    case PADDOCK_READ_OTHER_FILE_SYSTEM:
      return "Something else is mounted there";
    case PADDOCK_READ_SENSITIVE:
      return "Files like this often hold secrets, and the user did not allow this one";
    case PADDOCK_READ_BUSY:
      return "Too much is asked for at once, or the file changes too fast; try again later";
    case PADDOCK_READ_TIMED_OUT:
      return "The file system does not answer";
    case PADDOCK_READ_RATE_LIMITED:
      return "Too many files were asked for in the last minute";
    case PADDOCK_READ_READ_ONLY:
    case PADDOCK_READ_ALLOWED:
    case PADDOCK_READ_OUTSIDE:
    default:
      return "This lies outside of what the user shares with this server";
  }
}

/**
 * paddock_read_local_write_refusal:
 * @id: JSON text of the request's id
 * @verdict: why the file is not read
 *
 * Returns: (transfer full): the line with the error: -32602 if the request does not name a file,
 *   else %PADDOCK_RPC_NOT_READ
 */
GBytes *
paddock_read_local_write_refusal (const char         *id,
                                  PaddockReadVerdict  verdict)
{
  int code = verdict == PADDOCK_READ_MALFORMED ? PADDOCK_RPC_INVALID_PARAMS : PADDOCK_RPC_NOT_READ;
  g_autofree char *data = g_strdup_printf ("{\"reason\":\"%s\"}",
                                           paddock_read_verdict_to_nick (verdict));

  return paddock_message_write_error (id, code, get_message (verdict), data);
}
