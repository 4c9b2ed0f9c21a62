/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-registry.h"

G_BEGIN_DECLS

void  paddock_leftovers_end       (PaddockRegistry *registry);
char *paddock_leftovers_dup_login (void);

G_END_DECLS
