/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-inlet.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "paddock-line-reader.h"
#include "web-fixture.h"

static void
on_line (GBytes   *line,
         gpointer  user_data)
{
  PaddockSpan text = paddock_json_span (line);

  if (text.length > 100)
    g_string_append_printf (user_data, "%" G_GSIZE_FORMAT "|", text.length);
  else
    g_string_append_printf (user_data, "%.*s|", (int) text.length, text.start);
}

static void
on_too_long (const PaddockMessage *line,
             gpointer              user_data)
{
  g_string_append_printf (user_data, "long %u %.*s|", line->kind, (int) line->id.length,
                          line->id.start);
}

static void
on_ended (gpointer user_data)
{
  g_string_append (user_data, "end");
}

static const PaddockInletFuncs funcs = {
  .line = on_line,
  .too_long = on_too_long,
  .ended = on_ended,
};

static void
write_all (int         fd,
           const char *text,
           gsize       length)
{
  while (length > 0) {
    ssize_t n = write (fd, text, length);

    if (n > 0) {
      text += n;
      length -= (gsize) n;
    }
    g_main_context_iteration (NULL, FALSE);
  }
}

static void
test_lines (void)
{
  static const struct {
    const char *text;
    const char *log;
  } rows[] = {
    { "a\nb\n", "a|b|end" }, { "a\r\nb\r\n", "a|b|end" }, { "a", "a|end" }, { "", "end" },
    { "\n\n\r\n\n", "end" }, { "a\n\nb", "a|b|end" }, { "a\rb\n", "a\rb|end" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GString) log = g_string_new (NULL);
    g_autoptr (PaddockInlet) inlet = NULL;
    int fds[2];

    g_assert_cmpint (pipe2 (fds, O_NONBLOCK | O_CLOEXEC), ==, 0);
    inlet = paddock_inlet_new (fds[0], &funcs, log);
    for (const char *at = rows[i].text; *at != '\0'; at++)
      write_all (fds[1], at, 1);
    close (fds[1]);
    web_wait (g_str_has_suffix (log->str, "end"));
    g_assert_cmpstr (log->str, ==, rows[i].log);
  }
}

/* A line at the limit is kept. One that is a byte longer is not, but its class is known. */
static void
test_limit (void)
{
  const char *head = "{\"id\":7,\"method\":\"m\",\"params\":\"";

  for (guint more = 0; more < 2; more++) {
    gsize length = PADDOCK_LINE_MAX + more;
    g_autofree char *text = g_strnfill (length + 1, 'x');
    g_autoptr (GString) log = g_string_new (NULL);
    g_autofree char *expected = more ? g_strdup_printf ("long %u 7|after|en"
                                                        "d", (guint) PADDOCK_MESSAGE_REQUEST)
                                     : g_strdup_printf ("%d|after|end", PADDOCK_LINE_MAX);
    g_autoptr (PaddockInlet) inlet = NULL;
    int fds[2];

    memcpy (text, head, strlen (head));
    memcpy (text + length - 2, "\"}\n", 3);
    g_assert_cmpint (pipe2 (fds, O_NONBLOCK | O_CLOEXEC), ==, 0);
    inlet = paddock_inlet_new (fds[0], &funcs, log);
    write_all (fds[1], text, length + 1);
    write_all (fds[1], "after\n", 6);
    close (fds[1]);
    web_wait (g_str_has_suffix (log->str, "end"));
    g_assert_cmpstr (log->str, ==, expected);
  }
}

static void
test_pause (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (PaddockInlet) inlet = NULL;
  int fds[2];

  g_assert_cmpint (pipe2 (fds, O_NONBLOCK | O_CLOEXEC), ==, 0);
  inlet = paddock_inlet_new (fds[0], &funcs, log);
  paddock_inlet_set_paused (inlet, TRUE);
  write_all (fds[1], "a\n", 2);
  close (fds[1]);
  for (guint i = 0; i < 100; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpstr (log->str, ==, "");
  paddock_inlet_set_paused (inlet, FALSE);
  paddock_inlet_set_paused (inlet, FALSE);
  web_wait (g_str_has_suffix (log->str, "end"));
  g_assert_cmpstr (log->str, ==, "a|end");
  paddock_inlet_set_paused (inlet, TRUE);
  paddock_inlet_set_paused (inlet, FALSE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inlet/lines", test_lines);
  g_test_add_func ("/inlet/limit", test_limit);
  g_test_add_func ("/inlet/pause", test_pause);
  return g_test_run ();
}
