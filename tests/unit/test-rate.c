/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-rate.h"

#define MINUTE G_TIME_SPAN_MINUTE

static guint
take_all (PaddockRate *rate,
          const char  *name,
          gint64       now)
{
  guint n = 0;

  while (n < 10000 && paddock_rate_count (rate, name, now))
    n++;
  return n;
}

static void
test_limit (void)
{
  static const guint limits[] = { 1, 2, 7, 60, 120, 1000 };

  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++) {
    g_autoptr (PaddockRate) rate = paddock_rate_new (limits[i], 4);

    g_assert_cmpuint (take_all (rate, "a", 1000), ==, limits[i]);
    g_assert_cmpuint (take_all (rate, "b", 1000), ==, limits[i]);
    /* All uses come back, and no more. */
    g_assert_cmpuint (take_all (rate, "a", 1000 + MINUTE), ==, limits[i]);
    g_assert_cmpuint (take_all (rate, "a", 1000 + 9 * MINUTE), ==, limits[i]);
  }
}

static void
test_given_back (void)
{
  g_autoptr (PaddockRate) rate = paddock_rate_new (60, 4);
  gint64 now = 5 * MINUTE;

  take_all (rate, "a", now);
  g_assert_false (paddock_rate_count (rate, "a", now + G_TIME_SPAN_SECOND - 1));
  g_assert_true (paddock_rate_count (rate, "a", now + G_TIME_SPAN_SECOND));
  g_assert_false (paddock_rate_count (rate, "a", now + G_TIME_SPAN_SECOND));
  g_assert_cmpuint (take_all (rate, "a", now + 11 * G_TIME_SPAN_SECOND), ==, 10);
}

/* Refused attempts cost nothing: a use is granted as soon as it is due. */
static void
test_trying (void)
{
  g_autoptr (PaddockRate) rate = paddock_rate_new (60, 4);
  guint taken = 0;

  for (gint64 now = 0; now < 10 * MINUTE; now += G_TIME_SPAN_MILLISECOND)
    taken += paddock_rate_count (rate, "a", now);
  g_assert_cmpuint (taken, ==, 60 + 10 * 60 - 1);
}

static void
test_clock_goes_back (void)
{
  g_autoptr (PaddockRate) rate = paddock_rate_new (60, 4);

  take_all (rate, "a", 100 * MINUTE);
  g_assert_false (paddock_rate_count (rate, "a", 10 * MINUTE));
  g_assert_cmpuint (take_all (rate, "a", 101 * MINUTE), ==, 60);
  g_assert_cmpuint (take_all (rate, "b", -5), ==, 60);
}

static void
test_names (void)
{
  g_autoptr (PaddockRate) rate = paddock_rate_new (2, 2);

  g_assert_true (paddock_rate_count (rate, "a", 0));
  g_assert_true (paddock_rate_count (rate, "b", G_TIME_SPAN_SECOND));
  g_assert_false (paddock_rate_count (rate, "c", G_TIME_SPAN_SECOND));
  g_assert_true (paddock_rate_count (rate, "a", G_TIME_SPAN_SECOND));
  /* b has all its uses again, so it is forgotten; a is not. */
  g_assert_true (paddock_rate_count (rate, "c", 31 * G_TIME_SPAN_SECOND));
  g_assert_false (paddock_rate_count (rate, "b", 31 * G_TIME_SPAN_SECOND));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/rate/limit", test_limit);
  g_test_add_func ("/rate/given-back", test_given_back);
  g_test_add_func ("/rate/trying", test_trying);
  g_test_add_func ("/rate/clock-goes-back", test_clock_goes_back);
  g_test_add_func ("/rate/names", test_names);

  return g_test_run ();
}
