/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "app-fixture.h"
#include "paddock-app-disk.h"

/* What may be read and changed. Root may write read-only directories, so these have a test in
 * test-apps.py. */

static void
assert_trouble (AppFixture *fixture,
                const char *relative,
                gboolean    is_readable,
                const char *trouble)
{
  g_autofree char *path = app_fixture_path (fixture, relative);
  g_auto (PaddockAppDisk) disk = { NULL };

  g_assert_true (paddock_app_disk_read (&disk, path));
  g_assert_cmpint (disk.bytes != NULL, ==, is_readable);
  g_assert_cmpstr (disk.trouble, ==, trouble);
}

static void
test_regular (AppFixture    *fixture,
              gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, "f", "text");
  g_autofree char *link_path = app_fixture_path (fixture, "link");
  g_auto (PaddockAppDisk) disk = { NULL };
  g_auto (PaddockAppDisk) missing = { NULL };

  g_assert_cmpint (symlink ("f", link_path), ==, 0);
  g_assert_true (paddock_app_disk_read (&disk, link_path));
  g_assert_null (disk.trouble);
  g_assert_cmpstr (disk.target, ==, path);
  g_assert_cmpmem (g_bytes_get_data (disk.bytes, NULL), g_bytes_get_size (disk.bytes), "text", 4);

  g_assert_cmpint (unlink (path), ==, 0);
  g_assert_false (paddock_app_disk_read (&missing, link_path));
}

static void
test_troubles (AppFixture    *fixture,
               gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, "f", "text");
  g_autofree char *twin = app_fixture_path (fixture, "twin");
  g_autofree char *fifo = app_fixture_path (fixture, "fifo");
  g_autofree char *loop = app_fixture_path (fixture, "loop");
  g_autofree char *process = app_fixture_path (fixture, "process");
  g_autofree char *device = app_fixture_path (fixture, "device");
  g_autofree char *large = app_fixture_write (fixture, "large", "");

  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  g_assert_cmpint (symlink ("loop", loop), ==, 0);
  g_assert_cmpint (symlink ("/proc/self/environ", process), ==, 0);
  g_assert_cmpint (symlink ("/dev/zero", device), ==, 0);
  g_assert_cmpint (truncate (large, PADDOCK_CONFIG_TREE_MAX_BYTES + 1), ==, 0);
  assert_trouble (fixture, "fifo", FALSE, "This isn’t a regular file.");
  assert_trouble (fixture, "process", FALSE, "This isn’t a regular file.");
  assert_trouble (fixture, "device", FALSE, "This isn’t a regular file.");
  assert_trouble (fixture, ".", FALSE, "This isn’t a regular file.");
  assert_trouble (fixture, "large", FALSE, "The file is too large.");
  assert_trouble (fixture, "loop", FALSE,
                  "Paddock can’t read the file: Too many levels of symbolic links");

  g_assert_cmpint (truncate (large, PADDOCK_CONFIG_TREE_MAX_BYTES), ==, 0);
  assert_trouble (fixture, "large", TRUE, NULL);
  g_assert_cmpint (chmod (path, 0444), ==, 0);
  assert_trouble (fixture, "f", TRUE, "The file is read-only.");
  g_assert_cmpint (chmod (path, 0644), ==, 0);
  assert_trouble (fixture, "f", TRUE, NULL);
  for (guint i = 0; i < 3; i++) {
    static const mode_t modes[] = { 0777, 01777, 0755 };
    g_autofree char *directory = g_path_get_dirname (path);

    g_assert_cmpint (chmod (directory, modes[i]), ==, 0);
    assert_trouble (fixture, "f", TRUE, i == 0
                    ? "Other users can change files in the folder of the file." : NULL);
  }
  g_assert_cmpint (link (path, twin), ==, 0);
  assert_trouble (fixture, "f", TRUE,
                  "The file has several names (hard links). Paddock would change only one of "
                  "them.");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  APP_TEST ("/app-disk/regular", test_regular);
  APP_TEST ("/app-disk/troubles", test_troubles);
  return g_test_run ();
}
