/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define PADDOCK_TYPE_COUNTDOWN (paddock_countdown_get_type ())
G_DECLARE_FINAL_TYPE (PaddockCountdown, paddock_countdown, PADDOCK, COUNTDOWN, GObject)

/* Signals:
 *   due ()   the text of a row may have changed: each row updates, and calls
 *     paddock_countdown_ask() again */
PaddockCountdown *paddock_countdown_new (void);
void              paddock_countdown_ask (PaddockCountdown *self,
                                         gint64            when);

G_END_DECLS
