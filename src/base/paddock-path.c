/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-path.h"

#include "paddock-mount-table.h"
#include "paddock-uri.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* What exactly is that path: the one place that resolves paths, compares them and opens what they
 * name. On the security reading list.
 *
 * Two questions are answered here, each by one call that blocks and so runs on a file pool thread:
 *
 *   paddock_path_inspect ()  a path somebody picked: may it become a root, and what is it really?
 *   paddock_path_check ()    a root's path, later: is what is there now still that root?
 *
 * What is trusted: the kernel, /proc, and the places that the caller resolved. What is not: the
 * path itself, and whatever a process of the user's may do to the file system at the same time.
 *
 * How races are kept out. A path is looked up once, with O_PATH, which neither reads nor runs
 * anything (no FIFO is waited for, no device is opened). All that is said of the object (kind,
 * inode, birth, permission, mount, and its canonical name) is then asked of that descriptor.
 * The canonical name is opened once more, without following any link, and must lead to the same
 * object; else the inspection is void. A verdict speaks of the moment of the lookup: what acts on a
 * root later must compare again by descriptor. The descriptor is closed before the call returns,
 * because an open one would keep the user from unmounting.
 *
 * Inspection. The verdicts of PaddockPlaceVerdict, in the order in which they are found:
 *
 *   EMPTY, RELATIVE, NUL, TOO_LONG, NOT_A_FILE_URI   by the text alone
 *   SYSTEM, OWN        what was picked, by its text, lies in a refused place: it is not opened
 *   MISSING, LINK_LOOP, TOO_LONG, UNREADABLE, UNRESOLVED   the kernel cannot find it
 *   SYSTEM, OWN        what it resolves to lies in a refused place, or is a kernel interface that is
 *                      mounted elsewhere
 *   WRONG_KIND         it is neither a directory nor a regular file
 *   UNREADABLE         we may not read it (and, for a directory, go into it)
 *   WARNED, ACCEPTED   it can become a root; only these have a record
 *
 * Availability; the comparison itself is a pure function in paddock-file-record.c. AVAILABLE is said
 * only if the path, walked without following a single link, leads to the object that the
 * record speaks of, or to one that counts as the same root: a directory made there after the loss,
 * or a regular file of the same owner in place of a file. Everything that cannot be proven is one of
 * the others, and none of them is ever sent.
 *
 *   MISSING      nothing there, or the mount that the root lay on is not there
 *   UNREADABLE   no permission, or the file system gives an error
 *   REPLACED     something else is there: another kind; a link; another file system; another
 *                directory that existed before the loss. It waits for the user
 *
 * Known limits. A directory that was made elsewhere after the loss and then moved to the path
 * counts as new there. Where the file system tells no time of birth, every other directory counts
 * as older; an inode number used again cannot then be told from the first use. A clock set back
 * between the two makes a new directory look old, which is the safe side. The UUID of a file system
 * can be the same on a clone of it. Directories that ignore the case of names (casefold, vfat) can
 * be reached by names that the place rules do not know. A bind mount of Paddock's own directories
 * elsewhere is not recognised here; what is read below a root is judged again by descriptor.
 *
 * Not defended here: what lies below a root, and links in it (the resolver's); a process with
 * privileges that changes mounts under us.
 */

/* PATH_MAX counts the NUL. */
#define LONGEST_PATH (PATH_MAX - 1)

/* Interfaces of the kernel, refused wherever somebody mounted one. */
static const char * const kernel_types[] = {
  "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "debugfs", "devpts", "devtmpfs", "efivarfs",
  "fusectl", "mqueue", "nsfs", "proc", "pstore", "securityfs", "selinuxfs", "sysfs", "tracefs",
  NULL
};

static inline void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
}

#define auto_fd __attribute__ ((cleanup (close_fd))) int

/* The components of an absolute path one by one, each looked up without following a link: what
 * openat2() does with RESOLVE_NO_SYMLINKS, for kernels and sandboxes that have no openat2(). */
static int
walk_without_links (const char *path)
{
  g_auto (GStrv) components = g_strsplit (path + 1, "/", -1);
  auto_fd at = open ("/", O_PATH | O_DIRECTORY | O_CLOEXEC);

  for (gsize i = 0; at >= 0 && components[i] != NULL; i++)
    {
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
      if (S_ISLNK (info.st_mode))
        {
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

  /* A seccomp filter that is older than the call answers EPERM; so may a file system, and then the
   * walk finds the same. */
  if (fd < 0 && (errno == ENOSYS || errno == EPERM))
    fd = walk_without_links (path);
  return fd;
}

/* O_DIRECTORY first: without it, O_PATH would not make an automount at the path's end happen. */
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

/* The kernel's name of what @fd is open on; NULL with errno. It may be stale at once and, for what
 * was deleted, untrue: only names_same_object() makes it count. */
static char *
dup_fd_path (int         fd,
             const char *opened_as)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);
  char target[PATH_MAX + 1];
  char *real, *copy;
  ssize_t length = readlink (link, target, sizeof target);

  if (length > LONGEST_PATH)
    {
      errno = ENAMETOOLONG;
      return NULL;
    }
  if (length >= 0)
    return g_strndup (target, (gsize) length);
  if (errno == ENAMETOOLONG)
    return NULL;

  /* Without /proc; realpath() asks the path again, and the comparison catches a change. */
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

/* With the effective ids, as opening would; access lists included. */
static gboolean
is_readable (int    fd,
             mode_t mode)
{
  int wanted = S_ISDIR (mode) ? R_OK | X_OK : R_OK;
  g_autofree char *link = NULL;

  if (faccessat (fd, "", wanted, AT_EACCESS | AT_EMPTY_PATH) == 0)
    return TRUE;
  if (errno != EINVAL && errno != ENOSYS && errno != EPERM)
    return FALSE;

  link = g_strdup_printf ("/proc/self/fd/%d", fd);
  return faccessat (AT_FDCWD, link, wanted, AT_EACCESS) == 0;
}

/* The mount that @fd lies on. The id is the kernel's word; where there is none, or the mount went
 * away meanwhile, the path decides. */
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

/* A device, a socket or a FIFO is never a root. */
static gboolean
is_usable_kind (mode_t mode)
{
  return S_ISDIR (mode) || S_ISREG (mode);
}

static PaddockFileRecord *
record_new (const struct stat  *info,
            const struct statx *extra,
            const PaddockMount *mount)
{
  PaddockFileRecord *record = g_new0 (PaddockFileRecord, 1);

  record->kind = S_ISDIR (info->st_mode) ? PADDOCK_FILE_KIND_DIRECTORY : PADDOCK_FILE_KIND_REGULAR;
  record->device = info->st_dev;
  record->inode = info->st_ino;
  record->owner = info->st_uid;
  if ((extra->stx_mask & STATX_BTIME) != 0)
    record->birth = extra->stx_btime.tv_sec * G_USEC_PER_SEC + extra->stx_btime.tv_nsec / 1000;
  record->mount_point = g_strdup (mount != NULL ? mount->point : "/");
  record->fs_uuid = mount != NULL ? paddock_mount_dup_fs_uuid (mount) : NULL;
  return record;
}

/* What fstat() cannot say. Failing is no error: its fields are then unknown. */
static void
read_extra (int           fd,
            struct statx *extra)
{
  if (statx (fd, "", AT_EMPTY_PATH, STATX_BTIME | STATX_MNT_ID, extra) < 0)
    memset (extra, 0, sizeof *extra);
}

static PaddockPlaceVerdict
verdict_of_errno (int error)
{
  switch (error)
    {
    case ENOENT:
    case ENOTDIR:
      return PADDOCK_PLACE_MISSING;
    case ELOOP:
      return PADDOCK_PLACE_LINK_LOOP;
    case ENAMETOOLONG:
      return PADDOCK_PLACE_TOO_LONG;
    case EACCES:
    case EPERM:
      return PADDOCK_PLACE_UNREADABLE;
    default:
      return PADDOCK_PLACE_UNRESOLVED;
    }
}

/* Takes a path or URI as somebody wrote it; ACCEPTED with the path, if its text allows to look. */
static PaddockPlaceVerdict
read_text (const char           *text,
           const PaddockPlaces  *places,
           char                **out_path)
{
  g_autofree char *path = NULL;
  g_autofree char *lexical = NULL;
  PaddockPlaceVerdict verdict;

  if (text == NULL || text[0] == '\0')
    return PADDOCK_PLACE_EMPTY;

  if (g_ascii_strncasecmp (text, "file:", strlen ("file:")) == 0)
    {
      if (strstr (text, "%00") != NULL)
        return PADDOCK_PLACE_NUL;
      path = paddock_uri_to_path (text, NULL);
      if (path == NULL)
        return PADDOCK_PLACE_NOT_A_FILE_URI;
    }
  else if (text[0] != '/')
    return strstr (text, "://") != NULL ? PADDOCK_PLACE_NOT_A_FILE_URI : PADDOCK_PLACE_RELATIVE;
  else
    path = g_strdup (text);

  if (strlen (path) > LONGEST_PATH)
    return PADDOCK_PLACE_TOO_LONG;

  lexical = paddock_path_normalize (path);
  verdict = paddock_places_judge (places, lexical, NULL);
  if (!paddock_place_verdict_is_usable (verdict))
    return verdict;

  *out_path = g_steal_pointer (&path);
  return PADDOCK_PLACE_ACCEPTED;
}

/* What @fd is open on, of which @inspection has the canonical path. */
static PaddockPlaceVerdict
inspect_object (PaddockInspection   *inspection,
                const PaddockPlaces *places,
                int                  fd,
                const struct stat   *info)
{
  PaddockPlaceWarnings warnings;
  PaddockPlaceVerdict verdict = paddock_places_judge (places, inspection->path, &warnings);
  g_autoptr (PaddockMountTable) mounts = NULL;
  const PaddockMount *mount;
  struct statx extra;

  if (!paddock_place_verdict_is_usable (verdict))
    return verdict;

  mounts = paddock_mount_table_read (NULL);
  read_extra (fd, &extra);
  mount = find_mount (mounts, &extra, inspection->path);
  if (mount != NULL && g_strv_contains (kernel_types, mount->type))
    return PADDOCK_PLACE_SYSTEM;

  if (!is_usable_kind (info->st_mode))
    return PADDOCK_PLACE_WRONG_KIND;
  if (!is_readable (fd, info->st_mode))
    return PADDOCK_PLACE_UNREADABLE;

  inspection->warnings = warnings;
  inspection->record = record_new (info, &extra, mount);
  return verdict;
}

/* The kernel's coarse clock, which stamps the birth of files, is late by up to this, in µs. */
static gint64
birth_slack (void)
{
  struct timespec resolution;

  if (clock_getres (CLOCK_REALTIME_COARSE, &resolution) < 0)
    return 0;

  return resolution.tv_sec * G_USEC_PER_SEC + resolution.tv_nsec / 1000 + 1;
}

static PaddockAvailability
availability_of_errno (int error)
{
  switch (error)
    {
    case ENOENT:
    case ENOTDIR:
    case ENAMETOOLONG:
      return PADDOCK_AVAILABILITY_MISSING;
    case ELOOP:
      return PADDOCK_AVAILABILITY_REPLACED;
    default:
      return PADDOCK_AVAILABILITY_UNREADABLE;
    }
}

/**
 * paddock_path_normalize:
 * @path: (nullable): bytes of a path
 *
 * @path by its text alone: absolute, without empty components, `.` and a trailing slash, `..` taken
 * back. For display and for comparing with what is canonical already. Never for resolving: behind a
 * link, `..` leads elsewhere than its text says.
 *
 * Returns: (transfer full) (nullable): %NULL if @path is not absolute
 */
char *
paddock_path_normalize (const char *path)
{
  GString *out;

  if (path == NULL || path[0] != '/')
    return NULL;

  out = g_string_sized_new (strlen (path));
  while (*path != '\0')
    {
      gsize length = strcspn (path, "/");

      if (length == 2 && strncmp (path, "..", 2) == 0)
        g_string_truncate (out, out->len > 0 ? (gsize) (strrchr (out->str, '/') - out->str) : 0);
      else if (length > 0 && !(length == 1 && path[0] == '.'))
        {
          g_string_append_c (out, '/');
          g_string_append_len (out, path, (gssize) length);
        }
      path += length + (path[length] == '/');
    }

  if (out->len == 0)
    g_string_append_c (out, '/');
  return g_string_free (out, FALSE);
}

/**
 * paddock_path_is_within:
 * @path: a canonical path
 * @ancestor: a canonical path
 *
 * By component: `/a/bc` is not within `/a/b`. A path is within itself, and all are within `/`. For
 * what is not absolute the answer is no.
 *
 * Returns: whether @path is @ancestor or lies below it
 */
gboolean
paddock_path_is_within (const char *path,
                        const char *ancestor)
{
  gsize length;

  if (path == NULL || ancestor == NULL || path[0] != '/' || ancestor[0] != '/')
    return FALSE;

  length = strlen (ancestor);
  while (length > 0 && ancestor[length - 1] == '/')
    length--;

  return strncmp (path, ancestor, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

/**
 * paddock_path_inspect:
 * @path: an absolute path in the bytes of the file system, or a `file` URI; maybe hostile
 * @places: the directories that the rules speak of
 *
 * Finds out whether @path may become a root, and what it is when all links are resolved as the
 * kernel resolves them. Refused if either what was picked or what it resolves to is refused.
 *
 * Blocks, maybe for ever on a file system that hangs: call it on a thread of a #PaddockFilePool.
 *
 * Returns: (transfer full):
 */
PaddockInspection *
paddock_path_inspect (const char          *path,
                      const PaddockPlaces *places)
{
  PaddockInspection *inspection = g_new0 (PaddockInspection, 1);
  g_autofree char *picked = NULL;
  g_autofree char *resolved = NULL;
  struct stat info;
  auto_fd fd = -1;

  inspection->verdict = read_text (path, places, &picked);
  if (picked == NULL)
    return inspection;

  fd = open_following_links (picked);
  if (fd < 0 || fstat (fd, &info) < 0 || (resolved = dup_fd_path (fd, picked)) == NULL)
    {
      inspection->verdict = verdict_of_errno (errno);
      return inspection;
    }

  if (!names_same_object (resolved, &info))
    {
      /* Deleted or moved since it was opened. */
      inspection->verdict = info.st_nlink == 0 ? PADDOCK_PLACE_MISSING : PADDOCK_PLACE_UNRESOLVED;
      return inspection;
    }

  inspection->path = g_steal_pointer (&resolved);
  inspection->verdict = inspect_object (inspection, places, fd, &info);
  return inspection;
}

/**
 * paddock_path_check:
 * @path: a root's canonical path
 * @record: what is remembered of the root
 * @last_seen: when it was last found available, in µs since the epoch; 0: never
 * @out_current: (out) (optional) (transfer full) (nullable): what to remember from now on, if
 *   available; else %NULL
 *
 * Whether what is at @path now is the root. Never says %PADDOCK_AVAILABILITY_EXPIRED: time is not
 * looked at here.
 *
 * Blocks, maybe for ever on a file system that hangs: call it on a thread of a #PaddockFilePool.
 *
 * Returns: what is so at this moment
 */
PaddockAvailability
paddock_path_check (const char               *path,
                    const PaddockFileRecord  *record,
                    gint64                    last_seen,
                    PaddockFileRecord       **out_current)
{
  g_autoptr (PaddockMountTable) mounts = NULL;
  g_autoptr (PaddockFileRecord) found = NULL;
  PaddockAvailability availability;
  struct statx extra;
  struct stat info;
  auto_fd fd = -1;

  if (out_current != NULL)
    *out_current = NULL;
  if (path == NULL || path[0] != '/' || record == NULL)
    return PADDOCK_AVAILABILITY_MISSING;

  fd = open_without_links (path);
  if (fd < 0 || fstat (fd, &info) < 0)
    return availability_of_errno (errno);
  if (!is_usable_kind (info.st_mode))
    return PADDOCK_AVAILABILITY_REPLACED;

  read_extra (fd, &extra);
  mounts = paddock_mount_table_read (NULL);
  found = record_new (&info, &extra, find_mount (mounts, &extra, path));
  availability = paddock_file_record_compare (record, found, path,
                                              last_seen > 0 ? last_seen - birth_slack () : 0);
  if (availability == PADDOCK_AVAILABILITY_AVAILABLE && !is_readable (fd, info.st_mode))
    availability = PADDOCK_AVAILABILITY_UNREADABLE;

  if (availability == PADDOCK_AVAILABILITY_AVAILABLE && out_current != NULL)
    *out_current = g_steal_pointer (&found);
  return availability;
}

/**
 * paddock_inspection_free:
 * @inspection: (transfer full) (nullable): an inspection
 */
void
paddock_inspection_free (PaddockInspection *inspection)
{
  if (inspection == NULL)
    return;

  g_free (inspection->path);
  paddock_file_record_free (inspection->record);
  g_free (inspection);
}
