/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "paddock-pipe-end.h"

/* Both ends of a pipe, or of a pair of sockets. */
static void
open_both (gboolean        sockets,
           PaddockPipeEnd *input,
           PaddockPipeEnd *output)
{
  int fds[2];

  if (sockets)
    g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), ==, 0);
  else
    g_assert_cmpint (pipe2 (fds, O_CLOEXEC | O_NONBLOCK), ==, 0);
  paddock_pipe_end_open (input, fds[0]);
  paddock_pipe_end_open (output, fds[1]);
  g_assert_cmpint (input->is_socket, ==, sockets);
}

static void
test_carries (gconstpointer data)
{
  gboolean sockets = GPOINTER_TO_INT (data);
  PaddockPipeEnd input, output;
  guint8 text[8];

  open_both (sockets, &input, &output);
  g_assert_cmpint (paddock_pipe_end_read (&input, text, sizeof text), ==, -1);
  g_assert_cmpint (errno, ==, EAGAIN);
  g_assert_cmpint (paddock_pipe_end_write (&output, (const guint8 *) "abc", 3), ==, 3);
  g_assert_cmpint (paddock_pipe_end_is_read_up (&output), ==, sockets);
  g_assert_cmpint (paddock_pipe_end_read (&input, text, sizeof text), ==, 3);
  g_assert_cmpmem (text, 3, "abc", 3);
  g_assert_true (paddock_pipe_end_is_read_up (&output));

  g_assert_false (paddock_pipe_end_is_cut_off (&input));
  paddock_pipe_end_close (&output, NULL);
  g_assert_cmpint (output.fd, ==, -1);
  g_assert_true (paddock_pipe_end_is_cut_off (&input));
  g_assert_true (paddock_pipe_end_is_cut_off (&output));
  g_assert_true (paddock_pipe_end_is_read_up (&output));
  g_assert_cmpint (paddock_pipe_end_read (&input, text, sizeof text), ==, 0);
  paddock_pipe_end_close (&input, NULL);
}

/* No room is 0, nobody there is -1. */
static void
test_full (gconstpointer data)
{
  PaddockPipeEnd input, output;
  guint8 block[4096] = { 0 };
  gssize n;

  open_both (GPOINTER_TO_INT (data), &input, &output);
  while ((n = paddock_pipe_end_write (&output, block, sizeof block)) > 0)
    continue;
  g_assert_cmpint (n, ==, 0);
  g_assert_false (paddock_pipe_end_is_cut_off (&output));
  paddock_pipe_end_close (&input, NULL);
  g_assert_true (paddock_pipe_end_is_cut_off (&output));
  g_assert_cmpint (paddock_pipe_end_write (&output, block, sizeof block), ==, -1);
  paddock_pipe_end_close (&output, NULL);
}

static void
test_widen (void)
{
  PaddockPipeEnd input, output;
  int before, after;

  open_both (FALSE, &input, &output);
  before = fcntl (output.fd, F_GETPIPE_SZ);
  paddock_pipe_end_widen (&output);
  after = fcntl (output.fd, F_GETPIPE_SZ);
  g_assert_true (output.is_wide);
  /* With too many pipes the kernel gives no more. */
  g_assert_cmpint (after, >=, before);
  /* Once: nobody widens it again. */
  g_assert_cmpint (fcntl (output.fd, F_SETPIPE_SZ, 4096), ==, 4096);
  paddock_pipe_end_widen (&output);
  g_assert_cmpint (fcntl (output.fd, F_GETPIPE_SZ), ==, 4096);
  paddock_pipe_end_close (&output, NULL);
  paddock_pipe_end_close (&input, NULL);
}

static void
test_wait (void)
{
  static GSourceFuncs funcs = { NULL };
  GSource *source = g_source_new (&funcs, sizeof (GSource));
  PaddockPipeEnd input, output;

  open_both (FALSE, &input, &output);
  paddock_pipe_end_set_wait (&input, source, G_IO_IN, TRUE);
  g_assert_nonnull (input.tag);
  paddock_pipe_end_set_wait (&input, source, G_IO_IN, FALSE);
  g_assert_null (input.tag);
  paddock_pipe_end_set_wait (&input, source, G_IO_IN, TRUE);
  paddock_pipe_end_close (&input, source);
  g_assert_null (input.tag);
  paddock_pipe_end_set_wait (&input, source, G_IO_IN, TRUE);
  g_assert_null (input.tag);
  paddock_pipe_end_close (&output, source);
  g_source_unref (source);
}

int
main (int    argc,
      char **argv)
{
  signal (SIGPIPE, SIG_IGN);
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/pipe-end/pipe/carries", GINT_TO_POINTER (FALSE), test_carries);
  g_test_add_data_func ("/pipe-end/socket/carries", GINT_TO_POINTER (TRUE), test_carries);
  g_test_add_data_func ("/pipe-end/pipe/full", GINT_TO_POINTER (FALSE), test_full);
  g_test_add_data_func ("/pipe-end/socket/full", GINT_TO_POINTER (TRUE), test_full);
  g_test_add_func ("/pipe-end/widen", test_widen);
  g_test_add_func ("/pipe-end/wait", test_wait);
  return g_test_run ();
}
