/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-identity-text.h"

#include "paddock-sentences.h"
#include "paddock-text.h"

#include <glib/gi18n.h>
#include <unistd.h>

/* The facts about who a server is, in words. */

/**
 * paddock_identity_text_fact_title:
 *
 * Returns: (transfer none): the title of facts of this kind
 */
const char *
paddock_identity_text_fact_title (PaddockFactKind kind)
{
  switch (kind) {
    case PADDOCK_FACT_USER:
      return _("User");
    case PADDOCK_FACT_EXECUTABLE:
      return _("Program");
    case PADDOCK_FACT_COMMAND:
      return _("Command line");
    case PADDOCK_FACT_DIRECTORY:
      return _("Working folder");
    case PADDOCK_FACT_HOST:
      return _("Started by");
    case PADDOCK_FACT_KEY:
      return _("Entry key");
    case PADDOCK_FACT_OPTIONS:
      return _("Options of “paddock run”");
    case PADDOCK_FACT_ADDRESS:
      return _("Address");
    default:
      return "";
  }
}

/**
 * paddock_identity_text_fact_value:
 * @value: (nullable): the value of the fact in an identity; %NULL: unknown
 *
 * Returns: (transfer full): @value for display; the value of a %PADDOCK_FACT_KEY is not shown
 */
char *
paddock_identity_text_fact_value (PaddockFactKind  kind,
                                  const char      *value)
{
  g_autofree char *text = NULL;

  if (kind == PADDOCK_FACT_OPTIONS) {
    text = paddock_text_escape (value != NULL ? value : "", -1);
    return g_strjoin (*text != '\0' ? " " : NULL, "paddock run", text, NULL);
  }

  if (value == NULL)
    return g_strdup (_("Unknown"));

  if (kind == PADDOCK_FACT_KEY)
    return g_strdup (_("Set in the app’s configuration"));

  if (kind == PADDOCK_FACT_USER && g_ascii_strtoull (value, NULL, 10) == getuid ())
    return g_strdup (_("You"));

  if (kind == PADDOCK_FACT_DIRECTORY)
    return paddock_text_shorten (value, g_get_home_dir ());

  return paddock_text_escape (value, -1);
}

/**
 * paddock_identity_text_proof:
 *
 * Returns: (transfer none): a text that says whether a fact is verified
 */
const char *
paddock_identity_text_proof (PaddockProof proof)
{
  switch (proof) {
    case PADDOCK_PROOF_PROVEN:
      return _("Verified");
    case PADDOCK_PROOF_CLAIMED:
      return _("Not verified");
    case PADDOCK_PROOF_UNKNOWN:
    default:
      return _("Unknown");
  }
}

/**
 * paddock_identity_text_difference:
 * @kind: the kind of a fact that differs
 * @previous: the identity of a known server
 *
 * Returns: (transfer full): a text with the value of the fact in @previous
 */
char *
paddock_identity_text_difference (PaddockFactKind        kind,
                                  const PaddockIdentity *previous)
{
  PaddockFact fact = paddock_identity_get_fact (previous, kind);
  g_autofree char *value = paddock_identity_text_fact_value (kind, fact.value);

  /* Translators: %s is what a server's program, command line, … was before */
  return g_strdup_printf (_("Was: %s"), value);
}
