/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-identity-text.h"

#include "paddock-command-line.h"
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
    case PADDOCK_FACT_NAME:
      return _("Name in its command line");
    default:
      return "";
  }
}

/**
 * paddock_identity_text_fact_value:
 * @value: (nullable): the value of the fact in an identity; %NULL: unknown
 *
 * Returns: (transfer full): @value for display, without hashes of secrets; the value of a
 *   %PADDOCK_FACT_KEY is not shown
 */
char *
paddock_identity_text_fact_value (PaddockFactKind  kind,
                                  const char      *value)
{
  g_autofree char *text = NULL, *shown = NULL;

  if (kind == PADDOCK_FACT_OPTIONS) {
    shown = paddock_command_line_dup_shown (value != NULL ? value : "");
    text = paddock_text_escape (shown, -1);
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

  shown = paddock_command_line_dup_shown (value);
  return paddock_text_escape (shown, -1);
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
 * paddock_identity_text_hides_difference:
 * @kind: the kind of a fact
 * @previous: the identity of a known server
 * @value: (nullable): the value of the fact now
 *
 * Returns: whether the fact differs in @previous, but is shown alike
 */
gboolean
paddock_identity_text_hides_difference (PaddockFactKind        kind,
                                        const PaddockIdentity *previous,
                                        const char            *value)
{
  const char *before = paddock_identity_get_fact (previous, kind).value;
  g_autofree char *shown = paddock_identity_text_fact_value (kind, value);
  g_autofree char *shown_before = paddock_identity_text_fact_value (kind, before);

  return g_strcmp0 (value, before) != 0 && g_str_equal (shown, shown_before);
}

/**
 * paddock_identity_text_difference:
 * @kind: the kind of a fact that differs
 * @previous: the identity of a known server
 * @value: (nullable): the value of the fact now
 *
 * Returns: (transfer full): a text with the value of the fact in @previous
 */
char *
paddock_identity_text_difference (PaddockFactKind        kind,
                                  const PaddockIdentity *previous,
                                  const char            *value)
{
  PaddockFact fact = paddock_identity_get_fact (previous, kind);
  g_autofree char *before = paddock_identity_text_fact_value (kind, fact.value);

  if (paddock_identity_text_hides_difference (kind, previous, value))
    return g_strdup (_("A hidden value changed."));
  /* Translators: %s is what a server's program, command line, … was before */
  return g_strdup_printf (_("Was: %s"), before);
}
