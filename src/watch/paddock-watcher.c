/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-watch"

#include "paddock-watcher.h"

#include "paddock-watch-due.h"
#include "paddock-watch-look.h"
#include "paddock-watch-monitors.h"

#include <glib-unix.h>

#include <fcntl.h>
#include <unistd.h>

/* Whether each root is there. The service has one, on the main thread.
 *
 * Events are hints and never an answer: after each one the path is looked at anew, on a thread of
 * the file pool, since it may lie on a file system that hangs. A root has at most one look under
 * way, so that one that hangs costs one thread and no more. Where monitors see all that may happen
 * to a path no timer runs for it; where they do not, it is looked at every
 * PADDOCK_WATCHER_POLL_SECONDS.
 *
 * The order in which a root comes under watch: look, then monitor what the look found, then look
 * once more if a monitor is younger than the first look. What changes in between is seen by one
 * of the two. No descriptor of a root is kept, for an open one blocks unmounting. */

/* Hints within this time are one: a checkout touches a directory many times. */
#define SETTLE_MS 20

#define POLL_MS (PADDOCK_WATCHER_POLL_SECONDS * 1000)

/* An event arrives some time after what it tells of; what was made up to this long before its
 * arrival counts as made after the loss. */
#define EVENT_LAG (2 * G_USEC_PER_SEC)

struct _PaddockWatcher {
  GObject               parent_instance;

  PaddockFilePool      *pool;       /* (owned) */
  PaddockWatchMonitors *monitors;   /* (owned) */
  GHashTable           *entries;    /* key -> Entry */
  GHashTable           *ways;       /* each path on the way to a root -> GPtrArray of Entry */
  guint                 n_polled;   /* entries that events do not cover */
  GSource              *poll;       /* (owned) is due only while there are polled entries */
  GSource              *settle;     /* (owned) is due only while there are hints */
  guint                 mounts_id;
  int                   mounts_fd;  /* (owned) */
};

G_DEFINE_FINAL_TYPE (PaddockWatcher, paddock_watcher, G_TYPE_OBJECT)

enum { AVAILABILITY_CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

/* One root. Held by the table and by a look that is under way; retired when the table drops it. */
typedef struct {
  PaddockWatcher      *watcher;       /* (nullable) NULL: retired */
  char                *key;           /* (owned) */
  char                *path;          /* (owned) */
  PaddockFileRecord   *record;        /* (owned) */
  gint64               last_seen;     /* µs since the epoch */
  PaddockAvailability  availability;  /* UNKNOWN until the first verdict */
  GPtrArray           *held;          /* (owned) (element-type utf8) monitored directories */
  GCancellable        *cancellable;   /* (owned) */
  gboolean             is_polled;
  gboolean             is_hinted;     /* a look is wanted when the hints have settled */
  gboolean             is_looking;
  gboolean             look_again;    /* as soon as the look under way is done */
} Entry;

static void
entry_clear (gpointer data)
{
  Entry *entry = data;

  g_free (entry->key);
  g_free (entry->path);
  paddock_file_record_free (entry->record);
  g_ptr_array_unref (entry->held);
  g_object_unref (entry->cancellable);
}

static void
entry_unref (gpointer entry)
{
  g_rc_box_release_full (entry, entry_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Entry, entry_unref)

static void
set_polled (Entry    *entry,
            gboolean  is_polled)
{
  PaddockWatcher *self = entry->watcher;

  if (entry->is_polled == is_polled)
    return;
  entry->is_polled = is_polled;
  self->n_polled += is_polled ? 1 : -1;

  if (self->n_polled == 0)
    paddock_watch_due_never (self->poll);
  else
    paddock_watch_due_in (self->poll, POLL_MS);
}

static void
release_held (PaddockWatcher *self,
              GPtrArray      *held)
{
  for (guint i = 0; i < held->len; i++)
    paddock_watch_monitors_release (self->monitors, g_ptr_array_index (held, i));
  g_ptr_array_unref (held);
}

/* Monitors what the cover says, and lets go of what it says no more. Returns whether the finding
 * may have missed something, because a monitor is younger. */
static gboolean
apply_cover (Entry                     *entry,
             const PaddockWatchFinding *finding)
{
  PaddockWatcher *self = entry->watcher;
  GPtrArray *spots = finding->cover->spots;
  GPtrArray *before = entry->held;
  gboolean is_complete = finding->cover->is_complete;
  gboolean has_newer = FALSE;

  entry->held = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < spots->len; i++) {
    const PaddockWatchSpot *spot = g_ptr_array_index (spots, i);
    gboolean is_newer;

    if (!paddock_watch_monitors_hold (self->monitors, spot, finding->began, &is_newer)) {
      is_complete = FALSE;
      continue;
    }
    g_ptr_array_add (entry->held, g_strdup (spot->path));
    has_newer |= is_newer;
  }
  release_held (self, before);
  set_polled (entry, !is_complete);
  return has_newer;
}

static void
want_look (Entry *entry,
           int    delay_ms)
{
  entry->is_hinted = TRUE;
  paddock_watch_due_in (entry->watcher->settle, delay_ms);
}

/* Returns whether there is something to tell. */
static gboolean
apply_verdict (Entry                     *entry,
               const PaddockWatchFinding *finding)
{
  gboolean is_available = finding->availability == PADDOCK_AVAILABILITY_AVAILABLE;
  gboolean is_changed = finding->availability != entry->availability;

  entry->availability = finding->availability;
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
on_look_done (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (Entry) entry = user_data;
  g_autoptr (PaddockWatcher) self = NULL;
  g_autoptr (PaddockWatchFinding) finding = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_changed;

  entry->is_looking = FALSE;
  finding = paddock_watch_look_finish (PADDOCK_FILE_POOL (source), result, &error);
  if (!entry->watcher)
    return;

  /* A handler may drop the last reference, or this root. */
  self = g_object_ref (entry->watcher);
  if (!finding) {
    g_info ("Could not look at a root: %s", error->message);
    set_polled (entry, TRUE);
    return;
  }

  is_changed = apply_verdict (entry, finding);
  if (apply_cover (entry, finding) || entry->look_again)
    want_look (entry, 0);
  if (is_changed)
    g_signal_emit (self, signals[AVAILABILITY_CHANGED], 0, entry->key, (int) entry->availability,
                   entry->availability == PADDOCK_AVAILABILITY_AVAILABLE ? entry->record : NULL);
}

static void
start_look (Entry *entry)
{
  if (entry->is_looking) {
    entry->look_again = TRUE;
    return;
  }

  entry->is_looking = TRUE;
  entry->look_again = FALSE;
  entry->is_hinted = FALSE;
  paddock_watch_look_async (entry->watcher->pool, entry->path, entry->record, entry->last_seen,
                            entry->cancellable, on_look_done, g_rc_box_acquire (entry));
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

static gboolean
on_poll (gpointer user_data)
{
  PaddockWatcher *self = user_data;
  GHashTableIter iter;
  gpointer entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry)) {
    if (((Entry *) entry)->is_polled && !((Entry *) entry)->is_looking)
      start_look (entry);
  }
  if (self->n_polled > 0)
    paddock_watch_due_in (self->poll, POLL_MS);
  return G_SOURCE_CONTINUE;
}

/* Available, all events seen, and none of them unanswered: it is there at this moment. */
static gboolean
is_known_to_be_there (const Entry *entry)
{
  return entry->availability == PADDOCK_AVAILABILITY_AVAILABLE && !entry->is_polled
         && !entry->is_hinted && !entry->is_looking;
}

static void
hint (Entry *entry)
{
  /* It was there until just now. The last look may be long ago, and a directory that was made since
   * then and is put in its place must not pass for one that was made after the loss. */
  if (is_known_to_be_there (entry))
    entry->last_seen = MAX (entry->last_seen, g_get_real_time () - EVENT_LAG);

  want_look (entry, SETTLE_MS);
}

static void
on_event (const char *path,
          gboolean    is_structural,
          gpointer    user_data)
{
  PaddockWatcher *self = user_data;
  GPtrArray *concerned = g_hash_table_lookup (self->ways, path);

  if (!concerned)
    return;
  for (guint i = 0; i < concerned->len; i++)
    hint (g_ptr_array_index (concerned, i));
  if (is_structural)
    paddock_watch_monitors_distrust (self->monitors, path);
}

/* The kernel says POLLPRI once for each change of the mount table (proc(5), /proc/pid/mounts). */
static gboolean
on_mounts_changed (int          fd,
                   GIOCondition condition,
                   gpointer     user_data)
{
  PaddockWatcher *self = user_data;
  GHashTableIter iter;
  gpointer entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry))
    hint (entry);
  return G_SOURCE_CONTINUE;
}

/* Calls @func for "/" and each further directory on the way to @path, and for @path itself. */
static void
each_way (Entry *entry,
          void (*func)(PaddockWatcher *self, char *path, Entry *entry))
{
  const char *end = entry->path;

  func (entry->watcher, g_strdup ("/"), entry);
  while (*(end += strspn (end, "/")) != '\0') {
    end += strcspn (end, "/");
    func (entry->watcher, g_strndup (entry->path, (gsize) (end - entry->path)), entry);
  }
}

static void
add_way (PaddockWatcher *self,
         char           *path,
         Entry          *entry)
{
  GPtrArray *concerned = g_hash_table_lookup (self->ways, path);

  if (concerned) {
    g_free (path);
  } else {
    concerned = g_ptr_array_new ();
    g_hash_table_insert (self->ways, path, concerned);
  }
  g_ptr_array_add (concerned, entry);
}

static void
remove_way (PaddockWatcher *self,
            char           *path,
            Entry          *entry)
{
  GPtrArray *concerned = g_hash_table_lookup (self->ways, path);

  g_ptr_array_remove_fast (concerned, entry);
  if (concerned->len == 0)
    g_hash_table_remove (self->ways, path);
  g_free (path);
}

/* The table's destroy function. A look that is under way ends without a word. */
static void
retire_entry (gpointer data)
{
  Entry *entry = data;

  g_cancellable_cancel (entry->cancellable);
  each_way (entry, remove_way);
  set_polled (entry, FALSE);
  release_held (entry->watcher, g_steal_pointer (&entry->held));
  entry->held = g_ptr_array_new ();
  entry->watcher = NULL;
  entry_unref (entry);
}

static void
paddock_watcher_dispose (GObject *object)
{
  PaddockWatcher *self = PADDOCK_WATCHER (object);

  g_hash_table_remove_all (self->entries);
  g_clear_pointer (&self->settle, paddock_watch_due_free);
  g_clear_pointer (&self->poll, paddock_watch_due_free);
  g_clear_handle_id (&self->mounts_id, g_source_remove);
  g_clear_pointer (&self->monitors, paddock_watch_monitors_free);
  g_clear_object (&self->pool);
  G_OBJECT_CLASS (paddock_watcher_parent_class)->dispose (object);
}

static void
paddock_watcher_finalize (GObject *object)
{
  PaddockWatcher *self = PADDOCK_WATCHER (object);

  g_hash_table_unref (self->entries);
  g_hash_table_unref (self->ways);
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
   * @key: of the root
   * @availability: a #PaddockAvailability, never UNKNOWN and never EXPIRED
   * @current: (nullable): what to remember of the file from now on; %NULL unless AVAILABLE
   *
   * The first verdict after paddock_watcher_add(), and each change of verdict or record.
   */
  signals[AVAILABILITY_CHANGED] =
    g_signal_new ("availability-changed", PADDOCK_TYPE_WATCHER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_INT, G_TYPE_POINTER);
}

static void
watch_mounts (PaddockWatcher *self)
{
  self->mounts_fd = open ("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
  /* Without it no mount has events either, and all roots are polled. */
  if (self->mounts_fd >= 0)
    self->mounts_id = g_unix_fd_add (self->mounts_fd, G_IO_PRI | G_IO_ERR, on_mounts_changed, self);
}

static void
paddock_watcher_init (PaddockWatcher *self)
{
  self->monitors = paddock_watch_monitors_new (on_event, self);
  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, retire_entry);
  self->ways = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                      (GDestroyNotify) g_ptr_array_unref);
  self->settle = paddock_watch_due_new (on_settled, self, "paddock-watcher-settle");
  self->poll = paddock_watch_due_new (on_poll, self, "paddock-watcher-poll");
  watch_mounts (self);
}

/**
 * paddock_watcher_new:
 * @pool: on whose threads paths are looked at
 *
 * Uses the main context of this thread for its sources.
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
 * @key: names the root in signals and calls; what had it before is forgotten
 * @path: canonical and absolute, in the bytes of the file system
 * @record: what is remembered of it
 * @last_seen: when it was last found available, in µs since the epoch
 *
 * Begins to watch. The first verdict comes as a signal, never before this returns.
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
  entry->held = g_ptr_array_new_with_free_func (g_free);
  entry->cancellable = g_cancellable_new ();
  g_hash_table_insert (self->entries, entry->key, entry);
  each_way (entry, add_way);
  start_look (entry);
}

/**
 * paddock_watcher_remove:
 *
 * Forgets a root; one that is not there is fine. No signal names @key from here on.
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
 * Looks at a root now, for a caller who has reason to doubt the last verdict.
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
 * paddock_watcher_has_events:
 *
 * Returns: whether a change of the root is noticed by events; if not it is polled, or it was not
 *   looked at yet
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
 * Returns: until when the root is known to have been available, in µs since the epoch: now, for one
 *   that events cover. It is what paddock_watcher_add() wants the next time; 0 for an unknown @key
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
 * paddock_watcher_is_idle:
 *
 * Returns: whether no timer runs and no look is under way: then nothing wakes the process but an
 *   event
 */
gboolean
paddock_watcher_is_idle (PaddockWatcher *self)
{
  GHashTableIter iter;
  gpointer entry;

  g_return_val_if_fail (PADDOCK_IS_WATCHER (self), FALSE);

  if (paddock_watch_due_is_set (self->poll) || paddock_watch_due_is_set (self->settle))
    return FALSE;
  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry)) {
    if (((Entry *) entry)->is_looking)
      return FALSE;
  }
  return TRUE;
}
