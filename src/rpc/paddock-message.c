/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-rpc"

#include "paddock-message.h"

#include <string.h>

#include "paddock-error.h"

/* Reads JSON-RPC 2.0 messages.
 *
 * There are two ways to read a message, and both look at its top level once. Paddock as a peer
 * reads strictly (paddock_message_parse_line()): it checks the whole line, and an invalid message
 * says what is wrong. Paddock as a relay reads like the parsers at the other end, JSON.parse() and
 * json.loads() (paddock_message_read()). Most lines are long, and only pass through. So the relay
 * checks whether a line is JSON only if it acts on the line (paddock_message_is_valid()).
 *
 * Both resolve escapes before they compare names. If a member comes twice, the last one counts. So
 * {"method":"ping","method":"roots\/list"} asks for roots. For a relay, such a message also has the
 * kind PADDOCK_MESSAGE_DUPLICATE, because other parsers may understand it in another way.
 *
 * Ids keep their bytes, and are never read as numbers. json-glib gets only valid text, and only the
 * member that the caller wants.
 */

typedef enum {
  MEMBER_JSONRPC,
  MEMBER_ID,
  MEMBER_METHOD,
  MEMBER_PARAMS,
  MEMBER_RESULT,
  MEMBER_ERROR,
  N_MEMBERS,
} MemberName;

static const char * const names[N_MEMBERS] = {
  "jsonrpc", "id", "method", "params", "result", "error",
};

/* The members that a message has at its top level. */
typedef struct {
  PaddockSpan     values[N_MEMBERS];
  PaddockJsonType types[N_MEMBERS];
  gboolean        is_there[N_MEMBERS];
  gboolean        is_relayed;
  gboolean        has_duplicate;
  guint           n_members;
  GHashTable     *others;           /* (owned) (nullable) set: names of the members of a relayed
                                     * message that are not in names[]; NULL: none came */
} Members;

static gboolean
on_member (const char      *name,
           PaddockSpan      value,
           PaddockJsonType  type,
           gpointer         user_data)
{
  Members *members = user_data;
  guint i = 0;

  if (members->is_relayed && ++members->n_members > PADDOCK_MESSAGE_MEMBERS_MAX)
    return FALSE;
  while (i < N_MEMBERS && strcmp (name, names[i]) != 0)
    i++;
  if (i < N_MEMBERS) {
    members->has_duplicate |= members->is_there[i];
    members->is_there[i] = TRUE;
    members->values[i] = value;
    members->types[i] = type;
  } else if (members->is_relayed) {
    if (members->others == NULL)
      members->others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    members->has_duplicate |= !g_hash_table_add (members->others, g_strdup (name));
  }
  return TRUE;
}

static gboolean
has_id (const Members *members)
{
  return members->types[MEMBER_ID] == PADDOCK_JSON_STRING ||
         members->types[MEMBER_ID] == PADDOCK_JSON_NUMBER;
}

/* Sets those parts of @self that are the same for both ways of reading a message. */
static void
set_members (PaddockMessage *self,
             const Members  *members)
{
  if (has_id (members))
    self->id = members->values[MEMBER_ID];
  if (members->is_there[MEMBER_METHOD])
    self->method = paddock_json_dup_string (members->values[MEMBER_METHOD]);
  self->params = members->values[MEMBER_PARAMS];
  self->result = members->values[MEMBER_RESULT];
  self->error = members->values[MEMBER_ERROR];
}

static PaddockMessageKind
classify_relayed (const PaddockMessage *self,
                  const Members        *members)
{
  if (members->has_duplicate)
    return PADDOCK_MESSAGE_DUPLICATE;
  if (self->method != NULL) {
    if (has_id (members))
      return PADDOCK_MESSAGE_REQUEST;
    return members->types[MEMBER_ID] == PADDOCK_JSON_INVALID ? PADDOCK_MESSAGE_NOTIFICATION
                                                             : PADDOCK_MESSAGE_INVALID;
  }
  if (members->types[MEMBER_METHOD] == PADDOCK_JSON_INVALID && has_id (members) &&
      (self->result.length > 0 || members->is_there[MEMBER_ERROR]))
    return PADDOCK_MESSAGE_RESPONSE;
  return PADDOCK_MESSAGE_INVALID;
}

/**
 * paddock_message_read:
 * @text: a line without its newline, or one element of a batch; must live as long as @out_message
 * @out_message: (out caller-allocates): the message
 *
 * Reads a message for a relay, and assumes that it is JSON: paddock_message_is_valid() checks that.
 * Sets the method and the id even if a member comes twice.
 */
void
paddock_message_read (PaddockSpan     text,
                      PaddockMessage *out_message)
{
  Members members = { .is_relayed = TRUE };

  memset (out_message, 0, sizeof *out_message);
  out_message->text = text;
  switch (paddock_json_get_type (text)) {
    case PADDOCK_JSON_OBJECT: {
      gboolean is_whole = paddock_json_foreach (text, on_member, &members);

      set_members (out_message, &members);
      if (is_whole)
        out_message->kind = classify_relayed (out_message, &members);
      break;
    }
    case PADDOCK_JSON_ARRAY:
      out_message->kind = PADDOCK_MESSAGE_BATCH;
      break;
    case PADDOCK_JSON_INVALID:
      break;
    case PADDOCK_JSON_STRING:
    case PADDOCK_JSON_NUMBER:
    case PADDOCK_JSON_TRUE:
    case PADDOCK_JSON_FALSE:
    case PADDOCK_JSON_NULL:
    default:
      out_message->kind = PADDOCK_MESSAGE_INVALID;
      break;
  }
  g_clear_pointer (&members.others, g_hash_table_unref);
}

static const char *
find_problem (const Members *members)
{
  PaddockJsonType id = members->types[MEMBER_ID];
  gboolean has_result = members->types[MEMBER_RESULT] != PADDOCK_JSON_INVALID;
  gboolean has_error = members->types[MEMBER_ERROR] != PADDOCK_JSON_INVALID;

  if (!paddock_json_is_text (members->values[MEMBER_JSONRPC], "2.0"))
    return "jsonrpc must be \"2.0\"";

  if (members->types[MEMBER_METHOD] == PADDOCK_JSON_INVALID) {
    if (has_result && has_error)
      return "both result and error";
    if (!has_result && !has_error)
      return "no method";
    /* JSON-RPC 2.0, section 5: the error for a request that cannot be read has the id null. */
    if (id == PADDOCK_JSON_STRING || id == PADDOCK_JSON_NUMBER ||
        (has_error && (id == PADDOCK_JSON_NULL || id == PADDOCK_JSON_INVALID)))
      return NULL;
    return "id must be a string or a number";
  }

  if (members->types[MEMBER_METHOD] != PADDOCK_JSON_STRING)
    return "method must be a string";
  if (has_result || has_error)
    return "method together with result or error";
  if (id != PADDOCK_JSON_STRING && id != PADDOCK_JSON_NUMBER && id != PADDOCK_JSON_INVALID)
    return "id must be a string or a number";
  if (members->types[MEMBER_PARAMS] != PADDOCK_JSON_INVALID &&
      members->types[MEMBER_PARAMS] != PADDOCK_JSON_OBJECT &&
      members->types[MEMBER_PARAMS] != PADDOCK_JSON_ARRAY &&
      members->types[MEMBER_PARAMS] != PADDOCK_JSON_NULL)
    return "params must be an object or an array";
  return NULL;
}

/* Tells apart malformed responses and malformed requests. Two programs that answer each other's bad
 * responses with errors would never stop. */
static PaddockMessageKind
classify_strictly (const Members *members,
                   const char    *problem)
{
  gboolean has_method = members->types[MEMBER_METHOD] != PADDOCK_JSON_INVALID;
  gboolean has_result = members->types[MEMBER_RESULT] != PADDOCK_JSON_INVALID;
  gboolean has_error = members->types[MEMBER_ERROR] != PADDOCK_JSON_INVALID;

  if (!has_method && (has_result || has_error))
    return problem != NULL ? PADDOCK_MESSAGE_BAD_RESPONSE : PADDOCK_MESSAGE_RESPONSE;
  if (problem != NULL)
    return PADDOCK_MESSAGE_INVALID;
  return members->types[MEMBER_ID] != PADDOCK_JSON_INVALID ? PADDOCK_MESSAGE_REQUEST
                                                         : PADDOCK_MESSAGE_NOTIFICATION;
}

static void
read_of_peer (PaddockMessage *self,
              GBytes         *line,
              PaddockSpan     text)
{
  Members members = { .is_relayed = FALSE };

  self->kind = PADDOCK_MESSAGE_INVALID;
  self->text = text;
  self->problem = "not an object";
  self->bytes = g_bytes_ref (line);
  if (paddock_json_get_type (text) != PADDOCK_JSON_OBJECT)
    return;
  paddock_json_foreach (text, on_member, &members);
  set_members (self, &members);
  self->problem = find_problem (&members);
  self->kind = classify_strictly (&members, self->problem);
  if (self->id.length > 0)
    self->id_text = g_strndup (self->id.start, self->id.length);
}

static gboolean
add_element (const char      *name,
             PaddockSpan      value,
             PaddockJsonType  type,
             gpointer         user_data)
{
  PaddockMessage *batch = user_data;
  PaddockMessage *element;

  if (batch->elements->len == PADDOCK_BATCH_MAX)
    return FALSE;
  element = g_new0 (PaddockMessage, 1);
  read_of_peer (element, batch->bytes, value);
  g_ptr_array_add (batch->elements, element);
  return TRUE;
}

/**
 * paddock_message_parse_line:
 * @line: a line of a peer
 * @out_message: (out caller-allocates): the message. A JSON array becomes a %PADDOCK_MESSAGE_BATCH
 *   with its messages (MCP 2025-03-26, batching). But an empty array is one invalid message
 *   (JSON-RPC 2.0, section 6)
 *
 * Reads all messages of a line that a peer sent to Paddock.
 *
 * Returns: whether @out_message was set; otherwise it holds nothing to clear. %FALSE with
 *   %PADDOCK_ERROR_PROTOCOL if the line is not JSON. %FALSE with %PADDOCK_ERROR_LIMIT if its
 *   nesting is deeper than %PADDOCK_JSON_MAX_DEPTH, or if it has more than %PADDOCK_BATCH_MAX
 *   messages
 */
gboolean
paddock_message_parse_line (GBytes          *line,
                            PaddockMessage  *out_message,
                            GError         **error)
{
  PaddockSpan text = paddock_json_span (line);

  memset (out_message, 0, sizeof *out_message);
  if (!paddock_json_validate (text.start, text.length, error))
    return FALSE;

  read_of_peer (out_message, line, text);
  if (paddock_json_get_type (text) != PADDOCK_JSON_ARRAY)
    return TRUE;

  out_message->problem = "empty batch";
  out_message->elements =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_message_free);
  if (!paddock_json_foreach (text, add_element, out_message)) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT,
                 "A batch holds more than %d messages", PADDOCK_BATCH_MAX);
    paddock_message_clear (out_message);
    return FALSE;
  }
  if (out_message->elements->len > 0) {
    out_message->kind = PADDOCK_MESSAGE_BATCH;
    out_message->problem = NULL;
  }
  return TRUE;
}

void
paddock_message_clear (PaddockMessage *self)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->method, g_free);
  g_clear_pointer (&self->id_text, g_free);
  g_clear_pointer (&self->tree, json_object_unref);
  g_clear_pointer (&self->elements, g_ptr_array_unref);
}

void
paddock_message_free (PaddockMessage *self)
{
  paddock_message_clear (self);
  g_free (self);
}

static void
move_span (PaddockSpan *span,
           const char  *from,
           const char  *to)
{
  if (span->length > 0)
    span->start = to + (span->start - from);
}

/* Returns a copy of @self whose parts point into the text at @to, a copy of the text of @self. The
 * copy of @self does not own that text. */
static PaddockMessage *
copy_to (const PaddockMessage *self,
         const char           *to)
{
  PaddockMessage *copy = g_memdup2 (self, sizeof *self);
  PaddockSpan *parts[] = { &copy->id, &copy->params, &copy->result, &copy->error };

  copy->text.start = to;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    move_span (parts[i], self->text.start, to);
  copy->bytes = NULL;
  copy->method = g_strdup (self->method);
  copy->id_text = g_strdup (self->id_text);
  copy->tree = NULL;
  copy->has_tree = FALSE;
  copy->elements = NULL;
  return copy;
}

/**
 * paddock_message_copy:
 *
 * Copies a message, and the messages of a batch, without reading them again.
 *
 * Returns: (transfer full): the same message; it owns its text
 */
PaddockMessage *
paddock_message_copy (const PaddockMessage *self)
{
  g_autoptr (GBytes) bytes = self->bytes != NULL
                             ? g_bytes_ref (self->bytes)
                             : g_bytes_new (self->text.start - self->n_mark,
                                            self->n_mark + self->text.length);
  const char *text = self->bytes != NULL
                     ? self->text.start
                     : (const char *) g_bytes_get_data (bytes, NULL) + self->n_mark;
  PaddockMessage *copy = copy_to (self, text);

  copy->bytes = g_steal_pointer (&bytes);
  if (self->elements == NULL)
    return copy;
  copy->elements = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_message_free);
  for (guint i = 0; i < self->elements->len; i++) {
    const PaddockMessage *element = self->elements->pdata[i];

    g_ptr_array_add (copy->elements,
                     copy_to (element, text + (element->text.start - self->text.start)));
  }
  return copy;
}

/**
 * paddock_message_is_valid:
 *
 * Checks the text only at the first call.
 *
 * Returns: whether the text is JSON with a nesting of at most %PADDOCK_JSON_SCAN_DEPTH
 */
gboolean
paddock_message_is_valid (PaddockMessage *self)
{
  if (self->validity == PADDOCK_VALIDITY_UNKNOWN)
    self->validity = paddock_json_is_valid (self->text) ? PADDOCK_VALIDITY_JSON
                                                        : PADDOCK_VALIDITY_NO_JSON;
  return self->validity == PADDOCK_VALIDITY_JSON;
}

/**
 * paddock_message_get_id:
 *
 * Returns: (nullable): the id as unchanged JSON text. %NULL if the message has no id that is a
 *   string or a number, and for messages of paddock_message_read(). An invalid message may have an
 *   id, too
 */
const char *
paddock_message_get_id (const PaddockMessage *self)
{
  return self->id_text;
}

/**
 * paddock_message_get_method:
 *
 * Returns: (nullable): the method, unescaped and valid UTF-8. The peer may send any text
 */
const char *
paddock_message_get_method (const PaddockMessage *self)
{
  return self->method;
}

/**
 * paddock_message_is_method:
 *
 * Returns: whether the last `method` of the message is @method, with or without escapes
 */
gboolean
paddock_message_is_method (const PaddockMessage *self,
                           const char           *method)
{
  return g_strcmp0 (self->method, method) == 0;
}

static JsonObject *
get_tree (PaddockMessage *self,
          PaddockSpan     body)
{
  g_autoptr (JsonParser) parser = NULL;
  g_autofree char *mended = NULL;

  if (self->has_tree)
    return self->tree;

  self->has_tree = TRUE;
  if (body.length == 0 || body.length > PADDOCK_MESSAGE_TREE_MAX ||
      paddock_json_get_type (body) != PADDOCK_JSON_OBJECT)
    return NULL;

  /* json-glib turns lone surrogates into invalid UTF-8, and version 1.6 leaks memory for some. */
  mended = paddock_json_mend_surrogates (body);
  parser = json_parser_new_immutable ();
  if (json_parser_load_from_data (parser, mended != NULL ? mended : body.start,
                                  (gssize) body.length, NULL))
    self->tree = json_object_ref (json_node_get_object (json_parser_get_root (parser)));
  return self->tree;
}

/**
 * paddock_message_get_params:
 *
 * Returns: (nullable) (transfer none): the params of a request or notification; %NULL if there are
 *   none, they are no object, or they are longer than %PADDOCK_MESSAGE_TREE_MAX
 */
JsonObject *
paddock_message_get_params (PaddockMessage *self)
{
  return self->kind == PADDOCK_MESSAGE_REQUEST || self->kind == PADDOCK_MESSAGE_NOTIFICATION
         ? get_tree (self, self->params) : NULL;
}

/**
 * paddock_message_get_result:
 *
 * Returns: (nullable) (transfer none): the result of a response, otherwise like
 *   paddock_message_get_params()
 */
JsonObject *
paddock_message_get_result (PaddockMessage *self)
{
  return self->kind == PADDOCK_MESSAGE_RESPONSE && self->result.length > 0
         ? get_tree (self, self->result) : NULL;
}

/**
 * paddock_message_get_error:
 *
 * Returns: (nullable) (transfer none): the error of a response, otherwise like
 *   paddock_message_get_params()
 */
JsonObject *
paddock_message_get_error (PaddockMessage *self)
{
  return self->kind == PADDOCK_MESSAGE_RESPONSE && self->error.length > 0
         ? get_tree (self, self->error) : NULL;
}

/**
 * paddock_message_get_body:
 *
 * Returns: the unchanged JSON text of the params, the result or the error; empty if there is none.
 *   It lives as long as the message
 */
PaddockSpan
paddock_message_get_body (const PaddockMessage *self)
{
  if (self->kind != PADDOCK_MESSAGE_RESPONSE)
    return self->params;
  return self->result.length > 0 ? self->result : self->error;
}

/**
 * paddock_message_dup_reason:
 *
 * Returns: (nullable) (transfer full): the "reason" in the data of an error. The peer may send any
 *   text
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

static char *
dup_span (PaddockSpan span)
{
  return span.length > 0 ? g_strndup (span.start, span.length) : NULL;
}

/**
 * paddock_message_dup_member:
 * @name: the name of a member
 *
 * Use this for values that must keep their bytes: json-glib converts numbers, and cuts a string at
 * an escaped NUL.
 *
 * Returns: (transfer full) (nullable): the unchanged JSON text of that member of the params, the
 *   result or the error; %NULL if there is none
 */
char *
paddock_message_dup_member (const PaddockMessage *self,
                            const char           *name)
{
  PaddockSpan value;

  paddock_json_find_member (paddock_message_get_body (self), name, &value);
  return dup_span (value);
}
