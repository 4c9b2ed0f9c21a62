/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-setback.h"

/* Moves the ends of roots, grants and decisions when the wall clock was set back. Pure.
 * PaddockState notices such a change of the clock (paddock-moment.c). Nothing lasts longer than
 * before, so the user is not asked.
 */

static void
move_back (gint64 *time,
           gint64  back)
{
  if (*time != 0 && *time != G_MAXINT64)
    *time = MAX (*time - back, 1);
}

static void
move_grants_back (PaddockChanges        *changes,
                  const PaddockSnapshot *snapshot,
                  gint64                 back)
{
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (snapshot, NULL, NULL);

  for (guint i = 0; i < grants->len; i++) {
    PaddockGrant edited = *(PaddockGrant *) g_ptr_array_index (grants, i);
    g_autoptr (PaddockGrant) grant = NULL;

    if (edited.expires == 0)
      continue;
    move_back (&edited.expires, back);
    move_back (&edited.granted, back);
    grant = paddock_grant_new (&edited);
    paddock_changes_put_grant (changes, grant);
  }
}

/**
 * paddock_setback_plan:
 * @snapshot: the current snapshot
 * @back: by how many µs the clock was set back
 *
 * Returns: (transfer full): the changes that move all ends back as well, so that the remaining
 *   times stay the same
 */
PaddockChanges *
paddock_setback_plan (const PaddockSnapshot *snapshot,
                      gint64                 back)
{
  PaddockChanges *changes = paddock_changes_new ();
  GPtrArray *roots = paddock_snapshot_get_roots (snapshot);
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);

  for (guint i = 0; i < roots->len; i++) {
    PaddockRoot edited = *(PaddockRoot *) g_ptr_array_index (roots, i);
    g_autoptr (PaddockRoot) root = NULL;

    if (edited.expires == 0)
      continue;
    move_back (&edited.expires, back);
    root = paddock_root_new (&edited);
    paddock_changes_put_root (changes, root);
  }
  for (guint i = 0; i < servers->len; i++) {
    PaddockServer edited = *(PaddockServer *) g_ptr_array_index (servers, i);
    g_autoptr (PaddockServer) server = NULL;

    if (edited.decision_ends == 0 &&
        (edited.put_off_until == 0 || edited.put_off_until == G_MAXINT64))
      continue;
    move_back (&edited.decision_ends, back);
    move_back (&edited.put_off_until, back);
    server = paddock_server_new (&edited);
    paddock_changes_put_server (changes, server);
  }
  move_grants_back (changes, snapshot, back);
  return changes;
}
