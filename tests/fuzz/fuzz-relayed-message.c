/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"
#include "paddock-capability.h"
#include "paddock-message.h"

/* How the relay classifies a line. It never reads outside the line, and classifies all JSON. After
 * an edit the line is still JSON, and the inserted part can be found. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *copy = g_memdup2 (data, size);
  PaddockSpan text = { copy, size };
  g_auto (PaddockMessage) class = { 0 };
  g_autoptr (PaddockMessage) spliced = NULL;
  gboolean had_roots;

  paddock_message_read (text, &class);
  if (class.id.length > 0) {
    g_assert_true (class.id.start >= copy && class.id.start + class.id.length <= copy + size);
    g_assert_true (paddock_json_is_same_id (class.id, class.id));
  }
  if (!paddock_json_is_valid (text))
    return 0;

  g_assert_true (class.kind != PADDOCK_MESSAGE_UNREADABLE || size > PADDOCK_MESSAGE_MEMBERS_MAX);
  spliced = paddock_capability_splice (&class, &had_roots);
  if (spliced != NULL) {
    g_auto (PaddockMessage) read = { 0 };
    g_autoptr (PaddockMessage) again = NULL;

    /* An edited message has the same parts as a message that was read from its text. */
    paddock_message_read (spliced->text, &read);
    g_assert_true (paddock_message_is_valid (&read));
    g_assert_cmpint (read.kind, ==, spliced->kind);
    g_assert_true (read.id.start == spliced->id.start && read.id.length == spliced->id.length);
    g_assert_true (read.params.start == spliced->params.start &&
                   read.params.length == spliced->params.length);
    g_assert_true (read.result.start == spliced->result.start &&
                   read.result.length == spliced->result.length);
    again = paddock_capability_splice (spliced, &had_roots);
    g_assert_true (had_roots);
    g_assert_cmpmem (again->text.start, again->text.length, spliced->text.start,
                     spliced->text.length);
  }
  return 0;
}
