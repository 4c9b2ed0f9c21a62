/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-state.h"

#include "paddock-lasting.h"
#include "paddock-plan-end.h"
#include "paddock-policy.h"
#include "paddock-scope.h"
#include "paddock-setback.h"
#include "paddock-startup-cleanup.h"
#include "paddock-wall-alarm.h"
#include "paddock-watcher.h"

/* What the service knows, in three places that agree: the snapshot in memory, the store on the
 * disk, and the watcher of the file system.
 *
 * The service owns the State for as long as the service runs. The State carries out sets of
 * changes. It makes changes of its own for two reasons only: a time is over, or a root goes or
 * comes back. It never judges whether a change is allowed: the caller did that before.
 */
struct _PaddockState
{
  GObject          parent_instance;

  PaddockStore        *store;          /* (owned) */
  PaddockPlaces       *places;         /* (owned) */
  PaddockSnapshot     *snapshot;       /* (owned) */
  PaddockFilePool     *pool;           /* (owned) */
  PaddockWatcher      *watcher;        /* (owned) */
  PaddockStateWriter  *writer;         /* (owned) */
  GTimeZone           *zone;           /* (owned) */
  PaddockWallAlarm    *expiry;         /* (owned) goes off when the next grant, decision or root
                                        * ends */
  gint64               expired_until;  /* µs since the epoch: everything that ended before this time
                                        * has been handled */
  PaddockClock         clock;
  gpointer             clock_data;
  PaddockMoment        set;            /* the clocks at the last decision; a comparison shows
                                        * whether somebody set the wall clock back since */
};

G_DEFINE_FINAL_TYPE (PaddockState, paddock_state, G_TYPE_OBJECT)

enum {
  CHANGED,
  AVAILABILITY_CHANGED,
  EXPIRED,
  LOGGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static gint64
get_time (PaddockState *self)
{
  return self->clock (self->clock_data).wall;
}

static PaddockMoment
look_at_machine (gpointer user_data)
{
  return paddock_moment_now ();
}

/* Sets the alarm for the next time at which a grant, decision or root ends. An end after the last
 * look counts too, even if it is over: the alarm may be set again before it went off. For example,
 * many things change at once when a machine wakes up. */
static void
arm_expiry (PaddockState *self)
{
  gint64 since = MIN (self->expired_until, get_time (self));
  gint64 next = paddock_policy_next_expiry (self->snapshot, since);

  if (next == G_MAXINT64)
    paddock_wall_alarm_clear (self->expiry);
  else
    paddock_wall_alarm_set (self->expiry, next);
}

static void
watch_root (PaddockState      *self,
            const PaddockRoot *root)
{
  g_autofree char *way = paddock_places_dup_way (self->places, root->path, root->document);

  if (root->record != NULL)
    paddock_watcher_add (self->watcher, root->id, way, root->record, root->last_seen);
}

/* Whether @root, whose values change, keeps its watch; otherwise the root is watched anew. A root
 * is watched under its id. It loses its watch if its record changed, if its document changed, or if
 * it was expired and is not any more. */
static gboolean
keeps_watch (PaddockState      *self,
             const PaddockRoot *root,
             const PaddockRoot *before)
{
  PaddockAvailability known = paddock_snapshot_get_availability (self->snapshot, root->id);

  return before != NULL && before->record != NULL && root->record != NULL &&
         paddock_file_record_equal (before->record, root->record) &&
         g_strcmp0 (before->document, root->document) == 0 &&
         (known != PADDOCK_AVAILABILITY_EXPIRED ||
          paddock_root_is_expired (root, get_time (self)));
}

static void
follow_changes (PaddockState         *self,
                const PaddockChanges *changes,
                GHashTable           *roots_before)
{
  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);

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
set_back (PaddockState *self,
          gint64        back)
{
  g_autoptr (PaddockChanges) changes = paddock_setback_plan (self->snapshot, back);

  if (paddock_changes_get_size (changes) == 0)
    return;
  g_message ("The clock was set back by %" G_GINT64_FORMAT " s: what ends by it ends as much "
             "earlier", back / G_USEC_PER_SEC);
  paddock_state_note (self, changes);
}

/* Notices that somebody set the clock back. What was shared until a certain time then lasts no
 * longer than without the change. If somebody sets the clock forward, what was shared ends early.
 * If that is corrected afterwards, nothing else changes, unless something was shared in between. */
static void
follow_clock (PaddockState *self)
{
  PaddockMoment now = self->clock (self->clock_data);
  gint64 back = paddock_moment_set_back (self->set, now);

  if (back == 0)
    return;
  self->set = now;
  set_back (self, back);
}

/* Applies @changes to the snapshot. @follow: whether the watches and the alarm follow the changes.
 * Pass FALSE for changes that the watcher found: the watcher already has the new records, and these
 * changes leave all ends as they are. If there are many such changes, it would take long to look
 * through all ends for each of them. */
static void
apply_with_watches (PaddockState   *self,
                    PaddockChanges *changes,
                    gboolean        follow)
{
  g_autoptr (GHashTable) before = paddock_lasting_roots_before (self->snapshot, changes);

  paddock_snapshot_apply (self->snapshot, changes);
  if (follow) {
    follow_changes (self, changes, before);
    arm_expiry (self);
  }
  g_signal_emit (self, signals[CHANGED], 0, changes);
  if (follow)
    follow_clock (self);
}

static void
set_availability (PaddockState            *self,
                  const char              *root_id,
                  PaddockAvailability      availability,
                  const PaddockFileRecord *current)
{
  PaddockPlanContext plan = paddock_state_plan (self, PADDOCK_REASON_NONE, NULL);
  g_autoptr (PaddockChanges) changes = NULL;
  g_autoptr (PaddockChanges) lasting = NULL;

  changes = paddock_plan_withdraw (&plan, root_id, availability, current,
                                   paddock_watcher_get_last_seen (self->watcher, root_id));
  paddock_snapshot_set_availability (self->snapshot, root_id, availability);
  lasting = paddock_lasting_part (self->snapshot, changes);
  apply_with_watches (self, changes, FALSE);
  paddock_state_writer_note (self->writer, lasting);
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
                         PaddockState            *self)
{
  const PaddockRoot *root = paddock_snapshot_get_root (self->snapshot, root_id);

  if (root != NULL && paddock_root_is_expired (root, get_time (self)))
    availability = PADDOCK_AVAILABILITY_EXPIRED;
  set_availability (self, root_id, availability, current);
}

/* Marks the roots whose time is over. Such a root stays in the list, but servers do not see it. */
static void
expire_roots (PaddockState *self)
{
  g_autoptr (GPtrArray) roots = g_ptr_array_copy (paddock_snapshot_get_roots (self->snapshot),
                                                  copy_root_ref, NULL);
  gint64 now = get_time (self);

  g_ptr_array_set_free_func (roots, (GDestroyNotify) paddock_root_unref);
  for (guint i = 0; i < roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (roots, i);

    if (paddock_root_is_expired (root, now) &&
        paddock_snapshot_get_availability (self->snapshot,
                                           root->id) != PADDOCK_AVAILABILITY_EXPIRED)
      set_availability (self, root->id, PADDOCK_AVAILABILITY_EXPIRED, NULL);
  }
}

static gboolean
on_expiry (gpointer user_data)
{
  PaddockState *self = user_data;
  g_autoptr (PaddockChanges) changes = NULL;
  g_autoptr (GPtrArray) expired = NULL;
  PaddockPlanContext plan;

  follow_clock (self);
  plan = paddock_state_plan (self, PADDOCK_REASON_EXPIRED, NULL);
  changes = paddock_plan_end_expired (&plan);
  expired = paddock_plan_end_list_expired (&plan);
  self->expired_until = plan.now;
  expire_roots (self);
  paddock_state_note (self, changes);
  if (expired->len > 0)
    g_signal_emit (self, signals[EXPIRED], 0, expired);
  return G_SOURCE_REMOVE;
}

static void
on_logged (PaddockState *self)
{
  g_signal_emit (self, signals[LOGGED], 0);
}

static void
paddock_state_dispose (GObject *object)
{
  PaddockState *self = PADDOCK_STATE (object);

  paddock_state_close (self);
  if (self->writer != NULL)
    paddock_state_writer_close (self->writer);
  g_clear_object (&self->writer);
  g_clear_object (&self->store);
  g_clear_pointer (&self->places, paddock_places_free);
  g_clear_pointer (&self->snapshot, paddock_snapshot_free);
  g_clear_pointer (&self->zone, g_time_zone_unref);
  g_clear_pointer (&self->expiry, paddock_wall_alarm_free);

  G_OBJECT_CLASS (paddock_state_parent_class)->dispose (object);
}

static void
paddock_state_class_init (PaddockStateClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_state_dispose;

  signals[CHANGED] = g_signal_new ("changed", PADDOCK_TYPE_STATE, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[AVAILABILITY_CHANGED] =
    g_signal_new ("availability-changed", PADDOCK_TYPE_STATE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[EXPIRED] = g_signal_new ("expired", PADDOCK_TYPE_STATE, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[LOGGED] = g_signal_new ("logged", PADDOCK_TYPE_STATE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void
paddock_state_init (PaddockState *self)
{
  self->snapshot = paddock_snapshot_new ();
  self->pool = paddock_file_pool_new ();
  self->expiry = paddock_wall_alarm_new (on_expiry, self);
  self->zone = g_time_zone_new_local ();
  self->clock = look_at_machine;
  self->watcher = paddock_watcher_new (self->pool);
  g_signal_connect (self->watcher, "availability-changed", G_CALLBACK (on_availability_changed),
                    self);
}

/**
 * paddock_state_new:
 * @store: the database, open
 * @places: the home directory and Paddock's own directories
 *
 * Returns: (transfer full): a state that knows nothing until paddock_state_load()
 */
PaddockState *
paddock_state_new (PaddockStore        *store,
                   const PaddockPlaces *places)
{
  PaddockState *self = g_object_new (PADDOCK_TYPE_STATE, NULL);

  self->store = g_object_ref (store);
  self->places = paddock_places_copy (places);
  self->writer = paddock_state_writer_new (store);
  paddock_state_writer_set_snapshot (self->writer, self->snapshot);
  g_signal_connect_object (self->writer, "logged", G_CALLBACK (on_logged), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/* Ends what depended on processes and logins that ended while no service ran. Handles one scope
 * after the other, because a grant may depend on several processes. */
static void
end_gone_scopes (PaddockState *self)
{
  g_auto (GStrv) ended = paddock_startup_cleanup_list (self->snapshot);

  for (gsize i = 0; ended[i] != NULL; i++) {
    gboolean is_login = paddock_scope_is_login (ended[i]);
    PaddockPlanContext plan = paddock_state_plan (self, is_login ? PADDOCK_REASON_EXPIRED
                                                             : PADDOCK_REASON_SESSION_ENDED, NULL);
    g_autoptr (PaddockChanges) changes = is_login ? paddock_plan_end_login (&plan, ended[i])
                                                    : paddock_plan_end_scope (&plan, ended[i]);

    paddock_state_note (self, changes);
  }
}

/**
 * paddock_state_load:
 * @self: a state
 * @error: return location, %PADDOCK_ERROR_STORE or a similar code
 *
 * Reads the store, ends what expired meanwhile and begins to watch the roots. Blocks; call this
 * once.
 */
gboolean
paddock_state_load (PaddockState  *self,
                    GError       **error)
{
  PaddockSnapshot *snapshot = paddock_store_load (self->store, error);
  GPtrArray *roots;

  if (snapshot == NULL)
    return FALSE;

  paddock_snapshot_free (self->snapshot);
  self->snapshot = snapshot;
  paddock_state_writer_set_snapshot (self->writer, snapshot);
  self->set = self->clock (self->clock_data);
  /* While no service ran, nobody watched the clock. If the newest entry of the journal is later
   * than now, somebody set the clock back. */
  if (paddock_store_get_latest (self->store) - self->set.wall >= G_TIME_SPAN_SECOND)
    set_back (self, paddock_store_get_latest (self->store) - self->set.wall);
  end_gone_scopes (self);
  on_expiry (self);

  roots = paddock_snapshot_get_roots (self->snapshot);
  for (guint i = 0; i < roots->len; i++)
    watch_root (self, g_ptr_array_index (roots, i));
  return TRUE;
}

/* Returns: (transfer full): changes that store when each root was last seen. After the next start,
 * that time decides whether something else took the root's place. */
static PaddockChanges *
collect_last_seen (PaddockState *self)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  GPtrArray *roots = paddock_snapshot_get_roots (self->snapshot);

  for (guint i = 0; i < roots->len; i++) {
    PaddockRoot edited = *(PaddockRoot *) g_ptr_array_index (roots, i);
    g_autoptr (PaddockRoot) root = NULL;

    if (paddock_snapshot_get_availability (self->snapshot, edited.id) !=
        PADDOCK_AVAILABILITY_AVAILABLE)
      continue;
    edited.last_seen = paddock_watcher_get_last_seen (self->watcher, edited.id);
    root = paddock_root_new (&edited);
    paddock_changes_put_root (changes, root);
  }
  return paddock_lasting_part (self->snapshot, changes);
}

/**
 * paddock_state_close:
 * @self: a state
 *
 * Stops watching. Writes the remaining observations, and when the roots were last seen. Waits for
 * all writes, and closes the store. A second call does nothing.
 */
void
paddock_state_close (PaddockState *self)
{
  g_autoptr (PaddockChanges) last_seen = NULL;

  if (self->watcher == NULL)
    return;

  paddock_wall_alarm_clear (self->expiry);
  paddock_state_writer_flush (self->writer);
  paddock_state_writer_hurry (self->writer);
  last_seen = collect_last_seen (self);
  paddock_state_writer_note_at_once (self->writer, last_seen);
  g_signal_handlers_disconnect_by_data (self->watcher, self);
  g_clear_object (&self->watcher);
  g_clear_object (&self->pool);
  paddock_store_close (self->store);
}

/**
 * paddock_state_get_snapshot:
 * @self: a state
 *
 * Returns: (transfer none): what the service knows now
 */
PaddockSnapshot *
paddock_state_get_snapshot (PaddockState *self)
{
  return self->snapshot;
}

/**
 * paddock_state_get_store:
 * @self: a state
 *
 * Returns: (transfer none): the store, to read the journal
 */
PaddockStore *
paddock_state_get_store (PaddockState *self)
{
  return self->store;
}

/**
 * paddock_state_get_writer:
 * @self: a state
 *
 * Returns: (transfer none): the writer, which queues callers who plan, and writes to the store
 */
PaddockStateWriter *
paddock_state_get_writer (PaddockState *self)
{
  return self->writer;
}

/**
 * paddock_state_plan:
 * @self: a state
 * @reason: why the plan is made
 * @caller: (nullable): the name of the program on the bus that wants the changes; borrowed; %NULL:
 *   none
 *
 * Returns: what the paddock_plan_…() functions need to plan now
 */
PaddockPlanContext
paddock_state_plan (PaddockState  *self,
                    PaddockReason  reason,
                    const char    *caller)
{
  return (PaddockPlanContext) {
    .snapshot = self->snapshot,
    .reason = reason,
    .caller = caller,
    .now = get_time (self),
    .zone = self->zone,
  };
}

/**
 * paddock_state_get_watcher:
 *
 * Returns: (nullable): the watcher of the roots; %NULL after paddock_state_close()
 */
PaddockWatcher *
paddock_state_get_watcher (PaddockState *self)
{
  return self->watcher;
}

/**
 * paddock_state_set_clock:
 * @self: a state that is not loaded
 * @clock: tells the time; called when something changes, when something ends, and when somebody
 *   sets the machine's clock
 * @user_data: for @clock; it must outlive the state
 */
void
paddock_state_set_clock (PaddockState *self,
                         PaddockClock  clock,
                         gpointer      user_data)
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
  PaddockState *self = g_task_get_source_object (task);
  PaddockChanges *changes = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  if (paddock_state_writer_commit_finish (self->writer, result, &error)) {
    g_autoptr (PaddockChanges) rest = paddock_lasting_still_there (self->snapshot, changes);

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
  paddock_state_writer_end_commit (self->writer);
}

/**
 * paddock_state_commit_async:
 * @self: a state
 * @changes: the changes; do not modify them afterwards
 * @cancellable: (nullable): ends the wait, not the write
 * @callback: called when the changes are both on disk and in the snapshot, or in neither
 * @user_data: for @callback
 *
 * Writes a decision to the disk, and then applies it to the snapshot.
 */
void
paddock_state_commit_async (PaddockState        *self,
                            PaddockChanges      *changes,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, paddock_state_commit_async);
  /* First write the waiting observations: one of them may be about the same thing as @changes, and
   * the rows of the journal must stay in the order of their times. */
  paddock_state_writer_flush (self->writer);
  g_task_set_task_data (task, paddock_changes_ref (changes),
                        (GDestroyNotify) paddock_changes_unref);
  paddock_state_writer_begin_commit (self->writer, changes, on_committed, task);
}

/**
 * paddock_state_commit_finish:
 * @self: a state
 * @result: from paddock_state_commit_async()
 * @error: return location
 *
 * Returns: whether the changes were made
 */
gboolean
paddock_state_commit_finish (PaddockState  *self,
                             GAsyncResult  *result,
                             GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * paddock_state_note:
 * @self: a state
 * @changes: an observation
 *
 * Applies an observation to the snapshot at once, and writes it to the disk soon. Never use this
 * for changes that widen access. It must not matter if a crash loses the observation.
 */
void
paddock_state_note (PaddockState   *self,
                    PaddockChanges *changes)
{
  g_autoptr (PaddockChanges) lasting = paddock_lasting_part (self->snapshot, changes);

  apply_with_watches (self, changes, TRUE);
  paddock_state_writer_note (self->writer, lasting);
}

/**
 * paddock_state_log:
 * @self: a state
 * @entry: a row for the journal
 *
 * Adds a row to the journal soon. A time of 0 becomes the current time, and a count of 0 becomes 1.
 */
void
paddock_state_log (PaddockState              *self,
                   const PaddockJournalEntry *entry)
{
  paddock_state_writer_log (self->writer, entry);
}

/**
 * paddock_state_get_pool:
 * @self: a state
 *
 * Returns: (transfer none) (nullable): the threads for work on users' paths; %NULL after
 *   paddock_state_close()
 */
PaddockFilePool *
paddock_state_get_pool (PaddockState *self)
{
  return self->pool;
}

/**
 * paddock_state_get_places:
 * @self: a state
 *
 * Returns: (transfer none): the home directory and Paddock's own directories
 */
const PaddockPlaces *
paddock_state_get_places (PaddockState *self)
{
  return self->places;
}
