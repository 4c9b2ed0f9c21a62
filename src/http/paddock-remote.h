/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-target.h"

G_BEGIN_DECLS

/* Lines of the host that may wait here before nothing more of it is read. */
#define PADDOCK_REMOTE_WAITING_MAX 64
/* Answers to the server that may be under way, and that may wait: a server that asks for more is
 * not read until it has taken some. */
#define PADDOCK_REMOTE_ANSWERS_MAX 64
/* What a notification gets to arrive before the request behind it is sent, `initialized` and the
 * stream before it likewise. */
#define PADDOCK_REMOTE_GATE_MS     250
#define PADDOCK_REMOTE_READY_MS    2000
#define PADDOCK_REMOTE_STREAM_MS   50
/* How long answers of other calls are waited for where the session was lost. */
#define PADDOCK_REMOTE_LOST_MS     200
/* What is no request gets to arrive behind the end of the host. */
#define PADDOCK_REMOTE_LAST_MS     1500
/* What the end of the session gets. */
#define PADDOCK_REMOTE_GOODBYE_MS  400
/* And what is still to be passed on where the end was asked for. */
#define PADDOCK_REMOTE_FLUSH_MS    2000

PaddockTransport *paddock_remote_new (const PaddockReachOptions  *options,
                                      GError                    **error);

G_END_DECLS
