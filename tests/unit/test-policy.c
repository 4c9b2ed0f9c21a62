/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-policy.h"
#include "paddock-scope.h"

#include "model-fixtures.h"

#define NONE PADDOCK_REASON_NONE

static PaddockSnapshot *
make_snapshot (const PaddockServer *template)
{
  PaddockSnapshot *snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockServer) server = paddock_server_new (template);

  paddock_changes_put_server (changes, server);
  paddock_snapshot_apply (snapshot, changes);
  return snapshot;
}

static void
pause_sharing (PaddockSnapshot *snapshot)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  paddock_changes_set_paused (changes, TRUE);
  paddock_snapshot_apply (snapshot, changes);
}

static gboolean
is_revoked_by_user (const PaddockSnapshot *snapshot,
                    const PaddockQuery    *query,
                    gint64                 now)
{
  g_auto (PaddockPolicyResult) result = paddock_policy_evaluate (snapshot, query, now);

  return result.is_revoked_by_user;
}

static PaddockChoices
find_choices (const PaddockSnapshot *snapshot,
              const PaddockQuery    *query,
              gint64                 now)
{
  g_auto (PaddockPolicyResult) result = paddock_policy_evaluate (snapshot, query, now);

  return result.choices;
}

static const PaddockServer undecided = { .id = "s" };
static const PaddockServer put_off = { .id = "s", .put_off_until = NOW + 1 };
static const PaddockServer put_off_over = { .id = "s", .put_off_until = NOW };
static const PaddockServer put_off_for_good = { .id = "s", .put_off_until = G_MAXINT64 };
static const PaddockServer allowed = { .id = "s", .standing = PADDOCK_STANDING_ALLOWED };
static const PaddockServer allowed_put_off = {
  .id = "s", .standing = PADDOCK_STANDING_ALLOWED, .put_off_until = NOW + 1,
};
static const PaddockServer until_soon = {
  .id = "s", .standing = PADDOCK_STANDING_ALLOWED, .decision_ends = NOW + 1,
};
static const PaddockServer until_now = {
  .id = "s", .standing = PADDOCK_STANDING_ALLOWED, .decision_ends = NOW,
};
static const PaddockServer for_session = {
  .id = "s", .standing = PADDOCK_STANDING_ALLOWED, .decision_scope = "1:1",
};
static const PaddockServer blocked = { .id = "s", .standing = PADDOCK_STANDING_BLOCKED };
static const PaddockServer without = { .id = "s", .standing = PADDOCK_STANDING_WITHOUT_ROOTS };
static const PaddockServer nonsense = { .id = "s", .standing = 77 };
static const struct {
  const PaddockServer *server;
  PaddockQuery       query;
  PaddockAnswer        answer;
  PaddockReason        reason;
  gboolean             is_paused;
} answers[] = {
#define ASK      "s", "1:1", PADDOCK_CONSENT_ASK
#define DENY     "s", "1:1", PADDOCK_CONSENT_DENY
#define ALLOW    "s", "1:1", PADDOCK_CONSENT_ALLOW
  { &undecided, { ASK }, PADDOCK_ANSWER_ASK, PADDOCK_REASON_UNDECIDED },
  { &undecided, { DENY }, PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_MODE_DENY },
  { &undecided, { ALLOW }, PADDOCK_ANSWER_LIST, PADDOCK_REASON_MODE_ALLOW },
  { &undecided, { ASK }, PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_PAUSED,
    TRUE },
  { &undecided, { "t", "1:1", PADDOCK_CONSENT_ASK }, PADDOCK_ANSWER_EMPTY, NONE },
  { &undecided, { "t", "1:1", PADDOCK_CONSENT_ALLOW }, PADDOCK_ANSWER_EMPTY, NONE },
  { &undecided, { NULL, "1:1", PADDOCK_CONSENT_ALLOW }, PADDOCK_ANSWER_EMPTY, NONE },
  { &undecided, { "", "1:1", PADDOCK_CONSENT_ASK }, PADDOCK_ANSWER_EMPTY, NONE },

  { &put_off, { ASK }, PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_USER_PUT_OFF },
  { &put_off_over, { ASK }, PADDOCK_ANSWER_ASK, PADDOCK_REASON_UNDECIDED },
  { &put_off_for_good, { ASK }, PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_USER_PUT_OFF },
  { &put_off, { ALLOW }, PADDOCK_ANSWER_LIST, PADDOCK_REASON_MODE_ALLOW },

  { &allowed, { ASK }, PADDOCK_ANSWER_LIST, PADDOCK_REASON_USER_ALLOWED },
  { &allowed_put_off, { ASK }, PADDOCK_ANSWER_LIST, PADDOCK_REASON_USER_ALLOWED },
  { &allowed, { DENY }, PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_MODE_DENY },
  { &allowed, { ALLOW }, PADDOCK_ANSWER_LIST, PADDOCK_REASON_MODE_ALLOW },
  { &allowed, { ASK }, PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_PAUSED,
    TRUE },
  { &allowed, { ALLOW }, PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_PAUSED,
    TRUE },
  { &for_session, { ASK }, PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_PAUSED,
    TRUE },
  { &put_off, { ASK }, PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_PAUSED,
    TRUE },
  { &allowed, { "t", "1:1", PADDOCK_CONSENT_ALLOW }, PADDOCK_ANSWER_EMPTY, NONE, TRUE },
  { &allowed, { "s", NULL, PADDOCK_CONSENT_ASK }, PADDOCK_ANSWER_LIST,
    PADDOCK_REASON_USER_ALLOWED },
  { &allowed, { "s", "1:1", 3 }, PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_MODE_DENY },

  { &until_soon, { ASK }, PADDOCK_ANSWER_LIST, PADDOCK_REASON_USER_ALLOWED },
  { &until_now, { ASK }, PADDOCK_ANSWER_ASK, PADDOCK_REASON_UNDECIDED },
  { &for_session, { ASK }, PADDOCK_ANSWER_LIST, PADDOCK_REASON_USER_ALLOWED },
  { &for_session, { "s", "1:2", PADDOCK_CONSENT_ASK }, PADDOCK_ANSWER_ASK,
    PADDOCK_REASON_UNDECIDED },
  { &for_session, { "s", NULL, PADDOCK_CONSENT_ASK }, PADDOCK_ANSWER_ASK,
    PADDOCK_REASON_UNDECIDED },

  { &blocked, { ASK }, PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_BLOCKED },
  { &blocked, { DENY }, PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_BLOCKED },
  { &blocked, { ALLOW }, PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_BLOCKED },
  { &blocked, { ASK }, PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_PAUSED,
    TRUE },

  { &without, { ASK }, PADDOCK_ANSWER_NOT_SUPPORTED, PADDOCK_REASON_WITHOUT_ROOTS },
  { &without, { DENY }, PADDOCK_ANSWER_NOT_SUPPORTED, PADDOCK_REASON_WITHOUT_ROOTS },
  { &without, { ALLOW }, PADDOCK_ANSWER_NOT_SUPPORTED, PADDOCK_REASON_WITHOUT_ROOTS },
  { &without, { ASK }, PADDOCK_ANSWER_NOT_SUPPORTED, PADDOCK_REASON_WITHOUT_ROOTS,
    TRUE },

  { &nonsense, { ASK }, PADDOCK_ANSWER_EMPTY, NONE },
#undef ASK
#undef DENY
#undef ALLOW
};

static void
test_answer (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++) {
    g_autoptr (PaddockSnapshot) snapshot = make_snapshot (answers[i].server);
    PaddockReason reason = PADDOCK_REASON_STORE_FAILED;

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    if (answers[i].is_paused)
      pause_sharing (snapshot);
    g_assert_cmpuint (paddock_policy_answer (snapshot, &answers[i].query, NOW, &reason), ==,
                      answers[i].answer);
    g_assert_cmpuint (reason, ==, answers[i].reason);
    g_assert_cmpuint (paddock_policy_answer (snapshot, &answers[i].query, NOW, NULL), ==,
                      answers[i].answer);
  }
}

static void
test_zero_tells_nothing (void)
{
  g_assert_cmpuint (PADDOCK_ANSWER_EMPTY, ==, 0);
}

/* Roots a to h, a server of each standing, and all kinds of grants. */
static PaddockSnapshot *
make_world (void)
{
  PaddockSnapshot *snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  static const char * const available[] = { "plain", "never", "later", "mine", "over", "soon" };

  fixture_put_root (changes, "soon", PADDOCK_ACCESS_READ_ONLY, NOW + 10);
  fixture_put_root (changes, "plain", PADDOCK_ACCESS_READ_ONLY, 0);
  fixture_put_root (changes, "over", PADDOCK_ACCESS_READ_ONLY, NOW);
  fixture_put_root (changes, "never", PADDOCK_ACCESS_READ_ONLY, 0);
  fixture_put_root (changes, "missing", PADDOCK_ACCESS_READ_ONLY, 0);
  fixture_put_root (changes, "later", PADDOCK_ACCESS_READ_ONLY, 0);
  fixture_put_root (changes, "unseen", PADDOCK_ACCESS_READ_ONLY, 0);
  fixture_put_root (changes, "mine", PADDOCK_ACCESS_READ_ONLY, 0);
  fixture_put_server (changes, "allowed", PADDOCK_STANDING_ALLOWED);
  fixture_put_server (changes, "undecided", PADDOCK_STANDING_UNDECIDED);
  fixture_put_server (changes, "blocked", PADDOCK_STANDING_BLOCKED);
  fixture_put_server (changes, "without", PADDOCK_STANDING_WITHOUT_ROOTS);
  fixture_put_server (changes, "empty", PADDOCK_STANDING_ALLOWED);
  fixture_put_grant (changes, "allowed", "mine", PADDOCK_ACCESS_READ_ONLY, 0, "1:1");
  fixture_put_grant (changes, "allowed", "later", PADDOCK_ACCESS_READ_ONLY, NOW + 5, NULL);
  fixture_put_grant (changes, "allowed", "unseen", PADDOCK_ACCESS_READ_ONLY, 0, NULL);
  fixture_put_grant (changes, "allowed", "missing", PADDOCK_ACCESS_READ_ONLY, 0, NULL);
  fixture_put_grant (changes, "allowed", "over", PADDOCK_ACCESS_READ_ONLY, 0, NULL);
  fixture_put_grant (changes, "allowed", "plain", PADDOCK_ACCESS_READ_ONLY, 0, NULL);
  fixture_put_grant (changes, "allowed", "soon", PADDOCK_ACCESS_READ_ONLY, 0, NULL);
  fixture_put_grant (changes, "undecided", "plain", PADDOCK_ACCESS_READ_ONLY, 0, NULL);
  fixture_put_grant (changes, "blocked", "plain", PADDOCK_ACCESS_READ_ONLY, 0, NULL);
  fixture_put_grant (changes, "without", "plain", PADDOCK_ACCESS_READ_ONLY, 0, NULL);
  paddock_snapshot_apply (snapshot, changes);

  for (gsize i = 0; i < G_N_ELEMENTS (available); i++)
    paddock_snapshot_set_availability (snapshot, available[i], PADDOCK_AVAILABILITY_AVAILABLE);
  paddock_snapshot_set_availability (snapshot, "missing", PADDOCK_AVAILABILITY_MISSING);
  return snapshot;
}

static void
test_visible (void)
{
  static const struct {
    PaddockQuery  query;
    gint64          now;
    const char     *roots;
  } rows[] = {
    { { "allowed", "1:1" }, NOW, "soon plain later mine" },
    { { "allowed", "1:2" }, NOW, "soon plain later" },
    { { "allowed", NULL }, NOW, "soon plain later" },
    { { "allowed", "1:1" }, NOW - 1, "soon plain over later mine" },
    { { "allowed", "1:1" }, NOW + 4, "soon plain later mine" },
    { { "allowed", "1:1" }, NOW + 5, "soon plain mine" },
    { { "allowed", "1:1" }, NOW + 10, "plain mine" },
    { { "allowed", "1:1", PADDOCK_CONSENT_ALLOW }, NOW, "soon plain never later mine" },
    { { "undecided", "1:1", PADDOCK_CONSENT_ALLOW }, NOW, "soon plain never later mine" },
    { { "empty", "1:1", PADDOCK_CONSENT_ALLOW }, NOW + 10, "plain never later mine" },
    { { "empty", "1:1" }, NOW, "" },
    { { "undecided", "1:1" }, NOW, "" },
    { { "blocked", "1:1" }, NOW, "" },
    { { "blocked", "1:1", PADDOCK_CONSENT_ALLOW }, NOW, "" },
    { { "without", "1:1" }, NOW, "" },
    { { "without", "1:1", PADDOCK_CONSENT_ALLOW }, NOW, "" },
    { { "nobody", "1:1", PADDOCK_CONSENT_ALLOW }, NOW, "" },
    { { NULL, "1:1", PADDOCK_CONSENT_ALLOW }, NOW, "" },
    { { "allowed", "1:1", PADDOCK_CONSENT_DENY }, NOW, "" },
    { { "allowed", "1:1", 99 }, NOW, "" },
  };
  g_autoptr (PaddockSnapshot) snapshot = make_world ();

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GPtrArray) roots =
      paddock_policy_visible_roots (snapshot, &rows[i].query, rows[i].now);
    g_autofree char *ids = fixture_root_ids (roots);

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    g_assert_cmpstr (ids, ==, rows[i].roots);
  }

  pause_sharing (snapshot);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GPtrArray) roots =
      paddock_policy_visible_roots (snapshot, &rows[i].query, rows[i].now);

    g_assert_cmpuint (roots->len, ==, 0);
  }
}

/* Of all availabilities, only one is ever in a list, in every mode. */
static void
test_only_available (void)
{
  static const PaddockConsentMode modes[] = { PADDOCK_CONSENT_ASK, PADDOCK_CONSENT_ALLOW };
  g_autoptr (PaddockSnapshot) snapshot = make_world ();

  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++) {
    for (guint state = 0; state <= PADDOCK_AVAILABILITY_EXPIRED + 1; state++) {
      PaddockQuery query = { "allowed", "1:1", modes[i] };
      g_autoptr (GPtrArray) roots = NULL;
      gboolean found = FALSE;

      paddock_snapshot_set_availability (snapshot, "plain", state);
      roots = paddock_policy_visible_roots (snapshot, &query, NOW);
      for (guint j = 0; j < roots->len; j++)
        found |= g_strcmp0 (((PaddockRoot *) roots->pdata[j])->id, "plain") == 0;
      g_assert_cmpint (found, ==, state == PADDOCK_AVAILABILITY_AVAILABLE);
    }
  }
}

/* A root can't be written while a folder is away that lay in it, and that the server may only
 * read. */
static void
test_absent (void)
{
  static const struct {
    const char         *inner;
    PaddockAccess       access;
    PaddockAvailability availability;
    gboolean            is_protected;
  } rows[] = {
    { "out/in", PADDOCK_ACCESS_READ_ONLY, PADDOCK_AVAILABILITY_AVAILABLE, FALSE },
    { "out/in", PADDOCK_ACCESS_READ_ONLY, PADDOCK_AVAILABILITY_MISSING, TRUE },
    { "out/in", PADDOCK_ACCESS_READ_ONLY, PADDOCK_AVAILABILITY_UNKNOWN, TRUE },
    { "out/in", PADDOCK_ACCESS_READ_WRITE, PADDOCK_AVAILABILITY_MISSING, FALSE },
    { "outer", PADDOCK_ACCESS_READ_ONLY, PADDOCK_AVAILABILITY_MISSING, FALSE },
    { "ou", PADDOCK_ACCESS_READ_ONLY, PADDOCK_AVAILABILITY_MISSING, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint is_granted = 0; is_granted <= 1; is_granted++) {
      PaddockQuery query = { "allowed", "1:1", PADDOCK_CONSENT_ASK };
      g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
      g_autoptr (PaddockChanges) changes = paddock_changes_new ();
      g_autoptr (GPtrArray) roots = NULL;
      gboolean is_protected = is_granted && rows[i].is_protected;

      g_test_message ("row %" G_GSIZE_FORMAT ", granted: %u", i, is_granted);
      fixture_put_root (changes, "out", PADDOCK_ACCESS_READ_WRITE, 0);
      fixture_put_root (changes, rows[i].inner, PADDOCK_ACCESS_READ_WRITE, 0);
      fixture_put_server (changes, "allowed", PADDOCK_STANDING_ALLOWED);
      fixture_put_grant (changes, "allowed", "out", PADDOCK_ACCESS_READ_WRITE, 0, NULL);
      if (is_granted)
        fixture_put_grant (changes, "allowed", rows[i].inner, rows[i].access, 0, NULL);
      paddock_snapshot_apply (snapshot, changes);
      paddock_snapshot_set_availability (snapshot, "out", PADDOCK_AVAILABILITY_AVAILABLE);
      paddock_snapshot_set_availability (snapshot, rows[i].inner, rows[i].availability);
      roots = paddock_policy_visible_roots (snapshot, &query, NOW);
      g_assert_cmpstr (((PaddockRoot *) roots->pdata[0])->id, ==, "out");
      g_assert_cmpuint (((PaddockRoot *) roots->pdata[0])->access, ==,
                        is_protected ? PADDOCK_ACCESS_READ_ONLY : PADDOCK_ACCESS_READ_WRITE);
    }
}

/* The roots that hosts may read in: all that are shared, without a grant. */
static void
test_boundary (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  fixture_put_root (changes, "r", PADDOCK_ACCESS_READ_WRITE, 0);
  fixture_put_root (changes, "soon", PADDOCK_ACCESS_READ_ONLY, NOW + 1);
  fixture_put_root (changes, "over", PADDOCK_ACCESS_READ_ONLY, NOW);
  paddock_snapshot_apply (snapshot, changes);
  paddock_snapshot_set_availability (snapshot, "over", PADDOCK_AVAILABILITY_AVAILABLE);
  paddock_snapshot_set_availability (snapshot, "soon", PADDOCK_AVAILABILITY_AVAILABLE);
  for (guint state = 0; state <= PADDOCK_AVAILABILITY_EXPIRED + 1; state++) {
    gboolean is_available = state == PADDOCK_AVAILABILITY_AVAILABLE;
    g_autoptr (GPtrArray) now = NULL;
    g_autoptr (GPtrArray) later = NULL;

    paddock_snapshot_set_availability (snapshot, "r", state);
    now = paddock_policy_boundary (snapshot, NOW);
    later = paddock_policy_boundary (snapshot, NOW + 1);
    g_assert_cmpuint (now->len, ==, is_available ? 2 : 1);
    g_assert_cmpuint (later->len, ==, is_available ? 1 : 0);
  }

  paddock_snapshot_set_availability (snapshot, "r", PADDOCK_AVAILABILITY_AVAILABLE);
  pause_sharing (snapshot);
  {
    g_autoptr (GPtrArray) paused = paddock_policy_boundary (snapshot, NOW);

    g_assert_cmpuint (paused->len, ==, 0);
  }
}

/* A list is empty by the user's will, or because folders are missing. */
static void
test_taken (void)
{
  const PaddockQuery query = { "s", "1:1", PADDOCK_CONSENT_ASK };
  const PaddockQuery unknown = { "t", "1:1", PADDOCK_CONSENT_ASK };
  const PaddockServer *without_grants[] = { &undecided, &allowed, &blocked, &without, &until_now };
  g_autoptr (PaddockSnapshot) snapshot = make_snapshot (&until_soon);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) { .id = "r", .path = "/r" });
  g_autoptr (PaddockGrant) grant = paddock_grant_new (&(PaddockGrant) {
    .server_id = "s", .root_id = "r",
  });

  for (gsize i = 0; i < G_N_ELEMENTS (without_grants); i++) {
    g_autoptr (PaddockSnapshot) other = make_snapshot (without_grants[i]);

    g_assert_true (is_revoked_by_user (other, &query, NOW));
    g_assert_false (is_revoked_by_user (other, &unknown, NOW));
    pause_sharing (other);
    g_assert_true (is_revoked_by_user (other, &query, NOW));
    g_assert_false (is_revoked_by_user (other, &unknown, NOW));
  }

  paddock_changes_put_root (changes, root);
  paddock_changes_put_grant (changes, grant);
  paddock_snapshot_apply (snapshot, changes);
  for (guint state = 0; state <= PADDOCK_AVAILABILITY_EXPIRED + 1; state++) {
    paddock_snapshot_set_availability (snapshot, "r", state);
    g_assert_false (is_revoked_by_user (snapshot, &query, NOW));
    g_assert_true (is_revoked_by_user (snapshot, &query, NOW + 1));
  }
  /* A pause counts, whatever the grants. */
  pause_sharing (snapshot);
  g_assert_true (is_revoked_by_user (snapshot, &query, NOW));
}

#define BOTH (PADDOCK_CHOICE_HOST_ROOTS | PADDOCK_CHOICE_KEEP_ROOTS)
#define ALL (BOTH | PADDOCK_CHOICE_READING)

/* The possible choices for each kind of identity. */
static const PaddockChoices kinds[] = {
  [PADDOCK_IDENTITY_ANONYMOUS] = PADDOCK_CHOICE_NONE,
  [PADDOCK_IDENTITY_PROCESS] = PADDOCK_CHOICE_READING,
  [PADDOCK_IDENTITY_LAUNCH] = BOTH,
  [PADDOCK_IDENTITY_REMOTE] = BOTH,
};

#define N_KINDS G_N_ELEMENTS (kinds)

static PaddockIdentity *
make_kind (PaddockIdentityKind kind)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {[PADDOCK_FACT_USER] = { PADDOCK_PROOF_PROVEN, "1000" } };

  switch (kind) {
    case PADDOCK_IDENTITY_PROCESS:
      return fixture_process ("/usr/bin/s");
    case PADDOCK_IDENTITY_LAUNCH:
      return fixture_launch ("server");
    case PADDOCK_IDENTITY_REMOTE:
      facts[PADDOCK_FACT_ADDRESS] = (PaddockFact) { PADDOCK_PROOF_CLAIMED, "https://a.example/" };
      return paddock_identity_new (PADDOCK_IDENTITY_REMOTE, facts);
    case PADDOCK_IDENTITY_ANONYMOUS:
    default:
      return paddock_identity_new (PADDOCK_IDENTITY_ANONYMOUS, facts);
  }
}

/* Choices are in force for a server that is allowed for this process, and still has grants. Some
 * are only for launches, others only for processes. */
static void
test_choices (void)
{
  static const struct {
    PaddockStanding     standing;
    gint64              ends;
    const char         *scope;
    PaddockConsentMode  mode;
    gboolean            is_granted;
    gboolean            is_paused;
    gboolean            counts;
    gboolean            is_choosable;
  } rows[] = {
    { PADDOCK_STANDING_ALLOWED, 0, NULL, PADDOCK_CONSENT_ASK, TRUE, FALSE, TRUE, TRUE },
    { PADDOCK_STANDING_ALLOWED, NOW + 1, "1:1",
      PADDOCK_CONSENT_ASK, TRUE, FALSE, TRUE, TRUE },
    { PADDOCK_STANDING_ALLOWED, 0, NULL, PADDOCK_CONSENT_ALLOW, FALSE, FALSE, TRUE, TRUE },
    { PADDOCK_STANDING_ALLOWED, NOW, NULL, PADDOCK_CONSENT_ASK, TRUE, FALSE, FALSE, FALSE },
    { PADDOCK_STANDING_ALLOWED, 0, "2:2", PADDOCK_CONSENT_ASK, TRUE, FALSE, FALSE, TRUE },
    { PADDOCK_STANDING_ALLOWED, 0, NULL, PADDOCK_CONSENT_DENY, TRUE, FALSE, FALSE, TRUE },
    { PADDOCK_STANDING_ALLOWED, 0, NULL, PADDOCK_CONSENT_ASK, FALSE, FALSE, FALSE, TRUE },
    { PADDOCK_STANDING_ALLOWED, 0, NULL, PADDOCK_CONSENT_ASK, TRUE, TRUE, FALSE, TRUE },
    { PADDOCK_STANDING_UNDECIDED, 0, NULL, PADDOCK_CONSENT_ASK, TRUE, FALSE, FALSE, FALSE },
    { PADDOCK_STANDING_UNDECIDED, 0, NULL, PADDOCK_CONSENT_ALLOW, TRUE, FALSE, FALSE, FALSE },
    { PADDOCK_STANDING_BLOCKED, 0, NULL, PADDOCK_CONSENT_ASK, TRUE, FALSE, FALSE, FALSE },
    { PADDOCK_STANDING_BLOCKED, 0, NULL, PADDOCK_CONSENT_ALLOW, TRUE, FALSE, FALSE, FALSE },
    { PADDOCK_STANDING_WITHOUT_ROOTS, 0, NULL, PADDOCK_CONSENT_ASK, TRUE, FALSE, FALSE, FALSE },
    { 77, 0, NULL, PADDOCK_CONSENT_ASK, TRUE, FALSE, FALSE, FALSE },
  };

  for (gsize n = 0; n < G_N_ELEMENTS (rows) * N_KINDS; n++) {
    gsize i = n / N_KINDS;
    g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    g_autoptr (PaddockIdentity) identity = make_kind (n % N_KINDS);
    PaddockChoices of_kind = kinds[n % N_KINDS];
    PaddockServer server = {
      .id = "s", .identity = identity, .standing = rows[i].standing, .decision_ends = rows[i].ends,
      .decision_scope = rows[i].scope, .choices = ALL,
    };
    g_autoptr (PaddockServer) put = paddock_server_new (&server);
    PaddockQuery query = { "s", "1:1", rows[i].mode };
    PaddockQuery unknown = { "t", "1:1", rows[i].mode };

    g_test_message ("row %" G_GSIZE_FORMAT ", kind %" G_GSIZE_FORMAT, i, n % N_KINDS);
    fixture_put_root (changes, "r", PADDOCK_ACCESS_READ_WRITE, 0);
    paddock_changes_put_server (changes, put);
    if (rows[i].is_granted)
      fixture_put_grant (changes, "s", "r", PADDOCK_ACCESS_READ_WRITE, 0, NULL);
    paddock_snapshot_apply (snapshot, changes);
    if (rows[i].is_paused)
      pause_sharing (snapshot);
    for (guint state = 0; state <= PADDOCK_AVAILABILITY_EXPIRED; state++) {
      paddock_snapshot_set_availability (snapshot, "r", state);
      g_assert_cmpuint (find_choices (snapshot, &query, NOW), ==,
                        rows[i].counts ? of_kind : PADDOCK_CHOICE_NONE);
    }
    g_assert_cmpuint (find_choices (snapshot, &unknown, NOW), ==, PADDOCK_CHOICE_NONE);
    g_assert_cmpuint (paddock_policy_choosable (put, NOW), ==,
                      rows[i].is_choosable ? of_kind : PADDOCK_CHOICE_NONE);
  }
}

/* If any grant ends at logout, nothing is kept without the service, because that could outlast the
 * login. The host's own folders end with the rest. */
static void
test_choices_until_logout (void)
{
  static const struct {
    const char         *root_login;
    const char         *scope;
    gboolean            is_granted;
    PaddockConsentMode  mode;
    PaddockChoices      counts;
  } rows[] = {
    { NULL, NULL, TRUE, PADDOCK_CONSENT_ASK, BOTH },
    { NULL, "1:1", TRUE, PADDOCK_CONSENT_ASK, BOTH },
    { NULL, PADDOCK_SCOPE_LOGIN "x", TRUE, PADDOCK_CONSENT_ASK, PADDOCK_CHOICE_HOST_ROOTS },
    { NULL, "1:1 " PADDOCK_SCOPE_LOGIN "x", TRUE, PADDOCK_CONSENT_ASK, PADDOCK_CHOICE_HOST_ROOTS },
    { PADDOCK_SCOPE_LOGIN "x", NULL, TRUE, PADDOCK_CONSENT_ASK, PADDOCK_CHOICE_HOST_ROOTS },
    { PADDOCK_SCOPE_LOGIN "x", NULL, FALSE, PADDOCK_CONSENT_ASK, BOTH },
    { PADDOCK_SCOPE_LOGIN "x", NULL, FALSE, PADDOCK_CONSENT_ALLOW, PADDOCK_CHOICE_HOST_ROOTS },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    g_autoptr (PaddockIdentity) identity = fixture_launch ("server");
    g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
      .id = "s", .identity = identity, .standing = PADDOCK_STANDING_ALLOWED, .choices = BOTH,
    });
    g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) {
      .id = "r", .path = "/r", .login = rows[i].root_login,
    });
    PaddockQuery query = { "s", "1:1", rows[i].mode };

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    fixture_put_root (changes, "lasting", PADDOCK_ACCESS_READ_WRITE, 0);
    paddock_changes_put_root (changes, root);
    paddock_changes_put_server (changes, server);
    fixture_put_grant (changes, "s", "lasting", PADDOCK_ACCESS_READ_WRITE, 0, NULL);
    if (rows[i].is_granted)
      fixture_put_grant (changes, "s", "r", PADDOCK_ACCESS_READ_WRITE, 0, rows[i].scope);
    paddock_snapshot_apply (snapshot, changes);
    g_assert_cmpuint (find_choices (snapshot, &query, NOW), ==, rows[i].counts);
  }
}

/* The lower of both accesses, the root's and the grant's, counts. */
static void
test_access (void)
{
  static const PaddockAccess all[] = { PADDOCK_ACCESS_READ_ONLY, PADDOCK_ACCESS_READ_WRITE };

  for (guint i = 0; i < 8; i++) {
    g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    PaddockAccess of_root = all[i & 1];
    PaddockAccess of_grant = all[(i >> 1) & 1];
    PaddockQuery query = { "s", NULL, i & 4 ? PADDOCK_CONSENT_ALLOW : PADDOCK_CONSENT_ASK };
    g_autoptr (GPtrArray) roots = NULL;

    fixture_put_root (changes, "r", of_root, 0);
    fixture_put_server (changes, "s", PADDOCK_STANDING_ALLOWED);
    fixture_put_grant (changes, "s", "r", of_grant, 0, NULL);
    paddock_snapshot_apply (snapshot, changes);
    paddock_snapshot_set_availability (snapshot, "r", PADDOCK_AVAILABILITY_AVAILABLE);
    roots = paddock_policy_visible_roots (snapshot, &query, NOW);

    g_assert_cmpuint (roots->len, ==, 1);
    g_assert_cmpuint (((PaddockRoot *) roots->pdata[0])->access, ==,
                      i & 4 ? of_root : MIN (of_root, of_grant));
    g_assert_cmpuint (paddock_snapshot_get_root (snapshot, "r")->access, ==, of_root);
  }
}

/* The earlier of both ends, the root's and the grant's, counts. */
static void
test_ends (void)
{
  static const gint64 ends[] = { 0, NOW + 1, NOW + 2 };

  for (guint i = 0; i < 18; i++) {
    g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    gint64 of_root = ends[i % 3], of_grant = ends[i / 3 % 3];
    gint64 expected = of_root == 0 ? of_grant : of_grant == 0 ? of_root : MIN (of_root, of_grant);
    PaddockQuery query = { "s", NULL, i >= 9 ? PADDOCK_CONSENT_ALLOW : PADDOCK_CONSENT_ASK };
    g_autoptr (GPtrArray) roots = NULL;

    fixture_put_root (changes, "r", PADDOCK_ACCESS_READ_ONLY, of_root);
    fixture_put_server (changes, "s", PADDOCK_STANDING_ALLOWED);
    fixture_put_grant (changes, "s", "r", PADDOCK_ACCESS_READ_ONLY, of_grant, NULL);
    paddock_snapshot_apply (snapshot, changes);
    paddock_snapshot_set_availability (snapshot, "r", PADDOCK_AVAILABILITY_AVAILABLE);
    roots = paddock_policy_visible_roots (snapshot, &query, NOW);

    g_assert_cmpuint (roots->len, ==, 1);
    g_assert_cmpint (((PaddockRoot *) roots->pdata[0])->expires, ==, i >= 9 ? of_root : expected);
    g_assert_cmpint (paddock_snapshot_get_root (snapshot, "r")->expires, ==, of_root);
  }
}

static gint64
random_end (void)
{
  return g_test_rand_int_range (0, 2) == 0 ? 0 : NOW + g_test_rand_int_range (-4, 8);
}

static const char *
random_scope (void)
{
  static const char * const scopes[] = { NULL, NULL, "1:1", "2:2", PADDOCK_SCOPE_LOGIN "x" };

  return scopes[g_test_rand_int_range (0, G_N_ELEMENTS (scopes))];
}

/* A server, roots and grants with many ends close together. */
static PaddockSnapshot *
make_random_snapshot (void)
{
  PaddockSnapshot *snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockIdentity) identity = make_kind (g_test_rand_int_range (0, N_KINDS));
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = "s", .identity = identity, .standing = g_test_rand_int_range (0, 4) % 3,
    .decision_ends = random_end (), .decision_scope = random_scope (), .choices = ALL,
    .put_off_until = random_end (),
  });
  static const char * const ids[] = { "a", "b", "c" };

  paddock_changes_put_server (changes, server);
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++) {
    fixture_put_root (changes, ids[i], g_test_rand_int_range (0, 2), random_end ());
    if (g_test_rand_int_range (0, 4) > 0)
      fixture_put_grant (changes, "s", ids[i], g_test_rand_int_range (0, 2), random_end (),
                         random_scope ());
  }
  paddock_changes_set_paused (changes, g_test_rand_int_range (0, 8) == 0);
  paddock_snapshot_apply (snapshot, changes);
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    paddock_snapshot_set_availability (snapshot, ids[i], g_test_rand_int_range (0, 4) > 0
                                       ? PADDOCK_AVAILABILITY_AVAILABLE
                                       : PADDOCK_AVAILABILITY_MISSING);
  return snapshot;
}

static char *
describe_result (const PaddockPolicyResult *result)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text, "%u %u %d %u", result->answer, result->reason, result->is_revoked_by_user,
                   result->choices);
  for (guint i = 0; i < result->roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (result->roots, i);

    g_string_append_printf (text, " %s:%u:%" G_GINT64_FORMAT, root->id, root->access,
                            root->expires);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* A result that is said to be valid equals a new one, whether the clock goes forward or back. */
static void
test_holds_in_time (void)
{
  for (guint n = 0; n < 3000; n++) {
    g_autoptr (PaddockSnapshot) snapshot = make_random_snapshot ();
    PaddockQuery query = { "s", "1:1", g_test_rand_int_range (0, 4) % 3 };
    gint64 found = NOW + g_test_rand_int_range (-6, 10);
    g_auto (PaddockPolicyResult) result = paddock_policy_evaluate (snapshot, &query, found);
    g_autofree char *expected = describe_result (&result);

    g_assert_true (paddock_policy_result_holds (&result, snapshot, found));
    for (gint64 now = NOW - 8; now < NOW + 12; now++) {
      g_auto (PaddockPolicyResult) again = paddock_policy_evaluate (snapshot, &query, now);
      g_autofree char *text = describe_result (&again);

      if (paddock_policy_result_holds (&result, snapshot, now))
        g_assert_cmpstr (text, ==, expected);
      if (now < found)
        g_assert_false (paddock_policy_result_holds (&result, snapshot, now));
    }
  }
}

/* Every change of the snapshot makes the result invalid, except journal entries. */
static void
test_holds_in_revision (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_world ();
  PaddockQuery query = { "allowed", "1:1" };
  g_autoptr (PaddockJournalEntry) row = paddock_journal_entry_new (&(PaddockJournalEntry) {
    .event = PADDOCK_EVENT_ROOTS_LISTED,
  });

  for (guint i = 0; i < 9; i++) {
    g_auto (PaddockPolicyResult) result = paddock_policy_evaluate (snapshot, &query, NOW);
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();

    switch (i) {
      case 0:
        paddock_changes_log (changes, row);
        paddock_snapshot_apply (snapshot, changes);
        paddock_snapshot_set_availability (snapshot, "nowhere", PADDOCK_AVAILABILITY_MISSING);
        paddock_snapshot_set_availability (snapshot, "soon",
                                           paddock_snapshot_get_availability (snapshot, "soon"));
        g_assert_true (paddock_policy_result_holds (&result, snapshot, NOW));
        continue;
      case 1:
        fixture_put_root (changes, "soon", PADDOCK_ACCESS_READ_ONLY, 0);
        break;
      case 2:
        fixture_put_grant (changes, "allowed", "soon", PADDOCK_ACCESS_READ_ONLY, 0, NULL);
        break;
      case 3:
        fixture_put_server (changes, "allowed", PADDOCK_STANDING_BLOCKED);
        break;
      case 4:
        paddock_changes_set_paused (changes, TRUE);
        break;
      case 5:
        paddock_snapshot_set_availability (snapshot, "soon", PADDOCK_AVAILABILITY_REPLACED);
        break;
      case 6:
        paddock_changes_drop_grant (changes, "allowed", "soon");
        break;
      case 7:
        paddock_changes_drop_root (changes, "soon");
        break;
      default:
        paddock_changes_drop_server (changes, "allowed");
        break;
    }
    paddock_snapshot_apply (snapshot, changes);
    g_assert_false (paddock_policy_result_holds (&result, snapshot, NOW));
  }
}

static void
test_visible_ownership (void)
{
  PaddockSnapshot *snapshot = make_world ();
  PaddockQuery query = { "allowed", "1:1" };
  g_autoptr (GPtrArray) roots = paddock_policy_visible_roots (snapshot, &query, NOW);

  paddock_snapshot_free (snapshot);
  g_assert_cmpstr (((PaddockRoot *) roots->pdata[0])->id, ==, "soon");
}

/* 1,000 roots and 200 servers: the cost of an answer depends on the roots alone. */
static void
test_many (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  for (guint i = 0; i < 1000; i++) {
    g_autofree char *id = g_strdup_printf ("r%u", i);

    fixture_put_root (changes, id, PADDOCK_ACCESS_READ_ONLY, 0);
  }
  for (guint i = 0; i < 200; i++) {
    g_autofree char *id = g_strdup_printf ("s%u", i);

    fixture_put_server (changes, id, PADDOCK_STANDING_ALLOWED);
    for (guint j = i; j < 1000; j += 2) {
      g_autofree char *root_id = g_strdup_printf ("r%u", j);

      fixture_put_grant (changes, id, root_id, PADDOCK_ACCESS_READ_ONLY, 0, NULL);
    }
  }
  paddock_snapshot_apply (snapshot, changes);
  for (guint i = 0; i < 1000; i++) {
    g_autofree char *id = g_strdup_printf ("r%u", i);

    paddock_snapshot_set_availability (snapshot, id, PADDOCK_AVAILABILITY_AVAILABLE);
  }

  for (guint i = 0; i < 200; i++) {
    g_autofree char *id = g_strdup_printf ("s%u", i);
    PaddockQuery query = { id };
    g_autoptr (GPtrArray) roots = paddock_policy_visible_roots (snapshot, &query, NOW);

    g_assert_cmpuint (roots->len, ==, (1000 - i + 1) / 2);
  }
}

static void
test_next_expiry (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_world ();
  g_autoptr (PaddockSnapshot) empty = paddock_snapshot_new ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = "ends", .standing = PADDOCK_STANDING_ALLOWED, .decision_ends = NOW + 3,
  });

  g_assert_cmpint (paddock_policy_next_expiry (empty, NOW), ==, G_MAXINT64);
  g_assert_cmpint (paddock_policy_next_expiry (snapshot, NOW - 1), ==, NOW);
  g_assert_cmpint (paddock_policy_next_expiry (snapshot, NOW), ==, NOW + 5);
  g_assert_cmpint (paddock_policy_next_expiry (snapshot, NOW + 5), ==, NOW + 10);
  g_assert_cmpint (paddock_policy_next_expiry (snapshot, NOW + 10), ==, G_MAXINT64);
  paddock_changes_put_server (changes, server);
  paddock_snapshot_apply (snapshot, changes);
  g_assert_cmpint (paddock_policy_next_expiry (snapshot, NOW), ==, NOW + 3);
  g_assert_cmpint (paddock_policy_next_expiry (snapshot, NOW + 3), ==, NOW + 5);
}

/* The end of "Not Now" is such a time; "until the user opens it" is not. */
static void
test_next_expiry_of_put_off (void)
{
  static const struct { gint64 put_off_until;
                        gint64 now;
                        gint64 next;
  } rows[] = {
    { 0, NOW, G_MAXINT64 },
    { NOW + 1, NOW, NOW + 1 },
    { NOW + 1, NOW + 1, G_MAXINT64 },
    { NOW, NOW, G_MAXINT64 },
    { NOW - 1, NOW, G_MAXINT64 },
    { G_MAXINT64 - 1, NOW, G_MAXINT64 - 1 },
    { G_MAXINT64, NOW, G_MAXINT64 },
    { -1, NOW, G_MAXINT64 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockSnapshot) snapshot = make_snapshot (&(PaddockServer) {
      .id = "s", .times_put_off = 1, .put_off_until = rows[i].put_off_until,
    });

    g_assert_cmpint (paddock_policy_next_expiry (snapshot, rows[i].now), ==, rows[i].next);
  }
}

static void
test_put_off (void)
{
  static const struct { guint times;
                        gint64 until;
  } rows[] = {
    { 0, NOW + SECONDS (600) }, { 1, NOW + SECONDS (600) }, { 2, NOW + SECONDS (3600) },
    { 3, G_MAXINT64 }, { 4, G_MAXINT64 }, { G_MAXUINT, G_MAXINT64 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpint (paddock_policy_put_off_until (rows[i].times, NOW), ==, rows[i].until);
}

static void
test_find_server (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_world ();
  g_autoptr (PaddockIdentity) known = fixture_process ("/usr/bin/blocked");
  g_autoptr (PaddockIdentity) unknown = fixture_process ("/usr/bin/other");
  g_autoptr (PaddockIdentity) anonymous = paddock_identity_new (PADDOCK_IDENTITY_ANONYMOUS, NULL);

  g_assert_cmpstr (paddock_policy_find_server (snapshot, known)->id, ==, "blocked");
  g_assert_null (paddock_policy_find_server (snapshot, unknown));
  g_assert_null (paddock_policy_find_server (snapshot, anonymous));
}

static void
put_named_server (PaddockSnapshot *snapshot,
                  const char      *id,
                  PaddockIdentity *identity,
                  const char      *claimed_name,
                  gint64           last_seen)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = id, .identity = identity, .claimed_name = claimed_name, .last_seen = last_seen,
  });

  paddock_changes_put_server (changes, server);
  paddock_snapshot_apply (snapshot, changes);
}

static PaddockIdentity *
make_launch (const char *executable,
             const char *command)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_CLAIMED, executable },
    [PADDOCK_FACT_COMMAND] = { PADDOCK_PROOF_CLAIMED, command },
  };

  return paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
}

static void
test_find_resembling (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockIdentity) one = make_launch ("/usr/bin/node", "node one.js");
  g_autoptr (PaddockIdentity) two = make_launch ("/usr/bin/node", "node two.js");
  g_autoptr (PaddockIdentity) three = make_launch ("/usr/bin/node", "node three.js");
  g_autoptr (PaddockIdentity) python = make_launch ("/usr/bin/python3", "python3 three.py");
  g_autoptr (PaddockIdentity) process = fixture_process ("/usr/bin/node");
  g_autoptr (PaddockIdentity) anonymous = paddock_identity_new (PADDOCK_IDENTITY_ANONYMOUS, NULL);

  put_named_server (snapshot, "early", one, "Files", 10);
  put_named_server (snapshot, "late", two, "Files", 30);
  put_named_server (snapshot, "other-name", two, "Mail", 50);
  put_named_server (snapshot, "no-name", two, NULL, 60);
  put_named_server (snapshot, "anonymous", anonymous, "Files", 70);

  g_assert_cmpstr (paddock_policy_find_resembling (snapshot, three, "Files")->id, ==, "late");
  g_assert_cmpstr (paddock_policy_find_resembling (snapshot, three, "Mail")->id, ==, "other-name");
  g_assert_cmpstr (paddock_policy_find_resembling (snapshot, three, NULL)->id, ==, "no-name");
  g_assert_null (paddock_policy_find_resembling (snapshot, three, "files"));
  g_assert_null (paddock_policy_find_resembling (snapshot, python, "Files"));
  g_assert_null (paddock_policy_find_resembling (snapshot, process, "Files"));
  g_assert_null (paddock_policy_find_resembling (snapshot, anonymous, "Files"));
}

static PaddockIdentity *
make_keyed_as (PaddockIdentityKind  kind,
               const char          *executable,
               const char          *command,
               const char          *directory)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_CLAIMED, executable },
    [PADDOCK_FACT_COMMAND] = { PADDOCK_PROOF_CLAIMED, command },
    [PADDOCK_FACT_DIRECTORY] = { PADDOCK_PROOF_CLAIMED, directory },
    [PADDOCK_FACT_KEY] = { PADDOCK_PROOF_CLAIMED, "k" },
  };

  return paddock_identity_new (kind, facts);
}

static PaddockIdentity *
make_keyed (const char *executable,
            const char *command,
            const char *directory)
{
  return make_keyed_as (PADDOCK_IDENTITY_LAUNCH, executable, command, directory);
}

static void
put_standing (PaddockSnapshot *snapshot,
              const char      *directory,
              PaddockStanding  standing,
              gint64           last_seen)
{
  g_autoptr (PaddockIdentity) identity = make_keyed ("/usr/bin/npx", "npx x", directory);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = directory, .identity = identity, .standing = standing, .last_seen = last_seen,
  });

  paddock_changes_put_server (changes, server);
  paddock_snapshot_apply (snapshot, changes);
}

/* Servers with one key from several directories, as earlier versions stored them. */
static void
test_find_keyed (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockIdentity) early = make_keyed ("/usr/bin/npx", "npx x", "/early");
  g_autoptr (PaddockIdentity) other = make_keyed ("/opt/npx", "npx x", "/other");
  g_autoptr (PaddockIdentity) command = make_keyed ("/usr/bin/uvx", "uvx x", "/early");

  put_standing (snapshot, "/early", PADDOCK_STANDING_UNDECIDED, 10);
  put_standing (snapshot, "/late", PADDOCK_STANDING_UNDECIDED, 30);
  put_standing (snapshot, "/middle", PADDOCK_STANDING_UNDECIDED, 20);
  g_assert_cmpstr (paddock_policy_find_server (snapshot, early)->id, ==, "/early");
  g_assert_cmpstr (paddock_policy_find_server (snapshot, other)->id, ==, "/late");
  put_standing (snapshot, "/allowed", PADDOCK_STANDING_ALLOWED, 5);
  g_assert_cmpstr (paddock_policy_find_server (snapshot, other)->id, ==, "/allowed");
  put_standing (snapshot, "/blocked", PADDOCK_STANDING_BLOCKED, 1);
  put_standing (snapshot, "/newest", PADDOCK_STANDING_ALLOWED, 40);
  g_assert_cmpstr (paddock_policy_find_server (snapshot, other)->id, ==, "/blocked");
  g_assert_cmpstr (paddock_policy_find_server (snapshot, early)->id, ==, "/early");

  /* With another command it's another server. */
  g_assert_null (paddock_policy_find_server (snapshot, command));
}

/* A server with an unproven key gets at most what the server with this key gets, and nothing that
 * is allowed to it. */
static void
test_unproven_key (void)
{
  static const struct {
    const PaddockServer *known;
    const PaddockServer *claiming;
    const char          *claimed_command;
    PaddockAnswer        answer;
    PaddockReason        reason;
    PaddockReason        reason_of_known;
  } cases[] = {
    { &undecided, &undecided, "npx x", PADDOCK_ANSWER_ASK, PADDOCK_REASON_UNDECIDED,
      PADDOCK_REASON_UNDECIDED },
    { &allowed, &undecided, "npx x", PADDOCK_ANSWER_ASK, PADDOCK_REASON_UNDECIDED,
      PADDOCK_REASON_USER_ALLOWED },
    { &allowed, &allowed, "npx x", PADDOCK_ANSWER_LIST, PADDOCK_REASON_USER_ALLOWED,
      PADDOCK_REASON_USER_ALLOWED },
    { &undecided, &allowed, "npx x", PADDOCK_ANSWER_LIST, PADDOCK_REASON_USER_ALLOWED,
      PADDOCK_REASON_UNDECIDED },
    { &allowed, &blocked, "npx x", PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_BLOCKED,
      PADDOCK_REASON_USER_ALLOWED },
    { &blocked, &undecided, "npx x", PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_BLOCKED,
      PADDOCK_REASON_BLOCKED },
    { &blocked, &allowed, "npx x", PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_BLOCKED,
      PADDOCK_REASON_BLOCKED },
    { &blocked, &undecided, "npx y", PADDOCK_ANSWER_ASK, PADDOCK_REASON_UNDECIDED,
      PADDOCK_REASON_BLOCKED },
    { &without, &undecided, "npx x", PADDOCK_ANSWER_NOT_SUPPORTED, PADDOCK_REASON_WITHOUT_ROOTS,
      PADDOCK_REASON_WITHOUT_ROOTS },
    { &without, &allowed, "npx x", PADDOCK_ANSWER_NOT_SUPPORTED, PADDOCK_REASON_WITHOUT_ROOTS,
      PADDOCK_REASON_WITHOUT_ROOTS },
    { &put_off, &undecided, "npx x", PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_USER_PUT_OFF,
      PADDOCK_REASON_USER_PUT_OFF },
    { &put_off, &allowed, "npx x", PADDOCK_ANSWER_LIST, PADDOCK_REASON_USER_ALLOWED,
      PADDOCK_REASON_USER_PUT_OFF },
    { &undecided, &put_off, "npx x", PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_USER_PUT_OFF,
      PADDOCK_REASON_UNDECIDED },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    g_autoptr (PaddockIdentity) identity = make_keyed ("/usr/bin/npx", "npx x", "/d");
    g_autoptr (PaddockIdentity) unproven =
      make_keyed_as (PADDOCK_IDENTITY_ANONYMOUS, "/opt/npx", cases[i].claimed_command, "/e");
    PaddockServer known = *cases[i].known, claiming = *cases[i].claiming;
    g_autoptr (PaddockServer) known_server = NULL;
    g_autoptr (PaddockServer) claiming_server = NULL;
    PaddockQuery query = { "claiming", "1:1", PADDOCK_CONSENT_ASK };
    PaddockQuery query_of_known = { "known", "1:2", PADDOCK_CONSENT_ASK };
    PaddockReason reason;
    g_auto (PaddockPolicyResult) result = { 0 };

    known.id = "known";
    known.identity = identity;
    claiming.id = "claiming";
    claiming.identity = unproven;
    known_server = paddock_server_new (&known);
    claiming_server = paddock_server_new (&claiming);
    fixture_put_root (changes, "r", PADDOCK_ACCESS_READ_WRITE, 0);
    paddock_changes_put_server (changes, known_server);
    paddock_changes_put_server (changes, claiming_server);
    fixture_put_grant (changes, "known", "r", PADDOCK_ACCESS_READ_WRITE, 0, NULL);
    paddock_snapshot_apply (snapshot, changes);
    paddock_snapshot_set_availability (snapshot, "r", PADDOCK_AVAILABILITY_AVAILABLE);

    g_assert_cmpint (paddock_policy_answer (snapshot, &query, NOW, &reason), ==, cases[i].answer);
    g_assert_cmpint (reason, ==, cases[i].reason);
    result = paddock_policy_evaluate (snapshot, &query, NOW);
    g_assert_cmpint (result.answer, ==, cases[i].answer);
    g_assert_cmpuint (result.roots->len, ==, 0);
    g_assert_cmpint (result.until, ==, known.put_off_until != 0 || claiming.put_off_until != 0
                                       ? NOW + 1 : G_MAXINT64);
    /* The server with the key hears nothing of it. */
    paddock_policy_answer (snapshot, &query_of_known, NOW, &reason);
    g_assert_cmpint (reason, ==, cases[i].reason_of_known);
    g_assert_true (paddock_policy_find_server (snapshot, identity) ==
                   paddock_snapshot_get_server (snapshot, "known"));
    g_assert_null (paddock_policy_find_server (snapshot, unproven));
    g_assert_null (paddock_policy_find_resembling (snapshot, unproven, NULL));
  }
}

/* With servers that an earlier version told apart, a blocked one counts. */
static void
test_unproven_key_of_many (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockIdentity) unproven =
    make_keyed_as (PADDOCK_IDENTITY_ANONYMOUS, "/usr/bin/npx", "npx x", "/allowed");
  g_autoptr (PaddockServer) claiming = paddock_server_new (&(PaddockServer) {
    .id = "claiming", .identity = unproven,
  });
  PaddockQuery query = { "claiming", "1:1", PADDOCK_CONSENT_ASK };

  put_standing (snapshot, "/allowed", PADDOCK_STANDING_ALLOWED, 9);
  put_standing (snapshot, "/blocked", PADDOCK_STANDING_BLOCKED, 1);
  put_standing (snapshot, "/undecided", PADDOCK_STANDING_UNDECIDED, 20);
  paddock_changes_put_server (changes, claiming);
  paddock_snapshot_apply (snapshot, changes);
  g_assert_cmpint (paddock_policy_answer (snapshot, &query, NOW, NULL), ==, PADDOCK_ANSWER_EMPTY);
}

static void
test_consent_mode_nicks (void)
{
  static const char * const unknown[] = { NULL, "", "ALLOW", "allowed", "yes", "ask " };
  PaddockConsentMode mode;

  for (guint i = 0; i <= PADDOCK_CONSENT_ALLOW; i++) {
    g_assert_true (paddock_policy_consent_mode_from_nick (paddock_policy_consent_mode_to_nick (i),
                                                          &mode));
    g_assert_cmpuint (mode, ==, i);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++) {
    mode = PADDOCK_CONSENT_ALLOW;
    g_assert_false (paddock_policy_consent_mode_from_nick (unknown[i], &mode));
    g_assert_cmpuint (mode, ==, PADDOCK_CONSENT_DENY);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/policy/answer", test_answer);
  g_test_add_func ("/policy/zero-tells-nothing", test_zero_tells_nothing);
  g_test_add_func ("/policy/visible", test_visible);
  g_test_add_func ("/policy/only-available", test_only_available);
  g_test_add_func ("/policy/absent", test_absent);
  g_test_add_func ("/policy/boundary", test_boundary);
  g_test_add_func ("/policy/taken", test_taken);
  g_test_add_func ("/policy/choices", test_choices);
  g_test_add_func ("/policy/access", test_access);
  g_test_add_func ("/policy/ends", test_ends);
  g_test_add_func ("/policy/choices/until-logout", test_choices_until_logout);
  g_test_add_func ("/policy/holds-in-time", test_holds_in_time);
  g_test_add_func ("/policy/holds-in-revision", test_holds_in_revision);
  g_test_add_func ("/policy/visible-ownership", test_visible_ownership);
  g_test_add_func ("/policy/many", test_many);
  g_test_add_func ("/policy/next-expiry", test_next_expiry);
  g_test_add_func ("/policy/next-expiry-of-put-off", test_next_expiry_of_put_off);
  g_test_add_func ("/policy/put-off", test_put_off);
  g_test_add_func ("/policy/find-server", test_find_server);
  g_test_add_func ("/policy/find-resembling", test_find_resembling);
  g_test_add_func ("/policy/find-keyed", test_find_keyed);
  g_test_add_func ("/policy/unproven-key", test_unproven_key);
  g_test_add_func ("/policy/unproven-key-of-many", test_unproven_key_of_many);
  g_test_add_func ("/policy/consent-mode-nicks", test_consent_mode_nicks);
  return g_test_run ();
}
