/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-wall-alarm.h"

#include <errno.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "paddock-alarm.h"
#include "paddock-rare-fd.h"

/* A timer for a time of the wall clock. Like PaddockAlarm, it calls back on the main context of the
 * thread that made it, and is not thread-safe.
 *
 * The timers of the main loop use a clock that stops while the machine sleeps, and does not follow
 * the wall clock. With such a timer, what should end at noon would end hours later. The kernel's
 * timer for the wall clock goes off when the machine wakes up, and when somebody sets the clock. So
 * the owner must look at the time again: an alarm does not prove that the time has come.
 *
 * An alarm that is set most of the time, and may go off too early, should also be of this kind, for
 * example the alarm for the next signals on the bus. The main loop needs no time limit of poll()
 * for it, so each turn takes less time.
 */
struct _PaddockWallAlarm
{
  GSourceFunc    callback;
  gpointer       user_data;
  int            fd;                /* (owned) a timer descriptor (timerfd) for the wall clock; -1:
                                     * the kernel has none */
  PaddockRareFd *ready;             /* (owned) (nullable) waits until @fd is readable; NULL if @fd
                                     * is -1 */
  PaddockAlarm  *look;              /* (owned) (nullable) if @fd is -1: the timer to look at the
                                     * clock again; otherwise NULL */
  gboolean       is_set;
};

/* If the kernel has no timer for the wall clock, look at the time this often, in µs. */
#define LOOK_INTERVAL G_TIME_SPAN_MINUTE

static void
set_timer (PaddockWallAlarm *self,
           gint64            when)
{
  struct itimerspec timer = { 0 };

  self->is_set = when > 0;
  if (self->look != NULL) {
    if (when > 0)
      paddock_alarm_set (self->look, CLAMP (when - g_get_real_time (), 0, LOOK_INTERVAL));
    else
      paddock_alarm_clear (self->look);
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
go_off (gpointer user_data)
{
  PaddockWallAlarm *self = user_data;

  /* Clear the alarm before the callback, which may set the alarm again, or free it. */
  set_timer (self, 0);
  self->callback (self->user_data);
  return G_SOURCE_REMOVE;
}

static void
on_ready (gpointer user_data)
{
  PaddockWallAlarm *self = user_data;
  guint64 rings;

  /* ECANCELED: somebody set the clock. EAGAIN: the timer was set again after it went off. */
  if (read (self->fd, &rings, sizeof rings) >= 0 || errno == ECANCELED)
    go_off (self);
}

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

  self->callback = callback;
  self->user_data = user_data;
  self->fd = timerfd_create (CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  if (self->fd >= 0)
    self->ready = paddock_rare_fd_new (self->fd, on_ready, self);
  else
    self->look = paddock_alarm_new (go_off, self);
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

  paddock_rare_fd_free (self->ready);
  paddock_alarm_free (self->look);
  if (self->fd >= 0)
    close (self->fd);
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
  set_timer (self, MAX (when, 1));
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
  if (self->is_set)
    set_timer (self, 0);
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
  return self->is_set;
}
