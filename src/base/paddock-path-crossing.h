/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-mount-table.h"
#include "paddock-path-object.h"
#include "paddock-places.h"
#include "paddock-read-verdict.h"

G_BEGIN_DECLS

/* How many mounts one walk may meet. A mount that the walk meets twice counts twice. */
#define PADDOCK_PATH_CROSSINGS 64

/* A mount that a walk entered. The walk collects the names on its way in one text. In that text,
 * bytes @begin to @end are the name of this mount. @mount is the id of the mount. */
typedef struct {
  gsize begin;
  gsize end;
  int   mount;
} PaddockPathTop;

/* What one walk below a root knows about other mounts, if it may enter them. The function that
 * opens a file below the root has this structure on its stack. */
typedef struct {
  const PaddockPlaces *places;
  const GArray        *entered;   /* (nullable) int: ids of the mounts that this thread may enter;
                                   * NULL: it may wait for any mount */
  guint                n_met;     /* how many mounts this walk met */
  PaddockMountTable   *mounts;    /* (owned) (nullable) the mount table, read when the walk last met
                                   * a mount; NULL: the walk met no mount, or the table could not be
                                   * read */
  GArray              *tops;      /* (owned) (nullable) PaddockPathTop: the mounts on the way to
                                   * what the walk found; NULL: the walk has found nothing yet */
  char                *met;       /* (owned) (nullable) the mount point at which another thread must
                                   * go on; NULL: no other thread must */
  int                  met_mount; /* the id of the mount at @met */
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
