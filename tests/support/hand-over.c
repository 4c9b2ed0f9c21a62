/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */

/* A server that gives its standard input and output away. The test that gets them sees every byte
 * itself, with no copy in between.
 *
 *   hand-over SOCKET
 *
 * sends its process id with both descriptors to a listening Unix socket, and keeps none. There it
 * waits for its exit status, one byte; if the connection ends, that counts as 0. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void
give_away (int connection)
{
  int given[2] = { STDIN_FILENO, STDOUT_FILENO };
  union {
    struct cmsghdr head;
    char           room[CMSG_SPACE (sizeof given)];
  } control = { { 0 } };
  char text[16] = "";
  struct iovec data = { .iov_base = text, .iov_len = sizeof text };
  struct msghdr message = {
    .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control,
  };

  snprintf (text, sizeof text, "%d", (int) getpid ());
  control.head.cmsg_level = SOL_SOCKET;
  control.head.cmsg_type = SCM_RIGHTS;
  control.head.cmsg_len = CMSG_LEN (sizeof given);
  memcpy (CMSG_DATA (&control.head), given, sizeof given);
  if (sendmsg (connection, &message, 0) < 0)
    exit (101);
  close (STDIN_FILENO);
  close (STDOUT_FILENO);
}

int
main (int    argc,
      char **argv)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int connection = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  unsigned char status = 0;

  if (argc < 2 || strlen (argv[1]) >= sizeof address.sun_path)
    return 102;
  strcpy (address.sun_path, argv[1]);
  if (connect (connection, (struct sockaddr *) &address, sizeof address) < 0)
    return 103;
  give_away (connection);
  return read (connection, &status, 1) == 1 ? status : 0;
}
