/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-rpc"

#include "paddock-line-reader.h"

#include <malloc.h>
#include <string.h>

#include "paddock-error.h"

/* Cuts a stream of bytes into lines of limited length.
 *
 * A channel owns a line reader. The reader keeps the incomplete line and the lines that the owner
 * has not fetched yet. If there are no such lines, the reader frees its buffer, so an idle session
 * costs no memory. The reader keeps at most as many bytes as the longest line has, plus those of
 * one paddock_line_reader_feed().
 */

/* A line of at least this length, in bytes, is not copied for the owner: the reader hands over its
 * buffer instead. */
#define STEAL_BYTES (64 * 1024)

struct _PaddockLineReader
{
  gsize    max_length;
  char    *buffer;                  /* (owned) (nullable) */
  gsize    capacity;
  gsize    start;                   /* where the first line begins that the owner has not fetched */
  gsize    tail;                    /* where the incomplete line begins */
  gsize    end;                     /* where the free part of the buffer begins */
  gboolean is_over_limit;
  gboolean had_large;               /* @capacity was at least STEAL_BYTES at some time */
};

/**
 * paddock_line_reader_new:
 * @max_length: the longest line in bytes, without its newline
 */
PaddockLineReader *
paddock_line_reader_new (gsize max_length)
{
  PaddockLineReader *self = g_new0 (PaddockLineReader, 1);

  self->max_length = max_length;
  return self;
}

void
paddock_line_reader_free (PaddockLineReader *self)
{
  gboolean had_large = self->had_large;

  g_free (self->buffer);
  g_free (self);
#ifdef __GLIBC__
  /* Give memory back to the system. Otherwise the allocator keeps what long lines needed: tens of
   * MiB for a peer that is gone. */
  if (had_large)
    malloc_trim (0);
#endif
}

/* Makes space for @length more bytes. Moves the content of the buffer to its beginning. If that is
 * not enough, doubles the buffer, up to the size of the longest line. */
static void
make_room (PaddockLineReader *self,
           gsize              length)
{
  gsize used = self->end - self->start;
  gsize capacity;

  if (self->start > 0) {
    memmove (self->buffer, self->buffer + self->start, used);
    self->tail -= self->start;
    self->end = used;
    self->start = 0;
  }
  if (used + length <= self->capacity)
    return;

  capacity = MIN (MAX (2 * self->capacity, 512), self->max_length + 2);
  self->capacity = MAX (capacity, used + length);
  self->buffer = g_realloc (self->buffer, self->capacity);
  self->had_large = self->had_large || self->capacity >= STEAL_BYTES;
}

static void
release (PaddockLineReader *self)
{
  g_clear_pointer (&self->buffer, g_free);
  self->capacity = self->start = self->tail = self->end = 0;
}

/* Returns the length of the line from the offset @start to the offset @end, without a carriage
 * return at its end. */
static gsize
get_line_length (const PaddockLineReader *self,
                 gsize                    start,
                 gsize                    end)
{
  if (end > start && self->buffer[end - 1] == '\r')
    end--;
  return end - start;
}

/* Looks for newlines from the offset @from on, and moves @tail behind the last one. Returns FALSE
 * if a line is too long; @tail is then where this line begins. */
static gboolean
find_lines (PaddockLineReader *self,
            gsize              from)
{
  const char *newline;

  while ((newline = memchr (self->buffer + from, '\n', self->end - from)) != NULL) {
    gsize at = (gsize) (newline - self->buffer);

    if (get_line_length (self, self->tail, at) > self->max_length)
      return FALSE;
    self->tail = from = at + 1;
  }
  return get_line_length (self, self->tail, self->end) <= self->max_length;
}

/**
 * paddock_line_reader_feed:
 * @data: (array length=length): any bytes
 * @length: how many
 *
 * Adds bytes of the stream. A newline is `\n` or `\r\n`.
 *
 * Returns: %FALSE with %PADDOCK_ERROR_LIMIT if a line is longer than the limit, even if it is not
 *   complete. paddock_line_reader_next() still returns the lines before it. All later calls fail,
 *   too
 */
gboolean
paddock_line_reader_feed (PaddockLineReader  *self,
                          const char         *data,
                          gsize               length,
                          GError            **error)
{
  gsize from;

  if (!self->is_over_limit && length > 0) {
    make_room (self, length);
    from = self->end;
    memcpy (self->buffer + self->end, data, length);
    self->end += length;

    if (!find_lines (self, from)) {
      self->is_over_limit = TRUE;
      self->end = self->tail;
      if (self->start == self->end)
        release (self);
    }
  }

  if (self->is_over_limit)
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT,
                 "A line is longer than %" G_GSIZE_FORMAT " bytes", self->max_length);
  return !self->is_over_limit;
}

/**
 * paddock_line_reader_has_line:
 *
 * Returns: whether paddock_line_reader_next() has a line
 */
gboolean
paddock_line_reader_has_line (PaddockLineReader *self)
{
  return self->start < self->tail;
}

/**
 * paddock_line_reader_next:
 *
 * Returns: (transfer full) (nullable): the next complete line without its newline, maybe empty;
 *   %NULL if there is none
 */
GBytes *
paddock_line_reader_next (PaddockLineReader *self)
{
  const char *newline;
  gsize at, length;
  GBytes *line;

  if (!paddock_line_reader_has_line (self))
    return NULL;

  newline = memchr (self->buffer + self->start, '\n', self->tail - self->start);
  at = (gsize) (newline - self->buffer);
  length = get_line_length (self, self->start, at);

  if (self->start == 0 && at + 1 == self->end && length >= STEAL_BYTES) {
    line = g_bytes_new_take (g_realloc (g_steal_pointer (&self->buffer), length), length);
    release (self);
    return line;
  }

  line = g_bytes_new (self->buffer + self->start, length);
  self->start = at + 1;
  if (self->start == self->end)
    release (self);
  return line;
}

/**
 * paddock_line_reader_pending:
 *
 * Returns: how many bytes the reader keeps: the complete lines that nobody fetched yet, with their
 *   newlines, and the incomplete line
 */
gsize
paddock_line_reader_pending (PaddockLineReader *self)
{
  return self->end - self->start;
}
