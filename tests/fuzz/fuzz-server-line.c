/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"

#include <string.h>

#include "paddock-message.h"
#include "paddock-names.h"
#include "paddock-server-line.h"

static gboolean
may_ask (PaddockSpan id,
         gpointer    user_data)
{
  return TRUE;
}

/* What reaches a host that has roots. Nothing is read outside the line. Everything that passes is
 * one message or an array, on one line. Stricter rules never let more pass. Only a request with an
 * id asks for roots, by the method's exact name, once. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *copy = g_memdup2 (data, size);
  PaddockSpan text = { copy, size };
  const PaddockServerLineRules all = { .takes_batches = TRUE, .takes_tasks = TRUE,
                                       .may_ask = may_ask };
  const PaddockServerLineRules none = { 0 };
  g_auto (PaddockMessage) class = { 0 };
  gboolean is_admitted = paddock_server_line_judge (text, &all) == PADDOCK_REASON_NONE;
  gboolean is_plain = paddock_server_line_judge (text, &none) == PADDOCK_REASON_NONE;

  paddock_server_line_is_call (text);
  paddock_server_line_is_blank (text);
  g_assert_true (is_admitted || !is_plain);
  if (!is_admitted)
    return 0;

  g_assert_true (paddock_json_is_valid (text));
  g_assert_true (memchr (copy, '\r', size - 1) == NULL);
  paddock_message_read (text, &class);
  g_assert_true (class.kind != PADDOCK_MESSAGE_UNREADABLE &&
                 class.kind != PADDOCK_MESSAGE_DUPLICATE);
  g_assert_true (class.kind != PADDOCK_MESSAGE_INVALID ||
                 (class.method == NULL && class.id.length == 0));
  g_assert_true (class.kind != PADDOCK_MESSAGE_BATCH || !is_plain);
  if (class.method != NULL && g_ascii_strcasecmp (class.method, PADDOCK_METHOD_ROOTS_LIST) == 0) {
    g_assert_cmpint (class.kind, ==, PADDOCK_MESSAGE_REQUEST);
    g_assert_true (paddock_message_is_method (&class, PADDOCK_METHOD_ROOTS_LIST));
  }
  if (is_plain && class.result.length > 0) {
    PaddockSpan requests;

    g_assert_true (!paddock_json_find_member (class.result, "inputRequests", &requests) ||
                   paddock_json_get_type (requests) == PADDOCK_JSON_NULL);
  }
  return 0;
}
