/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-reason.h"

static void
test_round_trip (void)
{
  for (guint i = 0; i <= PADDOCK_REASON_UNPROVEN; i++) {
    const char *nick = paddock_reason_to_nick (i);

    g_assert_nonnull (nick);
    g_assert_cmpuint (paddock_reason_from_nick (nick), ==, i);
  }
}

static void
test_unknown (void)
{
  static const char * const unknown[] = {
    "", "user_allowed", "USER-ALLOWED", "user-allowed ", " user-allowed", "user", "allow",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++)
    g_assert_cmpuint (paddock_reason_from_nick (unknown[i]), ==, PADDOCK_REASON_NONE);
  g_assert_cmpuint (paddock_reason_from_nick (NULL), ==, PADDOCK_REASON_NONE);
  g_assert_cmpstr (paddock_reason_to_nick (PADDOCK_REASON_UNPROVEN + 1), ==, "none");
  g_assert_cmpstr (paddock_reason_to_nick ((PaddockReason) - 1), ==, "none");
}

/* These nicks are in databases. */
static void
test_stored (void)
{
  g_assert_cmpstr (paddock_reason_to_nick (PADDOCK_REASON_USER_ALLOWED), ==, "user-allowed");
  g_assert_cmpstr (paddock_reason_to_nick (PADDOCK_REASON_SESSION_ENDED), ==, "session-ended");
  g_assert_cmpstr (paddock_reason_to_nick (PADDOCK_REASON_NOT_INITIALIZED), ==, "not-initialized");
  g_assert_cmpstr (paddock_reason_to_nick (PADDOCK_REASON_STORE_FAILED), ==, "store-failed");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reason/round-trip", test_round_trip);
  g_test_add_func ("/reason/unknown", test_unknown);
  g_test_add_func ("/reason/stored", test_stored);
  return g_test_run ();
}
