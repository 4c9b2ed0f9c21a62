/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */

/* A bare relay: `relay COMMAND [ARG…]` runs a server and carries every byte both ways, without
 * looking at it. tests/bench compares `paddock run` with it, and the test of generated sessions
 * must refuse it. */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define BUFFER_BYTES (64 * 1024)

/* One direction. */
typedef struct {
  int    input;                     /* -1: ended */
  int    output;                    /* -1: closed */
  size_t start;
  size_t end;
  char   buffer[BUFFER_BYTES];
} Way;

static void
close_way (Way *way)
{
  if (way->input >= 0)
    close (way->input);
  if (way->output >= 0)
    close (way->output);
  way->input = way->output = -1;
  way->start = way->end = 0;
}

static void
read_way (Way *way)
{
  ssize_t n = read (way->input, way->buffer, sizeof way->buffer);

  if (n > 0) {
    way->end = (size_t) n;
  } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
    close (way->input);
    way->input = -1;
  }
}

static void
write_way (Way *way)
{
  ssize_t n = write (way->output, way->buffer + way->start, way->end - way->start);

  if (n > 0)
    way->start += (size_t) n;
  else if (n < 0 && errno != EAGAIN && errno != EINTR)
    close_way (way);
  if (way->start == way->end)
    way->start = way->end = 0;
}

/* Reads what is there, and tries to write it at once. */
static void
carry (Way *way)
{
  if (way->end == 0 && way->input >= 0)
    read_way (way);
  if (way->end > 0)
    write_way (way);
  if (way->end == 0 && way->input < 0)
    close_way (way);
}

static pid_t
start (char **command,
       int   *to_server,
       int   *to_host)
{
  int in[2], out[2];
  pid_t pid;

  if (pipe2 (in, O_CLOEXEC) < 0 || pipe2 (out, O_CLOEXEC) < 0)
    exit (125);
  pid = fork ();
  if (pid == 0) {
    dup2 (in[0], STDIN_FILENO);
    dup2 (out[1], STDOUT_FILENO);
    signal (SIGPIPE, SIG_DFL);
    execvp (command[0], command);
    _exit (127);
  }
  close (in[0]);
  close (out[1]);
  *to_server = in[1];
  *to_host = out[0];
  return pid;
}

static void
set_nonblocking (int fd)
{
  fcntl (fd, F_SETFL, fcntl (fd, F_GETFL) | O_NONBLOCK);
}

int
main (int    argc,
      char **argv)
{
  static Way ways[2];
  int status = 0;
  pid_t pid;

  if (argc < 2)
    return 2;
  signal (SIGPIPE, SIG_IGN);
  pid = start (argv + 1, &ways[0].output, &ways[1].input);
  ways[0].input = STDIN_FILENO;
  ways[1].output = STDOUT_FILENO;
  for (int i = 0; i < 2; i++) {
    set_nonblocking (ways[i].input);
    set_nonblocking (ways[i].output);
  }

  /* The server's output ends last. */
  while (ways[1].output >= 0) {
    struct pollfd fds[2];

    for (int i = 0; i < 2; i++) {
      fds[i].fd = ways[i].end > 0 ? ways[i].output : ways[i].input;
      fds[i].events = ways[i].end > 0 ? POLLOUT : POLLIN;
      fds[i].revents = 0;
    }
    if (poll (fds, 2, -1) < 0 && errno != EINTR)
      break;
    for (int i = 0; i < 2; i++)
      if (fds[i].fd >= 0 && fds[i].revents != 0)
        carry (&ways[i]);
  }
  waitpid (pid, &status, 0);
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}
