/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "paddock-write-queue.h"

static GBytes *
bytes (const char *text)
{
  return g_bytes_new (text, strlen (text));
}

static void
open_pipe (PaddockPipeEnd *output,
           int            *reader)
{
  int fds[2];

  g_assert_cmpint (pipe2 (fds, O_CLOEXEC | O_NONBLOCK), ==, 0);
  *reader = fds[0];
  paddock_pipe_end_open (output, fds[1]);
}

/* Lines get a newline, bytes none, and what is delayed comes last. */
static void
test_order (void)
{
  g_autoptr (GBytes) line = bytes ("line");
  g_autoptr (GBytes) ours = bytes ("ours");
  g_autoptr (GBytes) late = bytes ("late");
  PaddockWriteQueue queue;
  PaddockPipeEnd output;
  char text[64];
  int reader;

  open_pipe (&output, &reader);
  paddock_write_queue_init (&queue);
  paddock_write_queue_delay (&queue, late);
  paddock_write_queue_push (&queue, bytes ("half"), FALSE);
  paddock_write_queue_push_line (&queue, line, FALSE);
  paddock_write_queue_push_line (&queue, ours, TRUE);
  g_assert_cmpuint (queue.n_pending, ==, 4 + 5 + 5);
  g_assert_cmpuint (queue.n_ours, ==, 5);
  g_assert_cmpuint (paddock_write_queue_count_ours (&queue), ==, 10);
  paddock_write_queue_push_delayed (&queue);
  g_assert_cmpuint (queue.n_ours, ==, 10);

  g_assert_true (paddock_write_queue_flush (&queue, &output));
  g_assert_cmpuint (queue.n_pending, ==, 0);
  g_assert_cmpuint (paddock_write_queue_count_ours (&queue), ==, 0);
  g_assert_cmpint (read (reader, text, sizeof text), ==, 19);
  g_assert_cmpmem (text, 19, "halfline\nours\nlate\n", 19);
  paddock_write_queue_clear (&queue);
  paddock_pipe_end_close (&output, NULL);
  close (reader);
}

/* A reader that takes it bit by bit gets every byte once. */
static void
test_bit_by_bit (void)
{
  g_autofree char *text = g_strnfill (300000, 'x');
  g_autoptr (GBytes) line = NULL;
  PaddockWriteQueue queue;
  PaddockPipeEnd output;
  char got[65536];
  gsize n_got = 0;
  gssize n;
  int reader;

  for (guint i = 0; i < 300000; i++)
    text[i] = (char) ('a' + i % 26);
  line = g_bytes_new (text, 300000);
  open_pipe (&output, &reader);
  paddock_write_queue_init (&queue);
  paddock_write_queue_push_line (&queue, line, TRUE);
  while (queue.n_pending > 0 || n_got < 300001) {
    g_assert_true (paddock_write_queue_flush (&queue, &output));
    g_assert_cmpuint (queue.n_pending, ==, queue.n_ours);
    while ((n = read (reader, got, sizeof got)) > 0) {
      for (gssize i = 0; i < n; i++, n_got++)
        g_assert_cmpint (got[i], ==, n_got < 300000 ? text[n_got] : '\n');
    }
  }
  g_assert_cmpuint (n_got, ==, 300001);
  paddock_write_queue_clear (&queue);
  paddock_pipe_end_close (&output, NULL);
  close (reader);
}

static void
test_unread (void)
{
  g_autoptr (GBytes) line = bytes ("line");
  PaddockWriteQueue queue;
  PaddockPipeEnd output;
  int reader;

  open_pipe (&output, &reader);
  close (reader);
  paddock_write_queue_init (&queue);
  paddock_write_queue_push_line (&queue, line, TRUE);
  paddock_write_queue_delay (&queue, line);
  g_assert_false (paddock_write_queue_flush (&queue, &output));
  paddock_write_queue_clear (&queue);
  g_assert_cmpuint (queue.n_pending, ==, 0);
  g_assert_cmpuint (paddock_write_queue_count_ours (&queue), ==, 0);
  paddock_pipe_end_close (&output, NULL);
}

int
main (int    argc,
      char **argv)
{
  signal (SIGPIPE, SIG_IGN);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/write-queue/order", test_order);
  g_test_add_func ("/write-queue/bit-by-bit", test_bit_by_bit);
  g_test_add_func ("/write-queue/unread", test_unread);
  return g_test_run ();
}
