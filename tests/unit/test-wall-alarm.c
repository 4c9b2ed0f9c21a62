/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-wall-alarm.h"

#include <string.h>

typedef struct {
  PaddockWallAlarm *alarm;
  guint             rings;
  guint             again;          /* how often to set it from its callback */
} Bell;

static gboolean
on_alarm (gpointer user_data)
{
  Bell *bell = user_data;

  bell->rings++;
  g_assert_false (paddock_wall_alarm_is_set (bell->alarm));
  if (bell->again > 0) {
    bell->again--;
    paddock_wall_alarm_set (bell->alarm, g_get_real_time ());
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
  guint id = g_timeout_add_seconds (30, on_deadline, &is_late);

  while (bell->rings < rings && !is_late)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (is_late);
  g_source_remove (id);
}

static void
assert_silent (Bell  *bell,
               guint  rings)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (bell->rings, ==, rings);
}

static void
test_rings_at_its_time (void)
{
  Bell bell = { 0 };
  gint64 when;

  bell.alarm = paddock_wall_alarm_new (on_alarm, &bell);
  g_assert_false (paddock_wall_alarm_is_set (bell.alarm));
  assert_silent (&bell, 0);

  when = g_get_real_time () + 100 * G_TIME_SPAN_MILLISECOND;
  paddock_wall_alarm_set (bell.alarm, when);
  g_assert_true (paddock_wall_alarm_is_set (bell.alarm));
  iterate_until (&bell, 1);
  g_assert_cmpint (g_get_real_time (), >=, when);
  g_assert_false (paddock_wall_alarm_is_set (bell.alarm));
  assert_silent (&bell, 1);
  paddock_wall_alarm_free (bell.alarm);
}

/* Past times, and times that are too large for any kernel. */
static void
test_times (void)
{
  const gint64 past[] = { G_MININT64, -1, 0, 1, 999999, G_USEC_PER_SEC };
  const gint64 far[] = { G_MAXINT64, G_MAXINT64 - 1, G_MAXINT64 / 1000 };
  Bell bell = { 0 };

  bell.alarm = paddock_wall_alarm_new (on_alarm, &bell);
  for (guint i = 0; i < G_N_ELEMENTS (past); i++) {
    paddock_wall_alarm_set (bell.alarm, past[i]);
    g_assert_true (paddock_wall_alarm_is_set (bell.alarm));
    iterate_until (&bell, i + 1);
  }
  for (guint i = 0; i < G_N_ELEMENTS (far); i++) {
    paddock_wall_alarm_set (bell.alarm, far[i]);
    g_assert_true (paddock_wall_alarm_is_set (bell.alarm));
    assert_silent (&bell, G_N_ELEMENTS (past));
  }
  paddock_wall_alarm_free (bell.alarm);
}

static void
test_set_from_callback (void)
{
  Bell bell = { .again = 3 };

  bell.alarm = paddock_wall_alarm_new (on_alarm, &bell);
  paddock_wall_alarm_set (bell.alarm, g_get_real_time ());
  iterate_until (&bell, 4);
  assert_silent (&bell, 4);
  paddock_wall_alarm_free (bell.alarm);
}

/* Even if it has already gone off, and nobody has looked yet. */
static void
test_cleared_and_moved (void)
{
  Bell bell = { 0 };
  Bell other = { 0 };

  bell.alarm = paddock_wall_alarm_new (on_alarm, &bell);
  other.alarm = paddock_wall_alarm_new (on_alarm, &other);
  paddock_wall_alarm_set (bell.alarm, 1);
  paddock_wall_alarm_clear (bell.alarm);
  g_assert_false (paddock_wall_alarm_is_set (bell.alarm));
  paddock_wall_alarm_set (other.alarm, 1);
  paddock_wall_alarm_set (other.alarm, g_get_real_time () + G_TIME_SPAN_HOUR);
  assert_silent (&other, 0);
  g_assert_true (paddock_wall_alarm_is_set (other.alarm));
  paddock_wall_alarm_set (other.alarm, g_get_real_time () + 1000);
  iterate_until (&other, 1);
  g_assert_cmpuint (bell.rings, ==, 0);
  paddock_wall_alarm_free (bell.alarm);
  paddock_wall_alarm_free (other.alarm);
  paddock_wall_alarm_free (NULL);
}

/* A test cannot set the clock, nor put the machine to sleep. So it asks the kernel which clock the
 * timer follows (0: the wall clock), and whether it goes off when the clock is set (the flags 1, an
 * absolute time, and 2, cancel when set). */
static void
test_follows_the_wall_clock (void)
{
  Bell bell = { 0 };
  g_autoptr (GDir) dir = NULL;
  const char *name;
  guint n_found = 0;

  bell.alarm = paddock_wall_alarm_new (on_alarm, &bell);
  paddock_wall_alarm_set (bell.alarm, g_get_real_time () + G_TIME_SPAN_HOUR);
  dir = g_dir_open ("/proc/self/fdinfo", 0, NULL);
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename ("/proc/self/fdinfo", name, NULL);
    g_autofree char *info = NULL;

    if (!g_file_get_contents (path, &info, NULL, NULL) || strstr (info, "clockid:") == NULL)
      continue;
    g_assert_nonnull (strstr (info, "clockid: 0\n"));
    g_assert_nonnull (strstr (info, "settime flags: 03\n"));
    n_found++;
  }
  g_assert_cmpuint (n_found, ==, 1);
  paddock_wall_alarm_free (bell.alarm);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wall-alarm/rings-at-its-time", test_rings_at_its_time);
  g_test_add_func ("/wall-alarm/times", test_times);
  g_test_add_func ("/wall-alarm/set-from-callback", test_set_from_callback);
  g_test_add_func ("/wall-alarm/cleared-and-moved", test_cleared_and_moved);
  g_test_add_func ("/wall-alarm/follows-the-wall-clock", test_follows_the_wall_clock);
  return g_test_run ();
}
