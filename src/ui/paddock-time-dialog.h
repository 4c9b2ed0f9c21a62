/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_TIME_DIALOG (paddock_time_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PaddockTimeDialog, paddock_time_dialog, PADDOCK, TIME_DIALOG, AdwWindow)

PaddockTimeDialog *paddock_time_dialog_new           (GtkWidget               *from,
                                                      PaddockClient           *client,
                                                      const PaddockRoot       *root);
PaddockTimeDialog *paddock_time_dialog_new_for_grant (GtkWidget               *from,
                                                      PaddockClient           *client,
                                                      const PaddockServerView *server,
                                                      const PaddockRoot       *root);

G_END_DECLS
