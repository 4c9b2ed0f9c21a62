/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-read-job.h"

#include "paddock-reference.h"

/* The state of one request to the reader (paddock-reading.c): what the caller asked for, how far
 * the reader got, and what the request waits for. A job does nothing by itself: the reader uses
 * it. */

static void
clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

/**
 * paddock_read_job_new:
 * @request: copied
 *
 * Returns: (transfer full): a request that has not begun
 */
PaddockReadJob *
paddock_read_job_new (const PaddockReadingRequest *request)
{
  PaddockReadJob *self = g_new0 (PaddockReadJob, 1);

  self->request = *request;
  self->request.server_id = g_strdup (request->server_id);
  self->request.scope = g_strdup (request->scope);
  self->request.caller = g_strdup (request->caller);
  self->request.label = g_strdup (request->label);
  self->request.session = g_strdup (request->session);
  /* If a reference is too long, keep only the limit and one byte more: this is enough to show that
   * the reference is too long. */
  self->request.length = MIN (request->length, PADDOCK_REFERENCE_MAX + 1);
  self->request.reference = g_memdup2 (request->reference, self->request.length);
  self->verdict = PADDOCK_READ_OUTSIDE;
  return self;
}

/**
 * paddock_read_job_free:
 * @self: (transfer full): a #PaddockReadJob
 */
void
paddock_read_job_free (gpointer self)
{
  PaddockReadJob *job = self;

  paddock_read_job_stop_waiting (job);
  g_free ((char *) job->request.server_id);
  g_free ((char *) job->request.scope);
  g_free ((char *) job->request.caller);
  g_free ((char *) job->request.label);
  g_free ((char *) job->request.session);
  g_free ((char *) job->request.reference);
  g_clear_pointer (&job->roots, g_ptr_array_unref);
  paddock_reading_work_lane_clear (&job->lane);
  g_free (job->path);
  paddock_read_consent_clear (&job->consent);
  g_free (job);
}

/**
 * paddock_read_job_stop_waiting:
 * @self: a request
 *
 * Stops the timers of the request, and makes it stop waiting for the user.
 */
void
paddock_read_job_stop_waiting (PaddockReadJob *self)
{
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  g_clear_handle_id (&self->turn_id, g_source_remove);
  clear_source (&self->on_cancel);
  clear_source (&self->on_closed);
  paddock_read_consent_stop (&self->consent);
}

/**
 * paddock_read_job_is_for_writing:
 * @self: a request
 *
 * Returns: whether the request asks if a file could be written
 */
gboolean
paddock_read_job_is_for_writing (const PaddockReadJob *self)
{
  return self->request.purpose == PADDOCK_READING_WRITE_CHECK;
}

/**
 * paddock_read_job_get_current:
 * @self: a request that has reached a root
 *
 * Returns: (transfer none): the root in which a thread looks for the file now
 */
PaddockRoot *
paddock_read_job_get_current (const PaddockReadJob *self)
{
  return g_ptr_array_index (self->roots, self->next - 1);
}

/**
 * paddock_read_job_get_mount:
 * @self: a request that has reached a root
 *
 * Returns: (transfer none): the mount point of the mount on which a thread looks for the file now:
 *   the root's own mount, or a mount below the root. Sometimes the path to the file crosses several
 *   mounts, of which one is not inside another. Then each of them may block the read, and the
 *   result is a text made of all their mount points (paddock_read_slots_acquire())
 */
const char *
paddock_read_job_get_mount (const PaddockReadJob *self)
{
  if (self->lane.joint != NULL)
    return self->lane.joint;
  return self->lane.point != NULL ? self->lane.point
                                  : paddock_read_job_get_current (self)->record->mount_point;
}

/**
 * paddock_read_job_get_command:
 * @self: a request for a sensitive file
 *
 * Returns: the file and who wants it, for the question to the user; the strings belong to @self
 */
PaddockFileCommand
paddock_read_job_get_command (const PaddockReadJob *self)
{
  return (PaddockFileCommand) {
    .server_id = self->request.server_id,
    .session = self->request.session,
    .root_id = paddock_read_job_get_current (self)->id,
    .path = self->consent.path,
    .device = self->consent.device,
    .inode = self->consent.inode,
  };
}

/**
 * paddock_read_job_note:
 * @self: a request
 * @root: one of the roots of the request
 * @verdict: the verdict about the file in that root
 *
 * Notes the verdict of one root. The caller gets the first verdict that says more than "outside".
 */
void
paddock_read_job_note (PaddockReadJob     *self,
                       const PaddockRoot  *root,
                       PaddockReadVerdict  verdict)
{
  if (self->verdict != PADDOCK_READ_OUTSIDE || verdict == PADDOCK_READ_OUTSIDE)
    return;

  self->verdict = verdict;
  self->nearest = root;
}
