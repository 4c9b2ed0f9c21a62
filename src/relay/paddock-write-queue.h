/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-pipe-end.h"

G_BEGIN_DECLS

/* Bytes that wait to be written. */
typedef struct {
  GQueue chunks;                    /* (owned) the chunks of bytes that wait, oldest first */
  gsize  n_written;                 /* how many bytes of the first chunk are written */
  gsize  n_pending;                 /* how many bytes of all chunks are not written */
  gsize  n_ours;                    /* how many of the bytes in @n_pending are of Paddock's own
                                     * lines */
  GQueue delayed;                   /* (owned) GBytes: lines of Paddock's own that wait until
                                     * another line has ended */
} PaddockWriteQueue;

void     paddock_write_queue_init         (PaddockWriteQueue       *self);
void     paddock_write_queue_clear        (PaddockWriteQueue       *self);
void     paddock_write_queue_push         (PaddockWriteQueue       *self,
                                           GBytes                  *bytes,
                                           gboolean                 is_ours);
void     paddock_write_queue_push_line    (PaddockWriteQueue       *self,
                                           GBytes                  *line,
                                           gboolean                 is_ours);
void     paddock_write_queue_delay        (PaddockWriteQueue       *self,
                                           GBytes                  *line);
void     paddock_write_queue_push_delayed (PaddockWriteQueue       *self);
gboolean paddock_write_queue_flush        (PaddockWriteQueue       *self,
                                           PaddockPipeEnd          *output);
gsize    paddock_write_queue_count_ours   (const PaddockWriteQueue *self);

G_END_DECLS
