/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-file-answers.h"

#include "plan-fixtures.h"

#define LATER (NOW + SECONDS (1))

static const PaddockFileCommand base = { "s1", "session 1", "r1", "/home/u/p/.env" };

/* Requests that each differ from the base request in one way. */
static const PaddockFileCommand others[] = {
  { "s2", "session 1", "r1", "/home/u/p/.env" },
  { NULL, "session 1", "r1", "/home/u/p/.env" },
  { "s1", "session 2", "r1", "/home/u/p/.env" },
  { "s1", "session 1", "r1", "/home/u/p/.env2" },
  { "s1", "session 1", "r1", "/home/u/p/.ENV" },
  { "s1", "session 1", "r1", "/home/u/p/" },
  { "s1", "session 1", "r1", "" },
};

static void
assert_peek (PaddockFileAnswers       *answers,
             const PaddockFileCommand *command,
             gint64                    now,
             PaddockFileAnswer         expected)
{
  g_assert_cmpuint (paddock_file_answers_peek (answers, command, now), ==, expected);
  g_assert_cmpuint (paddock_file_answers_peek (answers, command, now), ==, expected);
}

static void
assert_others (PaddockFileAnswers *answers,
               gboolean            other_session_too)
{
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++) {
    if (other_session_too || g_str_equal (others[i].session, base.session))
      assert_peek (answers, &others[i], NOW, PADDOCK_FILE_UNDECIDED);
  }
}

static void
test_nothing (void)
{
  g_autoptr (PaddockFileAnswers) answers = paddock_file_answers_new ();

  assert_peek (answers, &base, NOW, PADDOCK_FILE_UNDECIDED);
  g_assert_cmpuint (paddock_file_answers_use (answers, &base, NOW, NULL), ==,
                    PADDOCK_FILE_UNDECIDED);
}

static void
test_once (void)
{
  g_autoptr (PaddockFileAnswers) answers = paddock_file_answers_new ();
  gint64 until = 0;

  paddock_file_answers_allow_once (answers, &base, LATER);
  assert_peek (answers, &base, NOW, PADDOCK_FILE_ALLOWED);
  assert_others (answers, TRUE);
  g_assert_cmpuint (paddock_file_answers_use (answers, &base, NOW, &until), ==,
                    PADDOCK_FILE_ALLOWED);
  g_assert_cmpint (until, ==, LATER);
  g_assert_cmpuint (paddock_file_answers_use (answers, &base, NOW, &until), ==,
                    PADDOCK_FILE_UNDECIDED);
  g_assert_cmpint (until, ==, 0);

  /* Two answers "once" still cover one read. */
  paddock_file_answers_allow_once (answers, &base, LATER);
  paddock_file_answers_allow_once (answers, &base, LATER);
  g_assert_cmpuint (paddock_file_answers_use (answers, &base, NOW, NULL), ==,
                    PADDOCK_FILE_ALLOWED);
  assert_peek (answers, &base, NOW, PADDOCK_FILE_UNDECIDED);

  paddock_file_answers_allow_once (answers, &base, LATER);
  assert_peek (answers, &base, LATER - 1, PADDOCK_FILE_ALLOWED);
  assert_peek (answers, &base, LATER, PADDOCK_FILE_UNDECIDED);
  assert_peek (answers, &base, NOW, PADDOCK_FILE_UNDECIDED);
}

static void
test_session (void)
{
  g_autoptr (PaddockFileAnswers) answers = paddock_file_answers_new ();

  paddock_file_answers_allow_session (answers, &base);
  for (int i = 0; i < 3; i++) {
    gint64 until = 1;

    g_assert_cmpuint (paddock_file_answers_use (answers, &base, G_MAXINT64, &until), ==,
                      PADDOCK_FILE_ALLOWED);
    g_assert_cmpint (until, ==, 0);
  }
  assert_others (answers, TRUE);

  paddock_file_answers_end_session (answers, "session 2");
  assert_peek (answers, &base, NOW, PADDOCK_FILE_ALLOWED);
  paddock_file_answers_end_session (answers, "session 1");
  assert_peek (answers, &base, NOW, PADDOCK_FILE_UNDECIDED);
}

static void
test_not_now (void)
{
  g_autoptr (PaddockFileAnswers) answers = paddock_file_answers_new ();

  paddock_file_answers_refuse (answers, &base, LATER);
  assert_peek (answers, &base, LATER - 1, PADDOCK_FILE_REFUSED);
  assert_others (answers, TRUE);
  assert_peek (answers, &base, LATER, PADDOCK_FILE_UNDECIDED);

  /* A refusal wins over an allow. */
  paddock_file_answers_allow_session (answers, &base);
  paddock_file_answers_refuse (answers, &base, LATER);
  g_assert_cmpuint (paddock_file_answers_use (answers, &base, NOW, NULL), ==,
                    PADDOCK_FILE_REFUSED);
  assert_peek (answers, &base, LATER, PADDOCK_FILE_ALLOWED);
}

static gboolean
refuse_always (PaddockFileAnswers       *answers,
               const PaddockFileCommand *command)
{
  return paddock_never_files_add (paddock_file_answers_get_never (answers), &(PaddockNeverFile) {
    .server_id = command->server_id, .root_id = command->root_id, .path = command->path,
  });
}

static void
test_never (void)
{
  g_autoptr (PaddockFileAnswers) answers = paddock_file_answers_new ();
  PaddockFileCommand next_session = base;

  next_session.session = "session 2";
  g_assert_true (refuse_always (answers, &base));
  g_assert_false (refuse_always (answers, &next_session));
  paddock_file_answers_allow_session (answers, &base);
  paddock_file_answers_allow_once (answers, &base, LATER);
  paddock_file_answers_end_session (answers, "session 1");
  paddock_file_answers_end_session (answers, "");
  assert_peek (answers, &base, G_MAXINT64, PADDOCK_FILE_REFUSED);
  assert_peek (answers, &next_session, NOW, PADDOCK_FILE_REFUSED);
  assert_others (answers, FALSE);
}

/* An allow covers that file; a refusal covers the path. For a file with one name, an allow covers
 * the path as well. */
static void
test_several_names (void)
{
  const PaddockFileCommand one = { "s1", "session 1", "r1", "/home/u/p/.env", 0, 0 };
  const PaddockFileCommand linked = { "s1", "session 1", "r1", "/home/u/p/.env", 8, 100 };
  const PaddockFileCommand changed[] = {
    one,
    { "s1", "session 1", "r1", "/home/u/p/.env", 8, 101 },
    { "s1", "session 1", "r1", "/home/u/p/.env", 9, 100 },
  };

  g_assert_true (paddock_file_answers_is_same_file (&linked, &linked));
  g_assert_false (paddock_file_answers_is_same_file (&linked, &(PaddockFileCommand) {
    .path = "/home/u/p/.env2", .device = 8, .inode = 100,
  }));
  for (gsize i = 0; i < G_N_ELEMENTS (changed); i++) {
    g_autoptr (PaddockFileAnswers) answers = paddock_file_answers_new ();

    g_assert_false (paddock_file_answers_is_same_file (&linked, &changed[i]));
    paddock_file_answers_allow_session (answers, &linked);
    paddock_file_answers_allow_once (answers, &linked, LATER);
    assert_peek (answers, &changed[i], NOW, PADDOCK_FILE_UNDECIDED);
    g_assert_cmpuint (paddock_file_answers_use (answers, &changed[i], NOW, NULL), ==,
                      PADDOCK_FILE_UNDECIDED);
    assert_peek (answers, &linked, NOW, PADDOCK_FILE_ALLOWED);

    paddock_file_answers_allow_session (answers, &changed[i]);
    paddock_file_answers_refuse (answers, &linked, LATER);
    assert_peek (answers, &changed[i], NOW, PADDOCK_FILE_REFUSED);
    assert_peek (answers, &changed[i], LATER, PADDOCK_FILE_ALLOWED);
    g_assert_true (refuse_always (answers, &changed[i]));
    g_assert_false (refuse_always (answers, &linked));
    assert_peek (answers, &linked, LATER, PADDOCK_FILE_REFUSED);
  }
}

static void
test_forgetting (void)
{
  g_autoptr (PaddockFileAnswers) answers = paddock_file_answers_new ();
  PaddockFileCommand host = base;

  host.server_id = NULL;
  refuse_always (answers, &base);
  refuse_always (answers, &host);
  g_assert_false (paddock_file_answers_forget_server (answers, "s2"));
  g_assert_true (paddock_file_answers_forget_server (answers, "s1"));
  assert_peek (answers, &base, NOW, PADDOCK_FILE_UNDECIDED);
  assert_peek (answers, &host, NOW, PADDOCK_FILE_REFUSED);
  /* Removing a root withdraws no refusal. */
  paddock_file_answers_forget_root (answers, "r1");
  assert_peek (answers, &host, NOW, PADDOCK_FILE_REFUSED);
  g_assert_true (paddock_never_files_remove (paddock_file_answers_get_never (answers), NULL,
                                             host.path));

  paddock_file_answers_allow_session (answers, &base);
  paddock_file_answers_allow_session (answers, &host);
  g_assert_false (paddock_file_answers_forget_server (answers, "s1"));
  assert_peek (answers, &base, NOW, PADDOCK_FILE_UNDECIDED);
  assert_peek (answers, &host, NOW, PADDOCK_FILE_ALLOWED);
  paddock_file_answers_forget_root (answers, "r2");
  assert_peek (answers, &host, NOW, PADDOCK_FILE_ALLOWED);
  paddock_file_answers_forget_root (answers, "r1");
  assert_peek (answers, &host, NOW, PADDOCK_FILE_UNDECIDED);
}

static void
test_limit (void)
{
  g_autoptr (PaddockFileAnswers) answers = paddock_file_answers_new ();
  PaddockFileCommand command = base;

  for (guint i = 0; i <= PADDOCK_FILE_ANSWERS_MAX; i++) {
    g_autofree char *path = g_strdup_printf ("/home/u/%u", i);

    command.path = path;
    paddock_file_answers_allow_session (answers, &command);
    if (i == PADDOCK_FILE_ANSWERS_MAX - 1) {
      command.path = "/home/u/0";
      assert_peek (answers, &command, NOW, PADDOCK_FILE_ALLOWED);
    }
  }
  command.path = "/home/u/0";
  assert_peek (answers, &command, NOW, PADDOCK_FILE_UNDECIDED);
  command.path = "/home/u/1";
  assert_peek (answers, &command, NOW, PADDOCK_FILE_ALLOWED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file-answers/nothing", test_nothing);
  g_test_add_func ("/file-answers/once", test_once);
  g_test_add_func ("/file-answers/session", test_session);
  g_test_add_func ("/file-answers/not-now", test_not_now);
  g_test_add_func ("/file-answers/never", test_never);
  g_test_add_func ("/file-answers/several-names", test_several_names);
  g_test_add_func ("/file-answers/forgetting", test_forgetting);
  g_test_add_func ("/file-answers/limit", test_limit);
  return g_test_run ();
}
