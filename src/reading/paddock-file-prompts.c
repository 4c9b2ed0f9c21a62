/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-file-prompts.h"

#include "paddock-app-notes.h"
#include "paddock-limits.h"
#include "paddock-prompt-throttle.h"
#include "paddock-text.h"

/* Decides whether Paddock reads a sensitive file for a server or a host: by the user's earlier
 * answer, or by a question to the user.
 *
 * The service owns this object. The reader (paddock-reading.c) calls this object after it found the
 * file, and before the caller gets the file. A file is allowed only if the user allowed this very
 * file, in the window. A file is refused if there is nobody to ask, if too many questions wait, if
 * the user does not answer within PADDOCK_FILE_QUESTION_SECONDS, and after every error. A question
 * outlives the call that waited for its answer: a late answer is used for the next call. If a
 * reading failed after the user allowed it once, that answer counts for one more minute.
 *
 * There is one question for each session and file, however often the session asks. A session is a
 * caller's connection to the bus, or a server's process. When it ends, its questions and answers
 * are forgotten. Only the answer "never" stays, in the store. This answer is valid at once and is
 * written soon. If writing it fails, the user is asked again after the next start.
 *
 * Asking for one file after the other does not help a caller. After several "not now" in a row, all
 * its requests are refused for a while, without a question. For a server, this applies to all its
 * sessions, because a server could begin a new session. For a connection to the bus, it applies
 * whichever server the connection names.
 */
struct _PaddockFilePrompts
{
  GObject              parent_instance;

  PaddockState          *state;      /* (owned) */
  PaddockPrompts        *queue;      /* (owned) */
  PaddockConsentAgent   *agent;      /* (owned) (nullable) the window, which asks the user; NULL:
                                      * there is nobody to ask */
  GDBusConnection       *connection; /* (owned) (nullable) the session bus; NULL while the bus is
                                      * lost */
  PaddockFileAnswers    *answers;    /* (owned) the user's earlier answers */
  PaddockPromptThrottle *throttle;   /* (owned) counts the answers "not now" to each server or
                                      * caller */
  GHashTable            *pending;    /* (owned) id of a question -> Pending: the questions that
                                      * wait */
  GHashTable            *watches;    /* (owned) bus name of a caller -> id of the watch on that
                                      * name */
  guint                  n_waiters;
  guint                  wait;       /* how long a call waits for the user's answer, in ms */
};

G_DEFINE_FINAL_TYPE (PaddockFilePrompts, paddock_file_prompts, G_TYPE_OBJECT)

static guint never_changed_signal;

/* How long the user's answer is valid for the next call if the answer came too late for the call
 * that asked, in µs. */
#define LATE_ANSWER_TIME (10 * G_TIME_SPAN_MINUTE)

/* How long an answer "once" stays valid after the user allowed the file, in µs. One more call may
 * use the answer if the file could not be read, because the disk was busy or did not answer. */
#define REPEAT_TIME      G_TIME_SPAN_MINUTE

/* How long the user is not asked about a file again after the answer "not now", in µs. */
#define NOT_NOW_TIME     G_TIME_SPAN_MINUTE

/* One call of paddock_file_prompts_ask_async(). It owns the strings of @question. */
typedef struct {
  PaddockFilePrompt question;
  char             *request_id;     /* (owned) (nullable) the id of the question for which the call
                                     * waits; NULL: the call does not wait for the user */
  guint             timeout_id;
  GSource          *on_cancel;      /* (owned) (nullable) notices that the call is cancelled; NULL:
                                     * the call can't be cancelled now */
  gint64            once_until;     /* monotonic µs: until when one more call may use an answer
                                     * "once"; 0: no such answer */
} Ask;

typedef struct {
  PaddockFileCommand command;       /* the file, and who wants to read it; the strings are owned */
  GPtrArray         *tasks;         /* (owned) GTask: the calls that wait for the answer to this
                                     * question */
} Pending;

static void
command_init (PaddockFileCommand       *command,
              const PaddockFileCommand *template)
{
  command->server_id = g_strdup (template->server_id);
  command->session = g_strdup (template->session);
  command->root_id = g_strdup (template->root_id);
  command->path = g_strdup (template->path);
  command->device = template->device;
  command->inode = template->inode;
}

static const char *
get_server (const PaddockFileCommand *command)
{
  return command->server_id;
}

static const char *
get_session (const PaddockFileCommand *command)
{
  return command->session;
}

static const char *
get_root (const PaddockFileCommand *command)
{
  return command->root_id;
}

/* Whether the request comes from a caller on the bus. Such a caller may ask in the name of a
 * server. */
static gboolean
is_over_bus (const PaddockFileCommand *command)
{
  return command->server_id == NULL || g_dbus_is_unique_name (command->session);
}

static const char *
get_asker (const PaddockFileCommand *command)
{
  return is_over_bus (command) ? command->session : command->server_id;
}

static void
command_clear (PaddockFileCommand *command)
{
  g_free ((char *) command->server_id);
  g_free ((char *) command->session);
  g_free ((char *) command->root_id);
  g_free ((char *) command->path);
}

static void
pending_free (gpointer data)
{
  Pending *pending = data;

  command_clear (&pending->command);
  g_ptr_array_unref (pending->tasks);
  g_free (pending);
}

static void
ask_stop_waiting (Ask *ask)
{
  g_clear_handle_id (&ask->timeout_id, g_source_remove);
  if (ask->on_cancel != NULL)
    g_source_destroy (ask->on_cancel);
  g_clear_pointer (&ask->on_cancel, g_source_unref);
}

static void
ask_free (gpointer data)
{
  Ask *ask = data;

  ask_stop_waiting (ask);
  command_clear (&ask->question.command);
  g_free ((char *) ask->question.caller);
  g_free (ask->request_id);
  g_free (ask);
}

/* Makes one call stop waiting for the user. The question to the user stays. */
static void
stop_waiting (GTask *task)
{
  PaddockFilePrompts *self = g_task_get_source_object (task);
  Ask *ask = g_task_get_task_data (task);
  Pending *pending = ask->request_id != NULL ? g_hash_table_lookup (self->pending, ask->request_id)
                                             : NULL;

  ask_stop_waiting (ask);
  if (pending != NULL && g_ptr_array_remove (pending->tasks, task))
    self->n_waiters--;
}

static gboolean
on_waited_long_enough (gpointer user_data)
{
  g_autoptr (GTask) task = g_object_ref (user_data);
  Ask *ask = g_task_get_task_data (task);

  ask->timeout_id = 0;
  stop_waiting (task);
  g_task_return_boolean (task, FALSE);
  return G_SOURCE_REMOVE;
}

static gboolean
on_cancelled (GCancellable *cancellable,
              gpointer      user_data)
{
  g_autoptr (GTask) task = g_object_ref (user_data);

  stop_waiting (task);
  g_task_return_boolean (task, FALSE);
  return G_SOURCE_REMOVE;
}

static void
wait_for_answer (GTask      *task,
                 const char *request_id)
{
  PaddockFilePrompts *self = g_task_get_source_object (task);
  Ask *ask = g_task_get_task_data (task);
  Pending *pending = g_hash_table_lookup (self->pending, request_id);
  GCancellable *cancellable = g_task_get_cancellable (task);

  if (pending == NULL) {
    pending = g_new0 (Pending, 1);
    command_init (&pending->command, &ask->question.command);
    pending->tasks = g_ptr_array_new_with_free_func (g_object_unref);
    g_hash_table_replace (self->pending, g_strdup (request_id), pending);
  }
  if (self->n_waiters >= PADDOCK_LIMIT_FILE_WAITERS) {
    g_task_return_boolean (task, FALSE);
    return;
  }

  self->n_waiters++;
  g_ptr_array_add (pending->tasks, g_object_ref (task));
  ask->request_id = g_strdup (request_id);
  ask->timeout_id = g_timeout_add (self->wait, on_waited_long_enough, task);
  if (cancellable != NULL) {
    ask->on_cancel = g_cancellable_source_new (cancellable);
    g_source_set_callback (ask->on_cancel, G_SOURCE_FUNC (on_cancelled), task, NULL);
    g_source_attach (ask->on_cancel, NULL);
  }
}

static void
on_name_vanished (GDBusConnection *connection,
                  const char      *name,
                  gpointer         user_data)
{
  paddock_file_prompts_end (user_data, name);
}

static void
unwatch (gpointer watch_id)
{
  g_bus_unwatch_name (GPOINTER_TO_UINT (watch_id));
}

/* If @session is a connection to the bus, watches its name on the bus, to notice when the
 * connection ends. */
static void
watch_session (PaddockFilePrompts *self,
               const char         *session)
{
  guint watch_id;

  if (self->connection == NULL || !g_dbus_is_unique_name (session) ||
      g_hash_table_contains (self->watches, session))
    return;
  watch_id = g_bus_watch_name_on_connection (self->connection, session,
                                             G_BUS_NAME_WATCHER_FLAGS_NONE, NULL,
                                             on_name_vanished, self, NULL);
  g_hash_table_insert (self->watches, g_strdup (session), GUINT_TO_POINTER (watch_id));
}

static void
put_to_user (GTask *task)
{
  PaddockFilePrompts *self = g_task_get_source_object (task);
  const Ask *ask = g_task_get_task_data (task);
  const PaddockFileCommand *command = &ask->question.command;
  const PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);
  const PaddockServer *server = NULL;
  const char * const root_ids[] = { command->root_id, NULL };
  g_autofree char *label = NULL;
  g_autofree char *asker = NULL;
  g_autofree char *path = paddock_text_escape (command->path, -1);
  g_autoptr (GError) error = NULL;
  const char *id;

  if (command->server_id != NULL)
    server = paddock_snapshot_get_server (snapshot, command->server_id);
  label = server != NULL ? paddock_server_dup_label (server) : NULL;
  id = paddock_prompts_ask (self->queue, &(PaddockPrompt) {
    .kind = PADDOCK_PROMPT_READ,
    .asked = g_get_real_time (),
    .server_id = command->server_id,
    .server = label,
    .note = server != NULL ? paddock_app_notes_find (snapshot, server->identity) : NULL,
    .is_named = server != NULL && server->given_name != NULL,
    .identity = server != NULL ? server->identity : NULL,
    .sessions = 1,
    .caller = ask->question.caller,
    .wants = { .root_ids = root_ids },
    .path = command->path,
    .sensitive = ask->question.kind,
  }, &(PaddockAsker) { .session = command->session }, &error);
  if (id == NULL) {
    g_message ("A question about a file was not put: %s", error->message);
    g_task_return_boolean (task, FALSE);
    return;
  }

  watch_session (self, command->session);
  asker = paddock_text_name_asker (label, is_over_bus (command) ? ask->question.caller : NULL);
  paddock_state_log (self->state, &(PaddockJournalEntry) {
    .event = PADDOCK_EVENT_FILE_ASKED,
    .reason = PADDOCK_REASON_UNDECIDED,
    .server_id = command->server_id,
    .server = asker,
    .detail = path,
  });
  wait_for_answer (task, id);
}

/* Whether a caller on the bus asks for a file that the user refused to all hosts. Such a file is
 * also refused to a host that asks in the name of a server. */
static gboolean
is_refused_to_hosts (PaddockFilePrompts       *self,
                     const PaddockFileCommand *command,
                     gint64                    now)
{
  PaddockFileCommand of_host = *command;

  of_host.server_id = NULL;
  return is_over_bus (command) &&
         paddock_file_answers_peek (self->answers, &of_host, now) == PADDOCK_FILE_REFUSED;
}

/* Ends the task without a question if the user has answered before, or does not want to be asked
 * now. Returns FALSE if the user must be asked. */
static gboolean
return_known (GTask *task)
{
  PaddockFilePrompts *self = g_task_get_source_object (task);
  Ask *ask = g_task_get_task_data (task);
  const PaddockFileCommand *command = &ask->question.command;
  gint64 now = g_get_monotonic_time ();
  PaddockFileAnswer answer = is_refused_to_hosts (self, command, now)
                               ? PADDOCK_FILE_REFUSED
                               : paddock_file_answers_use (self->answers, command, now,
                                                           &ask->once_until);

  if (answer == PADDOCK_FILE_UNDECIDED &&
      !paddock_prompt_throttle_is_throttled (self->throttle, get_asker (command), now))
    return FALSE;
  g_task_return_boolean (task, answer == PADDOCK_FILE_ALLOWED);
  return TRUE;
}

static void
on_summoned (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;

  PaddockFilePrompts *self = g_task_get_source_object (task);

  if (!paddock_consent_agent_summon_finish (PADDOCK_CONSENT_AGENT (source), result) ||
      self->agent == NULL)
    g_task_return_boolean (task, FALSE);
  else if (!return_known (task))
    put_to_user (task);
}

/* Stores the list of files that are never read. Call this after each change of the list. */
static void
store_never_files (PaddockFilePrompts *self)
{
  g_autoptr (GBytes) bytes =
    paddock_never_files_to_bytes (paddock_file_answers_get_never (self->answers));

  paddock_store_put_fact_async (paddock_state_get_store (self->state),
                                PADDOCK_STORE_FACT_FILE_ANSWERS, bytes, NULL, NULL, NULL);
  g_signal_emit (self, never_changed_signal, 0);
}

/* Whether @task wants the same file as the question @pending. Another file may have come to the
 * same path meanwhile. */
static gboolean
is_about (const Pending *pending,
          GTask         *task)
{
  const Ask *ask = g_task_get_task_data (task);

  return paddock_file_answers_is_same_file (&pending->command, &ask->question.command);
}

static gboolean
is_awaited (const Pending *pending)
{
  for (guint i = 0; i < pending->tasks->len; i++)
    if (is_about (pending, g_ptr_array_index (pending->tasks, i)))
      return TRUE;
  return FALSE;
}

/* Answers all calls that wait for one question. @once_until: monotonic µs: until when one more call
 * may use an answer "once"; 0: the user allowed the file for the session. */
static void
answer_waiters (PaddockFilePrompts *self,
                Pending            *pending,
                gboolean            is_allowed,
                gint64              once_until)
{
  self->n_waiters -= pending->tasks->len;
  while (pending->tasks->len > 0) {
    g_autoptr (GTask) task = g_ptr_array_steal_index (pending->tasks, 0);
    Ask *ask = g_task_get_task_data (task);

    ask->once_until = once_until;
    ask_stop_waiting (ask);
    g_task_return_boolean (task, is_allowed && is_about (pending, task));
  }
}

static void
refuse_always (PaddockFilePrompts       *self,
               const PaddockFileCommand *command)
{
  PaddockNeverFiles *files = paddock_file_answers_get_never (self->answers);
  const PaddockNeverFile file = {
    .server_id = command->server_id, .root_id = command->root_id, .path = command->path,
  };
  guint n = paddock_never_files_get_n (files);
  g_autofree char *oldest = NULL;

  if (n >= PADDOCK_NEVER_FILES_MAX)
    oldest = paddock_text_escape (paddock_never_files_get (files, 0).path, -1);
  if (!paddock_never_files_add (files, &file))
    return;
  if (oldest != NULL)
    g_message ("More than %u files are never to be read: you are asked again about %s", n, oldest);
  store_never_files (self);
}

/* Remembers the answer for the server or caller that asked. An answer "once" is remembered only if
 * no call waits for it: otherwise the waiting calls use it up. */
static void
remember (PaddockFilePrompts *self,
          const Pending      *pending,
          PaddockVerdict      verdict,
          PaddockReason       reason)
{
  gint64 now = g_get_monotonic_time ();

  switch (verdict) {
    case PADDOCK_VERDICT_ALLOW:
      if (reason == PADDOCK_REASON_USER_ALLOWED_SESSION)
        paddock_file_answers_allow_session (self->answers, &pending->command);
      else if (!is_awaited (pending))
        paddock_file_answers_allow_once (self->answers, &pending->command, now + LATE_ANSWER_TIME);
      break;
    case PADDOCK_VERDICT_BLOCK:
      refuse_always (self, &pending->command);
      break;
    case PADDOCK_VERDICT_NOT_NOW:
      paddock_file_answers_refuse (self->answers, &pending->command, now + NOT_NOW_TIME);
      break;
    case PADDOCK_VERDICT_DENY:
    default:
      break;
  }
}

/* Withdraws all questions for which @get returns @value, because nobody needs their answers any
 * more, or because the user has answered "not now" too often. */
static void
withdraw (PaddockFilePrompts *self,
          const char         *(*get)(const PaddockFileCommand *command),
          const char           *value)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  const char *id;
  Pending *pending;

  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, (gpointer *) &id, (gpointer *) &pending)) {
    if (g_strcmp0 (get (&pending->command), value) == 0)
      g_ptr_array_add (ids, g_strdup (id));
  }
  for (guint i = 0; i < ids->len; i++)
    paddock_prompts_finish (self->queue, g_ptr_array_index (ids, i), PADDOCK_VERDICT_DENY,
                            PADDOCK_REASON_PEER_CLOSED);
}

/* Counts an answer "not now" to a server or caller. After too many such answers, withdraws all
 * questions of that server or caller. If the user allows a file, the count begins again. "Never" is
 * not counted: after that, the user is not asked about this file again anyway. */
static void
note_in_throttle (PaddockFilePrompts       *self,
                  const PaddockFileCommand *command,
                  PaddockVerdict            verdict)
{
  const char *asker = get_asker (command);

  if (verdict == PADDOCK_VERDICT_ALLOW)
    paddock_prompt_throttle_reset (self->throttle, asker);
  else if (verdict == PADDOCK_VERDICT_NOT_NOW &&
           paddock_prompt_throttle_count (self->throttle, asker, g_get_monotonic_time ()))
    withdraw (self, get_asker, asker);
}

static void
on_question_finished (PaddockPrompts     *queue,
                      const char         *id,
                      PaddockVerdict      verdict,
                      PaddockReason       reason,
                      PaddockFilePrompts *self)
{
  g_autofree char *key = NULL;
  Pending *pending = NULL;

  if (!g_hash_table_steal_extended (self->pending, id, (gpointer *) &key, (gpointer *) &pending))
    return;

  remember (self, pending, verdict, reason);
  answer_waiters (self, pending, verdict == PADDOCK_VERDICT_ALLOW,
                  reason == PADDOCK_REASON_USER_ALLOWED_SESSION
                    ? 0 : g_get_monotonic_time () + REPEAT_TIME);
  note_in_throttle (self, &pending->command, verdict);
  pending_free (pending);
}

/* Withdraws the questions that a server asked over the socket, if it may no longer read files. The
 * questions of callers on the bus who name that server stay: those callers ask for themselves. */
static void
withdraw_unread (PaddockFilePrompts  *self,
                 const PaddockServer *server)
{
  if (server->standing != PADDOCK_STANDING_ALLOWED ||
      (server->choices & PADDOCK_CHOICE_READING) == 0)
    withdraw (self, get_asker, server->id);
}

static void
on_state_changed (PaddockState       *state,
                  PaddockChanges     *changes,
                  PaddockFilePrompts *self)
{
  gboolean is_changed = FALSE;

  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);

    if (change->kind == PADDOCK_CHANGE_DROP_SERVER) {
      withdraw (self, get_server, change->server_id);
      is_changed |= paddock_file_answers_forget_server (self->answers, change->server_id);
    } else if (change->kind == PADDOCK_CHANGE_DROP_ROOT) {
      withdraw (self, get_root, change->root_id);
      paddock_file_answers_forget_root (self->answers, change->root_id);
    } else if (change->kind == PADDOCK_CHANGE_TAKE_BACK_NEVER) {
      /* The store removed the file from its list of files with the answer "never". But this object
       * may have stored its own older list after that, so remove the file from this object's list
       * as well. */
      is_changed |= paddock_never_files_remove (paddock_file_answers_get_never (self->answers),
                                                change->server_id, change->path);
    } else if (change->kind == PADDOCK_CHANGE_PUT_SERVER) {
      withdraw_unread (self, change->server);
    }
  }
  if (is_changed)
    store_never_files (self);
}

static void
paddock_file_prompts_dispose (GObject *object)
{
  PaddockFilePrompts *self = PADDOCK_FILE_PROMPTS (object);

  if (self->queue != NULL)
    g_signal_handlers_disconnect_by_data (self->queue, self);
  if (self->state != NULL)
    g_signal_handlers_disconnect_by_data (self->state, self);
  g_clear_object (&self->state);
  g_clear_object (&self->queue);
  g_clear_object (&self->agent);
  g_clear_pointer (&self->watches, g_hash_table_unref);
  g_clear_object (&self->connection);
  g_clear_pointer (&self->answers, paddock_file_answers_free);
  g_clear_pointer (&self->throttle, paddock_prompt_throttle_free);
  g_clear_pointer (&self->pending, g_hash_table_unref);

  G_OBJECT_CLASS (paddock_file_prompts_parent_class)->dispose (object);
}

static void
paddock_file_prompts_class_init (PaddockFilePromptsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_file_prompts_dispose;

  never_changed_signal = g_signal_new ("never-changed", PADDOCK_TYPE_FILE_PROMPTS,
                                       G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
paddock_file_prompts_init (PaddockFilePrompts *self)
{
  self->wait = PADDOCK_FILE_QUESTION_SECONDS * 1000;
  self->answers = paddock_file_answers_new ();
  self->throttle = paddock_prompt_throttle_new (PADDOCK_LIMIT_FILES_PUT_OFF,
                                                PADDOCK_FILE_PAUSE_MINUTES * G_TIME_SPAN_MINUTE,
                                                PADDOCK_LIMIT_READERS);
  self->pending = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, pending_free);
  self->watches = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, unwatch);
}

/**
 * paddock_file_prompts_new:
 * @state: knows servers and roots, and has the store with the user's answers
 * @queue: holds the questions
 *
 * Returns: (transfer full): file prompts without an agent, which refuse every file that would need
 *   a question
 */
PaddockFilePrompts *
paddock_file_prompts_new (PaddockState   *state,
                          PaddockPrompts *queue)
{
  PaddockFilePrompts *self = g_object_new (PADDOCK_TYPE_FILE_PROMPTS, NULL);
  GBytes *stored = paddock_store_get_fact (paddock_state_get_store (state),
                                           PADDOCK_STORE_FACT_FILE_ANSWERS);
  PaddockNeverFiles *files = paddock_file_answers_get_never (self->answers);

  self->state = g_object_ref (state);
  self->queue = g_object_ref (queue);
  if (stored != NULL && !paddock_never_files_add_bytes (files, stored))
    g_warning ("Some files that were never to be read are not known any more: you are asked again");
  paddock_never_files_forget_strangers (files, paddock_state_get_snapshot (state));
  g_signal_connect (queue, "finished", G_CALLBACK (on_question_finished), self);
  g_signal_connect (state, "changed", G_CALLBACK (on_state_changed), self);
  return self;
}

/**
 * paddock_file_prompts_close:
 * @self: file prompts
 *
 * Refuses all calls that wait, and every later call for which the user would have to be asked:
 * there is nobody to ask any more.
 */
void
paddock_file_prompts_close (PaddockFilePrompts *self)
{
  GHashTableIter iter;
  gpointer pending;

  g_clear_object (&self->agent);
  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, NULL, &pending))
    answer_waiters (self, pending, FALSE, 0);
}

/**
 * paddock_file_prompts_set_agent:
 * @self: file prompts
 * @agent: (nullable): the window, which asks the user; %NULL: calls that would need a question are
 *   refused
 */
void
paddock_file_prompts_set_agent (PaddockFilePrompts  *self,
                                PaddockConsentAgent *agent)
{
  g_set_object (&self->agent, agent);
}

/**
 * paddock_file_prompts_set_wait:
 * @self: file prompts
 * @wait: how long a call waits for the user's answer, in ms; for tests
 */
void
paddock_file_prompts_set_wait (PaddockFilePrompts *self,
                               guint               wait)
{
  self->wait = wait;
}

/**
 * paddock_file_prompts_set_bus:
 * @self: file prompts
 * @connection: (nullable): the session bus, which tells when a caller leaves; %NULL: the connection
 *   to the bus is lost
 *
 * Changes the connection to the bus. All sessions of callers on the old bus end, because on another
 * bus other programs can have the same names.
 */
void
paddock_file_prompts_set_bus (PaddockFilePrompts *self,
                              GDBusConnection    *connection)
{
  g_autofree char **sessions = (char **) g_hash_table_get_keys_as_array (self->watches, NULL);
  g_auto (GStrv) ended = g_strdupv (sessions);

  for (gsize i = 0; ended[i] != NULL; i++)
    paddock_file_prompts_end (self, ended[i]);
  g_set_object (&self->connection, connection);
}

/**
 * paddock_file_prompts_peek:
 * @self: file prompts
 * @command: who wants which file
 *
 * Looks up the user's answer for a check that reads nothing. Does not ask the user, and does not
 * use up an answer "once".
 *
 * Returns: the user's answer; "undecided" means that a reading would ask the user
 */
PaddockFileAnswer
paddock_file_prompts_peek (PaddockFilePrompts       *self,
                           const PaddockFileCommand *command)
{
  gint64 now = g_get_monotonic_time ();

  return is_refused_to_hosts (self, command, now)
           ? PADDOCK_FILE_REFUSED : paddock_file_answers_peek (self->answers, command, now);
}

/**
 * paddock_file_prompts_get_never_files:
 * @self: file prompts
 *
 * Returns: (transfer none): the files for which the user answered "Never"; do not change them
 */
PaddockNeverFiles *
paddock_file_prompts_get_never_files (PaddockFilePrompts *self)
{
  return paddock_file_answers_get_never (self->answers);
}

/**
 * paddock_file_prompts_ask_async:
 * @self: file prompts
 * @question: the file and who wants it; copied. The path must be that of the opened file, and the
 *   caller must be allowed to see the file's root
 * @cancellable: (nullable): ends the wait; the question stays
 * @callback: called after at most %PADDOCK_FILE_QUESTION_SECONDS plus the time to summon a window
 * @user_data: for @callback
 *
 * Finds out whether this file may be read now, and asks the user if necessary. This may take most
 * of a minute, so check again afterwards whether the caller may still see the root.
 */
void
paddock_file_prompts_ask_async (PaddockFilePrompts      *self,
                                const PaddockFilePrompt *question,
                                GCancellable            *cancellable,
                                GAsyncReadyCallback      callback,
                                gpointer                 user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Ask *ask = g_new0 (Ask, 1);

  g_task_set_source_tag (task, paddock_file_prompts_ask_async);
  g_task_set_check_cancellable (task, FALSE);
  ask->question = *question;
  command_init (&ask->question.command, &question->command);
  ask->question.caller = g_strdup (question->caller);
  g_task_set_task_data (task, ask, ask_free);

  if (return_known (task))
    return;
  if (self->agent == NULL)
    g_task_return_boolean (task, FALSE);
  else if (paddock_consent_agent_is_available (self->agent))
    put_to_user (task);
  else
    paddock_consent_agent_summon_async (self->agent, NULL, on_summoned, g_object_ref (task));
}

/**
 * paddock_file_prompts_ask_finish:
 * @self: file prompts
 * @result: from paddock_file_prompts_ask_async()
 * @out_until: (out): if the user allowed the file for once, the value for
 *   paddock_file_prompts_give_back(); otherwise 0
 *
 * Returns: whether the user allowed the file of the question; %FALSE if the user refused or did not
 *   answer
 */
gboolean
paddock_file_prompts_ask_finish (PaddockFilePrompts *self,
                                 GAsyncResult       *result,
                                 gint64             *out_until)
{
  gboolean is_allowed = g_task_propagate_boolean (G_TASK (result), NULL);
  const Ask *ask = g_task_get_task_data (G_TASK (result));

  *out_until = is_allowed ? ask->once_until : 0;
  return is_allowed;
}

/**
 * paddock_file_prompts_give_back:
 * @self: file prompts
 * @command: the file that was allowed, but not read, and who wanted it
 * @once_until: monotonic µs, from paddock_file_prompts_ask_finish(); 0: nothing happens
 *
 * Call this if the user allowed a file once, but reading it failed. Then the answer counts for one
 * more call for the same file, until @once_until.
 */
void
paddock_file_prompts_give_back (PaddockFilePrompts       *self,
                                const PaddockFileCommand *command,
                                gint64                    once_until)
{
  if (once_until > g_get_monotonic_time ())
    paddock_file_answers_allow_once (self->answers, command, once_until);
}

/**
 * paddock_file_prompts_end:
 * @self: file prompts
 * @session: a session that has ended
 *
 * Withdraws the questions of the session and forgets the answers for it. Call this when a server's
 * process ends. This object itself notices when a connection to the bus ends.
 */
void
paddock_file_prompts_end (PaddockFilePrompts *self,
                          const char         *session)
{
  g_autofree char *owned = g_strdup (session);

  withdraw (self, get_session, owned);
  paddock_file_answers_end_session (self->answers, owned);
  g_hash_table_remove (self->watches, owned);
}
