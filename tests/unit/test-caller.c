/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-caller.h"

#include "private-bus.h"
#include "service-agent-fixture.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Identifies a caller by its process. */

static char *
program_of (int pid)
{
  g_autofree char *link = g_strdup_printf ("/proc/%d/exe", pid);
  g_autofree char *target = g_file_read_link (link, NULL);

  return target != NULL ? g_path_get_basename (target) : NULL;
}

static void
test_own_process (void)
{
  g_autoptr (PaddockCaller) caller = paddock_caller_new_for_pid (":1.7", (guint32) getpid (), NULL);
  g_autofree char *program = program_of (getpid ());
  g_autofree char *parent = program_of (getppid ());
  g_autofree char *start = g_strdup_printf ("%s (%d)", program, getpid ());

  g_assert_cmpstr (caller->bus_name, ==, ":1.7");
  g_assert_cmpuint (caller->pid, ==, (guint32) getpid ());
  g_assert_true (caller->is_admitted);
  g_assert_true (g_str_has_prefix (caller->label, start));
  if (parent != NULL && getppid () > 1) {
    g_autofree char *ancestor = g_strdup_printf (" ← %s", parent);

    g_assert_true (g_str_has_prefix (caller->label + strlen (start), ancestor));
  }
}

/* Creates a chain of processes, each the child of the one before. The innermost writes its
 * label. */
static void
write_label_of_descendant (int depth,
                           int fd)
{
  pid_t pid = fork ();

  if (pid == 0) {
    if (depth > 0) {
      write_label_of_descendant (depth - 1, fd);
    } else {
      g_autoptr (PaddockCaller) caller = paddock_caller_new_for_pid ("", (guint32) getpid (), NULL);

      if (write (fd, caller->label, strlen (caller->label)) < 0)
        _exit (1);
    }
    _exit (0);
  }
  waitpid (pid, NULL, 0);
}

static void
test_ancestors_are_bounded (void)
{
  char label[4096] = "";
  const char *arrow = label;
  guint n = 0;
  int fds[2];

  g_assert_cmpint (pipe (fds), ==, 0);
  write_label_of_descendant (12, fds[1]);
  close (fds[1]);
  g_assert_cmpint (read (fds[0], label, sizeof label - 1), >, 0);
  close (fds[0]);
  while ((arrow = strstr (arrow, "←")) != NULL) {
    arrow += strlen ("←");
    n++;
  }
  g_assert_cmpuint (n, ==, 8);
}

static void
test_not_admitted (void)
{
  pid_t dead = fork ();
  guint32 pids[] = { 0, 0, G_MAXUINT32, G_MAXINT32 };

  if (dead == 0)
    _exit (0);
  g_assert_cmpint (waitpid (dead, NULL, 0), ==, dead);
  if (g_file_test ("/.flatpak-info", G_FILE_TEST_EXISTS)) {
    g_test_skip ("inside Flatpak nobody outside can be looked at");
    return;
  }

  pids[1] = (guint32) dead;
  for (gsize i = 0; i < G_N_ELEMENTS (pids); i++) {
    g_autoptr (PaddockCaller) caller = paddock_caller_new_for_pid (":1.1", pids[i], NULL);
    g_autofree char *label = g_strdup_printf ("(%u)", pids[i]);

    g_assert_false (caller->is_admitted);
    g_assert_cmpstr (caller->label, ==, label);
  }
}

/* Starts a program of this name, and returns the text about it. @own: (nullable): the path that
 * counts as Paddock's own command; "": that of this program */
static char *
describe_program (const char *name,
                  const char *own)
{
  g_autofree char *directory = g_dir_make_tmp ("paddock-test-XXXXXX", NULL);
  g_autofree char *program = g_build_filename (directory, name, NULL);
  const char *own_programs[] = { own != NULL && *own == '\0' ? program : own, NULL };
  g_autoptr (PaddockProofs) proofs = paddock_proofs_new (NULL, own_programs);
  g_autofree char *sleep = g_find_program_in_path ("sleep");
  g_autofree char *contents = NULL;
  const char *argv[] = { program, "1000", NULL };
  g_autoptr (PaddockCaller) caller = NULL;
  gsize length;
  GPid pid;

  g_assert_true (g_file_get_contents (sleep, &contents, &length, NULL));
  g_assert_true (g_file_set_contents_full (program, contents, (gssize) length,
                                           G_FILE_SET_CONTENTS_NONE, 0755, NULL));
  g_assert_true (g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                                &pid, NULL));
  caller = paddock_caller_new_for_pid (":1.1", (guint32) pid, proofs);
  g_assert_true (caller->is_admitted);

  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  g_assert_cmpint (unlink (program), ==, 0);
  g_assert_cmpint (rmdir (directory), ==, 0);
  return g_strdup (caller->label);
}

/* A program can choose its name, so the label is escaped. */
static void
test_name_is_escaped (void)
{
  g_autofree char *odd = describe_program ("a\nb\342\200\256) S 1", NULL);
  g_autofree char *forged = describe_program ("paddock (1 ✓) ← bash ← claude", NULL);

  g_assert_null (strchr (odd, '\n'));
  g_assert_null (strstr (odd, "\342\200\256"));
  g_assert_nonnull (strstr (odd, "← "));
  g_assert_true (g_str_has_prefix (forged,
                                   "paddock (1 \\u{2713}) \\u{2190} bash \\u{2190} claude ("));
  g_assert_null (strstr (forged, "✓"));
}

/* Only the program at the right path is Paddock's own command, whatever others are called. */
static void
test_own_command (void)
{
  g_autofree char *own = describe_program ("paddock", "");
  g_autofree char *impostor = describe_program ("paddock", "/usr/bin/paddock");
  g_autofree char *other = describe_program ("other", "");

  g_assert_nonnull (strstr (own, " ✓) ← "));
  g_assert_true (g_str_has_prefix (own, "paddock ("));
  g_assert_true (g_str_has_prefix (impostor, "paddock ("));
  g_assert_null (strstr (impostor, "✓"));
  g_assert_null (strstr (other, "✓"));
}

static void
test_found_on_the_bus (void)
{
  g_autoptr (GTestDBus) bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_autoptr (GDBusConnection) connection = NULL;
  g_autoptr (GAsyncResult) found = NULL;
  g_autoptr (GAsyncResult) missing = NULL;
  g_autoptr (PaddockCaller) caller = NULL;
  g_autoptr (GError) error = NULL;

  private_bus_up (bus);
  connection = g_dbus_connection_new_for_address_sync (
    g_test_dbus_get_bus_address (bus),
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
    NULL, NULL, &error);
  g_assert_no_error (error);

  paddock_caller_find_async (connection, g_dbus_connection_get_unique_name (connection), NULL,
                             on_result, &found);
  paddock_caller_find_async (connection, ":1.999", NULL, on_result, &missing);
  WAIT_FOR (found != NULL && missing != NULL);
  caller = paddock_caller_find_finish (found, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (caller->pid, ==, (guint32) getpid ());
  g_assert_cmpstr (caller->bus_name, ==, g_dbus_connection_get_unique_name (connection));
  g_assert_null (paddock_caller_find_finish (missing, &error));
  g_assert_nonnull (error);

  g_dbus_connection_close_sync (connection, NULL, NULL);
  g_test_dbus_down (bus);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/caller/own-process", test_own_process);
  g_test_add_func ("/caller/ancestors-are-bounded", test_ancestors_are_bounded);
  g_test_add_func ("/caller/not-admitted", test_not_admitted);
  g_test_add_func ("/caller/name-is-escaped", test_name_is_escaped);
  g_test_add_func ("/caller/own-command", test_own_command);
  g_test_add_func ("/caller/found-on-the-bus", test_found_on_the_bus);
  return g_test_run ();
}
