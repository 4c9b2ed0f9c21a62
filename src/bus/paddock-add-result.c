/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-bus"

#include "paddock-add-result.h"

#include "paddock-dict.h"

/* Converts the dictionaries with which the service answers InspectPaths and AddRoots. The
 * dictionaries say what the service found at that moment. Before the service adds a root, it looks
 * at the path again. */

/**
 * paddock_add_result_to_variant:
 *
 * Returns: (transfer floating): the dictionary (a{sv}) of @result
 */
GVariant *
paddock_add_result_to_variant (const PaddockAddResult *result)
{
  g_auto (GStrv) warnings = paddock_place_verdict_warnings_to_nicks (result->warnings);
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  paddock_dict_put_path (&builder, "path", result->path);
  paddock_dict_put_path (&builder, "canonical", result->canonical);
  paddock_dict_put_text (&builder, "verdict", paddock_place_verdict_to_nick (result->verdict));
  paddock_dict_put_strv (&builder, "warnings", (const char * const *) warnings);
  paddock_dict_put (&builder, "added", g_variant_new_boolean (result->added));
  paddock_dict_put (&builder, "renewed", g_variant_new_boolean (result->renewed));
  if (result->uncrossed)
    paddock_dict_put (&builder, "without-other-file-systems", g_variant_new_boolean (TRUE));
  paddock_dict_put_text (&builder, "id", result->root_id);
  paddock_dict_put_text (&builder, "inside", result->inside_id);
  paddock_dict_put_text (&builder, "request", result->request);
  paddock_dict_put_text (&builder, "error", result->error);
  return g_variant_builder_end (&builder);
}

/**
 * paddock_add_result_from_variant:
 * @variant: a dictionary (a{sv}) that the interface's XML describes
 *
 * Never fails: if the verdict is missing or unknown, the path counts as refused.
 *
 * Returns: (transfer full): the result
 */
PaddockAddResult *
paddock_add_result_from_variant (GVariant *variant)
{
  PaddockAddResult *result = g_new0 (PaddockAddResult, 1);
  g_autofree char *verdict = paddock_dict_dup_text (variant, "verdict");
  g_auto (GStrv) warnings = paddock_dict_dup_strv (variant, "warnings");

  result->path = paddock_dict_dup_path (variant, "path");
  if (result->path == NULL)
    result->path = g_strdup ("");
  result->canonical = paddock_dict_dup_path (variant, "canonical");
  result->verdict = paddock_place_verdict_from_nick (verdict);
  result->warnings = paddock_place_verdict_warnings_from_nicks ((const char * const *) warnings);
  result->added = paddock_dict_peek_flag (variant, "added");
  result->renewed = paddock_dict_peek_flag (variant, "renewed");
  result->uncrossed = paddock_dict_peek_flag (variant, "without-other-file-systems");
  result->root_id = paddock_dict_dup_text (variant, "id");
  result->inside_id = paddock_dict_dup_text (variant, "inside");
  result->request = paddock_dict_dup_text (variant, "request");
  result->error = paddock_dict_dup_text (variant, "error");
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
  g_free (result->request);
  g_free (result->error);
  g_free (result);
}
