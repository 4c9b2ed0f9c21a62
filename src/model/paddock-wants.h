/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-duration.h"
#include "paddock-grant.h"
#include "paddock-places.h"

G_BEGIN_DECLS

/* The members that count, and what else is wanted. The names in capitals are kinds of prompts. */
typedef enum {
  PADDOCK_WANTS_NOTHING_ELSE = 0,
  PADDOCK_WANTS_ACCESS       = 1 << 0,  /* CHANGE_ROOT, ADD_ROOTS: the access */
  PADDOCK_WANTS_EXPIRY       = 1 << 1,  /* CHANGE_ROOT, ADD_ROOTS: the end */
  PADDOCK_WANTS_CONFIRMATION = 1 << 2,  /* CHANGE_ROOT: the file at the path becomes the root */
  PADDOCK_WANTS_FORGETTING   = 1 << 3,  /* UNBLOCK: the server is forgotten */
  PADDOCK_WANTS_RENEWAL      = 1 << 4,  /* ROOTS: to renew expired grants of @root_ids */
  PADDOCK_WANTS_CROSSING     = 1 << 5,  /* CHANGE_ROOT, ADD_ROOTS: mounted file systems, too */
} PaddockWantsFlags;

/* What the user is asked to allow: for which roots or new paths, with which access, for how long. A
 * part of a prompt. Does not change after the prompt was made. */
typedef struct {
  PaddockWantsFlags     flags;
  const char * const   *root_ids;   /* (nullable) to widen; RENEWAL: whose grants expired */
  const char * const   *paths;      /* (nullable) canonical, ADD_ROOTS only */
  guint                 n_files;    /* how many of @paths are files */
  const char * const   *documents;  /* (nullable) the portal's documents for @paths, for a
                                     * service in a sandbox, ADD_ROOTS only; not sent */
  PaddockPlaceWarnings  warnings;   /* about all paths, ADD_ROOTS and CHANGE_ROOT */
  PaddockAccess         access;     /* GRANT, CHANGE_ROOT, ADD_ROOTS */
  PaddockDuration       duration;   /* GRANT; ADD_ROOTS: only whether it ends with the login */
  gint64                expires;    /* µs since the epoch, 0: never; WANTS_EXPIRY only */
} PaddockWants;

PaddockWants    paddock_wants_copy         (const PaddockWants *template);
void            paddock_wants_clear        (PaddockWants       *wants);
gboolean        paddock_wants_equal        (const PaddockWants *a,
                                            const PaddockWants *b);
gboolean        paddock_wants_is_same      (const PaddockWants *a,
                                            const PaddockWants *b);
gboolean        paddock_wants_has_root     (const PaddockWants *wants,
                                            const char         *root_id);
guint           paddock_wants_count_paths  (const PaddockWants *wants);
PaddockDuration paddock_wants_get_length   (const PaddockWants *wants);

GStrv             paddock_wants_flags_to_nicks   (PaddockWantsFlags   flags);
PaddockWantsFlags paddock_wants_flags_from_nicks (const char * const *nicks);

G_END_DECLS
