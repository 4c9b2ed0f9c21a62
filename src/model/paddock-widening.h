/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-ledger.h"

G_BEGIN_DECLS

gboolean  paddock_policy_widens  (const PaddockLedger    *ledger,
                                  const PaddockChangeset *changes,
                                  gint64                  now);

G_END_DECLS
