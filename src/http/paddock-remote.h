/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-target.h"

G_BEGIN_DECLS

/* How long, in ms, requests under way may still get answers after the server forgot the session. */
#define PADDOCK_REMOTE_LOST_MS     200
/* How long, in ms, the host's notifications and responses may take to reach the server after the
 * host has ended. */
#define PADDOCK_REMOTE_LAST_MS     1500
/* How long, in ms, Paddock waits for the server's answer when it ends the session. */
#define PADDOCK_REMOTE_GOODBYE_MS  400
/* How long, in ms, the host may take to read the last messages after a signal ended the session. */
#define PADDOCK_REMOTE_FLUSH_MS    2000

PaddockTransport *paddock_remote_new (const PaddockReachOptions  *options,
                                      GError                    **error);

G_END_DECLS
