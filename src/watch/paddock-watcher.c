/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-watch"

#include "paddock-watcher.h"

#include "paddock-alarm.h"
#include "paddock-watch-look.h"
#include "paddock-watch-monitors.h"
#include "paddock-watch-ways.h"

#include <glib-unix.h>

#include <fcntl.h>
#include <unistd.h>

/* Watches whether each root is available. The service has one watcher, on the main thread.
 *
 * An event is only a hint that something changed. After each event a thread looks at the root again
 * (PaddockWatchLook). It is a thread of the file pool, because the path may lie on a file system
 * that hangs. A look first watches every directory on the way and then checks the root, so nothing
 * is missed in between. If the kernel confirmed all these watches, no timer runs for the root.
 * Otherwise the watcher polls the root: on FUSE, on the network, on an unknown file system, or if
 * the user has too many watches. It polls every PADDOCK_WATCHER_POLL_SECONDS, and less and less
 * often while nobody would notice a change. The first look that gets all watches ends the polling.
 * If the kernel lost events, the watcher looks at all roots.
 *
 * File systems that hang. Each root has at most one look under way, and each mount at most two
 * threads. If a look hangs, the last availability stays for PADDOCK_WATCHER_HANG_SECONDS. Then the
 * root counts as unreadable, until the look ends after all, or until the mount table changes and
 * the watcher tries again. This time begins when a thread has begun the look. A look that waits
 * behind other looks on its mount counts as hanging only if none of those ends either. So a slow
 * disk with many roots does not count as hanging. The watcher counts the time in ticks of its own
 * timer. So if the whole process was stopped or got no CPU time, no file system counts as hanging.
 *
 * The watcher keeps no descriptor of a root open, because that would block unmounting. */

/* How long the watcher collects events before it looks at a root. So many events lead to one look:
 * a checkout touches a directory many times. */
#define SETTLE_MS 20

#define POLL_MS     (PADDOCK_WATCHER_POLL_SECONDS * 1000)
#define POLL_MAX_MS (PADDOCK_WATCHER_POLL_MAX_SECONDS * 1000)
#define TICK_MS 1000

/* How long an event may take to arrive. When an event says that a root changed, the root counts as
 * last seen this long ago. A directory that was made at the root's path since then counts as the
 * same root (paddock_path_check()). */
#define EVENT_LAG (2 * G_USEC_PER_SEC)

struct _PaddockWatcher {
  GObject               parent_instance;

  PaddockFilePool      *pool;       /* (owned) */
  PaddockWatchMonitors *monitors;   /* (owned) */
  GHashTable           *entries;    /* (owned) key -> Entry */
  PaddockWatchWays     *ways;       /* (owned) finds the entries at or below a path */
  GHashTable           *answers;    /* (owned) set of the mount points at which a look has ended
                                     * since the last tick */
  PaddockWatcherDemand  demand;     /* (nullable) says whether anybody would notice a change of a
                                     * root; NULL: somebody always would */
  gpointer              demand_data;
  guint                 n_polled;   /* how many entries are polled */
  guint                 n_new;      /* how many entries have the availability UNKNOWN */
  guint                 n_looking;  /* how many entries have a look under way */
  PaddockAlarm         *poll;       /* (owned) set only while entries are polled; starts the next
                                     * polls */
  PaddockAlarm         *settle;     /* (owned) set only while some entries have @is_hinted; starts
                                     * their looks */
  PaddockAlarm         *ticks;      /* (owned) set only while looks are under way; counts for how
                                     * long they run */
  guint                 mounts_id;
  int                   mounts_fd;  /* (owned) */
};

G_DEFINE_FINAL_TYPE (PaddockWatcher, paddock_watcher, G_TYPE_OBJECT)

enum { AVAILABILITY_CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

/* One root. The table of entries holds a reference, and so does a look under way. When the table
 * drops an entry, the entry is retired: the result of its look is ignored. */
typedef struct {
  PaddockWatcher      *watcher;       /* (nullable) NULL: the entry is retired */
  char                *key;           /* (owned) */
  char                *path;          /* (owned) */
  PaddockFileRecord   *record;        /* (owned) */
  gint64               last_seen;     /* µs since the epoch: when the root was last available */
  PaddockAvailability  availability;  /* UNKNOWN until the first look is done, or hangs too long */
  PaddockWatchCover   *cover;         /* (owned) (nullable) the watches of the last look; NULL: no
                                       * look is done yet */
  PaddockWatchLook    *look;          /* (owned) (nullable) the look under way; NULL: none */
  guint                n_ticks;       /* for how many ticks (of TICK_MS) @look has been under way;
                                       * see count_tick() */
  GCancellable        *cancellable;   /* (owned) cancels @look */
  gboolean             is_polled;
  guint                poll_ms;       /* the time between the last poll and the next */
  gint64               poll_time;     /* µs, monotonic: when the next poll is due */
  gboolean             is_hinted;     /* something may have changed: the alarm @settle will start a
                                       * look */
  gboolean             look_again;    /* start another look as soon as @look is done */
} Entry;

static void
entry_clear (gpointer data)
{
  Entry *entry = data;

  g_free (entry->key);
  g_free (entry->path);
  paddock_file_record_free (entry->record);
  g_clear_pointer (&entry->cover, paddock_watch_cover_free);
  g_clear_pointer (&entry->look, paddock_watch_look_unref);
  g_object_unref (entry->cancellable);
}

static void
entry_unref (gpointer entry)
{
  g_rc_box_release_full (entry, entry_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Entry, entry_unref)

/* Whether the look under way has hung so long that the root counts as unreadable. */
static gboolean
is_stuck (const Entry *entry)
{
  return entry->look != NULL && entry->n_ticks >= PADDOCK_WATCHER_HANG_SECONDS;
}

/* Plans the next poll of the root in @delay_ms. */
static void
poll_in (Entry *entry,
         guint  delay_ms)
{
  entry->poll_ms = delay_ms;
  entry->poll_time = g_get_monotonic_time () + delay_ms * G_TIME_SPAN_MILLISECOND;
  paddock_alarm_set_earlier (entry->watcher->poll, delay_ms * G_TIME_SPAN_MILLISECOND);
}

static void
set_polled (Entry    *entry,
            gboolean  is_polled)
{
  PaddockWatcher *self = entry->watcher;

  if (entry->is_polled == is_polled)
    return;
  entry->is_polled = is_polled;
  self->n_polled += is_polled ? 1 : -1;

  if (is_polled)
    poll_in (entry, POLL_MS);
  else if (self->n_polled == 0)
    paddock_alarm_clear (self->poll);
}

/* Takes the watches that the look made, and only then frees the old watches. Most of them are the
 * same, so the kernel's watches need not end in between. */
static void
apply_cover (Entry               *entry,
             PaddockWatchFinding *finding)
{
  g_autoptr (PaddockWatchCover) before = g_steal_pointer (&entry->cover);

  entry->cover = g_steal_pointer (&finding->cover);
  set_polled (entry, !entry->cover->is_complete);
}

static void
want_look (Entry *entry,
           int    delay_ms)
{
  entry->is_hinted = TRUE;
  paddock_alarm_set_earlier (entry->watcher->settle, delay_ms * G_TIME_SPAN_MILLISECOND);
}

static void
set_availability (Entry               *entry,
                  PaddockAvailability  availability)
{
  entry->watcher->n_new -= entry->availability == PADDOCK_AVAILABILITY_UNKNOWN;
  entry->availability = availability;
}

/* Takes the availability and the record that the look found. Returns whether either changed. */
static gboolean
apply_verdict (Entry                     *entry,
               const PaddockWatchFinding *finding)
{
  gboolean is_available = finding->availability == PADDOCK_AVAILABILITY_AVAILABLE;
  gboolean is_changed = finding->availability != entry->availability;

  set_availability (entry, finding->availability);
  if (!is_available || !finding->current)
    return is_changed;

  entry->last_seen = finding->time;
  if (paddock_file_record_equal (entry->record, finding->current))
    return is_changed;
  paddock_file_record_free (entry->record);
  entry->record = paddock_file_record_copy (finding->current);
  return TRUE;
}

static void
tell (Entry *entry)
{
  gboolean is_available = entry->availability == PADDOCK_AVAILABILITY_AVAILABLE;

  g_signal_emit (entry->watcher, signals[AVAILABILITY_CHANGED], 0, entry->key,
                 (int) entry->availability, is_available ? entry->record : NULL);
}

static void
end_look (Entry *entry)
{
  PaddockWatcher *self = entry->watcher;

  g_clear_pointer (&entry->look, paddock_watch_look_unref);
  if (--self->n_looking > 0)
    return;
  paddock_alarm_clear (self->ticks);
  g_hash_table_remove_all (self->answers);
}

/* Returns the mount point on which the root was when it was last seen. */
static const char *
mount_point_of (const Entry *entry)
{
  return entry->record->mount_point ? entry->record->mount_point : "/";
}

static void
note_answer (Entry *entry)
{
  g_hash_table_add (entry->watcher->answers, g_strdup (mount_point_of (entry)));
}

static void
on_look_done (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (Entry) entry = user_data;
  g_autoptr (PaddockWatcher) self = NULL;
  g_autoptr (PaddockWatchFinding) finding = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_changed;

  finding = paddock_watch_look_finish (PADDOCK_FILE_POOL (source), result, &error);
  if (!entry->watcher)
    return;

  /* A handler of the signal may drop the last reference to the watcher, or remove this root. */
  self = g_object_ref (entry->watcher);
  if (finding)
    note_answer (entry);
  end_look (entry);
  if (!finding) {
    g_info ("Could not look at a root: %s", error->message);
    set_polled (entry, TRUE);
    if (g_cancellable_is_cancelled (entry->cancellable)) {
      g_object_unref (entry->cancellable);
      entry->cancellable = g_cancellable_new ();
      want_look (entry, 0);
    }
    return;
  }

  is_changed = apply_verdict (entry, finding);
  if (finding->cover->is_missing_events || entry->look_again)
    want_look (entry, 0);
  apply_cover (entry, finding);
  if (is_changed)
    tell (entry);
}

static void
start_look (Entry *entry)
{
  PaddockWatcher *self = entry->watcher;

  entry->is_hinted = FALSE;
  entry->look_again = entry->look != NULL;
  if (entry->look)
    return;

  paddock_watch_monitors_start (self->monitors);
  entry->look = paddock_watch_look_new (entry->path, entry->record, entry->last_seen,
                                        self->monitors);
  entry->n_ticks = 0;
  self->n_looking++;
  paddock_alarm_set_earlier (self->ticks, TICK_MS * G_TIME_SPAN_MILLISECOND);
  paddock_watch_look_async (entry->look, self->pool, entry->cancellable, on_look_done,
                            g_rc_box_acquire (entry));
}

/* Counts a tick for the look under way. A look that waits behind others starts again at 0 whenever
 * one of those ends. */
static void
count_tick (Entry *entry)
{
  gboolean is_in_turn = paddock_watch_look_has_begun (entry->look);

  if (!is_in_turn && g_hash_table_contains (entry->watcher->answers, mount_point_of (entry)))
    entry->n_ticks = 0;
  else
    entry->n_ticks++;
}

static void
withdraw_stuck (Entry *entry)
{
  set_polled (entry, TRUE);
  if (entry->availability == PADDOCK_AVAILABILITY_UNREADABLE)
    return;

  g_info ("A root's file system does not answer");
  set_availability (entry, PADDOCK_AVAILABILITY_UNREADABLE);
  tell (entry);
}

/* If the look at a root has hung for too long, makes the root unreadable. Collects the looks under
 * way first, because signal handlers may add and remove roots. */
static gboolean
on_tick (gpointer user_data)
{
  g_autoptr (PaddockWatcher) self = g_object_ref (user_data);
  g_autoptr (GPtrArray) waiting = g_ptr_array_new_with_free_func (entry_unref);
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value)) {
    Entry *entry = value;

    /* This look has ended, but on_look_done() has not been called yet. */
    if (entry->look && paddock_watch_look_has_ended (entry->look))
      note_answer (entry);
    else if (entry->look && !is_stuck (entry))
      g_ptr_array_add (waiting, g_rc_box_acquire (entry));
  }

  for (guint i = 0; i < waiting->len; i++) {
    Entry *entry = g_ptr_array_index (waiting, i);

    if (!entry->watcher || !entry->look)
      continue;
    count_tick (entry);
    if (is_stuck (entry))
      withdraw_stuck (entry);
    else
      paddock_alarm_set_earlier (self->ticks, TICK_MS * G_TIME_SPAN_MILLISECOND);
  }
  g_hash_table_remove_all (self->answers);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_settled (gpointer user_data)
{
  PaddockWatcher *self = user_data;
  GHashTableIter iter;
  gpointer entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry)) {
    if (((Entry *) entry)->is_hinted)
      start_look (entry);
  }
  return G_SOURCE_CONTINUE;
}

/* Polls @entry if its poll is due now or very soon, so that one wakeup serves many entries. Plans
 * the next poll. */
static void
poll_entry (Entry  *entry,
            gint64  now)
{
  PaddockWatcher *self = entry->watcher;
  gboolean is_wanted;

  if (entry->poll_time > now + SETTLE_MS * G_TIME_SPAN_MILLISECOND) {
    paddock_alarm_set_earlier (self->poll, entry->poll_time - now);
    return;
  }
  is_wanted = self->demand == NULL || self->demand (entry->key, self->demand_data);
  poll_in (entry, is_wanted ? POLL_MS : MIN (2 * entry->poll_ms, POLL_MAX_MS));
  if (!entry->look)
    start_look (entry);
}

static gboolean
on_poll (gpointer user_data)
{
  PaddockWatcher *self = user_data;
  gint64 now = g_get_monotonic_time ();
  GHashTableIter iter;
  gpointer entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry)) {
    if (((Entry *) entry)->is_polled)
      poll_entry (entry, now);
  }
  return G_SOURCE_CONTINUE;
}

/* Whether the root is certainly available at this moment. That is so if three things hold: the root
 * was available at the last look, events report every change, and no event came since. */
static gboolean
is_known_to_be_there (const Entry *entry)
{
  return entry->availability == PADDOCK_AVAILABILITY_AVAILABLE && !entry->is_polled
         && !entry->is_hinted && !entry->look;
}

static void
hint (Entry *entry)
{
  /* The root was there until just now, although the last look may be long ago. Another directory
   * may have been made since that look, and moved to the root's path. That directory must not count
   * as the same root. */
  if (is_known_to_be_there (entry))
    entry->last_seen = MAX (entry->last_seen, g_get_real_time () - EVENT_LAG);

  want_look (entry, SETTLE_MS);
}

static void
on_event (const char *path,
          gpointer    user_data)
{
  PaddockWatcher *self = user_data;
  GPtrArray *concerned = path ? paddock_watch_ways_lookup (self->ways, path) : NULL;
  GHashTableIter iter;
  gpointer entry;

  for (guint i = 0; concerned && i < concerned->len; i++)
    hint (g_ptr_array_index (concerned, i));
  if (path)
    return;

  /* Events were lost, and nobody knows which: look at all roots. */
  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry))
    want_look (entry, SETTLE_MS);
}

/* Looks at all roots, because something was mounted or unmounted. The kernel reports POLLPRI once
 * for each change of the mount table (proc(5), /proc/pid/mounts). A mount that hung may have been
 * mounted again, so this cancels looks that hang. */
static gboolean
on_mounts_changed (int          fd,
                   GIOCondition condition,
                   gpointer     user_data)
{
  PaddockWatcher *self = user_data;
  GHashTableIter iter;
  gpointer entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry)) {
    hint (entry);
    if (is_stuck (entry))
      g_cancellable_cancel (((Entry *) entry)->cancellable);
  }
  return G_SOURCE_CONTINUE;
}

/* Destroys an entry of the table. The result of a look under way is ignored. */
static void
retire_entry (gpointer data)
{
  Entry *entry = data;

  g_cancellable_cancel (entry->cancellable);
  paddock_watch_ways_remove (entry->watcher->ways, entry->path, entry);
  set_polled (entry, FALSE);
  entry->watcher->n_new -= entry->availability == PADDOCK_AVAILABILITY_UNKNOWN;
  if (entry->look)
    end_look (entry);
  g_clear_pointer (&entry->cover, paddock_watch_cover_free);
  entry->watcher = NULL;
  entry_unref (entry);
}

static void
paddock_watcher_dispose (GObject *object)
{
  PaddockWatcher *self = PADDOCK_WATCHER (object);

  g_hash_table_remove_all (self->entries);
  g_clear_pointer (&self->settle, paddock_alarm_free);
  g_clear_pointer (&self->poll, paddock_alarm_free);
  g_clear_pointer (&self->ticks, paddock_alarm_free);
  g_clear_handle_id (&self->mounts_id, g_source_remove);
  if (self->monitors)
    paddock_watch_monitors_close (self->monitors);
  g_clear_pointer (&self->monitors, paddock_watch_monitors_unref);
  g_clear_object (&self->pool);
  G_OBJECT_CLASS (paddock_watcher_parent_class)->dispose (object);
}

static void
paddock_watcher_finalize (GObject *object)
{
  PaddockWatcher *self = PADDOCK_WATCHER (object);

  g_hash_table_unref (self->entries);
  paddock_watch_ways_free (self->ways);
  g_hash_table_unref (self->answers);
  if (self->mounts_fd >= 0)
    close (self->mounts_fd);
  G_OBJECT_CLASS (paddock_watcher_parent_class)->finalize (object);
}

static void
paddock_watcher_class_init (PaddockWatcherClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->dispose = paddock_watcher_dispose;
  object_class->finalize = paddock_watcher_finalize;

  /**
   * PaddockWatcher::availability-changed:
   * @key: the key of the root
   * @availability: a #PaddockAvailability, never UNKNOWN and never EXPIRED
   * @current: (nullable): what to remember of the root from now on; %NULL unless AVAILABLE
   *
   * Emitted when the first look after paddock_watcher_add() is done, and whenever the availability
   * or the record changes.
   */
  signals[AVAILABILITY_CHANGED] =
    g_signal_new ("availability-changed", PADDOCK_TYPE_WATCHER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_INT, G_TYPE_POINTER);
}

static void
watch_mounts (PaddockWatcher *self)
{
  self->mounts_fd = open ("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
  /* If this file can't be opened, no mount counts as one with events, and all roots are polled. */
  if (self->mounts_fd >= 0)
    self->mounts_id = g_unix_fd_add (self->mounts_fd, G_IO_PRI | G_IO_ERR, on_mounts_changed, self);
}

static void
paddock_watcher_init (PaddockWatcher *self)
{
  self->monitors = paddock_watch_monitors_new (on_event, self);
  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, retire_entry);
  self->ways = paddock_watch_ways_new ();
  self->answers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->settle = paddock_alarm_new (on_settled, self);
  self->poll = paddock_alarm_new (on_poll, self);
  self->ticks = paddock_alarm_new (on_tick, self);
  watch_mounts (self);
}

/**
 * paddock_watcher_new:
 * @pool: runs the looks at roots on its threads
 *
 * Makes a watcher without roots. Its timers and signals use the main context of this thread.
 */
PaddockWatcher *
paddock_watcher_new (PaddockFilePool *pool)
{
  PaddockWatcher *self;

  g_return_val_if_fail (PADDOCK_IS_FILE_POOL (pool), NULL);

  self = g_object_new (PADDOCK_TYPE_WATCHER, NULL);
  self->pool = g_object_ref (pool);
  return self;
}

/**
 * paddock_watcher_add:
 * @key: names the root in signals and calls; replaces an earlier root with this key
 * @path: canonical and absolute, in the bytes of the file system
 * @record: what Paddock remembers of the root
 * @last_seen: when the root was last available, in µs since the epoch
 *
 * Begins to watch a root. The first result comes as a signal, after this function has returned.
 */
void
paddock_watcher_add (PaddockWatcher          *self,
                     const char              *key,
                     const char              *path,
                     const PaddockFileRecord *record,
                     gint64                   last_seen)
{
  Entry *entry;

  g_return_if_fail (PADDOCK_IS_WATCHER (self));
  g_return_if_fail (key != NULL);
  g_return_if_fail (path != NULL && path[0] == '/');
  g_return_if_fail (record != NULL);

  paddock_watcher_remove (self, key);
  entry = g_rc_box_new0 (Entry);
  entry->watcher = self;
  entry->key = g_strdup (key);
  entry->path = g_strdup (path);
  entry->record = paddock_file_record_copy (record);
  entry->last_seen = last_seen;
  entry->cancellable = g_cancellable_new ();
  g_hash_table_insert (self->entries, entry->key, entry);
  paddock_watch_ways_add (self->ways, path, entry);
  self->n_new++;
  start_look (entry);
}

/**
 * paddock_watcher_remove:
 *
 * Stops watching the root with this key, if there is one. No signal names @key from now on.
 */
void
paddock_watcher_remove (PaddockWatcher *self,
                        const char     *key)
{
  g_return_if_fail (PADDOCK_IS_WATCHER (self));

  g_hash_table_remove (self->entries, key);
}

/**
 * paddock_watcher_check:
 *
 * Looks at a root now, for a caller who has reason to doubt the root's availability.
 */
void
paddock_watcher_check (PaddockWatcher *self,
                       const char     *key)
{
  Entry *entry;

  g_return_if_fail (PADDOCK_IS_WATCHER (self));

  entry = g_hash_table_lookup (self->entries, key);
  if (entry)
    start_look (entry);
}

/**
 * paddock_watcher_set_demand:
 * @demand: (nullable): called before each poll; must neither add nor remove roots
 *
 * Sets a function that decides how often a root is polled. If @demand returns %TRUE, or is %NULL,
 * the watcher polls every %PADDOCK_WATCHER_POLL_SECONDS; otherwise less and less often.
 */
void
paddock_watcher_set_demand (PaddockWatcher       *self,
                            PaddockWatcherDemand  demand,
                            gpointer              user_data)
{
  g_return_if_fail (PADDOCK_IS_WATCHER (self));

  self->demand = demand;
  self->demand_data = user_data;
}

/**
 * paddock_watcher_hurry:
 *
 * Looks at once at all roots that were polled less often, because somebody begins to notice
 * changes.
 */
void
paddock_watcher_hurry (PaddockWatcher *self)
{
  GHashTableIter iter;
  gpointer value;

  g_return_if_fail (PADDOCK_IS_WATCHER (self));

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value)) {
    Entry *entry = value;

    if (!entry->is_polled || entry->poll_ms <= POLL_MS)
      continue;
    poll_in (entry, POLL_MS);
    want_look (entry, 0);
  }
}

/**
 * paddock_watcher_has_events:
 *
 * Returns: whether events report every change of the root; %FALSE if the root is polled, or if the
 *   first look is not done
 */
gboolean
paddock_watcher_has_events (PaddockWatcher *self,
                            const char     *key)
{
  const Entry *entry;

  g_return_val_if_fail (PADDOCK_IS_WATCHER (self), FALSE);

  entry = g_hash_table_lookup (self->entries, key);
  return entry && entry->availability != PADDOCK_AVAILABILITY_UNKNOWN && !entry->is_polled;
}

/**
 * paddock_watcher_get_last_seen:
 *
 * Returns: the last time when the root was known to be available, in µs since the epoch. For an
 *   available root whose every change is reported by events, this is about now. Pass it to
 *   paddock_watcher_add() the next time. 0 for an unknown @key
 */
gint64
paddock_watcher_get_last_seen (PaddockWatcher *self,
                               const char     *key)
{
  const Entry *entry;

  g_return_val_if_fail (PADDOCK_IS_WATCHER (self), 0);

  entry = g_hash_table_lookup (self->entries, key);
  if (!entry)
    return 0;
  return is_known_to_be_there (entry) ? MAX (entry->last_seen, g_get_real_time () - EVENT_LAG)
                                      : entry->last_seen;
}

/**
 * paddock_watcher_is_settled:
 *
 * Returns: whether the first look at each root is done, or has hung too long
 */
gboolean
paddock_watcher_is_settled (PaddockWatcher *self)
{
  g_return_val_if_fail (PADDOCK_IS_WATCHER (self), FALSE);

  return self->n_new == 0;
}

/**
 * paddock_watcher_is_idle:
 *
 * Returns: whether no timer runs and no look is under way, so that only an event wakes the process
 */
gboolean
paddock_watcher_is_idle (PaddockWatcher *self)
{
  g_return_val_if_fail (PADDOCK_IS_WATCHER (self), FALSE);

  return self->n_looking == 0 && !paddock_alarm_is_set (self->poll)
         && !paddock_alarm_is_set (self->settle);
}
