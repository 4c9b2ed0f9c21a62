/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-grant.h"

#include "paddock-scope.h"

/* A grant: one server may see one root, until a certain end.
 *
 * An immutable value. A grant alone permits nothing. paddock-policy.c combines the grant with the
 * server's standing, the root's own end and the root's availability. */

G_DEFINE_BOXED_TYPE (PaddockGrant, paddock_grant, paddock_grant_ref, paddock_grant_unref)

static void
paddock_grant_clear (PaddockGrant *grant)
{
  g_free ((char *) grant->server_id);
  g_free ((char *) grant->root_id);
  g_free ((char *) grant->scope);
}

/**
 * paddock_grant_new:
 * @template: the values to copy, strings included
 *
 * Returns: (transfer full): a new grant
 */
PaddockGrant *
paddock_grant_new (const PaddockGrant *template)
{
  PaddockGrant *grant = g_atomic_rc_box_new (PaddockGrant);

  *grant = *template;
  grant->server_id = g_strdup (template->server_id);
  grant->root_id = g_strdup (template->root_id);
  grant->scope = g_strdup (template->scope);
  return grant;
}

/**
 * paddock_grant_ref:
 * @grant: a grant
 *
 * Returns: (transfer full): @grant
 */
PaddockGrant *
paddock_grant_ref (PaddockGrant *grant)
{
  return g_atomic_rc_box_acquire (grant);
}

/**
 * paddock_grant_unref:
 * @grant: (transfer full): a grant
 */
void
paddock_grant_unref (PaddockGrant *grant)
{
  g_atomic_rc_box_release_full (grant, (GDestroyNotify) paddock_grant_clear);
}

/**
 * paddock_grant_is_active:
 * @grant: a grant
 * @scope: (nullable): the process of the requesting session; %NULL: none, so no grant for a
 *   session counts
 * @now: µs since the epoch
 *
 * A grant for a session counts in that session only. A grant for a login counts in all sessions. At
 * the exact time of its end a grant does not count any more.
 *
 * Returns: whether the grant counts for @scope at @now
 */
gboolean
paddock_grant_is_active (const PaddockGrant *grant,
                         const char         *scope,
                         gint64              now)
{
  if (grant->expires != 0 && grant->expires <= now)
    return FALSE;
  return paddock_scope_admits (grant->scope, scope);
}

/**
 * paddock_grant_is_worth_renewing:
 * @grant: an expired grant
 * @last_seen: when the grant's server was last connected, µs since the epoch
 *
 * The user is asked to renew a grant only if the server was connected near the end of the grant.
 * Otherwise nobody misses the grant.
 *
 * Returns: whether @last_seen is in the last tenth of the grant's duration, or later; %FALSE for a
 *   grant for a session or login
 */
gboolean
paddock_grant_is_worth_renewing (const PaddockGrant *grant,
                                 gint64              last_seen)
{
  /* The times of the grant come from the disk, and may be invalid. */
  if (grant->scope != NULL || grant->granted <= 0 || grant->expires <= grant->granted)
    return FALSE;
  return last_seen >= grant->expires - (grant->expires - grant->granted) / 10;
}
