/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_SHARE_DIALOG (paddock_share_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PaddockShareDialog, paddock_share_dialog, PADDOCK, SHARE_DIALOG, AdwWindow)

PaddockShareDialog *paddock_share_dialog_new       (GtkWidget          *from,
                                                    PaddockClient      *client,
                                                    const char * const *root_ids);
gboolean            paddock_share_dialog_is_useful (PaddockClient      *client,
                                                    const char * const *root_ids);

G_END_DECLS
