/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean paddock_token_is_char  (char        c);
gboolean paddock_token_is_valid (const char *text);

G_END_DECLS
