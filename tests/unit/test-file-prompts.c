/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-file-prompts.h"

#include "paddock-limits.h"
#include "service-gate-fixture.h"

#define HOST "paddock (9) ← host"
#define FILE_PATH "/srv/p/.env"

typedef struct {
  Scene              *scene;        /* (owned) */
  TestAgent          *agent;        /* (owned) available */
  PaddockFilePrompts *files;        /* (owned) */
  gint64              once_until;   /* of the last answer */
} Fixture;

static void
open_questions (Fixture *fixture)
{
  fixture->files = paddock_file_prompts_new (fixture->scene->state, fixture->scene->queue);
  paddock_file_prompts_set_agent (fixture->files, PADDOCK_CONSENT_AGENT (fixture->agent));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->scene = set_up_with_agent (&fixture->agent);
  open_questions (fixture);
}

static void
close_questions (Fixture *fixture)
{
  paddock_file_prompts_close (fixture->files);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_finalize_object (g_steal_pointer (&fixture->files));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  close_questions (fixture);
  g_clear_pointer (&fixture->scene, scene_free);
  g_assert_finalize_object (fixture->agent);
}

static void
ask (Fixture       *fixture,
     const char    *server_id,
     const char    *session,
     const char    *path,
     GCancellable  *cancellable,
     GAsyncResult **out_result)
{
  PaddockFilePrompt question = {
    { server_id, session, "r1", path }, PADDOCK_SENSITIVE_ENVIRONMENT,
    server_id == NULL ? HOST : NULL,
  };

  paddock_file_prompts_ask_async (fixture->files, &question, cancellable, on_result, out_result);
}

static gboolean
is_allowed (Fixture       *fixture,
            GAsyncResult **result)
{
  gboolean allowed;

  WAIT_FOR (*result != NULL);
  allowed = paddock_file_prompts_ask_finish (fixture->files, *result, &fixture->once_until);
  g_clear_object (result);
  return allowed;
}

/* The result without a question. */
static void
assert_known (Fixture    *fixture,
              const char *server_id,
              const char *session,
              gboolean    expected)
{
  g_autoptr (GAsyncResult) result = NULL;

  ask (fixture, server_id, session, FILE_PATH, NULL, &result);
  g_assert_true (is_allowed (fixture, &result) == expected);
  assert_waiting (fixture->scene, 0);
}

static void
answer_only (Fixture        *fixture,
             PaddockVerdict  verdict,
             gboolean        for_session)
{
  const PaddockPrompt *prompt = get_only_request (fixture->scene);
  g_autoptr (PaddockDecision) decision = paddock_decision_new (&(PaddockDecision) {
    .request_id = prompt->id, .serial = prompt->serial, .verdict = verdict,
    .reason = PADDOCK_REASON_USER_ALLOWED, .as_asked = TRUE, .for_session = for_session,
  });
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) left_out = NULL;

  paddock_gate_answer_async (fixture->scene->gate, decision, on_result, &result);
  WAIT_FOR (result != NULL);
  left_out = paddock_gate_answer_finish (fixture->scene->gate, result, &error);
  g_assert_no_error (error);
  assert_waiting (fixture->scene, 0);
}

static void
test_question (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  const PaddockPrompt *prompt;

  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &result);
  prompt = get_only_request (fixture->scene);
  g_assert_cmpuint (prompt->kind, ==, PADDOCK_PROMPT_READ);
  g_assert_cmpuint (prompt->sensitive, ==, PADDOCK_SENSITIVE_ENVIRONMENT);
  g_assert_cmpstr (prompt->path, ==, FILE_PATH);
  g_assert_cmpstr (prompt->server_id, ==, "s1");
  g_assert_nonnull (prompt->server);
  g_assert_nonnull (prompt->identity);
  g_assert_null (prompt->caller);
  g_assert_cmpstr (prompt->wants.root_ids[0], ==, "r1");
  answer_only (fixture, PADDOCK_VERDICT_DENY, FALSE);
  g_assert_false (is_allowed (fixture, &result));
  scene_assert_state (fixture->scene, BEFORE);

  ask (fixture, NULL, ":1.5", FILE_PATH, NULL, &result);
  prompt = get_only_request (fixture->scene);
  g_assert_null (prompt->server_id);
  g_assert_null (prompt->server);
  g_assert_cmpstr (prompt->caller, ==, HOST);
  answer_only (fixture, PADDOCK_VERDICT_DENY, FALSE);
  g_assert_false (is_allowed (fixture, &result));
  g_assert_cmpuint (scene_count_rows (fixture->scene, PADDOCK_EVENT_FILE_ASKED,
                                      PADDOCK_REASON_UNDECIDED), ==, 2);
  g_assert_cmpuint (scene_count_rows (fixture->scene, PADDOCK_EVENT_FILE_ANSWERED,
                                      PADDOCK_REASON_USER_DENIED), ==, 2);
}

/* Another file takes the same name, while the question about the first one waits. */
static void
test_exchanged (Fixture       *fixture,
                gconstpointer  data)
{
  PaddockFilePrompt first = {
    { "s1", "4/5", "r1", FILE_PATH, 8, 100 }, PADDOCK_SENSITIVE_ENVIRONMENT, NULL,
  };
  PaddockFilePrompt second = first;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) other = NULL;

  second.command.inode = 101;
  paddock_file_prompts_ask_async (fixture->files, &first, NULL, on_result, &result);
  paddock_file_prompts_ask_async (fixture->files, &second, NULL, on_result, &other);
  assert_waiting (fixture->scene, 1);
  answer_only (fixture, PADDOCK_VERDICT_ALLOW, TRUE);
  g_assert_true (is_allowed (fixture, &result));
  g_assert_false (is_allowed (fixture, &other));
  g_assert_cmpuint (paddock_file_prompts_peek (fixture->files, &first.command), ==,
                    PADDOCK_FILE_ALLOWED);
  g_assert_cmpuint (paddock_file_prompts_peek (fixture->files, &second.command), ==,
                    PADDOCK_FILE_UNDECIDED);
}

static void
test_once (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) second = NULL;

  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &result);
  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &second);
  answer_only (fixture, PADDOCK_VERDICT_ALLOW, FALSE);
  g_assert_true (is_allowed (fixture, &result));
  g_assert_true (is_allowed (fixture, &second));

  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &result);
  assert_waiting (fixture->scene, 1);
  answer_only (fixture, PADDOCK_VERDICT_NOT_NOW, FALSE);
  g_assert_false (is_allowed (fixture, &result));
}

/* An answer for once, during a call or before it, and nothing was read: it counts for one more
 * call, for a while. */
static void
test_give_back (Fixture       *fixture,
                gconstpointer  data)
{
  const PaddockFileCommand command = { "s1", "4/5", "r1", FILE_PATH };
  g_autoptr (GAsyncResult) result = NULL;
  gint64 before = g_get_monotonic_time ();
  gint64 until;

  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &result);
  answer_only (fixture, PADDOCK_VERDICT_ALLOW, FALSE);
  g_assert_true (is_allowed (fixture, &result));
  until = fixture->once_until;
  g_assert_cmpint (until, >=, before + G_TIME_SPAN_MINUTE);
  g_assert_cmpint (until, <=, g_get_monotonic_time () + G_TIME_SPAN_MINUTE);
  paddock_file_prompts_give_back (fixture->files, &command, until);
  assert_known (fixture, "s1", "4/5", TRUE);

  /* If it is given back again, its time does not start again. Once used, it is gone. */
  g_assert_cmpint (fixture->once_until, ==, until);
  paddock_file_prompts_give_back (fixture->files, &command, 0);
  paddock_file_prompts_give_back (fixture->files, &command, before);
  g_assert_cmpuint (paddock_file_prompts_peek (fixture->files, &command), ==,
                    PADDOCK_FILE_UNDECIDED);

  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &result);
  answer_only (fixture, PADDOCK_VERDICT_ALLOW, TRUE);
  g_assert_true (is_allowed (fixture, &result));
  g_assert_cmpint (fixture->once_until, ==, 0);
}

static void
test_session (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;

  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &result);
  answer_only (fixture, PADDOCK_VERDICT_ALLOW, TRUE);
  g_assert_true (is_allowed (fixture, &result));
  assert_known (fixture, "s1", "4/5", TRUE);
  assert_known (fixture, "s1", "4/5", TRUE);

  /* Not for another caller, and not for another file. */
  ask (fixture, "s1", "4/6", FILE_PATH, NULL, &result);
  answer_only (fixture, PADDOCK_VERDICT_DENY, FALSE);
  g_assert_false (is_allowed (fixture, &result));
  ask (fixture, "s2", "4/5", FILE_PATH, NULL, &result);
  answer_only (fixture, PADDOCK_VERDICT_DENY, FALSE);
  g_assert_false (is_allowed (fixture, &result));
  ask (fixture, "s1", "4/5", FILE_PATH "x", NULL, &result);
  answer_only (fixture, PADDOCK_VERDICT_DENY, FALSE);
  g_assert_false (is_allowed (fixture, &result));

  paddock_file_prompts_end (fixture->files, "4/5");
  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &result);
  assert_waiting (fixture->scene, 1);
  paddock_file_prompts_end (fixture->files, "4/5");
  assert_waiting (fixture->scene, 0);
  g_assert_false (is_allowed (fixture, &result));
}

static void
test_not_now (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;

  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &result);
  answer_only (fixture, PADDOCK_VERDICT_NOT_NOW, FALSE);
  g_assert_false (is_allowed (fixture, &result));
  assert_known (fixture, "s1", "4/5", FALSE);
}

/* After three refusals in a row nothing is asked, whatever the file and the session. What the user
 * allowed stays allowed. */
static void
put_off (Fixture    *fixture,
         const char *server_id,
         const char *session,
         const char *directory,
         guint       n)
{
  for (guint i = 0; i < n; i++) {
    g_autofree char *path = g_strdup_printf ("%s/%u.pem", directory, i);
    g_autoptr (GAsyncResult) result = NULL;

    ask (fixture, server_id, session, path, NULL, &result);
    answer_only (fixture, PADDOCK_VERDICT_NOT_NOW, FALSE);
    g_assert_false (is_allowed (fixture, &result));
  }
}

static void
test_put_off_often (Fixture       *fixture,
                    gconstpointer  data)
{
  static const struct {
    const char *server_id, *session, *other_server_id, *other_session;
  } rows[] = {
    { "s1", "4/5", "s1", "4/6" },
    { NULL, ":1.5", "s2", ":1.5" },
    { "s2", ":1.6", NULL, ":1.6" },
  };
  g_autoptr (GAsyncResult) result = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    ask (fixture, rows[i].server_id, rows[i].session, "/srv/p/allowed.pem", NULL, &result);
    answer_only (fixture, PADDOCK_VERDICT_ALLOW, TRUE);
    g_assert_true (is_allowed (fixture, &result));
    put_off (fixture, rows[i].server_id, rows[i].session, "/srv/p",
             PADDOCK_LIMIT_FILES_PUT_OFF - 1);
    ask (fixture, rows[i].server_id, rows[i].session, "/srv/p/once.pem", NULL, &result);
    answer_only (fixture, PADDOCK_VERDICT_ALLOW, FALSE);
    g_assert_true (is_allowed (fixture, &result));

    put_off (fixture, rows[i].server_id, rows[i].session, "/srv/p/q", PADDOCK_LIMIT_FILES_PUT_OFF);
    ask (fixture, rows[i].server_id, rows[i].session, "/srv/p/allowed.pem", NULL, &result);
    g_assert_true (is_allowed (fixture, &result));
    assert_known (fixture, rows[i].server_id, rows[i].session, FALSE);
    assert_known (fixture, rows[i].other_server_id, rows[i].other_session, FALSE);
  }
  /* This does not concern other servers. */
  ask (fixture, "s2", "4/5", FILE_PATH, NULL, &result);
  answer_only (fixture, PADDOCK_VERDICT_ALLOW, TRUE);
  g_assert_true (is_allowed (fixture, &result));
  ask (fixture, NULL, ":1.7", FILE_PATH, NULL, &result);
  answer_only (fixture, PADDOCK_VERDICT_ALLOW, FALSE);
  g_assert_true (is_allowed (fixture, &result));
}

/* When the user has had enough, the waiting questions of this server or caller go; others stay. */
static void
test_put_off_waiting (Fixture       *fixture,
                      gconstpointer  data)
{
  static const char * const paths[] = { "/srv/p/1", "/srv/p/2" };
  GAsyncResult *results[G_N_ELEMENTS (paths)] = { NULL };
  g_autoptr (GAsyncResult) other = NULL;
  g_autoptr (GAsyncResult) answered = NULL;
  g_autoptr (PaddockDecision) decision = NULL;
  const PaddockPrompt *first;

  put_off (fixture, "s1", "4/5", "/srv/p/q", PADDOCK_LIMIT_FILES_PUT_OFF - 1);
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    ask (fixture, "s1", i == 0 ? "4/5" : "4/6", paths[i], NULL, &results[i]);
  ask (fixture, "s2", "4/7", FILE_PATH, NULL, &other);
  assert_waiting (fixture->scene, 3);

  first = g_ptr_array_index (paddock_prompts_get_requests (fixture->scene->queue), 0);
  g_assert_cmpstr (first->path, ==, paths[0]);
  decision = paddock_decision_new (&(PaddockDecision) {
    .request_id = first->id, .serial = first->serial, .verdict = PADDOCK_VERDICT_NOT_NOW,
    .reason = PADDOCK_REASON_USER_PUT_OFF, .as_asked = TRUE,
  });
  paddock_gate_answer_async (fixture->scene->gate, decision, on_result, &answered);
  WAIT_FOR (answered != NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    g_assert_false (is_allowed (fixture, &results[i]));
  g_assert_cmpstr (get_only_request (fixture->scene)->server_id, ==, "s2");
  answer_only (fixture, PADDOCK_VERDICT_ALLOW, FALSE);
  g_assert_true (is_allowed (fixture, &other));
}

static void
drop_root (Fixture    *fixture,
           const char *root_id)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  paddock_changes_drop_root (changes, root_id);
  scene_commit (fixture->scene, changes);
}

static void
test_never (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &result);
  answer_only (fixture, PADDOCK_VERDICT_BLOCK, FALSE);
  g_assert_false (is_allowed (fixture, &result));
  assert_known (fixture, "s1", "4/6", FALSE);
  /* The answer is about a file: the server still sees its roots. */
  scene_assert_state (fixture->scene, BEFORE);

  ask (fixture, NULL, ":1.7", FILE_PATH, NULL, &result);
  answer_only (fixture, PADDOCK_VERDICT_BLOCK, FALSE);
  g_assert_false (is_allowed (fixture, &result));

  /* A host that asks in the name of a server does not get it either. */
  assert_known (fixture, "s2", ":1.7", FALSE);
  assert_known (fixture, "s2", ":1.9", FALSE);
  g_assert_cmpint (paddock_file_prompts_peek (fixture->files, &(PaddockFileCommand) {
    "s2", ":1.9", "r1", FILE_PATH,
  }), ==, PADDOCK_FILE_REFUSED);
  ask (fixture, "s2", "4/8", FILE_PATH, NULL, &result);
  answer_only (fixture, PADDOCK_VERDICT_ALLOW, FALSE);
  g_assert_true (is_allowed (fixture, &result));

  /* The answer outlives the service. */
  close_questions (fixture);
  paddock_state_writer_flush (paddock_state_get_writer (fixture->scene->state));
  scene_reopen (fixture->scene);
  paddock_gate_set_agent (fixture->scene->gate, PADDOCK_CONSENT_AGENT (fixture->agent));
  open_questions (fixture);
  assert_known (fixture, "s1", "4/7", FALSE);
  assert_known (fixture, NULL, ":1.8", FALSE);

  /* It goes with its folder, whoever has a later folder there. */
  drop_root (fixture, "r1");
  assert_known (fixture, "s1", "4/7", FALSE);
  assert_known (fixture, NULL, ":1.8", FALSE);

  paddock_changes_drop_server (changes, "s1");
  scene_commit (fixture->scene, changes);
  ask (fixture, "s1", "4/7", FILE_PATH, NULL, &result);
  answer_only (fixture, PADDOCK_VERDICT_DENY, FALSE);
  g_assert_false (is_allowed (fixture, &result));
  assert_known (fixture, NULL, ":1.8", FALSE);
}

static void
count (PaddockFilePrompts *files,
       guint              *n)
{
  (*n)++;
}

static PaddockFileAnswer
peek (Fixture    *fixture,
      const char *server_id)
{
  return paddock_file_prompts_peek (fixture->files, &(PaddockFileCommand) {
    server_id, server_id != NULL ? "4/9" : ":1.9", "r1", FILE_PATH,
  });
}

static void
take_back (Fixture    *fixture,
           const char *server_id,
           const char *path)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  paddock_changes_take_back_never (changes, server_id, path);
  scene_commit (fixture->scene, changes);
}

static void
reopen (Fixture *fixture)
{
  paddock_state_writer_flush (paddock_state_get_writer (fixture->scene->state));
  scene_reopen (fixture->scene);
  paddock_gate_set_agent (fixture->scene->gate, PADDOCK_CONSENT_AGENT (fixture->agent));
  open_questions (fixture);
}

/* At once, and in the store together with the change, even if nobody has the answers in memory. */
static void
test_never_taken_back (Fixture       *fixture,
                       gconstpointer  data)
{
  static const char * const servers[] = { "s1", NULL };
  guint n_changes = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (servers); i++) {
    g_autoptr (GAsyncResult) result = NULL;

    ask (fixture, servers[i], i == 0 ? "4/5" : ":1.7", FILE_PATH, NULL, &result);
    answer_only (fixture, PADDOCK_VERDICT_BLOCK, FALSE);
    g_assert_false (is_allowed (fixture, &result));
  }

  g_signal_connect (fixture->files, "never-changed", G_CALLBACK (count), &n_changes);
  take_back (fixture, "s1", FILE_PATH "2");
  take_back (fixture, "s2", FILE_PATH);
  g_assert_cmpuint (n_changes, ==, 0);
  g_assert_cmpint (peek (fixture, "s1"), ==, PADDOCK_FILE_REFUSED);
  take_back (fixture, "s1", FILE_PATH);
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpint (peek (fixture, "s1"), ==, PADDOCK_FILE_UNDECIDED);
  g_assert_cmpint (peek (fixture, NULL), ==, PADDOCK_FILE_REFUSED);

  close_questions (fixture);
  reopen (fixture);
  g_assert_cmpint (peek (fixture, "s1"), ==, PADDOCK_FILE_UNDECIDED);
  g_assert_cmpint (peek (fixture, NULL), ==, PADDOCK_FILE_REFUSED);

  close_questions (fixture);
  take_back (fixture, NULL, FILE_PATH);
  reopen (fixture);
  g_assert_cmpint (peek (fixture, NULL), ==, PADDOCK_FILE_UNDECIDED);
}

static void
test_removed_root (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;

  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &result);
  drop_root (fixture, "r1");
  g_assert_false (is_allowed (fixture, &result));
  assert_waiting (fixture->scene, 0);
}

static void
test_late (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;

  paddock_file_prompts_set_wait (fixture->files, 1);
  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &result);
  g_assert_false (is_allowed (fixture, &result));
  assert_waiting (fixture->scene, 1);

  answer_only (fixture, PADDOCK_VERDICT_ALLOW, FALSE);
  g_assert_cmpuint (paddock_file_prompts_peek (fixture->files, &(PaddockFileCommand) {
    "s1", "4/5", "r1", FILE_PATH,
  }), ==, PADDOCK_FILE_ALLOWED);
  assert_known (fixture, "s1", "4/5", TRUE);
  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &result);
  g_assert_false (is_allowed (fixture, &result));
  assert_waiting (fixture->scene, 1);
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) other = NULL;

  ask (fixture, "s1", "4/5", FILE_PATH, cancellable, &result);
  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &other);
  g_cancellable_cancel (cancellable);
  g_assert_false (is_allowed (fixture, &result));
  g_assert_null (other);
  answer_only (fixture, PADDOCK_VERDICT_ALLOW, FALSE);
  g_assert_true (is_allowed (fixture, &other));
}

static void
test_nobody (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;

  paddock_file_prompts_set_agent (fixture->files, NULL);
  assert_known (fixture, "s1", "4/5", FALSE);

  fixture->agent->is_available = FALSE;
  paddock_file_prompts_set_agent (fixture->files, PADDOCK_CONSENT_AGENT (fixture->agent));
  assert_known (fixture, "s1", "4/5", FALSE);
  g_assert_cmpuint (fixture->agent->n_summoned, ==, 1);

  fixture->agent->comes = TRUE;
  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &result);
  WAIT_FOR (paddock_prompts_get_requests (fixture->scene->queue)->len == 1);
  answer_only (fixture, PADDOCK_VERDICT_ALLOW, FALSE);
  g_assert_true (is_allowed (fixture, &result));
}

static void
test_closed (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;

  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &result);
  paddock_file_prompts_close (fixture->files);
  g_assert_false (is_allowed (fixture, &result));
  ask (fixture, "s1", "4/6", FILE_PATH, NULL, &result);
  g_assert_false (is_allowed (fixture, &result));
}

/* At the limit and one more: first of one server or caller, then of all. Other questions have their
 * own places. */
static void
test_limits (Fixture       *fixture,
             gconstpointer  data)
{
  GAsyncResult *results[PADDOCK_LIMIT_PENDING_FILES + 1] = { NULL };
  GAsyncResult *result = NULL;

  for (guint i = 0; i < PADDOCK_LIMIT_PENDING_FILES; i++) {
    g_autofree char *session = g_strdup_printf ("4/%u", i / PADDOCK_LIMIT_FILES_PER_CALLER);
    g_autofree char *path = g_strdup_printf ("/srv/p/%u.env", i);

    ask (fixture, "s1", session, path, NULL, &results[i]);
    if (i == PADDOCK_LIMIT_FILES_PER_CALLER - 1) {
      ask (fixture, "s1", session, "/srv/p/more.env", NULL, &result);
      g_assert_false (is_allowed (fixture, &result));
    }
  }
  assert_waiting (fixture->scene, PADDOCK_LIMIT_PENDING_FILES);
  ask (fixture, "s1", "4/last", "/srv/p/more.env", NULL, &result);
  g_assert_false (is_allowed (fixture, &result));

  ask_roots (fixture->scene, "s2");
  assert_waiting (fixture->scene, PADDOCK_LIMIT_PENDING_FILES + 1);

  for (guint i = 0; i < PADDOCK_LIMIT_PENDING_FILES; i++)
    g_assert_null (results[i]);
  paddock_file_prompts_close (fixture->files);
  for (guint i = 0; i < PADDOCK_LIMIT_PENDING_FILES; i++)
    g_assert_false (is_allowed (fixture, &results[i]));
}

/* An answer of another form was meant for another question. */
static void
test_forms (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GAsyncResult) asked = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  PaddockDecisionRoot root = { "r1", PADDOCK_ACCESS_READ_ONLY };
  const PaddockPrompt *prompt;
  g_autoptr (PaddockDecision) roots = NULL;

  ask (fixture, "s1", "4/5", FILE_PATH, NULL, &asked);
  prompt = get_only_request (fixture->scene);
  roots = paddock_decision_new (&(PaddockDecision) {
    .request_id = prompt->id, .serial = prompt->serial, .verdict = PADDOCK_VERDICT_ALLOW,
    .reason = PADDOCK_REASON_USER_ALLOWED, .roots = &root, .n_roots = 1, .for_session = TRUE,
  });
  g_assert_false (roots->for_session);
  paddock_gate_answer_async (fixture->scene->gate, roots, on_result, &result);
  WAIT_FOR (result != NULL);
  g_assert_null (paddock_gate_answer_finish (fixture->scene->gate, result, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT);
  assert_waiting (fixture->scene, 1);
  g_assert_null (asked);
  scene_assert_state (fixture->scene, BEFORE);

  paddock_file_prompts_close (fixture->files);
  g_assert_false (is_allowed (fixture, &asked));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) \
  g_test_add ("/file-prompts/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("question", test_question);
  ADD ("exchanged", test_exchanged);
  ADD ("once", test_once);
  ADD ("give-back", test_give_back);
  ADD ("session", test_session);
  ADD ("not-now", test_not_now);
  ADD ("put-off-often", test_put_off_often);
  ADD ("put-off-waiting", test_put_off_waiting);
  ADD ("never", test_never);
  ADD ("never-taken-back", test_never_taken_back);
  ADD ("removed-root", test_removed_root);
  ADD ("late", test_late);
  ADD ("cancelled", test_cancelled);
  ADD ("nobody", test_nobody);
  ADD ("closed", test_closed);
  ADD ("limits", test_limits);
  ADD ("forms", test_forms);
  return g_test_run ();
}
