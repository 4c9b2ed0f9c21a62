/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-roots-provider.h"

#include "paddock-json.h"
#include "paddock-names.h"
#include "paddock-root-entry.h"

/* What a server may be told, as it goes over the wire. The interface keeps a session from what is
 * known of others: it sees the roots for its own server and nothing else.
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

/* Said to those who can make them come true: `paddock run`. */
static PaddockChoices
get_choices (PaddockRootsProvider   *self,
             const PaddockRecipient *recipient)
{
  if (self == NULL || !recipient->is_launch)
    return PADDOCK_CHOICE_NONE;
  return PADDOCK_ROOTS_PROVIDER_GET_IFACE (self)->get_choices (self, recipient);
}

/**
 * paddock_roots_provider_may_read:
 * @self: (nullable): with nobody to say so, it may not
 *
 * Returns: whether files are read for the server now (client/readLocalFile): the user said so, of
 *   a server that dialled in itself and is proven. What stands between a host and a server has no
 *   files read, whatever is known of its process
 */
gboolean
paddock_roots_provider_may_read (PaddockRootsProvider   *self,
                                 const PaddockRecipient *recipient)
{
  return self != NULL && recipient->identity != NULL && !recipient->is_launch &&
         paddock_identity_get_kind (recipient->identity) == PADDOCK_IDENTITY_PROCESS &&
         (PADDOCK_ROOTS_PROVIDER_GET_IFACE (self)->get_choices (self, recipient) &
          PADDOCK_CHOICE_READING) != 0;
}

static const struct {
  PaddockChoices  choice;
  const char     *member;           /* of `_meta` */
} members[] = {
  { PADDOCK_CHOICE_HOST_ROOTS, "\"" PADDOCK_META_HOST_ROOTS "\":\"union\"" },
  { PADDOCK_CHOICE_KEEP_ROOTS, "\"" PADDOCK_META_KEEP "\":true" },
};

/* Each member begins with a comma: they follow `state`. */
static void
append_meta (GString        *meta,
             const GString  *ends,
             PaddockChoices  choices)
{
  if (ends->len > 0)
    g_string_append_printf (meta, ",\"" PADDOCK_META_EXPIRES "\":{%s}", ends->str);
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++) {
    if ((choices & members[i].choice) != 0)
      g_string_append_printf (meta, ",%s", members[i].member);
  }
}

/**
 * paddock_roots_provider_dup_entries:
 * @self: (nullable): with nobody to say what may be told, nothing is
 * @recipient: who is told; with it the revision of MCP that it speaks
 * @out_answer: (out): how to answer
 * @meta: (nullable): gets what a launch is told besides, members of `_meta` that each begin with a
 *   comma: the ends of the roots that have one, what the user chose
 *
 * Returns: (transfer full): what is told of each root now, JSON objects, in the order to send
 */
GStrv
paddock_roots_provider_dup_entries (PaddockRootsProvider   *self,
                                    const PaddockRecipient *recipient,
                                    PaddockAnswer          *out_answer,
                                    GString                *meta)
{
  g_autoptr (GStrvBuilder) entries = g_strv_builder_new ();
  g_autoptr (GString) ends = g_string_new (NULL);
  g_autoptr (GPtrArray) roots = NULL;

  *out_answer = PADDOCK_ANSWER_EMPTY;
  if (self != NULL)
    roots = PADDOCK_ROOTS_PROVIDER_GET_IFACE (self)->provide (self, recipient, out_answer);

  for (guint i = 0; roots != NULL && i < roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (roots, i);
    g_autofree char *entry = paddock_root_entry_write (root, recipient->version);

    g_strv_builder_add (entries, entry);
    if (root->expires != 0)
      append_end (ends, root);
  }
  if (meta != NULL)
    append_meta (meta, ends, get_choices (self, recipient));
  return g_strv_builder_end (entries);
}

/**
 * paddock_roots_provider_dup_told:
 * @self: (nullable): as of paddock_roots_provider_dup_entries()
 * @recipient: who is told
 * @entries: (nullable): what is told of each root, where that is known already
 * @meta: (nullable): with @entries: what is told besides
 *
 * Returns: (transfer full): all by which the server may see another list, or one that lasts longer,
 *   to be compared: @entries and what the user chose; where the list is kept without us, also when
 *   its roots end, for then nobody else would know
 */
GStrv
paddock_roots_provider_dup_told (PaddockRootsProvider   *self,
                                 const PaddockRecipient *recipient,
                                 const char * const     *entries,
                                 const char             *meta)
{
  g_autoptr (GStrvBuilder) told = g_strv_builder_new ();
  g_autoptr (GString) own_meta = g_string_new (NULL);
  g_auto (GStrv) own = NULL;
  PaddockChoices choices = get_choices (self, recipient);
  PaddockAnswer answer;

  if (entries == NULL) {
    own = paddock_roots_provider_dup_entries (self, recipient, &answer, own_meta);
    meta = own_meta->str;
  }
  g_strv_builder_addv (told, own != NULL ? (const char **) own : (const char **) entries);
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++) {
    if ((choices & members[i].choice) != 0)
      g_strv_builder_add (told, members[i].member);
  }
  /* One text, so that an end that came counts like one that was moved: told whatever was before. */
  if ((choices & PADDOCK_CHOICE_KEEP_ROOTS) != 0)
    g_strv_builder_add (told, meta);
  return g_strv_builder_end (told);
}
