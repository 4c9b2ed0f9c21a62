/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-app-summary.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_APP_ALL_ROW (paddock_app_all_row_get_type ())
G_DECLARE_FINAL_TYPE (PaddockAppAllRow, paddock_app_all_row, PADDOCK, APP_ALL_ROW,
                      AdwPreferencesRow)

/* Signals:
 *   wished (gboolean is_on): the user wants all servers to go through Paddock, or none */
void paddock_app_all_row_show (PaddockAppAllRow        *self,
                               const char              *app,
                               const PaddockAppSummary *summary);

G_END_DECLS
