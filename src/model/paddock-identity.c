/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-identity.h"

#include "paddock-nicks.h"

#include <string.h>

/* Who a server is: a set of facts, each with its proof.
 *
 * A value, shared by sessions, servers and questions. The service finds the facts (paddock-peer.c,
 * paddock-launch.c). This file only keeps and compares them.
 *
 * A decision about a known identity also holds for a claimed identity only if they match
 * (paddock_identity_matches()):
 *   - Both are of the same kind, and the kind is not ANONYMOUS. An anonymous peer matches nobody,
 *     not even itself, so decisions about it end with its session.
 *   - Every fact has the same value in both, or is missing in both.
 *   - No fact has a weaker proof in the claimed identity. For example, a decision about a proven
 *     executable does not hold for a claimed executable. A stronger proof matches.
 * Some facts may differ: if a server is known by a key of `paddock run`, its host, the path of its
 * program and its working directory are not compared. The user decided about the command line of
 * the entry that has this key, and package runners start it from any directory. A missing key, or
 * another key, does not match.
 *
 * A process without a proven executable, a launch without an executable, and a server on another
 * machine without an address have no identity, because anybody could claim the same. All functions
 * here make them anonymous.
 *
 * An anonymous peer may claim a key, too. It matches nobody by this key, but what the user refuses
 * to the server with this key is refused to it as well (paddock_identity_claims_key_of()).
 *
 * paddock-fact.c describes how the value of a fact is kept. */

struct _PaddockIdentity
{
  PaddockIdentityKind kind;
  PaddockFact         facts[PADDOCK_N_FACTS];   /* owns the values */
};

static const char * const identity_kind_nicks[] = {
  [PADDOCK_IDENTITY_ANONYMOUS] = "anonymous",
  [PADDOCK_IDENTITY_PROCESS] = "process",
  [PADDOCK_IDENTITY_LAUNCH] = "launch",
  [PADDOCK_IDENTITY_REMOTE] = "remote",
};

G_DEFINE_BOXED_TYPE (PaddockIdentity, paddock_identity,
                     paddock_identity_ref, paddock_identity_unref)

static void
paddock_identity_clear (PaddockIdentity *identity)
{
  for (gsize i = 0; i < PADDOCK_N_FACTS; i++)
    g_free ((char *) identity->facts[i].value);
}

/* Whether the facts suffice to tell one program from all others. */
static gboolean
is_recognizable (const PaddockIdentity *identity)
{
  switch (identity->kind) {
    case PADDOCK_IDENTITY_PROCESS:
      return identity->facts[PADDOCK_FACT_EXECUTABLE].proof == PADDOCK_PROOF_PROVEN;
    case PADDOCK_IDENTITY_LAUNCH:
      return identity->facts[PADDOCK_FACT_EXECUTABLE].value != NULL;
    case PADDOCK_IDENTITY_REMOTE:
      return identity->facts[PADDOCK_FACT_ADDRESS].value != NULL;
    case PADDOCK_IDENTITY_ANONYMOUS:
    default:
      return FALSE;
  }
}

/* Makes an identity from @facts. @copy copies a value: paddock_fact_dup_value() for a value as it
 * was found, or paddock_fact_dup_bounded() for a value of another identity, so that the value does
 * not change again. */
static PaddockIdentity *
new_from_values (PaddockIdentityKind kind,
                 const PaddockFact   facts[PADDOCK_N_FACTS],
                 char *           (* copy)(const char *value))
{
  PaddockIdentity *identity = g_atomic_rc_box_new0 (PaddockIdentity);

  identity->kind = kind;
  for (gsize i = 0; facts != NULL && i < PADDOCK_N_FACTS; i++) {
    if (facts[i].value == NULL || facts[i].proof == PADDOCK_PROOF_UNKNOWN ||
        facts[i].proof > PADDOCK_PROOF_PROVEN)
      continue;
    identity->facts[i].proof = facts[i].proof;
    identity->facts[i].value = copy (facts[i].value);
  }
  if (!is_recognizable (identity))
    identity->kind = PADDOCK_IDENTITY_ANONYMOUS;
  return identity;
}

static gboolean
is_relevant (const PaddockIdentity *known,
             gsize                  kind)
{
  if (kind == PADDOCK_FACT_NAME)
    return FALSE;
  return known->kind == PADDOCK_IDENTITY_PROCESS ||
         known->facts[PADDOCK_FACT_KEY].value == NULL ||
         (kind != PADDOCK_FACT_HOST && kind != PADDOCK_FACT_EXECUTABLE &&
          kind != PADDOCK_FACT_DIRECTORY);
}

static gboolean
fact_matches (const PaddockFact *known,
              const PaddockFact *claimed)
{
  return g_strcmp0 (known->value, claimed->value) == 0 && claimed->proof >= known->proof;
}

/**
 * paddock_identity_new:
 * @kind: what kind of identity
 * @facts: (nullable): the facts, by kind; copied. A fact without a value, or without a proof, is
 *   left out
 *
 * The result is anonymous for a process without a proven executable, a launch without an
 * executable, or a server on another machine without an address.
 *
 * Returns: (transfer full): a new identity
 */
PaddockIdentity *
paddock_identity_new (PaddockIdentityKind kind,
                      const PaddockFact   facts[PADDOCK_N_FACTS])
{
  return new_from_values (kind, facts, paddock_fact_dup_value);
}

/**
 * paddock_identity_ref:
 * @identity: an identity
 *
 * Returns: (transfer full): @identity
 */
PaddockIdentity *
paddock_identity_ref (PaddockIdentity *identity)
{
  return g_atomic_rc_box_acquire (identity);
}

/**
 * paddock_identity_unref:
 * @identity: (transfer full): an identity
 */
void
paddock_identity_unref (PaddockIdentity *identity)
{
  g_atomic_rc_box_release_full (identity, (GDestroyNotify) paddock_identity_clear);
}

/**
 * paddock_identity_has_issued_key:
 * @identity: an identity
 *
 * Returns: whether @identity has a key that Paddock made for an entry in a host's configuration
 */
gboolean
paddock_identity_has_issued_key (const PaddockIdentity *identity)
{
  return identity->facts[PADDOCK_FACT_KEY].proof == PADDOCK_PROOF_PROVEN;
}

/**
 * paddock_identity_has_unproven_key:
 * @identity: an identity
 *
 * Returns: whether @identity claims a key, but nobody can be recognized by it: the service could
 *   prove processes, and the peer is not proven to be `paddock run`
 */
gboolean
paddock_identity_has_unproven_key (const PaddockIdentity *identity)
{
  return identity->kind == PADDOCK_IDENTITY_ANONYMOUS &&
         identity->facts[PADDOCK_FACT_KEY].value != NULL;
}

/**
 * paddock_identity_claims_key_of:
 * @claimed: the identity of the current peer
 * @known: the identity that the user decided about
 *
 * Ignores all proofs. So this may take something from a peer, but must never give it anything.
 *
 * Returns: whether @claimed has an unproven key, and would match @known with a proven one
 */
gboolean
paddock_identity_claims_key_of (const PaddockIdentity *claimed,
                                const PaddockIdentity *known)
{
  if (!paddock_identity_has_unproven_key (claimed) || known->kind == PADDOCK_IDENTITY_ANONYMOUS)
    return FALSE;
  for (gsize i = 0; i < PADDOCK_N_FACTS; i++) {
    if (is_relevant (known, i) &&
        g_strcmp0 (known->facts[i].value, claimed->facts[i].value) != 0)
      return FALSE;
  }
  return TRUE;
}

/**
 * paddock_identity_new_with_claimed_key:
 * @identity: an identity with a key
 *
 * Returns: (transfer full): the same identity, but its key is only a claim
 */
PaddockIdentity *
paddock_identity_new_with_claimed_key (const PaddockIdentity *identity)
{
  PaddockFact facts[PADDOCK_N_FACTS];

  memcpy (facts, identity->facts, sizeof facts);
  facts[PADDOCK_FACT_KEY].proof = PADDOCK_PROOF_CLAIMED;
  return new_from_values (identity->kind, facts, paddock_fact_dup_bounded);
}

/**
 * paddock_identity_new_seen:
 * @known: the identity that the user decided about
 * @claimed: the identity of the current peer, which matches @known
 *
 * Returns: (transfer full): @known, with the values of @claimed for the facts that may differ
 */
PaddockIdentity *
paddock_identity_new_seen (const PaddockIdentity *known,
                           const PaddockIdentity *claimed)
{
  PaddockFact facts[PADDOCK_N_FACTS];

  for (gsize i = 0; i < PADDOCK_N_FACTS; i++)
    facts[i] = is_relevant (known, i) ? known->facts[i] : claimed->facts[i];
  return new_from_values (known->kind, facts, paddock_fact_dup_bounded);
}

/**
 * paddock_identity_get_kind:
 * @identity: an identity
 *
 * Returns: the kind of @identity
 */
PaddockIdentityKind
paddock_identity_get_kind (const PaddockIdentity *identity)
{
  return identity->kind;
}

/**
 * paddock_identity_get_fact:
 * @identity: an identity
 * @kind: the kind of fact
 *
 * Returns: the fact, with a borrowed value. If the fact is not known, its proof is
 *   %PADDOCK_PROOF_UNKNOWN and its value %NULL
 */
PaddockFact
paddock_identity_get_fact (const PaddockIdentity *identity,
                           PaddockFactKind        kind)
{
  if ((gsize) kind >= PADDOCK_N_FACTS)
    return (PaddockFact) { PADDOCK_PROOF_UNKNOWN, NULL };
  return identity->facts[kind];
}

/**
 * paddock_identity_matches:
 * @known: the identity that the user decided about
 * @claimed: the identity of the current peer
 *
 * Compares by the rules at the top of this file. Not symmetric, because a proof may become stronger
 * but not weaker.
 *
 * Returns: whether decisions about @known apply to @claimed
 */
gboolean
paddock_identity_matches (const PaddockIdentity *known,
                          const PaddockIdentity *claimed)
{
  return known->kind != PADDOCK_IDENTITY_ANONYMOUS && known->kind == claimed->kind &&
         paddock_identity_differences (known, claimed) == 0;
}

/**
 * paddock_identity_equal:
 * @a: an identity
 * @b: another identity
 *
 * Returns: whether kind, facts and proofs are equal. Unlike for paddock_identity_matches(), two
 *   anonymous identities may be equal
 */
gboolean
paddock_identity_equal (const PaddockIdentity *a,
                        const PaddockIdentity *b)
{
  if (a->kind != b->kind)
    return FALSE;
  for (gsize i = 0; i < PADDOCK_N_FACTS; i++) {
    if (a->facts[i].proof != b->facts[i].proof ||
        g_strcmp0 (a->facts[i].value, b->facts[i].value) != 0)
      return FALSE;
  }
  return TRUE;
}

/**
 * paddock_identity_differences:
 * @known: the identity that the user decided about
 * @claimed: the identity of the current peer
 *
 * Returns: a bit (1 << PaddockFactKind) for each fact that prevents a match: in @claimed the fact
 *   has another value, or a weaker proof
 */
guint
paddock_identity_differences (const PaddockIdentity *known,
                              const PaddockIdentity *claimed)
{
  guint differences = 0;

  for (gsize i = 0; i < PADDOCK_N_FACTS; i++) {
    if (is_relevant (known, i) && !fact_matches (&known->facts[i], &claimed->facts[i]))
      differences |= 1u << i;
  }
  return differences;
}

/**
 * paddock_identity_changes:
 * @known: the identity that the user decided about
 * @claimed: the identity of the current peer
 *
 * Returns: the bits of paddock_identity_differences(), and those of facts that changed without
 *   preventing a match
 */
guint
paddock_identity_changes (const PaddockIdentity *known,
                          const PaddockIdentity *claimed)
{
  guint changes = 0;

  for (gsize i = 0; i < PADDOCK_N_FACTS; i++)
    if (!fact_matches (&known->facts[i], &claimed->facts[i]))
      changes |= 1u << i;
  return changes;
}

/**
 * paddock_identity_to_variant:
 * @identity: an identity
 *
 * Returns: (transfer floating): %PADDOCK_IDENTITY_VARIANT_TYPE
 */
GVariant *
paddock_identity_to_variant (const PaddockIdentity *identity)
{
  GVariantBuilder facts;

  g_variant_builder_init (&facts, G_VARIANT_TYPE ("a(sss)"));
  for (gsize i = 0; i < PADDOCK_N_FACTS; i++) {
    if (identity->facts[i].value != NULL)
      g_variant_builder_add (&facts, "(sss)", paddock_fact_kind_to_nick (i),
                             paddock_fact_proof_to_nick (identity->facts[i].proof),
                             identity->facts[i].value);
  }
  return g_variant_new ("(sa(sss))", paddock_identity_kind_to_nick (identity->kind), &facts);
}

/**
 * paddock_identity_from_variant:
 * @variant: (nullable): from the database or the bus; a floating reference is not sunk
 *
 * Makes an anonymous identity, which matches nothing, if a fact is unknown or duplicate, or the
 * input is invalid otherwise. Without such a fact the identity could match too much. Values that
 * are too long are cut as in paddock_identity_new(), so that both match.
 *
 * Returns: (transfer full): an identity
 */
PaddockIdentity *
paddock_identity_from_variant (GVariant *variant)
{
  PaddockFact facts[PADDOCK_N_FACTS] = { { 0 } };
  PaddockIdentityKind identity_kind;
  g_autoptr (GVariantIter) iter = NULL;
  const char *kind_nick;
  const char *proof_nick;
  const char *value;

  if (variant == NULL || !g_variant_is_of_type (variant, PADDOCK_IDENTITY_VARIANT_TYPE))
    return paddock_identity_new (PADDOCK_IDENTITY_ANONYMOUS, NULL);

  g_variant_get (variant, "(&sa(sss))", &kind_nick, &iter);
  identity_kind = paddock_identity_kind_from_nick (kind_nick);
  while (g_variant_iter_next (iter, "(&s&s&s)", &kind_nick, &proof_nick, &value)) {
    PaddockFactKind kind;

    if (!paddock_fact_kind_from_nick (kind_nick, &kind) || facts[kind].value != NULL ||
        paddock_fact_proof_from_nick (proof_nick) == PADDOCK_PROOF_UNKNOWN) {
      identity_kind = PADDOCK_IDENTITY_ANONYMOUS;
      continue;
    }
    facts[kind].proof = paddock_fact_proof_from_nick (proof_nick);
    facts[kind].value = value;
  }
  return new_from_values (identity_kind, facts, paddock_fact_dup_bounded);
}

/**
 * paddock_identity_kind_to_nick:
 * @kind: a kind of identity
 *
 * Returns: (transfer none): the name of @kind in the database and on the bus
 */
const char *
paddock_identity_kind_to_nick (PaddockIdentityKind kind)
{
  return paddock_nicks_get (identity_kind_nicks, G_N_ELEMENTS (identity_kind_nicks), kind);
}

/**
 * paddock_identity_kind_from_nick:
 * @nick: (nullable): a name from the database or the bus
 *
 * Returns: the kind, %PADDOCK_IDENTITY_ANONYMOUS if @nick is unknown
 */
PaddockIdentityKind
paddock_identity_kind_from_nick (const char *nick)
{
  return paddock_nicks_find_or_zero (identity_kind_nicks, G_N_ELEMENTS (identity_kind_nicks), nick);
}
