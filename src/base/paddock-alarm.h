/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A timer for code that sets, changes and clears it often. A cleared alarm never wakes the
 * process. */
typedef struct _PaddockAlarm PaddockAlarm;

PaddockAlarm *paddock_alarm_new         (GSourceFunc   callback,
                                         gpointer      user_data);
void          paddock_alarm_free        (PaddockAlarm *self);
void          paddock_alarm_set         (PaddockAlarm *self,
                                         gint64        delay);
void          paddock_alarm_set_earlier (PaddockAlarm *self,
                                         gint64        delay);
void          paddock_alarm_clear       (PaddockAlarm *self);
gboolean      paddock_alarm_is_set      (PaddockAlarm *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAlarm, paddock_alarm_free)

G_END_DECLS
