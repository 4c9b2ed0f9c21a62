/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_SERVER_ROW (paddock_server_row_get_type ())
G_DECLARE_FINAL_TYPE (PaddockServerRow, paddock_server_row, PADDOCK, SERVER_ROW, AdwActionRow)

GtkWidget         *paddock_server_row_new       (PaddockClient     *client,
                                                 PaddockServerItem *item);
PaddockServerItem *paddock_server_row_get_item  (PaddockServerRow  *self);
char              *paddock_server_row_dup_state (PaddockClient     *client,
                                                 PaddockServerItem *item);

G_END_DECLS
