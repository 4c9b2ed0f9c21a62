/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */

/* The lower bound for answers on a socket. `echo SOCKET` sends all bytes back to one connection
 * after the other, without reading them. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void
fail (const char *what)
{
  perror (what);
  exit (1);
}

static void
give_back (int connection)
{
  static char buffer[64 * 1024];
  ssize_t n;

  while ((n = read (connection, buffer, sizeof buffer)) > 0) {
    for (ssize_t at = 0; at < n;) {
      ssize_t written = write (connection, buffer + at, (size_t) (n - at));

      if (written < 0)
        return;
      at += written;
    }
  }
}

int
main (int    argc,
      char **argv)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int listener = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  if (argc != 2 || strlen (argv[1]) >= sizeof address.sun_path)
    return 2;
  strcpy (address.sun_path, argv[1]);
  if (bind (listener, (struct sockaddr *) &address, sizeof address) < 0 || listen (listener, 8) < 0)
    fail ("echo");
  for (;;) {
    int connection = accept (listener, NULL, NULL);

    if (connection < 0)
      fail ("accept");
    give_back (connection);
    close (connection);
  }
}
