/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"
#include "paddock-capability.h"
#include "paddock-message.h"

/* What a relay takes a line for: nothing is read outside the line, all that is JSON is something,
 * and what is put into it leaves it JSON and is found again. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *copy = g_memdup2 (data, size);
  PaddockSpan text = { copy, size };
  g_auto (PaddockMessage) class = { 0 };
  g_autoptr (GBytes) spliced = NULL;
  gboolean had_roots;

  paddock_message_read (text, &class);
  if (class.id.length > 0) {
    g_assert_true (class.id.start >= copy && class.id.start + class.id.length <= copy + size);
    g_assert_true (paddock_json_is_same_id (class.id, class.id));
  }
  if (!paddock_json_is_valid (text))
    return 0;

  g_assert_true (class.kind != PADDOCK_MESSAGE_UNREADABLE || size > PADDOCK_MESSAGE_MEMBERS_MAX);
  spliced = paddock_capability_splice (text, &had_roots);
  if (spliced != NULL) {
    gsize length;
    const char *after = g_bytes_get_data (spliced, &length);
    g_autoptr (GBytes) again = NULL;

    g_assert_true (paddock_json_is_valid ((PaddockSpan) { after, length }));
    again = paddock_capability_splice ((PaddockSpan) { after, length }, &had_roots);
    g_assert_true (had_roots);
    g_assert_true (g_bytes_equal (spliced, again));
  }
  return 0;
}
