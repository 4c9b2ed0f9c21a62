/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"
#include "paddock-countdown.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_FOLDER_ROW (paddock_folder_row_get_type ())
G_DECLARE_FINAL_TYPE (PaddockFolderRow, paddock_folder_row, PADDOCK, FOLDER_ROW, AdwBin)

GtkWidget      *paddock_folder_row_new     (PaddockClient      *client,
                                            GMenuModel         *menu,
                                            PaddockCountdown   *countdown);
void            paddock_folder_row_set_row (PaddockFolderRow   *self,
                                            GtkTreeListRow     *row);
GtkTreeListRow *paddock_folder_row_get_row (PaddockFolderRow   *self);
void            paddock_folder_row_popup   (PaddockFolderRow   *self,
                                            const GdkRectangle *at);

G_END_DECLS
