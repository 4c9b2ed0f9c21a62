/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-file.h"

G_BEGIN_DECLS

/* How many servers apps have, and what Paddock can do with them. All 0 at first. */
typedef struct {
  const PaddockApp *app;            /* (nullable) the app of the last file */
  guint n_apps;                     /* apps that have servers */
  guint n_servers;
  guint n_connected;
  guint n_own_folders;              /* connected servers whose commands name folders */
  guint n_left_alone;               /* the user can only connect these one by one */
  guint n_connectable;              /* those that "Connect All…" connects */
  guint n_restorable;               /* those that "Restore All…" restores */
  guint n_waiting;                  /* servers whose app has to be restarted */
  guint n_unreadable;               /* files */
  guint n_fixed;                    /* files with servers that Paddock can't change */
} PaddockAppSummary;

gboolean    paddock_app_summary_is_unreadable     (const PaddockAppFile    *file);
void        paddock_app_summary_add               (PaddockAppSummary       *self,
                                                   const PaddockAppFile    *file,
                                                   guint                    n_waiting);
char       *paddock_app_summary_to_text           (const PaddockAppSummary *self);
char       *paddock_app_summary_to_text_of_app    (const PaddockAppSummary *self);
const char *paddock_app_summary_get_no_connection (const PaddockAppSummary *self);
const char *paddock_app_summary_get_no_restoring  (const PaddockAppSummary *self);

G_END_DECLS
