/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-answers.h"
#include "paddock-reading-request.h"

G_BEGIN_DECLS

/* One request to the reader. Owned by its task, which a thread under way holds through its run. */
typedef struct {
  PaddockReadingRequest request;    /* its strings are owned */
  char                 *path;       /* (owned) (nullable) that the reference means */
  GPtrArray            *roots;      /* (owned) PaddockRoot around the path, innermost first */
  guint                 next;       /* of these */
  PaddockReadingLane    lane;       /* in which the current one is looked into */
  const PaddockRoot    *nearest;    /* (nullable) of these: the one that said so: */
  PaddockReadVerdict    verdict;    /* of those that were tried */
  char                 *allowed;    /* (owned) (nullable) the sensitive file in question */
  guint64               device;     /* of it, as in PaddockFileCommand */
  guint64               inode;
  gboolean              is_allowed; /* by the user, and no other */
  gint64                once_until; /* monotonic µs: … once, until then; 0: not only once */
  gboolean              is_over;    /* answered; a thread may still be under way */
  GAsyncReadyCallback   on_found;   /* goes on when one was looked into */
  guint                 timeout_id;
  guint                 turn_id;    /* while it waits for a slot */
  GCancellable         *asking;     /* (owned) (nullable) while the user is asked */
  GSource              *on_cancel;  /* (owned) (nullable) */
  GSource              *on_closed;  /* (owned) (nullable) */
} PaddockReadJob;

PaddockReadJob *paddock_read_job_new  (const PaddockReadingRequest *request);
void            paddock_read_job_free (gpointer                     self);

void               paddock_read_job_stop_waiting   (PaddockReadJob       *self);
gboolean           paddock_read_job_is_for_writing (const PaddockReadJob *self);
PaddockRoot       *paddock_read_job_get_current    (const PaddockReadJob *self);
const char        *paddock_read_job_get_mount      (const PaddockReadJob *self);
PaddockFileCommand paddock_read_job_get_command    (const PaddockReadJob *self);
void               paddock_read_job_note           (PaddockReadJob       *self,
                                                    const PaddockRoot    *root,
                                                    PaddockReadVerdict    verdict);

G_END_DECLS
