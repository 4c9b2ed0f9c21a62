/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-json-scan.h"

G_BEGIN_DECLS

/* How long the host's lines wait for a server that does not ask, and what may wait. */
#define PADDOCK_HOLD_MS       250
#define PADDOCK_HOLD_BYTES    (1024 * 1024)
/* Between the answer about roots and the first line behind it: the server works on the answer. Then
 * it is looked so often whether it sleeps, and so many looks in a row must say so. */
#define PADDOCK_HOLD_SETTLE_MS 5
#define PADDOCK_HOLD_LOOK_MS   2
#define PADDOCK_HOLD_LOOKS     2

typedef struct _PaddockHold PaddockHold;

typedef struct {
  /* A line that was held goes on, without its newline. Must not end the hold's owner. */
  void     (* forward)(GBytes   *line,
                       gpointer  user_data);
  /* Whether the server has done with all that it was sent. */
  gboolean (* is_calm)(gpointer  user_data);
} PaddockHoldFuncs;

PaddockHold *paddock_hold_new        (const PaddockHoldFuncs *funcs,
                                      gpointer                user_data);
void         paddock_hold_free       (PaddockHold            *self);
void         paddock_hold_begin      (PaddockHold            *self);
gboolean     paddock_hold_take       (PaddockHold            *self,
                                      PaddockSpan             line);
void         paddock_hold_settle     (PaddockHold            *self);
void         paddock_hold_release    (PaddockHold            *self);
gboolean     paddock_hold_is_holding (const PaddockHold      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockHold, paddock_hold_free)

G_END_DECLS
