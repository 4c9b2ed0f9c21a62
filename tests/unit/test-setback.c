/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-setback.h"

#include "paddock-widening.h"

#include "plan-fixtures.h"

/* Everything with an end keeps its remaining time. Everything without an end stays without one. */
static void
test_set_back (void)
{
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
  g_autoptr (PaddockChanges) off = paddock_plan_put_off (&plan, "s2");
  g_autoptr (PaddockChanges) changes = NULL;
  g_autoptr (PaddockChanges) far = NULL;
  g_autofree char *text = NULL;

  paddock_snapshot_apply (snapshot, off);
  changes = paddock_setback_plan (snapshot, SECONDS (30));
  text = fixture_describe (changes);
  g_assert_cmpstr (text, ==, "root:r2:ro@20 server:s2:undecided~570 server:s4:allowed@70 "
                   "grant:s4/r1@70");
  g_assert_false (paddock_widening_check (snapshot, changes, NOW));

  /* An end never becomes 0, which means no end. */
  far = paddock_setback_plan (snapshot, NOW + SECONDS (50));
  g_assert_cmpint (paddock_changes_get (far, 0)->root->expires, ==, 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/setback/all", test_set_back);
  return g_test_run ();
}
