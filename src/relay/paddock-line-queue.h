/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-json.h"

G_BEGIN_DECLS

/* How long the host's lines wait for a server that does not ask, and what may wait. */
#define PADDOCK_LINE_QUEUE_MS       250
#define PADDOCK_LINE_QUEUE_BYTES    (1024 * 1024)
/* Between the answer about roots and the first line behind it: the server works on the answer. Then
 * it is looked so often whether it sleeps, and so many looks in a row must say so. */
#define PADDOCK_LINE_QUEUE_QUIESCE_DELAY_MS 5
#define PADDOCK_LINE_QUEUE_LOOK_MS   2
#define PADDOCK_LINE_QUEUE_LOOKS     2

typedef struct _PaddockLineQueue PaddockLineQueue;

typedef struct {
  /* A line that was held goes on, without its newline. Must not end the hold's owner. */
  void     (* forward)(GBytes   *line,
                       gpointer  user_data);
  /* Whether the server has done with all that it was sent. */
  gboolean (* is_quiescent)(gpointer  user_data);
} PaddockLineQueueFuncs;

PaddockLineQueue *paddock_line_queue_new            (const PaddockLineQueueFuncs *funcs,
                                                     gpointer                     user_data);
void              paddock_line_queue_free           (PaddockLineQueue            *self);
void              paddock_line_queue_begin          (PaddockLineQueue            *self);
gboolean          paddock_line_queue_push           (PaddockLineQueue            *self,
                                                     PaddockSpan                  line);
void              paddock_line_queue_wait_quiescent (PaddockLineQueue            *self);
void              paddock_line_queue_release        (PaddockLineQueue            *self);
gboolean          paddock_line_queue_is_active      (const PaddockLineQueue      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockLineQueue, paddock_line_queue_free)

G_END_DECLS
