/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-entry.h"

G_BEGIN_DECLS

PaddockConfigTree *paddock_app_file_scan (const PaddockApp         *app,
                                          GBytes                   *bytes,
                                          GError                  **error);
GPtrArray         *paddock_app_file_read (const PaddockApp         *app,
                                          const PaddockAppPlace    *place,
                                          const PaddockConfigTree  *tree,
                                          GError                  **error);

G_END_DECLS
