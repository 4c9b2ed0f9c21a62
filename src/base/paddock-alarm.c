/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-alarm.h"

/* One event source on the main context of the thread that made the alarm. It stays attached for the
 * alarm's whole life; only its ready time changes. Not thread-safe.
 */
struct _PaddockAlarm
{
  GSource *source;                  /* (owned) */
};

static gboolean
dispatch_alarm (GSource     *source,
                GSourceFunc  callback,
                gpointer     user_data)
{
  /* Clear it first: the callback may set the alarm again, or free it. */
  g_source_set_ready_time (source, -1);
  if (callback != NULL)
    callback (user_data);
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs alarm_funcs = {
  .dispatch = dispatch_alarm,
};

/**
 * paddock_alarm_new:
 * @callback: called each time the alarm goes off; what it returns is ignored
 * @user_data: for @callback, outlives the alarm
 *
 * Returns: (transfer full): an alarm that is not set
 */
PaddockAlarm *
paddock_alarm_new (GSourceFunc callback,
                   gpointer    user_data)
{
  PaddockAlarm *self = g_new0 (PaddockAlarm, 1);

  self->source = g_source_new (&alarm_funcs, sizeof (GSource));
  g_source_set_callback (self->source, callback, user_data, NULL);
  g_source_set_static_name (self->source, "paddock-alarm");
  g_source_attach (self->source, g_main_context_get_thread_default ());
  return self;
}

/**
 * paddock_alarm_free:
 * @self: (nullable): an alarm; it does not go off any more
 */
void
paddock_alarm_free (PaddockAlarm *self)
{
  if (self == NULL)
    return;

  g_source_destroy (self->source);
  g_source_unref (self->source);
  g_free (self);
}

/**
 * paddock_alarm_set:
 * @self: an alarm
 * @delay: µs from now, at least 0
 *
 * Sets the alarm. If it was set before, only the new time counts.
 */
void
paddock_alarm_set (PaddockAlarm *self,
                   gint64        delay)
{
  g_source_set_ready_time (self->source, g_get_monotonic_time () + MAX (delay, 0));
}

/**
 * paddock_alarm_clear:
 * @self: an alarm
 */
void
paddock_alarm_clear (PaddockAlarm *self)
{
  g_source_set_ready_time (self->source, -1);
}

/**
 * paddock_alarm_is_set:
 * @self: an alarm
 *
 * Returns: whether the alarm is set
 */
gboolean
paddock_alarm_is_set (PaddockAlarm *self)
{
  return g_source_get_ready_time (self->source) != -1;
}
