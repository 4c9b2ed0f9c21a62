/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-methods.h"

#include "paddock-handshake.h"
#include "paddock-json-scan.h"
#include "paddock-names.h"

/* What a server may ask, and the answers.
 *
 * Stateless: a request in, a line out, at once. What may be told comes from the session's provider;
 * here it only gets its form. Notifications need no table: Paddock acts on none, and one that is
 * not known is ignored (`notifications/cancelled` always comes too late, since every answer is out
 * before the next line is read).
 */

#define RELATED_TASK "io.modelcontextprotocol/related-task"

static GBytes *
handle_ping (PaddockSession *session,
             PaddockMessage *message)
{
  return paddock_message_write_result (paddock_message_get_id (message), "{}");
}

/* A peer that takes itself for the client was set up the wrong way round, or sent our own request
 * in a batch (MCP 2025-03-26: `initialize` is never part of one). */
static GBytes *
handle_initialize (PaddockSession *session,
                   PaddockMessage *message)
{
  return paddock_message_write_error (paddock_message_get_id (message), PADDOCK_RPC_INVALID_REQUEST,
                                      "On this socket Paddock is the client and sends initialize",
                                      NULL);
}

/* What a result must carry besides its roots, or nothing. */
static void
append_meta (GString        *result,
             PaddockSession *session,
             PaddockMessage *message,
             PaddockAnswer   answer)
{
  const PaddockVersion *version = paddock_version_find (paddock_session_get_version (session));
  g_autofree char *task = NULL;

  if (version != NULL && version->has_related_task)
    task = paddock_message_dup_meta (message, RELATED_TASK);
  if (task == NULL && !paddock_session_is_launch (session))
    return;

  g_string_append (result, ",\"_meta\":{");
  if (task != NULL)
    g_string_append_printf (result, "\"" RELATED_TASK "\":%s", task);
  if (task != NULL && paddock_session_is_launch (session))
    g_string_append_c (result, ',');
  if (paddock_session_is_launch (session))
    g_string_append_printf (result, "\"" PADDOCK_META_PREFIX "state\":\"%s\"",
                            answer == PADDOCK_ANSWER_ASK ? "pending" : "decided");
  g_string_append_c (result, '}');
}

static GBytes *
handle_roots_list (PaddockSession *session,
                   PaddockMessage *message)
{
  const char *id = paddock_message_get_id (message);
  g_auto (GStrv) entries = NULL;
  g_autofree char *roots = NULL;
  g_autoptr (GString) result = NULL;
  PaddockAnswer answer;

  entries = paddock_session_list_roots (session, &answer);
  if (answer == PADDOCK_ANSWER_NOT_SUPPORTED)
    return paddock_message_write_error (id, PADDOCK_RPC_METHOD_NOT_FOUND, "Roots not supported",
                                        "{\"reason\":\"Roots are switched off for this server\"}");

  roots = g_strjoinv (",", entries);
  result = g_string_new (NULL);
  g_string_append_printf (result, "{\"roots\":[%s]", roots);
  append_meta (result, session, message, answer);
  g_string_append_c (result, '}');
  return paddock_message_write_result (id, result->str);
}

static const PaddockMethod methods[] = {
  { "ping", TRUE, handle_ping },
  { PADDOCK_METHOD_INITIALIZE, TRUE, handle_initialize },
  { PADDOCK_METHOD_ROOTS_LIST, FALSE, handle_roots_list },
};

/**
 * paddock_method_find:
 *
 * Returns: (nullable): %NULL for a method that Paddock does not have
 */
const PaddockMethod *
paddock_method_find (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_strcmp0 (name, methods[i].name) == 0)
      return &methods[i];
  return NULL;
}

/**
 * paddock_method_answer:
 * @request: a message of the kind %PADDOCK_MESSAGE_REQUEST
 *
 * Answers a request. Before the server answered `initialize` only what is early is, all else is
 * -32600; after it, a method that is not known is -32601 (JSON-RPC 2.0, section 5.1).
 *
 * Returns: (transfer full): the line
 */
GBytes *
paddock_method_answer (PaddockSession *session,
                       PaddockMessage *request)
{
  const PaddockMethod *method = paddock_method_find (paddock_message_get_method (request));
  const char *id = paddock_message_get_id (request);

  if (paddock_session_get_version (session) == NULL && (method == NULL || !method->is_early))
    return paddock_message_write_error (id, PADDOCK_RPC_INVALID_REQUEST,
                                        "initialize was not answered yet",
                                        PADDOCK_RPC_DATA_NOT_INITIALIZED);
  if (method == NULL)
    return paddock_message_write_error (id, PADDOCK_RPC_METHOD_NOT_FOUND, "Method not found", NULL);
  return method->handle (session, request);
}
