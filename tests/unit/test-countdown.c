/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-countdown.h"

/* What the handler of "due" counts, and what it asks for next. */
typedef struct {
  guint  dues;
  gint64 again;                     /* asks for this many µs from now; 0: asks for nothing */
} Row;

static void
on_due (PaddockCountdown *countdown,
        gpointer          user_data)
{
  Row *row = user_data;

  row->dues++;
  if (row->again != 0)
    paddock_countdown_ask (countdown, g_get_real_time () + row->again);
  row->again = 0;
}

static gboolean
on_deadline (gpointer user_data)
{
  gboolean *is_late = user_data;

  *is_late = TRUE;
  return G_SOURCE_REMOVE;
}

static void
iterate_until (const Row *row,
               guint      dues)
{
  gboolean is_late = FALSE;
  guint id = g_timeout_add_seconds (30, on_deadline, &is_late);

  while (row->dues < dues && !is_late)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (is_late);
  g_source_remove (id);
}

static void
assert_silent (const Row *row,
               guint      dues)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (row->dues, ==, dues);
}

static void
test_earliest (void)
{
  g_autoptr (PaddockCountdown) countdown = paddock_countdown_new ();
  gint64 now = g_get_real_time ();
  gint64 soon = now + 50 * G_TIME_SPAN_MILLISECOND;
  Row row = { 0 };

  g_signal_connect (countdown, "due", G_CALLBACK (on_due), &row);
  paddock_countdown_ask (countdown, now + G_TIME_SPAN_HOUR);
  paddock_countdown_ask (countdown, soon);
  /* A later time does not delay it. */
  paddock_countdown_ask (countdown, now + G_TIME_SPAN_DAY);
  iterate_until (&row, 1);
  g_assert_cmpint (g_get_real_time (), >=, soon);
  assert_silent (&row, 1);
}

/* When it is due, all requests are forgotten. A row that needs more asks again. */
static void
test_forgets (void)
{
  g_autoptr (PaddockCountdown) countdown = paddock_countdown_new ();
  gint64 now = g_get_real_time ();
  Row row = { .again = 20 * G_TIME_SPAN_MILLISECOND };

  g_signal_connect (countdown, "due", G_CALLBACK (on_due), &row);
  paddock_countdown_ask (countdown, now);
  paddock_countdown_ask (countdown, now + 30 * G_TIME_SPAN_MILLISECOND);
  iterate_until (&row, 2);
  assert_silent (&row, 2);
  /* This time is later than the forgotten one, and counts. */
  paddock_countdown_ask (countdown, g_get_real_time () + 10 * G_TIME_SPAN_MILLISECOND);
  iterate_until (&row, 3);
}

static void
test_nothing (void)
{
  g_autoptr (PaddockCountdown) countdown = paddock_countdown_new ();
  Row row = { 0 };

  g_signal_connect (countdown, "due", G_CALLBACK (on_due), &row);
  paddock_countdown_ask (countdown, 0);
  paddock_countdown_ask (countdown, -1);
  paddock_countdown_ask (countdown, G_MAXINT64);
  assert_silent (&row, 0);

  /* The page is gone, but one of its rows is not. */
  g_object_run_dispose (G_OBJECT (countdown));
  paddock_countdown_ask (countdown, g_get_real_time ());
  assert_silent (&row, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/countdown/earliest", test_earliest);
  g_test_add_func ("/countdown/forgets", test_forgets);
  g_test_add_func ("/countdown/nothing", test_nothing);

  return g_test_run ();
}
