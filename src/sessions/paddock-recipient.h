/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-handshake.h"
#include "paddock-identity.h"
#include "paddock-roots-answer.h"

G_BEGIN_DECLS

/* Who is told of roots: what a session knows of the server at its other end, and owns. Whoever
 * changes one of the first five drops the answer. */
typedef struct {
  char                 *server_id; /* (owned) (nullable) the known server, as the sessions set it */
  char                 *scope;  /* (owned) (nullable) what "this session" ends with */
  PaddockIdentity      *identity; /* (owned) (nullable) NULL: not initialized */
  const PaddockVersion *version; /* (nullable) NULL: not initialized */
  gboolean              is_launch; /* the peer claims to be a `paddock run` */
  PaddockRootsAnswer   *answer; /* (owned) (nullable) what it was told last, for the roots provider
                                 * to keep or to replace */
} PaddockRecipient;

G_END_DECLS
