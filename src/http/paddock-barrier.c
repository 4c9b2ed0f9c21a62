/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-barrier.h"

#include "paddock-alarm.h"

/* What has to be through before anything else is sent.
 *
 * The remote owns one. One thing at a time shuts it, the last one counts; it opens when that is
 * through, or after a time. It knows nothing of the thing but which one it is.
 */

struct _PaddockBarrier
{
  void         (* opened)(gpointer user_data);
  gpointer      user_data;
  gconstpointer what;               /* (nullable) it is open */
  PaddockAlarm *alarm;              /* (owned) */
};

static gboolean
on_alarm (gpointer user_data)
{
  PaddockBarrier *self = user_data;

  paddock_barrier_open (self, self->what);
  return G_SOURCE_REMOVE;
}

/**
 * paddock_barrier_new:
 * @opened: called when it opens, whyever
 * @user_data: for @opened
 *
 * Returns: (transfer full): one that is open
 */
PaddockBarrier *
paddock_barrier_new (void     (* opened)(gpointer user_data),
                     gpointer user_data)
{
  PaddockBarrier *self = g_new0 (PaddockBarrier, 1);

  self->opened = opened;
  self->user_data = user_data;
  self->alarm = paddock_alarm_new (on_alarm, self);
  return self;
}

void
paddock_barrier_free (PaddockBarrier *self)
{
  paddock_alarm_free (self->alarm);
  g_free (self);
}

/**
 * paddock_barrier_shut:
 * @what: what has to be through
 * @milliseconds: after which it opens all the same; 0: it does not
 */
void
paddock_barrier_shut (PaddockBarrier *self,
                      gconstpointer   what,
                      guint           milliseconds)
{
  self->what = what;
  if (milliseconds > 0)
    paddock_alarm_set (self->alarm, milliseconds * G_TIME_SPAN_MILLISECOND);
  else
    paddock_alarm_clear (self->alarm);
}

/**
 * paddock_barrier_open:
 * @what: what is through; nothing happens where something else has to be
 */
void
paddock_barrier_open (PaddockBarrier *self,
                      gconstpointer   what)
{
  if (self->what == NULL || self->what != what)
    return;
  paddock_barrier_clear (self);
  self->opened (self->user_data);
}

/**
 * paddock_barrier_get:
 *
 * Returns: (transfer none) (nullable): what has to be through; %NULL: it is open
 */
gconstpointer
paddock_barrier_get (const PaddockBarrier *self)
{
  return self->what;
}

/**
 * paddock_barrier_clear:
 *
 * Opens it, and tells nobody.
 */
void
paddock_barrier_clear (PaddockBarrier *self)
{
  self->what = NULL;
  paddock_alarm_clear (self->alarm);
}
