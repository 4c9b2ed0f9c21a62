/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <string.h>

#include "paddock-mediator.h"

/* All that the mediator does is written down as one text: "host>" and "server>" what was sent to
 * them, "+" where a line goes on, "-" where it does not. */
typedef struct {
  PaddockMediator *mediator;
  GString         *log;
  gboolean         answers_at_once;
} Fixture;

static void
note (Fixture    *fixture,
      const char *who,
      GBytes     *line)
{
  gsize length;
  const char *text = g_bytes_get_data (line, &length);

  g_string_append_printf (fixture->log, "%s>%.*s\n", who, (int) length, text);
}

static void
to_host (GBytes   *line,
         gpointer  user_data)
{
  note (user_data, "host", line);
}

static void
to_server (GBytes   *line,
           gpointer  user_data)
{
  note (user_data, "server", line);
}

static void
answer (Fixture *fixture)
{
  g_autoptr (PaddockRootList) list = paddock_root_list_new_empty ();

  paddock_mediator_answer (fixture->mediator, list);
}

static void
on_ask (gpointer user_data)
{
  Fixture *fixture = user_data;

  g_string_append (fixture->log, "ask\n");
  if (fixture->answers_at_once)
    answer (fixture);
}

static void
on_initialized (gpointer user_data)
{
  g_string_append (((Fixture *) user_data)->log, "initialized\n");
}

static void
on_host_roots (const char * const *uris,
               gpointer            user_data)
{
  g_autofree char *text = uris != NULL ? g_strjoinv (" ", (char **) uris) : g_strdup ("unknown");

  g_string_append_printf (((Fixture *) user_data)->log, "roots %s\n", text);
}

static void
on_dropped (PaddockReason reason,
            gpointer      user_data)
{
  g_string_append (((Fixture *) user_data)->log, "dropped\n");
}

static const PaddockMediatorFuncs funcs = { to_host, to_server, to_server, on_ask, on_initialized,
                                            on_host_roots, on_dropped };

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->log = g_string_new (NULL);
  fixture->mediator = paddock_mediator_new (&funcs, fixture);
  fixture->answers_at_once = TRUE;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_mediator_free (fixture->mediator);
  g_string_free (fixture->log, TRUE);
}

static void
expect (Fixture    *fixture,
        const char *expected)
{
  g_assert_cmpstr (fixture->log->str, ==, expected);
  g_string_truncate (fixture->log, 0);
}

static gboolean
goes_to_host (Fixture     *fixture,
              PaddockSpan  line)
{
  return paddock_mediator_admits (fixture->mediator, NULL, line) &&
         paddock_mediator_receive_from_server (fixture->mediator, line);
}

static void
say (Fixture    *fixture,
     gboolean    is_host,
     const char *line,
     const char *expected)
{
  gsize length = strlen (line);
  g_autofree char *copy = g_memdup2 (line, length);
  PaddockSpan span = { copy, length };
  gboolean goes_on = is_host ? paddock_mediator_receive_from_host (fixture->mediator, span)
                             : goes_to_host (fixture, span);

  g_test_message ("%s", line);
  g_string_append_c (fixture->log, goes_on ? '+' : '-');
  expect (fixture, expected);
}

#define HOST(line, expected) say (fixture, TRUE, line, expected)
#define SERVER(line, expected) say (fixture, FALSE, line, expected)
#define RESULT(id) "server>{\"jsonrpc\":\"2.0\",\"id\":" id ",\"result\":{\"roots\":[]}}\n"

static void
shake_hands (Fixture    *fixture,
             gboolean    has_roots,
             const char *version)
{
  g_autofree char *answer_line =
    g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"%s\","
                     "\"serverInfo\":{\"name\":\"s\"}}}", version);

  HOST (has_roots ? "{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":"
        "{\"roots\":{}}}}"
                  : "{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}",
        "server>{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":"
        "{\"roots\":{\"listChanged\":true}}}}\n-");
  SERVER (answer_line, "+");
  HOST ("{\"method\":\"notifications/initialized\"}", "initialized\n+");
  g_assert_cmpint (paddock_mediator_has_host_roots (fixture->mediator), ==, has_roots);
  g_assert_cmpstr (paddock_mediator_get_server_name (fixture->mediator), ==, "s");
}

static void
test_usual (Fixture       *fixture,
            gconstpointer  data)
{
  shake_hands (fixture, FALSE, "2025-11-25");
  SERVER ("{\"method\":\"roots/list\",\"jsonrpc\":\"2.0\",\"id\":0}", "ask\n" RESULT ("0") "-");
  SERVER ("{\"id\":\"s\",\"method\":\"roots/list\",\"params\":{}}", "ask\n" RESULT ("\"s\"") "-");
  SERVER ("{\"id\":-1.5e3,\"method\":\"roots\\/list\"}", "ask\n" RESULT ("-1.5e3") "-");
  SERVER ("{\"id\":1,\"method\":\"ping\"}", "+");
  SERVER ("{\"id\":1,\"result\":{\"method\":\"roots/list\"}}", "+");
  HOST ("{\"id\":1,\"method\":\"roots/list\"}", "+");
  HOST ("{\"id\":1,\"method\":\"tools/call\"}", "+");
  HOST ("{\"method\":\"notifications/roots/list_changed\"}", "-");
  HOST ("[{\"method\":\"notifications/roots/list_changed\"}]", "-");
  HOST ("[{\"id\":1,\"result\":{}}, {\"method\":\"notifications/roots\\/list_changed\"}]",
        "server>[{\"id\":1,\"result\":{}}]\n-");
  paddock_mediator_tell_changed (fixture->mediator);
  expect (fixture,
          "server>{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}\n");
}

static void
test_before_handshake (Fixture       *fixture,
                       gconstpointer  data)
{
  SERVER ("{\"id\":1,\"method\":\"roots/list\"}", "ask\n" RESULT ("1") "-");
  paddock_mediator_tell_changed (fixture->mediator);
  expect (fixture, "");
  /* No `initialize`: a number is not its id, and a batch cannot hold it. */
  HOST ("[{\"id\":0,\"method\":\"initialize\",\"params\":{}}]", "+");
  HOST ("{\"method\":\"initialize\",\"params\":{}}", "+");
  HOST ("{\"id\":0,\"method\":\"initialize\"", "+");
  HOST ("\xef\xbb\xbf{\"id\":0,\"method\":\"initialize\",\"params\":{}}",
        "server>\xef\xbb\xbf{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":"
        "{\"roots\":{\"listChanged\":true}}}}\n-");
}

/* What changes before `initialized` is told behind it, once, and not at all where the server asked
 * meanwhile. */
static void
test_notice_waits (Fixture       *fixture,
                   gconstpointer  data)
{
  static const char notice[] =
    "server>{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}\n";
  static const struct { gboolean asks;
                        const char *line, *forwarded;
  } table[] = {
    { FALSE, "{\"method\":\"notifications/initialized\"}",
      "server>{\"method\":\"notifications/initialized\"}\n" },
    { FALSE, "[{\"method\":\"notifications/initialized\"},"
      "{\"method\":\"notifications/roots/list_changed\"}]",
      "server>[{\"method\":\"notifications/initialized\"}]\n" },
    { TRUE, "{\"method\":\"notifications/initialized\"}", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autofree char *expected = table[i].asks ? g_strdup ("initialized\n+")
      : g_strconcat ("initialized\n", table[i].forwarded, notice, "-", NULL);

    g_test_message ("case %zu", i);
    tear_down (fixture, NULL);
    set_up (fixture, NULL);
    HOST ("{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}",
          "server>{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":"
          "{\"roots\":{\"listChanged\":true}}}}\n-");
    SERVER ("{\"id\":0,\"result\":{\"protocolVersion\":\"2025-11-25\"}}", "+");
    SERVER ("{\"id\":1,\"method\":\"roots/list\"}", "ask\n" RESULT ("1") "-");
    paddock_mediator_tell_changed (fixture->mediator);
    paddock_mediator_tell_changed (fixture->mediator);
    expect (fixture, "");
    HOST ("{\"id\":1,\"method\":\"ping\"}", "+");
    if (table[i].asks)
      SERVER ("{\"id\":2,\"method\":\"roots/list\"}", "ask\n" RESULT ("2") "-");
    HOST (table[i].line, expected);
    HOST ("{\"id\":2,\"method\":\"ping\"}", "+");
    paddock_mediator_tell_changed (fixture->mediator);
    expect (fixture, notice);
  }
}

/* What is known of the host when the server speaks. */
typedef enum {
  HOST_UNKNOWN,
  HOST_WITHOUT,
  HOST_WITH,
  HOST_WITH_LATER,                  /* a request of the newest revision says so */
  N_HOSTS,
} Host;

static void
meet (Fixture    *fixture,
      Host        host,
      const char *version)
{
  tear_down (fixture, NULL);
  set_up (fixture, NULL);
  if (host != HOST_UNKNOWN)
    shake_hands (fixture, host == HOST_WITH, version);
  if (host == HOST_WITH_LATER)
    paddock_mediator_learn_of_host (fixture->mediator, TRUE);
}

/* Lines that were not understood whole: thrown away unless the host has no roots. Whoever waits for
 * an answer gets one. */
static void
test_suspect (Fixture       *fixture,
              gconstpointer  data)
{
  static const struct { const char *line, *refused, *failed;
  } table[] = {
    { "{\"id\":7,\"method\":\"ping\",\"method\":\"roots/list\"}", "7", NULL },
    { "{\"id\":7,\"method\":\"roots/list\",\"method\":\"ping\"}", "7", NULL },
    { "{\"id\":7,\"method\":\"roots/list\"", "7", NULL },
    { "{\"id\":7,\"method\":\"roots/list\"}}", "7", NULL },
    { "{\"id\":7,\"method\":\"roots/list\",\"x\":NaN}", "7", NULL },
    { "{\"id\":7,\"method\":\"roots/list\",\"x\":\"\xff\"}", "7", NULL },
    { "{\"id\":null,\"method\":\"roots/list\"}", NULL, NULL },
    { "{\"id\":true,\"method\":\"roots/list\"}", NULL, NULL },
    { "{\"method\":\"roots/list\"}", NULL, NULL },
    { "{\"id\":7,\"id\":8,\"method\":\"x\"}", "8", NULL },
    { "{\"id\":7,\"result\":1,\"result\":2}", NULL, "7" },
    { "not JSON", NULL, NULL },
    { "\xef\xbb\xbf{\"id\":7,\"method\":\"roots/list\"}", NULL, NULL },
    { "[{\"id\":7,\"method\":\"roots/list\",\"id\":8}]", "8", NULL },
    { "[{\"method\":\"roots/list\"},{\"id\":7,\"method\":\"roots/list\"}]", "7", NULL },
    { "[{\"id\":7,\"method\":\"roots/list\"}", "7", NULL },
    { "{}", NULL, NULL }, { "1", NULL, NULL }, { "[]", NULL, NULL }, { "[[]]", NULL, NULL },
    { "{\"id\":7,\r\"method\":\"ping\"}", "7", NULL },
    { "{\"id\":7,\"result\":[\r{\"id\":8,\"method\":\"roots/list\"}\r]}", NULL, "7" },
    { "{\"id\":7,\"Method\":\"roots/list\"}", "7", NULL },
    { "{\"id\":7,\"method\":\"Roots/list\"}", "7", NULL },
    { "{\"id\":7,\"method\":\"roots/list\\u0000\"}", "7", NULL },
    { "{\"id\":7,\"method\\u0000\":\"roots/list\"}", "7", NULL },
    { "{\"id\":7,\"method\":\"x\",\"result\":{}}", "7", NULL },
    { "{\"id\":7,\"method\":\"x\",\"params\":{\"a\":1,\"a\":2}}", "7", NULL },
    { "{\"id\":\"s\",\"result\":{\"a\":1,\"a\":2}}", NULL, "\"s\"" },
    { "{\"id\":7,\"Result\":{}}", NULL, "7" },
    { "{\"id\":7,\"result\":{", NULL, "7" },
    { "{\"id\":7,\"result\":{\"resultType\":\"input_required\"}}", NULL, "7" },
    { "{\"id\":7,\"result\":{\"input_requests\":{\"r\":{\"method\":\"roots/list\"}}}}", NULL, "7" },
    { "[{\"id\":7,\"result\":{\"inputRequests\":{}}}]", NULL, "7" },
    /* No JSON: what stands for the id is repeated to nobody. */
    { "{\"id\":7[\r{\"id\":1,\"method\":\"roots/list\"}\r],\"result\":{}}", NULL, NULL },
    { "{\"id\":7[\r{\"id\":1,\"method\":\"roots/list\"}\r],\"method\":\"x\"}", NULL, NULL },
    { "{\"id\":\"7\r\",\"result\":{}}", NULL, NULL },
  };
  static const char * const harmless[] = {
    "", " ", "\r", "{\"id\":7,\"result\":\"roots/list\"}", "{\"error\":{},\"id\":null}",
    "{\"id\":7,\"result\":{\"content\":[{\"a\":1,\"a\":2,\"Method\":\"\\u0000\"}]}}\r",
  };

  for (Host host = 0; host < N_HOSTS; host++) {
    meet (fixture, host, "2025-03-26");
    for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
      g_autofree char *prefix =
        table[i].refused != NULL
        ? g_strdup_printf ("dropped\nserver>{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":"
                           "-32600", table[i].refused)
        : table[i].failed != NULL
        ? g_strdup_printf ("dropped\nhost>{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":"
                           "-32603", table[i].failed)
        : g_strdup ("dropped\n-");
      PaddockSpan line = { table[i].line, strlen (table[i].line) };
      gboolean goes_on = goes_to_host (fixture, line);

      g_test_message ("host %u, line %zu", host, i);
      g_assert_cmpint (goes_on, ==, host == HOST_WITHOUT);
      if (!goes_on)
        g_string_append_c (fixture->log, '-');
      g_assert_true (g_str_has_prefix (fixture->log->str, goes_on ? "" : prefix));
      g_assert_true (!goes_on || fixture->log->len == 0);
      g_string_truncate (fixture->log, 0);
    }
    for (gsize i = 0; i < G_N_ELEMENTS (harmless); i++)
      SERVER (harmless[i], "+");
    g_assert_true (paddock_mediator_passes_long (fixture->mediator, TRUE));
    g_assert_cmpint (paddock_mediator_passes_long (fixture->mediator, FALSE), ==,
                     host == HOST_WITHOUT);
    g_string_truncate (fixture->log, 0);
  }
}

/* A request of the newest revision that declares no roots says nothing about the next one. */
static void
test_learned (Fixture       *fixture,
              gconstpointer  data)
{
  static const char line[] = "{\"id\":7,\"Method\":\"x\"}";
  static const gboolean declared[] = { FALSE, TRUE, FALSE };

  for (gsize i = 0; i < G_N_ELEMENTS (declared); i++) {
    paddock_mediator_learn_of_host (fixture->mediator, declared[i]);
    g_assert_false (goes_to_host (fixture, (PaddockSpan) { line, strlen (line) }));
    g_assert_false (paddock_mediator_passes_long (fixture->mediator, FALSE));
    g_string_truncate (fixture->log, 0);
    SERVER ("{\"id\":7,\"result\":{\"resultType\":\"complete\"}}", "+");
  }

  /* A handshake holds until a request says otherwise. */
  meet (fixture, HOST_WITHOUT, "2025-06-18");
  paddock_mediator_learn_of_host (fixture->mediator, FALSE);
  SERVER (line, "+");
  paddock_mediator_learn_of_host (fixture->mediator, TRUE);
  paddock_mediator_learn_of_host (fixture->mediator, FALSE);
  g_assert_false (goes_to_host (fixture, (PaddockSpan) { line, strlen (line) }));
  g_string_truncate (fixture->log, 0);
}

/* The questions of tasks go on in the newest revision. */
static void
test_tasks (Fixture       *fixture,
            gconstpointer  data)
{
  static const char line[] = "{\"id\":7,\"result\":{\"status\":\"input_required\","
                             "\"inputRequests\":{\"e\":{\"method\":\"elicitation/create\"}}}}";

  paddock_mediator_learn_of_host (fixture->mediator, TRUE);
  SERVER (line, "+");
  meet (fixture, HOST_WITH, "2025-11-25");
  g_assert_false (goes_to_host (fixture, (PaddockSpan) { line, strlen (line) }));
  g_string_truncate (fixture->log, 0);
}

/* Only the revisions before 2025-06-18 have batches, and one has so many answers at the most. */
static void
test_batches_of_revision (Fixture       *fixture,
                          gconstpointer  data)
{
  static const char batch[] = "[{\"id\":7,\"method\":\"ping\"},{\"id\":8,\"result\":{}}]";
  static const char dropped[] =
    "dropped\n"
    "server>{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32600,\"message\":"
    "\"A line that is no message of this revision\"}}\n"
    "host>{\"jsonrpc\":\"2.0\",\"id\":8,\"error\":{\"code\":-32603,\"message\":"
    "\"A line that is no message of this revision\"}}\n-";
  g_autoptr (GString) many = g_string_new ("[1");
  guint n_lines = 0;

  SERVER (batch, "+");
  meet (fixture, HOST_WITH, "2025-03-26");
  SERVER (batch, "+");
  meet (fixture, HOST_WITH, "2025-06-18");
  SERVER (batch, dropped);
  meet (fixture, HOST_UNKNOWN, NULL);
  paddock_mediator_learn_of_host (fixture->mediator, TRUE);
  SERVER (batch, dropped);

  for (guint i = 0; i <= PADDOCK_MEDIATOR_REFUSALS_MAX; i++)
    g_string_append (many, ",{\"id\":1,\"method\":\"x\"}");
  g_string_append_c (many, ']');
  g_assert_false (goes_to_host (fixture, (PaddockSpan) { many->str, many->len }));
  for (const char *at = fixture->log->str; (at = strchr (at, '\n')) != NULL; at++)
    n_lines++;
  g_assert_cmpuint (n_lines, ==, PADDOCK_MEDIATOR_REFUSALS_MAX);
  g_string_truncate (fixture->log, 0);
}

static void
test_batch (Fixture       *fixture,
            gconstpointer  data)
{
  shake_hands (fixture, TRUE, "2025-03-26");
  SERVER ("[ {\"id\":1,\"method\":\"ping\"} , {\"id\":2,\"method\":\"roots/list\"},"
          "{\"id\":3,\"result\":1.0}]",
          "ask\n" RESULT ("2")
          "host>[{\"id\":1,\"method\":\"ping\"},{\"id\":3,\"result\":1.0}]\n-");
  SERVER ("[{\"id\":2,\"method\":\"roots/list\"},{\"id\":3,\"method\":\"roots/list\"}]",
          "ask\n" RESULT ("2") "ask\n" RESULT ("3") "-");
  SERVER ("[{\"id\":1,\"method\":\"ping\"}]", "+");
  SERVER ("[{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}},{\"id\":4,"
          "\"method\":\"x\"}]", "host>[{\"id\":4,\"method\":\"x\"}]\n-");
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  fixture->answers_at_once = FALSE;
  shake_hands (fixture, FALSE, "2025-11-25");
  SERVER ("{\"id\":1,\"method\":\"roots/list\"}", "ask\n-");
  SERVER ("{\"id\":\"a\",\"method\":\"roots/list\"}", "ask\n-");
  /* In any spelling of the id; not one of another type; not somebody else's. */
  SERVER ("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"\\u0061\"}}", "-");
  SERVER ("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"1\"}}", "+");
  SERVER ("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}", "+");
  SERVER ("{\"method\":\"notifications/cancelled\"}", "+");
  answer (fixture);
  expect (fixture, RESULT ("1"));
  /* What was cancelled is not answered (MCP 2025-11-25, cancellation). */
  answer (fixture);
  expect (fixture, "");
  answer (fixture);
  expect (fixture, "");
  SERVER ("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}", "-");
}

/* What the server before asked is answered to nobody, and says nothing of the ids of this one. */
static void
test_forgotten (Fixture       *fixture,
                gconstpointer  data)
{
  fixture->answers_at_once = FALSE;
  shake_hands (fixture, FALSE, "2025-11-25");
  SERVER ("{\"id\":1,\"method\":\"roots/list\"}", "ask\n-");
  paddock_mediator_forget_server (fixture->mediator);
  SERVER ("{\"id\":1,\"method\":\"sampling/createMessage\"}", "+");
  SERVER ("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}", "+");
  answer (fixture);
  expect (fixture, "");
  SERVER ("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}", "+");
}

/* Ids are kept: how long they are is no choice of the server's. */
static void
test_long_id (Fixture       *fixture,
              gconstpointer  data)
{
  for (guint over = 0; over <= 1; over++) {
    g_autofree char *name = g_strnfill (PADDOCK_MEDIATOR_ID_BYTES - 2 + over, 'i');
    g_autofree char *line = g_strdup_printf ("{\"id\":\"%s\",\"method\":\"roots/list\"}", name);
    g_autofree char *refused =
      g_strdup_printf ("server>{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"error\":{\"code\":-32600,"
                       "\"message\":\"The id is too long\"}}\n-", name);

    fixture->answers_at_once = FALSE;
    SERVER (line, over ? refused : "ask\n-");
  }
}

static void
test_related_task (Fixture       *fixture,
                   gconstpointer  data)
{
  const char *line = "{\"id\":1,\"method\":\"roots/list\",\"params\":{\"_meta\":{"
                     "\"io.modelcontextprotocol/related-task\":{\"taskId\": \"t\"}}}}";

  shake_hands (fixture, FALSE, "2025-11-25");
  SERVER (line, "ask\nserver>{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"roots\":[],\"_meta\":{"
          "\"io.modelcontextprotocol/related-task\":{\"taskId\": \"t\"}}}}\n-");
  shake_hands (fixture, FALSE, "2025-06-18");
  SERVER (line, "ask\n" RESULT ("1") "-");
}

static void
test_too_many (Fixture       *fixture,
               gconstpointer  data)
{
  fixture->answers_at_once = FALSE;
  for (guint i = 0; i < PADDOCK_MEDIATOR_ASKS_MAX; i++)
    SERVER ("{\"id\":1,\"method\":\"roots/list\"}", "ask\n-");
  SERVER ("{\"id\":2,\"method\":\"roots/list\"}",
          "server>{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32603,\"message\":"
          "\"Too many questions at once\"}}\n-");
  answer (fixture);
  expect (fixture, RESULT ("1"));
  SERVER ("{\"id\":3,\"method\":\"roots/list\"}", "ask\n-");
}

/* Our own question to the host: only its answer ends here, and nobody can guess its id. */
static void
test_host_roots (Fixture       *fixture,
                 gconstpointer  data)
{
  const char *id;
  g_autofree char *first = NULL;
  g_autofree char *line = NULL;

  paddock_mediator_ask_host (fixture->mediator);
  expect (fixture, "");
  shake_hands (fixture, TRUE, "2025-11-25");
  HOST ("{\"method\":\"notifications/roots/list_changed\"}", "-");
  paddock_mediator_ask_host (fixture->mediator);
  id = strstr (fixture->log->str, "\"paddock-");
  g_assert_nonnull (id);
  first = g_strndup (id, strcspn (id, ","));
  g_assert_cmpuint (strlen (first), >=, 24);
  g_string_truncate (fixture->log, 0);

  HOST ("{\"id\":\"paddock-1\",\"result\":{\"roots\":[]}}", "+");
  line = g_strdup_printf ("{\"id\":%s,\"result\":{\"roots\":[{\"uri\":\"file:///h\"}]}}", first);
  HOST (line, "roots file:///h\n-");
  /* Answered: a second answer says nothing, and is not for the server either. */
  HOST (line, "-");

  for (guint i = 0; i < 2; i++) {
    id = NULL;
    g_string_truncate (fixture->log, 0);
    g_assert_true (!paddock_mediator_receive_from_host (
                     fixture->mediator,
                     (PaddockSpan) { "{\"method\":\"notifications/roots/list_changed\"}", 45 }));
    if (i > 0)
      break;
    id = strstr (fixture->log->str, "\"paddock-");
    g_assert_nonnull (id);
    g_free (line);
    line = g_strdup_printf ("{\"id\":%.*s,\"result\":{\"roots\":[{\"uri\":\"file:///late\"}]}}",
                            (int) strcspn (id, ","), id);
  }
  /* The first question was overtaken by the second. */
  {
    g_autofree char *log = g_strdup (fixture->log->str);

    g_string_truncate (fixture->log, 0);
    HOST (line, "-");
    g_string_assign (fixture->log, log);
  }
  id = strstr (fixture->log->str, "\"paddock-");
  g_assert_nonnull (id);
  g_free (line);
  line = g_strdup_printf ("[{\"id\":%.*s,\"error\":{}},{\"id\":5,\"result\":1}]",
                          (int) strcspn (id, ","), id);
  g_string_truncate (fixture->log, 0);
  HOST (line, "roots unknown\nserver>[{\"id\":5,\"result\":1}]\n-");
}

#define ADD(name, function) \
  g_test_add ("/mediator/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("usual", test_usual);
  ADD ("before-handshake", test_before_handshake);
  ADD ("notice-waits", test_notice_waits);
  ADD ("suspect", test_suspect);
  ADD ("learned", test_learned);
  ADD ("tasks", test_tasks);
  ADD ("batches-of-revision", test_batches_of_revision);
  ADD ("batch", test_batch);
  ADD ("cancelled", test_cancelled);
  ADD ("forgotten", test_forgotten);
  ADD ("long-id", test_long_id);
  ADD ("related-task", test_related_task);
  ADD ("too-many", test_too_many);
  ADD ("host-roots", test_host_roots);
  return g_test_run ();
}
