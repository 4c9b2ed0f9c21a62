/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-broadcast.h"
#include "paddock-page.h"
#include "paddock-row-collector.h"

#include "service-control-fixture.h"
#include "service-peer-fixture.h"

/* The signals about changes, as a listening command receives them. */

/* Waits for exactly @expected, in lines that begin with @kind. Drops everything else. */
static void
assert_heard (Desk       *desk,
              const char *kind,
              const char *expected)
{
  g_autofree char *line = g_strconcat (expected, "\n", NULL);
  g_auto (GStrv) lines = NULL;

  WAIT_FOR (strstr (desk->heard->str, line) != NULL);
  lines = g_strsplit (desk->heard->str, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++) {
    if (g_str_has_prefix (lines[i], kind))
      g_assert_cmpstr (lines[i], ==, expected);
  }
  g_string_truncate (desk->heard, 0);
}

static gboolean
on_over (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Waits until no more signals come, and drops them. Signals are sent in one round, after a
 * delay. */
static void
settle (Desk *desk)
{
  guint n_heard;

  do {
    gboolean is_over = FALSE;

    g_timeout_add (3 * PADDOCK_ROW_COLLECTOR_MS / 2, on_over, &is_over);
    n_heard = (guint) desk->heard->len;
    while (!is_over)
      g_main_context_iteration (NULL, TRUE);
  } while (desk->heard->len > n_heard);
  g_string_truncate (desk->heard, 0);
}

static void
commit (Desk           *desk,
        PaddockChanges *changes)
{
  g_autoptr (PaddockChanges) owned = changes;

  scene_commit (desk->scene, owned);
}

static PaddockChanges *
drop_root (const char *root_id)
{
  PaddockChanges *changes = paddock_changes_new ();

  paddock_changes_drop_root (changes, root_id);
  return changes;
}

static PaddockChanges *
drop_server (const char *server_id)
{
  PaddockChanges *changes = paddock_changes_new ();

  paddock_changes_drop_server (changes, server_id);
  return changes;
}

static PaddockChanges *
drop_grant (const char *server_id,
            const char *root_id)
{
  PaddockChanges *changes = paddock_changes_new ();

  paddock_changes_drop_grant (changes, server_id, root_id);
  return changes;
}

static Desk *
desk_new_with_state (void)
{
  Desk *desk = desk_new (PADDOCK_CONSENT_ASK);

  scene_share (desk->scene, "r1", "home/projects");
  scene_share (desk->scene, "r2", "home/projects/deep");
  scene_meet (desk->scene, "s1", PADDOCK_STANDING_ALLOWED);
  scene_meet (desk->scene, "s2", PADDOCK_STANDING_ALLOWED);
  scene_grant (desk->scene, "s1", "r2", 0, NULL);
  settle (desk);
  return desk;
}

/* Roots and servers both say who sees what, so a change of one is also announced for the other. */
static void
test_roots_and_servers (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();

  /* The second one is in the first: who sees that sees both. */
  scene_grant (desk->scene, "s2", "r1", 0, NULL);
  assert_heard (desk, "roots", "roots +r1 +r2");
  settle (desk);
  scene_grant (desk->scene, "s2", "r2", 0, NULL);
  assert_heard (desk, "servers", "servers +s2");
  settle (desk);

  commit (desk, drop_grant ("s2", "r2"));
  assert_heard (desk, "servers", "servers +s2");
  settle (desk);

  /* A removed root disappears from all lists. */
  commit (desk, drop_root ("r2"));
  assert_heard (desk, "roots", "roots +r1 -r2");
  settle (desk);
  commit (desk, drop_root ("r1"));
  assert_heard (desk, "servers", "servers +s1 +s2");
  settle (desk);
  commit (desk, drop_server ("s1"));
  assert_heard (desk, "servers", "servers -s1");
}

static void
test_server_gone_changes_roots (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();

  commit (desk, drop_server ("s1"));
  assert_heard (desk, "roots", "roots +r1 +r2");
}

/* The number of rows with @mark before their ids. Each signal has at most one page of them. */
static guint
count_heard (Desk *desk,
             char  mark)
{
  g_auto (GStrv) lines = g_strsplit (desk->heard->str, "\n", -1);
  guint n_heard = 0;

  for (guint i = 0; lines[i] != NULL; i++) {
    guint n_in_line = 0;

    for (const char *c = lines[i]; *c != '\0'; c++)
      n_in_line += *c == mark;
    g_assert_cmpuint (n_in_line, <=, PADDOCK_PAGE_ROWS);
    n_heard += n_in_line;
  }
  return n_heard;
}

/* Changes that exceed a page lead to several signals. */
static void
test_many (void)
{
  const guint n_servers = 2 * PADDOCK_PAGE_ROWS + 1;
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  PaddockChanges *met = paddock_changes_new ();
  PaddockChanges *dropped = paddock_changes_new ();

  for (guint i = 0; i < n_servers; i++) {
    g_autofree char *id = g_strdup_printf ("s%u", i);

    fixture_put_server (met, id, PADDOCK_STANDING_UNDECIDED);
    paddock_changes_drop_server (dropped, id);
  }
  commit (desk, met);
  WAIT_FOR (count_heard (desk, '+') == n_servers);
  settle (desk);
  commit (desk, dropped);
  WAIT_FOR (count_heard (desk, '-') == n_servers);
}

static void
test_availability (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();

  tree_rename (desk->scene->tree, "home/projects/deep", "home/elsewhere");
  WAIT_FOR (strstr (desk->heard->str, "roots +r2\n") != NULL);
  WAIT_FOR (strstr (desk->heard->str, "servers +s1\n") != NULL);
  g_assert_null (strstr (desk->heard->str, "s2"));
}

/* Updated rows are in the order of their list, not of the changes. Many changes lead to few
 * signals. */
static void
test_order_and_number (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockChanges) all = paddock_changes_new ();
  g_auto (GStrv) lines = NULL;

  for (guint i = 0; i < 9; i++) {
    g_autofree char *server_id = g_strdup_printf ("s%u", i);

    fixture_put_server (all, server_id, PADDOCK_STANDING_UNDECIDED);
  }
  scene_commit (desk->scene, all);
  settle (desk);
  for (guint i = 0; i < 900; i++) {
    g_autoptr (PaddockChanges) one = paddock_changes_new ();
    g_autofree char *server_id = g_strdup_printf ("s%u", 8 - i % 9);

    fixture_put_server (one, server_id, PADDOCK_STANDING_BLOCKED);
    paddock_snapshot_apply (desk->scene->snapshot, one);
    g_signal_emit_by_name (desk->scene->state, "changed", one);
  }
  assert_heard (desk, "servers", "servers +s0 +s1 +s2 +s3 +s4 +s5 +s6 +s7 +s8");
}

static void
test_requests (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  PaddockPrompt template = { .server_id = "s1", .server = "One", .sessions = 1 };
  g_autofree char *id = NULL;
  g_autofree char *there = NULL;
  g_autofree char *gone = NULL;
  g_autofree char *finished = NULL;

  id = g_strdup (paddock_prompts_ask (desk->scene->queue, &template, NULL, NULL));
  there = g_strconcat ("requests +", id, NULL);
  gone = g_strconcat ("requests -", id, NULL);
  finished = g_strconcat ("finished ", id, " deny peer-closed", NULL);
  assert_heard (desk, "requests", there);

  template.server = "Two";
  paddock_prompts_ask (desk->scene->queue, &template, NULL, NULL);
  assert_heard (desk, "requests", there);
  paddock_prompts_set_sessions (desk->scene->queue, "s1", 2);
  assert_heard (desk, "requests", there);

  paddock_prompts_set_sessions (desk->scene->queue, "s1", 0);
  WAIT_FOR (strstr (desk->heard->str, gone) != NULL);
  assert_heard (desk, "finished", finished);
}

/* The end of a question is announced, even if the question itself was not. */
static void
test_short_question (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  PaddockPrompt template = { .server_id = "s1" };
  g_autofree char *id = g_strdup (paddock_prompts_ask (desk->scene->queue, &template, NULL, NULL));
  g_autofree char *gone = g_strconcat ("requests -", id, NULL);
  g_autofree char *finished = g_strconcat ("finished ", id, " allow superseded\n", NULL);

  paddock_prompts_finish (desk->scene->queue, id, PADDOCK_VERDICT_ALLOW,
                          PADDOCK_REASON_SUPERSEDED);
  WAIT_FOR (strstr (desk->heard->str, finished) != NULL);
  assert_heard (desk, "requests", gone);
}

static void
test_agent (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);

  desk_become_agent (desk);
  assert_heard (desk, "agent", "agent");
  desk_expect (desk, desk->window, "UnregisterAgent", NULL, "()");
  assert_heard (desk, "no agent", "no agent");
  desk_expect (desk, desk->window, "RegisterAgent", NULL, "()");
  assert_heard (desk, "agent", "agent");
  test_bus_release (desk->window, PADDOCK_APP_ID);
  assert_heard (desk, "no agent", "no agent");
}

/* A held question disappears for listeners, and comes back later. */
static void
test_pause (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  PaddockPrompt question = { .server_id = "s1", .server = "One", .sessions = 1 };
  PaddockPrompt command = { .kind = PADDOCK_PROMPT_UNBLOCK, .server_id = "s1", .caller = "bash" };
  g_autofree char *there = NULL;
  g_autofree char *gone = NULL;
  const char *id;

  id = paddock_prompts_ask (desk->scene->queue, &question, NULL, NULL);
  there = g_strconcat ("requests +", id, NULL);
  gone = g_strconcat ("requests -", id, NULL);
  assert_heard (desk, "requests", there);
  desk_expect (desk, desk->command, "Pause", NULL, "()");
  WAIT_FOR (strstr (desk->heard->str, gone) != NULL);
  assert_heard (desk, "paused", "paused");

  id = paddock_prompts_ask (desk->scene->queue, &command, NULL, NULL);
  {
    g_autofree char *wished = g_strconcat ("requests +", id, NULL);

    WAIT_FOR (strstr (desk->heard->str, wished) != NULL);
  }
  desk_expect (desk, desk->command, "Resume", NULL, "('',)");
  WAIT_FOR (strstr (desk->heard->str, there) != NULL);
  assert_heard (desk, "resumed", "resumed");
}

static void
test_import (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  g_autoptr (GVariant) reply = NULL;

  desk_make_other (desk, "home/projects");
  paddock_import_look (desk->import);
  assert_heard (desk, "import", "import found 1");
  desk_become_agent (desk);
  assert_heard (desk, "agent", "agent");
  reply = desk_call (desk, desk->window, "AnswerImport", "(false,)");
  assert_heard (desk, "import", "import none 0");
}

/* Entries about decisions and about events are announced once they are on the disk; so are
 * repeats. */
static void
test_journal (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();
  PaddockJournalEntry observed = { .event = PADDOCK_EVENT_SERVICE_STARTED };

  desk_expect (desk, desk->command, "Block", "('s2',)", "()");
  assert_heard (desk, "journal", "journal blocked");
  settle (desk);

  paddock_state_log (desk->scene->state, &observed);
  assert_heard (desk, "journal", "journal service-started");
  settle (desk);
  paddock_state_log (desk->scene->state, &observed);
  assert_heard (desk, "journal", "journal service-started");
  settle (desk);

  /* An event before a decision is not lost. */
  observed.event = PADDOCK_EVENT_SERVICE_STOPPED;
  paddock_state_log (desk->scene->state, &observed);
  desk_expect (desk, desk->command, "Unblock", "('s2',)", "('',)");
  WAIT_FOR (strstr (desk->heard->str, "service-stopped") != NULL);
  WAIT_FOR (strstr (desk->heard->str, "unblocked") != NULL);
  g_assert_null (strstr (desk->heard->str, "journal blocked"));
}

/* After the clock was set back, announced entries have times in the future. */
static void
test_journal_after_clock_was_set_back (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();
  gint64 later = g_get_real_time () + G_TIME_SPAN_HOUR;
  PaddockJournalEntry earlier = { .event = PADDOCK_EVENT_SERVICE_STARTED, .time = later,
                                  .last = later };
  PaddockJournalEntry observed = { .event = PADDOCK_EVENT_SERVICE_STOPPED };

  paddock_state_log (desk->scene->state, &earlier);
  assert_heard (desk, "journal", "journal service-started");
  settle (desk);

  /* A new entry and its repeats are announced, but not the old entry again. */
  for (guint i = 0; i < 3; i++) {
    paddock_state_log (desk->scene->state, &observed);
    assert_heard (desk, "journal", "journal service-stopped");
    settle (desk);
  }
}

/* Events of sessions are announced for their server. */
static void
test_sessions (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) peer = test_peer_new_unknown (desk->scene->sessions);
  g_autofree char *updated = NULL;
  g_autofree char *removed = NULL;
  const PaddockServer *server;

  test_peer_shake_hands (peer, "files", NULL);
  server = g_ptr_array_index (paddock_snapshot_get_servers (desk->scene->snapshot), 0);
  updated = g_strconcat ("servers +", server->id, NULL);
  removed = g_strconcat ("servers -", server->id, NULL);
  assert_heard (desk, "servers", updated);
  settle (desk);
  test_peer_assert_list (peer, "");
  assert_heard (desk, "servers", updated);
  settle (desk);
  test_peer_hang_up (peer);
  assert_heard (desk, "servers", removed);
}

static void
test_stop (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();
  g_autoptr (PaddockBroadcast) second = NULL;

  second = paddock_broadcast_new (&desk->context, desk->service);
  paddock_control_unexport (desk->control);
  paddock_broadcast_stop (second);
  paddock_broadcast_stop (second);
  commit (desk, drop_root ("r1"));
  paddock_state_log (desk->scene->state, &(PaddockJournalEntry) {
    .event = PADDOCK_EVENT_SERVICE_STOPPED,
  });
  g_assert_nonnull (paddock_prompts_ask (desk->scene->queue,
                                         &(PaddockPrompt) { .server_id = "s1" }, NULL, NULL));
  paddock_state_writer_flush (paddock_state_get_writer (desk->scene->state));
  g_string_assign (desk->heard, "");
  {
    g_autoptr (GPtrArray) entries = scene_read_journal (desk->scene);

    g_assert_cmpuint (entries->len, >, 0);
  }
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpstr (desk->heard->str, ==, "");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/broadcast/roots-and-servers", test_roots_and_servers);
  g_test_add_func ("/broadcast/server-gone-changes-roots", test_server_gone_changes_roots);
  g_test_add_func ("/broadcast/availability", test_availability);
  g_test_add_func ("/broadcast/order-and-number", test_order_and_number);
  g_test_add_func ("/broadcast/many", test_many);
  g_test_add_func ("/broadcast/requests", test_requests);
  g_test_add_func ("/broadcast/short-question", test_short_question);
  g_test_add_func ("/broadcast/agent", test_agent);
  g_test_add_func ("/broadcast/pause", test_pause);
  g_test_add_func ("/broadcast/import", test_import);
  g_test_add_func ("/broadcast/journal", test_journal);
  g_test_add_func ("/broadcast/journal-after-clock-was-set-back",
                   test_journal_after_clock_was_set_back);
  g_test_add_func ("/broadcast/sessions", test_sessions);
  g_test_add_func ("/broadcast/stop", test_stop);
  return g_test_run ();
}
