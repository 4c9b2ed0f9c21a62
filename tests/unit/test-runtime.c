/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-runtime.h"

#include "paddock-names.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* main () makes XDG_RUNTIME_DIR a directory of the test's own; each test begins with it empty. */

static char *
dup_problem_path (void)
{
  g_autofree char *directory = paddock_runtime_dup_directory ();

  return g_build_filename (directory, "last-problem", NULL);
}

static void
clean (void)
{
  g_autofree char *directory = paddock_runtime_dup_directory ();
  g_autofree char *parent = g_path_get_dirname (directory);
  g_autofree char *path = dup_problem_path ();

  g_remove (path);
  g_rmdir (directory);
  g_rmdir (parent);
}

static void
test_directory (void)
{
  const char *base = g_getenv ("XDG_RUNTIME_DIR");
  g_autofree char *expected = g_build_filename (base, "app", PADDOCK_APP_ID, NULL);
  g_autofree char *directory = paddock_runtime_dup_directory ();
  g_autofree char *kept = g_strdup (base);
  g_autofree char *fallback = NULL;
  g_autofree char *relative = NULL;

  g_assert_cmpstr (directory, ==, expected);

  /* Only an absolute path counts (XDG Base Directory, "must be absolute"). */
  g_setenv ("XDG_RUNTIME_DIR", "relative", TRUE);
  relative = paddock_runtime_dup_directory ();
  g_unsetenv ("XDG_RUNTIME_DIR");
  fallback = paddock_runtime_dup_directory ();
  g_setenv ("XDG_RUNTIME_DIR", kept, TRUE);
  g_assert_cmpstr (relative, ==, fallback);
  g_assert_true (g_path_is_absolute (fallback));
  g_assert_true (g_str_has_suffix (fallback, "/app/" PADDOCK_APP_ID));
}

static void
test_left_and_found (void)
{
  gint64 before = g_get_real_time ();
  g_autofree char *found = NULL;
  g_autofree char *path = dup_problem_path ();
  struct stat info;

  g_assert_null (paddock_runtime_find_problem (before));
  paddock_runtime_leave_problem ("The disk is full");
  paddock_runtime_leave_problem ("  The disk is still full\n");
  found = paddock_runtime_find_problem (before);
  g_assert_cmpstr (found, ==, "The disk is still full");
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmphex (info.st_mode & 07777, ==, 0600);

  paddock_runtime_clear_problem ();
  paddock_runtime_clear_problem ();
  g_assert_null (paddock_runtime_find_problem (0));
  clean ();
}

/* A problem of an earlier service does not explain what happens now. */
static void
test_old (void)
{
  g_autofree char *found = NULL;

  paddock_runtime_leave_problem ("yesterday's");
  g_assert_null (paddock_runtime_find_problem (g_get_real_time () + G_USEC_PER_SEC));
  found = paddock_runtime_find_problem (g_get_real_time () - G_USEC_PER_SEC);
  g_assert_cmpstr (found, ==, "yesterday's");
  clean ();
}

static void
test_odd_files (void)
{
  g_autofree char *path = dup_problem_path ();
  g_autofree char *directory = paddock_runtime_dup_directory ();
  g_autofree char *long_text = g_strnfill (PADDOCK_RUNTIME_PROBLEM_MAX * 2, 'x');
  g_autofree char *shortened = NULL;
  g_autofree char *repaired = NULL;

  g_assert_cmpint (g_mkdir_with_parents (directory, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, " \n", -1, NULL));
  g_assert_null (paddock_runtime_find_problem (0));
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_assert_null (paddock_runtime_find_problem (0));
  g_assert_true (g_file_set_contents (path, "caf\xe9", -1, NULL));
  repaired = paddock_runtime_find_problem (0);
  g_assert_cmpstr (repaired, ==, "caf\xef\xbf\xbd");
  g_assert_true (g_file_set_contents (path, long_text, -1, NULL));
  shortened = paddock_runtime_find_problem (0);
  g_assert_cmpuint (strlen (shortened), ==, PADDOCK_RUNTIME_PROBLEM_MAX);

  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (symlink ("/etc/passwd", path), ==, 0);
  g_assert_null (paddock_runtime_find_problem (0));
  g_assert_cmpint (g_remove (path), ==, 0);
  /* Nobody writes into it: to open it must not wait. */
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_null (paddock_runtime_find_problem (0));
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  g_assert_null (paddock_runtime_find_problem (0));
  paddock_runtime_leave_problem ("cannot be left");
  paddock_runtime_clear_problem ();
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_DIR));
  clean ();
}

/* What the environment says, in this order. It runs in a process of its own, because GLib remembers
 * it. */
static void
test_socket_path (void)
{
  g_autofree char *run_user = g_strdup_printf ("/run/user/%lu", (gulong) getuid ());

  if (g_test_subprocess ()) {
    g_autofree char *by_variable = NULL;
    g_autofree char *by_runtime_dir = NULL;
    g_autofree char *without = NULL;
    g_autofree char *relative = NULL;

    g_setenv ("PADDOCK_SOCKET", "/tmp/own.sock", TRUE);
    g_setenv ("XDG_RUNTIME_DIR", "/tmp/runtime", TRUE);
    by_variable = paddock_runtime_dup_socket_path ();
    g_assert_cmpstr (by_variable, ==, "/tmp/own.sock");

    g_setenv ("PADDOCK_SOCKET", "", TRUE);
    by_runtime_dir = paddock_runtime_dup_socket_path ();
    g_assert_cmpstr (by_runtime_dir, ==, "/tmp/runtime/app/" PADDOCK_APP_ID "/mcp.sock");

    g_unsetenv ("XDG_RUNTIME_DIR");
    without = paddock_runtime_dup_socket_path ();
    g_assert_true (g_str_has_suffix (without, "/app/" PADDOCK_APP_ID "/mcp.sock"));
    if (g_file_test (run_user, G_FILE_TEST_IS_DIR))
      g_assert_true (g_str_has_prefix (without, run_user));

    g_setenv ("XDG_RUNTIME_DIR", "relative", TRUE);
    relative = paddock_runtime_dup_socket_path ();
    g_assert_true (g_path_is_absolute (relative));
    return;
  }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
}

static void
test_bus_address (void)
{
  if (g_test_subprocess ()) {
    g_autofree char *by_variable = NULL;
    g_autofree char *by_runtime_dir = NULL;
    g_autofree char *without = NULL;

    g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/x", TRUE);
    by_variable = paddock_runtime_dup_bus_address ();
    g_assert_cmpstr (by_variable, ==, "unix:path=/x");

    g_setenv ("DBUS_SESSION_BUS_ADDRESS", "", TRUE);
    g_setenv ("XDG_RUNTIME_DIR", "/tmp/run,time", TRUE);
    by_runtime_dir = paddock_runtime_dup_bus_address ();
    g_assert_cmpstr (by_runtime_dir, ==, "unix:path=/tmp/run%2Ctime/bus");

    g_unsetenv ("XDG_RUNTIME_DIR");
    without = paddock_runtime_dup_bus_address ();
    g_assert_true (g_str_has_prefix (without, "unix:path=/"));
    g_assert_true (g_str_has_suffix (without, "/bus"));
    return;
  }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *directory = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  int status;

  g_setenv ("XDG_RUNTIME_DIR", directory, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/runtime/directory", test_directory);
  g_test_add_func ("/runtime/left-and-found", test_left_and_found);
  g_test_add_func ("/runtime/old", test_old);
  g_test_add_func ("/runtime/odd-files", test_odd_files);
  g_test_add_func ("/runtime/socket-path", test_socket_path);
  g_test_add_func ("/runtime/bus-address", test_bus_address);
  status = g_test_run ();
  g_rmdir (directory);
  return status;
}
