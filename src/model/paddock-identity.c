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
 * A value, shared by sessions, servers and questions. The service finds the facts (paddock-peer.c,
 * paddock-launch.c). This file only keeps and compares them.
 *
 * A decision for a known identity applies to a claimed one (paddock_identity_matches) only if
 *   - both are of the same kind, and neither is anonymous. An anonymous peer matches nothing, not
 *     even itself, so its decisions end with its session;
 *   - every fact has the same value in both, or is missing in both;
 *   - no fact is worth less than before. A decision about a proven executable does not apply to one
 *     that is only claimed. A fact that is worth more is fine: the value is the same, with a better
 *     proof.
 * If the launch has a key, the host is not compared: the key already names the entry that the user
 * decided about. With another key, or without one, nothing matches.
 *
 * Three kinds of peers have no identity, because any program could claim the same: a process
 * without a proven executable, a launch that names no executable, and a server on another machine
 * without an address. This file always makes them anonymous.
 *
 * Values are UTF-8. Other bytes (file names may contain any) are escaped, with a hash, so that
 * different values never become equal. Of a value longer than PADDOCK_FACT_MAX_BYTES, the beginning
 * is kept, with a hash of all of it. */

/* A mark that no other value can contain: a value with such a mark is hashed itself. */
#define BYTES_START  "‹bytes:"
#define BYTES_END    "›"
#define BYTES_DIGITS 16

/* The end of a value that was too long. No other value can contain it either. */
#define MORE_START   "‹more:"
#define MORE_END     "›"

/* Longest label, in bytes. Longer names are cut. */
#define LABEL_MAX 256

struct _PaddockIdentity
{
  PaddockIdentityKind kind;
  PaddockFact         facts[PADDOCK_N_FACTS];   /* owns the values */
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

/* Strangers choose the hashed values. The hash is not shortened, so that they can't find two values
 * with the same one. A value that was cut before stays as it is. */
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

/* @copy: copies a value. It must not change a value that dup_value() made; dup_bounded() does
 * not. */
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

/* Returns the host of an address that paddock-address.c wrote. */
static char *
dup_host (const char *address)
{
  const char *host = strstr (address, "://");

  host = host != NULL ? host + strlen ("://") : address;
  return g_strndup (host, strcspn (host, "/"));
}

/* Returns the name of the program or script. */
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
 * Returns: whether it has a key that Paddock made for an entry in a host's configuration
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
 * Returns: (transfer full): the same identity, but its key is only a claim
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
 * @kind: the kind of fact
 *
 * Returns: the fact, with a borrowed value; %PADDOCK_PROOF_UNKNOWN and no value if there is none
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
 * Not symmetric: see the top of this file.
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
 * @b: an identity
 *
 * Returns: whether kind, facts and proofs are equal. Unlike paddock_identity_matches(), this only
 *   compares values
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
 * Returns: a bit (1 << PaddockFactKind) for each fact that prevents a match: it has another value,
 *   or is worth less
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
 * Returns: (transfer full): a name for display: the base name of the program, the host of the
 *   address or, for an interpreter or package runner, the name of the script or package. Escaped,
 *   at most 256 bytes, never empty
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
 * Invalid input gives an anonymous identity, which matches nothing. Otherwise an unknown or
 * duplicate fact could make it match too much. Values that are too long are cut like new ones, so
 * that they match these.
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
 * Returns: the proof, %PADDOCK_PROOF_UNKNOWN if @nick is unknown
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
 * Returns: whether there is such a kind; if not, @out_kind is unchanged
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
 * Returns: the kind, %PADDOCK_IDENTITY_ANONYMOUS if @nick is unknown
 */
PaddockIdentityKind
paddock_identity_kind_from_nick (const char *nick)
{
  return paddock_nicks_find_or_zero (identity_kind_nicks, G_N_ELEMENTS (identity_kind_nicks), nick);
}
