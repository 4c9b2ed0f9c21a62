/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-snapshot.h"

#include "paddock-snapshot-private.h"

/* Everything that Paddock knows now: roots with their availability, servers, grants, notes about
 * apps, and whether sharing is paused.
 *
 * The service owns one snapshot, in its main thread. The snapshot gets a decision after the store
 * committed it, and an observation at once (paddock-state-writer.c). The snapshot never reads a
 * clock or disk, and never asks the user. paddock-policy.c decides what servers see. The snapshot
 * keeps no grant of an unknown root or server. So a server or root that is removed and added again
 * has no old grants. */

typedef struct {
  PaddockRoot        *root;         /* (owned) */
  PaddockAvailability availability;
  PaddockMarkers      markers;
} RootSlot;

typedef struct {
  PaddockGrant *grant;              /* (owned) */
  guint64       number;             /* orders the grants: a grant that was added later has a higher
                                     * number */
} GrantSlot;

struct _PaddockSnapshot
{
  GPtrArray  *roots;                /* (owned) PaddockRoot, in the order of being added */
  GHashTable *root_slots;           /* (owned) root id -> RootSlot */
  GPtrArray  *servers;              /* (owned) PaddockServer, in the order of being added */
  GHashTable *servers_by_id;        /* (owned) server id -> PaddockServer, borrowed from @servers */
  GHashTable *grants;               /* (owned) server id -> (root id -> GrantSlot) */
  guint64     n_grants_ever;        /* the number for the next grant */
  PaddockNoteList *notes;           /* (owned) the notes about apps */
  guint64     revision;             /* grows with each change that may affect an answer */
  gboolean    is_paused;
};

static void
root_slot_free (gpointer data)
{
  RootSlot *slot = data;

  paddock_root_unref (slot->root);
  g_free (slot);
}

static void
grant_slot_free (gpointer data)
{
  GrantSlot *slot = data;

  paddock_grant_unref (slot->grant);
  g_free (slot);
}

static int
compare_grant_slots (gconstpointer a,
                     gconstpointer b)
{
  const GrantSlot *slot_a = *(GrantSlot * const *) a;
  const GrantSlot *slot_b = *(GrantSlot * const *) b;

  return slot_a->number < slot_b->number ? -1 : slot_a->number > slot_b->number;
}

static void
put_root (PaddockSnapshot *self,
          PaddockRoot     *root)
{
  RootSlot *slot;
  guint index;

  if (root->id == NULL)
    return;

  slot = g_hash_table_lookup (self->root_slots, root->id);
  if (slot == NULL) {
    slot = g_new0 (RootSlot, 1);
    slot->root = paddock_root_ref (root);
    g_hash_table_insert (self->root_slots, g_strdup (root->id), slot);
    g_ptr_array_add (self->roots, paddock_root_ref (root));
    return;
  }

  if (g_ptr_array_find (self->roots, slot->root, &index)) {
    paddock_root_unref (self->roots->pdata[index]);
    self->roots->pdata[index] = paddock_root_ref (root);
  }
  paddock_root_unref (slot->root);
  slot->root = paddock_root_ref (root);
}

static void
drop_root (PaddockSnapshot *self,
           const char      *root_id)
{
  RootSlot *slot = root_id != NULL ? g_hash_table_lookup (self->root_slots, root_id) : NULL;
  GHashTableIter iter;
  gpointer grants;

  if (slot == NULL)
    return;

  g_hash_table_iter_init (&iter, self->grants);
  while (g_hash_table_iter_next (&iter, NULL, &grants))
    g_hash_table_remove (grants, root_id);
  g_ptr_array_remove (self->roots, slot->root);
  g_hash_table_remove (self->root_slots, root_id);
}

static void
put_server (PaddockSnapshot *self,
            PaddockServer   *server)
{
  PaddockServer *earlier;
  guint index;

  if (server->id == NULL)
    return;

  earlier = g_hash_table_lookup (self->servers_by_id, server->id);
  if (earlier != NULL && g_ptr_array_find (self->servers, earlier, &index)) {
    /* The key in the table belongs to the old server, so replace the key before freeing that
     * server. */
    g_hash_table_replace (self->servers_by_id, (char *) server->id, server);
    self->servers->pdata[index] = paddock_server_ref (server);
    paddock_server_unref (earlier);
    return;
  }

  g_ptr_array_add (self->servers, paddock_server_ref (server));
  g_hash_table_insert (self->servers_by_id, (char *) server->id, server);
}

static void
drop_server (PaddockSnapshot *self,
             const char      *server_id)
{
  PaddockServer *server =
    server_id != NULL ? g_hash_table_lookup (self->servers_by_id, server_id) : NULL;

  if (server == NULL)
    return;

  g_hash_table_remove (self->grants, server_id);
  g_hash_table_remove (self->servers_by_id, server_id);
  g_ptr_array_remove (self->servers, server);
}

static void
put_grant (PaddockSnapshot *self,
           PaddockGrant    *grant)
{
  GHashTable *grants;
  GrantSlot *earlier;
  GrantSlot *slot;

  if (paddock_snapshot_get_root (self, grant->root_id) == NULL ||
      paddock_snapshot_get_server (self, grant->server_id) == NULL)
    return;

  grants = g_hash_table_lookup (self->grants, grant->server_id);
  if (grants == NULL) {
    grants = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, grant_slot_free);
    g_hash_table_insert (self->grants, g_strdup (grant->server_id), grants);
  }

  earlier = g_hash_table_lookup (grants, grant->root_id);
  slot = g_new0 (GrantSlot, 1);
  slot->grant = paddock_grant_ref (grant);
  slot->number = earlier != NULL ? earlier->number : self->n_grants_ever++;
  g_hash_table_replace (grants, (char *) grant->root_id, slot);
}

static void
drop_grant (PaddockSnapshot *self,
            const char      *server_id,
            const char      *root_id)
{
  GHashTable *grants = server_id != NULL ? g_hash_table_lookup (self->grants, server_id) : NULL;

  if (grants != NULL && root_id != NULL)
    g_hash_table_remove (grants, root_id);
}

static void
collect_grants (GHashTable *grants,
                const char *root_id,
                GPtrArray  *slots)
{
  GHashTableIter iter;
  gpointer slot;

  if (root_id != NULL) {
    slot = g_hash_table_lookup (grants, root_id);
    if (slot != NULL)
      g_ptr_array_add (slots, slot);
    return;
  }

  g_hash_table_iter_init (&iter, grants);
  while (g_hash_table_iter_next (&iter, NULL, &slot))
    g_ptr_array_add (slots, slot);
}

/**
 * paddock_snapshot_new:
 *
 * Returns: (transfer full): an empty snapshot
 */
PaddockSnapshot *
paddock_snapshot_new (void)
{
  PaddockSnapshot *self = g_new0 (PaddockSnapshot, 1);

  self->roots = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref);
  self->root_slots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, root_slot_free);
  self->servers = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_server_unref);
  self->servers_by_id = g_hash_table_new (g_str_hash, g_str_equal);
  self->grants = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                        (GDestroyNotify) g_hash_table_unref);
  self->notes = paddock_note_list_new ();
  return self;
}

/**
 * paddock_snapshot_free:
 * @self: (transfer full): a snapshot
 */
void
paddock_snapshot_free (PaddockSnapshot *self)
{
  paddock_note_list_free (self->notes);
  g_hash_table_unref (self->grants);
  g_hash_table_unref (self->servers_by_id);
  g_ptr_array_unref (self->servers);
  g_hash_table_unref (self->root_slots);
  g_ptr_array_unref (self->roots);
  g_free (self);
}

/**
 * paddock_snapshot_apply:
 * @self: a snapshot
 * @changes: a decision that the store committed, or an observation
 *
 * Applies the changes in order. A change that refers to an unknown root or server is ignored.
 */
void
paddock_snapshot_apply (PaddockSnapshot      *self,
                        const PaddockChanges *changes)
{
  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);

    switch (change->kind) {
      case PADDOCK_CHANGE_PUT_ROOT:
        put_root (self, change->root);
        break;
      case PADDOCK_CHANGE_DROP_ROOT:
        drop_root (self, change->root_id);
        break;
      case PADDOCK_CHANGE_PUT_SERVER:
        put_server (self, change->server);
        break;
      case PADDOCK_CHANGE_DROP_SERVER:
        drop_server (self, change->server_id);
        break;
      case PADDOCK_CHANGE_PUT_GRANT:
        put_grant (self, change->grant);
        break;
      case PADDOCK_CHANGE_DROP_GRANT:
        drop_grant (self, change->server_id, change->root_id);
        break;
      case PADDOCK_CHANGE_PAUSE:
        self->is_paused = change->is_paused;
        break;
      /* Notes affect no answer, so the revision stays. */
      case PADDOCK_CHANGE_PUT_APP_NOTE:
        paddock_note_list_put (self->notes, change->note);
        continue;
      case PADDOCK_CHANGE_DROP_APP_NOTE:
        paddock_note_list_drop (self->notes, change->note->key);
        continue;
      case PADDOCK_CHANGE_TAKE_OUT:
      case PADDOCK_CHANGE_CLEAR_JOURNAL:
      case PADDOCK_CHANGE_TAKE_BACK_NEVER:
      case PADDOCK_CHANGE_LOG:
      default:
        continue;
    }
    self->revision++;
  }
}

/**
 * paddock_snapshot_get_root:
 * @self: a snapshot
 * @root_id: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the root; %NULL if there is none with this id
 */
PaddockRoot *
paddock_snapshot_get_root (const PaddockSnapshot *self,
                           const char            *root_id)
{
  const RootSlot *slot = root_id != NULL ? g_hash_table_lookup (self->root_slots, root_id) : NULL;

  return slot != NULL ? slot->root : NULL;
}

/**
 * paddock_snapshot_get_server:
 * @self: a snapshot
 * @server_id: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the server; %NULL if there is none with this id
 */
PaddockServer *
paddock_snapshot_get_server (const PaddockSnapshot *self,
                             const char            *server_id)
{
  return server_id != NULL ? g_hash_table_lookup (self->servers_by_id, server_id) : NULL;
}

/**
 * paddock_snapshot_get_grant:
 * @self: a snapshot
 * @server_id: (nullable): an id
 * @root_id: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the grant of the root to the server, active or not
 */
PaddockGrant *
paddock_snapshot_get_grant (const PaddockSnapshot *self,
                            const char            *server_id,
                            const char            *root_id)
{
  GHashTable *grants = server_id != NULL ? g_hash_table_lookup (self->grants, server_id) : NULL;
  const GrantSlot *slot = NULL;

  if (grants != NULL && root_id != NULL)
    slot = g_hash_table_lookup (grants, root_id);
  return slot != NULL ? slot->grant : NULL;
}

/**
 * paddock_snapshot_get_roots:
 * @self: a snapshot
 *
 * Returns: (transfer none) (element-type PaddockRoot): all roots, in the order of being added;
 *   valid until the next change
 */
GPtrArray *
paddock_snapshot_get_roots (const PaddockSnapshot *self)
{
  return self->roots;
}

/**
 * paddock_snapshot_get_servers:
 * @self: a snapshot
 *
 * Returns: (transfer none) (element-type PaddockServer): all servers, in the order of being added;
 *   valid until the next change
 */
GPtrArray *
paddock_snapshot_get_servers (const PaddockSnapshot *self)
{
  return self->servers;
}

/**
 * paddock_snapshot_list_grants:
 * @self: a snapshot
 * @server_id: (nullable): only grants to this server
 * @root_id: (nullable): only grants of this root
 *
 * Returns: (transfer full) (element-type PaddockGrant): the grants, active or not, in the order of
 *   being added
 */
GPtrArray *
paddock_snapshot_list_grants (const PaddockSnapshot *self,
                              const char            *server_id,
                              const char            *root_id)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_grant_unref);
  g_autoptr (GPtrArray) slots = g_ptr_array_new ();
  GHashTable *grants;
  GHashTableIter iter;
  gpointer value;

  if (server_id != NULL) {
    grants = g_hash_table_lookup (self->grants, server_id);
    if (grants != NULL)
      collect_grants (grants, root_id, slots);
  } else {
    g_hash_table_iter_init (&iter, self->grants);
    while (g_hash_table_iter_next (&iter, NULL, &value))
      collect_grants (value, root_id, slots);
  }

  g_ptr_array_sort (slots, compare_grant_slots);
  for (guint i = 0; i < slots->len; i++) {
    const GrantSlot *slot = g_ptr_array_index (slots, i);

    g_ptr_array_add (list, paddock_grant_ref (slot->grant));
  }
  return list;
}

/**
 * paddock_snapshot_is_paused:
 * @self: a snapshot
 *
 * Returns: whether sharing is paused. Grants stay during a pause, and still expire
 */
gboolean
paddock_snapshot_is_paused (const PaddockSnapshot *self)
{
  return self->is_paused;
}

/**
 * paddock_snapshot_get_revision:
 * @self: a snapshot
 *
 * Returns: a number that grows with each applied change, and each time a root's availability
 *   changes. While the number stays the same, only time can change the answers of paddock-policy.c
 */
guint64
paddock_snapshot_get_revision (const PaddockSnapshot *self)
{
  return self->revision;
}

/**
 * paddock_snapshot_get_availability:
 * @self: a snapshot
 * @root_id: (nullable): an id
 *
 * Returns: the root's availability at the last look; %PADDOCK_AVAILABILITY_UNKNOWN before the first
 *   look, or if there is no such root
 */
PaddockAvailability
paddock_snapshot_get_availability (const PaddockSnapshot *self,
                                   const char            *root_id)
{
  const RootSlot *slot = root_id != NULL ? g_hash_table_lookup (self->root_slots, root_id) : NULL;

  return slot != NULL ? slot->availability : PADDOCK_AVAILABILITY_UNKNOWN;
}

/**
 * paddock_snapshot_set_availability:
 * @self: a snapshot
 * @root_id: (nullable): an id; an unknown id is ignored
 * @availability: the root's availability
 *
 * Sets the availability of a root. The store does not contain it: after a start every root is
 * examined again.
 */
void
paddock_snapshot_set_availability (PaddockSnapshot     *self,
                                   const char          *root_id,
                                   PaddockAvailability  availability)
{
  RootSlot *slot = root_id != NULL ? g_hash_table_lookup (self->root_slots, root_id) : NULL;

  if (slot == NULL || slot->availability == availability)
    return;
  slot->availability = availability;
  self->revision++;
}

/**
 * paddock_snapshot_get_markers:
 * @self: a snapshot
 * @root_id: (nullable): an id
 *
 * Returns: the signs of a project that were last found in the root; 0 if nothing is known
 */
PaddockMarkers
paddock_snapshot_get_markers (const PaddockSnapshot *self,
                              const char            *root_id)
{
  const RootSlot *slot = root_id != NULL ? g_hash_table_lookup (self->root_slots, root_id) : NULL;

  return slot != NULL ? slot->markers : 0;
}

/**
 * paddock_snapshot_set_markers:
 * @self: a snapshot
 * @root_id: (nullable): an id; an unknown id is ignored
 * @markers: the signs of a project in the root
 *
 * Sets the signs of a project, which are only for display and not stored. They stay while the root
 * is not available.
 *
 * Returns: whether the signs changed
 */
gboolean
paddock_snapshot_set_markers (PaddockSnapshot *self,
                              const char      *root_id,
                              PaddockMarkers   markers)
{
  RootSlot *slot = root_id != NULL ? g_hash_table_lookup (self->root_slots, root_id) : NULL;

  if (slot == NULL || slot->markers == markers)
    return FALSE;
  slot->markers = markers;
  return TRUE;
}

/* Returns the notes about apps, which paddock-app-notes.c reads. */
PaddockNoteList *
paddock_snapshot_get_notes (const PaddockSnapshot *self)
{
  return self->notes;
}
