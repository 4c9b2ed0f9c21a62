/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-views.h"

G_BEGIN_DECLS

/* A root. paddock-item.h explains the lifetime of items.
 *
 * Properties: id, label, path, picked, uri (string), kind, access, status (int), is-document,
 * has-events, until-logout, crosses (boolean), seen-by (uint), added, expires (int64), markers
 * (uint64, of paddock-project.h). They are the members of PaddockRootView and its root. label, path
 * and picked are escaped for display. picked is "" if the user picked the path itself. */
#define PADDOCK_TYPE_ROOT_ITEM (paddock_root_item_get_type ())
G_DECLARE_FINAL_TYPE (PaddockRootItem, paddock_root_item, PADDOCK, ROOT_ITEM, GObject)

PaddockRootItem       *paddock_root_item_new      (PaddockRootView *view);
void                   paddock_root_item_set_view (PaddockRootItem *self,
                                                   PaddockRootView *view);
const PaddockRootView *paddock_root_item_get_view (PaddockRootItem *self);

G_END_DECLS
