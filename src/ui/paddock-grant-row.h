/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"
#include "paddock-countdown.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_GRANT_ROW (paddock_grant_row_get_type ())
G_DECLARE_FINAL_TYPE (PaddockGrantRow, paddock_grant_row, PADDOCK, GRANT_ROW, AdwActionRow)

GtkWidget *paddock_grant_row_new (PaddockClient     *client,
                                  PaddockServerItem *server,
                                  PaddockRootItem   *root,
                                  PaddockCountdown  *countdown);

G_END_DECLS
