/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One moment on two clocks. */
typedef struct {
  gint64 wall;                      /* µs since the epoch, as the clock is set */
  gint64 boot;                      /* µs since the machine started, asleep or not; never set */
} PaddockMoment;

PaddockMoment paddock_moment_now      (void);
gint64        paddock_moment_set_back (PaddockMoment earlier,
                                       PaddockMoment later);

G_END_DECLS
