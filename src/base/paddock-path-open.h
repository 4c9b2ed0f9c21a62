/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-record.h"
#include "paddock-places.h"
#include "paddock-read-verdict.h"

G_BEGIN_DECLS

/* How often what changes under our eyes is looked up again, then it is refused. */
#define PADDOCK_PATH_OPEN_TRIES 16
/* No more is ever read at once, whatever the caller's limit. */
#define PADDOCK_PATH_READ_MAX   ((gsize) 256 * 1024 * 1024)

/* A root that the caller may see. Whoever asks keeps all of it alive. */
typedef struct {
  const char              *path;     /* canonical, the host's */
  const char              *way;      /* by which it is reached here (paddock_places_dup_way()) */
  const PaddockFileRecord *record;   /* what availability last found there */
  gboolean                 crosses;  /* other file systems mounted below are allowed */
  const GArray            *entered;  /* (nullable) of these, int: the ids of those that this thread
                                      * may wait for; %NULL: any */
} PaddockOpenRoot;

typedef enum {
  PADDOCK_OPEN_TO_READ     = 0,
  PADDOCK_OPEN_WRITE_CHECK = 1 << 0,  /* whether it could be written; nothing is opened */
} PaddockOpenFlags;

/* What came of it; freed with paddock_path_open_clear(). */
typedef struct {
  PaddockReadVerdict verdict;
  int                fd;          /* (owned) open for reading only, or -1 */
  char              *path;        /* (owned) (nullable) canonical, the host's, of what is allowed,
                                   * as the file system itself has its names */
  guint64            device;
  guint64            inode;
  GStrv              names;       /* (owned) (nullable) what it is called besides @path: by mounts,
                                   * by a file system with rules of its own */
  gboolean           is_name_unsure; /* it may be called something else still */
  guint              links;       /* hard links; 0 for a file that is not there yet */
  gint64             size;        /* in bytes, of this moment: never to be relied on */
  guint64            root_device; /* what was open as the root */
  guint64            root_inode;
  int                root_mount;
  char              *met;         /* (owned) (nullable) with OTHER_FILE_SYSTEM: the mount point
                                   * below which a thread of that mount has to go on */
  int                met_mount;   /* … and the mount's id */
} PaddockOpened;

#define PADDOCK_OPENED_INIT { .fd = -1 }

void               paddock_path_open_below (const PaddockOpenRoot *root,
                                            const char            *rest,
                                            const PaddockPlaces   *places,
                                            PaddockOpenFlags       flags,
                                            PaddockOpened         *out_opened);
PaddockReadVerdict paddock_path_open_read  (const PaddockOpenRoot *root,
                                            const PaddockOpened   *opened,
                                            guint64                offset,
                                            gsize                  length,
                                            gsize                  limit,
                                            GBytes               **out_bytes);
void               paddock_path_open_clear (PaddockOpened         *opened);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PaddockOpened, paddock_path_open_clear)

G_END_DECLS
