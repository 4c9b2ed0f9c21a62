/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-outlet.h"

#include <errno.h>
#include <glib-unix.h>
#include <unistd.h>

/* Writes complete messages, each as one line, to a descriptor that does not block.
 *
 * The remote owns the outlet. The pump to the host reads what the outlet writes. The outlet accepts
 * every message, and says when it is full. Then the code that fills the outlet stops reading. If a
 * message is in a file, at most one buffer of it is in memory.
 */

#define BUFFER_BYTES (64 * 1024)

struct _PaddockOutlet
{
  const PaddockOutletFuncs *funcs;
  gpointer                  user_data;
  int                       fd;       /* (owned) where to write; -1: the reader is gone */
  GQueue                    queue;    /* (owned) PaddockSpool: the messages to write; a newline
                                       * follows each */
  gsize                     written;  /* how many bytes of the first message in @queue are
                                       * written */
  gsize                     pending;  /* how many bytes of all messages in @queue are not written
                                       * yet */
  guint                     source_id;
  gboolean                  was_full;
};

static gboolean
on_lost (gpointer user_data)
{
  PaddockOutlet *self = user_data;

  self->source_id = 0;
  self->funcs->lost (self->user_data);
  return G_SOURCE_REMOVE;
}

static void
lose (PaddockOutlet *self)
{
  close (self->fd);
  self->fd = -1;
  g_queue_clear_full (&self->queue, (GDestroyNotify) paddock_spool_free);
  self->written = self->pending = 0;
  g_clear_handle_id (&self->source_id, g_source_remove);
  self->source_id = g_idle_add (on_lost, self);
}

/* Reads the message @spool into @buffer from the offset @at, with a newline after its last byte.
 * Returns the number of bytes in @buffer, or -1 if the message can't be read. */
static gssize
fill (PaddockSpool *spool,
      gsize         at,
      char         *buffer)
{
  gssize n = paddock_spool_read (spool, at, buffer, BUFFER_BYTES - 1);

  if (n >= 0 && at + (gsize) n == paddock_spool_get_length (spool))
    buffer[n++] = '\n';
  return n;
}

/* Writes as much as the descriptor accepts. Returns whether nothing is left to write. */
static gboolean
flush (PaddockOutlet *self)
{
  char buffer[BUFFER_BYTES];
  PaddockSpool *spool;

  while ((spool = g_queue_peek_head (&self->queue)) != NULL) {
    gsize all = paddock_spool_get_length (spool) + 1;
    gssize n = fill (spool, self->written, buffer);
    ssize_t m = n > 0 ? write (self->fd, buffer, (size_t) n) : -1;

    if (m < 0 && n > 0 && errno == EINTR)
      continue;
    if (m < 0 && n > 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
      return FALSE;
    if (m < 0) {
      lose (self);
      return TRUE;
    }
    self->written += (gsize) m;
    self->pending -= (gsize) m;
    if (self->written < all)
      continue;
    self->written = 0;
    paddock_spool_free (g_queue_pop_head (&self->queue));
  }
  return TRUE;
}

static gboolean
on_writable (int          fd,
             GIOCondition condition,
             gpointer     user_data)
{
  PaddockOutlet *self = user_data;
  gboolean is_all = flush (self);

  if (self->fd < 0)
    return G_SOURCE_REMOVE;
  if (is_all)
    self->source_id = 0;
  if (is_all || (self->was_full && !paddock_outlet_is_full (self))) {
    self->was_full = FALSE;
    self->funcs->room (self->user_data);
  }
  return is_all ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/**
 * paddock_outlet_new:
 * @fd: to write to, non-blocking; the outlet closes it
 * @funcs: must stay valid
 * @user_data: for @funcs
 *
 * Returns: (transfer full): an outlet with nothing to write
 */
PaddockOutlet *
paddock_outlet_new (int                       fd,
                    const PaddockOutletFuncs *funcs,
                    gpointer                  user_data)
{
  PaddockOutlet *self = g_new0 (PaddockOutlet, 1);

  self->fd = fd;
  self->funcs = funcs;
  self->user_data = user_data;
  g_queue_init (&self->queue);
  return self;
}

void
paddock_outlet_free (PaddockOutlet *self)
{
  g_clear_handle_id (&self->source_id, g_source_remove);
  g_queue_clear_full (&self->queue, (GDestroyNotify) paddock_spool_free);
  if (self->fd >= 0)
    close (self->fd);
  g_free (self);
}

/**
 * paddock_outlet_write:
 * @spool: (transfer full): a complete message, on one line
 *
 * Writes the message after all earlier ones. If the reader is gone, the message is dropped.
 */
void
paddock_outlet_write (PaddockOutlet *self,
                      PaddockSpool  *spool)
{
  gboolean was_empty = g_queue_is_empty (&self->queue);

  if (self->fd < 0) {
    paddock_spool_free (spool);
    return;
  }
  self->pending += paddock_spool_get_length (spool) + 1;
  g_queue_push_tail (&self->queue, spool);
  if (was_empty && !flush (self) && self->source_id == 0)
    self->source_id = g_unix_fd_add (self->fd, G_IO_OUT, on_writable, self);
  self->was_full |= paddock_outlet_is_full (self);
}

gboolean
paddock_outlet_is_full (const PaddockOutlet *self)
{
  return self->pending >= PADDOCK_OUTLET_FULL_BYTES;
}

gboolean
paddock_outlet_is_empty (const PaddockOutlet *self)
{
  return self->queue.length == 0;
}
