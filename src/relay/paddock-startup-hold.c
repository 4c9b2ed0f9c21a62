/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-startup-hold.h"

#include "paddock-alarm.h"
#include "paddock-line-queue.h"
#include "paddock-message-batch.h"
#include "paddock-names.h"

/* Holds the host's first lines for a moment, so that the server gets its roots before them.
 *
 * The succession owns the hold. The hold begins when the host sent `initialized`. A server that
 * asks for its roots only then would otherwise get the host's first call before its roots. So the
 * first request waits, and every line after it, in order. Pings and responses pass at once. It
 * ends after a short time, or if too many bytes wait. For each further server it may begin again.
 */

typedef enum {
  HOLD_NOT_YET,
  HOLD_HOLDING,
  HOLD_OVER,
} HoldState;

struct _PaddockStartupHold
{
  PaddockFilter                 filter;
  PaddockStartupHoldQuiescent is_quiescent;
  gpointer                      user_data;
  HoldState                     state;
  PaddockLineQueue             *lines;        /* (owned) */
  PaddockAlarm                 *end_alarm;    /* (owned) goes off when the hold must end at the
                                               * latest */
  PaddockAlarm                 *settle_alarm; /* (owned) goes off when it is time to look again
                                               * whether the server sleeps */
  guint                         n_quiescent;  /* how many looks in a row found the server asleep */
};

static gboolean
on_time_over (gpointer user_data)
{
  paddock_startup_hold_release (user_data);
  return G_SOURCE_REMOVE;
}

/* Looks whether the server sleeps. Ends the hold after several such looks in a row, because then
 * the server has probably handled its roots. */
static gboolean
on_look (gpointer user_data)
{
  PaddockStartupHold *self = user_data;

  self->n_quiescent = self->is_quiescent (self->user_data) ? self->n_quiescent + 1 : 0;
  if (self->n_quiescent >= PADDOCK_STARTUP_HOLD_LOOKS)
    paddock_startup_hold_release (self);
  else
    paddock_alarm_set (self->settle_alarm, PADDOCK_STARTUP_HOLD_LOOK_MS * G_TIME_SPAN_MILLISECOND);
  return G_SOURCE_REMOVE;
}

static gboolean
is_free_element (PaddockMessage *message,
                 gpointer        user_data)
{
  return message->kind == PADDOCK_MESSAGE_RESPONSE ||
         (message->kind == PADDOCK_MESSAGE_REQUEST && paddock_message_is_method (message, "ping"));
}

/* Returns TRUE if @message, a line of the host, goes on even while earlier lines wait. Sets
 * @out_leads to TRUE if @message must wait even if no earlier line waits. */
static gboolean
is_free (PaddockMessage *message,
         gboolean       *out_leads)
{
  *out_leads = FALSE;
  switch (message->kind) {
    case PADDOCK_MESSAGE_RESPONSE:
      return TRUE;
    case PADDOCK_MESSAGE_REQUEST:
      *out_leads = !paddock_message_is_method (message, "ping");
      return !*out_leads;
    case PADDOCK_MESSAGE_BATCH:
      *out_leads = !paddock_message_batch_foreach (message, is_free_element, NULL);
      return !*out_leads;
    case PADDOCK_MESSAGE_UNREADABLE:
    case PADDOCK_MESSAGE_DUPLICATE:
    case PADDOCK_MESSAGE_INVALID:
    case PADDOCK_MESSAGE_BAD_RESPONSE:
    case PADDOCK_MESSAGE_NOTIFICATION:
    default:
      return FALSE;
  }
}

/**
 * paddock_startup_hold_receive:
 * @message: a line of the host
 *
 * Returns: whether @message goes on to the server now; otherwise the hold keeps a copy, or it
 *   cancels a line that was held
 */
gboolean
paddock_startup_hold_receive (PaddockStartupHold *self,
                              PaddockMessage     *message)
{
  gboolean leads;

  if (self->state != HOLD_HOLDING)
    return TRUE;
  if (paddock_line_queue_remove_cancelled (self->lines, message))
    return FALSE;
  if (is_free (message, &leads) || (!leads && paddock_line_queue_get_length (self->lines) == 0))
    return TRUE;
  if (paddock_line_queue_push (self->lines, message))
    return FALSE;
  paddock_startup_hold_release (self);
  return TRUE;
}

static gboolean
receive_from_host (PaddockFilter  *filter,
                   PaddockMessage *message)
{
  return paddock_startup_hold_receive ((PaddockStartupHold *) filter, message);
}

static gboolean
begin_long (PaddockFilter *filter,
            PaddockWay     way,
            gboolean       is_vouched)
{
  PaddockStartupHold *self = (PaddockStartupHold *) filter;

  if (way == PADDOCK_TO_SERVER && self->state == HOLD_HOLDING)
    paddock_startup_hold_release (self);
  return TRUE;
}

static const PaddockFilterFuncs filter_funcs = {
  .to_server = receive_from_host,
  .begin_long = begin_long,
};

/**
 * paddock_startup_hold_new:
 * @is_quiescent: returns whether the server has handled all that was sent to it
 * @user_data: for @is_quiescent
 *
 * Returns: (transfer full): a hold that has not begun, in the thread's default main context
 */
PaddockStartupHold *
paddock_startup_hold_new (PaddockStartupHoldQuiescent is_quiescent,
                          gpointer                    user_data)
{
  PaddockStartupHold *self = g_new0 (PaddockStartupHold, 1);

  self->filter.funcs = &filter_funcs;
  self->is_quiescent = is_quiescent;
  self->user_data = user_data;
  self->lines = paddock_line_queue_new (G_MAXUINT, PADDOCK_STARTUP_HOLD_BYTES);
  self->end_alarm = paddock_alarm_new (on_time_over, self);
  self->settle_alarm = paddock_alarm_new (on_look, self);
  return self;
}

/* Frees the hold, and drops the lines that are still held. */
void
paddock_startup_hold_free (PaddockStartupHold *self)
{
  paddock_alarm_free (self->end_alarm);
  paddock_alarm_free (self->settle_alarm);
  paddock_line_queue_free (self->lines);
  g_free (self);
}

/**
 * paddock_startup_hold_renew:
 *
 * Lets the hold begin once more, because there will be another server.
 */
void
paddock_startup_hold_renew (PaddockStartupHold *self)
{
  if (self->state == HOLD_OVER)
    self->state = HOLD_NOT_YET;
}

/**
 * paddock_startup_hold_begin:
 *
 * Holds lines from the next one on, for at most %PADDOCK_STARTUP_HOLD_MS. Does nothing if it has
 * begun or ended already.
 */
void
paddock_startup_hold_begin (PaddockStartupHold *self)
{
  if (self->state != HOLD_NOT_YET)
    return;
  self->state = HOLD_HOLDING;
  paddock_alarm_set (self->end_alarm, PADDOCK_STARTUP_HOLD_MS * G_TIME_SPAN_MILLISECOND);
}

/**
 * paddock_startup_hold_wait_quiescent:
 *
 * Ends the hold as soon as the server sleeps. Call this when the server got its roots: it needs a
 * moment to handle them.
 */
void
paddock_startup_hold_wait_quiescent (PaddockStartupHold *self)
{
  if (self->state == HOLD_HOLDING && !paddock_alarm_is_set (self->settle_alarm))
    paddock_alarm_set (self->settle_alarm,
                       PADDOCK_STARTUP_HOLD_QUIESCE_DELAY_MS * G_TIME_SPAN_MILLISECOND);
}

/**
 * paddock_startup_hold_release:
 *
 * Sends all held lines on, in their order. No line is held until paddock_startup_hold_renew(), even
 * if the hold had not begun.
 */
void
paddock_startup_hold_release (PaddockStartupHold *self)
{
  PaddockMessage *message;

  self->state = HOLD_OVER;
  paddock_alarm_clear (self->end_alarm);
  paddock_alarm_clear (self->settle_alarm);
  while ((message = paddock_line_queue_pop (self->lines)) != NULL) {
    paddock_filter_send (&self->filter, PADDOCK_TO_SERVER, message);
    paddock_message_free (message);
  }
}

gboolean
paddock_startup_hold_is_active (const PaddockStartupHold *self)
{
  return self->state == HOLD_HOLDING;
}
