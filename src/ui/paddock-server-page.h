/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_SERVER_PAGE (paddock_server_page_get_type ())
G_DECLARE_FINAL_TYPE (PaddockServerPage, paddock_server_page, PADDOCK, SERVER_PAGE, AdwBin)

/* A widget around the page must have the widget action "servers.back", which leaves the page. */
GtkWidget         *paddock_server_page_new        (PaddockClient     *client,
                                                   PaddockServerItem *item);
PaddockServerItem *paddock_server_page_get_item   (PaddockServerPage *self);
gboolean           paddock_server_page_focus_search (PaddockServerPage *self);

G_END_DECLS
