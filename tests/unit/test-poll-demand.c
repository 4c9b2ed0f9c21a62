/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-poll-demand.h"

#include "service-peer-fixture.h"

typedef struct {
  Scene             *scene;         /* (owned) */
  PaddockPollDemand *demand;        /* (owned) */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->scene = scene_new (data != NULL ? PADDOCK_CONSENT_ALLOW : PADDOCK_CONSENT_ASK);
  tree_mkdir (fixture->scene->tree, "home/a");
  tree_mkdir (fixture->scene->tree, "home/b");
  scene_share (fixture->scene, "a", "home/a");
  scene_share (fixture->scene, "b", "home/b");
  fixture->demand = paddock_poll_demand_new (fixture->scene->state, fixture->scene->sessions);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_poll_demand_free (fixture->demand);
  scene_free (fixture->scene);
}

#define ASSERT_CARES(a, b) \
  G_STMT_START { \
    g_assert_cmpint (paddock_poll_demand_is_watched (fixture->demand, "a"), ==, a); \
    g_assert_cmpint (paddock_poll_demand_is_watched (fixture->demand, "b"), ==, b); \
  } G_STMT_END

/* A grant counts while its server is connected. */
static void
test_servers (Fixture       *fixture,
              gconstpointer  data)
{
  TestPeer *peer;
  g_autoptr (GPtrArray) sessions = NULL;
  const PaddockServer *server;

  ASSERT_CARES (FALSE, FALSE);
  peer = test_peer_new_unknown (fixture->scene->sessions);
  test_peer_shake_hands (peer, "one", "/usr/bin/one");
  WAIT_FOR (paddock_snapshot_get_servers (fixture->scene->snapshot)->len == 1);
  server = g_ptr_array_index (paddock_snapshot_get_servers (fixture->scene->snapshot), 0);
  ASSERT_CARES (FALSE, FALSE);
  scene_grant (fixture->scene, server->id, "b", 0, NULL);
  ASSERT_CARES (FALSE, TRUE);
  scene_meet (fixture->scene, "other", PADDOCK_STANDING_ALLOWED);
  scene_grant (fixture->scene, "other", "a", 0, NULL);
  ASSERT_CARES (FALSE, TRUE);

  test_peer_free (peer);
  WAIT_FOR (!paddock_sessions_may_see (fixture->scene->sessions, "b"));
  ASSERT_CARES (FALSE, FALSE);
}

/* If everything is shared without grants, every connected server sees everything. */
static void
test_without_grants (Fixture       *fixture,
                     gconstpointer  data)
{
  TestPeer *peer;

  ASSERT_CARES (FALSE, FALSE);
  peer = test_peer_new_unknown (fixture->scene->sessions);
  ASSERT_CARES (TRUE, TRUE);
  test_peer_free (peer);
}

static void
test_agent (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (TestAgent) agent = g_object_new (TEST_TYPE_AGENT, NULL);

  paddock_poll_demand_set_agent (fixture->demand, PADDOCK_CONSENT_AGENT (agent));
  ASSERT_CARES (FALSE, FALSE);
  agent->is_available = TRUE;
  ASSERT_CARES (TRUE, TRUE);
}

static void
test_noted (Fixture       *fixture,
            gconstpointer  data)
{
  ASSERT_CARES (FALSE, FALSE);
  paddock_poll_demand_note (fixture->demand);
  ASSERT_CARES (TRUE, TRUE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/poll-demand/servers", Fixture, NULL, set_up, test_servers, tear_down);
  g_test_add ("/poll-demand/without-grants", Fixture, "", set_up, test_without_grants, tear_down);
  g_test_add ("/poll-demand/agent", Fixture, NULL, set_up, test_agent, tear_down);
  g_test_add ("/poll-demand/noted", Fixture, NULL, set_up, test_noted, tear_down);
  return g_test_run ();
}
