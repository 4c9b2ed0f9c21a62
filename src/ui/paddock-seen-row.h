/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"
#include "paddock-countdown.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_SEEN_ROW (paddock_seen_row_get_type ())
G_DECLARE_FINAL_TYPE (PaddockSeenRow, paddock_seen_row, PADDOCK, SEEN_ROW, AdwExpanderRow)

GtkWidget *paddock_seen_row_new (PaddockClient    *client,
                                 PaddockRootItem  *root,
                                 GPtrArray        *servers,
                                 PaddockCountdown *countdown);

G_END_DECLS
