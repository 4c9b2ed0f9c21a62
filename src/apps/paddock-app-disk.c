/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-disk.h"

#include "paddock-config-tree.h"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Reads a configuration file, and finds out whether Paddock may change it.
 *
 * Links are followed, because people keep these files elsewhere and link them. The path may lead
 * anywhere, so the file is opened in two steps. O_PATH has no effect on a device or a pipe. Only a
 * regular file of the user is opened for reading.
 */

/* Nothing below these directories is a configuration file, even if it is a regular file. */
static const char * const forbidden[] = { "/proc/", "/sys/", "/dev/" };

static void
complain (PaddockAppDisk *self,
          const char     *text)
{
  if (self->trouble == NULL)
    self->trouble = g_strdup (text);
}

/* Says that the file can't be read, with the system's reason. */
static void
complain_errno (PaddockAppDisk *self,
                int             number)
{
  /* Translators: %s is a reason, such as "Permission denied" */
  self->trouble = g_strdup_printf (_("Paddock can’t read the file: %s"), g_strerror (number));
}

/* Finds out where the path led to. Returns FALSE if Paddock must not read there. */
static gboolean
find_target (PaddockAppDisk *self,
             const char     *fd_path)
{
  self->target = g_file_read_link (fd_path, NULL);
  if (self->target == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (forbidden); i++)
    if (g_str_has_prefix (self->target, forbidden[i]))
      return FALSE;
  return TRUE;
}

/* Whether the group of a directory is the user's alone, as many systems have one for each user. An
 * access list may name others. */
static gboolean
is_own_group (const char        *directory,
              const struct stat *info)
{
  struct passwd *user = getpwuid (getuid ());
  struct group *group = getgrgid (info->st_gid);

  return user != NULL && user->pw_gid == info->st_gid && group != NULL &&
         g_str_equal (group->gr_name, user->pw_name) &&
         (group->gr_mem[0] == NULL ||
          (g_str_equal (group->gr_mem[0], user->pw_name) && group->gr_mem[1] == NULL)) &&
         getxattr (directory, "system.posix_acl_access", NULL, 0) < 0;
}

/* Whether other users could put a file of theirs in the place of one in the directory. In a sticky
 * directory they can't. */
static gboolean
is_open_to_others (const char *directory)
{
  struct stat info;

  if (stat (directory, &info) != 0)
    return TRUE;
  if (info.st_uid != getuid () && info.st_uid != 0)
    return TRUE;
  if ((info.st_mode & S_ISVTX) != 0)
    return FALSE;
  return (info.st_mode & S_IWOTH) != 0 ||
         ((info.st_mode & S_IWGRP) != 0 && !is_own_group (directory, &info));
}

/* Finds out whether Paddock may replace the file by another one. */
static void
judge_writing (PaddockAppDisk    *self,
               const struct stat *info)
{
  g_autofree char *directory = g_path_get_dirname (self->target);

  if (info->st_nlink > 1)
    complain (self, _("The file has several names (hard links). Paddock would change only one of "
                      "them."));
  else if ((info->st_mode & S_IWUSR) == 0 || access (self->target, W_OK) != 0)
    complain (self, _("The file is read-only."));
  else if (access (directory, W_OK) != 0)
    complain (self, _("The folder of the file is read-only."));
  else if (is_open_to_others (directory))
    complain (self, _("Other users can change files in the folder of the file."));
}

static GBytes *
read_all (int    fd,
          gsize  size,
          gsize  most,
          int   *out_errno)
{
  g_autoptr (GByteArray) bytes = g_byte_array_sized_new ((guint) size + 1);
  guint8 buffer[16 * 1024];
  gssize n;

  while ((n = read (fd, buffer, sizeof buffer)) != 0) {
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0 || bytes->len + (gsize) n > most) {
      *out_errno = n < 0 ? errno : EFBIG;
      return NULL;
    }
    g_byte_array_append (bytes, buffer, (guint) n);
  }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

/* Reads a regular file that @fd names. */
static void
read_regular (PaddockAppDisk    *self,
              const char        *fd_path,
              const struct stat *info,
              gsize              most)
{
  int fd, number = 0;

  if ((gsize) info->st_size > most) {
    complain (self, _("The file is too large."));
    return;
  }
  fd = open (fd_path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) {
    complain_errno (self, errno);
    return;
  }
  self->bytes = read_all (fd, (gsize) info->st_size, most, &number);
  close (fd);
  if (self->bytes == NULL)
    complain_errno (self, number);
}

/* paddock_app_disk_read_some() with the most bytes that Paddock reads of a file. */
gboolean
paddock_app_disk_read (PaddockAppDisk *self,
                       const char     *path)
{
  return paddock_app_disk_read_some (self, path, PADDOCK_CONFIG_TREE_MAX_BYTES);
}

/**
 * paddock_app_disk_read_some:
 * @self: (out caller-allocates): to be cleared with paddock_app_disk_clear()
 * @path: an absolute path
 * @most: how many bytes the file may have
 *
 * Reads a file. Blocks if its file system hangs.
 *
 * Returns: whether there is a file, readable or not
 */
gboolean
paddock_app_disk_read_some (PaddockAppDisk *self,
                            const char     *path,
                            gsize           most)
{
  int fd = open (path, O_PATH | O_CLOEXEC);
  g_autofree char *fd_path = g_strdup_printf ("/proc/self/fd/%d", fd);
  struct stat info;

  memset (self, 0, sizeof *self);
  if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
    return FALSE;
  if (fd < 0) {
    complain_errno (self, errno);
    return TRUE;
  }
  if (fstat (fd, &info) != 0 || !S_ISREG (info.st_mode) || !find_target (self, fd_path)) {
    complain (self, _("This isn’t a regular file."));
  } else if (info.st_uid != getuid ()) {
    complain (self, _("The file belongs to another user."));
  } else {
    read_regular (self, fd_path, &info, most);
    if (self->bytes != NULL)
      judge_writing (self, &info);
  }
  close (fd);
  return TRUE;
}

void
paddock_app_disk_clear (PaddockAppDisk *self)
{
  g_clear_pointer (&self->target, g_free);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->trouble, g_free);
}
