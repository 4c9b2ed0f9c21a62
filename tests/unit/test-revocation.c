/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-revocation.h"

#include <string.h>

#define START (100 * G_TIME_SPAN_MINUTE)
#define SOON  PADDOCK_REVOCATION_EAGER_US
#define MINUTE PADDOCK_REVOCATION_PERIOD_US
#define BY_HAND PADDOCK_REVOCATION_BY_HAND_US
#define ENDS  (7 * G_TIME_SPAN_SECOND)
#define ENDING "{\"roots\":[{\"uri\":\"file:///a\"}],\"_meta\":{" \
  "\"io.github.paddock-mcp/expires\":{\"file:///a\":7000}}}"
#define OTHER "{\"roots\":[{\"uri\":\"file:///b\"}]}"

static PaddockRootList *
make_list (const char *roots)
{
  return paddock_root_list_read ((PaddockSpan) { roots, strlen (roots) });
}

static const struct {
  const char           *name;
  PaddockOnRevoke       mode;
  const char           *argument;
  gint64                asked_after;    /* -1: before it was told anything, -2: never */
  const char           *answered;
  PaddockObstacle       obstacle;
  PaddockRevocationStep step;
} rows[] = {
#define FOLDER "{\"roots\":[{\"uri\":\"file:///home/me/my%20project\"}]}"
#define NONE   "{\"roots\":[]}"
#define OPEN   PADDOCK_OBSTACLE_NONE
#define ON     PADDOCK_ON_REVOKE_RESTART
  { "at once", ON, "x", 0, FOLDER, OPEN, PADDOCK_REVOCATION_RESTART },
  { "before the handshake is over", ON, "x", -1, FOLDER, OPEN, PADDOCK_REVOCATION_RESTART },
  { "at the limit", ON, "x", SOON, FOLDER, OPEN, PADDOCK_REVOCATION_RESTART },
  { "part of the name", ON, "/home/me/my", 0, FOLDER, OPEN, PADDOCK_REVOCATION_RESTART },

  { "lazy", ON, "x", SOON + 1, FOLDER, OPEN, PADDOCK_REVOCATION_NOTHING },
  { "never asked", ON, "x", -2, FOLDER, OPEN, PADDOCK_REVOCATION_NOTHING },
  { "read nothing", ON, "x", 0, NONE, OPEN, PADDOCK_REVOCATION_NOTHING },
  { "notify", PADDOCK_ON_REVOKE_NOTIFY, "x", 0, FOLDER, OPEN, PADDOCK_REVOCATION_TOLD },
  { "in the line", ON, "/home/me/my project", 0, FOLDER, OPEN, PADDOCK_REVOCATION_TOLD },
  { "in an option", ON, "--dir=/home/me/my project/src", 0, FOLDER, OPEN,
    PADDOCK_REVOCATION_TOLD },
  { "tasks", ON, "x", 0, FOLDER, PADDOCK_OBSTACLE_TASKS, PADDOCK_REVOCATION_TOLD },
  { "batches", ON, "x", 0, FOLDER, PADDOCK_OBSTACLE_BATCHES, PADDOCK_REVOCATION_TOLD },
  { "no handshake", ON, "x", 0, FOLDER, PADDOCK_OBSTACLE_NO_HANDSHAKE, PADDOCK_REVOCATION_TOLD },
  { "too much", ON, "x", 0, FOLDER, PADDOCK_OBSTACLE_TOO_MUCH, PADDOCK_REVOCATION_TOLD },
  { "unknown", ON, "x", 0, FOLDER, 77, PADDOCK_REVOCATION_TOLD },
};

static void
test_decide (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    const char * const argv[] = { "server", rows[i].argument, NULL };
    g_autoptr (PaddockRevocation) revocation = paddock_revocation_new (rows[i].mode, argv);
    g_autoptr (PaddockRootList) list = make_list (rows[i].answered);
    PaddockReason why;
    gint64 when;

    g_test_message ("%s", rows[i].name);
    if (rows[i].asked_after == -1)
      paddock_revocation_asked (revocation, START);
    paddock_revocation_told (revocation, START);
    if (rows[i].asked_after >= 0)
      paddock_revocation_asked (revocation, START + rows[i].asked_after);
    paddock_revocation_answered (revocation, list);
    g_assert_cmpint (paddock_revocation_decide (revocation, rows[i].obstacle, START + MINUTE, 0,
                                                &when, &why), ==, rows[i].step);
    g_assert_true ((why != PADDOCK_REASON_NONE) == (rows[i].step == PADDOCK_REVOCATION_TOLD));
  }
}

/* What ended by itself waits for a minute. What the user took back waits for some seconds, even if
 * its time is over meanwhile. */
static void
test_period (void)
{
  const char * const argv[] = { "server", NULL };
  g_autoptr (PaddockRevocation) revocation = paddock_revocation_new (ON, argv);
  g_autoptr (PaddockRootList) list = make_list (ENDING);
  PaddockReason why;
  gint64 when;

  paddock_revocation_restarted (revocation, FALSE, START);
  g_assert_cmpint (paddock_revocation_decide (revocation, OPEN, START + 1, ENDS, &when, &why), ==,
                   PADDOCK_REVOCATION_NOTHING);
  paddock_revocation_told (revocation, START);
  paddock_revocation_asked (revocation, START);
  paddock_revocation_answered (revocation, list);
  g_assert_cmpint (paddock_revocation_decide (revocation, OPEN, START + MINUTE - 1, ENDS, &when,
                                              &why), ==, PADDOCK_REVOCATION_LATER);
  g_assert_cmpint (when, ==, START + MINUTE);
  g_assert_cmpint (paddock_revocation_decide (revocation, OPEN, when, ENDS, &when, &why), ==,
                   PADDOCK_REVOCATION_RESTART);

  g_assert_cmpint (paddock_revocation_decide (revocation, OPEN, START + BY_HAND - 1, ENDS - 1,
                                              &when, &why), ==, PADDOCK_REVOCATION_LATER);
  g_assert_cmpint (when, ==, START + BY_HAND);
  g_assert_cmpint (paddock_revocation_decide (revocation, OPEN, when, ENDS, &when, &why), ==,
                   PADDOCK_REVOCATION_RESTART);
}

static void
assert_held (PaddockRevocation *revocation,
             PaddockReason      why,
             const char        *paths)
{
  g_auto (GStrv) held = NULL;
  g_autofree char *text = NULL;

  g_assert_cmpint (paddock_revocation_get_held (revocation, &held), ==, why);
  text = g_strjoinv (",", held);
  g_assert_cmpstr (text, ==, paths);
}

/* What the server may still hold: from the decision on, until it holds nothing or may hold it
 * again. */
static void
test_held (void)
{
  const char * const argv[] = { "server", NULL };
  g_autoptr (PaddockRevocation) revocation = paddock_revocation_new (ON, argv);
  g_autoptr (PaddockRootList) list = make_list (FOLDER);
  g_autoptr (PaddockRootList) other = make_list (OTHER);
  PaddockReason why;
  gint64 when;

  paddock_revocation_asked (revocation, START);
  paddock_revocation_answered (revocation, list);
  assert_held (revocation, PADDOCK_REASON_NONE, "");
  paddock_revocation_decide (revocation, OPEN, START, 0, &when, &why);
  assert_held (revocation, PADDOCK_REASON_RESTARTING, "/home/me/my project");
  paddock_revocation_restarted (revocation, FALSE, START);
  assert_held (revocation, PADDOCK_REASON_NONE, "");

  /* The user shared it again before the restart. */
  paddock_revocation_asked (revocation, START);
  paddock_revocation_answered (revocation, list);
  paddock_revocation_decide (revocation, OPEN, START + 1, 0, &when, &why);
  assert_held (revocation, PADDOCK_REASON_RESTARTING, "/home/me/my project");
  paddock_revocation_relent (revocation);
  assert_held (revocation, PADDOCK_REASON_NONE, "");

  /* Another folder does not give back all of it. */
  paddock_revocation_decide (revocation, PADDOCK_OBSTACLE_TASKS, START, 0, &when, &why);
  paddock_revocation_settle (revocation);
  paddock_revocation_relent (revocation);
  paddock_revocation_answered (revocation, other);
  assert_held (revocation, PADDOCK_REASON_TASKS, "/home/me/my project");
  paddock_revocation_decide (revocation, PADDOCK_OBSTACLE_TASKS, START, 0, &when, &why);
  assert_held (revocation, PADDOCK_REASON_TASKS, "/home/me/my project,/b");
  paddock_revocation_answered (revocation, list);
  assert_held (revocation, PADDOCK_REASON_TASKS, "/b");

  /* We can not make another machine forget. */
  paddock_revocation_restarted (revocation, TRUE, START);
  assert_held (revocation, PADDOCK_REASON_REMOTE, "/b");
  paddock_revocation_answered (revocation, other);
  assert_held (revocation, PADDOCK_REASON_NONE, "");
}

/* In the newest revision nothing shows whether a server keeps what it got in a request. */
static void
test_given (void)
{
  const char * const argv[] = { "server", NULL };
  g_autoptr (PaddockRevocation) revocation = paddock_revocation_new (ON, argv);
  g_autoptr (PaddockRootList) none = make_list (NONE);
  g_autoptr (PaddockRootList) list = make_list (FOLDER);
  PaddockReason why;
  gint64 when;

  paddock_revocation_given (revocation, none);
  g_assert_cmpint (paddock_revocation_decide (revocation, OPEN, START, 0, &when, &why), ==,
                   PADDOCK_REVOCATION_NOTHING);
  paddock_revocation_given (revocation, list);
  paddock_revocation_given (revocation, none);
  g_assert_cmpint (paddock_revocation_decide (revocation, OPEN, START, 0, &when, &why), ==,
                   PADDOCK_REVOCATION_RESTART);
  paddock_revocation_restarted (revocation, FALSE, START);
  g_assert_cmpint (paddock_revocation_decide (revocation, OPEN, START, 0, &when, &why), ==,
                   PADDOCK_REVOCATION_NOTHING);
}

/* A revocation that was only told is not told again before the server reads something. */
static void
test_settle (void)
{
  const char * const argv[] = { "server", NULL };
  g_autoptr (PaddockRevocation) revocation =
    paddock_revocation_new (PADDOCK_ON_REVOKE_NOTIFY, argv);
  g_autoptr (PaddockRootList) list = make_list (FOLDER);
  PaddockReason why;
  gint64 when;

  paddock_revocation_asked (revocation, START);
  paddock_revocation_answered (revocation, list);
  g_assert_cmpint (paddock_revocation_decide (revocation, OPEN, START, 0, &when, &why), ==,
                   PADDOCK_REVOCATION_TOLD);
  paddock_revocation_settle (revocation);
  g_assert_cmpint (paddock_revocation_decide (revocation, OPEN, START, 0, &when, &why), ==,
                   PADDOCK_REVOCATION_NOTHING);
  paddock_revocation_answered (revocation, list);
  g_assert_cmpint (paddock_revocation_decide (revocation, OPEN, START, 0, &when, &why), ==,
                   PADDOCK_REVOCATION_TOLD);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/revocation/decide", test_decide);
  g_test_add_func ("/revocation/period", test_period);
  g_test_add_func ("/revocation/held", test_held);
  g_test_add_func ("/revocation/given", test_given);
  g_test_add_func ("/revocation/settle", test_settle);
  return g_test_run ();
}
