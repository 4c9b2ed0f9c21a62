/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-root-entry.h"

#include "paddock-json.h"
#include "paddock-names.h"

/* Writes one root as an entry of the list for a server. For a server, two lists are equal exactly
 * if the texts of their entries are equal. PaddockNotice compares these texts. */

/**
 * paddock_root_entry_write:
 * @root: a root, with the access of this server
 * @version: (nullable): the revision of MCP that was negotiated
 *
 * Writes the URI, and the name if the root has one. A name that is null would make servers with the
 * official SDKs refuse the whole list. MCP has no field for read-only access, so the access goes
 * into `_meta`. Roots have `_meta` since 2025-06-18.
 *
 * Returns: (transfer full): a JSON object
 */
char *
paddock_root_entry_write (const PaddockRoot    *root,
                          const PaddockVersion *version)
{
  g_autofree char *uri = paddock_root_dup_uri (root);
  g_autofree char *quoted_uri = paddock_json_quote (uri);
  g_autoptr (GString) entry = g_string_new (NULL);

  g_string_append_printf (entry, "{\"uri\":%s", quoted_uri);
  if (root->name != NULL && root->name[0] != '\0') {
    g_autofree char *quoted_name = paddock_json_quote (root->name);

    g_string_append_printf (entry, ",\"name\":%s", quoted_name);
  }
  if (root->access == PADDOCK_ACCESS_READ_ONLY && version != NULL && version->has_root_meta)
    g_string_append_printf (entry, ",\"_meta\":{\"" PADDOCK_META_ACCESS "\":\"%s\"}",
                            paddock_root_access_to_nick (root->access));
  g_string_append_c (entry, '}');
  return g_string_free (g_steal_pointer (&entry), FALSE);
}
