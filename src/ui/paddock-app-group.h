/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-app-index.h"

G_BEGIN_DECLS

/* How many of a group's servers the switch for all is for. */
typedef struct {
  guint n_servers;
  guint n_through;                  /* how many of these go through Paddock */
  guint n_left_alone;               /* others, which the user can only switch one by one */
  guint n_shown;                    /* rows that match the search */
} PaddockAppCount;

#define PADDOCK_TYPE_APP_GROUP (paddock_app_group_get_type ())
G_DECLARE_FINAL_TYPE (PaddockAppGroup, paddock_app_group, PADDOCK, APP_GROUP, AdwBin)

/* Signals:
 *   wished (GPtrArray *entries, gboolean is_on): the user wants these entries of the file to go
 *     through Paddock, or not. The array belongs to the caller, who may take a reference
 *   left (const char *server): as of PaddockAppRow */
GtkWidget       *paddock_app_group_new      (void);
void             paddock_app_group_set_file (PaddockAppGroup       *self,
                                             PaddockAppFile        *file,
                                             const PaddockAppIndex *index);
PaddockAppFile  *paddock_app_group_get_file (PaddockAppGroup       *self);
PaddockAppCount  paddock_app_group_show     (PaddockAppGroup       *self,
                                             const PaddockAppIndex *index,
                                             const char * const    *words,
                                             gint64                *out_next);
GPtrArray       *paddock_app_group_dup_entries (PaddockAppGroup    *self,
                                                gboolean            is_on);

G_END_DECLS
