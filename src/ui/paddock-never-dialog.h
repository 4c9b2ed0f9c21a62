/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_NEVER_DIALOG (paddock_never_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PaddockNeverDialog, paddock_never_dialog, PADDOCK, NEVER_DIALOG, AdwWindow)

PaddockNeverDialog *paddock_never_dialog_new (GtkWindow     *parent,
                                              PaddockClient *client);

G_END_DECLS
