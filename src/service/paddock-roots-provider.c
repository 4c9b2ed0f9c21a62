/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-roots-provider.h"

#include "paddock-json-scan.h"
#include "paddock-root-entry.h"

/* What a session may be told, as it goes over the wire. The interface keeps a session from what is
 * known of others: it sees the roots for itself and nothing else.
 */

G_DEFINE_INTERFACE (PaddockRootsProvider, paddock_roots_provider, G_TYPE_OBJECT)

static void
paddock_roots_provider_default_init (PaddockRootsProviderInterface *iface)
{
}

static void
append_end (GString           *ends,
            const PaddockRoot *root)
{
  g_autofree char *uri = paddock_root_dup_uri (root);
  g_autofree char *quoted = paddock_json_quote (uri);

  g_string_append_printf (ends, "%s%s:%" G_GINT64_FORMAT, ends->len > 0 ? "," : "", quoted,
                          root->expires / G_TIME_SPAN_MILLISECOND);
}

/**
 * paddock_roots_provider_dup_entries:
 * @self: (nullable): with nobody to say what may be told, nothing is
 * @version: the revision that @session speaks
 * @out_answer: (out): how to answer
 * @ends: (nullable): gets the end of each root that has one, as members of an object
 *
 * Returns: (transfer full): what is told of each root now, JSON objects, in the order to send
 */
GStrv
paddock_roots_provider_dup_entries (PaddockRootsProvider *self,
                                    PaddockSession       *session,
                                    const PaddockVersion *version,
                                    PaddockAnswer        *out_answer,
                                    GString              *ends)
{
  g_autoptr (GStrvBuilder) entries = g_strv_builder_new ();
  g_autoptr (GPtrArray) roots = NULL;

  *out_answer = PADDOCK_ANSWER_EMPTY;
  if (self != NULL)
    roots = PADDOCK_ROOTS_PROVIDER_GET_IFACE (self)->provide (self, session, out_answer);

  for (guint i = 0; roots != NULL && i < roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (roots, i);
    g_autofree char *entry = paddock_root_entry_write (root, version);

    g_strv_builder_add (entries, entry);
    if (ends != NULL && root->expires != 0)
      append_end (ends, root);
  }
  return g_strv_builder_end (entries);
}
