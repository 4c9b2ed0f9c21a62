/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A timer for a time of the wall clock. It goes off at the right time even if somebody sets the
 * clock, or the machine sleeps. */
typedef struct _PaddockWallAlarm PaddockWallAlarm;

PaddockWallAlarm *paddock_wall_alarm_new    (GSourceFunc       callback,
                                             gpointer          user_data);
void              paddock_wall_alarm_free   (PaddockWallAlarm *self);
void              paddock_wall_alarm_set    (PaddockWallAlarm *self,
                                             gint64            when);
void              paddock_wall_alarm_clear  (PaddockWallAlarm *self);
gboolean          paddock_wall_alarm_is_set (PaddockWallAlarm *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockWallAlarm, paddock_wall_alarm_free)

G_END_DECLS
