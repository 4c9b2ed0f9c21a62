/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-barrier.h"

static const int first, second;

static void
on_opened (gpointer user_data)
{
  ++*(guint *) user_data;
}

static void
wait_for (const guint *n,
          guint        wanted)
{
  gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  while (*n < wanted) {
    g_assert_cmpint (g_get_monotonic_time (), <, end);
    g_main_context_iteration (NULL, FALSE);
  }
}

/* Only what shut it last opens it. */
static void
test_open (void)
{
  guint n = 0;
  g_autoptr (PaddockBarrier) barrier = paddock_barrier_new (on_opened, &n);

  paddock_barrier_open (barrier, NULL);
  paddock_barrier_open (barrier, &first);
  g_assert_null (paddock_barrier_get (barrier));
  paddock_barrier_shut (barrier, &first, 0);
  paddock_barrier_shut (barrier, &second, 0);
  paddock_barrier_open (barrier, &first);
  paddock_barrier_open (barrier, NULL);
  g_assert_true (paddock_barrier_get (barrier) == &second);
  g_assert_cmpuint (n, ==, 0);
  paddock_barrier_open (barrier, &second);
  g_assert_null (paddock_barrier_get (barrier));
  g_assert_cmpuint (n, ==, 1);
}

static void
test_time (void)
{
  guint n = 0;
  g_autoptr (PaddockBarrier) barrier = paddock_barrier_new (on_opened, &n);

  paddock_barrier_shut (barrier, &first, 1);
  wait_for (&n, 1);
  g_assert_null (paddock_barrier_get (barrier));
  /* The time is that of what shut it last. */
  paddock_barrier_shut (barrier, &first, 1);
  paddock_barrier_shut (barrier, &second, 0);
  g_usleep (5000);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_true (paddock_barrier_get (barrier) == &second);
  paddock_barrier_shut (barrier, &second, 1);
  paddock_barrier_clear (barrier);
  g_usleep (5000);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (n, ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/barrier/open", test_open);
  g_test_add_func ("/barrier/time", test_time);
  return g_test_run ();
}
