/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-jitter.h"

/* Many clients may lose a server at the same moment, and must not all come back at once. So this
 * adds a random part to the time between two attempts.
 */

/**
 * paddock_jitter_spread:
 * @milliseconds: a time, at most %PADDOCK_JITTER_MAX_MS; a longer time counts as that
 *
 * Returns: a random time: @milliseconds, plus or minus up to a quarter
 */
guint
paddock_jitter_spread (guint milliseconds)
{
  guint most = MIN (milliseconds, PADDOCK_JITTER_MAX_MS);

  return most - most / 4 + (guint) g_random_int_range (0, (gint32) (most / 4 * 2 + 1));
}
