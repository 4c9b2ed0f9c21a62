/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gtk/gtk.h>

#include "paddock-client.h"
#include "paddock-countdown.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_GRANT_CELL (paddock_grant_cell_get_type ())
G_DECLARE_FINAL_TYPE (PaddockGrantCell, paddock_grant_cell, PADDOCK, GRANT_CELL, GtkBox)

GtkWidget *paddock_grant_cell_new (PaddockClient     *client,
                                   PaddockServerItem *server,
                                   PaddockRootItem   *root,
                                   PaddockCountdown  *countdown);

G_END_DECLS
