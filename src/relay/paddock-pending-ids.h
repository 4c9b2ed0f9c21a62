/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

gboolean paddock_pending_ids_is_request   (const PaddockMessage *message);
void     paddock_pending_ids_list         (PaddockMessage       *message,
                                           GPtrArray            *ids);
gboolean paddock_pending_ids_has_any      (PaddockMessage       *message);
gboolean paddock_pending_ids_remove       (GQueue               *lines,
                                           PaddockSpan           id);
gboolean paddock_pending_ids_is_bounded   (PaddockSpan           batch);
GBytes  *paddock_pending_ids_without_mark (GBytes               *line);

G_END_DECLS
