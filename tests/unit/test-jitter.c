/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-jitter.h"

#define DRAWS 2000

static const struct {
  guint milliseconds;
  guint least;
  guint most;
} rows[] = {
  { 0, 0, 0 },
  { 1, 1, 1 },
  { 3, 3, 3 },
  { 4, 3, 5 },
  { 7, 6, 8 },
  { 1000, 750, 1250 },
  { PADDOCK_JITTER_MAX_MS, PADDOCK_JITTER_MAX_MS / 4 * 3, PADDOCK_JITTER_MAX_MS / 4 * 5 },
  { PADDOCK_JITTER_MAX_MS + 1, PADDOCK_JITTER_MAX_MS / 4 * 3, PADDOCK_JITTER_MAX_MS / 4 * 5 },
  { G_MAXUINT, PADDOCK_JITTER_MAX_MS / 4 * 3, PADDOCK_JITTER_MAX_MS / 4 * 5 },
};

static void
test_range (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint n = 0; n < DRAWS; n++) {
      guint found = paddock_jitter_spread (rows[i].milliseconds);

      g_assert_cmpuint (found, >=, rows[i].least);
      g_assert_cmpuint (found, <=, rows[i].most);
    }
}

/* All of the range is used, and nobody can guess the next value from the last: of 500 possible
 * values, at least half appear. */
static void
test_spread (void)
{
  g_autoptr (GHashTable) found = g_hash_table_new (NULL, NULL);
  guint least = G_MAXUINT, most = 0;

  for (guint n = 0; n < DRAWS; n++) {
    guint one = paddock_jitter_spread (1000);

    g_hash_table_add (found, GUINT_TO_POINTER (one));
    least = MIN (least, one);
    most = MAX (most, one);
  }
  g_assert_cmpuint (g_hash_table_size (found), >, 250);
  g_assert_cmpuint (least, <, 800);
  g_assert_cmpuint (most, >, 1200);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/jitter/range", test_range);
  g_test_add_func ("/jitter/spread", test_spread);
  return g_test_run ();
}
