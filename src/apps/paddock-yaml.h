/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-config-tree.h"

G_BEGIN_DECLS

PaddockConfigTree *paddock_yaml_scan (GBytes  *bytes,
                                      GError **error);

G_END_DECLS
