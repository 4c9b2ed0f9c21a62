/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-handshake.h"
#include "paddock-identity.h"
#include "paddock-roots-answer.h"

G_BEGIN_DECLS

/* What a session knows about the server at its other end. The session owns its recipient. Code that
 * changes one of the first five members must clear @answer. */
typedef struct {
  char                 *server_id; /* (owned) (nullable) id of the known server; the Sessions set
                                    * it. NULL: not identified yet */
  char                 *scope;  /* (owned) the scope of decisions for "this session": of the peer's
                                 * process; if that process is unknown, "session:" and the id of
                                 * this connection */
  PaddockIdentity      *identity; /* (owned) (nullable) who the server is; NULL until it answers
                                   * `initialize` */
  const PaddockVersion *version; /* (nullable) the revision of MCP that both sides speak; NULL until
                                  * the server answers `initialize` */
  gboolean              is_launch; /* the peer claims to be a `paddock run` */
  gboolean              is_confined; /* the peer claims to be `paddock run --confine` */
  PaddockRootsAnswer   *answer; /* (owned) (nullable) the last answer to `roots/list`, which the
                                 * roots provider keeps or replaces; NULL: none */
} PaddockRecipient;

G_END_DECLS
