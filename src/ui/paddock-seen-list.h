/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_SEEN_LIST (paddock_seen_list_get_type ())
G_DECLARE_FINAL_TYPE (PaddockSeenList, paddock_seen_list, PADDOCK, SEEN_LIST, AdwBin)

void paddock_seen_list_set_client (PaddockSeenList *self,
                                   PaddockClient   *client,
                                   const char      *name,
                                   GMenuModel      *menu);
void paddock_seen_list_set_items  (PaddockSeenList *self,
                                   GPtrArray       *roots,
                                   GPtrArray       *servers);
void paddock_seen_list_show_first (PaddockSeenList *self);

G_END_DECLS
