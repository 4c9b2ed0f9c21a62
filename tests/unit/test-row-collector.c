/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-row-collector.h"

typedef struct {
  guint writes;
  guint rows;
  guint repeats;
  gint64 last;
} Written;

static void
on_rows (PaddockChanges *rows,
         gpointer        user_data)
{
  Written *written = user_data;

  written->writes++;
  written->rows += (guint) paddock_changes_get_size (rows);
  for (gsize i = 0; i < paddock_changes_get_size (rows); i++) {
    g_assert_cmpint (paddock_changes_get (rows, i)->kind, ==, PADDOCK_CHANGE_LOG);
    written->repeats += paddock_changes_get (rows, i)->entry->count;
    written->last = paddock_changes_get (rows, i)->entry->last;
  }
}

static void
test_thousand_repeats_are_one_row (void)
{
  Written written = { 0 };
  g_autoptr (PaddockRowCollector) collector = paddock_row_collector_new (on_rows, &written);

  for (guint i = 0; i < 1000; i++)
    paddock_row_collector_add (collector, &(PaddockJournalEntry) {
      .event = PADDOCK_EVENT_ROOTS_LISTED, .server_id = "s1",
    });
  g_assert_cmpuint (written.writes, ==, 0);
  while (written.writes == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (written.rows, ==, 1);
  g_assert_cmpuint (written.repeats, ==, 1000);
  g_assert_cmpint (written.last, >, 0);

  paddock_row_collector_flush (collector);
  g_assert_cmpuint (written.writes, ==, 1);
}

/* A claimed count cannot turn many into few. */
static void
test_counts_end_at_their_limit (void)
{
  static const struct {
    guint first;
    guint second;
    guint sum;
  } cases[] = {
    { G_MAXUINT - 2, 1, G_MAXUINT - 1 },
    { G_MAXUINT - 1, 1, G_MAXUINT },
    { G_MAXUINT, 1, G_MAXUINT },
    { G_MAXUINT, G_MAXUINT, G_MAXUINT },
    { 2, G_MAXUINT - 1, G_MAXUINT },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    Written written = { 0 };
    g_autoptr (PaddockRowCollector) collector = paddock_row_collector_new (on_rows, &written);

    paddock_row_collector_add (collector, &(PaddockJournalEntry) {
      .event = PADDOCK_EVENT_RESTARTED, .count = cases[i].first,
    });
    paddock_row_collector_add (collector, &(PaddockJournalEntry) {
      .event = PADDOCK_EVENT_RESTARTED, .count = cases[i].second,
    });
    paddock_row_collector_flush (collector);
    g_assert_cmpuint (written.rows, ==, 1);
    g_assert_cmpuint (written.repeats, ==, cases[i].sum);
  }
}

static void
test_different_rows_are_bounded (void)
{
  Written written = { 0 };
  g_autoptr (PaddockRowCollector) collector = paddock_row_collector_new (on_rows, &written);

  for (guint i = 0; i < PADDOCK_ROW_COLLECTOR_MAX - 1; i++) {
    g_autofree char *id = g_strdup_printf ("s%u", i);

    paddock_row_collector_add (collector, &(PaddockJournalEntry) {
      .event = PADDOCK_EVENT_ROOTS_LISTED, .server_id = id,
    });
  }
  g_assert_cmpuint (written.writes, ==, 0);
  paddock_row_collector_add (collector,
                             &(PaddockJournalEntry) { .event = PADDOCK_EVENT_ROOTS_LISTED });
  g_assert_cmpuint (written.writes, ==, 1);
  g_assert_cmpuint (written.rows, ==, PADDOCK_ROW_COLLECTOR_MAX);
}

static void
test_flush (void)
{
  Written written = { 0 };
  g_autoptr (PaddockRowCollector) collector = paddock_row_collector_new (on_rows, &written);

  paddock_row_collector_flush (collector);
  g_assert_cmpuint (written.writes, ==, 0);
  paddock_row_collector_add (collector, &(PaddockJournalEntry) { .time = 7, .last = 9,
                                                                 .count = 3 });
  paddock_row_collector_flush (collector);
  g_assert_cmpuint (written.writes, ==, 1);
  g_assert_cmpuint (written.repeats, ==, 3);
  g_assert_cmpint (written.last, ==, 9);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/row-collector/repeats", test_thousand_repeats_are_one_row);
  g_test_add_func ("/row-collector/counts-end-at-their-limit", test_counts_end_at_their_limit);
  g_test_add_func ("/row-collector/bounded", test_different_rows_are_bounded);
  g_test_add_func ("/row-collector/flush", test_flush);
  return g_test_run ();
}
