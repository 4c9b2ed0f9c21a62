/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-bus"

#include "paddock-import-offer.h"

#include "paddock-dict.h"
#include "paddock-nicks.h"

/* Converts the value of the property ImportOffer, an offer to import the folders of another
 * installation. The service writes the value, and its clients read it. */

/* Never rename these: they are sent on the session bus, and the store keeps them with the user's
 * answer. */
static const char * const state_nicks[] = {
  [PADDOCK_IMPORT_NONE] = "none",
  [PADDOCK_IMPORT_FOUND] = "found",
  [PADDOCK_IMPORT_NEWER] = "newer",
  [PADDOCK_IMPORT_DAMAGED] = "damaged",
  [PADDOCK_IMPORT_REFUSED] = "refused",
};

/**
 * paddock_import_offer_new:
 * @path: (nullable): the other installation's data directory
 *
 * Returns: (transfer full): a new offer
 */
PaddockImportOffer *
paddock_import_offer_new (PaddockImportState  state,
                          const char         *path,
                          guint               n_roots)
{
  PaddockImportOffer *offer = g_new0 (PaddockImportOffer, 1);

  offer->state = state;
  offer->path = g_strdup (path);
  offer->n_roots = n_roots;
  return offer;
}

/**
 * paddock_import_offer_free:
 * @offer: (transfer full) (nullable): an offer
 */
void
paddock_import_offer_free (PaddockImportOffer *offer)
{
  if (offer == NULL)
    return;
  g_free (offer->path);
  g_free (offer);
}

/**
 * paddock_import_offer_to_variant:
 * @offer: (nullable): an offer
 *
 * Returns: (transfer floating): the dictionary (a{sv}) of @offer; an empty one for %NULL
 */
GVariant *
paddock_import_offer_to_variant (const PaddockImportOffer *offer)
{
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  if (offer != NULL && offer->state != PADDOCK_IMPORT_NONE) {
    paddock_dict_put_text (&builder, "state", paddock_import_offer_state_to_nick (offer->state));
    paddock_dict_put_path (&builder, "path", offer->path);
    paddock_dict_put (&builder, "roots", g_variant_new_uint32 (offer->n_roots));
  }
  return g_variant_builder_end (&builder);
}

/**
 * paddock_import_offer_from_variant:
 * @variant: (nullable): a dictionary (a{sv}) that the interface's XML describes
 *
 * Returns: (transfer full) (nullable): the offer; %NULL if there is none, or its state is unknown
 */
PaddockImportOffer *
paddock_import_offer_from_variant (GVariant *variant)
{
  g_autofree char *path = NULL;
  PaddockImportState state;

  if (variant == NULL || !g_variant_is_of_type (variant, G_VARIANT_TYPE_VARDICT))
    return NULL;
  state = paddock_import_offer_state_from_nick (paddock_dict_peek_text (variant, "state"));
  path = paddock_dict_dup_path (variant, "path");
  if (state == PADDOCK_IMPORT_NONE || path == NULL || *path == '\0')
    return NULL;
  return paddock_import_offer_new (state, path, paddock_dict_peek_count (variant, "roots"));
}

/**
 * paddock_import_offer_state_to_nick:
 *
 * Returns: (transfer none): the name of @state on the bus
 */
const char *
paddock_import_offer_state_to_nick (PaddockImportState state)
{
  return paddock_nicks_get (state_nicks, G_N_ELEMENTS (state_nicks), state);
}

/**
 * paddock_import_offer_state_from_nick:
 * @nick: (nullable): a name from the bus
 *
 * Returns: the state; %PADDOCK_IMPORT_NONE for an unknown name
 */
PaddockImportState
paddock_import_offer_state_from_nick (const char *nick)
{
  return paddock_nicks_find_or_zero (state_nicks, G_N_ELEMENTS (state_nicks), nick);
}
