/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-snapshot.h"

G_BEGIN_DECLS

gboolean paddock_widening_check (const PaddockSnapshot *snapshot,
                                 const PaddockChanges  *changes,
                                 gint64                 now);

G_END_DECLS
