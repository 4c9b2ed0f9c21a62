/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-process.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Gives a process of this machine a name that no other process ever gets, and tells whether it
 * still runs. paddock-peer.c finds out who is at the other end of a connection. */

/* The most bytes that Paddock reads of /proc/PID/stat, or of another small file in /proc. */
#define PROC_FILE_MAX 4096

/**
 * paddock_process_read_file:
 * @path: a file of /proc
 * @max: the most bytes it may have
 * @out_length: (out): how many bytes it has
 *
 * Returns: (transfer full) (nullable): the contents of the file; %NULL if it cannot be read or is
 *   longer than @max
 */
char *
paddock_process_read_file (const char *path,
                           gsize       max,
                           gsize      *out_length)
{
  g_autofree char *data = NULL;
  gsize length = 0;
  int fd = open (path, O_RDONLY | O_CLOEXEC);

  if (fd < 0)
    return NULL;

  data = g_malloc (max + 1);
  while (length <= max) {
    gssize n = TEMP_FAILURE_RETRY (read (fd, data + length, max + 1 - length));

    if (n < 0)
      length = max + 1;
    if (n <= 0)
      break;
    length += (gsize) n;
  }
  close (fd);
  if (length > max)
    return NULL;

  data[length] = '\0';
  *out_length = length;
  return g_realloc (g_steal_pointer (&data), length + 1);
}

/**
 * paddock_process_read_start_time:
 * @pid: a process
 *
 * Reads field 22 of /proc/PID/stat. The second field is the name in brackets. A process may put
 * brackets and spaces into its name, so this function reads on from the last bracket.
 *
 * Returns: when the process began, in clock ticks since boot; 0 if there is no such process, or it
 *   is dead and only waits for its parent
 */
guint64
paddock_process_read_start_time (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int) pid);
  g_autofree char *stat_line = NULL;
  g_auto (GStrv) fields = NULL;
  const char *behind_name;
  gsize length;
  guint64 start_time = 0;

  stat_line = paddock_process_read_file (path, PROC_FILE_MAX, &length);
  behind_name = stat_line != NULL ? strrchr (stat_line, ')') : NULL;
  if (behind_name == NULL || behind_name[1] != ' ')
    return 0;

  fields = g_strsplit (behind_name + 2, " ", -1);
  if (g_strv_length (fields) <= 22 - 3 || g_str_equal (fields[0], "Z") ||
      g_str_equal (fields[0], "X"))
    return 0;
  g_ascii_string_to_unsigned (fields[22 - 3], 10, 1, G_MAXUINT64, &start_time, NULL);
  return start_time;
}

/* Returns the kernel's id of this boot; each boot has another id. */
static char *
read_boot_id (void)
{
  gsize length;
  char *boot_id = paddock_process_read_file ("/proc/sys/kernel/random/boot_id", PROC_FILE_MAX,
                                             &length);

  return boot_id != NULL ? g_strchomp (boot_id) : NULL;
}

/**
 * paddock_process_dup_scope:
 * @pid: a process
 * @start_time: when the process began, from paddock_process_read_start_time()
 *
 * Names the process for decisions that end with it.
 *
 * Returns: (transfer full) (nullable): "boot id:pid:start time"; no other process ever gets this
 *   name
 */
char *
paddock_process_dup_scope (pid_t   pid,
                           guint64 start_time)
{
  g_autofree char *boot_id = read_boot_id ();

  if (boot_id == NULL)
    return NULL;
  return g_strdup_printf ("%s:%d:%" G_GUINT64_FORMAT, boot_id, (int) pid, start_time);
}

/* Returns the pid of the process that @scope names, if @scope is of this boot; 0 for anything else.
 * Sets @out_start_time to the start time of the process. */
static pid_t
parse_scope (const char *scope,
             guint64    *out_start_time)
{
  g_auto (GStrv) parts = g_strsplit (scope, ":", -1);
  g_autofree char *boot_id = read_boot_id ();
  guint64 pid;

  if (boot_id == NULL || g_strv_length (parts) != 3 || strcmp (parts[0], boot_id) != 0 ||
      !g_ascii_string_to_unsigned (parts[1], 10, 1, G_MAXINT32, &pid, NULL) ||
      !g_ascii_string_to_unsigned (parts[2], 10, 1, G_MAXUINT64, out_start_time, NULL))
    return 0;
  return (pid_t) pid;
}

/**
 * paddock_process_scope_is_alive:
 * @scope: a stored scope, maybe from before the last boot
 *
 * Returns: whether the process that @scope names still runs; %FALSE if @scope is no scope
 */
gboolean
paddock_process_scope_is_alive (const char *scope)
{
  guint64 start_time = 0;
  pid_t pid = parse_scope (scope, &start_time);

  return pid > 0 && paddock_process_read_start_time (pid) == start_time;
}

/**
 * paddock_process_scope_hold:
 * @scope: a stored scope, maybe from before the last boot
 *
 * Returns: a pidfd of the process, which becomes readable when the process ends; -1 if the process
 *   has ended, if the kernel gives no pidfd, or if @scope is no scope
 */
int
paddock_process_scope_hold (const char *scope)
{
  guint64 start_time = 0;
  pid_t pid = parse_scope (scope, &start_time);
  int pidfd = pid > 0 ? (int) syscall (SYS_pidfd_open, pid, 0) : -1;

  /* Compare the start times after opening, because another process could have got the pid in
   * between. */
  if (pidfd >= 0 && paddock_process_read_start_time (pid) != start_time) {
    close (pidfd);
    return -1;
  }
  return pidfd;
}
