/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-spool.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "paddock-long-line.h"

/* One message of a remote server, kept until it is complete.
 *
 * The code that reads a response owns a spool for each message, and hands the complete spool to the
 * outlet for the host. The host must never get half a message. A long message goes into a file
 * without a name, so that memory use is limited. A message is one line: the spool turns line breaks
 * into tabs. JSON allows both in the same places. A byte order mark before the message is not part
 * of it (RFC 8259, 8.1).
 */

struct _PaddockSpool
{
  GByteArray      *bytes;           /* (owned) the bytes of the message that are not in the file
                                     * yet; without a file, the whole message */
  int              fd;              /* (owned) the file of a long message; -1: there is none */
  gsize            in_file;         /* bytes in the file */
  void            *map;             /* (owned) (nullable) the file, mapped into memory; NULL: not
                                     * mapped yet */
  gboolean         has_begun;       /* so many bytes came that a byte order mark would be complete,
                                     * and it was removed */
  PaddockLongLine *long_line;       /* (owned) (nullable) kind and id of the message in the file;
                                     * NULL: there is no file */
  const char      *problem;         /* (nullable) why the message is lost, in words; NULL: it is not
                                     * lost */
};

/**
 * paddock_spool_new:
 *
 * Returns: (transfer full): an empty message
 */
PaddockSpool *
paddock_spool_new (void)
{
  PaddockSpool *self = g_new0 (PaddockSpool, 1);

  self->bytes = g_byte_array_new ();
  self->fd = -1;
  return self;
}

void
paddock_spool_free (PaddockSpool *self)
{
  if (self->map != NULL)
    munmap (self->map, self->in_file);
  if (self->fd >= 0)
    close (self->fd);
  g_byte_array_unref (self->bytes);
  g_clear_pointer (&self->long_line, paddock_long_line_free);
  g_free (self);
}

static const char too_long[] = "a message of the server is too long";
static const char no_room[] =
  "there is no room on the disk for a message of the server (in $TMPDIR, /var/tmp or /tmp)";

/* Opens a new file without a name, or returns -1. Prefers a folder on a disk, because /tmp may be
 * in memory. */
static int
open_file (void)
{
  const char *places[] = { g_getenv ("TMPDIR"), "/var/tmp", "/tmp" };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    g_autofree char *name = NULL;
    int fd;

    if (places[i] == NULL || *places[i] != '/')
      continue;
    fd = open (places[i], O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0)
      return fd;
    /* This file system can't open files without names: make one with a name, and remove the
     * name. */
    name = g_build_filename (places[i], "paddock-XXXXXX", NULL);
    fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0) {
      unlink (name);
      return fd;
    }
  }
  return -1;
}

static gboolean
flush (PaddockSpool *self)
{
  const guint8 *data = self->bytes->data;
  gsize length = self->bytes->len;

  if (self->fd < 0) {
    self->fd = open_file ();
    self->long_line = paddock_long_line_new ();
  }
  paddock_long_line_feed (self->long_line, (PaddockSpan) { (const char *) data, length });
  while (length > 0) {
    ssize_t n = write (self->fd, data, length);

    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0) {
      self->problem = no_room;
      return FALSE;
    }
    data += n;
    length -= (gsize) n;
    self->in_file += (gsize) n;
  }
  g_byte_array_set_size (self->bytes, 0);
  return TRUE;
}

/* Turns line breaks into tabs, in place. Most messages have no line breaks. */
static void
fold (guint8 *data,
      gsize   length)
{
  for (gsize i = 0; i < length; i++)
    if (data[i] == '\n' || data[i] == '\r')
      data[i] = '\t';
}

/* Removes the byte order mark at the start of the message, once it is complete. */
static void
skip_mark (PaddockSpool *self)
{
  static const char mark[] = "\xef\xbb\xbf";
  const guint length = sizeof mark - 1;

  if (self->has_begun || self->bytes->len < length)
    return;
  self->has_begun = TRUE;
  if (memcmp (self->bytes->data, mark, length) == 0)
    g_byte_array_remove_range (self->bytes, 0, length);
}

/**
 * paddock_spool_add:
 * @part: the next bytes of the message
 *
 * Returns: %FALSE if the message is too long or the disk is full (paddock_spool_get_problem())
 */
gboolean
paddock_spool_add (PaddockSpool *self,
                   PaddockSpan   part)
{
  guint before;

  if (self->problem == NULL &&
      part.length > PADDOCK_SPOOL_MAX_BYTES - paddock_spool_get_length (self))
    self->problem = too_long;
  if (self->problem != NULL)
    return FALSE;
  before = self->bytes->len;
  g_byte_array_append (self->bytes, (const guint8 *) part.start, (guint) part.length);
  fold (self->bytes->data + before, part.length);
  skip_mark (self);
  return self->bytes->len <= PADDOCK_SPOOL_MEMORY_BYTES || flush (self);
}

/**
 * paddock_spool_get_problem:
 *
 * Returns: (nullable): why the message is lost, in words; %NULL if the message is not lost
 */
const char *
paddock_spool_get_problem (const PaddockSpool *self)
{
  return self->problem;
}

gsize
paddock_spool_get_length (const PaddockSpool *self)
{
  return self->in_file + self->bytes->len;
}

/**
 * paddock_spool_get_text:
 *
 * Returns: the whole message, valid until more is added; empty if the message can't be read
 */
PaddockSpan
paddock_spool_get_text (PaddockSpool *self)
{
  if (self->problem != NULL)
    return (PaddockSpan) { "", 0 };
  if (self->fd < 0)
    return (PaddockSpan) { self->bytes->len > 0 ? (const char *) self->bytes->data : "",
                           self->bytes->len };
  if (self->bytes->len > 0 && !flush (self))
    return (PaddockSpan) { "", 0 };
  if (self->map == NULL) {
    void *map = mmap (NULL, self->in_file, PROT_READ, MAP_PRIVATE, self->fd, 0);

    if (map == MAP_FAILED) {
      self->problem = no_room;
      return (PaddockSpan) { "", 0 };
    }
    self->map = map;
  }
  return (PaddockSpan) { self->map, self->in_file };
}

/**
 * paddock_spool_classify:
 * @out_class: (out): the message, parsed; without `params` and `result` if the message is in a file
 *
 * Parses the complete message.
 *
 * Returns: whether the message is JSON
 */
gboolean
paddock_spool_classify (PaddockSpool   *self,
                        PaddockMessage *out_class)
{
  PaddockSpan text = paddock_spool_get_text (self);

  if (self->fd < 0) {
    paddock_message_read (text, out_class);
    return paddock_json_is_valid (text);
  }
  paddock_long_line_classify (self->long_line, out_class);
  if (paddock_long_line_is_ambiguous (self->long_line))
    out_class->kind = PADDOCK_MESSAGE_DUPLICATE;
  return text.length > 0 && paddock_json_is_valid (text);
}

/**
 * paddock_spool_read:
 * @at: where to begin, as an offset in bytes
 * @buffer: (out caller-allocates): of @length bytes
 *
 * Reads a part of the message into @buffer.
 *
 * Returns: the number of bytes read, 0 at the end, -1 if they can't be read
 */
gssize
paddock_spool_read (PaddockSpool *self,
                    gsize         at,
                    char         *buffer,
                    gsize         length)
{
  gsize all = paddock_spool_get_length (self);

  length = at < all ? MIN (length, all - at) : 0;
  if (at >= self->in_file) {
    if (length > 0)
      memcpy (buffer, self->bytes->data + (at - self->in_file), length);
    return (gssize) length;
  }
  return pread (self->fd, buffer, MIN (length, self->in_file - at), (off_t) at);
}
