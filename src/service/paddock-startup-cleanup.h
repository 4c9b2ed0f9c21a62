/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-state.h"

G_BEGIN_DECLS

void  paddock_startup_cleanup_end       (PaddockState *state);
char *paddock_startup_cleanup_dup_login (void);

G_END_DECLS
