/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-http-request.h"

G_BEGIN_DECLS

/* How long a server that refused `initialize` is given to say where messages go. */
#define PADDOCK_LEGACY_SSE_ENDPOINT_MS  10000
/* Of what it says. */
#define PADDOCK_LEGACY_SSE_ENDPOINT_MAX 8192

gboolean            paddock_legacy_sse_begins           (PaddockHttpRequest *request,
                                                         PaddockWebSession  *session,
                                                         PaddockExchangeEnd  end);
PaddockHttpRequest *paddock_legacy_sse_receive_endpoint (PaddockHttpRequest *request,
                                                         PaddockWebSession  *session,
                                                         const char         *type,
                                                         PaddockSpool       *message);

G_END_DECLS
