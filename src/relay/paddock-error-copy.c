/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-error-copy.h"

#include <errno.h>
#include <unistd.h>

/* Copies the standard error of a confined server to ours, on a thread of its own.
 *
 * Such a server gets a pipe, because our standard error may be a file that it must not open. If the
 * host does not read, the thread waits in write(), and soon the server does, too: as without a box.
 */

struct _PaddockErrorCopy
{
  int      from;                    /* (owned) */
  GMutex   mutex;
  GCond    ended;
  gboolean is_over;                 /* the server has closed its end */
};

static void
copy_clear (gpointer data)
{
  PaddockErrorCopy *self = data;

  close (self->from);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->ended);
}

/* If nobody reads our standard error any more, the rest is dropped. */
static void
write_all (const char *bytes,
           gsize       length)
{
  while (length > 0) {
    gssize n = write (STDERR_FILENO, bytes, length);

    if (n < 0 && errno != EINTR)
      return;
    if (n > 0) {
      bytes += n;
      length -= n;
    }
  }
}

static gpointer
run (gpointer data)
{
  PaddockErrorCopy *self = data;
  char bytes[4096];
  gssize n;

  while ((n = read (self->from, bytes, sizeof bytes)) != 0)
    if (n > 0)
      write_all (bytes, n);
    else if (errno != EINTR)
      break;
  g_mutex_lock (&self->mutex);
  self->is_over = TRUE;
  g_cond_signal (&self->ended);
  g_mutex_unlock (&self->mutex);
  g_atomic_rc_box_release_full (self, copy_clear);
  return NULL;
}

/**
 * paddock_error_copy_new:
 * @from: (transfer full): the end of a pipe
 *
 * Returns: (transfer full): a copy that runs
 */
PaddockErrorCopy *
paddock_error_copy_new (int from)
{
  PaddockErrorCopy *self = g_atomic_rc_box_new0 (PaddockErrorCopy);

  self->from = from;
  g_mutex_init (&self->mutex);
  g_cond_init (&self->ended);
  g_thread_unref (g_thread_new ("error-copy", run, g_atomic_rc_box_acquire (self)));
  return self;
}

/**
 * paddock_error_copy_end:
 *
 * Waits until all is copied, at most %PADDOCK_ERROR_COPY_END_MS, and frees the copy. The thread
 * ends by itself.
 */
void
paddock_error_copy_end (PaddockErrorCopy *self)
{
  gint64 deadline = g_get_monotonic_time () + PADDOCK_ERROR_COPY_END_MS * G_TIME_SPAN_MILLISECOND;
  gboolean is_late = FALSE;

  g_mutex_lock (&self->mutex);
  while (!self->is_over && !is_late)
    is_late = !g_cond_wait_until (&self->ended, &self->mutex, deadline);
  g_mutex_unlock (&self->mutex);
  g_atomic_rc_box_release_full (self, copy_clear);
}
