/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "service-gate-fixture.h"

/* What an answer to a question does: answers that count, that come too late, and that say more than
 * they may. */

#define AFTER_BOTH \
  R1_AND_R2 "server:s1:allowed server:s2:allowed server:s3:blocked " \
  "grant:s1/r1 grant:s1/r2 grant:s2/r1 grant:s2/r2:ro"

/* The answer to the question of s2, and its result. */
static const struct {
  const char         *name;
  const char         *missing;      /* a root that is missing */
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

    server = paddock_snapshot_get_server (scene->snapshot, "s2");
    g_assert_cmpuint (server->times_put_off, ==, answers[i].after == NULL);
    if (answers[i].after != NULL)
      scene_assert_state (scene, answers[i].after);
    else
      scene_assert_grants (scene, "grant:s1/r1 grant:s1/r2");
  }
}

/* With all folders left out, the question stays as it was: when they are back, it can be
 * answered. */
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
  const PaddockPrompt *prompt;

  ask_roots (scene, "s2");
  prompt = get_only_request (scene);
  for (gsize i = 0; i < G_N_ELEMENTS (verdicts); i++) {
    g_autoptr (GError) stale = NULL;
    g_autoptr (GError) unknown = NULL;

    g_assert_null (answer_as (scene, prompt->id, prompt->serial + 1, verdicts[i], FOR_EVER,
                              ROOTS ("r1"), &stale));
    g_assert_error (stale, PADDOCK_ERROR, PADDOCK_ERROR_STALE);
    g_assert_null (answer_as (scene, "nothing", prompt->serial, verdicts[i], FOR_EVER,
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
  g_assert_cmpstr (paddock_prompts_ask (scene->queue, &(PaddockPrompt) {
    .server_id = "s2", .server = "another name",
  }, NULL, NULL), ==, id);
}

static void
lose_sessions (Scene      *scene,
               const char *id)
{
  paddock_prompts_set_sessions (scene->queue, "s2", 0);
}

/* Between the answer and the change the disk is asked. What happens meanwhile counts. */
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

/* After "Share", somebody removes the folder while Paddock looks at it. It counts as left out, and
 * a server that got nothing still has its question. */
static void
test_removed_while_looked_at (void)
{
  g_autoptr (TestAgent) agent = NULL;
  g_autoptr (Scene) scene = set_up_with_agent (&agent);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) removal = NULL;
  g_autoptr (PaddockDecision) decision = NULL;
  g_auto (GStrv) left_out = NULL;
  g_autofree char *request_id = NULL;
  const PaddockPrompt *prompt;
  PaddockDecisionRoot roots[] = { { "r2", PADDOCK_ACCESS_READ_WRITE } };

  ask_roots (scene, "s2");
  prompt = get_only_request (scene);
  decision = paddock_decision_new (&(PaddockDecision) {
    .request_id = prompt->id, .serial = prompt->serial, .verdict = PADDOCK_VERDICT_ALLOW,
    .reason = PADDOCK_REASON_USER_ALLOWED, .duration = { .kind = PADDOCK_DURATION_HOUR },
    .roots = roots, .n_roots = 1,
  });
  paddock_gate_answer_async (scene->gate, decision, on_result, &result);
  paddock_gate_submit_async (scene->gate,
                             paddock_command_new (PADDOCK_COMMAND_REMOVE_ROOTS, NULL,
                                                  ROOTS ("r2"), NULL), NULL,
                             on_result, &removal);
  WAIT_FOR (result != NULL && removal != NULL);
  g_assert_true (paddock_gate_submit_finish (scene->gate, removal, &request_id, NULL));
  g_assert_null (request_id);
  left_out = paddock_gate_answer_finish (scene->gate, result, NULL);
  g_assert_nonnull (left_out);
  g_assert_cmpstr (left_out[0], ==, "r2");
  assert_waiting (scene, 1);
}

/* Blocks all threads of the mount on which the tree lies, until @hold is released. */
static gpointer
wait_on_thread (gpointer      data,
                GCancellable *cancellable)
{
  GMutex *hold = data;

  g_mutex_lock (hold);
  g_mutex_unlock (hold);
  return NULL;
}

static void
hang (Scene  *scene,
      GMutex *hold)
{
  g_autofree char *path = tree_path (scene->tree, "home/projects");

  g_mutex_lock (hold);
  for (guint i = 0; i < PADDOCK_FILE_POOL_THREADS_PER_MOUNT; i++)
    paddock_file_pool_run_async (paddock_state_get_pool (scene->state), path, wait_on_thread,
                                 hold, NULL, NULL, NULL, NULL, NULL);
}

/* After "Share", something is revoked from the server, while Paddock looks at folders on a file
 * system that hangs. It stays revoked. */
static const struct {
  const char    *name;
  CommandText command;
  int            code;              /* of the answer to the question of s2; -1: the answer counts */
  guint          n_waiting;
  const char    *after;
} taken[] = {
  { "all", { PADDOCK_COMMAND_REVOKE, "s2" }, PADDOCK_ERROR_STALE, 1, BEFORE },
  { "one of what is shared", { PADDOCK_COMMAND_REVOKE, "s2", ROOTS ("r1") },
    PADDOCK_ERROR_STALE, 1, BEFORE },
  { "block", { PADDOCK_COMMAND_BLOCK, "s2" }, PADDOCK_ERROR_NOT_FOUND, 0,
    R1_AND_R2 "server:s1:allowed server:s2:blocked server:s3:blocked grant:s1/r1 grant:s1/r2" },
  { "forget", { PADDOCK_COMMAND_FORGET, "s2" }, PADDOCK_ERROR_NOT_FOUND, 0,
    R1_AND_R2 "server:s1:allowed server:s3:blocked grant:s1/r1 grant:s1/r2" },
  { "all of another server", { PADDOCK_COMMAND_REVOKE, "s1" }, -1, 0,
    R1_AND_R2 "server:s1:allowed server:s2:allowed server:s3:blocked grant:s2/r1 grant:s2/r2:ro" },
};

static void
test_taken_while_looked_at (void)
{
  PaddockDecisionRoot roots[] = {
    { "r1", PADDOCK_ACCESS_READ_WRITE }, { "r2", PADDOCK_ACCESS_READ_WRITE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (taken); i++) {
    g_autoptr (TestAgent) agent = NULL;
    g_autoptr (Scene) scene = set_up_with_agent (&agent);
    g_autoptr (PaddockDecision) decision = NULL;
    g_autoptr (GAsyncResult) result = NULL;
    g_autofree char *request_id = NULL;
    g_auto (GStrv) left_out = NULL;
    g_autoptr (GError) error = NULL;
    GMutex hold;

    g_test_message ("%s", taken[i].name);
    g_mutex_init (&hold);
    ask_roots (scene, "s2");
    hang (scene, &hold);
    decision = paddock_decision_new (&(PaddockDecision) {
      .request_id = get_only_request (scene)->id, .serial = get_only_request (scene)->serial,
      .verdict = PADDOCK_VERDICT_ALLOW, .reason = PADDOCK_REASON_USER_ALLOWED,
      .duration = FOR_EVER, .roots = roots, .n_roots = G_N_ELEMENTS (roots),
    });
    paddock_gate_answer_async (scene->gate, decision, on_result, &result);
    request_id = scene_submit (scene, make_command (&taken[i].command), CALLER, NULL);
    g_assert_cmpstr (request_id, ==, "");
    g_assert_null (result);

    g_mutex_unlock (&hold);
    WAIT_FOR (result != NULL);
    left_out = paddock_gate_answer_finish (scene->gate, result, &error);
    if (taken[i].code < 0)
      g_assert_no_error (error);
    else
      g_assert_error (error, PADDOCK_ERROR, taken[i].code);
    assert_waiting (scene, taken[i].n_waiting);
    scene_assert_state (scene, taken[i].after);
    g_mutex_clear (&hold);
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
  g_autoptr (PaddockPeer) own = paddock_peer_new_for_pid (getuid (), getpid ());
  g_autofree char *scope = paddock_peer_dup_scope (own);
  g_autofree char *granted = g_strdup_printf ("grant:s1/r1 grant:s1/r2 grant:s4/r1#%s", scope);
  const PaddockPrompt *prompt;

  scene_meet_anonymous (scene, "s4");
  ask_roots (scene, "s4");
  prompt = get_only_request (scene);
  for (gsize i = 0; i < G_N_ELEMENTS (longer); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (answer_as (scene, prompt->id, prompt->serial, PADDOCK_VERDICT_ALLOW, longer[i],
                              ROOTS ("r1"), &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED);
  }
  assert_waiting (scene, 1);
  scene_assert_grants (scene, "grant:s1/r1 grant:s1/r2");

  paddock_gate_set_scope_finder (scene->gate, find_scope, scope);
  left_out = answer (scene, PADDOCK_VERDICT_ALLOW, THIS_SESSION, ROOTS ("r1"));
  scene_assert_grants (scene, granted);
  assert_waiting (scene, 0);
}

/* "This session" means nothing for a server without a session, so it is no answer. */
static void
test_session_without_processes (void)
{
  g_autoptr (TestAgent) agent = NULL;
  g_autoptr (Scene) scene = set_up_with_agent (&agent);
  g_autoptr (GError) error = NULL;
  const PaddockPrompt *prompt;

  paddock_gate_set_scope_finder (scene->gate, NULL, NULL);
  ask_roots (scene, "s2");
  prompt = get_only_request (scene);
  g_assert_null (answer_as (scene, prompt->id, prompt->serial, PADDOCK_VERDICT_ALLOW,
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

  for (gsize i = 0; i < G_N_ELEMENTS (command_cases); i++) {
    const CommandCase *command_case = &command_cases[i];
    g_autofree char *nothing = NULL;

    if (!command_case->widens)
      continue;
    g_test_message ("%s", command_case->name);
    for (gsize j = 0; j < G_N_ELEMENTS (refusals); j++) {
      g_autofree char *id = scene_submit (scene, make_command (&command_case->command), CALLER,
                                          NULL);
      g_autofree char *left_out = answer (scene, refusals[j], FOR_EVER, AS_ASKED);

      g_assert_cmpstr (left_out, ==, "");
      assert_waiting (scene, 0);
      scene_assert_state (scene, BEFORE);
      g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_WIDENING_REFUSED,
                                          PADDOCK_REASON_USER_DENIED), ==, ++n_refused);
    }

    g_free (scene_submit (scene, make_command (&command_case->command), CALLER, NULL));
    nothing = answer (scene, PADDOCK_VERDICT_ALLOW, FOR_EVER, AS_ASKED);
    assert_waiting (scene, 0);
    scene_assert_state (scene, command_case->after);
    n_rows = scene_count_rows_of (scene, PADDOCK_REASON_USER_ALLOWED, CALLER);
    g_assert_cmpuint (n_rows, >, n_allowed);
    n_allowed = n_rows;
    unmake_state (scene);
    make_state (scene);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gate-answers/removed-while-looked-at", test_removed_while_looked_at);
  g_test_add_func ("/gate-answers/taken-while-looked-at", test_taken_while_looked_at);
  g_test_add_func ("/gate-answers/answers", test_answers);
  g_test_add_func ("/gate-answers/left-out-and-back", test_left_out_and_back);
  g_test_add_func ("/gate-answers/answers-to-nothing", test_answers_to_nothing);
  g_test_add_func ("/gate-answers/question-changes-while-looking",
                   test_question_changes_while_looking);
  g_test_add_func ("/gate-answers/anonymous-for-this-session-only",
                   test_anonymous_for_this_session_only);
  g_test_add_func ("/gate-answers/session-without-processes", test_session_without_processes);
  g_test_add_func ("/gate-answers/answers-to-wishes", test_answers_to_wishes);
  return g_test_run ();
}
