/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *paddock_app_diff_make (const char *path,
                             GBytes     *before,
                             GBytes     *after);

G_END_DECLS
