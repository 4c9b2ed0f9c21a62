/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-read-slots.h"

#include "paddock-limits.h"

/* Limits how many reads are under way. Each read needs a slot. One caller gets few slots on one
 * mount, all callers together get more, and there is a limit for all mounts together. A read that
 * hangs keeps its slot until it comes back. So a mount that hangs uses up only its own slots.
 *
 * The path to a file may cross several mounts, and not each lies inside the one before. Any of
 * these mounts may block the read. So this code treats the list of these mounts as one more mount.
 * There can be many such lists, one for each order of mounts. So on all lists together, a caller
 * gets only as many slots as on one mount.
 *
 * Callers without a slot wait, first come, first served: an agent may read a dozen files at once.
 * The reader owns this object, and decides how long a caller waits. This code has no clock. A
 * waiter is any pointer of the reader's. The reader gets the pointer back when there is a slot for
 * it.
 */
struct _PaddockReadSlots
{
  GHashTable *of_callers;           /* (owned) caller and mount -> how many slots the caller has on
                                     * that mount */
  GHashTable *mounts;               /* (owned) mount point -> Mount, as long as a slot on that mount
                                     * is taken */
  guint       n_taken;
  GQueue      waiting;              /* (owned) Waiter: the callers without a slot, first come
                                     * first */
};

typedef struct {
  guint  n_taken;
  gint64 moved;                     /* monotonic µs: when a slot on this mount was last given back;
                                     * 0: never */
} Mount;

typedef struct {
  char     *caller;                 /* (owned) */
  char     *mount;                  /* (owned) */
  gpointer  who;
} Waiter;

static void
waiter_free (gpointer data)
{
  Waiter *waiter = data;

  g_free (waiter->caller);
  g_free (waiter->mount);
  g_free (waiter);
}

/* The key for every path that crosses several mounts. No mount point has this name, because a mount
 * point begins with a slash. */
#define SEVERAL_MOUNTS "several"

/* Returns the key of a caller and a mount in @of_callers. The key is unambiguous: a mount point
 * begins with a slash, which neither a name on the bus nor the id of a server contains. */
static char *
dup_key (const char *caller,
         const char *mount)
{
  return g_strconcat (caller, "\n", mount[0] == '/' ? mount : SEVERAL_MOUNTS, NULL);
}

static gboolean
acquire_if_free (PaddockReadSlots *self,
                 const char       *caller,
                 const char       *mount)
{
  g_autofree char *key = dup_key (caller, mount);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->of_callers, key));
  Mount *of_all = g_hash_table_lookup (self->mounts, mount);

  if (n >= PADDOCK_LIMIT_READS_PER_MOUNT || self->n_taken >= PADDOCK_LIMIT_READS_UNDER_WAY ||
      (of_all != NULL && of_all->n_taken >= PADDOCK_LIMIT_READS_OF_MOUNT))
    return FALSE;

  if (of_all == NULL) {
    of_all = g_new0 (Mount, 1);
    g_hash_table_insert (self->mounts, g_strdup (mount), of_all);
  }
  of_all->n_taken++;
  self->n_taken++;
  g_hash_table_insert (self->of_callers, g_steal_pointer (&key), GUINT_TO_POINTER (n + 1));
  return TRUE;
}

/**
 * paddock_read_slots_new:
 *
 * Returns: (transfer full): slots that are all free
 */
PaddockReadSlots *
paddock_read_slots_new (void)
{
  PaddockReadSlots *self = g_new0 (PaddockReadSlots, 1);

  self->of_callers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->mounts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_queue_init (&self->waiting);
  return self;
}

/**
 * paddock_read_slots_free:
 * @self: (nullable): slots; this forgets the waiters
 */
void
paddock_read_slots_free (PaddockReadSlots *self)
{
  if (self == NULL)
    return;

  g_queue_clear_full (&self->waiting, waiter_free);
  g_hash_table_unref (self->of_callers);
  g_hash_table_unref (self->mounts);
  g_free (self);
}

/**
 * paddock_read_slots_acquire:
 * @self: slots
 * @caller: the name of the caller; reads of the same name count together
 * @mount: the mount point of the read; or a name for several mounts that the path crosses, which
 *   does not begin with a slash
 * @who: the waiter, any pointer. If no slot is free, @who waits until paddock_read_slots_next()
 *   returns @who, or paddock_read_slots_leave() removes @who
 *
 * Takes a slot for @who if one is free, and otherwise queues @who.
 *
 * Returns: whether @who has a slot and may read now
 */
PaddockReadSlot
paddock_read_slots_acquire (PaddockReadSlots *self,
                            const char       *caller,
                            const char       *mount,
                            gpointer          who)
{
  guint n_waiting = 0;
  Waiter *waiter;

  /* Taking a free slot overtakes no waiter: a waiter that could use this slot would already have
   * it. */
  if (acquire_if_free (self, caller, mount))
    return PADDOCK_READ_SLOT_TAKEN;

  for (GList *l = self->waiting.head; l != NULL; l = l->next)
    n_waiting += g_str_equal (((const Waiter *) l->data)->caller, caller);
  if (n_waiting >= PADDOCK_LIMIT_READS_WAITING ||
      self->waiting.length >= PADDOCK_LIMIT_READS_WAITING_IN_ALL)
    return PADDOCK_READ_SLOT_REFUSED;

  waiter = g_new0 (Waiter, 1);
  waiter->caller = g_strdup (caller);
  waiter->mount = g_strdup (mount);
  waiter->who = who;
  g_queue_push_tail (&self->waiting, waiter);
  return PADDOCK_READ_SLOT_WAITS;
}

/**
 * paddock_read_slots_give_back:
 * @self: slots
 * @caller: who had the slot
 * @mount: the mount of the slot
 * @now: monotonic µs
 *
 * Gives a slot back. After that, call paddock_read_slots_next() until it returns %NULL.
 */
void
paddock_read_slots_give_back (PaddockReadSlots *self,
                              const char       *caller,
                              const char       *mount,
                              gint64            now)
{
  g_autofree char *key = dup_key (caller, mount);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->of_callers, key));
  Mount *of_all = g_hash_table_lookup (self->mounts, mount);

  g_return_if_fail (n > 0 && of_all != NULL);

  self->n_taken--;
  of_all->n_taken--;
  of_all->moved = now;
  if (n > 1)
    g_hash_table_insert (self->of_callers, g_steal_pointer (&key), GUINT_TO_POINTER (n - 1));
  else
    g_hash_table_remove (self->of_callers, key);
}

static gboolean
is_unused (gpointer key,
           gpointer value,
           gpointer user_data)
{
  return ((const Mount *) value)->n_taken == 0;
}

/**
 * paddock_read_slots_next:
 * @self: slots, after a slot was given back
 *
 * Gives a free slot to the first waiter that may use it. Call this function until it returns %NULL.
 * One slot that was given back can let two waiters go on: one whose caller had too many slots, and
 * one that waited for the mount.
 *
 * Returns: (transfer none) (nullable): the first waiter that may read now; it has a slot
 */
gpointer
paddock_read_slots_next (PaddockReadSlots *self)
{
  for (GList *l = self->waiting.head; l != NULL; l = l->next) {
    Waiter *waiter = l->data;
    gpointer who = waiter->who;

    if (!acquire_if_free (self, waiter->caller, waiter->mount))
      continue;
    g_queue_delete_link (&self->waiting, l);
    waiter_free (waiter);
    return who;
  }

  g_hash_table_foreach_remove (self->mounts, is_unused, NULL);
  return NULL;
}

/**
 * paddock_read_slots_leave:
 * @self: slots
 * @who: a waiter; nothing happens if @who does not wait for a slot
 *
 * Makes @who stop waiting for a slot.
 */
void
paddock_read_slots_leave (PaddockReadSlots *self,
                          gpointer          who)
{
  for (GList *l = self->waiting.head; l != NULL; l = l->next) {
    Waiter *waiter = l->data;

    if (waiter->who != who)
      continue;
    g_queue_delete_link (&self->waiting, l);
    waiter_free (waiter);
    return;
  }
}

/**
 * paddock_read_slots_get_moved:
 * @self: slots
 * @mount: a mount point
 *
 * Returns: when a slot on @mount was last given back, in monotonic µs; 0 if no slot was given back
 *   yet, or if no slot on @mount is taken now
 */
gint64
paddock_read_slots_get_moved (PaddockReadSlots *self,
                              const char       *mount)
{
  const Mount *of_all = g_hash_table_lookup (self->mounts, mount);

  return of_all != NULL ? of_all->moved : 0;
}
