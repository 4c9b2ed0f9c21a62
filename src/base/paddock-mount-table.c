/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-mount-table.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>

/* A table of all mounts, parsed from /proc/self/mountinfo at one moment. This code never asks a
 * file system anything (no statfs): a file system that hangs would hang the caller.
 */

#define MOUNTINFO "/proc/self/mountinfo"
#define UUID_LINKS "/dev/disk/by-uuid"

/* Indexes of the fields in a line of mountinfo (proc(5)): those before the optional fields, and
 * those after the separator. */
enum { FIELD_ID, FIELD_PARENT, FIELD_DEVICE, FIELD_ROOT, FIELD_POINT, FIELD_OPTIONS, N_FIELDS };
enum { TAIL_TYPE, TAIL_SOURCE, N_TAIL };

typedef struct {
  PaddockMount mount;
  int          parent;
} Entry;

struct _PaddockMountTable {
  GPtrArray *entries;             /* (owned) Entry, in the order of mounting */
};

/* Types of local file systems that only this kernel changes, so inotify sees every change. All
 * others are polled: FUSE, the network, what a hypervisor shares, and unknown types. */
static const char * const types_with_events[] = {
  "adfs", "affs", "apfs", "bcachefs", "befs", "btrfs", "cramfs", "erofs", "exfat", "ext2", "ext3",
  "ext4", "f2fs", "hfs", "hfsplus", "iso9660", "jffs2", "jfs", "minix", "msdos", "nilfs2", "ntfs3",
  "overlay", "ramfs", "reiserfs", "rootfs", "squashfs", "tmpfs", "ubifs", "udf", "ufs", "vfat",
  "xfs", "zfs", "zonefs",
  NULL
};

/* Types of file systems whose device number is made up, but whose source names the block device.
 * The list has only types that need privileges to mount: the user of a FUSE mount can write any
 * source. */
static const char * const types_named_by_source[] = { "bcachefs", "btrfs", NULL };

/* Types of file systems that are interfaces of the kernel. Paddock refuses them, wherever they are
 * mounted. */
static const char * const kernel_types[] = {
  "binder", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "debugfs", "devpts", "devtmpfs",
  "efivarfs", "functionfs", "fusectl", "gadgetfs", "ibmasmfs", "mqueue", "nfsd", "nsfs",
  "ocfs2_dlmfs", "proc", "pstore", "resctrl", "rpc_pipefs", "s390_hypfs", "securityfs", "selinuxfs",
  "smackfs", "spufs", "sysfs", "tracefs", "xenfs",
  NULL
};

/* Types of file systems that do not show the user's own disks. The document portal shows files that
 * it opened for any program. GVfs shows the network, lxcfs shows a replacement for parts of /proc,
 * and hugetlbfs shows memory of programs. */
static const char * const foreign_types[] = {
  "fuse.gvfsd-fuse", "fuse.lxcfs", "fuse.portal", "hugetlbfs",
  NULL
};

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->mount.root);
  g_free (entry->mount.point);
  g_free (entry->mount.type);
  g_free (entry->mount.source);
  g_free (entry);
}

/* Decodes a field of mountinfo: the kernel writes a space, tab, newline or backslash as a backslash
 * and three octal digits. */
static char *
unescape (const char *text)
{
  GString *out = g_string_sized_new (strlen (text));

  for (gsize i = 0; text[i] != '\0'; i++)
    if (text[i] == '\\' && text[i + 1] >= '0' && text[i + 1] <= '3' &&
        text[i + 2] >= '0' && text[i + 2] <= '7' && text[i + 3] >= '0' && text[i + 3] <= '7') {
      g_string_append_c (out, (char) ((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 +
                                      (text[i + 3] - '0')));
      i += 3;
    } else
      g_string_append_c (out, text[i]);

  return g_string_free (out, FALSE);
}

static gboolean
parse_number (const char *text,
              guint64     max,
              guint64    *out_number)
{
  return g_ascii_string_to_unsigned (text, 10, 0, max, out_number, NULL);
}

static gboolean
parse_device (const char *text,
              guint64    *out_major,
              guint64    *out_minor)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 3);

  return g_strv_length (parts) == 2 && parse_number (parts[0], G_MAXUINT32, out_major) &&
         parse_number (parts[1], G_MAXUINT32, out_minor);
}

/* Returns the mount that @line describes, or NULL if the line does not follow proc(5). */
static Entry *
parse_line (const char *line)
{
  g_auto (GStrv) fields = g_strsplit (line, " ", -1);
  guint length = g_strv_length (fields);
  guint64 id, parent, major_number, minor_number;
  guint tail = N_FIELDS;
  Entry *entry;

  while (tail < length && !g_str_equal (fields[tail], "-"))
    tail++;
  tail++;

  if (tail + N_TAIL > length || fields[FIELD_POINT][0] != '/' || fields[tail][0] == '\0' ||
      !parse_number (fields[FIELD_ID], G_MAXINT, &id) ||
      !parse_number (fields[FIELD_PARENT], G_MAXINT, &parent) ||
      !parse_device (fields[FIELD_DEVICE], &major_number, &minor_number))
    return NULL;

  entry = g_new0 (Entry, 1);
  entry->parent = (int) parent;
  entry->mount.id = (int) id;
  entry->mount.major = (guint32) major_number;
  entry->mount.minor = (guint32) minor_number;
  entry->mount.root = unescape (fields[FIELD_ROOT]);
  entry->mount.point = unescape (fields[FIELD_POINT]);
  entry->mount.type = unescape (fields[tail + TAIL_TYPE]);
  entry->mount.source = unescape (fields[tail + TAIL_SOURCE]);
  entry->mount.has_events = g_strv_contains (types_with_events, entry->mount.type);
  return entry;
}

/* Returns the part of @path below @directory, with the slash before it; "" if @path is @directory;
 * NULL if @path is not inside. This does not use paddock-path, because paddock-path builds on this
 * file.
 */
static const char *
rest_below (const char *path,
            const char *directory)
{
  gsize length = strlen (directory);

  if (g_str_equal (directory, "/"))
    return g_str_equal (path, "/") ? path + 1 : path;
  return strncmp (path, directory, length) == 0 &&
         (path[length] == '/' || path[length] == '\0') ? path + length : NULL;
}

static gboolean
contains (const PaddockMount *mount,
          const char         *path)
{
  return rest_below (path, mount->point) != NULL;
}

/* Returns @directory and @rest as one path. @rest is a result of rest_below(). */
static char *
join (const char *directory,
      const char *rest)
{
  if (!g_str_equal (directory, "/"))
    return g_strconcat (directory, rest, NULL);
  return g_strdup (rest[0] != '\0' ? rest : "/");
}

static const Entry *
find_entry (const PaddockMountTable *table,
            guint64                  id)
{
  for (guint i = 0; i < table->entries->len; i++) {
    const Entry *entry = g_ptr_array_index (table->entries, i);

    if ((guint64) entry->mount.id == id)
      return entry;
  }

  return NULL;
}

/* Returns the first mount inside @below that a walk along @path meets. If @below is NULL, returns
 * the mount on which the walk starts. */
static const Entry *
next_on_path (const PaddockMountTable *table,
              const Entry             *below,
              const char              *path)
{
  const Entry *next = NULL;

  for (guint i = 0; i < table->entries->len; i++) {
    const Entry *entry = g_ptr_array_index (table->entries, i);
    gboolean is_child;

    if (!contains (&entry->mount, path))
      continue;
    /* Compare @entry with @below, because in some kernels the first mount of a namespace is its own
     * parent. */
    if (below != NULL)
      is_child = entry != below && entry->parent == below->mount.id &&
                 contains (&below->mount, entry->mount.point);
    else
      is_child = entry->parent == entry->mount.id ||
                 find_entry (table, (guint64) entry->parent) == NULL;
    if (is_child &&
        (next == NULL || strlen (entry->mount.point) <= strlen (next->mount.point)))
      next = entry;
  }

  return next;
}

/**
 * paddock_mount_table_parse:
 * @mountinfo: the text of `/proc/self/mountinfo`
 *
 * Reads the mounts of @mountinfo, and skips lines that do not follow proc(5).
 *
 * Returns: (transfer full): a table, maybe empty
 */
PaddockMountTable *
paddock_mount_table_parse (const char *mountinfo)
{
  PaddockMountTable *table = g_new0 (PaddockMountTable, 1);
  g_auto (GStrv) lines = g_strsplit (mountinfo, "\n", -1);

  table->entries = g_ptr_array_new_with_free_func (entry_free);
  for (gsize i = 0; lines[i] != NULL; i++) {
    Entry *entry = parse_line (lines[i]);

    if (entry != NULL)
      g_ptr_array_add (table->entries, entry);
  }

  return table;
}

/**
 * paddock_mount_table_read:
 * @error: set if the kernel's text cannot be read
 *
 * Reads what is mounted now, without waiting for any file system.
 *
 * Returns: (transfer full) (nullable): the table, or %NULL with @error
 */
PaddockMountTable *
paddock_mount_table_read (GError **error)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents (MOUNTINFO, &text, NULL, error))
    return NULL;

  return paddock_mount_table_parse (text);
}

/**
 * paddock_mount_table_is_shortage:
 * @error: why a file of the kernel could not be read
 *
 * Returns: whether descriptors or memory ran out, so that another try may work later
 */
gboolean
paddock_mount_table_is_shortage (const GError *error)
{
  return g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_MFILE) ||
         g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NFILE) ||
         g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOMEM);
}

/**
 * paddock_mount_table_free:
 * @table: (transfer full) (nullable): a table
 */
void
paddock_mount_table_free (PaddockMountTable *table)
{
  if (table == NULL)
    return;

  g_ptr_array_unref (table->entries);
  g_free (table);
}

/**
 * paddock_mount_table_lookup:
 * @path: a path without links and dot segments
 *
 * Finds the mount that @path lies on. If several are mounted on one mount point, the last one
 * counts. Mounts that a later mount hides do not count. @path need not exist.
 *
 * Returns: (transfer none) (nullable): the mount; %NULL if no mount contains @path
 */
const PaddockMount *
paddock_mount_table_lookup (const PaddockMountTable *table,
                            const char              *path)
{
  const Entry *found = NULL;
  guint steps;

  if (path == NULL || path[0] != '/')
    return NULL;

  /* The number of steps is limited, because a table whose parents run in a circle must not hang
   * Paddock. */
  for (steps = 0; steps <= table->entries->len; steps++) {
    const Entry *next = next_on_path (table, found, path);

    if (next == NULL)
      break;
    found = next;
  }

  return found == NULL ? NULL : &found->mount;
}

/**
 * paddock_mount_table_find:
 * @id: a mount id, as statx() or `/proc/self/fdinfo` gives it
 *
 * Returns: (transfer none) (nullable): the mount with that id; %NULL if there is none
 */
const PaddockMount *
paddock_mount_table_find (const PaddockMountTable *table,
                          guint64                  id)
{
  const Entry *entry = find_entry (table, id);

  return entry == NULL ? NULL : &entry->mount;
}

/**
 * paddock_mount_table_list_names:
 * @id: the mount that @path lies on
 * @path: a path without links and dot segments
 *
 * Lists the other paths of the file at @path. A file has several paths if a part of its file system
 * is mounted twice, for example by `mount --bind`. This looks only at the table, and @path need not
 * exist. Paths that another mount hides are left out. If FUSE, an overlay or the network shows the
 * same file again, this does not find the paths there, because they are on another file system.
 *
 * Returns: (transfer full): the names, without @path itself; maybe none
 */
GStrv
paddock_mount_table_list_names (const PaddockMountTable *table,
                                int                      id,
                                const char              *path)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  const PaddockMount *mount = id > 0 ? paddock_mount_table_find (table, (guint64) id) : NULL;
  const char *rest = mount != NULL ? rest_below (path, mount->point) : NULL;
  g_autofree char *inside = rest != NULL ? join (mount->root, rest) : NULL;

  for (guint i = 0; inside != NULL && i < table->entries->len; i++) {
    const PaddockMount *other = &((const Entry *) g_ptr_array_index (table->entries, i))->mount;
    const char *below = other->major == mount->major && other->minor == mount->minor
                          ? rest_below (inside, other->root) : NULL;
    g_autofree char *name = below != NULL ? join (other->point, below) : NULL;

    if (name != NULL && !g_str_equal (name, path) &&
        paddock_mount_table_lookup (table, name) == other)
      g_strv_builder_add (names, name);
  }

  return g_strv_builder_end (names);
}

/* Returns the number of the block device of @mount's file system, or 0 if that file system has
 * none. */
static dev_t
block_device (const PaddockMount *mount)
{
  struct stat info;

  if (mount->major != 0)
    return makedev (mount->major, mount->minor);

  if (g_strv_contains (types_named_by_source, mount->type) &&
      g_str_has_prefix (mount->source, "/dev/") &&
      stat (mount->source, &info) == 0 && S_ISBLK (info.st_mode))
    return info.st_rdev;

  return 0;
}

/**
 * paddock_mount_table_dup_fs_uuid_from:
 * @links: a directory of links to block devices, each named by a UUID
 *
 * Like paddock_mount_table_dup_fs_uuid(), but reads @links instead of the system's directory.
 *
 * Returns: (transfer full) (nullable): the UUID; %NULL if it is not known
 */
char *
paddock_mount_table_dup_fs_uuid_from (const PaddockMount *mount,
                                      const char         *links)
{
  g_autoptr (GDir) dir = NULL;
  dev_t device = block_device (mount);
  const char *name;

  if (device == 0)
    return NULL;

  dir = g_dir_open (links, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *link = g_build_filename (links, name, NULL);
    struct stat info;

    if (stat (link, &info) == 0 && S_ISBLK (info.st_mode) && info.st_rdev == device)
      return g_strdup (name);
  }

  return NULL;
}

/**
 * paddock_mount_table_dup_fs_uuid:
 *
 * Finds the UUID of the mounted file system, or what vfat has instead, by the links that udev made.
 * A sandbox has no such links, and a file system without a block device has no UUID.
 *
 * Returns: (transfer full) (nullable): the UUID; %NULL if it is not known
 */
char *
paddock_mount_table_dup_fs_uuid (const PaddockMount *mount)
{
  return paddock_mount_table_dup_fs_uuid_from (mount, UUID_LINKS);
}

/**
 * paddock_mount_table_type_is_kernel:
 * @type: the type of a mount
 *
 * Returns: whether such a file system is an interface of the kernel, whose files do not belong to
 *   the user
 */
gboolean
paddock_mount_table_type_is_kernel (const char *type)
{
  return g_strv_contains (kernel_types, type);
}

/**
 * paddock_mount_table_type_is_foreign:
 * @type: the type of a mount
 *
 * Returns: whether such a file system shows the network or data of other programs. The user's
 *   permission to enter file systems below a root does not include these. The user can still pick a
 *   folder on them
 */
gboolean
paddock_mount_table_type_is_foreign (const char *type)
{
  return g_strv_contains (foreign_types, type);
}
