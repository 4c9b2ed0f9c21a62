/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-retention.h"

#include "paddock-alarm.h"
#include "paddock-wall-alarm.h"

typedef enum {
  BATCH_NONE,
  BATCH_UNDER_WAY,
  BATCH_OUTDATED,   /* a batch is under way, but the setting has changed since: another batch
                     * follows */
} Batch;

/* Carries out the user's setting for how long to keep the journal.
 *
 * The service owns one retention. The retention sleeps until the oldest row is too old, and at
 * least a day. So rows are deleted up to a day late, and an idle service wakes at most once a day.
 * Rows are deleted in small batches, so the store can do other work in between. The age of a row
 * counts from its last repeat.
 *
 * A wrong clock must not delete what the user wants to keep. After a start, and after somebody set
 * the clock, old rows are deleted only if they are still too old some time later. A change of the
 * setting takes effect at once. The journal records that change, even if no service ran at that
 * time: a program that shortens the time removes evidence.
 */
struct _PaddockRetention
{
  GObject           parent_instance;

  PaddockState     *state;          /* (owned) (nullable) the State, which has the journal; NULL
                                     * once the retention is closed */
  PaddockWallAlarm *due;            /* (owned) (nullable) goes off when the oldest row is too old,
                                     * or somebody set the clock; NULL once the retention is
                                     * closed */
  PaddockAlarm     *proving;        /* (owned) (nullable) goes off @delay after the last time that
                                     * @due went off; after a batch of deletions, goes off at once
                                     * for the next batch; NULL once the retention is closed */
  gint64            delay;          /* how long a new time of the clock must hold before it is
                                     * trusted, in µs */
  guint             days;           /* how long to keep rows of the journal, in days; 0: forever */
  gboolean          is_set;         /* whether paddock_retention_set_days() has been called, so that
                                     * @days is known */
  gboolean          is_trusted;     /* whether the clock is trusted, so that old rows may be
                                     * deleted */
  Batch             batch;
};

G_DEFINE_FINAL_TYPE (PaddockRetention, paddock_retention, G_TYPE_OBJECT)

enum {
  PRUNED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* How many rows one transaction deletes. Such a transaction takes a few milliseconds. */
#define BATCH_SIZE 500

static gint64
get_now (PaddockRetention *self)
{
  return paddock_state_plan (self->state, PADDOCK_REASON_NONE, NULL).now;
}

/* Returns the time before which a row is too old, by its last repeat, in µs since the epoch.
 * Returns 0 if no row may be deleted now. */
static gint64
get_limit (PaddockRetention *self)
{
  if (self->days == 0 || !self->is_trusted)
    return 0;
  return MAX (get_now (self) - self->days * G_TIME_SPAN_DAY, 0);
}

static void
log_change (PaddockRetention *self,
            int               previous_days)
{
  g_autofree char *detail = NULL;

  if (previous_days < 0)
    previous_days = PADDOCK_RETENTION_DEFAULT_DAYS;
  if ((guint) previous_days == self->days)
    return;

  detail = self->days > 0 ? g_strdup_printf ("%ud", self->days) : g_strdup ("unlimited");
  paddock_state_log (self->state, &(PaddockJournalEntry) {
    .event = PADDOCK_EVENT_RETENTION_CHANGED,
    .detail = detail,
  });
}

static void
wait_for_oldest (PaddockRetention *self,
                 gint64            oldest)
{
  gint64 now = get_now (self);
  gint64 due = (oldest != 0 ? oldest : now) + self->days * G_TIME_SPAN_DAY;

  if (self->days == 0)
    paddock_wall_alarm_clear (self->due);
  else
    paddock_wall_alarm_set (self->due, self->is_trusted ? MAX (due, now + G_TIME_SPAN_DAY) : due);
}

static void
on_pruned (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (PaddockRetention) self = user_data;
  g_autoptr (GError) error = NULL;
  PaddockJournalPruned pruned = { 0 };
  gboolean is_done = paddock_store_prune_journal_finish (PADDOCK_STORE (source), result, &pruned,
                                                         &error);
  gboolean is_outdated = self->batch == BATCH_OUTDATED;

  self->batch = BATCH_NONE;
  if (self->state == NULL)
    return;
  if (!is_done) {
    g_message ("Old activity was not removed: %s", error->message);
    self->is_trusted = TRUE;
    wait_for_oldest (self, 0);
    return;
  }

  log_change (self, pruned.previous_days);
  if (pruned.n_dropped > 0)
    g_signal_emit (self, signals[PRUNED], 0, get_limit (self));
  if (pruned.n_dropped == BATCH_SIZE || is_outdated)
    paddock_alarm_set (self->proving, 0);
  else
    wait_for_oldest (self, pruned.oldest);
}

static void
prune (PaddockRetention *self)
{
  PaddockJournalAge age = { .before = get_limit (self), .limit = BATCH_SIZE, .days = self->days };

  if (self->batch != BATCH_NONE) {
    self->batch = BATCH_OUTDATED;
    return;
  }
  self->batch = BATCH_UNDER_WAY;
  paddock_store_prune_journal_async (paddock_state_get_store (self->state), &age, NULL,
                                     on_pruned, g_object_ref (self));
}

static gboolean
on_proven (gpointer user_data)
{
  PaddockRetention *self = user_data;

  self->is_trusted = TRUE;
  prune (self);
  return G_SOURCE_REMOVE;
}

static gboolean
on_due (gpointer user_data)
{
  PaddockRetention *self = user_data;

  paddock_alarm_set (self->proving, self->delay);
  return G_SOURCE_REMOVE;
}

static void
paddock_retention_dispose (GObject *object)
{
  paddock_retention_close (PADDOCK_RETENTION (object));

  G_OBJECT_CLASS (paddock_retention_parent_class)->dispose (object);
}

static void
paddock_retention_class_init (PaddockRetentionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_retention_dispose;

  signals[PRUNED] = g_signal_new ("pruned", PADDOCK_TYPE_RETENTION, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT64);
}

static void
paddock_retention_init (PaddockRetention *self)
{
  self->due = paddock_wall_alarm_new (on_due, self);
  self->proving = paddock_alarm_new (on_proven, self);
}

/**
 * paddock_retention_new:
 * @state: has the journal, whose old rows are deleted
 * @delay: how long a new time of the clock must hold before rows are deleted because of it, in µs
 *
 * Returns: (transfer full): a retention that removes nothing before paddock_retention_set_days()
 */
PaddockRetention *
paddock_retention_new (PaddockState *state,
                       gint64        delay)
{
  PaddockRetention *self = g_object_new (PADDOCK_TYPE_RETENTION, NULL);

  self->state = g_object_ref (state);
  self->delay = delay;
  return self;
}

/**
 * paddock_retention_set_days:
 * @self: a retention
 * @days: how long to keep rows after their last repeat; 0: forever
 *
 * Sets how long to keep the journal. The first call gives the setting at the start. A later call is
 * a change by the user and takes effect at once.
 */
void
paddock_retention_set_days (PaddockRetention *self,
                            guint             days)
{
  gboolean is_first = !self->is_set;

  if (self->state == NULL || (!is_first && self->days == days))
    return;

  self->is_set = TRUE;
  self->days = days;
  self->is_trusted = !is_first;
  prune (self);
}

/**
 * paddock_retention_close:
 * @self: a retention
 *
 * Stops the deletion of rows. A batch that is on its way to the disk is the last one.
 */
void
paddock_retention_close (PaddockRetention *self)
{
  g_clear_pointer (&self->due, paddock_wall_alarm_free);
  g_clear_pointer (&self->proving, paddock_alarm_free);
  g_clear_object (&self->state);
}
