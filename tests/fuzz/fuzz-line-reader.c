/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"

#include "paddock-line-reader.h"

#include <string.h>

#define MAX_LENGTH 64

/* The first byte decides how the rest is cut into pieces. The lines are the same as in one piece.
 * None is longer than the limit, and none contains a line break. */
static GPtrArray *
read_lines (const char *data,
            gsize       size,
            gsize       piece,
            gboolean   *out_failed)
{
  g_autoptr (PaddockLineReader) reader = paddock_line_reader_new (MAX_LENGTH);
  GPtrArray *lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  *out_failed = FALSE;
  for (gsize at = 0; at < size && !*out_failed; at += piece) {
    gboolean fed = paddock_line_reader_feed (reader, data + at, MIN (piece, size - at), NULL);
    GBytes *line;

    while ((line = paddock_line_reader_next (reader)) != NULL) {
      gsize length;
      const char *text = g_bytes_get_data (line, &length);

      g_assert_cmpuint (length, <=, MAX_LENGTH);
      g_assert_true (length == 0 || memchr (text, '\n', length) == NULL);
      g_ptr_array_add (lines, line);
    }
    *out_failed = !fed;
  }
  return lines;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr (GPtrArray) whole = NULL;
  g_autoptr (GPtrArray) pieces = NULL;
  gboolean whole_failed;
  gboolean pieces_failed;

  if (size < 2)
    return 0;

  whole = read_lines ((const char *) data + 1, size - 1, size, &whole_failed);
  pieces = read_lines ((const char *) data + 1, size - 1, 1 + data[0] % 97, &pieces_failed);
  g_assert_cmpint (whole_failed, ==, pieces_failed);
  g_assert_cmpuint (whole->len, ==, pieces->len);
  for (guint i = 0; i < whole->len; i++)
    g_assert_true (g_bytes_equal (whole->pdata[i], pieces->pdata[i]));
  return 0;
}
