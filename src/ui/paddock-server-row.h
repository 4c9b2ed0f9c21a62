/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"
#include "paddock-countdown.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_SERVER_ROW (paddock_server_row_get_type ())
G_DECLARE_FINAL_TYPE (PaddockServerRow, paddock_server_row, PADDOCK, SERVER_ROW, AdwExpanderRow)

GtkWidget *paddock_server_row_new (PaddockClient     *client,
                                   PaddockServerItem *item,
                                   PaddockCountdown  *countdown);
PaddockServerItem *paddock_server_row_get_item (PaddockServerRow *self);

G_END_DECLS
