/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-read-consent.h"
#include "paddock-reading-request.h"

G_BEGIN_DECLS

/* One request to the reader (paddock-reading.c), while the reader handles it. The request's GTask
 * owns this structure. While a thread works on the request, the thread's Run holds the GTask. */
typedef struct {
  PaddockReadingRequest request;    /* the request; its strings are owned */
  char                 *path;       /* (owned) (nullable) the absolute path that the request's
                                     * reference stands for; NULL: not known */
  GPtrArray            *roots;      /* (owned) PaddockRoot: the roots that contain @path, innermost
                                     * first */
  guint                 next;       /* index in @roots of the root to try next */
  PaddockReadingLane    lane;       /* which threads look for the file now */
  const PaddockRoot    *nearest;    /* (nullable) the root in @roots that gave @verdict; NULL: no
                                     * root did */
  PaddockReadVerdict    verdict;    /* the first verdict of a tried root that is not OUTSIDE;
                                     * OUTSIDE if there is none yet */
  PaddockReadConsent    consent;    /* the sensitive file that the request came to, and the user's
                                     * answer */
  gboolean              is_over;    /* the request is answered, but a thread may still work on it */
  GAsyncReadyCallback   on_found;   /* called when a thread that looked for the file has returned */
  guint                 timeout_id;
  guint                 turn_id;    /* id of a timer that runs while the request waits for a slot;
                                     * 0: no timer */
  GSource              *on_cancel;  /* (owned) (nullable) notices that the caller cancelled the
                                     * request; NULL: the caller can't cancel it */
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
