/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "service-gate-fixture.h"

#include "paddock-limits.h"

/* Commands at the gate: which are done at once, which become a question, and what each leaves
 * behind. test-gate-answers.c tests the answers. */

typedef enum {
  AGENT_IS_THERE,
  AGENT_COMES,
  AGENT_STAYS_AWAY,
  NO_AGENT,
  N_AGENTS,
} AgentCase;

/* The rules at the top of paddock-gate.c. */
static gboolean
is_to_be_asked (const CommandCase *command_case,
                const char        *caller,
                AgentCase          agent_case,
                gboolean           asks)
{
  return command_case->widens && caller != NULL && asks &&
         (agent_case == AGENT_IS_THERE || agent_case == AGENT_COMES);
}

static PaddockReason
reason_of (const CommandCase *command_case,
           const char        *caller)
{
  if (!command_case->widens)
    return caller == NULL ? PADDOCK_REASON_USER_DENIED : PADDOCK_REASON_COMMAND_DENIED;
  return caller == NULL ? PADDOCK_REASON_USER_ALLOWED : PADDOCK_REASON_COMMAND_ALLOWED;
}

static void
check_command (Scene             *scene,
               const CommandCase *command_case,
               const char        *caller,
               AgentCase          agent_case,
               gboolean           asks)
{
  g_autoptr (TestAgent) agent = g_object_new (TEST_TYPE_AGENT, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;
  gboolean is_asked = is_to_be_asked (command_case, caller, agent_case, asks);
  PaddockReason reason = is_asked ? PADDOCK_REASON_UNDECIDED : reason_of (command_case, caller);
  guint n_rows;

  g_test_message ("%s, %s, agent %d, asks %d", command_case->name, caller != NULL
                  ? caller : "window",
                  (int) agent_case, asks);
  make_state (scene);
  agent->is_available = agent_case == AGENT_IS_THERE;
  agent->comes = agent_case == AGENT_COMES;
  paddock_gate_set_agent (scene->gate,
                          agent_case == NO_AGENT ? NULL : PADDOCK_CONSENT_AGENT (agent));
  paddock_gate_set_ask (scene->gate, asks);
  n_rows = scene_count_rows_of (scene, reason, caller);
  id = scene_submit (scene, make_command (&command_case->command), caller, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (scene_count_rows_of (scene, reason, caller), >, n_rows);

  if (is_asked) {
    const PaddockPrompt *prompt = get_only_request (scene);

    g_assert_cmpstr (id, ==, prompt->id);
    g_assert_cmpint (prompt->kind, ==, command_case->kind);
    g_assert_cmpstr (prompt->caller, ==, caller);
    g_assert_cmpstr (prompt->server_id, ==, command_case->command.server_id);
    scene_assert_state (scene, BEFORE);
    g_assert_cmpuint (agent->n_summoned, ==, agent_case == AGENT_COMES);
  } else {
    g_assert_cmpstr (id, ==, "");
    assert_waiting (scene, 0);
    scene_assert_state (scene, command_case->after);
    g_assert_cmpuint (agent->n_summoned, ==, command_case->widens && caller != NULL && asks &&
                      agent_case == AGENT_STAYS_AWAY);
  }
  unmake_state (scene);
}

static void
test_matrix (gconstpointer data)
{
  const CommandCase *command_case = data;
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  const char *callers[] = { NULL, CALLER };

  for (gsize i = 0; i < G_N_ELEMENTS (callers); i++) {
    for (AgentCase agent_case = 0; agent_case < N_AGENTS; agent_case++) {
      check_command (scene, command_case, callers[i], agent_case, TRUE);
      check_command (scene, command_case, callers[i], agent_case, FALSE);
    }
  }
}

/* The same command again is the same question, and is done once. */
static void
test_same_wish_again (void)
{
  g_autoptr (TestAgent) agent = NULL;
  g_autoptr (Scene) scene = set_up_with_agent (&agent);
  CommandText template = { PADDOCK_COMMAND_UNBLOCK, "s3" };
  g_autofree char *first = scene_submit (scene, make_command (&template), CALLER, NULL);
  g_autofree char *second = scene_submit (scene, make_command (&template), CALLER, NULL);
  g_autofree char *left_out = NULL;

  g_assert_cmpstr (first, ==, second);
  left_out = answer (scene, PADDOCK_VERDICT_ALLOW, FOR_EVER, AS_ASKED);
  g_assert_cmpint (scene_get_standing (scene, "s3"), ==, PADDOCK_STANDING_UNDECIDED);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_UNBLOCKED, PADDOCK_REASON_NONE), ==, 1);
}

#define CHANGE(arguments) { PADDOCK_COMMAND_CHANGE_ROOT, NULL, ROOTS ("r1"), arguments }
#define NO_END CHANGE ("{'expires': <int64 0>}")
#define LATE_END CHANGE ("{'expires': <int64 9000000000000000>}")

/* Two commands are two questions if the question shows a difference. If they differ in anything
 * else, the answer is for the first. */
static void
test_wish_is_not_exchanged (void)
{
  const struct {
    CommandText first;
    CommandText second;
    gboolean    is_busy;
  } pairs[] = {
    { { PADDOCK_COMMAND_UNBLOCK, "s3" }, { PADDOCK_COMMAND_FORGET, "s3" },
      FALSE },
    { NO_END, LATE_END, FALSE },
    { NO_END, CHANGE ("{'expires': <int64 0>, 'name': <'Notes'>}"), TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++) {
    g_autoptr (TestAgent) agent = NULL;
    g_autoptr (Scene) scene = set_up_with_agent (&agent);
    g_autofree char *in_an_hour =
      g_strdup_printf ("{'expires': <int64 %" G_GINT64_FORMAT ">}",
                       g_get_real_time () + G_TIME_SPAN_HOUR);
    CommandText limit = CHANGE (in_an_hour);
    g_autofree char *limited = scene_submit (scene, make_command (&limit), NULL, NULL);
    g_autofree char *first = NULL;
    g_autofree char *second = NULL;
    g_autoptr (GError) error = NULL;

    g_assert_cmpstr (limited, ==, "");
    first = scene_submit (scene, make_command (&pairs[i].first), CALLER, NULL);
    second = scene_submit (scene, make_command (&pairs[i].second), CALLER, &error);
    g_assert_cmpstr (first, !=, "");
    g_assert_cmpstr (first, !=, second);
    assert_waiting (scene, pairs[i].is_busy ? 1 : 2);
    if (pairs[i].is_busy) {
      g_autofree char *left_out = NULL;

      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_BUSY);
      left_out = answer (scene, PADDOCK_VERDICT_ALLOW, FOR_EVER, AS_ASKED);
      scene_assert_state (scene, BEFORE);
      g_assert_null (paddock_snapshot_get_root (scene->snapshot, "r1")->name);
    }
  }
}

/* A command acts on what is known when it is allowed. */
static void
test_forgotten_meanwhile (void)
{
  g_autoptr (TestAgent) agent = NULL;
  g_autoptr (Scene) scene = set_up_with_agent (&agent);
  CommandText grant = { PADDOCK_COMMAND_GRANT, "s2", ROOTS ("r1"), UNTIL_REVOKED };
  g_autofree char *asked = NULL;
  g_autofree char *done = NULL;
  g_autofree char *left_out = NULL;

  asked = scene_submit (scene, make_command (&grant), CALLER, NULL);
  done = scene_submit (scene, make_plain (PADDOCK_COMMAND_FORGET, "s2"), CALLER,
                       NULL);
  g_assert_cmpstr (done, ==, "");
  left_out = answer (scene, PADDOCK_VERDICT_ALLOW, FOR_EVER, AS_ASKED);
  scene_assert_state (scene,
                      R1_AND_R2 "server:s1:allowed server:s3:blocked grant:s1/r1 grant:s1/r2");
}

/* What happens to a server also answers its own question. */
static void
test_settled_questions (void)
{
  const struct {
    CommandText  command;
    const char  *finished;
  } cases[] = {
    { { PADDOCK_COMMAND_GRANT, "s2", ROOTS ("r1"), UNTIL_REVOKED },
      "allow:superseded " },
    { { PADDOCK_COMMAND_BLOCK, "s2" }, "block:blocked " },
    { { PADDOCK_COMMAND_FORGET, "s2" }, "deny:superseded " },
    { { PADDOCK_COMMAND_REVOKE, "s2" }, "" },
    { { PADDOCK_COMMAND_BLOCK, "s1" }, "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TestAgent) agent = NULL;
    g_autoptr (Scene) scene = set_up_with_agent (&agent);
    g_autoptr (GString) finished = g_string_new (NULL);
    g_autofree char *id = NULL;

    ask_roots (scene, "s2");
    g_signal_connect (scene->queue, "finished", G_CALLBACK (on_finished), finished);
    id = scene_submit (scene, make_command (&cases[i].command), NULL, NULL);
    g_assert_cmpstr (id, ==, "");
    g_assert_cmpstr (finished->str, ==, cases[i].finished);
  }
}

/* If something happened, everybody who asked for it has it: a question that stayed would do it
 * again later. Whoever asked for more, or for something else, still waits. */
static void
test_settled_wishes (void)
{
  const struct {
    CommandText before;
    CommandText command;
    gboolean    by_window;
  } cases[] = {
    { { PADDOCK_COMMAND_PAUSE }, { PADDOCK_COMMAND_RESUME }, TRUE },
    { { PADDOCK_COMMAND_PAUSE }, { PADDOCK_COMMAND_RESUME }, FALSE },
    { { PADDOCK_COMMAND_BLOCK, "s2" }, { PADDOCK_COMMAND_UNBLOCK, "s2" }, TRUE },
    { { PADDOCK_COMMAND_BLOCK, "s2" }, { PADDOCK_COMMAND_UNBLOCK, "s2" }, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TestAgent) agent = NULL;
    g_autoptr (Scene) scene = set_up_with_agent (&agent);
    g_autoptr (GString) finished = g_string_new (NULL);
    CommandText unblock = { PADDOCK_COMMAND_UNBLOCK, "s3" };
    CommandText forget = { PADDOCK_COMMAND_FORGET, "s3" };
    g_autofree char *done = scene_submit (scene, make_command (&cases[i].before), CALLER, NULL);
    g_autofree char *other = scene_submit (scene, make_command (&unblock), CALLER, NULL);
    g_autofree char *more = scene_submit (scene, make_command (&forget), CALLER, NULL);
    g_autofree char *first = scene_submit (scene, make_command (&cases[i].command), CALLER, NULL);
    g_autofree char *second = scene_submit (scene, make_command (&cases[i].command), "other", NULL);

    g_assert_cmpstr (done, ==, "");
    assert_waiting (scene, 4);
    g_signal_connect (scene->queue, "finished", G_CALLBACK (on_finished), finished);
    if (cases[i].by_window) {
      g_autofree char *by_window = scene_submit (scene, make_command (&cases[i].command), NULL,
                                                 NULL);

      g_assert_cmpstr (by_window, ==, "");
    } else {
      guint serial = paddock_prompts_lookup (scene->queue, first)->serial;
      g_auto (GStrv) left_out = answer_as (scene, first, serial, PADDOCK_VERDICT_ALLOW, FOR_EVER,
                                           AS_ASKED, NULL);

      g_assert_nonnull (left_out);
    }
    g_assert_cmpstr (finished->str, ==,
                     cases[i].by_window ? "allow:superseded allow:superseded "
                                        : "allow:user-allowed allow:superseded ");
    g_assert_false (paddock_snapshot_is_paused (scene->snapshot));
    g_assert_cmpint (scene_get_standing (scene, "s2"), ==, PADDOCK_STANDING_UNDECIDED);
    assert_waiting (scene, 2);
    g_free (scene_submit (scene, make_command (&unblock), NULL, NULL));
    g_assert_cmpstr (get_only_request (scene)->id, ==, more);
  }
}

static void
test_too_many_questions (void)
{
  g_autoptr (TestAgent) agent = NULL;
  g_autoptr (Scene) scene = set_up_with_agent (&agent);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < PADDOCK_LIMIT_COMMANDS_PER_CALLER; i++) {
    g_autofree char *server_id = g_strdup_printf ("server %u", i);
    PaddockPrompt template = { NULL, 0, PADDOCK_PROMPT_UNBLOCK, .server_id = server_id,
                               .caller = CALLER };

    g_assert_nonnull (paddock_prompts_ask (scene->queue, &template, NULL, NULL));
  }
  g_assert_null (scene_submit (scene, make_plain (PADDOCK_COMMAND_UNBLOCK, "s3"),
                               CALLER,
                               &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
  scene_assert_state (scene, BEFORE);
}

/* The disk accepts no servers any more: whatever fails leaves everything as it was. */
static void
test_store_fails (void)
{
  g_autoptr (TestAgent) agent = NULL;
  g_autoptr (Scene) scene = set_up_with_agent (&agent);
  g_autofree char *command_id = NULL;
  g_autofree char *left_out = NULL;
  const PaddockPrompt *prompt;
  PaddockVerdict verdicts[] = {
    PADDOCK_VERDICT_ALLOW, PADDOCK_VERDICT_NOT_NOW, PADDOCK_VERDICT_BLOCK,
  };
  g_autoptr (GError) error = NULL;

  scene_fail_on (scene, "fail_1", "INSERT ON servers");
  scene_fail_on (scene, "fail_2", "UPDATE ON servers");
  g_assert_null (scene_submit (scene, make_plain (PADDOCK_COMMAND_BLOCK, "s1"), NULL,
                               &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  scene_assert_state (scene, BEFORE);

  ask_roots (scene, "s2");
  prompt = get_only_request (scene);
  for (gsize i = 0; i < G_N_ELEMENTS (verdicts); i++) {
    g_autoptr (GError) failed = NULL;

    g_assert_null (answer_as (scene, prompt->id, prompt->serial, verdicts[i], FOR_EVER,
                              ROOTS ("r1", "r2"), &failed));
    g_assert_error (failed, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
    scene_assert_state (scene, BEFORE);
    assert_waiting (scene, 1);
  }
  paddock_prompts_finish_server (scene->queue, "s2", PADDOCK_VERDICT_DENY,
                                 PADDOCK_REASON_NONE);

  command_id = scene_submit (scene, make_plain (PADDOCK_COMMAND_UNBLOCK, "s3"),
                             CALLER, NULL);
  prompt = get_only_request (scene);
  {
    g_autoptr (GError) failed = NULL;

    g_assert_null (answer_as (scene, command_id, prompt->serial, PADDOCK_VERDICT_ALLOW, FOR_EVER,
                              AS_ASKED, &failed));
    g_assert_error (failed, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  }
  scene_assert_state (scene, BEFORE);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_BLOCKED, 0), ==, 0);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_GRANTED, 0), ==, 0);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_UNBLOCKED, 0), ==, 0);

  /* When the disk accepts them again, the same question can be answered. */
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
  for (gsize i = 0; i < G_N_ELEMENTS (command_cases); i++) {
    g_autofree char *path = g_strconcat ("/gate/matrix/", command_cases[i].name, NULL);

    g_test_add_data_func (g_strdelimit (path, " ,", '-'), &command_cases[i], test_matrix);
  }
  g_test_add_func ("/gate/same-wish-again", test_same_wish_again);
  g_test_add_func ("/gate/wish-is-not-exchanged", test_wish_is_not_exchanged);
  g_test_add_func ("/gate/forgotten-meanwhile", test_forgotten_meanwhile);
  g_test_add_func ("/gate/settled-questions", test_settled_questions);
  g_test_add_func ("/gate/settled-wishes", test_settled_wishes);
  g_test_add_func ("/gate/too-many-questions", test_too_many_questions);
  g_test_add_func ("/gate/store-fails", test_store_fails);
  return g_test_run ();
}
