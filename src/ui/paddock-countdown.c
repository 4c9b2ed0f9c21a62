/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-countdown.h"

#include "paddock-wall-alarm.h"

/* One timer for all rows of a page that show a remaining time. The page owns it, and its rows hold
 * references.
 *
 * A visible row tells the timer when its text changes next. The timer fires at the earliest of
 * these times. Then all visible rows update, and tell the timer their next times. So a page that
 * nobody looks at causes one more wakeup, and then none. */

struct _PaddockCountdown
{
  GObject parent_instance;

  PaddockWallAlarm *alarm;    /* (owned) */
  gint64 earliest;            /* when @alarm fires, in µs since the epoch; 0: @alarm is not set */
};

G_DEFINE_FINAL_TYPE (PaddockCountdown, paddock_countdown, G_TYPE_OBJECT)

enum {
  DUE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static gboolean
on_alarm (gpointer user_data)
{
  PaddockCountdown *self = user_data;

  self->earliest = 0;
  g_signal_emit (self, signals[DUE], 0);
  return G_SOURCE_REMOVE;
}

static void
paddock_countdown_dispose (GObject *object)
{
  PaddockCountdown *self = PADDOCK_COUNTDOWN (object);

  g_clear_pointer (&self->alarm, paddock_wall_alarm_free);

  G_OBJECT_CLASS (paddock_countdown_parent_class)->dispose (object);
}

static void
paddock_countdown_class_init (PaddockCountdownClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_countdown_dispose;

  signals[DUE] = g_signal_new ("due", PADDOCK_TYPE_COUNTDOWN, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
}

static void
paddock_countdown_init (PaddockCountdown *self)
{
  self->alarm = paddock_wall_alarm_new (on_alarm, self);
}

/**
 * paddock_countdown_new:
 *
 * Returns: (transfer full): a countdown whose timer is not set
 */
PaddockCountdown *
paddock_countdown_new (void)
{
  return g_object_new (PADDOCK_TYPE_COUNTDOWN, NULL);
}

/**
 * paddock_countdown_ask:
 * @when: µs since the epoch; 0: never
 *
 * Emits "due" at @when or earlier, or when somebody sets the clock.
 */
void
paddock_countdown_ask (PaddockCountdown *self,
                       gint64            when)
{
  if (self->alarm == NULL || when <= 0 || (self->earliest != 0 && self->earliest <= when))
    return;
  self->earliest = when;
  paddock_wall_alarm_set (self->alarm, when);
}
