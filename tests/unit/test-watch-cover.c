/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-watch-cover.h"

#include "test-watch-support.h"

/* Real directories below a mount table that is made up: %s is the test's own directory. */

#define LOCAL "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
#define UNKNOWN "1 0 8:1 / / rw - strangefs /dev/sda1 rw\n"
#define NETWORK_AT(point) "2 1 0:50 / " point " rw - fuse.sshfs host: rw\n"
#define STICK_AT(point) "3 1 8:17 / " point " rw - vfat /dev/sdb1 rw\n"

static gboolean has_no_override;   /* of the process: set once in main () */

typedef struct {
  const char *name;
  const char *mountinfo;
  const char *path;                /* below the test's directory */
  const char *deepest;             /* the last spot, below the test's directory; NULL: above it */
  gboolean    is_complete;
} Case;

/* In the test's directory: a/b/c/ (directories), a/file, a/link -> b, closed/ (0000) with
 * closed/in, pass/ (0300) with pass/in/in and pass/file, pass/pass (0300) with pass/pass/in. */
static const Case cases[] = {
  { "directory", LOCAL, "a/b/c", "a/b/c", TRUE },
  { "top", LOCAL, "", "", TRUE },
  { "file", LOCAL, "a/file", "a", TRUE },
  { "below a file", LOCAL, "a/file/x", "a", TRUE },
  { "missing", LOCAL, "a/none", "a", TRUE },
  { "all missing", LOCAL, "none/none/none", "", TRUE },
  { "link", LOCAL, "a/link", "a", TRUE },
  { "through a link", LOCAL, "a/link/c", "a", TRUE },
  { "closed", LOCAL, "closed", "", TRUE },
  { "below closed", LOCAL, "closed/in", "", TRUE },
  { "through one unreadable", LOCAL, "pass/in/in", "pass/in/in", TRUE },
  { "through two unreadable", LOCAL, "pass/pass/in", "pass/pass/in", FALSE },
  { "file in unreadable", LOCAL, "pass/file", "", FALSE },
  { "missing in unreadable", LOCAL, "pass/none", "", FALSE },
  { "unknown type", UNKNOWN, "a/b", NULL, FALSE },
  { "no mounts", "", "a/b", NULL, FALSE },
  { "network", LOCAL NETWORK_AT ("%s/a/b"), "a/b", "a", FALSE },
  { "below network", LOCAL NETWORK_AT ("%s/a/b"), "a/b/c", "a", FALSE },
  { "network above all", LOCAL NETWORK_AT ("%s"), "a/b", NULL, FALSE },
  { "network beside", LOCAL NETWORK_AT ("%s/a/bb"), "a/b", "a/b", TRUE },
  { "local below network", LOCAL NETWORK_AT ("%s/a") STICK_AT ("%s/a/b"), "a/b", "", FALSE },
  { "stick", LOCAL STICK_AT ("%s/a/b"), "a/b/c", "a/b/c", TRUE },
  { "unreadable stick", LOCAL STICK_AT ("%s/closed"), "closed", "", FALSE },
};

static char *top;                  /* (owned) set once in main () */

static char *
below_top (const char *path)
{
  return path[0] == '\0' ? g_strdup (top) : g_build_filename (top, path, NULL);
}

static PaddockWatchCover *
find (const char *path,
      const char *mountinfo)
{
  g_auto (GStrv) parts = g_strsplit (mountinfo, "%s", -1);
  g_autofree char *text = g_strjoinv (top, parts);
  g_autoptr (PaddockMountTable) mounts = paddock_mount_table_parse (text);

  return paddock_watch_cover_find (path, mounts);
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *path = below_top (c->path);
  g_autoptr (PaddockWatchCover) cover = NULL;
  const PaddockWatchSpot *last;

  if (!has_no_override && (strstr (c->path, "closed") || strstr (c->path, "pass"))) {
    g_test_skip ("permissions do not hold for this user, and the override cannot be dropped");
    return;
  }

  cover = find (path, c->mountinfo);
  g_assert_cmpint (cover->is_complete, ==, c->is_complete);
  if (cover->spots->len == 0) {
    g_assert_null (c->deepest);
    return;
  }

  last = g_ptr_array_index (cover->spots, cover->spots->len - 1);
  if (c->deepest) {
    g_autofree char *deepest = below_top (c->deepest);

    g_assert_cmpstr (last->path, ==, deepest);
  } else {
    g_assert_true (g_str_has_prefix (top, last->path) && !g_str_equal (top, last->path));
  }
}

static void
test_order_and_numbers (void)
{
  g_autofree char *path = below_top ("a/b");
  g_autofree char *mountinfo = g_strconcat (LOCAL, STICK_AT ("%s/a/b"), NULL);
  g_autoptr (PaddockWatchCover) cover = find (path, mountinfo);
  gsize length = 0;

  for (guint i = 0; i < cover->spots->len; i++) {
    const PaddockWatchSpot *spot = g_ptr_array_index (cover->spots, i);
    struct stat info;

    g_assert_cmpuint (strlen (spot->path), >, length);
    length = strlen (spot->path);
    g_assert_cmpint (lstat (spot->path, &info), ==, 0);
    g_assert_cmpuint (spot->inode, ==, info.st_ino);
    g_assert_cmpuint (spot->device, ==, info.st_dev);
    g_assert_cmpint (spot->mount, ==, g_str_equal (spot->path, path) ? 3 : 1);
  }
  g_assert_cmpstr (((PaddockWatchSpot *) cover->spots->pdata[0])->path, ==, "/");
}

static void
test_root_of_all (void)
{
  g_autoptr (PaddockWatchCover) cover = find ("/", LOCAL);

  g_assert_true (cover->is_complete);
  g_assert_cmpuint (cover->spots->len, ==, 1);
}

static void
test_relative (void)
{
  g_autoptr (PaddockWatchCover) relative = find ("a/b", LOCAL);
  g_autoptr (PaddockWatchCover) empty = find ("", LOCAL);

  g_assert_false (relative->is_complete);
  g_assert_cmpuint (relative->spots->len, ==, 0);
  g_assert_false (empty->is_complete);
}

static void
make (const char *path,
      int         mode)
{
  g_autofree char *full = below_top (path);

  if (mode == 0)
    g_assert_true (g_file_set_contents (full, "", 0, NULL));
  else
    g_assert_cmpint (g_mkdir_with_parents (full, mode), ==, 0);
}

static void
change_modes (int closed,
              int pass)
{
  g_autofree char *closed_path = below_top ("closed");
  g_autofree char *pass_path = below_top ("pass");
  g_autofree char *inner_path = below_top ("pass/pass");

  g_assert_cmpint (g_chmod (pass_path, 0700), ==, 0);
  g_assert_cmpint (g_chmod (inner_path, (mode_t) pass), ==, 0);
  g_assert_cmpint (g_chmod (pass_path, (mode_t) pass), ==, 0);
  g_assert_cmpint (g_chmod (closed_path, (mode_t) closed), ==, 0);
}

static void
remove_all (void)
{
  static const char * const paths[] = {
    "pass/pass/in", "pass/pass", "pass/file", "pass/in/in", "pass/in", "pass", "closed/in",
    "closed", "a/link", "a/file", "a/b/c", "a/b", "a", ""
  };

  change_modes (0700, 0700);
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_autofree char *path = below_top (paths[i]);

    g_assert_cmpint (g_remove (path), ==, 0);
  }
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *made = NULL;
  g_autofree char *link = NULL;
  int status;

  has_no_override = drop_override ();
  g_test_init (&argc, &argv, NULL);

  made = g_dir_make_tmp ("paddock-cover-XXXXXX", NULL);
  top = realpath (made, NULL);
  make ("a/b/c", 0700);
  make ("a/file", 0);
  link = below_top ("a/link");
  g_assert_cmpint (symlink ("b", link), ==, 0);
  make ("closed/in", 0700);
  make ("pass/in/in", 0700);
  make ("pass/pass/in", 0700);
  make ("pass/file", 0);
  change_modes (0000, 0300);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *name = g_strconcat ("/watch-cover/case/", cases[i].name, NULL);

    g_test_add_data_func (name, &cases[i], test_case);
  }
  g_test_add_func ("/watch-cover/order-and-numbers", test_order_and_numbers);
  g_test_add_func ("/watch-cover/root-of-all", test_root_of_all);
  g_test_add_func ("/watch-cover/relative", test_relative);
  status = g_test_run ();
  remove_all ();
  free (top);
  return status;
}
