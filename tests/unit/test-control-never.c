/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-control-never.h"

#include "service-control-fixture.h"

/* ListNever and TakeBackNever: the list, and who is asked. */

#define FILE_PATH "/srv/p/.env"

/* Answers "Never" to a question about a file. */
static void
say_never (Desk       *desk,
           const char *server_id,
           const char *session)
{
  GPtrArray *waiting = paddock_prompts_get_requests (desk->scene->queue);
  PaddockFilePrompt question = {
    { server_id, session, "r1", FILE_PATH }, PADDOCK_SENSITIVE_ENVIRONMENT, "host",
  };
  g_autoptr (GAsyncResult) asked = NULL;
  g_autoptr (GAsyncResult) answered = NULL;
  g_autoptr (PaddockDecision) decision = NULL;
  const PaddockPrompt *prompt;
  gint64 until;

  paddock_file_prompts_ask_async (desk->questions, &question, NULL, on_result, &asked);
  WAIT_FOR (waiting->len == 1);
  prompt = waiting->pdata[0];
  decision = paddock_decision_new (&(PaddockDecision) {
    .request_id = prompt->id, .serial = prompt->serial, .verdict = PADDOCK_VERDICT_BLOCK,
    .reason = PADDOCK_REASON_USER_DENIED, .as_asked = TRUE,
  });
  paddock_gate_answer_async (desk->scene->gate, decision, on_result, &answered);
  WAIT_FOR (answered != NULL && asked != NULL);
  g_assert_false (paddock_file_prompts_ask_finish (desk->questions, asked, &until));
}

/* s1 and hosts have the answer "Never" for the file, and there is a window. */
static Desk *
desk_new_with_never (void)
{
  Desk *desk = desk_new (PADDOCK_CONSENT_ASK);

  scene_share (desk->scene, "r1", "home/projects");
  scene_meet (desk->scene, "s1", PADDOCK_STANDING_UNDECIDED);
  desk_become_agent (desk);
  paddock_file_prompts_set_agent (desk->questions, PADDOCK_CONSENT_AGENT (desk->agent));
  say_never (desk, "s1", "1/1");
  say_never (desk, NULL, ":1.99");
  return desk;
}

#define OF_S1 "{'path': <b'/srv/p/.env'>, 'server': <'s1'>, 'root': <'r1'>}"
#define OF_HOSTS "{'path': <b'/srv/p/.env'>, 'root': <'r1'>}"

static PaddockFileAnswer
peek (Desk       *desk,
      const char *server_id)
{
  const PaddockFileCommand command = { server_id, "2/2", "r1", FILE_PATH };

  return paddock_file_prompts_peek (desk->questions, &command);
}

static void
test_list (void)
{
  g_autoptr (Desk) desk = desk_new_with_never ();

  desk_expect (desk, desk->command, "ListNever", NULL, "([" OF_S1 ", " OF_HOSTS "], 0)");
  WAIT_FOR (strstr (desk->heard->str, "never\n") != NULL);
}

static void
test_refused (void)
{
  static const char * const arguments[] = {
    "('s2', b'/srv/p/.env')", "('s1', b'/srv/p/.ENV')", "('s1', b'/srv/p/.env/')", "('s1', b'')",
    "('', b'.env')", "('r1', b'/srv/p/.env')", "('s1', b'/srv/p/../p/.env')",
  };
  g_autoptr (Desk) desk = desk_new_with_never ();

  for (guint i = 0; i < G_N_ELEMENTS (arguments); i++) {
    desk_refuse (desk, desk->command, "TakeBackNever", arguments[i], "NotFound");
    desk_refuse (desk, desk->window, "TakeBackNever", arguments[i], "NotFound");
  }
  desk_expect (desk, desk->command, "ListNever", NULL, "([" OF_S1 ", " OF_HOSTS "], 0)");
}

/* The window's own call acts at once. A command leads to a question, which the window's call
 * settles. */
static void
test_take_back (void)
{
  g_autoptr (Desk) desk = desk_new_with_never ();
  GPtrArray *waiting = paddock_prompts_get_requests (desk->scene->queue);
  g_autoptr (GVariant) first = NULL;
  g_autoptr (GVariant) second = NULL;
  const PaddockPrompt *prompt;

  first = desk_call (desk, desk->command, "TakeBackNever", "('s1', b'/srv/p/.env')");
  second = desk_call (desk, desk->command, "TakeBackNever", "('', b'/srv/p/.env')");
  g_assert_cmpuint (waiting->len, ==, 2);
  prompt = waiting->pdata[0];
  g_assert_cmpint (prompt->kind, ==, PADDOCK_PROMPT_TAKE_BACK_NEVER);
  g_assert_cmpstr (prompt->path, ==, FILE_PATH);
  g_assert_cmpstr (prompt->server_id, ==, "s1");
  g_assert_cmpstr (prompt->wants.root_ids[0], ==, "r1");
  g_assert_cmpint (peek (desk, "s1"), ==, PADDOCK_FILE_REFUSED);

  desk_expect (desk, desk->window, "TakeBackNever", "('s1', b'/srv/p/.env')", "('',)");
  g_assert_cmpint (peek (desk, "s1"), ==, PADDOCK_FILE_UNDECIDED);
  desk_expect (desk, desk->command, "ListNever", NULL, "([" OF_HOSTS "], 0)");
  /* The question about hosts is another one. */
  g_assert_cmpuint (waiting->len, ==, 1);
  g_assert_null (((PaddockPrompt *) waiting->pdata[0])->server_id);
  desk_refuse (desk, desk->window, "TakeBackNever", "('s1', b'/srv/p/.env')", "NotFound");
  g_assert_cmpuint (scene_count_rows (desk->scene, PADDOCK_EVENT_NEVER_TAKEN_BACK,
                                      PADDOCK_REASON_USER_ALLOWED), ==, 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/control-never/list", test_list);
  g_test_add_func ("/control-never/refused", test_refused);
  g_test_add_func ("/control-never/take-back", test_take_back);
  return g_test_run ();
}
