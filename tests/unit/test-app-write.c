/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "app-fixture.h"
#include "paddock-app-write.h"

#include "paddock-error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/xattr.h>

/* A file is replaced as a whole or not at all, also if somebody else writes it at the worst moment.
 * test-apps.py has the same through the program, with kills. */

int __real_renameat2 (int           old_directory,
                      const char   *old_path,
                      int           new_directory,
                      const char   *new_path,
                      unsigned int  flags);
int __wrap_renameat2 (int           old_directory,
                      const char   *old_path,
                      int           new_directory,
                      const char   *new_path,
                      unsigned int  flags);
int __real_fsync (int fd);
int __wrap_fsync (int fd);

/* What happens at the call of the test's choice. */
static struct {
  const char *path;                 /* (nullable) the file that somebody else writes */
  guint       n_calls;              /* how many calls of renameat2() there were */
  guint       n_writes;             /* before how many of them somebody writes */
  gboolean    in_place;             /* keeps the old file instead of replacing it */
  gboolean    lacks_swap;           /* the file system can't swap */
  gboolean    alike;                /* somebody's file has the same text, and others may read it */
  int         fsync_errno;
} world;

static void
write_foreign (guint number)
{
  g_autofree char *text = world.alike ? g_strdup (APP_FILE)
                                      : g_strdup_printf ("{\"foreign\":%u}", number);
  g_autofree char *beside = g_strconcat (world.path, ".new", NULL);
  FILE *stream = fopen (world.in_place ? world.path : beside, "w");

  g_assert_nonnull (stream);
  fputs (text, stream);
  fclose (stream);
  if (!world.in_place)
    g_assert_cmpint (rename (beside, world.path), ==, 0);
}

int
__wrap_renameat2 (int           old_directory,
                  const char   *old_path,
                  int           new_directory,
                  const char   *new_path,
                  unsigned int  flags)
{
  if (world.lacks_swap) {
    errno = EINVAL;
    return -1;
  }
  if (world.n_calls++ < world.n_writes)
    write_foreign (world.n_calls);
  return __real_renameat2 (old_directory, old_path, new_directory, new_path, flags);
}

int
__wrap_fsync (int fd)
{
  if (world.fsync_errno != 0) {
    errno = world.fsync_errno;
    return -1;
  }
  return __real_fsync (fd);
}

static gboolean
replace (AppFixture  *fixture,
         const char  *relative,
         GError     **error)
{
  g_autoptr (PaddockAppFile) file = app_fixture_read (fixture, "cursor", relative);
  g_autoptr (GBytes) result = g_bytes_new_static ("new", 3);

  return paddock_app_write_replace (file, result, error);
}

static void
test_properties (AppFixture    *fixture,
                 gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, "real/f", APP_FILE);
  g_autofree char *link_path = app_fixture_path (fixture, "link");
  g_autoptr (GError) error = NULL;
  gboolean has_attribute = setxattr (path, "user.paddock", "x", 1, 0) == 0;
  struct stat before, after;
  char value[8];

  g_assert_cmpint (chmod (path, 0640), ==, 0);
  if (getuid () == 0)
    g_assert_cmpint (chown (path, 0, 1234), ==, 0);
  g_assert_cmpint (stat (path, &before), ==, 0);
  g_assert_cmpint (symlink ("real/f", link_path), ==, 0);
  replace (fixture, "link", &error);
  g_assert_no_error (error);
  app_fixture_assert (fixture, "real/f", "new");
  g_assert_true (g_file_test (link_path, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpint (stat (path, &after), ==, 0);
  g_assert_cmpint (after.st_mode, ==, before.st_mode);
  g_assert_cmpint (after.st_gid, ==, before.st_gid);
  if (has_attribute)
    g_assert_cmpint (getxattr (path, "user.paddock", value, sizeof value), ==, 1);
  g_assert_cmpuint (app_fixture_count (fixture, "real"), ==, 1);
}

/* The file changed since it was read. */
static void
test_changed (AppFixture    *fixture,
              gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, "d/f", APP_FILE);
  g_autofree char *other = app_fixture_write (fixture, "other", APP_FILE);
  g_autoptr (PaddockAppFile) file = app_fixture_read (fixture, "cursor", "d/f");
  g_autoptr (GBytes) result = g_bytes_new_static ("new", 3);

  /* Otherwise the swap would notice it, too. */
  world.lacks_swap = TRUE;
  for (guint i = 0; i < 3; i++) {
    g_autoptr (GError) error = NULL;

    g_assert_cmpint (unlink (path), ==, 0);
    if (i == 0)
      g_free (app_fixture_write (fixture, "d/f", "{}"));
    else if (i == 1)
      g_assert_cmpint (symlink (other, path), ==, 0);
    g_assert_false (paddock_app_write_replace (file, result, &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STALE);
    g_assert_cmpuint (app_fixture_count (fixture, "d"), ==, i < 2);
  }
  world.lacks_swap = FALSE;
  app_fixture_assert (fixture, "other", APP_FILE);
}

/* Somebody writes the file between the last look and each renaming. Their last file stays. */
static void
test_writer (AppFixture    *fixture,
             gconstpointer  data)
{
  for (guint n = 1; n <= 3; n++)
    for (guint in_place = 0; in_place < 2; in_place++) {
      g_autofree char *path = app_fixture_write (fixture, "d/f", APP_FILE);
      g_autofree char *last = g_strdup_printf ("{\"foreign\":%u}", n);
      g_autoptr (GError) error = NULL;

      world.path = path;
      world.n_calls = 0;
      world.n_writes = n;
      world.in_place = in_place;
      g_assert_false (replace (fixture, "d/f", &error));
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STALE);
      world.n_writes = 0;
      app_fixture_assert (fixture, "d/f", last);
      g_assert_cmpuint (app_fixture_count (fixture, "d"), ==, 1);
    }
}

/* Somebody puts a file with the same text there, which others may read. Nothing goes into it, and
 * the new text is not for others to read. */
static void
test_alike (AppFixture    *fixture,
            gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, "d/f", APP_FILE);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (chmod (path, 0600), ==, 0);
  world.path = path;
  world.n_calls = 0;
  world.n_writes = 1;
  world.in_place = FALSE;
  world.alike = TRUE;
  g_assert_false (replace (fixture, "d/f", &error));
  world.n_writes = 0;
  world.alike = FALSE;
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STALE);
  app_fixture_assert (fixture, "d/f", APP_FILE);
  g_assert_cmpuint (app_fixture_count (fixture, "d"), ==, 1);
}

/* Where names can't be swapped, nothing is changed. */
static void
test_old_file_system (AppFixture    *fixture,
                      gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, "d/f", APP_FILE);
  g_autoptr (GError) error = NULL;

  world.lacks_swap = TRUE;
  g_assert_false (replace (fixture, "d/f", &error));
  world.lacks_swap = FALSE;
  g_assert_cmpstr (error->message, ==, "Paddock can’t change files safely on this file system. "
                   "The file is as it was.");
  app_fixture_assert (fixture, "d/f", APP_FILE);
  g_assert_cmpuint (app_fixture_count (fixture, "d"), ==, 1);
}

static void
test_full (AppFixture    *fixture,
           gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, "d/f", APP_FILE);
  g_autoptr (GError) error = NULL;

  world.fsync_errno = ENOSPC;
  g_assert_false (replace (fixture, "d/f", &error));
  world.fsync_errno = 0;
  g_assert_cmpstr (error->message, ==,
                   "Paddock can’t write the file: No space left on device. The file is as it was.");
  app_fixture_assert (fixture, "d/f", APP_FILE);
  g_assert_cmpuint (app_fixture_count (fixture, "d"), ==, 1);
}

/* What a killed Paddock left is deleted, and nothing else. */
static void
test_leftovers (AppFixture    *fixture,
                gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, "d/f", APP_FILE);
  g_autofree char *left = app_fixture_write (fixture, "d/.f.paddock-0a1b2c", "half");
  g_autofree char *other = app_fixture_write (fixture, "d/.f.paddock-", "");
  g_autofree char *longer = app_fixture_write (fixture, "d/.f.paddock-0a1b2c3", "");
  g_autofree char *of_other = app_fixture_write (fixture, "d/.g.paddock-0a1b2c", "");

  g_assert_true (replace (fixture, "d/f", NULL));
  g_assert_cmpuint (app_fixture_count (fixture, "d"), ==, 4);
  g_assert_false (g_file_test (left, G_FILE_TEST_EXISTS));
}

static void
test_own (AppFixture    *fixture,
          gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, "d/f", "old");
  g_autoptr (GBytes) bytes = g_bytes_new_static ("new", 3);
  g_autoptr (GError) error = NULL;
  struct stat info;

  g_assert_true (paddock_app_write_own (path, bytes, NULL));
  app_fixture_assert (fixture, "d/f", "new");
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  g_assert_cmpuint (app_fixture_count (fixture, "d"), ==, 1);
  g_assert_false (paddock_app_write_own ("/nonexistent/f", bytes, &error));
  g_assert_cmpstr (error->message, ==, "No such file or directory");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  APP_TEST ("/app-write/properties", test_properties);
  APP_TEST ("/app-write/changed", test_changed);
  APP_TEST ("/app-write/writer", test_writer);
  APP_TEST ("/app-write/alike", test_alike);
  APP_TEST ("/app-write/old-file-system", test_old_file_system);
  APP_TEST ("/app-write/full", test_full);
  APP_TEST ("/app-write/leftovers", test_leftovers);
  APP_TEST ("/app-write/own", test_own);
  return g_test_run ();
}
