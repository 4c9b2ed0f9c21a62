/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app.h"
#include "paddock-config-tree.h"

G_BEGIN_DECLS

PaddockAppObstacle paddock_app_launch_judge (const PaddockApp        *app,
                                             const PaddockConfigTree *tree,
                                             guint                    entry,
                                             const char * const      *words);

G_END_DECLS
