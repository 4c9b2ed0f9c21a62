/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-place-verdict.h"

static void
test_verdict_nicks (void)
{
  for (int i = PADDOCK_PLACE_UNRESOLVED; i <= PADDOCK_PLACE_ACCEPTED; i++) {
    const char *nick = paddock_place_verdict_to_nick ((PaddockPlaceVerdict) i);

    g_assert_nonnull (nick);
    g_assert_cmpint (paddock_place_verdict_from_nick (nick), ==, i);
    g_assert_cmpint (paddock_place_verdict_is_usable ((PaddockPlaceVerdict) i), ==,
                     i == PADDOCK_PLACE_WARNED || i == PADDOCK_PLACE_ACCEPTED);
  }

  g_assert_cmpstr (paddock_place_verdict_to_nick (PADDOCK_PLACE_NOT_A_FILE_URI), ==,
                   "not-a-file-uri");
  g_assert_cmpstr (paddock_place_verdict_to_nick ((PaddockPlaceVerdict) 99), ==, "unresolved");
  g_assert_cmpint (paddock_place_verdict_from_nick ("Accepted"), ==, PADDOCK_PLACE_UNRESOLVED);
  g_assert_cmpint (paddock_place_verdict_from_nick (""), ==, PADDOCK_PLACE_UNRESOLVED);
  g_assert_cmpint (paddock_place_verdict_from_nick (NULL), ==, PADDOCK_PLACE_UNRESOLVED);
}

static void
test_warning_nicks (void)
{
  static const char * const some[] = { "hidden", "unheard-of", "home", "home", NULL };
  g_autofree char *text = NULL;
  g_auto (GStrv) all = NULL;

  for (guint warnings = 0; warnings < 128; warnings++) {
    PaddockPlaceWarnings set = (PaddockPlaceWarnings) warnings;
    g_auto (GStrv) nicks = paddock_place_verdict_warnings_to_nicks (set);

    g_assert_cmpuint (paddock_place_verdict_warnings_from_nicks ((const char * const *) nicks), ==,
                      warnings);
  }

  all = paddock_place_verdict_warnings_to_nicks ((PaddockPlaceWarnings) 127);
  text = g_strjoinv (" ", all);
  g_assert_cmpstr (text, ==, "home above-home hidden secrets configuration browser contains-own");
  g_assert_cmpuint (paddock_place_verdict_warnings_from_nicks (some), ==,
                    PADDOCK_PLACE_WARNING_HIDDEN | PADDOCK_PLACE_WARNING_HOME);
  g_assert_cmpuint (paddock_place_verdict_warnings_from_nicks (NULL), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/place-verdict/nicks", test_verdict_nicks);
  g_test_add_func ("/place-verdict/warnings", test_warning_nicks);
  return g_test_run ();
}
