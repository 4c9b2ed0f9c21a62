/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-pool.h"
#include "paddock-path.h"
#include "paddock-watch-cover.h"

G_BEGIN_DECLS

/* What looking at a root found. */
typedef struct {
  gint64               began;         /* monotonic µs */
  gint64               time;          /* µs since the epoch, when it began */
  PaddockAvailability  availability;
  PaddockFileRecord   *current;       /* (owned) (nullable) set where AVAILABLE */
  PaddockWatchCover   *cover;         /* (owned) */
} PaddockWatchFinding;

void                 paddock_watch_look_async   (PaddockFilePool         *pool,
                                                 const char              *path,
                                                 const PaddockFileRecord *record,
                                                 gint64                   last_seen,
                                                 GCancellable            *cancellable,
                                                 GAsyncReadyCallback      callback,
                                                 gpointer                 user_data);
PaddockWatchFinding *paddock_watch_look_finish  (PaddockFilePool         *pool,
                                                 GAsyncResult            *result,
                                                 GError                 **error);
void                 paddock_watch_finding_free (PaddockWatchFinding     *finding);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockWatchFinding, paddock_watch_finding_free)

G_END_DECLS
