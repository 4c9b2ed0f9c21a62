/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *paddock_challenge_find_parameter (const char *challenges,
                                        const char *name);
char *paddock_challenge_list_schemes   (const char *challenges);

G_END_DECLS
