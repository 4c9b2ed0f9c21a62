/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The directory, the lock and the name of a socket, reserved for one service. */
typedef struct _PaddockSocketPlace PaddockSocketPlace;

PaddockSocketPlace *paddock_socket_place_lock   (const char         *socket_path,
                                                 GError            **error);
void                paddock_socket_place_free   (PaddockSocketPlace *self);
GSocket            *paddock_socket_place_listen (PaddockSocketPlace  *self,
                                                 GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockSocketPlace, paddock_socket_place_free)

G_END_DECLS
