/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-alarm.h"

/* A timer on the main context of the thread that made the alarm. Not thread-safe.
 *
 * The event source of an alarm is in the context only while the alarm is set. GLib looks at each
 * source in the context before and after each wait, and most alarms are clear most of the time.
 */
struct _PaddockAlarm
{
  GMainContext *context;            /* (owned) */
  GSource      *source;             /* (owned) (nullable) the event source of the alarm; NULL: the
                                     * alarm is not set */
  GSourceFunc   callback;
  gpointer      user_data;
};

static gboolean
dispatch_alarm (GSource     *source,
                GSourceFunc  callback,
                gpointer     user_data)
{
  PaddockAlarm *self = user_data;

  /* Clear the alarm before the callback, which may set the alarm again, or free it. */
  paddock_alarm_clear (self);
  self->callback (self->user_data);
  return G_SOURCE_REMOVE;
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

  self->context = g_main_context_ref_thread_default ();
  self->callback = callback;
  self->user_data = user_data;
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

  paddock_alarm_clear (self);
  g_main_context_unref (self->context);
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
  gint64 ready_time = g_get_monotonic_time () + MAX (delay, 0);

  if (self->source != NULL) {
    g_source_set_ready_time (self->source, ready_time);
    return;
  }
  self->source = g_source_new (&alarm_funcs, sizeof (GSource));
  /* GLib hands the data to the dispatch function only together with a callback. */
  g_source_set_callback (self->source, self->callback, self, NULL);
  g_source_set_static_name (self->source, "paddock-alarm");
  g_source_set_ready_time (self->source, ready_time);
  g_source_attach (self->source, self->context);
}

/**
 * paddock_alarm_set_earlier:
 * @self: an alarm
 * @delay: µs from now, at least 0
 *
 * Sets the alarm, unless it is set to go off earlier.
 */
void
paddock_alarm_set_earlier (PaddockAlarm *self,
                           gint64        delay)
{
  if (self->source == NULL ||
      g_source_get_ready_time (self->source) > g_get_monotonic_time () + MAX (delay, 0))
    paddock_alarm_set (self, delay);
}

/**
 * paddock_alarm_clear:
 * @self: an alarm
 *
 * Unsets the alarm, so that it does not go off.
 */
void
paddock_alarm_clear (PaddockAlarm *self)
{
  if (self->source != NULL)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
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
  return self->source != NULL;
}
