/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-spool.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>

static const struct {
  const char     *text;
  const char     *line;
  gboolean        is_json;
  PaddockMessageKind kind;
} rows[] = {
  { "{\"id\":1,\"method\":\"m\"}", "{\"id\":1,\"method\":\"m\"}", TRUE, PADDOCK_MESSAGE_REQUEST },
  { "{\n\"id\":1,\r\n\"result\":{}}\n", "{\t\"id\":1,\t\t\"result\":{}}\t", TRUE,
    PADDOCK_MESSAGE_RESPONSE },
  { "[{\"method\":\"m\"}]", "[{\"method\":\"m\"}]", TRUE, PADDOCK_MESSAGE_BATCH },
  /* A line break inside a string is invalid JSON, and stays invalid. */
  { "{\"id\":1,\"method\":\"a\nb\"}", "{\"id\":1,\"method\":\"a\tb\""
    "}", FALSE, PADDOCK_MESSAGE_REQUEST },
  { "", "", FALSE, PADDOCK_MESSAGE_UNREADABLE },
  { "not JSON", "not JSON", FALSE, PADDOCK_MESSAGE_UNREADABLE },
  { "{\"id\":1,\"result\":{}", "{\"id\":1,\"result\":{}", FALSE, PADDOCK_MESSAGE_UNREADABLE },
  { "{\"id\":1,\"id\":2,\"result\":{}}", "{\"id\":1,\"id\":2,\"result\":{}}", TRUE,
    PADDOCK_MESSAGE_DUPLICATE },
};

/* One byte order mark is skipped, wherever it is cut; a second one is no JSON. */
static void
test_mark (void)
{
  static const struct {
    const char *text;
    const char *line;
    gboolean    is_json;
  } marks[] = {
    { "\xef\xbb\xbf{\"id\":1,\"result\":{}}", "{\"id\":1,\"result\":{}}", TRUE },
    { "\xef\xbb\xbf[]", "[]", TRUE },
    { "\xef\xbb\xbf", "", FALSE },
    { "\xef\xbb", "\xef\xbb", FALSE },
    { "\xef\xbb{}", "\xef\xbb{}", FALSE },
    { "\xef\xbb\xbf\xef\xbb\xbf{}", "\xef\xbb\xbf{}", FALSE },
    { " \xef\xbb\xbf{}", " \xef\xbb\xbf{}", FALSE },
    { "{}\xef\xbb\xbf", "{}\xef\xbb\xbf", FALSE },
    { "7", "7", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++) {
    gsize length = strlen (marks[i].text);

    for (gsize cut = 0; cut <= length; cut++)
      for (gsize next = cut; next <= length; next++) {
        g_autoptr (PaddockSpool) spool = paddock_spool_new ();
        g_auto (PaddockMessage) class = { 0 };
        PaddockSpan text;

        paddock_spool_add (spool, (PaddockSpan) { marks[i].text, cut });
        paddock_spool_add (spool, (PaddockSpan) { marks[i].text + cut, next - cut });
        paddock_spool_add (spool, (PaddockSpan) { marks[i].text + next, length - next });
        text = paddock_spool_get_text (spool);
        g_assert_cmpmem (text.start, text.length, marks[i].line, strlen (marks[i].line));
        g_assert_true (paddock_spool_classify (spool, &class) == marks[i].is_json);
      }
  }
}


static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    gsize length = strlen (rows[i].text);

    for (gsize cut = 0; cut <= length; cut++) {
      g_autoptr (PaddockSpool) spool = paddock_spool_new ();
      g_auto (PaddockMessage) class = { 0 };
      char buffer[256];
      PaddockSpan text;

      g_assert_true (paddock_spool_add (spool, (PaddockSpan) { rows[i].text, cut }));
      g_assert_true (paddock_spool_add (spool,
                                        (PaddockSpan) { rows[i].text + cut, length - cut }));
      text = paddock_spool_get_text (spool);
      g_assert_cmpmem (text.start, text.length, rows[i].line, strlen (rows[i].line));
      g_assert_true (paddock_spool_classify (spool, &class) == rows[i].is_json);
      if (rows[i].is_json)
        g_assert_cmpint (class.kind, ==, rows[i].kind);
      g_assert_cmpint (paddock_spool_read (spool, cut, buffer, sizeof buffer), ==, length - cut);
      g_assert_cmpmem (buffer, length - cut, rows[i].line + cut, length - cut);
    }
  }
}

/* A message in a file gives the same result. */
static void
test_file (void)
{
  const char *head = "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":\"";
  const char *mark = "\xef\xbb\xbf";
  g_autofree char *fill = g_strnfill (64 * 1024, 'y');

  for (guint is_whole = 0; is_whole < 2; is_whole++) {
    g_autoptr (PaddockSpool) spool = paddock_spool_new ();
    g_auto (PaddockMessage) class = { 0 };
    gsize at = 0, length;
    char buffer[5000];
    gssize n;

    if (is_whole)
      g_assert_true (paddock_spool_add (spool, (PaddockSpan) { mark, strlen (mark) }));
    g_assert_true (paddock_spool_add (spool, (PaddockSpan) { head, strlen (head) }));
    for (guint i = 0; i < 50; i++)
      g_assert_true (paddock_spool_add (spool, (PaddockSpan) { fill, 64 * 1024 }));
    if (is_whole)
      g_assert_true (paddock_spool_add (spool, (PaddockSpan) { "\"}", 2 }));
    length = strlen (head) + 50 * 64 * 1024 + (is_whole ? 2 : 0);
    g_assert_cmpuint (paddock_spool_get_length (spool), ==, length);
    g_assert_true (paddock_spool_classify (spool, &class) == (is_whole == 1));
    if (is_whole) {
      g_assert_cmpint (class.kind, ==, PADDOCK_MESSAGE_RESPONSE);
      g_assert_cmpmem (class.id.start, class.id.length, "\"x\"", 3);
    }
    while ((n = paddock_spool_read (spool, at, buffer, sizeof buffer)) > 0) {
      g_assert_true (at > 0 || memcmp (buffer, head, strlen (head)) == 0);
      at += (gsize) n;
    }
    g_assert_cmpint (n, ==, 0);
    g_assert_cmpuint (at, ==, length);
  }
}

/* A duplicate member is found in a file as well. */
static void
test_ambiguous_file (void)
{
  g_autofree char *fill = g_strnfill (2 * PADDOCK_SPOOL_MEMORY_BYTES, 'y');

  for (guint is_twice = 0; is_twice < 2; is_twice++) {
    g_autofree char *text = g_strdup_printf ("{\"id\":1,\"result\":\"%s\"%s}", fill,
                                             is_twice ? ",\"id\":2" : "");
    g_autoptr (PaddockSpool) spool = paddock_spool_new ();
    g_auto (PaddockMessage) class = { 0 };

    g_assert_true (paddock_spool_add (spool, (PaddockSpan) { text, strlen (text) }));
    g_assert_true (paddock_spool_classify (spool, &class));
    g_assert_cmpint (class.kind, ==,
                     is_twice ? PADDOCK_MESSAGE_DUPLICATE : PADDOCK_MESSAGE_RESPONSE);
  }
}

/* The disk is full: at once, or at the last part. */
static void
test_full_disk (void)
{
  g_autofree char *fill = g_strnfill (1024 * 1024, 'y');
  struct rlimit before, full;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  full = before;
  for (guint n = 0; n < 3; n++) {
    g_autoptr (PaddockSpool) spool = paddock_spool_new ();
    g_auto (PaddockMessage) class = { 0 };
    gboolean is_revoked_by_user = TRUE;

    full.rlim_cur = n * 1024 * 1024;
    g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &full), ==, 0);
    for (guint i = 0; i < 3 && is_revoked_by_user; i++) {
      g_assert_null (paddock_spool_get_problem (spool));
      is_revoked_by_user = paddock_spool_add (spool, (PaddockSpan) { fill, 1024 * 1024 });
    }
    is_revoked_by_user = is_revoked_by_user && paddock_spool_classify (spool, &class);
    g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
    g_assert_false (is_revoked_by_user);
    g_assert_nonnull (strstr (paddock_spool_get_problem (spool), "no room on the disk"));
    g_assert_cmpuint (paddock_spool_get_text (spool).length, ==, 0);
    g_assert_false (paddock_spool_add (spool, (PaddockSpan) { fill, 1 }));
  }
}

static void
test_limit (void)
{
  g_autofree char *fill = g_strnfill (1024 * 1024, 'y');

  for (guint more = 0; more < 2; more++) {
    g_autoptr (PaddockSpool) spool = paddock_spool_new ();

    for (guint i = 0; i < PADDOCK_SPOOL_MAX_BYTES / (1024 * 1024) - 1; i++)
      g_assert_true (paddock_spool_add (spool, (PaddockSpan) { fill, 1024 * 1024 }));
    g_assert_true (paddock_spool_add (spool, (PaddockSpan) { fill, 1024 * 1024 - 1 }));
    g_assert_true (paddock_spool_add (spool, (PaddockSpan) { fill, 1 + more }) == (more == 0));
    g_assert_true (paddock_spool_add (spool, (PaddockSpan) { fill, 0 }) == (more == 0));
    g_assert_cmpstr (paddock_spool_get_problem (spool), ==,
                     more ? "a message of the server is too long" : NULL);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/spool/rows", test_rows);
  g_test_add_func ("/spool/mark", test_mark);
  g_test_add_func ("/spool/file", test_file);
  g_test_add_func ("/spool/ambiguous-file", test_ambiguous_file);
  g_test_add_func ("/spool/full-disk", test_full_disk);
  g_test_add_func ("/spool/limit", test_limit);
  return g_test_run ();
}
