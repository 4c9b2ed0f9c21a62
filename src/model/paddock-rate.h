/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Limits how often something may be used, for each name by itself. A name may use up all uses of a
 * minute at once, and then regains them evenly: there is a token bucket for each name. */
typedef struct _PaddockRate PaddockRate;

PaddockRate *paddock_rate_new   (guint        per_minute,
                                 guint        max_names);
void         paddock_rate_free  (PaddockRate *self);
gboolean     paddock_rate_count (PaddockRate *self,
                                 const char  *name,
                                 gint64       now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockRate, paddock_rate_free)

G_END_DECLS
