/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-path-crossing.h"
#include "paddock-path-object.h"
#include "paddock-places.h"
#include "paddock-read-verdict.h"

G_BEGIN_DECLS

/* How many links one walk follows, like the kernel (path_resolution(7)). */
#define PADDOCK_PATH_WALK_LINKS 40
/* How many components one walk looks up, including those of links. */
#define PADDOCK_PATH_WALK_STEPS 65536

/* Where a walk starts, and what it may do. The owner keeps all members alive. */
typedef struct {
  const PaddockPathObject *root;     /* a directory */
  int                      mount;    /* the mount of @root */
  const char              *path;     /* the canonical path of @root on the host */
  const PaddockPlaces     *places;   /* the refused places; the walk enters none of them, nor
                                      * Paddock's own directories under another name */
  const char              *way;      /* the path by which this process reaches @root */
  PaddockPathCrossing     *crossing; /* (nullable) how to enter other mounts below @root, and what
                                      * the walk found out about them; %NULL: enter none */
} PaddockPathWalk;

PaddockReadVerdict paddock_path_walk (const PaddockPathWalk  *walk,
                                      const char             *rest,
                                      PaddockPathObject      *out_object,
                                      char                  **out_names);

G_END_DECLS
