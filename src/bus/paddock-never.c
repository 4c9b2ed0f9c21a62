/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-bus"

#include "paddock-never.h"

#include "paddock-dict.h"

/* Converts the dictionaries with which the service answers ListNever. */

/**
 * paddock_never_to_variant:
 *
 * Returns: (transfer floating): the dictionary (a{sv}) of @never
 */
GVariant *
paddock_never_to_variant (const PaddockNever *never)
{
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  paddock_dict_put_path (&builder, "path", never->path);
  paddock_dict_put_text (&builder, "server", never->server_id);
  paddock_dict_put_text (&builder, "root", never->root_id);
  return g_variant_builder_end (&builder);
}

/**
 * paddock_never_list_from_variant:
 * @list: an aa{sv} that the interface's XML describes
 *
 * Never fails: leaves out elements without a path or a root.
 *
 * Returns: (transfer full) (element-type PaddockNever): the files, in their order
 */
GPtrArray *
paddock_never_list_from_variant (GVariant *list)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_never_free);
  GVariantIter iter;
  GVariant *dictionary;

  g_variant_iter_init (&iter, list);
  while ((dictionary = g_variant_iter_next_value (&iter)) != NULL) {
    g_autoptr (PaddockNever) never = g_new0 (PaddockNever, 1);

    never->path = paddock_dict_dup_path (dictionary, "path");
    never->server_id = paddock_dict_dup_text (dictionary, "server");
    never->root_id = paddock_dict_dup_text (dictionary, "root");
    if (never->path != NULL && never->root_id != NULL)
      g_ptr_array_add (all, g_steal_pointer (&never));
    g_variant_unref (dictionary);
  }
  return all;
}

/**
 * paddock_never_free:
 * @never: (transfer full) (nullable): a file
 */
void
paddock_never_free (PaddockNever *never)
{
  if (never == NULL)
    return;
  g_free (never->server_id);
  g_free (never->root_id);
  g_free (never->path);
  g_free (never);
}
