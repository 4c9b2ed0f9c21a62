/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-identity.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "paddock-nicks.h"
#include "paddock-program.h"
#include "paddock-text.h"

/* Who a server is: a set of facts, each with its proof.
 *
 * A value, shared by sessions, servers and questions. Where the facts come from is the business of
 * the service (paddock-peer.c, paddock-launch.c); here they are only kept and compared.
 *
 * What was decided for a known identity holds for a claimed one (paddock_identity_matches) only if
 *   - both are of the same kind, and neither is anonymous: an anonymous peer matches nobody, not
 *     even itself, so that its decisions end with its session;
 *   - every fact has the same value in both, a fact that one of them lacks included;
 *   - no fact is worth less than it was: a decision made for a proven executable is not for one
 *     that is only claimed. One that is worth more is fine: the same value, better known.
 * The host is left out of that where the launch has a key: who has the key is who was asked about,
 * under whatever host. Without the key, or with another one, nothing matches.
 *
 * A process whose executable is not proven, a launch that does not name one, and a server on
 * another machine without an address, have no identity: anybody could claim the same. They are made
 * anonymous here, whoever makes them.
 *
 * Values are UTF-8. Bytes that are not (file names may be anything) are kept as their escaped form
 * with a hash, so that no two different ones become equal. A value has at most
 * PADDOCK_FACT_MAX_BYTES: of a longer one the beginning is kept, with a hash of all of it. */

/* A mark that no other value can carry, as one that has it is hashed itself. */
#define BYTES_START  "‹bytes:"
#define BYTES_END    "›"
#define BYTES_DIGITS 16

/* The end of a value that was too long; no other value can carry it either. */
#define MORE_START   "‹more:"
#define MORE_END     "›"

/* Of a label, in bytes: longer names are cut. */
#define LABEL_MAX 256

struct _PaddockIdentity
{
  PaddockIdentityKind kind;
  PaddockFact         facts[PADDOCK_N_FACTS];   /* values owned */
};

static const char * const proof_nicks[] = {
  [PADDOCK_PROOF_UNKNOWN] = "unknown",
  [PADDOCK_PROOF_CLAIMED] = "claimed",
  [PADDOCK_PROOF_PROVEN] = "proven",
};

static const char * const fact_kind_nicks[] = {
  [PADDOCK_FACT_USER] = "user",
  [PADDOCK_FACT_EXECUTABLE] = "executable",
  [PADDOCK_FACT_COMMAND] = "command",
  [PADDOCK_FACT_DIRECTORY] = "directory",
  [PADDOCK_FACT_HOST] = "host",
  [PADDOCK_FACT_KEY] = "key",
  [PADDOCK_FACT_OPTIONS] = "options",
  [PADDOCK_FACT_ADDRESS] = "address",
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

/* Strangers choose what is hashed: all of the hash is kept, so that they find no two values with
 * one. A value that was bounded before stays as it is. */
static char *
dup_bounded (const char *value)
{
  g_autofree char *beginning = NULL;
  g_autofree char *hash = NULL;
  gsize end_length;

  if (strlen (value) <= PADDOCK_FACT_MAX_BYTES)
    return g_strdup (value);

  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, value, -1);
  end_length = strlen (MORE_START) + strlen (hash) + strlen (MORE_END);
  beginning = paddock_text_clip (value, PADDOCK_FACT_MAX_BYTES - end_length);
  return g_strconcat (beginning, MORE_START, hash, MORE_END, NULL);
}

static char *
dup_value (const char *bytes)
{
  g_autofree char *escaped = NULL;
  g_autofree char *hash = NULL;
  g_autofree char *marked = NULL;

  if (g_utf8_validate (bytes, -1, NULL) && strstr (bytes, BYTES_START) == NULL &&
      strstr (bytes, MORE_START) == NULL)
    return dup_bounded (bytes);

  escaped = paddock_text_escape (bytes, -1);
  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, bytes, -1);
  marked = g_strdup_printf ("%s" BYTES_START "%.*s" BYTES_END, escaped, BYTES_DIGITS, hash);
  return dup_bounded (marked);
}

/* Whether there is enough to tell one program from all others. */
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

/* @copy: how a value is taken; one that dup_value() made must stay as it is, which dup_bounded()
 * does. */
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
  return kind != PADDOCK_FACT_HOST || known->kind == PADDOCK_IDENTITY_PROCESS ||
         known->facts[PADDOCK_FACT_KEY].value == NULL;
}

static gboolean
fact_matches (const PaddockFact *known,
              const PaddockFact *claimed)
{
  return g_strcmp0 (known->value, claimed->value) == 0 && claimed->proof >= known->proof;
}

/* Of an address as paddock-address.c writes it. */
static char *
dup_host (const char *address)
{
  const char *host = strstr (address, "://");

  host = host != NULL ? host + strlen ("://") : address;
  return g_strndup (host, strcspn (host, "/"));
}

/* The name of what is run. */
static char *
dup_subject (const PaddockIdentity *identity)
{
  const char *executable = identity->facts[PADDOCK_FACT_EXECUTABLE].value;
  const char *command = identity->facts[PADDOCK_FACT_COMMAND].value;
  const char *address = identity->facts[PADDOCK_FACT_ADDRESS].value;
  g_auto (GStrv) argv = NULL;
  const char * const *arguments;
  const char *program;

  if (identity->kind == PADDOCK_IDENTITY_REMOTE)
    return dup_host (address);
  if (command == NULL || !g_shell_parse_argv (command, NULL, &argv, NULL))
    return executable != NULL ? g_path_get_basename (executable) : NULL;

  arguments = paddock_program_skip (executable, (const char * const *) argv, &program);
  return paddock_program_dup_subject (program, arguments);
}

/**
 * paddock_identity_new:
 * @kind: what kind of identity
 * @facts: (nullable): the facts, by kind; copied. One without a value or with an unknown proof is
 *   neither
 *
 * Without a proven executable a process is anonymous, without any a launch, and without an address
 * a server on another machine.
 *
 * Returns: (transfer full): a new identity
 */
PaddockIdentity *
paddock_identity_new (PaddockIdentityKind kind,
                      const PaddockFact   facts[PADDOCK_N_FACTS])
{
  return new_from_values (kind, facts, dup_value);
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
 * Returns: whether it came with a key that Paddock made for an entry of the user's
 */
gboolean
paddock_identity_has_issued_key (const PaddockIdentity *identity)
{
  return identity->facts[PADDOCK_FACT_KEY].proof == PADDOCK_PROOF_PROVEN;
}

/**
 * paddock_identity_new_with_claimed_key:
 * @identity: an identity with a key
 *
 * Returns: (transfer full): the same, but its key vouches for nothing
 */
PaddockIdentity *
paddock_identity_new_with_claimed_key (const PaddockIdentity *identity)
{
  PaddockFact facts[PADDOCK_N_FACTS];

  memcpy (facts, identity->facts, sizeof facts);
  facts[PADDOCK_FACT_KEY].proof = PADDOCK_PROOF_CLAIMED;
  return new_from_values (identity->kind, facts, dup_bounded);
}

/**
 * paddock_identity_get_kind:
 * @identity: an identity
 *
 * Returns: its kind
 */
PaddockIdentityKind
paddock_identity_get_kind (const PaddockIdentity *identity)
{
  return identity->kind;
}

/**
 * paddock_identity_get_fact:
 * @identity: an identity
 * @kind: which fact
 *
 * Returns: the fact, its value borrowed; of unknown proof and without a value where there is none
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
 * @known: whom something was decided about
 * @claimed: who is there now
 *
 * Not symmetric: see the top of this file.
 *
 * Returns: whether what was decided about @known holds for @claimed
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
 * @b: an identity
 *
 * Returns: whether both are the same kind, facts and proofs: the same value, which says nothing of
 *   what matches
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
 * @known: whom something was decided about
 * @claimed: who is there now
 *
 * Returns: a bit (1 << PaddockFactKind) for every fact because of which @claimed does not match:
 *   another value, or worth less
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
 * paddock_identity_dup_label:
 * @identity: an identity
 *
 * Returns: (transfer full): what a person may call it: the base name of its program or, where that
 *   only runs others, of the script or package, or the host of its address; escaped, at most 256
 * bytes, never empty
 */
char *
paddock_identity_dup_label (const PaddockIdentity *identity)
{
  g_autofree char *subject = dup_subject (identity);
  g_autofree char *escaped = NULL;

  if (subject == NULL || *subject == '\0')
    return g_strdup (_("Unknown program"));
  escaped = paddock_text_escape (subject, -1);
  return paddock_text_clip (escaped, LABEL_MAX);
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
      g_variant_builder_add (&facts, "(sss)", fact_kind_nicks[i],
                             paddock_identity_proof_to_nick (identity->facts[i].proof),
                             identity->facts[i].value);
  }
  return g_variant_new ("(sa(sss))", paddock_identity_kind_to_nick (identity->kind), &facts);
}

/**
 * paddock_identity_from_variant:
 * @variant: (nullable): from the database or the bus; a floating one is left floating
 *
 * What cannot be read makes the identity anonymous, so that it matches nobody: a fact of an unknown
 * kind or twice the same must not make it match more. Values that were stored before there was a
 * bound are cut as new ones are, and match these.
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

    if (!paddock_identity_fact_kind_from_nick (kind_nick, &kind) || facts[kind].value != NULL ||
        paddock_identity_proof_from_nick (proof_nick) == PADDOCK_PROOF_UNKNOWN) {
      identity_kind = PADDOCK_IDENTITY_ANONYMOUS;
      continue;
    }
    facts[kind].proof = paddock_identity_proof_from_nick (proof_nick);
    facts[kind].value = value;
  }
  return new_from_values (identity_kind, facts, dup_bounded);
}

/**
 * paddock_identity_proof_to_nick:
 * @proof: a proof
 *
 * Returns: (transfer none): its name in the database and on the bus
 */
const char *
paddock_identity_proof_to_nick (PaddockProof proof)
{
  return paddock_nicks_get (proof_nicks, G_N_ELEMENTS (proof_nicks), proof);
}

/**
 * paddock_identity_proof_from_nick:
 * @nick: (nullable): a name from the database or the bus
 *
 * Returns: the proof, %PADDOCK_PROOF_UNKNOWN where the nick is unknown
 */
PaddockProof
paddock_identity_proof_from_nick (const char *nick)
{
  return paddock_nicks_find_or_zero (proof_nicks, G_N_ELEMENTS (proof_nicks), nick);
}

/**
 * paddock_identity_fact_kind_to_nick:
 * @kind: a kind of fact
 *
 * Returns: (transfer none): its name in the database and on the bus
 */
const char *
paddock_identity_fact_kind_to_nick (PaddockFactKind kind)
{
  return paddock_nicks_get (fact_kind_nicks, G_N_ELEMENTS (fact_kind_nicks), kind);
}

/**
 * paddock_identity_fact_kind_from_nick:
 * @nick: (nullable): a name from the database or the bus
 * @out_kind: (out): the kind of fact
 *
 * Returns: whether there is such a kind; where not, @out_kind is left alone
 */
gboolean
paddock_identity_fact_kind_from_nick (const char      *nick,
                                      PaddockFactKind *out_kind)
{
  gsize value;

  if (!paddock_nicks_find (fact_kind_nicks, G_N_ELEMENTS (fact_kind_nicks), nick, &value))
    return FALSE;
  *out_kind = value;
  return TRUE;
}

/**
 * paddock_identity_kind_to_nick:
 * @kind: a kind of identity
 *
 * Returns: (transfer none): its name in the database and on the bus
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
 * Returns: the kind, %PADDOCK_IDENTITY_ANONYMOUS where the nick is unknown
 */
PaddockIdentityKind
paddock_identity_kind_from_nick (const char *nick)
{
  return paddock_nicks_find_or_zero (identity_kind_nicks, G_N_ELEMENTS (identity_kind_nicks), nick);
}
