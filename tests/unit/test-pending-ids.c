/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-pending-ids.h"

#include <string.h>

#include "paddock-message.h"

static PaddockSpan
span (const char *text)
{
  return (PaddockSpan) { text, strlen (text) };
}

static const struct {
  const char *line;
  const char *ids;
} lines[] = {
  { "{\"id\":1,\"method\":\"x\"}", "1;" },
  { "{\"id\":\"a\",\"method\":\"x\"}", "\"a\";" },
  { "[{\"id\":1,\"method\":\"x\"},{\"id\":\"b\",\"method\":\"y\"}]", "1;\"b\";" },
  { "{\"id\":1,\"method\":\"x\",\"params\":{},\"params\":{}}", "1;" },
  { "[{\"id\":1,\"method\":\"x\",\"method\":\"y\"},{\"id\":2,\"method\":\"y\"}]", "1;2;" },
  { "{\"method\":\"x\"}", "" },
  { "{\"id\":1,\"result\":{}}", "" },
  { "{\"id\":1,\"result\":{},\"result\":{}}", "" },
  { "{\"id\":null,\"method\":\"x\",\"method\":\"x\"}", "" },
  { "{\"id\":{},\"method\":\"x\"}", "" },
  { "[[{\"id\":1,\"method\":\"x\"}]]", "" },
  { "[]", "" },
  { "[1,null,\"id\"]", "" },
  { "7", "" },
  { "{", "" },
  { "", "" },
};

static void
test_list (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
    g_autoptr (GString) found = g_string_new (NULL);
    g_auto (PaddockMessage) message = { 0 };

    g_test_message ("%s", lines[i].line);
    paddock_message_read (span (lines[i].line), &message);
    paddock_pending_ids_list (&message, ids);
    for (guint j = 0; j < ids->len; j++) {
      PaddockSpan id = paddock_json_span (ids->pdata[j]);

      g_string_append_len (found, id.start, (gssize) id.length);
      g_string_append_c (found, ';');
    }
    g_assert_cmpstr (found->str, ==, lines[i].ids);
    g_assert_cmpint (paddock_pending_ids_has_any (&message), ==, *lines[i].ids != '\0');
  }
}

static void
test_take (void)
{
  static const char *waiting[] = { "{\"id\":1,\"method\":\"x\"}", "[{\"id\":2,\"method\":\"x\"}]",
                                   "{\"method\":\"y\"}", "{\"id\":\"1\",\"method\":\"x\"}" };
  GQueue queue = G_QUEUE_INIT;

  for (gsize i = 0; i < G_N_ELEMENTS (waiting); i++)
    g_queue_push_tail (&queue, g_bytes_new_static (waiting[i], strlen (waiting[i])));
  g_assert_false (paddock_pending_ids_remove (&queue, span ("3")));
  g_assert_false (paddock_pending_ids_remove (&queue, span ("2")));
  g_assert_cmpuint (queue.length, ==, 4);
  g_assert_true (paddock_pending_ids_remove (&queue, span ("1")));
  g_assert_false (paddock_pending_ids_remove (&queue, span ("1")));
  g_assert_true (paddock_pending_ids_remove (&queue, span ("\"1\"")));
  g_assert_cmpuint (queue.length, ==, 2);
  g_queue_clear_full (&queue, (GDestroyNotify) g_bytes_unref);
}

static void
test_bounded (void)
{
  for (guint more = 0; more < 2; more++) {
    g_autoptr (GString) batch = g_string_new ("[0");

    for (guint i = 1; i < PADDOCK_BATCH_MAX + more; i++)
      g_string_append (batch, ",0");
    g_string_append_c (batch, ']');
    g_assert_cmpint (paddock_pending_ids_is_bounded (span (batch->str)), ==, more == 0);
  }
  g_assert_true (paddock_pending_ids_is_bounded (span ("[]")));
}

static void
test_mark (void)
{
  static const struct { const char *line, *without;
  } marks[] = {
    { "\xef\xbb\xbf{}", "{}" }, { "{}", "{}" }, { "\xef\xbb", "\xef\xbb" },
    { "\xef\xbb\xbf", "" }, { "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++) {
    g_autoptr (GBytes) line = g_bytes_new_static (marks[i].line, strlen (marks[i].line));
    g_autoptr (GBytes) without = paddock_pending_ids_without_mark (line);
    PaddockSpan text = paddock_json_span (without);

    g_assert_cmpmem (text.start, text.length, marks[i].without, strlen (marks[i].without));
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pending-ids/list", test_list);
  g_test_add_func ("/pending-ids/take", test_take);
  g_test_add_func ("/pending-ids/bounded", test_bounded);
  g_test_add_func ("/pending-ids/mark", test_mark);
  return g_test_run ();
}
