/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-line-queue.h"

#include <string.h>

static gboolean
push (PaddockLineQueue *queue,
      const char       *line)
{
  g_auto (PaddockMessage) message = { 0 };
  gsize length = strlen (line);
  g_autofree char *copy = g_memdup2 (line, length);

  paddock_message_read ((PaddockSpan) { copy, length }, &message);
  return paddock_line_queue_push (queue, &message);
}

static void
expect_next (PaddockLineQueue *queue,
             const char       *line)
{
  g_autoptr (PaddockMessage) message = paddock_line_queue_pop (queue);

  g_assert_nonnull (message);
  g_assert_cmpmem (message->text.start, message->text.length, line, strlen (line));
}

/* At the limits and one above. A line that is taken out leaves its room. */
static void
test_limits (void)
{
  static const struct { guint max_lines;
                        gsize max_bytes;
                        gboolean takes_first, takes_second;
  } table[] = {
    { 2, 2, FALSE, FALSE }, { 0, 3, FALSE, FALSE }, { 2, 3, TRUE, FALSE }, { 2, 4, TRUE, TRUE },
    { 1, 4, TRUE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autoptr (PaddockLineQueue) queue =
      paddock_line_queue_new (table[i].max_lines, table[i].max_bytes);
    g_auto (PaddockMessage) more = { 0 };

    g_assert_cmpint (push (queue, "abc"), ==, table[i].takes_first);
    g_assert_cmpint (push (queue, table[i].takes_first ? "d" : "abcd"), ==, table[i].takes_second);
    if (!table[i].takes_second)
      continue;
    g_assert_false (push (queue, ""));
    paddock_message_read ((PaddockSpan) { "first", 5 }, &more);
    paddock_line_queue_push_first (queue, &more);
    g_assert_cmpuint (paddock_line_queue_get_length (queue), ==, 3);
    expect_next (queue, "first");
    expect_next (queue, "abc");
    g_assert_true (push (queue, "xyz"));
    g_assert_cmpuint (paddock_line_queue_peek (queue)->text.length, ==, 1);
    expect_next (queue, "d");
    expect_next (queue, "xyz");
    g_assert_null (paddock_line_queue_pop (queue));
    g_assert_null (paddock_line_queue_peek (queue));
  }
}

/* Which lines take a request back, and whether it waited. Request 2 is in a batch. */
static void
test_cancelled (void)
{
  static const struct {
    const char *line;
    gboolean    is_removed;
  } rows[] = {
    { "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}", FALSE },
    { "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"1\"}}", FALSE },
    { "{\"method\":\"notifications/cancelled\",\"params\":{\"id\":1}}", FALSE },
    { "{\"method\":\"notifications/cancelled\"}", FALSE },
    { "{\"method\":\"notifications/x\",\"params\":{\"requestId\":1}}", FALSE },
    { "{\"id\":1,\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}", FALSE },
    { "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}x", FALSE },
    { "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}", TRUE },
    { "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}", FALSE },
  };
  g_autoptr (PaddockLineQueue) queue = paddock_line_queue_new (2, 44);

  g_assert_true (push (queue, "{\"id\":1,\"method\":\"x\"}"));
  g_assert_true (push (queue, "[{\"id\":2,\"method\":\"x\"}]"));
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (PaddockMessage) message = { 0 };

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    paddock_message_read ((PaddockSpan) { rows[i].line, strlen (rows[i].line) }, &message);
    g_assert_cmpint (paddock_line_queue_remove_cancelled (queue, &message), ==, rows[i].is_removed);
  }
  g_assert_cmpuint (paddock_line_queue_get_length (queue), ==, 1);
  g_assert_true (push (queue, "{\"id\":3,\"method\":\"x\"}"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-queue/limits", test_limits);
  g_test_add_func ("/line-queue/cancelled", test_cancelled);
  return g_test_run ();
}
