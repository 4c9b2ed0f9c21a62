/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *paddock_uri_from_path (const char  *path);
char *paddock_uri_to_path   (const char  *uri,
                             GError     **error);
char *paddock_uri_read_text (const char  *text,
                             const char  *home);

G_END_DECLS
