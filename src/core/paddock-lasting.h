/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-snapshot.h"

G_BEGIN_DECLS

PaddockChanges *paddock_lasting_part           (const PaddockSnapshot *snapshot,
                                                const PaddockChanges  *changes);
PaddockChanges *paddock_lasting_as_known       (const PaddockSnapshot *snapshot,
                                                const PaddockChanges  *changes);
PaddockChanges *paddock_lasting_still_there    (const PaddockSnapshot *snapshot,
                                                const PaddockChanges  *changes);
void            paddock_lasting_add_everything (const PaddockSnapshot *snapshot,
                                                PaddockChanges        *changes);
gboolean        paddock_lasting_is_only_rows   (const PaddockChanges  *changes);
gboolean        paddock_lasting_has_rows       (const PaddockChanges  *changes);
GHashTable     *paddock_lasting_roots_before   (const PaddockSnapshot *snapshot,
                                                const PaddockChanges  *changes);

G_END_DECLS
