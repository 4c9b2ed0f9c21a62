/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app.h"

G_BEGIN_DECLS

GBytes *paddock_app_mask_make (const PaddockApp *app,
                               GBytes           *bytes,
                               gsize             begin,
                               gsize             end);

G_END_DECLS
