/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reading.h"

G_BEGIN_DECLS

GPtrArray *paddock_reading_roots_find (PaddockState                *state,
                                       PaddockSessions             *sessions,
                                       const PaddockReadingRequest *request,
                                       const char                  *path);
gboolean   paddock_reading_roots_have (PaddockState                *state,
                                       PaddockSessions             *sessions,
                                       const PaddockReadingRequest *request,
                                       const PaddockRoot           *root,
                                       gboolean                     crossed);

G_END_DECLS
