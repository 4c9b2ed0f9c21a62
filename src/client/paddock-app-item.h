/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-note.h"

#include <glib-object.h>

G_BEGIN_DECLS

/* A note about an app's configuration file. paddock-item.h explains the lifetime of items.
 *
 * Properties: key, app, server, path (string), noted (int64). They are the members of
 * PaddockAppNote. server and path are escaped for display; the note has them as they are. */
#define PADDOCK_TYPE_APP_ITEM (paddock_app_item_get_type ())
G_DECLARE_FINAL_TYPE (PaddockAppItem, paddock_app_item, PADDOCK, APP_ITEM, GObject)

PaddockAppItem       *paddock_app_item_new      (PaddockAppNote *note);
void                  paddock_app_item_set_note (PaddockAppItem *self,
                                                 PaddockAppNote *note);
const PaddockAppNote *paddock_app_item_get_note (PaddockAppItem *self);

G_END_DECLS
