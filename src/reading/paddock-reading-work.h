/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-pool.h"
#include "paddock-path-open.h"
#include "paddock-root.h"
#include "paddock-secret-search.h"
#include "paddock-sensitive.h"

G_BEGIN_DECLS

/* What the caller wants of a file. */
typedef enum {
  PADDOCK_READING_CHECK,          /* whether it could be read */
  PADDOCK_READING_WRITE_CHECK,    /* whether it could be written; reads nothing */
  PADDOCK_READING_COPY,           /* a descriptor of a copy of it */
  PADDOCK_READING_BYTES,          /* some of its bytes */
} PaddockReadingPurpose;

/* A range of bytes. */
typedef struct {
  guint64 offset;
  gsize   length;                 /* at most; G_MAXSIZE: to the end */
} PaddockReadingRange;

/* How many mounts are entered for one file; it bounds how often the work begins again. */
#define PADDOCK_READING_MOUNTS_MAX 8

/* The thread that looks for a file. At first it is one of the root's own mount, then one of the
 * last mount on the way, as long as each lies inside the one before. Otherwise it belongs to none
 * of them. */
typedef struct {
  char     *point;                /* (owned) (nullable) the mount point; %NULL: the root's own
                                   * mount */
  GArray   *entered;              /* (owned) (nullable) int: the ids of all mounts that were met */
  char     *joint;                /* (owned) (nullable) a name for all of these, if they do not lie
                                   * in each other; no mount point looks like it */
} PaddockReadingLane;

/* What a thread looks for. */
typedef struct {
  PaddockReadingPurpose  purpose;
  PaddockRoot           *root;      /* with its record */
  PaddockReadingLane     lane;
  const char            *rest;      /* of the path, below the root */
  const char            *allowed;   /* (nullable) the canonical name of the file that the user
                                     * allowed */
  guint64                device;    /* of the file that the user allowed, as in
                                     * PaddockReadingFound */
  guint64                inode;
  PaddockReadingRange    range;     /* for BYTES */
  gint64                 limit;     /* in bytes: no more is given away */
} PaddockReadingWork;

/* What the thread found. */
typedef struct {
  PaddockReadVerdict    verdict;
  PaddockSensitiveKind  kind;       /* if SENSITIVE: what the file probably holds */
  char                 *path;       /* (owned) (nullable) canonical, if ALLOWED or SENSITIVE */
  guint64               device;     /* if SENSITIVE and the file has several links; otherwise 0 */
  guint64               inode;
  gint64                size;       /* in bytes, like @path */
  int                   fd;         /* (owned) of the copy, or -1 */
  GBytes               *bytes;      /* (owned) (nullable) */
  char                 *met;        /* (owned) (nullable) the mount point where another thread must
                                     * go on: there is no verdict yet */
  int                   met_mount;  /* … and the id of the mount */
} PaddockReadingFound;

gboolean paddock_reading_work_lane_enter (PaddockReadingLane        *lane,
                                          const PaddockReadingFound *found);
void     paddock_reading_work_lane_clear (PaddockReadingLane        *lane);

void                 paddock_reading_work_async      (PaddockFilePool          *pool,
                                                      PaddockSecretSearch      *search,
                                                      const PaddockPlaces      *places,
                                                      const PaddockReadingWork *work,
                                                      GAsyncReadyCallback       callback,
                                                      gpointer                  user_data);
PaddockReadingFound *paddock_reading_work_finish     (PaddockFilePool          *pool,
                                                      GAsyncResult             *result,
                                                      GError                  **error);
void                 paddock_reading_work_found_free (PaddockReadingFound      *found);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockReadingFound, paddock_reading_work_found_free)

G_END_DECLS
