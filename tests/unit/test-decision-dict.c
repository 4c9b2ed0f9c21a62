/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-decision-dict.h"

#include <string.h>

static GVariant *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  GVariant *variant = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, &error);

  g_assert_no_error (error);
  return variant;
}

static void
assert_equal (GVariant *a,
              GVariant *b)
{
  g_autofree char *text_a = g_variant_print (a, TRUE);
  g_autofree char *text_b = g_variant_print (b, TRUE);

  g_assert_cmpstr (text_a, ==, text_b);
}

static void
test_decision (void)
{
  static const char * const text =
    "{'verdict': <'allow'>, 'duration': <'until-revoked'>,"
    " 'roots': <[('r', 'read-write'), ('p', 'read-only')]>}";
  g_autoptr (GVariant) written = parse (text);
  g_autoptr (PaddockDecision) decision =
    paddock_decision_dict_from_variant ("q", 7, PADDOCK_REASON_USER_ALLOWED, written);
  g_autoptr (GVariant) again = g_variant_ref_sink (paddock_decision_dict_to_variant (decision));

  assert_equal (written, again);
  g_assert_cmpstr (decision->request_id, ==, "q");
  g_assert_cmpuint (decision->serial, ==, 7);
  g_assert_cmpuint (decision->verdict, ==, PADDOCK_VERDICT_ALLOW);
  g_assert_cmpuint (decision->reason, ==, PADDOCK_REASON_USER_ALLOWED);
  g_assert_cmpuint (decision->duration.kind, ==, PADDOCK_DURATION_UNTIL_REVOKED);
  g_assert_cmpuint (decision->n_roots, ==, 2);
  g_assert_cmpuint (decision->roots[0].access, ==, PADDOCK_ACCESS_READ_WRITE);
}

static void
test_decision_as_asked (void)
{
  g_autoptr (GVariant) written = parse ("{'verdict': <'allow'>, 'duration': <'session'>,"
                                        " 'as-asked': <true>}");
  g_autoptr (PaddockDecision) decision =
    paddock_decision_dict_from_variant ("q", 7, PADDOCK_REASON_USER_ALLOWED, written);
  g_autoptr (GVariant) again = g_variant_ref_sink (paddock_decision_dict_to_variant (decision));

  assert_equal (written, again);
  g_assert_true (decision->as_asked);
  g_assert_false (decision->for_session);
  g_assert_cmpuint (decision->n_roots, ==, 0);
}

static void
test_decision_for_session (void)
{
  static const struct {
    const char *text;
    gboolean    expected;
  } rows[] = {
    { "{'verdict': <'allow'>, 'as-asked': <true>, 'session': <true>}", TRUE },
    { "{'verdict': <'allow'>, 'as-asked': <true>, 'session': <false>}", FALSE },
    { "{'verdict': <'allow'>, 'as-asked': <true>, 'session': <'true'>}", FALSE },
    { "{'verdict': <'allow'>, 'as-asked': <true>, 'session': <1>}", FALSE },
    { "{'verdict': <'allow'>, 'roots': <[('r', 'read-only')]>, 'session': <true>}", FALSE },
    { "{'verdict': <'not-now'>, 'as-asked': <true>, 'session': <true>}", FALSE },
    { "{'verdict': <'block'>, 'as-asked': <true>, 'session': <true>}", FALSE },
    { "{'session': <true>}", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GVariant) written = parse (rows[i].text);
    g_autoptr (PaddockDecision) decision =
      paddock_decision_dict_from_variant ("q", 7, PADDOCK_REASON_USER_ALLOWED, written);
    g_autoptr (GVariant) again = g_variant_ref_sink (paddock_decision_dict_to_variant (decision));
    g_autoptr (PaddockDecision) twice =
      paddock_decision_dict_from_variant ("q", 7, PADDOCK_REASON_USER_ALLOWED, again);

    g_test_message ("%s", rows[i].text);
    g_assert_cmpint (decision->for_session, ==, rows[i].expected);
    g_assert_cmpint (twice->for_session, ==, rows[i].expected);
  }
}

static void
test_decision_table (void)
{
  static const struct {
    const char     *text;
    PaddockReason   allow_reason;
    PaddockVerdict  verdict;
    PaddockReason   reason;
  } rows[] = {
#define USER   PADDOCK_REASON_USER_ALLOWED
#define DENIED PADDOCK_VERDICT_DENY, PADDOCK_REASON_USER_DENIED
#define UNDONE PADDOCK_VERDICT_DENY, PADDOCK_REASON_USER_ALLOWED
    { "{'verdict': <'allow'>, 'roots': <[('r', 'read-only')]>}", USER, PADDOCK_VERDICT_ALLOW,
      USER },
    { "{'verdict': <'allow'>, 'roots': <[('r', 'everything')]>}", USER, PADDOCK_VERDICT_ALLOW,
      USER },
    { "{'verdict': <'allow'>, 'roots': <[('', 'read-only'), ('r', '')]>}", USER,
      PADDOCK_VERDICT_ALLOW, USER },
    { "{'verdict': <'not-now'>}", USER, PADDOCK_VERDICT_NOT_NOW, PADDOCK_REASON_USER_PUT_OFF },
    { "{'verdict': <'block'>}", USER, PADDOCK_VERDICT_BLOCK, PADDOCK_REASON_USER_DENIED },
    { "{'verdict': <'deny'>, 'roots': <[('r', 'read-only')]>}", USER, DENIED },
    { "@a{sv} {}", USER, DENIED },
    { "{'verdict': <'ALLOW'>, 'roots': <[('r', 'read-only')]>}", USER, DENIED },
    { "{'verdict': <'yes'>, 'roots': <[('r', 'read-only')]>}", USER, DENIED },
    { "{'verdict': <true>, 'roots': <[('r', 'read-only')]>}", USER, DENIED },
    { "{'verdict': <3>, 'roots': <[('r', 'read-only')]>}", USER, DENIED },
    { "{'verdict': <''>}", USER, DENIED },
    { "{'roots': <[('r', 'read-write')]>, 'duration': <'forever'>}", USER, DENIED },
    { "{'verdict': <'allow'>, 'as-asked': <true>}", USER, PADDOCK_VERDICT_ALLOW, USER },
    { "{'verdict': <'allow'>, 'as-asked': <false>}", USER, UNDONE },
    { "{'verdict': <'allow'>, 'as-asked': <1>}", USER, UNDONE },
    { "{'verdict': <'allow'>, 'as-asked': <true>, 'roots': <[('r', 'read-only')]>}", USER, UNDONE },
    { "{'verdict': <'deny'>, 'as-asked': <true>}", USER, DENIED },
    { "{'as-asked': <true>}", USER, DENIED },
    { "{'verdict': <'allow'>, 'as-asked': <true>}", PADDOCK_REASON_NONE, PADDOCK_VERDICT_DENY,
      PADDOCK_REASON_NONE },
    { "{'verdict': <'allow'>}", USER, UNDONE },
    { "{'verdict': <'allow'>, 'roots': <@a(ss) []>}", USER, UNDONE },
    { "{'verdict': <'allow'>, 'roots': <['r']>}", USER, UNDONE },
    { "{'verdict': <'allow'>, 'roots': <[('r',)]>}", USER, UNDONE },
    { "{'verdict': <'allow'>, 'roots': <[('r', 'read-only', 'x')]>}", USER, UNDONE },
    { "{'verdict': <'allow'>, 'roots': <'r'>}", USER, UNDONE },
    { "{'verdict': <'allow'>, 'roots': <[('', 'read-write')]>}", USER, UNDONE },
    { "{'verdict': <'allow'>, 'roots': <[('r', 'read-only')]>}", PADDOCK_REASON_NONE,
      PADDOCK_VERDICT_DENY, PADDOCK_REASON_NONE },
#undef USER
#undef DENIED
#undef UNDONE
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GVariant) variant = parse (rows[i].text);
    g_autoptr (PaddockDecision) decision =
      paddock_decision_dict_from_variant ("q", 1, rows[i].allow_reason, variant);

    g_test_message ("%s", rows[i].text);
    g_assert_cmpuint (decision->verdict, ==, rows[i].verdict);
    g_assert_cmpuint (decision->reason, ==, rows[i].reason);
    g_assert_cmpuint (decision->duration.kind, ==, PADDOCK_DURATION_SESSION * (i != 12) +
                      PADDOCK_DURATION_UNTIL_REVOKED * (i == 12));
    g_assert_cmpint (decision->as_asked, ==, decision->verdict == PADDOCK_VERDICT_ALLOW &&
                     strstr (rows[i].text, "as-asked") != NULL);
    if (decision->verdict == PADDOCK_VERDICT_ALLOW && !decision->as_asked) {
      g_assert_cmpuint (decision->n_roots, ==, 1);
      g_assert_cmpstr (decision->roots[0].root_id, ==, "r");
      g_assert_cmpuint (decision->roots[0].access, ==, PADDOCK_ACCESS_READ_ONLY);
    } else {
      g_assert_cmpuint (decision->n_roots, ==, 0);
    }
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decision-dict/written", test_decision);
  g_test_add_func ("/decision-dict/as-asked", test_decision_as_asked);
  g_test_add_func ("/decision-dict/for-session", test_decision_for_session);
  g_test_add_func ("/decision-dict/table", test_decision_table);
  return g_test_run ();
}
