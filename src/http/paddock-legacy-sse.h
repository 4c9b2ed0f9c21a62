/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-outgoing.h"
#include "paddock-spool.h"

G_BEGIN_DECLS

/* How long, in ms, a server that refused `initialize` may take to name its endpoint. */
#define PADDOCK_LEGACY_SSE_ENDPOINT_MS  10000
/* Longest URL of an endpoint for messages, in bytes, as the server writes it. */
#define PADDOCK_LEGACY_SSE_ENDPOINT_MAX 8192

gboolean  paddock_legacy_sse_is_likely     (const PaddockOutgoing *message,
                                            guint                  status,
                                            PaddockSpan            error);
char     *paddock_legacy_sse_read_endpoint (const char            *type,
                                            PaddockSpool          *message);

G_END_DECLS
