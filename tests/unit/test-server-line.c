/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-server-line.h"

#include <string.h>

#include "paddock-message.h"

#define OK PADDOCK_REASON_NONE
#define ODD PADDOCK_REASON_AMBIGUOUS
#define BAD PADDOCK_REASON_MALFORMED
#define OVER PADDOCK_REASON_LIMIT

#define WISH(requests) \
  "{\"id\":1,\"result\":{\"resultType\":\"input_required\",\"inputRequests\":" requests "}}"
#define ROOTS "{\"method\":\"roots/list\"}"

/* The rules of a conversation in which the answer 1 may ask. */
static const struct {
  const char   *line;
  PaddockReason reason;
} rows[] = {
  /* Messages. */
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", OK },
  { "{\"id\":\"a\",\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[]}}", OK },
  { "{\"method\":\"notifications/message\",\"params\":{\"data\":{\"a\":1,\"a\":2}}}", OK },
  { "{\"id\":1,\"method\":\"roots\\/list\"}", OK },
  { "{\"id\":1,\"result\":{}}", OK },
  { "{\"id\":1,\"result\":null}", OK },
  { "{\"id\":1,\"result\":\"roots/list\"}", OK },
  { "{\"id\":1,\"error\":{\"code\":-32021,\"Code\":1,\"code\":2}}", OK },
  { "{\"id\":1,\"error\":null,\"result\":{}}", OK },
  { "{\"id\":1,\"result\":null,\"error\":{}}", OK },
  { "{\"error\":{},\"id\":null}", OK },
  { "{\"id\":1,\"method\":\"x\",\"params\":[1]}", OK },
  { "{\"id\":1,\"method\":\"x\",\"result\":null}", OK },
  { "{\"id\":1,\"result\":{\"content\":[{\"Method\":1,\"a\\u0000\":1,\"a\":1,\"a\":2}]}}", OK },
  { "{\"id\":1,\"result\":{\"content\":[{\"text\":\"\\u0000 \\ud800\"}],"
    "\"structuredContent\":{\"inputRequests\":{\"r\":" ROOTS "}}}}", OK },
  { "{\"id\":1,\"result\":{\"tools\":[{\"name\":\"a\",\"Name\":\"b\"}],\"nextCursor\":1}}", OK },
  { "\t{\"id\":1,\"result\":{}} ", OK },
  { "{\"id\":1,\"result\":{}}\r", OK },
  { "{\"id\":1,\"result\":{\"_meta\":{\"a\":{\"A\":1,\"a\":1,\"a\":1}}}}", OK },

  /* No JSON, and no message. */
  { "", BAD }, { "not JSON", BAD }, { "{}", BAD }, { "1", BAD }, { "\"x\"", BAD }, { "null", BAD },
  { "{\"id\":1,\"result\":{}", BAD }, { "{\"id\":1,\"result\":NaN}", BAD },
  { "\xef\xbb\xbf{\"id\":1,\"result\":{}}", BAD }, { "{\"id\":1,\"result\":\"\xff\"}", BAD },
  { "{\"id\":1,\"result\":\"a\rb\"}", BAD },
  { "{\"id\":1}", BAD }, { "{\"result\":{}}", BAD }, { "{\"id\":null,\"result\":{}}", BAD },
  { "{\"id\":[1],\"result\":{}}", BAD }, { "{\"id\":null,\"method\":\"x\"}", BAD },
  { "{\"id\":true,\"method\":\"roots/list\"}", BAD }, { "{\"id\":1,\"method\":null}", BAD },
  { "{\"id\":1,\"method\":[\"roots/list\"]}", BAD },
  { "{\"id\":1,\"method\":null,\"result\":{}}", BAD },
  { "{\"method\":\"roots/list\"}", ODD },
  { "{\"id\":1,\"method\":\"x\",\"result\":{}}", ODD },
  { "{\"id\":1,\"method\":\"x\",\"error\":{}}", ODD },
  { "{\"id\":1,\"error\":{},\"result\":{}}", ODD },

  /* Lines in a line. */
  { "{\"id\":1,\r\"result\":{}}", ODD }, { "\r{\"id\":1,\"result\":{}}", ODD },
  { "{\"id\":1,\"result\":{}}\r\r", ODD }, { "{\"id\":1,\"result\":{}}\r ", ODD },
  { "{\"id\":1,\"result\":[\r{\"id\":2,\"method\":\"roots/list\"}\r]}", ODD },

  /* Duplicate names. */
  { "{\"id\":1,\"id\":2,\"result\":{}}", ODD }, { "{\"id\":1,\"i\\u0064\":2,\"result\":{}}", ODD },
  { "{\"id\":1,\"method\":\"ping\",\"method\":\"roots/list\"}", ODD },
  { "{\"id\":1,\"method\":\"x\",\"params\":{\"a\":1,\"a\":2}}", ODD },
  { "{\"id\":1,\"method\":\"x\",\"params\":{\"_meta\":{\"a\":1,\"a\":2}}}", ODD },
  { "{\"id\":1,\"result\":{\"a\":1,\"a\":2}}", ODD },
  { "{\"id\":1,\"result\":{\"a\":1,\"A\":2}}", ODD },
  { "{\"id\":1,\"result\":{\"_meta\":{\"a\":1,\"a\":2}}}", ODD },
  { "{\"id\":1,\"result\":{\"resultType\":\"complete\",\"resultType\":\"input_required\"}}", ODD },

  /* Names that readers without regard to case confuse. */
  { "{\"id\":1,\"Method\":\"roots/list\"}", ODD }, { "{\"ID\":1,\"method\":\"x\"}", ODD },
  { "{\"id\":1,\"method\":\"x\",\"METHOD\":\"roots/list\"}", ODD },
  { "{\"id\":1,\"method\":\"x\",\"Params\":{}}", ODD }, { "{\"id\":1,\"Result\":{}}", ODD },
  { "{\"id\":1,\"re\xc5\xbfult\":{}}", ODD }, { "{\"id\":1,\"re\\u017fult\":{}}", ODD },
  { "{\"\\u0131d\":1,\"result\":{}}", ODD }, { "{\"\\u0130d\":1,\"result\":{}}", ODD },
  { "{\"id\":1,\"JSONRPC\":\"2.0\",\"result\":{}}", ODD },
  { "{\"id\":1,\"method\":\"x\",\"params\":{\"_META\":{}}}", ODD },
  { "{\"method\":\"notifications/cancelled\",\"params\":{\"requestID\":1}}", ODD },
  { "{\"id\":1,\"result\":{\"ResultType\":\"input_required\"}}", ODD },
  { "{\"id\":1,\"result\":{\"InputRequests\":{\"r\":" ROOTS "}}}", ODD },
  { "{\"id\":1,\"result\":{\"inputReque\\ufb06s\":{\"r\":" ROOTS "}}}", ODD },
  { "{\"id\":1,\"result\":{\"result_type\":\"input_required\",\"input_requests\":{\"r\":" ROOTS
    "}}}", ODD },
  { "{\"id\":1,\"result\":{\"resultType\":\"input_required\",\"input_requests\":{\"r\":" ROOTS
    "}}}", ODD },
  { "{\"id\":1,\"result\":{\"_meta\":{\"IO.modelcontextprotocol/related-task\":1}}}", ODD },
  { "{\"id\":1,\"method\":\"Roots/List\"}", ODD },
  { "{\"id\":1,\"result\":{\"resultType\":\"Input_Required\"}}", ODD },

  /* Names that readers with C strings confuse, and text that no reader can decode. */
  { "{\"id\":1,\"method\":\"roots/list\\u0000\"}", ODD },
  { "{\"id\":1,\"method\":\"roots/list\\u0000x\"}", ODD },
  { "{\"method\":\"x\\ud800\"}", ODD }, { "{\"id\":1,\"method\\u0000\":\"roots/list\"}", ODD },
  { "{\"id\":1,\"result\":{\"inputRequests\\u0000\":{\"r\":" ROOTS "}}}", ODD },
  { "{\"id\":1,\"result\":{\"resultType\":\"input_required\\u0000\"}}", ODD },
  { "{\"id\":1,\"method\":\"x\",\"params\":{\"a\\u0000\":1}}", ODD },
  { "{\"id\":1,\"result\":{\"_meta\":{\"\\udc00\":1}}}", ODD },

  /* Answers that ask. */
  { WISH ("{\"r\":" ROOTS "}"), OK }, { WISH ("{}"), OK }, { WISH ("null"), OK },
  { WISH ("{\"r\":" ROOTS ",\"e\":{\"method\":\"elicitation/create\",\"params\":{\"a\":{\"b\":1,"
          "\"b\":2}}}}"), OK },
  { "{\"id\":1,\"result\":{\"resultType\":\"input_required\",\"requestState\":\"s\"}}", OK },
  { "{\"id\":1,\"result\":{\"resultType\":\"complete\",\"inputRequests\":null}}", OK },
  { "{\"id\":1,\"result\":{\"resultType\":\"task\",\"taskId\":\"t\"}}", OK },
  { "{\"id\":2,\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{\"r\":" ROOTS
    "}}}", BAD },
  { "{\"id\":2,\"result\":{\"resultType\":\"input_required\"}}", BAD },
  { "{\"id\":1,\"result\":{\"inputRequests\":{\"r\":" ROOTS "}}}", ODD },
  { "{\"id\":1,\"result\":{\"resultType\":\"complete\",\"inputRequests\":{\"r\":" ROOTS "}}}",
    ODD },
  { "{\"id\":1,\"result\":{\"resultType\":1,\"inputRequests\":{\"r\":" ROOTS "}}}", ODD },
  { "{\"method\":\"notifications/tasks\",\"params\":{\"inputRequests\":{\"r\":" ROOTS "}}}", BAD },
  { WISH ("[" ROOTS "]"), BAD }, { WISH ("{\"r\":[" ROOTS "]}"), BAD },
  { WISH ("{\"r\":{}}"), BAD },
  { WISH ("{\"r\":" ROOTS ",\"r\":" ROOTS "}"), ODD },
  { WISH ("{\"r\":" ROOTS ",\"R\":" ROOTS "}"), ODD },
  { WISH ("{\"r\\u0000\":" ROOTS "}"), ODD },
  { WISH ("{\"r\":{\"Method\":\"roots/list\"}}"), ODD },
  { WISH ("{\"r\":{\"method\":\"x\",\"method\":\"roots/list\"}}"), ODD },
  { WISH ("{\"r\":{\"method\":\"x\",\"METHOD\":\"roots/list\"}}"), ODD },
  { WISH ("{\"r\":{\"method\":\"roots/List\"}}"), ODD },
  { WISH ("{\"r\":{\"method\":\"roots/list\\u0000\"}}"), ODD },
  { WISH ("{\"r\":{\"method\":\"x\",\"params\":{\"_meta\":{\"a\":1,\"a\":2}}}}"), ODD },

  /* Arrays. */
  { "[{\"id\":1,\"method\":\"ping\"},{\"id\":2,\"result\":{}}]", OK },
  { "[]", BAD }, { "[[]]", BAD }, { "[1]", BAD }, { "[{\"n\":1}]", BAD },
  { "[{\"id\":1,\"method\":\"ping\"},{\"method\":\"roots/list\"}]", ODD },
  { "[{\"id\":1,\"method\":\"ping\"},\r{\"id\":2,\"method\":\"ping\"}]", ODD },
  { "[{\"id\":2,\"result\":{\"a\":1,\"a\":2}}]", ODD },
  { "[" WISH ("{\"r\":" ROOTS "}") "]", BAD },
};

static gboolean
may_ask (PaddockSpan id,
         gpointer    user_data)
{
  return id.length == 1 && *id.start == '1';
}

/* A copy of the exact size, so that a sanitizer notices a read beyond the end. */
static PaddockReason
judge (const char *line,
       gboolean    takes_batches,
       gboolean    asks)
{
  const PaddockServerLineRules rules = { .takes_batches = takes_batches,
                                         .may_ask = asks ? may_ask : NULL };
  gsize length = strlen (line);
  g_autofree char *copy = g_memdup2 (line, length);

  return paddock_server_line_judge ((PaddockSpan) { copy, length }, &rules);
}

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_test_message ("row %" G_GSIZE_FORMAT, i);
    g_assert_cmpstr (paddock_reason_to_nick (judge (rows[i].line, TRUE, TRUE)), ==,
                     paddock_reason_to_nick (rows[i].reason));
  }
}

/* Without batches, and if no answer may ask, fewer lines pass. */
static void
test_rules (void)
{
  g_assert_cmpint (judge ("[{\"id\":1,\"method\":\"ping\"}]", FALSE, TRUE), ==, BAD);
  g_assert_cmpint (judge (WISH ("{}"), TRUE, FALSE), ==, BAD);
  g_assert_cmpint (judge ("{\"id\":1,\"result\":{}}", FALSE, FALSE), ==, OK);
}

/* Tasks of the newest revision may ask for anything but roots. */
static void
test_tasks (void)
{
  static const struct { const char   *requests;
                        PaddockReason reason, other;
  } table[] = {
    { "{\"e\":{\"method\":\"elicitation/create\",\"params\":{\"a\":{\"b\":1,\"B\":2}}}}", OK, ODD },
    { "{}", OK, ODD }, { "null", OK, OK },
    { "{\"r\":" ROOTS "}", BAD, ODD },
    { "{\"e\":{\"method\":\"x\"},\"r\":" ROOTS "}", BAD, ODD },
    { "{\"e\":{\"method\":\"x\"},\"r\":{\"Method\":\"roots/list\"}}", ODD, ODD },
    { "{\"r\":{\"method\":\"roots/list\\u0000\"}}", ODD, ODD },
    { "{\"e\":{\"method\":\"x\",\"params\":{\"inputRequests\":{\"r\":" ROOTS "}}}}", BAD, ODD },
    { "[" ROOTS "]", BAD, ODD }, { "{\"r\":{}}", BAD, ODD },
  };
  const PaddockServerLineRules rules = { .takes_tasks = TRUE };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autofree char *answer = g_strdup_printf ("{\"id\":1,\"result\":{\"resultType\":\"complete\","
                                               "\"status\":\"input_required\","
                                               "\"inputRequests\":%s}}", table[i].requests);
    g_autofree char *notice = g_strdup_printf ("{\"method\":\"notifications/tasks\",\"params\":{"
                                               "\"inputRequests\":%s}}", table[i].requests);

    g_test_message ("%s", table[i].requests);
    g_assert_cmpint (paddock_server_line_judge ((PaddockSpan) { answer, strlen (answer) }, &rules),
                     ==, table[i].reason);
    g_assert_cmpint (paddock_server_line_judge ((PaddockSpan) { notice, strlen (notice) }, &rules),
                     ==, table[i].reason);
    g_assert_cmpint (judge (answer, FALSE, FALSE), ==, table[i].other);
    g_assert_cmpint (judge (notice, FALSE, FALSE), ==, table[i].other == OK ? OK : BAD);
  }
}

/* The check stops before the object ends. */
static void
test_limits (void)
{
  static const char * const places[] = {
    "{\"id\":1,\"result\":{},%s}", "{%s,\"id\":1,\"method\":\"roots/list\"}",
    "{\"id\":1,\"method\":\"x\",\"params\":{%s}}",
    "{\"id\":1,\"method\":\"x\",\"params\":{\"_meta\":{%s}}}", "{\"id\":1,\"result\":{%s}}",
    "{\"id\":1,\"result\":{%s,\"resultType\":\"input_required\",\"inputRequests\":{\"r\":" ROOTS
    "}}}",
    "{\"id\":1,\"result\":{\"_meta\":{%s}}}", WISH ("{%s,\"r\":" ROOTS "}"),
    WISH ("{\"r\":{%s,\"method\":\"roots/list\"}}"),
    WISH ("{\"r\":{\"method\":\"x\",\"params\":{%s}}}"),
  };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++) {
    g_auto (GStrv) parts = g_strsplit (places[i], "%s", 2);
    g_autofree char *name = g_strnfill (PADDOCK_JSON_NAME_MAX + 1, 'n');
    g_autofree char *long_name = g_strdup_printf ("%s\"%s\":{\"method\":\"m\"}%s", parts[0], name,
                                                  parts[1]);
    g_autoptr (GString) many = g_string_new (parts[0]);

    for (guint n = 0; n <= PADDOCK_MESSAGE_MEMBERS_MAX; n++)
      g_string_append_printf (many, "%s\"n%u\":{\"method\":\"m\"}", n > 0 ? "," : "", n);
    g_string_append (many, parts[1]);
    g_test_message ("%s", places[i]);
    g_assert_cmpint (judge (long_name, FALSE, TRUE), ==, OVER);
    g_assert_cmpint (judge (many->str, FALSE, TRUE), ==, OVER);
  }
}

static void
test_long_words (void)
{
  for (guint over = 0; over <= 1; over++) {
    g_autofree char *word = g_strnfill (PADDOCK_SERVER_LINE_NAME_MAX - 2 + over, 'w');
    g_autofree char *method = g_strdup_printf ("{\"id\":1,\"method\":\"%s\"}", word);
    g_autofree char *type = g_strdup_printf ("{\"id\":1,\"result\":{\"resultType\":\"%s\"}}", word);

    g_assert_cmpint (judge (method, FALSE, FALSE), ==, over ? OVER : OK);
    g_assert_cmpint (judge (type, FALSE, FALSE), ==, over ? OVER : OK);
  }
}

static void
test_blank (void)
{
  static const char * const blank[] = { "", " ", "\r", " \t\r" };

  for (gsize i = 0; i < G_N_ELEMENTS (blank); i++)
    g_assert_true (paddock_server_line_is_blank ((PaddockSpan) { blank[i], strlen (blank[i]) }));
  g_assert_false (paddock_server_line_is_blank ((PaddockSpan) { " x", 2 }));
}

/* Which peer waits for an answer to a line that was refused. */
static void
test_call (void)
{
  static const struct { const char *text;
                        gboolean    is_call;
  } table[] = {
    { "{\"id\":1,\"method\":\"x\"}", TRUE }, { "{\"id\":1,\"METHOD\":\"x\"}", TRUE },
    { "{\"id\":1,\"method\\u0000y\":\"x\"}", TRUE }, { "{\"id\":1,\"method\":\"x\"", TRUE },
    { "{\"id\":1,\"result\":{\"method\":\"x\"}}", FALSE }, { "{\"id\":1,\"Result\":1}", FALSE },
    { "{\"id\":1,\"result\":{", FALSE }, { "{", FALSE }, { "1", FALSE }, { "", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    g_assert_cmpint (paddock_server_line_is_call ((PaddockSpan) { table[i].text,
                                                                  strlen (table[i].text) }), ==,
                     table[i].is_call);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/server-line/rows", test_rows);
  g_test_add_func ("/server-line/rules", test_rules);
  g_test_add_func ("/server-line/tasks", test_tasks);
  g_test_add_func ("/server-line/limits", test_limits);
  g_test_add_func ("/server-line/long-words", test_long_words);
  g_test_add_func ("/server-line/blank", test_blank);
  g_test_add_func ("/server-line/call", test_call);
  return g_test_run ();
}
