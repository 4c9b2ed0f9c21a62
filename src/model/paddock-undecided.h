/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-snapshot.h"

G_BEGIN_DECLS

/* How many servers without a decision are kept after their sessions ended: in all, and for each
 * program that connected. Half of these places are reserved for servers with a key that Paddock
 * made. */
#define PADDOCK_UNDECIDED_MAX            256
#define PADDOCK_UNDECIDED_PER_ORIGIN_MAX  32

PaddockChanges *paddock_undecided_evict (const PaddockSnapshot *snapshot,
                                         GHashTable            *needed);

G_END_DECLS
