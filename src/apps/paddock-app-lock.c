/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-lock.h"

#include "paddock-error.h"

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Two locks around a change of a file.
 *
 * Paddock's own lock lets only one Paddock write at a time. The kernel gives it free if Paddock is
 * killed.
 *
 * Cline holds the directory FILE.lock while it writes its file, with one file in it that is named
 * owner.PROCESS.MILLISECONDS.TOKEN. The directory is made elsewhere, and gets its name when this
 * file is in it, so it is never empty. Paddock does the same. Its token begins with "paddock-", so
 * a directory that a killed Paddock left is known, and removed. Another program's lock is left
 * alone, however old it is: Cline removes such a one itself.
 */

#define TOKEN ".paddock-"
#define STAGING ".lock.tmp."
#define WAIT_MICROSECONDS (3 * G_USEC_PER_SEC)
#define PAUSE_MICROSECONDS (25 * 1000)

/* Waits for a moment. Returns FALSE if it waited long enough. */
static gboolean
wait_until (gint64 deadline)
{
  if (g_get_monotonic_time () >= deadline)
    return FALSE;
  g_usleep (PAUSE_MICROSECONDS);
  return TRUE;
}

static gboolean
take_own (PaddockAppLock  *self,
          const char      *path,
          gint64           deadline,
          GError         **error)
{
  self->fd = open (path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (self->fd < 0)
    return TRUE;
  while (flock (self->fd, LOCK_EX | LOCK_NB) != 0)
    if (errno != EINTR && !wait_until (deadline)) {
      g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_BUSY,
                           _("Another Paddock is changing the files of apps. Try again."));
      return FALSE;
    }
  return TRUE;
}

/* Removes a lock directory, if there is nothing in it but a marker of Paddock. */
static void
remove_stale (const char *path)
{
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  g_autofree char *marker = NULL;
  const char *name;
  guint n = 0;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL && n++ < 2)
    if (g_str_has_prefix (name, "owner.") && strstr (name, TOKEN) != NULL && marker == NULL)
      marker = g_build_filename (path, name, NULL);
  if (n > 1 || (n == 1 && marker == NULL))
    return;
  if (marker != NULL)
    unlink (marker);
  rmdir (path);
}

/* Removes what a killed Paddock left: its lock, and a directory that wasn't a lock yet. An empty
 * FILE.lock isn't Paddock's. */
static void
clean (const char *path)
{
  g_autofree char *lock = g_strconcat (path, ".lock", NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *prefix = g_strconcat (name, STAGING, NULL);
  g_autoptr (GDir) directory = g_dir_open (parent, 0, NULL);
  g_autoptr (GDir) inside = g_dir_open (lock, 0, NULL);
  const char *entry;

  while (directory != NULL && (entry = g_dir_read_name (directory)) != NULL)
    if (g_str_has_prefix (entry, prefix) && strstr (entry, TOKEN) != NULL) {
      g_autofree char *staging = g_build_filename (parent, entry, NULL);

      remove_stale (staging);
    }
  if (inside != NULL && g_dir_read_name (inside) != NULL)
    remove_stale (lock);
}

/* Makes a directory with the marker in it. */
static gboolean
make_staging (const char *staging,
              const char *marker,
              const char *token)
{
  g_autofree char *path = g_build_filename (staging, marker, NULL);
  int fd;
  gboolean is_made;

  if (mkdir (staging, 0700) != 0)
    return FALSE;
  fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  is_made = fd >= 0 && write (fd, token, strlen (token)) == (gssize) strlen (token);
  if (fd >= 0)
    close (fd);
  return is_made;
}

/* Gives the directory the name of the lock. Returns 0 or an error number; EEXIST: somebody has the
 * lock. */
static int
rename_staging (const char *staging,
                const char *lock)
{
  if (renameat2 (AT_FDCWD, staging, AT_FDCWD, lock, RENAME_NOREPLACE) == 0)
    return 0;
  if (errno != EINVAL && errno != ENOSYS)
    return errno;
  /* On such a file system, only an empty directory is replaced. */
  if (rename (staging, lock) == 0)
    return 0;
  return errno == ENOTEMPTY || errno == ENOTDIR ? EEXIST : errno;
}

static gboolean
take_apps (PaddockAppLock  *self,
           const char      *path,
           gint64           deadline,
           GError         **error)
{
  g_autofree char *token =
    g_strdup_printf ("%d.%" G_GINT64_FORMAT TOKEN "%08x", getpid (), g_get_real_time () / 1000,
                     g_random_int ());
  g_autofree char *marker = g_strconcat ("owner.", token, NULL);
  g_autofree char *lock = g_strconcat (path, ".lock", NULL);
  g_autofree char *staging = g_strconcat (path, STAGING, token, NULL);
  int number;

  clean (path);
  number = make_staging (staging, marker, token) ? rename_staging (staging, lock) : errno;
  while (number == EEXIST && wait_until (deadline))
    number = rename_staging (staging, lock);
  if (number == 0) {
    self->marker = g_steal_pointer (&marker);
    self->directory = g_steal_pointer (&lock);
    self->staging = g_steal_pointer (&staging);
    return TRUE;
  }
  remove_stale (staging);
  if (number == EEXIST)
    /* Translators: %s is the path of a directory */
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_BUSY,
                 _("The app is writing the file right now. If it isn’t running, remove “%s” and "
                   "try again."), lock);
  else
    /* Translators: %s is a reason, such as "No space left on device" */
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
                 _("Paddock can’t write the file: %s. The file is as it was."),
                 g_strerror (number));
  return FALSE;
}

/**
 * paddock_app_lock_take:
 * @self: (out caller-allocates): to be cleared with paddock_app_lock_release()
 * @own_path: where Paddock's own lock is; without its directory there is no such lock
 * @file: (nullable): the app's file to write
 *
 * Takes the locks. Waits up to three seconds for each.
 *
 * Returns: whether Paddock has them
 */
gboolean
paddock_app_lock_take (PaddockAppLock        *self,
                       const char            *own_path,
                       const PaddockAppFile  *file,
                       GError               **error)
{
  *self = (PaddockAppLock) { -1, NULL, NULL, NULL };
  return take_own (self, own_path, g_get_monotonic_time () + WAIT_MICROSECONDS, error) &&
         (file == NULL || file->app->writing != PADDOCK_APP_WRITING_LOCKED ||
          take_apps (self, file->path, g_get_monotonic_time () + WAIT_MICROSECONDS, error));
}

/* Gives the app's lock free. The directory loses its name before it is emptied, so that nobody
 * takes an empty directory for the lock of another program. If another program took the lock away,
 * its lock stays. */
static void
release_apps (PaddockAppLock *self)
{
  g_autofree char *marker = g_build_filename (self->directory, self->marker, NULL);

  if (access (marker, F_OK) == 0 && rename (self->directory, self->staging) == 0)
    remove_stale (self->staging);
}

void
paddock_app_lock_release (PaddockAppLock *self)
{
  if (self->directory != NULL)
    release_apps (self);
  if (self->fd >= 0)
    close (self->fd);
  g_clear_pointer (&self->directory, g_free);
  g_clear_pointer (&self->staging, g_free);
  g_clear_pointer (&self->marker, g_free);
  self->fd = -1;
}
