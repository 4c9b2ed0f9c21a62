/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-config-tree.h"
#include "paddock-paste.h"

G_BEGIN_DECLS

GPtrArray *paddock_paste_entry_read_all (const PaddockConfigTree  *tree,
                                         GError                  **error);

G_END_DECLS
