/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-renewals.h"

#include "paddock-jitter.h"

/* How often a session is begun again with a server that forgets it.
 *
 * The restart owns one for all of its life. A session has proved itself when a request of the host
 * itself was answered in it; what we say again in the host's place, and the server answers, proves
 * nothing, or a server that ends each session behind that would have us begin them without a pause
 * and without an end. Pure: no clock, but chance.
 */

/**
 * paddock_renewals_prove:
 *
 * The host had an answer in this session.
 */
void
paddock_renewals_prove (PaddockRenewals *self)
{
  self->n_unproven = 0;
}

/**
 * paddock_renewals_lose:
 *
 * The session is lost.
 *
 * Returns: whether another one is begun although the host asks for nothing new
 */
gboolean
paddock_renewals_lose (PaddockRenewals *self)
{
  self->n_unproven = MIN (self->n_unproven + 1, PADDOCK_RENEWALS_MAX + 1);
  return self->n_unproven <= PADDOCK_RENEWALS_MAX;
}

/**
 * paddock_renewals_begin:
 * @now: µs of the monotonic clock
 *
 * A session is begun.
 */
void
paddock_renewals_begin (PaddockRenewals *self,
                        gint64           now)
{
  self->begun = now;
}

/**
 * paddock_renewals_choose_pause:
 * @now: µs of the monotonic clock
 *
 * Returns: ms until the next session may be begun
 */
guint
paddock_renewals_choose_pause (const PaddockRenewals *self,
                               gint64                 now)
{
  gint64 gone = (now - self->begun) / G_TIME_SPAN_MILLISECOND;
  guint pause;

  if (self->n_unproven < 2)
    return 0;
  if (self->n_unproven <= PADDOCK_RENEWALS_MAX)
    return paddock_jitter_spread (PADDOCK_RENEWALS_MS << (self->n_unproven - 2));
  pause = paddock_jitter_spread (PADDOCK_RENEWALS_LATER_MS);
  return gone < pause ? pause - (guint) MAX (gone, 0) : 0;
}
