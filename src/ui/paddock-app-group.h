/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-app-index.h"
#include "paddock-app-summary.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_APP_GROUP (paddock_app_group_get_type ())
G_DECLARE_FINAL_TYPE (PaddockAppGroup, paddock_app_group, PADDOCK, APP_GROUP, AdwBin)

/* Signals:
 *   wished (GPtrArray *entries, gboolean is_on): the user wants these entries of the file to go
 *     through Paddock, or not. The array belongs to the caller, who may take a reference
 *   wished-all (GPtrArray *entries, gboolean is_on): the same, and the user sees the lines first
 *   left (const char *server): as of PaddockAppRow */
GtkWidget       *paddock_app_group_new      (void);
void             paddock_app_group_set_file (PaddockAppGroup       *self,
                                             PaddockAppFile        *file,
                                             const PaddockAppIndex *index);
PaddockAppFile  *paddock_app_group_get_file (PaddockAppGroup       *self);
guint            paddock_app_group_show     (PaddockAppGroup       *self,
                                             const PaddockAppIndex *index,
                                             const char * const    *words,
                                             gint64                *out_next,
                                             PaddockAppSummary     *summary);
GPtrArray       *paddock_app_group_dup_entries (PaddockAppGroup    *self,
                                                gboolean            is_on);

G_END_DECLS
