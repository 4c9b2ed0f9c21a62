/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-scope.h"

/* Sets of processes. A process is named by the boot, its id and its start
 * (paddock_peer_dup_scope()), or, where the kernel tells no id, by its session; neither has a space
 * in it.
 */

/**
 * paddock_scope_split:
 * @scope: (nullable): a scope
 *
 * Returns: (transfer full): its processes
 */
GStrv
paddock_scope_split (const char *scope)
{
  return scope != NULL && *scope != '\0' ? g_strsplit (scope, " ", -1) : g_new0 (char *, 1);
}

/**
 * paddock_scope_covers:
 * @scope: (nullable): a scope
 * @part: (nullable): another
 *
 * Returns: whether @part has a process, and all of its processes are in @scope
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
 * @part: (nullable): another
 *
 * Returns: (transfer full) (nullable): the processes of both
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
 * @part: (nullable): another
 *
 * Returns: (transfer full) (nullable): what is left of @scope; %NULL when nothing is
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
