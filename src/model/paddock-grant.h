/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_GRANT (paddock_grant_get_type ())

/* A grant: one server may see one root, until a certain end. Immutable; copied from a template like
 * PaddockRoot. */
typedef struct {
  const char    *server_id;
  const char    *root_id;
  PaddockAccess  access;            /* the access of the grant; the server is told this or the
                                     * access of the root, whichever is lower */
  gint64         granted;           /* µs since the epoch: when the user made the grant */
  gint64         expires;           /* µs since the epoch; 0: no end in time */
  const char    *scope;             /* (nullable) the processes or the login with which the grant
                                     * ends; NULL: it ends with none of them */
} PaddockGrant;

GType         paddock_grant_get_type   (void) G_GNUC_CONST;
PaddockGrant *paddock_grant_new        (const PaddockGrant *template);
PaddockGrant *paddock_grant_ref        (PaddockGrant       *grant);
void          paddock_grant_unref      (PaddockGrant       *grant);

gboolean      paddock_grant_is_active  (const PaddockGrant *grant,
                                        const char         *scope,
                                        gint64              now);
gboolean      paddock_grant_is_worth_renewing (const PaddockGrant *grant,
                                               gint64              last_seen);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockGrant, paddock_grant_unref)

G_END_DECLS
