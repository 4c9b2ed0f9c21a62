/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "mediator-fixture.h"

/* What the host has said when the server speaks. */
typedef enum {
  HOST_UNKNOWN,
  HOST_WITHOUT,
  HOST_WITH,
  HOST_WITH_LATER,                  /* a request of the newest revision declares them */
  N_HOSTS,
} Host;

/* The host's next request of the newest revision. */
static void
declare (Fixture  *fixture,
         gboolean  has_roots)
{
  g_autofree char *line =
    g_strdup_printf ("{\"id\":\"d\",\"method\":\"tools/list\",\"params\":{\"_meta\":{"
                     "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                     "\"io.modelcontextprotocol/clientCapabilities\":{%s}}}}",
                     has_roots ? "\"roots\":{}" : "");

  g_assert_false (goes_on (fixture->chain, PADDOCK_TO_SERVER, line));
  g_string_truncate (fixture->log, 0);
}

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
    declare (fixture, TRUE);
}

/* Lines that were not understood whole are thrown away, unless the host has no roots. A peer that
 * waits for an answer gets one. */
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
    /* No JSON: nobody gets its id back. */
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
      gboolean passes = goes_on (fixture->chain, PADDOCK_TO_HOST, table[i].line);

      g_test_message ("host %u, line %zu", host, i);
      g_assert_cmpint (passes, ==, host == HOST_WITHOUT);
      if (!passes)
        g_string_append_c (fixture->log, '-');
      g_assert_true (g_str_has_prefix (fixture->log->str, passes ? "" : prefix));
      g_assert_true (!passes || fixture->log->len == 0);
      g_string_truncate (fixture->log, 0);
    }
    for (gsize i = 0; i < G_N_ELEMENTS (harmless); i++)
      SERVER (harmless[i], "+");
    g_assert_true (long_goes_on (fixture->chain, PADDOCK_TO_SERVER, "x"));
    g_assert_true (paddock_filter_chain_begin_long (fixture->chain, PADDOCK_TO_HOST, TRUE));
    expect (fixture, "");
    g_assert_cmpint (long_goes_on (fixture->chain, PADDOCK_TO_HOST, "{\"id\":7,\"method\":\"m\"}"),
                     ==, host == HOST_WITHOUT);
    g_assert_true (g_str_has_prefix (fixture->log->str, host == HOST_WITHOUT ? "" : "dropped\n"
                                     "server>{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":"));
    g_string_truncate (fixture->log, 0);
  }
}

/* If a request of the newest revision declares no roots, that says nothing about the next one. */
static void
test_learned (Fixture       *fixture,
              gconstpointer  data)
{
  static const char line[] = "{\"id\":7,\"Method\":\"x\"}";
  static const gboolean declared[] = { FALSE, TRUE, FALSE };

  for (gsize i = 0; i < G_N_ELEMENTS (declared); i++) {
    declare (fixture, declared[i]);
    g_assert_false (goes_on (fixture->chain, PADDOCK_TO_HOST, line));
    g_assert_false (paddock_filter_chain_begin_long (fixture->chain, PADDOCK_TO_HOST, FALSE));
    g_string_truncate (fixture->log, 0);
    SERVER ("{\"id\":7,\"result\":{\"resultType\":\"complete\"}}", "+");
  }

  /* A handshake counts until a request says otherwise. */
  meet (fixture, HOST_WITHOUT, "2025-06-18");
  declare (fixture, FALSE);
  SERVER (line, "+");
  declare (fixture, TRUE);
  declare (fixture, FALSE);
  g_assert_false (goes_on (fixture->chain, PADDOCK_TO_HOST, line));
  g_string_truncate (fixture->log, 0);
}

/* In the newest revision the questions of tasks pass. */
static void
test_tasks (Fixture       *fixture,
            gconstpointer  data)
{
  static const char line[] = "{\"id\":7,\"result\":{\"status\":\"input_required\","
                             "\"inputRequests\":{\"e\":{\"method\":\"elicitation/create\"}}}}";

  declare (fixture, TRUE);
  SERVER (line, "+");
  meet (fixture, HOST_WITH, "2025-11-25");
  g_assert_false (goes_on (fixture->chain, PADDOCK_TO_HOST, line));
  g_string_truncate (fixture->log, 0);
}

/* Only the revisions before 2025-06-18 have batches. A batch that is dropped gets a limited number
 * of answers. */
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
  declare (fixture, TRUE);
  SERVER (batch, dropped);

  for (guint i = 0; i <= PADDOCK_ADMISSION_REFUSALS_MAX; i++)
    g_string_append (many, ",{\"id\":1,\"method\":\"x\"}");
  g_string_append_c (many, ']');
  g_assert_false (goes_on (fixture->chain, PADDOCK_TO_HOST, many->str));
  for (const char *at = fixture->log->str; (at = strchr (at, '\n')) != NULL; at++)
    n_lines++;
  g_assert_cmpuint (n_lines, ==, PADDOCK_ADMISSION_REFUSALS_MAX);
  g_string_truncate (fixture->log, 0);
}

#define ADD(name, function) \
  g_test_add ("/admission/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("suspect", test_suspect);
  ADD ("learned", test_learned);
  ADD ("tasks", test_tasks);
  ADD ("batches-of-revision", test_batches_of_revision);
  return g_test_run ();
}
