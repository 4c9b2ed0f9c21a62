/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-stdio.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <sys/stat.h>
#include <unistd.h>

/* Takes standard input and output of a process over for pumps. Called at the start of the process,
 * before anything else could have the descriptors. */

/**
 * paddock_stdio_reserve:
 *
 * A descriptor of ours must not become the standard input that the host did not give. To be called
 * before any is opened.
 */
void
paddock_stdio_reserve (void)
{
  int fd;

  do
    fd = open ("/dev/null", O_RDWR);
  while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd >= 0)
    close (fd);
}

/**
 * paddock_stdio_steal:
 * @fd: standard input or output
 *
 * Takes it over for a pump. A pipe or terminal is opened anew, since whether it blocks is a
 * property that it shares with whoever else has it; /dev/null stands in its place, so that nothing
 * else writes into the protocol.
 *
 * Returns: the descriptor, -1 if there is none
 */
int
paddock_stdio_steal (int fd)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  int flags = fd == STDIN_FILENO ? O_RDONLY : O_WRONLY;
  struct stat info;
  int taken = -1, null;

  if (fstat (fd, &info) != 0)
    return -1;
  if (S_ISFIFO (info.st_mode) || (S_ISCHR (info.st_mode) && isatty (fd)))
    taken = open (path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (taken < 0) {
    taken = fcntl (fd, F_DUPFD_CLOEXEC, 3);
    if (taken >= 0 && S_ISFIFO (info.st_mode))
      g_unix_set_fd_nonblocking (taken, TRUE, NULL);
  }

  null = open ("/dev/null", O_RDWR | O_CLOEXEC);
  if (null >= 0) {
    dup2 (null, fd);
    close (null);
  }
  return taken;
}
