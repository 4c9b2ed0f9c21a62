/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-bus"

#include "paddock-access-result.h"

#include "paddock-dict.h"

/* Converts the dictionary with which the service answers CheckAccess and OpenAccess. The file's
 * descriptor is sent beside the dictionary, and nothing here owns the descriptor. */

/**
 * paddock_access_result_to_variant:
 *
 * Returns: (transfer floating): the dictionary (a{sv}) of @result. It contains only the verdict,
 *   unless the verdict is %PADDOCK_READ_ALLOWED
 */
GVariant *
paddock_access_result_to_variant (const PaddockAccessResult *result)
{
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  paddock_dict_put_text (&builder, "verdict", paddock_read_verdict_to_nick (result->verdict));
  if (result->verdict == PADDOCK_READ_ALLOWED) {
    paddock_dict_put_path (&builder, "path", result->path);
    paddock_dict_put_text (&builder, "root", result->root_id);
    paddock_dict_put_text (&builder, "access", paddock_root_access_to_nick (result->access));
    paddock_dict_put (&builder, "size", g_variant_new_int64 (result->size));
    paddock_dict_put (&builder, "limit", g_variant_new_int64 (result->limit));
    if (result->handle >= 0)
      paddock_dict_put (&builder, "descriptor", g_variant_new_handle (result->handle));
  }
  return g_variant_builder_end (&builder);
}

/**
 * paddock_access_result_from_variant:
 * @variant: a dictionary (a{sv}) that the interface's XML describes
 *
 * Never fails: if the verdict is missing or unknown, nothing is allowed.
 *
 * Returns: (transfer full): the result
 */
PaddockAccessResult *
paddock_access_result_from_variant (GVariant *variant)
{
  PaddockAccessResult *result = g_new0 (PaddockAccessResult, 1);
  g_autofree char *verdict = paddock_dict_dup_text (variant, "verdict");

  result->handle = -1;
  result->verdict = paddock_read_verdict_from_nick (verdict);
  if (result->verdict != PADDOCK_READ_ALLOWED)
    return result;

  result->path = paddock_dict_dup_path (variant, "path");
  result->root_id = paddock_dict_dup_text (variant, "root");
  result->access = paddock_root_access_from_nick (paddock_dict_peek_text (variant, "access"));
  result->size = paddock_dict_peek_time (variant, "size");
  result->limit = paddock_dict_peek_time (variant, "limit");
  g_variant_lookup (variant, "descriptor", "h", &result->handle);
  return result;
}

/**
 * paddock_access_result_free:
 * @result: (transfer full) (nullable): a result
 */
void
paddock_access_result_free (PaddockAccessResult *result)
{
  if (result == NULL)
    return;
  g_free (result->path);
  g_free (result->root_id);
  g_free (result);
}
