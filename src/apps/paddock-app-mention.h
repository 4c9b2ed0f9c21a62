/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app.h"
#include "paddock-config-tree.h"

G_BEGIN_DECLS

gboolean paddock_app_mention_find          (const PaddockApp        *app,
                                            const PaddockConfigTree *tree,
                                            guint                    entry);
gboolean paddock_app_mention_find_anywhere (const PaddockConfigTree *tree,
                                            guint                    value);

G_END_DECLS
