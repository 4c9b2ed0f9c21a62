/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-gate.h"
#include "paddock-state.h"

G_BEGIN_DECLS

/* How many paths one call of paddock_adding_async() may add. */
#define PADDOCK_ADDING_MAX_PATHS 1000

typedef struct {
  const char    *name;              /* (nullable) */
  gboolean       has_access;        /* whether @access counts; if not, the root is read-write if the
                                     * place allows it */
  PaddockAccess  access;
  gboolean       crosses;           /* if the path is a directory: also include the other file
                                     * systems below it */
  gboolean       accept_warnings;
  gint64         expires;           /* when the root ends, in µs since the epoch; 0: never */
  const char    *login;             /* (nullable) the login of the user with which the root ends;
                                     * NULL: the root does not end at a logout */
  gboolean       is_volatile;       /* the root lasts only for this run of the service */
  gboolean       only_look;         /* only look at the paths, and add nothing */
  gboolean       may_renew;         /* if the root of a path is not available, give that root the
                                     * document that the user picked now */
  PaddockGate   *gate;              /* (nullable) decides whether to add the roots; %NULL: the user
                                     * adds them, so they are added at once */
  const char    *caller;            /* (nullable) the name of the caller who adds the roots, for the
                                     * journal */
} PaddockAddOptions;

void paddock_adding_async (PaddockState            *state,
                           const char * const      *paths,
                           const PaddockAddOptions *options,
                           GAsyncReadyCallback      callback,
                           gpointer                 user_data);
/* Adds copies of @roots (PaddockRoot), which belong to another installation. */
void       paddock_adding_copies_async (PaddockState        *state,
                                        GPtrArray           *roots,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data);
GPtrArray *paddock_adding_finish       (GAsyncResult       *result,
                                        GError            **error);

G_END_DECLS
