/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-read-consent.h"
#include "paddock-reading-request.h"

G_BEGIN_DECLS

/* One request to the reader (paddock-reading.c), while the reader handles it. The request's task
 * owns it, and a running thread holds the task. */
typedef struct {
  PaddockReadingRequest request;    /* the request; its strings are owned */
  char                 *path;       /* (owned) (nullable) the path that the reference means */
  GPtrArray            *roots;      /* (owned) PaddockRoot: the roots that contain @path, innermost
                                     * first */
  guint                 next;       /* index in @roots of the root to try next */
  PaddockReadingLane    lane;       /* the threads that look for the file now */
  const PaddockRoot    *nearest;    /* (nullable) the root in @roots that gave @verdict */
  PaddockReadVerdict    verdict;    /* what the tried roots gave: the first verdict that is not
                                     * OUTSIDE */
  PaddockReadConsent    consent;    /* the sensitive file that the request met, and the user's
                                     * answer */
  gboolean              is_over;    /* the request is answered, but a thread may still work on it */
  GAsyncReadyCallback   on_found;   /* called when a thread that looked for the file has returned */
  guint                 timeout_id;
  guint                 turn_id;    /* id of a timer that runs while the request waits for a slot;
                                     * 0: no timer */
  GSource              *on_cancel;  /* (owned) (nullable) notices that the caller cancelled the
                                     * request */
  GSource              *on_closed;  /* (owned) (nullable) notices that the reader was closed */
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
