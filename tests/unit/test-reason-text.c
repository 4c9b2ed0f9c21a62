/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-reason-text.h"

static void
test_each_reason (void)
{
  for (int reason = 1; reason <= PADDOCK_REASON_UNPROVEN; reason++)
    g_assert_nonnull (paddock_reason_text_get (reason));
  g_assert_null (paddock_reason_text_get (PADDOCK_REASON_NONE));
  g_assert_null (paddock_reason_text_get ((PaddockReason) 9999));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reason-text/each", test_each_reason);
  return g_test_run ();
}
