/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"

#include <string.h>

#include "paddock-message.h"
#include "paddock-input-required-state.h"

/* A stranger's `requestState` never counts as Paddock's. Paddock's own returns the original bytes,
 * for the params that it was made for, and for no others. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  static const guint8 key[PADDOCK_INPUT_REQUIRED_KEY_BYTES] = "of this test";
  PaddockSpan text = { (const char *) data, size };
  PaddockSpan other = { "{\"a\":{}}", 8 };
  g_auto (PaddockInputRequiredState) given = { 0 };
  g_auto (PaddockInputRequiredState) taken = { 0 };
  g_auto (PaddockInputRequiredState) again = { 0 };
  g_autofree char *wrapped = NULL;
  PaddockSpan span;

  if (!paddock_json_is_valid (text))
    return 0;
  if (paddock_input_required_state_is_own (text))
    g_assert_false (paddock_input_required_state_unwrap (text, key, "m", other, 0, &taken));
  paddock_input_required_state_clear (&taken);

  given.keys = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (given.keys, g_strdup ("\"r\\\"\""));
  given.state = g_strndup (text.start, text.length);
  wrapped = paddock_input_required_state_wrap (&given, key, "m", text, 2);
  span = (PaddockSpan) { wrapped, strlen (wrapped) };
  g_assert_true (paddock_json_is_valid (span));
  g_assert_true (paddock_input_required_state_is_own (span));
  g_assert_true (paddock_input_required_state_unwrap (span, key, "m", text, 1, &again));
  g_assert_cmpstr (again.state, ==, given.state);
  g_assert_cmpuint (again.keys->len, ==, 1);
  g_assert_cmpstr (again.keys->pdata[0], ==, given.keys->pdata[0]);
  g_assert_false (paddock_input_required_state_unwrap (span, key, "m", text, 2, &taken));
  paddock_input_required_state_clear (&taken);
  g_assert_false (paddock_input_required_state_unwrap (span, key, "n", text, 1, &taken));
  return 0;
}
