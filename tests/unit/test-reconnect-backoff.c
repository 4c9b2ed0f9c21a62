/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-reconnect-backoff.h"

#define DRAWS 500
#define MS    G_TIME_SPAN_MILLISECOND

/* This number of sessions was lost in a row; the last one began this long ago. */
static const struct {
  guint    n_lost;
  gint64   gone;                    /* ms */
  gboolean is_begun;                /* whether the next begins without a request */
  guint    least;                   /* ms */
  guint    most;
} rows[] = {
  { 1, 0, TRUE, 0, 0 },
  { 2, 0, TRUE, 188, 312 },
  { 3, 0, TRUE, 375, 625 },
  /* The time until the loss counts as no pause. */
  { 3, 5000, TRUE, 375, 625 },
  { 4, 0, TRUE, 750, 1250 },
  { 5, 0, FALSE, 1500, 2500 },
  { 5, 1000, FALSE, 500, 1500 },
  { 5, 2500, FALSE, 0, 0 },
  { 5, G_MAXINT64 / MS / 2, FALSE, 0, 0 },
  /* A clock that goes back does not make the pause longer. */
  { 5, -1000, FALSE, 1500, 2500 },
  { 6, 0, FALSE, 1500, 2500 },
  { 1000, 0, FALSE, 1500, 2500 },
};

static void
test_pauses (void)
{
  const gint64 begun = 5000 * MS;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockReconnectBackoff backoff = { 0 };
    gboolean is_begun = TRUE;

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    for (guint n = 0; n < rows[i].n_lost; n++)
      is_begun = paddock_reconnect_backoff_lose (&backoff, 0);
    g_assert_cmpint (is_begun, ==, rows[i].is_begun);
    paddock_reconnect_backoff_begin (&backoff, begun);
    for (guint n = 0; n < DRAWS; n++) {
      guint pause = paddock_reconnect_backoff_choose_pause (&backoff, begun + rows[i].gone * MS);

      g_assert_cmpuint (pause, >=, rows[i].least);
      g_assert_cmpuint (pause, <=, rows[i].most);
    }
  }
}

/* Two clients that lose their sessions at the same time do not return at the same time. */
static void
test_chance (void)
{
  PaddockReconnectBackoff backoff[2] = { 0 };
  guint n_equal = 0;

  for (guint i = 0; i < 2; i++)
    for (guint n = 0; n < PADDOCK_RECONNECT_BACKOFF_MAX; n++)
      paddock_reconnect_backoff_lose (&backoff[i], 0);
  for (guint n = 0; n < DRAWS; n++)
    n_equal += paddock_reconnect_backoff_choose_pause (&backoff[0], 0) ==
               paddock_reconnect_backoff_choose_pause (&backoff[1], 0);
  g_assert_cmpuint (n_equal, <, DRAWS / 10);
}

/* After a useful session, the pause is that of the first loss. */
static void
test_proof (void)
{
  for (guint n_lost = 0; n_lost <= 2 * PADDOCK_RECONNECT_BACKOFF_MAX; n_lost++) {
    PaddockReconnectBackoff backoff = { 0 };

    for (guint n = 0; n < n_lost; n++)
      paddock_reconnect_backoff_lose (&backoff, 0);
    paddock_reconnect_backoff_prove (&backoff);
    g_assert_true (paddock_reconnect_backoff_lose (&backoff, 0));
    g_assert_cmpuint (paddock_reconnect_backoff_choose_pause (&backoff, 0), ==, 0);
  }
}

/* This number of useful sessions began, this far apart. The last was lost this long after its
 * beginning. */
static const struct {
  guint n_begun;
  guint apart;                      /* ms */
  guint gone;                       /* ms */
  guint least;                      /* ms */
  guint most;
} hurries[] = {
  { 1, 0, 0, 0, 0 },
  { 3, 0, 0, 0, 0 },
  { 4, 0, 0, 750, 1250 },
  { 4, 100, 500, 250, 750 },
  { 4, 100, 1250, 0, 0 },
  /* After a long session, the pause is that of the first loss. */
  { 4, 3333, 1, 0, 0 },
  { 4, 3333, 0, 750, 1250 },
  { 4, 0, 10000, 0, 0 },
  { 100, 1000, 0, 750, 1250 },
  { 100, 3500, 0, 0, 0 },
};

static void
test_hurry (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (hurries); i++) {
    PaddockReconnectBackoff backoff = { 0 };
    gint64 now = 5000 * MS;

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    for (guint n = 0; n < hurries[i].n_begun; n++) {
      now += hurries[i].apart * MS;
      g_assert_true (paddock_reconnect_backoff_lose (&backoff, now));
      paddock_reconnect_backoff_begin (&backoff, now);
      paddock_reconnect_backoff_prove (&backoff);
    }
    now += hurries[i].gone * MS;
    g_assert_true (paddock_reconnect_backoff_lose (&backoff, now));
    for (guint n = 0; n < DRAWS; n++) {
      guint pause = paddock_reconnect_backoff_choose_pause (&backoff, now);

      g_assert_cmpuint (pause, >=, hurries[i].least);
      g_assert_cmpuint (pause, <=, hurries[i].most);
    }
  }
}

/* The host asks for nothing, and the server's sessions expire: that may go on without end. */
static void
test_expired (void)
{
  static const struct {
    gint64 idle_exit;                    /* ms */
    guint  n_begun;                 /* of 100, without a request */
  } lives[] = {
    { 0, PADDOCK_RECONNECT_BACKOFF_MAX },
    { PADDOCK_RECONNECT_BACKOFF_OLD_MS, PADDOCK_RECONNECT_BACKOFF_MAX },
    { PADDOCK_RECONNECT_BACKOFF_OLD_MS + 1, 100 },
    { 30 * PADDOCK_RECONNECT_BACKOFF_OLD_MS, 100 },
    { -PADDOCK_RECONNECT_BACKOFF_OLD_MS, PADDOCK_RECONNECT_BACKOFF_MAX },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lives); i++) {
    PaddockReconnectBackoff backoff = { 0 };
    gint64 now = 100 * PADDOCK_RECONNECT_BACKOFF_OLD_MS * (gint64) MS;
    guint n_begun = 0;

    for (; n_begun < 100 && paddock_reconnect_backoff_lose (&backoff, now); n_begun++) {
      if (lives[i].idle_exit > PADDOCK_RECONNECT_BACKOFF_OLD_MS)
        g_assert_cmpuint (paddock_reconnect_backoff_choose_pause (&backoff, now), ==, 0);
      paddock_reconnect_backoff_begin (&backoff, now);
      now += lives[i].idle_exit * MS;
    }
    g_assert_cmpuint (n_begun, ==, lives[i].n_begun);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reconnect-backoff/pauses", test_pauses);
  g_test_add_func ("/reconnect-backoff/chance", test_chance);
  g_test_add_func ("/reconnect-backoff/proof", test_proof);
  g_test_add_func ("/reconnect-backoff/hurry", test_hurry);
  g_test_add_func ("/reconnect-backoff/expired", test_expired);
  return g_test_run ();
}
