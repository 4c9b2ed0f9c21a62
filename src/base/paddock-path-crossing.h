/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-mount-table.h"
#include "paddock-path-object.h"
#include "paddock-places.h"
#include "paddock-read-verdict.h"

G_BEGIN_DECLS

/* Mounts that one walk meets, one that it comes to again counted again. */
#define PADDOCK_PATH_CROSSINGS 64

/* A mount that a walk has entered: where its name is in the names of the walk, and its id. */
typedef struct {
  gsize begin;
  gsize end;
  int   mount;
} PaddockPathTop;

/* The mounts below a root, where they may be entered. Whoever opens below the root has it on the
 * stack. */
typedef struct {
  const PaddockPlaces *places;
  const GArray        *entered;   /* (nullable) int: the mounts that this thread may enter; NULL:
                                   * it may wait for any */
  guint                n_met;     /* mounts, in this walk */
  PaddockMountTable   *mounts;    /* (owned) (nullable) as of the last mount that was met */
  GArray              *tops;      /* (owned) (nullable) PaddockPathTop, of what was found */
  char                *met;       /* (owned) (nullable) where another thread has to go on */
  int                  met_mount; /* … and the id of what is mounted there */
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
