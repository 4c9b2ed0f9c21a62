/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-row-collector.h"

#include "paddock-wall-alarm.h"

/* Collects rows for the journal before they go to the store.
 *
 * The State's writer owns the collector. The collector is only for observations: a row about a
 * decision is written with the decision. A crash loses the observations of the last quarter of a
 * second, and nothing else.
 */
struct _PaddockRowCollector
{
  GArray           *rows;           /* (owned) Row: the rows that are not written yet, in the
                                     * order in which they came */
  PaddockWallAlarm *due;            /* (owned) goes off when the collected rows must be written */
  PaddockRowsFunc   write;
  gpointer          user_data;
};

typedef struct {
  PaddockJournalEntry *entry;       /* (owned) the row as it first came; each repeat only raises
                                     * @count and sets @last */
  guint                count;       /* how often the row came, the first time included */
  gint64               last;        /* when the row, or its last repeat, came, in µs since the
                                     * epoch */
} Row;

static void
clear_row (gpointer data)
{
  paddock_journal_entry_unref (((Row *) data)->entry);
}

static gboolean
on_due (gpointer user_data)
{
  paddock_row_collector_flush (user_data);
  return G_SOURCE_CONTINUE;
}

/**
 * paddock_row_collector_new:
 * @write: gives rows to the store
 * @user_data: for @write, outlives the collector
 *
 * Returns: (transfer full): a collector without rows
 */
PaddockRowCollector *
paddock_row_collector_new (PaddockRowsFunc write,
                           gpointer        user_data)
{
  PaddockRowCollector *self = g_new0 (PaddockRowCollector, 1);

  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_array_set_clear_func (self->rows, clear_row);
  self->due = paddock_wall_alarm_new (on_due, self);
  self->write = write;
  self->user_data = user_data;
  return self;
}

/**
 * paddock_row_collector_free:
 * @self: (nullable): a collector; it does not write its rows
 */
void
paddock_row_collector_free (PaddockRowCollector *self)
{
  if (self == NULL)
    return;

  paddock_wall_alarm_free (self->due);
  g_array_unref (self->rows);
  g_free (self);
}

/* Counts @entry as a repeat of a waiting row. Returns FALSE if there is no such row. */
static gboolean
count_repeat (PaddockRowCollector       *self,
              const PaddockJournalEntry *entry)
{
  for (guint i = 0; i < self->rows->len; i++) {
    Row *row = &g_array_index (self->rows, Row, i);
    PaddockJournalEntry earlier = *row->entry;

    earlier.last = row->last;
    if (!paddock_journal_entry_repeats (entry, &earlier))
      continue;
    /* A launcher may claim any count, so the sum must not overflow. */
    row->count = entry->count < G_MAXUINT - row->count ? row->count + entry->count : G_MAXUINT;
    row->last = entry->last;
    return TRUE;
  }
  return FALSE;
}

static void
add_row (PaddockRowCollector       *self,
         const PaddockJournalEntry *entry)
{
  Row row = { paddock_journal_entry_new (entry), entry->count, entry->last };

  g_array_append_val (self->rows, row);
}

/**
 * paddock_row_collector_add:
 * @self: a collector
 * @entry: a row
 *
 * Collects a row. A time of 0 becomes the current time, and a count of 0 becomes 1.
 */
void
paddock_row_collector_add (PaddockRowCollector       *self,
                           const PaddockJournalEntry *entry)
{
  PaddockJournalEntry complete = *entry;

  if (complete.time == 0)
    complete.time = complete.last = g_get_real_time ();
  complete.count = MAX (complete.count, 1);
  if (!count_repeat (self, &complete))
    add_row (self, &complete);

  if (self->rows->len >= PADDOCK_ROW_COLLECTOR_MAX)
    paddock_row_collector_flush (self);
  else if (!paddock_wall_alarm_is_set (self->due))
    paddock_wall_alarm_set (self->due, g_get_real_time () +
                            PADDOCK_ROW_COLLECTOR_MS * G_TIME_SPAN_MILLISECOND);
}

/**
 * paddock_row_collector_flush:
 * @self: a collector
 *
 * Has the collected rows written now.
 */
void
paddock_row_collector_flush (PaddockRowCollector *self)
{
  g_autoptr (PaddockChanges) changes = NULL;

  paddock_wall_alarm_clear (self->due);
  if (self->rows->len == 0)
    return;

  changes = paddock_changes_new ();
  for (guint i = 0; i < self->rows->len; i++) {
    const Row *row = &g_array_index (self->rows, Row, i);
    g_autoptr (PaddockJournalEntry) counted = NULL;
    PaddockJournalEntry edited = *row->entry;

    edited.count = row->count;
    edited.last = row->last;
    counted = paddock_journal_entry_new (&edited);
    paddock_changes_log (changes, counted);
  }
  g_array_set_size (self->rows, 0);
  self->write (changes, self->user_data);
}
