/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-attention.h"

#include "service-peer-fixture.h"

typedef struct {
  Scene            *scene;          /* (owned) */
  PaddockAttention *attention;      /* (owned) */
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
  fixture->attention = paddock_attention_new (fixture->scene->registry, fixture->scene->roster);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_attention_free (fixture->attention);
  scene_free (fixture->scene);
}

#define ASSERT_CARES(a, b) \
  G_STMT_START { \
    g_assert_cmpint (paddock_attention_cares (fixture->attention, "a"), ==, a); \
    g_assert_cmpint (paddock_attention_cares (fixture->attention, "b"), ==, b); \
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
  peer = test_peer_new_unknown (fixture->scene->roster);
  test_peer_shake_hands (peer, "one", "/usr/bin/one");
  WAIT_FOR (paddock_ledger_get_servers (fixture->scene->ledger)->len == 1);
  server = g_ptr_array_index (paddock_ledger_get_servers (fixture->scene->ledger), 0);
  ASSERT_CARES (FALSE, FALSE);
  scene_grant (fixture->scene, server->id, "b", 0, NULL);
  ASSERT_CARES (FALSE, TRUE);
  scene_meet (fixture->scene, "other", PADDOCK_STANDING_ALLOWED);
  scene_grant (fixture->scene, "other", "a", 0, NULL);
  ASSERT_CARES (FALSE, TRUE);

  test_peer_free (peer);
  WAIT_FOR (!paddock_roster_cares (fixture->scene->roster, "b"));
  ASSERT_CARES (FALSE, FALSE);
}

/* Where all is shared without a grant, whoever is connected sees all. */
static void
test_without_grants (Fixture       *fixture,
                     gconstpointer  data)
{
  TestPeer *peer;

  ASSERT_CARES (FALSE, FALSE);
  peer = test_peer_new_unknown (fixture->scene->roster);
  ASSERT_CARES (TRUE, TRUE);
  test_peer_free (peer);
}

static void
test_agent (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (TestAgent) agent = g_object_new (TEST_TYPE_AGENT, NULL);

  paddock_attention_set_agent (fixture->attention, PADDOCK_CONSENT_AGENT (agent));
  ASSERT_CARES (FALSE, FALSE);
  agent->is_available = TRUE;
  ASSERT_CARES (TRUE, TRUE);
}

static void
test_noted (Fixture       *fixture,
            gconstpointer  data)
{
  ASSERT_CARES (FALSE, FALSE);
  paddock_attention_note (fixture->attention);
  ASSERT_CARES (TRUE, TRUE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/attention/servers", Fixture, NULL, set_up, test_servers, tear_down);
  g_test_add ("/attention/without-grants", Fixture, "", set_up, test_without_grants, tear_down);
  g_test_add ("/attention/agent", Fixture, NULL, set_up, test_agent, tear_down);
  g_test_add ("/attention/noted", Fixture, NULL, set_up, test_noted, tear_down);
  return g_test_run ();
}
