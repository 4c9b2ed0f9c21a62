/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-control-sessions.h"

#include "service-control-fixture.h"
#include "service-disk-fixture.h"
#include "service-peer-fixture.h"

/* Disconnect over a bus. tests/integration covers how `paddock run` reacts. */

#define NODE "/usr/bin/node"
#define LAST_WORD "*\"id\":null*\"data\":{\"reason\":\"disconnected\"}*"

static TestPeer *
connect_server (Desk *desk)
{
  TestPeer *peer = test_peer_new_unknown (desk->scene->sessions);

  test_peer_shake_hands (peer, "files", NODE);
  return peer;
}

static const PaddockServer *
get_only_server (Desk *desk)
{
  GPtrArray *servers = paddock_snapshot_get_servers (desk->scene->snapshot);

  g_assert_cmpuint (servers->len, ==, 1);
  return servers->pdata[0];
}

static guint
count_sessions (Desk       *desk,
                const char *server_id)
{
  g_autoptr (GPtrArray) sessions = paddock_sessions_list_sessions (desk->scene->sessions,
                                                                   server_id);

  return sessions->len;
}

/* All its sessions end, and each learns why. Decisions stay, and the server may connect again. */
static void
test_all_sessions (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) first = NULL;
  g_autoptr (TestPeer) second = NULL;
  g_autoptr (TestPeer) again = NULL;
  g_autofree char *server_id = NULL;
  g_autofree char *arguments = NULL;

  scene_share (desk->scene, "r1", "home/projects");
  first = connect_server (desk);
  test_peer_assert_list (first, "");
  second = connect_server (desk);
  server_id = g_strdup (get_only_server (desk)->id);
  scene_grant (desk->scene, server_id, "r1", 0, NULL);
  g_assert_cmpuint (count_sessions (desk, server_id), ==, 2);

  arguments = g_strdup_printf ("('%s',)", server_id);
  desk_expect (desk, desk->command, "Disconnect", arguments, "()");
  g_assert_cmpuint (count_sessions (desk, server_id), ==, 0);
  test_peer_expect (first, LAST_WORD);
  test_peer_expect (second, LAST_WORD);
  desk_refuse (desk, desk->command, "Disconnect", arguments, "InvalidArgument");
  g_assert_nonnull (paddock_snapshot_get_grant (desk->scene->snapshot, server_id, "r1"));

  again = connect_server (desk);
  g_assert_cmpuint (count_sessions (desk, server_id), ==, 1);
}

/* If a program ended a session, the journal does not name the user, who acts in the window. */
static void
test_who_ended_it (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) first = connect_server (desk);
  g_autoptr (TestPeer) second = NULL;
  g_autofree char *arguments = g_strdup_printf ("('%s',)", get_only_server (desk)->id);

  desk_expect (desk, desk->command, "Disconnect", arguments, "()");
  WAIT_FOR (scene_count_rows (desk->scene, PADDOCK_EVENT_SERVER_DISCONNECTED,
                              PADDOCK_REASON_COMMAND_DENIED) == 1);
  second = connect_server (desk);
  desk_become_agent (desk);
  desk_expect (desk, desk->window, "Disconnect", arguments, "()");
  WAIT_FOR (scene_count_rows (desk->scene, PADDOCK_EVENT_SERVER_DISCONNECTED,
                              PADDOCK_REASON_USER_DISCONNECTED) == 1);
  test_peer_expect (first, LAST_WORD);
  test_peer_expect (second, LAST_WORD);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/control-sessions/all", test_all_sessions);
  g_test_add_func ("/control-sessions/who-ended-it", test_who_ended_it);

  return g_test_run ();
}
