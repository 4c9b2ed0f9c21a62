/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char    *paddock_path_text_normalize (const char *path);
gboolean paddock_path_text_is_within (const char *path,
                                      const char *ancestor);
gboolean paddock_path_text_is_in_system (const char *path);

G_END_DECLS
