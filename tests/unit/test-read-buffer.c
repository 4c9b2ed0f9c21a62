/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-read-buffer.h"

#include <string.h>

static void
append (PaddockReadBuffer *buffer,
        const char        *text)
{
  paddock_read_buffer_make_room (buffer);
  g_assert_cmpuint (buffer->capacity - buffer->end, >=, PADDOCK_READ_BUFFER_BYTES);
  memcpy (buffer->data + buffer->end, text, strlen (text));
  buffer->end += strlen (text);
}

/* What is dealt with makes room; the run moves along. */
static void
test_make_room (void)
{
  PaddockReadBuffer buffer = { 0 };

  append (&buffer, "done run half");
  buffer.start = 5;
  buffer.run = 9;
  append (&buffer, " rest");
  g_assert_cmpuint (buffer.start, ==, 0);
  g_assert_cmpuint (buffer.run, ==, 4);
  g_assert_cmpmem (buffer.data, buffer.end, "run half rest", 13);
  paddock_read_buffer_clear (&buffer);
  g_assert_null (buffer.data);
  g_assert_cmpuint (buffer.capacity, ==, 0);
}

/* A long line takes the room at once that the last one needed; a short one does not. */
static void
test_usual (void)
{
  PaddockReadBuffer buffer = { .usual = 10 * PADDOCK_READ_BUFFER_BYTES };

  paddock_read_buffer_make_room (&buffer);
  g_assert_cmpuint (buffer.capacity, ==, PADDOCK_READ_BUFFER_BYTES);
  buffer.end = PADDOCK_READ_BUFFER_BYTES;
  memset (buffer.data, 'x', buffer.end);
  paddock_read_buffer_make_room (&buffer);
  g_assert_cmpuint (buffer.capacity, ==, 10 * PADDOCK_READ_BUFFER_BYTES);
  paddock_read_buffer_clear (&buffer);
  g_assert_cmpuint (buffer.usual, ==, 10 * PADDOCK_READ_BUFFER_BYTES);
}

static void
test_steal_run (void)
{
  PaddockReadBuffer buffer = { 0 };
  g_autoptr (GBytes) first = NULL;
  g_autoptr (GBytes) all = NULL;

  append (&buffer, "done run half");
  buffer.start = 5;
  buffer.run = 9;
  first = paddock_read_buffer_steal_run (&buffer);
  g_assert_cmpmem (g_bytes_get_data (first, NULL), g_bytes_get_size (first), "run ", 4);
  g_assert_cmpuint (buffer.start, ==, 0);
  g_assert_cmpuint (buffer.run, ==, 0);
  append (&buffer, " rest");
  g_assert_cmpmem (buffer.data, buffer.end, "half rest", 9);

  buffer.run = buffer.end;
  all = paddock_read_buffer_steal_run (&buffer);
  g_assert_cmpmem (g_bytes_get_data (all, NULL), g_bytes_get_size (all), "half rest", 9);
  g_assert_null (buffer.data);
  g_assert_cmpuint (buffer.capacity, ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/read-buffer/make-room", test_make_room);
  g_test_add_func ("/read-buffer/usual", test_usual);
  g_test_add_func ("/read-buffer/steal-run", test_steal_run);
  return g_test_run ();
}
