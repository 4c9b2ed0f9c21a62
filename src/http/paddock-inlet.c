/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-inlet.h"

#include <errno.h>
#include <glib-unix.h>
#include <string.h>
#include <unistd.h>

#include "paddock-line-reader.h"
#include "paddock-long-line.h"

/* Reads lines from a descriptor that does not block.
 *
 * The remote owns the inlet. The inlet reads what the pump from the host writes. A line that is too
 * long for one request is not kept. At the end of such a line the inlet reports the kind and the id
 * of the message, so that the remote can answer. While paused the inlet reads nothing, and the pump
 * waits.
 */

#define BUFFER_BYTES (64 * 1024)

struct _PaddockInlet
{
  const PaddockInletFuncs *funcs;
  gpointer                 user_data;
  int                      fd;        /* (owned) */
  guint                    source_id;
  GByteArray              *line;      /* (owned) what has arrived of the incomplete line; empty
                                       * while @long_line replaces it */
  PaddockLongLine         *long_line; /* (owned) (nullable) replaces @line if the line is too long;
                                       * NULL: @line holds the line */
  gboolean                 has_ended;
};

static void
add (PaddockInlet *self,
     const char   *data,
     gsize         length)
{
  if (self->long_line == NULL && self->line->len + length > PADDOCK_LINE_MAX) {
    self->long_line = paddock_long_line_new ();
    paddock_long_line_feed (self->long_line,
                            (PaddockSpan) { (const char *) self->line->data, self->line->len });
    g_byte_array_set_size (self->line, 0);
  }
  if (self->long_line != NULL)
    paddock_long_line_feed (self->long_line, (PaddockSpan) { data, length });
  else
    g_byte_array_append (self->line, (const guint8 *) data, (guint) length);
}

static void
end_line (PaddockInlet *self)
{
  g_autoptr (GBytes) line = NULL;

  if (self->long_line != NULL) {
    g_auto (PaddockMessage) class = { 0 };
    g_autoptr (PaddockLongLine) long_line = g_steal_pointer (&self->long_line);

    paddock_long_line_classify (long_line, &class);
    self->funcs->too_long (&class, self->user_data);
    return;
  }
  if (self->line->len > 0 && self->line->data[self->line->len - 1] == '\r')
    g_byte_array_set_size (self->line, self->line->len - 1);
  if (self->line->len == 0)
    return;
  line = g_byte_array_free_to_bytes (self->line);
  self->line = g_byte_array_new ();
  self->funcs->line (line, self->user_data);
}

static void
take (PaddockInlet *self,
      const char   *data,
      gsize         length)
{
  const char *end = data + length;

  while (data < end) {
    const char *newline = memchr (data, '\n', (gsize) (end - data));
    const char *stop = newline != NULL ? newline : end;

    add (self, data, (gsize) (stop - data));
    data = stop;
    if (newline != NULL) {
      end_line (self);
      data++;
    }
  }
}

static gboolean
on_readable (int          fd,
             GIOCondition condition,
             gpointer     user_data)
{
  PaddockInlet *self = user_data;
  char buffer[BUFFER_BYTES];
  ssize_t n;

  do
    n = read (self->fd, buffer, sizeof buffer);
  while (n < 0 && errno == EINTR);
  if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
    return G_SOURCE_CONTINUE;
  if (n > 0) {
    take (self, buffer, (gsize) n);
    return G_SOURCE_CONTINUE;
  }
  self->source_id = 0;
  self->has_ended = TRUE;
  end_line (self);
  self->funcs->ended (self->user_data);
  return G_SOURCE_REMOVE;
}

/**
 * paddock_inlet_new:
 * @fd: to read from, non-blocking; the inlet closes it
 * @funcs: must stay valid, and must not free the inlet
 * @user_data: for @funcs
 *
 * Returns: (transfer full): an inlet that is not paused
 */
PaddockInlet *
paddock_inlet_new (int                      fd,
                   const PaddockInletFuncs *funcs,
                   gpointer                 user_data)
{
  PaddockInlet *self = g_new0 (PaddockInlet, 1);

  self->fd = fd;
  self->funcs = funcs;
  self->user_data = user_data;
  self->line = g_byte_array_new ();
  paddock_inlet_set_paused (self, FALSE);
  return self;
}

void
paddock_inlet_free (PaddockInlet *self)
{
  g_clear_handle_id (&self->source_id, g_source_remove);
  g_byte_array_unref (self->line);
  g_clear_pointer (&self->long_line, paddock_long_line_free);
  close (self->fd);
  g_free (self);
}

/**
 * paddock_inlet_set_paused:
 *
 * Pauses or resumes reading. Lines that were already read are still passed on.
 */
void
paddock_inlet_set_paused (PaddockInlet *self,
                          gboolean      is_paused)
{
  if (self->has_ended)
    return;
  if (is_paused)
    g_clear_handle_id (&self->source_id, g_source_remove);
  else if (self->source_id == 0)
    self->source_id = g_unix_fd_add (self->fd, G_IO_IN, on_readable, self);
}
