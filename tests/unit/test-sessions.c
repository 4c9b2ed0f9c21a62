/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "service-disk-fixture.h"
#include "service-peer-fixture.h"

#include "paddock-limits.h"
#include "paddock-process.h"
#include "paddock-scope.h"

/* Sessions, their servers, and the answers that these get. */

#define NODE "/usr/bin/node"

static const PaddockServer *
get_only_server (Scene *scene)
{
  GPtrArray *servers = paddock_snapshot_get_servers (scene->snapshot);

  g_assert_cmpuint (servers->len, ==, 1);
  return g_ptr_array_index (servers, 0);
}

static guint
count_waiting (Scene *scene)
{
  return paddock_prompts_get_requests (scene->queue)->len;
}

static TestPeer *
connect_launched (Scene      *scene,
                  const char *program)
{
  TestPeer *peer = test_peer_new_unknown (scene->sessions);

  test_peer_shake_hands (peer, "files", program);
  return peer;
}

static guint
count_sessions (Scene      *scene,
                const char *server_id)
{
  g_autoptr (GPtrArray) sessions = paddock_sessions_list_sessions (scene->sessions, server_id);

  return sessions->len;
}

static void
set_standing (Scene           *scene,
              const char      *server_id,
              PaddockStanding  standing)
{
  PaddockServer edited = *paddock_snapshot_get_server (scene->snapshot, server_id);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockServer) server = NULL;

  edited.standing = standing;
  server = paddock_server_new (&edited);
  paddock_changes_put_server (changes, server);
  scene_commit (scene, changes);
}

static void
test_question_and_answer (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) peer = NULL;
  g_autofree char *server_id = NULL;
  const PaddockPrompt *prompt;

  scene_share (scene, "r1", "home/projects");
  scene_share (scene, "r2", "home/projects/deep");
  peer = connect_launched (scene, NODE);
  server_id = g_strdup (get_only_server (scene)->id);
  g_assert_cmpstr (get_only_server (scene)->claimed_name, ==, "files");
  g_assert_cmpint (get_only_server (scene)->standing, ==, PADDOCK_STANDING_UNDECIDED);

  /* A connection alone asks the user nothing, because a host may only be testing the server. */
  g_assert_cmpuint (count_waiting (scene), ==, 0);
  test_peer_assert_list (peer, "");
  g_assert_cmpuint (count_waiting (scene), ==, 1);
  prompt = g_ptr_array_index (paddock_prompts_get_requests (scene->queue), 0);
  g_assert_cmpint (prompt->kind, ==, PADDOCK_PROMPT_ROOTS);
  g_assert_cmpstr (prompt->server_id, ==, server_id);
  g_assert_cmpstr (prompt->server, ==, "node");
  g_assert_cmpuint (prompt->sessions, ==, 1);
  g_assert_null (prompt->previous);

  /* A second request does not make a second question. */
  test_peer_assert_list (peer, "");
  g_assert_cmpuint (count_waiting (scene), ==, 1);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_CONSENT_ASKED, 0), ==, 1);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_ROOTS_LISTED, PADDOCK_REASON_UNDECIDED),
                    ==, 2);
  g_assert_cmpuint (peer->told, ==, 0);

  set_standing (scene, server_id, PADDOCK_STANDING_ALLOWED);
  scene_grant (scene, server_id, "r2", 0, NULL);
  WAIT_FOR (peer->told == 1);
  test_peer_assert_list (peer, "deep");
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_CHANGE_TOLD, 0), ==, 1);

  /* The server hears when a folder disappears, and when it comes back. */
  tree_rename (scene->tree, "home/projects/deep", "home/elsewhere");
  WAIT_FOR (peer->told == 2);
  test_peer_assert_list (peer, "");
  tree_rename (scene->tree, "home/elsewhere", "home/projects/deep");
  WAIT_FOR (peer->told == 3);
  test_peer_assert_list (peer, "deep");
}

static void
test_known_again (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *server_id = NULL;
  gint64 first_seen;

  scene_share (scene, "r1", "home/projects");
  {
    g_autoptr (TestPeer) first = connect_launched (scene, NODE);
    g_autoptr (TestPeer) other = NULL;

    server_id = g_strdup (get_only_server (scene)->id);
    first_seen = get_only_server (scene)->first_seen;
    other = connect_launched (scene, "/usr/bin/python3");
    g_assert_cmpuint (paddock_snapshot_get_servers (scene->snapshot)->len, ==, 2);
  }
  WAIT_FOR (count_sessions (scene, server_id) == 0);
  set_standing (scene, server_id, PADDOCK_STANDING_ALLOWED);
  scene_grant (scene, server_id, "r1", 0, NULL);

  for (int i = 0; i < 2; i++) {
    g_autoptr (TestPeer) again = connect_launched (scene, NODE);

    g_assert_cmpuint (paddock_snapshot_get_servers (scene->snapshot)->len, ==, 2);
    g_assert_cmpuint (count_sessions (scene, server_id), ==, 1);
    g_assert_cmpint (paddock_snapshot_get_server (scene->snapshot, server_id)->first_seen, ==,
                     first_seen);
    test_peer_assert_list (again, "projects");
    g_assert_cmpuint (count_waiting (scene), ==, 0);
    g_clear_pointer (&again, test_peer_free);
    WAIT_FOR (count_sessions (scene, server_id) == 0);
    scene_reopen (scene);
    scene_wait_availability (scene, "r1", PADDOCK_AVAILABILITY_AVAILABLE);
  }
}

/* The service remembers that a server asks at its start; a later service knows it as well. */
static void
test_lists_early (void)
{
  static const struct { const char *said;
                        gboolean is_known;
  } table[] = {
    { NULL, FALSE }, { "true", FALSE }, { NULL, TRUE }, { "false", TRUE }, { NULL, FALSE },
  };
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autoptr (TestPeer) peer = test_peer_new_unknown (scene->sessions);
    g_autofree char *server_id = NULL;

    g_test_message ("launch %zu", i);
    test_peer_introduce (peer, "files", NODE);
    test_peer_expect (peer, table[i].is_known ? "*listsEarly\":true*" : "*initialized\"}");
    server_id = g_strdup (get_only_server (scene)->id);
    if (table[i].said != NULL) {
      g_autofree char *line =
        g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\",\"params\":"
                         "{\"_meta\":{\"io.github.paddock-mcp/listsEarly\":%s}}}", table[i].said);

      test_peer_say (peer, line);
      WAIT_FOR (!get_only_server (scene)->lists_early == g_str_equal (table[i].said, "false"));
    }
    g_clear_pointer (&peer, test_peer_free);
    WAIT_FOR (count_sessions (scene, server_id) == 0);
    scene_reopen (scene);
  }
}

static void
test_sessions_of_one_server (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) first = NULL;
  g_autoptr (TestPeer) second = NULL;
  g_autofree char *server_id = NULL;
  const PaddockPrompt *prompt;
  guint serial;

  scene_share (scene, "r1", "home/projects");
  first = connect_launched (scene, NODE);
  test_peer_assert_list (first, "");
  prompt = g_ptr_array_index (paddock_prompts_get_requests (scene->queue), 0);
  serial = prompt->serial;
  second = connect_launched (scene, NODE);
  test_peer_assert_list (second, "");

  g_assert_cmpuint (count_waiting (scene), ==, 1);
  prompt = g_ptr_array_index (paddock_prompts_get_requests (scene->queue), 0);
  g_assert_cmpuint (prompt->sessions, ==, 2);
  g_assert_cmpuint (prompt->serial, ==, serial);
  server_id = g_strdup (get_only_server (scene)->id);
  g_assert_cmpuint (count_sessions (scene, server_id), ==, 2);

  test_peer_hang_up (first);
  WAIT_FOR (count_sessions (scene, server_id) == 1);
  prompt = g_ptr_array_index (paddock_prompts_get_requests (scene->queue), 0);
  g_assert_cmpuint (prompt->sessions, ==, 1);

  set_standing (scene, server_id, PADDOCK_STANDING_ALLOWED);
  scene_grant (scene, server_id, "r1", 0, NULL);
  WAIT_FOR (second->told == 1);
  test_peer_assert_list (second, "projects");
  test_peer_hang_up (second);
  WAIT_FOR (count_sessions (scene, server_id) == 0);
  g_assert_cmpuint (count_waiting (scene), ==, 0);
}

/* Which server is asked about, depending on what is known about it. NULL stands for a question. */
static const struct {
  PaddockStanding    standing;
  gint64             put_off;       /* for how long "Not Now" lasts */
  PaddockConsentMode mode;
  gboolean           asks;
  const char        *list;
} policies[] = {
  { PADDOCK_STANDING_UNDECIDED, 0, PADDOCK_CONSENT_ASK, TRUE, "" },
  { PADDOCK_STANDING_UNDECIDED, G_TIME_SPAN_HOUR, PADDOCK_CONSENT_ASK, FALSE, "" },
  { PADDOCK_STANDING_UNDECIDED, -1, PADDOCK_CONSENT_ASK, TRUE, "" },
  { PADDOCK_STANDING_ALLOWED, 0, PADDOCK_CONSENT_ASK, FALSE, "projects" },
  { PADDOCK_STANDING_BLOCKED, 0, PADDOCK_CONSENT_ASK, FALSE, "" },
  { PADDOCK_STANDING_UNDECIDED, 0, PADDOCK_CONSENT_DENY, FALSE, "" },
  { PADDOCK_STANDING_ALLOWED, 0, PADDOCK_CONSENT_DENY, FALSE, "" },
  { PADDOCK_STANDING_UNDECIDED, 0, PADDOCK_CONSENT_ALLOW, FALSE, "projects deep" },
  { PADDOCK_STANDING_BLOCKED, 0, PADDOCK_CONSENT_ALLOW, FALSE, "" },
};

static void
test_policies (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (policies); i++) {
    g_autoptr (Scene) scene = scene_new (policies[i].mode);
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    g_autoptr (TestPeer) peer = NULL;
    g_autoptr (PaddockServer) server = NULL;
    g_autoptr (GPtrArray) visible = NULL;
    PaddockServer edited;

    scene_share (scene, "r1", "home/projects");
    scene_share (scene, "r2", "home/projects/deep");
    peer = connect_launched (scene, NODE);
    edited = *get_only_server (scene);
    edited.standing = policies[i].standing;
    if (policies[i].put_off != 0)
      edited.put_off_until = g_get_real_time () + policies[i].put_off;
    server = paddock_server_new (&edited);
    paddock_changes_put_server (changes, server);
    fixture_put_grant (changes, server->id, "r1", PADDOCK_ACCESS_READ_WRITE, 0, NULL);
    scene_commit (scene, changes);

    test_peer_assert_list (peer, policies[i].list);
    g_assert_cmpuint (count_waiting (scene), ==, policies[i].asks);
    visible = paddock_sessions_list_visible (scene->sessions, server->id);
    g_assert_cmpuint (visible->len == 0, ==, *policies[i].list == '\0');
  }
}

/* The user opens a question after "Not Now". */
static void
test_ask_again (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) peer = connect_launched (scene, NODE);
  g_autofree char *server_id = g_strdup (get_only_server (scene)->id);

  paddock_sessions_ask_again (scene->sessions, "nobody");
  g_assert_cmpuint (count_waiting (scene), ==, 0);
  paddock_sessions_ask_again (scene->sessions, server_id);
  g_assert_cmpuint (count_waiting (scene), ==, 1);
  paddock_prompts_finish_server (scene->queue, server_id, PADDOCK_VERDICT_DENY,
                                 PADDOCK_REASON_USER_DENIED);

  set_standing (scene, server_id, PADDOCK_STANDING_ALLOWED);
  paddock_sessions_ask_again (scene->sessions, server_id);
  g_assert_cmpuint (count_waiting (scene), ==, 0);

  set_standing (scene, server_id, PADDOCK_STANDING_UNDECIDED);
  test_peer_hang_up (peer);
  WAIT_FOR (count_sessions (scene, server_id) == 0);
  paddock_sessions_ask_again (scene->sessions, server_id);
  g_assert_cmpuint (count_waiting (scene), ==, 0);
}

static void
put_off (Scene      *scene,
         const char *server_id,
         gint64      until,
         guint       times)
{
  PaddockServer edited = *paddock_snapshot_get_server (scene->snapshot, server_id);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockServer) server = NULL;

  edited.put_off_until = until;
  edited.times_put_off = times;
  server = paddock_server_new (&edited);
  paddock_changes_put_server (changes, server);
  scene_commit (scene, changes);
}

/* "Not Now" ends while the server waits: the question comes again without a new request. There is
 * no question about a server that never asked, or has left. */
static void
test_put_off_ends (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) listed = connect_launched (scene, NODE);
  g_autofree char *listed_id = g_strdup (get_only_server (scene)->id);
  g_autoptr (TestPeer) silent = connect_launched (scene, "/usr/bin/python3");
  g_autoptr (TestPeer) gone = connect_launched (scene, "/usr/bin/perl");
  GPtrArray *servers = paddock_snapshot_get_servers (scene->snapshot);
  const PaddockPrompt *prompt;
  gint64 soon;

  g_assert_cmpuint (servers->len, ==, 3);
  test_peer_assert_list (listed, "");
  test_peer_assert_list (gone, "");
  g_assert_cmpuint (count_waiting (scene), ==, 2);
  test_peer_hang_up (gone);
  WAIT_FOR (count_waiting (scene) == 1);
  paddock_prompts_finish_server (scene->queue, listed_id, PADDOCK_VERDICT_NOT_NOW,
                                 PADDOCK_REASON_USER_PUT_OFF);

  soon = g_get_real_time () + 3 * G_TIME_SPAN_SECOND;
  for (guint i = 0; i < servers->len; i++) {
    g_autofree char *id = g_strdup (((PaddockServer *) servers->pdata[i])->id);

    put_off (scene, id, soon, 1);
  }
  g_assert_cmpint (paddock_policy_next_expiry (scene->snapshot, g_get_real_time ()), <,
                   G_MAXINT64);
  g_assert_cmpuint (count_waiting (scene), ==, 0);
  WAIT_FOR (count_waiting (scene) == 1);
  g_assert_cmpint (g_get_real_time (), >=, soon);
  prompt = g_ptr_array_index (paddock_prompts_get_requests (scene->queue), 0);
  g_assert_cmpstr (prompt->server_id, ==, listed_id);
  g_assert_cmpuint (paddock_snapshot_get_server (scene->snapshot, listed_id)->times_put_off, ==, 1);
  g_assert_cmpint (paddock_policy_next_expiry (scene->snapshot, g_get_real_time ()), ==,
                   G_MAXINT64);
  g_assert_cmpuint (count_waiting (scene), ==, 1);
}

/* If the process of a launch is unknown, its sessions are counted together. */
static void
test_sessions_of_one_launch (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (GPtrArray) peers = g_ptr_array_new_with_free_func ((GDestroyNotify) test_peer_free);
  g_autoptr (TestPeer) too_many = NULL;
  g_autoptr (TestPeer) other = NULL;
  g_autofree char *server_id = NULL;

  for (guint i = 0; i < PADDOCK_LIMIT_SESSIONS_PER_LAUNCH; i++)
    g_ptr_array_add (peers, connect_launched (scene, NODE));
  server_id = g_strdup (get_only_server (scene)->id);
  g_assert_cmpuint (count_sessions (scene, server_id), ==, PADDOCK_LIMIT_SESSIONS_PER_LAUNCH);

  too_many = test_peer_new_unknown (scene->sessions);
  test_peer_introduce (too_many, "files", NODE);
  WAIT_FOR (too_many->source_id == 0);
  g_assert_cmpuint (count_sessions (scene, server_id), ==, PADDOCK_LIMIT_SESSIONS_PER_LAUNCH);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_SERVER_REFUSED, PADDOCK_REASON_LIMIT),
                    >, 0);

  /* Others are not affected, and a free place can be used again. */
  other = connect_launched (scene, "/usr/bin/python3");
  g_assert_cmpuint (paddock_snapshot_get_servers (scene->snapshot)->len, ==, 2);
  test_peer_hang_up (g_ptr_array_index (peers, 0));
  WAIT_FOR (count_sessions (scene, server_id) == PADDOCK_LIMIT_SESSIONS_PER_LAUNCH - 1);
  g_ptr_array_add (peers, connect_launched (scene, NODE));
  g_assert_cmpuint (count_sessions (scene, server_id), ==, PADDOCK_LIMIT_SESSIONS_PER_LAUNCH);
}

static void
test_anonymous (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) first = test_peer_new_unknown (scene->sessions);
  g_autoptr (TestPeer) second = test_peer_new_unknown (scene->sessions);
  GPtrArray *servers = paddock_snapshot_get_servers (scene->snapshot);
  g_autofree char *first_id = NULL;
  g_autofree char *scope = NULL;

  scene_share (scene, "r1", "home/projects");
  test_peer_shake_hands (first, "files", NULL);
  test_peer_shake_hands (second, "files", NULL);

  /* They can't be recognized as the same server, so there are two servers and two questions. */
  g_assert_cmpuint (servers->len, ==, 2);
  test_peer_assert_list (first, "");
  test_peer_assert_list (second, "");
  g_assert_cmpuint (count_waiting (scene), ==, 2);

  first_id = g_strdup (((PaddockServer *) servers->pdata[0])->id);
  scope = paddock_sessions_dup_scope (scene->sessions, first_id);
  g_assert_true (g_str_has_prefix (scope, "session:"));
  set_standing (scene, first_id, PADDOCK_STANDING_ALLOWED);
  scene_grant (scene, first_id, "r1", 0, scope);
  WAIT_FOR (first->told == 1);
  test_peer_assert_list (first, "projects");
  test_peer_assert_list (second, "");

  test_peer_hang_up (first);
  WAIT_FOR (servers->len == 1);
  scene_assert_grants (scene, "");
  g_assert_cmpuint (count_waiting (scene), ==, 1);
  test_peer_hang_up (second);
  WAIT_FOR (servers->len == 0);
  g_assert_cmpuint (count_waiting (scene), ==, 0);
}

/* A program that has read a key gets no folder by it. If its server is blocked, also while the
 * program is connected, the program gets nothing. */
static void
test_unproven_key (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) peer = connect_launched (scene, NODE);
  g_autofree char *server_id = g_strdup (get_only_server (scene)->id);
  g_autoptr (PaddockPeer) who = paddock_peer_new_for_pid (getuid (), getpid ());
  GPtrArray *servers = paddock_snapshot_get_servers (scene->snapshot);
  g_autoptr (TestPeer) thief = NULL;
  g_autofree char *thief_id = NULL;
  g_autofree char *scope = NULL;
  gint64 last_seen;

  scene_share (scene, "r1", "home/projects");
  set_standing (scene, server_id, PADDOCK_STANDING_ALLOWED);
  scene_grant (scene, server_id, "r1", 0, NULL);
  test_peer_assert_list (peer, "projects");
  last_seen = get_only_server (scene)->last_seen;

  thief = test_peer_new (scene->sessions, who);
  test_peer_shake_hands (thief, "files", NODE);
  g_assert_cmpuint (servers->len, ==, 2);
  thief_id = g_strdup (((PaddockServer *) servers->pdata[1])->id);
  test_peer_assert_list (thief, "");
  g_assert_cmpuint (count_waiting (scene), ==, 1);
  g_assert_cmpint (paddock_snapshot_get_server (scene->snapshot, server_id)->last_seen, ==,
                   last_seen);

  scope = paddock_sessions_dup_scope (scene->sessions, thief_id);
  set_standing (scene, thief_id, PADDOCK_STANDING_ALLOWED);
  scene_grant (scene, thief_id, "r1", 0, scope);
  WAIT_FOR (thief->told == 1);
  test_peer_assert_list (thief, "projects");
  set_standing (scene, server_id, PADDOCK_STANDING_BLOCKED);
  WAIT_FOR (thief->told == 2);
  test_peer_assert_list (thief, "");

  test_peer_hang_up (thief);
  WAIT_FOR (servers->len == 1);
  g_assert_cmpstr (get_only_server (scene)->id, ==, server_id);
}

/* The time at which a server left is stored if one of its grants has an end. */
static void
test_last_seen (void)
{
  static const gint64 ends[] = { 0, G_TIME_SPAN_HOUR };

  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++) {
    g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
    g_autoptr (TestPeer) peer = connect_launched (scene, NODE);
    g_autofree char *server_id = g_strdup (get_only_server (scene)->id);
    gint64 connected = get_only_server (scene)->last_seen;

    scene_share (scene, "r1", "home/projects");
    set_standing (scene, server_id, PADDOCK_STANDING_ALLOWED);
    scene_grant (scene, server_id, "r1", ends[i] != 0 ? g_get_real_time () + ends[i] : 0, NULL);
    test_peer_hang_up (peer);
    WAIT_FOR (count_sessions (scene, server_id) == 0);
    g_assert_true ((get_only_server (scene)->last_seen > connected) == (ends[i] != 0));
  }
}

/* The server disconnects while its grant is being written. */
static void
test_anonymous_leaves_meanwhile (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) peer = test_peer_new_unknown (scene->sessions);
  g_autoptr (GPtrArray) sessions = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *prompt = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *server_id = NULL;
  const char *roots[] = { "r1", NULL };
  g_autofree char *scope = NULL;
  GVariantDict arguments;

  scene_share (scene, "r1", "home/projects");
  test_peer_shake_hands (peer, "files", NULL);
  server_id = g_strdup (get_only_server (scene)->id);
  sessions = paddock_sessions_list_sessions (scene->sessions, server_id);
  scope = paddock_sessions_dup_scope (scene->sessions, server_id);
  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "scope", "s", scope);
  paddock_gate_submit_async (scene->gate,
                             paddock_command_new (PADDOCK_COMMAND_GRANT, server_id, roots,
                                                  g_variant_dict_end (&arguments)),
                             NULL, on_result, &result);
  g_assert_null (result);

  /* The commit is under way. It finishes in the main loop, which does not run here. */
  paddock_session_close (g_ptr_array_index (sessions, 0), PADDOCK_REASON_PEER_CLOSED);
  g_assert_null (paddock_snapshot_get_server (scene->snapshot, server_id));
  WAIT_FOR (result != NULL);
  g_assert_true (paddock_gate_submit_finish (scene->gate, result, &prompt, &error));
  g_assert_no_error (error);
  g_assert_null (prompt);
  g_assert_null (paddock_snapshot_get_server (scene->snapshot, server_id));
  g_assert_cmpuint (paddock_snapshot_get_servers (scene->snapshot)->len, ==, 0);
  g_assert_null (paddock_snapshot_get_grant (scene->snapshot, server_id, "r1"));
}

static void
test_forgotten_while_connected (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockChanges) drop = paddock_changes_new ();
  g_autoptr (TestPeer) peer = NULL;
  g_autofree char *old_id = NULL;
  g_autofree char *new_id = NULL;

  scene_share (scene, "r1", "home/projects");
  peer = connect_launched (scene, NODE);
  old_id = g_strdup (get_only_server (scene)->id);
  set_standing (scene, old_id, PADDOCK_STANDING_ALLOWED);
  scene_grant (scene, old_id, "r1", 0, NULL);
  WAIT_FOR (peer->told == 1);
  test_peer_assert_list (peer, "projects");

  paddock_changes_drop_server (drop, old_id);
  scene_commit (scene, drop);
  new_id = g_strdup (get_only_server (scene)->id);
  g_assert_cmpstr (new_id, !=, old_id);
  g_assert_cmpint (get_only_server (scene)->standing, ==, PADDOCK_STANDING_UNDECIDED);
  g_assert_cmpuint (count_sessions (scene, new_id), ==, 1);
  WAIT_FOR (peer->told == 2);
  test_peer_assert_list (peer, "");
  g_assert_cmpuint (count_waiting (scene), ==, 1);
}

/* Starts a process that runs until the test ends it. */
static GPid
spawn_process (void)
{
  const char *argv[] = { "sleep", "1000", NULL };
  GPid pid;

  g_assert_true (g_spawn_async (NULL, (char **) argv, NULL,
                                G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid,
                                NULL));
  return pid;
}

static void
end_process (GPid pid)
{
  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);
}

/* "This session" is the server's process. It may connect again. When it ends, the grants end. */
static void
test_process_ends (gconstpointer while_connected)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  GPid pid = spawn_process ();
  g_autoptr (PaddockPeer) who = paddock_peer_new_for_pid (getuid (), pid);
  g_autoptr (TestPeer) peer = test_peer_new (scene->sessions, who);
  g_autofree char *server_id = NULL;
  g_autofree char *scope = NULL;

  scene_share (scene, "r1", "home/projects");
  test_peer_shake_hands (peer, "sleeper", NULL);
  server_id = g_strdup (get_only_server (scene)->id);
  scope = paddock_sessions_dup_scope (scene->sessions, server_id);
  g_assert_true (paddock_process_scope_is_alive (scope));
  set_standing (scene, server_id, PADDOCK_STANDING_ALLOWED);
  scene_grant (scene, server_id, "r1", 0, scope);
  test_peer_assert_list (peer, "projects");

  for (int i = 0; i < 2; i++) {
    test_peer_hang_up (peer);
    WAIT_FOR (count_sessions (scene, server_id) == 0);
    g_assert_nonnull (paddock_snapshot_get_grant (scene->snapshot, server_id, "r1"));
    g_clear_pointer (&peer, test_peer_free);
    peer = test_peer_new (scene->sessions, who);
    test_peer_shake_hands (peer, "sleeper", NULL);
  }
  if (paddock_snapshot_get_servers (scene->snapshot)->len == 1)
    test_peer_assert_list (peer, "projects");

  if (GPOINTER_TO_INT (while_connected)) {
    end_process (pid);
    test_peer_hang_up (peer);
  } else {
    test_peer_hang_up (peer);
    WAIT_FOR (count_sessions (scene, server_id) == 0);
    end_process (pid);
  }
  WAIT_FOR (paddock_snapshot_get_grant (scene->snapshot, server_id, "r1") == NULL);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_REVOKED, PADDOCK_REASON_SESSION_ENDED),
                    ==, 1);
}

/* After a restart of the service, the process never connects again. */
static void
test_process_ends_after_restart (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  GPid pid = spawn_process ();
  g_autoptr (PaddockPeer) who = paddock_peer_new_for_pid (getuid (), pid);
  g_autofree char *scope = paddock_peer_dup_scope (who);

  scene_share (scene, "r1", "home/projects");
  scene_meet (scene, "s1", PADDOCK_STANDING_ALLOWED);
  scene_grant (scene, "s1", "r1", 0, scope);
  scene_reopen (scene);
  g_assert_nonnull (paddock_snapshot_get_grant (scene->snapshot, "s1", "r1"));
  end_process (pid);
  WAIT_FOR (paddock_snapshot_get_grant (scene->snapshot, "s1", "r1") == NULL);
}

/* The process ends while the user is asked, or while the answer is being written. */
static void
test_grant_to_ended_process (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  GPid pid = spawn_process ();
  g_autoptr (PaddockPeer) who = paddock_peer_new_for_pid (getuid (), pid);
  g_autofree char *scope = paddock_peer_dup_scope (who);
  g_autofree char *both = NULL;
  g_autoptr (PaddockPeer) own = paddock_peer_new_for_pid (getuid (), getpid ());
  g_autofree char *own_scope = paddock_peer_dup_scope (own);

  end_process (pid);
  scene_share (scene, "r1", "home/projects");
  scene_meet (scene, "s1", PADDOCK_STANDING_ALLOWED);
  scene_grant (scene, "s1", "r1", 0, scope);
  WAIT_FOR (paddock_snapshot_get_grant (scene->snapshot, "s1", "r1") == NULL);

  /* The grant stays for its other process. */
  both = paddock_scope_add (scope, own_scope);
  scene_grant (scene, "s1", "r1", 0, both);
  WAIT_FOR (g_strcmp0 (paddock_snapshot_get_grant (scene->snapshot, "s1", "r1")->scope,
                       own_scope) ==
            0);
}

static void
on_server_changed (PaddockSessions *sessions,
                   const char      *server_id,
                   guint           *n)
{
  g_assert_nonnull (server_id);
  (*n)++;
}

static void
test_signals_and_rows (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) peer = NULL;
  g_autoptr (TestPeer) silent = test_peer_new_unknown (scene->sessions);
  g_autofree char *server_id = NULL;
  guint n = 0;

  g_signal_connect (scene->sessions, "server-changed", G_CALLBACK (on_server_changed), &n);
  peer = connect_launched (scene, NODE);
  server_id = g_strdup (get_only_server (scene)->id);
  test_peer_assert_list (peer, "");
  g_assert_cmpuint (n, >, 0);
  n = 0;
  test_peer_hang_up (peer);
  WAIT_FOR (n > 0);
  g_assert_cmpuint (count_sessions (scene, server_id), ==, 0);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_SERVER_CONNECTED, 0), ==, 1);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_SERVER_DISCONNECTED,
                                      PADDOCK_REASON_PEER_CLOSED), ==, 1);

  /* A peer that never identified itself was no server. */
  test_peer_hang_up (silent);
  WAIT_FOR (scene_count_rows (scene, PADDOCK_EVENT_SERVER_REFUSED, 0) == 1);
  g_assert_cmpuint (paddock_snapshot_get_servers (scene->snapshot)->len, ==, 1);
  g_signal_handlers_disconnect_by_data (scene->sessions, &n);
}

/* The service ends: grants for a session stay while their process runs. */
static void
test_close (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockPeer) who = paddock_peer_new_for_pid (getuid (), getpid ());
  g_autoptr (TestPeer) peer = test_peer_new (scene->sessions, who);
  g_autofree char *server_id = NULL;
  g_autofree char *scope = NULL;

  scene_share (scene, "r1", "home/projects");
  test_peer_shake_hands (peer, "files", NULL);
  server_id = g_strdup (get_only_server (scene)->id);
  scope = paddock_sessions_dup_scope (scene->sessions, server_id);
  scene_grant (scene, server_id, "r1", 0, scope);
  scene_reopen (scene);
  g_assert_nonnull (paddock_snapshot_get_grant (scene->snapshot, server_id, "r1"));
  WAIT_FOR (peer->source_id == 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sessions/question-and-answer", test_question_and_answer);
  g_test_add_func ("/sessions/known-again", test_known_again);
  g_test_add_func ("/sessions/lists-early", test_lists_early);
  g_test_add_func ("/sessions/sessions-of-one-server", test_sessions_of_one_server);
  g_test_add_func ("/sessions/policies", test_policies);
  g_test_add_func ("/sessions/ask-again", test_ask_again);
  g_test_add_func ("/sessions/put-off-ends", test_put_off_ends);
  g_test_add_func ("/sessions/sessions-of-one-launch", test_sessions_of_one_launch);
  g_test_add_func ("/sessions/anonymous", test_anonymous);
  g_test_add_func ("/sessions/unproven-key", test_unproven_key);
  g_test_add_func ("/sessions/last-seen", test_last_seen);
  g_test_add_func ("/sessions/anonymous-leaves-meanwhile", test_anonymous_leaves_meanwhile);
  g_test_add_func ("/sessions/forgotten-while-connected", test_forgotten_while_connected);
  g_test_add_data_func ("/sessions/process-ends/connected", GINT_TO_POINTER (TRUE),
                        test_process_ends);
  g_test_add_data_func ("/sessions/process-ends/disconnected", GINT_TO_POINTER (FALSE),
                        test_process_ends);
  g_test_add_func ("/sessions/process-ends-after-restart", test_process_ends_after_restart);
  g_test_add_func ("/sessions/grant-to-ended-process", test_grant_to_ended_process);
  g_test_add_func ("/sessions/signals-and-rows", test_signals_and_rows);
  g_test_add_func ("/sessions/close", test_close);
  return g_test_run ();
}
