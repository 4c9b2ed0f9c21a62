/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-mcp-server.h"

#include "config.h"

#include "paddock-json.h"
#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-names.h"

#include <string.h>

/* The MCP server for hosts, `paddock mcp`: it reads lines of the host and writes answers.
 *
 * The command `paddock mcp` owns the server, which speaks every revision of MCP at once. In the
 * revisions with a handshake, `initialize` chooses the revision. In 2026-07-28 each request names
 * its revision, and a host may send such requests beside a session with a handshake. The server
 * reads no file and asks nobody: its owner carries out the calls of tools. The server sends only
 * answers, never a request or a notification. To an invalid line it answers with an error or not at
 * all, and it goes on with the next line. But after a line that is too long, the owner stops
 * reading, so that a host cannot send without end. */
struct _PaddockMcpServer
{
  GObject             parent_instance;

  PaddockMcpFind      find;
  PaddockMcpSend      send;
  gpointer            user_data;
  GPtrArray          *calls;        /* (owned) Call: the calls of tools that are under way */
  PaddockMcpRevision  revision;     /* the revision of MCP that the last handshake chose */
  gboolean            has_session;
  gboolean            is_closed;
};

G_DEFINE_FINAL_TYPE (PaddockMcpServer, paddock_mcp_server, G_TYPE_OBJECT)

#define UNSUPPORTED_VERSION (-32022)
#define NO_BATCHES "This revision has no batches"

#define SERVER_INFO "{\"name\":\"paddock\",\"version\":\"" PACKAGE_VERSION "\"}"
#define INSTRUCTIONS \
  "\"When a server, a document or a tool names a local path, check it with check_path and read " \
  "it " \
  "with read_local_file: they keep to the folders that the user shares. What they refuse is " \
  "not to " \
  "be read in another way.\""

static const char * const handshakes[] = {
  PADDOCK_VERSION_FIRST, PADDOCK_VERSION_SECOND, PADDOCK_VERSION_ROOT_META,
  PADDOCK_VERSION_LATEST,
};

/* The answers to a batch of the host's messages. They are sent as one batch. */
typedef struct {
  grefcount  refs;
  GPtrArray *lines;                 /* (owned) GBytes: the answers so far to the messages of the
                                     * batch */
} Batch;

/* A request of the host that the server is answering. */
typedef struct {
  PaddockMcpServer   *server;       /* (owned) */
  char               *id;           /* (owned) JSON text */
  Batch              *batch;        /* (owned) (nullable) the batch that the request came in; NULL:
                                     * none */
  PaddockMcpRevision  revision;
  PaddockMcpToolCall *tool_call;    /* (owned) (nullable) what to do; NULL: the request calls no
                                     * tool */
  GCancellable       *cancellable;  /* (owned) (nullable) */
} Call;

static void
batch_unref (Batch            *batch,
             PaddockMcpServer *server)
{
  if (!g_ref_count_dec (&batch->refs))
    return;
  if (batch->lines->len > 0 && !server->is_closed) {
    g_autoptr (GBytes) line = paddock_message_write_batch (batch->lines);

    server->send (line, server->user_data);
  }
  g_ptr_array_unref (batch->lines);
  g_free (batch);
}

static void
call_free (gpointer data)
{
  Call *call = data;

  if (call->batch != NULL)
    batch_unref (call->batch, call->server);
  g_clear_pointer (&call->tool_call, paddock_mcp_tools_call_free);
  g_clear_object (&call->cancellable);
  g_free (call->id);
  g_object_unref (call->server);
  g_free (call);
}

/* Sends @line, the answer to @call. If the request came in a batch, adds @line to the answers of
 * that batch instead. @line: (transfer full) */
static void
answer_line (const Call *call,
             GBytes     *line)
{
  if (call->batch != NULL)
    g_ptr_array_add (call->batch->lines, g_bytes_ref (line));
  else if (!call->server->is_closed)
    call->server->send (line, call->server->user_data);
  g_bytes_unref (line);
}

static void
answer (const Call *call,
        const char *result)
{
  answer_line (call, paddock_message_write_result (call->id, result));
}

static void
refuse (const Call *call,
        int         code,
        const char *message,
        const char *data)
{
  answer_line (call, paddock_message_write_error (call->id, code, message, data));
}

static const char *
find_text (JsonObject *object,
           const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
         json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : NULL;
}

static JsonObject *
find_object (JsonObject *object,
             const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* Answers `initialize`. If the host wants an unknown revision, offers the newest of
 * handshakes[]. */
static void
handle_initialize (Call       *call,
                   JsonObject *params,
                   GBytes     *line)
{
  PaddockMcpServer *self = call->server;
  const char *wanted = find_text (params, "protocolVersion");
  gsize chosen = G_N_ELEMENTS (handshakes) - 1;
  g_autofree char *result = NULL;

  if (call->batch != NULL || wanted == NULL) {
    refuse (call, call->batch != NULL ? PADDOCK_RPC_INVALID_REQUEST : PADDOCK_RPC_INVALID_PARAMS,
            call->batch != NULL ? "initialize is no part of a batch"
                                : "protocolVersion must be a string", NULL);
    return;
  }
  for (gsize i = 0; i < G_N_ELEMENTS (handshakes); i++) {
    if (g_str_equal (wanted, handshakes[i]))
      chosen = i;
  }
  self->revision = (PaddockMcpRevision) chosen;
  self->has_session = TRUE;
  result = g_strdup_printf ("{\"protocolVersion\":\"%s\",\"capabilities\":{\"tools\":{}},"
                            "\"serverInfo\":" SERVER_INFO ",\"instructions\":" INSTRUCTIONS "}",
                            handshakes[chosen]);
  answer (call, result);
}

static void
handle_discover (Call       *call,
                 JsonObject *params,
                 GBytes     *line)
{
  answer (call,
          "{\"resultType\":\"complete\",\"supportedVersions\":[\"" PADDOCK_VERSION_MODERN
          "\"],\"capabilities\":{\"tools\":{}},\"instructions\":" INSTRUCTIONS
          ",\"ttlMs\":3600000,\"cacheScope\":\"private\",\"_meta\":"
          "{\"io.modelcontextprotocol/serverInfo\":" SERVER_INFO "}}");
}

static void
handle_ping (Call       *call,
             JsonObject *params,
             GBytes     *line)
{
  answer (call, "{}");
}

static void
handle_tools_list (Call       *call,
                   JsonObject *params,
                   GBytes     *line)
{
  JsonNode *cursor = params != NULL ? json_object_get_member (params, "cursor") : NULL;
  g_autofree char *result = NULL;

  /* The list of tools is one page, so no cursor of the host can be right. */
  if (cursor != NULL && !JSON_NODE_HOLDS_NULL (cursor)) {
    refuse (call, PADDOCK_RPC_INVALID_PARAMS, "No such cursor", NULL);
    return;
  }
  result =
    g_strdup_printf ("{%s%s}", call->revision >= PADDOCK_MCP_2026_07_28
                     ? "\"resultType\":\"complete\",\"ttlMs\":3600000,\"cacheScope\":\"private\","
                     : "", paddock_mcp_tools_list (call->revision));
  answer (call, result);
}

static void
on_found (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Call *call = user_data;
  g_autoptr (PaddockMcpServer) self = g_object_ref (call->server);
  g_autoptr (PaddockMcpToolResult) found = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autofree char *text = NULL;

  /* A request that the host cancelled gets no answer. */
  if (!g_cancellable_is_cancelled (call->cancellable)) {
    if (found != NULL)
      text = paddock_mcp_tools_write_result (call->revision, call->tool_call, found);
    else
      text = paddock_mcp_tools_write_error (call->revision, "unavailable", "Try again.");
    answer (call, text);
  }
  g_ptr_array_remove (self->calls, call);
}

static void
answer_refusal (const Call         *call,
                PaddockReadVerdict  verdict,
                const char         *sentence)
{
  g_autofree char *text =
    paddock_mcp_tools_write_error (call->revision, paddock_read_verdict_to_nick (verdict),
                                   sentence != NULL ? sentence
                                                    : paddock_mcp_tools_explain (verdict));

  answer (call, text);
}

/* Starts the call of a tool. Returns TRUE if the call is under way: then on_found() answers the
 * call and frees it. Returns FALSE if the call is answered already: then the caller frees it. */
static gboolean
begin_call (Call *call)
{
  PaddockMcpServer *self = call->server;
  GTask *task;

  if (self->calls->len >= PADDOCK_MCP_CALLS_MAX) {
    answer_refusal (call, PADDOCK_READ_BUSY, NULL);
    return FALSE;
  }
  call->cancellable = g_cancellable_new ();
  g_ptr_array_add (self->calls, call);
  task = g_task_new (NULL, call->cancellable, on_found, call);
  g_task_set_check_cancellable (task, FALSE);
  self->find (call->tool_call, task, self->user_data);
  return TRUE;
}

/* Handles `tools/call`. Returns whether the call is under way now, as begin_call() does. */
static gboolean
call_tool (Call       *call,
           JsonObject *params,
           GBytes     *line)
{
  const char *name = find_text (params, "name");
  const char *problem = NULL;
  gsize size;
  const char *bytes = g_bytes_get_data (line, &size);

  if (name == NULL) {
    refuse (call, PADDOCK_RPC_INVALID_PARAMS, "name must be a string", NULL);
    return FALSE;
  }
  call->tool_call = paddock_mcp_tools_call_new (name, find_object (params, "arguments"), &problem);
  if (call->tool_call != NULL && g_strstr_len (bytes, (gssize) size, "\\u0000") != NULL)
    /* json-glib cuts a string at a NUL, so the path that it gives may name another file than the
     * host meant. */
    answer_refusal (call, PADDOCK_READ_MALFORMED, NULL);
  else if (call->tool_call != NULL)
    return begin_call (call);
  else if (problem != NULL)
    answer_refusal (call, PADDOCK_READ_MALFORMED, problem);
  else
    refuse (call, PADDOCK_RPC_INVALID_PARAMS, "No such tool", NULL);
  return FALSE;
}

typedef struct {
  const char *name;
  void      (*handle)(Call       *call,
                      JsonObject *params,
                      GBytes     *line);  /* (nullable) handles the request; NULL: call_tool()
                                           * does */
  gboolean    in_handshakes;        /* the method is known in the revisions with a handshake */
  gboolean    in_modern;            /* the method is known in revision 2026-07-28 */
  gboolean    early;                /* the method is allowed before the handshake */
} Method;

static const Method methods[] = {
  { PADDOCK_METHOD_INITIALIZE, handle_initialize, TRUE, FALSE, TRUE },
  { "ping", handle_ping, TRUE, FALSE, TRUE },
  { "server/discover", handle_discover, FALSE, TRUE, FALSE },
  { PADDOCK_METHOD_TOOLS_LIST, handle_tools_list, TRUE, TRUE, FALSE },
  { PADDOCK_METHOD_TOOLS_CALL, NULL, TRUE, TRUE, FALSE },
};

/* Whether the `_meta` of a request is right for revision 2026-07-28. If not, refuses the
 * request. */
static gboolean
check_modern (Call       *call,
              JsonObject *meta)
{
  const char *version = find_text (meta, PADDOCK_META_VERSION);
  g_autofree char *quoted = NULL;
  g_autofree char *data = NULL;

  call->revision = PADDOCK_MCP_2026_07_28;
  if (g_strcmp0 (version, PADDOCK_VERSION_MODERN) != 0) {
    quoted = paddock_json_quote (version != NULL ? version : "");
    data = g_strdup_printf ("{\"supported\":[\"" PADDOCK_VERSION_MODERN "\"],\"requested\":%s}",
                            quoted);
    refuse (call, UNSUPPORTED_VERSION, "Unsupported protocol version", data);
    return FALSE;
  }
  if (find_object (meta, PADDOCK_META_CAPABILITIES) == NULL) {
    refuse (call, PADDOCK_RPC_INVALID_PARAMS, "_meta must have " PADDOCK_META_CAPABILITIES, NULL);
    return FALSE;
  }
  return TRUE;
}

/* Handles a request. Returns whether the call of a tool is under way now, as begin_call() does. */
static gboolean
dispatch (Call       *call,
          const char *name,
          JsonObject *params,
          GBytes     *line)
{
  JsonObject *meta = find_object (params, "_meta");
  gboolean is_modern = meta != NULL && json_object_has_member (meta, PADDOCK_META_VERSION);
  const Method *method = NULL;

  call->revision = call->server->revision;
  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++) {
    if (g_str_equal (methods[i].name, name))
      method = &methods[i];
  }
  if (is_modern && call->batch != NULL) {
    refuse (call, PADDOCK_RPC_INVALID_REQUEST, NO_BATCHES, NULL);
    return FALSE;
  }
  if (is_modern && !check_modern (call, meta))
    return FALSE;

  if (method != NULL && !is_modern && !method->in_handshakes)
    refuse (call, PADDOCK_RPC_INVALID_PARAMS, "_meta must have " PADDOCK_META_VERSION, NULL);
  else if (method == NULL || (is_modern && !method->in_modern))
    refuse (call, PADDOCK_RPC_METHOD_NOT_FOUND, "Method not found", NULL);
  else if (!is_modern && !method->early && !call->server->has_session)
    refuse (call, PADDOCK_RPC_INVALID_REQUEST, "initialize comes first",
            "{\"reason\":\"not-initialized\"}");
  else if (method->handle == NULL)
    return call_tool (call, params, line);
  else
    method->handle (call, params, line);
  return FALSE;
}

/* Whether @id, the JSON text of a request's id, equals @wanted, the id in a cancellation. Compares
 * only strings and integers, because a receiver may ignore other cancellations. */
static gboolean
is_id (const char *id,
       JsonNode   *wanted)
{
  PaddockSpan span = { id, strlen (id) };
  g_autofree char *text = NULL;
  g_autofree char *number = NULL;

  if (!JSON_NODE_HOLDS_VALUE (wanted))
    return FALSE;
  if (json_node_get_value_type (wanted) == G_TYPE_STRING) {
    text = paddock_json_get_type (span) == PADDOCK_JSON_STRING ? paddock_json_dup_string (span)
                                                               : NULL;
    return g_strcmp0 (text, json_node_get_string (wanted)) == 0;
  }
  if (json_node_get_value_type (wanted) != G_TYPE_INT64)
    return FALSE;
  number = g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (wanted));
  return g_str_equal (id, number);
}

static void
handle_cancelled (PaddockMcpServer *self,
                  JsonObject       *params)
{
  JsonNode *wanted = params != NULL ? json_object_get_member (params, "requestId") : NULL;

  for (guint i = 0; wanted != NULL && i < self->calls->len; i++) {
    const Call *call = g_ptr_array_index (self->calls, i);

    if (is_id (call->id, wanted))
      g_cancellable_cancel (call->cancellable);
  }
}

static void
receive_message (PaddockMcpServer *self,
                 PaddockMessage   *message,
                 Batch            *batch,
                 GBytes           *line)
{
  PaddockMessageKind kind = message->kind;
  const char *id = paddock_message_get_id (message);
  Call *call;

  if (kind == PADDOCK_MESSAGE_NOTIFICATION &&
      g_strcmp0 (paddock_message_get_method (message), PADDOCK_METHOD_CANCELLED) == 0)
    handle_cancelled (self, paddock_message_get_params (message));
  /* A message that is neither a request nor invalid gets no answer. Even a response is ignored,
   * because the server sends no requests. */
  if (kind != PADDOCK_MESSAGE_REQUEST && kind != PADDOCK_MESSAGE_INVALID)
    return;

  call = g_new0 (Call, 1);
  call->server = g_object_ref (self);
  call->id = g_strdup (id);
  call->batch = batch;
  if (batch != NULL)
    g_ref_count_inc (&batch->refs);
  if (kind == PADDOCK_MESSAGE_INVALID)
    refuse (call, PADDOCK_RPC_INVALID_REQUEST, message->problem, NULL);
  else if (dispatch (call, paddock_message_get_method (message),
                     paddock_message_get_params (message), line))
    return;
  call_free (call);
}

static void
refuse_line (PaddockMcpServer *self,
             int               code,
             const char       *message)
{
  g_autoptr (GBytes) line = paddock_message_write_error (NULL, code, message, NULL);

  self->send (line, self->user_data);
}

static void
paddock_mcp_server_finalize (GObject *object)
{
  PaddockMcpServer *self = PADDOCK_MCP_SERVER (object);

  g_ptr_array_unref (self->calls);

  G_OBJECT_CLASS (paddock_mcp_server_parent_class)->finalize (object);
}

static void
paddock_mcp_server_class_init (PaddockMcpServerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = paddock_mcp_server_finalize;
}

static void
paddock_mcp_server_init (PaddockMcpServer *self)
{
  self->calls = g_ptr_array_new_with_free_func (call_free);
}

/**
 * paddock_mcp_server_new:
 * @find: carries out the call of a tool
 * @send: sends an answer to the host
 * @user_data: for @find and @send, until paddock_mcp_server_close()
 *
 * Returns: (transfer full): a server before its handshake
 */
PaddockMcpServer *
paddock_mcp_server_new (PaddockMcpFind find,
                        PaddockMcpSend send,
                        gpointer       user_data)
{
  PaddockMcpServer *self = g_object_new (PADDOCK_TYPE_MCP_SERVER, NULL);

  self->find = find;
  self->send = send;
  self->user_data = user_data;
  return self;
}

/**
 * paddock_mcp_server_receive_line:
 * @self: a server
 * @line: what the host sent, without newline; any bytes
 *
 * Handles a line of the host. The answers come at once, or when the calls of tools end.
 */
void
paddock_mcp_server_receive_line (PaddockMcpServer *self,
                                 GBytes           *line)
{
  g_autoptr (GError) error = NULL;
  g_auto (PaddockMessage) message = { 0 };
  Batch *batch;

  if (self->is_closed)
    return;
  if (!paddock_message_parse_line (line, &message, &error)) {
    refuse_line (self, PADDOCK_RPC_PARSE_ERROR, error->message);
    return;
  }
  if (message.kind != PADDOCK_MESSAGE_BATCH) {
    receive_message (self, &message, NULL, line);
    return;
  }
  /* Revision 2025-06-18 removed batches from MCP. */
  if (self->has_session && self->revision >= PADDOCK_MCP_2025_06_18) {
    refuse_line (self, PADDOCK_RPC_INVALID_REQUEST, NO_BATCHES);
    return;
  }

  batch = g_new0 (Batch, 1);
  g_ref_count_init (&batch->refs);
  batch->lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  for (guint i = 0; i < message.elements->len; i++)
    receive_message (self, g_ptr_array_index (message.elements, i), batch, line);
  batch_unref (batch, self);
}

/**
 * paddock_mcp_server_receive_overlong:
 * @self: a server
 *
 * Answers a line that is too long with an error. The owner should read no more lines, and call
 * paddock_mcp_server_close() when the calls that are under way have their answers.
 */
void
paddock_mcp_server_receive_overlong (PaddockMcpServer *self)
{
  if (!self->is_closed)
    refuse_line (self, PADDOCK_RPC_INVALID_REQUEST, "The line is too long");
}

/**
 * paddock_mcp_server_get_calls:
 * @self: a server
 *
 * Returns: how many calls of tools are under way
 */
guint
paddock_mcp_server_get_calls (PaddockMcpServer *self)
{
  return self->calls->len;
}

/**
 * paddock_mcp_server_close:
 * @self: a server
 *
 * Stops sending answers, and cancels the calls that are under way.
 */
void
paddock_mcp_server_close (PaddockMcpServer *self)
{
  self->is_closed = TRUE;
  for (guint i = 0; i < self->calls->len; i++)
    g_cancellable_cancel (((Call *) g_ptr_array_index (self->calls, i))->cancellable);
}
