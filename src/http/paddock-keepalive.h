/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Without a byte: then the other side is asked whether it is there. Less than what routers and load
 * balancers remember a connection for (from 4 minutes on, commonly). */
#define PADDOCK_KEEPALIVE_IDLE_SECONDS     60
/* And again, so often: after 2 minutes in all nobody is there. */
#define PADDOCK_KEEPALIVE_INTERVAL_SECONDS 15
#define PADDOCK_KEEPALIVE_PROBES           4

void paddock_keepalive_begin (GSocket *socket);

G_END_DECLS
