/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-line-class.h"

G_BEGIN_DECLS

gboolean paddock_asked_is_request (const PaddockLineClass *line);
void     paddock_asked_list       (PaddockSpan             line,
                                   GPtrArray              *ids);
gboolean paddock_asked_is_any     (PaddockSpan             line);
gboolean paddock_asked_keep       (GQueue                 *lines,
                                   PaddockSpan             line,
                                   guint                   max,
                                   gsize                   max_bytes);
gboolean paddock_asked_take       (GQueue                 *lines,
                                   PaddockSpan             id);
gboolean paddock_asked_take_cancelled (GQueue                 *lines,
                                       const PaddockLineClass *line);
gboolean paddock_asked_is_bounded (PaddockSpan batch);
GBytes  *paddock_asked_without_mark (GBytes *line);

G_END_DECLS
