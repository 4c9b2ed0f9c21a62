/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reading.h"

G_BEGIN_DECLS

/* One request to the reader. Owned by its task, which a thread under way holds through its run. */
typedef struct {
  PaddockReadingRequest  request;       /* its strings are owned */
  char                  *path;          /* (owned) (nullable) that the reference means */
  GPtrArray             *roots;         /* (owned) PaddockRoot around the path, innermost first */
  guint                  next;          /* of these */
  PaddockReadingLane     lane;          /* in which the current one is looked into */
  const PaddockRoot     *nearest;       /* (nullable) of these: the one that said so: */
  PaddockReadVerdict     verdict;       /* of those that were tried */
  char                  *allowed;       /* (owned) (nullable) the sensitive file in question */
  guint64                device;        /* of it, as in PaddockFileWish */
  guint64                inode;
  gboolean               is_allowed;    /* by the user, and no other */
  gint64                 once_until;    /* monotonic µs: … once, until then; 0: not only once */
  gboolean               is_over;       /* answered; a thread may still be under way */
  GAsyncReadyCallback    on_found;      /* goes on when one was looked into */
  guint                  timeout_id;
  guint                  turn_id;       /* while it waits for a slot */
  GCancellable          *asking;        /* (owned) (nullable) while the user is asked */
  GSource               *on_cancel;     /* (owned) (nullable) */
  GSource               *on_closed;     /* (owned) (nullable) */
} PaddockReadAsk;

PaddockReadAsk    *paddock_read_ask_new            (const PaddockReadingRequest *request);
void               paddock_read_ask_free           (gpointer                     self);

void               paddock_read_ask_stop_waiting   (PaddockReadAsk              *self);
gboolean           paddock_read_ask_is_for_writing (const PaddockReadAsk        *self);
PaddockRoot       *paddock_read_ask_get_current    (const PaddockReadAsk        *self);
const char        *paddock_read_ask_get_mount      (const PaddockReadAsk        *self);
PaddockFileWish    paddock_read_ask_get_wish       (const PaddockReadAsk        *self);
void               paddock_read_ask_note           (PaddockReadAsk              *self,
                                                    const PaddockRoot           *root,
                                                    PaddockReadVerdict           verdict);

G_END_DECLS
