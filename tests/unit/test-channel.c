/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "paddock-channel.h"
#include "paddock-error.h"
#include "paddock-line-reader.h"

/* A channel at one end of a socket pair. The test holds the other end as a descriptor. */
typedef struct {
  PaddockChannel *channel;          /* (owned) */
  int             peer;             /* (owned) -1: closed */
  GPtrArray      *lines;            /* (owned) */
  guint           overlong;         /* how often that was called */
  gboolean        has_closed;
  GError         *error;            /* (owned) (nullable) */
  guint           max_per_turn;     /* most lines in one turn of the main loop */
  guint           in_turn;
  GBytes         *answer;           /* (owned) (nullable) sent for each line */
  gboolean        closes_at_line;
} Fixture;

static void
on_line (PaddockChannel *channel,
         GBytes         *line,
         gpointer        user_data)
{
  Fixture *fixture = user_data;

  g_assert_cmpuint (g_bytes_get_size (line), >, 0);
  g_ptr_array_add (fixture->lines, g_bytes_ref (line));
  fixture->in_turn++;
  fixture->max_per_turn = MAX (fixture->max_per_turn, fixture->in_turn);
  if (fixture->answer != NULL)
    paddock_channel_send (channel, fixture->answer);
  if (fixture->closes_at_line)
    paddock_channel_close (channel);
}

static void
on_overlong (PaddockChannel *channel,
             const GError   *error,
             gpointer        user_data)
{
  Fixture *fixture = user_data;
  g_autoptr (GBytes) last = g_bytes_new_static ("too long", strlen ("too long"));

  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
  fixture->overlong++;
  paddock_channel_send (channel, last);
}

static void
on_closed (PaddockChannel *channel,
           const GError   *error,
           gpointer        user_data)
{
  Fixture *fixture = user_data;

  g_assert_false (fixture->has_closed);
  g_assert_false (paddock_channel_is_open (channel));
  fixture->has_closed = TRUE;
  fixture->error = error != NULL ? g_error_copy (error) : NULL;
}

static const PaddockChannelFuncs funcs = {
  .line = on_line,
  .overlong = on_overlong,
  .closed = on_closed,
};

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GSocketConnection) connection = NULL;
  int fds[2];

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds), ==, 0);
  socket = g_socket_new_from_fd (fds[0], NULL);
  connection = g_socket_connection_factory_create_connection (socket);
  fixture->peer = fds[1];
  fixture->lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  fixture->channel = paddock_channel_new (G_IO_STREAM (connection));
  paddock_channel_start (fixture->channel, &funcs, fixture);
}

static void
close_peer (Fixture *fixture)
{
  if (fixture->peer >= 0)
    close (fixture->peer);
  fixture->peer = -1;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  close_peer (fixture);
  g_assert_finalize_object (fixture->channel);
  g_ptr_array_unref (fixture->lines);
  g_clear_error (&fixture->error);
  g_clear_pointer (&fixture->answer, g_bytes_unref);
}

static void
iterate (Fixture *fixture)
{
  fixture->in_turn = 0;
  g_main_context_iteration (NULL, FALSE);
}

static gboolean
is_late (gint64 deadline)
{
  return g_get_monotonic_time () > deadline;
}

/* Runs until the condition holds; fails after a minute. */
#define WAIT_FOR(fixture, condition) \
  G_STMT_START { \
    gint64 deadline = g_get_monotonic_time () + 60 * G_TIME_SPAN_SECOND; \
    while (!(condition)) { \
      g_assert_false (is_late (deadline)); \
      iterate (fixture); \
    } \
  } G_STMT_END

/* Runs until the main loop has nothing to do. */
static void
settle (Fixture *fixture)
{
  do
    fixture->in_turn = 0;
  while (g_main_context_iteration (NULL, FALSE));
}

/* Writes everything, and lets the channel read in between. */
static void
write_all (Fixture    *fixture,
           const char *text,
           gsize       length)
{
  while (length > 0) {
    gssize n = write (fixture->peer, text, length);

    if (n > 0) {
      text += n;
      length -= (gsize) n;
    } else {
      g_assert_cmpint (errno, ==, EAGAIN);
      iterate (fixture);
    }
  }
}

static void
write_text (Fixture    *fixture,
            const char *text)
{
  write_all (fixture, text, strlen (text));
}

static gsize
read_available (Fixture *fixture,
                char    *data,
                gsize    size)
{
  gssize n = read (fixture->peer, data, size);

  return n > 0 ? (gsize) n : 0;
}

static void
assert_line (Fixture    *fixture,
             guint       index,
             const char *expected)
{
  GBytes *line = g_ptr_array_index (fixture->lines, index);

  g_assert_cmpmem (g_bytes_get_data (line, NULL), g_bytes_get_size (line), expected,
                   strlen (expected));
}

static void
test_lines (Fixture       *fixture,
            gconstpointer  data)
{
  write_text (fixture, "one\n\n\r\ntwo\r\nthr");
  WAIT_FOR (fixture, fixture->lines->len == 2);
  assert_line (fixture, 0, "one");
  assert_line (fixture, 1, "two");
  write_text (fixture, "ee\n");
  WAIT_FOR (fixture, fixture->lines->len == 3);
  assert_line (fixture, 2, "three");
  g_assert_true (paddock_channel_is_open (fixture->channel));
}

static void
test_send (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GBytes) line = g_bytes_new_static ("answer", 6);
  char text[64];

  paddock_channel_send (fixture->channel, line);
  paddock_channel_send (fixture->channel, line);
  g_assert_cmpuint (paddock_channel_pending (fixture->channel), ==, 0);
  g_assert_cmpmem (text, read_available (fixture, text, sizeof text), "answer\nanswer\n", 14);
}

/* A clean end. Half a line before it is dropped. */
static void
test_end (Fixture       *fixture,
          gconstpointer  half_line)
{
  write_text (fixture, "one\n");
  write_text (fixture, half_line);
  close_peer (fixture);
  WAIT_FOR (fixture, fixture->has_closed);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (fixture->lines->len, ==, 1);
}

/* A peer that only stops writing still gets its answers. */
static void
test_half_close (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *text = g_malloc (1024 * 1024);
  gsize length = 0;

  fixture->answer = g_bytes_new_take (g_strnfill (100 * 1024, 'x'), 100 * 1024);
  write_text (fixture, "a\na\na\na\na\n");
  shutdown (fixture->peer, SHUT_WR);
  settle (fixture);
  g_assert_cmpuint (fixture->lines->len, <=, 5);
  WAIT_FOR (fixture, ((length += read_available (fixture, text, 64 * 1024)), fixture->has_closed));
  length += read_available (fixture, text, 1024 * 1024);
  g_assert_cmpuint (length, ==, 5 * (100 * 1024 + 1));
  g_assert_no_error (fixture->error);
}

static void
test_line_limit (Fixture       *fixture,
                 gconstpointer  over)
{
  gsize length = PADDOCK_LINE_MAX + (over != NULL ? 1 : 0);
  g_autofree char *text = g_strnfill (length + 1, 'x');

  text[length] = '\n';
  write_text (fixture, "before\n");
  write_all (fixture, text, over != NULL ? length : length + 1);
  if (over != NULL) {
    char told[64] = "";

    WAIT_FOR (fixture, fixture->has_closed);
    g_assert_error (fixture->error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
    g_assert_cmpuint (fixture->lines->len, ==, 1);
    g_assert_cmpuint (fixture->overlong, ==, 1);
    g_assert_cmpint (read (fixture->peer, told, sizeof told - 1), ==, strlen ("too long\n"));
    g_assert_cmpstr (told, ==, "too long\n");
  } else {
    WAIT_FOR (fixture, fixture->lines->len == 2);
    g_assert_false (fixture->has_closed);
  }
  assert_line (fixture, 0, "before");
}

static gboolean
count_up (gpointer user_data)
{
  guint *count = user_data;

  ++*count;
  return G_SOURCE_CONTINUE;
}

/* A flood of tiny lines: other sources get their turn after each slice, and no line is lost. */
static void
test_flood (Fixture       *fixture,
            gconstpointer  data)
{
  guint n = 30000, others = 0;
  g_autofree char *text = g_strnfill (2 * n, '\n');
  guint source = g_idle_add_full (G_PRIORITY_DEFAULT, count_up, &others, NULL);

  for (guint i = 0; i < n; i++)
    text[2 * i] = 'a';
  write_all (fixture, text, 2 * n);
  while (g_main_context_iteration (NULL, FALSE) && others < 1000)
    fixture->in_turn = 0;
  g_assert_cmpuint (fixture->lines->len, <, n);

  g_source_remove (source);
  WAIT_FOR (fixture, fixture->lines->len == n);
  g_assert_cmpuint (fixture->max_per_turn, <=, PADDOCK_CHANNEL_TURN_LINES);
}

/* A turn that hands out all that is there is followed by no other. */
static void
test_full_turn (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *text = g_strnfill (2 * PADDOCK_CHANNEL_TURN_LINES, '\n');

  for (guint i = 0; i < PADDOCK_CHANNEL_TURN_LINES; i++)
    text[2 * i] = 'a';
  write_all (fixture, text, 2 * PADDOCK_CHANNEL_TURN_LINES);
  iterate (fixture);
  g_assert_cmpuint (fixture->lines->len, ==, PADDOCK_CHANNEL_TURN_LINES);
  g_assert_false (g_main_context_pending (NULL));
}

/* Empty lines count as work, too. */
static void
test_flood_of_nothing (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autofree char *text = g_strnfill (200000, '\n');

  write_all (fixture, text, 200000);
  write_text (fixture, "end\n");
  WAIT_FOR (fixture, fixture->lines->len == 1);
  assert_line (fixture, 0, "end");
}

/* If a peer does not read its answers, reading from it pauses. */
static void
test_backpressure (Fixture       *fixture,
                   gconstpointer  data)
{
  guint n = 1000;
  gsize length = 0, total = 0;
  g_autofree char *text = g_strnfill (2 * n, '\n');
  g_autofree char *answers = g_malloc (1024 * 1024);

  fixture->answer = g_bytes_new_take (g_strnfill (10 * 1024, 'x'), 10 * 1024);
  total = n * (10 * 1024 + 1);
  for (guint i = 0; i < n; i++)
    text[2 * i] = 'a';
  write_all (fixture, text, 2 * n);
  settle (fixture);

  g_assert_cmpuint (fixture->lines->len, <, n);
  g_assert_cmpuint (paddock_channel_pending (fixture->channel), >, PADDOCK_CHANNEL_PAUSE_BYTES);
  g_assert_cmpuint (paddock_channel_pending (fixture->channel), <,
                    PADDOCK_CHANNEL_PAUSE_BYTES + 2 * 10 * 1024);

  WAIT_FOR (fixture, (length += read_available (fixture, answers, 1024 * 1024)) == total);
  g_assert_cmpuint (fixture->lines->len, ==, n);
  settle (fixture);
  g_assert_cmpuint (paddock_channel_pending (fixture->channel), ==, 0);
  g_assert_false (fixture->has_closed);
}

/* Unrequested messages have a limit, too. */
static void
test_write_limit (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (GBytes) line = g_bytes_new_take (g_strnfill (64 * 1024, 'x'), 64 * 1024);

  while (paddock_channel_is_open (fixture->channel)) {
    g_assert_cmpuint (paddock_channel_pending (fixture->channel), <=, PADDOCK_CHANNEL_MAX_BYTES);
    paddock_channel_send (fixture->channel, line);
  }
  g_assert_false (fixture->has_closed);
  WAIT_FOR (fixture, fixture->has_closed);
  g_assert_error (fixture->error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
  paddock_channel_send (fixture->channel, line);
}

/* The queue does not keep what was written, so a slow reader causes no leak. */
static void
test_slow_reader (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (GBytes) line = g_bytes_new_take (g_strnfill (64 * 1024, 'x'), 64 * 1024);
  g_autofree char *text = g_malloc (64 * 1024);

  for (guint i = 0; i < 1000; i++) {
    if (paddock_channel_pending (fixture->channel) < PADDOCK_CHANNEL_PAUSE_BYTES)
      paddock_channel_send (fixture->channel, line);
    read_available (fixture, text, 64 * 1024);
    iterate (fixture);
  }
  g_assert_true (paddock_channel_is_open (fixture->channel));
}

/* After the owner closed it, inside or outside a function of the owner, it calls none. */
static void
test_close (Fixture       *fixture,
            gconstpointer  in_handler)
{
  char text[16];

  fixture->answer = g_bytes_new_static ("answer", 6);
  fixture->closes_at_line = in_handler != NULL;
  write_text (fixture, "one\ntwo\n");
  if (in_handler == NULL)
    paddock_channel_close (fixture->channel);
  settle (fixture);
  g_assert_cmpuint (fixture->lines->len, ==, in_handler != NULL ? 1 : 0);
  g_assert_false (fixture->has_closed);
  g_assert_false (paddock_channel_is_open (fixture->channel));
  if (in_handler != NULL)
    g_assert_cmpmem (text, read_available (fixture, text, sizeof text), "answer\n", 7);
}

/* Its owner dropped it before the main loop could report the end. */
static void
test_dropped (void)
{
  Fixture fixture = { 0 };

  set_up (&fixture, NULL);
  write_text (&fixture, "one\n");
  close_peer (&fixture);
  g_main_context_iteration (NULL, FALSE);
  tear_down (&fixture, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

#define ADD(path, data, func) \
  g_test_add ("/channel/" path, Fixture, data, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("lines", NULL, test_lines);
  ADD ("send", NULL, test_send);
  ADD ("end", "", test_end);
  ADD ("end-in-a-line", "half", test_end);
  ADD ("half-close", NULL, test_half_close);
  ADD ("line-at-limit", NULL, test_line_limit);
  ADD ("line-over-limit", "over", test_line_limit);
  ADD ("flood", NULL, test_flood);
  ADD ("full-turn", NULL, test_full_turn);
  ADD ("flood-of-nothing", NULL, test_flood_of_nothing);
  ADD ("backpressure", NULL, test_backpressure);
  ADD ("write-limit", NULL, test_write_limit);
  ADD ("slow-reader", NULL, test_slow_reader);
  ADD ("close", NULL, test_close);
  ADD ("close-in-handler", "in handler", test_close);
  g_test_add_func ("/channel/dropped", test_dropped);
  return g_test_run ();
}
