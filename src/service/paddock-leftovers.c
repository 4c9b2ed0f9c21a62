/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-leftovers.h"

#include "paddock-login.h"
#include "paddock-peer.h"
#include "paddock-scope.h"

/* What ended while no service ran and nobody could notice: sessions of servers, logins of the user.
 * For the registry, once, before anybody is told anything. What ended by its time is the registry's
 * own affair.
 */

/**
 * paddock_leftovers_dup_login:
 *
 * Returns: (transfer full) (nullable): the scope of what lasts until the user logs out; %NULL where
 *   a logout would not be noticed
 */
char *
paddock_leftovers_dup_login (void)
{
  g_autofree char *name = paddock_login_dup_name ();

  return name != NULL ? g_strconcat (PADDOCK_SCOPE_LOGIN, name, NULL) : NULL;
}

static void
collect_scope (GHashTable *processes,
               const char *scope)
{
  g_auto (GStrv) split = paddock_scope_split (scope);

  for (gsize i = 0; split[i] != NULL; i++)
    g_hash_table_add (processes, g_strdup (split[i]));
}

/* What was to last until the user logged out, if that was another login. */
static void
end_login (PaddockRegistry *registry,
           const char      *login)
{
  PaddockPlan plan = paddock_registry_plan (registry, PADDOCK_REASON_EXPIRED, NULL);
  g_autofree char *current = paddock_leftovers_dup_login ();
  g_autoptr (PaddockChangeset) changes = NULL;

  if (g_strcmp0 (login, current) == 0)
    return;
  changes = paddock_plan_end_login (&plan, login);
  paddock_registry_note (registry, changes);
}

/**
 * paddock_leftovers_end:
 * @registry: a registry that was just loaded
 *
 * Ends what was granted for the session of a process that ended while no service ran, and what was
 * for a login that is over.
 */
void
paddock_leftovers_end (PaddockRegistry *registry)
{
  const PaddockLedger *ledger = paddock_registry_get_ledger (registry);
  g_autoptr (GHashTable) processes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *roots = paddock_ledger_get_roots (ledger);
  GPtrArray *servers = paddock_ledger_get_servers (ledger);
  g_autoptr (GPtrArray) grants = paddock_ledger_list_grants (ledger, NULL, NULL);
  GHashTableIter iter;
  gpointer process;

  for (guint i = 0; i < roots->len; i++)
    collect_scope (processes, ((PaddockRoot *) roots->pdata[i])->login);
  for (guint i = 0; i < servers->len; i++)
    collect_scope (processes, ((PaddockServer *) servers->pdata[i])->decision_scope);
  for (guint i = 0; i < grants->len; i++)
    collect_scope (processes, ((PaddockGrant *) grants->pdata[i])->scope);

  g_hash_table_iter_init (&iter, processes);
  while (g_hash_table_iter_next (&iter, &process, NULL)) {
    PaddockPlan plan = paddock_registry_plan (registry, PADDOCK_REASON_SESSION_ENDED, NULL);
    g_autoptr (PaddockChangeset) changes = NULL;

    if (paddock_scope_is_login (process)) {
      end_login (registry, process);
      continue;
    }
    if (paddock_peer_scope_is_alive (process))
      continue;
    changes = paddock_plan_end_scope (&plan, process);
    paddock_registry_note (registry, changes);
  }
}
