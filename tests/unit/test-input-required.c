/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "filter-fixture.h"
#include "paddock-input-required.h"

/* Everything is recorded as one text, as in the test of the mediator. The random part of Paddock's
 * own ids is cut out: "paddock-r1". */
typedef struct {
  PaddockFilter         probe;      /* next to the host */
  PaddockFilterChain   *chain;
  PaddockInputRequired *input;
  GString              *log;
  char                 *last_id;    /* (owned) (nullable) the last own id, quoted */
  GString              *followed;   /* (owned) (nullable) methods and ids of followed lines */
  gboolean              is_held;    /* followed lines go no further */
} Fixture;

static void
note (Fixture    *fixture,
      const char *who,
      GBytes     *line)
{
  gsize length;
  const char *data = g_bytes_get_data (line, &length);
  g_autofree char *text = g_strndup (data, length);
  char *id = strstr (text, "\"paddock-");

  if (id != NULL && !g_str_has_prefix (id, "\"paddock-state")) {
    char *end = strchr (id + 1, '"');

    g_free (fixture->last_id);
    fixture->last_id = g_strndup (id, (gsize) (end - id) + 1);
    memmove (id + 9, id + 26, strlen (id + 26) + 1);
  }
  g_string_append_printf (fixture->log, "%s>%s\n", who, text);
}

static void
to_host (GBytes   *line,
         gpointer  user_data)
{
  note (user_data, "host", line);
}

static void
to_server (GBytes   *line,
           gboolean  is_ours,
           gpointer  user_data)
{
  note (user_data, "server", line);
}

static void
on_ask (gpointer user_data)
{
  g_string_append (((Fixture *) user_data)->log, "ask\n");
}

static gboolean
follow (Fixture              *fixture,
        const char           *way,
        const PaddockMessage *message)
{
  if (fixture->followed != NULL)
    g_string_append_printf (fixture->followed, "%s%s %.*s;", way,
                            message->method != NULL ? message->method : "answer",
                            (int) message->id.length,
                            message->id.length > 0 ? message->id.start : "");
  return !fixture->is_held;
}

static gboolean
follow_host (PaddockFilter  *filter,
             PaddockMessage *message)
{
  return follow ((Fixture *) filter, "", message);
}

static gboolean
follow_server (PaddockFilter  *filter,
               PaddockMessage *message)
{
  return follow ((Fixture *) filter, "<", message);
}

static const PaddockFilterFuncs probe_funcs = {
  .to_server = follow_host,
  .to_host = follow_server,
};
static const PaddockFilterEnds ends = { to_host, to_server };

static void
set_up (Fixture       *fixture,
        gconstpointer  is_strict)
{
  fixture->log = g_string_new (NULL);
  fixture->probe.funcs = &probe_funcs;
  fixture->chain = paddock_filter_chain_new (&ends, fixture);
  fixture->input = paddock_input_required_new (on_ask, is_strict != NULL, fixture);
  paddock_filter_chain_add (fixture->chain, &fixture->probe);
  paddock_filter_chain_add (fixture->chain, (PaddockFilter *) fixture->input);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_input_required_free (fixture->input);
  paddock_filter_chain_free (fixture->chain);
  g_string_free (fixture->log, TRUE);
  g_free (fixture->last_id);
}

static void
expect (Fixture    *fixture,
        const char *expected)
{
  g_assert_cmpstr (fixture->log->str, ==, expected);
  g_string_truncate (fixture->log, 0);
}

static void
say (Fixture    *fixture,
     gboolean    is_host,
     const char *line,
     const char *expected)
{
  gboolean passes = goes_on (fixture->chain, is_host ? PADDOCK_TO_SERVER : PADDOCK_TO_HOST, line);

  g_test_message ("%s", line);
  g_string_append_c (fixture->log, passes ? '+' : '-');
  expect (fixture, expected);
}

/* Uses the last id of Paddock's own. */
static void
say_own (Fixture    *fixture,
         const char *rest,
         const char *expected)
{
  g_autofree char *line = g_strdup_printf ("{\"id\":%s,%s", fixture->last_id, rest);

  say (fixture, FALSE, line, expected);
}

static void
answer (Fixture *fixture)
{
  g_autoptr (PaddockRootList) list = paddock_root_list_new_empty ();

  paddock_input_required_answer (fixture->input, list);
}

#define HOST(line, expected) say (fixture, TRUE, line, expected)
#define SERVER(line, expected) say (fixture, FALSE, line, expected)
#define META(capabilities, more) \
  "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"," \
  "\"io.modelcontextprotocol/clientCapabilities\":{" capabilities "}" more "}"
#define CALL(id, capabilities, more) \
  "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"tools/call\"," \
  "\"params\":{\"name\":\"t\",\"n\":1.0," META (capabilities, more) "}}"
#define WANT(state) \
  "\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{\"r\":{\"method\":" \
  "\"roots\\/list\"}}" state "}}"
#define AGAIN(n, state) \
  "server>{\"jsonrpc\":\"2.0\",\"id\":\"paddock-r" n "\",\"method\":\"tools/call\",\"params\":{" \
  "\"inputResponses\":{\"r\":{\"roots\":[]}}" state ",\"name\":\"t\",\"n\":1.0," \
  META ("\"roots\":{}", "") "}}\n"

static void
begin (Fixture *fixture)
{
  HOST (CALL ("1", "", ""), "server>" CALL ("1", "\"roots\":{}", "") "\n-");
}

static void
test_capability (Fixture       *fixture,
                 gconstpointer  data)
{
  HOST (CALL ("1", "\"sampling\":{ }", ""),
        "server>" CALL ("1", "\"roots\":{},\"sampling\":{ }", "")
        "\n-");
  HOST (CALL ("2", "\"roots\":{\"listChanged\":true}", ""),
        "server>" CALL ("2", "\"roots\":{}", "") "\n-");
  HOST ("{\"id\":3,\"method\":\"server/discover\",\"params\":{" META ("", "") "}}",
        "server>{\"id\":3,\"method\":\"server/discover\",\"params\":{" META ("\"roots\":{}", "")
        "}}\n-");
  /* Another revision, no capabilities, no request, no JSON; an id that is under way. */
  HOST ("{\"id\":4,\"method\":\"tools/call\",\"params\":{\"_meta\":{"
        "\"io.modelcontextprotocol/protocolVersion\":\"2025-11-25\","
        "\"io.modelcontextprotocol/clientCapabilities\":{}}}}", "+");
  HOST ("{\"id\":4,\"method\":\"tools/call\",\"params\":{\"_meta\":{"
        "\"io.modelcontextprotocol/clientCapabilities\":{}}}}", "+");
  HOST ("{\"id\":4,\"method\":\"tools/call\",\"params\":{\"_meta\":{"
        "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
        "\"io.modelcontextprotocol/clientCapabilities\":[]}}}", "+");
  HOST ("{\"method\":\"tools/call\",\"params\":{" META ("", "") "}}", "+");
  HOST ("{\"id\":4,\"id\":5,\"method\":\"tools/call\",\"params\":{" META ("", "") "}}", "+");
  HOST ("{\"id\":4,\"method\":\"tools/call\",\"params\":{" META ("", "") "}", "+");
  HOST (CALL ("1", "", ""), "+");
}

static void
test_repeated (Fixture       *fixture,
               gconstpointer  data)
{
  begin (fixture);
  SERVER ("{\"id\":1," WANT (",\"requestState\":\"\\u0061\\/\""), "ask\n-");
  g_assert_true (paddock_input_required_is_waiting (fixture->input));
  answer (fixture);
  expect (fixture, AGAIN ("1", ",\"requestState\":\"\\u0061\\/\""));
  g_assert_false (paddock_input_required_is_waiting (fixture->input));
  answer (fixture);
  expect (fixture, "");
  /* Under the id of the host this answers nothing now. */
  SERVER ("{\"id\":1,\"result\":{}}", "-");
  SERVER ("{\"id\":1," WANT (""), "-");
  say_own (fixture, WANT (""), "ask\n-");
  answer (fixture);
  expect (fixture, AGAIN ("2", ""));
  say_own (fixture, "\"result\":{ \"n\":1.0 }}", "host>{\"id\":1,\"result\":{ \"n\":1.0 }}\n-");
  SERVER ("{\"id\":1," WANT (""), "+");
}

static void
test_rounds (Fixture       *fixture,
             gconstpointer  data)
{
  begin (fixture);
  SERVER ("{\"id\":1," WANT (""), "ask\n-");
  for (guint i = 1; i <= PADDOCK_INPUT_REQUIRED_ROUNDS_MAX; i++) {
    answer (fixture);
    g_string_truncate (fixture->log, 0);
    say_own (fixture, WANT (""), i < PADDOCK_INPUT_REQUIRED_ROUNDS_MAX ? "ask\n-"
             : "host>{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":"
             "\"The server asks for roots without end\"}}\n-");
  }
  answer (fixture);
  expect (fixture, "");
}

/* What is not a question about roots alone, in a request that may have one, passes. */
static void
test_others (Fixture       *fixture,
             gconstpointer  data)
{
  static const char * const results[] = {
    "\"error\":{\"code\":-32021}}",
    "\"result\":{\"resultType\":\"complete\",\"inputRequests\":{\"r\":{\"method\":"
    "\"roots/list\"}}}}",
    "\"result\":{\"inputRequests\":{\"r\":{\"method\":\"roots/list\"}}}}",
    "\"result\":{\"resultType\":\"input_required\",\"requestState\":\"x\"}}",
    "\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{}}}",
    "\"result\":{\"resultType\":\"input_required\",\"inputRequests\":[]}}",
    "\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{\"e\":{\"method\":"
    "\"elicitation/create\"}}}}",
    "\"result\":\"input_required\"}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (results); i++) {
    g_autofree char *line = g_strconcat ("{\"id\":1,", results[i], NULL);

    begin (fixture);
    SERVER (line, "+");
  }
  begin (fixture);
  SERVER ("{\"id\":\"1\"," WANT (""), "+");
  SERVER ("{\"id\":2," WANT (""), "+");
}

/* Which answers may ask: those to calls that can be repeated, with the id of the current try. */
static void
test_may_ask (Fixture       *fixture,
              gconstpointer  data)
{
  const PaddockSpan one = { "1", 1 }, two = { "2", 1 };

  g_assert_false (paddock_input_required_may_ask (one, fixture->input));
  begin (fixture);
  g_assert_true (paddock_input_required_may_ask (one, fixture->input));
  HOST ("{\"id\":2,\"method\":\"tools/list\",\"params\":{" META ("", "") "}}",
        "server>{\"id\":2,\"method\":\"tools/list\",\"params\":{" META ("\"roots\":{}", "")
        "}}\n-");
  g_assert_false (paddock_input_required_may_ask (two, fixture->input));
  SERVER ("{\"id\":1," WANT (""), "ask\n-");
  g_assert_false (paddock_input_required_may_ask (one, fixture->input));
  answer (fixture);
  expect (fixture, AGAIN ("1", ""));
  g_assert_false (paddock_input_required_may_ask (one, fixture->input));
  g_assert_true (paddock_input_required_may_ask ((PaddockSpan) {
    fixture->last_id, strlen (fixture->last_id)
  }, fixture->input));
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  static const char cancel[] =
    "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}";

  begin (fixture);
  HOST (cancel, "+");
  SERVER ("{\"id\":1," WANT (""), "+");
  /* The host cancels while the request waits. Then it cancels the try under way, whose answer goes
   * nowhere. */
  begin (fixture);
  SERVER ("{\"id\":1," WANT (""), "ask\n-");
  HOST (cancel, "-");
  answer (fixture);
  expect (fixture, "");
  begin (fixture);
  SERVER ("{\"id\":1," WANT (""), "ask\n-");
  answer (fixture);
  g_string_truncate (fixture->log, 0);
  HOST (cancel, "server>{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
        "\"paddock-r2\"}}\n-");
  say_own (fixture, "\"result\":{}}", "-");
  say_own (fixture, "\"result\":{}}", "+");
}

static void
test_progress (Fixture       *fixture,
               gconstpointer  data)
{
#define PROGRESS(n) \
  "{\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"p\",\"progress\":" n "}}"
  HOST (CALL ("1", "", ",\"progressToken\":\"p\""),
        "server>" CALL ("1", "\"roots\":{}", ",\"progressToken\":\"p\"") "\n-");
  SERVER (PROGRESS ("1"), "+");
  SERVER (PROGRESS ("2"), "+");
  SERVER ("{\"id\":1," WANT (""), "ask\n-");
  answer (fixture);
  g_string_truncate (fixture->log, 0);
  SERVER (PROGRESS ("1"), "-");
  SERVER (PROGRESS ("2.0"), "-");
  SERVER (PROGRESS ("2.1"), "+");
  SERVER (PROGRESS ("2.05"), "-");
  SERVER ("{\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"q\","
          "\"progress\":1}}", "+");
  SERVER ("{\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"p\"}}", "+");
#undef PROGRESS
}

/* A line that may be read in two ways is left to other filters, and never counts as a question. */
static void
test_smuggled (Fixture       *fixture,
               gconstpointer  data)
{
  static const char * const lines[] = {
    "{\"id\":2,\"id\":1," WANT (""), "{\"id\":1,\"result\":{}," WANT (""),
    "{\"id\":1," WANT ("") "}", "{\"id\":1," WANT (",\"x\":NaN"),
  };

  g_assert_cmpint (paddock_input_required_get_declared (fixture->input), ==,
                   PADDOCK_DECLARED_NOTHING);
  begin (fixture);
  g_assert_cmpint (paddock_input_required_get_declared (fixture->input), ==,
                   PADDOCK_DECLARED_NO_ROOTS);
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    SERVER (lines[i], "+");
  HOST (CALL ("7", "\"roots\":{}", ""), "server>" CALL ("7", "\"roots\":{}", "") "\n-");
  g_assert_cmpint (paddock_input_required_get_declared (fixture->input), ==,
                   PADDOCK_DECLARED_ROOTS);
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    SERVER (lines[i], "+");
  SERVER ("{\"id\":1,\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{\"r\":"
          "{\"method\":\"x\"},\"r\":{\"method\":\"roots/list\"}}}}",
          "host>{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":"
          "\"The server asks in two ways at once\"}}\n-");
  HOST (CALL ("7", "\"roots\":{}", ""), "host>{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":"
        "-32603,\"message\":\"Too many requests at once\"}}\n-");
}

/* The host is asked only for the rest, and its next try gets the roots. */
static void
test_mixed (Fixture       *fixture,
            gconstpointer  data)
{
  const char *state;
  g_autofree char *wrapped = NULL;
  g_autofree char *line = NULL;
  g_autofree char *forged = NULL;
  char *digit;

  begin (fixture);
  g_assert_false (goes_on (
                    fixture->chain, PADDOCK_TO_HOST,
                    "{\"id\":1,\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{"
                    "\"r\":{\"method\":\"roots/list\"},\"e\":{\"method\":\"elicitation/create\","
                    "\"n\":1.0}},\"requestState\":\"s\"}}"));
  g_assert_true (g_str_has_prefix (fixture->log->str,
                                   "host>{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":"
                                   "\"input_required\",\"inputRequests\":{\"e\":{\"method\":"
                                   "\"elicitation/create\",\"n\":1.0}},\"requestState\":\""));
  state = strstr (fixture->log->str, "\"paddock-state.");
  wrapped = g_strndup (state, strcspn (state + 1, "\"") + 2);
  g_string_truncate (fixture->log, 0);

  line = g_strdup_printf ("{\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"t\","
                          "\"n\":1.0,"
                          "\"inputResponses\":{\"e\":{\"a\":1},\"r\":{\"roots\":[7]}},"
                          "\"requestState\":%s," META ("", "") "}}", wrapped);
  HOST (line, "ask\n-");
  answer (fixture);
  expect (fixture, "server>{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{"
          "\"inputResponses\":{\"e\":{\"a\":1},\"r\":{\"roots\":[]}},\"requestState\":\"s\","
          "\"name\":\"t\",\"n\":1.0," META ("\"roots\":{}", "") "}}\n");
  SERVER ("{\"id\":2,\"result\":{}}", "+");

  forged = g_strdup (line);
  digit = strstr (forged, "paddock-state.") + strlen ("paddock-state.");
  *digit = *digit == '0' ? '1' : '0';
  HOST (forged, "host>{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32602,\"message\":"
        "\"This requestState is not valid here\"}}\n-");
  answer (fixture);
  expect (fixture, "");
}

/* What the other filters see: the messages of the host and for the host, under its own ids
 * alone. */
static void
test_followed (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GString) followed = g_string_new (NULL);

  fixture->followed = followed;
  begin (fixture);
  SERVER ("{\"id\":1," WANT (""), "ask\n-");
  answer (fixture);
  expect (fixture, AGAIN ("1", ""));
  say_own (fixture, "\"result\":{}}", "host>{\"id\":1,\"result\":{}}\n-");
  HOST (CALL ("2", "", ""), "server>" CALL ("2", "\"roots\":{}", "") "\n-");
  SERVER ("{\"id\":2," WANT (""), "ask\n-");
  HOST ("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}", "-");
  g_assert_cmpstr (followed->str, ==, "tools/call 1;<answer 1;tools/call 2;"
                   "notifications/cancelled ;");

  /* A request that goes no further was never sent. */
  fixture->is_held = TRUE;
  HOST (CALL ("3", "", ""), "-");
  fixture->is_held = FALSE;
  SERVER ("{\"id\":3," WANT (""), "+");
}

/* A line with an own id was too long to be changed. */
static void
test_long (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *line = NULL;

  begin (fixture);
  SERVER ("{\"id\":1," WANT (""), "ask\n-");
  answer (fixture);
  expect (fixture, AGAIN ("1", ""));
  g_assert_true (long_goes_on (fixture->chain, PADDOCK_TO_HOST, "{\"id\":9,\"result\":{}}"));
  expect (fixture, "");
  line = g_strdup_printf ("{\"id\":%s,\"result\":{}}", fixture->last_id);
  g_assert_true (long_goes_on (fixture->chain, PADDOCK_TO_HOST, line));
  expect (fixture, "host>{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,"
          "\"message\":\"The server's answer is too long\"}}\n");
  g_assert_true (long_goes_on (fixture->chain, PADDOCK_TO_HOST, line));
  expect (fixture, "");
  begin (fixture);
}

static void
test_forgotten (Fixture       *fixture,
                gconstpointer  data)
{
  begin (fixture);
  SERVER ("{\"id\":1," WANT (""), "ask\n-");
  g_assert_true (paddock_input_required_is_waiting (fixture->input));
  paddock_filter_chain_forget_server (fixture->chain);
  g_assert_false (paddock_input_required_is_waiting (fixture->input));
  answer (fixture);
  expect (fixture, "");
  begin (fixture);
}

/* A host that has roots, with the option that narrows ours, is not asked here. So its requests get
 * none. */
static void
test_strict (Fixture       *fixture,
             gconstpointer  data)
{
  static const char result[] = "{\"roots\":[{\"uri\":\"file:///a\"}]}";
  g_autoptr (PaddockRootList) list =
    paddock_root_list_read ((PaddockSpan) { result, strlen (result) });

  for (guint had = 0; had < 2; had++) {
    if (had)
      HOST (CALL ("1", "\"roots\":{}", ""), "server>" CALL ("1", "\"roots\":{}", "") "\n-");
    else
      begin (fixture);
    SERVER ("{\"id\":1," WANT (""), "ask\n-");
    paddock_input_required_answer (fixture->input, list);
    g_assert_cmpint (strstr (fixture->log->str, "file:///a") == NULL, ==,
                     had == 1 && data != NULL);
    g_string_truncate (fixture->log, 0);
    say_own (fixture, "\"result\":{}}", "host>{\"id\":1,\"result\":{}}\n-");
  }
}

static void
test_limits (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *fill = g_strnfill (PADDOCK_INPUT_REQUIRED_BYTES_MAX, ' ');
  g_autofree char *big = g_strconcat (CALL ("1", "", ""), fill, NULL);

  HOST (big, "+");
  for (guint i = 0; i <= PADDOCK_INPUT_REQUIRED_CALLS_MAX; i++) {
    g_autofree char *line = g_strdup_printf ("{\"id\":%u,\"method\":\"tools/call\",\"params\":{"
                                             META ("", "") "}}", i);

    g_assert_cmpint (goes_on (fixture->chain, PADDOCK_TO_SERVER, line), ==,
                     i >= PADDOCK_INPUT_REQUIRED_CALLS_MAX);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, data, function) \
  g_test_add ("/input-required/" name, Fixture, data, set_up, function, tear_down)
  ADD ("capability", NULL, test_capability);
  ADD ("repeated", NULL, test_repeated);
  ADD ("rounds", NULL, test_rounds);
  ADD ("others", NULL, test_others);
  ADD ("may-ask", NULL, test_may_ask);
  ADD ("cancelled", NULL, test_cancelled);
  ADD ("progress", NULL, test_progress);
  ADD ("smuggled", NULL, test_smuggled);
  ADD ("mixed", NULL, test_mixed);
  ADD ("followed", NULL, test_followed);
  ADD ("long", NULL, test_long);
  ADD ("forgotten", NULL, test_forgotten);
  ADD ("strict", "", test_strict);
  ADD ("not-strict", NULL, test_strict);
  ADD ("limits", NULL, test_limits);
#undef ADD

  return g_test_run ();
}
