/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-state.h"

G_BEGIN_DECLS

/* How many days the service keeps the journal by default. */
#define PADDOCK_RETENTION_DEFAULT_DAYS 365

/* How long a new time of the clock must hold before rows are deleted because of it, in µs. */
#define PADDOCK_RETENTION_DELAY        G_TIME_SPAN_MINUTE

#define PADDOCK_TYPE_RETENTION (paddock_retention_get_type ())
/* Signals:
 *   pruned (gint64 before)     rows whose last repeat was earlier (µs since the epoch) are gone
 */
G_DECLARE_FINAL_TYPE (PaddockRetention, paddock_retention, PADDOCK, RETENTION, GObject)

PaddockRetention *paddock_retention_new      (PaddockState     *state,
                                              gint64            delay);
void              paddock_retention_set_days (PaddockRetention *self,
                                              guint             days);
void              paddock_retention_close    (PaddockRetention *self);

G_END_DECLS
