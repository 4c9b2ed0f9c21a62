/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-error-copy.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Copies the standard error of a confined server to ours, on a thread of its own.
 *
 * Such a server gets a pipe, because our standard error may be a file that it must not open. If the
 * host does not read, the thread waits in write(), and soon the server does, too: as without a box.
 *
 * npx and uvx download what they don't have. If they say that they may not, because the box has no
 * network, a line says what to do.
 */

/* What npm and uv write. */
static const char * const missing[] = {
  "ENOTCACHED", "the network was disabled", "Network connectivity is disabled",
};

/* As long as the longest of these. */
#define LAST_MAX 40
#define HINT "This server’s package is not on this computer yet. Start the server once with " \
  "--confine-network=host\n"

struct _PaddockErrorCopy
{
  int      from;                    /* (owned) */
  gboolean has_network;
  gboolean lacks_package;
  char     last[LAST_MAX];          /* the end of what was copied, when a word may continue in what
                                     * comes next */
  gsize    n_last;
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

/* Looks for what npm and uv write, in these bytes and in the last ones before. */
static void
look_at (PaddockErrorCopy *self,
         const char       *bytes,
         gsize             length)
{
  g_autoptr (GString) text = NULL;

  if (self->has_network || self->lacks_package)
    return;
  text = g_string_new_len (self->last, self->n_last);
  g_string_append_len (text, bytes, length);
  for (gsize i = 0; i < G_N_ELEMENTS (missing); i++)
    self->lacks_package |= memmem (text->str, text->len, missing[i], strlen (missing[i])) != NULL;
  self->n_last = MIN (text->len, LAST_MAX);
  memcpy (self->last, text->str + text->len - self->n_last, self->n_last);
}

static gpointer
run (gpointer data)
{
  PaddockErrorCopy *self = data;
  char bytes[4096];
  gssize n;

  while ((n = read (self->from, bytes, sizeof bytes)) != 0)
    if (n > 0) {
      write_all (bytes, n);
      look_at (self, bytes, n);
    } else if (errno != EINTR) {
      break;
    }
  if (self->lacks_package)
    write_all (HINT, strlen (HINT));
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
 * @has_network: whether the server has the network
 *
 * Returns: (transfer full): a copy that runs
 */
PaddockErrorCopy *
paddock_error_copy_new (int      from,
                        gboolean has_network)
{
  PaddockErrorCopy *self = g_atomic_rc_box_new0 (PaddockErrorCopy);

  self->from = from;
  self->has_network = has_network;
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
