/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

/* Signals: open-server (PaddockServerItem *item): the user wants to choose the folders of the
 * server that came, and the dialog closes. show-apps (): the user wants the page Apps instead, and
 * the dialog closes. */
#define PADDOCK_TYPE_CONNECT_DIALOG (paddock_connect_dialog_get_type ())

G_DECLARE_FINAL_TYPE (PaddockConnectDialog, paddock_connect_dialog, PADDOCK, CONNECT_DIALOG,
                      AdwWindow)

PaddockConnectDialog *paddock_connect_dialog_new (GtkWindow     *parent,
                                                  PaddockClient *client,
                                                  gboolean       has_apps_page);

G_END_DECLS
