/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-root-entry.h"

#include "paddock-json.h"
#include "paddock-meta.h"
#include "paddock-names.h"

/* Writes one root as an entry of the list for a server. For a server, two lists are equal exactly
 * if the texts of their entries are equal. PaddockNotice compares these texts. */

static void
add_text (GString    *meta,
          const char *key,
          const char *text)
{
  g_autofree char *quoted = paddock_json_quote (text);

  paddock_meta_add (meta, key, quoted);
}

/**
 * paddock_root_entry_write:
 * @root: a root, with the access of this server
 * @version: (nullable): the revision of MCP that was negotiated
 * @is_launch: whether the entry is for a `paddock run`, which may confine its server
 *
 * Writes the URI, and the name if the root has one. A name that is null would make servers with the
 * official SDKs refuse the whole list. MCP has no field for read-only access, so the access goes
 * into `_meta`. Roots have `_meta` since 2025-06-18. For a `paddock run`, what identifies the root
 * goes there, too, so that the server can be given this root and no other one.
 *
 * Returns: (transfer full): a JSON object
 */
char *
paddock_root_entry_write (const PaddockRoot    *root,
                          const PaddockVersion *version,
                          gboolean              is_launch)
{
  g_autoptr (GString) meta = g_string_new (NULL);
  g_autofree char *uri = paddock_root_dup_uri (root);
  g_autofree char *quoted_uri = paddock_json_quote (uri);
  g_autoptr (GString) entry = g_string_new (NULL);

  g_string_append_printf (entry, "{\"uri\":%s", quoted_uri);
  if (root->name != NULL && root->name[0] != '\0') {
    g_autofree char *quoted_name = paddock_json_quote (root->name);

    g_string_append_printf (entry, ",\"name\":%s", quoted_name);
  }
  if (version != NULL && version->has_root_meta) {
    if (root->access == PADDOCK_ACCESS_READ_ONLY)
      add_text (meta, PADDOCK_META_ACCESS, paddock_root_access_to_nick (root->access));
    if (is_launch && root->record != NULL) {
      g_autoptr (GVariant) record =
        g_variant_ref_sink (paddock_file_record_to_variant (root->record));
      g_autofree char *text = g_variant_print (record, FALSE);

      add_text (meta, PADDOCK_META_RECORD, text);
    }
    paddock_meta_append (entry, meta->str);
  }
  g_string_append_c (entry, '}');
  return g_string_free (g_steal_pointer (&entry), FALSE);
}
