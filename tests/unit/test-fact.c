/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-fact.h"

#include <string.h>

/* That no two values become one is tested with identities, in test-identity.c. */

static void
test_values (void)
{
  g_autofree char *long_text = g_strnfill (PADDOCK_FACT_MAX_BYTES + 1, 'x');
  g_autofree char *plain = paddock_fact_dup_value ("/usr/bin/node");
  g_autofree char *escaped = paddock_fact_dup_value ("/a\xff");
  g_autofree char *cut = paddock_fact_dup_value (long_text);
  g_autofree char *again = paddock_fact_dup_bounded (cut);
  g_autofree char *forged = paddock_fact_dup_value (cut);

  g_assert_cmpstr (plain, ==, "/usr/bin/node");
  g_assert_true (g_str_has_prefix (escaped, "/a\\xFF‹bytes:"));
  g_assert_cmpuint (strlen (cut), <=, PADDOCK_FACT_MAX_BYTES);
  g_assert_cmpstr (again, ==, cut);
  g_assert_cmpstr (forged, !=, cut);
}

static void
test_shown (void)
{
  static const char * const paths[] = { "/usr/bin/node", "/a\xff", "/a‹bytes:0f›", "" };
  static const char * const expected[] = { "/usr/bin/node", "/a\\xFF", "/a‹bytes:0f›", "" };
  g_autofree char *long_path = g_strnfill (PADDOCK_FACT_MAX_BYTES + 1, '\xff');
  g_autofree char *cut = paddock_fact_dup_value (long_path);
  g_autofree char *shown_cut = paddock_fact_dup_shown (cut);

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_autofree char *value = paddock_fact_dup_value (paths[i]);
    g_autofree char *shown = paddock_fact_dup_shown (value);

    g_assert_cmpstr (shown, ==, expected[i]);
  }
  g_assert_true (g_str_has_suffix (shown_cut, "…"));
  g_assert_null (strstr (shown_cut, "‹"));
}

static void
test_nicks (void)
{
  PaddockFactKind kind = PADDOCK_FACT_HOST;

  for (guint i = 0; i < PADDOCK_N_FACTS; i++) {
    g_assert_true (paddock_fact_kind_from_nick (paddock_fact_kind_to_nick (i),
                                                &kind));
    g_assert_cmpuint (kind, ==, i);
  }
  kind = PADDOCK_FACT_HOST;
  g_assert_false (paddock_fact_kind_from_nick ("uid", &kind));
  g_assert_false (paddock_fact_kind_from_nick (NULL, &kind));
  g_assert_cmpuint (kind, ==, PADDOCK_FACT_HOST);

  for (guint i = 0; i <= PADDOCK_PROOF_PROVEN; i++)
    g_assert_cmpuint (paddock_fact_proof_from_nick (paddock_fact_proof_to_nick (i)), ==, i);
  g_assert_cmpuint (paddock_fact_proof_from_nick ("Proven"), ==, PADDOCK_PROOF_UNKNOWN);
  g_assert_cmpuint (paddock_fact_proof_from_nick (NULL), ==, PADDOCK_PROOF_UNKNOWN);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fact/values", test_values);
  g_test_add_func ("/fact/shown", test_shown);
  g_test_add_func ("/fact/nicks", test_nicks);
  return g_test_run ();
}
