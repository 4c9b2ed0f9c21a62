/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"

#include <string.h>

#include "paddock-tool-list.h"

#define CALL "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":" \
  "{\"a\":\"x\\r\\ny\",\"b\":{\"c\":1e2}}}}"

static void
on_left_out (const char *tool,
             const char *why,
             gpointer    user_data)
{
  g_assert_true (g_utf8_validate (tool, -1, NULL));
  g_assert_null (strpbrk (tool, "\r\n"));
  g_assert_nonnull (why);
}

static PaddockSpool *
spool_of (PaddockSpan text)
{
  PaddockSpool *spool = paddock_spool_new ();

  g_assert_true (paddock_spool_add (spool, text));
  return spool;
}

/* Whatever a server lists, it can't end a header early. */
static void
check_headers (const PaddockToolList *list)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (PaddockMessage) class = { 0 };
  g_auto (GStrv) headers = NULL;

  paddock_message_read ((PaddockSpan) { CALL, strlen (CALL) }, &class);
  paddock_tool_list_add_headers (list, &class, builder);
  headers = g_strv_builder_end (builder);
  for (guint i = 0; headers[i] != NULL; i += 2) {
    g_assert_true (g_str_has_prefix (headers[i], "Mcp-Param-"));
    for (const char *at = headers[i]; *at != '\0'; at++)
      g_assert_true (g_ascii_isgraph (*at) && strchr ("():;,\"/<>=?@[]{}\\", *at) == NULL);
    for (const char *at = headers[i + 1]; *at != '\0'; at++)
      g_assert_true (g_ascii_isprint (*at));
  }
}

/* The filtered list is JSON and not longer than before. Filtering it again removes nothing. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  PaddockSpan text = { (const char *) data, size };
  g_autoptr (PaddockToolList) list = NULL;
  g_autoptr (PaddockSpool) once = NULL;
  g_autoptr (PaddockSpool) twice = NULL;
  PaddockSpan left, again;

  if (size == 0 || !paddock_json_is_valid (text))
    return 0;
  list = paddock_tool_list_new (on_left_out, NULL);
  once = paddock_tool_list_filter (list, spool_of (text));
  g_assert_nonnull (once);
  check_headers (list);
  left = paddock_spool_get_text (once);
  g_assert_true (paddock_json_is_valid (left));
  g_assert_cmpuint (left.length, <=, size);
  twice = paddock_tool_list_filter (list, spool_of (left));
  again = paddock_spool_get_text (twice);
  g_assert_cmpmem (left.start, left.length, again.start, again.length);
  return 0;
}
