/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-startup-cleanup.h"

#include "paddock-login.h"
#include "paddock-peer.h"
#include "paddock-scope.h"

/* What ended while no service ran and nobody could notice: sessions of servers, logins of the user.
 * For the state, once, before anybody is told anything. What ended by its time is the state's
 * own affair.
 */

/**
 * paddock_startup_cleanup_dup_login:
 *
 * Returns: (transfer full) (nullable): the scope of what lasts until the user logs out; %NULL where
 *   a logout would not be noticed
 */
char *
paddock_startup_cleanup_dup_login (void)
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
end_login (PaddockState *state,
           const char   *login)
{
  PaddockPlanContext plan = paddock_state_plan (state, PADDOCK_REASON_EXPIRED, NULL);
  g_autofree char *current = paddock_startup_cleanup_dup_login ();
  g_autoptr (PaddockChanges) changes = NULL;

  if (g_strcmp0 (login, current) == 0)
    return;
  changes = paddock_plan_end_login (&plan, login);
  paddock_state_note (state, changes);
}

/**
 * paddock_startup_cleanup_end:
 * @state: a state that was just loaded
 *
 * Ends what was granted for the session of a process that ended while no service ran, and what was
 * for a login that is over.
 */
void
paddock_startup_cleanup_end (PaddockState *state)
{
  const PaddockSnapshot *snapshot = paddock_state_get_snapshot (state);
  g_autoptr (GHashTable) processes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *roots = paddock_snapshot_get_roots (snapshot);
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (snapshot, NULL, NULL);
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
    PaddockPlanContext plan = paddock_state_plan (state, PADDOCK_REASON_SESSION_ENDED, NULL);
    g_autoptr (PaddockChanges) changes = NULL;

    if (paddock_scope_is_login (process)) {
      end_login (state, process);
      continue;
    }
    if (paddock_peer_scope_is_alive (process))
      continue;
    changes = paddock_plan_end_scope (&plan, process);
    paddock_state_note (state, changes);
  }
}
