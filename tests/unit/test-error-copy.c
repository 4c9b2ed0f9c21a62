/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-error-copy.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Puts the end of a pipe in the place of standard error. Returns the other end, and the old one. */
static int
replace_error (int *out_old)
{
  int ends[2];

  g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
  *out_old = fcntl (STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  g_assert_cmpint (dup2 (ends[1], STDERR_FILENO), ==, STDERR_FILENO);
  close (ends[1]);
  return ends[0];
}

static void
restore_error (int old)
{
  g_assert_cmpint (dup2 (old, STDERR_FILENO), ==, STDERR_FILENO);
  close (old);
}

static void
write_text (int         fd,
            const char *text)
{
  g_assert_cmpint (write (fd, text, strlen (text)), ==, (gssize) strlen (text));
}

/* All that the server wrote is there when the copy has ended. */
static void
test_copied (void)
{
  for (guint times = 0; times < 50; times++) {
    char text[64] = "";
    int ends[2], old, read_end;
    PaddockErrorCopy *copy;

    g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
    read_end = replace_error (&old);
    copy = paddock_error_copy_new (ends[0], TRUE);
    write_text (ends[1], "first\n");
    write_text (ends[1], "last, without an end of line");
    close (ends[1]);
    paddock_error_copy_end (copy);
    restore_error (old);
    g_assert_cmpint (read (read_end, text, sizeof text - 1), >, 0);
    g_assert_cmpstr (text, ==, "first\nlast, without an end of line");
    close (read_end);
  }
}

/* What another process of the server holds open does not hold up the end. What it writes later is
 * copied all the same. */
static void
test_still_open (void)
{
  gint64 begin = g_get_monotonic_time ();
  char text[64] = "";
  int ends[2], old, read_end;
  PaddockErrorCopy *copy;

  g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
  read_end = replace_error (&old);
  copy = paddock_error_copy_new (ends[0], TRUE);
  paddock_error_copy_end (copy);
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, PADDOCK_ERROR_COPY_END_MS * 1000);
  write_text (ends[1], "late");
  g_assert_cmpint (read (read_end, text, sizeof text - 1), ==, 4);
  restore_error (old);
  g_assert_cmpstr (text, ==, "late");
  close (ends[1]);
  close (read_end);
}

/* If nobody reads, the rest is dropped, and the server can go on. */
static void
test_no_reader (void)
{
  g_autofree char *much = g_strnfill (100000, 'x');
  int ends[2], old;
  PaddockErrorCopy *copy;

  g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
  close (replace_error (&old));
  copy = paddock_error_copy_new (ends[0], TRUE);
  write_text (ends[1], much);
  close (ends[1]);
  paddock_error_copy_end (copy);
  restore_error (old);
}

/* More than a pipe holds comes in order. */
static void
test_much (void)
{
  g_autofree char *text = g_malloc (300001);
  gsize length = 0;
  int ends[2], old, read_end;
  PaddockErrorCopy *copy;
  gssize n;

  g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
  read_end = replace_error (&old);
  copy = paddock_error_copy_new (ends[0], TRUE);
  for (guint i = 0; i < 300; i++) {
    g_autofree char *part = g_strnfill (1000, 'a' + i % 26);

    write_text (ends[1], part);
    while (length < (i + 1) * 1000 && (n = read (read_end, text + length, 300000 - length)) > 0)
      length += n;
  }
  close (ends[1]);
  paddock_error_copy_end (copy);
  restore_error (old);
  close (read_end);
  g_assert_cmpuint (length, ==, 300000);
  for (guint i = 0; i < 300000; i++)
    g_assert_cmpint (text[i], ==, 'a' + i / 1000 % 26);
}

/* Without the network, a line says what to do if npm or uv lacks a package, however it comes. */
static void
test_hint (void)
{
  static const struct {
    const char *parts[3];
    gboolean    has_network, has_hint;
  } rows[] = {
    { { "npm error code ENOTCACHED\n" }, FALSE, TRUE },
    { { "npm error code ENOTCACHED\n", "ENOTCACHED\n" }, FALSE, TRUE },
    { { "npm error code ENOT", "CACHED\n" }, FALSE, TRUE },
    { { "npm error code E", "NOTCACHE", "D\n" }, FALSE, TRUE },
    { { "Packages were unavailable because the network was disabled.\n" }, FALSE, TRUE },
    { { "Network connectivity is dis", "abled\n" }, FALSE, TRUE },
    { { "npm error code ENOTCACHED\n" }, TRUE, FALSE },
    { { "npm error code ENOTFOUND\n" }, FALSE, FALSE },
    { { "ENOT", "\n", "CACHED\n" }, FALSE, FALSE },
    { { NULL }, FALSE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GString) expected = g_string_new (NULL);
    char text[1024] = "";
    int ends[2], old, read_end;
    PaddockErrorCopy *copy;

    g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
    read_end = replace_error (&old);
    copy = paddock_error_copy_new (ends[0], rows[i].has_network);
    for (gsize j = 0; j < G_N_ELEMENTS (rows[i].parts) && rows[i].parts[j] != NULL; j++) {
      write_text (ends[1], rows[i].parts[j]);
      g_string_append (expected, rows[i].parts[j]);
      g_usleep (10000);
    }
    if (rows[i].has_hint)
      g_string_append (expected, "This server’s package is not on this computer yet. Start the "
                       "server once with --confine-network=host\n");
    close (ends[1]);
    paddock_error_copy_end (copy);
    restore_error (old);
    g_assert_cmpint (read (read_end, text, sizeof text - 1), >=, 0);
    g_assert_cmpstr (text, ==, expected->str);
    close (read_end);
  }
}

int
main (int    argc,
      char **argv)
{
  signal (SIGPIPE, SIG_IGN);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/error-copy/copied", test_copied);
  g_test_add_func ("/error-copy/still-open", test_still_open);
  g_test_add_func ("/error-copy/no-reader", test_no_reader);
  g_test_add_func ("/error-copy/hint", test_hint);
  g_test_add_func ("/error-copy/much", test_much);
  return g_test_run ();
}
