/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-pool.h"
#include "paddock-secret-links.h"

G_BEGIN_DECLS

/* How long, in ms, a caller waits for the result of a search in the home. */
#define PADDOCK_SECRET_SEARCH_MS  2000
/* How many callers may wait for the result of a search in the home. */
#define PADDOCK_SECRET_SEARCH_MAX 64

#define PADDOCK_TYPE_SECRET_SEARCH (paddock_secret_search_get_type ())
G_DECLARE_FINAL_TYPE (PaddockSecretSearch, paddock_secret_search, PADDOCK, SECRET_SEARCH, GObject)

typedef struct {
  PaddockSecretState   state;       /* UNKNOWN: nobody knows, because the home was not searched
                                     * completely in time */
  PaddockSensitiveKind kind;        /* if FOUND: the kind of the secret */
} PaddockSecretFinding;

PaddockSecretSearch  *paddock_secret_search_new    (PaddockFilePool      *pool,
                                                    const char           *home);
void                  paddock_secret_search_async  (PaddockSecretSearch  *self,
                                                    guint64               device,
                                                    guint64               inode,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
PaddockSecretFinding  paddock_secret_search_finish (PaddockSecretSearch  *self,
                                                    GAsyncResult         *result);

G_END_DECLS
