/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-gate.h"
#include "paddock-state.h"

G_BEGIN_DECLS

/* Most paths in one call. */
#define PADDOCK_ADDING_MAX_PATHS 1000

typedef struct {
  const char    *name;              /* (nullable) */
  gboolean       has_access;        /* else read-write where that may be */
  PaddockAccess  access;
  gboolean       crosses;           /* other file systems below, of what is a directory */
  gboolean       accept_warnings;
  gint64         expires;           /* µs since the epoch, 0: never */
  const char    *login;             /* (nullable) the login of the user it ends with */
  gboolean       is_volatile;       /* for this run of the service only */
  gboolean       only_look;         /* add nothing */
  gboolean       may_renew;         /* a root out of reach gets this document */
  PaddockGate   *gate;              /* (nullable) what is added passes it; %NULL: the user adds */
  const char    *caller;            /* (nullable) for the journal */
} PaddockAddOptions;

void paddock_adding_async (PaddockState            *state,
                           const char * const      *paths,
                           const PaddockAddOptions *options,
                           GAsyncReadyCallback      callback,
                           gpointer                 user_data);
/* @roots: PaddockRoot of elsewhere. */
void       paddock_adding_copies_async (PaddockState        *state,
                                        GPtrArray           *roots,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data);
GPtrArray *paddock_adding_finish       (GAsyncResult       *result,
                                        GError            **error);

G_END_DECLS
