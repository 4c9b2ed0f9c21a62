/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-boundary.h"
#include "paddock-reading-request.h"
#include "paddock-state.h"

G_BEGIN_DECLS

GPtrArray *paddock_reading_roots_find (PaddockState                *state,
                                       PaddockBoundary             *boundary,
                                       const PaddockReadingRequest *request,
                                       const char                  *path);
gboolean   paddock_reading_roots_have (PaddockState                *state,
                                       PaddockBoundary             *boundary,
                                       const PaddockReadingRequest *request,
                                       const PaddockRoot           *root,
                                       gboolean                     crossed);

G_END_DECLS
