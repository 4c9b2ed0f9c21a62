/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-kept-list.h"

#include <string.h>

#define SECOND G_TIME_SPAN_SECOND
#define UNTIL (10 * SECOND)

/* /a ends when the clock shows 5 s. */
#define ENDING "{\"roots\":[{\"uri\":\"file:///a\"},{\"uri\":\"file:///b\"}],\"_meta\":{" \
  "\"io.github.paddock-mcp/expires\":{\"file:///a\":5000}}}"
#define KEPT "{\"roots\":[{\"uri\":\"file:///a\"}],\"_meta\":{\"io.github.paddock-mcp/keep\":true}}"
#define PLAIN "{\"roots\":[{\"uri\":\"file:///a\"}]}"
#define TAKEN "{\"roots\":[],\"_meta\":{\"io.github.paddock-mcp/empty\":\"taken\"}}"

static PaddockKeptList *
keep (const char *text,
      gboolean    is_pending)
{
  PaddockKeptList *kept = paddock_kept_list_new ();

  paddock_kept_list_set (kept, paddock_root_list_read ((PaddockSpan) { text, strlen (text) }),
                         is_pending);
  return kept;
}

static void
expect (PaddockKeptList *kept,
        const char      *expected)
{
  g_auto (GStrv) paths = paddock_root_list_dup_paths (paddock_kept_list_get (kept));
  g_autofree char *text = g_strjoinv (" ", paths);

  g_assert_cmpstr (text, ==, expected);
}

/* Without the service: each root until its end, and all of them until the grace is over. */
static void
test_age (void)
{
  g_autoptr (PaddockKeptList) kept = keep (ENDING, FALSE);

  paddock_kept_list_lose_service (kept, UNTIL);
  g_assert_cmpint (paddock_kept_list_age (kept, 0, 1 * SECOND), ==, 4 * SECOND);
  expect (kept, "/a /b");
  g_assert_cmpint (paddock_kept_list_age (kept, 4 * SECOND, 5 * SECOND), ==, 6 * SECOND);
  expect (kept, "/b");
  g_assert_cmpint (paddock_kept_list_age (kept, UNTIL - 1, 11 * SECOND - 1), ==, 1);
  expect (kept, "/b");
  g_assert_cmpint (paddock_kept_list_age (kept, UNTIL, 11 * SECOND), ==, G_MAXINT64);
  expect (kept, "");
}

static void
test_kept (void)
{
  g_autoptr (PaddockKeptList) kept = keep (KEPT, FALSE);

  paddock_kept_list_lose_service (kept, UNTIL);
  g_assert_cmpint (paddock_kept_list_age (kept, UNTIL + 1, 11 * SECOND), ==, G_MAXINT64);
  expect (kept, "/a");

  /* Nobody knows what it is now. */
  paddock_kept_list_outdate (kept, FALSE);
  expect (kept, "/a");
  g_assert_cmpint (paddock_kept_list_age (kept, 0, 0), ==, G_MAXINT64);
  expect (kept, "");
}

static void
test_pending (void)
{
  g_autoptr (PaddockKeptList) kept = keep ("{\"roots\":[]}", TRUE);

  paddock_kept_list_lose_service (kept, UNTIL);
  g_assert_cmpint (paddock_kept_list_age (kept, 0, 0), ==, UNTIL);
  g_assert_true (paddock_kept_list_is_pending (kept));
  g_assert_cmpint (paddock_kept_list_age (kept, UNTIL, UNTIL), ==, G_MAXINT64);
  g_assert_false (paddock_kept_list_is_pending (kept));
}

static void
test_revoked (void)
{
  g_autoptr (PaddockKeptList) kept = keep (PLAIN, FALSE);

  g_assert_false (paddock_kept_list_is_revoked_by_user (kept));
  paddock_kept_list_outdate (kept, TRUE);
  g_assert_true (paddock_kept_list_is_revoked_by_user (kept));
  expect (kept, "");
  paddock_kept_list_outdate (kept, FALSE);
  g_assert_false (paddock_kept_list_is_revoked_by_user (kept));
  paddock_kept_list_set (kept, paddock_root_list_read ((PaddockSpan) { TAKEN, strlen (TAKEN) }),
                         FALSE);
  g_assert_true (paddock_kept_list_is_revoked_by_user (kept));
}

/* The server hears of a list that is another one than its answer. */
static void
test_differs (void)
{
  g_autoptr (PaddockKeptList) kept = keep (ENDING, FALSE);

  g_assert_false (paddock_kept_list_differs (kept));
  g_assert_false (paddock_kept_list_was_answered (kept));
  paddock_kept_list_set_answered (kept);
  g_assert_true (paddock_kept_list_was_answered (kept));
  g_assert_false (paddock_kept_list_differs (kept));
  paddock_kept_list_drop_ended (kept, 5 * SECOND);
  g_assert_true (paddock_kept_list_differs (kept));
  paddock_kept_list_set_answered (kept);
  g_assert_false (paddock_kept_list_differs (kept));
  paddock_kept_list_clear (kept);
  g_assert_true (paddock_kept_list_differs (kept));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kept-list/age", test_age);
  g_test_add_func ("/kept-list/kept", test_kept);
  g_test_add_func ("/kept-list/pending", test_pending);
  g_test_add_func ("/kept-list/revoked", test_revoked);
  g_test_add_func ("/kept-list/differs", test_differs);
  return g_test_run ();
}
