/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-strangers.h"

#include "paddock-launch.h"
#include "paddock-limits.h"
#include "paddock-undecided.h"
#include "service-disk-fixture.h"
#include "service-peer-fixture.h"

/* Limits for servers without a decision; tests/integration/test-flood.py has crowds. */

/* Connects another server of this process, as a `paddock run` of this installation, because a
 * launch would need a key otherwise. If it was refused, its connection is closed. */
static TestPeer *
connect_proven (Scene      *scene,
                const char *program,
                const char *key,
                gboolean    is_own)
{
  g_autoptr (PaddockPeer) who = paddock_peer_new_for_pid (getuid (), getpid ());
  TestPeer *peer;

  who->is_own = is_own;
  peer = test_peer_new (scene->sessions, who);
  test_peer_introduce_with_key (peer, program, program, key);
  return peer;
}

static TestPeer *
connect_as (Scene      *scene,
            const char *program,
            const char *key)
{
  return connect_proven (scene, program, key, TRUE);
}

static gboolean
is_let_in (TestPeer *peer)
{
  g_autofree char *line = test_peer_next (peer);

  return strstr (line, "notifications/initialized") != NULL;
}

typedef enum {
  NO_KEYS,
  INVENTED_KEYS,
  ISSUED_KEYS,
} Keys;

static char *
dup_key (Scene      *scene,
         Keys        keys,
         const char *program)
{
  if (keys == ISSUED_KEYS)
    return paddock_launch_issue_key (
      paddock_store_get_secret (paddock_state_get_store (scene->state)));
  return keys == INVENTED_KEYS ? g_strdup (program) : NULL;
}

static guint
connect_many (Scene      *scene,
              guint       n,
              const char *prefix,
              Keys        keys)
{
  guint n_let_in = 0;

  for (guint i = 0; i < n; i++) {
    g_autofree char *program = g_strdup_printf ("/usr/bin/%s%u", prefix, i);
    g_autofree char *key = dup_key (scene, keys, program);
    g_autoptr (TestPeer) peer = connect_as (scene, program, key);

    n_let_in += is_let_in (peer);
  }
  return n_let_in;
}

static guint
count_known (Scene *scene)
{
  return paddock_snapshot_get_servers (scene->snapshot)->len;
}

/* A limit for one process: half of it for servers without a key from Paddock. After they left, the
 * newest are kept. */
static void
test_of_one_process (void)
{
  const guint max = PADDOCK_LIMIT_NEW_PER_PROCESS;
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) again = NULL;

  g_assert_cmpuint (connect_many (scene, max, "plain", NO_KEYS), ==, max / 2);
  g_assert_cmpuint (connect_many (scene, max, "invented", INVENTED_KEYS), ==, 0);
  g_assert_cmpuint (connect_many (scene, max, "keyed", ISSUED_KEYS), ==, max / 2);
  WAIT_FOR (count_known (scene) == PADDOCK_UNDECIDED_PER_ORIGIN_MAX);

  /* A known server is not counted again. */
  again = connect_as (scene, "/usr/bin/plain31", NULL);
  g_assert_true (is_let_in (again));
  g_assert_cmpuint (count_known (scene), ==, PADDOCK_UNDECIDED_PER_ORIGIN_MAX);
}

/* A key counts only for the first server with it, because that process may read the key and repeat
 * it. */
static void
test_key_of_another (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *key = dup_key (scene, ISSUED_KEYS, NULL);
  guint n_vouched = 0;

  for (guint i = 0; i < 4; i++) {
    g_autofree char *program = g_strdup_printf ("/usr/bin/s%u", i % 2);
    g_autoptr (TestPeer) peer = connect_as (scene, program, key);

    g_assert_true (is_let_in (peer));
  }
  g_assert_cmpuint (count_known (scene), ==, 2);
  for (guint i = 0; i < count_known (scene); i++) {
    const PaddockServer *server = paddock_snapshot_get_servers (scene->snapshot)->pdata[i];

    n_vouched += paddock_server_is_vouched_for (server);
  }
  g_assert_cmpuint (n_vouched, ==, 1);
}

/* If another program has read a key, and connects first, the key is still worth as much for its
 * server, and nothing for the other program. */
static void
test_unproven_key (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  GPtrArray *servers = paddock_snapshot_get_servers (scene->snapshot);
  g_autofree char *key = dup_key (scene, ISSUED_KEYS, NULL);
  g_autoptr (TestPeer) thief = connect_proven (scene, "/usr/bin/s", key, FALSE);
  g_autoptr (TestPeer) peer = NULL;

  g_assert_true (is_let_in (thief));
  g_assert_cmpuint (servers->len, ==, 1);
  g_assert_false (paddock_server_is_vouched_for (servers->pdata[0]));
  peer = connect_as (scene, "/usr/bin/s", key);
  g_assert_true (is_let_in (peer));
  g_assert_cmpuint (servers->len, ==, 2);
  g_assert_true (paddock_server_is_vouched_for (servers->pdata[1]));
  test_peer_hang_up (thief);
  WAIT_FOR (servers->len == 1);
  g_assert_true (paddock_server_is_vouched_for (servers->pdata[0]));
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_SERVER_CONNECTED,
                                      PADDOCK_REASON_UNPROVEN), ==, 1);
}

/* A refused peer learns why. */
static void
test_told (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (TestPeer) peer = NULL;

  connect_many (scene, PADDOCK_LIMIT_NEW_PER_PROCESS / 2, "s", NO_KEYS);
  peer = connect_as (scene, "/usr/bin/one-more", NULL);
  test_peer_expect (peer, "*\"id\":null,\"error\":*new servers of one process*");
  WAIT_FOR (scene_count_rows (scene, PADDOCK_EVENT_SERVER_REFUSED, PADDOCK_REASON_LIMIT) > 0);
}

/* A decided server is never forgotten, and uses nobody's place. */
static void
test_decided (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);

  scene_meet (scene, "blocked", PADDOCK_STANDING_BLOCKED);
  scene_meet (scene, "allowed", PADDOCK_STANDING_ALLOWED);
  connect_many (scene, PADDOCK_LIMIT_NEW_PER_PROCESS / 2, "s", NO_KEYS);
  WAIT_FOR (count_known (scene) == 2 + PADDOCK_UNDECIDED_PER_ORIGIN_MAX / 2);
  g_assert_nonnull (paddock_snapshot_get_server (scene->snapshot, "blocked"));
  g_assert_nonnull (paddock_snapshot_get_server (scene->snapshot, "allowed"));
  scene_reopen (scene);
  g_assert_cmpuint (count_known (scene), ==, 2 + PADDOCK_UNDECIDED_PER_ORIGIN_MAX / 2);
}

/* Beyond the limit, entries are counted in an entry about the program. None is lost. */
static void
test_rows (void)
{
  const guint n = PADDOCK_LIMIT_NEW_PER_PROCESS / 2;
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (GPtrArray) entries = NULL;
  guint n_of_servers = 0;

  g_assert_cmpuint (connect_many (scene, n, "s", NO_KEYS), ==, n);
  WAIT_FOR (scene_count_rows (scene, PADDOCK_EVENT_SERVER_DISCONNECTED, 0) == n);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_SERVER_CONNECTED, 0), ==, n);

  entries = scene_read_journal (scene);
  for (guint i = 0; i < entries->len; i++)
    n_of_servers += ((PaddockJournalEntry *) entries->pdata[i])->server_id != NULL;
  g_assert_cmpuint (n_of_servers, ==, PADDOCK_LIMIT_ROWS_PER_PROCESS / 2);
  g_assert_cmpuint (entries->len, <=, n_of_servers + 4);
}

/* A repeated event adds to its entry, and uses no space. */
static void
test_repeats (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_DENY);
  g_autoptr (TestPeer) peer = connect_as (scene, "/usr/bin/busy", NULL);
  g_autoptr (GPtrArray) entries = NULL;

  g_assert_true (is_let_in (peer));
  for (guint i = 0; i < 2 * PADDOCK_LIMIT_ROWS_PER_PROCESS; i++)
    test_peer_assert_list (peer, "");
  test_peer_hang_up (peer);
  WAIT_FOR (scene_count_rows (scene, PADDOCK_EVENT_SERVER_DISCONNECTED, 0) == 1);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_ROOTS_LISTED, 0), ==,
                    2 * PADDOCK_LIMIT_ROWS_PER_PROCESS);
  entries = scene_read_journal (scene);
  g_assert_cmpuint (entries->len, ==, 3);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/strangers/of-one-process", test_of_one_process);
  g_test_add_func ("/strangers/key-of-another", test_key_of_another);
  g_test_add_func ("/strangers/unproven-key", test_unproven_key);
  g_test_add_func ("/strangers/told", test_told);
  g_test_add_func ("/strangers/decided", test_decided);
  g_test_add_func ("/strangers/rows", test_rows);
  g_test_add_func ("/strangers/repeats", test_repeats);
  return g_test_run ();
}
