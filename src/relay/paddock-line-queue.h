/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

/* A queue of lines of the host that do not go on yet. */
typedef struct _PaddockLineQueue PaddockLineQueue;

PaddockLineQueue *paddock_line_queue_new              (guint                   max_lines,
                                                       gsize                   max_bytes);
void              paddock_line_queue_free             (PaddockLineQueue       *self);
gboolean          paddock_line_queue_push             (PaddockLineQueue       *self,
                                                       const PaddockMessage   *message);
void              paddock_line_queue_push_first       (PaddockLineQueue       *self,
                                                       const PaddockMessage   *message);
PaddockMessage   *paddock_line_queue_pop              (PaddockLineQueue       *self);
PaddockMessage   *paddock_line_queue_peek             (PaddockLineQueue       *self);
guint             paddock_line_queue_get_length       (const PaddockLineQueue *self);
gboolean          paddock_line_queue_remove_cancelled (PaddockLineQueue       *self,
                                                       PaddockMessage         *message);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockLineQueue, paddock_line_queue_free)

G_END_DECLS
