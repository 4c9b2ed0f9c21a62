/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-mount-table.h"
#include "paddock-watch-monitors.h"

G_BEGIN_DECLS

/* The kernel's watches of the directories from "/" to a path. paddock_watch_cover_free() ends
 * them. */
typedef struct {
  PaddockWatchMonitors *monitors; /* (owned) */
  GArray               *watches;  /* (owned) PaddockWatchHold, from "/" downwards */
  gboolean              is_complete; /* FALSE: a change may go unnoticed, so poll the path */
  gboolean              is_missing_events; /* events were lost while a watch was added, so look at
                                            * the path again */
} PaddockWatchCover;

/* One directory that the kernel watches. */
typedef struct {
  int   watch;                    /* the kernel's number of the watch */
  char *path;                     /* (owned) path of the directory */
} PaddockWatchHold;

PaddockWatchCover *paddock_watch_cover_new_for_path (const char              *path,
                                                     const PaddockMountTable *mounts,
                                                     PaddockWatchMonitors    *monitors);
void               paddock_watch_cover_free         (PaddockWatchCover       *cover);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockWatchCover, paddock_watch_cover_free)

G_END_DECLS
