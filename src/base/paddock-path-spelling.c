/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-path-spelling.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* The names that a file system itself has for a file. Some file systems ignore case, fold Unicode
 * or have short names beside long ones: vfat, exfat, ntfs, shares of other systems, casefold
 * directories. Such a file system finds a file even under a name that is in no listing of the
 * directory. A rule about names must judge the name in the listing. So this code reads the listing
 * of each directory on the way.
 *
 * On the usual file systems of Linux names are bytes, and nothing is listed. Only some known types
 * of file systems count as usual; on all others, directories are listed. This code runs within one
 * call on a thread of the file pool. It must never accept a name that is in no listing. */

/* This flag is from linux/fs.h, which has it since Linux 5.4. */
#ifndef FS_CASEFOLD_FL
#define FS_CASEFOLD_FL 0x40000000
#endif

static const char * const exact_types[] = { "btrfs", "ext2", "ext3", "ramfs", "xfs" };
/* On file systems of these types some directories ignore case, and a flag of the directory says
 * so. */
static const char * const flagged_types[] = { "bcachefs", "ext4", "f2fs", "overlay", "tmpfs" };

static gboolean
is_among (const char         *type,
          const char * const *types,
          gsize               n_types)
{
  for (gsize i = 0; i < n_types; i++)
    if (g_str_equal (types[i], type))
      return TRUE;
  return FALSE;
}

static const char *
get_type (const PaddockSpellingWay *way,
          const PaddockPathObject  *at)
{
  int id = way->crossing != NULL ? paddock_path_object_get_mount (at) : way->mount;
  const PaddockMount *mount = id >= 0 ? paddock_mount_table_find (way->mounts, (guint64) id) : NULL;

  return mount != NULL ? mount->type : "";
}

/* Whether this thread may ask the file system of @object. Since the walk, a file system that hangs
 * may have been mounted on the way. */
static gboolean
may_enter (const PaddockSpellingWay *way,
           const PaddockPathObject  *object)
{
  int id = paddock_path_object_get_mount (object);

  return id >= 0 &&
         (id == paddock_path_object_get_mount (way->root) ||
          (way->crossing != NULL && paddock_path_crossing_may_enter (way->crossing, id)));
}

/* Whether the open directory ignores case. Older kernels have no flags on some of these file
 * systems, and no directories that ignore case either. */
static gboolean
ignores_case (int descriptor)
{
  int flags = 0;

  return ioctl (descriptor, FS_IOC_GETFLAGS, &flags) == 0 && (flags & FS_CASEFOLD_FL) != 0;
}

/* Whether the entry @name of the open @folder is @child, which lies on @mount. This does not
 * compare the inode number in the listing: FUSE and overlays list other numbers than stat() gives.
 * A listing also does not show what is mounted on an entry. */
static gboolean
is_named (DIR                     *folder,
          const char              *name,
          const PaddockPathObject *child,
          int                      mount)
{
  const PaddockPathObject parent = { .fd = dirfd (folder) };
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;

  return mount >= 0 && !g_str_equal (name, ".") && !g_str_equal (name, "..") &&
         paddock_path_object_step (&object, &parent, name) &&
         paddock_path_object_get_mount (&object) == mount && paddock_path_object_load (&object) &&
         object.info.st_dev == child->info.st_dev && object.info.st_ino == child->info.st_ino;
}

/* Returns how many names @child may have. A directory has only one name. If a file system gave
 * several names to directories, a file would have as many names as there are paths through them. */
static guint
most_names (const PaddockPathObject *child)
{
  return S_ISDIR (child->info.st_mode) ? 1 : PADDOCK_PATH_SPELLING_NAMES;
}

/* Looks for @name in the open @folder. If @folder has no such entry, adds all names of the file
 * @child to @names. */
static PaddockSpelling
look_through (DIR                     *folder,
              const char              *name,
              const PaddockPathObject *child,
              GPtrArray               *names)
{
  int mount = paddock_path_object_get_mount (child);
  guint n_left = PADDOCK_PATH_SPELLING_ENTRIES;
  const struct dirent *entry;

  while ((entry = readdir (folder)) != NULL) {
    if (n_left-- == 0)
      return PADDOCK_SPELLING_UNKNOWN;
    if (g_str_equal (entry->d_name, name))
      return PADDOCK_SPELLING_SAME;
  }

  rewinddir (folder);
  n_left = PADDOCK_PATH_SPELLING_ENTRIES;
  while (n_left-- > 0 && (entry = readdir (folder)) != NULL)
    if (is_named (folder, entry->d_name, child, mount)) {
      if (names->len >= most_names (child))
        return PADDOCK_SPELLING_UNKNOWN;
      g_ptr_array_add (names, g_strdup (entry->d_name));
    }
  return names->len > 0 ? PADDOCK_SPELLING_OTHER : PADDOCK_SPELLING_UNKNOWN;
}

/* Finds the names that the listing of @parent has for @child, which was found under @name. Adds
 * them to @names if they differ from @name. */
static PaddockSpelling
spell (const PaddockSpellingWay *way,
       const PaddockPathObject  *parent,
       const char               *name,
       const PaddockPathObject  *child,
       GPtrArray                *names)
{
  const char *type = get_type (way, parent);
  PaddockSpelling spelling;
  int descriptor;
  DIR *folder;

  if (is_among (type, exact_types, G_N_ELEMENTS (exact_types)))
    return PADDOCK_SPELLING_SAME;
  descriptor = openat (parent->fd, ".",
                       O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0)
    return errno == EACCES ? PADDOCK_SPELLING_UNKNOWN : PADDOCK_SPELLING_CHANGED;
  if (is_among (type, flagged_types, G_N_ELEMENTS (flagged_types)) && !ignores_case (descriptor)) {
    close (descriptor);
    return PADDOCK_SPELLING_SAME;
  }

  folder = fdopendir (descriptor);
  if (folder == NULL) {
    close (descriptor);
    return PADDOCK_SPELLING_UNKNOWN;
  }
  spelling = look_through (folder, name, child, names);
  closedir (folder);
  return spelling;
}

/* Returns longer paths: each of @ways with each of @names after it, or with @given after it if
 * @names is empty. Frees @ways. A directory has only one name (most_names()), so only the last
 * component can add paths. */
static GPtrArray *
extend (GPtrArray  *ways,
        GPtrArray  *names,
        const char *given)
{
  GPtrArray *longer = g_ptr_array_new_with_free_func (g_free);

  if (names->len == 0)
    g_ptr_array_add (names, g_strdup (given));
  for (guint i = 0; i < ways->len; i++) {
    const char *before = g_ptr_array_index (ways, i);

    for (guint j = 0; j < names->len; j++)
      g_ptr_array_add (longer, g_strconcat (before, *before != '\0' ? "/" : "",
                                            g_ptr_array_index (names, j), NULL));
  }
  g_ptr_array_unref (ways);
  return longer;
}

/**
 * paddock_path_spelling_find:
 * @way: where to start
 * @names: the components from @way's root on: no links, no dots, none empty; "" for the root
 * @found: what @names led to
 * @out_names: (out) (transfer full) (nullable): with %PADDOCK_SPELLING_OTHER the paths below the
 *   root as the listings have them; several if the file has several
 *
 * Finds the names that the file system itself has for @found. Blocks.
 */
PaddockSpelling
paddock_path_spelling_find (const PaddockSpellingWay *way,
                            const char               *names,
                            const PaddockPathObject  *found,
                            GStrv                    *out_names)
{
  g_auto (GStrv) parts = g_strsplit (names, "/", -1);
  g_autoptr (GPtrArray) ways = g_ptr_array_new_with_free_func (g_free);
  g_auto (PaddockPathObject) here = PADDOCK_PATH_OBJECT_INIT;
  PaddockSpelling all = PADDOCK_SPELLING_SAME;

  *out_names = NULL;
  if (way->crossing == NULL &&
      is_among (get_type (way, way->root), exact_types, G_N_ELEMENTS (exact_types)))
    return PADDOCK_SPELLING_SAME;

  g_ptr_array_add (ways, g_strdup (""));
  for (gsize i = 0; parts[i] != NULL; i++) {
    g_auto (PaddockPathObject) next = PADDOCK_PATH_OBJECT_INIT;
    g_autoptr (GPtrArray) spelled = g_ptr_array_new_with_free_func (g_free);
    const PaddockPathObject *parent = i > 0 ? &here : way->root;
    PaddockSpelling spelling;
    int spare = here.fd;

    if (!paddock_path_object_step (&next, parent, parts[i]) || !may_enter (way, &next) ||
        !paddock_path_object_load (&next))
      return PADDOCK_SPELLING_CHANGED;
    spelling = spell (way, parent, parts[i], &next, spelled);
    if (spelling == PADDOCK_SPELLING_UNKNOWN || spelling == PADDOCK_SPELLING_CHANGED)
      return spelling;
    if (spelling == PADDOCK_SPELLING_OTHER)
      all = spelling;
    ways = extend (g_steal_pointer (&ways), spelled, parts[i]);
    here = next;
    next.fd = spare;
  }
  if (parts[0] != NULL && !paddock_path_object_is_same (&here, found))
    return PADDOCK_SPELLING_CHANGED;

  if (all == PADDOCK_SPELLING_OTHER) {
    g_ptr_array_add (ways, NULL);
    *out_names = (GStrv) g_ptr_array_free (g_steal_pointer (&ways), FALSE);
  }
  return all;
}
