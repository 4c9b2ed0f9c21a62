/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-mount-table.h"
#include "paddock-watch-monitors.h"

G_BEGIN_DECLS

/* The watches of the directories on the way to a path. They last as long as this does. */
typedef struct {
  PaddockWatchMonitors *monitors; /* (owned) */
  GArray               *watches;  /* (owned) PaddockWatchHold, from "/" downwards */
  gboolean              is_complete; /* FALSE: a change may go unnoticed, so poll the path */
  gboolean              is_missing_events; /* an event came before the watch was known */
} PaddockWatchCover;

/* One directory that the kernel watches. */
typedef struct {
  int   watch;
  char *path;                     /* (owned) */
} PaddockWatchHold;

PaddockWatchCover *paddock_watch_cover_new_for_path (const char              *path,
                                                     const PaddockMountTable *mounts,
                                                     PaddockWatchMonitors    *monitors);
void               paddock_watch_cover_free         (PaddockWatchCover       *cover);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockWatchCover, paddock_watch_cover_free)

G_END_DECLS
