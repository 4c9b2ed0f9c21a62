/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-http-request.h"

G_BEGIN_DECLS

/* Pages of a list that are asked for, for one call. */
#define PADDOCK_RELISTING_PAGES_MAX  16
/* What all of them get to come. */
#define PADDOCK_RELISTING_MS         10000
/* Of what a server calls the next page. */
#define PADDOCK_RELISTING_CURSOR_MAX 4096

gboolean paddock_relisting_goes_on (PaddockHttpRequest *request,
                                    PaddockWebSession  *session,
                                    PaddockExchangeEnd  end);
gboolean paddock_relisting_consume (PaddockHttpRequest  *request,
                                    PaddockWebSession   *session,
                                    PaddockSpool       **message);

G_END_DECLS
