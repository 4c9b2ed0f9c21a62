/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root-item.h"
#include "paddock-server-item.h"

G_BEGIN_DECLS

gboolean   paddock_folder_servers_can_be_offered (PaddockServerItem *server);
GPtrArray *paddock_folder_servers_list           (GListModel        *servers,
                                                  GListModel        *roots,
                                                  PaddockRootItem   *root,
                                                  GListModel        *shown,
                                                  gboolean          *out_has_more);

G_END_DECLS
