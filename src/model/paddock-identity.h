/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* How well a fact is known. 0: there is no such fact. */
typedef enum {
  PADDOCK_PROOF_UNKNOWN,
  PADDOCK_PROOF_CLAIMED,
  PADDOCK_PROOF_PROVEN,
} PaddockProof;

typedef enum {
  PADDOCK_FACT_USER,                /* uid, decimal */
  PADDOCK_FACT_EXECUTABLE,          /* of the process at the other end, or of the launch */
  PADDOCK_FACT_COMMAND,             /* the arguments, with a keyed hash in place of each secret */
  PADDOCK_FACT_DIRECTORY,           /* working directory, if the command depends on it */
  PADDOCK_FACT_HOST,                /* the program of the MCP host */
  PADDOCK_FACT_KEY,                 /* keyed hash of the launch's key; proven: Paddock made it */
  PADDOCK_FACT_OPTIONS,             /* options of `paddock run` about how the server starts */
  PADDOCK_FACT_ADDRESS,             /* origin and path of a server on another machine */
} PaddockFactKind;

#define PADDOCK_N_FACTS (PADDOCK_FACT_ADDRESS + 1)

typedef enum {
  PADDOCK_IDENTITY_ANONYMOUS,       /* no facts count: decisions end with the session */
  PADDOCK_IDENTITY_PROCESS,         /* a server that connected by itself, its executable proven */
  PADDOCK_IDENTITY_LAUNCH,          /* a server started by `paddock run` */
  PADDOCK_IDENTITY_REMOTE,          /* a server that `paddock run` reaches on another machine */
} PaddockIdentityKind;

/* The longest value of a fact. A longer one is cut, with a hash of all of it. */
#define PADDOCK_FACT_MAX_BYTES 4096

typedef struct {
  PaddockProof  proof;
  const char   *value;              /* (nullable) NULL exactly if the proof is UNKNOWN */
} PaddockFact;

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
guint               paddock_identity_differences          (const PaddockIdentity *known,
                                                           const PaddockIdentity *claimed);
char               *paddock_identity_dup_label            (const PaddockIdentity *identity);

/* The stored form: the kind, then kind, proof and value of each known fact, all as nicks. Its
 * second child is "facts" on the bus. */
#define PADDOCK_IDENTITY_VARIANT_TYPE (G_VARIANT_TYPE ("(sa(sss))"))

GVariant        *paddock_identity_to_variant   (const PaddockIdentity *identity);
PaddockIdentity *paddock_identity_from_variant (GVariant              *variant);

const char         *paddock_identity_proof_to_nick       (PaddockProof        proof);
PaddockProof        paddock_identity_proof_from_nick     (const char         *nick);
const char         *paddock_identity_fact_kind_to_nick   (PaddockFactKind     kind);
gboolean            paddock_identity_fact_kind_from_nick (const char         *nick,
                                                          PaddockFactKind    *out_kind);
const char         *paddock_identity_kind_to_nick        (PaddockIdentityKind kind);
PaddockIdentityKind paddock_identity_kind_from_nick      (const char         *nick);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockIdentity, paddock_identity_unref)

G_END_DECLS
