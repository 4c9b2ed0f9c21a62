/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-snapshot.h"

G_BEGIN_DECLS

GStrv paddock_startup_cleanup_list      (const PaddockSnapshot *snapshot);
char *paddock_startup_cleanup_dup_login (void);

G_END_DECLS
