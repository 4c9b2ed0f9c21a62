/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-read-slots.h"

#include "paddock-limits.h"

/* Slots for reading: a caller has few on one mount, all callers together some more, and all mounts
 * together so many. A read that hangs keeps its slot until it comes back, so a mount that hangs
 * takes its own slots and no others. A way over mounts that do not lie in each other counts as a
 * mount of its own, for a read on it may hang by any of them; but a caller has no more slots on all
 * such ways together than on one mount: there are as many ways as there are orders of mounts. Who
 * gets none waits, first come, first served, as an agent does that reads a dozen files at once.
 *
 * Owned by the reader. It starts nothing and has no clock: who waits is a pointer to it, which is
 * given out again with a slot taken for it. For how long somebody waits is the reader's decision.
 */
struct _PaddockReadSlots
{
  GHashTable *of_callers;           /* (owned) caller and mount -> how many */
  GHashTable *mounts;               /* (owned) mount point -> Mount, while any is taken there */
  guint       n_taken;
  GQueue      waiting;              /* (owned) Waiter, who came first is first */
};

typedef struct {
  guint  n_taken;
  gint64 moved;                     /* monotonic µs: when one was given back last, 0: never */
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

/* For all ways that are no mount point: those begin with a slash. */
#define SEVERAL_MOUNTS "several"

/* A mount point has no name of the bus before its first slash, nor an id of a server. */
static char *
dup_key (const char *caller,
         const char *mount)
{
  return g_strconcat (caller, "\n", mount[0] == '/' ? mount : SEVERAL_MOUNTS, NULL);
}

static gboolean
take_if_free (PaddockReadSlots *self,
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
 * @self: (nullable): slots; who waits is forgotten
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
 * @caller: whose reads are counted together
 * @mount: the mount point on which is read; or a name for a way over several mounts, which does not
 *   begin with a slash
 * @who: waits where none is free, until paddock_read_slots_next() returns it or
 *   paddock_read_slots_leave() is called with it
 *
 * Returns: whether it may read now
 */
PaddockReadSlot
paddock_read_slots_acquire (PaddockReadSlots *self,
                            const char       *caller,
                            const char       *mount,
                            gpointer          who)
{
  guint n_waiting = 0;
  Waiter *waiter;

  /* This overtakes nobody: there is no slot that one of those who wait could have. */
  if (take_if_free (self, caller, mount))
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
 * @caller: who took one
 * @mount: on which mount
 * @now: monotonic µs
 *
 * To be followed by paddock_read_slots_next(), until there is nobody.
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
 * @self: slots, after some were given back
 *
 * One slot may be enough for two who wait: for a caller who waits elsewhere for one of his own, and
 * for another who waits for one there.
 *
 * Returns: (transfer none) (nullable): who waited longest of those who may read now, and has a slot
 */
gpointer
paddock_read_slots_next (PaddockReadSlots *self)
{
  for (GList *l = self->waiting.head; l != NULL; l = l->next) {
    Waiter *waiter = l->data;
    gpointer who = waiter->who;

    if (!take_if_free (self, waiter->caller, waiter->mount))
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
 * @who: does not wait any more, if it did
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
 * Returns: monotonic µs: when a slot was given back there last; 0 where none was since the first
 *   one of those that are taken
 */
gint64
paddock_read_slots_get_moved (PaddockReadSlots *self,
                              const char       *mount)
{
  const Mount *of_all = g_hash_table_lookup (self->mounts, mount);

  return of_all != NULL ? of_all->moved : 0;
}
