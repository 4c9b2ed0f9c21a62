/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-write-queue.h"

#include <string.h>

/* Keeps the bytes that could not be written yet, in their order.
 *
 * The queue is a plain value in a pump. It counts the bytes of Paddock's own lines separately,
 * because the sender of those lines limits them. The queue itself has no limit.
 */

typedef struct {
  GBytes  *bytes;                   /* (owned) */
  gboolean is_ours;
} Chunk;

static void
chunk_free (Chunk *chunk)
{
  g_bytes_unref (chunk->bytes);
  g_free (chunk);
}

void
paddock_write_queue_init (PaddockWriteQueue *self)
{
  memset (self, 0, sizeof *self);
  g_queue_init (&self->chunks);
  g_queue_init (&self->delayed);
}

/* Drops all bytes that wait. The queue can be used again. */
void
paddock_write_queue_clear (PaddockWriteQueue *self)
{
  g_queue_clear_full (&self->chunks, (GDestroyNotify) chunk_free);
  g_queue_clear_full (&self->delayed, (GDestroyNotify) g_bytes_unref);
  self->n_written = self->n_pending = self->n_ours = 0;
}

/**
 * paddock_write_queue_push:
 * @bytes: (transfer full): bytes to write unchanged
 * @is_ours: whether they are a line of Paddock's own
 *
 * Adds bytes at the end of the queue.
 */
void
paddock_write_queue_push (PaddockWriteQueue *self,
                          GBytes            *bytes,
                          gboolean           is_ours)
{
  Chunk *chunk = g_new (Chunk, 1);

  chunk->bytes = bytes;
  chunk->is_ours = is_ours;
  self->n_pending += g_bytes_get_size (bytes);
  if (is_ours)
    self->n_ours += g_bytes_get_size (bytes);
  g_queue_push_tail (&self->chunks, chunk);
}

/**
 * paddock_write_queue_push_line:
 * @line: without its newline
 * @is_ours: as for paddock_write_queue_push()
 *
 * Adds a line and a newline at the end of the queue.
 */
void
paddock_write_queue_push_line (PaddockWriteQueue *self,
                               GBytes            *line,
                               gboolean           is_ours)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (line, &size);
  guint8 *copy = g_malloc (size + 1);

  memcpy (copy, data, size);
  copy[size] = '\n';
  paddock_write_queue_push (self, g_bytes_new_take (copy, size + 1), is_ours);
}

/**
 * paddock_write_queue_delay:
 * @line: without its newline
 *
 * Keeps a line of Paddock's own until paddock_write_queue_push_delayed(), because only a part of
 * another line is written so far.
 */
void
paddock_write_queue_delay (PaddockWriteQueue *self,
                           GBytes            *line)
{
  g_queue_push_tail (&self->delayed, g_bytes_ref (line));
}

/* Adds the delayed lines at the end of the queue. */
void
paddock_write_queue_push_delayed (PaddockWriteQueue *self)
{
  GBytes *line;

  while ((line = g_queue_pop_head (&self->delayed)) != NULL) {
    paddock_write_queue_push_line (self, line, TRUE);
    g_bytes_unref (line);
  }
}

/**
 * paddock_write_queue_flush:
 * @output: where to write
 *
 * Writes as much as @output has room for.
 *
 * Returns: %FALSE if nobody reads @output any more
 */
gboolean
paddock_write_queue_flush (PaddockWriteQueue *self,
                           PaddockPipeEnd    *output)
{
  Chunk *chunk;

  while ((chunk = g_queue_peek_head (&self->chunks)) != NULL) {
    gsize size;
    const guint8 *data = g_bytes_get_data (chunk->bytes, &size);
    gssize n = paddock_pipe_end_write (output, data + self->n_written, size - self->n_written);

    if (n < 0)
      return FALSE;
    self->n_written += (gsize) n;
    self->n_pending -= (gsize) n;
    if (chunk->is_ours)
      self->n_ours -= (gsize) n;
    if (self->n_written < size)
      return TRUE;
    self->n_written = 0;
    chunk_free (g_queue_pop_head (&self->chunks));
  }
  return TRUE;
}

/**
 * paddock_write_queue_count_ours:
 *
 * Returns: how many bytes of Paddock's own lines wait, including delayed lines
 */
gsize
paddock_write_queue_count_ours (const PaddockWriteQueue *self)
{
  gsize n = self->n_ours;

  for (const GList *item = self->delayed.head; item != NULL; item = item->next)
    n += g_bytes_get_size (item->data) + 1;
  return n;
}
