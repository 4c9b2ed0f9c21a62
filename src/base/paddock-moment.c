/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-moment.h"

#include <time.h>

/* If the user shares something until a certain time, setting the wall clock back must not make the
 * sharing last longer. Nobody can set the clock that counts since the boot. So a comparison of the
 * two clocks shows whether somebody set the wall clock back.
 *
 * If the kernel corrects the time slowly, both clocks move alike: that does not count as setting.
 */

/* If the wall clock fell behind the clock since the boot by at least this many µs, somebody set the
 * wall clock back. The two clocks are read one after the other, and nobody gains time by setting a
 * clock back by less. */
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
 * @later: a later moment
 *
 * Returns: by how many µs somebody set the wall clock back in between; 0 if nobody did, or by less
 *   than a second
 */
gint64
paddock_moment_set_back (PaddockMoment earlier,
                         PaddockMoment later)
{
  gint64 back = (earlier.wall - earlier.boot) - (later.wall - later.boot);

  return back >= SLACK ? back : 0;
}
