/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-retention.h"

#include "service-disk-fixture.h"

/* Which rows leave the journal, and when: with a clock of its own, on a real disk. */

#define DAY     G_TIME_SPAN_DAY
#define MANY    1100            /* more than two batches */
#define PATIENT (G_TIME_SPAN_HOUR)

typedef struct {
  Scene            *scene;
  PaddockRetention *retention;    /* (owned) (nullable) */
  gint64            now;
  guint             n_pruned;
} Fixture;

static PaddockMoment
read_clock (gpointer user_data)
{
  return (PaddockMoment) { .wall = ((Fixture *) user_data)->now };
}

static void
on_pruned (PaddockRetention *retention,
           gint64            before,
           Fixture          *fixture)
{
  fixture->n_pruned++;
}

static void
begin (Fixture *fixture,
       gint64   throttle)
{
  fixture->retention = paddock_retention_new (fixture->scene->state, throttle);
  g_signal_connect (fixture->retention, "pruned", G_CALLBACK (on_pruned), fixture);
}

static void
end (Fixture *fixture)
{
  PaddockRetention *retention = g_steal_pointer (&fixture->retention);

  paddock_retention_close (retention);
  g_object_add_weak_pointer (G_OBJECT (retention), (gpointer *) &retention);
  g_object_unref (retention);
  /* A batch may be on its way. */
  WAIT_FOR (retention == NULL);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  /* Earlier than the real clock, which dates rows, so that none of the test's own rows is too
   * old. */
  fixture->now = g_get_real_time ();
  fixture->scene = scene_new (PADDOCK_CONSENT_ASK);
  paddock_state_set_clock (fixture->scene->state, read_clock, fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  if (fixture->retention != NULL)
    end (fixture);
  scene_free (fixture->scene);
}

/* Writes @n rows whose last repeat was @age ago. */
static void
write_rows (Fixture *fixture,
            gint64   age,
            guint    n)
{
  g_autofree char *sql = g_strdup_printf (
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %u)"
    " INSERT INTO journal (time, last, count, event, reason)"
    " SELECT 1, %" G_GINT64_FORMAT ", 2, 'roots-listed', 'none' FROM n", n, fixture->now - age);

  scene_run_sql (fixture->scene, sql);
}

static gint64
count_rows (Fixture *fixture)
{
  return scene_run_sql (fixture->scene,
                        "SELECT count (*) FROM journal WHERE event = 'roots-listed'");
}

static guint
count_changes (Fixture    *fixture,
               const char *detail)
{
  g_autoptr (GPtrArray) entries = scene_read_journal (fixture->scene);
  guint n = 0;

  for (guint i = 0; i < entries->len; i++) {
    const PaddockJournalEntry *entry = g_ptr_array_index (entries, i);

    if (entry->event == PADDOCK_EVENT_RETENTION_CHANGED &&
        (detail == NULL || g_strcmp0 (entry->detail, detail) == 0))
      n++;
  }
  return n;
}

/* A row of exactly this age is not too old. */
static void
test_limits (Fixture       *fixture,
             gconstpointer  data)
{
  write_rows (fixture, 30 * DAY, 1);
  write_rows (fixture, 30 * DAY + 1, 1);
  write_rows (fixture, 31 * DAY, 1);
  write_rows (fixture, 0, 1);
  begin (fixture, 0);
  paddock_retention_set_days (fixture->retention, 30);
  WAIT_FOR (count_rows (fixture) == 2);
  WAIT_FOR (fixture->n_pruned == 1);

  paddock_retention_set_days (fixture->retention, 29);
  WAIT_FOR (count_rows (fixture) == 1);
}

static void
test_batches (Fixture       *fixture,
              gconstpointer  data)
{
  write_rows (fixture, 2 * DAY, MANY);
  write_rows (fixture, 0, 3);
  begin (fixture, 0);
  paddock_retention_set_days (fixture->retention, 1);
  WAIT_FOR (count_rows (fixture) == 3);
  WAIT_FOR (fixture->n_pruned == 3);
}

static void
test_without_end (Fixture       *fixture,
                  gconstpointer  data)
{
  write_rows (fixture, 5000 * DAY, 2);
  begin (fixture, 0);
  paddock_retention_set_days (fixture->retention, 0);
  WAIT_FOR (count_changes (fixture, "unlimited") == 1);
  g_assert_cmpint (count_rows (fixture), ==, 2);

  paddock_retention_set_days (fixture->retention, 3650);
  WAIT_FOR (count_rows (fixture) == 0);
  WAIT_FOR (count_changes (fixture, "3650d") == 1);
}

/* A wrong clock at the start deletes nothing. But a change by the user takes effect. */
static void
test_patience (Fixture       *fixture,
               gconstpointer  data)
{
  write_rows (fixture, 100 * DAY, 1);
  begin (fixture, PATIENT);
  paddock_retention_set_days (fixture->retention, 31);
  WAIT_FOR (count_changes (fixture, "31d") == 1);
  g_assert_cmpint (count_rows (fixture), ==, 1);
  paddock_retention_set_days (fixture->retention, 30);
  WAIT_FOR (count_rows (fixture) == 0);
}

/* After a restart, the service knows whether the setting changed. */
static void
test_changes (Fixture       *fixture,
              gconstpointer  data)
{
  const guint days[] = { PADDOCK_RETENTION_DEFAULT_DAYS, 7, 7, PADDOCK_RETENTION_DEFAULT_DAYS, 0 };
  const guint n_changes[] = { 0, 1, 1, 2, 3 };

  for (guint i = 0; i < G_N_ELEMENTS (days); i++) {
    g_autofree char *sql = g_strdup_printf ("SELECT value = CAST ('%u' AS BLOB) FROM facts"
                                            " WHERE name = 'activity-days'", days[i]);

    begin (fixture, 0);
    paddock_retention_set_days (fixture->retention, days[i]);
    WAIT_FOR (scene_run_sql (fixture->scene, sql) == 1);
    WAIT_FOR (count_changes (fixture, NULL) >= n_changes[i]);
    while (g_main_context_iteration (NULL, FALSE))
      continue;
    end (fixture);
    g_assert_cmpuint (count_changes (fixture, NULL), ==, n_changes[i]);
  }
}

/* The stored number of days need not be a number. */
static void
test_odd_fact (Fixture       *fixture,
               gconstpointer  data)
{
  const char * const values[] = { "x''", "x'00'", "'-1'", "'99999999999999999999'", "x'ff31'" };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    g_autofree char *sql = g_strdup_printf ("INSERT OR REPLACE INTO facts VALUES"
                                            " ('activity-days', CAST (%s AS BLOB))", values[i]);

    scene_run_sql (fixture->scene, sql);
    begin (fixture, 0);
    paddock_retention_set_days (fixture->retention, 7);
    WAIT_FOR (count_changes (fixture, "7d") == i + 1);
    end (fixture);
  }
}

static void
on_message (const char     *domain,
            GLogLevelFlags  level,
            const char     *message,
            gpointer        user_data)
{
  if (g_str_has_prefix (message, "Old activity was not removed: "))
    ++*(guint *) user_data;
}

/* If the disk accepts nothing, nothing is deleted, and new rows are not lost. */
static void
test_disk_full (Fixture       *fixture,
                gconstpointer  data)
{
  guint n_messages = 0;
  guint handler;

  write_rows (fixture, 2 * DAY, 1);
  scene_fail_on (fixture->scene, "full", "DELETE ON journal");
  begin (fixture, 0);
  handler = g_log_set_handler ("paddock-service", G_LOG_LEVEL_MESSAGE, on_message, &n_messages);
  paddock_retention_set_days (fixture->retention, 7);
  paddock_retention_set_days (fixture->retention, 1);
  paddock_state_log (fixture->scene->state,
                     &(PaddockJournalEntry) { .event = PADDOCK_EVENT_SERVICE_STARTED });
  WAIT_FOR (scene_count_rows (fixture->scene, PADDOCK_EVENT_SERVICE_STARTED,
                              PADDOCK_REASON_NONE) == 1);
  WAIT_FOR (n_messages == 1);
  g_log_remove_handler ("paddock-service", handler);
  g_assert_cmpint (count_rows (fixture), ==, 1);
}

static void
test_close (Fixture       *fixture,
            gconstpointer  data)
{
  write_rows (fixture, 2 * DAY, MANY);
  begin (fixture, 0);
  paddock_retention_set_days (fixture->retention, 7);
  paddock_retention_set_days (fixture->retention, 1);
  paddock_retention_close (fixture->retention);
  paddock_retention_close (fixture->retention);
  paddock_retention_set_days (fixture->retention, 2);
  end (fixture);
  g_assert_cmpint (count_rows (fixture), >=, MANY - 500);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/retention/" path, Fixture, NULL, set_up, function, tear_down)

  ADD ("limits", test_limits);
  ADD ("batches", test_batches);
  ADD ("without-end", test_without_end);
  ADD ("patience", test_patience);
  ADD ("changes", test_changes);
  ADD ("odd-fact", test_odd_fact);
  ADD ("disk-full", test_disk_full);
  ADD ("close", test_close);

  return g_test_run ();
}
