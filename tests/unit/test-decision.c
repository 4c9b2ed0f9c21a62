/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-decision.h"

static void
test_deep_copy (void)
{
  char *texts[] = { g_strdup ("q1"), g_strdup ("r1"), g_strdup ("r2") };
  PaddockDecisionRoot roots[] = {
    { texts[1], PADDOCK_ACCESS_READ_WRITE }, { texts[2], PADDOCK_ACCESS_READ_ONLY },
  };
  g_autoptr (PaddockDecision) decision = paddock_decision_new (&(PaddockDecision) {
    .request_id = texts[0], .serial = 7, .verdict = PADDOCK_VERDICT_ALLOW,
    .reason = PADDOCK_REASON_USER_ALLOWED, .duration = { PADDOCK_DURATION_TIMED, 5 },
    .roots = roots, .n_roots = G_N_ELEMENTS (roots),
  });
  g_autoptr (PaddockDecision) again = paddock_decision_new (decision);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
  g_clear_pointer (&decision, paddock_decision_unref);
  g_assert_cmpstr (again->request_id, ==, "q1");
  g_assert_cmpuint (again->serial, ==, 7);
  g_assert_cmpuint (again->verdict, ==, PADDOCK_VERDICT_ALLOW);
  g_assert_cmpuint (again->duration.kind, ==, PADDOCK_DURATION_TIMED);
  g_assert_cmpint (again->duration.length, ==, 5);
  g_assert_cmpuint (again->n_roots, ==, 2);
  g_assert_cmpstr (again->roots[0].root_id, ==, "r1");
  g_assert_cmpuint (again->roots[0].access, ==, PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpstr (again->roots[1].root_id, ==, "r2");
  g_assert_cmpuint (again->roots[1].access, ==, PADDOCK_ACCESS_READ_ONLY);
}

static void
test_half_an_allow_denies (void)
{
  static const PaddockDecisionRoot good[] = { { "r", PADDOCK_ACCESS_READ_ONLY } };
  static const PaddockDecisionRoot mixed[] = { { NULL }, { "r" }, { "" }, { "q" } };
  static const PaddockDecisionRoot nameless[] = { { NULL }, { "" } };
  static const struct {
    PaddockVerdict             given;
    PaddockReason              reason;
    const PaddockDecisionRoot *roots;
    gsize                      n_roots;
    PaddockVerdict             verdict;
    gsize                      n_left;
    gboolean                   as_asked;
  } rows[] = {
    { PADDOCK_VERDICT_ALLOW, PADDOCK_REASON_USER_ALLOWED, good, 1, PADDOCK_VERDICT_ALLOW, 1 },
    { PADDOCK_VERDICT_ALLOW, PADDOCK_REASON_COMMAND_ALLOWED, mixed, 4, PADDOCK_VERDICT_ALLOW, 2 },
    { PADDOCK_VERDICT_NOT_NOW, PADDOCK_REASON_USER_PUT_OFF, NULL, 0, PADDOCK_VERDICT_NOT_NOW, 0 },
    { PADDOCK_VERDICT_BLOCK, PADDOCK_REASON_USER_DENIED, good, 1, PADDOCK_VERDICT_BLOCK, 0 },
    { PADDOCK_VERDICT_DENY, PADDOCK_REASON_USER_DENIED, good, 1, PADDOCK_VERDICT_DENY, 0 },
    { PADDOCK_VERDICT_ALLOW, PADDOCK_REASON_NONE, good, 1, PADDOCK_VERDICT_DENY, 0 },
    { PADDOCK_VERDICT_ALLOW, PADDOCK_REASON_USER_ALLOWED, NULL, 0, PADDOCK_VERDICT_DENY, 0 },
    { PADDOCK_VERDICT_ALLOW, PADDOCK_REASON_USER_ALLOWED, good, 0, PADDOCK_VERDICT_DENY, 0 },
    { PADDOCK_VERDICT_ALLOW, PADDOCK_REASON_USER_ALLOWED, nameless, 2, PADDOCK_VERDICT_DENY, 0 },
    { PADDOCK_VERDICT_NOT_NOW, PADDOCK_REASON_NONE, NULL, 0, PADDOCK_VERDICT_DENY, 0 },
    { PADDOCK_VERDICT_BLOCK, PADDOCK_REASON_NONE, NULL, 0, PADDOCK_VERDICT_DENY, 0 },
    { 4, PADDOCK_REASON_USER_ALLOWED, good, 1, PADDOCK_VERDICT_DENY, 0 },
    { (PaddockVerdict) - 1, PADDOCK_REASON_USER_ALLOWED, good, 1, PADDOCK_VERDICT_DENY, 0 },

    { PADDOCK_VERDICT_ALLOW, PADDOCK_REASON_USER_ALLOWED, NULL, 0, PADDOCK_VERDICT_ALLOW, 0, TRUE },
    { PADDOCK_VERDICT_ALLOW, PADDOCK_REASON_USER_ALLOWED, good, 1, PADDOCK_VERDICT_DENY, 0, TRUE },
    { PADDOCK_VERDICT_ALLOW, PADDOCK_REASON_USER_ALLOWED, nameless, 2, PADDOCK_VERDICT_DENY, 0,
      TRUE },
    { PADDOCK_VERDICT_ALLOW, PADDOCK_REASON_NONE, NULL, 0, PADDOCK_VERDICT_DENY, 0, TRUE },
    { PADDOCK_VERDICT_NOT_NOW, PADDOCK_REASON_USER_PUT_OFF, NULL, 0, PADDOCK_VERDICT_NOT_NOW, 0,
      TRUE },
    { PADDOCK_VERDICT_DENY, PADDOCK_REASON_USER_DENIED, NULL, 0, PADDOCK_VERDICT_DENY, 0, TRUE },
    { 4, PADDOCK_REASON_USER_ALLOWED, NULL, 0, PADDOCK_VERDICT_DENY, 0, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockDecision) decision = paddock_decision_new (&(PaddockDecision) {
      .verdict = rows[i].given, .reason = rows[i].reason, .roots = rows[i].roots,
      .n_roots = rows[i].n_roots, .as_asked = rows[i].as_asked,
    });

    g_assert_cmpuint (decision->verdict, ==, rows[i].verdict);
    g_assert_cmpuint (decision->n_roots, ==, rows[i].n_left);
    g_assert_cmpint (decision->as_asked, ==,
                     rows[i].as_asked && rows[i].verdict == PADDOCK_VERDICT_ALLOW);
  }
}

static void
test_zero_denies (void)
{
  g_autoptr (PaddockDecision) decision = paddock_decision_new (&(PaddockDecision) { 0 });
  PaddockDecision *copy = g_boxed_copy (PADDOCK_TYPE_DECISION, decision);

  g_assert_cmpuint (decision->verdict, ==, PADDOCK_VERDICT_DENY);
  g_assert_cmpuint (decision->duration.kind, ==, PADDOCK_DURATION_SESSION);
  g_boxed_free (PADDOCK_TYPE_DECISION, copy);
}

static void
test_verdict_nicks (void)
{
  static const char * const unknown[] = { "", "ALLOW", "allowed", "yes", "not_now", "allow\n" };

  for (guint i = 0; i <= PADDOCK_VERDICT_ALLOW; i++)
    g_assert_cmpuint (paddock_decision_verdict_from_nick (paddock_decision_verdict_to_nick (i)),
                      ==, i);
  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++)
    g_assert_cmpuint (paddock_decision_verdict_from_nick (unknown[i]), ==, PADDOCK_VERDICT_DENY);
  g_assert_cmpuint (paddock_decision_verdict_from_nick (NULL), ==, PADDOCK_VERDICT_DENY);
  g_assert_cmpstr (paddock_decision_verdict_to_nick (99), ==, "deny");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decision/deep-copy", test_deep_copy);
  g_test_add_func ("/decision/half-an-allow-denies", test_half_an_allow_denies);
  g_test_add_func ("/decision/zero-denies", test_zero_denies);
  g_test_add_func ("/decision/verdict-nicks", test_verdict_nicks);
  return g_test_run ();
}
