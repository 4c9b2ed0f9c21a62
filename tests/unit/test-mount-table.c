/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-mount-table.h"

#include <glib/gstdio.h>

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static const char sample[] =
  "21 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw\n"
  "22 21 0:20 / /proc rw,nosuid - proc proc rw\n"
  "23 21 0:21 / /dev rw - devtmpfs udev rw\n"
  "24 23 0:22 / /dev/shm rw shared:3 master:2 propagate_from:1 - tmpfs tmpfs rw\n"
  "25 21 8:1 / /home rw - btrfs /dev/sda1 rw,subvol=/home\n"
  "26 25 0:40 / /home/user/remote rw - fuse.sshfs me@host:/ rw\n"
  "27 21 8:17 / /media/user/My\\040Stick\\011\\134\\012x rw - vfat /dev/sdb1 rw\n"
  "28 21 0:50 / /srv rw - nfs4 server:/srv rw\n"
  "29 28 0:51 / /srv rw - ext4 /dev/vdb rw\n"
  "30 21 0:60 / /a/b rw - xfs /dev/vdc rw\n"
  "31 21 0:61 / /a rw - tmpfs none rw\n";

static void
test_lookup (void)
{
  static const struct {
    const char *path;
    int         id;
  } cases[] = {
    { "/", 21 },
    { "/etc", 21 },
    { "/proc", 22 },
    { "/process", 21 },
    { "/proc/1", 22 },
    { "/dev", 23 },
    { "/dev/shm", 24 },
    { "/dev/shmoo", 23 },
    { "/home", 25 },
    { "/home/user", 25 },
    { "/home/user/remote", 26 },
    { "/home/user/remote/x/y", 26 },
    { "/home/user/remote2", 25 },
    { "/homer", 21 },
    { "/media/user", 21 },
    { "/media/user/My Stick\t\\\nx", 27 },
    { "/media/user/My Stick\t\\\nx/f", 27 },
    { "/media/user/My\\040Stick\\011\\134\\012x", 21 },
    { "/srv", 29 },               /* the last one on a point */
    { "/srv/x", 29 },
    { "/a", 31 },
    { "/a/b", 31 },               /* a later mount hides the deeper one */
    { "/a/b/c", 31 },
    { "", 0 },
    { "relative", 0 },
    { NULL, 0 },
  };
  g_autoptr (PaddockMountTable) table = paddock_mount_table_parse (sample);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const PaddockMount *mount = paddock_mount_table_lookup (table, cases[i].path);

    g_assert_cmpint (mount == NULL ? 0 : mount->id, ==, cases[i].id);
  }
}

static void
test_fields (void)
{
  g_autoptr (PaddockMountTable) table = paddock_mount_table_parse (sample);
  const PaddockMount *mount = paddock_mount_table_find (table, 27);

  g_assert_nonnull (mount);
  g_assert_cmpint (mount->id, ==, 27);
  g_assert_cmpstr (mount->root, ==, "/");
  g_assert_cmpstr (mount->point, ==, "/media/user/My Stick\t\\\nx");
  g_assert_cmpstr (mount->type, ==, "vfat");
  g_assert_cmpstr (mount->source, ==, "/dev/sdb1");
  g_assert_cmpuint (mount->major, ==, 8);
  g_assert_cmpuint (mount->minor, ==, 17);
  g_assert_true (mount->has_events);

  mount = paddock_mount_table_find (table, 24);
  g_assert_cmpstr (mount->type, ==, "tmpfs");
  g_assert_null (paddock_mount_table_find (table, 20));
  g_assert_null (paddock_mount_table_find (table, G_MAXUINT64));
}

static void
test_names (void)
{
  static const char bound[] =
    "21 1 254:1 / / rw - ext4 /dev/vda1 rw\n"
    "22 21 8:1 /@home /home rw - btrfs /dev/sda rw\n"
    "23 21 8:1 / /mnt/all rw - btrfs /dev/sda rw\n"
    "24 21 8:1 /@home/ann/.ssh /mnt/s rw - btrfs /dev/sda rw\n"
    "25 22 8:1 /@home/ann/notes\\040x /home/ann/p/f rw - btrfs /dev/sda rw\n"
    "26 21 8:1 /@home/ann /hidden/in rw - btrfs /dev/sda rw\n"
    "27 21 0:9 / /hidden rw - tmpfs none rw\n"
    "28 21 8:2 /@home /other-disk rw - btrfs /dev/sdb rw\n"
    "29 21 254:1 /home /under rw - ext4 /dev/vda1 rw\n"
    "30 21 0:4 net:[4026531840] /run/netns/x rw - nsfs nsfs rw\n";
  static const struct {
    int         id;
    const char *path;
    const char *names;            /* separated by spaces */
  } cases[] = {
    { 22, "/home/ann/.ssh/id", "/mnt/all/@home/ann/.ssh/id /mnt/s/id" },
    { 24, "/mnt/s/id", "/home/ann/.ssh/id /mnt/all/@home/ann/.ssh/id" },
    { 24, "/mnt/s", "/home/ann/.ssh /mnt/all/@home/ann/.ssh" },
    { 23, "/mnt/all/@home/ann/.ssh/id", "/home/ann/.ssh/id /mnt/s/id" },
    { 23, "/mnt/all", "" },
    { 22, "/home", "/mnt/all/@home" },
    { 22, "/home/ann/.sshd/id", "/mnt/all/@home/ann/.sshd/id" },
    { 25, "/home/ann/p/f", "/home/ann/notes x /mnt/all/@home/ann/notes x" },
    { 28, "/other-disk/ann", "" },
    /* What lies under a mount has only its other name. */
    { 29, "/under/ann", "" },
    { 21, "/etc", "" },
    { 21, "/", "" },
    /* Not on that mount; no such mount; not a path of it. */
    { 24, "/mnt/sx", "" }, { 24, "/", "" }, { 99, "/home", "" }, { 0, "/home", "" },
    { -1, "/home", "" }, { 24, "", "" }, { 24, "mnt/s", "" }, { 30, "/run/netns/x", "" },
  };
  g_autoptr (PaddockMountTable) table = paddock_mount_table_parse (bound);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (GStrv) names = paddock_mount_table_list_names (table, cases[i].id, cases[i].path);
    g_autofree char *joined = g_strjoinv (" ", names);

    g_test_message ("%s", cases[i].path);
    g_assert_cmpstr (joined, ==, cases[i].names);
  }
}

static void
test_broken_lines (void)
{
  static const char * const broken[] = {
    "", " ", "\n\n", "nonsense", "1", "1 2 3", "21 1 254:1 / / rw", "21 1 254:1 / / rw -",
    "21 1 254:1 / / rw - ext4",
    "21 1 254:1 / / rw ext4 /dev/vda1 rw",        /* no separator */
    "x 1 254:1 / / rw - ext4 /dev/vda1 rw",
    "-1 1 254:1 / / rw - ext4 /dev/vda1 rw",
    "21 x 254:1 / / rw - ext4 /dev/vda1 rw",
    "21 1 254 / / rw - ext4 /dev/vda1 rw",
    "21 1 254:1:2 / / rw - ext4 /dev/vda1 rw",
    "21 1 a:b / / rw - ext4 /dev/vda1 rw",
    "21 1 : / / rw - ext4 /dev/vda1 rw",
    "21 1 254:4294967296 / / rw - ext4 /dev/vda1 rw",
    "99999999999 1 254:1 / / rw - ext4 /dev/vda1 rw",
    "21 1 254:1 / relative rw - ext4 /dev/vda1 rw",
    "21 1 254:1 /  rw - ext4 /dev/vda1 rw",
    "21 1 254:1 / / rw -  /dev/vda1 rw",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++) {
    g_autofree char *text = g_strdup_printf ("%s\n5 1 8:1 / /ok rw - xfs /dev/sda rw", broken[i]);
    g_autoptr (PaddockMountTable) table = paddock_mount_table_parse (text);

    g_assert_null (paddock_mount_table_lookup (table, "/"));
    /* The good line after it counts. */
    g_assert_cmpint (paddock_mount_table_lookup (table, "/ok/x")->id, ==, 5);
  }
}

static void
test_escapes (void)
{
  static const struct {
    const char *field;
    const char *point;
  } cases[] = {
    { "/a\\040b", "/a b" },
    { "/\\134040", "/\\040" },
    { "/\\377", "/\xff" },
    { "/a\\", "/a\\" },
    { "/a\\0", "/a\\0" },
    { "/a\\04", "/a\\04" },
    { "/a\\048", "/a\\048" },
    { "/a\\777", "/a\\777" },
    { "/a#b", "/a#b" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = g_strdup_printf ("5 1 8:1 / %s rw - xfs /dev/sda rw\n", cases[i].field);
    g_autoptr (PaddockMountTable) table = paddock_mount_table_parse (text);

    g_assert_cmpstr (paddock_mount_table_find (table, 5)->point, ==, cases[i].point);
  }
}

static void
test_circles (void)
{
  /* Parents in a circle, and a mount that is its own parent. */
  g_autoptr (PaddockMountTable) circle =
    paddock_mount_table_parse ("5 6 8:1 / / rw - xfs a rw\n6 5 8:1 / / rw - xfs b rw\n");
  g_autoptr (PaddockMountTable) self =
    paddock_mount_table_parse ("1 1 8:1 / / rw - xfs a rw\n2 1 8:1 / /x rw - ext4 b rw\n");

  g_assert_null (paddock_mount_table_lookup (circle, "/x"));
  g_assert_cmpint (paddock_mount_table_lookup (self, "/x")->id, ==, 2);
  g_assert_cmpint (paddock_mount_table_lookup (self, "/y")->id, ==, 1);
}

static void
test_events (void)
{
  static const struct {
    const char *type;
    gboolean    has_events;
  } cases[] = {
    { "ext2", TRUE }, { "ext3", TRUE }, { "ext4", TRUE }, { "xfs", TRUE }, { "btrfs", TRUE },
    { "f2fs", TRUE }, { "tmpfs", TRUE }, { "ramfs", TRUE }, { "overlay", TRUE }, { "zfs", TRUE },
    { "bcachefs", TRUE }, { "vfat", TRUE }, { "exfat", TRUE }, { "ntfs3", TRUE },
    { "iso9660", TRUE },
    { "fuse", FALSE }, { "fuseblk", FALSE }, { "fuse.sshfs", FALSE }, { "fuse.gvfsd-fuse", FALSE },
    { "fuse.portal", FALSE }, { "nfs", FALSE }, { "nfs4", FALSE }, { "cifs", FALSE },
    { "smb3", FALSE },
    { "9p", FALSE }, { "virtiofs", FALSE }, { "vboxsf", FALSE }, { "ceph", FALSE },
    { "afs", FALSE },
    { "autofs", FALSE }, { "proc", FALSE }, { "EXT4", FALSE }, { "ext", FALSE }, { "ext44", FALSE },
    { "newfs", FALSE }, { "fuse.ext4", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = g_strdup_printf ("5 1 8:1 / / rw - %s x rw\n", cases[i].type);
    g_autoptr (PaddockMountTable) table = paddock_mount_table_parse (text);

    g_assert_cmpint (paddock_mount_table_find (table, 5)->has_events, ==, cases[i].has_events);
  }
}

static void
test_real (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockMountTable) table = paddock_mount_table_read (&error);
  const PaddockMount *mount;

  g_assert_no_error (error);
  mount = paddock_mount_table_lookup (table, "/proc/self");
  g_assert_nonnull (mount);
  g_assert_cmpstr (mount->point, ==, "/proc");
  g_assert_cmpstr (mount->type, ==, "proc");
  g_assert_false (mount->has_events);
  g_assert_null (paddock_mount_table_dup_fs_uuid (mount));
}

/* Finds a block device that this machine has, whatever it is. */
static char *
find_block_device (dev_t *out_device)
{
  g_autoptr (GDir) dir = g_dir_open ("/dev", 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename ("/dev", name, NULL);
    struct stat info;

    if (stat (path, &info) == 0 && S_ISBLK (info.st_mode)) {
      *out_device = info.st_rdev;
      return g_steal_pointer (&path);
    }
  }

  return NULL;
}

static void
test_uuid (void)
{
  g_autofree char *dir = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  g_autofree char *good = g_build_filename (dir, "1234-ABCD", NULL);
  g_autofree char *dangling = g_build_filename (dir, "dead-beef", NULL);
  g_autofree char *file = g_build_filename (dir, "not-a-device", NULL);
  g_autofree char *device = NULL;
  g_autofree char *by_number = NULL;
  g_autofree char *by_source = NULL;
  PaddockMount mount = { .type = (char *) "ext4", .source = (char *) "x" };
  dev_t number = 0;

  device = find_block_device (&number);
  if (device == NULL) {
    g_test_skip ("no block device here");
    g_rmdir (dir);
    return;
  }
  g_assert_cmpint (symlink (device, good), ==, 0);
  g_assert_cmpint (symlink ("/nonexistent", dangling), ==, 0);
  g_assert_true (g_file_set_contents (file, "", 0, NULL));

  mount.major = major (number);
  mount.minor = minor (number);
  by_number = paddock_mount_table_dup_fs_uuid_from (&mount, dir);
  g_assert_cmpstr (by_number, ==, "1234-ABCD");
  g_assert_null (paddock_mount_table_dup_fs_uuid_from (&mount, "/nonexistent"));

  mount.minor += 1000;
  g_assert_null (paddock_mount_table_dup_fs_uuid_from (&mount, dir));

  /* btrfs makes up its numbers, so the source counts. On FUSE, the user writes the source. */
  mount = (PaddockMount) { .type = (char *) "btrfs", .source = device };
  by_source = paddock_mount_table_dup_fs_uuid_from (&mount, dir);
  g_assert_cmpstr (by_source, ==, "1234-ABCD");
  mount.type = (char *) "fuse.evil";
  g_assert_null (paddock_mount_table_dup_fs_uuid_from (&mount, dir));

  g_assert_cmpint (unlink (good), ==, 0);
  g_assert_cmpint (unlink (dangling), ==, 0);
  g_assert_cmpint (unlink (file), ==, 0);
  g_assert_cmpint (g_rmdir (dir), ==, 0);
}

/* Types that are refused: below a root (both kinds), and as a root (only the kernel's). */
static void
test_types (void)
{
  static const struct {
    const char *type;
    gboolean    is_kernel;
    gboolean    is_foreign;
  } types[] = {
    { "proc", TRUE, FALSE }, { "sysfs", TRUE, FALSE }, { "cgroup2", TRUE, FALSE },
    { "devpts", TRUE, FALSE }, { "bpf", TRUE, FALSE }, { "rpc_pipefs", TRUE, FALSE },
    { "nfsd", TRUE, FALSE }, { "resctrl", TRUE, FALSE }, { "smackfs", TRUE, FALSE },
    { "binder", TRUE, FALSE }, { "xenfs", TRUE, FALSE }, { "functionfs", TRUE, FALSE },
    { "gadgetfs", TRUE, FALSE }, { "ibmasmfs", TRUE, FALSE }, { "ocfs2_dlmfs", TRUE, FALSE },
    { "s390_hypfs", TRUE, FALSE }, { "spufs", TRUE, FALSE },
    { "fuse.portal", FALSE, TRUE }, { "fuse.gvfsd-fuse", FALSE, TRUE },
    { "hugetlbfs", FALSE, TRUE }, { "fuse.lxcfs", FALSE, TRUE },
    { "", FALSE, FALSE }, { "Proc", FALSE, FALSE }, { "nfs", FALSE, FALSE },
    { "nfs4", FALSE, FALSE }, { "fuse", FALSE, FALSE }, { "fuseblk", FALSE, FALSE },
    { "fuse.portal2", FALSE, FALSE }, { "fuse.sshfs", FALSE, FALSE }, { "portal", FALSE, FALSE },
    { "tmpfs", FALSE, FALSE },
    { "ocfs2", FALSE, FALSE }, { "ext4", FALSE, FALSE }, { "overlay", FALSE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++) {
    g_test_message ("%s", types[i].type);
    g_assert_cmpint (paddock_mount_table_type_is_kernel (types[i].type), ==, types[i].is_kernel);
    g_assert_cmpint (paddock_mount_table_type_is_foreign (types[i].type), ==, types[i].is_foreign);
  }
}

/* What may work later, and what will not. */
static void
test_shortage (void)
{
  static const struct { int code;
                        gboolean expected;
  } cases[] = {
    { G_FILE_ERROR_MFILE, TRUE },
    { G_FILE_ERROR_NFILE, TRUE },
    { G_FILE_ERROR_NOMEM, TRUE },
    { G_FILE_ERROR_NOENT, FALSE },
    { G_FILE_ERROR_ACCES, FALSE },
    { G_FILE_ERROR_IO, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = g_error_new (G_FILE_ERROR, cases[i].code, "%s", "text");

    g_assert_cmpint (paddock_mount_table_is_shortage (error), ==, cases[i].expected);
  }
  g_assert_false (paddock_mount_table_is_shortage (NULL));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/mount-table/lookup", test_lookup);
  g_test_add_func ("/mount-table/fields", test_fields);
  g_test_add_func ("/mount-table/names", test_names);
  g_test_add_func ("/mount-table/broken-lines", test_broken_lines);
  g_test_add_func ("/mount-table/escapes", test_escapes);
  g_test_add_func ("/mount-table/circles", test_circles);
  g_test_add_func ("/mount-table/events", test_events);
  g_test_add_func ("/mount-table/real", test_real);
  g_test_add_func ("/mount-table/uuid", test_uuid);

  g_test_add_func ("/mount-table/types", test_types);
  g_test_add_func ("/mount-table/shortage", test_shortage);
  return g_test_run ();
}
