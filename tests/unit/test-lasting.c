/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-lasting.h"

#include "plan-fixtures.h"

/* r9 lasts for this run only, and s9 has no identity. */
static PaddockSnapshot *
make_snapshot (void)
{
  PaddockSnapshot *snapshot = fixture_snapshot ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  PaddockFact facts[PADDOCK_N_FACTS] = {[PADDOCK_FACT_USER] = { PADDOCK_PROOF_PROVEN, "1000" } };
  g_autoptr (PaddockIdentity) nobody = paddock_identity_new (PADDOCK_IDENTITY_ANONYMOUS, facts);
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = "s9", .identity = nobody,
  });
  g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) {
    .id = "r9", .path = "/srv/r9", .volatile_ = TRUE,
  });

  paddock_changes_put_server (changes, server);
  paddock_changes_put_root (changes, root);
  paddock_snapshot_apply (snapshot, changes);
  return snapshot;
}

static void
assert_lasts (const PaddockSnapshot *snapshot,
              const PaddockChanges  *changes,
              const char            *expected)
{
  g_autoptr (PaddockChanges) lasting = paddock_lasting_part (snapshot, changes);
  g_autofree char *text = fixture_describe (lasting);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_part (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_snapshot ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  paddock_changes_put_root (changes, paddock_snapshot_get_root (snapshot, "r1"));
  paddock_changes_put_root (changes, paddock_snapshot_get_root (snapshot, "r9"));
  paddock_changes_put_server (changes, paddock_snapshot_get_server (snapshot, "s2"));
  paddock_changes_put_server (changes, paddock_snapshot_get_server (snapshot, "s9"));
  fixture_put_grant (changes, "s2", "r1", PADDOCK_ACCESS_READ_WRITE, 0, NULL);
  fixture_put_grant (changes, "s2", "r9", PADDOCK_ACCESS_READ_WRITE, 0, NULL);
  fixture_put_grant (changes, "s9", "r1", PADDOCK_ACCESS_READ_WRITE, 0, NULL);
  paddock_changes_drop_grant (changes, "s1", "r1");
  paddock_changes_drop_grant (changes, "s1", "r9");
  paddock_changes_drop_root (changes, "r9");
  paddock_changes_drop_server (changes, "s9");
  paddock_changes_set_paused (changes, TRUE);
  assert_lasts (snapshot, changes, "root:r1 server:s2:undecided grant:s2/r1 -grant:s1/r1 pause");
}

/* A decision that is only about roots of this run ends with the run. */
static void
test_decision_of_this_run (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
  PaddockDuration for_ever = { .kind = PADDOCK_DURATION_UNTIL_REVOKED };
  const PaddockDecisionRoot of_this_run[] = { { "r9", PADDOCK_ACCESS_READ_WRITE } };
  const PaddockDecisionRoot both[] = {
    { "r9", PADDOCK_ACCESS_READ_WRITE }, { "r1", PADDOCK_ACCESS_READ_WRITE },
  };
  g_autoptr (PaddockChanges) alone =
    paddock_plan_grant (&plan, "s2", of_this_run, 1, for_ever, NULL);
  g_autoptr (PaddockChanges) more = paddock_plan_grant (&plan, "s2", both, 2, for_ever, NULL);
  g_autoptr (PaddockChanges) known =
    paddock_plan_grant (&plan, "s1", of_this_run, 1, for_ever, NULL);

  assert_lasts (snapshot, alone, "log:granted:none:s2/r9 server:s2:undecided");
  assert_lasts (snapshot, more,
                "log:granted:none:s2/r9 grant:s2/r1 log:granted:none:s2/r1 server:s2:allowed");
  assert_lasts (snapshot, known, "log:granted:none:s1/r9 server:s1:allowed");
}

/* An observation from before a decision does not undo the decision on the disk. */
static void
test_as_known (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
  g_autoptr (PaddockChanges) observed = paddock_changes_new ();
  g_autoptr (PaddockChanges) block = paddock_plan_block (&plan, "s1");
  g_autoptr (PaddockChanges) forget = paddock_plan_forget (&plan, "s2");
  g_autoptr (PaddockChanges) removal = paddock_plan_remove_root (&plan, "r2");
  g_autoptr (PaddockChanges) known = NULL;
  g_autofree char *text = NULL;

  paddock_changes_put_server (observed, paddock_snapshot_get_server (snapshot, "s1"));
  paddock_changes_put_server (observed, paddock_snapshot_get_server (snapshot, "s2"));
  paddock_changes_put_root (observed, paddock_snapshot_get_root (snapshot, "r2"));
  paddock_changes_put_grant (observed, paddock_snapshot_get_grant (snapshot, "s1", "r1"));
  paddock_changes_put_grant (observed, paddock_snapshot_get_grant (snapshot, "s4", "r1"));
  paddock_changes_drop_grant (observed, "s4", "r1");
  paddock_snapshot_apply (snapshot, block);
  paddock_snapshot_apply (snapshot, forget);
  paddock_snapshot_apply (snapshot, removal);

  g_assert_false (paddock_lasting_is_only_rows (observed));
  known = paddock_lasting_as_known (snapshot, observed);
  text = fixture_describe (known);
  g_assert_cmpstr (text, ==, "server:s1:blocked grant:s4/r1@100");
}

/* They were undecided when they were removed; meanwhile the user decided about one. */
static void
test_dropped_before_a_decision (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_snapshot ();
  g_autoptr (PaddockChanges) observed = paddock_changes_new ();
  g_autoptr (PaddockChanges) again = paddock_changes_new ();
  g_autoptr (PaddockChanges) known = NULL;

  paddock_changes_drop_server (observed, "s1");
  paddock_changes_drop_server (observed, "s2");
  paddock_snapshot_apply (snapshot, observed);
  fixture_put_server (again, "s2", PADDOCK_STANDING_ALLOWED);
  paddock_snapshot_apply (snapshot, again);
  known = paddock_lasting_as_known (snapshot, observed);
  g_assert_cmpuint (paddock_changes_get_size (known), ==, 1);
  g_assert_cmpstr (paddock_changes_get (known, 0)->server_id, ==, "s1");
}

static void
test_everything (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_snapshot ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autofree char *text = NULL;

  g_assert_true (paddock_lasting_is_only_rows (changes));
  paddock_lasting_add_everything (snapshot, changes);
  text = fixture_describe (changes);
  g_assert_cmpstr (text, ==,
                   "root:r1 root:r2:ro@50 server:s1:allowed server:s2:undecided "
                   "server:s3:blocked server:s4:allowed@100 server:s5:allowed#a b "
                   "grant:s1/r1 grant:s4/r1@100 grant:s5/r2:ro#a b");
}

/* Only servers without an identity are new each time. */
static void
test_still_there (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
  const PaddockDecisionRoot root = { "r1", PADDOCK_ACCESS_READ_WRITE };
  PaddockDuration session = { .kind = PADDOCK_DURATION_SESSION };
  static const char * const servers[] = { "s2", "s9" };

  for (gsize i = 0; i < G_N_ELEMENTS (servers); i++) {
    g_autoptr (PaddockChanges) grant =
      paddock_plan_grant (&plan, servers[i], &root, 1, session, "1:1");
    g_autoptr (PaddockChanges) there = paddock_lasting_still_there (snapshot, grant);
    g_autoptr (PaddockChanges) leave = paddock_changes_new ();
    g_autoptr (PaddockChanges) rest = NULL;

    g_assert_cmpuint (paddock_changes_get_size (there), ==, 3);
    paddock_changes_drop_server (leave, servers[i]);
    paddock_snapshot_apply (snapshot, leave);
    rest = paddock_lasting_still_there (snapshot, grant);
    g_assert_cmpuint (paddock_changes_get_size (rest), ==, i == 0 ? 3 : 2);
    paddock_snapshot_apply (snapshot, rest);
    g_assert_true ((paddock_snapshot_get_server (snapshot, servers[i]) != NULL) == (i == 0));
    g_assert_null (paddock_snapshot_get_grant (snapshot, servers[i], "r1"));
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lasting/part", test_part);
  g_test_add_func ("/lasting/decision-of-this-run", test_decision_of_this_run);
  g_test_add_func ("/lasting/as-known", test_as_known);
  g_test_add_func ("/lasting/dropped-before-a-decision", test_dropped_before_a_decision);
  g_test_add_func ("/lasting/still-there", test_still_there);
  g_test_add_func ("/lasting/everything", test_everything);
  return g_test_run ();
}
