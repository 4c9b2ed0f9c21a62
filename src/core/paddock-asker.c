/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-asker.h"

/* Which session and program asked a question. Only the service knows this.
 *
 * The queue owns a copy for each waiting question of a server or about a file. It compares the
 * copies, so that one process or one program does not take all places. Clients never see the
 * copies. */

/**
 * paddock_asker_copy:
 * @template: the values to copy, strings included
 *
 * Returns: (transfer full): a copy
 */
PaddockAsker *
paddock_asker_copy (const PaddockAsker *template)
{
  PaddockAsker *asker = g_new0 (PaddockAsker, 1);

  asker->session = g_strdup (template->session);
  asker->origin = g_strdup (template->origin);
  asker->is_vouched_for = template->is_vouched_for;
  return asker;
}

/**
 * paddock_asker_free:
 * @asker: (nullable) (transfer full): an asker
 */
void
paddock_asker_free (PaddockAsker *asker)
{
  if (asker == NULL)
    return;

  g_free ((char *) asker->session);
  g_free ((char *) asker->origin);
  g_free (asker);
}

/**
 * paddock_asker_is_same_session:
 * @a: an asker
 * @b: an asker
 *
 * Returns: whether @a and @b have the same session, or neither has a session
 */
gboolean
paddock_asker_is_same_session (const PaddockAsker *a,
                               const PaddockAsker *b)
{
  return g_strcmp0 (a->session, b->session) == 0;
}

/**
 * paddock_asker_shares_session:
 * @a: an asker
 * @b: an asker
 *
 * Returns: whether @a and @b have the same session; %FALSE if the session of one is not known
 */
gboolean
paddock_asker_shares_session (const PaddockAsker *a,
                              const PaddockAsker *b)
{
  return a->session != NULL && paddock_asker_is_same_session (a, b);
}

/**
 * paddock_asker_shares_origin:
 * @a: an asker
 * @b: an asker
 *
 * Returns: whether @a and @b are the same program; %FALSE if the program of one is not known
 */
gboolean
paddock_asker_shares_origin (const PaddockAsker *a,
                             const PaddockAsker *b)
{
  return a->origin != NULL && g_strcmp0 (a->origin, b->origin) == 0;
}
