/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Counts the reads that are under way, for each caller and each mount, and queues the callers who
 * wait. */
typedef struct _PaddockReadSlots PaddockReadSlots;

/* Whether a caller got a slot. The value 0 means that the caller got none. */
typedef enum {
  PADDOCK_READ_SLOT_REFUSED,        /* no slot is free, and too many requests wait already */
  PADDOCK_READ_SLOT_WAITS,
  PADDOCK_READ_SLOT_TAKEN,
} PaddockReadSlot;

PaddockReadSlots *paddock_read_slots_new  (void);
void              paddock_read_slots_free (PaddockReadSlots *self);

PaddockReadSlot paddock_read_slots_acquire   (PaddockReadSlots *self,
                                              const char       *caller,
                                              const char       *mount,
                                              gpointer          who);
void            paddock_read_slots_give_back (PaddockReadSlots *self,
                                              const char       *caller,
                                              const char       *mount,
                                              gint64            now);
gpointer        paddock_read_slots_next      (PaddockReadSlots *self);
void            paddock_read_slots_leave     (PaddockReadSlots *self,
                                              gpointer          who);
gint64          paddock_read_slots_get_moved (PaddockReadSlots *self,
                                              const char       *mount);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockReadSlots, paddock_read_slots_free)

G_END_DECLS
