/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"
#include "paddock-entry-item.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_ENTRY_ROW (paddock_entry_row_get_type ())
G_DECLARE_FINAL_TYPE (PaddockEntryRow, paddock_entry_row, PADDOCK, ENTRY_ROW, AdwBin)

GtkWidget *paddock_entry_row_new         (void);
void       paddock_entry_row_set_item    (PaddockEntryRow  *self,
                                          PaddockEntryItem *item,
                                          PaddockClient    *client);
void       paddock_entry_row_set_heading (PaddockEntryRow  *self,
                                          const char       *heading);

G_END_DECLS
