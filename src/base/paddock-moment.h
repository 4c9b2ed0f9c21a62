/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One moment, as two clocks show it. */
typedef struct {
  gint64 wall;                      /* µs since the epoch, by the clock that can be set */
  gint64 boot;                      /* µs since the machine started, including the time asleep;
                                     * nobody can set this clock */
} PaddockMoment;

PaddockMoment paddock_moment_now      (void);
gint64        paddock_moment_set_back (PaddockMoment earlier,
                                       PaddockMoment later);

G_END_DECLS
