/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <fcntl.h>
#include <glib-unix.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paddock-child.h"
#include "paddock-error.h"

#define DEADLINE (20 * G_USEC_PER_SEC)

static PaddockSignalState before;

static PaddockChild *
spawn (const char *script)
{
  const char * const argv[] = { "sh", "-c", script, NULL };
  g_autoptr (GError) error = NULL;
  PaddockChild *child = paddock_child_spawn (&(PaddockChildOptions) { .argv = argv }, -1, &before,
                                             &error);

  g_assert_no_error (error);
  return child;
}

static int
await_status (PaddockChild *child)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;
  int status;

  while (!paddock_child_reap (child, &status)) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_usleep (1000);
  }
  g_assert_true (paddock_child_has_exited (child));
  return status;
}

static void
test_status (void)
{
  static const struct { const char *script;
                        gboolean is_signal;
                        int value;
  } table[] = {
    { "exit 0", FALSE, 0 }, { "exit 1", FALSE, 1 }, { "exit 255", FALSE, 255 },
    { "kill -TERM $$", TRUE, SIGTERM }, { "kill -KILL $$", TRUE, SIGKILL },
    { "kill -INT $$", TRUE, SIGINT },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autoptr (PaddockChild) child = spawn (table[i].script);
    int status = await_status (child);

    g_assert_cmpint (WIFSIGNALED (status), ==, table[i].is_signal);
    g_assert_cmpint (table[i].is_signal ? WTERMSIG (status) : WEXITSTATUS (status), ==,
                     table[i].value);
  }
}

static void
test_no_program (void)
{
  static const struct { const char *program;
                        PaddockError code;
  } table[] = {
    { "no-such-program-anywhere", PADDOCK_ERROR_NOT_FOUND },
    { "/nowhere/x", PADDOCK_ERROR_NOT_FOUND },
    { "", PADDOCK_ERROR_NOT_FOUND }, { "/", PADDOCK_ERROR_REFUSED },
    { "/dev/null", PADDOCK_ERROR_REFUSED },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    const char * const argv[] = { table[i].program, NULL };
    g_autoptr (GError) error = NULL;

    g_assert_null (paddock_child_spawn (&(PaddockChildOptions) { .argv = argv }, -1, &before,
                                        &error));
    g_assert_error (error, PADDOCK_ERROR, (int) table[i].code);
  }
  g_assert_cmpint (waitpid (-1, NULL, WNOHANG), ==, -1);
}

/* For reading until the end. */
static int
take_output (PaddockChild *child)
{
  int fd = paddock_child_steal_output (child);

  g_assert_true (fcntl (fd, F_GETFL) & O_NONBLOCK);
  g_unix_set_fd_nonblocking (fd, FALSE, NULL);
  return fd;
}

static char *
read_output (PaddockChild *child)
{
  int fd = take_output (child);
  GString *text = g_string_new (NULL);
  char data[512];
  gssize n;

  g_assert_cmpint (paddock_child_steal_output (child), ==, -1);
  while ((n = read (fd, data, sizeof data)) > 0)
    g_string_append_len (text, data, n);
  close (fd);
  return g_string_free (text, FALSE);
}

static void
test_pipes (void)
{
  g_autoptr (PaddockChild) child = spawn ("cat; echo end");
  int fd = paddock_child_steal_input (child);
  g_autofree char *output = NULL;

  g_assert_cmpint (write (fd, "line\n", 5), ==, 5);
  close (fd);
  output = read_output (child);
  g_assert_cmpstr (output, ==, "line\nend\n");
  await_status (child);
}

/* Those that the runner of the test left open. */
static int
count_inherited (void)
{
  int n = 0;

  for (int fd = 3; fd < 1024; fd++) {
    int flags = fcntl (fd, F_GETFD);

    n += flags >= 0 && (flags & FD_CLOEXEC) == 0;
  }
  return n;
}

/* The server gets the signals as they were, a group and a session of its own, and no descriptor of
 * ours. */
static void
test_state (void)
{
  g_autoptr (PaddockChild) child =
    spawn ("grep -E '^Sig(Blk|Ign)' /proc/self/status; set -- /proc/$$/fd/*; echo $#;"
           "cut -d' ' -f5,6,7 /proc/$$/stat");
  g_autofree char *output = read_output (child);
  g_auto (GStrv) lines = g_strsplit (output, "\n", -1);
  pid_t pid = paddock_child_get_pid (child);
  g_autofree char *expected = NULL;

  g_assert_cmpstr (lines[0], ==, "SigBlk:\t0000000000000000");
  g_assert_true (g_str_has_suffix (lines[1], "0000000000000000"));
  g_assert_cmpint (atoi (lines[2]), <=, 4 + count_inherited ());
  expected = g_strdup_printf ("%d %d 0", (int) pid, (int) pid);
  g_assert_cmpstr (lines[3], ==, expected);
  await_status (child);
}

/* A terminal's signal reaches the whole group; another one only the first process. */
static void
test_signals (void)
{
  g_autoptr (PaddockChild) child =
    spawn ("sh -c 'trap \"echo inner\" INT TERM; echo ready; while :; do sleep 0.02; done' &"
           "trap 'echo outer' INT TERM; echo ready; while :; do sleep 0.02; done");
  int fd = take_output (child);
  g_autoptr (GString) text = g_string_new (NULL);
  int wanted = 2, status;
  char byte;

  for (int lines = 0; lines < wanted && read (fd, &byte, 1) == 1;) {
    g_string_append_c (text, byte);
    lines += byte == '\n';
  }
  paddock_child_signal (child, SIGTERM);
  for (int lines = 0; lines < 1 && read (fd, &byte, 1) == 1;) {
    g_string_append_c (text, byte);
    lines += byte == '\n';
  }
  g_assert_cmpstr (text->str, ==, "ready\nready\nouter\n");

  paddock_child_end (child, SIGKILL);
  while (read (fd, &byte, 1) == 1)
    continue;
  close (fd);
  status = await_status (child);
  g_assert_true (WIFSIGNALED (status));
}

static void
await_stopped (pid_t pid)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;
  siginfo_t info = { 0 };

  while (waitid (P_PID, (id_t) pid, &info, WSTOPPED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid != pid) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_usleep (1000);
  }
}

/* A stopped server ends, whoever asks it to; and Ctrl+Z stops one without a terminal. */
static void
test_stopped (void)
{
  static const int numbers[] = { SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGKILL };

  for (gsize i = 0; i < 2 * G_N_ELEMENTS (numbers); i++) {
    int number = numbers[i / 2];
    g_autoptr (PaddockChild) child = spawn ("ulimit -c 0; echo ready; exec sleep 1000");
    int fd = take_output (child);
    char byte;
    int status;

    g_assert_cmpint (read (fd, &byte, 1), ==, 1);
    paddock_child_signal (child, SIGTSTP);
    await_stopped (paddock_child_get_pid (child));
    if (i % 2 == 0)
      paddock_child_signal (child, number);
    else
      paddock_child_end (child, number);
    status = await_status (child);
    g_assert_true (WIFSIGNALED (status));
    g_assert_cmpint (WTERMSIG (status), ==, number);
    close (fd);
  }
}

/* What is left of the group gets TERM before another group can have its number. */
static void
test_rest_of_group (void)
{
  g_autoptr (PaddockChild) child = spawn ("sleep 1000 & echo started");
  int fd = take_output (child);
  char byte;

  await_status (child);
  /* The end is read only when nobody holds the pipe any more. */
  while (read (fd, &byte, 1) == 1)
    continue;
  close (fd);
}

/* The working directory, the environment, and a program whose name differs from argv[0]. */
static void
test_options (void)
{
  static const struct { const char *folders[4];
                        const char *expected;
  } table[] = {
    { { NULL }, NULL }, { { "/", NULL }, "/" }, { { "/usr", "/", NULL }, "/usr" },
    { { "/nowhere", "/dev/null", "/usr", NULL }, "/usr" }, { { "/nowhere", NULL }, NULL },
  };
  g_autofree char *here = g_get_current_dir ();

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    const char * const argv[] = { "no-such-program", "-c", "echo $A$B; pwd -P; echo $0 $1", "\xff",
                                  "{roots}", NULL };
    const char * const environment[] = { "A=b\nc", "PATH=/usr/bin:/bin", NULL };
    g_autoptr (PaddockChild) child = NULL;
    g_autoptr (GError) error = NULL;
    g_autofree char *output = NULL;
    g_autofree char *expected = g_strdup_printf (
      "b c\n%s\n\xff {roots}\n", table[i].expected != NULL ? table[i].expected : here);

    child = paddock_child_spawn (&(PaddockChildOptions) {
      .argv = argv, .program = "/bin/sh", .environment = environment, .folders = table[i].folders,
    }, -1, &before, &error);
    g_assert_no_error (error);
    output = read_output (child);
    g_assert_cmpstr (output, ==, expected);
    await_status (child);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* A shell starts background programs with these ignored, and nohup(1) with the last one. */
  signal (SIGINT, SIG_DFL);
  signal (SIGQUIT, SIG_DFL);
  signal (SIGHUP, SIG_DFL);
  g_assert_cmpint (paddock_signals_open (&before, NULL), >=, 0);
  g_test_add_func ("/child/status", test_status);
  g_test_add_func ("/child/no-program", test_no_program);
  g_test_add_func ("/child/options", test_options);
  g_test_add_func ("/child/pipes", test_pipes);
  g_test_add_func ("/child/state", test_state);
  g_test_add_func ("/child/signals", test_signals);
  g_test_add_func ("/child/stopped", test_stopped);
  g_test_add_func ("/child/rest-of-group", test_rest_of_group);
  return g_test_run ();
}
