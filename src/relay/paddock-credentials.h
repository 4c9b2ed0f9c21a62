/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The longest file with credentials, in bytes. */
#define PADDOCK_CREDENTIALS_MAX (64 * 1024)

GStrv paddock_credentials_read  (const char   *header_file,
                                 const char   *bearer_file,
                                 const char   *user,
                                 GError      **error);
GStrv paddock_credentials_parse (const char   *headers,
                                 const char   *bearer,
                                 const char   *user,
                                 GError      **error);

G_END_DECLS
