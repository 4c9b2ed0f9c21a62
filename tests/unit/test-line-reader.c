/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <string.h>

#include "paddock-error.h"
#include "paddock-line-reader.h"

#define LIMIT 100

static void
feed (PaddockLineReader *reader,
      const char        *text,
      gssize             length)
{
  g_autoptr (GError) error = NULL;
  gsize n = length < 0 ? strlen (text) : (gsize) length;

  g_assert_true (paddock_line_reader_feed (reader, text, n, &error));
  g_assert_no_error (error);
}

static void
assert_next (PaddockLineReader *reader,
             const char        *expected)
{
  gboolean has_line = paddock_line_reader_has_line (reader);
  g_autoptr (GBytes) line = paddock_line_reader_next (reader);
  gsize length;
  const char *text;

  g_assert_cmpint (has_line, ==, expected != NULL);
  if (expected == NULL) {
    g_assert_null (line);
    return;
  }
  g_assert_nonnull (line);
  text = g_bytes_get_data (line, &length);
  g_assert_cmpmem (text, length, expected, strlen (expected));
}

static void
test_lines (void)
{
  g_autoptr (PaddockLineReader) reader = paddock_line_reader_new (LIMIT);

  assert_next (reader, NULL);
  feed (reader, "", 0);
  assert_next (reader, NULL);
  feed (reader, "one\ntwo\r\n\n\r\nthr", -1);
  assert_next (reader, "one");
  assert_next (reader, "two");
  assert_next (reader, "");
  assert_next (reader, "");
  assert_next (reader, NULL);
  g_assert_cmpuint (paddock_line_reader_pending (reader), ==, 3);
  feed (reader, "ee", -1);
  assert_next (reader, NULL);
  feed (reader, "\nfo", -1);
  feed (reader, "ur\n", -1);
  assert_next (reader, "three");
  assert_next (reader, "four");
  assert_next (reader, NULL);
  g_assert_cmpuint (paddock_line_reader_pending (reader), ==, 0);
}

/* Only one carriage return, right before the newline, belongs to the newline. */
static void
test_carriage_returns (void)
{
  g_autoptr (PaddockLineReader) reader = paddock_line_reader_new (LIMIT);

  feed (reader, "a\rb\n\rc\nd\r\r\n\r", -1);
  assert_next (reader, "a\rb");
  assert_next (reader, "\rc");
  assert_next (reader, "d\r");
  assert_next (reader, NULL);
  feed (reader, "\n", -1);
  assert_next (reader, "");
}

static void
test_nul_is_a_byte (void)
{
  g_autoptr (PaddockLineReader) reader = paddock_line_reader_new (LIMIT);
  g_autoptr (GBytes) line = NULL;

  feed (reader, "a\0b\n", 4);
  line = paddock_line_reader_next (reader);
  g_assert_cmpmem (g_bytes_get_data (line, NULL), g_bytes_get_size (line), "a\0b", 3);
}

static void
assert_over_limit (PaddockLineReader *reader,
                   const char        *text,
                   gsize              length)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (paddock_line_reader_feed (reader, text, length, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
}

/* All kinds of line ends at the limit and beyond it, in one piece and byte by byte. */
static void
test_limit (void)
{
  static const struct {
    gsize       length;
    const char *end;
    gboolean    passes;
  } cases[] = {
    { LIMIT - 1, "\n", TRUE }, { LIMIT, "\n", TRUE }, { LIMIT, "\r\n", TRUE },
    { LIMIT, "\rx\n", FALSE }, { LIMIT - 1, "\r\r\n", TRUE }, { LIMIT, "\r\r\n", FALSE },
    { LIMIT + 1, "\n", FALSE }, { LIMIT + 1, "\r\n", FALSE }, { LIMIT + 1, "", FALSE },
    { LIMIT, "", TRUE }, { LIMIT, "\r", TRUE }, { LIMIT, "\r\r", FALSE }, { 50 * LIMIT, "", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint at_once = 0; at_once < 2; at_once++) {
      g_autoptr (PaddockLineReader) reader = paddock_line_reader_new (LIMIT);
      g_autoptr (GString) text = g_string_new (NULL);
      gboolean passed = TRUE;
      gsize step;

      for (gsize n = 0; n < cases[i].length; n++)
        g_string_append_c (text, 'a');
      g_string_append (text, cases[i].end);
      step = at_once ? text->len : 1;

      g_test_message ("%" G_GSIZE_FORMAT " %u", i, at_once);
      for (gsize at = 0; at < text->len && passed; at += step)
        passed = paddock_line_reader_feed (reader, text->str + at, step, NULL);
      g_assert_cmpint (passed, ==, cases[i].passes);
    }
}

/* Lines before the overlong one are still delivered; nothing comes after it. */
static void
test_over_limit (void)
{
  g_autoptr (PaddockLineReader) reader = paddock_line_reader_new (LIMIT);
  g_autoptr (GString) text = g_string_new ("one\ntwo\n");

  for (gsize n = 0; n <= LIMIT; n++)
    g_string_append_c (text, 'a');
  g_string_append (text, "\nthree\n");

  assert_over_limit (reader, text->str, text->len);
  assert_over_limit (reader, "four\n", 5);
  assert_next (reader, "one");
  assert_over_limit (reader, "", 0);
  assert_next (reader, "two");
  assert_next (reader, NULL);
  assert_over_limit (reader, "\n", 1);
  g_assert_cmpuint (paddock_line_reader_pending (reader), ==, 0);
}

/* However the bytes are cut, the lines are the same. */
static void
test_random_chunks (void)
{
  GRand *rand = g_rand_new_with_seed (20251125);

  for (guint round = 0; round < 200; round++) {
    g_autoptr (PaddockLineReader) reader = paddock_line_reader_new (LIMIT);
    g_autoptr (GPtrArray) expected = g_ptr_array_new_with_free_func (g_free);
    g_autoptr (GString) text = g_string_new (NULL);
    guint found = 0;
    gsize at = 0;

    for (guint i = 0; i < 50; i++) {
      gsize length = (gsize) g_rand_int_range (rand, 0, LIMIT + 1);
      char *line = g_strnfill (length, (char) g_rand_int_range (rand, 'a', 'z'));

      g_ptr_array_add (expected, line);
      g_string_append (text, line);
      g_string_append (text, g_rand_boolean (rand) ? "\n" : "\r\n");
    }

    while (at < text->len) {
      gsize length = (gsize) g_rand_int_range (rand, 1, 300);
      gsize step = MIN (length, text->len - at);
      guint wanted = (guint) g_rand_int_range (rand, 0, 10);
      GBytes *line;

      feed (reader, text->str + at, (gssize) step);
      at += step;
      if (at == text->len)
        wanted = G_MAXUINT;
      while (wanted-- > 0 && (line = paddock_line_reader_next (reader)) != NULL) {
        const char *wants = g_ptr_array_index (expected, found++);

        g_assert_cmpmem (g_bytes_get_data (line, NULL), g_bytes_get_size (line), wants,
                         strlen (wants));
        g_bytes_unref (line);
      }
    }
    g_assert_cmpuint (found, ==, 50);
    g_assert_cmpuint (paddock_line_reader_pending (reader), ==, 0);
  }
  g_rand_free (rand);
}

/* A long line is passed on without a copy, and the next line is not lost. */
static void
test_long_lines (void)
{
  gsize length = 1024 * 1024;
  g_autoptr (PaddockLineReader) reader = paddock_line_reader_new (length);
  g_autofree char *text = g_strnfill (length + 1, 'x');

  text[length] = '\n';
  for (guint i = 0; i < 3; i++) {
    g_autoptr (GBytes) line = NULL;

    for (gsize at = 0; at < length + 1; at += 4096)
      feed (reader, text + at, (gssize) MIN (4096, length + 1 - at));
    if (i == 1)
      feed (reader, "next\n", -1);
    line = paddock_line_reader_next (reader);
    g_assert_cmpuint (g_bytes_get_size (line), ==, length);
    assert_next (reader, i == 1 ? "next" : NULL);
  }
  g_assert_cmpuint (paddock_line_reader_pending (reader), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-reader/lines", test_lines);
  g_test_add_func ("/line-reader/carriage-returns", test_carriage_returns);
  g_test_add_func ("/line-reader/nul-is-a-byte", test_nul_is_a_byte);
  g_test_add_func ("/line-reader/limit", test_limit);
  g_test_add_func ("/line-reader/over-limit", test_over_limit);
  g_test_add_func ("/line-reader/random-chunks", test_random_chunks);
  g_test_add_func ("/line-reader/long-lines", test_long_lines);
  return g_test_run ();
}
