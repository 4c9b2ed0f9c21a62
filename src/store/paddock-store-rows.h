/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-changes.h"

#include <sqlite3.h>

G_BEGIN_DECLS

gboolean paddock_store_rows_apply (sqlite3              *db,
                                   const PaddockChange  *change,
                                   GError              **error);
gboolean paddock_store_rows_load  (sqlite3             *db,
                                   PaddockChanges      *changes,
                                   GError             **error);

G_END_DECLS
