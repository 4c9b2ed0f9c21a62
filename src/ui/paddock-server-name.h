/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-server-item.h"

G_BEGIN_DECLS

void  paddock_server_name_compare (GListModel        *servers);
char *paddock_server_name_origin  (PaddockServerItem *item,
                                   guint              max_chars);
char *paddock_server_name_full    (PaddockServerItem *item);

G_END_DECLS
