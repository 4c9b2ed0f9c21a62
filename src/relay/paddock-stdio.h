/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void paddock_stdio_reserve (void);
int  paddock_stdio_steal   (int fd);

G_END_DECLS
