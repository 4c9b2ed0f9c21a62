/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-mount-table.h"
#include "paddock-path-object.h"
#include "paddock-places.h"
#include "paddock-read-verdict.h"

G_BEGIN_DECLS

/* How many mounts one walk may meet; a mount that it meets again counts again. */
#define PADDOCK_PATH_CROSSINGS 64

/* A mount that a walk entered: its id, and where its name is in the names of the walk. */
typedef struct {
  gsize begin;
  gsize end;
  int   mount;
} PaddockPathTop;

/* The mounts below a root, if they may be entered. The caller that opens below the root has it on
 * the stack. */
typedef struct {
  const PaddockPlaces *places;
  const GArray        *entered;   /* (nullable) int: the mounts that this thread may enter; NULL: it
                                   * may wait for any */
  guint                n_met;     /* mounts that this walk met */
  PaddockMountTable   *mounts;    /* (owned) (nullable) read when the walk met its last mount */
  GArray              *tops;      /* (owned) (nullable) PaddockPathTop: the mounts on the way to
                                   * what was found */
  char                *met;       /* (owned) (nullable) where another thread must go on */
  int                  met_mount; /* … and the id of the mount there */
} PaddockPathCrossing;

gboolean           paddock_path_crossing_may_enter (const PaddockPathCrossing *self,
                                                    int                        mount);
PaddockReadVerdict paddock_path_crossing_enter   (PaddockPathCrossing     *self,
                                                  int                      mount,
                                                  const char              *path);
PaddockReadVerdict paddock_path_crossing_judge   (PaddockPathCrossing     *self,
                                                  int                      mount,
                                                  const char              *path);
gboolean           paddock_path_crossing_refuses (PaddockPathCrossing     *self,
                                                  int                      mount,
                                                  const char              *path);
gboolean           paddock_path_crossing_look_up (PaddockPathCrossing     *self,
                                                  const PaddockPathObject *root,
                                                  const char              *names,
                                                  PaddockPathObject       *out_object);
void               paddock_path_crossing_clear   (PaddockPathCrossing     *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PaddockPathCrossing, paddock_path_crossing_clear)

G_END_DECLS
