/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"
#include "paddock-countdown.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_SEEN_SERVER (paddock_seen_server_get_type ())
G_DECLARE_FINAL_TYPE (PaddockSeenServer, paddock_seen_server, PADDOCK, SEEN_SERVER, AdwBin)

GtkWidget *paddock_seen_server_new  (PaddockClient     *client,
                                     PaddockServerItem *server,
                                     PaddockRootItem   *root,
                                     PaddockCountdown  *countdown);
void       paddock_seen_server_show (PaddockSeenServer *self);
gboolean   paddock_seen_server_press (PaddockSeenServer *self);

G_END_DECLS
