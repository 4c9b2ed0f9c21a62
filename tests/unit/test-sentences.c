/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-sentences.h"

#include "model-fixtures.h"

#include <unistd.h>

/* The window's sentences, untranslated. The clock is NOW, 2027-01-15 08:00:00 UTC. */

#define MINUTE SECONDS (60)

static void
assert_takes (char       *text,
              const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

static PaddockServerView *
server_view (PaddockStanding standing,
             gint64          put_off_until)
{
  g_autoptr (PaddockIdentity) identity = fixture_process ("/usr/bin/tool");
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = "s", .identity = identity, .standing = standing, .put_off_until = put_off_until,
  });

  return paddock_server_view_new (server);
}

/* How many of this many roots a server sees. */
static char *
describe (const PaddockServerView *view,
          guint                    n_roots,
          gboolean                 is_paused)
{
  PaddockSightCount count = { .n_roots = n_roots };

  for (guint i = 0; i < view->grants->len; i++)
    count.n_seen += ((const PaddockGrantView *) g_ptr_array_index (view->grants, i))->is_visible;
  return paddock_sentences_server (view, &count, is_paused, NOW);
}

static void
add_grant (PaddockServerView *view,
           gboolean           is_visible)
{
  g_autoptr (PaddockGrant) grant = paddock_grant_new (&(PaddockGrant) {
    .server_id = "s", .root_id = "r",
  });

  g_ptr_array_add (view->grants, paddock_grant_view_new (grant, is_visible));
}

static void
add_session (PaddockServerView *view,
             gint64             last_listed,
             gboolean           has_read)
{
  PaddockSessionView *session = g_new0 (PaddockSessionView, 1);

  session->id = g_strdup ("1");
  session->state = g_strdup ("ready");
  session->last_listed = last_listed;
  session->has_read = has_read;
  g_ptr_array_add (view->sessions, session);
}

static void
test_server (void)
{
  const struct {
    PaddockStanding standing;
    gint64 put_off_until;
    guint n_hidden;
    guint n_visible;
    const char *text;
  } cases[] = {
    { PADDOCK_STANDING_UNDECIDED, 0, 0, 0, "Not connected · Not decided yet" },
    { PADDOCK_STANDING_UNDECIDED, NOW, 0, 0, "Not connected · Not decided yet" },
    { PADDOCK_STANDING_UNDECIDED, NOW + 1, 0, 0, "Not connected · You chose to answer later" },
    { PADDOCK_STANDING_ALLOWED, 0, 0, 0, "Not connected · Sees no folders" },
    { PADDOCK_STANDING_ALLOWED, 0, 2, 0, "Not connected · Sees no folders" },
    { PADDOCK_STANDING_ALLOWED, 0, 1, 1, "Not connected · Sees 1 of 3 folders" },
    { PADDOCK_STANDING_ALLOWED, 0, 0, 3, "Not connected · Sees 3 of 3 folders" },
    { PADDOCK_STANDING_BLOCKED, 0, 0, 0, "Not connected · Blocked" },
    { PADDOCK_STANDING_BLOCKED, 0, 0, 1, "Not connected · Blocked" },
    { PADDOCK_STANDING_WITHOUT_ROOTS, 0, 0, 0, "Not connected · Folder sharing is turned off" },
    { (PaddockStanding) 99, 0, 0, 1, "Not connected · Not decided yet" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockServerView) view = server_view (cases[i].standing, cases[i].put_off_until);

    for (guint n = 0; n < cases[i].n_hidden; n++)
      add_grant (view, FALSE);
    for (guint n = 0; n < cases[i].n_visible; n++)
      add_grant (view, TRUE);
    assert_takes (describe (view, 3, FALSE), cases[i].text);
  }
}

static PaddockServerView *
holder (PaddockReason  why,
        const char    *names)
{
  PaddockServerView *view = server_view (PADDOCK_STANDING_ALLOWED, 0);
  PaddockSessionView *session;

  add_session (view, NOW, FALSE);
  session = g_ptr_array_index (view->sessions, 0);
  session->unenforced = why;
  session->held = names != NULL ? g_strsplit (names, ",", -1) : NULL;
  return view;
}

/* If a server may still use revoked folders, the row says so instead of what it sees. */
static void
test_server_held (void)
{
  const struct {
    PaddockReason why;
    const char *names;
    const char *text;
  } cases[] = {
    { PADDOCK_REASON_RESTARTING, "Thesis",
      "Connected · Restarting · Might still use Thesis until then" },
    { PADDOCK_REASON_IN_USE, "Thesis", "Connected · Might still use Thesis" },
    { PADDOCK_REASON_TASKS, "Thesis", "Connected · Might still use Thesis" },
    { PADDOCK_REASON_TASKS, "A,B", "Connected · Might still use A and B" },
    { PADDOCK_REASON_TASKS, "A,B,A,C", "Connected · Might still use A, B and C" },
    { PADDOCK_REASON_TASKS, "A,B,C,D", "Connected · Might still use A, B and 2 more" },
    { PADDOCK_REASON_TASKS, NULL, "Connected · Might still use folders" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockServerView) view = holder (cases[i].why, cases[i].names);

    assert_takes (describe (view, 1, FALSE), cases[i].text);
    assert_takes (describe (view, 1, TRUE), cases[i].text);
  }
}

static void
test_pause (void)
{
  g_autoptr (GPtrArray) servers =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_server_view_free);

  g_ptr_array_add (servers, holder (PADDOCK_REASON_NONE, NULL));
  assert_takes (paddock_sentences_pause (servers), "Sharing is paused: servers see no folders.");
  g_ptr_array_add (servers, holder (PADDOCK_REASON_RESTARTING, "A"));
  assert_takes (paddock_sentences_pause (servers), "Sharing is paused: restarting 1 server…");
  g_ptr_array_add (servers, holder (PADDOCK_REASON_REMOTE, "A,Thesis"));
  assert_takes (paddock_sentences_pause (servers),
                "Sharing is paused, but 2 servers might still use A and Thesis.");
  g_ptr_array_remove_index (servers, 1);
  assert_takes (paddock_sentences_pause (servers),
                "Sharing is paused, but “tool” might still use A and Thesis.");
}

/* During a pause the row shows the decision, but not what the server sees. */
static void
test_paused (void)
{
  g_autoptr (PaddockServerView) allowed = server_view (PADDOCK_STANDING_ALLOWED, 0);
  g_autoptr (PaddockServerView) blocked = server_view (PADDOCK_STANDING_BLOCKED, 0);
  g_autoptr (PaddockGrant) grant = paddock_grant_new (&(PaddockGrant) {
    .server_id = "s", .root_id = "r", .access = PADDOCK_ACCESS_READ_WRITE,
  });
  PaddockGrantView view = { grant, FALSE };
  gint64 next;

  assert_takes (describe (allowed, 3, TRUE),
                "Not connected · Sees no folders while sharing is paused");
  assert_takes (describe (blocked, 3, TRUE), "Not connected · Blocked");
  assert_takes (paddock_sentences_grant (&view, NULL, PADDOCK_AVAILABILITY_AVAILABLE, TRUE, NOW,
                                         &next),
                "Not shared while sharing is paused · Always");
  assert_takes (paddock_sentences_grant (&view, NULL, PADDOCK_AVAILABILITY_MISSING, TRUE, NOW,
                                         &next),
                "Not shared until it is available again · Always");
  assert_takes (paddock_sentences_grant (NULL, NULL, PADDOCK_AVAILABILITY_AVAILABLE, TRUE, NOW,
                                         &next),
                "");
}

/* "Hasn’t read the latest list" applies to servers that read an earlier list, and not to those that
 * never read one. */
static void
test_server_sessions (void)
{
  const struct {
    gint64 last_listed;
    gboolean has_read;
    const char *text;
  } cases[] = {
    { 0, FALSE, "Connected · Sees 1 of 1 folder" },
    { NOW, TRUE, "Connected · Sees 1 of 1 folder" },
    { NOW, FALSE, "Connected · Sees 1 of 1 folder · Hasn’t read the latest list" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockServerView) view = server_view (PADDOCK_STANDING_ALLOWED, 0);

    add_grant (view, TRUE);
    add_session (view, cases[i].last_listed, cases[i].has_read);
    assert_takes (describe (view, 1, FALSE), cases[i].text);
  }
}

/* Where the service asks nobody, it does not matter what was decided; what is away is not seen. */
static void
test_server_sees_all (void)
{
  const struct {
    PaddockSightCount count;
    const char *text;
  } cases[] = {
    { { 3, 3, TRUE }, "Not connected · Sees every folder in your list" },
    { { 2, 3, TRUE }, "Not connected · Sees 2 of 3 folders" },
    { { 0, 3, TRUE }, "Not connected · Sees no folders" },
    { { 3, 3, FALSE }, "Not connected · Not decided yet" },
    { { 3, 3, FALSE, TRUE }, "Not connected · Not decided yet" },
  };
  g_autoptr (PaddockServerView) view = server_view (PADDOCK_STANDING_UNDECIDED, 0);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_takes (paddock_sentences_server (view, &cases[i].count, FALSE, NOW), cases[i].text);
}

/* Some runs of the server see fewer folders than this count. */
static void
test_server_runs (void)
{
  PaddockSightCount count = { .n_seen = 3, .n_roots = 4, .runs_differ = TRUE };
  g_autoptr (PaddockServerView) view = server_view (PADDOCK_STANDING_ALLOWED, 0);

  add_session (view, NOW, TRUE);
  assert_takes (paddock_sentences_server (view, &count, FALSE, NOW),
                "Connected · Sees 3 of 4 folders · Some runs see fewer");
  assert_takes (paddock_sentences_server (view, &count, TRUE, NOW),
                "Connected · Sees no folders while sharing is paused");
}

static void
test_session (void)
{
  static const char * const pending[] = { "Notes", "Thesis", NULL };
  const struct {
    PaddockSessionView view;
    const char *text;
  } cases[] = {
    { { .pid = 12, .version = (char *) "2025-11-25", .last_listed = NOW, .has_read = TRUE },
      "Process 12 · Up to date: last read 08:00" },
    { { .pid = 12, .last_listed = NOW - MINUTE },
      "Process 12 · Out of date: last read 07:59" },
    { { .pid = 12, .last_listed = NOW, .has_read = TRUE, .unenforced = PADDOCK_REASON_IN_USE },
      "Process 12 · Up to date: last read 08:00 · Still in use · "
      "Its last run hasn’t ended yet" },
    { { .pid = 12, .last_listed = NOW, .has_read = TRUE, .pending = (char **) pending,
        .pending_why = PADDOCK_REASON_BATCHES },
      "Process 12 · Up to date: last read 08:00 · Doesn’t have Notes, Thesis yet · "
      "It sends messages in batches" },
    { { .pid = 12, .last_listed = NOW, .has_read = TRUE, .unenforced = PADDOCK_REASON_IN_COMMAND },
      "Process 12 · Up to date: last read 08:00 · "
      "It might use revoked folders until it stops · "
      "Its command line names the folder" },
    { { .pid = 0, .last_listed = 0, .has_read = TRUE }, "Unknown process · Hasn’t read the list" },
    { { .pid = -1, .version = (char *) "\xe2\x80\xae" }, "Unknown process · Hasn’t read the list" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_takes (paddock_sentences_session (&cases[i].view, NOW), cases[i].text);
}

static void
test_grant (void)
{
  const struct {
    PaddockAccess access;
    gint64 expires;
    const char *scope;
    gboolean is_visible;
    PaddockAvailability status;
    const char *text;
    gint64 next;                      /* from now; 0: does not change by itself */
  } cases[] = {
    { PADDOCK_ACCESS_READ_WRITE, 0, NULL, TRUE, PADDOCK_AVAILABILITY_AVAILABLE, "Always" },
    { PADDOCK_ACCESS_READ_ONLY, 0, NULL, TRUE, PADDOCK_AVAILABILITY_AVAILABLE,
      "Read only · Always" },
    { PADDOCK_ACCESS_READ_WRITE, NOW + MINUTE, NULL, TRUE, PADDOCK_AVAILABILITY_AVAILABLE,
      "Ends in less than a minute", MINUTE },
    { PADDOCK_ACCESS_READ_ONLY, NOW + MINUTE + 1, NULL, TRUE, PADDOCK_AVAILABILITY_AVAILABLE,
      "Read only · Ends in 2 minutes", 1 },
    { PADDOCK_ACCESS_READ_WRITE, NOW + 60 * MINUTE, NULL, FALSE, PADDOCK_AVAILABILITY_MISSING,
      "Not shared until it is available again · Ends in 60 minutes", MINUTE },
    { PADDOCK_ACCESS_READ_WRITE, NOW + 90 * MINUTE, NULL, TRUE, PADDOCK_AVAILABILITY_AVAILABLE,
      "Until 09:30", 30 * MINUTE },
    /* It has expired, and the service has not announced that yet. */
    { PADDOCK_ACCESS_READ_WRITE, NOW - MINUTE, NULL, TRUE, PADDOCK_AVAILABILITY_AVAILABLE,
      "Until 07:59" },
    { PADDOCK_ACCESS_READ_WRITE, NOW + MINUTE, "login:x", TRUE, PADDOCK_AVAILABILITY_AVAILABLE,
      "Until you log out" },
    { PADDOCK_ACCESS_READ_WRITE, NOW, "p", TRUE, PADDOCK_AVAILABILITY_AVAILABLE,
      "Until it stops" },
    { PADDOCK_ACCESS_READ_WRITE, 0, "p", FALSE, PADDOCK_AVAILABILITY_AVAILABLE,
      "Not shared right now · Until it stops" },
    { PADDOCK_ACCESS_READ_WRITE, 0, NULL, FALSE, PADDOCK_AVAILABILITY_MISSING,
      "Not shared until it is available again · Always" },
    { PADDOCK_ACCESS_READ_WRITE, 0, NULL, TRUE, PADDOCK_AVAILABILITY_UNKNOWN,
      "Not shared until it is available again · Always" },
  };
  g_autoptr (PaddockGrant) until_closed = paddock_grant_new (&(PaddockGrant) {
    .server_id = "s", .root_id = "r", .access = PADDOCK_ACCESS_READ_WRITE, .scope = "p",
  });
  PaddockGrantView session = { until_closed, TRUE };
  gint64 next = 7;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockGrant) grant = paddock_grant_new (&(PaddockGrant) {
      .server_id = "s", .root_id = "r", .access = cases[i].access, .expires = cases[i].expires,
      .scope = cases[i].scope,
    });
    PaddockGrantView view = { grant, cases[i].is_visible };

    assert_takes (paddock_sentences_grant (&view, NULL, cases[i].status, FALSE, NOW, &next),
                  cases[i].text);
    g_assert_cmpint (next, ==, cases[i].next != 0 ? NOW + cases[i].next : 0);
  }
  assert_takes (paddock_sentences_grant (NULL, NULL, PADDOCK_AVAILABILITY_AVAILABLE, FALSE, NOW,
                                         &next),
                "");
  g_assert_cmpint (next, ==, 0);
  assert_takes (paddock_sentences_grant (&session, "Zed", PADDOCK_AVAILABILITY_AVAILABLE, FALSE,
                                         NOW, &next),
                "Until Zed stops it");
  assert_takes (paddock_sentences_switch ("Notes", "tool"), "Share Notes with tool");
  assert_takes (paddock_sentences_how_long ("Notes", "tool"), "How long tool sees Notes");
  assert_takes (paddock_sentences_revoked ("tool", "Notes", NULL),
                "“tool” no longer sees “Notes”");
  assert_takes (paddock_sentences_revoked ("tool", "Notes", "Papers"),
                "“tool” still sees “Notes”, because its parent folder “Papers” is shared");
}

static void
test_never (void)
{
  const PaddockNever of_server = { .server_id = (char *) "s", .path = (char *) "/home/u/\x01.env" };
  const PaddockNever of_hosts = { .path = (char *) "/home/u/.env" };

  assert_takes (paddock_sentences_never (&of_server, "tool", "/home/u"),
                "~/\\x01.env\nNever for “tool”");
  assert_takes (paddock_sentences_never (&of_server, NULL, "/home/u"),
                "~/\\x01.env\nNever for “A server”");
  assert_takes (paddock_sentences_never (&of_hosts, NULL, "/home/v"),
                "/home/u/.env\nNever for apps and other programs");
}

int
main (int    argc,
      char **argv)
{
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/sentences/never", test_never);
  g_test_add_func ("/sentences/server", test_server);
  g_test_add_func ("/sentences/paused", test_paused);
  g_test_add_func ("/sentences/server-sessions", test_server_sessions);
  g_test_add_func ("/sentences/server-sees-all", test_server_sees_all);
  g_test_add_func ("/sentences/server-runs", test_server_runs);
  g_test_add_func ("/sentences/server-held", test_server_held);
  g_test_add_func ("/sentences/pause", test_pause);
  g_test_add_func ("/sentences/session", test_session);
  g_test_add_func ("/sentences/grant", test_grant);

  return g_test_run ();
}
