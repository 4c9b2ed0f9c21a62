/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-read-buffer.h"

#include <string.h>

/* The bytes that a pump has read, but neither written nor queued yet.
 *
 * The buffer is a plain value in a pump. First come the complete lines that go on, called the run.
 * Then comes the beginning of the next line. The bytes may move in memory, so the pump keeps
 * offsets, never pointers.
 */

/**
 * paddock_read_buffer_clear:
 *
 * Frees the bytes. Only @usual keeps its value.
 */
void
paddock_read_buffer_clear (PaddockReadBuffer *self)
{
  g_clear_pointer (&self->data, g_free);
  self->capacity = self->start = self->run = self->end = 0;
}

/**
 * paddock_read_buffer_make_room:
 *
 * Moves the bytes to the front, and makes room for at least %PADDOCK_READ_BUFFER_BYTES more.
 */
void
paddock_read_buffer_make_room (PaddockReadBuffer *self)
{
  gsize used = self->end - self->start;

  if (self->start > 0 && used > 0)
    memmove (self->data, self->data + self->start, used);
  self->run -= self->start;
  self->start = 0;
  self->end = used;

  if (used + PADDOCK_READ_BUFFER_BYTES > self->capacity) {
    self->capacity = used + MAX (used / 2, PADDOCK_READ_BUFFER_BYTES);
    /* When the buffer grows, its bytes may be copied. So for a long line, it grows at once to the
     * size that long lines usually need. */
    if (used >= PADDOCK_READ_BUFFER_BYTES)
      self->capacity = MAX (self->capacity, self->usual);
    self->data = g_realloc (self->data, self->capacity);
  }
}

/**
 * paddock_read_buffer_steal_run:
 *
 * Gives away the run (the complete lines) without a copy. The bytes behind the run begin a new
 * buffer.
 *
 * Returns: (transfer full): the run
 */
GBytes *
paddock_read_buffer_steal_run (PaddockReadBuffer *self)
{
  gsize n_after = self->end - self->run;
  guint8 *after = n_after > 0 ? g_malloc (n_after + PADDOCK_READ_BUFFER_BYTES) : NULL;
  g_autoptr (GBytes) all = NULL;
  GBytes *run;

  if (after != NULL)
    memcpy (after, self->data + self->run, n_after);
  all = g_bytes_new_take (g_steal_pointer (&self->data), self->end);
  run = g_bytes_new_from_bytes (all, self->start, self->run - self->start);
  self->data = after;
  self->capacity = after != NULL ? n_after + PADDOCK_READ_BUFFER_BYTES : 0;
  self->start = self->run = 0;
  self->end = n_after;
  return run;
}
