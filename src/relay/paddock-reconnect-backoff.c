/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-reconnect-backoff.h"

#include <string.h>

#include "paddock-jitter.h"

/* How often a session is begun again with a server that forgets it.
 *
 * The restart owns one for all of its life. A session has proved itself when the server answered a
 * request of the host itself in it. An answer to what we say again in the host's place proves
 * nothing: a server that ends each session behind that answer would have us begin sessions without
 * a pause and without an end. A session that proved itself is always replaced, but after a few in a
 * row only with a pause. A session that lived for a while was not ended for want of an answer.
 * Pure: no clock, but chance.
 */

static gint64
count_ms (gint64 since,
          gint64 now)
{
  return MAX ((now - since) / G_TIME_SPAN_MILLISECOND, 0);
}

/* What is left of a time since the last session, with a quarter more or less. */
static guint
choose_rest (const PaddockReconnectBackoff *self,
             gint64                         now,
             guint                          ms)
{
  guint pause = paddock_jitter_spread (ms);

  return pause - (guint) MIN (count_ms (self->begun[0], now), pause);
}

/**
 * paddock_reconnect_backoff_prove:
 *
 * The host had an answer in this session.
 */
void
paddock_reconnect_backoff_prove (PaddockReconnectBackoff *self)
{
  self->n_unproven = 0;
}

/**
 * paddock_reconnect_backoff_lose:
 * @now: µs of the monotonic clock
 *
 * The session is lost.
 *
 * Returns: whether another one is begun although the host asks for nothing new
 */
gboolean
paddock_reconnect_backoff_lose (PaddockReconnectBackoff *self,
                                gint64                   now)
{
  if (count_ms (self->begun[0], now) > PADDOCK_RECONNECT_BACKOFF_OLD_MS)
    self->n_unproven = 0;
  self->n_unproven = MIN (self->n_unproven + 1, PADDOCK_RECONNECT_BACKOFF_MAX + 1);
  return self->n_unproven <= PADDOCK_RECONNECT_BACKOFF_MAX;
}

/**
 * paddock_reconnect_backoff_begin:
 * @now: µs of the monotonic clock
 *
 * A session is begun.
 */
void
paddock_reconnect_backoff_begin (PaddockReconnectBackoff *self,
                                 gint64                   now)
{
  memmove (&self->begun[1], &self->begun[0], sizeof self->begun - sizeof self->begun[0]);
  self->begun[0] = now;
}

/**
 * paddock_reconnect_backoff_choose_pause:
 * @now: µs of the monotonic clock
 *
 * Returns: ms until the next session may be begun
 */
guint
paddock_reconnect_backoff_choose_pause (const PaddockReconnectBackoff *self,
                                        gint64                         now)
{
  gint64 first = self->begun[PADDOCK_RECONNECT_BACKOFF_FAST_MAX - 1];
  guint pause = 0;

  if (self->n_unproven > PADDOCK_RECONNECT_BACKOFF_MAX)
    return choose_rest (self, now, PADDOCK_RECONNECT_BACKOFF_LATER_MS);
  if (self->n_unproven >= 2)
    pause = paddock_jitter_spread (PADDOCK_RECONNECT_BACKOFF_MS << (self->n_unproven - 2));
  if (first != 0 && count_ms (first, now) < PADDOCK_RECONNECT_BACKOFF_FAST_MS)
    pause = MAX (pause, choose_rest (self, now, PADDOCK_RECONNECT_BACKOFF_APART_MS));
  return pause;
}
