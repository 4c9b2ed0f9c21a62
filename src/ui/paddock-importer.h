/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gtk/gtk.h>

#include "paddock-client.h"
#include "paddock-import-offer.h"

G_BEGIN_DECLS

void  paddock_importer_open     (GtkWidget                *from,
                                 PaddockClient            *client,
                                 const PaddockImportOffer *offer);
void  paddock_importer_put_away (GtkWidget                *from,
                                 PaddockClient            *client);

G_END_DECLS
