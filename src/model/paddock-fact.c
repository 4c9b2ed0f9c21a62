/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-fact.h"

#include "paddock-nicks.h"
#include "paddock-text.h"

#include <string.h>

/* One fact about who a server is, and the form in which its value is kept.
 *
 * A kept value is UTF-8. A file name may have other bytes: then its escaped form is kept, with a
 * hash of the bytes. So different values stay different. A kept value has at most
 * PADDOCK_FACT_MAX_BYTES. Of a longer value the beginning is kept, with a hash of the whole. */

/* The marks around the hash of an escaped value. Nobody can forge them: a new value that already
 * contains BYTES_START is escaped and hashed, too. */
#define BYTES_START  "‹bytes:"
#define BYTES_END    "›"
#define BYTES_DIGITS 16

/* The marks around the hash that ends a value that was too long. A new value that already contains
 * MORE_START is escaped and hashed, like one with BYTES_START. */
#define MORE_START   "‹more:"
#define MORE_END     "›"

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
  [PADDOCK_FACT_NAME] = "name",
};

/**
 * paddock_fact_dup_bounded:
 * @value: UTF-8
 *
 * Returns: (transfer full): @value, cut if it is longer than %PADDOCK_FACT_MAX_BYTES. A value that
 *   was cut before stays unchanged
 */
char *
paddock_fact_dup_bounded (const char *value)
{
  g_autofree char *beginning = NULL;
  g_autofree char *hash = NULL;
  gsize end_length;

  if (strlen (value) <= PADDOCK_FACT_MAX_BYTES)
    return g_strdup (value);

  /* Strangers choose the value. If the hash were cut, they could find two values with equal
   * hashes. */
  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, value, -1);
  end_length = strlen (MORE_START) + strlen (hash) + strlen (MORE_END);
  beginning = paddock_text_clip (value, PADDOCK_FACT_MAX_BYTES - end_length);
  return g_strconcat (beginning, MORE_START, hash, MORE_END, NULL);
}

/**
 * paddock_fact_dup_cut:
 * @value: a value as it is kept
 *
 * Returns: (transfer full) (nullable): the beginning of a value that was too long; %NULL if @value
 *   is whole
 */
char *
paddock_fact_dup_cut (const char *value)
{
  const char *mark = strstr (value, MORE_START);

  return mark != NULL ? g_strndup (value, (gsize) (mark - value)) : NULL;
}

/**
 * paddock_fact_dup_shown:
 * @value: a value as it is kept, or a part of one
 *
 * A hash is for comparing, and means nothing to people.
 *
 * Returns: (transfer full): @value without the hashes that paddock_fact_dup_value() appended
 */
char *
paddock_fact_dup_shown (const char *value)
{
  static const char * const starts[] = { BYTES_START, MORE_START };
  char *shown = g_strdup (value);

  for (gsize i = 0; i < G_N_ELEMENTS (starts); i++) {
    char *mark = g_strrstr (shown, starts[i]);

    if (mark != NULL) {
      const char *end = mark + strlen (starts[i]);

      end += strspn (end, "0123456789abcdef");
      end += g_str_has_prefix (end, BYTES_END) ? strlen (BYTES_END) : 0;
      memmove (mark, end, strlen (end) + 1);
    }
  }
  return shown;
}

/**
 * paddock_fact_dup_value:
 * @bytes: a value as it was found, maybe not UTF-8
 *
 * Returns: (transfer full): the form in which the value is kept: UTF-8, at most
 *   %PADDOCK_FACT_MAX_BYTES
 */
char *
paddock_fact_dup_value (const char *bytes)
{
  g_autofree char *escaped = NULL;
  g_autofree char *hash = NULL;
  g_autofree char *marked = NULL;

  if (g_utf8_validate (bytes, -1, NULL) && strstr (bytes, BYTES_START) == NULL &&
      strstr (bytes, MORE_START) == NULL)
    return paddock_fact_dup_bounded (bytes);

  escaped = paddock_text_escape (bytes, -1);
  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, bytes, -1);
  marked = g_strdup_printf ("%s" BYTES_START "%.*s" BYTES_END, escaped, BYTES_DIGITS, hash);
  return paddock_fact_dup_bounded (marked);
}

/**
 * paddock_fact_proof_to_nick:
 * @proof: a proof
 *
 * Returns: (transfer none): the name of @proof in the database and on the bus
 */
const char *
paddock_fact_proof_to_nick (PaddockProof proof)
{
  return paddock_nicks_get (proof_nicks, G_N_ELEMENTS (proof_nicks), proof);
}

/**
 * paddock_fact_proof_from_nick:
 * @nick: (nullable): a name from the database or the bus
 *
 * Returns: the proof, %PADDOCK_PROOF_UNKNOWN if @nick is unknown
 */
PaddockProof
paddock_fact_proof_from_nick (const char *nick)
{
  return paddock_nicks_find_or_zero (proof_nicks, G_N_ELEMENTS (proof_nicks), nick);
}

/**
 * paddock_fact_kind_to_nick:
 * @kind: a kind of fact
 *
 * Returns: (transfer none): the name of @kind in the database and on the bus
 */
const char *
paddock_fact_kind_to_nick (PaddockFactKind kind)
{
  return paddock_nicks_get (fact_kind_nicks, G_N_ELEMENTS (fact_kind_nicks), kind);
}

/**
 * paddock_fact_kind_from_nick:
 * @nick: (nullable): a name from the database or the bus
 * @out_kind: (out): the kind of fact
 *
 * Returns: whether there is such a kind; if not, @out_kind is unchanged
 */
gboolean
paddock_fact_kind_from_nick (const char      *nick,
                             PaddockFactKind *out_kind)
{
  gsize value;

  if (!paddock_nicks_find (fact_kind_nicks, G_N_ELEMENTS (fact_kind_nicks), nick, &value))
    return FALSE;
  *out_kind = value;
  return TRUE;
}
