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

#include "paddock-pump.h"
#include "paddock-read-buffer.h"

#define LINE_MAX_LENGTH 100000
#define DEADLINE (20 * G_USEC_PER_SEC)

/* A pump between two pairs of descriptors. The test has the outer ends. */
typedef struct {
  PaddockPump *pump;
  int          write_end;
  int          read_end;
  GPtrArray   *lines;               /* the lines that were seen */
  const char  *dropped;             /* (nullable) lines that begin with it are dropped */
  const char  *answered;            /* (nullable) before lines that begin with it, an own line */
  gboolean     long_goes_on;
  guint        n_long;
  GString     *parts;               /* (owned) of long lines, with "|" after each */
  guint        n_ended;
  guint        n_finished;
} Fixture;

static gboolean
on_line (PaddockPump *pump,
         PaddockSpan  line,
         gpointer     user_data)
{
  Fixture *fixture = user_data;
  char *text = g_strndup (line.start, line.length);

  g_ptr_array_add (fixture->lines, text);
  if (fixture->answered != NULL && g_str_has_prefix (text, fixture->answered)) {
    g_autoptr (GBytes) answer = g_bytes_new_static ("ours", 4);

    paddock_pump_send (pump, answer);
  }
  return fixture->dropped == NULL || !g_str_has_prefix (text, fixture->dropped);
}

static gboolean
on_too_long (PaddockPump *pump,
             gpointer     user_data)
{
  Fixture *fixture = user_data;

  fixture->n_long++;
  return fixture->long_goes_on;
}

static void
on_part (PaddockPump *pump,
         PaddockSpan  part,
         gboolean     is_end,
         gpointer     user_data)
{
  Fixture *fixture = user_data;

  g_string_append_len (fixture->parts, part.start, (gssize) part.length);
  if (is_end)
    g_string_append_c (fixture->parts, '|');
}

static void
on_ended (PaddockPump *pump,
          gpointer     user_data)
{
  ((Fixture *) user_data)->n_ended++;
}

static void
on_finished (PaddockPump *pump,
             gpointer     user_data)
{
  ((Fixture *) user_data)->n_finished++;
}

static const PaddockPumpFuncs funcs = {
  .line = on_line,
  .too_long = on_too_long,
  .part = on_part,
  .ended = on_ended,
  .finished = on_finished,
};

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  gboolean sockets = data != NULL;
  int in[2], out[2];

  if (sockets) {
    g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in), ==, 0);
    g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, out), ==, 0);
  } else {
    g_assert_cmpint (pipe2 (in, O_CLOEXEC | O_NONBLOCK), ==, 0);
    g_assert_cmpint (pipe2 (out, O_CLOEXEC | O_NONBLOCK), ==, 0);
  }
  memset (fixture, 0, sizeof *fixture);
  fixture->lines = g_ptr_array_new_with_free_func (g_free);
  fixture->parts = g_string_new (NULL);
  fixture->pump = paddock_pump_new (in[0], out[1], LINE_MAX_LENGTH, &funcs, fixture);
  fixture->write_end = in[1];
  fixture->read_end = out[0];
  g_unix_set_fd_nonblocking (in[1], TRUE, NULL);
  g_unix_set_fd_nonblocking (out[0], TRUE, NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_pump_free (fixture->pump);
  if (fixture->write_end >= 0)
    close (fixture->write_end);
  if (fixture->read_end >= 0)
    close (fixture->read_end);
  g_ptr_array_unref (fixture->lines);
  g_string_free (fixture->parts, TRUE);
}

static void
close_end (int *fd)
{
  close (*fd);
  *fd = -1;
}

/* Writes everything and reads the output, until the end or this number of bytes. */
static GString *
carry (Fixture    *fixture,
       const char *text,
       gsize       length,
       gboolean    then_close,
       gsize       wanted)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;
  GString *got = g_string_new (NULL);
  gsize sent = 0;

  while (got->len < wanted) {
    char data[65536];
    gssize n;

    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    if (sent < length) {
      n = write (fixture->write_end, text + sent, length - sent);
      sent += n > 0 ? (gsize) n : 0;
    }
    if (sent == length && then_close && fixture->write_end >= 0)
      close_end (&fixture->write_end);
    g_main_context_iteration (NULL, FALSE);
    n = read (fixture->read_end, data, sizeof data);
    if (n == 0)
      break;
    if (n > 0)
      g_string_append_len (got, data, n);
  }
  return got;
}

static void
check_carried (Fixture    *fixture,
               GString    *text,
               const char *expected,
               gsize       expected_length)
{
  g_autoptr (GString) got = NULL;

  paddock_pump_start (fixture->pump, PADDOCK_PUMP_NEITHER);
  got = carry (fixture, text->str, text->len, TRUE, G_MAXSIZE);
  g_assert_cmpuint (got->len, ==, expected_length);
  g_assert_true (memcmp (got->str, expected, expected_length) == 0);
  g_assert_true (paddock_pump_is_finished (fixture->pump));
  g_assert_cmpuint (fixture->n_finished, ==, 1);
  g_assert_cmpuint (fixture->n_ended, ==, 1);
}

/* Every byte and every kind of line end, in any pieces. */
static void
test_bytes (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GString) text = g_string_new ("a\n\r\n\n \r\nb\r\r\n");

  for (guint i = 0; i < 256; i++)
    g_string_append_c (text, (char) i);
  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (text, "%u %*s\n", i, (int) (i * 7 % 400), "x");
  g_string_append (text, "no newline");
  check_carried (fixture, text, text->str, text->len);
  g_assert_cmpstr (fixture->lines->pdata[fixture->lines->len - 1], ==, "no newline");
  g_assert_cmpstr (fixture->lines->pdata[0], ==, "a");
  g_assert_cmpstr (fixture->lines->pdata[1], ==, "\r");
}

static void
test_nothing (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  check_carried (fixture, text, "", 0);
}

static void
test_dropped (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GString) text = g_string_new ("d0\na\nd1\nd2\nb\nd3");

  fixture->dropped = "d";
  check_carried (fixture, text, "a\nb\n", 4);
  g_assert_cmpuint (fixture->lines->len, ==, 6);
}

/* An own line is exactly where it was sent. */
static void
test_sent_in_place (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (GString) text = g_string_new ("a\nd1\nb\nd2\n");

  fixture->dropped = fixture->answered = "d";
  check_carried (fixture, text, "a\nours\nb\nours\n", 14);
}

/* Runs until this number of bytes came out. */
static char *
read_bytes (int   fd,
            gsize wanted)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;
  GString *got = g_string_new (NULL);

  while (got->len < wanted) {
    char data[65536];
    gssize n;

    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_main_context_iteration (NULL, FALSE);
    n = read (fd, data, sizeof data);
    if (n > 0)
      g_string_append_len (got, data, n);
  }
  return g_string_free (got, FALSE);
}

/* Half a line of the old writer does not count. The end of the old writer does not end the pump. */
static void
test_change_input (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *got = NULL;
  int other[2];

  g_assert_cmpint (pipe2 (other, O_CLOEXEC | O_NONBLOCK), ==, 0);
  paddock_pump_start (fixture->pump, PADDOCK_PUMP_NEITHER);
  g_assert_cmpint (write (fixture->write_end, "a\nhalf", 6), ==, 6);
  got = read_bytes (fixture->read_end, 2);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  paddock_pump_change_input (fixture->pump, -1);
  close_end (&fixture->write_end);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  paddock_pump_change_input (fixture->pump, other[0]);
  g_assert_cmpint (write (other[1], "b\n", 2), ==, 2);
  g_free (got);
  got = read_bytes (fixture->read_end, 2);
  g_assert_cmpstr (got, ==, "b\n");
  g_assert_cmpuint (fixture->n_ended, ==, 0);
  close (other[1]);
  while (fixture->n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
}

/* The new reader does not get what the old one left, but it gets what is still to be read. */
static void
test_change_output (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (GBytes) line = g_bytes_new_static ("ours", 4);
  g_autofree char *big = g_strnfill (99000, 'x');
  g_autofree char *got = NULL;
  int other[2];

  g_assert_cmpint (pipe2 (other, O_CLOEXEC | O_NONBLOCK), ==, 0);
  paddock_pump_start (fixture->pump, PADDOCK_PUMP_NEITHER);
  for (guint i = 0; i < 4; i++) {
    g_autoptr (GBytes) bytes = g_bytes_new (big, 99000);

    paddock_pump_send (fixture->pump, bytes);
  }
  g_assert_cmpuint (paddock_pump_get_pending (fixture->pump), >, 0);
  paddock_pump_set_paused (fixture->pump, TRUE);
  paddock_pump_change_output (fixture->pump, -1);
  g_assert_cmpuint (paddock_pump_get_pending (fixture->pump), ==, 0);
  g_assert_cmpint (write (fixture->write_end, "a\n", 2), ==, 2);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (fixture->lines->len, ==, 0);
  paddock_pump_change_output (fixture->pump, other[1]);
  paddock_pump_send (fixture->pump, line);
  paddock_pump_set_paused (fixture->pump, FALSE);
  got = read_bytes (other[0], 7);
  g_assert_cmpstr (got, ==, "ours\na\n");
  close (other[0]);
}

static void
append_line (GString *text,
             gsize    length,
             char     c)
{
  gsize before = text->len;

  g_string_set_size (text, before + length);
  memset (text->str + before, c, length);
  g_string_append_c (text, '\n');
}

static void
test_at_limit (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_line (text, LINE_MAX_LENGTH, 'x');
  g_string_insert_c (text, LINE_MAX_LENGTH, '\r');
  append_line (text, LINE_MAX_LENGTH, 'y');
  check_carried (fixture, text, text->str, text->len);
  g_assert_cmpuint (fixture->n_long, ==, 0);
  g_assert_cmpuint (fixture->lines->len, ==, 2);
}

/* Lines that do not fit at once, each followed by the beginning of another. */
static void
test_long_lines (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 40; i++)
    append_line (text, LINE_MAX_LENGTH - i * 997, (char) ('a' + i % 26));
  check_carried (fixture, text, text->str, text->len);
  g_assert_cmpuint (fixture->lines->len, ==, 40);
}

/* All parts of both long lines were seen, and their ends. */
static void
check_parts (Fixture *fixture)
{
  g_autofree char *first = g_strnfill (LINE_MAX_LENGTH + 1, 'x');
  g_autofree char *second = g_strnfill (20 * LINE_MAX_LENGTH, 'y');
  g_autofree char *both = g_strdup_printf ("%s|%s|", first, second);

  g_assert_cmpuint (fixture->n_long, ==, 2);
  g_assert_true (strcmp (fixture->parts->str, both) == 0);
}

static void
test_over_limit_passed (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr (GString) text = g_string_new ("a\n");

  append_line (text, LINE_MAX_LENGTH + 1, 'x');
  append_line (text, 20 * LINE_MAX_LENGTH, 'y');
  g_string_append (text, "b\n");
  fixture->long_goes_on = TRUE;
  check_carried (fixture, text, text->str, text->len);
  check_parts (fixture);
  g_assert_cmpuint (fixture->lines->len, ==, 2);
}

static void
test_over_limit_dropped (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (GString) text = g_string_new ("a\n");

  append_line (text, LINE_MAX_LENGTH + 1, 'x');
  append_line (text, 20 * LINE_MAX_LENGTH, 'y');
  g_string_append (text, "b\n");
  check_carried (fixture, text, "a\nb\n", 4);
  check_parts (fixture);
}

/* A line of ours never stands within a line that passes unread. */
static void
test_sent_behind_long (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) first = NULL;
  g_autoptr (GString) rest = NULL;
  g_autoptr (GBytes) ours = g_bytes_new_static ("ours", 4);

  append_line (text, 3 * LINE_MAX_LENGTH, 'x');
  fixture->long_goes_on = TRUE;
  paddock_pump_start (fixture->pump, PADDOCK_PUMP_NEITHER);
  first = carry (fixture, text->str, 2 * LINE_MAX_LENGTH, FALSE, 2 * LINE_MAX_LENGTH);
  paddock_pump_send (fixture->pump, ours);
  g_assert_cmpuint (paddock_pump_count_ours (fixture->pump), ==, 5);
  rest = carry (fixture, text->str + 2 * LINE_MAX_LENGTH, LINE_MAX_LENGTH + 1, TRUE, G_MAXSIZE);
  g_assert_cmpuint (rest->len, ==, LINE_MAX_LENGTH + 1 + 5);
  g_assert_cmpstr (rest->str + LINE_MAX_LENGTH, ==, "\nours\n");
  g_assert_cmpuint (paddock_pump_count_ours (fixture->pump), ==, 0);
}

/* A line that was kept for a while comes behind what has gone on, and does not count as ours. */
static void
test_passed (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *text = g_strnfill (PADDOCK_PUMP_PAUSE_BYTES, 'x');
  g_autoptr (GBytes) kept = g_bytes_new (text, PADDOCK_PUMP_PAUSE_BYTES);
  g_autoptr (GString) got = NULL;

  paddock_pump_start (fixture->pump, PADDOCK_PUMP_NEITHER);
  paddock_pump_pass (fixture->pump, kept);
  g_assert_cmpuint (paddock_pump_get_pending (fixture->pump), >, 0);
  g_assert_cmpuint (paddock_pump_count_ours (fixture->pump), ==, 0);
  got = carry (fixture, "next\n", 5, TRUE, G_MAXSIZE);
  g_assert_cmpuint (got->len, ==, PADDOCK_PUMP_PAUSE_BYTES + 6);
  g_assert_cmpstr (got->str + PADDOCK_PUMP_PAUSE_BYTES, ==, "\nnext\n");
}

/* While nobody reads the output, the pump reads nothing, so that nothing grows. */
static void
test_backpressure (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *line = g_strnfill (1000, 'x');
  gint64 quiet_since = g_get_monotonic_time ();
  gsize sent = 0, wanted;
  g_autoptr (GString) got = NULL;

  line[999] = '\n';
  paddock_pump_start (fixture->pump, PADDOCK_PUMP_NEITHER);
  while (g_get_monotonic_time () < quiet_since + 200 * G_TIME_SPAN_MILLISECOND) {
    gssize n = write (fixture->write_end, line + sent % 1000, 1000 - sent % 1000);

    if (n > 0) {
      sent += (gsize) n;
      quiet_since = g_get_monotonic_time ();
    }
    g_main_context_iteration (NULL, FALSE);
    g_assert_cmpuint (sent, <, 16 * 1024 * 1024);
  }
  g_assert_cmpuint (paddock_pump_get_pending (fixture->pump), <=,
                    PADDOCK_PUMP_PAUSE_BYTES + PADDOCK_READ_BUFFER_BYTES);

  wanted = sent;
  got = carry (fixture, "", 0, FALSE, wanted);
  g_assert_cmpuint (got->len, ==, wanted);
  for (gsize i = 0; i < got->len; i++)
    g_assert_cmpint (got->str[i], ==, line[i % 1000]);
}

static void
test_paused (Fixture       *fixture,
             gconstpointer  data)
{
  gint64 until = g_get_monotonic_time () + 50 * G_TIME_SPAN_MILLISECOND;
  g_autoptr (GString) got = NULL;
  char byte;

  paddock_pump_start (fixture->pump, PADDOCK_PUMP_NEITHER);
  paddock_pump_set_paused (fixture->pump, TRUE);
  g_assert_cmpint (write (fixture->write_end, "a\n", 2), ==, 2);
  while (g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpint (read (fixture->read_end, &byte, 1), ==, -1);

  paddock_pump_set_paused (fixture->pump, FALSE);
  got = carry (fixture, "", 0, TRUE, 2);
  g_assert_cmpstr (got->str, ==, "a\n");
}

/* Nobody reads any more: the writer notices it as it would without us. */
static void
test_unread (Fixture       *fixture,
             gconstpointer  data)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;

  paddock_pump_start (fixture->pump, PADDOCK_PUMP_NEITHER);
  g_assert_false (paddock_pump_is_cut_off (fixture->pump, PADDOCK_PUMP_OUTPUT));
  close_end (&fixture->read_end);
  g_assert_true (paddock_pump_is_cut_off (fixture->pump, PADDOCK_PUMP_OUTPUT));
  while (write (fixture->write_end, "a\n", 2) > 0 || errno == EAGAIN) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_main_context_iteration (NULL, FALSE);
  }
  g_assert_cmpint (errno, ==, EPIPE);
  g_assert_cmpuint (fixture->n_finished, ==, 1);
}

/* The pump reads what is there and ends, although somebody still holds the other end. */
static void
test_end (Fixture       *fixture,
          gconstpointer  data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) got = NULL;

  append_line (text, 60000, 'x');
  g_assert_cmpint (write (fixture->write_end, text->str, text->len), ==, (gssize) text->len);
  paddock_pump_start (fixture->pump, PADDOCK_PUMP_NEITHER);
  paddock_pump_end (fixture->pump);
  got = carry (fixture, "", 0, FALSE, G_MAXSIZE);
  g_assert_cmpstr (got->str, ==, text->str);
  g_assert_cmpuint (fixture->n_finished, ==, 1);
}

/* The reader ends: lines are still looked at, and the next reader gets what comes then. */
static void
test_changing_output (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (GBytes) ours = g_bytes_new_static ("ours", 4);
  int next[2];
  gint64 deadline = g_get_monotonic_time () + DEADLINE;
  char text[64] = "";
  gsize length = 0;

  g_assert_cmpint (pipe2 (next, O_CLOEXEC | O_NONBLOCK), ==, 0);
  paddock_pump_start (fixture->pump, PADDOCK_PUMP_OUTPUT);
  close_end (&fixture->read_end);
  for (guint i = 0; i < 3; i++) {
    g_assert_cmpint (write (fixture->write_end, "lost\n", 5), ==, 5);
    while (fixture->lines->len <= i) {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
    paddock_pump_send (fixture->pump, ours);
  }
  g_assert_cmpuint (fixture->n_finished, ==, 0);
  g_assert_cmpuint (paddock_pump_get_pending (fixture->pump), ==, 0);

  paddock_pump_change_output (fixture->pump, next[1]);
  g_assert_cmpint (write (fixture->write_end, "next\n", 5), ==, 5);
  close_end (&fixture->write_end);
  while (length < 5 || fixture->n_finished == 0) {
    gssize n = read (next[0], text + length, sizeof text - length);

    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    length += (gsize) MAX (n, 0);
    g_main_context_iteration (NULL, FALSE);
  }
  g_assert_cmpmem (text, length, "next\n", 5);
  g_assert_cmpuint (fixture->n_ended, ==, 1);
  g_assert_cmpuint (fixture->n_finished, ==, 1);
  close (next[0]);
}

/* The writer ends in the middle of a line: that goes on, and so does the pump, until the last
 * writer has ended. */
static void
test_changing_input (Fixture       *fixture,
                     gconstpointer  data)
{
  int next[2];
  g_autoptr (GString) got = NULL;

  paddock_pump_start (fixture->pump, PADDOCK_PUMP_INPUT);
  g_assert_cmpint (write (fixture->write_end, "one\ntwo", 7), ==, 7);
  close_end (&fixture->write_end);
  paddock_pump_exhaust (fixture->pump);
  g_assert_cmpuint (fixture->n_ended, ==, 1);
  g_assert_cmpuint (fixture->lines->len, ==, 2);
  for (guint i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (fixture->n_finished, ==, 0);

  g_assert_cmpint (pipe2 (next, O_CLOEXEC | O_NONBLOCK), ==, 0);
  paddock_pump_change_input (fixture->pump, next[0]);
  g_assert_cmpint (write (next[1], "\nthree\n", 7), ==, 7);
  paddock_pump_exhaust (fixture->pump);
  close (next[1]);
  paddock_pump_exhaust (fixture->pump);
  g_assert_cmpuint (fixture->n_ended, ==, 2);
  got = carry (fixture, "", 0, FALSE, 14);
  g_assert_cmpstr (got->str, ==, "one\ntwo\nthree\n");
  paddock_pump_end (fixture->pump);
  g_assert_cmpuint (fixture->n_finished, ==, 1);
}

#define ADD(name, function) \
  g_test_add ("/pump/pipe/" name, Fixture, NULL, set_up, function, tear_down); \
  g_test_add ("/pump/socket/" name, Fixture, "", set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  signal (SIGPIPE, SIG_IGN);
  g_test_init (&argc, &argv, NULL);
  ADD ("bytes", test_bytes);
  ADD ("nothing", test_nothing);
  ADD ("dropped", test_dropped);
  ADD ("sent-in-place", test_sent_in_place);
  ADD ("change-input", test_change_input);
  ADD ("change-output", test_change_output);
  ADD ("changing-output", test_changing_output);
  ADD ("changing-input", test_changing_input);
  ADD ("at-limit", test_at_limit);
  ADD ("long-lines", test_long_lines);
  ADD ("over-limit-passed", test_over_limit_passed);
  ADD ("over-limit-dropped", test_over_limit_dropped);
  ADD ("sent-behind-long", test_sent_behind_long);
  ADD ("passed", test_passed);
  ADD ("backpressure", test_backpressure);
  ADD ("paused", test_paused);
  ADD ("unread", test_unread);
  ADD ("end", test_end);
  return g_test_run ();
}
