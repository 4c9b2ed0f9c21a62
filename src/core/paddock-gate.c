/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-gate.h"

#include "paddock-error.h"
#include "paddock-startup-cleanup.h"
#include "paddock-limits.h"
#include "paddock-path-survey.h"
#include "paddock-policy.h"
#include "paddock-text.h"

/* Turns commands into changes: carries them out, asks the user about them, or refuses them.
 *
 * The service owns one gate; nothing else commits what somebody asked for. The rules
 * (docs/security.md, "Widening"):
 *
 * - A command that narrows access is done at once, for every caller.
 * - The window may widen access at once: a person just did it there with the pointer or the
 *   keyboard.
 * - Some choices for a server belong to the user in the window (is_for_window). All other callers
 *   are refused, even if the user could be asked.
 * - If any other caller wants to widen access, the user is asked, and learns who calls. For that, a
 *   window must be able to show the question, or Paddock must be able to start one.
 * - If there is a warning (a folder with keys in it), a registered window always asks the user,
 *   even if the user switched questions off: no caller accepts a warning.
 * - If there certainly is nobody to ask (no display, no window installed), the command is done, and
 *   the journal names the caller. A program that runs `paddock` as the user without a desktop
 *   counts as the user. If a window is installed but does not answer, the question waits.
 *
 * An answer counts once, for the serial that the user saw, and only while its question waits. If
 * something is revoked from the server meanwhile, the question gets a new serial, and the old
 * answer does not count. If somebody else meanwhile does what was asked for, the question ends. The
 * callers of this file make sure that an answer comes from the agent
 * (paddock_bus_agent_confirm_async()). If anything fails on the way, everything stays as it was.
 */
struct _PaddockGate
{
  GObject              parent_instance;

  PaddockState        *state;       /* (owned) */
  PaddockPrompts      *queue;       /* (owned) */
  PaddockConsentAgent *agent;       /* (owned) (nullable) */
  GHashTable          *held;        /* (owned) id of a question -> HeldCommand: the commands about
                                     * which the user is asked */
  gboolean             ask_before_widening;
  PaddockScopeFinder   find_scope;  /* (nullable) */
  gpointer             find_scope_data;
};

G_DEFINE_FINAL_TYPE (PaddockGate, paddock_gate, G_TYPE_OBJECT)

/* A command and who wants it. At first this is the data of the task that submits the command. If
 * the user is asked, the gate keeps this structure while the question waits. */
typedef struct {
  PaddockCommand *command;          /* (owned) */
  char           *caller;           /* (owned) (nullable) the name of the caller who wants the
                                     * command; NULL: the window */
  gboolean        is_answered;      /* the user has allowed the command, and its changes are being
                                     * made now */
} HeldCommand;

static void
held_command_free (gpointer data)
{
  HeldCommand *held = data;

  paddock_command_free (held->command);
  g_free (held->caller);
  g_free (held);
}

static HeldCommand *
held_command_new (PaddockCommand *command,
                  const char     *caller)
{
  HeldCommand *held = g_new0 (HeldCommand, 1);

  held->command = command;
  held->caller = g_strdup (caller);
  return held;
}

static void
on_question_finished (PaddockPrompts *queue,
                      const char     *id,
                      PaddockVerdict  verdict,
                      PaddockReason   reason,
                      PaddockGate    *self)
{
  g_hash_table_remove (self->held, id);
}

/* Ends each question about adding folders if all its folders have been added meanwhile. If such a
 * question stayed, its answer would add the folders again after the user removed them. */
static void
on_state_changed (PaddockState *state,
                  gpointer      changes,
                  PaddockGate  *self)
{
  PaddockPlanContext plan = paddock_state_plan (state, PADDOCK_REASON_NONE, NULL);
  g_autoptr (GPtrArray) settled = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer id, value;

  g_hash_table_iter_init (&iter, self->held);
  while (g_hash_table_iter_next (&iter, &id, &value)) {
    const HeldCommand *held = value;
    g_autoptr (PaddockChanges) left = NULL;

    if (!paddock_command_get_row (held->command)->may_lapse || held->is_answered)
      continue;
    left = paddock_command_plan (held->command, &plan);
    if (paddock_changes_get_size (left) == 0)
      g_ptr_array_add (settled, g_strdup (id));
  }
  for (guint i = 0; i < settled->len; i++)
    paddock_prompts_finish (self->queue, settled->pdata[i], PADDOCK_VERDICT_ALLOW,
                            PADDOCK_REASON_SUPERSEDED);
}

static void
paddock_gate_dispose (GObject *object)
{
  PaddockGate *self = PADDOCK_GATE (object);

  if (self->state != NULL)
    g_signal_handlers_disconnect_by_data (self->state, self);
  if (self->queue != NULL)
    g_signal_handlers_disconnect_by_data (self->queue, self);
  g_clear_object (&self->state);
  g_clear_object (&self->queue);
  g_clear_object (&self->agent);
  g_clear_pointer (&self->held, g_hash_table_unref);

  G_OBJECT_CLASS (paddock_gate_parent_class)->dispose (object);
}

static void
paddock_gate_class_init (PaddockGateClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_gate_dispose;
}

static void
paddock_gate_init (PaddockGate *self)
{
  self->held = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, held_command_free);
  self->ask_before_widening = TRUE;
}

/**
 * paddock_gate_new:
 * @state: makes the changes
 * @queue: holds the questions
 *
 * Returns: (transfer full): a gate that asks the user about widening if there is somebody to ask
 */
PaddockGate *
paddock_gate_new (PaddockState   *state,
                  PaddockPrompts *queue)
{
  PaddockGate *self = g_object_new (PADDOCK_TYPE_GATE, NULL);

  self->state = g_object_ref (state);
  self->queue = g_object_ref (queue);
  g_signal_connect (queue, "finished", G_CALLBACK (on_question_finished), self);
  g_signal_connect (state, "changed", G_CALLBACK (on_state_changed), self);
  return self;
}

/**
 * paddock_gate_set_agent:
 * @self: a gate
 * @agent: (nullable): who can put questions to the user
 */
void
paddock_gate_set_agent (PaddockGate         *self,
                        PaddockConsentAgent *agent)
{
  g_set_object (&self->agent, agent);
}

/**
 * paddock_gate_set_ask:
 * @self: a gate
 * @ask_before_widening: the user's setting: whether to ask about calls that widen access
 */
void
paddock_gate_set_ask (PaddockGate *self,
                      gboolean     ask_before_widening)
{
  self->ask_before_widening = ask_before_widening;
}

/**
 * paddock_gate_set_scope_finder:
 * @self: a gate
 * @finder: finds the processes of a server, for grants that last "this session"
 * @user_data: for @finder, outlives the gate
 */
void
paddock_gate_set_scope_finder (PaddockGate        *self,
                               PaddockScopeFinder  finder,
                               gpointer            user_data)
{
  self->find_scope = finder;
  self->find_scope_data = user_data;
}

/* Ends the questions that a finished command answers. Most commands about a server answer that
 * server's own question about roots. Other commands, such as unblocking a server or ending a pause,
 * answer the questions of all callers who wanted the same. Switching reading on also does so, but
 * switching it off answers no question. */
static void
settle_questions (PaddockGate          *self,
                  const PaddockCommand *command)
{
  const PaddockCommandRow *row = paddock_command_get_row (command);
  const char *path = NULL;

  switch (row->settles) {
    case PADDOCK_SETTLES_SERVER:
      paddock_prompts_finish_server (self->queue, command->server_id, row->verdict, row->reason);
      break;
    case PADDOCK_SETTLES_SAME:
      g_variant_lookup (command->arguments, "path", "^&ay", &path);
      if (command->kind != PADDOCK_COMMAND_LET_READ || paddock_command_has (command, "reading"))
        paddock_prompts_finish_commands (self->queue, row->prompt, command->server_id, path);
      break;
    case PADDOCK_SETTLES_NOTHING:
    default:
      break;
  }
}

/* Makes answers invalid that the user gave without knowing of @command. If @command revokes
 * something from a server, earlier answers about that server do not count. Otherwise an answer
 * "Share", for which Paddock still looks at the disk, would undo the revocation. Earlier answers
 * about a root do not count either, if the root begins or ceases to include other file systems. */
static void
outdate_answers (PaddockGate          *self,
                 const PaddockCommand *command)
{
  if (paddock_command_get_row (command)->takes)
    paddock_prompts_renew_server (self->queue, command->server_id);
  if (paddock_command_has (command, "other-file-systems"))
    paddock_prompts_renew_root (self->queue, command->root_ids[0]);
}

static void
on_command_committed (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  PaddockGate *self = g_task_get_source_object (task);
  HeldCommand *held = g_task_get_task_data (task);
  GError *error = NULL;

  if (!paddock_state_commit_finish (PADDOCK_STATE (source), result, &error)) {
    g_task_return_error (task, error);
    return;
  }
  settle_questions (self, held->command);
  g_task_return_pointer (task, NULL, NULL);
}

static void
carry_out (GTask         *task,
           PaddockReason  reason)
{
  PaddockGate *self = g_task_get_source_object (task);
  HeldCommand *held = g_task_get_task_data (task);
  PaddockPlanContext plan = paddock_state_plan (self->state, reason, held->caller);
  g_autoptr (PaddockChanges) changes = paddock_command_plan (held->command, &plan);

  outdate_answers (self, held->command);
  paddock_state_commit_async (self->state, changes, NULL, on_command_committed,
                              g_object_ref (task));
}

static void
put_to_user (GTask *task)
{
  PaddockGate *self = g_task_get_source_object (task);
  HeldCommand *held = g_task_get_task_data (task);
  PaddockPlanContext plan = paddock_state_plan (self->state, PADDOCK_REASON_UNDECIDED,
                                                held->caller);
  g_autoptr (PaddockPrompt) prompt = NULL;
  g_autofree char *id = NULL;
  const HeldCommand *earlier;
  GError *error = NULL;

  if (held->command->roots != NULL &&
      held->command->roots->len > PADDOCK_LIMIT_ROOTS_PER_QUESTION) {
    g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT,
                             "The user can be asked about %d folders at a time",
                             PADDOCK_LIMIT_ROOTS_PER_QUESTION);
    return;
  }
  paddock_command_fix_access (held->command, &plan);
  prompt = paddock_command_to_prompt (held->command, &plan);
  id = g_strdup (paddock_prompts_ask (self->queue, prompt, NULL, &error));
  if (id == NULL) {
    g_task_return_error (task, error);
    return;
  }
  /* The user may be looking at this question now, so the question must keep its command. */
  earlier = g_hash_table_lookup (self->held, id);
  if (earlier != NULL && !paddock_command_equal (earlier->command, held->command)) {
    g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_BUSY,
                             "Another wish about the same waits for its answer; answer that first");
    return;
  }

  paddock_state_log (self->state, &(PaddockJournalEntry) {
    .event = paddock_command_get_row (held->command)->asked,
    .reason = PADDOCK_REASON_UNDECIDED,
    .server_id = prompt->server_id,
    .server = prompt->server,
    .detail = held->caller,
  });
  g_hash_table_replace (self->held, g_strdup (id),
                        held_command_new (g_steal_pointer (&held->command), held->caller));
  g_task_return_pointer (task, g_steal_pointer (&id), g_free);
}

static void
carry_out_unasked (gpointer user_data)
{
  carry_out (user_data, PADDOCK_REASON_COMMAND_ALLOWED);
}

static void
on_summoned (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  PaddockGate *self = g_task_get_source_object (task);

  if (paddock_consent_agent_summon_finish (PADDOCK_CONSENT_AGENT (source), result))
    put_to_user (task);
  else
    paddock_state_writer_queue_turn (paddock_state_get_writer (self->state), carry_out_unasked,
                                     g_object_ref (task), g_object_unref);
}

/* Refuses a command that only the window may submit. */
static void
refuse (GTask *task)
{
  PaddockGate *self = g_task_get_source_object (task);
  HeldCommand *held = g_task_get_task_data (task);
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);
  const PaddockServer *server = paddock_snapshot_get_server (snapshot, held->command->server_id);
  g_autofree char *label = server != NULL ? paddock_server_dup_label (server) : NULL;

  paddock_state_log (self->state, &(PaddockJournalEntry) {
    .event = PADDOCK_EVENT_WIDENING_REFUSED,
    .reason = PADDOCK_REASON_NONE,
    .server_id = held->command->server_id,
    .server = label,
    .detail = held->caller,
  });
  g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_NOT_AGENT,
                           "Only the window of Paddock may switch this on");
}

/* Whether to ask the user now: a window can show the question, and either the user wants to be
 * asked or there is a warning. */
static gboolean
must_ask (PaddockGate          *self,
          const PaddockCommand *command)
{
  return (self->ask_before_widening || command->warnings != PADDOCK_PLACE_WARNING_NONE) &&
         self->agent != NULL && paddock_consent_agent_is_available (self->agent);
}

/* Plans the command against the current snapshot. Then carries it out, refuses it or asks the
 * user. */
static void
submit_in_turn (gpointer user_data)
{
  GTask *task = user_data;
  PaddockGate *self = g_task_get_source_object (task);
  HeldCommand *held = g_task_get_task_data (task);
  PaddockPlanContext plan = paddock_state_plan (self->state, PADDOCK_REASON_NONE, held->caller);
  g_autoptr (PaddockChanges) changes = paddock_command_plan (held->command, &plan);
  GError *error = NULL;

  if (!paddock_command_check (held->command, &plan, &error))
    g_task_return_error (task, error);
  else if (!paddock_widening_check (plan.snapshot, changes, plan.now))
    carry_out (task, held->caller == NULL ? PADDOCK_REASON_USER_DENIED
                                          : PADDOCK_REASON_COMMAND_DENIED);
  else if (held->caller == NULL)
    carry_out (task, PADDOCK_REASON_USER_ALLOWED);
  else if (paddock_command_get_row (held->command)->is_for_window)
    refuse (task);
  else if (must_ask (self, held->command))
    put_to_user (task);
  else if (!self->ask_before_widening || self->agent == NULL)
    carry_out (task, PADDOCK_REASON_COMMAND_ALLOWED);
  else
    paddock_consent_agent_summon_async (self->agent, NULL, on_summoned, g_object_ref (task));
}

/**
 * paddock_gate_submit_async:
 * @self: a gate
 * @command: (transfer full): what somebody wants; everything that the command names exists
 * @caller: (nullable): the name of the caller who wants it, for people; %NULL: the window itself
 * @callback: called when the command is done, the user is asked, or the command has failed
 * @user_data: for @callback
 *
 * Carries out a command, asks the user about it, or refuses it.
 */
void
paddock_gate_submit_async (PaddockGate         *self,
                           PaddockCommand      *command,
                           const char          *caller,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, paddock_gate_submit_async);
  g_task_set_task_data (task, held_command_new (command, caller), held_command_free);
  paddock_state_writer_queue_turn (paddock_state_get_writer (self->state), submit_in_turn, task,
                                   g_object_unref);
}

/**
 * paddock_gate_submit_finish:
 * @self: a gate
 * @result: from paddock_gate_submit_async()
 * @out_prompt_id: (out) (transfer full) (nullable): the id of the question to the user; %NULL if
 *   the command is done
 * @error: return location
 *
 * Returns: %TRUE if the command is done, or the user is asked; %FALSE with @error otherwise
 */
gboolean
paddock_gate_submit_finish (PaddockGate   *self,
                            GAsyncResult  *result,
                            char         **out_prompt_id,
                            GError       **error)
{
  GError *problem = NULL;

  *out_prompt_id = g_task_propagate_pointer (G_TASK (result), &problem);
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, problem);
  return FALSE;
}

/* An answer of the user to a question, while the gate carries it out: the data of the task. */
typedef struct {
  PaddockDecision *decision;        /* (owned) */
  GPtrArray       *available;       /* (owned) (nullable) ids of the chosen roots that are
                                     * available; NULL until all chosen roots have been looked at */
  GStrv            left_out;        /* (owned) (nullable) ids of the chosen roots that are not
                                     * available; NULL: nobody looked at roots */
  PaddockVerdict   verdict;         /* how the question ends */
} Answer;

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  paddock_decision_unref (answer->decision);
  g_clear_pointer (&answer->available, g_ptr_array_unref);
  g_strfreev (answer->left_out);
  g_free (answer);
}

/* Returns the reason that the journal gives for an answer. The reason in the decision counts only
 * if the user allowed something. */
static PaddockReason
reason_of (const PaddockDecision *decision)
{
  switch (decision->verdict) {
    case PADDOCK_VERDICT_ALLOW:
      return decision->for_session ? PADDOCK_REASON_USER_ALLOWED_SESSION : decision->reason;
    case PADDOCK_VERDICT_NOT_NOW:
      return PADDOCK_REASON_USER_PUT_OFF;
    case PADDOCK_VERDICT_BLOCK:
    case PADDOCK_VERDICT_DENY:
    default:
      return PADDOCK_REASON_USER_DENIED;
  }
}

static void
return_left_out (GTask *task)
{
  Answer *answer = g_task_get_task_data (task);
  GStrv left_out = g_steal_pointer (&answer->left_out);

  g_task_return_pointer (task, left_out != NULL ? left_out : g_new0 (char *, 1),
                         (GDestroyNotify) g_strfreev);
}

static void
on_answer_committed (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  PaddockGate *self = g_task_get_source_object (task);
  Answer *answer = g_task_get_task_data (task);
  g_autofree char *id = NULL;
  HeldCommand *held = NULL;
  GError *error = NULL;

  if (!paddock_state_commit_finish (PADDOCK_STATE (source), result, &error)) {
    held = g_hash_table_lookup (self->held, answer->decision->request_id);
    if (held != NULL)
      held->is_answered = FALSE;
    g_task_return_error (task, error);
    return;
  }
  /* First end the question that was answered. Other questions end as a consequence. */
  g_hash_table_steal_extended (self->held, answer->decision->request_id, (gpointer *) &id,
                               (gpointer *) &held);
  paddock_prompts_finish (self->queue, answer->decision->request_id, answer->verdict,
                          reason_of (answer->decision));
  if (held != NULL && answer->verdict == PADDOCK_VERDICT_ALLOW)
    settle_questions (self, held->command);
  g_clear_pointer (&held, held_command_free);
  return_left_out (task);
}

static void
commit_answer (GTask          *task,
               PaddockChanges *changes,
               PaddockVerdict  verdict)
{
  PaddockGate *self = g_task_get_source_object (task);
  Answer *answer = g_task_get_task_data (task);

  answer->verdict = verdict;
  paddock_state_commit_async (self->state, changes, NULL, on_answer_committed,
                              g_object_ref (task));
}

/* Returns the roots of the decision that are available, and that nobody removed during the look at
 * them. Keeps the ids of the other roots for the reply. */
static GArray *
keep_available (Answer                *answer,
                const PaddockSnapshot *snapshot)
{
  const PaddockDecision *decision = answer->decision;
  GArray *kept = g_array_new (FALSE, TRUE, sizeof (PaddockDecisionRoot));
  g_autoptr (GStrvBuilder) left_out = g_strv_builder_new ();

  for (gsize i = 0; i < decision->n_roots; i++) {
    const char *root_id = decision->roots[i].root_id;

    if (paddock_snapshot_get_root (snapshot, root_id) != NULL &&
        g_ptr_array_find_with_equal_func (answer->available, root_id, g_str_equal, NULL))
      g_array_append_val (kept, decision->roots[i]);
    else
      g_strv_builder_add (left_out, root_id);
  }
  answer->left_out = g_strv_builder_end (left_out);
  return kept;
}

/* Grants the available roots to the server. Checks the question again, because it may have changed
 * during the look at the roots. */
static void
grant_in_turn (gpointer user_data)
{
  GTask *task = user_data;
  PaddockGate *self = g_task_get_source_object (task);
  Answer *answer = g_task_get_task_data (task);
  const PaddockDecision *decision = answer->decision;
  PaddockPlanContext plan = paddock_state_plan (self->state, reason_of (decision), NULL);
  g_autoptr (PaddockPrompt) prompt = NULL;
  g_autoptr (PaddockChanges) changes = NULL;
  g_autoptr (GArray) kept = NULL;
  g_autofree char *scope = NULL;
  GError *error = NULL;

  prompt = paddock_prompts_steal (self->queue, decision->request_id, decision->serial,
                                  &error);
  if (prompt == NULL) {
    g_task_return_error (task, error);
    return;
  }

  kept = keep_available (answer, plan.snapshot);
  if (kept->len == 0) {
    return_left_out (task);
    return;
  }

  if (decision->duration.kind == PADDOCK_DURATION_SESSION && self->find_scope != NULL)
    scope = self->find_scope (prompt->server_id, self->find_scope_data);
  if (decision->duration.kind == PADDOCK_DURATION_LOGIN)
    scope = paddock_startup_cleanup_dup_login ();
  if (paddock_duration_has_scope (decision->duration) && scope == NULL) {
    g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                             decision->duration.kind == PADDOCK_DURATION_SESSION
                               ? "The server is not connected any more"
                               : "A logout would not be noticed here");
    return;
  }
  changes = paddock_plan_grant (&plan, prompt->server_id, (PaddockDecisionRoot *) kept->data,
                                kept->len, decision->duration, scope);
  commit_answer (task, changes, PADDOCK_VERDICT_ALLOW);
}

static void
on_roots_surveyed (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  PaddockGate *self = g_task_get_source_object (task);
  Answer *answer = g_task_get_task_data (task);
  GError *error = NULL;

  answer->available = paddock_path_survey_roots_finish (result, &error);
  if (answer->available == NULL)
    g_task_return_error (task, error);
  else
    paddock_state_writer_queue_turn (paddock_state_get_writer (self->state), grant_in_turn,
                                     g_object_ref (task), g_object_unref);
}

/* Shares the roots that the user selected before choosing "Share". Looks at each root again before
 * a server learns of it. */
static void
allow_roots (GTask               *task,
             const PaddockPrompt *prompt)
{
  PaddockGate *self = g_task_get_source_object (task);
  Answer *answer = g_task_get_task_data (task);
  const PaddockDecision *decision = answer->decision;
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);
  g_autoptr (GPtrArray) roots = g_ptr_array_new ();

  if (decision->duration.kind != PADDOCK_DURATION_SESSION && prompt->identity != NULL &&
      paddock_identity_get_kind (prompt->identity) == PADDOCK_IDENTITY_ANONYMOUS) {
    g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                             "Nothing identifies this server: it can be allowed for this session "
                             "only");
    return;
  }

  for (gsize i = 0; i < decision->n_roots; i++) {
    PaddockRoot *root = paddock_snapshot_get_root (snapshot, decision->roots[i].root_id);

    if (root != NULL)
      g_ptr_array_add (roots, root);
  }
  paddock_path_survey_roots_async (paddock_state_get_pool (self->state),
                                   paddock_state_get_places (self->state), roots, NULL,
                                   on_roots_surveyed, g_object_ref (task));
}

static void
answer_roots (GTask               *task,
              const PaddockPrompt *prompt)
{
  PaddockGate *self = g_task_get_source_object (task);
  Answer *answer = g_task_get_task_data (task);
  PaddockPlanContext plan = paddock_state_plan (self->state, reason_of (answer->decision), NULL);
  g_autoptr (PaddockChanges) changes = NULL;

  switch (answer->decision->verdict) {
    case PADDOCK_VERDICT_ALLOW:
      allow_roots (task, prompt);
      break;
    case PADDOCK_VERDICT_BLOCK:
      changes = paddock_plan_block (&plan, prompt->server_id);
      commit_answer (task, changes, PADDOCK_VERDICT_BLOCK);
      break;
    case PADDOCK_VERDICT_NOT_NOW:
    case PADDOCK_VERDICT_DENY:
    default:
      changes = paddock_plan_put_off (&plan, prompt->server_id);
      commit_answer (task, changes, PADDOCK_VERDICT_NOT_NOW);
      break;
  }
}

/* Carries out the user's yes or no to a caller's command. Plans the command again, against the
 * current snapshot. */
static void
answer_command (GTask               *task,
                const PaddockPrompt *prompt)
{
  PaddockGate *self = g_task_get_source_object (task);
  Answer *answer = g_task_get_task_data (task);
  HeldCommand *held = g_hash_table_lookup (self->held, prompt->id);
  g_autoptr (PaddockChanges) changes = NULL;
  PaddockPlanContext plan;

  if (held != NULL && answer->decision->verdict == PADDOCK_VERDICT_ALLOW) {
    plan = paddock_state_plan (self->state, reason_of (answer->decision), held->caller);
    changes = paddock_command_plan (held->command, &plan);
    held->is_answered = TRUE;
    commit_answer (task, changes, PADDOCK_VERDICT_ALLOW);
    return;
  }

  changes = paddock_changes_new ();
  paddock_state_log (self->state, &(PaddockJournalEntry) {
    .event = PADDOCK_EVENT_WIDENING_REFUSED,
    .reason = PADDOCK_REASON_USER_DENIED,
    .server_id = prompt->server_id,
    .server = prompt->server,
    .detail = prompt->caller,
  });
  commit_answer (task, changes, PADDOCK_VERDICT_DENY);
}

/* Ends the question about a sensitive file. The answer is: once, for the session, not this time, or
 * never. paddock-file-prompts.c remembers the answer, and lets the waiting calls go on. The answer
 * changes nothing of what servers see. */
static void
answer_read (GTask               *task,
             const PaddockPrompt *prompt)
{
  PaddockGate *self = g_task_get_source_object (task);
  Answer *answer = g_task_get_task_data (task);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autofree char *path = paddock_text_escape (prompt->path, -1);

  paddock_state_log (self->state, &(PaddockJournalEntry) {
    .event = PADDOCK_EVENT_FILE_ANSWERED,
    .reason = reason_of (answer->decision),
    .server_id = prompt->server_id,
    .server = prompt->server != NULL ? prompt->server : prompt->caller,
    .detail = path,
  });
  commit_answer (task, changes, answer->decision->verdict);
}

/* Checks that an answer fits its question. A server that asked for roots gets those that the user
 * selected, so a plain "yes" does not fit. A caller's command is allowed as a whole, so a list of
 * roots does not fit. Only a file can be allowed for the session. */
static gboolean
check_form (const PaddockPrompt    *prompt,
            const PaddockDecision  *decision,
            GError                **error)
{
  gboolean is_command = prompt->kind != PADDOCK_PROMPT_ROOTS;

  if (decision->for_session && prompt->kind != PADDOCK_PROMPT_READ) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                         "Only a file is allowed for the session by that");
    return FALSE;
  }
  if (decision->verdict != PADDOCK_VERDICT_ALLOW || decision->as_asked == is_command)
    return TRUE;
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                       is_command ? "This question is allowed as it was asked, without roots"
                               : "What a server may see is named, root by root");
  return FALSE;
}

static void
answer_in_turn (gpointer user_data)
{
  GTask *task = user_data;
  PaddockGate *self = g_task_get_source_object (task);
  Answer *answer = g_task_get_task_data (task);
  g_autoptr (PaddockPrompt) prompt = NULL;
  GError *error = NULL;

  prompt = paddock_prompts_steal (self->queue, answer->decision->request_id,
                                  answer->decision->serial, &error);
  if (prompt == NULL || !check_form (prompt, answer->decision, &error))
    g_task_return_error (task, error);
  else if (prompt->kind == PADDOCK_PROMPT_ROOTS)
    answer_roots (task, prompt);
  else if (prompt->kind == PADDOCK_PROMPT_READ)
    answer_read (task, prompt);
  else
    answer_command (task, prompt);
}

/**
 * paddock_gate_answer_async:
 * @self: a gate
 * @decision: the answer; only the agent may give one
 * @callback: called when the answer took effect, or failed
 * @user_data: for @callback
 *
 * Carries out the user's answer to a question.
 */
void
paddock_gate_answer_async (PaddockGate         *self,
                           PaddockDecision     *decision,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);
  Answer *answer = g_new0 (Answer, 1);

  g_task_set_source_tag (task, paddock_gate_answer_async);
  answer->decision = paddock_decision_ref (decision);
  g_task_set_task_data (task, answer, answer_free);
  paddock_state_writer_queue_turn (paddock_state_get_writer (self->state), answer_in_turn, task,
                                   g_object_unref);
}

/**
 * paddock_gate_answer_finish:
 * @self: a gate
 * @result: from paddock_gate_answer_async()
 * @error: return location, %PADDOCK_ERROR_STALE, %PADDOCK_ERROR_NOT_FOUND, %PADDOCK_ERROR_REFUSED,
 *   %PADDOCK_ERROR_INVALID_ARGUMENT if the answer does not fit the kind of the question
 *
 * Returns: (transfer full) (nullable): the ids of the roots that were left out because they are not
 *   available. If no root is available, the question still waits
 */
GStrv
paddock_gate_answer_finish (PaddockGate   *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
