/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib-object.h>

#include "paddock-fact.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_IDENTITY_ANONYMOUS,       /* nothing identifies the server: decisions about it end with
                                     * its session */
  PADDOCK_IDENTITY_PROCESS,         /* a server that connected by itself, and whose executable is
                                     * proven */
  PADDOCK_IDENTITY_LAUNCH,          /* a server started by `paddock run` */
  PADDOCK_IDENTITY_REMOTE,          /* a server that `paddock run` reaches on another machine */
} PaddockIdentityKind;

#define PADDOCK_TYPE_IDENTITY (paddock_identity_get_type ())

/* Who a server is: a set of facts, each with its proof. Immutable. */
typedef struct _PaddockIdentity PaddockIdentity;

GType            paddock_identity_get_type (void) G_GNUC_CONST;
PaddockIdentity *paddock_identity_new      (PaddockIdentityKind kind,
                                            const PaddockFact   facts[PADDOCK_N_FACTS]);
PaddockIdentity *paddock_identity_ref      (PaddockIdentity    *identity);
void             paddock_identity_unref    (PaddockIdentity    *identity);

PaddockIdentityKind paddock_identity_get_kind             (const PaddockIdentity *identity);
PaddockFact         paddock_identity_get_fact             (const PaddockIdentity *identity,
                                                           PaddockFactKind        kind);
gboolean            paddock_identity_matches              (const PaddockIdentity *known,
                                                           const PaddockIdentity *claimed);
gboolean            paddock_identity_equal                (const PaddockIdentity *a,
                                                           const PaddockIdentity *b);
gboolean            paddock_identity_has_issued_key       (const PaddockIdentity *identity);
PaddockIdentity    *paddock_identity_new_with_claimed_key (const PaddockIdentity *identity);
PaddockIdentity    *paddock_identity_new_seen             (const PaddockIdentity *known,
                                                           const PaddockIdentity *claimed);
gboolean            paddock_identity_claims_key_of        (const PaddockIdentity *claimed,
                                                           const PaddockIdentity *known);
gboolean            paddock_identity_has_unproven_key     (const PaddockIdentity *identity);
guint               paddock_identity_changes              (const PaddockIdentity *known,
                                                           const PaddockIdentity *claimed);
guint               paddock_identity_differences          (const PaddockIdentity *known,
                                                           const PaddockIdentity *claimed);

/* The stored form of an identity: the nick of its kind, then an array of the known facts. Each fact
 * is the nick of its kind, the nick of its proof, and its value. On the bus the array alone is
 * called "facts". */
#define PADDOCK_IDENTITY_VARIANT_TYPE (G_VARIANT_TYPE ("(sa(sss))"))

GVariant        *paddock_identity_to_variant   (const PaddockIdentity *identity);
PaddockIdentity *paddock_identity_from_variant (GVariant              *variant);

const char         *paddock_identity_kind_to_nick   (PaddockIdentityKind kind);
PaddockIdentityKind paddock_identity_kind_from_nick (const char         *nick);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockIdentity, paddock_identity_unref)

G_END_DECLS
