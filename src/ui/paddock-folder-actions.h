/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gtk/gtk.h>

#include "paddock-client.h"

G_BEGIN_DECLS

/* What a user can do with one folder of the list. @from is a widget in whose window questions and
 * toasts appear. It is never the folder's row, because that row may show another folder a moment
 * later. */
void     paddock_folder_actions_open          (GtkWidget       *from,
                                               PaddockRootItem *item);
gboolean paddock_folder_actions_can_copy_path (PaddockRootItem *item);
void     paddock_folder_actions_copy_path     (GtkWidget       *from,
                                               PaddockRootItem *item);
void     paddock_folder_actions_copy_uri      (GtkWidget       *from,
                                               PaddockRootItem *item);
void     paddock_folder_actions_rename        (GtkWidget       *from,
                                               PaddockClient   *client,
                                               PaddockRootItem *item);
void     paddock_folder_actions_set_read_only (GtkWidget       *from,
                                               PaddockClient   *client,
                                               PaddockRootItem *item,
                                               gboolean         is_read_only);
void     paddock_folder_actions_set_crosses   (GtkWidget       *from,
                                               PaddockClient   *client,
                                               PaddockRootItem *item,
                                               gboolean         crosses);
void     paddock_folder_actions_remove        (GtkWidget       *from,
                                               PaddockClient   *client,
                                               PaddockRootItem *item);
void     paddock_folder_actions_use_new       (GtkWidget       *from,
                                               PaddockClient   *client,
                                               PaddockRootItem *item);
void     paddock_folder_actions_choose_again  (GtkWidget       *from,
                                               PaddockClient   *client,
                                               PaddockRootItem *item);

G_END_DECLS
