/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-alarm.h"

typedef struct {
  PaddockAlarm *alarm;
  guint         rings;
  guint         again;              /* how often to set it from its callback */
} Bell;

static gboolean
on_alarm (gpointer user_data)
{
  Bell *bell = user_data;

  bell->rings++;
  if (bell->again > 0) {
    bell->again--;
    paddock_alarm_set (bell->alarm, 0);
  }
  return G_SOURCE_REMOVE;
}

static gboolean
on_deadline (gpointer user_data)
{
  gboolean *is_late = user_data;

  *is_late = TRUE;
  return G_SOURCE_REMOVE;
}

static void
iterate_until (Bell  *bell,
               guint  rings)
{
  gboolean is_late = FALSE;
  guint id = g_timeout_add_seconds (5, on_deadline, &is_late);

  while (bell->rings < rings && !is_late)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (is_late);
  g_source_remove (id);
}

static void
test_rings_once (void)
{
  Bell bell = { 0 };

  bell.alarm = paddock_alarm_new (on_alarm, &bell);
  g_assert_false (paddock_alarm_is_set (bell.alarm));
  g_assert_false (g_main_context_pending (NULL));

  paddock_alarm_set (bell.alarm, 0);
  g_assert_true (paddock_alarm_is_set (bell.alarm));
  iterate_until (&bell, 1);
  g_assert_false (paddock_alarm_is_set (bell.alarm));
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (bell.rings, ==, 1);
  paddock_alarm_free (bell.alarm);
}

static void
test_set_from_callback (void)
{
  Bell bell = { .again = 3 };

  bell.alarm = paddock_alarm_new (on_alarm, &bell);
  paddock_alarm_set (bell.alarm, -5);
  iterate_until (&bell, 4);
  g_assert_false (paddock_alarm_is_set (bell.alarm));
  paddock_alarm_free (bell.alarm);
}

static void
test_cleared_and_moved (void)
{
  Bell bell = { 0 };
  Bell other = { 0 };

  bell.alarm = paddock_alarm_new (on_alarm, &bell);
  other.alarm = paddock_alarm_new (on_alarm, &other);
  paddock_alarm_set (bell.alarm, 0);
  paddock_alarm_clear (bell.alarm);
  g_assert_false (paddock_alarm_is_set (bell.alarm));
  paddock_alarm_set (other.alarm, G_TIME_SPAN_HOUR);
  paddock_alarm_set (other.alarm, 1000);
  iterate_until (&other, 1);
  g_assert_cmpuint (bell.rings, ==, 0);
  paddock_alarm_free (bell.alarm);
  paddock_alarm_free (other.alarm);
  paddock_alarm_free (NULL);
}

static void
test_earliest_counts (void)
{
  Bell bell = { 0 };

  bell.alarm = paddock_alarm_new (on_alarm, &bell);
  paddock_alarm_set_earlier (bell.alarm, G_TIME_SPAN_HOUR);
  g_assert_true (paddock_alarm_is_set (bell.alarm));
  paddock_alarm_set_earlier (bell.alarm, -1);
  paddock_alarm_set_earlier (bell.alarm, G_TIME_SPAN_HOUR);
  iterate_until (&bell, 1);
  g_assert_false (paddock_alarm_is_set (bell.alarm));
  paddock_alarm_free (bell.alarm);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/alarm/rings-once", test_rings_once);
  g_test_add_func ("/alarm/set-from-callback", test_set_from_callback);
  g_test_add_func ("/alarm/cleared-and-moved", test_cleared_and_moved);
  g_test_add_func ("/alarm/earliest-counts", test_earliest_counts);
  return g_test_run ();
}
