/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-moment.h"

#define S G_TIME_SPAN_SECOND
#define H G_TIME_SPAN_HOUR

static void
test_set_back (void)
{
  static const struct {
    PaddockMoment earlier;
    PaddockMoment later;
    gint64        back;
  } rows[] = {
    { { 0, 0 }, { 0, 0 }, 0 },
    { { 100 * H, 5 * H }, { 101 * H, 6 * H }, 0 },
    /* Asleep: both clocks go on. */
    { { 100 * H, 5 * H }, { 200 * H, 105 * H }, 0 },
    /* Set forward. */
    { { 100 * H, 5 * H }, { 102 * H, 6 * H }, 0 },
    { { 100 * H, 5 * H }, { 100 * H, 6 * H }, H },
    { { 100 * H, 5 * H }, { 90 * H, 5 * H }, 10 * H },
    { { 100 * H, 5 * H }, { 1, 5 * H }, 100 * H - 1 },
    /* Set back by less than has passed. */
    { { 100 * H, 5 * H }, { 103 * H, 9 * H }, H },
    { { 100 * H, 5 * H }, { 100 * H - S, 5 * H }, S },
    { { 100 * H, 5 * H }, { 100 * H - S + 1, 5 * H }, 0 },
    { { 100 * H, 5 * H }, { 100 * H - 1, 5 * H }, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpint (paddock_moment_set_back (rows[i].earlier, rows[i].later), ==, rows[i].back);
}

static void
test_now (void)
{
  PaddockMoment first = paddock_moment_now ();
  PaddockMoment second;

  g_usleep (2000);
  second = paddock_moment_now ();
  g_assert_cmpint (first.boot, >, 0);
  g_assert_cmpint (second.boot, >=, first.boot + 2000);
  g_assert_cmpint (ABS (first.wall - g_get_real_time ()), <, G_TIME_SPAN_HOUR);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/moment/set-back", test_set_back);
  g_test_add_func ("/moment/now", test_now);
  return g_test_run ();
}
