/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-turns.h"

typedef struct {
  PaddockTurns *turns;
  GString      *said;
  const char   *word;
  gboolean      begins;
} Speaker;

static void
on_turn (gpointer user_data)
{
  Speaker *speaker = user_data;

  g_string_append (speaker->said, speaker->word);
  if (speaker->begins)
    paddock_turns_begin (speaker->turns);
}

static void
on_destroy (gpointer user_data)
{
  Speaker *speaker = user_data;

  g_string_append_c (speaker->said, '.');
  g_free (speaker);
}

static void
take (PaddockTurns *turns,
      GString      *said,
      const char   *word,
      gboolean      begins)
{
  Speaker *speaker = g_new0 (Speaker, 1);

  *speaker = (Speaker) { turns, said, word, begins };
  paddock_turns_take (turns, on_turn, speaker, on_destroy);
}

static void
test_order (void)
{
  g_autoptr (PaddockTurns) turns = paddock_turns_new ();
  g_autoptr (GString) said = g_string_new (NULL);

  take (turns, said, "a", FALSE);
  take (turns, said, "b", TRUE);
  take (turns, said, "c", TRUE);
  take (turns, said, "d", FALSE);
  take (turns, said, "e", TRUE);
  g_assert_cmpstr (said->str, ==, "a.b.");
  paddock_turns_end (turns);
  g_assert_cmpstr (said->str, ==, "a.b.c.");
  paddock_turns_end (turns);
  g_assert_cmpstr (said->str, ==, "a.b.c.d.e.");
  paddock_turns_end (turns);
  take (turns, said, "f", FALSE);
  g_assert_cmpstr (said->str, ==, "a.b.c.d.e.f.");
}

/* Two changes that began without a turn (an adding and an expiry, say) are both waited for. */
static void
test_waits_for_all (void)
{
  g_autoptr (PaddockTurns) turns = paddock_turns_new ();
  g_autoptr (GString) said = g_string_new (NULL);

  paddock_turns_begin (turns);
  paddock_turns_begin (turns);
  take (turns, said, "a", FALSE);
  paddock_turns_end (turns);
  g_assert_cmpstr (said->str, ==, "");
  paddock_turns_end (turns);
  g_assert_cmpstr (said->str, ==, "a.");
}

static void
on_turn_that_takes (gpointer user_data)
{
  Speaker *speaker = user_data;

  take (speaker->turns, speaker->said, "inner", FALSE);
  g_string_append (speaker->said, "outer");
}

static void
test_taken_from_within (void)
{
  g_autoptr (PaddockTurns) turns = paddock_turns_new ();
  g_autoptr (GString) said = g_string_new (NULL);
  Speaker speaker = { turns, said, NULL, FALSE };

  paddock_turns_take (turns, on_turn_that_takes, &speaker, NULL);
  g_assert_cmpstr (said->str, ==, "outerinner.");
}

static void
test_freed_while_waiting (void)
{
  PaddockTurns *turns = paddock_turns_new ();
  g_autoptr (GString) said = g_string_new (NULL);

  paddock_turns_begin (turns);
  take (turns, said, "never", FALSE);
  paddock_turns_free (turns);
  g_assert_cmpstr (said->str, ==, ".");
  paddock_turns_free (NULL);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/turns/order", test_order);
  g_test_add_func ("/turns/waits-for-all", test_waits_for_all);
  g_test_add_func ("/turns/taken-from-within", test_taken_from_within);
  g_test_add_func ("/turns/freed-while-waiting", test_freed_while_waiting);
  return g_test_run ();
}
