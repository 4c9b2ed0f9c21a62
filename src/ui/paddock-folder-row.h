/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_FOLDER_ROW (paddock_folder_row_get_type ())
G_DECLARE_FINAL_TYPE (PaddockFolderRow, paddock_folder_row, PADDOCK, FOLDER_ROW, AdwBin)

GtkWidget *paddock_folder_row_new      (PaddockClient      *client,
                                        GMenuModel         *menu);
void       paddock_folder_row_set_item (PaddockFolderRow   *self,
                                        PaddockRootItem    *item);
gint64     paddock_folder_row_show_end (PaddockFolderRow   *self,
                                        gint64              now);
void       paddock_folder_row_popup    (PaddockFolderRow   *self,
                                        const GdkRectangle *at);

G_END_DECLS
