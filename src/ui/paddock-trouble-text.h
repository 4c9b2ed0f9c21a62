/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-import-offer.h"
#include "paddock-places.h"

G_BEGIN_DECLS

char       *paddock_trouble_text_warnings       (PaddockPlaceWarnings      warnings);
const char *paddock_trouble_text_refusal        (PaddockPlaceVerdict       verdict);
char       *paddock_trouble_text_error          (const GError             *error);
char       *paddock_trouble_text_left_out       (GPtrArray                *results,
                                                 const char               *home);
char       *paddock_trouble_text_refused        (const char               *name,
                                                 guint                     n_servers);
char       *paddock_trouble_text_import         (const PaddockImportOffer *offer);
char       *paddock_trouble_text_import_details (const PaddockImportOffer *offer,
                                                 const char               *home);
char       *paddock_trouble_text_set_aside      (const char               *path,
                                                 const char               *home);

G_END_DECLS
