/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-pool.h"
#include "paddock-path.h"

G_BEGIN_DECLS

/* The time between two polls of a root for which the kernel reports no events, in seconds. While
 * nobody would notice a change, the time doubles with each poll, up to the second constant. */
#define PADDOCK_WATCHER_POLL_SECONDS     4
#define PADDOCK_WATCHER_POLL_MAX_SECONDS 30

/* If a file system stops answering, its roots count as unreadable after this time. */
#define PADDOCK_WATCHER_HANG_SECONDS 5

#define PADDOCK_TYPE_WATCHER (paddock_watcher_get_type ())
G_DECLARE_FINAL_TYPE (PaddockWatcher, paddock_watcher, PADDOCK, WATCHER, GObject)

/* Returns whether anybody would notice, or be told of, a change of the root. */
typedef gboolean (* PaddockWatcherDemand) (const char *key,
                                           gpointer    user_data);

/* Signals:
 *   availability-changed (const char *key, PaddockAvailability availability,
 *                         const PaddockFileRecord *current)
 *     Emitted when the first look after paddock_watcher_add() is done, and whenever the
 *     availability or the record changes. @current is NULL unless AVAILABLE.
 */
PaddockWatcher *paddock_watcher_new           (PaddockFilePool         *pool);
void            paddock_watcher_add           (PaddockWatcher          *self,
                                               const char              *key,
                                               const char              *path,
                                               const PaddockFileRecord *record,
                                               gint64                   last_seen);
void            paddock_watcher_remove        (PaddockWatcher          *self,
                                               const char              *key);
void            paddock_watcher_check         (PaddockWatcher          *self,
                                               const char              *key);
void            paddock_watcher_set_demand    (PaddockWatcher          *self,
                                               PaddockWatcherDemand      demand,
                                               gpointer                 user_data);
void            paddock_watcher_hurry         (PaddockWatcher          *self);
gboolean        paddock_watcher_has_events    (PaddockWatcher          *self,
                                               const char              *key);
gint64          paddock_watcher_get_last_seen (PaddockWatcher          *self,
                                               const char              *key);
gboolean        paddock_watcher_is_settled    (PaddockWatcher          *self);
gboolean        paddock_watcher_is_idle       (PaddockWatcher          *self);

G_END_DECLS
