/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-state.h"

G_BEGIN_DECLS

/* How many seconds the markers of the roots count as current when somebody asks for them. */
#define PADDOCK_ROOT_MARKERS_SECONDS 60

#define PADDOCK_TYPE_ROOT_MARKERS (paddock_root_markers_get_type ())
G_DECLARE_FINAL_TYPE (PaddockRootMarkers, paddock_root_markers, PADDOCK, ROOT_MARKERS, GObject)

/* Signal: changed (const char *root_id)   the snapshot has new markers for that root */
PaddockRootMarkers *paddock_root_markers_new     (PaddockState       *state);
void                paddock_root_markers_refresh (PaddockRootMarkers *self);

G_END_DECLS
