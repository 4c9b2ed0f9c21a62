/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-outlet.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "web-fixture.h"

typedef struct {
  guint    n_room;
  gboolean is_lost;
} Told;

static void
on_room (gpointer user_data)
{
  ((Told *) user_data)->n_room++;
}

static void
on_lost (gpointer user_data)
{
  ((Told *) user_data)->is_lost = TRUE;
}

static const PaddockOutletFuncs funcs = { .room = on_room, .lost = on_lost };

static void
write_text (PaddockOutlet *outlet,
            PaddockSpan    text)
{
  PaddockSpool *spool = paddock_spool_new ();

  paddock_spool_add (spool, text);
  paddock_outlet_write (outlet, spool);
}

static void
read_into (GString *text,
           int      fd)
{
  char buffer[10000];
  ssize_t n;

  g_main_context_iteration (NULL, FALSE);
  while ((n = read (fd, buffer, sizeof buffer)) > 0)
    g_string_append_len (text, buffer, n);
}

/* Lines of all lengths arrive complete and in order, even if the pipe is full at times. */
static void
test_order (void)
{
  static const gsize sizes[] = { 0, 1, 65534, 65535, 65536, 200000, 3 * 1024 * 1024, 7 };
  Told told = { 0 };
  g_autoptr (PaddockOutlet) outlet = NULL;
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autoptr (GString) got = g_string_new (NULL);
  int fds[2];

  g_assert_cmpint (pipe2 (fds, O_NONBLOCK | O_CLOEXEC), ==, 0);
  outlet = paddock_outlet_new (fds[1], &funcs, &told);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autofree char *line = g_strnfill (sizes[i], (char) ('a' + i));

    write_text (outlet, (PaddockSpan) { line, sizes[i] });
    g_string_append_printf (expected, "%s\n", line);
  }
  g_assert_true (paddock_outlet_is_full (outlet));
  g_assert_false (paddock_outlet_is_empty (outlet));
  while (got->len < expected->len)
    read_into (got, fds[0]);
  g_assert_cmpstr (got->str, ==, expected->str);
  web_wait (paddock_outlet_is_empty (outlet) && told.n_room > 0);
  g_assert_false (paddock_outlet_is_full (outlet));
  g_assert_false (told.is_lost);
  close (fds[0]);
}

/* The reader is gone: that is reported once, and further lines are dropped. */
static void
test_lost (void)
{
  Told told = { 0 };
  g_autoptr (PaddockOutlet) outlet = NULL;
  int fds[2];

  g_assert_cmpint (pipe2 (fds, O_NONBLOCK | O_CLOEXEC), ==, 0);
  outlet = paddock_outlet_new (fds[1], &funcs, &told);
  close (fds[0]);
  write_text (outlet, (PaddockSpan) { "x", 1 });
  g_assert_false (told.is_lost);
  web_wait (told.is_lost);
  write_text (outlet, (PaddockSpan) { "x", 1 });
  g_assert_true (paddock_outlet_is_empty (outlet));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  signal (SIGPIPE, SIG_IGN);
  g_test_add_func ("/outlet/order", test_order);
  g_test_add_func ("/outlet/lost", test_lost);
  return g_test_run ();
}
