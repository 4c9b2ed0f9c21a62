/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* After this time without a byte, the kernel probes whether the other side still answers. Routers
 * and load balancers remember a connection for longer: commonly 4 minutes or more. */
#define PADDOCK_KEEPALIVE_IDLE_SECONDS     60
/* The time between two probes of a silent connection. After about 2 minutes without a byte the
 * connection counts as lost. */
#define PADDOCK_KEEPALIVE_INTERVAL_SECONDS 15
#define PADDOCK_KEEPALIVE_PROBES           4

void paddock_keepalive_begin (GSocket *socket);

G_END_DECLS
