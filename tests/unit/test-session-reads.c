/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-session-reads.h"

#include "paddock-limits.h"

#include "service-disk-fixture.h"
#include "service-peer-fixture.h"

/* Reads files for a server over the socket. This program is the server, so the kernel proves it. It
 * sees r1. */

typedef struct {
  Scene                *scene;
  PaddockFilePrompts *questions;
  PaddockReading       *reading;
  TestAgent            *agent;
  PaddockPeer          *who;
} Fixture;

static void
put_server (Fixture         *fixture,
            PaddockStanding  standing,
            PaddockChoices   choices)
{
  GBytes *secret = paddock_store_get_secret (fixture->scene->store);
  g_autoptr (PaddockIdentity) identity = paddock_launch_dup_peer_identity (fixture->who, secret);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = "me", .identity = identity, .standing = standing, .choices = choices,
  });

  g_assert_cmpint (paddock_identity_get_kind (identity), ==, PADDOCK_IDENTITY_PROCESS);
  paddock_changes_put_server (changes, server);
  scene_commit (fixture->scene, changes);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->scene = scene_new (PADDOCK_CONSENT_ASK);
  tree_write (fixture->scene->tree, "home/outside");
  scene_share (fixture->scene, "r1", "home/projects");
  fixture->who = paddock_peer_new_for_pid (getuid (), getpid ());
  put_server (fixture, PADDOCK_STANDING_ALLOWED, PADDOCK_CHOICE_READING);
  scene_grant (fixture->scene, "me", "r1", 0, NULL);

  fixture->agent = g_object_new (TEST_TYPE_AGENT, NULL);
  fixture->agent->is_available = TRUE;
  fixture->questions = paddock_file_prompts_new (fixture->scene->state, fixture->scene->queue);
  paddock_file_prompts_set_agent (fixture->questions, PADDOCK_CONSENT_AGENT (fixture->agent));
  fixture->reading = paddock_reading_new (fixture->scene->state,
                                          PADDOCK_BOUNDARY (fixture->scene->sessions));
  paddock_reading_set_questions (fixture->reading, fixture->questions);
  paddock_sessions_set_reading (fixture->scene->sessions, fixture->reading);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  gpointer reading = fixture->reading;

  g_object_add_weak_pointer (G_OBJECT (reading), &reading);
  paddock_sessions_close (fixture->scene->sessions);
  paddock_reading_close (fixture->reading);
  paddock_reading_set_questions (fixture->reading, NULL);
  g_object_unref (fixture->reading);
  WAIT_FOR (reading == NULL);
  paddock_file_prompts_close (fixture->questions);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_finalize_object (fixture->questions);
  g_object_unref (fixture->agent);
  paddock_peer_unref (fixture->who);
  scene_free (fixture->scene);
}

static TestPeer *
join (Fixture *fixture)
{
  TestPeer *peer = test_peer_new (fixture->scene->sessions, fixture->who);

  test_peer_shake_hands (peer, "reader", NULL);
  return peer;
}

static guint
count_waiting (Fixture *fixture)
{
  return paddock_prompts_get_requests (fixture->scene->queue)->len;
}

/* @more: further params, beginning with a comma. */
static void
want (Fixture    *fixture,
      TestPeer   *peer,
      const char *id,
      const char *relative,
      const char *more)
{
  g_autofree char *path = tree_path (fixture->scene->tree, relative);
  g_autofree char *line = g_strdup_printf (
    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"client/readLocalFile\",\"params\":"
    "{\"uri\":\"file://%s\"%s}}", id, path, more);

  test_peer_say (peer, line);
}

#define NOT_KNOWN "*\"id\":7,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}"
#define PING "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}"

static guint
count_sessions (Fixture *fixture)
{
  g_autoptr (GPtrArray) sessions = paddock_sessions_list_sessions (fixture->scene->sessions, "me");

  return sessions->len;
}

/* Everything that was under way has arrived by then. */
static void
expect_nothing (TestPeer *peer)
{
  test_peer_say (peer, PING);
  test_peer_expect (peer, "*\"id\":\"p\",\"result\":{}}");
}

static void
test_read (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (TestPeer) peer = test_peer_new (fixture->scene->sessions, fixture->who);
  static const struct {
    const char *relative;
    const char *more;
    const char *answer;
  } rows[] = {
    { "home/projects/file", "",
      "\"contents\":[{\"uri\":\"file://*/home/projects/file\",\"text\":\"*\"}]" },
    { "home/projects/file", ",\"range\":{\"offset\":2,\"length\":1}", "\"text\":\"?\"" },
    { "home/projects/file", ",\"range\":{\"offset\":99}", "\"text\":\"\"" },
    { "home/projects/none", "", "\"code\":-32002,*\"reason\":\"missing\"" },
    { "home/projects", "", "\"code\":-32002,*\"reason\":\"not-a-file\"" },
    { "home/outside", "", "\"code\":-32002,*\"reason\":\"outside\"" },
    { "home/nothing", "", "\"code\":-32002,*\"reason\":\"outside\"" },
    { "home/projects/file?x", "", "\"code\":-32602,*\"reason\":\"malformed\"" },
    { "home/projects/file", ",\"uri\":5", "\"code\":-32602,*\"reason\":\"malformed\"" },
    { "home/projects/file", ",\"range\":5", "\"code\":-32602,*\"reason\":\"malformed\"" },
  };

  test_peer_expect (peer, "*\"capabilities\":{\"experimental\":{\"client/readLocalFile\":{}},*");
  test_peer_say (peer, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":"
                 "\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{\"name\":\"reader\","
                 "\"version\":\"1\"}}}");
  test_peer_expect (peer, "*notifications/initialized*");
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *pattern = g_strdup_printf ("*\"id\":\"é\",*%s*", rows[i].answer);

    want (fixture, peer, "\"é\"", rows[i].relative, rows[i].more);
    test_peer_expect (peer, pattern);
  }
  g_assert_cmpuint (scene_count_rows (fixture->scene, PADDOCK_EVENT_FILE_READ, 0), ==, 3);
  g_assert_cmpuint (scene_count_rows (fixture->scene, PADDOCK_EVENT_FILE_REFUSED, 0), ==, 5);
}

/* Without permission the method does not exist, and nothing is read. That holds for a process that
 * is not proven, for a `paddock run`, without the user's choice, for a server that is not allowed,
 * and during a pause. */
static void
test_not_permitted (Fixture       *fixture,
                    gconstpointer  data)
{
  static const struct {
    gboolean         is_unknown;
    const char      *program;
    PaddockStanding  standing;
    PaddockChoices   choices;
    gboolean         is_offered;
  } rows[] = {
    { FALSE, NULL, PADDOCK_STANDING_ALLOWED, PADDOCK_CHOICE_NONE, FALSE },
    { FALSE, NULL, PADDOCK_STANDING_ALLOWED, PADDOCK_CHOICE_HOST_ROOTS | PADDOCK_CHOICE_KEEP_ROOTS,
      FALSE },
    { FALSE, NULL, PADDOCK_STANDING_UNDECIDED, PADDOCK_CHOICE_READING, FALSE },
    { FALSE, NULL, PADDOCK_STANDING_BLOCKED, PADDOCK_CHOICE_READING, FALSE },
    { FALSE, NULL, PADDOCK_STANDING_WITHOUT_ROOTS, PADDOCK_CHOICE_READING, FALSE },
    { FALSE, "/usr/bin/node", PADDOCK_STANDING_ALLOWED, PADDOCK_CHOICE_READING, TRUE },
    { TRUE, NULL, PADDOCK_STANDING_ALLOWED, PADDOCK_CHOICE_READING, FALSE },
    { TRUE, "/usr/bin/node", PADDOCK_STANDING_ALLOWED, PADDOCK_CHOICE_READING, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockPeer) unknown = paddock_peer_new_for_pid (getuid (), 0);
    g_autoptr (TestPeer) peer = NULL;
    g_autofree char *initialize = NULL;

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    put_server (fixture, rows[i].standing, rows[i].choices);
    peer = test_peer_new (fixture->scene->sessions, rows[i].is_unknown ? unknown : fixture->who);
    WAIT_FOR (peer->lines->length > 0);
    initialize = g_strdup (g_queue_peek_head (peer->lines));
    g_assert_cmpint (strstr (initialize, "readLocalFile") != NULL, ==, rows[i].is_offered);
    test_peer_shake_hands (peer, "reader", rows[i].program);
    want (fixture, peer, "7", "home/projects/file", "");
    test_peer_expect (peer, NOT_KNOWN);
    want (fixture, peer, "7", "home/outside", ",\"uri\":5");
    test_peer_expect (peer, NOT_KNOWN);
  }
  g_assert_cmpuint (scene_count_rows (fixture->scene, PADDOCK_EVENT_FILE_READ, 0), ==, 0);
  g_assert_cmpuint (scene_count_rows (fixture->scene, PADDOCK_EVENT_FILE_REFUSED, 0), ==, 0);
}

/* Switching it takes effect at once, in the same session. */
static void
test_switched (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (TestPeer) peer = NULL;

  put_server (fixture, PADDOCK_STANDING_ALLOWED, PADDOCK_CHOICE_NONE);
  peer = join (fixture);
  for (int i = 0; i < 3; i++) {
    put_server (fixture, PADDOCK_STANDING_ALLOWED, PADDOCK_CHOICE_NONE);
    want (fixture, peer, "1", "home/projects/file", "");
    test_peer_expect (peer, "*\"code\":-32601,*");
    put_server (fixture, PADDOCK_STANDING_ALLOWED, PADDOCK_CHOICE_READING);
    want (fixture, peer, "1", "home/projects/file", "");
    test_peer_expect (peer, "*\"text\":*");
  }
}

/* Sensitive files, so that the reads wait for the user. */
static void
ask_about (Fixture  *fixture,
           TestPeer *peer,
           guint     n)
{
  for (guint i = 0; i < n; i++) {
    g_autofree char *relative = g_strdup_printf ("home/projects/.env.%u", i);
    g_autofree char *id = g_strdup_printf ("%u", 100 + i);

    tree_write (fixture->scene->tree, relative);
    want (fixture, peer, id, relative, "");
    WAIT_FOR (count_waiting (fixture) == i + 1);
  }
}

/* While one read waits, other requests go on; ids tell them apart. */
static void
test_waiting (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (TestPeer) peer = join (fixture);

  ask_about (fixture, peer, 1);
  expect_nothing (peer);
  test_peer_assert_list (peer, "projects");
  want (fixture, peer, "100", "home/projects/file", "");
  test_peer_expect (peer, "*\"id\":100,*\"code\":-32600,*\"reason\":\"duplicate-id\"*");
  want (fixture, peer, "\"100\"", "home/projects/file", "");
  test_peer_expect (peer, "*\"id\":\"100\",*\"text\":*");
  g_assert_cmpuint (count_waiting (fixture), ==, 1);
}

/* A waiting request has limits for its id and its task. */
static void
test_long_ids (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (TestPeer) peer = join (fixture);
  g_autofree char *filler = g_strnfill (PADDOCK_LIMIT_READ_ID_BYTES - 2, 'i');
  g_autofree char *longest = g_strconcat ("\"", filler, "\"", NULL);
  g_autofree char *longer = g_strconcat ("\"i", filler, "\"", NULL);
  g_autofree char *task = g_strdup_printf (
    ",\"_meta\":{\"io.modelcontextprotocol/related-task\":%s}", longest);
  g_autofree char *longer_task = g_strdup_printf (
    ",\"_meta\":{\"io.modelcontextprotocol/related-task\":%s}", longer);

  want (fixture, peer, longest, "home/projects/file", task);
  test_peer_expect (peer, "*\"text\":*,\"_meta\":{\"io.modelcontextprotocol/related-task\":\"i*");
  want (fixture, peer, longer, "home/projects/file", "");
  test_peer_expect (peer, "*\"code\":-32600,*\"reason\":\"long-id\"*");
  want (fixture, peer, "1", "home/projects/file", longer_task);
  test_peer_expect (peer, "*\"code\":-32600,*\"reason\":\"long-id\"*");
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  static const char * const ignored[] = {
    "{}", "{\"requestId\":101}", "{\"requestId\":\"100\"}", "{\"requestId\":null}",
    "{\"requestId\":[100]}", "{\"requestId\":100.0}",
  };
  g_autoptr (TestPeer) peer = join (fixture);

  ask_about (fixture, peer, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (ignored); i++) {
    g_autofree char *line = g_strdup_printf (
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":%s}", ignored[i]);

    test_peer_say (peer, line);
    expect_nothing (peer);
    g_assert_cmpuint (count_waiting (fixture), ==, 1);
  }
  test_peer_say (peer, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
                 "{\"requestId\":100,\"reason\":\"too slow\"}}");
  expect_nothing (peer);
  /* Its id can be used again. The question stays, and its answer counts for a while. */
  g_assert_cmpuint (count_waiting (fixture), ==, 1);
  want (fixture, peer, "100", "home/projects/file", "");
  test_peer_expect (peer, "*\"id\":100,*\"text\":*");
}

/* Reads until the rate limit refuses; more reads became possible since @begin. */
static void
use_up (Fixture  *fixture,
        TestPeer *peer,
        gint64    begin)
{
  guint n = 0;

  for (;;) {
    g_autofree char *line = NULL;
    gint64 passed;

    want (fixture, peer, "1", "home/projects/file", "");
    line = test_peer_next (peer);
    passed = g_get_monotonic_time () - begin;
    if (strstr (line, "\"reason\":\"rate-limited\"") != NULL)
      return;
    n++;
    g_assert_cmpint (n, <=, passed * PADDOCK_LIMIT_READS_PER_MINUTE / G_TIME_SPAN_MINUTE + 1);
  }
}

static void
test_limit (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (TestPeer) peer = join (fixture);
  gint64 begin = g_get_monotonic_time ();

  ask_about (fixture, peer, PADDOCK_LIMIT_READS_PER_SESSION);
  for (int i = 0; i < 3; i++) {
    want (fixture, peer, "1", "home/projects/file", "");
    test_peer_expect (peer, "*\"id\":1,*\"code\":-32002,*\"reason\":\"busy\"*");
  }
  /* A refused read is in the journal, and counts for the limit. */
  g_assert_cmpuint (scene_count_rows (fixture->scene, PADDOCK_EVENT_FILE_REFUSED,
                                      PADDOCK_REASON_BUSY), ==, 3);
  for (int i = PADDOCK_LIMIT_READS_PER_SESSION + 3; i < PADDOCK_LIMIT_READS_PER_MINUTE; i++) {
    want (fixture, peer, "1", "home/projects/file", "");
    test_peer_expect (peer, "*\"reason\":\"busy\"*");
  }
  use_up (fixture, peer, begin);
  g_assert_cmpuint (count_waiting (fixture), ==, PADDOCK_LIMIT_READS_PER_SESSION);
}

static void
pause_sharing (Fixture *fixture)
{
  PaddockPlanContext plan = paddock_state_plan (fixture->scene->state, PADDOCK_REASON_NONE, NULL);
  g_autoptr (PaddockChanges) changes = paddock_plan_pause (&plan);

  scene_commit (fixture->scene, changes);
}

/* The permission is revoked while reads wait. Each is answered as if the method did not exist, and
 * no question remains. A pause only hides the questions. */
static void
test_taken_back (Fixture       *fixture,
                 gconstpointer  data)
{
  for (int i = 0; i < 3; i++) {
    g_autoptr (TestPeer) peer = NULL;

    put_server (fixture, PADDOCK_STANDING_ALLOWED, PADDOCK_CHOICE_READING);
    peer = join (fixture);
    ask_about (fixture, peer, 2);
    if (i == 0)
      put_server (fixture, PADDOCK_STANDING_ALLOWED, PADDOCK_CHOICE_NONE);
    else if (i == 1)
      put_server (fixture, PADDOCK_STANDING_BLOCKED, PADDOCK_CHOICE_READING);
    else
      pause_sharing (fixture);
    test_peer_expect (peer, "*\"id\":100,*\"code\":-32601,*");
    test_peer_expect (peer, "*\"id\":101,*\"code\":-32601,*");
    expect_nothing (peer);
    g_assert_cmpuint (count_waiting (fixture), ==, i < 2 ? 0 : 2);
  }
}

/* After a disconnect nothing waits. The question is about the process, which still runs. */
static void
test_gone (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (TestPeer) stays = join (fixture);
  g_autoptr (TestPeer) goes = join (fixture);

  ask_about (fixture, stays, 1);
  tree_write (fixture->scene->tree, "home/projects/.env");
  want (fixture, goes, "1", "home/projects/.env", "");
  WAIT_FOR (count_waiting (fixture) == 2);
  test_peer_hang_up (goes);
  WAIT_FOR (count_sessions (fixture) == 1);
  g_assert_cmpuint (count_waiting (fixture), ==, 2);
  expect_nothing (stays);
}

/* In an array, an answer that takes time is sent on its own. */
static void
test_batch (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (TestPeer) peer = test_peer_new (fixture->scene->sessions, fixture->who);
  g_autofree char *path = tree_path (fixture->scene->tree, "home/projects/file");
  g_autofree char *line = g_strdup_printf (
    "[" PING ",{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"client/readLocalFile\",\"params\":"
    "{\"uri\":\"file://%s\"}},{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"client/readLocalFile\"}]",
    path);

  test_peer_expect (peer, "*\"method\":\"initialize\"*");
  test_peer_say (peer, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":"
                 "\"2025-03-26\",\"capabilities\":{},\"serverInfo\":{\"name\":\"reader\","
                 "\"version\":\"1\"}}}");
  test_peer_expect (peer, "*notifications/initialized*");
  test_peer_say (peer, line);
  test_peer_expect (peer, "[{*\"id\":\"p\",\"result\":{}},{*\"id\":2,*-32602,*}]");
  test_peer_expect (peer, "{*\"id\":1,*\"text\":*");
}

#define TEST(path, func) \
  g_test_add ("/session-reads/" path, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  TEST ("read", test_read);
  TEST ("not-permitted", test_not_permitted);
  TEST ("switched", test_switched);
  TEST ("waiting", test_waiting);
  TEST ("long-ids", test_long_ids);
  TEST ("cancelled", test_cancelled);
  TEST ("limit", test_limit);
  TEST ("taken-back", test_taken_back);
  TEST ("gone", test_gone);
  TEST ("batch", test_batch);
  return g_test_run ();
}
