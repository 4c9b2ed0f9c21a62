/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-registry.h"

#include "paddock-alarm.h"
#include "paddock-lasting.h"
#include "paddock-leftovers.h"
#include "paddock-policy.h"
#include "paddock-row-collector.h"
#include "paddock-setback.h"
#include "paddock-turns.h"
#include "paddock-wall-alarm.h"
#include "paddock-watcher.h"

/* What the service knows, kept in three places that agree: the ledger in memory, the store on disk,
 * the watcher on the file system.
 *
 * Owned by the service, for as long as it runs. It carries changesets out and makes none of its
 * own, but for what time and the file system do: expiry, and roots that go and come. It never
 * judges whether a change may be made: that was asked before.
 */
struct _PaddockRegistry
{
  GObject          parent_instance;

  PaddockStore    *store;           /* (owned) */
  PaddockPlaces   *places;          /* (owned) */
  PaddockLedger   *ledger;          /* (owned) */
  PaddockFilePool *pool;            /* (owned) */
  PaddockWatcher  *watcher;         /* (owned) */
  GTimeZone       *zone;            /* (owned) */
  PaddockRowCollector *rows;        /* (owned) on their way to the journal */
  PaddockTurns    *turns;           /* (owned) of those who plan */
  PaddockWallAlarm *expiry;         /* (owned) for the earliest end of anything */
  gint64           expired_until;   /* µs since the epoch: the last look at what is over */
  PaddockClock     clock;
  gpointer         clock_data;
  PaddockMoment    set;             /* the clock as it was when ends were given */
  PaddockChangeset *noted;          /* (owned) (nullable) observed, to be written */
  gboolean         noted_has_turn;  /* it waits for one */
  guint            n_notes;         /* of the commits: of what was observed */
  PaddockAlarm    *noting;          /* (owned) set when the next of these can begin */
  guint            n_commits;       /* on their way to the disk */
  gboolean         is_behind;       /* a write failed: the disk may lack what the ledger has */
};

G_DEFINE_FINAL_TYPE (PaddockRegistry, paddock_registry, G_TYPE_OBJECT)

enum {
  CHANGED,
  AVAILABILITY_CHANGED,
  EXPIRED,
  LOGGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static gint64
get_time (PaddockRegistry *self)
{
  return self->clock (self->clock_data).wall;
}

static PaddockMoment
look_at_machine (gpointer user_data)
{
  return paddock_moment_now ();
}

/* What ended after the last look is found by the alarm, also if it is set anew before it went off:
 * many things change at once when a machine wakes up. */
static void
arm_expiry (PaddockRegistry *self)
{
  gint64 since = MIN (self->expired_until, get_time (self));
  gint64 next = paddock_policy_next_expiry (self->ledger, since);

  if (next == G_MAXINT64)
    paddock_wall_alarm_clear (self->expiry);
  else
    paddock_wall_alarm_set (self->expiry, next);
}

static void
watch_root (PaddockRegistry   *self,
            const PaddockRoot *root)
{
  g_autofree char *way = paddock_places_dup_way (self->places, root->path, root->document);

  if (root->record != NULL)
    paddock_watcher_add (self->watcher, root->id, way, root->record, root->last_seen);
}

/* A root is watched under its id. When it is put again its watch stays, unless what is to be found
 * at its path or the way to it changed, or its time was over and is not any more: then it is looked
 * at anew. */
static gboolean
keeps_watch (PaddockRegistry   *self,
             const PaddockRoot *root,
             const PaddockRoot *before)
{
  PaddockAvailability known = paddock_ledger_get_availability (self->ledger, root->id);

  return before != NULL && before->record != NULL && root->record != NULL &&
         paddock_file_record_equal (before->record, root->record) &&
         g_strcmp0 (before->document, root->document) == 0 &&
         (known != PADDOCK_AVAILABILITY_EXPIRED ||
          paddock_root_is_expired (root, get_time (self)));
}

static void
follow_changes (PaddockRegistry        *self,
                const PaddockChangeset *changes,
                GHashTable             *roots_before)
{
  for (gsize i = 0; i < paddock_changeset_get_size (changes); i++) {
    const PaddockChange *change = paddock_changeset_get (changes, i);

    if (change->kind == PADDOCK_CHANGE_PUT_ROOT) {
      const PaddockRoot *before = g_hash_table_lookup (roots_before, change->root->id);

      if (keeps_watch (self, change->root, before))
        continue;
      paddock_watcher_remove (self->watcher, change->root->id);
      watch_root (self, change->root);
    } else if (change->kind == PADDOCK_CHANGE_DROP_ROOT) {
      paddock_watcher_remove (self->watcher, change->root_id);
    }
  }
}

static void
set_back (PaddockRegistry *self,
          gint64           back)
{
  g_autoptr (PaddockChangeset) changes = paddock_setback_plan (self->ledger, back);

  if (paddock_changeset_get_size (changes) == 0)
    return;
  g_message ("The clock was set back by %" G_GINT64_FORMAT " s: what ends by it ends as much "
             "earlier", back / G_USEC_PER_SEC);
  paddock_registry_note (self, changes);
}

/* What was given until a time ends as long from now as it would have, had nobody set the clock
 * back. A clock that is set forward ends it; back where it was, it gives nothing back and takes
 * nothing, unless ends were given meanwhile. */
static void
follow_clock (PaddockRegistry *self)
{
  PaddockMoment now = self->clock (self->clock_data);
  gint64 back = paddock_moment_set_back (self->set, now);

  if (back == 0)
    return;
  self->set = now;
  set_back (self, back);
}

/* Without @follow: what the watcher found. It has the new records already, and no end of anything
 * changes by it: looking through all of them for each of many roots that go at once takes long. */
static void
apply_with_watches (PaddockRegistry  *self,
                    PaddockChangeset *changes,
                    gboolean          follow)
{
  g_autoptr (GHashTable) before = paddock_lasting_roots_before (self->ledger, changes);

  paddock_ledger_apply (self->ledger, changes);
  if (follow) {
    follow_changes (self, changes, before);
    arm_expiry (self);
  }
  g_signal_emit (self, signals[CHANGED], 0, changes);
  if (follow)
    follow_clock (self);
}

/* What is observed is known before it is on the disk, and a full disk refuses it: then a server is
 * in the ledger that the disk has never seen, and no grant for it could be written. So what the
 * disk may lack goes first once it takes anything again; not while other commits are on their way,
 * for what they drop the ledger still has. What was dropped meanwhile ends anew at the next start
 * (paddock_registry_load()). */
static void
begin_commit (PaddockRegistry     *self,
              PaddockChangeset    *changes,
              GAsyncReadyCallback  callback,
              gpointer             user_data)
{
  g_autoptr (PaddockChangeset) written = paddock_changeset_new ();
  g_autoptr (PaddockChangeset) lasting = paddock_lasting_part (self->ledger, changes);

  if (self->is_behind && self->n_commits == 0) {
    paddock_lasting_add_everything (self->ledger, written);
    self->is_behind = FALSE;
  }
  for (gsize i = 0; i < paddock_changeset_get_size (lasting); i++)
    paddock_changeset_add (written, paddock_changeset_get (lasting, i));

  self->n_commits++;
  paddock_store_commit_async (self->store, written, NULL, callback, user_data);
}

static gboolean
end_commit (PaddockRegistry  *self,
            GAsyncResult     *result,
            GError          **error)
{
  gboolean done = paddock_store_commit_finish (self->store, result, error);

  self->n_commits--;
  self->is_behind |= !done;
  return done;
}

static void
on_noted (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (PaddockRegistry) self = user_data;
  g_autoptr (GError) error = NULL;

  self->n_notes--;
  if (!end_commit (self, result, &error))
    g_message ("Could not write down what was observed: %s", error->message);
  else
    g_signal_emit (self, signals[LOGGED], 0);
  if (self->n_notes == 0 && self->noted != NULL)
    paddock_alarm_set (self->noting, 0);
}

static void
begin_note (PaddockRegistry  *self,
            PaddockChangeset *changes)
{
  self->n_notes++;
  begin_commit (self, changes, on_noted, g_object_ref (self));
}

/* Not while a decision is on its way: what the ledger knows then is not what it will know. */
static void
write_now (PaddockRegistry *self)
{
  g_autoptr (PaddockChangeset) noted = g_steal_pointer (&self->noted);
  g_autoptr (PaddockChangeset) known = paddock_lasting_as_known (self->ledger, noted);

  if (paddock_changeset_get_size (known) > 0)
    begin_note (self, known);
}

static void
write_in_turn (gpointer user_data)
{
  PaddockRegistry *self = user_data;

  self->noted_has_turn = FALSE;
  if (self->noted != NULL)
    write_now (self);
}

static void
write_noted (PaddockRegistry *self)
{
  if (self->noted == NULL)
    return;

  if (self->n_commits == self->n_notes) {
    write_now (self);
  } else if (!self->noted_has_turn) {
    self->noted_has_turn = TRUE;
    paddock_turns_take (self->turns, write_in_turn, g_object_ref (self), g_object_unref);
  }
}

static gboolean
on_noting (gpointer user_data)
{
  write_noted (user_data);
  return G_SOURCE_REMOVE;
}

/* @changes are in the ledger already, and only what lasts of them. Rows depend on nothing and keep
 * their place before the next decision. What is observed while the disk is busy with an earlier
 * observation is written with one commit: a thousand folders that go at once must not keep the next
 * decision waiting for a thousand of them. */
static void
write_soon (PaddockRegistry  *self,
            PaddockChangeset *changes)
{
  if (paddock_changeset_get_size (changes) == 0)
    return;
  if (paddock_lasting_is_only_rows (changes)) {
    write_noted (self);
    begin_note (self, changes);
    return;
  }

  if (self->noted == NULL)
    self->noted = paddock_changeset_new ();
  for (gsize i = 0; i < paddock_changeset_get_size (changes); i++)
    paddock_changeset_add (self->noted, paddock_changeset_get (changes, i));
  if (self->n_notes == 0)
    write_noted (self);
}

static void
set_availability (PaddockRegistry         *self,
                  const char              *root_id,
                  PaddockAvailability      availability,
                  const PaddockFileRecord *current)
{
  PaddockPlan plan = paddock_registry_plan (self, PADDOCK_REASON_NONE, NULL);
  g_autoptr (PaddockChangeset) changes = NULL;
  g_autoptr (PaddockChangeset) lasting = NULL;

  changes = paddock_plan_withdraw (&plan, root_id, availability, current,
                                   paddock_watcher_get_last_seen (self->watcher, root_id));
  paddock_ledger_set_availability (self->ledger, root_id, availability);
  lasting = paddock_lasting_part (self->ledger, changes);
  apply_with_watches (self, changes, FALSE);
  write_soon (self, lasting);
  g_signal_emit (self, signals[AVAILABILITY_CHANGED], 0, root_id);
}

static gpointer
copy_root_ref (gconstpointer root,
               gpointer      user_data)
{
  return paddock_root_ref ((PaddockRoot *) root);
}

static void
on_availability_changed (PaddockWatcher          *watcher,
                         const char              *root_id,
                         PaddockAvailability      availability,
                         const PaddockFileRecord *current,
                         PaddockRegistry         *self)
{
  const PaddockRoot *root = paddock_ledger_get_root (self->ledger, root_id);

  if (root != NULL && paddock_root_is_expired (root, get_time (self)))
    availability = PADDOCK_AVAILABILITY_EXPIRED;
  set_availability (self, root_id, availability, current);
}

/* A root that was added for a time only: it stays on the list, and is sent no more. */
static void
expire_roots (PaddockRegistry *self)
{
  g_autoptr (GPtrArray) roots = g_ptr_array_copy (paddock_ledger_get_roots (self->ledger),
                                                  copy_root_ref, NULL);
  gint64 now = get_time (self);

  g_ptr_array_set_free_func (roots, (GDestroyNotify) paddock_root_unref);
  for (guint i = 0; i < roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (roots, i);

    if (paddock_root_is_expired (root, now) &&
        paddock_ledger_get_availability (self->ledger, root->id) != PADDOCK_AVAILABILITY_EXPIRED)
      set_availability (self, root->id, PADDOCK_AVAILABILITY_EXPIRED, NULL);
  }
}

static gboolean
on_expiry (gpointer user_data)
{
  PaddockRegistry *self = user_data;
  g_autoptr (PaddockChangeset) changes = NULL;
  g_autoptr (GPtrArray) expired = NULL;
  PaddockPlan plan;

  follow_clock (self);
  plan = paddock_registry_plan (self, PADDOCK_REASON_EXPIRED, NULL);
  changes = paddock_plan_expire (&plan);
  expired = paddock_plan_list_expired (&plan);
  self->expired_until = plan.now;
  expire_roots (self);
  paddock_registry_note (self, changes);
  if (expired->len > 0)
    g_signal_emit (self, signals[EXPIRED], 0, expired);
  return G_SOURCE_REMOVE;
}

static void
on_rows_collected (PaddockChangeset *rows,
                   gpointer          user_data)
{
  write_soon (user_data, rows);
}

static void
paddock_registry_dispose (GObject *object)
{
  PaddockRegistry *self = PADDOCK_REGISTRY (object);

  paddock_registry_close (self);
  g_clear_object (&self->store);
  g_clear_pointer (&self->places, paddock_places_free);
  g_clear_pointer (&self->ledger, paddock_ledger_free);
  g_clear_pointer (&self->zone, g_time_zone_unref);
  g_clear_pointer (&self->rows, paddock_row_collector_free);
  g_clear_pointer (&self->turns, paddock_turns_free);
  g_clear_pointer (&self->noted, paddock_changeset_unref);
  g_clear_pointer (&self->noting, paddock_alarm_free);
  g_clear_pointer (&self->expiry, paddock_wall_alarm_free);

  G_OBJECT_CLASS (paddock_registry_parent_class)->dispose (object);
}

static void
paddock_registry_class_init (PaddockRegistryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_registry_dispose;

  signals[CHANGED] = g_signal_new ("changed", PADDOCK_TYPE_REGISTRY, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[AVAILABILITY_CHANGED] =
    g_signal_new ("availability-changed", PADDOCK_TYPE_REGISTRY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[EXPIRED] = g_signal_new ("expired", PADDOCK_TYPE_REGISTRY, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[LOGGED] = g_signal_new ("logged", PADDOCK_TYPE_REGISTRY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void
paddock_registry_init (PaddockRegistry *self)
{
  self->ledger = paddock_ledger_new ();
  self->pool = paddock_file_pool_new ();
  self->expiry = paddock_wall_alarm_new (on_expiry, self);
  self->noting = paddock_alarm_new (on_noting, self);
  self->rows = paddock_row_collector_new (on_rows_collected, self);
  self->turns = paddock_turns_new ();
  self->zone = g_time_zone_new_local ();
  self->clock = look_at_machine;
  self->watcher = paddock_watcher_new (self->pool);
  g_signal_connect (self->watcher, "availability-changed", G_CALLBACK (on_availability_changed),
                    self);
}

/**
 * paddock_registry_new:
 * @store: the database, open
 * @places: what the rules for paths speak of
 *
 * Returns: (transfer full): a registry that knows nothing until paddock_registry_load()
 */
PaddockRegistry *
paddock_registry_new (PaddockStore        *store,
                      const PaddockPlaces *places)
{
  PaddockRegistry *self = g_object_new (PADDOCK_TYPE_REGISTRY, NULL);

  self->store = g_object_ref (store);
  self->places = paddock_places_copy (places);
  return self;
}

/**
 * paddock_registry_load:
 * @self: a registry
 * @error: return location, %PADDOCK_ERROR_STORE and its kin
 *
 * Reads the store, ends what ended meanwhile and begins to watch. Blocks; called once.
 */
gboolean
paddock_registry_load (PaddockRegistry  *self,
                       GError          **error)
{
  PaddockLedger *ledger = paddock_store_load (self->store, error);
  GPtrArray *roots;

  if (ledger == NULL)
    return FALSE;

  paddock_ledger_free (self->ledger);
  self->ledger = ledger;
  self->set = self->clock (self->clock_data);
  /* While no service ran nobody saw the clock: what was written down last is before now. */
  if (paddock_store_get_latest (self->store) - self->set.wall >= G_TIME_SPAN_SECOND)
    set_back (self, paddock_store_get_latest (self->store) - self->set.wall);
  paddock_leftovers_end (self);
  on_expiry (self);

  roots = paddock_ledger_get_roots (self->ledger);
  for (guint i = 0; i < roots->len; i++)
    watch_root (self, g_ptr_array_index (roots, i));
  return TRUE;
}

/* How long ago a root was seen decides later whether something else took its place. */
static void
remember_last_seen (PaddockRegistry *self)
{
  g_autoptr (PaddockChangeset) changes = paddock_changeset_new ();
  g_autoptr (PaddockChangeset) lasting = NULL;
  GPtrArray *roots = paddock_ledger_get_roots (self->ledger);

  for (guint i = 0; i < roots->len; i++) {
    PaddockRoot edited = *(PaddockRoot *) g_ptr_array_index (roots, i);
    g_autoptr (PaddockRoot) root = NULL;

    if (paddock_ledger_get_availability (self->ledger, edited.id) !=
        PADDOCK_AVAILABILITY_AVAILABLE)
      continue;
    edited.last_seen = paddock_watcher_get_last_seen (self->watcher, edited.id);
    root = paddock_root_new (&edited);
    paddock_changeset_put_root (changes, root);
  }
  lasting = paddock_lasting_part (self->ledger, changes);
  if (paddock_changeset_get_size (lasting) > 0)
    begin_note (self, lasting);
}

/**
 * paddock_registry_close:
 * @self: a registry
 *
 * Stops watching, writes down what was observed and when the roots were last seen and closes the
 * store, after the writes that are under way. Blocks for these; harmless when repeated.
 */
void
paddock_registry_close (PaddockRegistry *self)
{
  if (self->watcher == NULL)
    return;

  paddock_wall_alarm_clear (self->expiry);
  paddock_registry_flush (self);
  paddock_turns_hurry (self->turns);
  remember_last_seen (self);
  g_signal_handlers_disconnect_by_data (self->watcher, self);
  g_clear_object (&self->watcher);
  g_clear_object (&self->pool);
  paddock_store_close (self->store);
}

/**
 * paddock_registry_get_ledger:
 * @self: a registry
 *
 * Returns: (transfer none): what is known now
 */
PaddockLedger *
paddock_registry_get_ledger (PaddockRegistry *self)
{
  return self->ledger;
}

/**
 * paddock_registry_get_store:
 * @self: a registry
 *
 * Returns: (transfer none): the store, to read the journal
 */
PaddockStore *
paddock_registry_get_store (PaddockRegistry *self)
{
  return self->store;
}

/**
 * paddock_registry_plan:
 * @self: a registry
 * @reason: why the plan is made
 * @caller: (nullable): who calls; kept by reference
 *
 * Returns: what the paddock_plan_…() functions need, now
 */
PaddockPlan
paddock_registry_plan (PaddockRegistry *self,
                       PaddockReason    reason,
                       const char      *caller)
{
  return (PaddockPlan) {
    .ledger = self->ledger,
    .reason = reason,
    .caller = caller,
    .now = get_time (self),
    .zone = self->zone,
  };
}

/**
 * paddock_registry_root_has_events:
 * @self: a registry
 * @root_id: a root
 *
 * Returns: whether events reach the root; else it is looked at every few seconds
 */
gboolean
paddock_registry_root_has_events (PaddockRegistry *self,
                                  const char      *root_id)
{
  return self->watcher != NULL && paddock_watcher_has_events (self->watcher, root_id);
}

/**
 * paddock_registry_get_watcher:
 *
 * Returns: (nullable): what looks after its roots; %NULL once it is closed
 */
PaddockWatcher *
paddock_registry_get_watcher (PaddockRegistry *self)
{
  return self->watcher;
}

/**
 * paddock_registry_has_expiry:
 * @self: a registry
 *
 * Returns: whether a root, a grant or a decision ends at a certain time
 */
gboolean
paddock_registry_has_expiry (PaddockRegistry *self)
{
  return paddock_wall_alarm_is_set (self->expiry);
}

/**
 * paddock_registry_set_clock:
 * @self: a registry that is not loaded
 * @clock: tells the time; it is looked at when something changes, and when the machine's clock
 *   reaches the next end or is set
 * @user_data: for @clock, outlives the registry
 */
void
paddock_registry_set_clock (PaddockRegistry *self,
                            PaddockClock     clock,
                            gpointer         user_data)
{
  self->clock = clock;
  self->clock_data = user_data;
}

static void
on_committed (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  PaddockRegistry *self = g_task_get_source_object (task);
  PaddockChangeset *changes = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  if (end_commit (self, result, &error)) {
    g_autoptr (PaddockChangeset) rest = paddock_lasting_still_there (self->ledger, changes);

    if (self->watcher != NULL) {
      apply_with_watches (self, rest, TRUE);
      self->set = self->clock (self->clock_data);
    }
    if (paddock_lasting_has_rows (changes))
      g_signal_emit (self, signals[LOGGED], 0);
    g_task_return_boolean (task, TRUE);
  } else {
    g_task_return_error (task, g_steal_pointer (&error));
  }
  paddock_turns_end (self->turns);
}

/**
 * paddock_registry_commit_async:
 * @self: a registry
 * @changes: what is to happen; not changed afterwards
 * @cancellable: (nullable): ends the waiting, not the writing
 * @callback: called when the changes are on disk and in the ledger, or neither
 * @user_data: for @callback
 */
void
paddock_registry_commit_async (PaddockRegistry     *self,
                               PaddockChangeset    *changes,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, paddock_registry_commit_async);
  /* What this decision is about may have been observed just now, and the rows of the journal stay
   * in the order of their times. */
  paddock_registry_flush (self);
  g_task_set_task_data (task, paddock_changeset_ref (changes),
                        (GDestroyNotify) paddock_changeset_unref);
  paddock_turns_begin (self->turns);
  begin_commit (self, changes, on_committed, task);
}

/**
 * paddock_registry_take_turn:
 * @self: a registry
 * @turn: plans against the ledger, and commits before it returns
 * @user_data: for @turn
 * @destroy: (nullable): frees @user_data after the turn, or without one
 *
 * Between planning and the ledger lies the disk. Whoever decides plans in a turn, so that two who
 * come at once do not undo each other's change, or make the same root twice.
 */
void
paddock_registry_take_turn (PaddockRegistry *self,
                            PaddockTurn      turn,
                            gpointer         user_data,
                            GDestroyNotify   destroy)
{
  paddock_turns_take (self->turns, turn, user_data, destroy);
}

/**
 * paddock_registry_commit_finish:
 * @self: a registry
 * @result: of paddock_registry_commit_async()
 * @error: return location
 *
 * Returns: whether the changes were made
 */
gboolean
paddock_registry_commit_finish (PaddockRegistry  *self,
                                GAsyncResult     *result,
                                GError          **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * paddock_registry_note:
 * @self: a registry
 * @changes: what was observed
 *
 * Never for what widens: a crash before the disk has it must not matter.
 */
void
paddock_registry_note (PaddockRegistry  *self,
                       PaddockChangeset *changes)
{
  g_autoptr (PaddockChangeset) lasting = paddock_lasting_part (self->ledger, changes);

  apply_with_watches (self, changes, TRUE);
  write_soon (self, lasting);
}

/**
 * paddock_registry_flush:
 * @self: a registry
 *
 * Hands what was observed and the rows that were collected to the store: what is read from it
 * afterwards has them.
 */
void
paddock_registry_flush (PaddockRegistry *self)
{
  write_noted (self);
  paddock_row_collector_flush (self->rows);
}

/**
 * paddock_registry_log:
 * @self: a registry
 * @entry: a row for the journal; time and count are filled in where they are 0
 */
void
paddock_registry_log (PaddockRegistry    *self,
                      const PaddockEntry *entry)
{
  paddock_row_collector_add (self->rows, entry);
}

/**
 * paddock_registry_get_pool:
 * @self: a registry
 *
 * Returns: (transfer none) (nullable): the threads for what touches a user's path; %NULL when
 *   closed
 */
PaddockFilePool *
paddock_registry_get_pool (PaddockRegistry *self)
{
  return self->pool;
}

/**
 * paddock_registry_get_places:
 * @self: a registry
 *
 * Returns: (transfer none): what the rules for paths speak of
 */
const PaddockPlaces *
paddock_registry_get_places (PaddockRegistry *self)
{
  return self->places;
}
