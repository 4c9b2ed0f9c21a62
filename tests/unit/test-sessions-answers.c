/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "service-disk-fixture.h"
#include "service-peer-fixture.h"

#include "paddock-scope.h"

/* A session keeps its answer, but never too long. Each change is in the next answer, even before
 * the server is told, and before any alarm fires. Only then does the policy run. */

static guint n_policy_runs;

extern PaddockPolicyResult __real_paddock_policy_evaluate (const PaddockSnapshot *snapshot,
                                                           const PaddockQuery    *query,
                                                           gint64                 now);
extern PaddockAnswer __real_paddock_policy_answer (const PaddockSnapshot *snapshot,
                                                   const PaddockQuery    *query,
                                                   gint64                 now,
                                                   PaddockReason         *out_reason);
extern GPtrArray *__real_paddock_policy_visible_roots (const PaddockSnapshot *snapshot,
                                                       const PaddockQuery    *query,
                                                       gint64                 now);
PaddockPolicyResult __wrap_paddock_policy_evaluate (const PaddockSnapshot *snapshot,
                                                    const PaddockQuery    *query,
                                                    gint64                 now);
PaddockAnswer __wrap_paddock_policy_answer (const PaddockSnapshot *snapshot,
                                            const PaddockQuery    *query,
                                            gint64                 now,
                                            PaddockReason         *out_reason);
GPtrArray *__wrap_paddock_policy_visible_roots (const PaddockSnapshot *snapshot,
                                                const PaddockQuery    *query,
                                                gint64                 now);

PaddockPolicyResult
__wrap_paddock_policy_evaluate (const PaddockSnapshot *snapshot,
                                const PaddockQuery    *query,
                                gint64                 now)
{
  n_policy_runs++;
  return __real_paddock_policy_evaluate (snapshot, query, now);
}

PaddockAnswer
__wrap_paddock_policy_answer (const PaddockSnapshot *snapshot,
                              const PaddockQuery    *query,
                              gint64                 now,
                              PaddockReason         *out_reason)
{
  n_policy_runs++;
  return __real_paddock_policy_answer (snapshot, query, now, out_reason);
}

GPtrArray *
__wrap_paddock_policy_visible_roots (const PaddockSnapshot *snapshot,
                                     const PaddockQuery    *query,
                                     gint64                 now)
{
  n_policy_runs++;
  return __real_paddock_policy_visible_roots (snapshot, query, now);
}

/* A launch that sees one folder. */
typedef struct {
  Scene          *scene;            /* (owned) */
  TestPeer       *peer;             /* (owned) */
  PaddockSession *session;          /* (owned) */
  char           *server_id;        /* (owned) */
} Fixture;

/* Changes the snapshot at once. Nobody else hears of it before the main loop runs. */
static void
note (Fixture        *fixture,
      PaddockChanges *changes)
{
  paddock_state_note (fixture->scene->state, changes);
}

static void
put_server (Fixture             *fixture,
            const PaddockServer *edited)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockServer) server = paddock_server_new (edited);

  paddock_changes_put_server (changes, server);
  note (fixture, changes);
}

static PaddockServer
get_server (Fixture *fixture)
{
  return *paddock_snapshot_get_server (fixture->scene->snapshot, fixture->server_id);
}

static void
put_root (Fixture           *fixture,
          const PaddockRoot *edited)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockRoot) root = paddock_root_new (edited);

  paddock_changes_put_root (changes, root);
  note (fixture, changes);
}

static PaddockRoot
get_root (Fixture *fixture)
{
  return *paddock_snapshot_get_root (fixture->scene->snapshot, "r1");
}

static void
put_grant (Fixture       *fixture,
           PaddockAccess  access,
           gint64         expires,
           const char    *scope)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  fixture_put_grant (changes, fixture->server_id, "r1", access, expires, scope);
  note (fixture, changes);
}

static void
set_standing (Fixture         *fixture,
              PaddockStanding  standing)
{
  PaddockServer edited = get_server (fixture);

  edited.standing = standing;
  put_server (fixture, &edited);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (GPtrArray) sessions = NULL;
  const PaddockServer *server;

  fixture->scene = scene_new (PADDOCK_CONSENT_ASK);
  scene_share (fixture->scene, "r1", "home/projects");
  fixture->peer = test_peer_new_unknown (fixture->scene->sessions);
  test_peer_shake_hands (fixture->peer, "files", "/usr/bin/node");
  server = g_ptr_array_index (paddock_snapshot_get_servers (fixture->scene->snapshot), 0);
  fixture->server_id = g_strdup (server->id);
  set_standing (fixture, PADDOCK_STANDING_ALLOWED);
  put_grant (fixture, PADDOCK_ACCESS_READ_WRITE, 0, NULL);
  sessions = paddock_sessions_list_sessions (fixture->scene->sessions, fixture->server_id);
  fixture->session = g_object_ref (g_ptr_array_index (sessions, 0));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_object_unref (fixture->session);
  test_peer_free (fixture->peer);
  scene_free (fixture->scene);
  g_free (fixture->server_id);
}

/* The answer to a `roots/list` that arrives now. */
static char *
list_now (Fixture *fixture)
{
  g_autoptr (PaddockRootsAnswer) answer =
    paddock_session_roots_list (paddock_session_get_roots (fixture->session),
                                PADDOCK_READER_SERVER);
  g_autoptr (GBytes) line = NULL;

  if (paddock_roots_answer_get_result (answer)->answer == PADDOCK_ANSWER_NOT_SUPPORTED)
    return g_strdup ("not supported");
  line = paddock_roots_answer_write (answer, "1", NULL);
  return g_strndup (g_bytes_get_data (line, NULL), g_bytes_get_size (line));
}

static void
assert_list (Fixture    *fixture,
             const char *pattern)
{
  g_autofree char *line = list_now (fixture);

  if (!g_pattern_match_simple (pattern, line))
    g_error ("\"%s\" does not match \"%s\"", line, pattern);
}

#define P "\"io.github.paddock-mcp/"
#define SERVER P "server\":\"*\","
#define READ_ONLY P "access\":\"read-only\""
#define RECORD P "record\":\"(*)\""
#define DECIDED "\"_meta\":{" SERVER P "state\":\"decided\""
#define PROJECTS "/projects\",\"_meta\":{" RECORD "}}]," DECIDED
#define ALL "*\"roots\":[{\"uri\":\"file:///*/home" PROJECTS "}}}"
#define TAKEN "*\"roots\":[]," DECIDED "," P "empty\":\"taken\"}}}"
#define AWAY "*\"roots\":[]," DECIDED "}}}"
#define UNKNOWN "*\"roots\":[],\"_meta\":{" P "state\":\"decided\"}}}"
#define PENDING "*\"roots\":[],\"_meta\":{" SERVER P "state\":\"pending\"," P "empty\":\"taken\"}}}"

static void
drop_grant (Fixture *fixture)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  paddock_changes_drop_grant (changes, fixture->server_id, "r1");
  note (fixture, changes);
}

static void
block (Fixture *fixture)
{
  set_standing (fixture, PADDOCK_STANDING_BLOCKED);
}

static void
switch_off (Fixture *fixture)
{
  set_standing (fixture, PADDOCK_STANDING_WITHOUT_ROOTS);
}

static void
forget_decision (Fixture *fixture)
{
  set_standing (fixture, PADDOCK_STANDING_UNDECIDED);
}

static void
end_decision (Fixture *fixture)
{
  PaddockServer edited = get_server (fixture);

  edited.decision_ends = 1;
  put_server (fixture, &edited);
}

static void
decide_for_other_process (Fixture *fixture)
{
  PaddockServer edited = get_server (fixture);

  edited.decision_scope = "7:7";
  put_server (fixture, &edited);
}

static void
pause_sharing (Fixture *fixture)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  paddock_changes_set_paused (changes, TRUE);
  note (fixture, changes);
}

static void
remove_root (Fixture *fixture)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  paddock_changes_drop_root (changes, "r1");
  note (fixture, changes);
}

static void
end_root (Fixture *fixture)
{
  PaddockRoot edited = get_root (fixture);

  edited.expires = 1;
  put_root (fixture, &edited);
}

static void
end_grant (Fixture *fixture)
{
  put_grant (fixture, PADDOCK_ACCESS_READ_WRITE, 1, NULL);
}

static void
grant_to_other_process (Fixture *fixture)
{
  put_grant (fixture, PADDOCK_ACCESS_READ_WRITE, 0, "7:7");
}

/* Only the snapshot knows about it. */
static void
unmount (Fixture *fixture)
{
  paddock_snapshot_set_availability (fixture->scene->snapshot, "r1", PADDOCK_AVAILABILITY_MISSING);
}

static void
replace (Fixture *fixture)
{
  paddock_snapshot_set_availability (fixture->scene->snapshot, "r1", PADDOCK_AVAILABILITY_REPLACED);
}

static void
become_other_server (Fixture *fixture)
{
  scene_meet_anonymous (fixture->scene, "other");
  paddock_session_set_server_id (fixture->session, "other");
}

static void
become_nobody (Fixture *fixture)
{
  paddock_session_set_server_id (fixture->session, NULL);
}

static void
forget_server (Fixture *fixture)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  paddock_changes_drop_server (changes, fixture->server_id);
  note (fixture, changes);
}

static void
rename_root (Fixture *fixture)
{
  PaddockRoot edited = get_root (fixture);

  edited.name = "Notes";
  put_root (fixture, &edited);
}

static void
restrict_root (Fixture *fixture)
{
  PaddockRoot edited = get_root (fixture);

  edited.access = PADDOCK_ACCESS_READ_ONLY;
  put_root (fixture, &edited);
}

static void
restrict_grant (Fixture *fixture)
{
  put_grant (fixture, PADDOCK_ACCESS_READ_ONLY, 0, NULL);
}

static void
limit_grant (Fixture *fixture)
{
  put_grant (fixture, PADDOCK_ACCESS_READ_WRITE, 9000000000 * G_USEC_PER_SEC, NULL);
}

static void
choose (Fixture *fixture)
{
  PaddockServer edited = get_server (fixture);

  edited.choices = PADDOCK_CHOICE_HOST_ROOTS | PADDOCK_CHOICE_KEEP_ROOTS;
  put_server (fixture, &edited);
}

static const struct {
  const char *name;
  void        (*act)(Fixture *fixture);
  const char *pattern;
} changes_of_answer[] = {
  { "drop-grant", drop_grant, TAKEN },
  { "block", block, TAKEN },
  { "switch-off", switch_off, "not supported" },
  { "forget-decision", forget_decision, PENDING },
  { "end-decision", end_decision, PENDING },
  { "decide-for-other-process", decide_for_other_process, PENDING },
  { "pause", pause_sharing, TAKEN },
  { "remove-root", remove_root, TAKEN },
  { "end-root", end_root, TAKEN },
  { "end-grant", end_grant, TAKEN },
  { "grant-to-other-process", grant_to_other_process, TAKEN },
  { "unmount", unmount, AWAY },
  { "replace", replace, AWAY },
  { "become-other-server", become_other_server, PENDING },
  { "become-nobody", become_nobody, UNKNOWN },
  { "forget-server", forget_server, PENDING },
  { "rename-root", rename_root, "*/projects\",\"name\":\"Notes\",\"_meta\":{" RECORD "}}]*" },
  { "restrict-root", restrict_root, "*/projects\",\"_meta\":{" READ_ONLY "," RECORD "}}]*" },
  { "restrict-grant", restrict_grant, "*/projects\",\"_meta\":{" READ_ONLY "," RECORD "}}]*" },
  { "limit-grant", limit_grant,
    "*" PROJECTS "," P "expires\":{\"file:///*/projects\":9000000000000}}}}" },
  { "choose", choose, "*" PROJECTS "," P "hostRoots\":\"union\"," P "keep\":true}}}" },
};

static void
test_change (Fixture       *fixture,
             gconstpointer  data)
{
  gsize i = GPOINTER_TO_SIZE (data);

  assert_list (fixture, ALL);
  assert_list (fixture, ALL);
  changes_of_answer[i].act (fixture);
  assert_list (fixture, changes_of_answer[i].pattern);
  assert_list (fixture, changes_of_answer[i].pattern);
}

/* What expired by the clock is gone, although no alarm fired. */
static void
test_clock (Fixture       *fixture,
            gconstpointer  data)
{
  gint64 soon = g_get_real_time () + G_TIME_SPAN_SECOND / 2;
  PaddockServer server = get_server (fixture);
  PaddockRoot root = get_root (fixture);
  const char *what = data;

  if (g_str_equal (what, "grant")) {
    put_grant (fixture, PADDOCK_ACCESS_READ_WRITE, soon, NULL);
  } else if (g_str_equal (what, "root")) {
    root.expires = soon;
    put_root (fixture, &root);
  } else if (g_str_equal (what, "decision")) {
    server.decision_ends = soon;
    put_server (fixture, &server);
  } else {
    server.standing = PADDOCK_STANDING_UNDECIDED;
    server.put_off_until = soon;
    put_server (fixture, &server);
  }
  /* The kept answer is from before the end. */
  g_free (list_now (fixture));
  g_assert_cmpint (g_get_real_time (), <, soon);
  while (g_get_real_time () < soon)
    g_usleep (1000);
  assert_list (fixture, g_str_equal (what, "grant") || g_str_equal (what, "root")
               ? TAKEN : PENDING);
}

/* The test counts: one run for a new answer of a launch, and none while nothing changes. */
static void
test_policy_runs (Fixture       *fixture,
                  gconstpointer  data)
{
  guint n_before;

  test_peer_assert_list (fixture->peer, "projects");
  n_before = n_policy_runs;
  for (guint i = 0; i < 100; i++)
    test_peer_assert_list (fixture->peer, "projects");
  g_assert_cmpuint (n_policy_runs, ==, n_before);

  /* The next answer has the change, and only that answer needs a run. */
  rename_root (fixture);
  n_before = n_policy_runs;
  assert_list (fixture, "*Notes*");
  g_assert_cmpuint (n_policy_runs, ==, n_before + 1);
  for (guint i = 0; i < 100; i++)
    test_peer_assert_list (fixture->peer, "projects");
  g_assert_cmpuint (n_policy_runs, ==, n_before + 1);

  /* The same holds if the user is to be asked, or paused sharing. */
  forget_decision (fixture);
  test_peer_assert_list (fixture->peer, "");
  n_before = n_policy_runs;
  for (guint i = 0; i < 100; i++)
    test_peer_assert_list (fixture->peer, "");
  g_assert_cmpuint (n_policy_runs, ==, n_before);
  pause_sharing (fixture);
  test_peer_assert_list (fixture->peer, "");
  n_before = n_policy_runs;
  for (guint i = 0; i < 100; i++)
    test_peer_assert_list (fixture->peer, "");
  g_assert_cmpuint (n_policy_runs, ==, n_before);
}

#define ADD(path, data, func) \
  g_test_add ("/sessions-answers/" path, Fixture, data, set_up, func, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (changes_of_answer); i++) {
    g_autofree char *path = g_strconcat ("/sessions-answers/", changes_of_answer[i].name, NULL);

    g_test_add (path, Fixture, GSIZE_TO_POINTER (i), set_up, test_change, tear_down);
  }
  ADD ("clock/grant", "grant", test_clock);
  ADD ("clock/root", "root", test_clock);
  ADD ("clock/decision", "decision", test_clock);
  ADD ("clock/put-off", "put-off", test_clock);
  ADD ("policy-runs", NULL, test_policy_runs);
  return g_test_run ();
}
