/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-stdio.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <sys/stat.h>
#include <unistd.h>

/* Takes the standard input and output of this process over for pumps. Call these functions at the
 * start of the process, before anything else uses the descriptors. */

/**
 * paddock_stdio_reserve:
 *
 * Opens /dev/null for each standard descriptor that the host did not open. Otherwise the next file
 * that this process opens would become, for example, its standard input. Call it before the process
 * opens any file.
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
 * Takes the pipe, terminal or file at @fd over for a pump, and puts /dev/null there, so that
 * nothing else writes into the protocol. Opens a pipe or terminal anew, if possible: otherwise
 * O_NONBLOCK would also be set for other processes that share it.
 *
 * Returns: (transfer full): the descriptor for the pump; -1 if @fd is not open
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
