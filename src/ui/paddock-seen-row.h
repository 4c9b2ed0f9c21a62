/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_SEEN_ROW (paddock_seen_row_get_type ())
G_DECLARE_FINAL_TYPE (PaddockSeenRow, paddock_seen_row, PADDOCK, SEEN_ROW, AdwBin)

GtkWidget *paddock_seen_row_new     (PaddockClient  *client);
void       paddock_seen_row_set_row (PaddockSeenRow *self,
                                     GtkTreeListRow *row);
void       paddock_seen_row_toggle  (PaddockSeenRow *self);
void       paddock_seen_row_expand  (PaddockSeenRow *self,
                                     gboolean        is_expanded);

G_END_DECLS
