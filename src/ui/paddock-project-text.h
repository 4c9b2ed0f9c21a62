/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-project-search.h"

G_BEGIN_DECLS

const char *paddock_project_text          (PaddockProject                project);
const char *paddock_project_text_icon     (PaddockProject                project);
char       *paddock_project_text_reason   (PaddockMarkers                markers);
char       *paddock_project_text_progress (const PaddockProjectProgress *progress,
                                           guint                         n_found,
                                           gboolean                      is_stopped,
                                           gboolean                      has_failed);

G_END_DECLS
