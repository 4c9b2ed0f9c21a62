/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */

/* A server that measures how fast its `roots/list` requests are answered.
 *
 *   list-load SOCKET [plain]
 *
 * It connects and answers `initialize`; with "plain" it waits for none. Each line on stdin is a
 * measurement, "COUNT WINDOW". It sends COUNT requests, with at most WINDOW unanswered at a time.
 * It prints the time in µs, and the size of the last answer in bytes. One process handles all
 * lines, so that it stays the same server. */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static const char question[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}\n";
static const char hello[] =
  "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"protocolVersion\":\"2025-11-25\","
  "\"capabilities\":{},\"serverInfo\":{\"name\":\"list-load\",\"version\":\"1\"}}}\n";

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

static int
dial (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  if (strlen (path) >= sizeof address.sun_path)
    exit (2);
  strcpy (address.sun_path, path);
  if (connect (fd, (struct sockaddr *) &address, sizeof address) < 0)
    fail (path);
  return fd;
}

static void
write_all (int         fd,
           const char *data,
           size_t      length)
{
  while (length > 0) {
    ssize_t n = write (fd, data, length);

    if (n < 0)
      fail ("write");
    data += n;
    length -= (size_t) n;
  }
}

/* Reads byte by byte, because what follows the line is for another reader. */
static void
read_line (int     fd,
           char   *line,
           size_t  size)
{
  size_t length = 0;

  while (length + 1 < size) {
    if (read (fd, line + length, 1) != 1)
      fail ("read");
    if (line[length++] == '\n')
      break;
  }
  line[length] = '\0';
}

static void
shake_hands (int fd)
{
  char line[4096], id[32], answer[512];
  const char *at;

  read_line (fd, line, sizeof line);
  at = strstr (line, "\"id\":");
  if (at == NULL || sscanf (at, "\"id\":%31[0-9]", id) != 1)
    fail ("initialize");
  snprintf (answer, sizeof answer, hello, id);
  write_all (fd, answer, strlen (answer));
  read_line (fd, line, sizeof line);
}

/* Sends @count requests, with at most @window unanswered at a time. */
static size_t
exchange (int    fd,
          size_t count,
          size_t window)
{
  static char questions[64 * sizeof question], buffer[256 * 1024];
  size_t size = sizeof question - 1, asked = 0, answered = 0, length = 0, last = 0;

  for (size_t i = 0; i < 64; i++)
    memcpy (questions + i * size, question, size);
  while (answered < count) {
    size_t room = answered + window - asked;
    size_t n_now = room < count - asked ? room : count - asked;
    ssize_t n;

    write_all (fd, questions, (n_now < 64 ? n_now : 64) * size);
    asked += n_now < 64 ? n_now : 64;
    n = read (fd, buffer, sizeof buffer);
    if (n <= 0)
      fail ("read");
    for (const char *at = buffer, *end = buffer + n; at < end;) {
      const char *newline = memchr (at, '\n', (size_t) (end - at));

      length += (size_t) ((newline != NULL ? newline + 1 : end) - at);
      at = newline != NULL ? newline + 1 : end;
      if (newline != NULL) {
        answered++;
        last = length;
        length = 0;
      }
    }
  }
  return last;
}

int
main (int    argc,
      char **argv)
{
  size_t count, window;
  int fd;

  if (argc < 2 || argc > 3)
    return 2;
  fd = dial (argv[1]);
  if (argc == 2)
    shake_hands (fd);
  puts ("ready");
  fflush (stdout);
  while (scanf ("%zu %zu", &count, &window) == 2) {
    long began = now ();
    size_t last = exchange (fd, count, window);

    printf ("%ld %zu\n", now () - began, last);
    fflush (stdout);
  }
  return 0;
}
