/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What has to be through before anything else is sent. */
typedef struct _PaddockBarrier PaddockBarrier;

PaddockBarrier *paddock_barrier_new      (void               (* opened)(gpointer user_data),
                                          gpointer               user_data);
void            paddock_barrier_free     (PaddockBarrier        *self);
void            paddock_barrier_shut     (PaddockBarrier        *self,
                                          gconstpointer          what,
                                          guint                  milliseconds);
void            paddock_barrier_open     (PaddockBarrier        *self,
                                          gconstpointer          what);
gconstpointer   paddock_barrier_get      (const PaddockBarrier  *self);
void            paddock_barrier_clear    (PaddockBarrier        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockBarrier, paddock_barrier_free)

G_END_DECLS
