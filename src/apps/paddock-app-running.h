/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app.h"

G_BEGIN_DECLS

gboolean paddock_app_running_find (const PaddockApp *app,
                                   const char       *proc,
                                   const char       *path);

G_END_DECLS
