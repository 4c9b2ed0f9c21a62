/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-reconnect-backoff.h"

#include <string.h>

#include "paddock-jitter.h"

/* Limits how often Paddock begins another session with a server that forgets its sessions.
 *
 * The restart owns this for its whole life. A session has proved itself when the server answered a
 * request of the host in it. Answers to requests that Paddock repeats for the host don't count.
 * Otherwise a server could end each session after such an answer, and Paddock would begin sessions
 * forever, without a pause. If a session that proved itself is lost, Paddock always begins another
 * one. If several sessions began in a short time, there is a pause first. A session that lasted for
 * a while counts like one that proved itself. Nothing here has a clock or does I/O, but random
 * numbers are used.
 */

static gint64
count_ms (gint64 since,
          gint64 now)
{
  return MAX ((now - since) / G_TIME_SPAN_MILLISECOND, 0);
}

/* Returns how many ms to wait, so that the last session began at least @ms ago. First changes @ms
 * at random by up to a quarter. */
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
 * Notes that the host got an answer in this session.
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
 * Notes that the session is lost.
 *
 * Returns: whether to begin another session now, even if the host sends no new request
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
 * Notes that a session begins.
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
 * Returns: ms until the next session may begin
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
