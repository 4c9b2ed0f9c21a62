/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_CONNECT_DIALOG (paddock_connect_dialog_get_type ())

G_DECLARE_FINAL_TYPE (PaddockConnectDialog, paddock_connect_dialog, PADDOCK, CONNECT_DIALOG,
                      AdwWindow)

PaddockConnectDialog *paddock_connect_dialog_new (GtkWindow     *parent,
                                                  PaddockClient *client);

G_END_DECLS
