/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-gate.h"
#include "paddock-state.h"

G_BEGIN_DECLS

/* How many paths one call may have. */
#define PADDOCK_ADDING_MAX_PATHS 1000

typedef struct {
  const char    *name;              /* (nullable) */
  gboolean       has_access;        /* otherwise read-write, if the place allows it */
  PaddockAccess  access;
  gboolean       crosses;           /* if it is a directory: also the other file systems below it */
  gboolean       accept_warnings;
  gint64         expires;           /* µs since the epoch, 0: never */
  const char    *login;             /* (nullable) the login with which it ends */
  gboolean       is_volatile;       /* only for this run of the service */
  gboolean       only_look;         /* add nothing */
  gboolean       may_renew;         /* a root that is out of reach gets this document */
  PaddockGate   *gate;              /* (nullable) decides about the roots; %NULL: the user adds
                                     * them */
  const char    *caller;            /* (nullable) for the journal */
} PaddockAddOptions;

void paddock_adding_async (PaddockState            *state,
                           const char * const      *paths,
                           const PaddockAddOptions *options,
                           GAsyncReadyCallback      callback,
                           gpointer                 user_data);
/* @roots: PaddockRoot, from another installation. */
void       paddock_adding_copies_async (PaddockState        *state,
                                        GPtrArray           *roots,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data);
GPtrArray *paddock_adding_finish       (GAsyncResult       *result,
                                        GError            **error);

G_END_DECLS
