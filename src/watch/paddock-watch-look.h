/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-pool.h"
#include "paddock-path.h"
#include "paddock-watch-cover.h"

G_BEGIN_DECLS

/* One look at a root: whether it is available, and watches for its later changes. */
typedef struct _PaddockWatchLook PaddockWatchLook;

/* What a look at a root found. */
typedef struct {
  gint64               time;          /* µs since the epoch: when the root was checked */
  PaddockAvailability  availability;
  PaddockFileRecord   *current;       /* (owned) (nullable) what to remember of the root from now
                                       * on; NULL unless AVAILABLE */
  PaddockWatchCover   *cover;         /* (owned) (nullable) watches for later changes; NULL: the
                                       * caller took them over */
} PaddockWatchFinding;

PaddockWatchLook    *paddock_watch_look_new          (const char              *path,
                                                      const PaddockFileRecord *record,
                                                      gint64                   last_seen,
                                                      PaddockWatchMonitors    *monitors);
void                 paddock_watch_look_unref        (PaddockWatchLook        *look);
void                 paddock_watch_look_async        (PaddockWatchLook        *look,
                                                      PaddockFilePool         *pool,
                                                      GCancellable            *cancellable,
                                                      GAsyncReadyCallback      callback,
                                                      gpointer                 user_data);
PaddockWatchFinding *paddock_watch_look_finish       (PaddockFilePool         *pool,
                                                      GAsyncResult            *result,
                                                      GError                 **error);
gboolean             paddock_watch_look_has_begun    (PaddockWatchLook        *look);
gboolean             paddock_watch_look_has_ended    (PaddockWatchLook        *look);
void                 paddock_watch_look_finding_free (PaddockWatchFinding     *finding);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockWatchLook, paddock_watch_look_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockWatchFinding, paddock_watch_look_finding_free)

G_END_DECLS
