/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-input-required-state.h"

#include <string.h>

#define PARAMS "{\"name\":\"t\",\"arguments\":{\"a\":1.0}}"
#define ENDS 1000

static const guint8 key[PADDOCK_INPUT_REQUIRED_KEY_BYTES] = { 1, 2, 3 };

static PaddockSpan
span_of (const char *text)
{
  return (PaddockSpan) { text, strlen (text) };
}

static char *
wrap (const char *state)
{
  g_auto (PaddockInputRequiredState) wrapped = { g_ptr_array_new_with_free_func (g_free), NULL };

  g_ptr_array_add (wrapped.keys, g_strdup ("\"r\""));
  g_ptr_array_add (wrapped.keys, g_strdup ("\"a.b,\\\"\\u00e9\""));
  wrapped.state = g_strdup (state);
  return paddock_input_required_state_wrap (&wrapped, key, "tools/call", span_of (PARAMS), ENDS);
}

static gboolean
unwrap (const char                *value,
        const guint8              *with_key,
        const char                *method,
        const char                *params,
        gint64                     now,
        PaddockInputRequiredState *out_state)
{
  return paddock_input_required_state_unwrap (span_of (value), with_key, method, span_of (params),
                                              now,
                                              out_state);
}

static void
test_there_and_back (void)
{
  static const char * const states[] = {
    NULL, "\"\"", "\"opaque\"", "\"\\u0061\\/.-\"", "\"a\xc3\xa9 .paddock-state.\"",
    "7", "{ \"x\" : 1 }",
  };
  static const char * const same_params[] = {
    PARAMS, "{\"arguments\":{\"a\":1.0},\"name\":\"t\"}",
    "{\"name\":\"t\",\"arguments\":{\"a\":1.0},\"inputResponses\":{},\"requestState\":\"x\","
    "\"_meta\":{\"y\":1}}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (states); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (same_params); j++) {
      g_autofree char *value = wrap (states[i]);
      g_auto (PaddockInputRequiredState) back = { 0 };

      g_assert_true (paddock_json_validate (value, strlen (value), NULL));
      g_assert_true (paddock_input_required_state_is_own (span_of (value)));
      g_assert_true (unwrap (value, key, "tools/call", same_params[j], ENDS - 1, &back));
      g_assert_cmpstr (back.state, ==, states[i]);
      g_assert_cmpuint (back.keys->len, ==, 2);
      g_assert_cmpstr (back.keys->pdata[0], ==, "\"r\"");
      g_assert_cmpstr (back.keys->pdata[1], ==, "\"a.b,\\\"\\u00e9\"");
    }
}

static void
test_refused (void)
{
  static const guint8 other_key[PADDOCK_INPUT_REQUIRED_KEY_BYTES] = { 1, 2, 4 };
  static const struct { const guint8 *key;
                        const char *method, *params;
                        gint64 now;
  } table[] = {
    { other_key, "tools/call", PARAMS, 0 }, { key, "prompts/get", PARAMS, 0 },
    { key, "tools/cal", PARAMS, 0 }, { key, "tools/call", PARAMS, ENDS },
    { key, "tools/call", PARAMS, ENDS + 1 }, { key, "tools/call", "{}", 0 },
    { key, "tools/call", "{\"name\":\"t\",\"arguments\":{\"a\":2.0}}", 0 },
    { key, "tools/call", "{\"name\":\"u\",\"arguments\":{\"a\":1.0}}", 0 },
    { key, "tools/call", "{\"name\":\"t\",\"arguments\":{\"a\":1.0},\"b\":1}", 0 },
    { key, "tools/call", "{\"name\":\"t\"}", 0 },
  };
  static const char * const odd[] = {
    "\"\"", "7", "null", "\"paddock-state\"", "\"paddock-state.\"", "\"paddock-state..\"",
    "\"paddock-state....\"", "\"paddock-state.00.1.W10=.-\"", "{}",
  };
  g_autofree char *value = wrap ("\"s\"");
  gsize length = strlen (value);

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_auto (PaddockInputRequiredState) back = { 0 };

    g_test_message ("case %zu", i);
    g_assert_false (unwrap (value, table[i].key, table[i].method, table[i].params, table[i].now,
                            &back));
  }
  for (gsize i = 0; i < G_N_ELEMENTS (odd); i++) {
    g_auto (PaddockInputRequiredState) back = { 0 };

    g_assert_false (unwrap (odd[i], key, "tools/call", PARAMS, 0, &back));
  }
  /* Any character changed, and any end cut off. */
  for (gsize i = 1; i + 1 < length; i++) {
    g_autofree char *edited = g_strdup (value);
    g_autofree char *cut = g_strdup_printf ("%.*s\"", (int) i, value);
    g_auto (PaddockInputRequiredState) back = { 0 };
    g_auto (PaddockInputRequiredState) back_cut = { 0 };

    edited[i] = edited[i] == '1' ? '2' : '1';
    g_assert_false (unwrap (edited, key, "tools/call", PARAMS, 0, &back));
    g_assert_false (unwrap (cut, key, "tools/call", PARAMS, 0, &back_cut));
  }
  g_assert_false (paddock_input_required_state_is_own (span_of ("\"paddock-state\"")));
  g_assert_false (paddock_input_required_state_is_own (span_of ("\"opaque\"")));
  g_assert_false (paddock_input_required_state_is_own (span_of ("{}")));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/input-required-state/there-and-back", test_there_and_back);
  g_test_add_func ("/input-required-state/refused", test_refused);
  return g_test_run ();
}
