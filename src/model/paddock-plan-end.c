/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-plan-end.h"

#include "paddock-plan-private.h"
#include "paddock-scope.h"

/* Ends what ends without the user: grants and decisions, when their time has passed, when their
 * last process ends, or at logout. Pure, like the other plans (paddock-plan.c).
 *
 * When the time of a "Not Now" has passed, the count of "Not Now" answers stays, because the next
 * one lasts longer. */

/* Whether a grant or a decision is over. If @ended is NULL, this asks whether the time @ends has
 * passed. Otherwise @ended is a process or login that has ended, and this asks whether @scope
 * contains only @ended. @out_rest: if @scope contains @ended and more, @scope without @ended;
 * otherwise NULL. */
static gboolean
is_over (const char  *scope,
         gint64       ends,
         const char  *ended,
         gint64       now,
         char       **out_rest)
{
  *out_rest = NULL;
  if (ended == NULL)
    return ends != 0 && ends <= now;
  if (!paddock_scope_covers (scope, ended))
    return FALSE;
  *out_rest = paddock_scope_without (scope, ended);
  return *out_rest == NULL;
}

static void
end_grant (PaddockChanges           *changes,
           const PaddockPlanContext *plan,
           const PaddockServer      *server,
           const PaddockGrant       *grant,
           const char               *ended,
           PaddockReason             reason)
{
  g_autofree char *rest = NULL;

  if (is_over (grant->scope, grant->expires, ended, plan->now, &rest)) {
    paddock_changes_drop_grant (changes, grant->server_id, grant->root_id);
    paddock_plan_log_event (changes, plan, PADDOCK_EVENT_REVOKED, reason, server,
                            paddock_snapshot_get_root (plan->snapshot, grant->root_id));
  } else if (rest != NULL) {
    PaddockGrant edited = *grant;
    g_autoptr (PaddockGrant) replacement = NULL;

    edited.scope = rest;
    replacement = paddock_grant_new (&edited);
    paddock_changes_put_grant (changes, replacement);
  }
}

/* Ends the decision and the grants of one server, as far as they are over. If the decision ends,
 * all grants end with it. Otherwise they would silently come back with the next decision. */
static void
end_of_server (PaddockChanges           *changes,
               const PaddockPlanContext *plan,
               const PaddockServer      *server,
               const char               *ended,
               PaddockReason             reason)
{
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (plan->snapshot, server->id, NULL);
  g_autofree char *rest = NULL;
  PaddockServer edited = *server;
  gboolean is_decided = server->standing == PADDOCK_STANDING_ALLOWED;
  gboolean may_be_asked = ended == NULL && server->put_off_until != 0 &&
                          server->put_off_until <= plan->now;

  if (is_decided &&
      is_over (server->decision_scope, server->decision_ends, ended, plan->now, &rest)) {
    paddock_plan_drop_grants (changes, plan, server, reason);
    paddock_plan_make_undecided (&edited);
    paddock_plan_put_server (changes, &edited);
    return;
  }

  for (guint i = 0; i < grants->len; i++)
    end_grant (changes, plan, server, g_ptr_array_index (grants, i), ended, reason);
  if (rest != NULL)
    edited.decision_scope = rest;
  if (may_be_asked)
    edited.put_off_until = 0;
  if (rest != NULL || may_be_asked)
    paddock_plan_put_server (changes, &edited);
}

/* Ends the grants and decisions that depend on the process or login @ended. If @ended is NULL, ends
 * those that have expired. */
static PaddockChanges *
end_what_is_over (const PaddockPlanContext *plan,
                  const char               *ended,
                  PaddockReason             reason)
{
  PaddockChanges *changes = paddock_changes_new ();
  GPtrArray *servers = paddock_snapshot_get_servers (plan->snapshot);

  for (guint i = 0; i < servers->len; i++)
    end_of_server (changes, plan, g_ptr_array_index (servers, i), ended, reason);
  return changes;
}

/**
 * paddock_plan_end_scope:
 * @plan: the caller, the reason and the time
 * @scope: the scope of the process that ended
 *
 * Returns: (transfer full): the changes that end the grants and decisions for this process alone,
 *   and remove the process from the scopes of others
 */
PaddockChanges *
paddock_plan_end_scope (const PaddockPlanContext *plan,
                        const char               *scope)
{
  return end_what_is_over (plan, scope, PADDOCK_REASON_SESSION_ENDED);
}

/**
 * paddock_plan_end_login:
 * @plan: the caller, the reason and the time
 * @login: a login of the user that has ended
 *
 * Returns: (transfer full): the changes that end the grants and decisions "until logout", and
 *   expire the roots that end with this login
 */
PaddockChanges *
paddock_plan_end_login (const PaddockPlanContext *plan,
                        const char               *login)
{
  PaddockChanges *changes = end_what_is_over (plan, login, PADDOCK_REASON_EXPIRED);
  GPtrArray *roots = paddock_snapshot_get_roots (plan->snapshot);

  for (guint i = 0; i < roots->len; i++) {
    PaddockRoot edited = *(PaddockRoot *) g_ptr_array_index (roots, i);
    g_autoptr (PaddockRoot) ended = NULL;

    if (g_strcmp0 (edited.login, login) != 0)
      continue;
    edited.login = NULL;
    edited.expires = edited.expires != 0 ? MIN (edited.expires, plan->now) : plan->now;
    ended = paddock_root_new (&edited);
    paddock_changes_put_root (changes, ended);
    paddock_plan_log_event (changes, plan, PADDOCK_EVENT_ROOT_WITHDRAWN,
                            PADDOCK_REASON_EXPIRED, NULL, ended);
  }
  return changes;
}

/**
 * paddock_plan_end_expired:
 * @plan: the caller, the reason and the time
 *
 * Returns: (transfer full): the changes that end grants, decisions and "Not Now" answers that have
 *   expired at @plan's time
 */
PaddockChanges *
paddock_plan_end_expired (const PaddockPlanContext *plan)
{
  return end_what_is_over (plan, NULL, PADDOCK_REASON_EXPIRED);
}

/**
 * paddock_plan_end_list_expired:
 * @plan: the caller, the reason and the time
 *
 * Returns: (transfer full) (element-type PaddockGrant): the grants that have expired at @plan's
 *   time; paddock_plan_end_expired() ends them
 */
GPtrArray *
paddock_plan_end_list_expired (const PaddockPlanContext *plan)
{
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (plan->snapshot, NULL, NULL);
  GPtrArray *expired = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_grant_unref);

  for (guint i = 0; i < grants->len; i++) {
    PaddockGrant *grant = g_ptr_array_index (grants, i);

    if (grant->expires != 0 && grant->expires <= plan->now)
      g_ptr_array_add (expired, paddock_grant_ref (grant));
  }
  return expired;
}
