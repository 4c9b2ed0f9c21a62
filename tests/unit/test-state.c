/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "service-disk-fixture.h"

#include "paddock-startup-cleanup.h"

/* What the service knows agrees in three places: in memory, on the disk, and with the file
 * system. */

static gint64
count_on_disk (Scene      *scene,
               const char *what)
{
  g_autofree char *sql = g_strdup_printf ("SELECT count (*) FROM %s", what);

  return scene_run_sql (scene, sql);
}

static void
note_servers (Scene *scene,
              guint  from,
              guint  to)
{
  for (guint i = from; i < to; i++) {
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    g_autofree char *id = g_strdup_printf ("s%u", i);

    fixture_put_server (changes, id, PADDOCK_STANDING_UNDECIDED);
    paddock_state_note (scene->state, changes);
  }
}

typedef struct {
  Scene    *scene;
  gboolean  is_changed;
  gboolean  is_called;
} Order;

static void
on_changed_in_order (PaddockState   *state,
                     PaddockChanges *changes,
                     Order          *order)
{
  g_assert_cmpint (count_on_disk (order->scene, "servers WHERE id = 's1'"), ==, 1);
  g_assert_nonnull (paddock_snapshot_get_server (order->scene->snapshot, "s1"));
  g_assert_false (order->is_called);
  order->is_changed = TRUE;
}

static void
on_committed_in_order (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  Order *order = user_data;

  g_assert_true (paddock_state_commit_finish (PADDOCK_STATE (source), result, NULL));
  g_assert_true (order->is_changed);
  order->is_called = TRUE;
}

static void
test_disk_first (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  Order order = { scene };

  fixture_put_server (changes, "s1", PADDOCK_STANDING_ALLOWED);
  g_signal_connect (scene->state, "changed", G_CALLBACK (on_changed_in_order), &order);
  paddock_state_commit_async (scene->state, changes, NULL, on_committed_in_order, &order);
  g_assert_null (paddock_snapshot_get_server (scene->snapshot, "s1"));
  g_assert_false (order.is_changed);
  WAIT_FOR (order.is_called);
  g_signal_handlers_disconnect_by_data (scene->state, &order);
}

static void
on_anything (gpointer  source,
             gpointer  argument,
             guint    *n)
{
  (*n)++;
}

static void
test_failed_commit_changes_nothing (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (GError) error = NULL;
  guint n_changed = 0;

  scene_share (scene, "r1", "home/projects");
  scene_fail_on (scene, "fail", "INSERT ON grants");
  g_signal_connect (scene->state, "changed", G_CALLBACK (on_anything), &n_changed);
  paddock_changes_drop_root (changes, "r1");
  scene_meet (scene, "s1", PADDOCK_STANDING_ALLOWED);
  fixture_put_server (changes, "s2", PADDOCK_STANDING_ALLOWED);
  scene_share (scene, "r2", "home/projects/deep");
  fixture_put_grant (changes, "s1", "r2", PADDOCK_ACCESS_READ_ONLY, 0, NULL);
  n_changed = 0;
  g_assert_false (scene_try_commit (scene, changes, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  g_assert_cmpuint (n_changed, ==, 0);
  scene_assert_state (scene, "root:r1 root:r2 server:s1:allowed");
  g_assert_cmpint (count_on_disk (scene, "servers"), ==, 1);
  g_assert_cmpint (count_on_disk (scene, "roots"), ==, 2);
  g_signal_handlers_disconnect_by_data (scene->state, &n_changed);
}

/* An observation is known at once, and on the disk soon. */
static void
test_note (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  guint n_changed = 0;

  g_signal_connect (scene->state, "changed", G_CALLBACK (on_anything), &n_changed);
  fixture_put_server (changes, "s1", PADDOCK_STANDING_UNDECIDED);
  paddock_state_note (scene->state, changes);
  g_assert_nonnull (paddock_snapshot_get_server (scene->snapshot, "s1"));
  g_assert_cmpuint (n_changed, ==, 1);
  g_signal_handlers_disconnect_by_data (scene->state, &n_changed);

  scene_reopen (scene);
  g_assert_nonnull (paddock_snapshot_get_server (scene->snapshot, "s1"));
}

/* A server that came while the disk was full is written as soon as the disk accepts anything, so
 * that a decision about it can be written. */
static void
test_catches_up (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockChanges) noted = paddock_changes_new ();
  g_autoptr (PaddockChanges) granted = paddock_changes_new ();
  g_autoptr (GError) error = NULL;

  scene_share (scene, "r1", "home/projects");
  scene_meet_anonymous (scene, "a1");
  scene_meet (scene, "s0", PADDOCK_STANDING_UNDECIDED);
  scene_fail_on (scene, "full", "INSERT ON servers");
  fixture_put_server (noted, "s1", PADDOCK_STANDING_UNDECIDED);
  paddock_state_note (scene->state, noted);
  fixture_put_grant (granted, "s1", "r1", PADDOCK_ACCESS_READ_ONLY, 0, NULL);
  g_assert_false (scene_try_commit (scene, granted, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  scene_assert_grants (scene, "");
  g_assert_cmpint (count_on_disk (scene, "servers"), ==, 1);

  scene_run_sql (scene, "DROP TRIGGER full");
  scene_commit (scene, granted);
  scene_assert_grants (scene, "grant:s1/r1:ro");
  g_assert_cmpint (count_on_disk (scene, "servers"), ==, 2);
  scene_reopen (scene);
  scene_assert_state (scene, "root:r1 server:s0:undecided server:s1:undecided grant:s1/r1:ro");
}

static void
test_what_does_not_last (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  PaddockRoot for_this_run = {
    .id = "v1", .access = PADDOCK_ACCESS_READ_WRITE, .volatile_ = TRUE,
  };
  g_autoptr (PaddockChanges) drops = paddock_changes_new ();

  scene_share (scene, "r1", "home/projects");
  scene_share (scene, "r2", "home/projects/deep");
  scene_add_root (scene, &for_this_run, "home/projects/deep/er");
  for_this_run.id = "v2";
  scene_add_root (scene, &for_this_run, "home/projects/file");
  scene_meet (scene, "s1", PADDOCK_STANDING_ALLOWED);
  scene_meet_anonymous (scene, "a1");
  scene_meet_anonymous (scene, "a2");
  scene_grant (scene, "s1", "r1", 0, NULL);
  scene_grant (scene, "s1", "v1", 0, NULL);
  scene_grant (scene, "s1", "v2", 0, NULL);
  scene_grant (scene, "a1", "r1", 0, NULL);
  scene_grant (scene, "a1", "v1", 0, NULL);
  scene_assert_grants (scene, "grant:s1/r1 grant:s1/v1 grant:s1/v2 grant:a1/r1 grant:a1/v1");

  /* They can be removed like others. */
  paddock_changes_drop_grant (drops, "a1", "r1");
  paddock_changes_drop_grant (drops, "s1", "v1");
  paddock_changes_drop_root (drops, "v2");
  paddock_changes_drop_server (drops, "a2");
  scene_commit (scene, drops);
  scene_assert_state (scene, "root:r1 root:r2 root:v1 server:s1:allowed server:a1:undecided "
                      "grant:s1/r1 grant:a1/v1");

  g_assert_cmpint (count_on_disk (scene, "roots"), ==, 2);
  g_assert_cmpint (count_on_disk (scene, "servers"), ==, 1);
  g_assert_cmpint (count_on_disk (scene, "grants"), ==, 1);
  scene_reopen (scene);
  scene_assert_state (scene, "root:r1 root:r2 server:s1:allowed grant:s1/r1");
}

static void
put_scoped_server (Scene      *scene,
                   const char *scope)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockIdentity) identity = fixture_process ("/usr/bin/s1");
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = "s1", .identity = identity, .standing = PADDOCK_STANDING_ALLOWED,
    .decision_scope = scope,
  });

  paddock_changes_put_server (changes, server);
  fixture_put_grant (changes, "s1", "r1", PADDOCK_ACCESS_READ_WRITE, 0, scope);
  scene_commit (scene, changes);
}

/* "@" means this process, which runs. */
static const struct {
  const char *scope;
  const char *left;                 /* (nullable) the rest of the scope after the next start */
} scopes[] = {
  { "@", "@" },
  { "boot:1:1", NULL },
  { "boot:1:1 boot:2:2", NULL },
  { "@ boot:1:1", "@" },
  { "boot:1:1 @", "@" },
  { "session:4f1c", NULL },
  { "no scope", NULL },
  { "::", NULL },
};

static char *
insert_own_scope (const char *text)
{
  g_autoptr (PaddockPeer) self = paddock_peer_new_for_pid (getuid (), getpid ());
  g_autofree char *scope = paddock_peer_dup_scope (self);
  g_auto (GStrv) parts = g_strsplit (text, "@", -1);

  return g_strjoinv (scope, parts);
}

static void
test_sessions_that_ended_meanwhile (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (scopes); i++) {
    g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
    g_autofree char *scope = insert_own_scope (scopes[i].scope);
    const PaddockGrant *grant;

    g_test_message ("%s", scopes[i].scope);
    scene_share (scene, "r1", "home/projects");
    put_scoped_server (scene, scope);
    scene_reopen (scene);

    grant = paddock_snapshot_get_grant (scene->snapshot, "s1", "r1");
    if (scopes[i].left != NULL) {
      g_autofree char *left = insert_own_scope (scopes[i].left);

      g_assert_cmpstr (grant->scope, ==, left);
      g_assert_cmpint (scene_get_standing (scene, "s1"), ==, PADDOCK_STANDING_ALLOWED);
    } else {
      g_assert_null (grant);
      g_assert_cmpint (scene_get_standing (scene, "s1"), ==, PADDOCK_STANDING_UNDECIDED);
      g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_REVOKED,
                                          PADDOCK_REASON_SESSION_ENDED), ==, 1);
    }

    /* And the same on the disk. */
    scene_reopen (scene);
    g_assert_true ((paddock_snapshot_get_grant (scene->snapshot, "s1", "r1") != NULL) ==
                   (scopes[i].left != NULL));
  }
}

/* A grant until logout survives a restart of the service, and ends with the logout. */
static void
test_login (void)
{
  g_autofree char *runtime = g_dir_make_tmp ("paddock-runtime-XXXXXX", NULL);
  g_autofree char *later = g_dir_make_tmp ("paddock-runtime-XXXXXX", NULL);
  g_autoptr (Scene) scene = NULL;
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockRoot) of_login = NULL;
  g_autofree char *login = NULL;
  PaddockRoot edited;

  g_setenv ("XDG_RUNTIME_DIR", runtime, TRUE);
  scene = scene_new (PADDOCK_CONSENT_ASK);
  login = paddock_startup_cleanup_dup_login ();
  scene_share (scene, "r1", "home/projects");
  scene_share (scene, "r2", "home/projects/deep");
  put_scoped_server (scene, login);
  edited = *paddock_snapshot_get_root (scene->snapshot, "r2");
  edited.login = login;
  of_login = paddock_root_new (&edited);
  paddock_changes_put_root (changes, of_login);
  scene_commit (scene, changes);

  scene_reopen (scene);
  g_assert_nonnull (paddock_snapshot_get_grant (scene->snapshot, "s1", "r1"));
  g_assert_cmpstr (paddock_snapshot_get_root (scene->snapshot, "r2")->login, ==, login);
  scene_wait_availability (scene, "r2", PADDOCK_AVAILABILITY_AVAILABLE);

  g_setenv ("XDG_RUNTIME_DIR", later, TRUE);
  scene_reopen (scene);
  g_assert_null (paddock_snapshot_get_grant (scene->snapshot, "s1", "r1"));
  g_assert_cmpint (scene_get_standing (scene, "s1"), ==, PADDOCK_STANDING_UNDECIDED);
  g_assert_null (paddock_snapshot_get_root (scene->snapshot, "r2")->login);
  g_assert_cmpint (paddock_snapshot_get_availability (scene->snapshot, "r2"), ==,
                   PADDOCK_AVAILABILITY_EXPIRED);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_REVOKED, PADDOCK_REASON_EXPIRED), ==, 1);

  /* The earlier login does not come back either. */
  g_setenv ("XDG_RUNTIME_DIR", runtime, TRUE);
  scene_reopen (scene);
  g_assert_null (paddock_snapshot_get_grant (scene->snapshot, "s1", "r1"));
  g_assert_cmpint (paddock_snapshot_get_availability (scene->snapshot, "r2"), ==,
                   PADDOCK_AVAILABILITY_EXPIRED);
}

/* The machine's clocks, plus how far the test set the wall clock. */
static PaddockMoment
read_clock (gpointer user_data)
{
  PaddockMoment now = paddock_moment_now ();
  const PaddockMoment *set = user_data;

  return (PaddockMoment) { now.wall + set->wall, now.boot + set->boot };
}

static void
look_at_clock (Scene *scene)
{
  g_autoptr (PaddockChanges) nothing = paddock_changes_new ();

  paddock_state_note (scene->state, nothing);
}

static gint64
get_end (Scene *scene)
{
  const PaddockGrant *grant = paddock_snapshot_get_grant (scene->snapshot, "s1", "r1");

  return grant != NULL ? grant->expires : -1;
}

/* Setting the clock back lengthens nothing, during a run or between two. Setting it forward ends
 * what it passes. Setting it forward and back changes nothing. */
static void
test_clock_that_is_set (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree PaddockMoment *set = g_new0 (PaddockMoment, 1);
  gint64 end = g_get_real_time () + G_TIME_SPAN_HOUR;

  paddock_state_set_clock (scene->state, read_clock, set);
  scene_share (scene, "r1", "home/projects");
  scene_meet (scene, "s1", PADDOCK_STANDING_ALLOWED);
  scene_grant (scene, "s1", "r1", end, NULL);
  look_at_clock (scene);
  g_assert_cmpint (get_end (scene), ==, end);

  /* Asleep for ten minutes. */
  set->wall = set->boot = 10 * G_TIME_SPAN_MINUTE;
  look_at_clock (scene);
  g_assert_cmpint (get_end (scene), ==, end);

  set->wall += 20 * G_TIME_SPAN_MINUTE;
  look_at_clock (scene);
  set->wall -= 20 * G_TIME_SPAN_MINUTE;
  look_at_clock (scene);
  g_assert_cmpint (get_end (scene), ==, end);

  set->wall -= 30 * G_TIME_SPAN_MINUTE;
  look_at_clock (scene);
  g_assert_cmpint (ABS (get_end (scene) - (end - 30 * G_TIME_SPAN_MINUTE)), <, G_TIME_SPAN_SECOND);
  /* Only once, and on the disk. */
  look_at_clock (scene);
  end = get_end (scene);
  g_assert_cmpint (ABS (end - (g_get_real_time () + G_TIME_SPAN_HOUR - 30 * G_TIME_SPAN_MINUTE)), <,
                   5 * G_TIME_SPAN_SECOND);
  scene_reopen (scene);
  g_assert_cmpint (get_end (scene), ==, end);
}

/* The newest row of the journal is from before now, whatever the clock says at the next start. */
static void
test_clock_that_was_set_meanwhile (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  gint64 now = g_get_real_time ();
  gint64 end = now + 3 * G_TIME_SPAN_HOUR;

  scene_share (scene, "r1", "home/projects");
  scene_meet (scene, "s1", PADDOCK_STANDING_ALLOWED);
  scene_grant (scene, "s1", "r1", end, NULL);
  paddock_state_log (scene->state, &(PaddockJournalEntry) {
    .event = PADDOCK_EVENT_SERVICE_STOPPED, .time = now + 2 * G_TIME_SPAN_HOUR,
    .last = now + 2 * G_TIME_SPAN_HOUR, .count = 1,
  });
  scene_reopen (scene);
  g_assert_cmpint (ABS (get_end (scene) - (g_get_real_time () + G_TIME_SPAN_HOUR)), <,
                   5 * G_TIME_SPAN_SECOND);
}

static void
put_timed_server (PaddockChanges *changes,
                  const char     *id,
                  gint64          ends)
{
  g_autoptr (PaddockIdentity) identity = fixture_process (id);
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = id, .identity = identity, .standing = PADDOCK_STANDING_ALLOWED, .decision_ends = ends,
  });

  paddock_changes_put_server (changes, server);
}

#define IN_A_MOMENT (400 * G_TIME_SPAN_MILLISECOND)

/* A grant, a decision and a root end one after the other, none too early; others do not end. */
static void
test_expiry (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockRoot) timed = NULL;
  PaddockRoot edited;
  gint64 now;

  scene_share (scene, "r1", "home/projects");
  scene_share (scene, "r2", "home/projects/deep");
  now = g_get_real_time ();
  edited = *paddock_snapshot_get_root (scene->snapshot, "r2");
  edited.expires = now + 3 * IN_A_MOMENT;
  timed = paddock_root_new (&edited);
  paddock_changes_put_root (changes, timed);
  put_timed_server (changes, "s1", now + G_TIME_SPAN_HOUR);
  put_timed_server (changes, "s2", now + 2 * IN_A_MOMENT);
  fixture_put_grant (changes, "s1", "r1", PADDOCK_ACCESS_READ_ONLY, now + IN_A_MOMENT, NULL);
  fixture_put_grant (changes, "s1", "r2", PADDOCK_ACCESS_READ_ONLY, now + G_TIME_SPAN_HOUR, NULL);
  scene_commit (scene, changes);
  g_assert_cmpint (paddock_policy_next_expiry (scene->snapshot, g_get_real_time ()), <,
                   G_MAXINT64);

  WAIT_FOR (paddock_snapshot_get_grant (scene->snapshot, "s1", "r1") == NULL);
  g_assert_cmpint (g_get_real_time (), >=, now + IN_A_MOMENT);
  WAIT_FOR (scene_get_standing (scene, "s2") == PADDOCK_STANDING_UNDECIDED);
  g_assert_cmpint (g_get_real_time (), >=, now + 2 * IN_A_MOMENT);
  scene_wait_availability (scene, "r2", PADDOCK_AVAILABILITY_EXPIRED);
  g_assert_cmpint (g_get_real_time (), >=, now + 3 * IN_A_MOMENT);

  g_assert_cmpint (scene_get_standing (scene, "s1"), ==, PADDOCK_STANDING_ALLOWED);
  g_assert_nonnull (paddock_snapshot_get_grant (scene->snapshot, "s1", "r2"));
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_REVOKED, PADDOCK_REASON_EXPIRED), ==, 1);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_ROOT_WITHDRAWN, PADDOCK_REASON_EXPIRED),
                    ==, 1);
  g_assert_cmpint (count_on_disk (scene, "grants"), ==, 1);
}

static void
change_root (Scene      *scene,
             const char *root_id,
             GVariant   *edit)
{
  PaddockPlanContext plan = paddock_state_plan (scene->state, PADDOCK_REASON_USER_ALLOWED, NULL);
  g_autoptr (PaddockChanges) changes = paddock_plan_change_root (&plan, root_id, edit);

  scene_commit (scene, changes);
}

/* An expired root may get more time. */
/* As after a machine slept: something changes before Paddock notices that a time has passed. */
static void
test_end_that_was_passed (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  gint64 ends;

  scene_share (scene, "r1", "home/projects");
  put_timed_server (changes, "s1", g_get_real_time () + G_TIME_SPAN_HOUR);
  ends = g_get_real_time () + IN_A_MOMENT;
  fixture_put_grant (changes, "s1", "r1", PADDOCK_ACCESS_READ_ONLY, ends, NULL);
  scene_commit (scene, changes);
  g_assert_nonnull (paddock_snapshot_get_grant (scene->snapshot, "s1", "r1"));

  while (g_get_real_time () <= ends)
    continue;
  note_servers (scene, 2, 3);
  WAIT_FOR (paddock_snapshot_get_grant (scene->snapshot, "s1", "r1") == NULL);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_REVOKED, PADDOCK_REASON_EXPIRED), ==, 1);
}

static void
test_expired_root_lasts_longer (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  PaddockRoot root = { .id = "r1", .expires = g_get_real_time () + IN_A_MOMENT };

  scene_add_root (scene, &root, "home/projects");
  scene_wait_availability (scene, "r1", PADDOCK_AVAILABILITY_EXPIRED);
  change_root (scene, "r1", g_variant_new_parsed ("{'name': <'Projects'>}"));
  g_assert_cmpint (paddock_snapshot_get_availability (scene->snapshot, "r1"), ==,
                   PADDOCK_AVAILABILITY_EXPIRED);
  change_root (scene, "r1", g_variant_new_parsed ("{'expires': <int64 0>}"));
  scene_wait_availability (scene, "r1", PADDOCK_AVAILABILITY_AVAILABLE);
}

static void
test_over_before_the_start (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  gint64 soon = g_get_real_time () + IN_A_MOMENT;
  PaddockRoot root = { .id = "r1", .expires = soon };

  scene_add_root (scene, &root, "home/projects");
  scene_share (scene, "r2", "home/projects/deep");
  put_timed_server (changes, "s1", soon);
  fixture_put_grant (changes, "s1", "r2", PADDOCK_ACCESS_READ_ONLY, soon, NULL);
  scene_commit (scene, changes);
  scene_close (scene);
  while (g_get_real_time () < soon)
    g_thread_yield ();
  scene_open (scene, PADDOCK_CONSENT_ASK);

  scene_assert_grants (scene, "");
  g_assert_cmpint (scene_get_standing (scene, "s1"), ==, PADDOCK_STANDING_UNDECIDED);
  scene_wait_availability (scene, "r1", PADDOCK_AVAILABILITY_EXPIRED);
  scene_wait_availability (scene, "r2", PADDOCK_AVAILABILITY_AVAILABLE);
  g_assert_cmpint (paddock_policy_next_expiry (scene->snapshot, g_get_real_time ()), ==,
                   G_MAXINT64);
}

static gboolean
has_events (Scene      *scene,
            const char *root_id)
{
  return paddock_watcher_has_events (paddock_state_get_watcher (scene->state), root_id);
}

static void
test_roots_are_watched (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockChanges) drop = paddock_changes_new ();
  guint n_changed = 0;

  scene_share (scene, "r1", "home/projects/deep");
  g_assert_true (has_events (scene, "r1"));
  g_assert_false (has_events (scene, "r9"));
  tree_rename (scene->tree, "home/projects/deep", "home/elsewhere");
  scene_wait_availability (scene, "r1", PADDOCK_AVAILABILITY_MISSING);
  tree_rename (scene->tree, "home/elsewhere", "home/projects/deep");
  scene_wait_availability (scene, "r1", PADDOCK_AVAILABILITY_AVAILABLE);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_ROOT_WITHDRAWN, PADDOCK_REASON_MISSING),
                    ==, 1);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_ROOT_RETURNED, PADDOCK_REASON_RETURNED),
                    ==, 1);

  scene_reopen (scene);
  scene_wait_availability (scene, "r1", PADDOCK_AVAILABILITY_AVAILABLE);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_ROOT_RETURNED, PADDOCK_REASON_RETURNED),
                    ==, 1);

  /* A removed root is not watched any more. */
  paddock_changes_drop_root (drop, "r1");
  scene_commit (scene, drop);
  scene_share (scene, "r2", "home/projects");
  g_assert_false (has_events (scene, "r1"));
  g_signal_connect (scene->state, "availability-changed", G_CALLBACK (on_anything), &n_changed);
  tree_rename (scene->tree, "home/projects/deep", "home/elsewhere");
  tree_rename (scene->tree, "home/projects", "home/moved");
  scene_wait_availability (scene, "r2", PADDOCK_AVAILABILITY_MISSING);
  g_assert_cmpuint (n_changed, ==, 1);
  g_signal_handlers_disconnect_by_data (scene->state, &n_changed);
}

/* Something else is at the path: it counts when the user says so. */
static void
test_replacement_counts_when_confirmed (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  PaddockFileRecord *other;

  scene_share (scene, "r1", "home/projects/deep");
  tree_rename (scene->tree, "home/projects/deep", "home/elsewhere");
  tree_rename (scene->tree, "home/projects/file", "home/projects/deep");
  scene_wait_availability (scene, "r1", PADDOCK_AVAILABILITY_REPLACED);

  change_root (scene, "r1", g_variant_new_parsed ("{'name': <'Deep'>}"));
  g_assert_cmpint (paddock_snapshot_get_availability (scene->snapshot, "r1"), ==,
                   PADDOCK_AVAILABILITY_REPLACED);

  other = record_of (scene->tree, "home/projects/deep");
  change_root (scene, "r1",
               g_variant_new_parsed ("{'record': %v}", paddock_file_record_to_variant (other)));
  scene_wait_availability (scene, "r1", PADDOCK_AVAILABILITY_AVAILABLE);
  g_assert_true (paddock_file_record_equal (paddock_snapshot_get_root (scene->snapshot,
                                                                       "r1")->record,
                                            other));
  paddock_file_record_free (other);
}

static void
put_with_last_seen (Scene      *scene,
                    const char *root_id,
                    gint64      last_seen)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  PaddockRoot edited = *paddock_snapshot_get_root (scene->snapshot, root_id);
  g_autoptr (PaddockRoot) root = NULL;

  edited.last_seen = last_seen;
  root = paddock_root_new (&edited);
  paddock_changes_put_root (changes, root);
  scene_commit (scene, changes);
}

static void
test_last_seen_is_written_at_the_end (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  gint64 before_end = g_get_real_time ();
  gint64 seen;

  scene_share (scene, "r1", "home/projects");
  scene_share (scene, "r2", "home/projects/deep");
  tree_rename (scene->tree, "home/projects/deep", "home/elsewhere");
  scene_wait_availability (scene, "r2", PADDOCK_AVAILABILITY_MISSING);
  seen = paddock_snapshot_get_root (scene->snapshot, "r2")->last_seen;
  put_with_last_seen (scene, "r1", 1);
  scene_reopen (scene);
  g_assert_cmpint (paddock_snapshot_get_root (scene->snapshot, "r1")->last_seen, >=,
                   before_end - 3 * G_TIME_SPAN_SECOND);
  g_assert_cmpint (paddock_snapshot_get_root (scene->snapshot, "r2")->last_seen, ==, seen);
}

static void
on_logged (PaddockState *state,
           guint        *n_logged)
{
  (*n_logged)++;
}

/* Decisions and observations both come into the journal, in their order, with a signal. */
static void
test_logged (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockChanges) changes = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  PaddockPlanContext plan;
  guint n_logged = 0;

  scene_meet (scene, "s1", PADDOCK_STANDING_ALLOWED);
  g_signal_connect (scene->state, "logged", G_CALLBACK (on_logged), &n_logged);
  paddock_state_log (scene->state, &(PaddockJournalEntry) { .event = PADDOCK_EVENT_ROOTS_LISTED });
  plan = paddock_state_plan (scene->state, PADDOCK_REASON_USER_DENIED, "somebody");
  changes = paddock_plan_block (&plan, "s1");
  scene_commit (scene, changes);
  g_assert_cmpuint (n_logged, >, 0);

  n_logged = 0;
  paddock_state_log (scene->state, &(PaddockJournalEntry) { .event = PADDOCK_EVENT_CHANGE_TOLD });
  WAIT_FOR (n_logged > 0);
  entries = scene_read_journal (scene);
  g_assert_cmpuint (entries->len, ==, 3);
  g_assert_cmpint (((PaddockJournalEntry *) entries->pdata[0])->event, ==,
                   PADDOCK_EVENT_CHANGE_TOLD);
  g_assert_cmpint (((PaddockJournalEntry *) entries->pdata[1])->event, ==, PADDOCK_EVENT_BLOCKED);
  g_assert_cmpint (((PaddockJournalEntry *) entries->pdata[2])->event, ==,
                   PADDOCK_EVENT_ROOTS_LISTED);

  /* A change without a row gives no signal. */
  n_logged = 0;
  scene_meet (scene, "s2", PADDOCK_STANDING_ALLOWED);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (n_logged, ==, 0);
  g_signal_handlers_disconnect_by_data (scene->state, &n_logged);
}

/* Many observations at once are one or two writes: the next decision waits for writes that began
 * before it. */
static void
test_many_notes (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  guint n_written = 0;

  g_signal_connect (scene->state, "logged", G_CALLBACK (on_logged), &n_written);
  note_servers (scene, 0, 200);
  WAIT_FOR (count_on_disk (scene, "servers") == 200 && n_written > 1);
  g_assert_cmpuint (n_written, ==, 2);
  g_signal_handlers_disconnect_by_data (scene->state, &n_written);
}

typedef struct {
  Scene        *scene;
  GAsyncResult *result;             /* (owned) (nullable) */
} Turn;

static void
grant_in_turn (gpointer user_data)
{
  Turn *turn = user_data;
  PaddockState *state = turn->scene->state;
  PaddockPlanContext plan = paddock_state_plan (state, PADDOCK_REASON_USER_ALLOWED, NULL);
  g_autoptr (PaddockChanges) changes = NULL;

  changes = paddock_plan_grant (&plan, "s2",
                                &(PaddockDecisionRoot) { "r1", PADDOCK_ACCESS_READ_ONLY }, 1,
                                (PaddockDuration) { .kind = PADDOCK_DURATION_UNTIL_REVOKED }, NULL);
  paddock_state_commit_async (state, changes, NULL, on_result, &turn->result);
}

/* An observation that waits for an earlier write is on the disk before the decision about it, and
 * at the end. */
static void
test_notes_come_before_decisions (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  Turn turn = { scene, NULL };

  scene_share (scene, "r1", "home/projects");
  note_servers (scene, 0, 3);
  paddock_state_writer_queue_turn (paddock_state_get_writer (scene->state), grant_in_turn, &turn,
                                   NULL);
  WAIT_FOR (turn.result != NULL);
  g_assert_true (paddock_state_commit_finish (scene->state, turn.result, NULL));
  g_clear_object (&turn.result);
  g_assert_cmpint (count_on_disk (scene, "servers"), ==, 3);
  g_assert_cmpint (count_on_disk (scene, "grants"), ==, 1);

  note_servers (scene, 3, 6);
  scene_reopen (scene);
  g_assert_nonnull (paddock_snapshot_get_server (scene->snapshot, "s5"));
  g_assert_cmpint (scene_get_standing (scene, "s2"), ==, PADDOCK_STANDING_ALLOWED);
}

/* A server is noted while a decision about it is under way: the disk ends up with the decision. */
static void
test_note_beside_decision (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  Turn turn = { scene, NULL };

  scene_share (scene, "r1", "home/projects");
  note_servers (scene, 0, 3);
  paddock_state_writer_queue_turn (paddock_state_get_writer (scene->state), grant_in_turn, &turn,
                                   NULL);
  note_servers (scene, 2, 5);
  WAIT_FOR (turn.result != NULL);
  g_clear_object (&turn.result);
  g_assert_cmpint (scene_get_standing (scene, "s2"), ==, PADDOCK_STANDING_ALLOWED);
  scene_reopen (scene);
  g_assert_cmpint (scene_get_standing (scene, "s2"), ==, PADDOCK_STANDING_ALLOWED);
  g_assert_nonnull (paddock_snapshot_get_server (scene->snapshot, "s4"));
}

static void
test_closed (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (GError) error = NULL;

  scene_share (scene, "r1", "home/projects");
  g_assert_nonnull (paddock_state_get_pool (scene->state));
  paddock_state_close (scene->state);
  paddock_state_close (scene->state);
  g_assert_null (paddock_state_get_pool (scene->state));
  g_assert_null (paddock_state_get_watcher (scene->state));

  paddock_changes_drop_root (changes, "r1");
  g_assert_false (scene_try_commit (scene, changes, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  scene_assert_state (scene, "root:r1");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/state/disk-first", test_disk_first);
  g_test_add_func ("/state/failed-commit", test_failed_commit_changes_nothing);
  g_test_add_func ("/state/note", test_note);
  g_test_add_func ("/state/catches-up", test_catches_up);
  g_test_add_func ("/state/what-does-not-last", test_what_does_not_last);
  g_test_add_func ("/state/sessions-that-ended", test_sessions_that_ended_meanwhile);
  g_test_add_func ("/state/login", test_login);
  g_test_add_func ("/state/clock-that-is-set", test_clock_that_is_set);
  g_test_add_func ("/state/clock-that-was-set-meanwhile", test_clock_that_was_set_meanwhile);
  g_test_add_func ("/state/expiry", test_expiry);
  g_test_add_func ("/state/end-that-was-passed", test_end_that_was_passed);
  g_test_add_func ("/state/expired-root-lasts-longer", test_expired_root_lasts_longer);
  g_test_add_func ("/state/over-before-the-start", test_over_before_the_start);
  g_test_add_func ("/state/roots-are-watched", test_roots_are_watched);
  g_test_add_func ("/state/replacement", test_replacement_counts_when_confirmed);
  g_test_add_func ("/state/last-seen", test_last_seen_is_written_at_the_end);
  g_test_add_func ("/state/logged", test_logged);
  g_test_add_func ("/state/many-notes", test_many_notes);
  g_test_add_func ("/state/notes-before-decisions", test_notes_come_before_decisions);
  g_test_add_func ("/state/note-beside-decision", test_note_beside_decision);
  g_test_add_func ("/state/closed", test_closed);
  return g_test_run ();
}
