/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "paddock-stdio.h"

/* Others that have the descriptor do not see that ours does not block. */
static void
test_take (void)
{
  int saved = dup (STDOUT_FILENO), other, taken, fds[2];

  g_assert_cmpint (pipe (fds), ==, 0);
  dup2 (fds[1], STDOUT_FILENO);
  other = dup (STDOUT_FILENO);
  taken = paddock_stdio_steal (STDOUT_FILENO);
  dup2 (saved, STDOUT_FILENO);

  g_assert_cmpint (taken, >=, 3);
  g_assert_true (fcntl (taken, F_GETFL) & O_NONBLOCK);
  g_assert_true (fcntl (taken, F_GETFD) & FD_CLOEXEC);
  g_assert_false (fcntl (other, F_GETFL) & O_NONBLOCK);
  close (fds[0]);
  close (fds[1]);
  close (other);
  close (taken);
  close (saved);
}

/* If the host gave no standard input, it stays empty: it is not the next file that is opened. */
static void
test_fill (void)
{
  int saved = dup (STDIN_FILENO);
  struct stat null, input;

  close (STDIN_FILENO);
  paddock_stdio_reserve ();
  g_assert_cmpint (fstat (STDIN_FILENO, &input), ==, 0);
  g_assert_cmpint (stat ("/dev/null", &null), ==, 0);
  g_assert_cmpint (input.st_rdev, ==, null.st_rdev);
  dup2 (saved, STDIN_FILENO);
  close (saved);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stdio/take", test_take);
  g_test_add_func ("/stdio/fill", test_fill);
  return g_test_run ();
}
