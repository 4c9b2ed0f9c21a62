/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void paddock_standard_fill (void);
int  paddock_standard_take (int fd);

G_END_DECLS
