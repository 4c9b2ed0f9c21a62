/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-bus"

#include "paddock-add-result.h"

#include "paddock-nicks.h"

/* The dictionaries that InspectPaths and AddRoots answer with: written by the service, read by its
 * clients. A plain value; whoever has it frees it. What it says was true when the service looked:
 * adding looks again. */

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
  [PADDOCK_PLACE_WARNED] = "warned",
  [PADDOCK_PLACE_ACCEPTED] = "accepted",
};

/* In the order of the bits. */
static const char * const warning_nicks[] = {
  "home", "above-home", "hidden", "secrets", "configuration", "browser", "contains-own",
};

static void
add_bytes (GVariantBuilder *builder,
           const char      *key,
           const char      *bytes)
{
  if (bytes != NULL)
    g_variant_builder_add (builder, "{sv}", key, g_variant_new_bytestring (bytes));
}

static void
add_string (GVariantBuilder *builder,
            const char      *key,
            const char      *text)
{
  if (text != NULL)
    g_variant_builder_add (builder, "{sv}", key, g_variant_new_string (text));
}

static char *
lookup_bytes (GVariant   *variant,
              const char *key)
{
  g_autoptr (GVariant) value = g_variant_lookup_value (variant, key, G_VARIANT_TYPE_BYTESTRING);

  return value != NULL ? g_variant_dup_bytestring (value, NULL) : NULL;
}

static char *
lookup_string (GVariant   *variant,
               const char *key)
{
  char *text = NULL;

  g_variant_lookup (variant, key, "s", &text);
  return text;
}

/**
 * paddock_add_result_to_variant:
 *
 * Returns: (transfer floating): the dictionary (a{sv}) of @result
 */
GVariant *
paddock_add_result_to_variant (const PaddockAddResult *result)
{
  g_auto (GStrv) warnings = paddock_place_warnings_to_nicks (result->warnings);
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  add_bytes (&builder, "path", result->path);
  add_bytes (&builder, "canonical", result->canonical);
  add_string (&builder, "verdict", paddock_place_verdict_to_nick (result->verdict));
  g_variant_builder_add (&builder, "{sv}", "warnings",
                         g_variant_new_strv ((const char * const *) warnings, -1));
  g_variant_builder_add (&builder, "{sv}", "added", g_variant_new_boolean (result->added));
  add_string (&builder, "id", result->root_id);
  add_string (&builder, "inside", result->inside_id);
  add_string (&builder, "error", result->error);
  return g_variant_builder_end (&builder);
}

/**
 * paddock_add_result_from_variant:
 * @variant: a dictionary (a{sv}) as the interface's XML documents it
 *
 * Never fails: without a known verdict the path counts as refused.
 *
 * Returns: (transfer full): the result
 */
PaddockAddResult *
paddock_add_result_from_variant (GVariant *variant)
{
  PaddockAddResult *result = g_new0 (PaddockAddResult, 1);
  g_autofree char *verdict = lookup_string (variant, "verdict");
  g_autofree const char **warnings = NULL;

  result->path = lookup_bytes (variant, "path");
  if (result->path == NULL)
    result->path = g_strdup ("");
  result->canonical = lookup_bytes (variant, "canonical");
  result->verdict = paddock_place_verdict_from_nick (verdict);
  if (g_variant_lookup (variant, "warnings", "^a&s", &warnings))
    result->warnings = paddock_place_warnings_from_nicks (warnings);
  g_variant_lookup (variant, "added", "b", &result->added);
  result->root_id = lookup_string (variant, "id");
  result->inside_id = lookup_string (variant, "inside");
  result->error = lookup_string (variant, "error");
  return result;
}

/**
 * paddock_add_result_free:
 * @result: (transfer full) (nullable): a result
 */
void
paddock_add_result_free (PaddockAddResult *result)
{
  if (result == NULL)
    return;
  g_free (result->path);
  g_free (result->canonical);
  g_free (result->root_id);
  g_free (result->inside_id);
  g_free (result->error);
  g_free (result);
}

/**
 * paddock_place_verdict_to_nick:
 *
 * Returns: @verdict as it crosses the bus
 */
const char *
paddock_place_verdict_to_nick (PaddockPlaceVerdict verdict)
{
  return paddock_nicks_get (verdict_nicks, G_N_ELEMENTS (verdict_nicks), verdict);
}

/**
 * paddock_place_verdict_from_nick:
 * @nick: (nullable): a verdict as it crosses the bus
 *
 * Returns: the verdict; what is unknown refuses
 */
PaddockPlaceVerdict
paddock_place_verdict_from_nick (const char *nick)
{
  return paddock_nicks_find_or_zero (verdict_nicks, G_N_ELEMENTS (verdict_nicks), nick);
}

/**
 * paddock_place_warnings_to_nicks:
 *
 * Returns: (transfer full): a nick for each warning in @warnings
 */
GStrv
paddock_place_warnings_to_nicks (PaddockPlaceWarnings warnings)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (warning_nicks); i++)
    {
      if (warnings & (1u << i))
        g_strv_builder_add (builder, warning_nicks[i]);
    }
  return g_strv_builder_end (builder);
}

/**
 * paddock_place_warnings_from_nicks:
 * @nicks: warnings as they cross the bus; unknown ones are ignored
 *
 * Returns: the warnings
 */
PaddockPlaceWarnings
paddock_place_warnings_from_nicks (const char * const *nicks)
{
  guint warnings = 0;
  gsize bit;

  for (guint i = 0; nicks[i] != NULL; i++)
    {
      if (paddock_nicks_find (warning_nicks, G_N_ELEMENTS (warning_nicks), nicks[i], &bit))
        warnings |= 1u << bit;
    }
  return warnings;
}
