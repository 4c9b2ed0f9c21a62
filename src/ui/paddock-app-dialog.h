/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-app-writer.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_APP_DIALOG (paddock_app_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PaddockAppDialog, paddock_app_dialog, PADDOCK, APP_DIALOG, AdwWindow)

/* Signals:
 *   closed (gboolean is_accepted, gboolean moves_folders): the user answered. Emitted once */
PaddockAppDialog *paddock_app_dialog_new (GtkWindow *parent,
                                          GPtrArray *wishes);

G_END_DECLS
