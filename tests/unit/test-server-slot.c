/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paddock-error.h"
#include "paddock-server-slot.h"

/* The test is the host, with a pipe in each direction. The servers are scripts. Lines that begin
 * with "no" go no further. Reports are recorded as text. */

#define DEADLINE (20 * G_USEC_PER_SEC)

typedef struct {
  PaddockServerSlot  *slot;
  PaddockFilter       filter;
  const char         *argv[5];
  PaddockChildOptions options;
  int                 to_slot;
  int                 from_slot;
  GString            *heard;         /* by the host */
  GString            *log;
  guint               n_more;        /* servers that follow one that has ended */
  gboolean            cannot_follow;
  gboolean            is_left_empty; /* no server follows at first */
  gboolean            is_over;
} Fixture;

static sigset_t mask_before;

static gboolean
passes (PaddockFilter  *filter,
        PaddockMessage *message)
{
  return message->text.length < 2 || memcmp (message->text.start, "no", 2) != 0;
}

/* The output of a process was not checked. */
static gboolean
begin_long (PaddockFilter *filter,
            PaddockWay     way,
            gboolean       is_vouched)
{
  g_assert_false (is_vouched);
  return TRUE;
}

static const PaddockFilterFuncs filter_funcs = {
  .to_server = passes,
  .to_host = passes,
  .begin_long = begin_long,
};

static void
host_ended (gpointer user_data)
{
  g_string_append (((Fixture *) user_data)->log, "host;");
}

static void
server_ended (gpointer user_data)
{
  g_string_append (((Fixture *) user_data)->log, "server;");
}

static gboolean
exited (gpointer user_data)
{
  Fixture *fixture = user_data;

  g_string_append (fixture->log, "exited;");
  if (fixture->n_more == 0)
    return FALSE;
  fixture->n_more--;
  if (fixture->cannot_follow)
    paddock_server_slot_close (fixture->slot);
  else if (fixture->is_left_empty)
    paddock_server_slot_clear (fixture->slot);
  else
    g_assert_true (paddock_server_slot_start (fixture->slot, &fixture->options, NULL));
  return TRUE;
}

static void
dismissed (int      signal_number,
           gpointer user_data)
{
  g_assert_cmpint (signal_number, ==, SIGTERM);
  g_string_append (((Fixture *) user_data)->log, "dismissed;");
}

static void
over (gpointer user_data)
{
  Fixture *fixture = user_data;

  g_assert_false (fixture->is_over);
  fixture->is_over = TRUE;
}

static const PaddockServerSlotFuncs funcs = {
  .host_ended = host_ended,
  .server_ended = server_ended,
  .exited = exited,
  .dismissed = dismissed,
  .over = over,
};

static void
set_up_full (Fixture    *fixture,
             const char *script,
             const char *argument,
             gboolean    can_be_empty)
{
  const char * const argv[] = { "sh", "-c", script, argument, NULL };
  g_autoptr (GError) error = NULL;
  int in[2], out[2];

  memset (fixture, 0, sizeof *fixture);
  fixture->heard = g_string_new (NULL);
  fixture->log = g_string_new (NULL);
  g_assert_cmpint (pipe2 (in, O_CLOEXEC | O_NONBLOCK), ==, 0);
  g_assert_cmpint (pipe2 (out, O_CLOEXEC | O_NONBLOCK), ==, 0);
  fixture->to_slot = in[1];
  fixture->from_slot = out[0];
  memcpy (fixture->argv, argv, sizeof argv);
  fixture->options.argv = fixture->argv;
  fixture->slot = paddock_server_slot_new (&funcs, fixture);
  fixture->filter.funcs = &filter_funcs;
  paddock_filter_chain_add (paddock_server_slot_get_chain (fixture->slot), &fixture->filter);
  paddock_server_slot_prepare (fixture->slot, TRUE, &error);
  g_assert_no_error (error);
  paddock_server_slot_start (fixture->slot, &fixture->options, &error);
  g_assert_no_error (error);
  paddock_server_slot_open (fixture->slot, in[0], out[1], can_be_empty);
}

static void
set_up (Fixture    *fixture,
        const char *script,
        const char *argument)
{
  set_up_full (fixture, script, argument, FALSE);
}

static void
tear_down (Fixture *fixture)
{
  paddock_server_slot_free (fixture->slot);
  g_string_free (fixture->heard, TRUE);
  g_string_free (fixture->log, TRUE);
  if (fixture->to_slot >= 0)
    close (fixture->to_slot);
  if (fixture->from_slot >= 0)
    close (fixture->from_slot);
  /* The next server gets what this one got. */
  sigprocmask (SIG_SETMASK, &mask_before, NULL);
}

static void
host_says (Fixture    *fixture,
           const char *text)
{
  g_assert_cmpint (write (fixture->to_slot, text, strlen (text)), ==, strlen (text));
}

static void
hang_up (int *fd)
{
  close (*fd);
  *fd = -1;
}

static void
listen_once (Fixture *fixture)
{
  char data[4096];
  gssize n;

  g_main_context_iteration (NULL, FALSE);
  while (fixture->from_slot >= 0 && (n = read (fixture->from_slot, data, sizeof data)) > 0)
    g_string_append_len (fixture->heard, data, n);
}

static void
await_heard (Fixture    *fixture,
             const char *text)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;

  while (strstr (fixture->heard->str, text) == NULL) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    listen_once (fixture);
  }
}

static int
await_over (Fixture *fixture)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;
  int status = -1;

  while (!fixture->is_over) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    listen_once (fixture);
  }
  listen_once (fixture);
  paddock_server_slot_reap (fixture->slot, &status);
  return status;
}

static void
test_lines (void)
{
  Fixture fixture;
  g_autoptr (GBytes) told = g_bytes_new_static ("told", 4);
  g_autoptr (GBytes) answer = g_bytes_new_static ("answer", 6);
  PaddockMessage forward = { .text = { "forward", 7 } };

  set_up (&fixture, "sed -u 's/^hide/no/'; echo bye; exit 3", NULL);
  host_says (&fixture, "one\nno two\nhide\nthree\n");
  await_heard (&fixture, "three\n");
  paddock_filter_send_line (&fixture.filter, PADDOCK_TO_HOST, told);
  paddock_filter_answer_server (&fixture.filter, answer);
  paddock_filter_send (&fixture.filter, PADDOCK_TO_SERVER, &forward);
  await_heard (&fixture, "forward\n");
  hang_up (&fixture.to_slot);
  g_assert_cmpint (WEXITSTATUS (await_over (&fixture)), ==, 3);
  g_assert_cmpstr (fixture.heard->str, ==, "one\nthree\ntold\nanswer\nforward\nbye\n");
  g_assert_true (g_str_has_prefix (fixture.log->str, "host;"));
  tear_down (&fixture);
}

/* What the server wrote is passed on, even if somebody else still holds its end of the pipe. */
static void
test_last_words (void)
{
  Fixture fixture;
  gint64 before = g_get_monotonic_time ();

  set_up (&fixture, "sleep 1000 & i=0; while [ $i -lt 500 ]; do echo line $i; i=$((i + 1)); done;"
          "kill -KILL $$", NULL);
  g_assert_cmpint (WTERMSIG (await_over (&fixture)), ==, SIGKILL);
  g_assert_true (g_str_has_suffix (fixture.heard->str, "\nline 499\n"));
  g_assert_cmpint (g_get_monotonic_time () - before, <, DEADLINE);
  tear_down (&fixture);
}

/* A server is cut off and another takes its place. Then that happens again. */
static void
test_next_server (void)
{
  Fixture fixture;
  g_autoptr (GBytes) greeting = g_bytes_new_static ("greeting", 8);

  set_up (&fixture, "trap 'echo unheard; exit' TERM; echo ready $$; while read line; do "
          "echo $$ got $line; done", NULL);
  fixture.n_more = 2;
  for (guint i = 0; i < 3; i++) {
    await_heard (&fixture, "ready");
    paddock_filter_answer_server (&fixture.filter, greeting);
    await_heard (&fixture, "got greeting\n");
    paddock_server_slot_set_host_unread (fixture.slot, FALSE);
    host_says (&fixture, "line\n");
    await_heard (&fixture, "got line\n");
    g_assert_null (strstr (fixture.heard->str, "unheard"));
    g_string_truncate (fixture.heard, 0);
    paddock_server_slot_stop (fixture.slot, SIGTERM);
    host_says (&fixture, "early\n");
    if (i < 2)
      await_heard (&fixture, "ready");
    g_assert_null (strstr (fixture.heard->str, "early"));
  }
  await_over (&fixture);
  g_assert_cmpstr (fixture.log->str, ==, "exited;exited;exited;");
  tear_down (&fixture);
}

/* No server follows: what the host was told is written first. */
static void
test_no_next_server (void)
{
  Fixture fixture;
  g_autofree char *text = g_strnfill (3 * 1024 * 1024, 'x');
  g_autoptr (GBytes) line = g_bytes_new (text, strlen (text));
  int status;

  set_up (&fixture, "exec sleep 60", NULL);
  fixture.n_more = 1;
  fixture.cannot_follow = TRUE;
  paddock_server_slot_stop (fixture.slot, SIGKILL);
  paddock_filter_send_line (&fixture.filter, PADDOCK_TO_HOST, line);
  status = await_over (&fixture);
  g_assert_cmpint (WTERMSIG (status), ==, SIGKILL);
  g_assert_cmpuint (fixture.heard->len, ==, strlen (text) + 1);
  g_assert_false (paddock_server_slot_reap (fixture.slot, &status));
  tear_down (&fixture);
}

/* A server ends, the host goes on without one, and another server follows later. */
static void
test_empty (void)
{
  Fixture fixture;
  g_autofree char *text = g_strnfill (3000, 'x');
  g_autofree char *line = g_strconcat (text, "\n", NULL);
  int status;

  set_up_full (&fixture, "echo last; exec >&-; sleep 0.05; exit 3", NULL, TRUE);
  fixture.n_more = 1;
  fixture.is_left_empty = TRUE;
  await_heard (&fixture, "last\n");
  while (strcmp (fixture.log->str, "exited;") != 0)
    listen_once (&fixture);
  /* Far more than fits into a pipe. */
  for (guint i = 0; i < 200; i++) {
    host_says (&fixture, line);
    for (guint j = 0; j < 5; j++)
      listen_once (&fixture);
  }
  g_assert_false (paddock_server_slot_is_left (fixture.slot));

  fixture.argv[2] = "cat; echo bye; exit 4";
  g_assert_true (paddock_server_slot_start (fixture.slot, &fixture.options, NULL));
  host_says (&fixture, "first\n");
  for (guint i = 0; i < 20; i++)
    listen_once (&fixture);
  g_assert_cmpstr (fixture.heard->str, ==, "last\n");
  paddock_server_slot_set_host_unread (fixture.slot, FALSE);
  await_heard (&fixture, "first\n");
  hang_up (&fixture.to_slot);
  status = await_over (&fixture);
  g_assert_cmpint (WEXITSTATUS (status), ==, 4);
  g_assert_cmpstr (fixture.heard->str, ==, "last\nfirst\nbye\n");
  g_assert_cmpstr (fixture.log->str, ==, "exited;host;exited;");
  tear_down (&fixture);
}

/* If no server follows, all is as usual. A server that closes its output, and goes on, has nothing
 * more to say. */
static void
test_not_empty (void)
{
  static const char * const scripts[] = {
    "i=0; while [ $i -lt 500 ]; do echo line $i; i=$((i + 1)); done; exit 3",
    "echo line 499; exec >&-; until ! read line; do :; done; exit 3",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (scripts); i++) {
    Fixture fixture;

    set_up_full (&fixture, scripts[i], NULL, TRUE);
    await_heard (&fixture, "line 499\n");
    if (i > 0)
      while (strcmp (fixture.log->str, "server;") != 0)
        listen_once (&fixture);
    hang_up (&fixture.to_slot);
    g_assert_cmpint (WEXITSTATUS (await_over (&fixture)), ==, 3);
    tear_down (&fixture);
  }
}

static void
test_no_program (void)
{
  static const struct { const char *program;
                        PaddockError code;
  } table[] = {
    { "no-such-program-anywhere", PADDOCK_ERROR_NOT_FOUND }, { "", PADDOCK_ERROR_NOT_FOUND },
    { "/", PADDOCK_ERROR_REFUSED },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    const char * const argv[] = { table[i].program, NULL };
    g_autoptr (PaddockServerSlot) slot = paddock_server_slot_new (&funcs, NULL);
    g_autoptr (GError) error = NULL;
    int status;

    g_assert_true (paddock_server_slot_prepare (slot, TRUE, &error));
    g_assert_false (paddock_server_slot_start (slot, &(PaddockChildOptions) { .argv = argv },
                                               &error));
    g_assert_error (error, PADDOCK_ERROR, (int) table[i].code);
    g_assert_false (paddock_server_slot_reap (slot, &status));
    sigprocmask (SIG_SETMASK, &mask_before, NULL);
  }
}

/* The host is gone, and the server does not notice: it is ended, at last by force. */
static void
test_host_gone (void)
{
  Fixture fixture;

  set_up (&fixture, "trap '' TERM; echo ready; while :; do sleep 0.05; done", NULL);
  await_heard (&fixture, "ready");
  hang_up (&fixture.to_slot);
  hang_up (&fixture.from_slot);
  g_assert_cmpint (WTERMSIG (await_over (&fixture)), ==, SIGKILL);
  tear_down (&fixture);
}

static void
make_file (const char *folder,
           const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
}

/* A server that does not read its answers is not read either, until it does. */
static void
test_unread_answers (void)
{
  Fixture fixture;
  g_autofree char *folder = g_dir_make_tmp ("paddock-seat-XXXXXX", NULL);
  g_autofree char *said = g_build_filename (folder, "said", NULL);
  g_autofree char *text = g_strnfill (3 * 1024 * 1024, 'x');
  g_autoptr (GBytes) line = g_bytes_new (text, strlen (text));
  gint64 deadline = g_get_monotonic_time () + DEADLINE;

  set_up (&fixture, "echo ready; until [ -e $0/told ]; do sleep 0.01; done; echo asks; >$0/said;"
          "until [ -e $0/reads ]; do sleep 0.01; done; wc -c", folder);
  await_heard (&fixture, "ready\n");
  paddock_filter_answer_server (&fixture.filter, line);
  make_file (folder, "told");
  while (!g_file_test (said, G_FILE_TEST_EXISTS)) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    listen_once (&fixture);
  }
  for (guint i = 0; i < 20; i++)
    listen_once (&fixture);
  g_assert_cmpstr (fixture.heard->str, ==, "ready\n");
  make_file (folder, "reads");
  hang_up (&fixture.to_slot);
  await_over (&fixture);
  g_assert_cmpstr (fixture.heard->str, ==, "ready\nasks\n3145729\n");
  tear_down (&fixture);
  for (guint i = 0; i < 3; i++) {
    static const char * const names[] = { "told", "said", "reads" };
    g_autofree char *path = g_build_filename (folder, names[i], NULL);

    g_unlink (path);
  }
  g_rmdir (folder);
}

static void
test_signals (void)
{
  Fixture fixture;

  set_up (&fixture, "trap 'echo usr1' USR1; trap 'echo term; exit 5' TERM; echo ready;"
          "while :; do sleep 0.02; done", NULL);
  await_heard (&fixture, "ready\n");
  raise (SIGUSR1);
  await_heard (&fixture, "usr1\n");
  g_assert_cmpstr (fixture.log->str, ==, "");
  raise (SIGTERM);
  g_assert_cmpint (WEXITSTATUS (await_over (&fixture)), ==, 5);
  g_assert_cmpstr (fixture.heard->str, ==, "ready\nusr1\nterm\n");
  g_assert_true (g_str_has_prefix (fixture.log->str, "dismissed;"));
  tear_down (&fixture);
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
  sigprocmask (SIG_SETMASK, NULL, &mask_before);
  g_test_add_func ("/server-slot/lines", test_lines);
  g_test_add_func ("/server-slot/last-words", test_last_words);
  g_test_add_func ("/server-slot/next-server", test_next_server);
  g_test_add_func ("/server-slot/no-next-server", test_no_next_server);
  g_test_add_func ("/server-slot/empty", test_empty);
  g_test_add_func ("/server-slot/not-empty", test_not_empty);
  g_test_add_func ("/server-slot/no-program", test_no_program);
  g_test_add_func ("/server-slot/host-gone", test_host_gone);
  g_test_add_func ("/server-slot/unread-answers", test_unread_answers);
  g_test_add_func ("/server-slot/signals", test_signals);
  return g_test_run ();
}
