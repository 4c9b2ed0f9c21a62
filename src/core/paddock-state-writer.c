/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-state-writer.h"

#include "paddock-alarm.h"
#include "paddock-lasting.h"
#include "paddock-row-collector.h"

/* Gives the decisions and the observations of the State to the store. The State owns the writer.
 *
 * The State makes a decision in two steps: first the writer puts it on the disk, then the State
 * applies it to the snapshot. For an observation it is the other way round: the State applies it at
 * once, and the writer writes it as soon as possible. So the disk may lack an observation that the
 * snapshot has.
 */
struct _PaddockStateWriter
{
  GObject              parent_instance;

  PaddockStore        *store;          /* (owned) */
  PaddockSnapshot     *snapshot;       /* (nullable) the State's snapshot; NULL once the writer is
                                        * closed */
  PaddockRowCollector *rows;           /* (owned) collects rows for the journal before they are
                                        * written */
  PaddockCommitQueue  *commits;        /* (owned) the queue of callers who wait for their turn to
                                        * plan */
  PaddockChanges      *noted;          /* (owned) (nullable) observations that are not written yet;
                                        * NULL: none */
  gboolean             noted_has_turn; /* a turn to write @noted waits in @commits */
  guint                n_notes;        /* how many of the writes in @n_commits write observations */
  PaddockAlarm        *noting;         /* (owned) goes off when the writer must try to write
                                        * @noted */
  guint                n_commits;      /* how many writes are on their way to the disk */
  gboolean             is_behind;      /* an earlier write failed: the disk may lack what the
                                        * snapshot has */
};

G_DEFINE_FINAL_TYPE (PaddockStateWriter, paddock_state_writer, G_TYPE_OBJECT)

enum {
  LOGGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Begins to write the part of @changes that lasts. An earlier write of an observation may have
 * failed, for example because the disk was full. Then the disk may lack a server that the snapshot
 * has, and no grant for that server could be written. So after a failure, the next write also
 * carries everything that lasts, but only if no other write is under way: the snapshot still has
 * what such a write removes. A removal that failed is not repeated: the next start of the service
 * ends such things again (paddock_state_load()). */
static void
begin_write (PaddockStateWriter  *self,
             PaddockChanges      *changes,
             GAsyncReadyCallback  callback,
             gpointer             user_data)
{
  g_autoptr (PaddockChanges) written = paddock_changes_new ();
  g_autoptr (PaddockChanges) lasting = paddock_lasting_part (self->snapshot, changes);

  if (self->is_behind && self->n_commits == 0) {
    paddock_lasting_add_everything (self->snapshot, written);
    self->is_behind = FALSE;
  }
  for (gsize i = 0; i < paddock_changes_get_size (lasting); i++)
    paddock_changes_add (written, paddock_changes_get (lasting, i));

  self->n_commits++;
  paddock_store_commit_async (self->store, written, NULL, callback, user_data);
}

static void
on_noted (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (PaddockStateWriter) self = user_data;
  g_autoptr (GError) error = NULL;

  self->n_notes--;
  if (!paddock_state_writer_commit_finish (self, result, &error))
    g_message ("Could not write down what was observed: %s", error->message);
  else
    g_signal_emit (self, signals[LOGGED], 0);
  if (self->n_notes == 0 && self->noted != NULL)
    paddock_alarm_set (self->noting, 0);
}

static void
begin_note (PaddockStateWriter *self,
            PaddockChanges     *changes)
{
  self->n_notes++;
  begin_write (self, changes, on_noted, g_object_ref (self));
}

/* Writes the waiting observations. Call this only if no decision is on its way to the disk, because
 * such a decision will still change the snapshot. */
static void
write_now (PaddockStateWriter *self)
{
  g_autoptr (PaddockChanges) noted = g_steal_pointer (&self->noted);
  g_autoptr (PaddockChanges) known = paddock_lasting_as_known (self->snapshot, noted);

  if (paddock_changes_get_size (known) > 0)
    begin_note (self, known);
}

static void
write_in_turn (gpointer user_data)
{
  PaddockStateWriter *self = user_data;

  self->noted_has_turn = FALSE;
  if (self->noted != NULL)
    write_now (self);
}

static void
write_noted (PaddockStateWriter *self)
{
  if (self->noted == NULL)
    return;

  if (self->n_commits == self->n_notes) {
    write_now (self);
  } else if (!self->noted_has_turn) {
    self->noted_has_turn = TRUE;
    paddock_commit_queue_push (self->commits, write_in_turn, g_object_ref (self), g_object_unref);
  }
}

static gboolean
on_noting (gpointer user_data)
{
  write_noted (user_data);
  return G_SOURCE_REMOVE;
}

static void
on_rows_collected (PaddockChanges *rows,
                   gpointer        user_data)
{
  paddock_state_writer_note (user_data, rows);
}

static void
paddock_state_writer_dispose (GObject *object)
{
  PaddockStateWriter *self = PADDOCK_STATE_WRITER (object);

  paddock_state_writer_close (self);
  g_clear_pointer (&self->rows, paddock_row_collector_free);
  g_clear_pointer (&self->commits, paddock_commit_queue_free);
  g_clear_pointer (&self->noting, paddock_alarm_free);
  g_clear_object (&self->store);

  G_OBJECT_CLASS (paddock_state_writer_parent_class)->dispose (object);
}

static void
paddock_state_writer_class_init (PaddockStateWriterClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_state_writer_dispose;

  signals[LOGGED] = g_signal_new ("logged", PADDOCK_TYPE_STATE_WRITER, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
paddock_state_writer_init (PaddockStateWriter *self)
{
  self->noting = paddock_alarm_new (on_noting, self);
  self->rows = paddock_row_collector_new (on_rows_collected, self);
  self->commits = paddock_commit_queue_new ();
}

/**
 * paddock_state_writer_new:
 * @store: the database, open
 *
 * Returns: (transfer full): a writer that writes nothing before paddock_state_writer_set_snapshot()
 */
PaddockStateWriter *
paddock_state_writer_new (PaddockStore *store)
{
  PaddockStateWriter *self = g_object_new (PADDOCK_TYPE_STATE_WRITER, NULL);

  self->store = g_object_ref (store);
  return self;
}

/**
 * paddock_state_writer_set_snapshot:
 * @self: a writer
 * @snapshot: what the service knows; it must live until the next call, or until the writer is
 *   closed
 */
void
paddock_state_writer_set_snapshot (PaddockStateWriter *self,
                                   PaddockSnapshot    *snapshot)
{
  self->snapshot = snapshot;
}

/**
 * paddock_state_writer_close:
 * @self: a writer
 *
 * Forgets the snapshot, and all observations that are not written yet. Writes that are under way go
 * on.
 */
void
paddock_state_writer_close (PaddockStateWriter *self)
{
  self->snapshot = NULL;
  g_clear_pointer (&self->noted, paddock_changes_unref);
}

/**
 * paddock_state_writer_queue_turn:
 * @self: a writer
 * @turn: plans against the snapshot, and commits before it returns
 * @user_data: for @turn
 * @destroy: (nullable): frees @user_data after the turn, or if the turn never comes
 *
 * The disk needs time between a plan and the change of the snapshot. So callers who decide
 * something plan in turns. Otherwise two callers at once could undo each other's change, or add the
 * same root twice.
 */
void
paddock_state_writer_queue_turn (PaddockStateWriter *self,
                                 PaddockCommitTurn   turn,
                                 gpointer            user_data,
                                 GDestroyNotify      destroy)
{
  paddock_commit_queue_push (self->commits, turn, user_data, destroy);
}

/**
 * paddock_state_writer_begin_commit:
 * @self: a writer
 * @changes: a decision
 * @callback: called when the disk has @changes, or the write failed. It calls
 *   paddock_state_writer_commit_finish(), applies @changes to the snapshot, and calls
 *   paddock_state_writer_end_commit(); the source object of its result is the store
 * @user_data: for @callback
 *
 * Writes a decision. Nobody else gets a turn to plan before paddock_state_writer_end_commit().
 */
void
paddock_state_writer_begin_commit (PaddockStateWriter  *self,
                                   PaddockChanges      *changes,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  paddock_commit_queue_begin (self->commits);
  begin_write (self, changes, callback, user_data);
}

/**
 * paddock_state_writer_commit_finish:
 * @self: a writer
 * @result: what the callback got
 * @error: return location
 *
 * Returns: whether the changes are on the disk
 */
gboolean
paddock_state_writer_commit_finish (PaddockStateWriter  *self,
                                    GAsyncResult        *result,
                                    GError             **error)
{
  gboolean done = paddock_store_commit_finish (self->store, result, error);

  self->n_commits--;
  self->is_behind |= !done;
  return done;
}

/**
 * paddock_state_writer_end_commit:
 * @self: a writer
 *
 * Says that the snapshot has the decision now, or that the decision failed.
 */
void
paddock_state_writer_end_commit (PaddockStateWriter *self)
{
  paddock_commit_queue_end (self->commits);
}

/**
 * paddock_state_writer_note:
 * @self: a writer
 * @changes: an observation that the snapshot already has; only what paddock_lasting_part() keeps
 *
 * Writes an observation soon. Rows of the journal depend on nothing: they are written at once, so
 * that they keep their place before the next decision. Other observations wait while an earlier
 * observation is being written, and are then written in one commit. If a thousand folders disappear
 * at once, the next decision must not wait for a thousand commits.
 */
void
paddock_state_writer_note (PaddockStateWriter *self,
                           PaddockChanges     *changes)
{
  if (paddock_changes_get_size (changes) == 0)
    return;
  if (paddock_lasting_is_only_rows (changes)) {
    write_noted (self);
    begin_note (self, changes);
    return;
  }

  if (self->noted == NULL)
    self->noted = paddock_changes_new ();
  for (gsize i = 0; i < paddock_changes_get_size (changes); i++)
    paddock_changes_add (self->noted, paddock_changes_get (changes, i));
  if (self->n_notes == 0)
    write_noted (self);
}

/**
 * paddock_state_writer_note_at_once:
 * @self: a writer
 * @changes: like those of paddock_state_writer_note()
 *
 * Writes an observation now, even while other observations wait to be written.
 */
void
paddock_state_writer_note_at_once (PaddockStateWriter *self,
                                   PaddockChanges     *changes)
{
  if (paddock_changes_get_size (changes) > 0)
    begin_note (self, changes);
}

/**
 * paddock_state_writer_log:
 * @self: a writer
 * @entry: a row for the journal; the writer fills in a time or a count that is 0
 */
void
paddock_state_writer_log (PaddockStateWriter        *self,
                          const PaddockJournalEntry *entry)
{
  paddock_row_collector_add (self->rows, entry);
}

/**
 * paddock_state_writer_flush:
 * @self: a writer
 *
 * Gives the store the observations and the collected rows. A later read of the store finds them.
 */
void
paddock_state_writer_flush (PaddockStateWriter *self)
{
  write_noted (self);
  paddock_row_collector_flush (self->rows);
}

/**
 * paddock_state_writer_hurry:
 * @self: a writer
 *
 * Runs waiting turns now, because the store is about to be closed (paddock_commit_queue_hurry()).
 */
void
paddock_state_writer_hurry (PaddockStateWriter *self)
{
  paddock_commit_queue_hurry (self->commits);
}
