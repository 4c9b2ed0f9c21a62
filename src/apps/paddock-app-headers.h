/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-edit.h"
#include "paddock-app-obstacle.h"

G_BEGIN_DECLS

PaddockAppObstacle paddock_app_headers_judge   (const PaddockApp        *app,
                                                const PaddockConfigTree *tree,
                                                guint                    entry);
void               paddock_app_headers_connect (const PaddockApp        *app,
                                                PaddockAppEdit          *edit,
                                                guint                    entry);
gboolean           paddock_app_headers_restore (const PaddockApp        *app,
                                                PaddockAppEdit          *edit,
                                                guint                    entry);

G_END_DECLS
