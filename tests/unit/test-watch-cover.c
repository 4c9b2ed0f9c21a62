/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-watch-cover.h"

#include "test-watch-support.h"

/* Real directories below an invented mount table; %s is the test's own directory. The descriptors
 * are on a real mount. The table has that mount too, but no path leads to it. */

#define LOCAL "1000001 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
#define UNKNOWN "1000001 0 8:1 / / rw - strangefs /dev/sda1 rw\n"
#define NETWORK_AT(point) "1000002 1000001 0:50 / " point " rw - fuse.sshfs host: rw\n"
#define STICK_AT(point) "1000003 1000001 8:17 / " point " rw - vfat /dev/sdb1 rw\n"

static gboolean has_no_override;   /* of the process; set once in main () */

typedef struct {
  const char *name;
  const char *mountinfo;
  const char *path;                /* below the test's directory */
  const char *deepest;             /* the last watch, below the test's directory; NULL: above it */
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
static PaddockWatchMonitors *monitors; /* (owned) set once in main () */

static void
ignore_event (const char *path,
              gpointer    user_data)
{
}

static char *
below_top (const char *path)
{
  return path[0] == '\0' ? g_strdup (top) : g_build_filename (top, path, NULL);
}

/* Every real mount, with the type @type, at a place that no path leads to. */
static char *
real_mounts (const char *type)
{
  g_autofree char *mountinfo = NULL;
  g_auto (GStrv) lines = NULL;
  GString *text = g_string_new (NULL);

  g_assert_true (g_file_get_contents ("/proc/self/mountinfo", &mountinfo, NULL, NULL));
  lines = g_strsplit (mountinfo, "\n", -1);
  for (gsize i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++)
    g_string_append_printf (text, "%d 0 8:1 / /nowhere rw - %s none rw\n", atoi (lines[i]), type);
  return g_string_free (text, FALSE);
}

static PaddockWatchCover *
take_on (const char *path,
         const char *mountinfo,
         const char *real_type)
{
  g_auto (GStrv) parts = g_strsplit (mountinfo, "%s", -1);
  g_autofree char *made_up = g_strjoinv (top, parts);
  g_autofree char *real = real_mounts (real_type);
  g_autofree char *text = g_strconcat (made_up, real, NULL);
  g_autoptr (PaddockMountTable) mounts = paddock_mount_table_parse (text);

  return paddock_watch_cover_new_for_path (path, mounts, monitors);
}

static PaddockWatchCover *
take (const char *path,
      const char *mountinfo)
{
  return take_on (path, mountinfo, "ext4");
}

static const char *
nth_path (PaddockWatchCover *cover,
          guint              n)
{
  return g_array_index (cover->watches, PaddockWatchHold, n).path;
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *path = below_top (c->path);
  g_autoptr (PaddockWatchCover) cover = NULL;
  const char *last;

  if (!has_no_override && (strstr (c->path, "closed") || strstr (c->path, "pass"))) {
    g_test_skip ("permissions do not hold for this user, and the override cannot be dropped");
    return;
  }

  cover = take (path, c->mountinfo);
  g_assert_cmpint (cover->is_complete, ==, c->is_complete);
  g_assert_cmpuint (paddock_watch_monitors_get_size (monitors), ==, cover->watches->len);
  if (cover->watches->len == 0) {
    g_assert_null (c->deepest);
    return;
  }

  last = nth_path (cover, cover->watches->len - 1);
  if (c->deepest) {
    g_autofree char *deepest = below_top (c->deepest);

    g_assert_cmpstr (last, ==, deepest);
  } else {
    g_assert_true (g_str_has_prefix (top, last) && !g_str_equal (top, last));
  }
}

static void
test_order (void)
{
  g_autofree char *path = below_top ("a/b");
  g_autoptr (PaddockWatchCover) cover = take (path, LOCAL);

  g_assert_cmpstr (nth_path (cover, 0), ==, "/");
  g_assert_cmpstr (nth_path (cover, cover->watches->len - 1), ==, path);
  for (guint i = 1; i < cover->watches->len; i++)
    g_assert_cmpuint (strlen (nth_path (cover, i)), >, strlen (nth_path (cover, i - 1)));
}

/* Two roots beside each other share the watches above them. */
static void
test_shared (void)
{
  g_autofree char *path = below_top ("a/b");
  g_autofree char *other_path = below_top ("a/b/c");
  g_autoptr (PaddockWatchCover) cover = take (path, LOCAL);
  g_autoptr (PaddockWatchCover) other = take (other_path, LOCAL);
  guint n_watches = other->watches->len;

  g_assert_cmpuint (paddock_watch_monitors_get_size (monitors), ==, n_watches);
  g_clear_pointer (&cover, paddock_watch_cover_free);
  g_assert_cmpuint (paddock_watch_monitors_get_size (monitors), ==, n_watches);
  g_clear_pointer (&other, paddock_watch_cover_free);
  g_assert_cmpuint (paddock_watch_monitors_get_size (monitors), ==, 0);
}

/* By its text the path is on a disk. But its descriptor is on something that was mounted in
 * between. */
static void
test_mounted_in_between (gconstpointer real_type)
{
  g_autofree char *path = below_top ("a/b");
  g_autoptr (PaddockWatchCover) cover = take_on (path, LOCAL, real_type);

  g_assert_false (cover->is_complete);
  g_assert_cmpuint (cover->watches->len, ==, 0);
}

/* The kernel gives no instance: nothing can be watched, and the result says so. */
static void
test_no_instance (void)
{
  g_autoptr (PaddockWatchMonitors) none = paddock_watch_monitors_new (ignore_event, NULL);
  g_autofree char *real = real_mounts ("ext4");
  g_autofree char *text = g_strconcat (LOCAL, real, NULL);
  g_autoptr (PaddockMountTable) mounts = paddock_mount_table_parse (text);
  g_autoptr (PaddockWatchCover) cover = paddock_watch_cover_new_for_path (top, mounts, none);

  g_assert_false (cover->is_complete);
  g_assert_cmpuint (cover->watches->len, ==, 0);
}

static void
test_root_of_all (void)
{
  g_autoptr (PaddockWatchCover) cover = take ("/", LOCAL);

  g_assert_true (cover->is_complete);
  g_assert_cmpuint (cover->watches->len, ==, 1);
}

static void
test_relative (void)
{
  g_autoptr (PaddockWatchCover) relative = take ("a/b", LOCAL);
  g_autoptr (PaddockWatchCover) empty = take ("", LOCAL);

  g_assert_false (relative->is_complete);
  g_assert_cmpuint (relative->watches->len, ==, 0);
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
  monitors = paddock_watch_monitors_new (ignore_event, NULL);
  g_assert_true (paddock_watch_monitors_start (monitors));

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
  g_test_add_func ("/watch-cover/order", test_order);
  g_test_add_func ("/watch-cover/shared", test_shared);
  g_test_add_data_func ("/watch-cover/mounted-in-between/fuse", "fuse.sshfs",
                        test_mounted_in_between);
  g_test_add_data_func ("/watch-cover/mounted-in-between/unknown", "strangefs",
                        test_mounted_in_between);
  g_test_add_func ("/watch-cover/no-instance", test_no_instance);
  g_test_add_func ("/watch-cover/root-of-all", test_root_of_all);
  g_test_add_func ("/watch-cover/relative", test_relative);
  status = g_test_run ();
  paddock_watch_monitors_close (monitors);
  paddock_watch_monitors_unref (monitors);
  remove_all ();
  free (top);
  return status;
}
