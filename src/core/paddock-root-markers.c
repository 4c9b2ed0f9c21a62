/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-root-markers.h"

/* Finds out what makes each root a project, as a hint for the user. The service owns one object of
 * this type; its results are in the snapshot.
 *
 * The object looks at a root when the root becomes available. It looks again if somebody asks over
 * the bus and the last look is long ago. No timer runs. On each mount, the object looks at one root
 * at a time, on the threads of that mount. The same threads find out whether roots are there, and
 * that check never waits for more than one look. If a file system hangs, Paddock knows no markers
 * of its roots. */

struct _PaddockRootMarkers
{
  GObject          parent_instance;

  PaddockState *state;              /* (owned) */
  GHashTable   *waiting;            /* (owned) busy mount point -> GQueue of the ids of roots that
                                     * wait for a look */
  GCancellable *cancellable;        /* (owned) ends the looks that are under way */
  gint64        refreshed;          /* when the last round of looks at all roots began, in monotonic
                                     * µs */
};

G_DEFINE_FINAL_TYPE (PaddockRootMarkers, paddock_root_markers, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

/* One look at a root. It holds no reference to its owner, so a look that hangs keeps nothing
 * alive. */
typedef struct {
  GWeakRef  self;
  char     *root_id;              /* (owned) */
  char     *mount;                /* (owned) */
} Look;

static void
look_free (Look *look)
{
  g_weak_ref_clear (&look->self);
  g_free (look->root_id);
  g_free (look->mount);
  g_free (look);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Look, look_free)

static void
queue_free (gpointer queue)
{
  g_queue_free_full (queue, g_free);
}

static gpointer
look_at (gpointer      path,
         GCancellable *cancellable)
{
  PaddockMarkers *found = g_new (PaddockMarkers, 1);

  *found = paddock_project_look (path, cancellable);
  return found;
}

/* Starts a look at the first available root that waits on @mount. If no root waits, the mount is
 * not busy any more. */
static void
start_next (PaddockRootMarkers  *self,
            const char          *mount,
            GAsyncReadyCallback  callback)
{
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);
  const PaddockPlaces *places = paddock_state_get_places (self->state);
  PaddockFilePool *pool = paddock_state_get_pool (self->state);
  GQueue *queue = g_hash_table_lookup (self->waiting, mount);

  while (pool != NULL && !g_queue_is_empty (queue)) {
    g_autofree char *root_id = g_queue_pop_head (queue);
    const PaddockRoot *root = paddock_snapshot_get_root (snapshot, root_id);
    Look *look;
    char *way;

    if (root == NULL ||
        paddock_snapshot_get_availability (snapshot, root_id) != PADDOCK_AVAILABILITY_AVAILABLE)
      continue;
    look = g_new0 (Look, 1);
    g_weak_ref_init (&look->self, self);
    look->root_id = g_steal_pointer (&root_id);
    look->mount = g_strdup (mount);
    way = paddock_places_dup_way (places, root->path, root->document);
    paddock_file_pool_run_async (pool, way, look_at, way, g_free, g_free, self->cancellable,
                                 callback, look);
    return;
  }
  g_hash_table_remove (self->waiting, mount);
}

static void
on_looked (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (Look) look = user_data;
  g_autoptr (PaddockRootMarkers) self = g_weak_ref_get (&look->self);
  g_autofree PaddockMarkers *found = NULL;

  found = paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result, NULL);
  if (self == NULL)
    return;

  if (found != NULL &&
      paddock_snapshot_set_markers (paddock_state_get_snapshot (self->state), look->root_id,
                                    *found))
    g_signal_emit (self, signals[CHANGED], 0, look->root_id);
  start_next (self, look->mount, on_looked);
}

static void
want_look (PaddockRootMarkers *self,
           const PaddockRoot  *root)
{
  const char *mount;
  GQueue *queue;

  if (root == NULL || root->record == NULL || root->record->kind != PADDOCK_FILE_KIND_DIRECTORY)
    return;

  mount = root->record->mount_point != NULL ? root->record->mount_point : "/";
  queue = g_hash_table_lookup (self->waiting, mount);
  if (queue != NULL) {
    if (g_queue_find_custom (queue, root->id, (GCompareFunc) g_strcmp0) == NULL)
      g_queue_push_tail (queue, g_strdup (root->id));
    return;
  }
  queue = g_queue_new ();
  g_queue_push_tail (queue, g_strdup (root->id));
  g_hash_table_insert (self->waiting, g_strdup (mount), queue);
  start_next (self, mount, on_looked);
}

static void
on_availability_changed (PaddockRootMarkers *self,
                         const char         *root_id)
{
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);

  if (paddock_snapshot_get_availability (snapshot, root_id) == PADDOCK_AVAILABILITY_AVAILABLE)
    want_look (self, paddock_snapshot_get_root (snapshot, root_id));
}

static void
want_all (PaddockRootMarkers *self)
{
  GPtrArray *roots = paddock_snapshot_get_roots (paddock_state_get_snapshot (self->state));

  self->refreshed = g_get_monotonic_time ();
  for (guint i = 0; i < roots->len; i++)
    want_look (self, g_ptr_array_index (roots, i));
}

static void
paddock_root_markers_dispose (GObject *object)
{
  PaddockRootMarkers *self = PADDOCK_ROOT_MARKERS (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->state);

  G_OBJECT_CLASS (paddock_root_markers_parent_class)->dispose (object);
}

static void
paddock_root_markers_finalize (GObject *object)
{
  PaddockRootMarkers *self = PADDOCK_ROOT_MARKERS (object);

  g_clear_pointer (&self->waiting, g_hash_table_unref);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (paddock_root_markers_parent_class)->finalize (object);
}

static void
paddock_root_markers_class_init (PaddockRootMarkersClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = paddock_root_markers_dispose;
  object_class->finalize = paddock_root_markers_finalize;

  /**
   * PaddockRootMarkers::changed:
   * @root_id: a root with new markers in the snapshot
   */
  signals[CHANGED] = g_signal_new ("changed", PADDOCK_TYPE_ROOT_MARKERS, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
paddock_root_markers_init (PaddockRootMarkers *self)
{
  self->waiting = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, queue_free);
  self->cancellable = g_cancellable_new ();
}

/**
 * paddock_root_markers_new:
 * @state: loaded, and not closed
 *
 * Returns: (transfer full): an object that looks at all available roots, and at each root that
 *   becomes available
 */
PaddockRootMarkers *
paddock_root_markers_new (PaddockState *state)
{
  PaddockRootMarkers *self = g_object_new (PADDOCK_TYPE_ROOT_MARKERS, NULL);

  self->state = g_object_ref (state);
  g_signal_connect_object (state, "availability-changed", G_CALLBACK (on_availability_changed),
                           self, G_CONNECT_SWAPPED);
  want_all (self);
  return self;
}

/**
 * paddock_root_markers_refresh:
 *
 * Looks at the roots again, at most once in %PADDOCK_ROOT_MARKERS_SECONDS, because somebody asks
 * about them. The signal "changed" reports new markers.
 */
void
paddock_root_markers_refresh (PaddockRootMarkers *self)
{
  gint64 due = self->refreshed + PADDOCK_ROOT_MARKERS_SECONDS * G_TIME_SPAN_SECOND;

  if (g_get_monotonic_time () >= due)
    want_all (self);
}
