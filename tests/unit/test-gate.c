/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "service-disk-fixture.h"

#include "paddock-limits.h"

/* The gate over a real registry: what is done at once, what becomes a question, and what an answer
 * does. */

#define CALLER "paddock (process 7)"
#define ROOTS(...) ((const char * const[]) { __VA_ARGS__, NULL })
#define NO_ROOTS ((const char * const[]) { NULL })

/* What is known: r1, and r2 to be read only; s1 may see both, nothing is decided about s2, s3 is
 * blocked. */
#define BEFORE \
  "root:r1 root:r2:ro server:s1:allowed server:s2:undecided server:s3:blocked " \
  "grant:s1/r1 grant:s1/r2"

static void
make_state (Scene *scene)
{
  g_autoptr (PaddockChangeset) changes = paddock_changeset_new ();

  scene_share (scene, "r1", "home/projects");
  scene_add_root (scene, &(PaddockRoot) { .id = "r2" }, "home/projects/deep");
  fixture_put_server (changes, "s1", PADDOCK_STANDING_ALLOWED);
  fixture_put_server (changes, "s2", PADDOCK_STANDING_UNDECIDED);
  fixture_put_server (changes, "s3", PADDOCK_STANDING_BLOCKED);
  fixture_put_grant (changes, "s1", "r1", PADDOCK_ACCESS_READ_WRITE, 0, NULL);
  fixture_put_grant (changes, "s1", "r2", PADDOCK_ACCESS_READ_WRITE, 0, NULL);
  scene_commit (scene, changes);
  scene_assert_state (scene, BEFORE);
}

/* All that was is gone, questions too. */
static void
unmake_state (Scene *scene)
{
  g_autoptr (PaddockChangeset) changes = paddock_changeset_new ();
  GPtrArray *roots = paddock_ledger_get_roots (scene->ledger);
  GPtrArray *servers = paddock_ledger_get_servers (scene->ledger);
  GPtrArray *requests = paddock_consent_queue_get_requests (scene->queue);

  while (requests->len > 0) {
    g_autofree char *id = g_strdup (((PaddockRequest *) requests->pdata[0])->id);

    paddock_consent_queue_finish (scene->queue, id, PADDOCK_VERDICT_DENY, PADDOCK_REASON_NONE);
  }
  for (guint i = 0; i < roots->len; i++)
    paddock_changeset_drop_root (changes, ((PaddockRoot *) roots->pdata[i])->id);
  for (guint i = 0; i < servers->len; i++)
    paddock_changeset_drop_server (changes, ((PaddockServer *) servers->pdata[i])->id);
  scene_commit (scene, changes);
}

static PaddockRequest *
get_only_request (Scene *scene)
{
  GPtrArray *requests = paddock_consent_queue_get_requests (scene->queue);

  g_assert_cmpuint (requests->len, ==, 1);
  return g_ptr_array_index (requests, 0);
}

static void
assert_waiting (Scene *scene,
                guint  expected)
{
  g_assert_cmpuint (paddock_consent_queue_get_requests (scene->queue)->len, ==, expected);
}

typedef struct {
  const char         *name;
  PaddockWish         wish;         /* a template */
  gboolean            widens;
  PaddockRequestKind  kind;         /* of the question, if it widens */
  const char         *after;        /* the state when it was carried out */
} WishCase;

#define S1_AND_S2 "server:s1:allowed server:s2:undecided "
#define SERVERS S1_AND_S2 "server:s3:blocked "
#define R1_AND_R2 "root:r1 root:r2:ro "

static const WishCase wish_cases[] = {
  { "remove", { PADDOCK_WISH_REMOVE_ROOTS, .root_ids = (GStrv) ROOTS ("r1", "r2") },
    FALSE, 0, "server:s1:allowed server:s2:undecided server:s3:blocked" },
  { "make read-only",
    { PADDOCK_WISH_CHANGE_ROOT, .root_ids = (GStrv) ROOTS ("r1"), .has_access = TRUE },
    FALSE, 0, "root:r1:ro root:r2:ro " SERVERS "grant:s1/r1 grant:s1/r2" },
  { "rename",
    { PADDOCK_WISH_CHANGE_ROOT, .root_ids = (GStrv) ROOTS ("r1"), .has_name = TRUE,
      .name = (char *) "Notes" },
    FALSE, 0, BEFORE },
  { "make a root read-write that is granted so",
    { PADDOCK_WISH_CHANGE_ROOT, .root_ids = (GStrv) ROOTS ("r2"), .has_access = TRUE,
      .access = PADDOCK_ACCESS_READ_WRITE },
    TRUE, PADDOCK_REQUEST_CHANGE_ROOT, "root:r1 root:r2 " SERVERS "grant:s1/r1 grant:s1/r2" },
  { "revoke one", { PADDOCK_WISH_REVOKE, (char *) "s1", (GStrv) ROOTS ("r1") },
    FALSE, 0, R1_AND_R2 SERVERS "grant:s1/r2" },
  { "revoke all", { PADDOCK_WISH_REVOKE, (char *) "s1" },
    FALSE, 0, R1_AND_R2 "server:s1:allowed server:s2:undecided server:s3:blocked" },
  { "block", { PADDOCK_WISH_BLOCK, (char *) "s1" },
    FALSE, 0, R1_AND_R2 "server:s1:blocked server:s2:undecided server:s3:blocked" },
  { "forget an allowed server", { PADDOCK_WISH_FORGET, (char *) "s1" },
    FALSE, 0, R1_AND_R2 "server:s2:undecided server:s3:blocked" },
  { "grant to who has it already, to read",
    { PADDOCK_WISH_GRANT, (char *) "s1", (GStrv) ROOTS ("r1"), .has_access = TRUE,
      .duration = { .kind = PADDOCK_DURATION_UNTIL_REVOKED } },
    FALSE, 0, R1_AND_R2 SERVERS "grant:s1/r1:ro grant:s1/r2" },
  { "grant",
    { PADDOCK_WISH_GRANT, (char *) "s2", (GStrv) ROOTS ("r2", "r1"),
      .duration = { .kind = PADDOCK_DURATION_UNTIL_REVOKED } },
    TRUE, PADDOCK_REQUEST_GRANT,
    R1_AND_R2 "server:s1:allowed server:s2:allowed server:s3:blocked "
    "grant:s1/r1 grant:s1/r2 grant:s2/r2:ro grant:s2/r1" },
  { "grant to a blocked server",
    { PADDOCK_WISH_GRANT, (char *) "s3", (GStrv) ROOTS ("r1"),
      .duration = { .kind = PADDOCK_DURATION_UNTIL_REVOKED } },
    TRUE, PADDOCK_REQUEST_GRANT,
    R1_AND_R2 S1_AND_S2 "server:s3:allowed grant:s1/r1 grant:s1/r2 grant:s3/r1" },
  { "unblock", { PADDOCK_WISH_UNBLOCK, (char *) "s3" },
    TRUE, PADDOCK_REQUEST_UNBLOCK,
    R1_AND_R2 S1_AND_S2 "server:s3:undecided grant:s1/r1 grant:s1/r2" },
  { "forget a blocked server", { PADDOCK_WISH_FORGET, (char *) "s3" },
    TRUE, PADDOCK_REQUEST_UNBLOCK,
    R1_AND_R2 S1_AND_S2 "grant:s1/r1 grant:s1/r2" },
};

static PaddockWish *
copy_wish (const PaddockWish *template)
{
  PaddockWish *wish = paddock_wish_new (template->kind, template->server_id,
                                        (const char * const *) template->root_ids);

  wish->has_access = template->has_access;
  wish->access = template->access;
  wish->duration = template->duration;
  wish->has_name = template->has_name;
  wish->name = g_strdup (template->name);
  wish->has_expires = template->has_expires;
  wish->expires = template->expires;
  return wish;
}

typedef enum {
  AGENT_IS_THERE,
  AGENT_COMES,
  AGENT_STAYS_AWAY,
  NO_AGENT,
  N_AGENTS,
} AgentCase;

/* The rules at the top of paddock-gate.c. */
static gboolean
is_to_be_asked (const WishCase *wish_case,
                const char     *caller,
                AgentCase       agent_case,
                gboolean        asks)
{
  return wish_case->widens && caller != NULL && asks &&
         (agent_case == AGENT_IS_THERE || agent_case == AGENT_COMES);
}

static PaddockReason
reason_of (const WishCase *wish_case,
           const char     *caller)
{
  if (!wish_case->widens)
    return PADDOCK_REASON_USER_DENIED;
  return caller == NULL ? PADDOCK_REASON_USER_ALLOWED : PADDOCK_REASON_COMMAND_ALLOWED;
}

static void
check_wish (Scene          *scene,
            const WishCase *wish_case,
            const char     *caller,
            AgentCase       agent_case,
            gboolean        asks)
{
  g_autoptr (TestAgent) agent = g_object_new (TEST_TYPE_AGENT, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;
  gboolean is_asked = is_to_be_asked (wish_case, caller, agent_case, asks);
  PaddockReason reason = is_asked ? PADDOCK_REASON_UNDECIDED : reason_of (wish_case, caller);
  guint n_rows;

  g_test_message ("%s, %s, agent %d, asks %d", wish_case->name, caller != NULL ? caller : "window",
                  (int) agent_case, asks);
  make_state (scene);
  agent->is_available = agent_case == AGENT_IS_THERE;
  agent->comes = agent_case == AGENT_COMES;
  paddock_gate_set_agent (scene->gate,
                          agent_case == NO_AGENT ? NULL : PADDOCK_CONSENT_AGENT (agent));
  paddock_gate_set_ask (scene->gate, asks);
  n_rows = scene_count_rows_of (scene, reason, caller);
  id = scene_submit (scene, copy_wish (&wish_case->wish), caller, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (scene_count_rows_of (scene, reason, caller), >, n_rows);

  if (is_asked) {
    const PaddockRequest *request = get_only_request (scene);

    g_assert_cmpstr (id, ==, request->id);
    g_assert_cmpint (request->kind, ==, wish_case->kind);
    g_assert_cmpstr (request->caller, ==, caller);
    g_assert_cmpstr (request->server_id, ==, wish_case->wish.server_id);
    scene_assert_state (scene, BEFORE);
    g_assert_cmpuint (agent->n_summoned, ==, agent_case == AGENT_COMES);
  } else {
    g_assert_cmpstr (id, ==, "");
    assert_waiting (scene, 0);
    scene_assert_state (scene, wish_case->after);
    g_assert_cmpuint (agent->n_summoned, ==, wish_case->widens && caller != NULL && asks &&
                      agent_case == AGENT_STAYS_AWAY);
  }
  unmake_state (scene);
}

static void
test_matrix (gconstpointer data)
{
  const WishCase *wish_case = data;
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  const char *callers[] = { NULL, CALLER };

  for (gsize i = 0; i < G_N_ELEMENTS (callers); i++) {
    for (AgentCase agent_case = 0; agent_case < N_AGENTS; agent_case++) {
      check_wish (scene, wish_case, callers[i], agent_case, TRUE);
      check_wish (scene, wish_case, callers[i], agent_case, FALSE);
    }
  }
}

static Scene *
set_up_with_agent (TestAgent **out_agent)
{
  Scene *scene = scene_new (PADDOCK_CONSENT_ASK);

  make_state (scene);
  *out_agent = g_object_new (TEST_TYPE_AGENT, NULL);
  (*out_agent)->is_available = TRUE;
  paddock_gate_set_agent (scene->gate, PADDOCK_CONSENT_AGENT (*out_agent));
  return scene;
}

/* In place of roots: the wish of a caller, all of it. */
#define AS_ASKED NULL

static GStrv
answer_as (Scene               *scene,
           const char          *id,
           guint                serial,
           PaddockVerdict       verdict,
           PaddockDuration      duration,
           const char * const  *root_ids,
           GError             **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (PaddockDecision) decision = NULL;
  PaddockDecisionRoot roots[8] = { { NULL, 0 } };
  gsize n = 0;

  for (; root_ids != NULL && root_ids[n] != NULL; n++)
    roots[n] = (PaddockDecisionRoot) { root_ids[n], PADDOCK_ACCESS_READ_WRITE };
  decision = paddock_decision_new (&(PaddockDecision) {
    .request_id = id, .serial = serial, .verdict = verdict, .duration = duration, .roots = roots,
    .n_roots = n, .as_asked = root_ids == AS_ASKED,
    .reason = verdict == PADDOCK_VERDICT_ALLOW ? PADDOCK_REASON_USER_ALLOWED
                                               : PADDOCK_REASON_USER_DENIED,
  });
  paddock_gate_answer_async (scene->gate, decision, on_result, &result);
  WAIT_FOR (result != NULL);
  return paddock_gate_answer_finish (scene->gate, result, error);
}

#define FOR_EVER ((PaddockDuration) { .kind = PADDOCK_DURATION_UNTIL_REVOKED })
#define THIS_SESSION ((PaddockDuration) { .kind = PADDOCK_DURATION_SESSION })

/* The answer to what waits; what was left out, with spaces between. */
static char *
answer (Scene              *scene,
        PaddockVerdict      verdict,
        PaddockDuration     duration,
        const char * const *root_ids)
{
  const PaddockRequest *request = get_only_request (scene);
  g_autofree char *id = g_strdup (request->id);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) left_out = answer_as (scene, id, request->serial, verdict, duration, root_ids,
                                       &error);

  g_assert_no_error (error);
  return g_strjoinv (" ", left_out);
}

static void
ask_roots (Scene      *scene,
           const char *server_id)
{
  const PaddockServer *server = paddock_ledger_get_server (scene->ledger, server_id);
  PaddockRequest template = {
    .kind = PADDOCK_REQUEST_ROOTS, .server_id = server_id, .identity = server->identity,
    .sessions = 1,
  };

  g_assert_nonnull (paddock_consent_queue_ask (scene->queue, &template, NULL));
}

static void
on_finished (PaddockConsentQueue *queue,
             const char          *id,
             PaddockVerdict       verdict,
             PaddockReason        reason,
             GString             *text)
{
  g_string_append_printf (text, "%s:%s ", paddock_verdict_to_nick (verdict),
                          paddock_reason_to_nick (reason));
}

#define AFTER_BOTH \
  R1_AND_R2 "server:s1:allowed server:s2:allowed server:s3:blocked " \
  "grant:s1/r1 grant:s1/r2 grant:s2/r1 grant:s2/r2:ro"

/* How the question of s2 is answered, and what comes of it. */
static const struct {
  const char         *name;
  const char         *missing;      /* the root that is not there */
  PaddockVerdict      verdict;
  const char * const *roots;
  const char         *left_out;
  const char         *finished;
  const char         *after;
} answers[] = {
  { "both", NULL, PADDOCK_VERDICT_ALLOW, ROOTS ("r1", "r2"), "", "allow:user-allowed ",
    AFTER_BOTH },
  { "one of them", NULL, PADDOCK_VERDICT_ALLOW, ROOTS ("r1"), "", "allow:user-allowed ",
    R1_AND_R2 "server:s1:allowed server:s2:allowed server:s3:blocked "
    "grant:s1/r1 grant:s1/r2 grant:s2/r1" },
  { "one is missing", "r2", PADDOCK_VERDICT_ALLOW, ROOTS ("r1", "r2"), "r2", "allow:user-allowed ",
    R1_AND_R2 "server:s1:allowed server:s2:allowed server:s3:blocked "
    "grant:s1/r1 grant:s1/r2 grant:s2/r1" },
  { "one does not exist", NULL, PADDOCK_VERDICT_ALLOW, ROOTS ("r9", "r1", "r2"), "r9",
    "allow:user-allowed ", AFTER_BOTH },
  { "what is missing alone", "r2", PADDOCK_VERDICT_ALLOW, ROOTS ("r2"), "r2", "", BEFORE },
  { "only what does not exist", NULL, PADDOCK_VERDICT_ALLOW, ROOTS ("r9", "s2"), "r9 s2", "",
    BEFORE },
  { "nothing", NULL, PADDOCK_VERDICT_ALLOW, NO_ROOTS, "", "not-now:user-denied ", NULL },
  { "not now", NULL, PADDOCK_VERDICT_NOT_NOW, ROOTS ("r1"), "", "not-now:user-put-off ", NULL },
  { "deny", NULL, PADDOCK_VERDICT_DENY, ROOTS ("r1"), "", "not-now:user-denied ", NULL },
  { "no verdict that there is", NULL, (PaddockVerdict) 9, ROOTS ("r1"), "",
    "not-now:user-denied ", NULL },
  { "block", NULL, PADDOCK_VERDICT_BLOCK, ROOTS ("r1"), "", "block:user-denied ",
    R1_AND_R2 "server:s1:allowed server:s2:blocked server:s3:blocked grant:s1/r1 grant:s1/r2" },
};

static void
test_answers (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++) {
    g_autoptr (TestAgent) agent = NULL;
    g_autoptr (Scene) scene = set_up_with_agent (&agent);
    g_autoptr (GString) finished = g_string_new (NULL);
    g_autofree char *left_out = NULL;
    const PaddockServer *server;

    g_test_message ("%s", answers[i].name);
    ask_roots (scene, "s2");
    g_signal_connect (scene->queue, "finished", G_CALLBACK (on_finished), finished);
    if (answers[i].missing != NULL)
      tree_rename (scene->tree, "home/projects/deep", "home/elsewhere");

    left_out = answer (scene, answers[i].verdict, FOR_EVER, answers[i].roots);
    g_assert_cmpstr (left_out, ==, answers[i].left_out);
    g_assert_cmpstr (finished->str, ==, answers[i].finished);
    assert_waiting (scene, *answers[i].finished == '\0');

    server = paddock_ledger_get_server (scene->ledger, "s2");
    g_assert_cmpuint (server->times_put_off, ==, answers[i].after == NULL);
    if (answers[i].after != NULL)
      scene_assert_state (scene, answers[i].after);
    else
      scene_assert_grants (scene, "grant:s1/r1 grant:s1/r2");
  }
}

/* With all folders left out the question stays as it was: once they are back it can be answered. */
static void
test_left_out_and_back (void)
{
  g_autoptr (TestAgent) agent = NULL;
  g_autoptr (Scene) scene = set_up_with_agent (&agent);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  ask_roots (scene, "s2");
  tree_rename (scene->tree, "home/projects/deep", "home/elsewhere");
  first = answer (scene, PADDOCK_VERDICT_ALLOW, FOR_EVER, ROOTS ("r2"));
  g_assert_cmpstr (first, ==, "r2");
  tree_rename (scene->tree, "home/elsewhere", "home/projects/deep");
  second = answer (scene, PADDOCK_VERDICT_ALLOW, FOR_EVER, ROOTS ("r2"));
  g_assert_cmpstr (second, ==, "");
  scene_assert_grants (scene, "grant:s1/r1 grant:s1/r2 grant:s2/r2:ro");
}

static void
test_answers_to_nothing (void)
{
  g_autoptr (TestAgent) agent = NULL;
  g_autoptr (Scene) scene = set_up_with_agent (&agent);
  const PaddockVerdict verdicts[] = {
    PADDOCK_VERDICT_ALLOW, PADDOCK_VERDICT_NOT_NOW, PADDOCK_VERDICT_BLOCK, PADDOCK_VERDICT_DENY,
  };
  const PaddockRequest *request;

  ask_roots (scene, "s2");
  request = get_only_request (scene);
  for (gsize i = 0; i < G_N_ELEMENTS (verdicts); i++) {
    g_autoptr (GError) stale = NULL;
    g_autoptr (GError) unknown = NULL;

    g_assert_null (answer_as (scene, request->id, request->serial + 1, verdicts[i], FOR_EVER,
                              ROOTS ("r1"), &stale));
    g_assert_error (stale, PADDOCK_ERROR, PADDOCK_ERROR_STALE);
    g_assert_null (answer_as (scene, "nothing", request->serial, verdicts[i], FOR_EVER,
                              ROOTS ("r1"), &unknown));
    g_assert_error (unknown, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND);
  }
  scene_assert_state (scene, BEFORE);
  assert_waiting (scene, 1);
}

typedef void (*Meanwhile) (Scene      *scene,
                           const char *id);

static void
change_question (Scene      *scene,
                 const char *id)
{
  g_assert_cmpstr (paddock_consent_queue_ask (scene->queue, &(PaddockRequest) {
    .server_id = "s2", .server = "another name",
  }, NULL), ==, id);
}

static void
lose_sessions (Scene      *scene,
               const char *id)
{
  paddock_consent_queue_set_sessions (scene->queue, "s2", 0);
}

/* Between the answer and the change the disk is asked; what happens meanwhile counts. */
static void
test_question_changes_while_looking (void)
{
  const struct {
    Meanwhile meanwhile;
    int       code;
  } cases[] = {
    { change_question, PADDOCK_ERROR_STALE },
    { lose_sessions, PADDOCK_ERROR_NOT_FOUND },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TestAgent) agent = NULL;
    g_autoptr (Scene) scene = set_up_with_agent (&agent);
    g_autoptr (GAsyncResult) result = NULL;
    g_autoptr (PaddockDecision) decision = NULL;
    g_autoptr (GError) error = NULL;
    PaddockDecisionRoot root = { "r1", PADDOCK_ACCESS_READ_WRITE };

    ask_roots (scene, "s2");
    decision = paddock_decision_new (&(PaddockDecision) {
      .request_id = get_only_request (scene)->id, .serial = get_only_request (scene)->serial,
      .verdict = PADDOCK_VERDICT_ALLOW, .reason = PADDOCK_REASON_USER_ALLOWED,
      .duration = FOR_EVER, .roots = &root, .n_roots = 1,
    });
    paddock_gate_answer_async (scene->gate, decision, on_result, &result);
    cases[i].meanwhile (scene, decision->request_id);
    WAIT_FOR (result != NULL);
    g_assert_null (paddock_gate_answer_finish (scene->gate, result, &error));
    g_assert_error (error, PADDOCK_ERROR, cases[i].code);
    scene_assert_state (scene, BEFORE);
  }
}

static char *
find_scope (const char *server_id,
            gpointer    user_data)
{
  return g_strdup (user_data);
}

static void
test_anonymous_for_this_session_only (void)
{
  const PaddockDuration longer[] = {
    { .kind = PADDOCK_DURATION_HOUR },
    { .kind = PADDOCK_DURATION_TODAY },
    { .kind = PADDOCK_DURATION_UNTIL_REVOKED },
    { PADDOCK_DURATION_TIMED, 1 },
  };
  g_autoptr (TestAgent) agent = NULL;
  g_autoptr (Scene) scene = set_up_with_agent (&agent);
  g_autofree char *left_out = NULL;
  const PaddockRequest *request;

  scene_meet_anonymous (scene, "s4");
  ask_roots (scene, "s4");
  request = get_only_request (scene);
  for (gsize i = 0; i < G_N_ELEMENTS (longer); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (answer_as (scene, request->id, request->serial, PADDOCK_VERDICT_ALLOW, longer[i],
                              ROOTS ("r1"), &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED);
  }
  assert_waiting (scene, 1);
  scene_assert_grants (scene, "grant:s1/r1 grant:s1/r2");

  paddock_gate_set_scope_finder (scene->gate, find_scope, (gpointer) "a b");
  left_out = answer (scene, PADDOCK_VERDICT_ALLOW, THIS_SESSION, ROOTS ("r1"));
  scene_assert_grants (scene, "grant:s1/r1 grant:s1/r2 grant:s4/r1#a b");
  assert_waiting (scene, 0);
}

/* "This session" of a server that has none is for nobody, and is no answer. */
static void
test_session_without_processes (void)
{
  g_autoptr (TestAgent) agent = NULL;
  g_autoptr (Scene) scene = set_up_with_agent (&agent);
  g_autoptr (GError) error = NULL;
  const PaddockRequest *request;

  paddock_gate_set_scope_finder (scene->gate, NULL, NULL);
  ask_roots (scene, "s2");
  request = get_only_request (scene);
  g_assert_null (answer_as (scene, request->id, request->serial, PADDOCK_VERDICT_ALLOW,
                            THIS_SESSION, ROOTS ("r1"), &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND);
  scene_assert_state (scene, BEFORE);
  assert_waiting (scene, 1);
}

static void
test_answers_to_wishes (void)
{
  const PaddockVerdict refusals[] = {
    PADDOCK_VERDICT_DENY, PADDOCK_VERDICT_NOT_NOW, PADDOCK_VERDICT_BLOCK,
  };
  g_autoptr (TestAgent) agent = NULL;
  g_autoptr (Scene) scene = set_up_with_agent (&agent);
  guint n_refused = 0, n_allowed = 0, n_rows;

  for (gsize i = 0; i < G_N_ELEMENTS (wish_cases); i++) {
    const WishCase *wish_case = &wish_cases[i];
    g_autofree char *nothing = NULL;

    if (!wish_case->widens)
      continue;
    g_test_message ("%s", wish_case->name);
    for (gsize j = 0; j < G_N_ELEMENTS (refusals); j++) {
      g_autofree char *id = scene_submit (scene, copy_wish (&wish_case->wish), CALLER, NULL);
      g_autofree char *left_out = answer (scene, refusals[j], FOR_EVER, AS_ASKED);

      g_assert_cmpstr (left_out, ==, "");
      assert_waiting (scene, 0);
      scene_assert_state (scene, BEFORE);
      g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_WIDENING_REFUSED,
                                          PADDOCK_REASON_USER_DENIED), ==, ++n_refused);
    }

    g_free (scene_submit (scene, copy_wish (&wish_case->wish), CALLER, NULL));
    nothing = answer (scene, PADDOCK_VERDICT_ALLOW, FOR_EVER, AS_ASKED);
    assert_waiting (scene, 0);
    scene_assert_state (scene, wish_case->after);
    n_rows = scene_count_rows_of (scene, PADDOCK_REASON_USER_ALLOWED, CALLER);
    g_assert_cmpuint (n_rows, >, n_allowed);
    n_allowed = n_rows;
    unmake_state (scene);
    make_state (scene);
  }
}

/* The same wish again is the same question, and done once. */
static void
test_same_wish_again (void)
{
  g_autoptr (TestAgent) agent = NULL;
  g_autoptr (Scene) scene = set_up_with_agent (&agent);
  PaddockWish template = { PADDOCK_WISH_UNBLOCK, (char *) "s3" };
  g_autofree char *first = scene_submit (scene, copy_wish (&template), CALLER, NULL);
  g_autofree char *second = scene_submit (scene, copy_wish (&template), CALLER, NULL);
  g_autofree char *left_out = NULL;

  g_assert_cmpstr (first, ==, second);
  left_out = answer (scene, PADDOCK_VERDICT_ALLOW, FOR_EVER, AS_ASKED);
  g_assert_cmpint (scene_get_standing (scene, "s3"), ==, PADDOCK_STANDING_UNDECIDED);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_UNBLOCKED, PADDOCK_REASON_NONE), ==, 1);
}

#define NO_END { PADDOCK_WISH_CHANGE_ROOT, .root_ids = (GStrv) ROOTS ("r1"), .has_expires = TRUE }

/* Two wishes that differ in what the question shows are two questions. Where they differ in more,
 * what was asked first is what is answered. */
static void
test_wish_is_not_exchanged (void)
{
  const struct {
    PaddockWish first;
    PaddockWish second;
    gboolean    is_busy;
  } pairs[] = {
    { { PADDOCK_WISH_UNBLOCK, (char *) "s3" }, { PADDOCK_WISH_FORGET, (char *) "s3" }, FALSE },
    { NO_END, { PADDOCK_WISH_CHANGE_ROOT, .root_ids = (GStrv) ROOTS ("r1"), .has_expires = TRUE,
                .expires = G_MAXINT64 }, FALSE },
    { NO_END, { PADDOCK_WISH_CHANGE_ROOT, .root_ids = (GStrv) ROOTS ("r1"), .has_expires = TRUE,
                .has_name = TRUE, .name = (char *) "Notes" }, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++) {
    g_autoptr (TestAgent) agent = NULL;
    g_autoptr (Scene) scene = set_up_with_agent (&agent);
    PaddockWish limit = { PADDOCK_WISH_CHANGE_ROOT, .root_ids = (GStrv) ROOTS ("r1"),
                          .has_expires = TRUE, .expires = g_get_real_time () + G_TIME_SPAN_HOUR };
    g_autofree char *limited = scene_submit (scene, copy_wish (&limit), NULL, NULL);
    g_autofree char *first = NULL;
    g_autofree char *second = NULL;
    g_autoptr (GError) error = NULL;

    g_assert_cmpstr (limited, ==, "");
    first = scene_submit (scene, copy_wish (&pairs[i].first), CALLER, NULL);
    second = scene_submit (scene, copy_wish (&pairs[i].second), CALLER, &error);
    g_assert_cmpstr (first, !=, "");
    g_assert_cmpstr (first, !=, second);
    assert_waiting (scene, pairs[i].is_busy ? 1 : 2);
    if (pairs[i].is_busy) {
      g_autofree char *left_out = NULL;

      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_BUSY);
      left_out = answer (scene, PADDOCK_VERDICT_ALLOW, FOR_EVER, AS_ASKED);
      scene_assert_state (scene, BEFORE);
      g_assert_null (paddock_ledger_get_root (scene->ledger, "r1")->name);
    }
  }
}

/* A wish is carried out on what is known when it is allowed. */
static void
test_forgotten_meanwhile (void)
{
  g_autoptr (TestAgent) agent = NULL;
  g_autoptr (Scene) scene = set_up_with_agent (&agent);
  PaddockWish *grant = paddock_wish_new (PADDOCK_WISH_GRANT, "s2", ROOTS ("r1"));
  g_autofree char *asked = NULL;
  g_autofree char *done = NULL;
  g_autofree char *left_out = NULL;

  grant->duration = FOR_EVER;
  asked = scene_submit (scene, grant, CALLER, NULL);
  done = scene_submit (scene, paddock_wish_new (PADDOCK_WISH_FORGET, "s2", NULL), CALLER, NULL);
  g_assert_cmpstr (done, ==, "");
  left_out = answer (scene, PADDOCK_VERDICT_ALLOW, FOR_EVER, AS_ASKED);
  scene_assert_state (scene,
                      R1_AND_R2 "server:s1:allowed server:s3:blocked grant:s1/r1 grant:s1/r2");
}

/* What is done about a server answers its own question too. */
static void
test_settled_questions (void)
{
  const struct {
    PaddockWish  wish;
    const char  *finished;
  } cases[] = {
    { { PADDOCK_WISH_GRANT, (char *) "s2", (GStrv) ROOTS ("r1"), .duration = FOR_EVER },
      "allow:superseded " },
    { { PADDOCK_WISH_BLOCK, (char *) "s2" }, "block:blocked " },
    { { PADDOCK_WISH_FORGET, (char *) "s2" }, "deny:superseded " },
    { { PADDOCK_WISH_REVOKE, (char *) "s2" }, "" },
    { { PADDOCK_WISH_BLOCK, (char *) "s1" }, "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TestAgent) agent = NULL;
    g_autoptr (Scene) scene = set_up_with_agent (&agent);
    g_autoptr (GString) finished = g_string_new (NULL);
    g_autofree char *id = NULL;

    ask_roots (scene, "s2");
    g_signal_connect (scene->queue, "finished", G_CALLBACK (on_finished), finished);
    id = scene_submit (scene, copy_wish (&cases[i].wish), NULL, NULL);
    g_assert_cmpstr (id, ==, "");
    g_assert_cmpstr (finished->str, ==, cases[i].finished);
  }
}

static void
test_too_many_questions (void)
{
  g_autoptr (TestAgent) agent = NULL;
  g_autoptr (Scene) scene = set_up_with_agent (&agent);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < PADDOCK_LIMIT_WISHES_PER_CALLER; i++) {
    g_autofree char *server_id = g_strdup_printf ("server %u", i);
    PaddockRequest template = { NULL, 0, PADDOCK_REQUEST_UNBLOCK, .server_id = server_id,
                                .caller = CALLER };

    g_assert_nonnull (paddock_consent_queue_ask (scene->queue, &template, NULL));
  }
  g_assert_null (scene_submit (scene, paddock_wish_new (PADDOCK_WISH_UNBLOCK, "s3", NULL), CALLER,
                               &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
  scene_assert_state (scene, BEFORE);
}

/* A disk that takes no servers any more: whatever fails leaves everything as it was. */
static void
test_store_fails (void)
{
  g_autoptr (TestAgent) agent = NULL;
  g_autoptr (Scene) scene = set_up_with_agent (&agent);
  g_autofree char *wish_id = NULL;
  g_autofree char *left_out = NULL;
  const PaddockRequest *request;
  PaddockVerdict verdicts[] = {
    PADDOCK_VERDICT_ALLOW, PADDOCK_VERDICT_NOT_NOW, PADDOCK_VERDICT_BLOCK,
  };
  g_autoptr (GError) error = NULL;

  scene_fail_on (scene, "fail_1", "INSERT ON servers");
  scene_fail_on (scene, "fail_2", "UPDATE ON servers");
  g_assert_null (scene_submit (scene, paddock_wish_new (PADDOCK_WISH_BLOCK, "s1", NULL), NULL,
                               &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  scene_assert_state (scene, BEFORE);

  ask_roots (scene, "s2");
  request = get_only_request (scene);
  for (gsize i = 0; i < G_N_ELEMENTS (verdicts); i++) {
    g_autoptr (GError) failed = NULL;

    g_assert_null (answer_as (scene, request->id, request->serial, verdicts[i], FOR_EVER,
                              ROOTS ("r1", "r2"), &failed));
    g_assert_error (failed, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
    scene_assert_state (scene, BEFORE);
    assert_waiting (scene, 1);
  }
  paddock_consent_queue_finish_server (scene->queue, "s2", PADDOCK_VERDICT_DENY,
                                       PADDOCK_REASON_NONE);

  wish_id = scene_submit (scene, paddock_wish_new (PADDOCK_WISH_UNBLOCK, "s3", NULL), CALLER, NULL);
  request = get_only_request (scene);
  {
    g_autoptr (GError) failed = NULL;

    g_assert_null (answer_as (scene, wish_id, request->serial, PADDOCK_VERDICT_ALLOW, FOR_EVER,
                              AS_ASKED, &failed));
    g_assert_error (failed, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  }
  scene_assert_state (scene, BEFORE);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_BLOCKED, 0), ==, 0);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_GRANTED, 0), ==, 0);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_UNBLOCKED, 0), ==, 0);

  /* Once it can be written again the same question is answered. */
  scene_run_sql (scene, "DROP TRIGGER fail_1");
  scene_run_sql (scene, "DROP TRIGGER fail_2");
  left_out = answer (scene, PADDOCK_VERDICT_ALLOW, FOR_EVER, AS_ASKED);
  g_assert_cmpint (scene_get_standing (scene, "s3"), ==, PADDOCK_STANDING_UNDECIDED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (wish_cases); i++) {
    g_autofree char *path = g_strconcat ("/gate/matrix/", wish_cases[i].name, NULL);

    g_test_add_data_func (g_strdelimit (path, " ,", '-'), &wish_cases[i], test_matrix);
  }
  g_test_add_func ("/gate/answers", test_answers);
  g_test_add_func ("/gate/left-out-and-back", test_left_out_and_back);
  g_test_add_func ("/gate/answers-to-nothing", test_answers_to_nothing);
  g_test_add_func ("/gate/question-changes-while-looking", test_question_changes_while_looking);
  g_test_add_func ("/gate/anonymous-for-this-session-only", test_anonymous_for_this_session_only);
  g_test_add_func ("/gate/session-without-processes", test_session_without_processes);
  g_test_add_func ("/gate/answers-to-wishes", test_answers_to_wishes);
  g_test_add_func ("/gate/same-wish-again", test_same_wish_again);
  g_test_add_func ("/gate/wish-is-not-exchanged", test_wish_is_not_exchanged);
  g_test_add_func ("/gate/forgotten-meanwhile", test_forgotten_meanwhile);
  g_test_add_func ("/gate/settled-questions", test_settled_questions);
  g_test_add_func ("/gate/too-many-questions", test_too_many_questions);
  g_test_add_func ("/gate/store-fails", test_store_fails);
  return g_test_run ();
}
