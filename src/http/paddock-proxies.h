/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GProxyResolver *paddock_proxies_new               (const char * const *environment,
                                                   GProxyResolver     *desktop);
char           *paddock_proxies_dup_authorization (GSocketAddress     *peer);

G_END_DECLS
