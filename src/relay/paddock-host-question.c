/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-host-question.h"

#include <string.h>

#include "paddock-message-edit.h"
#include "paddock-message-write.h"
#include "paddock-names.h"
#include "paddock-uri.h"

/* Asks the host for its own roots.
 *
 * The roots responder owns this filter, which is near the host, so it also sees the host's lines
 * while no server runs. The filters nearer to the server, and the server itself, see neither the
 * question nor the answer: the server must not learn the host's folders. The question has an id
 * that the server cannot have chosen.
 */

/* A format for printf(): the ids of our questions begin with its result. */
#define ID_PREFIX "paddock-%016" G_GINT64_MODIFIER "x-"

struct _PaddockHostQuestion
{
  PaddockFilter                   filter;
  const PaddockHostQuestionFuncs *funcs;
  gpointer                        user_data;
  gboolean                        is_ready; /* the host sent `notifications/initialized` */
  char                           *id;       /* (owned) (nullable) the id of the question under way,
                                             * JSON; NULL: none */
  guint64                         prefix;   /* a random number in the ids of our questions */
  guint                           n_asked;  /* how many questions we asked the host so far */
};

/* Whether @message, a response of the host, answers one of our questions. The question may be an
 * old one: then the answer is dropped. */
static gboolean
is_to_us (const PaddockHostQuestion *self,
          const PaddockMessage      *message)
{
  g_autofree char *id = paddock_json_dup_string (message->id);
  g_autofree char *own = g_strdup_printf (ID_PREFIX, self->prefix);

  return id != NULL && g_str_has_prefix (id, own);
}

static void
take_answer (PaddockHostQuestion *self,
             PaddockSpan          result)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_auto (GStrv) uris = NULL;

  g_clear_pointer (&self->id, g_free);
  if (result.length > 0 && result.length <= PADDOCK_MESSAGE_TREE_MAX &&
      paddock_json_validate (result.start, result.length, NULL) &&
      paddock_json_get_type (result) == PADDOCK_JSON_OBJECT &&
      json_parser_load_from_data (parser, result.start, (gssize) result.length, NULL))
    uris = paddock_host_question_read_roots (json_node_get_object (json_parser_get_root (parser)));
  self->funcs->answer ((const char * const *) uris, self->user_data);
}

static void
take_notification (PaddockHostQuestion  *self,
                   const PaddockMessage *message)
{
  if (paddock_message_is_method (message, PADDOCK_METHOD_LIST_CHANGED)) {
    self->funcs->changed (self->user_data);
  } else if (!self->is_ready && paddock_message_is_method (message, PADDOCK_METHOD_INITIALIZED)) {
    self->is_ready = TRUE;
    self->funcs->ready (self->user_data);
  }
}

/* Handles @message, a message of the host, alone or from a batch. If it answers our question, reads
 * the host's roots from it, and returns FALSE. All other messages go on to the next filters: for
 * them, returns TRUE. */
static gboolean
is_for_others (PaddockHostQuestion  *self,
               const PaddockMessage *message)
{
  if (message->kind == PADDOCK_MESSAGE_NOTIFICATION)
    take_notification (self, message);
  if (message->kind != PADDOCK_MESSAGE_RESPONSE || !is_to_us (self, message))
    return TRUE;
  if (self->id != NULL &&
      paddock_json_is_same_id (message->id, (PaddockSpan) { self->id, strlen (self->id) }))
    take_answer (self, message->result);
  return FALSE;
}

static gboolean
stays (PaddockMessage *message,
       gpointer        user_data)
{
  return is_for_others (user_data, message);
}

/* Whether this filter may have to handle @message of the host. Only such a message is checked for
 * being JSON. */
static gboolean
concerns_us (const PaddockHostQuestion *self,
             const PaddockMessage      *message)
{
  if (message->kind == PADDOCK_MESSAGE_RESPONSE)
    return self->n_asked > 0;
  if (message->kind == PADDOCK_MESSAGE_NOTIFICATION)
    return paddock_message_is_method (message, PADDOCK_METHOD_LIST_CHANGED) ||
           paddock_message_is_method (message, PADDOCK_METHOD_INITIALIZED);
  return message->kind == PADDOCK_MESSAGE_BATCH;
}

static gboolean
receive_from_host (PaddockFilter  *filter,
                   PaddockMessage *message)
{
  PaddockHostQuestion *self = (PaddockHostQuestion *) filter;
  g_autoptr (PaddockMessage) rest = NULL;

  if (!concerns_us (self, message) || !paddock_message_is_valid (message))
    return TRUE;
  if (message->kind != PADDOCK_MESSAGE_BATCH)
    return is_for_others (self, message);
  rest = paddock_message_edit_batch (message, stays, self);
  if (rest != NULL && rest->text.length > 0)
    paddock_filter_send (filter, PADDOCK_TO_SERVER, rest);
  return rest == NULL;
}

static const PaddockFilterFuncs filter_funcs = {
  .to_server = receive_from_host,
};

/**
 * paddock_host_question_new:
 * @funcs: must stay valid
 * @user_data: for @funcs
 *
 * Returns: (transfer full): a filter that has asked nothing yet
 */
PaddockHostQuestion *
paddock_host_question_new (const PaddockHostQuestionFuncs *funcs,
                           gpointer                        user_data)
{
  PaddockHostQuestion *self = g_new0 (PaddockHostQuestion, 1);

  self->filter.funcs = &filter_funcs;
  self->funcs = funcs;
  self->user_data = user_data;
  self->prefix = (guint64) g_random_int () << 32 | g_random_int ();
  return self;
}

void
paddock_host_question_free (PaddockHostQuestion *self)
{
  g_free (self->id);
  g_free (self);
}

/**
 * paddock_host_question_is_ready:
 *
 * Returns: whether the host may be asked: before its `notifications/initialized`, a server should
 *   send it only pings (MCP 2025-11-25, basic/lifecycle)
 */
gboolean
paddock_host_question_is_ready (const PaddockHostQuestion *self)
{
  return self->is_ready;
}

/**
 * paddock_host_question_ask:
 *
 * Asks the host, which must be ready, and must have declared roots. If an earlier question is under
 * way, its answer will be dropped: the host's roots may have changed since the host wrote it.
 */
void
paddock_host_question_ask (PaddockHostQuestion *self)
{
  g_autoptr (GBytes) line = NULL;

  g_free (self->id);
  self->id = g_strdup_printf ("\"" ID_PREFIX "%u\"", self->prefix, ++self->n_asked);
  line = paddock_message_write_request (self->id, PADDOCK_METHOD_ROOTS_LIST, NULL);
  paddock_filter_send_line (&self->filter, PADDOCK_TO_HOST, line);
}

gboolean
paddock_host_question_was_asked (const PaddockHostQuestion *self)
{
  return self->n_asked > 0;
}

static const char *
get_uri (JsonNode *root)
{
  JsonNode *node = JSON_NODE_HOLDS_OBJECT (root)
                   ? json_object_get_member (json_node_get_object (root), "uri") : NULL;
  const char *uri;

  if (node == NULL || json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  uri = json_node_get_string (node);
  return g_utf8_validate (uri, -1, NULL) ? uri : NULL;
}

/**
 * paddock_host_question_read_roots:
 * @result: the result of `roots/list` from the host
 *
 * Returns: (transfer full): the `file` URIs of the host's own roots, at most
 *   %PADDOCK_HOST_QUESTION_ROOTS_MAX, each once. They are unproven claims, as the host spells them
 */
GStrv
paddock_host_question_read_roots (JsonObject *result)
{
  g_autoptr (GPtrArray) uris = g_ptr_array_new_with_free_func (g_free);
  JsonNode *node = json_object_get_member (result, "roots");
  JsonArray *roots = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node)
                                                                  : NULL;

  for (guint i = 0; roots != NULL && i < json_array_get_length (roots); i++) {
    const char *uri = get_uri (json_array_get_element (roots, i));
    g_autofree char *path = uri != NULL ? paddock_uri_to_path (uri, NULL) : NULL;

    if (path != NULL && uris->len < PADDOCK_HOST_QUESTION_ROOTS_MAX &&
        !g_ptr_array_find_with_equal_func (uris, uri, g_str_equal, NULL))
      g_ptr_array_add (uris, g_strdup (uri));
  }
  g_ptr_array_add (uris, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&uris), FALSE);
}
