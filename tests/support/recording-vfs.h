/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What SQLite does to the files of a directory, step by step, and what a disk has of them if the
 * power goes after any step. */

typedef enum {
  VFS_STEP_WRITE,
  VFS_STEP_TRUNCATE,
  VFS_STEP_SYNC,
  VFS_STEP_DELETE,
  VFS_STEP_MARK,                      /* set by the test: recording_vfs_mark () */
} VfsStepKind;

typedef struct {
  VfsStepKind  kind;
  char        *name;                  /* (owned) (nullable) of the file, in the directory */
  gint64       offset;                /* of a write; the size for a truncation */
  GBytes      *data;                  /* (owned) (nullable) of a write */
} VfsStep;

/* What the disk has of unsynced data. */
typedef enum {
  VFS_KEPT,                           /* all of it */
  VFS_LOST,                           /* nothing */
  VFS_TORN,                           /* everything, but only the first half of the last write */
  VFS_SHUFFLED,                       /* a random part of the writes, in any order */
} VfsLoss;

void       recording_vfs_install (void);
void       recording_vfs_begin   (const char      *directory);
GPtrArray *recording_vfs_end     (void);
void       recording_vfs_mark    (void);
void       recording_vfs_fill    (int              after);
void       recording_vfs_replay  (const GPtrArray *steps,
                                  guint            n_steps,
                                  VfsLoss          loss,
                                  guint32          seed,
                                  const char      *directory);

G_END_DECLS
