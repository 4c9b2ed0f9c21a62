/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "app-fixture.h"
#include "paddock-app-backup.h"

/* What Paddock keeps of the files that it changed. */

#define TARGET "/home/me/mcp.json"

static GBytes *
bytes_of (const char *text)
{
  return g_bytes_new_static (text, strlen (text));
}

static char *
dup_original (const char *current)
{
  g_autoptr (PaddockAppBackup) backup = paddock_app_backup_new (TARGET);
  g_autoptr (GBytes) now = bytes_of (current);
  g_autoptr (GBytes) original = paddock_app_backup_dup_original (backup, now);

  return original != NULL ? g_strndup (g_bytes_get_data (original, NULL),
                                       g_bytes_get_size (original)) : NULL;
}

static void
assert_original (const char *current,
                 const char *expected)
{
  g_autofree char *original = dup_original (current);

  g_assert_cmpstr (original, ==, expected);
}

static void
change (const char *before,
        const char *after,
        gboolean    is_whole,
        gboolean    is_restored)
{
  g_autoptr (PaddockAppBackup) backup = paddock_app_backup_new (TARGET);
  g_autoptr (GBytes) old = bytes_of (before);
  g_autoptr (GBytes) new = bytes_of (after);

  g_assert_true (paddock_app_backup_begin (backup, old, new, NULL));
  if (is_whole)
    paddock_app_backup_end (backup, new, is_restored);
}

static void
test_original (AppFixture    *fixture,
               gconstpointer  data)
{
  assert_original ("1", NULL);
  change ("1", "2", TRUE, FALSE);
  assert_original ("2", "1");
  assert_original ("1", NULL);
  /* A second change keeps the first bytes. */
  change ("2", "3", TRUE, FALSE);
  assert_original ("3", "1");
  assert_original ("2", NULL);
  /* Somebody else changed the file, so these are the first bytes. */
  change ("x", "y", TRUE, FALSE);
  assert_original ("y", "x");
  change ("y", "x", TRUE, TRUE);
  assert_original ("x", NULL);
  g_assert_cmpuint (app_fixture_count (fixture, "data/apps"), ==, 0);
}

/* After a crash, either file may be there. */
static void
test_crash (AppFixture    *fixture,
            gconstpointer  data)
{
  change ("1", "2", TRUE, FALSE);
  change ("2", "3", FALSE, FALSE);
  assert_original ("2", "1");
  assert_original ("3", "1");
  assert_original ("1", NULL);
}

static void
test_folders (AppFixture    *fixture,
              gconstpointer  data)
{
  static const char * const folders[] = { "/a;b", "/c d", NULL };
  g_autoptr (PaddockAppBackup) backup = paddock_app_backup_new (TARGET);
  g_autoptr (PaddockAppBackup) again = NULL;
  g_autoptr (GBytes) old = bytes_of ("1");
  g_auto (GStrv) found = NULL;

  g_assert_null (paddock_app_backup_dup_folders (backup, "cursor-k"));
  paddock_app_backup_set_folders (backup, "cursor-k", folders);
  g_assert_true (paddock_app_backup_begin (backup, old, old, NULL));
  again = paddock_app_backup_new (TARGET);
  found = paddock_app_backup_dup_folders (again, "cursor-k");
  g_assert_cmpstrv (found, folders);
  paddock_app_backup_set_folders (again, "cursor-k", NULL);
  g_assert_null (paddock_app_backup_dup_folders (again, "cursor-k"));
}

/* Only the user may read it, and it is gone after 30 days. Folders stay. */
static void
test_expire (AppFixture    *fixture,
             gconstpointer  data)
{
  static const char * const folders[] = { "/a", NULL };
  const gint64 now = g_get_real_time () / G_USEC_PER_SEC, day = 24 * 60 * 60;
  g_autofree char *left = app_fixture_write (fixture, "data/apps/.x.paddock-1", "");
  g_autofree char *lock = app_fixture_write (fixture, "data/apps/lock", "");
  g_autofree char *path = NULL;
  g_autoptr (PaddockAppBackup) backup = NULL;
  g_autoptr (GBytes) old = bytes_of ("1");
  struct stat info;

  change ("1", "2", TRUE, FALSE);
  path = g_build_filename (fixture->data, "apps", NULL);
  g_assert_cmpint (stat (path, &info), ==, 0);
  paddock_app_backup_expire (now + 29 * day);
  assert_original ("2", "1");
  g_assert_cmpuint (app_fixture_count (fixture, "data/apps"), ==, 2);
  paddock_app_backup_expire (now + 31 * day);
  assert_original ("2", NULL);
  g_assert_cmpuint (app_fixture_count (fixture, "data/apps"), ==, 1);

  backup = paddock_app_backup_new (TARGET);
  paddock_app_backup_set_folders (backup, "cursor-k", folders);
  g_assert_true (paddock_app_backup_begin (backup, old, old, NULL));
  paddock_app_backup_expire (now + 31 * day);
  assert_original ("1", NULL);
  g_assert_cmpuint (app_fixture_count (fixture, "data/apps"), ==, 2);
}

static void
test_mode (AppFixture    *fixture,
           gconstpointer  data)
{
  g_autofree char *directory = app_fixture_path (fixture, "data/apps");
  g_autoptr (GDir) names = NULL;
  const char *name;
  struct stat info;

  change ("1", "2", TRUE, FALSE);
  g_assert_cmpint (stat (directory, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0700);
  names = g_dir_open (directory, 0, NULL);
  while ((name = g_dir_read_name (names)) != NULL) {
    g_autofree char *path = g_build_filename (directory, name, NULL);

    g_assert_cmpint (stat (path, &info), ==, 0);
    g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  APP_TEST ("/app-backup/original", test_original);
  APP_TEST ("/app-backup/crash", test_crash);
  APP_TEST ("/app-backup/folders", test_folders);
  APP_TEST ("/app-backup/expire", test_expire);
  APP_TEST ("/app-backup/mode", test_mode);
  return g_test_run ();
}
