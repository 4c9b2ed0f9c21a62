/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-grant.h"

#include "paddock-scope.h"

/* This server may see this root, until then.
 *
 * A value, like the root. It is only one half: the server's standing, the root's own end and its
 * availability are judged with it, in paddock-policy.c and nowhere else. */

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
 * @template: what to copy; its strings are copied too
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
 * @scope: (nullable): the process of the session that asks
 * @now: µs since the epoch
 *
 * A grant for one session counts in that session alone, one for a login in all; one that ends does
 * not count at its end.
 *
 * Returns: whether the grant counts for that process at that time
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
 * @grant: a grant whose time is over
 * @last_seen: when its server was last connected, µs since the epoch
 *
 * What was not used towards its end is not missed, and nobody is asked about it.
 *
 * Returns: whether the server was seen in the last tenth of the grant's life, or later
 */
gboolean
paddock_grant_is_worth_renewing (const PaddockGrant *grant,
                                 gint64              last_seen)
{
  /* Both come from the disk, and may be anything. */
  if (grant->scope != NULL || grant->granted <= 0 || grant->expires <= grant->granted)
    return FALSE;
  return last_seen >= grant->expires - (grant->expires - grant->granted) / 10;
}
