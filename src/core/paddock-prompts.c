/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-prompts.h"

#include "paddock-error.h"
#include "paddock-limits.h"

/* The questions that wait for the user, oldest first.
 *
 * The service owns them: a window that crashes loses none. Each server has at most one question
 * about roots, however many of its sessions ask. The same command of the same caller is one
 * question too. About a sensitive file there is one question for each session and file. A question
 * leaves the queue when it is answered, when something else settles it, or when all sessions that
 * asked have gone. (But an offer to renew roots stays when the sessions have gone.) A question that
 * has left the queue without an answer never means yes. Callers that could ask without end get only
 * some of the places. The queue grants nothing: it reports the answer, and the service acts on it.
 */
struct _PaddockPrompts
{
  GObject              parent_instance;

  GPtrArray           *requests;    /* (owned) PaddockPrompt: the questions that wait, oldest
                                     * first */
  GHashTable          *askers;      /* (owned) id of a question -> PaddockAsker; questions about
                                     * commands have none */
  PaddockConsentAgent *agent;       /* (owned) (nullable) */
  GCancellable        *cancellable; /* (owned) ends the attempt to start an agent that is under
                                     * way */
  gboolean             is_summoning;
  gboolean             is_held;     /* the questions of servers are hidden from the user */
  guint                serial;      /* the last serial that a question got; no serial is used
                                     * twice */
};

G_DEFINE_FINAL_TYPE (PaddockPrompts, paddock_prompts, G_TYPE_OBJECT)

enum {
  CHANGED,
  FINISHED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* The asker of all questions about commands. The callers of commands are compared by
 * PaddockPrompt.caller instead. */
static const PaddockAsker nobody = { NULL, NULL, FALSE };

static gboolean
find_by_id (PaddockPrompts *self,
            const char     *id,
            guint          *out_index)
{
  for (guint i = 0; i < self->requests->len; i++) {
    const PaddockPrompt *prompt = g_ptr_array_index (self->requests, i);

    if (g_strcmp0 (prompt->id, id) == 0) {
      *out_index = i;
      return TRUE;
    }
  }
  return FALSE;
}

/* Returns the asker of a question that waits. */
static const PaddockAsker *
get_asker (PaddockPrompts      *self,
           const PaddockPrompt *waiting)
{
  const PaddockAsker *asker = g_hash_table_lookup (self->askers, waiting->id);

  return asker != NULL ? asker : &nobody;
}

/* Whether two prompts are the same question. A server has one question about roots. A command is
 * the same only if all of it is the same. */
static gboolean
is_same_question (const PaddockPrompt *a,
                  const PaddockAsker  *asker_of_a,
                  const PaddockPrompt *b,
                  const PaddockAsker  *asker_of_b)
{
  if (a->kind != b->kind || g_strcmp0 (a->server_id, b->server_id) != 0)
    return FALSE;
  if (a->kind == PADDOCK_PROMPT_ROOTS)
    return TRUE;
  if (a->kind == PADDOCK_PROMPT_READ)
    return g_strcmp0 (a->path, b->path) == 0 && g_strcmp0 (a->caller, b->caller) == 0 &&
           paddock_asker_is_same_session (asker_of_a, asker_of_b);

  return g_strcmp0 (a->path, b->path) == 0 && g_strcmp0 (a->caller, b->caller) == 0 &&
         paddock_wants_is_same (&a->wants, &b->wants);
}

static gboolean
find_same (PaddockPrompts      *self,
           const PaddockPrompt *prompt,
           const PaddockAsker  *asker,
           guint               *out_index)
{
  for (guint i = 0; i < self->requests->len; i++) {
    const PaddockPrompt *waiting = g_ptr_array_index (self->requests, i);

    if (is_same_question (waiting, get_asker (self, waiting), prompt, asker)) {
      *out_index = i;
      return TRUE;
    }
  }
  return FALSE;
}

/* How many questions of one sort may wait. There are three sorts: questions of servers, about
 * commands of callers on the bus, and about files. Each sort has places of its own, and cannot take
 * the places of another sort. */
typedef struct {
  guint in_all;
  guint per_caller;
} Places;

static Places
get_places (PaddockPromptKind kind)
{
  switch (kind) {
    case PADDOCK_PROMPT_ROOTS:
      return (Places) { PADDOCK_LIMIT_PENDING_REQUESTS, PADDOCK_LIMIT_PENDING_PER_PROCESS };
    case PADDOCK_PROMPT_READ:
      return (Places) { PADDOCK_LIMIT_PENDING_FILES, PADDOCK_LIMIT_FILES_PER_CALLER };
    case PADDOCK_PROMPT_GRANT:
    case PADDOCK_PROMPT_UNBLOCK:
    case PADDOCK_PROMPT_CHANGE_ROOT:
    case PADDOCK_PROMPT_RESUME:
    case PADDOCK_PROMPT_LET_READ:
    case PADDOCK_PROMPT_CLEAR:
    case PADDOCK_PROMPT_TAKE_BACK_NEVER:
    case PADDOCK_PROMPT_ADD_ROOTS:
    case PADDOCK_PROMPT_TAKE_OUT:
    default:
      return (Places) { PADDOCK_LIMIT_PENDING_COMMANDS, PADDOCK_LIMIT_COMMANDS_PER_CALLER };
  }
}

static gboolean
share_places (PaddockPromptKind a,
              PaddockPromptKind b)
{
  if (a == PADDOCK_PROMPT_ROOTS || a == PADDOCK_PROMPT_READ)
    return a == b;
  return b != PADDOCK_PROMPT_ROOTS && b != PADDOCK_PROMPT_READ;
}

static gboolean
is_same_caller (const PaddockPrompt *a,
                const PaddockAsker  *asker_of_a,
                const PaddockPrompt *b,
                const PaddockAsker  *asker_of_b)
{
  if (a->kind == PADDOCK_PROMPT_ROOTS)
    return paddock_asker_shares_session (asker_of_a, asker_of_b);
  if (a->kind == PADDOCK_PROMPT_READ)
    return paddock_asker_is_same_session (asker_of_a, asker_of_b) &&
           g_strcmp0 (a->server_id, b->server_id) == 0;
  return a->caller != NULL && g_strcmp0 (a->caller, b->caller) == 0;
}

/* How many places are taken. Half of the servers' places is for servers with a decision, or with a
 * key that Paddock made. So the questions of plain servers, which have neither, are also counted
 * apart. */
typedef struct {
  Places all;
  Places plain;
  guint  of_program;
  guint  plain_of_program;
} Taken;

static Taken
count_places (PaddockPrompts      *self,
              const PaddockPrompt *prompt,
              const PaddockAsker  *asker)
{
  Taken taken = { 0 };

  for (guint i = 0; i < self->requests->len; i++) {
    const PaddockPrompt *waiting = g_ptr_array_index (self->requests, i);
    const PaddockAsker *other = get_asker (self, waiting);
    guint of_caller = is_same_caller (waiting, other, prompt, asker);
    guint of_program = paddock_asker_shares_origin (other, asker);
    guint plain = !other->is_vouched_for;

    if (!share_places (waiting->kind, prompt->kind))
      continue;
    taken.all.in_all++;
    taken.all.per_caller += of_caller;
    taken.of_program += of_program;
    taken.plain.in_all += plain;
    taken.plain.per_caller += plain & of_caller;
    taken.plain_of_program += plain & of_program;
  }
  return taken;
}

static gboolean
check_places (guint        n,
              guint        max,
              const char  *whose,
              GError     **error)
{
  if (n < max)
    return TRUE;
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT,
               "%u questions%s wait already; answer some first", n, whose);
  return FALSE;
}

static gboolean
check_place (PaddockPrompts       *self,
             const PaddockPrompt  *prompt,
             const PaddockAsker   *asker,
             GError              **error)
{
  static const char in_all[] = "";
  static const char of_caller[] = " of this caller";
  static const char of_program[] = " of this program";
  Places places = get_places (prompt->kind);
  Taken taken = count_places (self, prompt, asker);

  if (!check_places (taken.all.in_all, places.in_all, in_all, error) ||
      !check_places (taken.all.per_caller, places.per_caller, of_caller, error))
    return FALSE;
  if (prompt->kind != PADDOCK_PROMPT_ROOTS)
    return TRUE;
  if (!check_places (taken.of_program, PADDOCK_LIMIT_PENDING_PER_PROGRAM, of_program, error))
    return FALSE;
  return asker->is_vouched_for ||
         (check_places (taken.plain.in_all, places.in_all / 2, in_all, error) &&
          check_places (taken.plain.per_caller, places.per_caller / 2, of_caller, error) &&
          check_places (taken.plain_of_program, PADDOCK_LIMIT_PENDING_PER_PROGRAM / 2, of_program,
                        error));
}

/* Whether a question is about roots for a server, or about reading a file. All other questions are
 * about callers' commands. */
static gboolean
is_of_server (const PaddockPrompt *prompt)
{
  return prompt->kind == PADDOCK_PROMPT_ROOTS || prompt->kind == PADDOCK_PROMPT_READ;
}

static gboolean
is_shown (PaddockPrompts      *self,
          const PaddockPrompt *prompt)
{
  return !self->is_held || !is_of_server (prompt);
}
static gboolean
shows_any (PaddockPrompts *self)
{
  for (guint i = 0; i < self->requests->len; i++) {
    if (is_shown (self, g_ptr_array_index (self->requests, i)))
      return TRUE;
  }
  return FALSE;
}

static gpointer
ref_request (gconstpointer prompt,
             gpointer      user_data)
{
  return paddock_prompt_ref ((PaddockPrompt *) prompt);
}

static void
on_summoned (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (PaddockPrompts) self = user_data;

  self->is_summoning = FALSE;
  if (!paddock_consent_agent_summon_finish (PADDOCK_CONSENT_AGENT (source), result) &&
      shows_any (self))
    g_message ("%u question(s) wait, and no window is there to ask: `paddock servers` shows who "
               "asks, `paddock grant SERVER FOLDER` answers", self->requests->len);
}

static void
summon (PaddockPrompts *self)
{
  if (self->agent == NULL || self->is_summoning || !shows_any (self) ||
      paddock_consent_agent_is_available (self->agent))
    return;

  self->is_summoning = TRUE;
  paddock_consent_agent_summon_async (self->agent, self->cancellable, on_summoned,
                                      g_object_ref (self));
}

static void
remove_at (PaddockPrompts *self,
           guint           index,
           PaddockVerdict  verdict,
           PaddockReason   reason)
{
  g_autoptr (PaddockPrompt) prompt = g_ptr_array_steal_index (self->requests, index);

  g_hash_table_remove (self->askers, prompt->id);
  g_signal_emit (self, signals[FINISHED], 0, prompt->id, verdict, reason);
}

static void
paddock_prompts_dispose (GObject *object)
{
  PaddockPrompts *self = PADDOCK_PROMPTS (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->agent);
  g_clear_pointer (&self->requests, g_ptr_array_unref);
  g_clear_pointer (&self->askers, g_hash_table_unref);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (paddock_prompts_parent_class)->dispose (object);
}

static void
paddock_prompts_class_init (PaddockPromptsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_prompts_dispose;

  signals[CHANGED] = g_signal_new ("changed", PADDOCK_TYPE_PROMPTS, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[FINISHED] = g_signal_new ("finished", PADDOCK_TYPE_PROMPTS, G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_INT,
                                    G_TYPE_INT);
}

static void
paddock_prompts_init (PaddockPrompts *self)
{
  self->requests = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_prompt_unref);
  self->askers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                        (GDestroyNotify) paddock_asker_free);
  self->cancellable = g_cancellable_new ();
}

/**
 * paddock_prompts_new:
 *
 * Returns: (transfer full): an empty queue without an agent
 */
PaddockPrompts *
paddock_prompts_new (void)
{
  return g_object_new (PADDOCK_TYPE_PROMPTS, NULL);
}

/**
 * paddock_prompts_set_agent:
 * @self: a queue
 * @agent: (nullable): who puts questions to the user
 */
void
paddock_prompts_set_agent (PaddockPrompts      *self,
                           PaddockConsentAgent *agent)
{
  g_set_object (&self->agent, agent);
  summon (self);
}

/**
 * paddock_prompts_ask:
 * @self: a queue
 * @template: the question; the queue chooses id and serial
 * @asker: (nullable): who asks, for questions of the kinds ROOTS and READ; copied
 * @error: return location, %PADDOCK_ERROR_LIMIT when too many wait
 *
 * Puts a question into the queue. If the same question already waits, it keeps its place, its
 * asker, its id and its count of sessions. If its contents changed, it gets a new serial, and an
 * answer to the old serial is refused.
 *
 * Returns: (transfer none) (nullable): the id of the question
 */
const char *
paddock_prompts_ask (PaddockPrompts       *self,
                     const PaddockPrompt  *template,
                     const PaddockAsker   *asker,
                     GError              **error)
{
  PaddockPrompt complete = *template;
  g_autofree char *id = NULL;
  PaddockPrompt *prompt;
  guint index;

  if (asker == NULL)
    asker = &nobody;
  if (find_same (self, template, asker, &index)) {
    const PaddockPrompt *waiting = g_ptr_array_index (self->requests, index);

    complete.id = waiting->id;
    complete.asked = waiting->asked;
    complete.sessions = waiting->sessions;
    if (paddock_prompt_equal (waiting, &complete))
      return waiting->id;

    complete.serial = ++self->serial;
    prompt = paddock_prompt_new (&complete);
    paddock_prompt_unref (self->requests->pdata[index]);
    self->requests->pdata[index] = prompt;
  } else {
    if (!check_place (self, template, asker, error))
      return NULL;
    complete.id = id = g_uuid_string_random ();
    complete.serial = ++self->serial;
    prompt = paddock_prompt_new (&complete);
    g_ptr_array_add (self->requests, prompt);
    if (asker != &nobody)
      g_hash_table_insert (self->askers, g_steal_pointer (&id), paddock_asker_copy (asker));
  }

  g_signal_emit (self, signals[CHANGED], 0, prompt->id);
  summon (self);
  return prompt->id;
}

/**
 * paddock_prompts_set_sessions:
 * @self: a queue
 * @server_id: a server
 * @sessions: how many sessions of the server are open
 *
 * Without a session the question of a server leaves the queue: nobody waits for the answer, and the
 * server asks again when it comes back. An offer to renew roots stays: no server asked for it. The
 * number of sessions does not change the question, so the serial stays.
 */
void
paddock_prompts_set_sessions (PaddockPrompts *self,
                              const char     *server_id,
                              guint           sessions)
{
  PaddockPrompt wanted = { .kind = PADDOCK_PROMPT_ROOTS, .server_id = server_id };
  const PaddockPrompt *waiting;
  PaddockPrompt edited;
  guint index;

  if (!find_same (self, &wanted, &nobody, &index))
    return;
  waiting = g_ptr_array_index (self->requests, index);
  if (sessions == 0 && (waiting->wants.flags & PADDOCK_WANTS_RENEWAL) == 0) {
    remove_at (self, index, PADDOCK_VERDICT_DENY, PADDOCK_REASON_PEER_CLOSED);
    return;
  }

  if (waiting->sessions == sessions)
    return;
  edited = *waiting;
  edited.sessions = sessions;
  self->requests->pdata[index] = paddock_prompt_new (&edited);
  g_signal_emit (self, signals[CHANGED], 0, edited.id);
  paddock_prompt_unref ((PaddockPrompt *) waiting);
}

/**
 * paddock_prompts_steal:
 * @self: a queue
 * @id: a question
 * @serial: the serial of the question when the user saw it
 * @error: return location, %PADDOCK_ERROR_NOT_FOUND or %PADDOCK_ERROR_STALE
 *
 * Looks a question up for its answer. The question stays in the queue until
 * paddock_prompts_finish().
 *
 * Returns: (transfer full) (nullable): a copy of the question
 */
PaddockPrompt *
paddock_prompts_steal (PaddockPrompts  *self,
                       const char      *id,
                       guint            serial,
                       GError         **error)
{
  PaddockPrompt *prompt;
  guint index;

  if (!find_by_id (self, id, &index)) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                         "This question does not wait any more");
    return NULL;
  }
  prompt = g_ptr_array_index (self->requests, index);
  if (prompt->serial != serial) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_STALE,
                         "The question changed after it was shown; look at it again");
    return NULL;
  }
  return paddock_prompt_ref (prompt);
}

/**
 * paddock_prompts_finish:
 * @self: a queue
 * @id: a question; nothing happens if the queue has no such question
 * @verdict: how the question ended
 * @reason: why the question ended
 */
void
paddock_prompts_finish (PaddockPrompts *self,
                        const char     *id,
                        PaddockVerdict  verdict,
                        PaddockReason   reason)
{
  guint index;

  if (find_by_id (self, id, &index))
    remove_at (self, index, verdict, reason);
}

/**
 * paddock_prompts_finish_server:
 * @self: a queue
 * @server_id: a server
 * @verdict: how the server's question about roots ended
 * @reason: why the question ended
 *
 * Removes the server's question about roots. Call this if something settles the question without an
 * answer: somebody grants roots to the server, blocks it or forgets it.
 */
void
paddock_prompts_finish_server (PaddockPrompts *self,
                               const char     *server_id,
                               PaddockVerdict  verdict,
                               PaddockReason   reason)
{
  PaddockPrompt wanted = { .kind = PADDOCK_PROMPT_ROOTS, .server_id = server_id };
  guint index;

  if (find_same (self, &wanted, &nobody, &index))
    remove_at (self, index, verdict, reason);
}

/**
 * paddock_prompts_finish_commands:
 * @self: a queue
 * @kind: what was done; not %PADDOCK_PROMPT_ROOTS and not %PADDOCK_PROMPT_READ
 * @server_id: (nullable): to which server it was done
 * @path: (nullable): for which file it was done
 *
 * Removes the questions in which callers want what was just done without an answer to these
 * questions. If such a question stayed, its answer would do the same again after the user undid it.
 */
void
paddock_prompts_finish_commands (PaddockPrompts    *self,
                                 PaddockPromptKind  kind,
                                 const char        *server_id,
                                 const char        *path)
{
  for (guint i = self->requests->len; i-- > 0;) {
    const PaddockPrompt *prompt = g_ptr_array_index (self->requests, i);

    if (prompt->kind == kind && prompt->wants.flags == PADDOCK_WANTS_NOTHING_ELSE &&
        g_strcmp0 (prompt->server_id, server_id) == 0 && g_strcmp0 (prompt->path, path) == 0)
      remove_at (self, i, PADDOCK_VERDICT_ALLOW, PADDOCK_REASON_SUPERSEDED);
  }
}

static void
renew_at (PaddockPrompts *self,
          guint           index)
{
  g_autoptr (PaddockPrompt) waiting = g_ptr_array_index (self->requests, index);
  PaddockPrompt edited = *waiting;

  edited.serial = ++self->serial;
  self->requests->pdata[index] = paddock_prompt_new (&edited);
  g_signal_emit (self, signals[CHANGED], 0, edited.id);
}

/**
 * paddock_prompts_renew_server:
 * @self: a queue
 * @server_id: a server
 *
 * Call this if something was revoked from the server while its question about roots waits. The
 * question gets a new serial, so an answer that is under way does not count.
 */
void
paddock_prompts_renew_server (PaddockPrompts *self,
                              const char     *server_id)
{
  PaddockPrompt wanted = { .kind = PADDOCK_PROMPT_ROOTS, .server_id = server_id };
  guint index;

  if (find_same (self, &wanted, &nobody, &index))
    renew_at (self, index);
}

/**
 * paddock_prompts_renew_root:
 * @self: a queue
 * @root_id: a root
 *
 * Gives a new serial to all questions that name the root or offer it, like
 * paddock_prompts_renew_server(). Call this if the root begins to include more, because an answer
 * that is under way does not count then.
 */
void
paddock_prompts_renew_root (PaddockPrompts *self,
                            const char     *root_id)
{
  for (guint i = 0; i < self->requests->len; i++) {
    const PaddockPrompt *prompt = g_ptr_array_index (self->requests, i);

    if (prompt->kind == PADDOCK_PROMPT_ROOTS || paddock_wants_has_root (&prompt->wants, root_id))
      renew_at (self, i);
  }
}

/**
 * paddock_prompts_set_held:
 * @self: a queue
 * @is_held: whether the questions of servers are hidden
 *
 * While all sharing is paused, the questions of servers are hidden from the user. They keep their
 * places, and are shown again later. Callers' commands are still shown.
 */
void
paddock_prompts_set_held (PaddockPrompts *self,
                          gboolean        is_held)
{
  g_autoptr (GPtrArray) requests = NULL;

  if (!self->is_held == !is_held)
    return;

  self->is_held = is_held;
  requests = g_ptr_array_copy (self->requests, ref_request, NULL);
  g_ptr_array_set_free_func (requests, (GDestroyNotify) paddock_prompt_unref);
  for (guint i = 0; i < requests->len; i++) {
    const PaddockPrompt *prompt = g_ptr_array_index (requests, i);

    if (is_of_server (prompt))
      g_signal_emit (self, signals[CHANGED], 0, prompt->id);
  }
  summon (self);
}

/**
 * paddock_prompts_list_shown:
 * @self: a queue
 *
 * Returns: (transfer container) (element-type PaddockPrompt): the questions that wait and are not
 *   hidden, oldest first
 */
GPtrArray *
paddock_prompts_list_shown (PaddockPrompts *self)
{
  GPtrArray *shown = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_prompt_unref);

  for (guint i = 0; i < self->requests->len; i++) {
    PaddockPrompt *prompt = g_ptr_array_index (self->requests, i);

    if (is_shown (self, prompt))
      g_ptr_array_add (shown, paddock_prompt_ref (prompt));
  }
  return shown;
}

/**
 * paddock_prompts_get_requests:
 * @self: a queue
 *
 * Returns: (transfer none) (element-type PaddockPrompt): the questions that wait, hidden or not,
 *   oldest first
 */
GPtrArray *
paddock_prompts_get_requests (PaddockPrompts *self)
{
  return self->requests;
}

/**
 * paddock_prompts_lookup:
 * @self: a queue
 * @id: a question
 *
 * Returns: (transfer none) (nullable): the question
 */
PaddockPrompt *
paddock_prompts_lookup (PaddockPrompts *self,
                        const char     *id)
{
  guint index;

  return find_by_id (self, id, &index) ? g_ptr_array_index (self->requests, index) : NULL;
}
