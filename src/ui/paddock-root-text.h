/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-project.h"
#include "paddock-root.h"

G_BEGIN_DECLS

const char *paddock_root_text_icon        (PaddockFileKind      kind,
                                           PaddockMarkers       markers);
const char *paddock_root_text_kind        (PaddockFileKind      kind,
                                           PaddockMarkers       markers);
char       *paddock_root_text_path        (const PaddockRoot   *root,
                                           const char          *home);
const char *paddock_root_text_status      (PaddockAvailability  status,
                                           gboolean             has_events);
const char *paddock_root_text_status_icon (PaddockAvailability  status);

G_END_DECLS
