/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-read-consent.h"
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
  PaddockReadConsent    consent;    /* about the sensitive file in question */
  gboolean              is_over;    /* answered; a thread may still be under way */
  GAsyncReadyCallback   on_found;   /* goes on when one was looked into */
  guint                 timeout_id;
  guint                 turn_id;    /* while it waits for a slot */
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
