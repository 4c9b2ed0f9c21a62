/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-renewals.h"

#define DRAWS 500
#define MS    G_TIME_SPAN_MILLISECOND

/* So many sessions were lost one behind the other, and the last was begun so long ago. */
static const struct {
  guint    n_lost;
  gint64   gone;                    /* ms */
  gboolean is_begun;                /* the next, without a request */
  guint    least;                   /* ms */
  guint    most;
} rows[] = {
  { 1, 0, TRUE, 0, 0 },
  { 2, 0, TRUE, 188, 312 },
  { 3, 0, TRUE, 375, 625 },
  /* What the loss took is no pause. */
  { 3, 5000, TRUE, 375, 625 },
  { 4, 0, TRUE, 750, 1250 },
  { 5, 0, FALSE, 1500, 2500 },
  { 5, 1000, FALSE, 500, 1500 },
  { 5, 2500, FALSE, 0, 0 },
  { 5, G_MAXINT64 / MS / 2, FALSE, 0, 0 },
  /* A clock that goes backwards does not make it longer. */
  { 5, -1000, FALSE, 1500, 2500 },
  { 6, 0, FALSE, 1500, 2500 },
  { 1000, 0, FALSE, 1500, 2500 },
};

static void
test_pauses (void)
{
  const gint64 begun = 5000 * MS;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockRenewals renewals = { 0 };
    gboolean is_begun = TRUE;

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    for (guint n = 0; n < rows[i].n_lost; n++)
      is_begun = paddock_renewals_lose (&renewals);
    g_assert_cmpint (is_begun, ==, rows[i].is_begun);
    paddock_renewals_begin (&renewals, begun);
    for (guint n = 0; n < DRAWS; n++) {
      guint pause = paddock_renewals_choose_pause (&renewals, begun + rows[i].gone * MS);

      g_assert_cmpuint (pause, >=, rows[i].least);
      g_assert_cmpuint (pause, <=, rows[i].most);
    }
  }
}

/* Two that lost their sessions at the same moment do not come back at the same one. */
static void
test_chance (void)
{
  PaddockRenewals renewals[2] = { 0 };
  guint n_equal = 0;

  for (guint i = 0; i < 2; i++)
    for (guint n = 0; n < PADDOCK_RENEWALS_MAX; n++)
      paddock_renewals_lose (&renewals[i]);
  for (guint n = 0; n < DRAWS; n++)
    n_equal += paddock_renewals_choose_pause (&renewals[0], 0) ==
               paddock_renewals_choose_pause (&renewals[1], 0);
  g_assert_cmpuint (n_equal, <, DRAWS / 10);
}

/* One of use is as the first. */
static void
test_proof (void)
{
  for (guint n_lost = 0; n_lost <= 2 * PADDOCK_RENEWALS_MAX; n_lost++) {
    PaddockRenewals renewals = { 0 };

    for (guint n = 0; n < n_lost; n++)
      paddock_renewals_lose (&renewals);
    paddock_renewals_prove (&renewals);
    g_assert_true (paddock_renewals_lose (&renewals));
    g_assert_cmpuint (paddock_renewals_choose_pause (&renewals, 0), ==, 0);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/renewals/pauses", test_pauses);
  g_test_add_func ("/renewals/chance", test_chance);
  g_test_add_func ("/renewals/proof", test_proof);
  return g_test_run ();
}
