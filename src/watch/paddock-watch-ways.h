/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A map from paths to items. It finds the items that lie at or below a given path. */
typedef struct _PaddockWatchWays PaddockWatchWays;

PaddockWatchWays *paddock_watch_ways_new    (void);
void              paddock_watch_ways_free   (PaddockWatchWays *self);
void              paddock_watch_ways_add    (PaddockWatchWays *self,
                                             const char       *path,
                                             gpointer          item);
void              paddock_watch_ways_remove (PaddockWatchWays *self,
                                             const char       *path,
                                             gpointer          item);
GPtrArray        *paddock_watch_ways_lookup (PaddockWatchWays *self,
                                             const char       *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockWatchWays, paddock_watch_ways_free)

G_END_DECLS
