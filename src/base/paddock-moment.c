/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-moment.h"

#include <time.h>

/* What is shared until a time of the wall clock must not be shared longer because that clock is set
 * back. The clock that counts since the boot is not set, so the two together show it. A plain
 * value.
 *
 * Corrections that the kernel spreads out move both clocks alike, and are no setting.
 */

/* The two are read one after the other. Nobody sets a clock by less to gain time. */
#define SLACK G_TIME_SPAN_SECOND

static gint64
read_clock (clockid_t clock)
{
  struct timespec time = { 0 };

  clock_gettime (clock, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/**
 * paddock_moment_now:
 *
 * Returns: this moment
 */
PaddockMoment
paddock_moment_now (void)
{
  return (PaddockMoment) {
    .wall = read_clock (CLOCK_REALTIME),
    .boot = read_clock (CLOCK_BOOTTIME),
  };
}

/**
 * paddock_moment_set_back:
 * @earlier: a moment of this boot
 * @later: one after it
 *
 * Returns: by how many µs the wall clock was set back between the two; 0 where it was not, or by
 *   less than a second
 */
gint64
paddock_moment_set_back (PaddockMoment earlier,
                         PaddockMoment later)
{
  gint64 back = (earlier.wall - earlier.boot) - (later.wall - later.boot);

  return back >= SLACK ? back : 0;
}
