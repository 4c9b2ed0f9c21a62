/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"

#include "paddock-json.h"
#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-meta.h"

/* Whatever stands on a line: what is accepted is JSON by our own scanner, an id comes back as JSON
 * that is a string or a number, and an answer to it can be read again. */
static void
check_message (PaddockMessage *message)
{
  const char *id = paddock_message_get_id (message);
  g_autoptr (GBytes) answer = NULL;
  g_auto (PaddockMessage) again = { 0 };
  g_autofree char *meta = paddock_meta_dup (paddock_message_get_body (message), "k");

  paddock_message_get_method (message);
  paddock_message_get_params (message);
  paddock_message_get_result (message);
  paddock_message_get_error (message);
  if (meta != NULL)
    g_assert_true (paddock_json_validate (meta, strlen (meta), NULL));
  if (message->kind == PADDOCK_MESSAGE_REQUEST)
    g_assert_nonnull (id);
  if (id == NULL)
    return;

  g_assert_true (paddock_json_validate (id, strlen (id), NULL));
  answer = paddock_message_write_result (id, "{}");
  g_assert_true (paddock_message_parse_line (answer, &again, NULL));
  g_assert_cmpint (again.kind, ==, PADDOCK_MESSAGE_RESPONSE);
  g_assert_cmpstr (paddock_message_get_id (&again), ==, id);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr (GBytes) line = g_bytes_new (data, size);
  g_auto (PaddockMessage) message = { 0 };

  if (!paddock_message_parse_line (line, &message, NULL))
    return 0;

  g_assert_true (paddock_json_validate ((const char *) data, size, NULL));
  if (message.kind != PADDOCK_MESSAGE_BATCH) {
    check_message (&message);
    return 0;
  }
  g_assert_cmpuint (message.elements->len, >, 0);
  for (guint i = 0; i < message.elements->len; i++)
    check_message (g_ptr_array_index (message.elements, i));
  return 0;
}
