/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-sending.h"

G_BEGIN_DECLS

/* How long a server that refused `initialize` is given to say where messages go. */
#define PADDOCK_OLDER_ENDPOINT_MS  10000
/* Of what it says. */
#define PADDOCK_OLDER_ENDPOINT_MAX 8192

gboolean        paddock_older_begins (PaddockSending     *sending,
                                      PaddockWebSession  *session,
                                      PaddockExchangeEnd  end);
PaddockSending *paddock_older_take   (PaddockSending     *sending,
                                      PaddockWebSession  *session,
                                      const char         *type,
                                      PaddockSpool       *message);

G_END_DECLS
