/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-process.h"

#include <string.h>
#include <unistd.h>

static void
test_scopes (void)
{
  g_autofree char *scope = paddock_process_dup_scope (getpid (),
                                                      paddock_process_read_start_time (getpid ()));
  g_auto (GStrv) parts = g_strsplit (scope, ":", -1);
  g_autofree char *no_boot = g_strdup_printf (":%s:%s", parts[1], parts[2]);
  g_autofree char *other_boot = g_strdup_printf ("0%s:%s:%s", parts[0], parts[1], parts[2]);
  g_autofree char *other_pid = g_strdup_printf ("%s:1:%s", parts[0], parts[2]);
  g_autofree char *other_start = g_strdup_printf ("%s:%s:1%s", parts[0], parts[1], parts[2]);
  g_autofree char *no_start = g_strdup_printf ("%s:%s:", parts[0], parts[1]);
  g_autofree char *zero_start = g_strdup_printf ("%s:2147483647:0", parts[0]);
  g_autofree char *zero_pid = g_strdup_printf ("%s:0:%s", parts[0], parts[2]);
  g_autofree char *negative = g_strdup_printf ("%s:-1:%s", parts[0], parts[2]);
  g_autofree char *more = g_strdup_printf ("%s:1", scope);
  const char *dead[] = {
    "", ":", "::", ":::", "session:1", no_boot, other_boot, other_pid, other_start, no_start,
    zero_start, zero_pid, negative, more, "not a scope",
  };

  g_assert_cmpuint (g_strv_length (parts), ==, 3);
  g_assert_null (strchr (scope, ' '));
  g_assert_true (paddock_process_scope_is_alive (scope));
  for (gsize i = 0; i < G_N_ELEMENTS (dead); i++) {
    g_assert_false (paddock_process_scope_is_alive (dead[i]));
    g_assert_cmpint (paddock_process_scope_hold (dead[i]), ==, -1);
  }
}

static void
test_start_time (void)
{
  g_assert_cmpuint (paddock_process_read_start_time (getpid ()), >, 0);
  g_assert_cmpuint (paddock_process_read_start_time (0), ==, 0);
  g_assert_cmpuint (paddock_process_read_start_time (G_MAXINT), ==, 0);
}

/* A file is read completely or not at all. */
static void
test_read_file (void)
{
  const char *path = "/proc/sys/kernel/random/boot_id";
  g_autofree char *whole = NULL;
  g_autofree char *at_limit = NULL;
  gsize length = 0;
  gsize again = 0;

  whole = paddock_process_read_file (path, 4096, &length);
  g_assert_cmpuint (length, ==, strlen (whole));
  at_limit = paddock_process_read_file (path, length, &again);
  g_assert_cmpstr (at_limit, ==, whole);
  g_assert_null (paddock_process_read_file (path, length - 1, &again));
  g_assert_null (paddock_process_read_file ("/proc/nothing", 4096, &again));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/process/scopes", test_scopes);
  g_test_add_func ("/process/start-time", test_start_time);
  g_test_add_func ("/process/read-file", test_read_file);
  return g_test_run ();
}
