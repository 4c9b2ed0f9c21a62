/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-plan-end.h"

#include "plan-fixtures.h"

/* All effects of each verb. Verb and arguments are words; plan-fixtures.h describes the result. */
static const struct {
  const char *name;
  const char *verb;
  const char *result;
} rows[] = {
  { "grant-for-ever", "grant s2 until-revoked - r1",
    "grant:s2/r1 log:granted:user-allowed:s2/r1 server:s2:allowed" },
  { "grant-two", "grant s2 until-revoked - r1 r2",
    "grant:s2/r1 log:granted:user-allowed:s2/r1 grant:s2/r2:ro log:granted:user-allowed:s2/r2 "
    "server:s2:allowed" },
  { "grant-never-more-than-the-root", "grant s2 until-revoked - r2",
    "grant:s2/r2:ro log:granted:user-allowed:s2/r2 server:s2:allowed" },
  { "grant-an-hour", "grant s2 hour - r1",
    "grant:s2/r1@3600 log:granted:user-allowed:s2/r1 server:s2:allowed@3600" },
  { "grant-a-session", "grant s2 session p1 r1",
    "grant:s2/r1#p1 log:granted:user-allowed:s2/r1 server:s2:allowed#p1" },
  { "grant-a-session-without-one", "grant s2 session - r1", "" },
  { "grant-a-time-ignores-the-session", "grant s2 hour p1 r1",
    "grant:s2/r1@3600 log:granted:user-allowed:s2/r1 server:s2:allowed@3600" },
  { "grant-more-keeps-for-ever", "grant s1 hour - r2",
    "grant:s1/r2:ro@3600 log:granted:user-allowed:s1/r2 server:s1:allowed" },
  { "grant-session-keeps-for-ever", "grant s1 session p1 r2",
    "grant:s1/r2:ro#p1 log:granted:user-allowed:s1/r2 server:s1:allowed" },
  { "grant-longer-lengthens", "grant s4 hour - r1",
    "grant:s4/r1@3600 log:granted:user-allowed:s4/r1 server:s4:allowed@3600" },
  { "grant-shorter-keeps-the-longer", "grant s4 10s - r2",
    "grant:s4/r2:ro@10 log:granted:user-allowed:s4/r2 server:s4:allowed@100" },
  { "grant-for-ever-ends-the-end", "grant s4 until-revoked - r2",
    "grant:s4/r2:ro log:granted:user-allowed:s4/r2 server:s4:allowed" },
  { "grant-another-session", "grant s5 session c r1",
    "grant:s5/r1#c log:granted:user-allowed:s5/r1 server:s5:allowed#a b c" },
  { "grant-time-after-session", "grant s5 hour - r1",
    "grant:s5/r1@3600 log:granted:user-allowed:s5/r1 server:s5:allowed@3600" },
  { "grant-blocked-server", "grant s3 until-revoked - r1",
    "grant:s3/r1 log:granted:user-allowed:s3/r1 server:s3:allowed" },
  { "grant-unknown-root", "grant s2 until-revoked - r9", "" },
  { "grant-unknown-server", "grant s9 until-revoked - r1", "" },
  { "grant-one-of-two-known", "grant s2 until-revoked - r9 r1",
    "grant:s2/r1 log:granted:user-allowed:s2/r1 server:s2:allowed" },
  { "grant-nothing", "grant s2 until-revoked -", "" },

  { "revoke-one", "revoke s1 r1", "-grant:s1/r1 log:revoked:user-denied:s1/r1" },
  { "revoke-all", "revoke s1", "-grant:s1/r1 log:revoked:user-denied:s1/r1" },
  { "revoke-what-is-not", "revoke s1 r2", "" },
  { "revoke-of-nobody", "revoke s9 r1", "" },
  { "revoke-all-of-nothing", "revoke s2", "" },

  { "block", "block s1",
    "-grant:s1/r1 log:revoked:user-denied:s1/r1 server:s1:blocked log:blocked:user-denied:s1" },
  { "block-undecided", "block s2", "server:s2:blocked log:blocked:user-denied:s2" },
  { "block-nobody", "block s9", "" },
  { "unblock", "unblock s3", "server:s3:undecided log:unblocked:user-allowed:s3" },
  { "unblock-what-is-not", "unblock s1", "" },
  { "forget", "forget s1",
    "-grant:s1/r1 log:revoked:user-denied:s1/r1 -server:s1 log:forgotten:user-denied:s1" },
  { "forget-nobody", "forget s9", "" },

  { "put-off", "put-off s2", "server:s2:undecided~600 log:consent-put-off:user-put-off:s2" },
  { "put-off-nobody", "put-off s9", "" },
  { "ask-again-what-was-not-put-off", "ask-again s2", "" },

  { "remove-root", "remove r1", "-root:r1 log:root-removed:user-denied/r1" },
  { "remove-what-is-not", "remove r9", "" },

  { "session-a-ends", "end-scope a", "grant:s5/r2:ro#b server:s5:allowed#b" },
  { "an-unknown-session-ends", "end-scope z", "" },
  { "both-sessions-end", "end-scope a,b",
    "-grant:s5/r2 log:revoked:session-ended:s5/r2 server:s5:undecided" },

  { "nothing-is-over", "expire 99", "" },
  { "over-at-its-end", "expire 100",
    "-grant:s4/r1 log:revoked:expired:s4/r1 server:s4:undecided" },
};

static PaddockChanges *
run_grant (PaddockPlanContext  *plan,
           char               **words)
{
  gsize n = g_strv_length (words);
  g_autofree PaddockDecisionRoot *roots = g_new0 (PaddockDecisionRoot, n);
  const char *scope = g_strcmp0 (words[3], "-") == 0 ? NULL : words[3];
  PaddockDuration duration;
  gsize n_roots = 0;

  g_assert_true (paddock_duration_parse (words[2], &duration, NULL));
  for (gsize i = 4; i < n; i++)
    roots[n_roots++] = (PaddockDecisionRoot) { words[i], PADDOCK_ACCESS_READ_WRITE };
  return paddock_plan_grant (plan, words[1], roots, n_roots, duration, scope);
}

static PaddockChanges *
run_verb (PaddockPlanContext  *plan,
          char               **words)
{
  if (g_str_equal (words[0], "grant")) {
    plan->reason = PADDOCK_REASON_USER_ALLOWED;
    return run_grant (plan, words);
  }
  if (g_str_equal (words[0], "revoke"))
    return paddock_plan_revoke (plan, words[1], (const char * const *) words + 2);
  if (g_str_equal (words[0], "block"))
    return paddock_plan_block (plan, words[1]);
  if (g_str_equal (words[0], "forget"))
    return paddock_plan_forget (plan, words[1]);
  if (g_str_equal (words[0], "remove"))
    return paddock_plan_remove_root (plan, words[1]);
  if (g_str_equal (words[0], "ask-again"))
    return paddock_plan_ask_again (plan, words[1]);
  if (g_str_equal (words[0], "unblock")) {
    plan->reason = PADDOCK_REASON_USER_ALLOWED;
    return paddock_plan_unblock (plan, words[1]);
  }
  if (g_str_equal (words[0], "put-off")) {
    plan->reason = PADDOCK_REASON_USER_PUT_OFF;
    return paddock_plan_put_off (plan, words[1]);
  }
  if (g_str_equal (words[0], "end-scope")) {
    g_autofree char *scope = g_strdelimit (g_strdup (words[1]), ",", ' ');

    return paddock_plan_end_scope (plan, scope);
  }
  g_assert_cmpstr (words[0], ==, "expire");
  plan->now = NOW + SECONDS (g_ascii_strtoll (words[1], NULL, 10));
  return paddock_plan_end_expired (plan);
}

static void
test_verb (gconstpointer data)
{
  gsize row = GPOINTER_TO_SIZE (data);
  g_auto (GStrv) words = g_strsplit (rows[row].verb, " ", -1);
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_USER_DENIED, NOW, zone);
  g_autoptr (PaddockChanges) changes = run_verb (&plan, words);
  g_autofree char *text = fixture_describe (changes);

  g_assert_cmpstr (text, ==, rows[row].result);
}

/* Each "Not Now" lasts longer. Opening the question does not start again from the shortest time. */
static void
test_put_off_in_a_row (void)
{
  static const char * const steps[] = {
    "server:s2:undecided~600 log:consent-put-off:none:s2",
    "server:s2:undecided~3600 log:consent-put-off:none:s2",
    "server:s2:undecided~ever log:consent-put-off:none:s2",
    "server:s2:undecided~ever log:consent-put-off:none:s2",
  };
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++) {
    g_autoptr (PaddockChanges) changes = paddock_plan_put_off (&plan, "s2");
    g_autoptr (PaddockChanges) again = NULL;
    g_autofree char *text = fixture_describe (changes);
    g_autofree char *again_text = NULL;

    g_assert_cmpstr (text, ==, steps[i]);
    paddock_snapshot_apply (snapshot, changes);
    again = paddock_plan_ask_again (&plan, "s2");
    again_text = fixture_describe (again);
    g_assert_cmpstr (again_text, ==, "server:s2:undecided");
    paddock_snapshot_apply (snapshot, again);
  }
}

/* After its time the question may be asked. The next "Not Now" lasts longer all the same. */
static void
test_put_off_ends (void)
{
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
  g_autoptr (PaddockChanges) off = paddock_plan_put_off (&plan, "s2");
  g_autoptr (PaddockChanges) early = NULL;
  g_autoptr (PaddockChanges) over = NULL;
  g_autoptr (PaddockChanges) of_session = NULL;
  g_autoptr (PaddockChanges) again = NULL;
  g_autofree char *over_text = NULL;
  g_autofree char *again_text = NULL;

  /* Nothing else in the snapshot ends at these times. */
  paddock_snapshot_apply (snapshot, off);
  plan.now = NOW + SECONDS (600) - 1;
  early = paddock_plan_end_expired (&plan);
  for (gsize i = 0; i < paddock_changes_get_size (early); i++) {
    const PaddockChange *change = paddock_changes_get (early, i);

    g_assert_false (change->kind == PADDOCK_CHANGE_PUT_SERVER &&
                    g_str_equal (change->server->id, "s2"));
  }
  paddock_snapshot_apply (snapshot, early);

  plan.now = NOW + SECONDS (600);
  of_session = paddock_plan_end_scope (&plan, "z");
  g_assert_cmpuint (paddock_changes_get_size (of_session), ==, 0);
  over = paddock_plan_end_expired (&plan);
  over_text = fixture_describe (over);
  g_assert_cmpstr (over_text, ==, "server:s2:undecided");
  paddock_snapshot_apply (snapshot, over);

  again = paddock_plan_put_off (&plan, "s2");
  again_text = fixture_describe (again);
  g_assert_cmpstr (again_text, ==, "server:s2:undecided~4200 log:consent-put-off:none:s2");
}

static void
test_change_root (void)
{
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
  PaddockFileRecord record = fixture_record (77);
  GVariant *written = g_variant_new_parsed ("{'name': <'Notes'>, 'access': <'read-only'>, "
                                            "'expires': <%x>, 'record': %v}", NOW + SECONDS (9),
                                            paddock_file_record_to_variant (&record));
  g_autoptr (GVariant) edit = g_variant_ref_sink (written);
  g_autoptr (PaddockChanges) changes = paddock_plan_change_root (&plan, "r1", edit);
  g_autoptr (PaddockChanges) same =
    paddock_plan_change_root (&plan, "r2", g_variant_new_parsed ("@a{sv} {}"));
  g_autoptr (PaddockChanges) none = paddock_plan_change_root (&plan, "r9", edit);
  g_autofree char *text = fixture_describe (changes);
  g_autofree char *same_text = fixture_describe (same);
  const PaddockRoot *root = paddock_changes_get (changes, 0)->root;

  g_assert_cmpstr (text, ==, "root:r1:ro@9 log:root-changed:none/r1");
  g_assert_cmpstr (root->name, ==, "Notes");
  g_assert_cmpuint (root->record->inode, ==, 77);
  g_assert_cmpint (root->last_seen, ==, NOW);
  g_assert_cmpstr (same_text, ==, "root:r2:ro@50 log:root-changed:none/r2");
  g_assert_cmpuint (paddock_changes_get_size (none), ==, 0);
}

/* Including mounted file systems has its own journal entry, which replaces the entry of a change if
 * nothing else changes. */
static void
test_crossing (void)
{
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
  static const struct {
    const char *edit;
    gboolean    crosses;
    const char *changes;
  } steps[] = {
    { "{'other-file-systems': <false>}", FALSE, "root:r1" },
    { "{}", FALSE, "root:r1 log:root-changed:none/r1" },
    { "{'other-file-systems': <true>}", TRUE, "root:r1 log:other-file-systems-on:none/r1" },
    { "{'other-file-systems': <true>}", TRUE, "root:r1" },
    { "{'name': <'Notes'>}", TRUE, "root:r1 log:root-changed:none/r1" },
    { "{'name': <'N'>, 'other-file-systems': <false>}", FALSE,
      "root:r1 log:root-changed:none/r1 log:other-file-systems-off:none/r1" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++) {
    g_autoptr (GVariant) edit = g_variant_parse (G_VARIANT_TYPE_VARDICT, steps[i].edit, NULL, NULL,
                                                 NULL);
    g_autoptr (PaddockChanges) changes = paddock_plan_change_root (&plan, "r1", edit);
    g_autofree char *text = fixture_describe (changes);

    g_assert_cmpstr (text, ==, steps[i].changes);
    g_assert_cmpint (paddock_changes_get (changes, 0)->root->crosses, ==, steps[i].crosses);
    paddock_snapshot_apply (snapshot, changes);
  }
}

static void
test_add_crossing (void)
{
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
  PaddockRoot edited = *paddock_snapshot_get_root (snapshot, "r1");
  g_autoptr (PaddockRoot) root = NULL;
  g_autoptr (PaddockChanges) changes = NULL;
  g_autofree char *text = NULL;

  edited.id = "r5";
  edited.crosses = TRUE;
  root = paddock_root_new (&edited);
  changes = paddock_plan_add_root (&plan, root);
  text = fixture_describe (changes);
  g_assert_cmpstr (text, ==,
                   "root:r5 log:root-added:none/r5 log:other-file-systems-on:none/r5");
}

/* Until logout: for every process, also together with ends by time or session. */
static void
test_login (void)
{
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, zone);
  PaddockDecisionRoot r1 = { "r1", PADDOCK_ACCESS_READ_WRITE };
  PaddockDecisionRoot r2 = { "r2", PADDOCK_ACCESS_READ_WRITE };
  PaddockDuration login = { .kind = PADDOCK_DURATION_LOGIN };
  PaddockDuration hour = { .kind = PADDOCK_DURATION_HOUR };
  GVariant *edit = g_variant_new_parsed ("{'expires': <int64 0>, 'login': <'login:x'>}");
  g_autoptr (PaddockChanges) nothing = paddock_plan_grant (&plan, "s2", &r1, 1, login, NULL);
  g_autoptr (PaddockChanges) granted = paddock_plan_grant (&plan, "s2", &r1, 1, login, "login:x");
  g_autoptr (PaddockChanges) timed = NULL;
  g_autoptr (PaddockChanges) root = paddock_plan_change_root (&plan, "r1", edit);
  g_autoptr (PaddockChanges) other = NULL;
  g_autoptr (PaddockChanges) ended = NULL;
  g_autofree char *granted_text = fixture_describe (granted);
  g_autofree char *timed_text = NULL;
  g_autofree char *ended_text = NULL;

  g_assert_cmpuint (paddock_changes_get_size (nothing), ==, 0);
  g_assert_cmpstr (granted_text, ==, "grant:s2/r1#login:x log:granted:none:s2/r1 "
                   "server:s2:allowed#login:x");
  g_assert_cmpstr (paddock_changes_get (root, 0)->root->login, ==, "login:x");
  paddock_snapshot_apply (snapshot, granted);
  paddock_snapshot_apply (snapshot, root);

  /* Nobody knows which ends first, so the decision has no end, and each grant ends at its own. */
  timed = paddock_plan_grant (&plan, "s2", &r2, 1, hour, NULL);
  timed_text = fixture_describe (timed);
  g_assert_cmpstr (timed_text, ==, "grant:s2/r2:ro@3600 log:granted:none:s2/r2 server:s2:allowed");
  paddock_snapshot_apply (snapshot, timed);

  other = paddock_plan_end_login (&plan, "login:y");
  g_assert_cmpuint (paddock_changes_get_size (other), ==, 0);
  ended = paddock_plan_end_login (&plan, "login:x");
  ended_text = fixture_describe (ended);
  g_assert_cmpstr (ended_text, ==, "-grant:s2/r1 log:revoked:expired:s2/r1 root:r1@0 "
                   "log:root-withdrawn:expired/r1");
}

/* The journal says if servers see a root disappear and come back. The first look after a start, and
 * a second loss in a row, are not mentioned. */
static void
test_withdraw (void)
{
  static const struct {
    PaddockAvailability before;
    PaddockAvailability after;
    const char         *log;
    gboolean            is_seen;
  } steps[] = {
    { PADDOCK_AVAILABILITY_UNKNOWN, PADDOCK_AVAILABILITY_AVAILABLE, "", TRUE },
    { PADDOCK_AVAILABILITY_UNKNOWN, PADDOCK_AVAILABILITY_MISSING, "", FALSE },
    { PADDOCK_AVAILABILITY_AVAILABLE, PADDOCK_AVAILABILITY_AVAILABLE, "", TRUE },
    { PADDOCK_AVAILABILITY_AVAILABLE, PADDOCK_AVAILABILITY_MISSING,
      " log:root-withdrawn:missing/r1", TRUE },
    { PADDOCK_AVAILABILITY_AVAILABLE, PADDOCK_AVAILABILITY_UNREADABLE,
      " log:root-withdrawn:unreadable/r1", TRUE },
    { PADDOCK_AVAILABILITY_AVAILABLE, PADDOCK_AVAILABILITY_REPLACED,
      " log:root-withdrawn:replaced/r1", TRUE },
    { PADDOCK_AVAILABILITY_AVAILABLE, PADDOCK_AVAILABILITY_EXPIRED,
      " log:root-withdrawn:expired/r1", TRUE },
    { PADDOCK_AVAILABILITY_MISSING, PADDOCK_AVAILABILITY_REPLACED, "", FALSE },
    { PADDOCK_AVAILABILITY_MISSING, PADDOCK_AVAILABILITY_AVAILABLE,
      " log:root-returned:returned/r1", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++) {
    g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
    PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
    g_autoptr (PaddockChanges) changes = NULL;
    g_autofree char *text = NULL;
    g_autofree char *expected = g_strconcat ("root:r1", steps[i].log, NULL);

    paddock_snapshot_set_availability (snapshot, "r1", steps[i].before);
    changes = paddock_plan_withdraw (&plan, "r1", steps[i].after, NULL,
                                     steps[i].is_seen ? NOW : 0);
    text = fixture_describe (changes);
    g_assert_cmpstr (text, ==, expected);
    g_assert_cmpint (paddock_changes_get (changes, 0)->root->last_seen, ==,
                     steps[i].is_seen ? NOW : 0);
  }
}

/* "Not Now" to a renewal has no effect on the server: no question about it is asked anyway. */
static void
test_put_off_allowed (void)
{
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_USER_PUT_OFF, NOW, NULL);
  g_autoptr (PaddockChanges) allowed = paddock_plan_put_off (&plan, "s1");
  g_autoptr (PaddockChanges) over = NULL;
  g_autofree char *text = fixture_describe (allowed);
  g_autofree char *over_text = NULL;

  g_assert_cmpstr (text, ==, "log:consent-put-off:user-put-off:s1");
  plan.now = NOW + SECONDS (100);
  over = paddock_plan_put_off (&plan, "s4");
  over_text = fixture_describe (over);
  g_assert_true (g_str_has_prefix (over_text, "server:s4:allowed@100~"));
}

static void
test_list_expired (void)
{
  static const struct {
    gint64 after;
    guint  n;
  } cases[] = { { 0, 0 }, { SECONDS (100) - 1, 0 }, { SECONDS (100), 1 }, { SECONDS (500), 1 } };
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_EXPIRED, NOW + cases[i].after,
                                            NULL);
    g_autoptr (GPtrArray) expired = paddock_plan_end_list_expired (&plan);

    g_assert_cmpuint (expired->len, ==, cases[i].n);
    if (expired->len > 0)
      g_assert_cmpstr (((PaddockGrant *) expired->pdata[0])->server_id, ==, "s4");
  }
}

/* A repeated pause has no effect and no entry. */
static void
test_pause (void)
{
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_USER_DENIED, NOW, NULL);
  g_autoptr (PaddockChanges) none = paddock_plan_resume (&plan);
  g_autoptr (PaddockChanges) pause = paddock_plan_pause (&plan);
  g_autoptr (PaddockChanges) again = NULL;
  g_autoptr (PaddockChanges) resume = NULL;
  g_autofree char *paused = fixture_describe (pause);
  g_autofree char *resumed = NULL;

  g_assert_cmpuint (paddock_changes_get_size (none), ==, 0);
  g_assert_cmpstr (paused, ==, "pause log:paused:user-denied");
  paddock_snapshot_apply (snapshot, pause);
  again = paddock_plan_pause (&plan);
  g_assert_cmpuint (paddock_changes_get_size (again), ==, 0);
  plan.caller = "bash (process 7)";
  resume = paddock_plan_resume (&plan);
  resumed = fixture_describe (resume);
  g_assert_cmpstr (resumed, ==, "resume log:resumed:user-denied");
  g_assert_cmpstr (paddock_changes_get (resume, 1)->entry->detail, ==, plan.caller);
  paddock_snapshot_apply (snapshot, resume);
  g_assert_false (paddock_snapshot_is_paused (snapshot));
}

/* Grants still expire during a pause. */
static void
test_expire_while_paused (void)
{
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_EXPIRED, NOW + SECONDS (100),
                                          NULL);
  g_autoptr (PaddockChanges) pause = paddock_plan_pause (&plan);
  g_autoptr (PaddockChanges) expired = NULL;
  g_autofree char *text = NULL;

  paddock_snapshot_apply (snapshot, pause);
  expired = paddock_plan_end_expired (&plan);
  text = fixture_describe (expired);
  g_assert_cmpstr (text, ==, "-grant:s4/r1 log:revoked:expired:s4/r1 server:s4:undecided");
}

/* How verbs affect a server's choices. Only an allowed server gets any, only those for its kind,
 * and they end with the decision. */
static void
test_choose (void)
{
  static const struct {
    PaddockStanding standing;
    PaddockChoices  before;           /* 4: for a process; others: for a launch */
    PaddockChoices  which;
    PaddockChoices  wanted;
    const char     *result;
  } choosing[] = {
    { PADDOCK_STANDING_ALLOWED, 0, 1, 1, "server:l:allowed log:host-roots-on:none:l" },
    { PADDOCK_STANDING_ALLOWED, 0, 2, 2, "server:l:allowed log:keeping-on:none:l" },
    { PADDOCK_STANDING_ALLOWED, 1, 3, 2,
      "server:l:allowed log:host-roots-off:none:l log:keeping-on:none:l" },
    { PADDOCK_STANDING_ALLOWED, 3, 3, 0,
      "server:l:allowed log:host-roots-off:none:l log:keeping-off:none:l" },
    { PADDOCK_STANDING_ALLOWED, 1, 1, 1, "" },
    { PADDOCK_STANDING_ALLOWED, 1, 0, 0, "" },
    { PADDOCK_STANDING_ALLOWED, 0, 1, 2, "" },
    { PADDOCK_STANDING_UNDECIDED, 0, 3, 3, "" },
    { PADDOCK_STANDING_BLOCKED, 0, 3, 3, "" },
    { PADDOCK_STANDING_WITHOUT_ROOTS, 0, 3, 3, "" },
    { PADDOCK_STANDING_UNDECIDED, 3, 1, 0, "server:l:undecided log:host-roots-off:none:l" },
    { PADDOCK_STANDING_ALLOWED, 0, 4, 4, "" },
    { PADDOCK_STANDING_ALLOWED, 4, 4, 0, "server:l:allowed log:reading-off:none:l" },
    { PADDOCK_STANDING_ALLOWED, 4, 4, 4, "" },
    { PADDOCK_STANDING_ALLOWED, 4, 3, 3, "" },
    { PADDOCK_STANDING_UNDECIDED, 4, 4, 0, "server:l:undecided log:reading-off:none:l" },
  };
  const PaddockDecisionRoot all[] = { { "r1", PADDOCK_ACCESS_READ_WRITE } };
  PaddockDuration for_good = { .kind = PADDOCK_DURATION_UNTIL_REVOKED };

  for (gsize i = 0; i < G_N_ELEMENTS (choosing); i++) {
    g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    g_autoptr (PaddockIdentity) identity = choosing[i].before < 4 ? fixture_launch ("launched")
                                                                  : fixture_process ("/usr/bin/l");
    g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
      .id = "l", .identity = identity, .standing = choosing[i].standing,
      .choices = choosing[i].before,
    });
    PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
    g_autoptr (PaddockChanges) chosen = NULL;
    g_autoptr (PaddockChanges) blocked = NULL;
    g_autoptr (PaddockChanges) granted = NULL;
    g_autofree char *text = NULL;

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    paddock_changes_put_server (changes, server);
    paddock_snapshot_apply (snapshot, changes);
    chosen = paddock_plan_choose (&plan, "l", choosing[i].which, choosing[i].wanted);
    text = fixture_describe (chosen);
    g_assert_cmpstr (text, ==, choosing[i].result);
    if (paddock_changes_get_size (chosen) > 0)
      g_assert_cmpuint (paddock_changes_get (chosen, 0)->server->choices, ==,
                        (choosing[i].before & ~choosing[i].which) | choosing[i].wanted);

    blocked = paddock_plan_block (&plan, "l");
    g_assert_cmpuint (paddock_changes_get (blocked, 0)->server->choices, ==, PADDOCK_CHOICE_NONE);
    granted = paddock_plan_grant (&plan, "l", all, 1, for_good, NULL);
    g_assert_cmpuint (paddock_changes_get (granted, 2)->server->choices, ==,
                      choosing[i].standing == PADDOCK_STANDING_ALLOWED ? choosing[i].before : 0);
  }
}

/* The choice to read files is only for an allowed process. */
static void
test_let_read (void)
{
  static const struct {
    const char *server_id;
    const char *result;
  } reading[] = {
    { "s1", "server:s1:allowed log:reading-on:none:s1" }, { "s2", "" }, { "s3", "" },
    { "nobody", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (reading); i++) {
    g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
    PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
    g_autoptr (PaddockChanges) changes =
      paddock_plan_choose (&plan, reading[i].server_id, PADDOCK_CHOICE_READING,
                           PADDOCK_CHOICE_READING);
    g_autofree char *text = fixture_describe (changes);

    g_assert_cmpstr (text, ==, reading[i].result);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *path = g_strconcat ("/plan/", rows[i].name, NULL);

    g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_verb);
  }
  g_test_add_func ("/plan/put-off-in-a-row", test_put_off_in_a_row);
  g_test_add_func ("/plan/put-off-ends", test_put_off_ends);
  g_test_add_func ("/plan/change-root", test_change_root);
  g_test_add_func ("/plan/crossing", test_crossing);
  g_test_add_func ("/plan/add-crossing", test_add_crossing);
  g_test_add_func ("/plan/login", test_login);
  g_test_add_func ("/plan/withdraw", test_withdraw);
  g_test_add_func ("/plan/put-off-allowed", test_put_off_allowed);
  g_test_add_func ("/plan/list-expired", test_list_expired);
  g_test_add_func ("/plan/choose", test_choose);
  g_test_add_func ("/plan/let-read", test_let_read);
  g_test_add_func ("/plan/pause", test_pause);
  g_test_add_func ("/plan/expire-while-paused", test_expire_while_paused);
  return g_test_run ();
}
