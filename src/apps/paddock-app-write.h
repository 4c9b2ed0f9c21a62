/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-file.h"

G_BEGIN_DECLS

gboolean paddock_app_write_replace (const PaddockAppFile  *file,
                                    GBytes                *result,
                                    GError               **error);
gboolean paddock_app_write_own     (const char           *path,
                                    GBytes               *bytes,
                                    GError              **error);

G_END_DECLS
