/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-server-prompts.h"

#include "paddock-limits.h"
#include "service-disk-fixture.h"
#include "service-peer-fixture.h"

/* When the user is asked about a server; test-sessions.c has the simple cases. */

static TestPeer *
connect_launched (Scene      *scene,
                  const char *program)
{
  TestPeer *peer = test_peer_new_unknown (scene->sessions);

  test_peer_shake_hands (peer, program, program);
  return peer;
}

/* The labels of the questions, in order. */
static char *
describe_requests (GPtrArray *requests)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < requests->len; i++) {
    const PaddockPrompt *prompt = g_ptr_array_index (requests, i);

    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", prompt->server);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
assert_waiting (Scene      *scene,
                const char *all,
                const char *shown)
{
  g_autoptr (GPtrArray) list = paddock_prompts_list_shown (scene->queue);
  g_autofree char *waiting = describe_requests (paddock_prompts_get_requests (scene->queue));
  g_autofree char *seen = describe_requests (list);

  g_assert_cmpstr (waiting, ==, all);
  g_assert_cmpstr (seen, ==, shown);
}

static void
submit (Scene              *scene,
        PaddockCommandKind  kind)
{
  g_autoptr (GError) error = NULL;
  PaddockCommand *command = paddock_command_new (kind, NULL, NULL, NULL);
  g_autofree char *id = scene_submit (scene, command, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (id, ==, "");
}

/* Questions keep their places over a pause. Servers that asked during the pause are asked about
 * then, if they are still connected. */
static void
test_pause (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) first = connect_launched (scene, "/usr/bin/first");
  g_autoptr (TestPeer) second = connect_launched (scene, "/usr/bin/second");
  g_autoptr (TestPeer) gone = connect_launched (scene, "/usr/bin/gone");
  g_autoptr (TestPeer) silent = connect_launched (scene, "/usr/bin/silent");

  test_peer_assert_list (first, "");
  assert_waiting (scene, "first", "first");
  submit (scene, PADDOCK_COMMAND_PAUSE);
  g_assert_true (paddock_snapshot_is_paused (scene->snapshot));
  assert_waiting (scene, "first", "");

  test_peer_assert_list (second, "");
  test_peer_assert_list (gone, "");
  test_peer_assert_list (first, "");
  assert_waiting (scene, "first", "");
  test_peer_hang_up (gone);
  WAIT_FOR (scene_count_rows (scene, PADDOCK_EVENT_SERVER_DISCONNECTED,
                              PADDOCK_REASON_PEER_CLOSED) == 1);

  submit (scene, PADDOCK_COMMAND_RESUME);
  assert_waiting (scene, "first second", "first second");
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_CONSENT_ASKED, 0), ==, 2);

  /* This is remembered for one pause only. */
  submit (scene, PADDOCK_COMMAND_PAUSE);
  submit (scene, PADDOCK_COMMAND_RESUME);
  assert_waiting (scene, "first second", "first second");
}

/* The service starts while sharing is paused. */
static void
test_paused_at_start (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) peer = NULL;

  submit (scene, PADDOCK_COMMAND_PAUSE);
  scene_reopen (scene);
  g_assert_true (paddock_snapshot_is_paused (scene->snapshot));
  peer = connect_launched (scene, "/usr/bin/node");
  test_peer_assert_list (peer, "");
  assert_waiting (scene, "", "");
  submit (scene, PADDOCK_COMMAND_RESUME);
  assert_waiting (scene, "node", "node");
  scene_reopen (scene);
  g_assert_false (paddock_snapshot_is_paused (scene->snapshot));
}

/* The user opens a question, or "Not Now" ends, during a pause. */
static void
test_opened_while_paused (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) peer = connect_launched (scene, "/usr/bin/node");
  GPtrArray *servers = paddock_snapshot_get_servers (scene->snapshot);
  g_autofree char *server_id = g_strdup (((PaddockServer *) servers->pdata[0])->id);

  submit (scene, PADDOCK_COMMAND_PAUSE);
  paddock_sessions_ask_again (scene->sessions, server_id);
  paddock_sessions_ask_again (scene->sessions, "nobody");
  assert_waiting (scene, "", "");
  submit (scene, PADDOCK_COMMAND_RESUME);
  assert_waiting (scene, "node", "node");
}

/* Grants a connected server something that expires at once. */
static char *
grant_for_a_moment (Scene      *scene,
                    const char *root_id,
                    gint64      granted)
{
  GPtrArray *servers = paddock_snapshot_get_servers (scene->snapshot);
  g_autofree char *server_id = g_strdup (((PaddockServer *) servers->pdata[0])->id);
  PaddockServer edited = *(PaddockServer *) servers->pdata[0];
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockServer) server = NULL;
  g_autoptr (PaddockGrant) grant = paddock_grant_new (&(PaddockGrant) {
    .server_id = server_id, .root_id = root_id, .access = PADDOCK_ACCESS_READ_WRITE,
    .granted = granted, .expires = g_get_real_time () + 300 * G_TIME_SPAN_MILLISECOND,
  });

  edited.standing = PADDOCK_STANDING_ALLOWED;
  edited.decision_ends = grant->expires;
  server = paddock_server_new (&edited);
  paddock_changes_put_server (changes, server);
  paddock_changes_put_grant (changes, grant);
  scene_commit (scene, changes);
  return g_steal_pointer (&server_id);
}

static const PaddockPrompt *
get_only_request (Scene *scene)
{
  GPtrArray *requests = paddock_prompts_get_requests (scene->queue);

  g_assert_cmpuint (requests->len, ==, 1);
  return g_ptr_array_index (requests, 0);
}

static void
dismiss (Scene *scene)
{
  const PaddockPrompt *prompt = get_only_request (scene);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) left_out = NULL;
  g_autoptr (PaddockDecision) decision = paddock_decision_new (&(PaddockDecision) {
    .request_id = prompt->id, .serial = prompt->serial, .verdict = PADDOCK_VERDICT_NOT_NOW,
    .reason = PADDOCK_REASON_USER_PUT_OFF,
  });

  paddock_gate_answer_async (scene->gate, decision, on_result, &result);
  WAIT_FOR (result != NULL);
  left_out = paddock_gate_answer_finish (scene->gate, result, &error);
  g_assert_no_error (error);
}

/* A renewal is offered once, without a request of the server. The question outlives the server's
 * session. After "Not Now" it does not come back. */
static void
test_renewal (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) peer = connect_launched (scene, "/usr/bin/node");
  g_autofree char *server_id = NULL;
  const PaddockPrompt *prompt;

  scene_share (scene, "r1", "home/projects");
  scene_share (scene, "r2", "home/projects/deep");
  test_peer_assert_list (peer, "");
  paddock_prompts_finish (scene->queue, get_only_request (scene)->id, PADDOCK_VERDICT_ALLOW,
                          PADDOCK_REASON_SUPERSEDED);
  server_id = grant_for_a_moment (scene, "r1", g_get_real_time ());
  WAIT_FOR (paddock_prompts_get_requests (scene->queue)->len > 0);
  prompt = get_only_request (scene);
  g_assert_cmpint (prompt->kind, ==, PADDOCK_PROMPT_ROOTS);
  g_assert_cmpint (prompt->wants.flags, ==, PADDOCK_WANTS_RENEWAL);
  g_assert_cmpstr (prompt->wants.root_ids[0], ==, "r1");
  g_assert_null (prompt->wants.root_ids[1]);
  g_assert_cmpuint (prompt->sessions, ==, 1);
  g_assert_cmpint (scene_get_standing (scene, server_id), ==, PADDOCK_STANDING_UNDECIDED);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_RENEWAL_OFFERED,
                                      PADDOCK_REASON_EXPIRED), ==, 1);

  /* The question includes the server's current request. */
  WAIT_FOR (peer->told > 0);
  test_peer_assert_list (peer, "");
  g_assert_true (get_only_request (scene) == prompt);
  test_peer_hang_up (peer);
  WAIT_FOR (get_only_request (scene)->sessions == 0);
  g_assert_cmpint (get_only_request (scene)->wants.flags, ==, PADDOCK_WANTS_RENEWAL);

  dismiss (scene);
  g_assert_cmpuint (paddock_prompts_get_requests (scene->queue)->len, ==, 0);
  g_assert_cmpint (paddock_snapshot_get_server (scene->snapshot, server_id)->put_off_until, >,
                   g_get_real_time ());
}

/* If a grant expires during a pause, its renewal is offered after the pause. */
static void
test_renewal_while_paused (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) peer = connect_launched (scene, "/usr/bin/node");
  g_autofree char *server_id = NULL;

  scene_share (scene, "r1", "home/projects");
  server_id = grant_for_a_moment (scene, "r1", g_get_real_time ());
  submit (scene, PADDOCK_COMMAND_PAUSE);
  test_peer_assert_list (peer, "");
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_ROOTS_LISTED, PADDOCK_REASON_PAUSED), ==,
                    1);
  WAIT_FOR (paddock_snapshot_get_grant (scene->snapshot, server_id, "r1") == NULL);
  assert_waiting (scene, "node", "");
  submit (scene, PADDOCK_COMMAND_RESUME);
  assert_waiting (scene, "node", "node");
  g_assert_cmpint (get_only_request (scene)->wants.flags, ==, PADDOCK_WANTS_RENEWAL);
}

/* After "Not Now" to a renewal, the user is only asked again if the server asks. */
static void
test_renewal_dismissed (void)
{
  static const gboolean asks_again[] = { FALSE, TRUE };

  for (gsize i = 0; i < G_N_ELEMENTS (asks_again); i++) {
    g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
    g_autoptr (TestPeer) peer = connect_launched (scene, "/usr/bin/node");
    g_autofree char *server_id = NULL;
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    g_autoptr (PaddockServer) server = NULL;
    PaddockServer edited;

    scene_share (scene, "r1", "home/projects");
    test_peer_assert_list (peer, "");
    paddock_prompts_finish (scene->queue, get_only_request (scene)->id,
                            PADDOCK_VERDICT_ALLOW, PADDOCK_REASON_SUPERSEDED);
    server_id = grant_for_a_moment (scene, "r1", g_get_real_time ());
    WAIT_FOR (paddock_prompts_get_requests (scene->queue)->len > 0);
    if (asks_again[i])
      test_peer_assert_list (peer, "");
    dismiss (scene);

    edited = *paddock_snapshot_get_server (scene->snapshot, server_id);
    g_assert_cmpuint (edited.times_put_off, ==, 1);
    edited.put_off_until = 0;
    server = paddock_server_new (&edited);
    paddock_changes_put_server (changes, server);
    scene_commit (scene, changes);
    g_assert_cmpuint (paddock_prompts_get_requests (scene->queue)->len, ==, asks_again[i]);
    if (asks_again[i])
      g_assert_cmpint (get_only_request (scene)->wants.flags, ==, PADDOCK_WANTS_NOTHING_ELSE);
  }
}

/* No renewal is offered for a server that left before the last tenth of its grant, or if the
 * service asks nobody. It is offered for one that left within that tenth. */
static void
test_no_renewal (void)
{
  enum { LONG_GONE, LATELY_GONE, DENY, N_CASES };

  for (guint i = 0; i < N_CASES; i++) {
    g_autoptr (Scene) scene = scene_new (i == DENY ? PADDOCK_CONSENT_DENY : PADDOCK_CONSENT_ASK);
    g_autoptr (TestPeer) peer = connect_launched (scene, "/usr/bin/node");
    g_autofree char *server_id = NULL;
    gint64 hour_ago = g_get_real_time () - G_TIME_SPAN_HOUR;

    scene_share (scene, "r1", "home/projects");
    if (i != DENY) {
      test_peer_hang_up (peer);
      WAIT_FOR (scene_count_rows (scene, PADDOCK_EVENT_SERVER_DISCONNECTED, 0) == 1);
    }
    /* The last tenth of an hour is six minutes. The last tenth of a moment is less than this server
     * was away. */
    if (i == LONG_GONE)
      g_usleep (100 * G_TIME_SPAN_MILLISECOND);
    server_id = grant_for_a_moment (scene, "r1", i == LATELY_GONE ? hour_ago : g_get_real_time ());
    WAIT_FOR (paddock_snapshot_get_grant (scene->snapshot, server_id, "r1") == NULL);
    while (g_main_context_iteration (NULL, FALSE))
      continue;
    g_assert_cmpuint (paddock_prompts_get_requests (scene->queue)->len, ==,
                      i == LATELY_GONE);
    if (i == LATELY_GONE)
      g_assert_cmpuint (get_only_request (scene)->sessions, ==, 0);
  }
}

/* Questions of one program wait for space in the order of their requests. Servers that left, or
 * that the user decided about meanwhile, are skipped. */
static void
test_without_room (void)
{
  const guint room = PADDOCK_LIMIT_PENDING_PER_PROGRAM / 2;
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (GPtrArray) peers = g_ptr_array_new_with_free_func ((GDestroyNotify) test_peer_free);
  GPtrArray *requests = paddock_prompts_get_requests (scene->queue);
  g_autoptr (GError) error = NULL;
  g_autofree char *second = g_strdup_printf ("/usr/bin/%u", room + 1);
  g_autofree char *third = g_strdup_printf ("/usr/bin/%u", room + 2);
  g_autofree char *id = NULL;
  PaddockServer *waiting;

  for (guint i = 0; i < room + 3; i++) {
    g_autofree char *program = g_strdup_printf ("/usr/bin/%u", i);
    TestPeer *peer = connect_launched (scene, program);

    g_ptr_array_add (peers, peer);
    /* A server that asks twice waits once. */
    test_peer_assert_list (peer, "");
    test_peer_assert_list (peer, "");
  }
  g_assert_cmpuint (requests->len, ==, room);

  /* The first server that waits leaves, and the second is blocked. */
  test_peer_hang_up (peers->pdata[room]);
  WAIT_FOR (scene_count_rows (scene, PADDOCK_EVENT_SERVER_DISCONNECTED, 0) == 1);
  waiting = g_ptr_array_index (paddock_snapshot_get_servers (scene->snapshot), room + 1);
  g_assert_cmpstr (waiting->claimed_name, ==, second);
  id = scene_submit (scene,
                     paddock_command_new (PADDOCK_COMMAND_BLOCK, waiting->id, NULL, NULL), NULL,
                     &error);
  g_assert_no_error (error);

  test_peer_hang_up (peers->pdata[5]);
  WAIT_FOR (requests->len == room - 1);
  WAIT_FOR (requests->len == room);
  g_assert_cmpstr (((PaddockPrompt *) requests->pdata[room - 1])->server, ==,
                   third + strlen ("/usr/bin/"));
  test_peer_hang_up (peers->pdata[6]);
  WAIT_FOR (requests->len == room - 1);
}

static PaddockLauncher *
get_launcher (Scene *scene,
              guint  index)
{
  g_autoptr (GPtrArray) sessions =
    paddock_sessions_list_sessions (scene->sessions, get_only_request (scene)->server_id);

  return paddock_session_get_launcher (sessions->pdata[index]);
}

/* What is learned after the question was put changes the question, and asks nothing new. */
static void
test_update (void)
{
  static const char * const first[] = { "file:///first", NULL };
  static const char * const second[] = { "file:///second", NULL };
  static const char * const both[] = { "file:///second", "file:///first", NULL };
  static const char * const none[] = { NULL };
  g_autoptr (PaddockConfined) confined = paddock_confined_new (TRUE, NULL, none, 0);
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) peer = connect_launched (scene, "/usr/bin/node");
  g_autoptr (TestPeer) other = NULL;
  g_autoptr (TestPeer) silent = NULL;
  g_autofree char *id = NULL;
  GPtrArray *sessions;

  test_peer_assert_list (peer, "");
  id = g_strdup (get_only_request (scene)->id);
  g_assert_null (get_only_request (scene)->suggestions);
  g_assert_false (get_only_request (scene)->is_confined);

  paddock_launcher_set_suggestions (get_launcher (scene, 0), none);
  g_assert_null (get_only_request (scene)->suggestions);
  paddock_launcher_set_suggestions (get_launcher (scene, 0), first);
  g_assert_cmpstrv (get_only_request (scene)->suggestions, first);
  /* The user reads the first ones already. */
  paddock_launcher_set_suggestions (get_launcher (scene, 0), second);
  g_assert_cmpstrv (get_only_request (scene)->suggestions, first);
  paddock_launcher_set_suggestions (get_launcher (scene, 0), both);
  g_assert_cmpstrv (get_only_request (scene)->suggestions, both);
  paddock_launcher_set_suggestions (get_launcher (scene, 0), first);
  g_assert_cmpstrv (get_only_request (scene)->suggestions, both);

  paddock_launcher_receive_confined (get_launcher (scene, 0), confined);
  g_assert_true (get_only_request (scene)->is_confined);
  g_assert_cmpstr (get_only_request (scene)->id, ==, id);

  /* Another session of the same server, of which nothing is proven at first. */
  other = connect_launched (scene, "/usr/bin/node");
  g_assert_cmpuint (get_only_request (scene)->sessions, ==, 2);
  g_assert_false (get_only_request (scene)->is_confined);
  paddock_launcher_receive_confined (get_launcher (scene, 1), confined);
  g_assert_true (get_only_request (scene)->is_confined);
  test_peer_hang_up (peer);
  WAIT_FOR (get_only_request (scene)->sessions == 1);
  g_assert_true (get_only_request (scene)->is_confined);
  g_assert_cmpstr (get_only_request (scene)->id, ==, id);

  /* A server that asked for nothing is asked about by nothing that it says. */
  silent = connect_launched (scene, "/usr/bin/silent");
  sessions = paddock_snapshot_get_servers (scene->snapshot);
  {
    const PaddockServer *server = sessions->pdata[1];
    g_autoptr (GPtrArray) own = paddock_sessions_list_sessions (scene->sessions, server->id);

    paddock_launcher_set_suggestions (paddock_session_get_launcher (own->pdata[0]), first);
    paddock_launcher_receive_confined (paddock_session_get_launcher (own->pdata[0]), confined);
  }
  assert_waiting (scene, "node", "node");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/server-prompts/pause", test_pause);
  g_test_add_func ("/server-prompts/paused-at-start", test_paused_at_start);
  g_test_add_func ("/server-prompts/opened-while-paused", test_opened_while_paused);
  g_test_add_func ("/server-prompts/renewal", test_renewal);
  g_test_add_func ("/server-prompts/renewal-while-paused", test_renewal_while_paused);
  g_test_add_func ("/server-prompts/renewal-dismissed", test_renewal_dismissed);
  g_test_add_func ("/server-prompts/no-renewal", test_no_renewal);
  g_test_add_func ("/server-prompts/without-room", test_without_room);
  g_test_add_func ("/server-prompts/update", test_update);
  return g_test_run ();
}
