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

/* What the work does with a file once it is found. */
typedef enum {
  PADDOCK_READING_CHECK,          /* tell whether the file could be read */
  PADDOCK_READING_WRITE_CHECK,    /* tell whether the file could be written; read nothing */
  PADDOCK_READING_COPY,           /* give a descriptor of a copy of the file */
  PADDOCK_READING_BYTES,          /* give some bytes of the file */
} PaddockReadingPurpose;

/* A range of bytes. */
typedef struct {
  guint64 offset;
  gsize   length;                 /* how many bytes to read at most; G_MAXSIZE: to the end of the
                                   * file */
} PaddockReadingRange;

/* How many mounts are entered for one file, at most. This limits how often the work begins
 * again. */
#define PADDOCK_READING_MOUNTS_MAX 8

/* Says which threads look for a file. At first these are threads of the root's own mount. Later
 * they are threads of the last mount on the path, as long as each mount lies inside the one before.
 * Otherwise the threads belong to several mounts together. */
typedef struct {
  char     *point;                /* (owned) (nullable) the mount point of the mount whose threads
                                   * look; %NULL: the root's own mount */
  GArray   *entered;              /* (owned) (nullable) int: the ids of all mounts that the work has
                                   * met; NULL: none */
  char     *joint;                /* (owned) (nullable) a name for all mounts in @entered together,
                                   * if not each lies inside the one before; it does not begin with
                                   * a slash. NULL: each does */
} PaddockReadingLane;

/* Which file a thread looks for, and what it does with that file. */
typedef struct {
  PaddockReadingPurpose  purpose;
  PaddockRoot           *root;      /* the root to look in; its @record is not NULL */
  PaddockReadingLane     lane;
  const char            *rest;      /* the part of the file's path below the root */
  const char            *allowed;   /* (nullable) the canonical name of the sensitive file that the
                                     * user allowed; NULL: none */
  guint64                device;    /* the device of the file that the user allowed, as in
                                     * PaddockReadingFound */
  guint64                inode;
  PaddockReadingRange    range;     /* which bytes to read, for the purpose BYTES */
  gint64                 limit;     /* the most bytes that the caller gets */
} PaddockReadingWork;

/* The result of looking for a file. */
typedef struct {
  PaddockReadVerdict    verdict;
  PaddockSensitiveKind  kind;       /* if SENSITIVE: what the file probably holds */
  char                 *path;       /* (owned) (nullable) the canonical path of the file, if ALLOWED
                                     * or SENSITIVE */
  guint64               device;     /* the device of the file, if SENSITIVE and the file has several
                                     * links; otherwise 0 */
  guint64               inode;
  gint64                size;       /* the size of the file in bytes; set when @path is set */
  int                   fd;         /* (owned) a descriptor of the copy of the file; -1: no copy */
  GBytes               *bytes;      /* (owned) (nullable) */
  char                 *met;        /* (owned) (nullable) the mount point where a thread of that
                                     * mount must go on; NULL: there is a verdict */
  int                   met_mount;  /* the id of the mount at @met */
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
