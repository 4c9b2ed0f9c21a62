/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-pipe-end.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* One end of a pipe or of a socket, read or written without blocking.
 *
 * A plain value: a pump has two pipe ends, one for input and one for output. Nothing here knows of
 * lines. The descriptor must be non-blocking or a socket. Hosts and servers use pipes as well as
 * sockets.
 */

/* The size of a pipe that carries long lines. The kernel's default is 64 KiB. */
#define WIDE_BYTES (256 * 1024)

static gboolean
is_socket (int fd)
{
  struct stat info;

  return fd >= 0 && fstat (fd, &info) == 0 && S_ISSOCK (info.st_mode);
}

/**
 * paddock_pipe_end_open:
 * @self: an end that is closed, or not initialized
 * @fd: the descriptor, now owned by @self; -1: the end stays closed
 *
 * Begins to use a descriptor.
 */
void
paddock_pipe_end_open (PaddockPipeEnd *self,
                       int             fd)
{
  *self = (PaddockPipeEnd) { .fd = fd, .is_socket = is_socket (fd) };
}

/**
 * paddock_pipe_end_close:
 * @source: the source that may wait for @self
 *
 * Closes the descriptor, and removes it from @source.
 */
void
paddock_pipe_end_close (PaddockPipeEnd *self,
                        GSource        *source)
{
  paddock_pipe_end_set_wait (self, source, 0, FALSE);
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
}

/**
 * paddock_pipe_end_set_wait:
 * @is_wanted: whether @source shall wait for @condition
 *
 * Makes @source wait for the descriptor, or stop waiting. To stop, removes the descriptor from
 * @source: otherwise poll() would report a closed other end again and again.
 */
void
paddock_pipe_end_set_wait (PaddockPipeEnd *self,
                           GSource        *source,
                           GIOCondition    condition,
                           gboolean        is_wanted)
{
  if (is_wanted && self->fd >= 0) {
    if (self->tag == NULL)
      self->tag = g_source_add_unix_fd (source, self->fd, condition);
  } else if (self->tag != NULL) {
    g_source_remove_unix_fd (source, self->tag);
    self->tag = NULL;
  }
}

/**
 * paddock_pipe_end_read:
 *
 * Returns: how many bytes were read; 0 if nobody writes any more; -1 with errno
 */
gssize
paddock_pipe_end_read (PaddockPipeEnd *self,
                       guint8         *data,
                       gsize           length)
{
  ssize_t n;

  do
    n = self->is_socket ? recv (self->fd, data, length, MSG_DONTWAIT)
                        : read (self->fd, data, length);
  while (n < 0 && errno == EINTR);
  return n;
}

/**
 * paddock_pipe_end_write:
 *
 * Returns: how many bytes were written, maybe 0 if there is no room; -1 if nobody reads any more
 */
gssize
paddock_pipe_end_write (PaddockPipeEnd *self,
                        const guint8   *data,
                        gsize           length)
{
  ssize_t n;

  do
    n = self->is_socket ? send (self->fd, data, length, MSG_DONTWAIT | MSG_NOSIGNAL)
                        : write (self->fd, data, length);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
  return n;
}

/**
 * paddock_pipe_end_widen:
 *
 * Gives a pipe more room, once, so that a long line takes fewer steps. The pages count against the
 * user's limit for all pipes. So a pipe without long lines keeps its size.
 */
void
paddock_pipe_end_widen (PaddockPipeEnd *self)
{
  if (!self->is_wide)
    fcntl (self->fd, F_SETPIPE_SZ, WIDE_BYTES);
  self->is_wide = TRUE;
}

/**
 * paddock_pipe_end_is_read_up:
 *
 * Returns: whether the reader has read all that was written. For a socket nobody can know, so
 *   always %TRUE
 */
gboolean
paddock_pipe_end_is_read_up (const PaddockPipeEnd *self)
{
  int waiting = 0;

  return self->fd < 0 || self->is_socket || ioctl (self->fd, FIONREAD, &waiting) != 0 ||
         waiting == 0;
}

/**
 * paddock_pipe_end_is_cut_off:
 *
 * Returns: whether nobody has the other end open any more. Bytes may still wait to be read
 */
gboolean
paddock_pipe_end_is_cut_off (const PaddockPipeEnd *self)
{
  struct pollfd poll_fd = { .fd = self->fd, .events = 0 };

  return self->fd < 0 ||
         (poll (&poll_fd, 1, 0) > 0 && (poll_fd.revents & (POLLERR | POLLHUP)) != 0);
}
