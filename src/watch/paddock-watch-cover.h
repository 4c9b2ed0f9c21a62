/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-mount-table.h"

G_BEGIN_DECLS

/* A directory as it was when it was found fit to be monitored. */
typedef struct {
  char    *path;                  /* (owned) */
  guint64  device;
  guint64  inode;
  int      mount;                 /* the kernel's mount id */
} PaddockWatchSpot;

/* Which directories to monitor so that nothing that happens to a path goes unnoticed. */
typedef struct {
  GPtrArray *spots;               /* (owned) PaddockWatchSpot, from "/" downwards */
  gboolean   is_complete;         /* FALSE: something may change unseen, the path must be polled */
} PaddockWatchCover;

PaddockWatchCover *paddock_watch_cover_find (const char              *path,
                                             const PaddockMountTable *mounts);
void               paddock_watch_cover_free (PaddockWatchCover       *cover);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockWatchCover, paddock_watch_cover_free)

G_END_DECLS
