/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"

#include "paddock-sse.h"

static void
on_data (PaddockSpan part,
         gpointer    user_data)
{
  g_assert_cmpuint (part.length, >, 0);
  g_string_append_len (user_data, part.start, (gssize) part.length);
}

static void
on_event (const char *type,
          gpointer    user_data)
{
  g_string_append_printf (user_data, "\n<%s>", type != NULL ? type : "");
}

static GString *
read_in_parts (const char *text,
               gsize       size,
               gsize       part)
{
  static const PaddockSseFuncs funcs = { .data = on_data, .event = on_event };
  GString *seen = g_string_new (NULL);
  g_autoptr (PaddockSse) sse = paddock_sse_new (&funcs, seen);
  const char *id;

  for (gsize at = 0; at < size; at += part)
    paddock_sse_feed (sse, (PaddockSpan) { text + at, MIN (part, size - at) });
  id = paddock_sse_get_last_id (sse);
  g_assert_cmpint (paddock_sse_get_retry (sse), >=, -1);
  g_assert_cmpint (paddock_sse_get_retry (sse), <=, PADDOCK_SSE_RETRY_MAX);
  g_string_append_printf (seen, "\n%s %d", id != NULL ? id : "", paddock_sse_get_retry (sse));
  return seen;
}

/* A stream means the same in whatever parts it comes, and never has more data than bytes. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  GString *whole = read_in_parts ((const char *) data, size, MAX (size, 1));
  GString *single = read_in_parts ((const char *) data, size, 1);
  GString *odd = read_in_parts ((const char *) data, size, 5);

  g_assert_true (g_string_equal (whole, single));
  g_assert_true (g_string_equal (whole, odd));
  g_string_free (whole, TRUE);
  g_string_free (single, TRUE);
  g_string_free (odd, TRUE);
  return 0;
}
