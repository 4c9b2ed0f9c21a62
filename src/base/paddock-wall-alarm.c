/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-wall-alarm.h"

#include <errno.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* An alarm for a time of the wall clock. Like a PaddockAlarm, it is one event source on the main
 * context of the thread that made it. It is not thread-safe.
 *
 * The timers of the main loop use a clock that stops while the machine sleeps, and does not follow
 * the wall clock. With such a timer, what should end at noon would end hours later. The kernel's
 * timer for the wall clock goes off when the machine wakes up, and when somebody sets the clock. So
 * the owner must look at the time again: an alarm does not prove that the time has come.
 */
typedef struct {
  GSource  source;
  int      fd;                      /* (owned) the kernel's timer; -1: the kernel has no such
                                     * timer */
  gboolean is_set;
} WallSource;

struct _PaddockWallAlarm
{
  WallSource *source;               /* (owned) */
};

/* If the kernel has no timer for the wall clock, look at the time this often, in µs. */
#define LOOK_INTERVAL G_TIME_SPAN_MINUTE

static void
set_timer (WallSource *self,
           gint64      when)
{
  struct itimerspec timer = { 0 };

  self->is_set = when > 0;
  if (self->fd < 0) {
    gint64 delay = CLAMP (when - g_get_real_time (), 0, LOOK_INTERVAL);

    g_source_set_ready_time (&self->source, when > 0 ? g_get_monotonic_time () + delay : -1);
    return;
  }

  timer.it_value.tv_sec = when / G_USEC_PER_SEC;
  timer.it_value.tv_nsec = when % G_USEC_PER_SEC * 1000;
  /* ECANCELED: somebody set the clock just now. The timer is set although the call failed. */
  if (timerfd_settime (self->fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &timer, NULL) != 0 &&
      errno != ECANCELED)
    g_warning ("No timer for the wall clock: %s", g_strerror (errno));
}

static gboolean
dispatch_alarm (GSource     *source,
                GSourceFunc  callback,
                gpointer     user_data)
{
  WallSource *self = (WallSource *) source;
  guint64 rings;

  /* ECANCELED: somebody set the clock. EAGAIN: the timer was set again after it went off. */
  if (self->fd >= 0 && read (self->fd, &rings, sizeof rings) < 0 && errno != ECANCELED)
    return G_SOURCE_CONTINUE;

  /* Clear the alarm before the callback, which may set the alarm again, or free it. */
  set_timer (self, 0);
  if (callback != NULL)
    callback (user_data);
  return G_SOURCE_CONTINUE;
}

static void
finalize_alarm (GSource *source)
{
  WallSource *self = (WallSource *) source;

  if (self->fd >= 0)
    close (self->fd);
}

static GSourceFuncs wall_alarm_funcs = {
  .dispatch = dispatch_alarm,
  .finalize = finalize_alarm,
};

/**
 * paddock_wall_alarm_new:
 * @callback: called when the time has come, and when somebody sets the clock. It must look at the
 *   clock, and set the alarm again if the time has not come. What it returns is ignored
 * @user_data: for @callback, outlives the alarm
 *
 * Returns: (transfer full): an alarm that is not set
 */
PaddockWallAlarm *
paddock_wall_alarm_new (GSourceFunc callback,
                        gpointer    user_data)
{
  PaddockWallAlarm *self = g_new0 (PaddockWallAlarm, 1);
  GSource *source = g_source_new (&wall_alarm_funcs, sizeof (WallSource));

  self->source = (WallSource *) source;
  self->source->fd = timerfd_create (CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  if (self->source->fd >= 0)
    g_source_add_unix_fd (source, self->source->fd, G_IO_IN);
  g_source_set_callback (source, callback, user_data, NULL);
  g_source_set_static_name (source, "paddock-wall-alarm");
  g_source_attach (source, g_main_context_get_thread_default ());
  return self;
}

/**
 * paddock_wall_alarm_free:
 * @self: (nullable): an alarm; it does not go off any more
 */
void
paddock_wall_alarm_free (PaddockWallAlarm *self)
{
  if (self == NULL)
    return;

  g_source_destroy (&self->source->source);
  g_source_unref (&self->source->source);
  g_free (self);
}

/**
 * paddock_wall_alarm_set:
 * @self: an alarm
 * @when: µs since the epoch, more than 0; a time in the past means now
 *
 * Sets the alarm. If it was set before, only the new time counts.
 */
void
paddock_wall_alarm_set (PaddockWallAlarm *self,
                        gint64            when)
{
  set_timer (self->source, MAX (when, 1));
}

/**
 * paddock_wall_alarm_clear:
 * @self: an alarm
 *
 * Unsets the alarm, so that it does not go off.
 */
void
paddock_wall_alarm_clear (PaddockWallAlarm *self)
{
  set_timer (self->source, 0);
}

/**
 * paddock_wall_alarm_is_set:
 * @self: an alarm
 *
 * Returns: whether the alarm is set
 */
gboolean
paddock_wall_alarm_is_set (PaddockWallAlarm *self)
{
  return self->source->is_set;
}
