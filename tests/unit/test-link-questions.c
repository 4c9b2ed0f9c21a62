/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-link-questions.h"

#define DEADLINE (20 * G_USEC_PER_SEC)

typedef struct {
  PaddockLinkQuestions *questions;
  GString              *log;        /* the purposes of what was called for */
} Fixture;

static void
ignore (PaddockRootList *list,
        gpointer         user_data)
{
}

static void
note (PaddockLinkQuestion *question,
      gpointer             user_data)
{
  g_string_append_printf (((Fixture *) user_data)->log, "%u ", question->purpose);
}

static void
note_and_answer (PaddockLinkQuestion *question,
                 gpointer             user_data)
{
  note (question, user_data);
  question->callback = NULL;
}

static gboolean
on_late (gpointer user_data)
{
  Fixture *fixture = user_data;

  paddock_link_questions_expire (fixture->questions, note_and_answer, fixture);
  return G_SOURCE_REMOVE;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->questions = paddock_link_questions_new (GPOINTER_TO_UINT (data), on_late, fixture);
  fixture->log = g_string_new (NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_link_questions_free (fixture->questions);
  g_string_free (fixture->log, TRUE);
}

static PaddockLinkQuestion *
add (Fixture            *fixture,
     PaddockLinkPurpose  purpose,
     gboolean            is_our_own)
{
  return paddock_link_questions_add (fixture->questions, purpose, is_our_own ? NULL : ignore, NULL);
}

static void
expect_left (Fixture    *fixture,
             const char *expected)
{
  g_string_truncate (fixture->log, 0);
  paddock_link_questions_foreach (fixture->questions, note, fixture);
  g_assert_cmpstr (fixture->log->str, ==, expected);
}

/* An answer is of the question with that id, which has been sent. */
static void
test_steal (Fixture       *fixture,
            gconstpointer  data)
{
  PaddockLinkQuestion *first = add (fixture, PADDOCK_LINK_START, FALSE);
  PaddockLinkQuestion *second = add (fixture, PADDOCK_LINK_LOOK, FALSE);

  g_assert_null (paddock_link_questions_steal (fixture->questions, "0"));
  g_assert_cmpuint (paddock_link_questions_number (fixture->questions, second), ==, 1);
  g_assert_cmpuint (paddock_link_questions_number (fixture->questions, first), ==, 2);
  g_assert_null (paddock_link_questions_steal (fixture->questions, NULL));
  g_assert_null (paddock_link_questions_steal (fixture->questions, "3"));
  g_assert_null (paddock_link_questions_steal (fixture->questions, "\"1\""));
  g_assert_true (paddock_link_questions_steal (fixture->questions, "1") == second);
  g_assert_null (paddock_link_questions_steal (fixture->questions, "1"));
  expect_left (fixture, "2 ");
  g_free (second);
}

/* The next service is asked what still needs an answer, under a new id. */
static void
test_lose_sent (Fixture       *fixture,
                gconstpointer  data)
{
  PaddockLinkQuestion *question = add (fixture, PADDOCK_LINK_SERVER, FALSE);

  add (fixture, PADDOCK_LINK_SELF, TRUE);
  paddock_link_questions_number (fixture->questions, question);
  paddock_link_questions_lose_sent (fixture->questions);
  expect_left (fixture, "0 ");
  g_assert_null (paddock_link_questions_steal (fixture->questions, "1"));
  g_assert_cmpuint (paddock_link_questions_number (fixture->questions, question), ==, 2);
}

/* What was sent waits for its answer, and is not answered again. */
static void
test_expire (Fixture       *fixture,
             gconstpointer  data)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;
  PaddockLinkQuestion *sent = add (fixture, PADDOCK_LINK_START, FALSE);

  paddock_link_questions_number (fixture->questions, sent);
  add (fixture, PADDOCK_LINK_SERVER, FALSE);
  paddock_link_questions_number (fixture->questions, add (fixture, PADDOCK_LINK_SELF, TRUE));
  paddock_link_questions_arm (fixture->questions);
  while (fixture->log->len < 4) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_main_context_iteration (NULL, FALSE);
  }
  g_assert_cmpstr (fixture->log->str, ==, "2 0 ");
  expect_left (fixture, "2 1 ");
  g_assert_false (paddock_link_questions_is_empty (fixture->questions));
}

/* Before its time nothing expires. */
static void
test_in_time (Fixture       *fixture,
              gconstpointer  data)
{
  add (fixture, PADDOCK_LINK_SERVER, FALSE);
  paddock_link_questions_expire (fixture->questions, note_and_answer, fixture);
  g_assert_cmpstr (fixture->log->str, ==, "");
  expect_left (fixture, "0 ");
}

#define ADD(name, timeout, function) \
  g_test_add ("/link-questions/" name, Fixture, GUINT_TO_POINTER (timeout), set_up, function, \
              tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("steal", 60000, test_steal);
  ADD ("lose-sent", 60000, test_lose_sent);
  ADD ("expire", 1, test_expire);
  ADD ("in-time", 60000, test_in_time);
  return g_test_run ();
}
