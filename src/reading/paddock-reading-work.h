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

/* What is wanted of a file. */
typedef enum {
  PADDOCK_READING_CHECK,          /* whether it could be read */
  PADDOCK_READING_WRITE_CHECK,    /* whether it could be written; nothing is read */
  PADDOCK_READING_COPY,           /* a descriptor of a copy of it */
  PADDOCK_READING_BYTES,          /* some of its bytes */
} PaddockReadingPurpose;

/* A range of bytes. */
typedef struct {
  guint64 offset;
  gsize   length;                 /* at most; G_MAXSIZE: to the end */
} PaddockReadingRange;

/* Mounts that are entered for one file, one in another; to bound how often it is gone on. */
#define PADDOCK_READING_MOUNTS_MAX 8

/* Whose thread looks for a file: the root's own mount, then the last that the way there has met, as
 * long as each lies in the one before; else nobody's. */
typedef struct {
  char     *point;                /* (owned) (nullable) where that is mounted; %NULL: the root's
                                   * own */
  GArray   *entered;              /* (owned) (nullable) int: the ids of all that were met */
  char     *joint;                /* (owned) (nullable) a name for all of these, where they do not
                                   * lie in each other; no mount point has one like it */
} PaddockReadingLane;

/* What a thread is to look for. */
typedef struct {
  PaddockReadingPurpose  purpose;
  PaddockRoot           *root;      /* with its record */
  PaddockReadingLane     lane;
  const char            *rest;      /* of the path, below the root */
  const char            *allowed;   /* (nullable) the canonical name that the user allowed */
  guint64                device;    /* of the file that he allowed, as in PaddockReadingFound */
  guint64                inode;
  PaddockReadingRange    range;     /* of BYTES */
  gint64                 limit;     /* in bytes: more are not given away */
} PaddockReadingWork;

/* What it found. */
typedef struct {
  PaddockReadVerdict    verdict;
  PaddockSensitiveKind  kind;       /* with SENSITIVE: what the file is likely to hold */
  char                 *path;       /* (owned) (nullable) canonical, with ALLOWED and SENSITIVE */
  guint64               device;     /* with SENSITIVE, of a file with several names; else 0 */
  guint64               inode;
  gint64                size;       /* in bytes, with these */
  int                   fd;         /* (owned) of the copy, or -1 */
  GBytes               *bytes;      /* (owned) (nullable) */
  char                 *met;        /* (owned) (nullable) the mount point where another thread has
                                     * to go on: no verdict yet */
  int                   met_mount;  /* … and the mount's id */
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
