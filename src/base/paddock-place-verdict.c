/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-place-verdict.h"

/* The names that verdicts and warnings have on the session bus. */

/* These names cross the session bus: never rename them. */
static const char * const verdict_nicks[] = {
  [PADDOCK_PLACE_UNRESOLVED] = "unresolved",
  [PADDOCK_PLACE_EMPTY] = "empty",
  [PADDOCK_PLACE_RELATIVE] = "relative",
  [PADDOCK_PLACE_NUL] = "nul",
  [PADDOCK_PLACE_TOO_LONG] = "too-long",
  [PADDOCK_PLACE_NOT_A_FILE_URI] = "not-a-file-uri",
  [PADDOCK_PLACE_LINK_LOOP] = "link-loop",
  [PADDOCK_PLACE_MISSING] = "missing",
  [PADDOCK_PLACE_UNREADABLE] = "unreadable",
  [PADDOCK_PLACE_WRONG_KIND] = "wrong-kind",
  [PADDOCK_PLACE_SYSTEM] = "system",
  [PADDOCK_PLACE_OWN] = "own",
  [PADDOCK_PLACE_NOT_A_DOCUMENT] = "not-a-document",
  [PADDOCK_PLACE_NO_HOST_PATH] = "no-host-path",
  [PADDOCK_PLACE_WARNED] = "warned",
  [PADDOCK_PLACE_ACCEPTED] = "accepted",
};

/* The names of the warnings, in the order of their bits. */
static const char * const warning_nicks[] = {
  "home", "above-home", "hidden", "secrets", "configuration", "browser", "contains-own",
};

G_STATIC_ASSERT (1 << (G_N_ELEMENTS (warning_nicks) - 1) == PADDOCK_PLACE_WARNING_CONTAINS_OWN);

/**
 * paddock_place_verdict_is_usable:
 *
 * Returns: whether a place with this @verdict can become a root, maybe after the user accepted a
 *   warning
 */
gboolean
paddock_place_verdict_is_usable (PaddockPlaceVerdict verdict)
{
  return verdict == PADDOCK_PLACE_WARNED || verdict == PADDOCK_PLACE_ACCEPTED;
}

/**
 * paddock_place_verdict_to_nick:
 *
 * Returns: the name of @verdict on the session bus
 */
const char *
paddock_place_verdict_to_nick (PaddockPlaceVerdict verdict)
{
  if ((gsize) verdict >= G_N_ELEMENTS (verdict_nicks))
    return verdict_nicks[PADDOCK_PLACE_UNRESOLVED];

  return verdict_nicks[verdict];
}

/**
 * paddock_place_verdict_from_nick:
 * @nick: (nullable): what the other end of the bus said
 *
 * Returns: the verdict, %PADDOCK_PLACE_UNRESOLVED for a name that is not known here
 */
PaddockPlaceVerdict
paddock_place_verdict_from_nick (const char *nick)
{
  for (gsize i = 0; i < G_N_ELEMENTS (verdict_nicks); i++)
    if (g_strcmp0 (nick, verdict_nicks[i]) == 0)
      return (PaddockPlaceVerdict) i;

  return PADDOCK_PLACE_UNRESOLVED;
}

/**
 * paddock_place_verdict_warnings_to_nicks:
 *
 * Returns: (transfer full): a name for each of @warnings, in a stable order
 */
GStrv
paddock_place_verdict_warnings_to_nicks (PaddockPlaceWarnings warnings)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (warning_nicks); i++)
    if ((warnings & (1u << i)) != 0)
      g_strv_builder_add (builder, warning_nicks[i]);

  return g_strv_builder_end (builder);
}

/**
 * paddock_place_verdict_warnings_from_nicks:
 * @nicks: (nullable): what the other end of the bus said
 *
 * Returns: the warnings of @nicks that are known here
 */
PaddockPlaceWarnings
paddock_place_verdict_warnings_from_nicks (const char * const *nicks)
{
  PaddockPlaceWarnings warnings = PADDOCK_PLACE_WARNING_NONE;

  for (gsize i = 0; nicks != NULL && i < G_N_ELEMENTS (warning_nicks); i++)
    if (g_strv_contains (nicks, warning_nicks[i]))
      warnings |= (PaddockPlaceWarnings) (1u << i);

  return warnings;
}
