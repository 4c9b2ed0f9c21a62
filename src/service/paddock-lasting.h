/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-ledger.h"

G_BEGIN_DECLS

PaddockChangeset *paddock_lasting_part           (const PaddockLedger    *ledger,
                                                  const PaddockChangeset *changes);
PaddockChangeset *paddock_lasting_as_known       (const PaddockLedger    *ledger,
                                                  const PaddockChangeset *changes);
PaddockChangeset *paddock_lasting_still_there    (const PaddockLedger    *ledger,
                                                  const PaddockChangeset *changes);
void              paddock_lasting_add_everything (const PaddockLedger    *ledger,
                                                  PaddockChangeset       *changes);
gboolean          paddock_lasting_is_only_rows   (const PaddockChangeset *changes);
gboolean          paddock_lasting_has_rows       (const PaddockChangeset *changes);
GHashTable       *paddock_lasting_roots_before   (const PaddockLedger    *ledger,
                                                  const PaddockChangeset *changes);

G_END_DECLS
