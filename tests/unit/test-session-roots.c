/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/session-fixture.h"

/* Lets the coalescing time pass, then shows whether something was told in it. */
static void
assert_told (Fixture  *fixture,
             gboolean  told)
{
  guint asked = fixture->provider->asked;

  WAIT_FOR (fixture->provider->asked == asked + 1);
  if (told)
    assert_next (fixture, CHANGED);
  assert_silent (fixture);
}

static void
change (Fixture *fixture)
{
  for (guint i = 0; i < 10; i++)
    paddock_session_review (fixture->session);
}

static void
list (Fixture *fixture)
{
  g_autofree char *answer = NULL;

  say (fixture, LIST);
  answer = next_line (fixture);
}

static void
test_told_of_changes (Fixture       *fixture,
                      gconstpointer  data)
{
  add_root (fixture, "/a", NULL);
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  list (fixture);

  /* There and back within the time: nothing. */
  remove_roots (fixture);
  change (fixture);
  add_root (fixture, "/a", NULL);
  change (fixture);
  assert_told (fixture, FALSE);

  /* Ten changes are one. */
  add_root (fixture, "/b", NULL);
  change (fixture);
  assert_told (fixture, TRUE);
  g_assert_false (has_read (fixture));

  /* It did not look yet: one more added is not told again. */
  add_root (fixture, "/c", NULL);
  change (fixture);
  assert_told (fixture, FALSE);

  /* But what it was answered and may not see any more is. */
  remove_roots (fixture);
  change (fixture);
  assert_told (fixture, TRUE);
  list (fixture);
  g_assert_true (has_read (fixture));
  change (fixture);
  assert_told (fixture, FALSE);
  g_assert_cmpstr (fixture->events->str, ==, "identified listed:2 told told listed:2 ");
}

/* Compared with what it would have been answered when it became ready. */
static void
test_told_before_it_lists (Fixture       *fixture,
                           gconstpointer  data)
{
  add_root (fixture, "/a", NULL);
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  change (fixture);
  assert_told (fixture, FALSE);
  add_root (fixture, "/b", NULL);
  change (fixture);
  assert_told (fixture, TRUE);
}

#define LAUNCH ",\"_meta\":{\"io.github.paddock-mcp/launch\":{\"command\":[\"x\"]," \
  "\"exe\":\"/usr/bin/x\"}}"
#define ON_BEHALF(who) \
  "{" V ",\"id\":2,\"method\":\"roots/list\",\"params\":{\"_meta\":{" \
  "\"io.github.paddock-mcp/onBehalf\":\"" who "\"}}}"

/* A server that gets its list by being started: its launcher looks, and the server has read nothing
 * until it is started; each change is told, also the one back. */
static void
test_started_with (Fixture       *fixture,
                   gconstpointer  data)
{
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", LAUNCH));
  g_free ((say (fixture, ON_BEHALF ("start")), next_line (fixture)));
  g_assert_true (has_read (fixture));

  add_root (fixture, "/a", NULL);
  change (fixture);
  assert_told (fixture, TRUE);
  g_free ((say (fixture, ON_BEHALF ("look")), next_line (fixture)));
  g_assert_false (has_read (fixture));

  remove_roots (fixture);
  change (fixture);
  assert_told (fixture, TRUE);
  g_free ((say (fixture, ON_BEHALF ("look")), next_line (fixture)));
  g_free ((say (fixture, ON_BEHALF ("look")), next_line (fixture)));
  g_assert_false (has_read (fixture));
  g_free ((say (fixture, ON_BEHALF ("start")), next_line (fixture)));
  g_assert_true (has_read (fixture));
}

#define ADD(path, func) \
  g_test_add ("/session-roots/" path, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("told-of-changes", test_told_of_changes);
  ADD ("told-before-it-lists", test_told_before_it_lists);
  ADD ("started-with", test_started_with);
  return g_test_run ();
}
