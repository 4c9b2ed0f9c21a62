/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-ledger.h"

G_BEGIN_DECLS

PaddockChangeset *paddock_setback_plan (const PaddockLedger *ledger,
                                        gint64               back);

G_END_DECLS
