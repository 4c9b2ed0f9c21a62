/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-json.h"

G_BEGIN_DECLS

GBytes *paddock_capability_splice (PaddockSpan  line,
                                   gboolean    *out_had_roots);

G_END_DECLS
