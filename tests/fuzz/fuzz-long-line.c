/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"

#include <string.h>

#include "paddock-long-line.h"

/* A message gets the same class whether it is kept or only scanned, in whatever parts it comes. So
 * the answer to a line that was too long matches what the line asked. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  const char *text = (const char *) data;
  g_auto (PaddockMessage) kept = { 0 };
  g_auto (PaddockMessage) passed = { 0 };
  g_autoptr (PaddockLongLine) line = paddock_long_line_new ();

  for (size_t at = 0; at < size; at += 7)
    paddock_long_line_feed (line, (PaddockSpan) { text + at, MIN (7, size - at) });
  paddock_long_line_classify (line, &passed);

  /* A scanner of one line never sees its end. Lines with duplicate members are no messages. */
  if (!paddock_json_is_valid ((PaddockSpan) { text, size }) || memchr (data, '\n',
                                                                       size) != NULL)
    return 0;
  paddock_message_read ((PaddockSpan) { text, size }, &kept);
  if (kept.kind == PADDOCK_MESSAGE_DUPLICATE || kept.kind == PADDOCK_MESSAGE_UNREADABLE)
    return 0;
  g_assert_true (passed.kind != PADDOCK_MESSAGE_NOTIFICATION ||
                 kept.kind == PADDOCK_MESSAGE_NOTIFICATION);
  if (kept.kind == PADDOCK_MESSAGE_INVALID) {
    g_assert_true (passed.kind != PADDOCK_MESSAGE_REQUEST &&
                   passed.kind != PADDOCK_MESSAGE_RESPONSE);
    return 0;
  }
  if (size > PADDOCK_LONG_LINE_NAME_MAX)
    return 0;
  g_assert_cmpint (passed.kind, ==, kept.kind);
  g_assert_cmpstr (passed.method, ==, kept.method);
  g_assert_cmpmem (passed.id.start, passed.id.length, kept.id.start, kept.id.length);
  return 0;
}
