/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-read-verdict.h"

static void
test_nicks (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (int i = 0; i <= PADDOCK_READ_ALLOWED; i++) {
    const char *nick = paddock_read_verdict_to_nick ((PaddockReadVerdict) i);

    g_assert_true (g_hash_table_add (seen, (gpointer) nick));
    g_assert_cmpint (paddock_read_verdict_from_nick (nick), ==, i);
  }
}

/* Journals and other programs have these names: a change of one breaks both. */
static void
test_names_stay (void)
{
  static const char * const nicks[] = {
    "outside", "malformed", "missing", "not-a-file", "too-large", "unreadable", "link-refused",
    "other-file-system", "sensitive", "busy", "timed-out", "rate-limited", "read-only", "allowed",
  };

  g_assert_cmpuint (G_N_ELEMENTS (nicks), ==, PADDOCK_READ_ALLOWED + 1);
  for (gsize i = 0; i < G_N_ELEMENTS (nicks); i++)
    g_assert_cmpstr (paddock_read_verdict_to_nick ((PaddockReadVerdict) i), ==, nicks[i]);
}

static void
test_unknown_refuses (void)
{
  static const char * const unknown[] = {
    "", "Allowed", "allowed ", " allowed", "allow", "ALLOWED", "yes", "14", "too large", NULL,
  };
  PaddockReadVerdict beyond = PADDOCK_READ_ALLOWED + 1;

  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++)
    g_assert_cmpint (paddock_read_verdict_from_nick (unknown[i]), ==, PADDOCK_READ_OUTSIDE);

  g_assert_cmpstr (paddock_read_verdict_to_nick (beyond), ==, "outside");
  g_assert_cmpstr (paddock_read_verdict_to_nick ((PaddockReadVerdict) - 1), ==, "outside");
  g_assert_cmpint ((PaddockReadVerdict) 0, ==, PADDOCK_READ_OUTSIDE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/read-verdict/nicks", test_nicks);
  g_test_add_func ("/read-verdict/names-stay", test_names_stay);
  g_test_add_func ("/read-verdict/unknown-refuses", test_unknown_refuses);
  return g_test_run ();
}
