/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-commit-queue.h"

typedef struct {
  PaddockCommitQueue *commits;
  GString      *said;
  const char   *word;
  gboolean      begins;
} Speaker;

static void
on_turn (gpointer user_data)
{
  Speaker *speaker = user_data;

  g_string_append (speaker->said, speaker->word);
  if (speaker->begins)
    paddock_commit_queue_begin (speaker->commits);
}

static void
on_destroy (gpointer user_data)
{
  Speaker *speaker = user_data;

  g_string_append_c (speaker->said, '.');
  g_free (speaker);
}

static void
take (PaddockCommitQueue *commits,
      GString            *said,
      const char         *word,
      gboolean            begins)
{
  Speaker *speaker = g_new0 (Speaker, 1);

  *speaker = (Speaker) { commits, said, word, begins };
  paddock_commit_queue_push (commits, on_turn, speaker, on_destroy);
}

static void
test_order (void)
{
  g_autoptr (PaddockCommitQueue) commits = paddock_commit_queue_new ();
  g_autoptr (GString) said = g_string_new (NULL);

  take (commits, said, "a", FALSE);
  take (commits, said, "b", TRUE);
  take (commits, said, "c", TRUE);
  take (commits, said, "d", FALSE);
  take (commits, said, "e", TRUE);
  g_assert_cmpstr (said->str, ==, "a.b.");
  paddock_commit_queue_end (commits);
  g_assert_cmpstr (said->str, ==, "a.b.c.");
  paddock_commit_queue_end (commits);
  g_assert_cmpstr (said->str, ==, "a.b.c.d.e.");
  paddock_commit_queue_end (commits);
  take (commits, said, "f", FALSE);
  g_assert_cmpstr (said->str, ==, "a.b.c.d.e.f.");
}

/* If two changes began without a turn, a turn waits for both. */
static void
test_waits_for_all (void)
{
  g_autoptr (PaddockCommitQueue) commits = paddock_commit_queue_new ();
  g_autoptr (GString) said = g_string_new (NULL);

  paddock_commit_queue_begin (commits);
  paddock_commit_queue_begin (commits);
  take (commits, said, "a", FALSE);
  paddock_commit_queue_end (commits);
  g_assert_cmpstr (said->str, ==, "");
  paddock_commit_queue_end (commits);
  g_assert_cmpstr (said->str, ==, "a.");
}

static void
on_turn_that_takes (gpointer user_data)
{
  Speaker *speaker = user_data;

  take (speaker->commits, speaker->said, "inner", FALSE);
  g_string_append (speaker->said, "outer");
}

static void
test_taken_from_within (void)
{
  g_autoptr (PaddockCommitQueue) commits = paddock_commit_queue_new ();
  g_autoptr (GString) said = g_string_new (NULL);
  Speaker speaker = { commits, said, NULL, FALSE };

  paddock_commit_queue_push (commits, on_turn_that_takes, &speaker, NULL);
  g_assert_cmpstr (said->str, ==, "outerinner.");
}

static void
test_freed_while_waiting (void)
{
  PaddockCommitQueue *commits = paddock_commit_queue_new ();
  g_autoptr (GString) said = g_string_new (NULL);

  paddock_commit_queue_begin (commits);
  take (commits, said, "never", FALSE);
  paddock_commit_queue_free (commits);
  g_assert_cmpstr (said->str, ==, ".");
  paddock_commit_queue_free (NULL);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/commit-queue/order", test_order);
  g_test_add_func ("/commit-queue/waits-for-all", test_waits_for_all);
  g_test_add_func ("/commit-queue/taken-from-within", test_taken_from_within);
  g_test_add_func ("/commit-queue/freed-while-waiting", test_freed_while_waiting);
  return g_test_run ();
}
