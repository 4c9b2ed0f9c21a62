/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-rpc"

#include "paddock-message.h"

#include <string.h>

#include "paddock-error.h"
#include "paddock-json.h"

/* One JSON-RPC 2.0 message of a peer, as it came.
 *
 * Whoever parsed the line owns it; it keeps the line alive and points into it. Ids are never read
 * as numbers or rewritten. Nothing but text that paddock_json_validate() passed reaches json-glib,
 * and of that only the member somebody asks for: a message that nobody understands costs no tree.
 */

struct _PaddockMessage
{
  GBytes             *line;         /* (owned) what the spans point into */
  PaddockMessageKind  kind;
  char               *id;           /* (owned) (nullable) JSON text */
  char               *method;       /* (owned) (nullable) */
  PaddockSpan         body;         /* params, result or error; length 0: none */
  JsonObject         *tree;         /* (owned) (nullable) the body, once asked for */
  gboolean            has_tree;     /* it was tried */
  const char         *problem;      /* (nullable) */
};

typedef struct {
  const char      *name;
  PaddockSpan      value;
  PaddockJsonType  type;
} Member;

/* The members that matter. Of names that come twice the last counts, as in JSON.parse(). */
typedef enum {
  MEMBER_JSONRPC,
  MEMBER_ID,
  MEMBER_METHOD,
  MEMBER_PARAMS,
  MEMBER_RESULT,
  MEMBER_ERROR,
  N_MEMBERS,
} MemberName;

static gboolean
collect_member (const char      *name,
                PaddockSpan      value,
                PaddockJsonType  type,
                gpointer         user_data)
{
  Member *members = user_data;

  for (guint i = 0; i < N_MEMBERS; i++)
    if (strcmp (name, members[i].name) == 0) {
      members[i].value = value;
      members[i].type = type;
      break;
    }
  return TRUE;
}

static const char *
find_problem (const Member *members)
{
  g_autofree char *version = paddock_json_dup_string (members[MEMBER_JSONRPC].value);
  PaddockJsonType id = members[MEMBER_ID].type;
  gboolean has_result = members[MEMBER_RESULT].type != PADDOCK_JSON_INVALID;
  gboolean has_error = members[MEMBER_ERROR].type != PADDOCK_JSON_INVALID;

  if (g_strcmp0 (version, "2.0") != 0)
    return "jsonrpc must be \"2.0\"";

  if (members[MEMBER_METHOD].type == PADDOCK_JSON_INVALID) {
    if (has_result && has_error)
      return "both result and error";
    if (!has_result && !has_error)
      return "no method";
    /* JSON-RPC 2.0, section 5: an error about an unreadable request has the id null. */
    if (id == PADDOCK_JSON_STRING || id == PADDOCK_JSON_NUMBER ||
        (has_error && (id == PADDOCK_JSON_NULL || id == PADDOCK_JSON_INVALID)))
      return NULL;
    return "id must be a string or a number";
  }

  if (members[MEMBER_METHOD].type != PADDOCK_JSON_STRING)
    return "method must be a string";
  if (has_result || has_error)
    return "method together with result or error";
  if (id != PADDOCK_JSON_STRING && id != PADDOCK_JSON_NUMBER && id != PADDOCK_JSON_INVALID)
    return "id must be a string or a number";
  if (members[MEMBER_PARAMS].type != PADDOCK_JSON_INVALID &&
      members[MEMBER_PARAMS].type != PADDOCK_JSON_OBJECT &&
      members[MEMBER_PARAMS].type != PADDOCK_JSON_ARRAY &&
      members[MEMBER_PARAMS].type != PADDOCK_JSON_NULL)
    return "params must be an object or an array";
  return NULL;
}

/* Two programs that answered each other's bad responses with errors would never end: what was meant
 * as a response is told from what was meant as a request even where it is malformed. */
static PaddockMessageKind
classify (const Member *members,
          const char   *problem)
{
  gboolean has_method = members[MEMBER_METHOD].type != PADDOCK_JSON_INVALID;
  gboolean has_result = members[MEMBER_RESULT].type != PADDOCK_JSON_INVALID;
  gboolean has_error = members[MEMBER_ERROR].type != PADDOCK_JSON_INVALID;

  if (!has_method && (has_result || has_error)) {
    if (problem != NULL)
      return PADDOCK_MESSAGE_BAD_RESPONSE;
    return has_result ? PADDOCK_MESSAGE_RESULT : PADDOCK_MESSAGE_ERROR;
  }
  if (problem != NULL)
    return PADDOCK_MESSAGE_INVALID;
  return members[MEMBER_ID].type != PADDOCK_JSON_INVALID ? PADDOCK_MESSAGE_REQUEST
                                                         : PADDOCK_MESSAGE_NOTIFICATION;
}

static PaddockMessage *
message_new_invalid (GBytes     *line,
                     const char *problem)
{
  PaddockMessage *self = g_rc_box_new0 (PaddockMessage);

  self->line = g_bytes_ref (line);
  self->kind = PADDOCK_MESSAGE_INVALID;
  self->problem = problem;
  return self;
}

static PaddockMessage *
message_new (GBytes      *line,
             PaddockSpan  text)
{
  Member members[N_MEMBERS] = {
    [MEMBER_JSONRPC] = { "jsonrpc" },
    [MEMBER_ID] = { "id" },
    [MEMBER_METHOD] = { "method" },
    [MEMBER_PARAMS] = { "params" },
    [MEMBER_RESULT] = { "result" },
    [MEMBER_ERROR] = { "error" },
  };
  PaddockMessage *self;
  MemberName body;

  if (paddock_json_get_type (text) != PADDOCK_JSON_OBJECT)
    return message_new_invalid (line, "not an object");

  paddock_json_foreach (text, collect_member, members);
  self = message_new_invalid (line, find_problem (members));
  self->kind = classify (members, self->problem);

  if (members[MEMBER_ID].type == PADDOCK_JSON_STRING ||
      members[MEMBER_ID].type == PADDOCK_JSON_NUMBER)
    self->id = g_strndup (members[MEMBER_ID].value.start, members[MEMBER_ID].value.length);
  if (members[MEMBER_METHOD].type == PADDOCK_JSON_STRING)
    self->method = paddock_json_dup_string (members[MEMBER_METHOD].value);

  body = self->kind == PADDOCK_MESSAGE_RESULT ? MEMBER_RESULT
         : self->kind == PADDOCK_MESSAGE_ERROR ? MEMBER_ERROR : MEMBER_PARAMS;
  self->body = members[body].value;
  return self;
}

typedef struct {
  GBytes    *line;
  GPtrArray *messages;
} Batch;

static gboolean
add_element (const char      *name,
             PaddockSpan      value,
             PaddockJsonType  type,
             gpointer         user_data)
{
  Batch *batch = user_data;

  if (batch->messages->len == PADDOCK_BATCH_MAX)
    return FALSE;
  g_ptr_array_add (batch->messages, message_new (batch->line, value));
  return TRUE;
}

/**
 * paddock_message_parse_line:
 * @line: one line of a peer
 * @out_is_batch: (out): whether the line was an array with something in it (MCP 2025-03-26,
 *   batching). An empty array is one invalid message (JSON-RPC 2.0, section 6)
 *
 * Returns: (transfer full) (element-type PaddockMessage): at least one message; or %NULL with
 *   %PADDOCK_ERROR_PROTOCOL where the line is not JSON, %PADDOCK_ERROR_LIMIT where it is nested
 *   deeper than %PADDOCK_JSON_MAX_DEPTH or a batch holds more than %PADDOCK_BATCH_MAX
 */
GPtrArray *
paddock_message_parse_line (GBytes    *line,
                            gboolean  *out_is_batch,
                            GError   **error)
{
  g_autoptr (GPtrArray) messages = NULL;
  Batch batch = { .line = line };
  PaddockSpan text = paddock_json_span (line);

  *out_is_batch = FALSE;
  if (!paddock_json_validate (text.start, text.length, error))
    return NULL;

  messages = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_message_unref);
  if (paddock_json_get_type (text) != PADDOCK_JSON_ARRAY) {
    g_ptr_array_add (messages, message_new (line, text));
    return g_steal_pointer (&messages);
  }

  batch.messages = messages;
  if (!paddock_json_foreach (text, add_element, &batch)) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT,
                 "A batch holds more than %d messages", PADDOCK_BATCH_MAX);
    return NULL;
  }
  *out_is_batch = messages->len > 0;
  if (messages->len == 0)
    g_ptr_array_add (messages, message_new_invalid (line, "empty batch"));
  return g_steal_pointer (&messages);
}

PaddockMessage *
paddock_message_ref (PaddockMessage *self)
{
  return g_rc_box_acquire (self);
}

static void
message_clear (gpointer data)
{
  PaddockMessage *self = data;

  g_bytes_unref (self->line);
  g_free (self->id);
  g_free (self->method);
  g_clear_pointer (&self->tree, json_object_unref);
}

void
paddock_message_unref (PaddockMessage *self)
{
  g_rc_box_release_full (self, message_clear);
}

PaddockMessageKind
paddock_message_get_kind (const PaddockMessage *self)
{
  return self->kind;
}

/**
 * paddock_message_get_id:
 *
 * Returns: (nullable): the id as JSON text, byte for byte; %NULL where there is none or it is
 *   neither a string nor a number. Known also for an invalid message, if it has one
 */
const char *
paddock_message_get_id (const PaddockMessage *self)
{
  return self->id;
}

/**
 * paddock_message_get_method:
 *
 * Returns: (nullable): unescaped, valid UTF-8; it came from outside
 */
const char *
paddock_message_get_method (const PaddockMessage *self)
{
  return self->method;
}

static JsonObject *
get_tree (PaddockMessage     *self,
          PaddockMessageKind  kind,
          PaddockMessageKind  or_kind)
{
  g_autoptr (JsonParser) parser = NULL;
  g_autofree char *mended = NULL;

  if (self->kind != kind && self->kind != or_kind)
    return NULL;
  if (self->has_tree)
    return self->tree;

  self->has_tree = TRUE;
  if (self->body.length == 0 || self->body.length > PADDOCK_MESSAGE_TREE_MAX ||
      paddock_json_get_type (self->body) != PADDOCK_JSON_OBJECT)
    return NULL;

  /* json-glib would make strings of it that are no UTF-8, and 1.6 leaks at some. */
  mended = paddock_json_mend_surrogates (self->body);
  parser = json_parser_new_immutable ();
  if (json_parser_load_from_data (parser, mended != NULL ? mended : self->body.start,
                                  (gssize) self->body.length, NULL))
    self->tree = json_object_ref (json_node_get_object (json_parser_get_root (parser)));
  return self->tree;
}

/**
 * paddock_message_get_params:
 *
 * Returns: (nullable) (transfer none): the params of a request or notification; %NULL where there
 *   are none, they are no object, or are longer than %PADDOCK_MESSAGE_TREE_MAX
 */
JsonObject *
paddock_message_get_params (PaddockMessage *self)
{
  return get_tree (self, PADDOCK_MESSAGE_REQUEST, PADDOCK_MESSAGE_NOTIFICATION);
}

/**
 * paddock_message_get_result:
 *
 * Returns: (nullable) (transfer none): as paddock_message_get_params(), of a result
 */
JsonObject *
paddock_message_get_result (PaddockMessage *self)
{
  return get_tree (self, PADDOCK_MESSAGE_RESULT, PADDOCK_MESSAGE_RESULT);
}

/**
 * paddock_message_get_error:
 *
 * Returns: (nullable) (transfer none): as paddock_message_get_params(), of an error
 */
JsonObject *
paddock_message_get_error (PaddockMessage *self)
{
  return get_tree (self, PADDOCK_MESSAGE_ERROR, PADDOCK_MESSAGE_ERROR);
}

/**
 * paddock_message_get_body:
 *
 * Returns: the JSON text of the params, the result or the error, as it came; empty where there is
 *   none. It is valid as long as the message
 */
PaddockSpan
paddock_message_get_body (const PaddockMessage *self)
{
  return self->body;
}

/**
 * paddock_message_dup_reason:
 *
 * Returns: (nullable) (transfer full): the "reason" in the data of an error; it came from outside
 */
char *
paddock_message_dup_reason (PaddockMessage *self)
{
  JsonObject *error = paddock_message_get_error (self);
  JsonNode *node = error != NULL ? json_object_get_member (error, "data") : NULL;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;
  node = json_object_get_member (json_node_get_object (node), "reason");
  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
         ? json_node_dup_string (node) : NULL;
}

/**
 * paddock_message_get_problem:
 *
 * Returns: (nullable): what is wrong with an invalid message or a bad response, a fixed text
 */
const char *
paddock_message_get_problem (const PaddockMessage *self)
{
  return self->problem;
}

static gboolean
find_member (const char      *name,
             PaddockSpan      value,
             PaddockJsonType  type,
             gpointer         user_data)
{
  Member *wanted = user_data;

  if (strcmp (name, wanted->name) == 0) {
    wanted->value = value;
    wanted->type = type;
  }
  return TRUE;
}

/**
 * paddock_message_dup_member:
 * @name: of a member
 *
 * For what must not be read as a C string or a number of the machine: a tree would cut a text at an
 * escaped NUL.
 *
 * Returns: (transfer full) (nullable): the JSON text of that member of the params, or of the
 *   result, as it came; %NULL where there is none
 */
char *
paddock_message_dup_member (const PaddockMessage *self,
                            const char           *name)
{
  Member member = { name };

  if (self->body.length == 0 || paddock_json_get_type (self->body) != PADDOCK_JSON_OBJECT)
    return NULL;

  paddock_json_foreach (self->body, find_member, &member);
  return member.type != PADDOCK_JSON_INVALID ? g_strndup (member.value.start, member.value.length)
                                             : NULL;
}

/* @n_more: how many bytes come, about. */
static GString *
begin_line (const char *id,
            gsize       n_more)
{
  GString *line = g_string_sized_new (64 + n_more);

  g_string_append (line, "{\"jsonrpc\":\"2.0\"");
  if (id != NULL) {
    g_string_append (line, ",\"id\":");
    g_string_append (line, id);
  }
  return line;
}

static void
append_call (GString    *line,
             const char *method,
             const char *params)
{
  g_autofree char *quoted = paddock_json_quote (method);

  g_string_append_printf (line, ",\"method\":%s", quoted);
  if (params != NULL)
    g_string_append_printf (line, ",\"params\":%s", params);
  g_string_append_c (line, '}');
}

/**
 * paddock_message_write_request:
 * @id: JSON text
 * @method: plain text
 * @params: (nullable): JSON text on one line
 *
 * Returns: (transfer full): a line, without newline
 */
GBytes *
paddock_message_write_request (const char *id,
                               const char *method,
                               const char *params)
{
  GString *line = begin_line (id, 64);

  append_call (line, method, params);
  return g_string_free_to_bytes (line);
}

/**
 * paddock_message_write_notification:
 * @method: plain text
 * @params: (nullable): JSON text on one line
 *
 * Returns: (transfer full): a line, without newline
 */
GBytes *
paddock_message_write_notification (const char *method,
                                    const char *params)
{
  GString *line = begin_line (NULL, 64);

  append_call (line, method, params);
  return g_string_free_to_bytes (line);
}

/**
 * paddock_message_write_result:
 * @id: JSON text of the request's id
 * @result: JSON text on one line
 *
 * Returns: (transfer full): a line, without newline
 */
GBytes *
paddock_message_write_result (const char *id,
                              const char *result)
{
  GString *line = begin_line (id, strlen (id) + strlen (result));

  g_string_append (line, ",\"result\":");
  g_string_append (line, result);
  g_string_append_c (line, '}');
  return g_string_free_to_bytes (line);
}

/**
 * paddock_message_write_error:
 * @id: (nullable): JSON text of the request's id; %NULL where it is not known
 * @code: for example %PADDOCK_RPC_INVALID_REQUEST
 * @message: plain text for the peer; never a path it may not see
 * @data: (nullable): JSON text on one line
 *
 * Returns: (transfer full): a line, without newline
 */
GBytes *
paddock_message_write_error (const char *id,
                             int         code,
                             const char *message,
                             const char *data)
{
  GString *line = begin_line (id != NULL ? id : "null", 64);
  g_autofree char *quoted = paddock_json_quote (message);

  g_string_append_printf (line, ",\"error\":{\"code\":%d,\"message\":%s", code, quoted);
  if (data != NULL)
    g_string_append_printf (line, ",\"data\":%s", data);
  g_string_append (line, "}}");
  return g_string_free_to_bytes (line);
}

/**
 * paddock_message_write_batch:
 * @lines: (element-type GBytes): at least one line
 *
 * Returns: (transfer full): the lines as one array
 */
GBytes *
paddock_message_write_batch (GPtrArray *lines)
{
  GString *line;

  g_return_val_if_fail (lines->len > 0, NULL);

  line = g_string_new ("[");
  for (guint i = 0; i < lines->len; i++) {
    gsize length;
    const char *text = g_bytes_get_data (g_ptr_array_index (lines, i), &length);

    if (i > 0)
      g_string_append_c (line, ',');
    g_string_append_len (line, text, (gssize) length);
  }
  g_string_append_c (line, ']');
  return g_string_free_to_bytes (line);
}
