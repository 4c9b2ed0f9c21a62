/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-app-index.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_APP_ROW (paddock_app_row_get_type ())
G_DECLARE_FINAL_TYPE (PaddockAppRow, paddock_app_row, PADDOCK, APP_ROW, AdwActionRow)

/* Signals:
 *   wished (gboolean is_on): the user wants the server to go through Paddock, or not
 *   left (const char *server): the user accepts what another program did to this entry
 */
GtkWidget       *paddock_app_row_new          (void);
void             paddock_app_row_set_entry    (PaddockAppRow         *self,
                                               PaddockAppFile        *file,
                                               PaddockAppEntry       *entry);
void             paddock_app_row_set_gone     (PaddockAppRow         *self,
                                               PaddockAppFile        *file,
                                               const PaddockAppNote  *note);
PaddockAppEntry *paddock_app_row_get_entry    (PaddockAppRow         *self);
PaddockAppState  paddock_app_row_show         (PaddockAppRow         *self,
                                               const PaddockAppIndex *index,
                                               gint64                *out_next);
void             paddock_app_row_undo_switch  (PaddockAppRow         *self);
gboolean         paddock_app_row_can_switch   (PaddockAppRow         *self);
gboolean         paddock_app_row_matches      (PaddockAppRow         *self,
                                               const char * const    *words);

G_END_DECLS
