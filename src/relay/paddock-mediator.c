/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-mediator.h"

#include <string.h>

#include "paddock-message-edit.h"
#include "paddock-message-write.h"
#include "paddock-meta.h"
#include "paddock-names.h"

/* Handles messages about roots between a host and a server, in the revisions with a handshake.
 *
 * The roots responder owns the mediator, which is a filter without I/O and without a clock. All
 * messages that are not about roots go on unchanged. The mediator adds the roots capability to the
 * host's `initialize`. It answers the server's `roots/list`, so the host gets neither that request
 * nor its cancellation. It drops the host's `notifications/roots/list_changed`, which is about the
 * host's own roots. Before the mediator gets a line of the server, paddock-admission.c decides
 * whether a host with roots of its own may get that line.
 */

/* A question of the server about roots that waits for its answer. */
typedef struct {
  GBytes  *id;                      /* (owned) JSON text */
  char    *task;                    /* (owned) (nullable) the question's `related-task`, JSON; NULL:
                                     * it has none */
  gboolean is_cancelled;
  gboolean is_forgotten;            /* an earlier server asked this question, so it gets no
                                     * answer */
} Ask;

struct _PaddockMediator
{
  PaddockFilter               filter;
  const PaddockMediatorFuncs *funcs;
  gpointer                    user_data;

  PaddockDeclared             declared;       /* what the host declared about its own roots */
  gboolean                    is_initialized; /* the host sent `notifications/initialized` */
  gboolean                    owes_notice;    /* the server must still be told that its roots
                                               * changed */
  GBytes                     *initialize_id;  /* (owned) (nullable) the id of the host's
                                               * `initialize`; NULL: none came, or it was
                                               * answered */
  char                       *version;        /* (owned) (nullable) the revision of MCP that the
                                               * server chose; NULL: not known yet */
  char                       *server_name;    /* (owned) (nullable) what the server calls itself;
                                               * NULL: not known yet */

  GQueue                      asks;           /* (owned) Ask: questions about roots that wait,
                                               * oldest first */
  GQueue                      consumed;       /* (owned) GBytes: the ids of answered questions about
                                               * roots */
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

/* Whether @version is @revision or a later one. Revisions are dates, so this compares their
 * text. */
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

  paddock_filter_answer_server (&self->filter, line);
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
               const PaddockMessage *message)
{
  Ask *ask;

  if (message->id.length > PADDOCK_MEDIATOR_ID_BYTES) {
    refuse (self, message->id, PADDOCK_RPC_INVALID_REQUEST, "The id is too long");
    return;
  }
  if (self->asks.length >= PADDOCK_MEDIATOR_ASKS_MAX) {
    refuse (self, message->id, PADDOCK_RPC_INTERNAL_ERROR, "Too many questions at once");
    return;
  }

  ask = g_new0 (Ask, 1);
  ask->id = bytes_of (message->id);
  if (is_since (self->version, PADDOCK_VERSION_LATEST))
    ask->task = paddock_meta_dup (message->params, PADDOCK_META_RELATED_TASK);
  g_queue_push_tail (&self->asks, ask);
  self->funcs->ask (self->user_data);
}

/* Handles a cancellation that the server sends. Returns whether the host never got the question
 * that is cancelled: then the host must not get the cancellation either. If that question still
 * waits, it gets no answer any more (MCP 2025-11-25, basic/utilities/cancellation). */
static gboolean
take_cancellation (PaddockMediator      *self,
                   const PaddockMessage *message)
{
  PaddockSpan id;

  if (!paddock_json_find_member (message->params, "requestId", &id))
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
                 const PaddockMessage *message)
{
  PaddockSpan version, info, name;

  g_clear_pointer (&self->initialize_id, g_bytes_unref);
  if (paddock_json_find_member (message->result, "protocolVersion", &version)) {
    g_free (self->version);
    self->version = paddock_json_dup_string (version);
  }
  if (paddock_json_find_member (message->result, "serverInfo", &info) &&
      paddock_json_find_member (info, "name", &name)) {
    g_free (self->server_name);
    self->server_name = paddock_json_dup_string (name);
  }
}

/* Handles one message of the server, alone or from a batch. It must be JSON. Returns whether the
 * message ends here, so that the host does not get it. */
static gboolean
take_server_message (PaddockMediator      *self,
                     const PaddockMessage *message)
{
  switch (message->kind) {
    case PADDOCK_MESSAGE_REQUEST:
      if (!paddock_message_is_method (message, PADDOCK_METHOD_ROOTS_LIST))
        return FALSE;
      take_question (self, message);
      return TRUE;
    case PADDOCK_MESSAGE_NOTIFICATION:
      return paddock_message_is_method (message, PADDOCK_METHOD_CANCELLED) &&
             take_cancellation (self, message);
    case PADDOCK_MESSAGE_RESPONSE:
      if (paddock_json_is_same_id (message->id, paddock_json_span (self->initialize_id)))
        learn_of_server (self, message);
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

/* Whether the mediator may have to handle @message, which the server sent. Only such a message is
 * checked for being JSON. */
static gboolean
concerns_us (PaddockMediator      *self,
             const PaddockMessage *message)
{
  return message->kind == PADDOCK_MESSAGE_BATCH ||
         paddock_message_is_method (message, PADDOCK_METHOD_ROOTS_LIST) ||
         paddock_message_is_method (message, PADDOCK_METHOD_CANCELLED) ||
         (message->kind == PADDOCK_MESSAGE_RESPONSE && self->initialize_id != NULL);
}

/* Handles one message of the host, alone or from a batch. Returns whether the message ends here, so
 * that the server does not get it. */
static gboolean
take_host_message (PaddockMediator      *self,
                   const PaddockMessage *message)
{
  if (message->kind != PADDOCK_MESSAGE_NOTIFICATION)
    return FALSE;
  if (paddock_message_is_method (message, PADDOCK_METHOD_INITIALIZED)) {
    self->is_initialized = TRUE;
    self->funcs->initialized (self->user_data);
  }
  return paddock_message_is_method (message, PADDOCK_METHOD_LIST_CHANGED);
}

static gboolean
stays_of_host (PaddockMessage *message,
               gpointer        user_data)
{
  return !take_host_message (user_data, message);
}

static gboolean
stays_of_server (PaddockMessage *message,
                 gpointer        user_data)
{
  return !take_server_message (user_data, message);
}

static gboolean
is_unsuspicious (PaddockMessage *message,
                 gpointer        user_data)
{
  return message->kind != PADDOCK_MESSAGE_UNREADABLE &&
         message->kind != PADDOCK_MESSAGE_DUPLICATE &&
         (message->kind == PADDOCK_MESSAGE_REQUEST ||
          !paddock_message_is_method (message, PADDOCK_METHOD_ROOTS_LIST));
}

/* Removes from a batch the messages that must not go on. The rest goes on as one batch, unless the
 * rest is empty (JSON-RPC 2.0, section 6). Answers to removed questions are not sent as a batch. If
 * a message in a batch of the server can be read in two ways, the batch goes on unchanged. Returns
 * FALSE if @batch goes on unchanged. */
static gboolean
take_batch (PaddockMediator *self,
            PaddockWay       way,
            PaddockMessage  *batch)
{
  g_autoptr (PaddockMessage) rest = NULL;

  if (way == PADDOCK_TO_HOST && !paddock_message_batch_foreach (batch, is_unsuspicious, NULL))
    return FALSE;
  rest = paddock_message_edit_batch (batch, way == PADDOCK_TO_SERVER ? stays_of_host
                                                                     : stays_of_server, self);
  if (rest != NULL && rest->text.length > 0)
    paddock_filter_send (&self->filter, way, rest);
  return rest != NULL;
}

static gboolean
take_initialize (PaddockMediator      *self,
                 const PaddockMessage *message)
{
  g_autoptr (PaddockMessage) spliced = NULL;
  gboolean has_roots;

  g_clear_pointer (&self->initialize_id, g_bytes_unref);
  self->initialize_id = bytes_of (message->id);
  spliced = paddock_capability_splice (message, &has_roots);
  if (has_roots)
    self->declared = PADDOCK_DECLARED_ROOTS;
  else if (self->declared == PADDOCK_DECLARED_ROOTS)
    self->declared = PADDOCK_DECLARED_ROOTS_ONCE;
  else if (spliced != NULL && self->declared == PADDOCK_DECLARED_NOTHING)
    self->declared = PADDOCK_DECLARED_NO_ROOTS;
  if (spliced != NULL)
    paddock_filter_send (&self->filter, PADDOCK_TO_SERVER, spliced);
  return spliced != NULL;
}

/* Handles a line of the host. Returns whether the line ends here, so that the server does not get
 * it. */
static gboolean
take_line_of_host (PaddockMediator *self,
                   PaddockMessage  *message)
{
  gboolean is_initialize = message->kind == PADDOCK_MESSAGE_REQUEST &&
                           paddock_message_is_method (message, PADDOCK_METHOD_INITIALIZE);

  if (!is_initialize && message->kind != PADDOCK_MESSAGE_BATCH &&
      message->kind != PADDOCK_MESSAGE_NOTIFICATION)
    return FALSE;
  if (!paddock_message_is_valid (message))
    return FALSE;
  if (is_initialize)
    return take_initialize (self, message);
  return message->kind == PADDOCK_MESSAGE_BATCH ? take_batch (self, PADDOCK_TO_SERVER, message)
                                                : take_host_message (self, message);
}

static gboolean
receive_from_host (PaddockFilter  *filter,
                   PaddockMessage *message)
{
  PaddockMediator *self = (PaddockMediator *) filter;
  g_autoptr (PaddockMessage) copy = NULL;
  gboolean ends;

  if (!self->owes_notice)
    return !take_line_of_host (self, message);

  /* If take_line_of_host() sends a line, the buffer that contains @message may be freed. */
  copy = paddock_message_copy (message);
  ends = take_line_of_host (self, copy);
  if (!self->is_initialized || self->version == NULL)
    return !ends;
  if (!ends)
    paddock_filter_send (filter, PADDOCK_TO_SERVER, copy);
  paddock_mediator_tell_changed (self);
  return FALSE;
}

static gboolean
receive_from_server (PaddockFilter  *filter,
                     PaddockMessage *message)
{
  PaddockMediator *self = (PaddockMediator *) filter;

  if (!concerns_us (self, message) || !paddock_message_is_valid (message))
    return TRUE;
  if (message->kind == PADDOCK_MESSAGE_BATCH)
    return !take_batch (self, PADDOCK_TO_HOST, message);
  return !take_server_message (self, message);
}

/* Prepares for another server. Questions of the last server get no answer. The next server is told
 * of no change before its handshake. */
static void
forget_server (PaddockFilter *filter)
{
  PaddockMediator *self = (PaddockMediator *) filter;

  for (GList *item = self->asks.head; item != NULL; item = item->next)
    ((Ask *) item->data)->is_forgotten = TRUE;
  g_queue_clear_full (&self->consumed, (GDestroyNotify) g_bytes_unref);
  g_clear_pointer (&self->version, g_free);
  g_clear_pointer (&self->initialize_id, g_bytes_unref);
  self->is_initialized = FALSE;
  self->owes_notice = FALSE;
}

static const PaddockFilterFuncs filter_funcs = {
  .to_server = receive_from_host,
  .to_host = receive_from_server,
  .forget_server = forget_server,
};

/**
 * paddock_mediator_new:
 * @funcs: must stay valid
 * @user_data: for @funcs
 *
 * Returns: (transfer full): a mediator between a host and a server that have not spoken yet
 */
PaddockMediator *
paddock_mediator_new (const PaddockMediatorFuncs *funcs,
                      gpointer                    user_data)
{
  PaddockMediator *self = g_new0 (PaddockMediator, 1);

  self->filter.funcs = &filter_funcs;
  self->funcs = funcs;
  self->user_data = user_data;
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
  g_queue_clear_full (&self->asks, (GDestroyNotify) ask_free);
  g_queue_clear_full (&self->consumed, (GDestroyNotify) g_bytes_unref);
  g_free (self);
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
    g_autoptr (GString) meta = g_string_new (NULL);
    g_autoptr (GBytes) line = NULL;

    self->owes_notice = FALSE;
    g_string_append_printf (result, "{\"roots\":%s", roots);
    if (ask->task != NULL)
      paddock_meta_add (meta, PADDOCK_META_RELATED_TASK, ask->task);
    paddock_meta_append (result, meta->str);
    g_string_append_c (result, '}');
    line = paddock_message_write_result (id, result->str);
    paddock_filter_answer_server (&self->filter, line);
  }
  ask_free (ask);
}

/**
 * paddock_mediator_tell_changed:
 *
 * Tells the server that its list of roots changed. Before the handshake is over, the notice waits,
 * because until then a client may send only pings (MCP 2025-11-25, lifecycle). If the server gets
 * the list meanwhile, the notice is dropped.
 */
void
paddock_mediator_tell_changed (PaddockMediator *self)
{
  g_autoptr (GBytes) line = NULL;

  self->owes_notice = self->version == NULL || !self->is_initialized;
  if (self->owes_notice)
    return;
  line = paddock_message_write_notification (PADDOCK_METHOD_LIST_CHANGED, NULL);
  paddock_filter_answer_server (&self->filter, line);
}

/**
 * paddock_mediator_get_declared:
 *
 * Returns: what the host declared about roots of its own. If an earlier handshake declared roots
 *   and a later one declared none, the value is %PADDOCK_DECLARED_ROOTS_ONCE
 */
PaddockDeclared
paddock_mediator_get_declared (const PaddockMediator *self)
{
  return self->declared;
}

/**
 * paddock_mediator_is_since:
 * @revision: a revision of MCP
 *
 * Returns: whether the server is known to speak @revision, or a later one
 */
gboolean
paddock_mediator_is_since (const PaddockMediator *self,
                           const char            *revision)
{
  return is_since (self->version, revision);
}

/**
 * paddock_mediator_get_server_name:
 *
 * Returns: (nullable): what the server calls itself, which may be any text
 */
const char *
paddock_mediator_get_server_name (const PaddockMediator *self)
{
  return self->server_name;
}
