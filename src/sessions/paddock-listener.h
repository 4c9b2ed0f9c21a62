/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-peer.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_LISTENER (paddock_listener_get_type ())
G_DECLARE_FINAL_TYPE (PaddockListener, paddock_listener, PADDOCK, LISTENER, GObject)

/* Signals:
 *   connection (GSocketConnection *connection, PaddockPeer *peer)   a peer of the same user
 *   refused (PaddockReason reason, const char *detail)              a peer that was refused
 *   in-use-changed ()                                               the first peer connected, or
 *                                                                   the last one disconnected
 */
PaddockListener *paddock_listener_new          (void);
gboolean         paddock_listener_reserve      (PaddockListener  *self,
                                                const char       *socket_path,
                                                GError          **error);
gboolean         paddock_listener_listen       (PaddockListener  *self,
                                                GError          **error);
void             paddock_listener_open         (PaddockListener  *self);
void             paddock_listener_stop         (PaddockListener  *self);
gboolean         paddock_listener_is_reserved  (PaddockListener  *self);
gboolean         paddock_listener_is_in_use    (PaddockListener  *self);

G_END_DECLS
