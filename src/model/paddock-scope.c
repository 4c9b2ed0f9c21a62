/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-scope.h"

/* A scope is a set of processes, as text. The name of a process contains its boot, process id and
 * start time (paddock_peer_dup_scope()). If the kernel gives no process id, the name of the session
 * is used instead. Names contain no spaces. A set may also contain a login of the user: such a set
 * includes every process.
 */

/**
 * paddock_scope_split:
 * @scope: (nullable): a scope
 *
 * Returns: (transfer full): the names of the processes and logins in @scope
 */
GStrv
paddock_scope_split (const char *scope)
{
  return scope != NULL && *scope != '\0' ? g_strsplit (scope, " ", -1) : g_new0 (char *, 1);
}

/**
 * paddock_scope_covers:
 * @scope: (nullable): a scope
 * @part: (nullable): another scope
 *
 * Returns: whether @part is not empty, and all its processes are in @scope
 */
gboolean
paddock_scope_covers (const char *scope,
                      const char *part)
{
  g_auto (GStrv) all = paddock_scope_split (scope);
  g_auto (GStrv) wanted = paddock_scope_split (part);

  for (gsize i = 0; wanted[i] != NULL; i++) {
    if (!g_strv_contains ((const char * const *) all, wanted[i]))
      return FALSE;
  }
  return wanted[0] != NULL;
}

/**
 * paddock_scope_add:
 * @scope: (nullable): a scope
 * @part: (nullable): another scope
 *
 * Returns: (transfer full) (nullable): a scope with the processes of both; %NULL if both are empty
 */
char *
paddock_scope_add (const char *scope,
                   const char *part)
{
  g_auto (GStrv) more = paddock_scope_split (part);
  g_autofree char *all = g_strdup (scope);

  for (gsize i = 0; more[i] != NULL; i++) {
    g_autofree char *before = NULL;

    if (paddock_scope_covers (all, more[i]))
      continue;
    before = g_steal_pointer (&all);
    all = before != NULL ? g_strconcat (before, " ", more[i], NULL) : g_strdup (more[i]);
  }
  return g_steal_pointer (&all);
}

/**
 * paddock_scope_without:
 * @scope: (nullable): a scope
 * @part: (nullable): another scope
 *
 * Returns: (transfer full) (nullable): @scope without the processes of @part; %NULL if nothing is
 *   left
 */
char *
paddock_scope_without (const char *scope,
                       const char *part)
{
  g_auto (GStrv) all = paddock_scope_split (scope);
  g_auto (GStrv) gone = paddock_scope_split (part);
  g_autofree char *rest = NULL;

  for (gsize i = 0; all[i] != NULL; i++) {
    g_autofree char *before = NULL;

    if (g_strv_contains ((const char * const *) gone, all[i]))
      continue;
    before = g_steal_pointer (&rest);
    rest = paddock_scope_add (before, all[i]);
  }
  return g_steal_pointer (&rest);
}

/**
 * paddock_scope_is_login:
 * @part: (nullable): one part of a scope
 *
 * Returns: whether @part is a login and not a process
 */
gboolean
paddock_scope_is_login (const char *part)
{
  return part != NULL && g_str_has_prefix (part, PADDOCK_SCOPE_LOGIN);
}

/**
 * paddock_scope_has_login:
 * @scope: (nullable): a scope
 *
 * Returns: whether @scope contains a login
 */
gboolean
paddock_scope_has_login (const char *scope)
{
  g_auto (GStrv) all = paddock_scope_split (scope);

  for (gsize i = 0; all[i] != NULL; i++) {
    if (paddock_scope_is_login (all[i]))
      return TRUE;
  }
  return FALSE;
}

/**
 * paddock_scope_admits:
 * @scope: (nullable): a scope; %NULL: for every process
 * @process: (nullable): the requesting process
 *
 * Does not check whether a login in @scope has ended: a logout removes the grants for that login.
 *
 * Returns: whether something with this scope counts for @process
 */
gboolean
paddock_scope_admits (const char *scope,
                      const char *process)
{
  return scope == NULL || paddock_scope_has_login (scope) || paddock_scope_covers (scope, process);
}
