/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-duration.h"
#include "paddock-grant.h"
#include "paddock-places.h"

G_BEGIN_DECLS

/* Which members of a PaddockWants count, and what else is wanted. The names in capitals are kinds
 * of questions (PaddockPromptKind). */
typedef enum {
  PADDOCK_WANTS_NOTHING_ELSE = 0,
  PADDOCK_WANTS_ACCESS       = 1 << 0,  /* for CHANGE_ROOT and ADD_ROOTS: @access says which access
                                         * is wanted */
  PADDOCK_WANTS_EXPIRY       = 1 << 1,  /* for CHANGE_ROOT and ADD_ROOTS: @expires and @duration say
                                         * which end is wanted */
  PADDOCK_WANTS_CONFIRMATION = 1 << 2,  /* for CHANGE_ROOT: what is at the path now is to be
                                         * accepted as the root */
  PADDOCK_WANTS_FORGETTING   = 1 << 3,  /* for UNBLOCK: the server is to be forgotten */
  PADDOCK_WANTS_RENEWAL      = 1 << 4,  /* for ROOTS: the expired grants of @root_ids are to be
                                         * renewed */
  PADDOCK_WANTS_CROSSING     = 1 << 5,  /* for CHANGE_ROOT and ADD_ROOTS: file systems mounted
                                         * inside the roots are to be read, too */
} PaddockWantsFlags;

/* What the user is asked to allow: for which roots or new paths, with which access, for how long. A
 * part of a prompt. Does not change after the prompt was made. */
typedef struct {
  PaddockWantsFlags     flags;
  const char * const   *root_ids;   /* (nullable) the ids of the roots to widen; for RENEWAL, of the
                                     * roots whose grants expired; NULL: none */
  const char * const   *paths;      /* (nullable) for ADD_ROOTS: the canonical paths to add;
                                     * otherwise NULL */
  guint                 n_files;    /* how many of @paths are files */
  const char * const   *documents;  /* (nullable) for ADD_ROOTS, if the service is in a sandbox: the
                                     * portal's documents for @paths; not sent on the bus */
  const char * const   *entries;    /* (nullable) for TAKE_OUT: each entry of an app's file, as
                                     * "APP/SERVER" */
  PaddockPlaceWarnings  warnings;   /* for ADD_ROOTS and CHANGE_ROOT: the warnings about all
                                     * paths */
  PaddockAccess         access;     /* for GRANT, CHANGE_ROOT and ADD_ROOTS: the wanted access */
  PaddockDuration       duration;   /* for GRANT: the wanted duration; for ADD_ROOTS it only says
                                     * whether the roots end with the login */
  gint64                expires;    /* with WANTS_EXPIRY: when the roots are to expire, in µs since
                                     * the epoch; 0: never */
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
guint           paddock_wants_count_entries (const PaddockWants *wants);
PaddockDuration paddock_wants_get_length   (const PaddockWants *wants);

GStrv             paddock_wants_flags_to_nicks   (PaddockWantsFlags   flags);
PaddockWantsFlags paddock_wants_flags_from_nicks (const char * const *nicks);

G_END_DECLS
