/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-session-list.h"

#include "paddock-scope.h"

/* Finds the sessions of one server among the open ones. PaddockSessions owns the list of open
 * sessions. PaddockSessions and the server prompts call this file to search the list.
 */

static gboolean
is_of (PaddockSession *session,
       const char     *server_id)
{
  return g_strcmp0 (paddock_session_get_recipient (session)->server_id, server_id) == 0;
}

/**
 * paddock_session_list_find:
 * @sessions: (element-type PaddockSession): the open sessions, oldest first
 * @server_id: a server
 *
 * Returns: (transfer full) (element-type PaddockSession): the server's sessions, oldest first
 */
GPtrArray *
paddock_session_list_find (GPtrArray  *sessions,
                           const char *server_id)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < sessions->len; i++) {
    PaddockSession *session = g_ptr_array_index (sessions, i);

    if (is_of (session, server_id))
      g_ptr_array_add (found, g_object_ref (session));
  }
  return found;
}

/**
 * paddock_session_list_count:
 * @sessions: (element-type PaddockSession): the open sessions
 * @server_id: a server
 *
 * Returns: the number of the server's sessions
 */
guint
paddock_session_list_count (GPtrArray  *sessions,
                            const char *server_id)
{
  guint n = 0;

  for (guint i = 0; i < sessions->len; i++)
    n += is_of (g_ptr_array_index (sessions, i), server_id);
  return n;
}

/**
 * paddock_session_list_dup_scope:
 * @sessions: (element-type PaddockSession): the open sessions
 * @server_id: a server
 *
 * Returns: (transfer full) (nullable): the scope of "this session" for the server: the processes of
 *   its open sessions
 */
char *
paddock_session_list_dup_scope (GPtrArray  *sessions,
                                const char *server_id)
{
  g_autofree char *scope = NULL;

  for (guint i = 0; i < sessions->len; i++) {
    PaddockSession *session = g_ptr_array_index (sessions, i);
    g_autofree char *before = NULL;

    if (!is_of (session, server_id))
      continue;
    before = g_steal_pointer (&scope);
    scope = paddock_scope_add (before, paddock_session_get_recipient (session)->scope);
  }
  return g_steal_pointer (&scope);
}
