/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-server-item.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_SERVERS_PAGE (paddock_servers_page_get_type ())
G_DECLARE_FINAL_TYPE (PaddockServersPage, paddock_servers_page, PADDOCK, SERVERS_PAGE, AdwBin)

void paddock_servers_page_open (PaddockServersPage *self,
                                PaddockServerItem  *item);

G_END_DECLS
