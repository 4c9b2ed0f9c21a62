/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <libsoup/soup.h>

#include "paddock-json.h"

G_BEGIN_DECLS

char    *paddock_http_trouble_of_connection (SoupMessage  *message,
                                             const GError *error);
char    *paddock_http_trouble_of_proxy      (guint         status);
char    *paddock_http_trouble_of_status     (guint         status,
                                             const char   *challenge);
char    *paddock_http_trouble_of_both       (guint         posted,
                                             guint         streamed);
gboolean paddock_http_trouble_find_code     (PaddockSpan   body,
                                             int          *out_code);
GBytes  *paddock_http_trouble_write         (PaddockSpan   id,
                                             guint         status,
                                             const char   *why,
                                             PaddockSpan   body);

G_END_DECLS
