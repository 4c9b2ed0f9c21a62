/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-handshake.h"
#include "paddock-root.h"

G_BEGIN_DECLS

char *paddock_root_entry_write (const PaddockRoot    *root,
                                const PaddockVersion *version,
                                gboolean              is_launch);

G_END_DECLS
