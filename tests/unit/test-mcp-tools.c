/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-mcp-tools.h"

#include <string.h>

static JsonObject *
parse (const char *text)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  return json_object_ref (json_node_get_object (json_parser_get_root (parser)));
}

static void
test_wishes (void)
{
  static const struct {
    const char *tool;
    const char *arguments;
    const char *reference;          /* NULL: refused */
    gsize       offset;
    gsize       length;
    gboolean    for_writing;
  } rows[] = {
    { "read_local_file", "{'path':'/a'}", "/a", 0, G_MAXSIZE },
    { "read_local_file", "{'path':''}", "", 0, G_MAXSIZE },
    { "read_local_file", "{'path':'/a','offset':0,'length':1}", "/a", 0, 1 },
    { "read_local_file", "{'path':'/a','offset':null,'length':null}", "/a", 0, G_MAXSIZE },
    { "read_local_file", "{'path':'/a','offset':9223372036854775807}", "/a", G_MAXINT64,
      G_MAXSIZE },
    { "read_local_file", "{'path':'/a','write':5}", "/a", 0, G_MAXSIZE },
    { "check_path", "{'path':'/a'}", "/a", 0, G_MAXSIZE },
    { "check_path", "{'path':'/a','write':true}", "/a", 0, G_MAXSIZE, TRUE },
    { "check_path", "{'path':'/a','write':false,'offset':'x'}", "/a", 0, G_MAXSIZE },

    { "read_local_file", NULL, NULL },
    { "read_local_file", "{}", NULL },
    { "read_local_file", "{'path':null}", NULL },
    { "read_local_file", "{'path':5}", NULL },
    { "read_local_file", "{'path':true}", NULL },
    { "read_local_file", "{'path':['/a']}", NULL },
    { "read_local_file", "{'path':{'path':'/a'}}", NULL },
    { "read_local_file", "{'Path':'/a'}", NULL },
    { "read_local_file", "{'path':'/a','offset':-1}", NULL },
    { "read_local_file", "{'path':'/a','offset':1.5}", NULL },
    { "read_local_file", "{'path':'/a','offset':1.0}", NULL },
    { "read_local_file", "{'path':'/a','offset':'1'}", NULL },
    { "read_local_file", "{'path':'/a','offset':[]}", NULL },
    { "read_local_file", "{'path':'/a','length':0}", NULL },
    { "read_local_file", "{'path':'/a','length':-5}", NULL },
    { "read_local_file", "{'path':'/a','length':{}}", NULL },
    { "check_path", "{'path':'/a','write':1}", NULL },
    { "check_path", "{'path':'/a','write':'true'}", NULL },
    { "check_path", "{'path':'/a','write':[true]}", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *text = rows[i].arguments != NULL
                              ? g_strdelimit (g_strdup (rows[i].arguments), "'", '"') : NULL;
    g_autoptr (JsonObject) arguments = text != NULL ? parse (text) : NULL;
    const char *problem = "x";
    g_autoptr (PaddockMcpToolCall) tool_call = paddock_mcp_tools_call_new (rows[i].tool, arguments,
                                                                           &problem);

    g_test_message ("%s", rows[i].arguments);
    if (rows[i].reference == NULL) {
      g_assert_null (tool_call);
      g_assert_nonnull (problem);
      continue;
    }
    g_assert_nonnull (tool_call);
    g_assert_null (problem);
    g_assert_cmpstr (tool_call->reference, ==, rows[i].reference);
    g_assert_cmpuint (tool_call->offset, ==, rows[i].offset);
    g_assert_cmpuint (tool_call->length, ==, rows[i].length);
    g_assert_cmpint (tool_call->for_writing, ==, rows[i].for_writing);
    g_assert_cmpint (tool_call->reads, ==, g_str_equal (rows[i].tool, "read_local_file"));
  }
}

static void
test_no_tool (void)
{
  static const char * const names[] = { "", "read", "Read_Local_File", "check_path ", "ping" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    const char *problem = "x";

    g_assert_null (paddock_mcp_tools_call_new (names[i], NULL, &problem));
    g_assert_null (problem);
  }
}

static void
test_lists (void)
{
  for (PaddockMcpRevision i = PADDOCK_MCP_2024_11_05; i <= PADDOCK_MCP_2026_07_28; i++) {
    g_autofree char *text = g_strdup_printf ("{%s}", paddock_mcp_tools_list (i));
    g_autoptr (JsonObject) list = parse (text);
    JsonArray *tools = json_object_get_array_member (list, "tools");

    g_assert_cmpuint (json_array_get_length (tools), ==, 2);
    for (guint j = 0; j < 2; j++) {
      JsonObject *tool = json_array_get_object_element (tools, j);

      g_assert_true (json_object_has_member (tool, "inputSchema"));
      g_assert_cmpint (json_object_has_member (tool, "annotations"), ==,
                       i >= PADDOCK_MCP_2025_03_26);
      g_assert_cmpint (json_object_has_member (tool, "outputSchema"), ==,
                       i >= PADDOCK_MCP_2025_06_18);
    }
  }
}

/* The result of reading a range: its text, or "blob" and the number of bytes. */
static void
test_ranges (void)
{
  static const struct {
    const char *file;
    gsize       size;
    gsize       offset;
    gsize       length;
    const char *expected;
  } rows[] = {
    { "hello", 5, 0, G_MAXSIZE, "hello" },
    { "hello", 5, 1, 3, "ell" },
    { "hello", 5, 4, 9, "o" },
    { "hello", 5, 5, 9, "" },
    { "hello", 5, G_MAXSIZE, G_MAXSIZE, "" },
    { "", 0, 0, G_MAXSIZE, "" },
    { "a\tb\r\nc\f", 7, 0, G_MAXSIZE, "a\tb\r\nc\f" },
    { "Grüße", 7, 3, 1, "ü" },
    { "Grüße", 7, 2, 1, "ü" },
    { "Grüße", 7, 0, 3, "Grü" },
    { "Grüße", 7, 3, 2, "üß" },
    { "\xf0\x9f\x90\xb4", 4, 2, 1, "🐴" },
    { "\xff", 1, 0, G_MAXSIZE, "blob 1" },
    { "a\0b", 3, 0, G_MAXSIZE, "blob 3" },
    { "a\0b", 3, 0, 1, "blob 1" },
    { "a\x1b[0m", 5, 0, G_MAXSIZE, "blob 5" },
    { "Gr\xc3", 3, 0, 2, "blob 2" },
    { "\xc3\xbc\xff", 3, 1, 1, "blob 1" },
    { "\xed\xa0\x80", 3, 0, G_MAXSIZE, "blob 3" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GBytes) bytes = g_bytes_new (rows[i].file, rows[i].size);
    PaddockMcpToolCall tool_call = {
      .reads = TRUE, .offset = rows[i].offset, .length = rows[i].length,
    };
    PaddockMcpToolResult found = {
      .verdict = PADDOCK_READ_ALLOWED, .path = (char *) "/a b", .limit = 100, .bytes = bytes,
    };
    g_autofree char *text = paddock_mcp_tools_write_result (PADDOCK_MCP_2025_11_25, &tool_call,
                                                            &found);
    g_autoptr (JsonObject) result = parse (text);
    JsonObject *content =
      json_array_get_object_element (json_object_get_array_member (result, "content"), 0);
    JsonObject *structured = json_object_get_object_member (result, "structuredContent");
    g_autofree char *got = NULL;

    g_assert_false (json_object_get_boolean_member (result, "isError"));
    if (json_object_has_member (content, "text")) {
      got = g_strdup (json_object_get_string_member (content, "text"));
      g_assert_cmpint (json_object_get_int_member (structured, "length"), ==, strlen (got));
    } else {
      JsonObject *resource = json_object_get_object_member (content, "resource");
      gsize length;
      g_autofree guchar *blob =
        g_base64_decode (json_object_get_string_member (resource, "blob"), &length);

      g_assert_cmpstr (json_object_get_string_member (resource, "uri"), ==, "file:///a%20b");
      g_assert_cmpmem (blob, length, rows[i].file + rows[i].offset, length);
      got = g_strdup_printf ("blob %" G_GSIZE_FORMAT, length);
    }
    g_assert_cmpstr (got, ==, rows[i].expected);
    g_assert_cmpint (json_object_get_int_member (structured, "size"), ==, rows[i].size);
  }
}

/* If nothing else shows it, a second text says that a range was moved, and where to. */
static void
test_moved (void)
{
  static const struct {
    gsize       offset;
    gsize       length;
    const char *expected;             /* "": it was not moved */
  } rows[] = {
    { 0, G_MAXSIZE, "" }, { 2, 2, "" }, { 0, 2, "" }, { 7, 1, "" }, { 100, 1, "" },
    { 3, 1, "offset 2, length 2 of 7 bytes." },
    { 2, 1, "offset 2, length 2 of 7 bytes." },
    { 0, 3, "offset 0, length 4 of 7 bytes." },
    { 3, 100, "offset 2, length 5 of 7 bytes." },
  };
  g_autoptr (GBytes) bytes = g_bytes_new_static ("Grüße", 7);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    for (PaddockMcpRevision revision = 0; revision <= PADDOCK_MCP_2026_07_28; revision++) {
      PaddockMcpToolCall tool_call = {
        .reads = TRUE, .offset = rows[i].offset, .length = rows[i].length,
      };
      PaddockMcpToolResult found = {
        .verdict = PADDOCK_READ_ALLOWED, .path = (char *) "/a", .limit = 100, .bytes = bytes,
      };
      g_autofree char *text = paddock_mcp_tools_write_result (revision, &tool_call, &found);
      g_autoptr (JsonObject) result = parse (text);
      JsonArray *content = json_object_get_array_member (result, "content");
      gboolean is_said = revision < PADDOCK_MCP_2025_06_18 && *rows[i].expected != '\0';

      g_assert_cmpuint (json_array_get_length (content), ==, is_said ? 2 : 1);
      if (is_said)
        g_assert_true (g_str_has_suffix (
                         json_object_get_string_member (json_array_get_object_element (content, 1),
                                                        "text"), rows[i].expected));
    }
  }
}

/* At the limits and one more: the user's limit, and that of one answer. */
static void
test_limits (void)
{
  static const struct {
    gsize    size;
    gint64   limit;
    gsize    length;
    gboolean expected;
  } rows[] = {
    { 10, 10, G_MAXSIZE, TRUE },
    { 11, 10, G_MAXSIZE, FALSE },
    { 11, 10, 1, FALSE },
    { PADDOCK_MCP_READ_MAX, G_MAXINT32, G_MAXSIZE, TRUE },
    { PADDOCK_MCP_READ_MAX + 1, G_MAXINT32, G_MAXSIZE, FALSE },
    { PADDOCK_MCP_READ_MAX + 1, G_MAXINT32, PADDOCK_MCP_READ_MAX, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *data = g_strnfill (rows[i].size, 'x');
    g_autoptr (GBytes) bytes = g_bytes_new (data, rows[i].size);
    PaddockMcpToolCall tool_call = { .reads = TRUE, .length = rows[i].length };
    PaddockMcpToolResult found = {
      .verdict = PADDOCK_READ_ALLOWED, .path = (char *) "/a", .limit = rows[i].limit,
      .bytes = bytes,
    };
    g_autofree char *text = paddock_mcp_tools_write_result (PADDOCK_MCP_2025_11_25, &tool_call,
                                                            &found);
    g_autoptr (JsonObject) result = parse (text);

    g_assert_cmpint (json_object_get_boolean_member (result, "isError"), !=, rows[i].expected);
    g_assert_true (rows[i].expected || strstr (text, "\"text\":\"too-large: ") != NULL);
    /* A range does not help if the whole file is too large. */
    g_assert_cmpint (strstr (text, "offset and length") != NULL, ==,
                     !rows[i].expected && rows[i].size <= (gsize) rows[i].limit);
  }
}

/* Every verdict is a sentence, and says no more about the file. */
static void
test_refusals (void)
{
  for (PaddockReadVerdict i = 0; i <= PADDOCK_READ_ALLOWED; i++) {
    PaddockMcpToolCall read = { .reads = TRUE, .length = G_MAXSIZE };
    PaddockMcpToolCall check = { .reads = FALSE };
    PaddockMcpToolResult found = { .verdict = i, .size = 77, .limit = 100 };
    g_autofree char *begin = g_strdup_printf ("%s: ", paddock_read_verdict_to_nick (i));

    for (PaddockMcpRevision j = PADDOCK_MCP_2024_11_05; j <= PADDOCK_MCP_2026_07_28; j++) {
      g_autofree char *text = paddock_mcp_tools_write_result (j, &read, &found);
      g_autofree char *checked = paddock_mcp_tools_write_result (j, &check, &found);
      g_autoptr (JsonObject) result = parse (text);
      g_autoptr (JsonObject) check_result = parse (checked);
      JsonObject *content =
        json_array_get_object_element (json_object_get_array_member (result, "content"), 0);
      const char *said = json_object_get_string_member (content, "text");

      g_assert_true (json_object_get_boolean_member (result, "isError"));
      g_assert_true (g_str_has_prefix (said, i == PADDOCK_READ_ALLOWED ? "too-large: " : begin));
      g_assert_null (strstr (said, "77"));
      g_assert_false (json_object_get_boolean_member (check_result, "isError"));
      g_assert_null (strstr (checked, "uri"));
      g_assert_cmpint (json_object_has_member (result, "structuredContent"), ==,
                       j >= PADDOCK_MCP_2025_06_18);
      g_assert_cmpint (json_object_has_member (result, "resultType"), ==,
                       j >= PADDOCK_MCP_2026_07_28);
    }
  }
}

static void
test_problem (void)
{
  PaddockMcpToolCall tool_call = { .reads = FALSE };
  PaddockMcpToolResult found = {
    .verdict = PADDOCK_READ_ALLOWED, .problem = (char *) "no \"bus\"\n", .path = (char *) "/a",
  };
  g_autofree char *text = paddock_mcp_tools_write_result (PADDOCK_MCP_2025_11_25, &tool_call,
                                                          &found);
  g_autoptr (JsonObject) result = parse (text);

  g_assert_true (json_object_get_boolean_member (result, "isError"));
  g_assert_null (strchr (text, '\n'));
  g_assert_nonnull (strstr (text, "unavailable: no"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mcp-tools/wishes", test_wishes);
  g_test_add_func ("/mcp-tools/no-tool", test_no_tool);
  g_test_add_func ("/mcp-tools/lists", test_lists);
  g_test_add_func ("/mcp-tools/ranges", test_ranges);
  g_test_add_func ("/mcp-tools/moved", test_moved);
  g_test_add_func ("/mcp-tools/limits", test_limits);
  g_test_add_func ("/mcp-tools/refusals", test_refusals);
  g_test_add_func ("/mcp-tools/problem", test_problem);
  return g_test_run ();
}
