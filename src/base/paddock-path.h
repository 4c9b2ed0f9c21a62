/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-record.h"
#include "paddock-inspection.h"
#include "paddock-path-text.h"
#include "paddock-places.h"

G_BEGIN_DECLS

PaddockAvailability paddock_path_check (const char               *path,
                                        const PaddockFileRecord  *record,
                                        gint64                    last_seen,
                                        PaddockFileRecord       **out_current);
char               *paddock_path_resolve (const char            *path);

G_END_DECLS
