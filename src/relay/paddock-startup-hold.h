/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-filter.h"

G_BEGIN_DECLS

/* How long the host's lines wait at most, and how many bytes of lines may wait. */
#define PADDOCK_STARTUP_HOLD_MS       250
#define PADDOCK_STARTUP_HOLD_BYTES    (1024 * 1024)
/* When the server got its roots, the host's lines wait until the server sleeps. The first look at
 * the server comes after PADDOCK_STARTUP_HOLD_QUIESCE_DELAY_MS, each further one after
 * PADDOCK_STARTUP_HOLD_LOOK_MS. The server must sleep at PADDOCK_STARTUP_HOLD_LOOKS looks in a
 * row. */
#define PADDOCK_STARTUP_HOLD_QUIESCE_DELAY_MS 5
#define PADDOCK_STARTUP_HOLD_LOOK_MS   2
#define PADDOCK_STARTUP_HOLD_LOOKS     2

/* A filter that holds the host's first lines. */
typedef struct _PaddockStartupHold PaddockStartupHold;

/* Returns whether the server has handled all that was sent to it. */
typedef gboolean (*PaddockStartupHoldQuiescent) (gpointer user_data);

PaddockStartupHold *paddock_startup_hold_new            (PaddockStartupHoldQuiescent  is_quiescent,
                                                         gpointer                     user_data);
void                paddock_startup_hold_free           (PaddockStartupHold            *self);
void                paddock_startup_hold_renew          (PaddockStartupHold            *self);
gboolean            paddock_startup_hold_receive        (PaddockStartupHold            *self,
                                                         PaddockMessage                *message);
void                paddock_startup_hold_begin          (PaddockStartupHold            *self);
void                paddock_startup_hold_wait_quiescent (PaddockStartupHold            *self);
void                paddock_startup_hold_release        (PaddockStartupHold            *self);
gboolean            paddock_startup_hold_is_active      (const PaddockStartupHold      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockStartupHold, paddock_startup_hold_free)

G_END_DECLS
