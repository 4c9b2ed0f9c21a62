/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-path-crossing.h"
#include "paddock-path-object.h"
#include "paddock-places.h"
#include "paddock-read-verdict.h"

G_BEGIN_DECLS

/* Links that one walk follows, as the kernel (path_resolution(7)). */
#define PADDOCK_PATH_WALK_LINKS 40
/* Components that one walk looks up, those of links included. */
#define PADDOCK_PATH_WALK_STEPS 65536

/* From where a walk starts, and what it may do. The owner keeps all of it alive. */
typedef struct {
  const PaddockPathObject *root;     /* a directory */
  int                      mount;    /* the one that @root lies on */
  const char              *path;     /* the host's canonical name of @root */
  const PaddockPlaces     *places;   /* none of their refused places is entered, nor Paddock's own
                                      * directories by another name */
  const char              *way;      /* by which @root is reached here */
  PaddockPathCrossing     *crossing; /* (nullable) how other mounts below @root are entered, and
                                      * what came of that; %NULL: none is */
} PaddockPathWalk;

PaddockReadVerdict paddock_path_walk (const PaddockPathWalk  *walk,
                                      const char             *rest,
                                      PaddockPathObject      *out_object,
                                      char                  **out_names);

G_END_DECLS
