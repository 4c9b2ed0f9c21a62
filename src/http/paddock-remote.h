/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-target.h"

G_BEGIN_DECLS

/* How long, in ms, other requests may still get answers after the session was lost. */
#define PADDOCK_REMOTE_LOST_MS     200
/* How long notifications and responses may take to arrive after the host has ended. */
#define PADDOCK_REMOTE_LAST_MS     1500
/* How long the server may take to hear that the session ends. */
#define PADDOCK_REMOTE_GOODBYE_MS  400
/* How long the host may then take to read the rest, if somebody ended the server. */
#define PADDOCK_REMOTE_FLUSH_MS    2000

PaddockTransport *paddock_remote_new (const PaddockReachOptions  *options,
                                      GError                    **error);

G_END_DECLS
