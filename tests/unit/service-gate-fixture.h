/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "service-disk-fixture.h"

G_BEGIN_DECLS

/* A gate over a real state: the state, commands, and ways to answer a question. */

#define CALLER "paddock (process 7)"
#define ROOTS(...) ((const char * const[]) { __VA_ARGS__, NULL })
#define NO_ROOTS ((const char * const[]) { NULL })

/* The state: r1, and r2 (read-only). s1 may see both, s2 is undecided, s3 is blocked. */
#define BEFORE \
  "root:r1 root:r2:ro server:s1:allowed server:s2:undecided server:s3:blocked " \
  "grant:s1/r1 grant:s1/r2"

static inline void
make_state (Scene *scene)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

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

/* Removes everything, including questions. */
static inline void
unmake_state (Scene *scene)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  GPtrArray *roots = paddock_snapshot_get_roots (scene->snapshot);
  GPtrArray *servers = paddock_snapshot_get_servers (scene->snapshot);
  GPtrArray *requests = paddock_prompts_get_requests (scene->queue);

  while (requests->len > 0) {
    g_autofree char *id = g_strdup (((PaddockPrompt *) requests->pdata[0])->id);

    paddock_prompts_finish (scene->queue, id, PADDOCK_VERDICT_DENY, PADDOCK_REASON_NONE);
  }
  for (guint i = 0; i < roots->len; i++)
    paddock_changes_drop_root (changes, ((PaddockRoot *) roots->pdata[i])->id);
  for (guint i = 0; i < servers->len; i++)
    paddock_changes_drop_server (changes, ((PaddockServer *) servers->pdata[i])->id);
  scene_commit (scene, changes);
}

static inline PaddockPrompt *
get_only_request (Scene *scene)
{
  GPtrArray *requests = paddock_prompts_get_requests (scene->queue);

  g_assert_cmpuint (requests->len, ==, 1);
  return g_ptr_array_index (requests, 0);
}

static inline void
assert_waiting (Scene *scene,
                guint  expected)
{
  g_assert_cmpuint (paddock_prompts_get_requests (scene->queue)->len, ==, expected);
}

/* The parts of a command, with arguments as text. */
typedef struct {
  PaddockCommandKind  kind;
  const char         *server_id;
  const char * const *root_ids;
  const char         *arguments;
} CommandText;

typedef struct {
  const char       *name;
  CommandText       command;
  gboolean          widens;
  PaddockPromptKind kind;           /* of the question, if it widens */
  const char       *after;          /* the state after the command */
} CommandCase;

#define UNTIL_REVOKED "{'duration': <'until-revoked'>}"
#define S1_AND_S2 "server:s1:allowed server:s2:undecided "
#define SERVERS S1_AND_S2 "server:s3:blocked "
#define R1_AND_R2 "root:r1 root:r2:ro "

static const CommandCase command_cases[] = {
  { "remove", { PADDOCK_COMMAND_REMOVE_ROOTS, .root_ids = ROOTS ("r1", "r2") },
    FALSE, 0, "server:s1:allowed server:s2:undecided server:s3:blocked" },
  { "make read-only",
    { PADDOCK_COMMAND_CHANGE_ROOT, .root_ids = ROOTS ("r1"),
      .arguments = "{'access': <'read-only'>}" },
    FALSE, 0, "root:r1:ro root:r2:ro " SERVERS "grant:s1/r1 grant:s1/r2" },
  { "rename",
    { PADDOCK_COMMAND_CHANGE_ROOT, .root_ids = ROOTS ("r1"), .arguments = "{'name': <'Notes'>}" },
    FALSE, 0, BEFORE },
  { "make a root read-write that is granted so",
    { PADDOCK_COMMAND_CHANGE_ROOT, .root_ids = ROOTS ("r2"),
      .arguments = "{'access': <'read-write'>}" },
    TRUE, PADDOCK_PROMPT_CHANGE_ROOT, "root:r1 root:r2 " SERVERS "grant:s1/r1 grant:s1/r2" },
  { "revoke one", { PADDOCK_COMMAND_REVOKE, "s1", ROOTS ("r1") },
    FALSE, 0, R1_AND_R2 SERVERS "grant:s1/r2" },
  { "revoke all", { PADDOCK_COMMAND_REVOKE, "s1" },
    FALSE, 0, R1_AND_R2 "server:s1:allowed server:s2:undecided server:s3:blocked" },
  { "block", { PADDOCK_COMMAND_BLOCK, "s1" },
    FALSE, 0, R1_AND_R2 "server:s1:blocked server:s2:undecided server:s3:blocked" },
  { "forget an allowed server", { PADDOCK_COMMAND_FORGET, "s1" },
    FALSE, 0, R1_AND_R2 "server:s2:undecided server:s3:blocked" },
  { "grant to who has it already, to read",
    { PADDOCK_COMMAND_GRANT, "s1", ROOTS ("r1"),
      .arguments = "{'access': <'read-only'>, 'duration': <'until-revoked'>}" },
    FALSE, 0, R1_AND_R2 SERVERS "grant:s1/r1:ro grant:s1/r2" },
  { "grant",
    { PADDOCK_COMMAND_GRANT, "s2", ROOTS ("r2", "r1"),
      .arguments = UNTIL_REVOKED },
    TRUE, PADDOCK_PROMPT_GRANT,
    R1_AND_R2 "server:s1:allowed server:s2:allowed server:s3:blocked "
    "grant:s1/r1 grant:s1/r2 grant:s2/r2:ro grant:s2/r1" },
  { "grant to a blocked server",
    { PADDOCK_COMMAND_GRANT, "s3", ROOTS ("r1"),
      .arguments = UNTIL_REVOKED },
    TRUE, PADDOCK_PROMPT_GRANT,
    R1_AND_R2 S1_AND_S2 "server:s3:allowed grant:s1/r1 grant:s1/r2 grant:s3/r1" },
  { "unblock", { PADDOCK_COMMAND_UNBLOCK, "s3" },
    TRUE, PADDOCK_PROMPT_UNBLOCK,
    R1_AND_R2 S1_AND_S2 "server:s3:undecided grant:s1/r1 grant:s1/r2" },
  { "forget a blocked server", { PADDOCK_COMMAND_FORGET, "s3" },
    TRUE, PADDOCK_PROMPT_UNBLOCK,
    R1_AND_R2 S1_AND_S2 "grant:s1/r1 grant:s1/r2" },
};

static inline PaddockCommand *
make_command (const CommandText *text)
{
  g_autoptr (GVariant) arguments = NULL;

  if (text->arguments != NULL)
    arguments = g_variant_parse (G_VARIANT_TYPE_VARDICT, text->arguments, NULL, NULL, NULL);
  return paddock_command_new (text->kind, text->server_id, text->root_ids, arguments);
}

static inline PaddockCommand *
make_plain (PaddockCommandKind  kind,
            const char         *server_id)
{
  return paddock_command_new (kind, server_id, NULL, NULL);
}

static inline Scene *
set_up_with_agent (TestAgent **out_agent)
{
  Scene *scene = scene_new (PADDOCK_CONSENT_ASK);

  make_state (scene);
  *out_agent = g_object_new (TEST_TYPE_AGENT, NULL);
  (*out_agent)->is_available = TRUE;
  paddock_gate_set_agent (scene->gate, PADDOCK_CONSENT_AGENT (*out_agent));
  return scene;
}

/* Instead of roots: everything that the caller asked for. */
#define AS_ASKED NULL

static inline GStrv
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

/* Answers the waiting question. Returns the ignored roots, separated by spaces. */
static inline char *
answer (Scene              *scene,
        PaddockVerdict      verdict,
        PaddockDuration     duration,
        const char * const *root_ids)
{
  const PaddockPrompt *prompt = get_only_request (scene);
  g_autofree char *id = g_strdup (prompt->id);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) left_out = answer_as (scene, id, prompt->serial, verdict, duration, root_ids,
                                       &error);

  g_assert_no_error (error);
  return g_strjoinv (" ", left_out);
}

static inline void
ask_roots (Scene      *scene,
           const char *server_id)
{
  const PaddockServer *server = paddock_snapshot_get_server (scene->snapshot, server_id);
  PaddockPrompt template = {
    .kind = PADDOCK_PROMPT_ROOTS, .server_id = server_id, .identity = server->identity,
    .sessions = 1,
  };

  g_assert_nonnull (paddock_prompts_ask (scene->queue, &template, NULL, NULL));
}

static inline void
on_finished (PaddockPrompts *queue,
             const char     *id,
             PaddockVerdict  verdict,
             PaddockReason   reason,
             GString        *text)
{
  g_string_append_printf (text, "%s:%s ", paddock_decision_verdict_to_nick (verdict),
                          paddock_reason_to_nick (reason));
}

G_END_DECLS
