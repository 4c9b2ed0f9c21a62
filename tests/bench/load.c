/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */

/* A host that measures what is between it and a server.
 *
 *   load BYTES COUNT WINDOW ROOTS COMMAND [ARG…]
 *
 * It starts COMMAND, which must send every line back (`cat`, maybe with something in front). It
 * sends COUNT requests of BYTES bytes each, including the newline, with at most WINDOW unanswered
 * at a time. ROOTS (yes, no): whether it first declares roots of its own. It prints one line:
 *
 *   START TIME CPU MEMORY
 *
 * START: from the start of COMMAND to the first answer, in µs. TIME: for all other answers, in µs.
 * CPU: of all processes that were started, in µs. MEMORY: the peak resident memory of COMMAND, in
 * KiB. */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char head[] =
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"text\":\"";
static const char tail[] = "\"}}\n";

typedef struct {
  pid_t pid;
  int   input;
  int   output;
} Command;

static void
fail (const char *what)
{
  perror (what);
  exit (1);
}

static long
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000L + time.tv_nsec / 1000;
}

static Command
start (char **argv)
{
  int in[2], out[2];
  Command command;

  if (pipe2 (in, O_CLOEXEC) < 0 || pipe2 (out, O_CLOEXEC) < 0)
    fail ("pipe2");
  command.pid = fork ();
  if (command.pid == 0) {
    dup2 (in[0], STDIN_FILENO);
    dup2 (out[1], STDOUT_FILENO);
    execvp (argv[0], argv);
    _exit (127);
  }
  close (in[0]);
  close (out[1]);
  command.input = in[1];
  command.output = out[0];
  fcntl (command.input, F_SETFL, O_NONBLOCK);
  return command;
}

static char *
make_message (size_t size)
{
  size_t fixed = strlen (head) + strlen (tail);
  char *message = malloc (size + 1);

  if (message == NULL || size < fixed) {
    fprintf (stderr, "A message has at least %zu bytes\n", fixed);
    exit (1);
  }
  memset (message, 'x', size);
  memcpy (message, head, strlen (head));
  memcpy (message + size - strlen (tail), tail, strlen (tail));
  return message;
}

/* Sends @count messages, with at most @window of them under way, and reads them all back. */
static void
exchange (Command    *command,
          const char *message,
          size_t      size,
          size_t      count,
          size_t      window)
{
  static char buffer[1 << 18];
  size_t sent = 0, back = 0, all = size * count;

  while (back < all) {
    size_t limit = (back / size + window) * size;
    struct pollfd fds[2] = { { command->output, POLLIN, 0 }, { command->input, POLLOUT, 0 } };
    ssize_t n;

    if (limit > all)
      limit = all;
    poll (fds, sent < limit ? 2 : 1, -1);
    if ((fds[0].revents & (POLLIN | POLLHUP)) != 0) {
      n = read (command->output, buffer, sizeof buffer);
      if (n <= 0)
        fail ("the command ended");
      back += (size_t) n;
    }
    if (sent < limit && (fds[1].revents & POLLOUT) != 0) {
      size_t at = sent % size;
      size_t length = size - at < limit - sent ? size - at : limit - sent;

      n = write (command->input, message + at, length);
      if (n < 0 && errno != EAGAIN)
        fail ("write");
      if (n > 0)
        sent += (size_t) n;
    }
  }
}

static long
most_resident (pid_t pid)
{
  char path[64], line[256];
  long most = 0;
  FILE *file;

  snprintf (path, sizeof path, "/proc/%d/status", (int) pid);
  file = fopen (path, "r");
  while (file != NULL && fgets (line, sizeof line, file) != NULL)
    if (sscanf (line, "VmHWM: %ld", &most) == 1)
      break;
  if (file != NULL)
    fclose (file);
  return most;
}

/* The returned message may be longer than the sent one, because Paddock adds a capability. */
static void
declare_roots (Command *command)
{
  static const char initialize[] =
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
    "\"2025-11-25\",\"capabilities\":{\"roots\":{\"listChanged\":true}}}}\n";
  char byte = 0;

  if (write (command->input, initialize, strlen (initialize)) < 0)
    fail ("write");
  while (byte != '\n')
    if (read (command->output, &byte, 1) <= 0)
      fail ("the command ended");
}

int
main (int    argc,
      char **argv)
{
  struct rusage usage;
  size_t size, count, window;
  long began, first, started, ended, most;
  Command command;
  char *message;

  if (argc < 6)
    return 2;
  signal (SIGPIPE, SIG_IGN);
  size = strtoul (argv[1], NULL, 10);
  count = strtoul (argv[2], NULL, 10);
  window = strtoul (argv[3], NULL, 10);
  message = make_message (size);

  began = now ();
  command = start (argv + 5);
  exchange (&command, message, size, 1, 1);
  first = now ();
  if (strcmp (argv[4], "yes") == 0)
    declare_roots (&command);
  started = now ();
  exchange (&command, message, size, count - 1, window);
  ended = now ();
  most = most_resident (command.pid);
  close (command.input);
  close (command.output);
  waitpid (command.pid, NULL, 0);
  getrusage (RUSAGE_CHILDREN, &usage);

  printf ("%ld %ld %ld %ld\n", first - began, ended - started,
          usage.ru_utime.tv_sec * 1000000L + usage.ru_utime.tv_usec +
          usage.ru_stime.tv_sec * 1000000L + usage.ru_stime.tv_usec, most);
  free (message);
  return 0;
}
