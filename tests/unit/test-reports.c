/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-reports.h"

#include "paddock-names.h"
#include "paddock-seal.h"

#include <glib/gstdio.h>

typedef struct {
  PaddockReports *reports;          /* (owned) */
  GString        *lines;            /* (owned) */
} Fixture;

/* Runs the main loop until there are lines, for a few seconds. */
static void
wait_for_lines (Fixture *fixture)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  while (fixture->lines->len == 0) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_main_context_iteration (NULL, TRUE);
  }
}

static void
on_line (GBytes   *line,
         gpointer  user_data)
{
  Fixture *fixture = user_data;

  g_string_append_len (fixture->lines, g_bytes_get_data (line, NULL), g_bytes_get_size (line));
  g_string_append_c (fixture->lines, '\n');
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->lines = g_string_new (NULL);
  fixture->reports = paddock_reports_new (on_line, fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_reports_free (fixture->reports);
  g_string_free (fixture->lines, TRUE);
}

#define LINE(level, event, reason, count) \
  "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"" level \
  "\",\"logger\":\"paddock\",\"data\":\"" event "\",\"_meta\":{\"io.github.paddock-mcp/report\"" \
  ":{\"event\":\"" event "\",\"reason\":\"" reason "\",\"count\":" count "}}}}\n"

/* There is no service: all reports are counted, and go out together and in order. */
static void
test_waiting (Fixture       *fixture,
              gconstpointer  data)
{
  for (guint i = 0; i < 3; i++)
    paddock_reports_add (fixture->reports, PADDOCK_EVENT_LINE_DROPPED, PADDOCK_REASON_MALFORMED);
  paddock_reports_add (fixture->reports, PADDOCK_EVENT_RESTARTED, PADDOCK_REASON_NONE);
  paddock_reports_add (fixture->reports, PADDOCK_EVENT_LINE_DROPPED, PADDOCK_REASON_AMBIGUOUS);
  paddock_reports_add (fixture->reports, PADDOCK_EVENT_LINE_DROPPED, PADDOCK_REASON_MALFORMED);
  g_assert_cmpstr (fixture->lines->str, ==, "");

  paddock_reports_set_ready (fixture->reports, TRUE);
  g_assert_cmpstr (fixture->lines->str, ==, LINE ("warning", "line-dropped", "malformed", "4")
                   LINE ("notice", "restarted", "none", "1")
                   LINE ("warning", "line-dropped", "ambiguous", "1"));
}

/* The first report goes out at once. A flood behind it is one line a second. */
static void
test_flood (Fixture       *fixture,
            gconstpointer  data)
{
  gint64 begun = g_get_monotonic_time ();

  paddock_reports_set_ready (fixture->reports, TRUE);
  for (guint i = 0; i < 10001; i++)
    paddock_reports_add (fixture->reports, PADDOCK_EVENT_LINE_DROPPED, PADDOCK_REASON_LIMIT);
  g_assert_cmpstr (fixture->lines->str, ==, LINE ("warning", "line-dropped", "limit", "1"));

  g_string_truncate (fixture->lines, 0);
  wait_for_lines (fixture);
  g_assert_cmpstr (fixture->lines->str, ==, LINE ("warning", "line-dropped", "limit", "10000"));
  g_assert_cmpint (g_get_monotonic_time () - begun, >=,
                   PADDOCK_REPORTS_PERIOD_MS * G_TIME_SPAN_MILLISECOND);
}

/* The service ends before the second is over. */
static void
test_gone (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_reports_set_ready (fixture->reports, TRUE);
  paddock_reports_add (fixture->reports, PADDOCK_EVENT_RESTARTED, PADDOCK_REASON_NONE);
  paddock_reports_add (fixture->reports, PADDOCK_EVENT_TOLD_ONLY, PADDOCK_REASON_TASKS);
  paddock_reports_set_ready (fixture->reports, FALSE);
  g_string_truncate (fixture->lines, 0);
  paddock_reports_set_ready (fixture->reports, TRUE);
  wait_for_lines (fixture);
  g_assert_cmpstr (fixture->lines->str, ==, LINE ("warning", "told-only", "tasks", "1"));
}

#define HOLDS(value) \
  "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"notice\"," \
  "\"logger\":\"paddock\",\"data\":\"holds\",\"_meta\":{\"io.github.paddock-mcp/holds\":" value \
  "}}}\n"
#define PENDING(value) \
  "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"notice\"," \
  "\"logger\":\"paddock\",\"data\":\"pending\"," \
  "\"_meta\":{\"io.github.paddock-mcp/pending\":" value "}}}\n"

static void
assert_confined (Fixture    *fixture,
                 const char *write,
                 const char *seal)
{
  g_autofree char *expected =
    g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{"
                     "\"level\":\"notice\",\"logger\":\"paddock\",\"data\":\"confined\","
                     "\"_meta\":{\"io.github.paddock-mcp/confined\":{\"network\":\"host\","
                     "\"read\":[\"file:///a%%20b\",\"file:///c\"],%s\"more\":3,"
                     "\"seal\":\"%s\"}}}}\n", write, seal);

  g_assert_cmpstr (fixture->lines->str, ==, expected);
  g_string_truncate (fixture->lines, 0);
}

/* What the server holds is a state: each change goes out at once, nothing twice, and the next
 * service hears how it is. */
static void
test_holds (Fixture       *fixture,
            gconstpointer  data)
{
  const char * const paths[] = { "/a b", "/c", NULL };
  const char held[] = HOLDS ("{\"reason\":\"tasks\",\"roots\":[\"file:///a%20b\",\"file:///c\"]}");

  paddock_reports_hold (fixture->reports, PADDOCK_REASON_RESTARTING, paths);
  paddock_reports_hold (fixture->reports, PADDOCK_REASON_TASKS, paths);
  g_assert_cmpstr (fixture->lines->str, ==, "");
  paddock_reports_set_ready (fixture->reports, TRUE);
  paddock_reports_hold (fixture->reports, PADDOCK_REASON_TASKS, paths);
  g_assert_cmpstr (fixture->lines->str, ==, held);

  g_string_truncate (fixture->lines, 0);
  paddock_reports_set_ready (fixture->reports, FALSE);
  paddock_reports_set_ready (fixture->reports, TRUE);
  g_assert_cmpstr (fixture->lines->str, ==, held);

  g_string_truncate (fixture->lines, 0);
  paddock_reports_hold (fixture->reports, PADDOCK_REASON_NONE, NULL);
  paddock_reports_hold (fixture->reports, PADDOCK_REASON_NONE, NULL);
  paddock_reports_set_ready (fixture->reports, FALSE);
  paddock_reports_set_ready (fixture->reports, TRUE);
  g_assert_cmpstr (fixture->lines->str, ==, HOLDS ("{}"));
}

/* What the server does not have yet is such a state, too. */
static void
test_pending (Fixture       *fixture,
              gconstpointer  data)
{
  const char * const paths[] = { "/a", NULL };

  paddock_reports_put_off (fixture->reports, PADDOCK_REASON_BATCHES, paths);
  paddock_reports_set_ready (fixture->reports, TRUE);
  paddock_reports_put_off (fixture->reports, PADDOCK_REASON_BATCHES, paths);
  g_assert_cmpstr (fixture->lines->str, ==,
                   PENDING ("{\"reason\":\"batches\",\"roots\":[\"file:///a\"]}"));

  g_string_truncate (fixture->lines, 0);
  paddock_reports_put_off (fixture->reports, PADDOCK_REASON_NONE, NULL);
  paddock_reports_set_ready (fixture->reports, FALSE);
  paddock_reports_set_ready (fixture->reports, TRUE);
  g_assert_cmpstr (fixture->lines->str, ==, PENDING ("{}"));
}

/* A checked box is a state, too. Its seal needs the key, which the first service may write
 * later. */
static void
test_confined (Fixture       *fixture,
               gconstpointer  data)
{
  static const char * const reads[] = { "/a b", "/c", NULL };
  g_autofree char *directory = g_dir_make_tmp ("test-reports-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, PADDOCK_SEAL_KEY_NAME, NULL);
  g_autoptr (GBytes) secret = g_bytes_new_static ("secret", 6);
  g_autofree char *key = paddock_seal_dup_key (secret);
  g_autoptr (PaddockConfined) confined = paddock_confined_new (TRUE, NULL, reads, 3);
  g_autofree char *seal = paddock_confined_dup_seal (confined, NULL, key);
  g_autoptr (PaddockConfined) writing = paddock_confined_new (TRUE, reads, reads, 3);
  g_autofree char *seal_of_writing = paddock_confined_dup_seal (writing, "s", key);
  g_autofree char *seal_of_server = paddock_confined_dup_seal (confined, "s", key);

  g_setenv (PADDOCK_ENV_DATA_DIR, directory, TRUE);
  paddock_reports_confine (fixture->reports, confined, NULL);
  paddock_reports_set_ready (fixture->reports, TRUE);
  g_assert_cmpstr (fixture->lines->str, ==, "");

  g_assert_true (paddock_seal_write_key (directory, key, NULL));
  for (guint i = 0; i < 2; i++) {
    paddock_reports_set_ready (fixture->reports, FALSE);
    paddock_reports_set_ready (fixture->reports, TRUE);
    paddock_reports_confine (fixture->reports, confined, NULL);
    assert_confined (fixture, "", seal);
  }
  paddock_reports_confine (fixture->reports, confined, "s");
  assert_confined (fixture, "", seal_of_server);
  paddock_reports_confine (fixture->reports, writing, "s");
  assert_confined (fixture, "\"write\":[\"file:///a%20b\",\"file:///c\"],", seal_of_writing);
  g_unlink (path);
  g_rmdir (directory);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/reports/waiting", Fixture, NULL, set_up, test_waiting, tear_down);
  g_test_add ("/reports/flood", Fixture, NULL, set_up, test_flood, tear_down);
  g_test_add ("/reports/gone", Fixture, NULL, set_up, test_gone, tear_down);
  g_test_add ("/reports/holds", Fixture, NULL, set_up, test_holds, tear_down);
  g_test_add ("/reports/pending", Fixture, NULL, set_up, test_pending, tear_down);
  g_test_add ("/reports/confined", Fixture, NULL, set_up, test_confined, tear_down);
  return g_test_run ();
}
