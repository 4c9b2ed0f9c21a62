/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-record.h"
#include "paddock-places.h"
#include "paddock-read-verdict.h"

G_BEGIN_DECLS

/* How often Paddock looks up a file that keeps changing; after that it refuses the file. */
#define PADDOCK_PATH_OPEN_TRIES 16
/* One read never returns more bytes than this, whatever the caller's limit. */
#define PADDOCK_PATH_READ_MAX   ((gsize) 256 * 1024 * 1024)

/* A root that the caller may see. The caller keeps all members alive. */
typedef struct {
  const char              *path;     /* the canonical path of the root on the host */
  const char              *way;      /* the path by which this process reaches the root
                                      * (paddock_places_dup_way()) */
  const PaddockFileRecord *record;   /* what the last check of availability found at the root */
  gboolean                 crosses;  /* the user also allowed the other file systems that are
                                      * mounted below the root */
  const GArray            *entered;  /* (nullable) int: the ids of the mounts below the root that
                                      * this thread may wait for; %NULL: it may wait for any
                                      * mount */
} PaddockOpenRoot;

typedef enum {
  PADDOCK_OPEN_TO_READ     = 0,
  PADDOCK_OPEN_WRITE_CHECK = 1 << 0,  /* check whether the file could be written; open nothing */
} PaddockOpenFlags;

/* The result of paddock_path_open_below(); free it with paddock_path_open_clear(). */
typedef struct {
  PaddockReadVerdict verdict;
  int                fd;          /* (owned) the opened file, for reading only; -1: no file is
                                   * open */
  char              *path;        /* (owned) (nullable) the canonical path of the file on the host,
                                   * in the spelling of the file system; NULL unless allowed */
  guint64            device;
  guint64            inode;
  GStrv              names;       /* (owned) (nullable) other names of the file besides @path: from
                                   * mounts, or from a file system with its own rules for names;
                                   * NULL if no file was found */
  gboolean           is_name_unsure; /* the file may have another name that Paddock could not find
                                      * out */
  guint              links;       /* how many hard links the file has; 0 if the file does not exist
                                   * yet */
  gint64             size;        /* the size of the file in bytes when it was found; it may have
                                   * changed since */
  guint64            root_device; /* the device number of the object that was opened as the root */
  guint64            root_inode;
  int                root_mount;
  char              *met;         /* (owned) (nullable) with OTHER_FILE_SYSTEM, if the user allowed
                                   * other file systems: the mount point where a thread of that
                                   * mount must go on */
  int                met_mount;   /* the id of the mount at @met */
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
