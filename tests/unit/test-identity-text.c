/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-identity-text.h"

#include "model-fixtures.h"

#include <unistd.h>

/* Untranslated. The clock is NOW, 2027-01-15 08:00:00 UTC. */

static void
assert_takes (char       *text,
              const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

static void
test_facts (void)
{
  g_autofree char *own = g_strdup_printf ("%u", getuid ());
  g_autoptr (PaddockIdentity) previous = fixture_process ("/usr/bin/old");

  for (int kind = 0; kind < PADDOCK_N_FACTS; kind++)
    g_assert_cmpstr (paddock_identity_text_fact_title (kind), !=, "");
  g_assert_cmpstr (paddock_identity_text_fact_title ((PaddockFactKind) 99), ==, "");

  assert_takes (paddock_identity_text_fact_value (PADDOCK_FACT_USER, own), "You");
  assert_takes (paddock_identity_text_fact_value (PADDOCK_FACT_USER, "4294967294"), "4294967294");
  assert_takes (paddock_identity_text_fact_value (PADDOCK_FACT_COMMAND, "a\tb"), "a\\x09b");
  assert_takes (paddock_identity_text_fact_value (PADDOCK_FACT_COMMAND, NULL), "Unknown");
  assert_takes (paddock_identity_text_fact_value (PADDOCK_FACT_DIRECTORY, g_get_home_dir ()), "~");
  assert_takes (paddock_identity_text_fact_value (PADDOCK_FACT_DIRECTORY, "/srv/x"), "/srv/x");
  assert_takes (paddock_identity_text_fact_value (PADDOCK_FACT_OPTIONS, "--chdir"),
                "paddock run --chdir");
  assert_takes (paddock_identity_text_fact_value (PADDOCK_FACT_OPTIONS, "a\tb"),
                "paddock run a\\x09b");
  assert_takes (paddock_identity_text_fact_value (PADDOCK_FACT_OPTIONS, NULL), "paddock run");
  /* A hash means nothing to people, so it is not shown. */
  assert_takes (paddock_identity_text_fact_value (PADDOCK_FACT_KEY, "c0ffee"),
                "Set in the app’s configuration");

  g_assert_cmpstr (paddock_identity_text_proof (PADDOCK_PROOF_PROVEN), ==, "Verified");
  g_assert_cmpstr (paddock_identity_text_proof (PADDOCK_PROOF_CLAIMED), ==, "Not verified");
  g_assert_cmpstr (paddock_identity_text_proof (PADDOCK_PROOF_UNKNOWN), ==, "Unknown");
  g_assert_cmpstr (paddock_identity_text_proof ((PaddockProof) 99), ==, "Unknown");

  assert_takes (paddock_identity_text_fact_value (PADDOCK_FACT_COMMAND,
                                                  "a --key=‹hidden:0123456789ab› b"),
                "a --key=•••• b");
  assert_takes (paddock_identity_text_fact_value (PADDOCK_FACT_OPTIONS,
                                                  "--header ‹hidden:0123456789ab›"),
                "paddock run --header ••••");
  assert_takes (paddock_identity_text_difference (PADDOCK_FACT_EXECUTABLE, previous, "/new"),
                "Was: /usr/bin/old");
  assert_takes (paddock_identity_text_difference (PADDOCK_FACT_HOST, previous, "/usr/bin/new"),
                "Was: Unknown");
}

/* Two values may differ only in a secret. */
static void
test_hidden (void)
{
  g_autoptr (PaddockIdentity) previous = fixture_launch ("a --key ‹hidden:0123456789ab›");
  const char *other = "a --key ‹hidden:ba9876543210›";

  assert_takes (paddock_identity_text_difference (PADDOCK_FACT_COMMAND, previous, other),
                "A hidden value changed.");
  g_assert_true (paddock_identity_text_hides_difference (PADDOCK_FACT_COMMAND, previous, other));
  g_assert_false (paddock_identity_text_hides_difference (PADDOCK_FACT_COMMAND, previous, "b"));
}

int
main (int    argc,
      char **argv)
{
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/identity-text/facts", test_facts);
  g_test_add_func ("/identity-text/hidden", test_hidden);
  return g_test_run ();
}
