/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-prompt-item.h"

#include "item-fixture.h"

static PaddockPrompt *
prompt (const char *text)
{
  g_autoptr (GVariant) dictionary = parse (text);

  return paddock_prompt_from_variant (dictionary);
}

static void
test_serial (void)
{
  g_autoptr (PaddockPrompt) first = prompt ("{'id': <'q'>, 'serial': <uint32 1>}");
  g_autoptr (PaddockPrompt) same = prompt ("{'id': <'q'>, 'serial': <uint32 1>}");
  g_autoptr (PaddockPrompt) other = prompt ("{'id': <'q'>, 'serial': <uint32 1>,"
                                            " 'sessions': <uint32 4>}");
  g_autoptr (PaddockPrompt) newer = prompt ("{'id': <'q'>, 'serial': <uint32 2>}");
  g_autoptr (PaddockPromptItem) item = paddock_prompt_item_new (first);
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *id = NULL;
  guint serial;

  g_signal_connect (item, "notify", G_CALLBACK (on_notify), names);
  paddock_prompt_item_set_prompt (item, same);
  g_assert_cmpstr (names->str, ==, "");
  paddock_prompt_item_set_prompt (item, other);
  g_assert_cmpstr (names->str, ==, "serial");
  g_assert_true (paddock_prompt_item_get_prompt (item) == other);
  paddock_prompt_item_set_prompt (item, newer);
  g_assert_cmpstr (names->str, ==, "serial serial");

  g_object_get (item, "id", &id, "serial", &serial, NULL);
  g_assert_cmpstr (id, ==, "q");
  g_assert_cmpuint (serial, ==, 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/prompt-item/serial", test_serial);
  return g_test_run ();
}
