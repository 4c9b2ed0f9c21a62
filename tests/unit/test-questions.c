/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-questions.h"

#include "service-disk-fixture.h"
#include "service-peer-fixture.h"

/* When the user is asked about a server; test-roster.c has the simple cases. */

static TestPeer *
connect_launched (Scene      *scene,
                  const char *program)
{
  TestPeer *peer = test_peer_new_unknown (scene->roster);

  test_peer_shake_hands (peer, program, program);
  return peer;
}

/* The labels of the questions, in their order. */
static char *
describe_requests (GPtrArray *requests)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < requests->len; i++) {
    const PaddockRequest *request = g_ptr_array_index (requests, i);

    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", request->server);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
assert_waiting (Scene      *scene,
                const char *all,
                const char *shown)
{
  g_autoptr (GPtrArray) list = paddock_consent_queue_list_shown (scene->queue);
  g_autofree char *waiting = describe_requests (paddock_consent_queue_get_requests (scene->queue));
  g_autofree char *seen = describe_requests (list);

  g_assert_cmpstr (waiting, ==, all);
  g_assert_cmpstr (seen, ==, shown);
}

static void
submit (Scene           *scene,
        PaddockWishKind  kind)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *id = scene_submit (scene, paddock_wish_new (kind, NULL, NULL), NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (id, ==, "");
}

/* What waited comes back in its place; who asked meanwhile is asked about then, if still there. */
static void
test_pause (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) first = connect_launched (scene, "/usr/bin/first");
  g_autoptr (TestPeer) second = connect_launched (scene, "/usr/bin/second");
  g_autoptr (TestPeer) gone = connect_launched (scene, "/usr/bin/gone");
  g_autoptr (TestPeer) silent = connect_launched (scene, "/usr/bin/silent");

  test_peer_assert_list (first, "");
  assert_waiting (scene, "/usr/bin/first", "/usr/bin/first");
  submit (scene, PADDOCK_WISH_PAUSE);
  g_assert_true (paddock_ledger_is_paused (scene->ledger));
  assert_waiting (scene, "/usr/bin/first", "");

  test_peer_assert_list (second, "");
  test_peer_assert_list (gone, "");
  test_peer_assert_list (first, "");
  assert_waiting (scene, "/usr/bin/first", "");
  test_peer_hang_up (gone);
  WAIT_FOR (scene_count_rows (scene, PADDOCK_EVENT_SERVER_DISCONNECTED,
                              PADDOCK_REASON_PEER_CLOSED) == 1);

  submit (scene, PADDOCK_WISH_RESUME);
  assert_waiting (scene, "/usr/bin/first /usr/bin/second", "/usr/bin/first /usr/bin/second");
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_CONSENT_ASKED, 0), ==, 2);

  /* It was remembered for that time only. */
  submit (scene, PADDOCK_WISH_PAUSE);
  submit (scene, PADDOCK_WISH_RESUME);
  assert_waiting (scene, "/usr/bin/first /usr/bin/second", "/usr/bin/first /usr/bin/second");
}

/* A service that starts while sharing is paused. */
static void
test_paused_at_start (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) peer = NULL;

  submit (scene, PADDOCK_WISH_PAUSE);
  scene_reopen (scene);
  g_assert_true (paddock_ledger_is_paused (scene->ledger));
  peer = connect_launched (scene, "/usr/bin/node");
  test_peer_assert_list (peer, "");
  assert_waiting (scene, "", "");
  submit (scene, PADDOCK_WISH_RESUME);
  assert_waiting (scene, "/usr/bin/node", "/usr/bin/node");
  scene_reopen (scene);
  g_assert_false (paddock_ledger_is_paused (scene->ledger));
}

/* The user opens a question, or "Not now" ends, while sharing is paused. */
static void
test_opened_while_paused (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) peer = connect_launched (scene, "/usr/bin/node");
  GPtrArray *servers = paddock_ledger_get_servers (scene->ledger);
  g_autofree char *server_id = g_strdup (((PaddockServer *) servers->pdata[0])->id);

  submit (scene, PADDOCK_WISH_PAUSE);
  paddock_roster_ask_again (scene->roster, server_id);
  paddock_roster_ask_again (scene->roster, "nobody");
  assert_waiting (scene, "", "");
  submit (scene, PADDOCK_WISH_RESUME);
  assert_waiting (scene, "/usr/bin/node", "/usr/bin/node");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/questions/pause", test_pause);
  g_test_add_func ("/questions/paused-at-start", test_paused_at_start);
  g_test_add_func ("/questions/opened-while-paused", test_opened_while_paused);
  return g_test_run ();
}
