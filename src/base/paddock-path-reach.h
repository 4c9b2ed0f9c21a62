/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-mount-table.h"

G_BEGIN_DECLS

char *paddock_path_reach (const char              *picked,
                          const PaddockMountTable *mounts);

G_END_DECLS
