/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The state of another installation's data directory. */
typedef enum {
  PADDOCK_IMPORT_NONE,            /* no offer: there is no such directory, or the user answered the
                                   * offer */
  PADDOCK_IMPORT_FOUND,           /* the directory lists folders that this installation lacks */
  PADDOCK_IMPORT_NEWER,           /* a newer Paddock wrote the directory, so it is not read */
  PADDOCK_IMPORT_DAMAGED,         /* the database in the directory is damaged, so it is not read */
  PADDOCK_IMPORT_REFUSED,         /* the directory is not read, because it belongs to somebody else,
                                   * is a link, is too large, … */
} PaddockImportState;

typedef struct {
  PaddockImportState  state;
  char               *path;       /* (owned) (nullable) the path of the data directory */
  guint               n_roots;    /* if FOUND: how many folders this installation lacks */
} PaddockImportOffer;

PaddockImportOffer *paddock_import_offer_new          (PaddockImportState        state,
                                                       const char               *path,
                                                       guint                     n_roots);
void                paddock_import_offer_free         (PaddockImportOffer       *offer);
GVariant           *paddock_import_offer_to_variant   (const PaddockImportOffer *offer);
PaddockImportOffer *paddock_import_offer_from_variant (GVariant                 *variant);

const char        *paddock_import_offer_state_to_nick   (PaddockImportState state);
PaddockImportState paddock_import_offer_state_from_nick (const char        *nick);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockImportOffer, paddock_import_offer_free)

G_END_DECLS
