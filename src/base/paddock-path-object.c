/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-path-object.h"

#include "paddock-mount-table.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/statfs.h>
#include <sys/syscall.h>

/* The system calls behind paddock-path.c, which says what they must prove. An object lives on the
 * stack of one call on a thread of the file pool. This code must never open a file for reading, and
 * an object must never outlive its call: an open descriptor keeps the user from unmounting. */

/* The longest path in bytes; PATH_MAX also counts the NUL at its end. */
#define LONGEST_PATH (PATH_MAX - 1)

static inline void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
}

#define auto_fd __attribute__ ((cleanup (close_fd))) int

/* Looks up the components of an absolute path one by one, and follows no link. openat2() with
 * RESOLVE_NO_SYMLINKS does the same; this is for kernels and sandboxes without openat2(). */
static int
walk_without_links (const char *path)
{
  g_auto (GStrv) components = g_strsplit (path + 1, "/", -1);
  auto_fd at = -1;

  if (strlen (path) > LONGEST_PATH) {
    errno = ENAMETOOLONG;
    return -1;
  }

  at = open ("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  for (gsize i = 0; at >= 0 && components[i] != NULL; i++) {
    struct stat info;
    int next;

    if (components[i][0] == '\0')
      continue;

    next = openat (at, components[i], O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (next < 0)
      return -1;
    close (at);
    at = next;

    if (fstat (at, &info) < 0)
      return -1;
    if (S_ISLNK (info.st_mode)) {
      errno = ELOOP;
      return -1;
    }
  }

  return g_steal_fd (&at);
}

static int
open_without_links_once (const char *path,
                         int         flags)
{
  struct open_how how = {
    .flags = (guint64) (O_PATH | O_CLOEXEC | flags),
    .resolve = RESOLVE_NO_SYMLINKS,
  };
  int fd = (int) syscall (SYS_openat2, AT_FDCWD, path, &how, sizeof how);

  /* A seccomp filter that is older than openat2() answers EPERM. A file system may answer EPERM
   * too, but then walk_without_links() gets the same result. */
  if (fd < 0 && (errno == ENOSYS || errno == EPERM))
    fd = walk_without_links (path);
  return fd;
}

/* Opens @path without following links. Tries O_DIRECTORY first: without it, O_PATH would not
 * trigger an automount at the end of the path. */
static int
open_without_links (const char *path)
{
  int fd = open_without_links_once (path, O_DIRECTORY);

  return fd < 0 && errno == ENOTDIR ? open_without_links_once (path, 0) : fd;
}

static int
open_following_links (const char *path)
{
  int fd = open (path, O_PATH | O_CLOEXEC | O_DIRECTORY);

  return fd < 0 && errno == ENOTDIR ? open (path, O_PATH | O_CLOEXEC) : fd;
}

/* Returns the kernel's path of what @fd is open on, or NULL with errno. The path may be stale at
 * once, and is wrong for a deleted file. So use the path only after names_same_object() has
 * confirmed it. */
static char *
dup_fd_path (int         fd,
             const char *opened_as)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);
  char target[PATH_MAX + 1];
  char *real, *copy;
  ssize_t length = readlink (link, target, sizeof target);

  if (length > LONGEST_PATH) {
    errno = ENAMETOOLONG;
    return NULL;
  }
  if (length >= 0)
    return g_strndup (target, (gsize) length);
  if (errno == ENAMETOOLONG)
    return NULL;

  /* Without /proc, realpath() looks the path up again, and names_same_object() notices a change. */
  real = realpath (opened_as, NULL);
  copy = g_strdup (real);
  free (real);
  return copy;
}

static gboolean
names_same_object (const char        *path,
                   const struct stat *object)
{
  auto_fd fd = path[0] == '/' ? open_without_links (path) : -1;
  struct stat info;

  return fd >= 0 && fstat (fd, &info) == 0 && info.st_dev == object->st_dev &&
         info.st_ino == object->st_ino && (info.st_mode & S_IFMT) == (object->st_mode & S_IFMT);
}

/* Returns the mount whose id is in @extra. If @extra has no id, or that mount is gone, returns the
 * mount that @path lies on. */
static const PaddockMount *
find_mount (const PaddockMountTable *mounts,
            const struct statx      *extra,
            const char              *path)
{
  const PaddockMount *mount = NULL;

  if (mounts == NULL)
    return NULL;
  if ((extra->stx_mask & STATX_MNT_ID) != 0)
    mount = paddock_mount_table_find (mounts, extra->stx_mnt_id);
  if (mount == NULL)
    mount = paddock_mount_table_lookup (mounts, path);

  return mount;
}

/* Reads what fstat() does not tell about @fd: birth time and mount id. If this fails, both count as
 * unknown; that is no error. */
static void
read_extra (int           fd,
            struct statx *extra)
{
  if (statx (fd, "", AT_EMPTY_PATH, STATX_BTIME | STATX_MNT_ID, extra) < 0)
    memset (extra, 0, sizeof *extra);
}

/* The type of the document portal's file system. That file system numbers its files anew each time
 * it starts. */
#define DOCUMENTS_TYPE "fuse.portal"

/* For file systems of these types, the kernel makes the id in statfs() from the UUID of the file
 * system; for other types, from the device. */
static const char * const types_with_id[] = { "btrfs", "ext2", "ext3", "ext4", NULL };

static gint64
birth_of (const struct statx *extra)
{
  return (extra->stx_mask & STATX_BTIME) == 0
           ? 0 : extra->stx_btime.tv_sec * G_USEC_PER_SEC + extra->stx_btime.tv_nsec / 1000;
}

/* Returns what tells this file system from another one at the same mount point. That is its UUID,
 * if udev found one. Otherwise it is the id that the kernel makes of the UUID, which a sandbox sees
 * too. For a file system without a disk (network, FUSE), it is the source that somebody wrote when
 * mounting. NULL if none of these is known. */
static char *
dup_fs_identity (int                 fd,
                 const PaddockMount *mount)
{
  char *uuid = paddock_mount_table_dup_fs_uuid (mount);
  struct statfs info;

  if (uuid != NULL)
    return uuid;
  if (g_strv_contains (types_with_id, mount->type) && fstatfs (fd, &info) == 0 &&
      (info.f_fsid.__val[0] != 0 || info.f_fsid.__val[1] != 0))
    return g_strdup_printf (PADDOCK_FS_ID_SCHEME "%08x%08x", (guint) info.f_fsid.__val[0],
                            (guint) info.f_fsid.__val[1]);
  if (mount->major == 0 && !mount->has_events && mount->source[0] != '\0')
    return g_strconcat (PADDOCK_FS_SOURCE_SCHEME, mount->type, ":", mount->source, NULL);

  return NULL;
}

/**
 * paddock_path_object_open:
 * @object: (out caller-allocates): set to what is found
 * @path: an absolute path
 * @follow_links: whether to follow links, as open() does; otherwise each link is %ELOOP
 *
 * Looks @path up, and reads nothing. Blocks.
 *
 * Returns: whether something was found; otherwise errno says why
 */
gboolean
paddock_path_object_open (PaddockPathObject *object,
                          const char        *path,
                          gboolean           follow_links)
{
  object->fd = follow_links ? open_following_links (path) : open_without_links (path);

  return object->fd >= 0 && fstat (object->fd, &object->info) == 0;
}

/**
 * paddock_path_object_open_below:
 * @object: (out caller-allocates): set to what is found
 * @root: a directory
 * @names: components that are neither links nor dots, from paddock_path_walk()
 *
 * Looks @names up below @root in one call. The kernel itself refuses to leave @root, to follow a
 * link and to enter another mount. Blocks.
 *
 * Returns: whether something was found; otherwise errno says why: %ENOSYS if there is no openat2(),
 *   or a filter hides it
 */
gboolean
paddock_path_object_open_below (PaddockPathObject       *object,
                                const PaddockPathObject *root,
                                const char              *names)
{
  struct open_how how = {
    .flags = O_PATH | O_CLOEXEC,
    .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV,
  };

  object->fd = (int) syscall (SYS_openat2, root->fd, names, &how, sizeof how);
  if (object->fd < 0 && errno == EPERM)
    errno = ENOSYS;
  return object->fd >= 0 && fstat (object->fd, &object->info) == 0;
}

/**
 * paddock_path_object_step:
 * @object: (out caller-allocates): only its descriptor is set
 * @parent: (nullable): a directory; %NULL for the root of the file system
 * @name: one component; ignored without @parent
 *
 * Goes down by one component, without following a link. Asks only @parent's file system, so this
 * returns even if the mount at @name hangs.
 *
 * Returns: whether something was found; otherwise errno says why
 */
gboolean
paddock_path_object_step (PaddockPathObject       *object,
                          const PaddockPathObject *parent,
                          const char              *name)
{
  object->fd = parent != NULL ? openat (parent->fd, name, O_PATH | O_NOFOLLOW | O_CLOEXEC)
                              : open ("/", O_PATH | O_CLOEXEC);

  return object->fd >= 0;
}

/**
 * paddock_path_object_load:
 * @object: an object from paddock_path_object_step()
 *
 * Asks the file system for the fields that paddock_path_object_step() leaves out. Blocks.
 *
 * Returns: whether the file system answered; otherwise errno says why
 */
gboolean
paddock_path_object_load (PaddockPathObject *object)
{
  return fstat (object->fd, &object->info) == 0;
}

/**
 * paddock_path_object_clear:
 * @object: an open object, or %PADDOCK_PATH_OBJECT_INIT
 *
 * Closes the object.
 */
void
paddock_path_object_clear (PaddockPathObject *object)
{
  close_fd (&object->fd);
  object->fd = -1;
}

/**
 * paddock_path_object_dup_path:
 * @opened_as: the path that led to @object
 *
 * Finds the one path of @object without links. This opens that path once more, to prove that it
 * leads to @object.
 *
 * Returns: (transfer full) (nullable): the path; %NULL with errno if @object has no path, or has
 *   lost its path
 */
char *
paddock_path_object_dup_path (const PaddockPathObject *object,
                              const char              *opened_as)
{
  g_autofree char *path = dup_fd_path (object->fd, opened_as);
  struct stat now;

  if (path == NULL)
    return NULL;
  if (!names_same_object (path, &object->info)) {
    errno = fstat (object->fd, &now) == 0 && now.st_nlink == 0 ? ENOENT : EAGAIN;
    return NULL;
  }

  return g_steal_pointer (&path);
}

/* Returns the id of the mount of @fd from /proc, or -1 with errno. This is for a system on which
 * statx() is missing, old or filtered. */
static int
read_mount_of_fd (int fd)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fdinfo/%d", fd);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  const char *line;

  if (!g_file_get_contents (path, &text, NULL, &error)) {
    errno = paddock_mount_table_is_shortage (error) ? EMFILE : EIO;
    return -1;
  }

  line = strstr (text, "mnt_id:");
  if (line == NULL) {
    errno = EIO;
    return -1;
  }
  return (int) g_ascii_strtoll (line + strlen ("mnt_id:"), NULL, 10);
}

/**
 * paddock_path_object_get_mount:
 *
 * Finds the mount of @object. This asks only the kernel, because the file system may hang.
 *
 * Returns: the id of the mount, as in the mount table; -1 if the id is not known, with errno
 *   %EMFILE if descriptors or memory ran out, otherwise %EIO
 */
int
paddock_path_object_get_mount (const PaddockPathObject *object)
{
  struct statx extra;

  /* Use the system call itself: if it is missing, a C library may ask the file system instead. */
  if (syscall (SYS_statx, object->fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_MNT_ID,
               &extra) == 0 && (extra.stx_mask & STATX_MNT_ID) != 0)
    return (int) extra.stx_mnt_id;

  return read_mount_of_fd (object->fd);
}

/**
 * paddock_path_object_is_usable_kind:
 *
 * Returns: whether @object is a directory or a regular file; nothing else can be a root
 */
gboolean
paddock_path_object_is_usable_kind (const PaddockPathObject *object)
{
  return S_ISDIR (object->info.st_mode) || S_ISREG (object->info.st_mode);
}

/**
 * paddock_path_object_get_birth:
 *
 * Returns: when @object was made, in µs since the epoch; 0 if the file system does not tell
 */
gint64
paddock_path_object_get_birth (const PaddockPathObject *object)
{
  struct statx extra;

  read_extra (object->fd, &extra);
  return birth_of (&extra);
}

/* Whether the effective user has the access @wanted; access control lists count. If the system call
 * faccessat2() is missing or filtered, this asks about the real user instead, because Paddock never
 * runs with two different users. */
static gboolean
may_access (const PaddockPathObject *object,
            int                      wanted)
{
  g_autofree char *link = NULL;

  if (faccessat (object->fd, "", wanted, AT_EACCESS | AT_EMPTY_PATH) == 0)
    return TRUE;
  if (errno != EINVAL && errno != ENOSYS && errno != EPERM)
    return FALSE;

  link = g_strdup_printf ("/proc/self/fd/%d", object->fd);
  return access (link, wanted) == 0;
}

/**
 * paddock_path_object_is_readable:
 *
 * Returns: whether Paddock could read @object and, if it is a directory, enter it
 */
gboolean
paddock_path_object_is_readable (const PaddockPathObject *object)
{
  return may_access (object, S_ISDIR (object->info.st_mode) ? R_OK | X_OK : R_OK);
}

/**
 * paddock_path_object_is_writable:
 *
 * Returns: whether Paddock could write @object or, if it is a directory, make something in it
 */
gboolean
paddock_path_object_is_writable (const PaddockPathObject *object)
{
  return may_access (object, S_ISDIR (object->info.st_mode) ? W_OK | X_OK : W_OK);
}

/**
 * paddock_path_object_is_same:
 *
 * Returns: whether @a and @b are the same object on the same mount
 */
gboolean
paddock_path_object_is_same (const PaddockPathObject *a,
                             const PaddockPathObject *b)
{
  return a->info.st_dev == b->info.st_dev && a->info.st_ino == b->info.st_ino &&
         (a->info.st_mode & S_IFMT) == (b->info.st_mode & S_IFMT) &&
         paddock_path_object_get_mount (a) == paddock_path_object_get_mount (b);
}

/**
 * paddock_path_object_dup_record:
 * @path: a path of @object without links
 * @out_fs_type: (out) (optional) (transfer full): the type of the file system of @object, "" if
 *   unknown
 *
 * Returns: (transfer full): what to remember of @object, which must be of a usable kind
 */
PaddockFileRecord *
paddock_path_object_dup_record (const PaddockPathObject  *object,
                                const char               *path,
                                char                    **out_fs_type)
{
  PaddockFileRecord *record = g_new0 (PaddockFileRecord, 1);
  g_autoptr (PaddockMountTable) mounts = paddock_mount_table_read (NULL);
  const struct stat *info = &object->info;
  const PaddockMount *mount;
  struct statx extra;

  read_extra (object->fd, &extra);
  mount = find_mount (mounts, &extra, path);

  record->kind = S_ISDIR (info->st_mode) ? PADDOCK_FILE_KIND_DIRECTORY : PADDOCK_FILE_KIND_REGULAR;
  record->device = info->st_dev;
  record->inode = info->st_ino;
  record->owner = info->st_uid;
  record->birth = birth_of (&extra);
  record->mount_point = g_strdup (mount != NULL ? mount->point : "/");
  record->fs_uuid = mount != NULL ? dup_fs_identity (object->fd, mount) : NULL;

  /* The record needs no numbers: the portal itself ties a document to the device and inode on the
   * host, and shows nothing if they changed. So what the portal shows is what the user picked. */
  if (mount != NULL && g_str_equal (mount->type, DOCUMENTS_TYPE))
    record->device = record->inode = record->birth = 0;
  if (out_fs_type != NULL)
    *out_fs_type = g_strdup (mount != NULL ? mount->type : "");
  return record;
}
