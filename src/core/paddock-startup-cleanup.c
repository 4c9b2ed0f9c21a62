/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-startup-cleanup.h"

#include "paddock-login.h"
#include "paddock-process.h"
#include "paddock-scope.h"

/* Finds out which sessions of servers, and which logins of the user, ended while no service ran.
 * The State asks for them once at its start, before it tells anybody anything. It then ends the
 * grants that depended on them. The State itself finds the grants whose time is over.
 */

/**
 * paddock_startup_cleanup_dup_login:
 *
 * Returns: (transfer full) (nullable): the scope for grants that last until the user logs out;
 *   %NULL if Paddock would not notice a logout
 */
char *
paddock_startup_cleanup_dup_login (void)
{
  g_autofree char *name = paddock_login_dup_name ();

  return name != NULL ? g_strconcat (PADDOCK_SCOPE_LOGIN, name, NULL) : NULL;
}

static void
collect_scope (GHashTable *parts,
               const char *scope)
{
  g_auto (GStrv) split = paddock_scope_split (scope);

  for (gsize i = 0; split[i] != NULL; i++)
    g_hash_table_add (parts, g_strdup (split[i]));
}

static gboolean
has_ended (const char *part,
           const char *login)
{
  return paddock_scope_is_login (part) ? g_strcmp0 (part, login) != 0
                                       : !paddock_process_scope_is_alive (part);
}

/**
 * paddock_startup_cleanup_list:
 * @snapshot: a snapshot that was just loaded
 *
 * Returns: (transfer full): the processes and logins in scopes of @snapshot that have ended, each
 *   once
 */
GStrv
paddock_startup_cleanup_list (const PaddockSnapshot *snapshot)
{
  g_autoptr (GHashTable) parts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *roots = paddock_snapshot_get_roots (snapshot);
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (snapshot, NULL, NULL);
  g_autoptr (GStrvBuilder) ended = g_strv_builder_new ();
  g_autofree char *login = paddock_startup_cleanup_dup_login ();
  GHashTableIter iter;
  gpointer part;

  for (guint i = 0; i < roots->len; i++)
    collect_scope (parts, ((PaddockRoot *) roots->pdata[i])->login);
  for (guint i = 0; i < servers->len; i++)
    collect_scope (parts, ((PaddockServer *) servers->pdata[i])->decision_scope);
  for (guint i = 0; i < grants->len; i++)
    collect_scope (parts, ((PaddockGrant *) grants->pdata[i])->scope);

  g_hash_table_iter_init (&iter, parts);
  while (g_hash_table_iter_next (&iter, &part, NULL)) {
    if (has_ended (part, login))
      g_strv_builder_add (ended, part);
  }
  return g_strv_builder_end (ended);
}
