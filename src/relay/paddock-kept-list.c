/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-kept-list.h"

/* Keeps the last list of roots from the service, for the time in which the service does not answer.
 *
 * The link owns the kept list. Nothing here has a clock: callers pass the time. While the service
 * is gone, the list loses each root that expires. After a grace period it loses all roots, unless
 * the user chose that the list is kept. If the service had said that the list changed, nobody knows
 * the new list. Then the old list loses all roots at once.
 */

struct _PaddockKeptList
{
  PaddockRootList *list;            /* (owned) */
  PaddockRootList *answered;        /* (owned) (nullable) the list that the server was told last;
                                     * NULL: none */
  gint64           gone_until;      /* when the grace period after the loss of the service ends, in
                                     * µs, monotonic */
  gboolean         is_stale;        /* the service said that @list is out of date */
  gboolean         is_pending;      /* the service last said that the user is being asked */
  gboolean         is_revoked_by_user; /* the service last said that the list is empty because of
                                        * the user */
};

static void
set_list (PaddockKeptList *self,
          PaddockRootList *list)
{
  g_clear_pointer (&self->list, paddock_root_list_unref);
  self->list = list;
}

/**
 * paddock_kept_list_new:
 *
 * Returns: (transfer full): a kept list without roots
 */
PaddockKeptList *
paddock_kept_list_new (void)
{
  PaddockKeptList *self = g_new0 (PaddockKeptList, 1);

  self->list = paddock_root_list_new_empty ();
  return self;
}

void
paddock_kept_list_free (PaddockKeptList *self)
{
  paddock_root_list_unref (self->list);
  g_clear_pointer (&self->answered, paddock_root_list_unref);
  g_free (self);
}

/* Returns: (transfer none): the service's last list, without the roots that were removed since */
PaddockRootList *
paddock_kept_list_get (PaddockKeptList *self)
{
  return self->list;
}

/**
 * paddock_kept_list_set:
 * @list: (transfer full): what the service says now
 * @is_pending: whether the service says that the user is being asked
 *
 * Replaces the list.
 */
void
paddock_kept_list_set (PaddockKeptList *self,
                       PaddockRootList *list,
                       gboolean         is_pending)
{
  set_list (self, list);
  self->is_stale = FALSE;
  self->is_pending = is_pending;
  self->is_revoked_by_user = paddock_root_list_is_revoked_by_user (list);
}

/**
 * paddock_kept_list_outdate:
 * @is_revoked_by_user: whether the service says that the user took everything back
 *
 * Notes that the list has changed, as the service says. If the user took everything back, the list
 * is emptied at once. So even if the service is slow, the server is not told the old list again.
 */
void
paddock_kept_list_outdate (PaddockKeptList *self,
                           gboolean         is_revoked_by_user)
{
  self->is_stale = TRUE;
  self->is_revoked_by_user = is_revoked_by_user;
  if (is_revoked_by_user)
    paddock_kept_list_clear (self);
}

/* Removes all roots. */
void
paddock_kept_list_clear (PaddockKeptList *self)
{
  set_list (self, paddock_root_list_at (self->list, G_MAXINT64));
}

/**
 * paddock_kept_list_drop_ended:
 * @now: µs since the epoch
 *
 * Removes the roots that have expired. A service that is slow or gone can't tell us that they have.
 */
void
paddock_kept_list_drop_ended (PaddockKeptList *self,
                              gint64           now)
{
  set_list (self, paddock_root_list_at (self->list, now));
}

/**
 * paddock_kept_list_lose_service:
 * @until: µs, monotonic: when all roots are removed, unless the user chose that the list is kept
 *
 * Notes that the service is gone. paddock_kept_list_age() must be called now, and again when its
 * result says so.
 */
void
paddock_kept_list_lose_service (PaddockKeptList *self,
                                gint64           until)
{
  self->gone_until = until;
}

/**
 * paddock_kept_list_age:
 * @now: µs, monotonic
 * @real_now: µs since the epoch
 *
 * Removes the roots that are not valid any more. Must be called only while the service is gone.
 *
 * Returns: µs until this must be called again; %G_MAXINT64: never
 */
gint64
paddock_kept_list_age (PaddockKeptList *self,
                       gint64           now,
                       gint64           real_now)
{
  gboolean is_over = self->gone_until <= now;
  gint64 wait = G_MAXINT64;
  gint64 next;

  paddock_kept_list_drop_ended (self, real_now);
  if (self->is_stale || (is_over && !paddock_root_list_is_kept (self->list)))
    paddock_kept_list_clear (self);
  if (is_over) {
    /* Without the service, nobody can ask the user. */
    self->is_pending = FALSE;
  } else if (self->is_pending || !paddock_root_list_is_empty (self->list) ||
             paddock_root_list_uses_host (self->list)) {
    wait = self->gone_until - now;
  }
  next = paddock_root_list_next_expiry (self->list, real_now);
  return next != G_MAXINT64 ? MIN (wait, next - real_now) : wait;
}

/* Notes that the server is now told the list in its current form. */
void
paddock_kept_list_set_answered (PaddockKeptList *self)
{
  g_clear_pointer (&self->answered, paddock_root_list_unref);
  self->answered = paddock_root_list_ref (self->list);
}

gboolean
paddock_kept_list_was_answered (const PaddockKeptList *self)
{
  return self->answered != NULL;
}

/**
 * paddock_kept_list_differs:
 *
 * Returns: whether the list differs from what the server was told last; %FALSE if the server was
 *   told no list yet
 */
gboolean
paddock_kept_list_differs (const PaddockKeptList *self)
{
  return self->answered != NULL && !paddock_root_list_equal (self->answered, self->list);
}

/**
 * paddock_kept_list_is_pending:
 *
 * Returns: whether the user is being asked, as the service last said
 */
gboolean
paddock_kept_list_is_pending (const PaddockKeptList *self)
{
  return self->is_pending;
}

/**
 * paddock_kept_list_is_revoked_by_user:
 *
 * Returns: whether the service last said that there are no roots because of the user
 */
gboolean
paddock_kept_list_is_revoked_by_user (const PaddockKeptList *self)
{
  return self->is_revoked_by_user;
}
