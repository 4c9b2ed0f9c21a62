/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-views.h"

G_BEGIN_DECLS

/* A server. paddock-item.h explains the lifetime of items.
 *
 * Properties: id, label (string), standing (int), n-sessions, n-visible (uint), is-ambiguous
 * (boolean: another server has the same label, or one that looks similar).
 *
 * Signals: changed (): anything in the view changed, or is-ambiguous. */
#define PADDOCK_TYPE_SERVER_ITEM (paddock_server_item_get_type ())
G_DECLARE_FINAL_TYPE (PaddockServerItem, paddock_server_item, PADDOCK, SERVER_ITEM, GObject)

PaddockServerItem       *paddock_server_item_new           (PaddockServerView *view);
void                     paddock_server_item_set_view      (PaddockServerItem *self,
                                                            PaddockServerView *view);
const PaddockServerView *paddock_server_item_get_view      (PaddockServerItem *self);
void                     paddock_server_item_set_ambiguous (PaddockServerItem *self,
                                                            gboolean           is_ambiguous);
gboolean                 paddock_server_item_is_listed     (PaddockServerItem *self);
guint                    paddock_server_item_count_listed  (GListModel        *servers);
gboolean                 paddock_server_item_is_ambiguous  (PaddockServerItem *self);
const PaddockGrantView  *paddock_server_item_get_grant     (PaddockServerItem *self,
                                                            const char        *root_id);

G_END_DECLS
