/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-overview.h"

#include "paddock-views.h"

#include "service-disk-fixture.h"
#include "service-peer-fixture.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

/* The dictionaries of roots and servers, parsed as a client does. */

static PaddockRootView *
view_root (Scene      *scene,
           const char *root_id)
{
  g_autoptr (GVariant) dictionary = paddock_overview_root (scene->state, scene->sessions, root_id);

  g_assert_nonnull (dictionary);
  g_variant_ref_sink (dictionary);
  return paddock_root_view_from_variant (dictionary);
}

static PaddockServerView *
view_server (Scene      *scene,
             const char *server_id)
{
  g_autoptr (GVariant) dictionary = paddock_overview_server (scene->state, scene->sessions,
                                                             server_id);

  g_assert_nonnull (dictionary);
  g_variant_ref_sink (dictionary);
  return paddock_server_view_from_variant (dictionary);
}

static void
test_nothing (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);

  g_assert_null (paddock_overview_root (scene->state, scene->sessions, "r1"));
  g_assert_null (paddock_overview_root (scene->state, scene->sessions, ""));
  g_assert_null (paddock_overview_server (scene->state, scene->sessions, "s1"));
}

static void
test_root (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *path = tree_path (scene->tree, "home/projects");
  g_autoptr (PaddockRootView) view = NULL;
  g_autoptr (PaddockRootView) lost = NULL;
  PaddockRoot root = {
    .id = "r1", .name = "Projects", .picked = "/link", .access = PADDOCK_ACCESS_READ_WRITE,
    .added = 7, .volatile_ = TRUE,
  };

  scene_add_root (scene, &root, "home/projects");
  view = view_root (scene, "r1");
  g_assert_cmpstr (view->root->path, ==, path);
  g_assert_cmpstr (view->root->picked, ==, "/link");
  g_assert_cmpstr (view->root->name, ==, "Projects");
  g_assert_cmpint (view->root->access, ==, PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpint (view->root->added, ==, 7);
  g_assert_true (view->root->volatile_);
  g_assert_cmpint (view->status, ==, PADDOCK_AVAILABILITY_AVAILABLE);
  g_assert_true (view->has_events);
  g_assert_cmpuint (view->seen_by, ==, 0);

  tree_rename (scene->tree, "home/projects", "home/elsewhere");
  scene_wait_availability (scene, "r1", PADDOCK_AVAILABILITY_MISSING);
  lost = view_root (scene, "r1");
  g_assert_cmpint (lost->status, ==, PADDOCK_AVAILABILITY_MISSING);
}

/* The root has expired, even if nothing noticed that yet. */
static void
test_expired_root (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockRootView) view = NULL;

  scene_share (scene, "r1", "home/projects");
  {
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    PaddockRoot edited = *paddock_snapshot_get_root (scene->snapshot, "r1");
    g_autoptr (PaddockRoot) over = NULL;

    edited.expires = 1;
    over = paddock_root_new (&edited);
    paddock_changes_put_root (changes, over);
    paddock_snapshot_apply (scene->snapshot, changes);
  }
  view = view_root (scene, "r1");
  g_assert_cmpint (view->status, ==, PADDOCK_AVAILABILITY_EXPIRED);
}

static void
test_seen_by (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockRootView) view = NULL;
  g_autoptr (PaddockChanges) past = paddock_changes_new ();
  g_autoptr (PaddockPeer) own = paddock_peer_new_for_pid (getuid (), getpid ());
  g_autofree char *process = paddock_peer_dup_scope (own);

  scene_share (scene, "r1", "home/projects");
  scene_meet (scene, "s1", PADDOCK_STANDING_ALLOWED);
  scene_meet (scene, "s2", PADDOCK_STANDING_ALLOWED);
  scene_meet (scene, "s3", PADDOCK_STANDING_ALLOWED);
  scene_grant (scene, "s1", "r1", 0, NULL);
  scene_grant (scene, "s2", "r1", 0, process);
  /* A grant that has expired without being noticed. */
  fixture_put_grant (past, "s3", "r1", PADDOCK_ACCESS_READ_ONLY, 1, NULL);
  paddock_snapshot_apply (scene->snapshot, past);
  view = view_root (scene, "r1");
  g_assert_cmpuint (view->seen_by, ==, 2);
}

static void
assert_seen_by (Scene      *scene,
                const char *root_id,
                guint       n_servers)
{
  g_autoptr (PaddockRootView) view = view_root (scene, root_id);

  g_assert_cmpuint (view->seen_by, ==, n_servers);
}

/* Who sees a root sees those in it; each server counts once, and what is away nobody sees. */
static void
test_seen_through (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);

  scene_share (scene, "r1", "home/projects");
  scene_share (scene, "r2", "home/projects/deep");
  scene_meet (scene, "s1", PADDOCK_STANDING_ALLOWED);
  scene_meet (scene, "s2", PADDOCK_STANDING_ALLOWED);
  scene_grant (scene, "s1", "r1", 0, NULL);
  assert_seen_by (scene, "r1", 1);
  assert_seen_by (scene, "r2", 1);
  scene_grant (scene, "s2", "r2", 0, NULL);
  scene_grant (scene, "s1", "r2", 0, NULL);
  assert_seen_by (scene, "r1", 1);
  assert_seen_by (scene, "r2", 2);
  tree_rename (scene->tree, "home/projects/deep", "home/elsewhere");
  scene_wait_availability (scene, "r2", PADDOCK_AVAILABILITY_MISSING);
  assert_seen_by (scene, "r1", 1);
  assert_seen_by (scene, "r2", 0);
}

/* Where nobody is asked, a server sees every root without a grant, unless it is blocked. */
static void
test_sees_all (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ALLOW);
  g_autoptr (PaddockServerView) undecided = NULL;
  g_autoptr (PaddockServerView) blocked = NULL;

  scene_share (scene, "r1", "home/projects");
  scene_meet (scene, "s1", PADDOCK_STANDING_UNDECIDED);
  scene_meet (scene, "s2", PADDOCK_STANDING_BLOCKED);
  undecided = view_server (scene, "s1");
  blocked = view_server (scene, "s2");
  g_assert_true (undecided->sees_all);
  g_assert_false (blocked->sees_all);
  assert_seen_by (scene, "r1", 1);
}

static void
test_server_without_sessions (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockServerView) view = NULL;
  const PaddockGrantView *first;
  const PaddockGrantView *second;

  scene_share (scene, "r1", "home/projects");
  scene_share (scene, "r2", "home/projects/deep");
  scene_meet (scene, "s1", PADDOCK_STANDING_ALLOWED);
  scene_grant (scene, "s1", "r1", 0, NULL);
  scene_grant (scene, "s1", "r2", 9000000000000000, NULL);
  tree_rename (scene->tree, "home/projects/deep", "home/elsewhere");
  scene_wait_availability (scene, "r2", PADDOCK_AVAILABILITY_MISSING);

  view = view_server (scene, "s1");
  g_assert_cmpstr (view->server->id, ==, "s1");
  g_assert_cmpint (view->server->standing, ==, PADDOCK_STANDING_ALLOWED);
  g_assert_cmpuint (view->sessions->len, ==, 0);
  g_assert_cmpuint (view->grants->len, ==, 2);
  first = g_ptr_array_index (view->grants, 0);
  second = g_ptr_array_index (view->grants, 1);
  g_assert_cmpstr (first->grant->root_id, ==, "r1");
  g_assert_true (first->is_visible);
  g_assert_cmpint (second->grant->expires, ==, 9000000000000000);
  g_assert_false (second->is_visible);
}

static const PaddockSessionView *
get_session (const PaddockServerView *view)
{
  g_assert_cmpuint (view->sessions->len, ==, 1);
  return g_ptr_array_index (view->sessions, 0);
}

static void
test_session (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockPeer) who = paddock_peer_new_for_pid (getuid (), getpid ());
  g_autoptr (TestPeer) peer = test_peer_new (scene->sessions, who);
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *id = NULL;
  g_autofree char *scope = NULL;
  g_autoptr (PaddockServerView) before = NULL;
  g_autoptr (PaddockServerView) granted = NULL;
  g_autoptr (PaddockServerView) after = NULL;
  g_autoptr (PaddockRootView) root = NULL;

  test_peer_shake_hands (peer, "files", NULL);
  id = g_strdup (((PaddockServer *)
                  paddock_snapshot_get_servers (scene->snapshot)->pdata[0])->id);
  before = view_server (scene, id);
  g_assert_cmpstr (before->server->claimed_name, ==, "files");
  g_assert_cmpint (get_session (before)->pid, ==, getpid ());
  g_assert_cmpstr (get_session (before)->executable, ==, program);
  g_assert_cmpstr (get_session (before)->version, ==, "2025-11-25");
  g_assert_cmpstr (get_session (before)->state, ==, "ready");
  g_assert_cmpint (get_session (before)->last_listed, ==, 0);
  g_assert_true (get_session (before)->has_read);

  /* A grant for this session is active in it. */
  scene_share (scene, "r1", "home/projects");
  scope = paddock_sessions_dup_scope (scene->sessions, id);
  {
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    PaddockServer edited = *paddock_snapshot_get_server (scene->snapshot, id);
    g_autoptr (PaddockServer) allowed = NULL;

    edited.standing = PADDOCK_STANDING_ALLOWED;
    edited.decision_scope = scope;
    allowed = paddock_server_new (&edited);
    paddock_changes_put_server (changes, allowed);
    fixture_put_grant (changes, id, "r1", PADDOCK_ACCESS_READ_ONLY, 0, scope);
    scene_commit (scene, changes);
  }
  WAIT_FOR (peer->told == 1);
  granted = view_server (scene, id);
  g_assert_cmpuint (granted->grants->len, ==, 1);
  g_assert_true (((PaddockGrantView *) granted->grants->pdata[0])->is_visible);
  g_assert_nonnull (((PaddockGrantView *) granted->grants->pdata[0])->grant->scope);
  g_assert_false (get_session (granted)->has_read);
  root = view_root (scene, "r1");
  g_assert_cmpuint (root->seen_by, ==, 1);

  test_peer_assert_list (peer, "projects");
  after = view_server (scene, id);
  g_assert_cmpint (get_session (after)->last_listed, >, 0);
  g_assert_true (get_session (after)->has_read);
}

static void
allow (Scene      *scene,
       const char *server_id)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  PaddockServer edited = *paddock_snapshot_get_server (scene->snapshot, server_id);
  g_autoptr (PaddockServer) allowed = NULL;

  edited.standing = PADDOCK_STANDING_ALLOWED;
  allowed = paddock_server_new (&edited);
  paddock_changes_put_server (changes, allowed);
  scene_commit (scene, changes);
}

static void
assert_runs (Scene      *scene,
             const char *server_id,
             guint       n_runs,
             guint       n_outer,
             guint       n_inner)
{
  g_autoptr (PaddockServerView) view = view_server (scene, server_id);

  g_assert_cmpuint (view->n_runs, ==, n_runs);
  g_assert_cmpuint (paddock_server_view_get_partly (view, "outer"), ==, n_outer);
  g_assert_cmpuint (paddock_server_view_get_partly (view, "inner"), ==, n_inner);
}

/* Two sessions of one process are one run. If only some runs see a root, the view says how many. */
static void
assert_counts_runs (Scene *scene,
                    pid_t  child)
{
  g_autoptr (PaddockPeer) who = paddock_peer_new_for_pid (getuid (), getpid ());
  g_autoptr (PaddockPeer) other = paddock_peer_new_for_pid (getuid (), child);
  g_autofree char *scope = paddock_peer_dup_scope (who);
  g_autofree char *other_scope = paddock_peer_dup_scope (other);
  g_autofree char *id = NULL;
  g_autoptr (TestPeer) first = test_peer_new (scene->sessions, who);
  g_autoptr (TestPeer) again = test_peer_new (scene->sessions, who);
  g_autoptr (TestPeer) second = NULL;

  test_peer_shake_hands (first, "files", NULL);
  test_peer_shake_hands (again, "files", NULL);
  id = g_strdup (((PaddockServer *)
                  paddock_snapshot_get_servers (scene->snapshot)->pdata[0])->id);
  allow (scene, id);
  scene_grant (scene, id, "outer", 0, scope);
  assert_runs (scene, id, 1, 0, 0);

  second = test_peer_new (scene->sessions, other);
  test_peer_shake_hands (second, "files", NULL);
  assert_runs (scene, id, 2, 1, 1);
  /* One run sees the inner folder itself, the other through the outer one. */
  scene_grant (scene, id, "inner", 0, other_scope);
  assert_runs (scene, id, 2, 1, 0);
  scene_grant (scene, id, "outer", 0, NULL);
  assert_runs (scene, id, 2, 0, 0);
}

static void
test_runs (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  pid_t child = fork ();

  if (child == 0) {
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    for (;;)
      pause ();
  }
  scene_share (scene, "outer", "home/projects");
  scene_share (scene, "inner", "home/projects/deep");
  assert_counts_runs (scene, child);
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/overview/nothing", test_nothing);
  g_test_add_func ("/overview/root", test_root);
  g_test_add_func ("/overview/expired-root", test_expired_root);
  g_test_add_func ("/overview/seen-by", test_seen_by);
  g_test_add_func ("/overview/seen-through", test_seen_through);
  g_test_add_func ("/overview/sees-all", test_sees_all);
  g_test_add_func ("/overview/server-without-sessions", test_server_without_sessions);
  g_test_add_func ("/overview/session", test_session);
  g_test_add_func ("/overview/runs", test_runs);
  return g_test_run ();
}
