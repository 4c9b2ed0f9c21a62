/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-login.h"

#include "paddock-runtime.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* main () makes XDG_RUNTIME_DIR a directory of the test's own; each test begins with it empty. */

static char *
dup_mark_path (void)
{
  g_autofree char *directory = paddock_runtime_dup_directory ();

  return g_build_filename (directory, "login", NULL);
}

static void
log_out (void)
{
  g_autofree char *directory = paddock_runtime_dup_directory ();
  g_autofree char *parent = g_path_get_dirname (directory);
  g_autofree char *mark = dup_mark_path ();

  g_remove (mark);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
  g_assert_cmpint (g_rmdir (parent), ==, 0);
}

static void
test_same_and_other (void)
{
  g_autofree char *first = paddock_login_dup_name ();
  g_autofree char *again = paddock_login_dup_name ();
  g_autofree char *mark = dup_mark_path ();
  g_autofree char *boot_id = NULL;
  g_autofree char *later = NULL;
  struct stat info;

  g_assert_nonnull (first);
  g_assert_cmpstr (again, ==, first);
  g_assert_null (strchr (first, ' '));
  g_assert_true (g_file_get_contents ("/proc/sys/kernel/random/boot_id", &boot_id, NULL, NULL));
  g_assert_true (g_str_has_prefix (first, g_strchomp (boot_id)));

  /* Nobody cleans it up for its age, and nobody else can read it. */
  g_assert_cmpint (g_lstat (mark, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 07777, ==, S_ISVTX | 0600);

  /* log_out () fails if anything else is left, so there was no draft. */
  log_out ();
  later = paddock_login_dup_name ();
  g_assert_nonnull (later);
  g_assert_cmpstr (later, !=, first);
  log_out ();
}

/* A file that is no mark does not count as one, and stays as it is. */
static void
test_no_mark (void)
{
  static const char * const texts[] = {
    "", "\n", "x", "01234567-89ab-cdef-0123-456789abcde", "01234567-89ab-cdef-0123-456789abcdefg",
    "01234567-89AB-CDEF-0123-456789ABCDEF", "01234567-89ab-cdef-0123-456789abcde ",
    "01234567 89ab cdef 0123 456789abcdef", "login:01234567-89ab-cdef-0123-456789ab",
  };
  g_autofree char *made = paddock_login_dup_name ();
  g_autofree char *mark = dup_mark_path ();
  g_autofree char *directory = g_path_get_dirname (mark);
  g_autofree char *target = g_build_filename (directory, "target", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *name = NULL;
    g_autofree char *text = NULL;

    g_test_message ("%s", texts[i]);
    g_assert_true (g_file_set_contents (mark, texts[i], -1, NULL));
    name = paddock_login_dup_name ();
    g_assert_null (name);
    g_assert_true (g_file_get_contents (mark, &text, NULL, NULL));
    g_assert_cmpstr (text, ==, texts[i]);
  }

  /* A link, a pipe, a directory: this waits for none of them. */
  g_remove (mark);
  g_assert_true (g_file_set_contents (target, "01234567-89ab-cdef-0123-456789abcdef", -1, NULL));
  g_assert_cmpint (symlink (target, mark), ==, 0);
  g_assert_null (paddock_login_dup_name ());
  g_remove (mark);
  g_assert_cmpint (mkfifo (mark, 0600), ==, 0);
  g_assert_null (paddock_login_dup_name ());
  g_remove (mark);
  g_assert_cmpint (g_mkdir (mark, 0700), ==, 0);
  g_assert_null (paddock_login_dup_name ());
  g_rmdir (mark);
  g_remove (target);
  log_out ();
}

static void
test_no_directory (void)
{
  g_autofree char *kept = g_strdup (g_getenv ("XDG_RUNTIME_DIR"));
  g_autofree char *file = g_build_filename (kept, "file", NULL);

  g_assert_true (g_file_set_contents (file, "", -1, NULL));
  g_setenv ("XDG_RUNTIME_DIR", file, TRUE);
  g_assert_null (paddock_login_dup_name ());
  g_setenv ("XDG_RUNTIME_DIR", kept, TRUE);
  g_remove (file);
}

static gpointer
find_name (gpointer data)
{
  return paddock_login_dup_name ();
}

/* If many begin at once, one wins for all. */
static void
test_at_once (void)
{
  g_autofree char *name = NULL;
  GThread *threads[8];

  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("login", find_name, NULL);
  name = paddock_login_dup_name ();
  g_assert_nonnull (name);
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++) {
    g_autofree char *found = g_thread_join (threads[i]);

    g_assert_cmpstr (found, ==, name);
  }
  log_out ();
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *directory = g_dir_make_tmp ("paddock-login-XXXXXX", NULL);
  int result;

  g_setenv ("XDG_RUNTIME_DIR", directory, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/login/same-and-other", test_same_and_other);
  g_test_add_func ("/login/no-mark", test_no_mark);
  g_test_add_func ("/login/no-directory", test_no_directory);
  g_test_add_func ("/login/at-once", test_at_once);
  result = g_test_run ();
  g_rmdir (directory);
  return result;
}
