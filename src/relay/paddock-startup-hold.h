/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-filter.h"

G_BEGIN_DECLS

/* How long the host's lines wait for a server that does not ask, and how many bytes of them. */
#define PADDOCK_STARTUP_HOLD_MS       250
#define PADDOCK_STARTUP_HOLD_BYTES    (1024 * 1024)
/* While the server works on the answer about roots, the first line still waits. After the delay we
 * look so often whether the server sleeps. So many looks in a row must say so. */
#define PADDOCK_STARTUP_HOLD_QUIESCE_DELAY_MS 5
#define PADDOCK_STARTUP_HOLD_LOOK_MS   2
#define PADDOCK_STARTUP_HOLD_LOOKS     2

/* A filter. */
typedef struct _PaddockStartupHold PaddockStartupHold;

/* Whether the server has done with all that it was sent. */
typedef gboolean (*PaddockStartupHoldQuiescent) (gpointer user_data);

PaddockStartupHold *paddock_startup_hold_new            (PaddockStartupHoldQuiescent  is_quiescent,
                                                         gpointer                     user_data);
void                paddock_startup_hold_free           (PaddockStartupHold            *self);
void                paddock_startup_hold_begin          (PaddockStartupHold            *self);
void                paddock_startup_hold_wait_quiescent (PaddockStartupHold            *self);
void                paddock_startup_hold_release        (PaddockStartupHold            *self);
gboolean            paddock_startup_hold_is_active      (const PaddockStartupHold      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockStartupHold, paddock_startup_hold_free)

G_END_DECLS
