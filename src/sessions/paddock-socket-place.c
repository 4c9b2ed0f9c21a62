/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-socket-place.h"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "paddock-error.h"

/* Finds and locks the place of the socket, for this service alone.
 *
 * The listener owns the place while it listens. The steps have an order that makes this safe. First
 * the directory must belong to the user, and be closed to others. Then the service locks a file
 * beside the socket. Nobody removes that file, so two services can't lock different files. Only
 * then does the service remove the file at the socket's path. It does so only if this file is a
 * socket, belongs to the user, and nobody answers there. The service never replaces any other file.
 */

struct _PaddockSocketPlace
{
  char     *path;                   /* (owned) absolute path of the socket */
  char     *name;                   /* (owned) file name of the socket */
  char     *lock_name;              /* (owned) file name of the lock file */
  int       directory;              /* (owned) descriptor of the directory */
  int       lock;                   /* (owned) descriptor of the lock file, locked */
  gboolean  is_bound;
  dev_t     device;                 /* device of the bound socket's file */
  ino_t     inode;
};

static gboolean
fail_errno (GError     **error,
            const char  *path)
{
  int saved_errno = errno;

  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
               /* Translators: a path, then the system's words for what went wrong */
               _("Can’t create Paddock’s socket at %s: %s. Check the directory, or choose "
                 "another socket"), path, g_strerror (saved_errno));
  return FALSE;
}

/* Whether the directory contains nothing but the socket and its lock. Then it exists only for these
 * two. */
static gboolean
is_dedicated (PaddockSocketPlace *self,
              const char         *directory_path)
{
  g_autoptr (GDir) directory = g_dir_open (directory_path, 0, NULL);
  const char *name;

  if (directory == NULL)
    return FALSE;
  while ((name = g_dir_read_name (directory)) != NULL)
    if (strcmp (name, self->name) != 0 && strcmp (name, self->lock_name) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
open_directory (PaddockSocketPlace  *self,
                GError             **error)
{
  g_autofree char *path = g_path_get_dirname (self->path);
  struct stat info;

  if (g_mkdir_with_parents (path, 0700) != 0)
    return fail_errno (error, path);
  self->directory = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (self->directory < 0 || fstat (self->directory, &info) != 0)
    return fail_errno (error, path);

  if (info.st_uid != getuid ()) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                 /* Translators: %s is a path */
                 _("The directory %s belongs to another user. Use a directory of your own"),
                 path);
    return FALSE;
  }
  if ((info.st_mode & 077) == 0)
    return TRUE;

  /* A directory with other files, such as a home directory, keeps its mode: the user did not ask to
   * close it for a socket. */
  if (!is_dedicated (self, path)) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                 /* Translators: %s is a path */
                 _("Other users can use the directory %s. Use a directory with mode 0700"),
                 path);
    return FALSE;
  }
  if (fchmod (self->directory, 0700) != 0)
    return fail_errno (error, path);
  return TRUE;
}

static gboolean
take_lock (PaddockSocketPlace  *self,
           GError             **error)
{
  struct stat info;

  self->lock = openat (self->directory, self->lock_name,
                       O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
  if (self->lock < 0 || fstat (self->lock, &info) != 0)
    return fail_errno (error, self->path);
  if (!S_ISREG (info.st_mode) || info.st_uid != getuid ()) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED, /* Translators: %s is a path */
                 _("The lock file of %s isn’t Paddock’s. Remove it, or use another path"),
                 self->path);
    return FALSE;
  }
  if (flock (self->lock, LOCK_EX | LOCK_NB) == 0)
    return TRUE;
  if (errno != EWOULDBLOCK)
    return fail_errno (error, self->path);
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_RUNNING,
               /* Translators: %s is a path */
               _("Another Paddock service is already using %s. Stop it, or choose another "
                 "socket"), self->path);
  return FALSE;
}

static void
fill_address (const char         *path,
              struct sockaddr_un *address)
{
  memset (address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy (address->sun_path, path, strlen (path));
}

/* Whether nobody listens on the existing socket any more. Only a refused connection proves that. A
 * socket of another type counts as alive, and so does one with a full queue. */
static gboolean
is_stale (PaddockSocketPlace *self)
{
  struct sockaddr_un address;
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  gboolean refused;

  if (fd < 0)
    return FALSE;
  fill_address (self->path, &address);
  refused = connect (fd, (struct sockaddr *) &address, sizeof address) != 0 &&
            errno == ECONNREFUSED;
  close (fd);
  return refused;
}

static gboolean
remove_stale (PaddockSocketPlace  *self,
              GError             **error)
{
  struct stat info;

  if (fstatat (self->directory, self->name, &info, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT || fail_errno (error, self->path);

  if (!S_ISSOCK (info.st_mode) || info.st_uid != getuid ()) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_EXISTS,
                 /* Translators: %s is a path */
                 _("%s already exists and isn’t a socket of yours. Remove it, or use another "
                   "path"),
                 self->path);
    return FALSE;
  }
  if (!is_stale (self)) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_RUNNING,
                 /* Translators: %s is a path */
                 _("Another program is already using %s. Stop it, or choose another socket"),
                 self->path);
    return FALSE;
  }
  if (unlinkat (self->directory, self->name, 0) != 0)
    return fail_errno (error, self->path);
  return TRUE;
}

/**
 * paddock_socket_place_lock:
 * @socket_path: the path of the socket; its directory is created with mode 0700 if needed
 *
 * Locks the file beside the socket. The socket itself is not touched yet, because the service has
 * to take another lock first.
 *
 * Returns: (transfer full): the place, locked until it is freed; %NULL with %PADDOCK_ERROR_RUNNING
 *   if another service has the lock, %PADDOCK_ERROR_REFUSED if others can use the directory or own
 *   the lock file, %PADDOCK_ERROR_LIMIT if the path is too long for a socket
 */
PaddockSocketPlace *
paddock_socket_place_lock (const char  *socket_path,
                           GError     **error)
{
  g_autoptr (PaddockSocketPlace) self = g_new0 (PaddockSocketPlace, 1);
  gsize max = sizeof ((struct sockaddr_un *) NULL)->sun_path - 1;

  self->directory = self->lock = -1;
  self->path = g_canonicalize_filename (socket_path, NULL);
  self->name = g_path_get_basename (self->path);
  self->lock_name = g_strconcat (self->name, ".lock", NULL);

  if (strlen (self->path) > max) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT,
                 /* Translators: a number, then a path */
                 ngettext ("The path of a socket can be at most %zu byte long: %s. Choose a "
                           "shorter one",
                           "The path of a socket can be at most %zu bytes long: %s. Choose a "
                           "shorter one",
                           max),
                 max, self->path);
    return NULL;
  }
  if (!open_directory (self, error) || !take_lock (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * paddock_socket_place_free:
 *
 * Removes the socket, and then releases the lock. If another file has the socket's name by now,
 * that file stays. The lock file stays as well.
 */
void
paddock_socket_place_free (PaddockSocketPlace *self)
{
  struct stat info;

  if (self->is_bound && fstatat (self->directory, self->name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
      info.st_dev == self->device && info.st_ino == self->inode)
    unlinkat (self->directory, self->name, 0);
  if (self->lock >= 0)
    close (self->lock);
  if (self->directory >= 0)
    close (self->directory);
  g_free (self->path);
  g_free (self->name);
  g_free (self->lock_name);
  g_free (self);
}

/* Gives the socket its name, and listens. Sets the mode before the socket has a name, so that Linux
 * creates the file with that mode. The umask stays as it is, because other threads share it. */
static gboolean
bind_socket (PaddockSocketPlace *self,
             int                 fd)
{
  struct sockaddr_un address;
  struct stat info;

  fill_address (self->path, &address);
  if (fchmod (fd, 0600) != 0 || bind (fd, (struct sockaddr *) &address, sizeof address) != 0 ||
      fstatat (self->directory, self->name, &info, AT_SYMLINK_NOFOLLOW) != 0)
    return FALSE;

  self->is_bound = TRUE;
  self->device = info.st_dev;
  self->inode = info.st_ino;
  if ((info.st_mode & 0777) != 0600 && fchmodat (self->directory, self->name, 0600, 0) != 0)
    return FALSE;
  return listen (fd, SOMAXCONN) == 0;
}

/**
 * paddock_socket_place_listen:
 *
 * Removes a dead socket of an earlier service, and listens. Call this once.
 *
 * Returns: (transfer full): the listening socket, of mode 0600; %NULL with %PADDOCK_ERROR_RUNNING
 *   if another program listens there, %PADDOCK_ERROR_EXISTS if the path belongs to something else
 */
GSocket *
paddock_socket_place_listen (PaddockSocketPlace  *self,
                             GError             **error)
{
  GSocket *listening;
  int fd;

  if (!remove_stale (self, error))
    return NULL;

  fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0 || !bind_socket (self, fd)) {
    fail_errno (error, self->path);
    if (fd >= 0)
      close (fd);
    return NULL;
  }

  listening = g_socket_new_from_fd (fd, error);
  if (listening == NULL)
    close (fd);
  else
    g_socket_set_blocking (listening, FALSE);
  return listening;
}
