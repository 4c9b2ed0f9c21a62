/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Limits how often each name may do something: a number of times at once, and then that many times
 * in a minute. */
typedef struct _PaddockRate PaddockRate;

PaddockRate *paddock_rate_new   (guint        per_minute,
                                 guint        max_names);
void         paddock_rate_free  (PaddockRate *self);
gboolean     paddock_rate_count (PaddockRate *self,
                                 const char  *name,
                                 gint64       now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockRate, paddock_rate_free)

G_END_DECLS
