/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-tool-list.h"

#include <string.h>

#define GOOD "{\"name\":\"good\",\"inputSchema\":{\"properties\":{\"a\":{\"type\":\"string\"," \
  "\"x-mcp-header\":\"A\"}}}}"
#define PLAIN "{\"name\":\"plain\",\"inputSchema\":{}}"
#define BAD "{\"name\":\"bad\",\"inputSchema\":{\"properties\":{\"a\":{\"type\":\"string\"," \
  "\"x-mcp-header\":\"\"}}}}"
#define ANSWER(result) "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" result "}"

typedef struct {
  PaddockToolList *list;
  GString         *said;
} Fixture;

static void
on_left_out (const char *tool,
             const char *why,
             gpointer    user_data)
{
  g_assert_nonnull (why);
  g_string_append_printf (user_data, "%s;", tool);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->said = g_string_new (NULL);
  fixture->list = paddock_tool_list_new (on_left_out, fixture->said);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_tool_list_free (fixture->list);
  g_string_free (fixture->said, TRUE);
}

/* What the host gets; NULL if it is too long. */
static char *
take (Fixture    *fixture,
      const char *answer)
{
  PaddockSpool *spool = paddock_spool_new ();
  g_autoptr (PaddockSpool) rest = NULL;
  PaddockSpan text;

  g_assert_true (paddock_spool_add (spool, (PaddockSpan) { answer, strlen (answer) }));
  rest = paddock_tool_list_filter (fixture->list, spool);
  if (rest == NULL)
    return NULL;
  text = paddock_spool_get_text (rest);
  g_assert_true (paddock_json_is_valid (text));
  return g_strndup (text.start, text.length);
}

static const struct {
  const char *answer;
  const char *rest;                 /* NULL: unchanged */
} rows[] = {
  { ANSWER ("{\"tools\":[" PLAIN "," GOOD "]}"), NULL },
  { ANSWER ("{\"tools\":[" BAD "]}"), ANSWER ("{\"tools\":[]}") },
  { ANSWER ("{\"tools\":[ " BAD " , " BAD " ] , \"x\" : 1}"),
    ANSWER ("{\"tools\":[] , \"x\" : 1}") },
  { ANSWER ("{\"tools\":[" BAD "," PLAIN "]}"), ANSWER ("{\"tools\":[" PLAIN "]}") },
  { ANSWER ("{\"tools\":[" PLAIN "," BAD "]}"), ANSWER ("{\"tools\":[" PLAIN "]}") },
  { ANSWER ("{\"tools\":[" PLAIN "," BAD "," BAD "]}"), ANSWER ("{\"tools\":[" PLAIN "]}") },
  { ANSWER ("{\"tools\":[" BAD "," BAD " ,\t" GOOD "," BAD "," PLAIN "," BAD "]}"),
    ANSWER ("{\"tools\":[" GOOD "," PLAIN "]}") },
  { ANSWER ("{\"tools\":[" BAD "],\"tools\":[" PLAIN "," BAD "]}"),
    ANSWER ("{\"tools\":[],\"tools\":[" PLAIN "]}") },
  { ANSWER ("{\"tools\":[7,{},null,\"x\",{\"name\":7}]}"), NULL },
  { ANSWER ("{\"tools\":{\"x\":" BAD "}}"), NULL },
  { ANSWER ("{\"tools\":7}"), NULL },
  { ANSWER ("[" BAD "]"), NULL },
  { ANSWER ("{\"nextCursor\":\"x\"}"), NULL },
  { "{\"id\":1,\"error\":{\"code\":1,\"message\":\"\"}}", NULL },
  { "[]", NULL },
  /* Valid or invalid, depending on which duplicate member counts. */
  { ANSWER ("{\"tools\":[{\"name\":\"x\",\"name\":\"y\",\"inputSchema\":{\"properties\":{\"a\":"
            "{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}}]}"), ANSWER ("{\"tools\":[]}") },
  { ANSWER ("{\"tools\":[{\"inputSchema\":{\"x-mcp-header\":\"A\"}}]}"),
    ANSWER ("{\"tools\":[]}") },
};

static void
test_rows (Fixture       *fixture,
           gconstpointer  data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *rest = NULL;

    g_test_message ("%s", rows[i].answer);
    rest = take (fixture, rows[i].answer);
    g_assert_cmpstr (rest, ==, rows[i].rest != NULL ? rows[i].rest : rows[i].answer);
  }
  /* Each is reported once. */
  g_assert_cmpstr (fixture->said->str, ==, "bad;y;?;");
}

static char *
call (Fixture    *fixture,
      const char *method,
      const char *params)
{
  g_autofree char *text = g_strdup_printf ("{\"id\":1,\"method\":\"%s\",\"params\":%s}", method,
                                           params);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (PaddockMessage) class = { 0 };
  g_auto (GStrv) headers = NULL;

  paddock_message_read ((PaddockSpan) { text, strlen (text) }, &class);
  paddock_tool_list_add_headers (fixture->list, &class, builder);
  headers = g_strv_builder_end (builder);
  return g_strjoinv ("|", headers);
}

static void
test_calls (Fixture       *fixture,
            gconstpointer  data)
{
  static const struct {
    const char *method;
    const char *params;
    const char *headers;
  } calls[] = {
    { "tools/call", "{\"name\":\"good\",\"arguments\":{\"a\":\"x\"}}", "Mcp-Param-A|x" },
    { "tools/call", "{\"arguments\":{\"a\":\"x\"},\"name\":\"\\u0067ood\"}", "Mcp-Param-A|x" },
    { "tools/call", "{\"name\":\"good\"}", "" },
    { "tools/call", "{\"name\":\"good\",\"arguments\":{}}", "" },
    { "tools/call", "{\"name\":\"plain\",\"arguments\":{\"a\":\"x\"}}", "" },
    { "tools/call", "{\"name\":\"Good\",\"arguments\":{\"a\":\"x\"}}", "" },
    { "tools/call", "{\"name\":7,\"arguments\":{\"a\":\"x\"}}", "" },
    { "tools/call", "[]", "" },
    { "prompts/get", "{\"name\":\"good\",\"arguments\":{\"a\":\"x\"}}", "" },
  };
  g_autofree char *unused = take (fixture, ANSWER ("{\"tools\":[" PLAIN "," GOOD "]}"));

  for (gsize i = 0; i < G_N_ELEMENTS (calls); i++) {
    g_autofree char *headers = call (fixture, calls[i].method, calls[i].params);

    g_test_message ("%s %s", calls[i].method, calls[i].params);
    g_assert_cmpstr (headers, ==, calls[i].headers);
  }
}

#define NAMED(name, header) "{\"name\":\"" name "\",\"inputSchema\":{\"properties\":{\"a\":" \
  "{\"type\":\"string\"" header "}}}}"

/* The last list counts. A page says nothing about tools on other pages. */
static void
test_changes (Fixture       *fixture,
              gconstpointer  data)
{
  static const struct {
    const char *tools;
    const char *headers;
  } lists[] = {
    { NAMED ("t", ",\"x-mcp-header\":\"A\""), "Mcp-Param-A|x" },
    { NAMED ("t", ",\"x-mcp-header\":\"B\""), "Mcp-Param-B|x" },
    { NAMED ("u", ",\"x-mcp-header\":\"C\""), "Mcp-Param-B|x" },
    { NAMED ("t", ",\"x-mcp-header\":\"D\"") "," NAMED ("t", ",\"x-mcp-header\":\"E\""),
      "Mcp-Param-E|x" },
    { NAMED ("t", ",\"x-mcp-header\":\" \""), "" },
    { NAMED ("t", ",\"x-mcp-header\":\"A\""), "Mcp-Param-A|x" },
    { NAMED ("t", ""), "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++) {
    g_autofree char *answer = g_strdup_printf (ANSWER ("{\"tools\":[%s]}"), lists[i].tools);
    g_autofree char *unused = take (fixture, answer);
    g_autofree char *headers = call (fixture, "tools/call",
                                     "{\"name\":\"t\",\"arguments\":{\"a\":\"x\"}}");

    g_test_message ("%s", lists[i].tools);
    g_assert_cmpstr (headers, ==, lists[i].headers);
    g_assert_true (paddock_tool_list_has (fixture->list, "t") == (*headers != '\0'));
  }
  g_assert_true (paddock_tool_list_has (fixture->list, "u"));
  paddock_tool_list_forget (fixture->list, "u");
  paddock_tool_list_forget (fixture->list, "u");
  g_assert_false (paddock_tool_list_has (fixture->list, "u"));
}

/* Makes an answer of exactly this length. */
static char *
make_answer (gsize length)
{
  GString *text = g_string_new (ANSWER ("{\"tools\":[" BAD "],\"x\":\""));

  g_string_truncate (text, text->len - 1);
  while (text->len < length - 3)
    g_string_append_c (text, 'x');
  g_string_append (text, "\"}}");
  g_assert_cmpuint (text->len, ==, length);
  return g_string_free (text, FALSE);
}

static void
test_length (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *most = make_answer (PADDOCK_TOOL_LIST_BYTES_MAX);
  g_autofree char *more = make_answer (PADDOCK_TOOL_LIST_BYTES_MAX + 1);
  g_autofree char *rest = take (fixture, most);

  g_assert_nonnull (rest);
  g_assert_null (strstr (rest, "bad"));
  g_assert_null (take (fixture, more));
}

/* Even with very many tools, the memory is limited, and the last tool is known. */
static void
test_many (Fixture       *fixture,
           gconstpointer  data)
{
  guint n_known = 0;

  for (guint i = 0; i < 200; i++) {
    g_autoptr (GString) text = g_string_new ("{\"id\":1,\"result\":{\"tools\":[7");
    g_autofree char *rest = NULL;

    for (guint j = 0; j < 100; j++)
      g_string_append_printf (text, "," NAMED ("t%u", ",\"x-mcp-header\":\"A\""), i * 100 + j);
    g_string_append (text, "]}}");
    rest = take (fixture, text->str);
    g_assert_cmpstr (rest, ==, text->str);
  }
  for (guint i = 0; i < 200 * 100; i++) {
    g_autofree char *name = g_strdup_printf ("t%u", i);

    n_known += paddock_tool_list_has (fixture->list, name);
  }
  g_assert_true (paddock_tool_list_has (fixture->list, "t19999"));
  g_assert_cmpuint (n_known, <, PADDOCK_TOOL_LIST_KNOWN_MAX / 32);
}

/* A tool without headers needs no space. A tool that does not fit pushes out nothing. */
static void
test_without_room (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *huge = g_strnfill (PADDOCK_TOOL_LIST_KNOWN_MAX, 'n');
  static const char * const schemas[] = {
    "{}", "{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}",
  };
  g_autofree char *first = take (fixture, ANSWER ("{\"tools\":[" GOOD "]}"));

  for (gsize i = 0; i < G_N_ELEMENTS (schemas); i++) {
    g_autofree char *answer =
      g_strdup_printf (ANSWER ("{\"tools\":[{\"name\":\"%s\",\"inputSchema\":%s}]}"), huge,
                       schemas[i]);
    g_autofree char *rest = take (fixture, answer);

    g_assert_cmpstr (rest, ==, answer);
    g_assert_false (paddock_tool_list_has (fixture->list, huge));
    g_assert_true (paddock_tool_list_has (fixture->list, "good"));
  }
}

/* A list with only invalid tools does not fill a log. */
static void
test_many_bad (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GString) text = g_string_new ("{\"id\":1,\"result\":{\"tools\":[");
  g_autofree char *rest = NULL;

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, "%s" NAMED ("\\n%u", ",\"x-mcp-header\":\" \""), i > 0 ? "," : "",
                            i);
  g_string_append (text, "]}}");
  rest = take (fixture, text->str);
  g_assert_cmpstr (rest, ==, "{\"id\":1,\"result\":{\"tools\":[]}}");
  g_assert_null (strchr (fixture->said->str, '\n'));
  g_strdelimit (fixture->said->str, ";", '\n');
  {
    g_auto (GStrv) lines = g_strsplit (fixture->said->str, "\n", -1);

    g_assert_cmpuint (g_strv_length (lines) - 1, ==, PADDOCK_TOOL_LIST_SAID_MAX);
  }
}

#define ADD(name, function) \
  g_test_add ("/tool-list/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("rows", test_rows);
  ADD ("calls", test_calls);
  ADD ("changes", test_changes);
  ADD ("length", test_length);
  ADD ("many", test_many);
  ADD ("without-room", test_without_room);
  ADD ("many-bad", test_many_bad);
  return g_test_run ();
}
