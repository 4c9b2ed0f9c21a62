/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-control-context.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_BROADCAST (paddock_broadcast_get_type ())
G_DECLARE_FINAL_TYPE (PaddockBroadcast, paddock_broadcast, PADDOCK, BROADCAST, GObject)

PaddockBroadcast *paddock_broadcast_new  (const PaddockControlContext *context,
                                          GDBusConnection             *connection);
void              paddock_broadcast_stop (PaddockBroadcast            *self);

G_END_DECLS
