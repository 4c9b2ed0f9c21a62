/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-jitter.h"

/* The part of chance in the time between two attempts: many clients of one server, which all lost
 * it at the same moment, must not come back in step. Nothing here has a state.
 */

/**
 * paddock_jitter_spread:
 * @milliseconds: at most %PADDOCK_JITTER_MAX_MS; what is longer counts as that
 *
 * Returns: @milliseconds, with a quarter more or less
 */
guint
paddock_jitter_spread (guint milliseconds)
{
  guint most = MIN (milliseconds, PADDOCK_JITTER_MAX_MS);

  return most - most / 4 + (guint) g_random_int_range (0, (gint32) (most / 4 * 2 + 1));
}
