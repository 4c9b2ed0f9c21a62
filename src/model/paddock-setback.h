/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-snapshot.h"

G_BEGIN_DECLS

PaddockChanges *paddock_setback_plan (const PaddockSnapshot *snapshot,
                                      gint64                 back);

G_END_DECLS
