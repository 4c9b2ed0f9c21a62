/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-handshake.h"
#include "paddock-policy.h"

G_BEGIN_DECLS

/* The answer to `roots/list` for one server. Immutable, with a reference count. */
typedef struct _PaddockRootsAnswer PaddockRootsAnswer;

/* What a `paddock run` is told besides the roots, so that it can confine its server. */
typedef struct {
  const char         *server_id;    /* (nullable) NULL: the server has none yet */
  const char * const *withheld;     /* (nullable) paths of roots in directories of the system that
                                     * this server must not see; NULL: none */
  gboolean            is_confined;  /* it claims to be `paddock run --confine` */
} PaddockLaunchFacts;

PaddockRootsAnswer *paddock_roots_answer_new   (PaddockPolicyResult  *result,
                                                const PaddockVersion *version,
                                                gboolean              is_launch,
                                                const PaddockLaunchFacts *facts);
PaddockRootsAnswer *paddock_roots_answer_ref   (PaddockRootsAnswer   *self);
void                paddock_roots_answer_unref (PaddockRootsAnswer   *self);

const PaddockPolicyResult *paddock_roots_answer_get_result         (const PaddockRootsAnswer *self);
gboolean                   paddock_roots_answer_is_revoked_by_user (const PaddockRootsAnswer *self);
const char * const        *paddock_roots_answer_get_told           (const PaddockRootsAnswer *self);
GBytes                    *paddock_roots_answer_write              (const PaddockRootsAnswer *self,
                                                                    const char               *id,
                                                                    const char               *task);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockRootsAnswer, paddock_roots_answer_unref)

G_END_DECLS
