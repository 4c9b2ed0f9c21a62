/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-mediator.h"

#include <string.h>

#include "paddock-capability.h"
#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-names.h"
#include "paddock-server-line.h"

/* What is done with each line between a host and a server, in the revisions with a handshake.
 *
 * The proxy owns one. It has no I/O and no clock: lines come in, and it says whether they go on as
 * they are. Only what is about roots is touched: the host's `initialize` gets the capability, the
 * server's `roots/list` is answered here, and nobody but us hears of it or of its cancellation; the
 * host's own `list_changed` would be about other roots and goes nowhere.
 *
 * A host that declared roots of its own would answer a question that gets past us. So while it did,
 * or while nobody knows yet whether it will, a line of the server goes on only if it was understood
 * whole (paddock-server-line.c). If the host declared none, there is nothing to get, and every byte
 * goes on. Only the handshake can declare that: it holds for the conversation. In the newest
 * revision each request says it anew, so nobody ever knows that the next one declares none. Nor
 * would it help to trust the answer to a request that declares none: a reader of lines finds
 * another message in it.
 */

/* What the ids of our questions to the host begin with, for printf(). */
#define HOST_ASK_ID "paddock-%016" G_GINT64_MODIFIER "x-"

typedef struct {
  GBytes  *id;                      /* (owned) as its bytes */
  char    *task;                    /* (owned) (nullable) `related-task` as it came */
  gboolean is_cancelled;
  gboolean is_forgotten;            /* it is of a server before this one */
} Ask;

struct _PaddockMediator
{
  const PaddockMediatorFuncs *funcs;
  gpointer                    user_data;

  gboolean                    has_host_roots; /* the host declared roots in the handshake */
  gboolean                    knows_host;     /* its handshake said whether it has some */
  gboolean                    is_guarded;     /* it said once that it has some */
  gboolean                    is_modern;      /* it spoke a revision without a handshake first */
  gboolean                    is_initialized; /* the host has said so */
  gboolean                    owes_notice;    /* of a change before that */
  GBytes                     *initialize_id;  /* (owned) (nullable) until it is answered */
  char                       *version;        /* (owned) (nullable) of the server */
  char                       *server_name;    /* (owned) (nullable) a claim */

  GQueue                      asks;           /* (owned) Ask, oldest first */
  GQueue                      consumed;       /* (owned) GBytes: ids of answered questions */
  char                       *host_ask_id;    /* (owned) (nullable) our own question to the host */
  guint64                     host_ask_prefix;
  guint                       n_host_asks;
};

static GBytes *
bytes_of (PaddockSpan span)
{
  return g_bytes_new (span.start, span.length);
}

static void
ask_free (Ask *ask)
{
  g_bytes_unref (ask->id);
  g_free (ask->task);
  g_free (ask);
}

/* Revisions are dates: their order is that of their text. */
static gboolean
is_since (const char *version,
          const char *revision)
{
  return version != NULL && strcmp (version, revision) >= 0;
}

static void
refuse (PaddockMediator *self,
        PaddockSpan      id,
        int              code,
        const char      *text)
{
  g_autofree char *copy = g_strndup (id.start, id.length);
  g_autoptr (GBytes) line = paddock_message_write_error (copy, code, text, NULL);

  self->funcs->to_server (line, self->user_data);
}

static void
remember (PaddockMediator *self,
          GBytes          *id)
{
  g_queue_push_tail (&self->consumed, g_bytes_ref (id));
  if (self->consumed.length > PADDOCK_MEDIATOR_CONSUMED_MAX)
    g_bytes_unref (g_queue_pop_head (&self->consumed));
}

static void
take_question (PaddockMediator      *self,
               const PaddockMessage *line)
{
  PaddockSpan meta, task;
  Ask *ask;

  if (line->id.length > PADDOCK_MEDIATOR_ID_BYTES) {
    refuse (self, line->id, PADDOCK_RPC_INVALID_REQUEST, "The id is too long");
    return;
  }
  if (self->asks.length >= PADDOCK_MEDIATOR_ASKS_MAX) {
    refuse (self, line->id, PADDOCK_RPC_INTERNAL_ERROR, "Too many questions at once");
    return;
  }

  ask = g_new0 (Ask, 1);
  ask->id = bytes_of (line->id);
  if (is_since (self->version, PADDOCK_VERSION_LATEST) &&
      paddock_json_find_member (line->params, "_meta", &meta) &&
      paddock_json_find_member (meta, PADDOCK_META_RELATED_TASK, &task))
    ask->task = g_strndup (task.start, task.length);
  g_queue_push_tail (&self->asks, ask);
  self->funcs->ask (self->user_data);
}

/* A cancellation of a question that was answered here is for nobody else (MCP 2025-11-25,
 * basic/utilities/cancellation: the receiver should not respond to what was cancelled). */
static gboolean
take_cancellation (PaddockMediator      *self,
                   const PaddockMessage *line)
{
  PaddockSpan id;

  if (!paddock_json_find_member (line->params, "requestId", &id))
    return FALSE;
  for (GList *item = self->asks.head; item != NULL; item = item->next) {
    Ask *ask = item->data;

    if (!ask->is_forgotten && paddock_json_is_same_id (paddock_json_span (ask->id), id)) {
      ask->is_cancelled = TRUE;
      return TRUE;
    }
  }
  for (GList *item = self->consumed.head; item != NULL; item = item->next)
    if (paddock_json_is_same_id (paddock_json_span (item->data), id))
      return TRUE;
  return FALSE;
}

static void
learn_of_server (PaddockMediator      *self,
                 const PaddockMessage *line)
{
  PaddockSpan version, info, name;

  g_clear_pointer (&self->initialize_id, g_bytes_unref);
  if (paddock_json_find_member (line->result, "protocolVersion", &version)) {
    g_free (self->version);
    self->version = paddock_json_dup_string (version);
  }
  if (paddock_json_find_member (line->result, "serverInfo", &info) &&
      paddock_json_find_member (info, "name", &name)) {
    g_free (self->server_name);
    self->server_name = paddock_json_dup_string (name);
  }
}

/* One message of the server that is JSON, alone or out of a batch: whether it ends here. */
static gboolean
take_server_message (PaddockMediator      *self,
                     const PaddockMessage *line)
{
  switch (line->kind) {
    case PADDOCK_MESSAGE_REQUEST:
      if (!paddock_message_is_method (line, PADDOCK_METHOD_ROOTS_LIST))
        return FALSE;
      take_question (self, line);
      return TRUE;
    case PADDOCK_MESSAGE_NOTIFICATION:
      return paddock_message_is_method (line, PADDOCK_METHOD_CANCELLED) &&
             take_cancellation (self, line);
    case PADDOCK_MESSAGE_RESPONSE:
      if (paddock_json_is_same_id (line->id, paddock_json_span (self->initialize_id)))
        learn_of_server (self, line);
      return FALSE;
    case PADDOCK_MESSAGE_UNREADABLE:
    case PADDOCK_MESSAGE_DUPLICATE:
    case PADDOCK_MESSAGE_INVALID:
    case PADDOCK_MESSAGE_BAD_RESPONSE:
    case PADDOCK_MESSAGE_BATCH:
    default:
      return FALSE;
  }
}

/* Whether anything is to be done about a message of the server, if it is JSON. */
static gboolean
concerns_us (PaddockMediator      *self,
             const PaddockMessage *line)
{
  return line->kind == PADDOCK_MESSAGE_BATCH ||
         paddock_message_is_method (line, PADDOCK_METHOD_ROOTS_LIST) ||
         paddock_message_is_method (line, PADDOCK_METHOD_CANCELLED) ||
         (line->kind == PADDOCK_MESSAGE_RESPONSE && self->initialize_id != NULL);
}

static const char *
describe (PaddockReason reason)
{
  return reason == PADDOCK_REASON_MALFORMED ? "A line that is no message of this revision"
         : reason == PADDOCK_REASON_LIMIT ? "A message that is over a limit"
         : "A message that can be read in two ways";
}

/* Answers whoever waits because of @text: the server for a request, the host for a response. @text
 * may be no JSON: then what stands for its id may hold anything, and is no id to repeat. */
static void
answer_dropped (PaddockMediator      *self,
                PaddockInputRequired *input,
                PaddockSpan           text,
                PaddockReason         reason)
{
  g_auto (PaddockMessage) class = { 0 };
  g_autofree char *id = NULL;
  g_autoptr (GBytes) error = NULL;

  paddock_message_read (text, &class);
  if (class.id.length == 0 || !paddock_json_is_valid (class.id))
    return;
  if (paddock_server_line_is_call (text)) {
    refuse (self, class.id, PADDOCK_RPC_INVALID_REQUEST, describe (reason));
    return;
  }
  id = g_strndup (class.id.start, class.id.length);
  error = paddock_message_write_error (id, PADDOCK_RPC_INTERNAL_ERROR, describe (reason), NULL);
  /* As if the server had said it: whoever knows the request forgets it. */
  if ((input == NULL || !paddock_input_required_receive_from_server (input,
                                                                     paddock_json_span (error))) &&
      paddock_mediator_receive_from_server (self, paddock_json_span (error)))
    self->funcs->to_host (error, self->user_data);
}

typedef struct {
  PaddockMediator      *self;
  PaddockInputRequired *input;      /* (nullable) */
  PaddockReason         reason;
  guint                 n_answered;
} DroppedBatch;

static gboolean
on_dropped_element (const char      *name,
                    PaddockSpan      value,
                    PaddockJsonType  type,
                    gpointer         user_data)
{
  DroppedBatch *batch = user_data;

  answer_dropped (batch->self, batch->input, value, batch->reason);
  return ++batch->n_answered < PADDOCK_MEDIATOR_REFUSALS_MAX;
}

static void
drop (PaddockMediator      *self,
      PaddockInputRequired *input,
      PaddockSpan           text,
      PaddockReason         reason)
{
  DroppedBatch batch = { .self = self, .input = input, .reason = reason };

  self->funcs->dropped (reason, self->user_data);
  if (paddock_json_get_type (text) == PADDOCK_JSON_ARRAY)
    paddock_json_foreach (text, on_dropped_element, &batch);
  else
    answer_dropped (self, input, text, reason);
}

/* Whether an answer of the host is to a question of ours, whenever it was asked: its folders are
 * not for the server to see. */
static gboolean
is_to_us (PaddockMediator      *self,
          const PaddockMessage *line)
{
  g_autofree char *id = paddock_json_dup_string (line->id);
  g_autofree char *own = g_strdup_printf (HOST_ASK_ID, self->host_ask_prefix);

  return id != NULL && g_str_has_prefix (id, own);
}

static void
take_host_answer (PaddockMediator      *self,
                  const PaddockMessage *line)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_auto (GStrv) uris = NULL;

  g_clear_pointer (&self->host_ask_id, g_free);
  if (line->result.length > 0 && line->result.length <= PADDOCK_MESSAGE_TREE_MAX &&
      paddock_json_validate (line->result.start, line->result.length, NULL) &&
      paddock_json_get_type (line->result) == PADDOCK_JSON_OBJECT &&
      json_parser_load_from_data (parser, line->result.start, (gssize) line->result.length, NULL))
    uris = paddock_root_list_read_host (json_node_get_object (json_parser_get_root (parser)));
  self->funcs->host_roots ((const char * const *) uris, self->user_data);
}

/* One message of the host, alone or out of a batch: whether it ends here. */
static gboolean
take_host_message (PaddockMediator      *self,
                   const PaddockMessage *line)
{
  if (line->kind == PADDOCK_MESSAGE_RESPONSE && self->n_host_asks > 0) {
    if (!is_to_us (self, line))
      return FALSE;
    if (self->host_ask_id != NULL &&
        paddock_json_is_same_id (line->id, (PaddockSpan) { self->host_ask_id,
                                                           strlen (self->host_ask_id) }))
      take_host_answer (self, line);
    return TRUE;
  }
  if (line->kind != PADDOCK_MESSAGE_NOTIFICATION)
    return FALSE;
  if (paddock_message_is_method (line, PADDOCK_METHOD_INITIALIZED)) {
    self->is_initialized = TRUE;
    self->funcs->initialized (self->user_data);
  }
  if (!paddock_message_is_method (line, PADDOCK_METHOD_LIST_CHANGED))
    return FALSE;

  if (self->has_host_roots && self->n_host_asks > 0)
    paddock_mediator_ask_host (self);
  return TRUE;
}

typedef struct {
  PaddockMediator *self;
  gboolean         from_host;
  gboolean         is_suspect;      /* it may be read in two ways, and goes on as it is */
  gboolean         is_dry;          /* only look for what is suspect */
  guint            n_taken;
  GString         *rest;            /* (owned) the elements that go on */
} Batch;

static gboolean
on_batch_element (const char      *name,
                  PaddockSpan      value,
                  PaddockJsonType  type,
                  gpointer         user_data)
{
  Batch *batch = user_data;
  g_auto (PaddockMessage) line = { 0 };
  gboolean is_revoked_by_user;

  paddock_message_read (value, &line);
  if (batch->is_dry) {
    batch->is_suspect |= line.kind == PADDOCK_MESSAGE_UNREADABLE ||
                         line.kind == PADDOCK_MESSAGE_DUPLICATE ||
                         (line.kind != PADDOCK_MESSAGE_REQUEST &&
                          paddock_message_is_method (&line, PADDOCK_METHOD_ROOTS_LIST));
    return TRUE;
  }

  is_revoked_by_user = batch->from_host ? take_host_message (batch->self, &line)
                              : take_server_message (batch->self, &line);
  if (is_revoked_by_user) {
    batch->n_taken++;
    return TRUE;
  }
  g_string_append_c (batch->rest, batch->rest->len > 0 ? ',' : '[');
  g_string_append_len (batch->rest, value.start, (gssize) value.length);
  return TRUE;
}

/* The elements that are ours are taken out; what is left goes on as one array, and an array that is
 * empty then not at all (JSON-RPC 2.0, section 6). Our answers go out singly and at once. */
static gboolean
take_batch (PaddockMediator *self,
            PaddockSpan      text,
            gboolean         from_host)
{
  Batch batch = { .self = self, .from_host = from_host, .is_dry = TRUE };
  g_autoptr (GString) rest = g_string_new (NULL);
  g_autoptr (GBytes) line = NULL;

  paddock_json_foreach (text, on_batch_element, &batch);
  if (batch.is_suspect && !from_host)
    return FALSE;

  batch.is_dry = FALSE;
  batch.rest = rest;
  paddock_json_foreach (text, on_batch_element, &batch);
  if (batch.n_taken == 0)
    return FALSE;
  if (rest->len == 0)
    return TRUE;

  g_string_append_c (rest, ']');
  line = g_bytes_new (rest->str, rest->len);
  if (from_host)
    self->funcs->forward (line, self->user_data);
  else
    self->funcs->to_host (line, self->user_data);
  return TRUE;
}

static gboolean
take_initialize (PaddockMediator      *self,
                 const PaddockMessage *line,
                 PaddockSpan           text,
                 gsize                 n_before)
{
  PaddockSpan whole = { text.start - n_before, text.length + n_before };
  g_autoptr (GBytes) spliced = NULL;
  g_autoptr (GBytes) out = NULL;
  PaddockSpan span;
  g_autofree char *copy = NULL;

  g_clear_pointer (&self->initialize_id, g_bytes_unref);
  self->initialize_id = bytes_of (line->id);
  spliced = paddock_capability_splice (text, &self->has_host_roots);
  if (spliced == NULL)
    return FALSE;
  self->is_modern = FALSE;
  self->knows_host = TRUE;
  self->is_guarded |= self->has_host_roots;

  span = paddock_json_span (spliced);
  copy = g_malloc (span.length + n_before);
  memcpy (copy, whole.start, n_before);
  memcpy (copy + n_before, span.start, span.length);
  out = g_bytes_new_take (g_steal_pointer (&copy), span.length + n_before);
  self->funcs->forward (out, self->user_data);
  return TRUE;
}

static gboolean
ends_here (PaddockMediator      *self,
           const PaddockMessage *line,
           PaddockSpan           text,
           gboolean              from_host)
{
  return self->funcs->follow != NULL &&
         self->funcs->follow (line, text, from_host, self->user_data);
}

/* Whether a line of the host goes on as it is. */
static gboolean
judge_host_line (PaddockMediator      *self,
                 const PaddockMessage *line,
                 PaddockSpan           text,
                 gsize                 n_before)
{
  gboolean is_initialize = line->kind == PADDOCK_MESSAGE_REQUEST &&
                           paddock_message_is_method (line, PADDOCK_METHOD_INITIALIZE);

  if (!is_initialize && line->kind != PADDOCK_MESSAGE_BATCH &&
      line->kind != PADDOCK_MESSAGE_NOTIFICATION &&
      !(line->kind == PADDOCK_MESSAGE_RESPONSE && self->n_host_asks > 0))
    return TRUE;
  if (!paddock_json_is_valid (text))
    return TRUE;

  if (is_initialize)
    return !take_initialize (self, line, text, n_before);
  if (line->kind == PADDOCK_MESSAGE_BATCH)
    return !take_batch (self, text, TRUE);
  return !take_host_message (self, line);
}

/* The same for one as it came, with all who look at it. */
static gboolean
take_line_of_host (PaddockMediator *self,
                   PaddockSpan      line)
{
  g_auto (PaddockMessage) class = { 0 };
  PaddockSpan text = line;
  gsize n_before = 0;

  /* Servers that take a byte order mark see the message behind it. */
  if (text.length >= 3 && memcmp (text.start, "\xef\xbb\xbf", 3) == 0)
    n_before = 3;
  text.start += n_before;
  text.length -= n_before;

  paddock_message_read (text, &class);
  if (class.kind != PADDOCK_MESSAGE_RESPONSE && ends_here (self, &class, text, TRUE))
    return FALSE;
  return judge_host_line (self, &class, text, n_before) &&
         !(class.kind == PADDOCK_MESSAGE_RESPONSE && ends_here (self, &class, text, TRUE));
}

/* Whether a line of the server goes on as it is. */
static gboolean
judge_server_line (PaddockMediator      *self,
                   const PaddockMessage *line,
                   PaddockSpan           text)
{
  if (!concerns_us (self, line) || !paddock_json_is_valid (text))
    return TRUE;
  if (line->kind == PADDOCK_MESSAGE_BATCH)
    return !take_batch (self, text, FALSE);
  return !take_server_message (self, line);
}

static gboolean
is_guarded (const PaddockMediator *self)
{
  return self->is_guarded || !self->knows_host;
}

/**
 * paddock_mediator_new:
 * @funcs: must stay
 * @user_data: for @funcs
 *
 * Returns: (transfer full): a mediator between a host and a server that have not spoken yet
 */
PaddockMediator *
paddock_mediator_new (const PaddockMediatorFuncs *funcs,
                      gpointer                    user_data)
{
  PaddockMediator *self = g_new0 (PaddockMediator, 1);

  self->funcs = funcs;
  self->user_data = user_data;
  self->host_ask_prefix = (guint64) g_random_int () << 32 | g_random_int ();
  g_queue_init (&self->asks);
  g_queue_init (&self->consumed);
  return self;
}

void
paddock_mediator_free (PaddockMediator *self)
{
  g_clear_pointer (&self->initialize_id, g_bytes_unref);
  g_free (self->version);
  g_free (self->server_name);
  g_free (self->host_ask_id);
  g_queue_clear_full (&self->asks, (GDestroyNotify) ask_free);
  g_queue_clear_full (&self->consumed, (GDestroyNotify) g_bytes_unref);
  g_free (self);
}

/**
 * paddock_mediator_receive_from_host:
 * @line: a line without its newline
 *
 * Returns: whether it goes on to the server as it is
 */
gboolean
paddock_mediator_receive_from_host (PaddockMediator *self,
                                    PaddockSpan      line)
{
  g_autoptr (GBytes) copy = NULL;
  gboolean goes_on;

  if (!self->owes_notice)
    return take_line_of_host (self, line);

  /* What is sent meanwhile may take the buffer that the line is in. */
  copy = bytes_of (line);
  goes_on = take_line_of_host (self, paddock_json_span (copy));
  if (!self->is_initialized || self->version == NULL)
    return goes_on;
  if (goes_on)
    self->funcs->forward (copy, self->user_data);
  paddock_mediator_tell_changed (self);
  return FALSE;
}

/**
 * paddock_mediator_learn_of_host:
 * @has_roots: whether a request of a revision without a handshake says that the host has roots
 *
 * That it says otherwise holds for this request alone.
 */
void
paddock_mediator_learn_of_host (PaddockMediator *self,
                                gboolean         has_roots)
{
  self->is_modern |= !self->knows_host;
  self->is_guarded |= has_roots;
}

/**
 * paddock_mediator_admits:
 * @retry: (nullable): the requests of the newest revision, whose answers may ask for input
 * @line: a line of the server without its newline, as it came
 *
 * To be asked first. What doesn't get in is recorded, and answered if anybody waits for it.
 *
 * Returns: whether anybody else looks at it
 */
gboolean
paddock_mediator_admits (PaddockMediator      *self,
                         PaddockInputRequired *input,
                         PaddockSpan           line)
{
  PaddockServerLineRules rules = {
    .takes_batches = !self->is_modern && !is_since (self->version, PADDOCK_VERSION_ROOT_META),
    .takes_tasks = self->is_modern,
    .may_ask = input != NULL ? paddock_input_required_may_ask : NULL,
    .user_data = input,
  };
  PaddockReason reason;

  if (!is_guarded (self) || paddock_server_line_is_blank (line))
    return TRUE;
  reason = paddock_server_line_judge (line, &rules);
  if (reason == PADDOCK_REASON_NONE)
    return TRUE;
  drop (self, input, line, reason);
  return FALSE;
}

/**
 * paddock_mediator_receive_from_server:
 * @line: a line without its newline, which paddock_mediator_admits()
 *
 * Returns: whether it goes on to the host as it is
 */
gboolean
paddock_mediator_receive_from_server (PaddockMediator *self,
                                      PaddockSpan      line)
{
  g_auto (PaddockMessage) class = { 0 };

  paddock_message_read (line, &class);
  if (class.kind == PADDOCK_MESSAGE_BATCH)
    return !ends_here (self, &class, line, FALSE) && judge_server_line (self, &class, line);
  return judge_server_line (self, &class, line) && !ends_here (self, &class, line, FALSE);
}

/**
 * paddock_mediator_passes_long:
 * @from_host: who sent the line
 *
 * Returns: whether a line that is too long to be looked at goes on
 */
gboolean
paddock_mediator_passes_long (PaddockMediator *self,
                              gboolean         from_host)
{
  if (from_host || !is_guarded (self))
    return TRUE;
  self->funcs->dropped (PADDOCK_REASON_LIMIT, self->user_data);
  return FALSE;
}

/**
 * paddock_mediator_drop_long:
 * @line: what a line of the server was that did not go on
 *
 * Its id is known now that it has ended.
 */
void
paddock_mediator_drop_long (PaddockMediator      *self,
                            const PaddockMessage *line)
{
  if (line->kind == PADDOCK_MESSAGE_REQUEST)
    refuse (self, line->id, PADDOCK_RPC_INVALID_REQUEST, "A line that is too long");
}

/**
 * paddock_mediator_answer:
 * @list: what the server may see now
 *
 * Answers the oldest question of the server that has no answer yet.
 */
void
paddock_mediator_answer (PaddockMediator       *self,
                         const PaddockRootList *list)
{
  Ask *ask = g_queue_pop_head (&self->asks);

  if (ask == NULL)
    return;
  if (!ask->is_forgotten)
    remember (self, ask->id);
  if (!ask->is_cancelled && !ask->is_forgotten) {
    gboolean has_meta = is_since (self->version, PADDOCK_VERSION_ROOT_META);
    PaddockSpan span = paddock_json_span (ask->id);
    g_autofree char *id = g_strndup (span.start, span.length);
    g_autofree char *roots = paddock_root_list_write (list, has_meta);
    g_autoptr (GString) result = g_string_new (NULL);
    g_autoptr (GBytes) line = NULL;

    self->owes_notice = FALSE;
    g_string_append_printf (result, "{\"roots\":%s", roots);
    if (ask->task != NULL)
      g_string_append_printf (result, ",\"_meta\":{\"" PADDOCK_META_RELATED_TASK "\":%s}",
                              ask->task);
    g_string_append_c (result, '}');
    line = paddock_message_write_result (id, result->str);
    self->funcs->to_server (line, self->user_data);
  }
  ask_free (ask);
}

/**
 * paddock_mediator_tell_changed:
 *
 * Tells the server that its list changed, when it can know what that means: its handshake is over
 * (MCP 2025-11-25, lifecycle: before `initialized` clients send pings alone). Until then the notice
 * waits, and is dropped if the server asks meanwhile.
 */
void
paddock_mediator_tell_changed (PaddockMediator *self)
{
  g_autoptr (GBytes) line = NULL;

  self->owes_notice = self->version == NULL || !self->is_initialized;
  if (self->owes_notice)
    return;
  line = paddock_message_write_notification (PADDOCK_METHOD_LIST_CHANGED, NULL);
  self->funcs->to_server (line, self->user_data);
}

/**
 * paddock_mediator_forget_server:
 *
 * Another server takes its place: what the last one asked is answered to nobody, and the new one is
 * told nothing before its handshake.
 */
void
paddock_mediator_forget_server (PaddockMediator *self)
{
  for (GList *item = self->asks.head; item != NULL; item = item->next)
    ((Ask *) item->data)->is_forgotten = TRUE;
  g_queue_clear_full (&self->consumed, (GDestroyNotify) g_bytes_unref);
  g_clear_pointer (&self->version, g_free);
  g_clear_pointer (&self->initialize_id, g_bytes_unref);
  self->is_initialized = FALSE;
  self->owes_notice = FALSE;
}

/**
 * paddock_mediator_ask_host:
 *
 * Asks the host for its own roots, under an id that the server cannot have chosen. A question that
 * is under way is forgotten: its answer may be of before the change, and goes nowhere.
 */
void
paddock_mediator_ask_host (PaddockMediator *self)
{
  g_autoptr (GBytes) line = NULL;

  if (!self->has_host_roots)
    return;
  g_free (self->host_ask_id);
  self->host_ask_id = g_strdup_printf ("\"" HOST_ASK_ID "%u\"", self->host_ask_prefix,
                                       ++self->n_host_asks);
  line = paddock_message_write_request (self->host_ask_id, PADDOCK_METHOD_ROOTS_LIST, NULL);
  self->funcs->to_host (line, self->user_data);
}

/**
 * paddock_mediator_has_host_roots:
 *
 * Returns: whether the host declared roots of its own
 */
gboolean
paddock_mediator_has_host_roots (const PaddockMediator *self)
{
  return self->has_host_roots;
}

/**
 * paddock_mediator_get_server_name:
 *
 * Returns: (nullable): what the server calls itself, a claim
 */
const char *
paddock_mediator_get_server_name (const PaddockMediator *self)
{
  return self->server_name;
}
