/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-entry.h"

G_BEGIN_DECLS

char *paddock_entry_to_json (const PaddockEntry *entry);

G_END_DECLS
