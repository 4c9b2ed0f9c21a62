/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"
#include "paddock-server-item.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_CHOICE_ROW (paddock_choice_row_get_type ())
G_DECLARE_FINAL_TYPE (PaddockChoiceRow, paddock_choice_row, PADDOCK, CHOICE_ROW, AdwActionRow)

GtkWidget *paddock_choice_row_new (PaddockClient     *client,
                                   PaddockServerItem *server,
                                   PaddockChoices     choice);

G_END_DECLS
