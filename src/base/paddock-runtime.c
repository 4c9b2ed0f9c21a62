/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-runtime.h"

#include "paddock-names.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The application's directory for one login. The socket is in it. If the service cannot start, it
 * leaves the reason in a file there. Without that file, the program that had the bus start the
 * service would learn only the exit status of the service. Paddock trusts nothing in this
 * directory: a reason is text, and is escaped before it is shown.
 */

#define PROBLEM_NAME "last-problem"

/* By how many µs a file may seem older than it is, because a file gets the time of the kernel's
 * last tick. */
#define CLOCK_SLACK (50 * G_TIME_SPAN_MILLISECOND)

/**
 * paddock_runtime_dup_user_directory:
 *
 * Hosts start servers with hardly any environment. If XDG_RUNTIME_DIR is missing, this finds the
 * directory that the login manager would set (pam_systemd).
 *
 * Returns: (transfer full): the user's runtime directory; it need not exist
 */
char *
paddock_runtime_dup_user_directory (void)
{
  const char *variable = g_getenv ("XDG_RUNTIME_DIR");
  g_autofree char *path = g_strdup_printf ("/run/user/%lu", (gulong) getuid ());
  struct stat info;

  if (variable != NULL && g_path_is_absolute (variable))
    return g_strdup (variable);
  if (lstat (path, &info) == 0 && S_ISDIR (info.st_mode) && info.st_uid == getuid ())
    return g_steal_pointer (&path);
  /* GLib also accepts a relative path from XDG_RUNTIME_DIR, but this function does not. */
  variable = g_get_user_runtime_dir ();
  return g_strdup (g_path_is_absolute (variable) ? variable : g_get_user_cache_dir ());
}

/**
 * paddock_runtime_dup_directory:
 *
 * Returns: (transfer full): the application's directory below the user's runtime directory; a
 *   sandbox can be given access to it (Flatpak, "XDG_RUNTIME_DIR"); it need not exist
 */
char *
paddock_runtime_dup_directory (void)
{
  g_autofree char *directory = paddock_runtime_dup_user_directory ();

  return g_build_filename (directory, "app", PADDOCK_APP_ID, NULL);
}

/**
 * paddock_runtime_dup_socket_path:
 *
 * Returns: (transfer full): `PADDOCK_SOCKET` if it is set, otherwise the socket in the
 *   application's directory
 */
char *
paddock_runtime_dup_socket_path (void)
{
  const char *variable = g_getenv (PADDOCK_ENV_SOCKET);
  g_autofree char *directory = NULL;

  if (variable != NULL && variable[0] != '\0')
    return g_strdup (variable);

  directory = paddock_runtime_dup_directory ();
  return g_build_filename (directory, PADDOCK_SOCKET_NAME, NULL);
}

/**
 * paddock_runtime_dup_bus_address:
 *
 * Returns: (transfer full): the address of the session bus: from the environment, otherwise the
 *   usual one of a login (systemd, dbus-broker), even if nothing is there
 */
char *
paddock_runtime_dup_bus_address (void)
{
  const char *variable = g_getenv ("DBUS_SESSION_BUS_ADDRESS");
  g_autofree char *directory = NULL;
  g_autofree char *path = NULL;
  g_autofree char *escaped = NULL;

  if (variable != NULL && variable[0] != '\0')
    return g_strdup (variable);

  directory = paddock_runtime_dup_user_directory ();
  path = g_build_filename (directory, "bus", NULL);
  escaped = g_dbus_address_escape_value (path);
  return g_strconcat ("unix:path=", escaped, NULL);
}

/**
 * paddock_runtime_leave_problem:
 * @text: why the service cannot start, for the user
 *
 * Leaves @text for paddock_runtime_find_problem(). If the text cannot be written, this only logs
 * that, because there already is a problem.
 */
void
paddock_runtime_leave_problem (const char *text)
{
  g_autofree char *directory = paddock_runtime_dup_directory ();
  g_autofree char *path = g_build_filename (directory, PROBLEM_NAME, NULL);
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (directory, 0700);
  if (!g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
    g_debug ("The reason is not left behind: %s", error->message);
}

/**
 * paddock_runtime_clear_problem:
 *
 * Removes the text of an earlier problem. Call this when the service has started.
 */
void
paddock_runtime_clear_problem (void)
{
  g_autofree char *directory = paddock_runtime_dup_directory ();
  g_autofree char *path = g_build_filename (directory, PROBLEM_NAME, NULL);

  if (g_unlink (path) != 0 && errno != ENOENT)
    g_debug ("%s stays: %s", path, g_strerror (errno));
}

/* Returns the text in @fd, if @fd is a file of the user's own and not older than @since; otherwise
 * NULL. */
static char *
read_problem (int    fd,
              gint64 since)
{
  char buffer[PADDOCK_RUNTIME_PROBLEM_MAX + 1];
  struct stat info;
  gint64 modified;
  gssize n;

  if (fstat (fd, &info) != 0 || !S_ISREG (info.st_mode) || info.st_uid != getuid ())
    return NULL;
  modified = info.st_mtim.tv_sec * G_USEC_PER_SEC + info.st_mtim.tv_nsec / 1000;
  if (modified < since - CLOCK_SLACK)
    return NULL;

  n = read (fd, buffer, PADDOCK_RUNTIME_PROBLEM_MAX);
  if (n <= 0)
    return NULL;
  buffer[n] = '\0';
  g_strstrip (buffer);
  return buffer[0] != '\0' ? g_utf8_make_valid (buffer, -1) : NULL;
}

/**
 * paddock_runtime_find_problem:
 * @since: µs since the epoch: when somebody asked the service to start
 *
 * Returns: (transfer full) (nullable): why the service could not start at @since or later, valid
 *   UTF-8; %NULL if no service left a reason
 */
char *
paddock_runtime_find_problem (gint64 since)
{
  g_autofree char *directory = paddock_runtime_dup_directory ();
  g_autofree char *path = g_build_filename (directory, PROBLEM_NAME, NULL);
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  char *text;

  if (fd < 0)
    return NULL;
  text = read_problem (fd, since);
  close (fd);
  return text;
}
