/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-write.h"

#include "paddock-app-disk.h"
#include "paddock-error.h"

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Replaces a file as a whole: whoever reads it gets all of the old file or all of the new one, also
 * after a crash.
 *
 *   1. A new file beside the old one gets the bytes, the mode, the group and the extended
 *      attributes (with the access list), and goes to the disk.
 *   2. The old file is read again. If anybody changed it, the new file is deleted.
 *   3. Both files swap their names in one step. If the file that was displaced isn't the one that
 *      was read, somebody wrote it in between, and the names are swapped back.
 *   4. The old file is deleted.
 *
 * Only one Paddock does this at a time (paddock-app-lock.c), so whatever has a name like the new
 * file's is left from a process that was killed.
 *
 * A writer that keeps the old file open, and writes into it after step 3, can't be noticed.
 */

/* Behind the name of the file; six random characters follow. */
#define SUFFIX ".paddock-"
#define N_RANDOM 6
/* So that the name of the new file isn't too long. */
#define MAX_NAME 200
/* How often somebody else may write the file in one moment before Paddock gives up. */
#define MAX_SWAPS 4

typedef struct {
  int    directory;                 /* (owned) */
  char  *name;                      /* (owned) of the old file */
  char  *new_name;                  /* (owned) (nullable) */
  int    fd;                        /* (owned) the new file; -1 if there is none */
  int    old;                       /* (owned) the old file; -1 if there is none */
  struct stat info;                 /* of @old */
} Replacement;

static gboolean
fail_changed (GError **error)
{
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_STALE,
                       _("Somebody else changed the file just now, so Paddock didn’t. Try again."));
  return FALSE;
}

static gboolean
fail_errno (int      number,
            GError **error)
{
  if (number == ENOENT || number == ELOOP)
    return fail_changed (error);
  /* Translators: %s is a reason, such as "No space left on device" */
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
               _("Paddock can’t write the file: %s. The file is as it was."), g_strerror (number));
  return FALSE;
}

static void
clear_replacement (Replacement *self)
{
  if (self->fd >= 0)
    close (self->fd);
  if (self->old >= 0)
    close (self->old);
  if (self->new_name != NULL)
    unlinkat (self->directory, self->new_name, 0);
  if (self->directory >= 0)
    close (self->directory);
  g_free (self->name);
  g_free (self->new_name);
}

/* Returns how the names of new files begin. They are hidden. */
static char *
dup_prefix (const char *name)
{
  return g_strdup_printf (".%.*s" SUFFIX, MAX_NAME, name);
}

/* Deletes what a process that was killed left. */
static void
clean (const Replacement *self)
{
  g_autofree char *prefix = dup_prefix (self->name);
  int fd = openat (self->directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *directory = fd >= 0 ? fdopendir (fd) : NULL;
  struct dirent *entry;

  while (directory != NULL && (entry = readdir (directory)) != NULL) {
    struct stat info;

    if (g_str_has_prefix (entry->d_name, prefix) &&
        strlen (entry->d_name) == strlen (prefix) + N_RANDOM &&
        fstatat (self->directory, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG (info.st_mode) && info.st_uid == getuid ())
      unlinkat (self->directory, entry->d_name, 0);
  }
  if (directory != NULL)
    closedir (directory);
}

static gboolean
open_directory (Replacement *self,
                const char  *path)
{
  g_autofree char *directory = g_path_get_dirname (path);

  self->name = g_path_get_basename (path);
  self->directory = open (directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return self->directory >= 0;
}

static gboolean
create (Replacement *self)
{
  g_autofree char *prefix = dup_prefix (self->name);

  do {
    g_autofree char *random = g_strdup_printf ("%0*x", N_RANDOM, g_random_int () & 0xffffff);
    g_autofree char *name = g_strconcat (prefix, random, NULL);

    self->fd = openat (self->directory, name,
                       O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (self->fd >= 0)
      self->new_name = g_steal_pointer (&name);
  } while (self->fd < 0 && errno == EEXIST);
  return self->fd >= 0;
}

static gboolean
write_all (int     fd,
           GBytes *bytes)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  while (size > 0) {
    gssize n = write (fd, data, size);

    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return FALSE;
    data += n;
    size -= (gsize) n;
  }
  return TRUE;
}

/* Copies the extended attributes, among them the access list, as far as the file system lets. */
static void
copy_attributes (int from,
                 int to)
{
  char names[64 * 1024];
  gssize n_names = flistxattr (from, names, sizeof names);

  for (gssize i = 0; i < n_names; i += (gssize) strlen (names + i) + 1) {
    char value[64 * 1024];
    gssize size = fgetxattr (from, names + i, value, sizeof value);

    if (size >= 0 && fsetxattr (to, names + i, value, (gsize) size, 0) != 0)
      g_debug ("can't copy %s: %s", names + i, g_strerror (errno));
  }
}

/* Gives the new file the mode, the group and the attributes of the old one. If it can't have the
 * group, no group may read it. */
static gboolean
copy_properties (Replacement *self)
{
  mode_t mode = self->info.st_mode & 0777;

  if (fchown (self->fd, (uid_t) -1, self->info.st_gid) != 0)
    mode &= ~(mode_t) 0070;
  copy_attributes (self->old, self->fd);
  return fchmod (self->fd, mode) == 0;
}

static gboolean
is_equal (GBytes *one,
          GBytes *other)
{
  return one != NULL && other != NULL && g_bytes_equal (one, other);
}

/* Returns what a file in the directory has, or NULL. */
static GBytes *
read_at (const Replacement *self,
         const char        *name)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d/%s", self->directory, name);
  g_auto (PaddockAppDisk) disk = { NULL };

  return paddock_app_disk_read (&disk, path) ? g_steal_pointer (&disk.bytes) : NULL;
}

/* Whether a file in the directory is the old one, with the same owner and mode. Another one with
 * the same text may be there for others to read. */
static gboolean
is_old (const Replacement *self,
        const char        *name)
{
  struct stat info;

  return fstatat (self->directory, name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
         info.st_dev == self->info.st_dev && info.st_ino == self->info.st_ino &&
         info.st_uid == self->info.st_uid && info.st_gid == self->info.st_gid &&
         info.st_mode == self->info.st_mode;
}

/* Opens the old file. Returns FALSE if it can't be opened, or is not as it was read. */
static gboolean
open_old (Replacement          *self,
          const PaddockAppFile *file)
{
  g_autofree char *path = NULL;
  g_auto (PaddockAppDisk) disk = { NULL };

  self->old = openat (self->directory, self->name,
                      O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (self->old < 0 || fstat (self->old, &self->info) != 0)
    return FALSE;
  path = g_strdup_printf ("/proc/self/fd/%d", self->old);
  errno = ENOENT;
  return paddock_app_disk_read (&disk, path) && disk.trouble == NULL &&
         is_equal (disk.bytes, file->bytes);
}

/* Whether the path of the file still leads to the old one, as it was read. */
static gboolean
is_unchanged (const Replacement    *self,
              const PaddockAppFile *file)
{
  g_auto (PaddockAppDisk) disk = { NULL };

  return paddock_app_disk_read (&disk, file->path) && disk.trouble == NULL &&
         g_strcmp0 (disk.target, file->target) == 0 && is_equal (disk.bytes, file->bytes) &&
         is_old (self, self->name);
}

static gboolean
swap (const Replacement *self)
{
  return renameat2 (self->directory, self->new_name, self->directory, self->name,
                    RENAME_EXCHANGE) == 0;
}

/* Gives a file that somebody else wrote its name back. @displaced is that file, and has the new
 * name now. If there is an even newer one, that one gets the name. */
static void
put_back (Replacement *self,
          GBytes      *placed,
          GBytes      *displaced)
{
  g_autoptr (GBytes) last = g_bytes_ref (placed);
  g_autoptr (GBytes) next = displaced != NULL ? g_bytes_ref (displaced) : NULL;

  for (guint i = 0; i < MAX_SWAPS && swap (self); i++) {
    g_autoptr (GBytes) found = read_at (self, self->new_name);

    if (is_equal (found, last))
      return;
    g_clear_pointer (&last, g_bytes_unref);
    last = g_steal_pointer (&next);
    next = g_steal_pointer (&found);
  }
}

/* Gives the new file its name. */
static gboolean
settle (Replacement           *self,
        const PaddockAppFile  *file,
        GBytes                *result,
        GError               **error)
{
  g_autoptr (GBytes) displaced = NULL;

  if (!swap (self)) {
    if (errno != EINVAL && errno != ENOSYS)
      return fail_errno (errno, error);
    /* Without a swap, nobody would notice that the app wrote the file just now. */
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
                         _("Paddock can’t change files safely on this file system. The file is as "
                           "it was."));
    return FALSE;
  }
  displaced = read_at (self, self->new_name);
  if (is_equal (displaced, file->bytes) && is_old (self, self->new_name))
    return TRUE;
  put_back (self, result, displaced);
  return fail_changed (error);
}

/**
 * paddock_app_write_replace:
 * @file: a file without trouble
 * @result: what it should have
 *
 * Replaces what a file has, unless it changed since it was read. A link stays, and the file that it
 * names is replaced. Blocks.
 *
 * Returns: whether the file is replaced
 */
gboolean
paddock_app_write_replace (const PaddockAppFile  *file,
                           GBytes                *result,
                           GError               **error)
{
  Replacement self = { .directory = -1, .fd = -1, .old = -1 };
  gboolean is_done = FALSE;

  if (!open_directory (&self, file->target)) {
    fail_errno (errno, error);
  } else {
    clean (&self);
    if (!open_old (&self, file) || !create (&self) || !write_all (self.fd, result) ||
        !copy_properties (&self) || fsync (self.fd) != 0)
      fail_errno (errno, error);
    else if (!is_unchanged (&self, file))
      fail_changed (error);
    else
      is_done = settle (&self, file, result, error);
    if (is_done)
      fsync (self.directory);
  }
  clear_replacement (&self);
  return is_done;
}

/**
 * paddock_app_write_own:
 * @path: a file that belongs to Paddock; it need not exist
 *
 * Replaces a file that only the user may read. Blocks.
 *
 * Returns: whether the file is replaced; @error has no sentence, but the reason
 */
gboolean
paddock_app_write_own (const char  *path,
                       GBytes      *bytes,
                       GError     **error)
{
  Replacement self = { .directory = -1, .fd = -1, .old = -1 };
  gboolean is_done = open_directory (&self, path);

  if (is_done) {
    clean (&self);
    is_done = create (&self) && write_all (self.fd, bytes) && fsync (self.fd) == 0 &&
              renameat (self.directory, self.new_name, self.directory, self.name) == 0;
  }
  if (!is_done)
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED, g_strerror (errno));
  else
    g_clear_pointer (&self.new_name, g_free);
  if (is_done)
    fsync (self.directory);
  clear_replacement (&self);
  return is_done;
}
