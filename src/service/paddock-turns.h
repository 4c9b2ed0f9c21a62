/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Who changes what is known waits for his turn: what he plans must be planned against all that was
 * decided before, also against what is still on its way to the disk. */
typedef struct _PaddockTurns PaddockTurns;

typedef void (*PaddockTurn) (gpointer user_data);

PaddockTurns *paddock_turns_new   (void);
void          paddock_turns_free  (PaddockTurns   *self);
void          paddock_turns_take  (PaddockTurns   *self,
                                   PaddockTurn     turn,
                                   gpointer        user_data,
                                   GDestroyNotify  destroy);
void          paddock_turns_begin (PaddockTurns   *self);
void          paddock_turns_end   (PaddockTurns   *self);
void          paddock_turns_hurry (PaddockTurns   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockTurns, paddock_turns_free)

G_END_DECLS
