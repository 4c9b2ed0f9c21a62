/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-sse.h"

#include <string.h>

typedef struct {
  GString *data;                    /* of the event in progress */
  GString *log;                     /* "type=data|" of each event */
} Seen;

static void
on_data (PaddockSpan part,
         gpointer    user_data)
{
  Seen *seen = user_data;

  g_assert_cmpuint (part.length, >, 0);
  g_string_append_len (seen->data, part.start, (gssize) part.length);
}

static void
on_event (const char *type,
          gpointer    user_data)
{
  Seen *seen = user_data;

  g_string_append_printf (seen->log, "%s=", type != NULL ? type : "");
  g_string_append_len (seen->log, seen->data->str, (gssize) seen->data->len);
  g_string_append_c (seen->log, '|');
  g_string_truncate (seen->data, 0);
}

static const PaddockSseFuncs funcs = { .data = on_data, .event = on_event };

#define ROW(text, log, id, retry) { text, sizeof text - 1, log, id, retry }

static const struct {
  const char *text;
  gsize       length;
  const char *log;
  const char *id;                   /* (nullable) */
  int         retry;
} rows[] = {
  ROW ("data: a\n\n", "=a|", NULL, -1),
  ROW ("data:a\n\n", "=a|", NULL, -1),
  ROW ("data:  a \n\n", "= a |", NULL, -1),
  ROW ("data: a\r\n\r\n", "=a|", NULL, -1),
  ROW ("data: a\r\r", "=a|", NULL, -1),
  ROW ("data: a\r\n\ndata: b\r\r\n", "=a|=b|", NULL, -1),
  ROW ("data: a\ndata: b\n\n", "=a\nb|", NULL, -1),
  ROW ("data\ndata\n\n", "=\n|", NULL, -1),
  ROW ("data\n\n", "=|", NULL, -1),
  ROW ("data:\n\n", "=|", NULL, -1),
  ROW ("event: message\ndata: {}\nid: 7\n\n", "message={}|", "7", -1),
  ROW ("id: 7\ndata:\nretry: 250\n\n", "=|", "7", 250),
  ROW ("id:7\n\n", "", "7", -1),
  ROW ("id: 7\n\nid\n\n", "", "", -1),
  ROW ("id: 7\n\nid:\ndata: x\n\n", "=x|", "", -1),
  ROW ("id: 7\n\ndata: x\n\n", "=x|", "7", -1),
  ROW ("event: a\n\ndata: x\n\n", "=x|", NULL, -1),
  ROW ("event: a\nevent: b\ndata: x\n\n", "b=x|", NULL, -1),
  ROW ("event: a\nevent\ndata: x\n\n", "=x|", NULL, -1),
  ROW ("\xef\xbb\xbf" "data: a\n\n", "=a|", NULL, -1),
  ROW (": keepalive\n\n:\n\n::\n\n", "", NULL, -1),
  ROW ("data: a: b\n\n", "=a: b|", NULL, -1),
  ROW ("data: a\0b\n\n", "=a\0b|", NULL, -1),
  ROW ("data: \xff\n\n", "=\xff|", NULL, -1),
  ROW ("retry: 0\n", "", NULL, 0),
  ROW ("retry: 99999999999999999999999999\n", "", NULL, PADDOCK_SSE_RETRY_MAX),
  ROW ("retry: 300001\n", "", NULL, PADDOCK_SSE_RETRY_MAX),

  /* No event, or not the one that it seems to be. */
  ROW ("", "", NULL, -1),
  ROW ("\n\n\n", "", NULL, -1),
  ROW ("data: a", "", NULL, -1),
  ROW ("data: a\n", "", NULL, -1),
  ROW ("data: a\n\r", "=a|", NULL, -1),
  ROW ("Data: a\n\n", "", NULL, -1),
  ROW (" data: a\n\n", "", NULL, -1),
  ROW ("data : a\n\n", "", NULL, -1),
  ROW ("dat: a\n\n", "", NULL, -1),
  ROW ("dataa: a\n\n", "", NULL, -1),
  ROW ("data\0: a\n\n", "", NULL, -1),
  ROW ("id\0: a\n\n", "", NULL, -1),
  ROW ("\xef\xbb" "data: a\n\n", "", NULL, -1),
  ROW ("\xef\xbb\xbf\xef\xbb\xbf" "data: a\n\n", "", NULL, -1),
  ROW ("data: a\n\xef\xbb\xbf\n\n", "=a|", NULL, -1),
  ROW ("id: 7\n", "", NULL, -1),
  ROW ("id: 7\n\nid: 8\n", "", "7", -1),
  ROW ("id: 7\n\nid: 8\0\n\n", "", "7", -1),
  ROW ("id: 7\n\nid: \0\n\n", "", "7", -1),
  ROW ("retry: -1\n", "", NULL, -1),
  ROW ("retry: 1.5\n", "", NULL, -1),
  ROW ("retry: 1 \n", "", NULL, -1),
  ROW ("retry:\n", "", NULL, -1),
  ROW ("retry: 1\0\n", "", NULL, -1),
  ROW ("retry: 0x10\n", "", NULL, -1),
  ROW ("retry: 250\nretry: soon\n", "", NULL, 250),
};

static void
read_in_two (const char *text,
             gsize       length,
             gsize       cut,
             const char *log,
             const char *id,
             int         retry)
{
  Seen seen = { g_string_new (NULL), g_string_new (NULL) };
  PaddockSse *sse = paddock_sse_new (&funcs, &seen);

  paddock_sse_feed (sse, (PaddockSpan) { text, cut });
  paddock_sse_feed (sse, (PaddockSpan) { text + cut, length - cut });
  g_assert_cmpstr (seen.log->str, ==, log);
  g_assert_cmpstr (paddock_sse_get_last_id (sse), ==, id);
  g_assert_cmpint (paddock_sse_get_retry (sse), ==, retry);
  paddock_sse_free (sse);
  g_string_free (seen.data, TRUE);
  g_string_free (seen.log, TRUE);
}

/* Each stream, cut at each byte. */
static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *shown = g_strescape (rows[i].text, NULL);

    g_test_message ("%s", shown);
    for (gsize cut = 0; cut <= rows[i].length; cut++)
      read_in_two (rows[i].text, rows[i].length, cut, rows[i].log, rows[i].id, rows[i].retry);
  }
}

/* At the limit, and one more byte. */
static void
test_limits (void)
{
  static const struct {
    const char *field;
    gsize       max;
    const char *before;
  } limits[] = {
    { "id", PADDOCK_SSE_ID_MAX, "id: old\n\n" },
    { "event", PADDOCK_SSE_TYPE_MAX, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++) {
    gboolean is_id = i == 0;

    for (guint more = 0; more < 2; more++) {
      g_autofree char *word = g_strnfill (limits[i].max + more, 'x');
      g_autofree char *text = g_strdup_printf ("%s%s: %s\ndata: d\n\n", limits[i].before,
                                               limits[i].field, word);
      g_autofree char *log = g_strdup_printf ("%s=d|", is_id ? "" : more ? "?" : word);

      read_in_two (text, strlen (text), 7, log, is_id ? (more ? "" : word) : NULL, -1);
    }
  }
}

static void
count_data (PaddockSpan part,
            gpointer    user_data)
{
  *(gsize *) user_data += part.length;
}

static void
count_event (const char *type,
             gpointer    user_data)
{
  *(gsize *) user_data = G_MAXSIZE;
}

/* An endless line is not kept in memory. */
static void
test_endless_line (void)
{
  static const PaddockSseFuncs counting = { .data = count_data, .event = count_event };
  gsize n = 0;
  g_autoptr (PaddockSse) sse = paddock_sse_new (&counting, &n);
  g_autofree char *text = g_strnfill (64 * 1024, 'x');

  paddock_sse_feed (sse, (PaddockSpan) { text, 64 * 1024 });
  paddock_sse_feed (sse, (PaddockSpan) { "\ndata:", 6 });
  for (guint i = 0; i < 1024; i++)
    paddock_sse_feed (sse, (PaddockSpan) { text, 64 * 1024 });
  g_assert_cmpuint (n, ==, 64 * 1024 * 1024);
  paddock_sse_feed (sse, (PaddockSpan) { "\n\n", 2 });
  g_assert_cmpuint (n, ==, G_MAXSIZE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sse/rows", test_rows);
  g_test_add_func ("/sse/limits", test_limits);
  g_test_add_func ("/sse/endless-line", test_endless_line);
  return g_test_run ();
}
